//! Finds references in JSON. Start with `pieces`.
//!
//! Tracks the path of each string and decodes its escapes (RFC 8259 section 7). The module `vocabulary` recognizes what the JSON is, `paths`
//! lists the members of a vocabulary that are references, and `bases` finds the bases that a document declares. Without a known vocabulary, and for unknown members of a manifest, a string is a
//! reference if all of it is an absolute URL, because a relative one cannot be told from a word. Other strings without a
//! known vocabulary are running text, as in logs, and so is text between JSON values. Invalid JSON is not an error;
//! reading continues.

mod bases;
mod paths;
mod vocabulary;

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

/// A link, or a document inside the JSON. It is passed on at once.
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
    let vocabulary = vocabulary::of(&text, kind);
    let bases = Bases::of(&text, &level, vocabulary, options);
    let options = &Options { bare: false, ..*options };
    let mut json =
        Json { bytes, text: &text, level: &level, kind, vocabulary, paths: paths::of(vocabulary), bases, options };
    let mut joined = Joined::default();
    walk(&text, &mut |string| {
        if let Some(document) = json.document(string) {
            return match joined.push(&text, string, document) {
                Some(whole) => sink(json.whole(whole)),
                None => ControlFlow::Continue(()),
            };
        }
        if let Some(whole) = joined.0.take() {
            sink(json.whole(whole))?;
        }
        json.string(string, findings, &mut |link| sink(Piece::Link(link)))
    })?;
    json.bases.too_deep().into_iter().for_each(|finding| findings.report(finding));
    joined.0.take().map_or(ControlFlow::Continue(()), |whole| sink(json.whole(whole)))
}

/// A document in JSON.
struct Json<'a, 't> {
    bytes: &'a [u8],
    text: &'t str,
    level: &'t Arc<Level>,
    kind: Kind,
    vocabulary: &'static str,
    paths: &'static [Path],
    bases: Bases,
    options: &'t Options,
}

impl<'a> Json<'a, '_> {
    /// Passes the links of a string, or of the text between strings, to `sink`.
    fn string(
        &mut self,
        string: &Value<'_>,
        findings: &mut dyn Sink,
        sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let raw = string.span.of(self.text);
        let has_prose = self.kind == Kind::Json;
        if !string.is_quoted {
            let level = Level::verbatim(string.span.start).within(self.level);
            let decoded = Decoded { text: raw.to_owned(), level: Arc::new(level) };
            return if has_prose {
                prose(self.bytes, &decoded, Holder::Text, self.options, findings, sink)
            } else {
                ControlFlow::Continue(())
            };
        }
        if self.is_code(string.path) {
            return ControlFlow::Continue(());
        }
        let is_known = !(self.bases.is_base(string) || is_schema(self.vocabulary) && string.is_data());
        let known = paths::find(self.paths, string.path).filter(|_| is_known);
        let may_be_link = || may_be_url(raw) || has_prose && memchr::memchr(b':', raw.as_bytes()).is_some();
        if known.is_none() && (self.kind == Kind::SourceMap || self.bases.is_base(string) || !may_be_link()) {
            return ControlFlow::Continue(());
        }
        let decoded = Decoded::new(unescaped(self.text, string.span), string.span.start, self.level);
        let known = known.filter(|_| self.is_reference(&decoded.text));
        let context = match known {
            Some(path) => Context::Json { vocabulary: self.vocabulary, path: path.path.trim_start_matches("**.") },
            None if is_url(&decoded.text) => Context::Json { vocabulary: "json", path: "string" },
            None if has_prose => return prose(self.bytes, &decoded, Holder::JsonString, self.options, findings, sink),
            None => return ControlFlow::Continue(()),
        };
        let mut link = decoded.link(self.bytes, Span::new(0, decoded.text.len()), context);
        link.new_request = known.is_some_and(|path| path.used != Use::Navigation);
        link.written = Written::whole(Holder::JsonString);
        link.base = known.and_then(|path| self.bases.of_path(path, string));
        sink(link)
    }

    /// Returns whether a string of a known member is a reference. Some members may have names instead.
    fn is_reference(&self, value: &str) -> bool {
        match self.vocabulary {
            "jsonld" => !value.starts_with("_:") && !value.starts_with('@') && !self.bases.is_compact(value),
            // Node looks for files without an extension, and a star is a pattern.
            "package" | "composer" if !value.contains("://") => {
                let has_extension =
                    value.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'));
                has_extension && !value.contains('*')
            }
            _ => true,
        }
    }

    /// Returns whether a string is a line of a program, which is read only if code is.
    fn is_code(&self, path: &str) -> bool {
        self.vocabulary == "notebook" && !self.options.code && matches!(path, "cells[].source" | "cells[].source[]")
    }

    /// Returns the format of the document that a string is, or is a line of.
    fn document(&self, string: &Value<'_>) -> Option<Kind> {
        if !string.is_quoted {
            return None;
        }
        let path = string.path.strip_suffix("[]").filter(|path| !path.ends_with(']')).unwrap_or(string.path);
        let name = path.rsplit('.').next().unwrap_or_default();
        match (self.vocabulary, name) {
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
        let built = unescaped(text, string.span);
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

/// What the names of members mean in an object of JSON Schema, OpenAPI or AsyncAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// The words of the vocabulary.
    Keywords,
    /// Any names, each of an object with keywords: the members of `properties`.
    Names,
    /// Nothing: the value is data that a schema describes.
    Data,
}

impl Words {
    /// Returns what names mean in the value of a member; `is_object` tells its type.
    fn within(self, name: &str, is_object: bool) -> Self {
        match (self, name) {
            (Self::Data, _) | (Self::Keywords, "enum" | "const" | "default" | "example" | "value") => Self::Data,
            // In OpenAPI they have names, in schemas they are a list.
            (Self::Keywords, "examples") if !is_object => Self::Data,
            (
                Self::Keywords,
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies"
                | "examples",
            ) if is_object => Self::Names,
            _ => Self::Keywords,
        }
    }
}

/// Passes the URLs in running text to `sink`.
fn prose<'a>(
    bytes: &'a [u8],
    decoded: &Decoded,
    holder: Holder,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut outward = Outward::new(bytes, &decoded.level, None);
    text::links(decoded.text.as_bytes(), options, &mut SourceSink::new(&decoded.level, findings), &mut |link| {
        let context = Context::Json { vocabulary: "json", path: "text" };
        sink(Link { context, written: Written::whole(holder), ..outward.link(link) })
    })
}

