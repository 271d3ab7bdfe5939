//! Finds references in JSON: web application manifests, source maps, and other JSON. Start with `links`.
//!
//! Tracks the path of each string and decodes its escapes (RFC 8259 section 7). The module `paths` lists the members of
//! a vocabulary that are references. Without a known vocabulary, and for unknown members of a manifest, a string is a
//! reference if all of it is an absolute URL, because a relative one cannot be told from a word. Other strings without a
//! known vocabulary are running text, as in logs, and so is text between JSON values. Invalid JSON is not an error;
//! reading continues.

mod paths;

use crate::context::Context;
use crate::decoded::{self, Decoded};
use crate::entity::Kind;
use crate::inner_base::InnerBase;
use crate::link::Link;
use crate::links::text;
use crate::options::Options;
use crate::outward::Outward;
use crate::usage::Use;
use crate::written::{Holder, Written};
use napkin::map::{Builder, Level, SourceSink};
use napkin::{Sink, Span};
use paths::{Against, Path};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Passes every link of a document to `sink`.
pub(crate) fn links<'a>(
    bytes: &'a [u8],
    kind: Kind,
    options: &Options,
    findings: &mut dyn Sink,
    sink: &mut dyn FnMut(Link<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (text, level) = decoded::text_of(bytes);
    let vocabulary = paths::vocabulary(kind);
    let bases = Bases::of(&text, &level, kind);
    let options = &Options { bare: false, ..*options };
    walk(&text, &mut |string| {
        let raw = string.span.of(&text);
        if !string.is_quoted {
            let decoded =
                Decoded { text: raw.to_owned(), level: Arc::new(Level::verbatim(string.span.start).within(&level)) };
            return if kind == Kind::Json {
                prose(bytes, &decoded, Holder::Text, options, findings, sink)
            } else {
                ControlFlow::Continue(())
            };
        }
        let known = paths::find(vocabulary, string.path);
        let may_be_link = || may_be_url(raw) || kind == Kind::Json && memchr::memchr(b':', raw.as_bytes()).is_some();
        if known.is_none() && (kind == Kind::SourceMap || !may_be_link()) {
            return ControlFlow::Continue(());
        }
        let decoded = Decoded::new(unescaped(&text, string.span), string.span.start, &level);
        let context = match known {
            Some(path) => Context::Json { vocabulary, path: path.path },
            None if is_url(&decoded.text) => Context::Json { vocabulary: "json", path: "string" },
            None if kind == Kind::Json => return prose(bytes, &decoded, Holder::JsonString, options, findings, sink),
            None => return ControlFlow::Continue(()),
        };
        let mut link = decoded.link(bytes, Span::new(0, decoded.text.len()), context);
        link.new_request = known.is_some_and(|path| path.used != Use::Navigation);
        link.written = Written::whole(Holder::JsonString);
        link.base = known.and_then(|path| bases.of_path(path, string.object));
        sink(link)
    })
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

/// The bases of members that are not resolved directly against the document.
struct Bases {
    /// The `sourceRoot` of each object, by the offset of the object.
    source_roots: HashMap<usize, Arc<InnerBase>>,
    origin: Option<Arc<InnerBase>>,
}

impl Bases {
    /// Finds the bases in a separate pass, because they may follow the members to which they apply.
    fn of(text: &str, level: &Arc<Level>, kind: Kind) -> Self {
        let mut bases = Self { source_roots: HashMap::new(), origin: None };
        let (member, vocabulary) = match kind {
            Kind::Manifest => ("start_url", "manifest"),
            Kind::SourceMap => ("sourceRoot", "sourcemap"),
            _ => return bases,
        };
        let Some(last) = memchr::memmem::rfind(text.as_bytes(), member.as_bytes()) else { return bases };
        let _ = walk(text, &mut |string| {
            // No base follows the value after the last mention.
            let flow = if string.span.start > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let path = match string.path {
                "start_url" if kind == Kind::Manifest => "start_url",
                "sourceRoot" if kind == Kind::SourceMap => "sourceRoot",
                "sections[].map.sourceRoot" if kind == Kind::SourceMap => "sections[].map.sourceRoot",
                _ => return flow,
            };
            let decoded = Decoded::new(unescaped(text, string.span), string.span.start, level);
            let span = decoded.level.source(Span::new(0, decoded.text.len()));
            let context = Context::Json { vocabulary, path };
            if kind == Kind::Manifest {
                // Only the origin counts; resolving `/` gives it.
                let start = InnerBase::new(decoded.text, span, context.clone(), None);
                bases.origin = Some(InnerBase::new("/".to_owned(), span, context, Some(start)));
            } else if !decoded.text.is_empty() {
                let root = if decoded.text.ends_with('/') { decoded.text } else { decoded.text + "/" };
                bases.source_roots.insert(string.object, InnerBase::new(root, span, context, None));
            }
            flow
        });
        bases
    }

    fn of_path(&self, path: &Path, object: usize) -> Option<Arc<InnerBase>> {
        match path.against {
            Against::Document => None,
            Against::Origin => self.origin.clone(),
            // ECMA-426, DecodeSourceMapSources, prepends the root to the source as text. For a relative path this
            // equals a base. For `/x` or `https://h/x` it would give `root//x` and `root/https://h/x`, which no program
            // intends. An empty root is common but would turn `x` into `/x`, so it is ignored.
            Against::SourceRoot => self.source_roots.get(&object).cloned(),
        }
    }
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
}

/// An open object or array.
struct Open {
    is_object: bool,
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
            found(&Value { is_quoted: false, path: "", span: Span::new(behind, at), object: 0 })?;
        }
        let Some(byte) = byte else { return ControlFlow::Continue(()) };
        match byte {
            // Outside strings, JSON has a colon only after a quote or white space.
            b':' => is_prose |= at > behind && bytes[at - 1].is_ascii_alphanumeric(),
            b'{' | b'[' => {
                let (outer, is_object) = (path.len(), byte == b'{');
                path.push_str(if is_object { "" } else { "[]" });
                let object = if is_object { at } else { open.last().map_or(0, |open| open.object) };
                open.push(Open { is_object, object, path: path.len(), outer });
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
                        found(&Value { is_quoted: true, path: &path, span, object })?;
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
