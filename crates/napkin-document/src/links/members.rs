//! Finds references in data with named members: JSON, YAML, TOML. Start with `pieces`.
//!
//! The modules `json`, `yaml` and `toml` pass on each string with the path of members to it. The module `vocabulary` recognizes what the
//! document is, `paths` lists the members of a vocabulary that are references, and `bases` finds the bases that a document declares. Without
//! a known vocabulary, and for unknown members of a manifest, a string is a reference if all of it is an absolute URL, because a relative one
//! cannot be told from a word. Other strings without a known vocabulary are running text, as in logs, and so are comments, and text between
//! values. Invalid data is not an error; reading continues.

mod bases;
mod json;
mod paths;
mod toml;
mod value;
mod vocabulary;
mod yaml;

pub(crate) use json::{string_end, unescaped};

use crate::context::Context;
use crate::decoded::{self, Decoded};
use crate::entity::Kind;
use crate::link::Link;
use crate::links::text;
use crate::options::Options;
use crate::outward::Outward;
use crate::usage::Use;
use crate::written::{Holder, Written};
use bases::Bases;
use napkin::map::{Builder, Level, SourceSink, Unit};
use napkin::{Sink, Span};
use paths::Path;
use std::ops::ControlFlow;
use std::sync::Arc;
use value::Value;

/// A link, or a document inside the data. It is passed on at once.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Piece<'a> {
    Link(Link<'a>),
    /// A document of another format.
    Document(Decoded, Kind),
}

/// Passes every link and every document inside to `sink`.
pub(crate) fn pieces<'a>(
    bytes: &'a [u8],
    kind: Kind,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    let vocabulary = vocabulary::of(&text, kind, Syntax::of(kind));
    let place = Place { kind, vocabulary, is_script: false };
    read(bytes, (&text, &level), place, options, findings, sink)
}

/// Returns whether a document of JSON is a Jupyter notebook.
pub(crate) fn is_notebook(bytes: &[u8]) -> bool {
    // Others are told apart by one search.
    memchr::memmem::find(bytes, b"nbformat").is_some()
        && vocabulary::of(&decoded::text_of(bytes).0, Kind::Json, Syntax::Json) == "notebook"
}

/// Passes every link of the metadata before a document to `sink`: absolute URLs, and paths that begin with a dot.
pub(crate) fn front_matter<'a>(
    bytes: &'a [u8],
    (text, level): (&str, &Arc<Level>),
    kind: Kind,
    options: &Options,
    sink: &mut dyn FnMut(Link<'a>),
) {
    let place = Place { kind, vocabulary: FRONT_MATTER, is_script: false };
    let _ = read(bytes, (text, level), place, options, &mut (), &mut |piece| {
        if let Piece::Link(link) = piece {
            sink(link);
        }
        ControlFlow::Continue(())
    });
}

/// Passes every link of the JSON-LD in a page to `sink`.
pub(crate) fn script<'a>(
    bytes: &'a [u8],
    span: Span,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(&bytes[span.range()]);
    let level = Arc::new(Level::clone(&level).within(&Arc::new(Level::verbatim(span.start))));
    let vocabulary = match vocabulary::of(&text, Kind::Json, Syntax::Json) {
        found @ ("activitystreams" | "schemaorg") => found,
        _ => "jsonld",
    };
    let place = Place { kind: Kind::Json, vocabulary, is_script: true };
    read(bytes, (&text, &level), place, options, findings, &mut |piece| match piece {
        Piece::Link(link) => sink(link),
        Piece::Document(..) => ControlFlow::Continue(()),
    })
}

/// The vocabulary of the metadata before a document.
const FRONT_MATTER: &str = "frontmatter";

/// What a text is, and where it is.
#[derive(Clone, Copy)]
struct Place {
    kind: Kind,
    vocabulary: &'static str,
    /// Whether it is in a script of a page, where running text has no links.
    is_script: bool,
}

/// Reads a text of the document `bytes`.
fn read<'a>(
    bytes: &'a [u8],
    (text, level): (&str, &Arc<Level>),
    place: Place,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let syntax = Syntax::of(place.kind);
    let bases = Bases::of(text, syntax, level, place.vocabulary, options);
    let options = &Options { bare: false, ..*options };
    let mut data = Data { bytes, text, level, place, paths: paths::of(place.vocabulary), bases, options };
    let mut joined = Joined::default();
    syntax.walk(text, &mut |string| {
        if let Some(document) = data.document(string) {
            return match joined.push(text, string, document) {
                Some(whole) => sink(data.whole(whole)),
                None => ControlFlow::Continue(()),
            };
        }
        if let Some(whole) = joined.0.take() {
            sink(data.whole(whole))?;
        }
        data.string(string, findings, &mut |link| sink(Piece::Link(link)))
    })?;
    data.bases.too_deep().into_iter().for_each(|finding| findings.report(finding));
    joined.0.take().map_or(ControlFlow::Continue(()), |whole| sink(data.whole(whole)))
}

/// How data is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Syntax {
    Json,
    Toml,
    Yaml,
}