/// A string that is not a member name, or text between strings that may contain a URL.
struct Value<'p> {
    is_quoted: bool,
    /// The path of members to the string: `icons[].src`.
    path: &'p str,
    /// The span between the quotes, or between two strings.
    span: Span,
    /// The offset of the innermost object around it.
    object: usize,
    /// The objects and arrays around it.
    open: &'p [Open],
}

impl Value<'_> {
    /// Returns the offset of the innermost object or array around it.
    fn container(&self) -> usize {
        self.open.last().map_or(0, |open| open.at)
    }

    /// Returns whether the string is part of data that a schema describes.
    fn is_data(&self) -> bool {
        self.open.last().is_some_and(|open| open.words == Words::Data)
    }
}

/// Returns whether a vocabulary has schemas.
fn is_schema(vocabulary: &str) -> bool {
    matches!(vocabulary, "jsonschema" | "openapi" | "asyncapi")
}

/// An open object or array.
struct Open {
    /// The offset of its bracket.
    at: usize,
    is_object: bool,
    words: Words,
    /// The offset of the innermost object.
    object: usize,
    /// The length of the path inside it, before a member name.
    path: usize,
    /// The length of the path outside it.
    outer: usize,
}

/// Passes every string that is not a member name to `found`, and the text between strings with a word before a colon.
fn walk(text: &str, found: &mut dyn FnMut(&Value<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
    let bytes = text.as_bytes();
    let mut path = String::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut at, mut behind, mut is_prose) = (0, 0, false);
    loop {
        let byte = bytes.get(at).copied();
        if is_prose && matches!(byte, None | Some(b'"')) {
            found(&Value { is_quoted: false, path: "", span: Span::new(behind, at), object: 0, open: &[] })?;
        }
        let Some(byte) = byte else { return ControlFlow::Continue(()) };
        match byte {
            // Outside strings, JSON has a colon only after a quote or white space.
            b':' => is_prose |= at > behind && bytes[at - 1].is_ascii_alphanumeric(),
            b'{' | b'[' => {
                let (outer, is_object) = (path.len(), byte == b'{');
                let words = open.last().map_or(Words::Keywords, |open: &Open| match open.is_object {
                    true => open.words.within(path[open.path.min(path.len())..].trim_start_matches('.'), is_object),
                    // The items of a list of data are data; others are objects with keywords.
                    false if open.words == Words::Data => Words::Data,
                    false => Words::Keywords,
                });
                path.push_str(if is_object { "" } else { "[]" });
                let object = if is_object { at } else { open.last().map_or(0, |open| open.object) };
                open.push(Open { at, is_object, words, object, path: path.len(), outer });
            }
            b'}' | b']' => {
                if let Some(closed) = open.pop() {
                    path.truncate(closed.outer);
                }
            }
            b',' => {
                if let Some(open) = open.last().filter(|open| open.is_object) {
                    path.truncate(open.path);
                }
            }
            b'"' => {
                let span = Span::new(at + 1, string_end(bytes, at + 1));
                at = (span.end + 1).min(bytes.len());
                (behind, is_prose) = (at, false);
                let is_name = bytes[at..].trim_ascii_start().first() == Some(&b':');
                match open.last().filter(|open| open.is_object && is_name) {
                    Some(open) => {
                        path.truncate(open.path);
                        push_name(&mut path, &unescaped(text, span).text);
                    }
                    None => {
                        let object = open.last().map_or(0, |open| open.object);
                        found(&Value { is_quoted: true, path: &path, span, object, open: &open })?;
                    }
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// A name that looks like several path segments must not match a path of the tables.
fn push_name(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(if name.contains(['.', '[']) { "?" } else { name });
}

/// Returns the end of the string that begins at `start`, after its quote.
pub(crate) fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(found) = text.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        if text[at + found] == b'"' {
            return at + found;
        }
        // If the escaped character has several bytes, the remaining ones are skipped as ordinary bytes.
        at = (at + found + 2).min(text.len());
    }
    text.len()
}

/// Decodes a string; the span is between the quotes.
pub(crate) fn unescaped(text: &str, span: Span) -> Builder {
    let raw = span.of(text);
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &raw.as_bytes()[at..]) {
        let escape = at + found;
        let (character, length) = escaped(&raw[escape..]);
        built.text.push_str(&raw[done..escape]);
        let source = Span::new(escape, escape + length).shift(span.start);
        built.unit(character.encode_utf8(&mut [0; 4]), source);
        done = escape + length;
        at = done;
    }
    built.text.push_str(&raw[done..]);
    built
}

/// Decodes the escape at the start. Returns the character and the length; an invalid escape becomes its second
/// character.
fn escaped(text: &str) -> (char, usize) {
    let Some(letter) = text[1..].chars().next() else { return (char::REPLACEMENT_CHARACTER, 1) };
    let plain = match letter {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => match unit(&text[2..]) {
            Some(high @ 0xd800..0xdc00) => {
                let low = text[6..].strip_prefix("\\u").and_then(unit).filter(|low| (0xdc00..0xe000).contains(low));
                let pair = low.and_then(|low| char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
                return pair.map_or((char::REPLACEMENT_CHARACTER, 6), |character| (character, 12));
            }
            Some(unit) => return (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            None => 'u',
        },
        other => other,
    };
    (plain, 1 + letter.len_utf8())
}

/// Parses four hexadecimal digits.
fn unit(text: &str) -> Option<u32> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
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
    fn escapes() {
        for (raw, expected) in [
            ("a", "a"),
            ("\\u0064\\/\\\\", "d/\\"),
            ("\\ud83c\\udf7a", "\u{1f37a}"),
            ("\\ud83c", "\u{fffd}"),
            ("\\ud83c\\u0041", "\u{fffd}A"),
            ("\\udf7a", "\u{fffd}"),
            ("\\u12", "u12"),
            ("\\u\u{e9}x12", "u\u{e9}x12"),
            ("\\\u{e9}", "\u{e9}"),
            ("\\t\\q", "\tq"),
            ("\\", "\u{fffd}"),
        ] {
            assert_eq!(unescaped(raw, Span::new(0, raw.len())).text, expected, "{raw}");
        }
        let built = unescaped("0123456789x\\u0064y", Span::new(10, 18));
        let level = Level::new(10, built.units);
        assert_eq!((&*built.text, level.source(Span::new(1, 2))), ("xdy", Span::new(11, 17)));
    }

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
