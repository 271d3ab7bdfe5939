//! The bases that data declares for its parts: `$id` of JSON Schema, `$self` and the servers of OpenAPI, `@base` of JSON-LD, `start_url` of
//! manifests, `sourceRoot` of source maps. Start with `Bases::of`.
//!
//! They are found in a pass of their own, because they may follow the members to which they apply.

use super::Syntax;
use super::paths::{Against, Path};
use super::value::Value;
use crate::context::Context;
use crate::decoded::Decoded;
use crate::inner_base::{InnerBase, is_absolute};
use crate::options::Options;
use crate::rules;
use napkin::map::Level;
use napkin::{Finding, Span, Standard};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a document declares about its bases.
#[derive(Default)]
pub(super) struct Bases {
    /// The declared base of each object that has one, by the number of the object.
    declared: HashMap<usize, Declared>,
    /// The base within each object that has been asked for.
    known: HashMap<usize, Option<Arc<InnerBase>>>,
    /// The `sourceRoot` of each object, by the number of the object.
    source_roots: HashMap<usize, Arc<InnerBase>>,
    origin: Option<Arc<InnerBase>>,
    server: Option<Arc<InnerBase>>,
    /// Whether the version of OpenAPI is one in which most URLs are relative to the server.
    is_old: bool,
    /// The prefixes that a context of JSON-LD declares.
    prefixes: HashSet<String>,
    /// The members whose strings are IRIs by a context of JSON-LD: the aliases of `@id`, and terms of that type.
    terms: HashSet<String>,
    /// The aliases of `@id`.
    aliases: HashSet<String>,
    /// The cells of a notebook that are Markdown.
    markdown: HashSet<usize>,
    /// The most bases inside each other.
    most: usize,
    too_deep: Option<Span>,
    /// The strings that declare a base.
    strings: HashSet<usize>,
}

/// A base that an object declares.
struct Declared {
    text: String,
    span: Span,
    context: Context<'static>,
}

/// A reader of what a vocabulary declares.
struct Reading<'t, 'b> {
    text: &'t str,
    level: &'t Arc<Level>,
    vocabulary: &'static str,
    /// Draft 4 has `id` instead of `$id`.
    id: &'static str,
    /// The objects with a `$ref`.
    references: HashSet<usize>,
    bases: &'b mut Bases,
}