impl Syntax {
    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Toml => Self::Toml,
            Kind::Yaml => Self::Yaml,
            _ => Self::Json,
        }
    }

    /// Passes every string that is not a member name to `found`, and the text between strings that may contain a URL.
    fn walk(self, text: &str, found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Self::Json => json::walk(text, found),
            Self::Toml => toml::walk(text, found),
            Self::Yaml => yaml::walk(text, found),
        }
    }
}

/// A document whose members have names.
struct Data<'a, 't> {
    bytes: &'a [u8],
    text: &'t str,
    level: &'t Arc<Level>,
    place: Place,
    paths: &'static [Path],
    bases: Bases,
    options: &'t Options,
}

impl<'a> Data<'a, '_> {
    /// Passes the links of a string, or of the text between strings, to `sink`.
    fn string(
        &mut self,
        string: &Value<'_>,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let raw = string.raw(self.text);
        let has_prose = matches!(self.place.kind, Kind::Json | Kind::Toml | Kind::Yaml) && !self.place.is_script;
        if !string.is_string {
            return if has_prose { self.prose(string, findings, sink) } else { ControlFlow::Continue(()) };
        }
        if self.is_code(string.path) || self.is_name(string) {
            return ControlFlow::Continue(());
        }
        let is_known = !(self.bases.is_base(string) || is_schema(self.place.vocabulary) && string.is_data());
        let known = self.known(string.path).filter(|_| is_known);
        let is_path = self.place.vocabulary == FRONT_MATTER && (raw.starts_with("./") || raw.starts_with("../"));
        let may_be_link = || is_path || may_be_url(raw) || has_prose && memchr::memchr(b':', raw.as_bytes()).is_some();
        if known.is_none() && (self.place.kind == Kind::SourceMap || self.bases.is_base(string) || !may_be_link()) {
            return ControlFlow::Continue(());
        }
        let decoded = Decoded::new(string.built(self.text), string.span.start, self.level);
        if known.is_some_and(|path| self.is_template(path, &decoded.text)) {
            return ControlFlow::Continue(());
        }
        let known = known.filter(|path| self.is_reference(path, &decoded.text));
        let context = match known {
            Some(path) => {
                Context::Json { vocabulary: self.place.vocabulary, path: path.path.trim_start_matches("**.") }
            }
            None if is_path => Context::Json { vocabulary: self.place.vocabulary, path: "path" },
            None if is_url(&decoded.text) => Context::Json { vocabulary: self.syntax_name(), path: "string" },
            None if has_prose => return self.prose(string, findings, sink),
            None => return ControlFlow::Continue(()),
        };
        let mut link = decoded.link(self.bytes, Span::new(0, decoded.text.len()), context);
        link.new_request = known.is_some_and(|path| path.used != Use::Navigation);
        let holder = string.holder(self.text);
        link.written = Written::whole(if self.place.is_script { Holder::ScriptJsonString } else { holder });
        link.base = known.and_then(|path| self.bases.of_path(path, string));
        sink(link)
    }

    /// Returns the member of the vocabulary that a string is.
    fn known(&self, path: &str) -> Option<&'static Path> {
        let is_linked_data = matches!(self.place.vocabulary, "jsonld" | "activitystreams" | "schemaorg");
        // What a context says about a term is relative to its vocabulary (JSON-LD 1.1 section 4.1.3).
        if is_linked_data && bases::in_context(path).is_some_and(|place| !place.ends_with("@import")) {
            return None;
        }
        paths::find(self.paths, path).or_else(|| self.bases.is_iri(path).then_some(&paths::IRI))
    }

    /// Passes the URLs in running text to `sink`.
    fn prose(
        &self,
        string: &Value<'_>,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let decoded = Decoded::new(string.built(self.text), string.span.start, self.level);
        let mut outward = Outward::new(self.bytes, &decoded.level, None);
        let findings = &mut SourceSink::new(&decoded.level, findings);
        let context = Context::Json { vocabulary: self.syntax_name(), path: "text" };
        let written = Written::whole(string.prose_holder());
        text::links(decoded.text.as_bytes(), self.options, findings, &mut |link| {
            sink(Link { context: context.clone(), written, ..outward.link(link) })
        })
    }

    /// Returns the name that contexts have without a vocabulary.
    const fn syntax_name(&self) -> &'static str {
        match self.place.kind {
            Kind::Toml => "toml",
            Kind::Yaml => "yaml",
            _ => "json",
        }
    }

    /// Returns whether a string is a template for many URLs (draft-kelly-json-hal section 5.1; OpenAPI 3.1.1, Server Object).
    fn is_template(&self, path: &Path, value: &str) -> bool {
        let may_be_one = self.place.vocabulary == "hal" || path.path == "**.servers[].url";
        may_be_one && value.contains('{')
    }

    /// Returns whether a string of a known member is a reference. Some members may have names instead.
    fn is_reference(&self, path: &Path, value: &str) -> bool {
        match self.place.vocabulary {
            // What may be the name of a component is one (OpenAPI 3.1.1, Discriminator Object).
            "openapi" if path.path.starts_with("**.discriminator.") => {
                !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
            }
            "jsonld" | "activitystreams" | "schemaorg" => {
                !value.starts_with("_:") && !value.starts_with('@') && !self.bases.is_compact(value)
            }
            // Node looks for files without an extension, and a star is a pattern.
            "package" | "composer" if !value.contains("://") => {
                let has_extension =
                    value.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'));
                has_extension && !value.contains('*')
            }
            "cargo" | "pyproject" => !value.contains('*'),
            _ => true,
        }
    }

    /// Returns whether a string names a context or a term of schema.org, which programs know without retrieving it.
    fn is_name(&self, string: &Value<'_>) -> bool {
        let is_term = || {
            let name = string.raw(self.text).trim_start_matches("http").trim_start_matches('s');
            name.starts_with("://schema.org/") || name == "://schema.org"
        };
        self.place.vocabulary == "schemaorg" && is_term()
    }

    /// Returns whether a string is a line of a program, which is read only if code is.
    fn is_code(&self, path: &str) -> bool {
        self.place.vocabulary == "notebook"
            && !self.options.code
            && matches!(path, "cells[].source" | "cells[].source[]")
    }

    /// Returns the format of the document that a string is, or is a line of.
    fn document(&self, string: &Value<'_>) -> Option<Kind> {
        if !string.is_string {
            return None;
        }
        let path = string.path.strip_suffix("[]").filter(|path| !path.ends_with(']')).unwrap_or(string.path);
        let name = path.rsplit('.').next().unwrap_or_default();
        match (self.place.vocabulary, name) {
            ("notebook", "source") if path == "cells[].source" && self.bases.is_markdown(string.object) => {
                Some(Kind::Markdown)
            }
            ("notebook", "text/html") => Some(Kind::Html),
            ("notebook", "text/markdown") => Some(Kind::Markdown),
            ("notebook", "image/svg+xml") => Some(Kind::Svg),
            ("jsonfeed", "content_html") => Some(Kind::Html),
            ("activitystreams", "content" | "summary") => Some(Kind::Html),
            _ => None,
        }
    }

    fn whole(&self, whole: Whole) -> Piece<'a> {
        Piece::Document(Decoded::new(whole.built, whole.start, self.level), whole.kind)
    }
}