impl Bases {
    pub(super) fn of(
        text: &str,
        syntax: Syntax,
        level: &Arc<Level>,
        vocabulary: &'static str,
        options: &Options,
    ) -> Self {
        let mut bases = Self { most: options.limits.bases, ..Self::default() };
        let words: &[&str] = match vocabulary {
            "manifest" => &["start_url"],
            "sourcemap" => &["sourceRoot"],
            "jsonschema" | "asyncapi" => &["id\""],
            "openapi" => &["id\"", "$self", "servers", "swagger", "openapi"],
            "jsonld" | "activitystreams" | "schemaorg" => &["@context"],
            "notebook" => &["cell_type"],
            _ => return bases,
        };
        let has = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        if syntax == Syntax::Json && !words.iter().any(|word| has(word)) {
            return bases;
        }
        let old = |draft: &&str| has(draft);
        // The drafts of JSON Schema up to 7 ignore `$id` beside `$ref`.
        let is_old_draft = ["draft-03/", "draft-04/", "draft-06/", "draft-07/"].iter().any(old);
        let is_draft_4 = vocabulary == "jsonschema" && ["draft-03/", "draft-04/"].iter().any(old);
        let id = if is_draft_4 { "id" } else { "$id" };
        let references = HashSet::new();
        let mut reading = Reading { text, level, vocabulary, id, references, bases: &mut bases };
        // A manifest and a source map have few strings after the last mention of their base.
        let last = match vocabulary {
            "manifest" | "sourcemap" => memchr::memmem::rfind(text.as_bytes(), words[0].as_bytes()),
            _ => None,
        };
        let _ = syntax.walk(text, &mut |string| {
            reading.string(string);
            let is_behind = last.is_some_and(|last| string.span.start > last);
            if is_behind { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let references = reading.references;
        if is_old_draft && vocabulary == "jsonschema" {
            bases.declared.retain(|object, _| !references.contains(object));
        }
        bases
    }

    /// Returns the first base that is nested deeper than the limit, and ignored.
    pub(super) fn too_deep(&self) -> Option<Finding> {
        self.too_deep.map(|span| Finding::new(rules::BASES_TOO_DEEP, Standard::Rfc3986, span, "", None))
    }

    /// Returns whether a string declares a base, which is no link.
    pub(super) fn is_base(&self, string: &Value<'_>) -> bool {
        self.strings.contains(&string.span.start)
    }

    /// Returns whether a cell of a notebook is Markdown.
    pub(super) fn is_markdown(&self, object: usize) -> bool {
        self.markdown.contains(&object)
    }

    /// Returns whether an IRI of JSON-LD is compact: a prefix that a context declares, and a name.
    pub(super) fn is_compact(&self, value: &str) -> bool {
        value.split_once(':').is_some_and(|(prefix, name)| !name.starts_with("//") && self.prefixes.contains(prefix))
    }

    /// Returns whether a string is an IRI because of a context of JSON-LD (JSON-LD 1.1 sections 4.1.9 and 4.2.3): as the value of a
    /// term, or in an array, a list or a set of values.
    pub(super) fn is_iri(&self, path: &str) -> bool {
        if self.terms.is_empty() {
            return false;
        }
        let path = path.trim_end_matches("[]");
        let path =
            path.strip_suffix(".@list").or_else(|| path.strip_suffix(".@set")).unwrap_or(path).trim_end_matches("[]");
        self.terms.contains(path.rsplit('.').next().unwrap_or(path))
    }

    /// Returns the base of a string of a known path.
    pub(super) fn of_path(&mut self, path: &Path, string: &Value<'_>) -> Option<Arc<InnerBase>> {
        match path.against {
            Against::Retrieval => None,
            Against::Origin => self.origin.clone(),
            Against::Server => self.server.clone(),
            Against::ServerOfOld if self.is_old => self.server.clone(),
            Against::Document | Against::ServerOfOld => self.of_place(string),
            // ECMA-426, DecodeSourceMapSources, prepends the root to the source as text. For a relative path this
            // equals a base. For `/x` or `https://h/x` it would give `root//x` and `root/https://h/x`, which no program
            // intends. An empty root is common but would turn `x` into `/x`, so it is ignored.
            Against::SourceRoot => self.source_roots.get(&string.object).cloned(),
        }
    }

    /// Returns the base that the objects around a string declare. Each object and array is looked at once.
    fn of_place(&mut self, string: &Value<'_>) -> Option<Arc<InnerBase>> {
        if self.declared.is_empty() {
            return None;
        }
        let fresh = string.open.iter().rev().take_while(|open| !self.known.contains_key(&open.number)).count();
        let (outside, inside) = string.open.split_at(string.open.len() - fresh);
        let mut base = outside.last().and_then(|open| self.known[&open.number].clone());
        for open in inside {
            let is_deep = base.as_ref().is_some_and(|base| base.depth() >= self.most);
            if let Some(declared) = self.declared.get(&open.number).filter(|_| is_deep) {
                self.too_deep.get_or_insert(declared.span);
            } else if let Some(declared) = self.declared.get(&open.number) {
                let outer = base.filter(|_| !is_absolute(&declared.text));
                base = Some(InnerBase::new(declared.text.clone(), declared.span, declared.context.clone(), outer));
            }
            self.known.insert(open.number, base.clone());
        }
        base
    }
}

/// Returns the rest of a path in the innermost context of JSON-LD.
pub(super) fn in_context(path: &str) -> Option<&str> {
    const NAME: &str = "@context";
    let rest = &path[path.rfind(NAME)? + NAME.len()..];
    rest.strip_prefix("[]").unwrap_or(rest).strip_prefix('.')
}

impl Reading<'_, '_> {
    /// Reads a string for what it declares.
    fn string(&mut self, string: &Value<'_>) {
        let name = string.path.rsplit('.').next().unwrap_or_default();
        let is_root = string.open.len() == 1;
        match self.vocabulary {
            "manifest" if string.path == "start_url" => {
                // Only the origin counts; resolving `/` gives it.
                let start = self.declared(string, "start_url");
                let (span, context) = (start.span, start.context.clone());
                let start = InnerBase::new(start.text, span, context.clone(), None);
                self.bases.origin = Some(InnerBase::new("/".to_owned(), span, context, Some(start)));
            }
            "sourcemap" if matches!(string.path, "sourceRoot" | "sections[].map.sourceRoot") => {
                let path = if string.path == "sourceRoot" { "sourceRoot" } else { "sections[].map.sourceRoot" };
                let Declared { text, span, context } = self.declared(string, path);
                if !text.is_empty() {
                    let root = if text.ends_with('/') { text } else { text + "/" };
                    self.bases.source_roots.insert(string.object, InnerBase::new(root, span, context, None));
                }
            }
            "openapi" if is_root && name == "$self" => self.base_of(string, string.object, "$self"),
            "openapi" if is_root && matches!(name, "openapi" | "swagger") => {
                let version = string.raw(self.text);
                self.bases.is_old = version.starts_with("2.") || version.starts_with("3.0") || version == "3.1.0";
            }
            "openapi" if string.path == "servers[].url" => {
                let server = self.declared(string, "servers[].url");
                // A URL with variables is none.
                if self.bases.server.is_none() && !server.text.contains('{') {
                    self.bases.server = Some(InnerBase::new(server.text, server.span, server.context, None));
                }
            }
            "jsonschema" | "openapi" | "asyncapi" => {
                if name == "$ref" {
                    self.references.insert(string.object);
                } else if name == self.id && !string.is_data() {
                    self.base_of(string, string.object, self.id);
                }
            }
            "jsonld" | "activitystreams" | "schemaorg" => self.context(string),
            "notebook" if string.path == "cells[].cell_type" && string.raw(self.text) == "markdown" => {
                self.bases.markdown.insert(string.object);
            }
            _ => {}
        }
    }

    /// Reads a string in a context of JSON-LD: `@base` applies to the object that has the context, terms to the whole document.
    fn context(&mut self, string: &Value<'_>) {
        let Some(place) = in_context(string.path) else { return };
        let value = string.raw(self.text);
        let is_id = value == "@id" || self.bases.aliases.contains(value);
        match place.split_once('.') {
            None if place == "@base" => {
                let node = string.open.iter().rev().filter(|open| open.is_object).nth(1).map(|open| open.number);
                if let Some(node) = node {
                    self.base_of(string, node, "@context.@base");
                }
            }
            Some((term, "@type")) if is_id => _ = self.bases.terms.insert(term.to_owned()),
            None | Some((_, "@id")) if is_id => {
                let term = place.split('.').next().unwrap_or_default();
                self.bases.terms.insert(term.to_owned());
                self.bases.aliases.insert(term.to_owned());
            }
            None | Some((_, "@id")) => {
                let term = place.split('.').next().unwrap_or_default();
                self.bases.prefixes.insert(term.to_owned());
            }
            Some(_) => {}
        }
    }

    fn base_of(&mut self, string: &Value<'_>, object: usize, path: &'static str) {
        let declared = self.declared(string, path);
        self.bases.strings.insert(string.span.start);
        self.bases.declared.insert(object, declared);
    }

    fn declared(&self, string: &Value<'_>, path: &'static str) -> Declared {
        let decoded = Decoded::new(string.built(self.text), string.span.start, self.level);
        let span = decoded.level.source(Span::new(0, decoded.text.len()));
        Declared { text: decoded.text, span, context: Context::Json { vocabulary: self.vocabulary, path } }
    }
}