/// A document that is written as one string, or as the strings of an array.
struct Whole {
    built: Builder,
    start: usize,
    /// The end of the last string.
    end: usize,
    container: usize,
    kind: Kind,
}

/// The document whose strings are being read.
#[derive(Default)]
struct Joined(Option<Whole>);

impl Joined {
    /// Adds a string, and returns the document before it if the string begins another one.
    fn push(&mut self, text: &str, string: &Value<'_>, kind: Kind) -> Option<Whole> {
        let built = string.built(text);
        let is_line = string.path.ends_with("[]");
        if let Some(whole) = self.0.as_mut().filter(|whole| is_line && whole.container == string.container()) {
            // The source between two strings has no text.
            whole.built.unit("", Span::new(whole.end, string.span.start));
            let shift = whole.built.text.len();
            whole.built.text.push_str(&built.text);
            built.units.iter().for_each(|unit| whole.built.units.push(Unit { text: unit.text.shift(shift), ..unit }));
            whole.end = string.span.end;
            return None;
        }
        let whole =
            Whole { built, start: string.span.start, end: string.span.end, container: string.container(), kind };
        self.0.replace(whole)
    }
}

/// Returns whether a vocabulary has schemas.
fn is_schema(vocabulary: &str) -> bool {
    matches!(vocabulary, "jsonschema" | "openapi" | "asyncapi")
}

/// Returns whether a string with this source text is a link in any member.
pub(crate) fn is_link(written: &str, value: &str) -> bool {
    may_be_url(written) && is_url(value)
}

/// Returns whether the source text of a string can be a URL. Most cannot, and need not be decoded.
fn may_be_url(raw: &str) -> bool {
    raw.as_bytes().iter().take(SCHEME).any(|&byte| byte == b':' || byte == b'\\')
}

/// A number of bytes that exceeds the length of any scheme.
const SCHEME: usize = 64;

/// Returns whether the whole text is an absolute URL: by a `//` after its scheme, or by the rules of
/// [`text`](crate::links::text).
fn is_url(value: &str) -> bool {
    if value.contains(|character: char| character.is_whitespace() || character.is_control()) {
        return false;
    }
    let Some((scheme, rest)) = value.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    if is_scheme && rest.len() > 2 && rest.starts_with("//") {
        return true;
    }
    let whole = Span::new(0, value.len());
    let unless_whole = &mut |link: Link<'_>| match link.span == whole {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    is_scheme && text::links(value.as_bytes(), &Options::default(), &mut (), unless_whole).is_break()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_that_are_urls() {
        for (value, expected) in [
            ("http://pub.example/", true),
            ("webpack://app/./a.js", true),
            ("HTTP://H.", true),
            ("mailto:sam@pub.example", true),
            ("urn:isbn:0451450523", true),
            ("http://", false),
            ("http://h/ and more", false),
            ("node:fs", false),
            ("a:b", false),
            ("12:30", false),
            ("//h/x", false),
            ("/x", false),
        ] {
            assert_eq!(is_url(value), expected, "{value}");
        }
    }
}
