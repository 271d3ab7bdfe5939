//! Writes the values of a record's fields as JSON and as text.
//!
//! Each row decides the names of its fields and their order. Start reading at `Value` and `object`.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use napkin::pattern::{self, Component};
use napkin::query::{Pair, pairs};
use napkin::template::{self, Match};
use napkin::{Encoded, Finding, Span, base64};

use crate::bounds::Bounds;
use crate::domain;

/// Computes a number.
#[derive(Clone, Copy)]
pub struct Computed<'a>(pub &'a dyn Fn() -> usize);

impl fmt::Debug for Computed<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Computed")
    }
}

/// The value of one field.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// No value; JSON has `null`.
    Null,
    /// No field: JSON leaves it out.
    Absent,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(usize),
    /// A number that takes work; it is computed when it is printed.
    Computed(Computed<'a>),
    /// A text.
    Text(&'a str),
    /// Bytes that are usually text; if they are not UTF-8, a field `<name>_base64` follows.
    Bytes(&'a [u8]),
    /// A list of texts.
    Texts(&'a [&'a str]),
    /// A list of texts that may be owned.
    Owned(&'a [Cow<'static, str>]),
    /// A nested object; a template prints nothing for it.
    Object(&'a [(&'static str, Value<'a>)]),
    /// A list of objects; a template prints nothing for it.
    Objects(&'a [Vec<(&'static str, Value<'a>)>]),
    /// A list of names without commas; a template separates them by commas.
    Names(&'a [&'a str]),
    /// One finding; its span is in the input as given.
    Finding(&'a Finding),
    /// A list of findings; their spans are in the input as given.
    Findings(&'a [Finding]),
    /// One finding with another message.
    Worded(&'a Finding, &'a str),
    /// The pairs of a query, as objects; a template reads single pairs of it, and prints nothing for all.
    Params(&'a str),
    /// The public suffix of a host, which is computed when it is printed; none is null.
    PublicSuffix(&'a str),
    /// The registrable domain of a host, which is computed when it is printed; none is null.
    RegistrableDomain(&'a str),
    /// The variables of a template with their values, as an object; a template prints nothing for it.
    Variables(&'a Match<'a, 'a>),
    /// The components of a URL that a pattern matches, with the texts of the groups, as an object; a template prints nothing for it.
    Groups(&'a pattern::Match<'a, 'a>),
    /// A list of spans, each in the data of the preceding span.
    Spans(&'a [Span]),
}

impl<'a, T: Into<Self>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Converts each type to the value that holds it.
macro_rules! from {
    ($($type:ty => $value:expr),*) => {
        $(impl<'a> From<$type> for Value<'a> {
            fn from(value: $type) -> Self {
                $value(value)
            }
        })*
    };
}

from!(
    bool => Self::Bool,
    usize => Self::Number,
    u16 => |number| Self::Number(usize::from(number)),
    u32 => |number| Self::Number(number as usize),
    u64 => |number| Self::Number(number as usize),
    &'a str => Self::Text,
    &'a String => |text: &'a String| Self::Text(text),
    &'a Cow<'a, str> => |text: &'a Cow<'a, str>| Self::Text(text),
    &'a [u8] => Self::Bytes,
    &'a [&'a str] => Self::Texts,
    &'a [Cow<'static, str>] => Self::Owned,
    &'a Finding => Self::Finding,
    &'a [Finding] => Self::Findings,
    &'a [Span] => Self::Spans,
    &'a [(&'static str, Value<'a>)] => Self::Object,
    &'a [Vec<(&'static str, Value<'a>)>] => Self::Objects
);

/// Appends the fields as one JSON object (RFC 8259), without a line end.
///
/// ```
/// use napkin_answer::output::{Value, object};
/// let mut out = Vec::new();
/// object(&[("host", Value::Text("pub.example")), ("port", Value::Number(8080))], &mut out);
/// assert_eq!(out, br#"{"host":"pub.example","port":8080}"#);
/// ```
pub fn object(fields: &[(&str, Value<'_>)], out: &mut Vec<u8>) {
    object_within(fields, None, out);
}

/// Appends one JSON object. Its lists end early where `out` exceeds `bounds`; the caller checks the bounds afterwards.
pub(super) fn object_within(fields: &[(&str, Value<'_>)], bounds: Option<&Bounds>, out: &mut Vec<u8>) {
    out.push(b'{');
    let mut is_first = true;
    for (name, value) in fields {
        if matches!(value, Value::Absent) {
            continue;
        }
        if !is_first {
            out.push(b',');
        }
        is_first = false;
        key(name, out);
        match value {
            Value::Bytes(bytes) => json_bytes(name, bytes, out),
            value => value.json(bounds, out),
        }
    }
    out.push(b'}');
}

/// Writes a field that may not be text; if it is not, a second field contains the bytes.
fn json_bytes(name: &str, bytes: &[u8], out: &mut Vec<u8>) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return string(text, out);
    }
    string(&String::from_utf8_lossy(bytes), out);
    out.push(b',');
    key(&format!("{name}_base64"), out);
    string(&base64::encode(bytes), out);
}

fn key(name: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

impl Value<'_> {
    fn json(&self, bounds: Option<&Bounds>, out: &mut Vec<u8>) {
        match *self {
            Self::Null | Self::Absent => out.extend_from_slice(b"null"),
            Self::Bool(true) => out.extend_from_slice(b"true"),
            Self::Bool(false) => out.extend_from_slice(b"false"),
            Self::Number(number) => decimal(number, out),
            Self::Computed(Computed(number)) => decimal(number(), out),
            Self::Text(text) => string(text, out),
            Self::Bytes(bytes) => string(&String::from_utf8_lossy(bytes), out),
            Self::Texts(texts) | Self::Names(texts) => list(texts.iter(), bounds, out, |text, out| string(text, out)),
            Self::Owned(texts) => list(texts.iter(), bounds, out, |text, out| string(text, out)),
            Self::Object(fields) => object_within(fields, bounds, out),
            Self::Objects(objects) => {
                list(objects.iter(), bounds, out, |fields, out| object_within(fields, bounds, out))
            }
            Self::Finding(finding) => json_finding(finding, out),
            Self::Worded(finding, message) => worded(finding, message, out),
            Self::Findings(findings) => list(findings.iter(), bounds, out, json_finding),
            Self::Params(query) => list(pairs(Encoded::unchecked(query)), bounds, out, param),
            Self::PublicSuffix(host) => optional(domain::public_suffix(host), out),
            Self::RegistrableDomain(host) => optional(domain::registrable(host), out),
            Self::Variables(found) => variables(found, out),
            Self::Groups(found) => groups(found, out),
            Self::Spans(spans) => list(spans.iter(), bounds, out, |span, out| {
                let fields = [("start", Self::Number(span.start)), ("end", Self::Number(span.end))];
                object(&fields, out);
            }),
        }
    }

    /// Appends the value as a template prints it; [`Null`](Self::Null) prints nothing.
    pub fn text(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Null
            | Self::Absent
            | Self::Object(_)
            | Self::Objects(_)
            | Self::Params(_)
            | Self::Variables(_)
            | Self::Groups(_) => {}
            Self::PublicSuffix(host) => out.extend(domain::public_suffix(host).unwrap_or_default().bytes()),
            Self::RegistrableDomain(host) => out.extend(domain::registrable(host).unwrap_or_default().bytes()),
            Self::Owned(texts) => out.extend_from_slice(texts.join(" ").as_bytes()),
            Self::Text(text) => out.extend_from_slice(text.as_bytes()),
            Self::Bytes(bytes) => out.extend_from_slice(bytes),
            Self::Texts(texts) => out.extend_from_slice(texts.join(" ").as_bytes()),
            Self::Names(names) => out.extend_from_slice(names.join(",").as_bytes()),
            Self::Finding(finding) => put(out, format_args!("{}: {finding}", finding.rule.code())),
            Self::Worded(finding, message) => put(out, format_args!("{}: {message}", finding.rule.code())),
            Self::Findings(findings) => {
                let codes: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
                out.extend_from_slice(codes.join(",").as_bytes());
            }
            Self::Spans(spans) => {
                let spans: Vec<String> = spans.iter().map(|span| format!("{}-{}", span.start, span.end)).collect();
                out.extend_from_slice(spans.join(">").as_bytes());
            }
            Self::Bool(_) | Self::Number(_) | Self::Computed(_) => self.json(None, out),
        }
    }
}

/// Writes a pair: decoded as forms are (URL Standard section 5.1), and as it is written.
fn param(pair: Pair<'_>, out: &mut Vec<u8>) {
    let text = pair.text().as_str();
    let (raw_name, raw_value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let (name, value) = (pair.name(), pair.value().unwrap_or_default());
    let fields = [
        ("name", Value::Text(&String::from_utf8_lossy(&name))),
        ("value", Value::Text(&String::from_utf8_lossy(&value))),
        ("raw_name", Value::Text(raw_name)),
        ("raw_value", raw_value.into()),
    ];
    object(&fields, out);
}

/// Writes the variables of a template: a text, a list or an object each.
fn variables(found: &Match<'_, '_>, out: &mut Vec<u8>) {
    out.push(b'{');
    for (number, (name, value)) in found.variables().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        string(name, out);
        out.push(b':');
        match value {
            template::Value::Text(text) => string(text, out),
            template::Value::List(items) => list(items.iter(), None, out, |item, out| string(item, out)),
            template::Value::Pairs(pairs) => {
                out.push(b'{');
                for (number, (name, text)) in pairs.iter().enumerate() {
                    if number > 0 {
                        out.push(b',');
                    }
                    string(name, out);
                    out.push(b':');
                    string(text, out);
                }
                out.push(b'}');
            }
            _ => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
}

/// Writes the components of a match: the input and the groups of each.
fn groups(found: &pattern::Match<'_, '_>, out: &mut Vec<u8>) {
    out.push(b'{');
    for (number, component) in Component::ALL.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        key(component.name(), out);
        out.extend_from_slice(b"{\"input\":");
        string(found.input().get(component), out);
        out.extend_from_slice(b",\"groups\":{");
        for (number, (name, text)) in found.groups(component).enumerate() {
            if number > 0 {
                out.push(b',');
            }
            string(name, out);
            out.push(b':');
            Value::from(text).json(None, out);
        }
        out.extend_from_slice(b"}}");
    }
    out.push(b'}');
}

fn optional(text: Option<String>, out: &mut Vec<u8>) {
    match text {
        Some(text) => string(&text, out),
        None => out.extend_from_slice(b"null"),
    }
}

fn json_finding(finding: &Finding, out: &mut Vec<u8>) {
    worded(finding, &finding.to_string(), out);
}

fn worded(finding: &Finding, message: &str, out: &mut Vec<u8>) {
    let fields = [
        ("rule", Value::Text(finding.rule.code())),
        ("start", Value::Number(finding.span.start)),
        ("end", Value::Number(finding.span.end)),
        ("message", Value::Text(message)),
        ("see", Some(finding.see()).filter(|see| !see.is_empty()).into()),
    ];
    object(&fields, out);
}

fn list<T>(
    items: impl Iterator<Item = T>,
    bounds: Option<&Bounds>,
    out: &mut Vec<u8>,
    mut print: impl FnMut(T, &mut Vec<u8>),
) {
    out.push(b'[');
    for (number, item) in items.enumerate() {
        if number > 0 {
            out.push(b',');
        }
        print(item, out);
        if bounds.is_some_and(|bounds| bounds.check(out.len()).is_err()) {
            break;
        }
    }
    out.push(b']');
}

/// Writes a JSON string (RFC 8259 section 7). Escapes all characters that act on a terminal or hide, because the JSON
/// may be read on one.
fn string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text;
    while let Some(at) = to_escape(rest) {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        match rest.as_bytes()[at] {
            byte @ (b'"' | b'\\') => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            ..0x80 => put(out, format_args!("\\u{:04x}", rest.as_bytes()[at])),
            _ => {
                let character = rest[at..].chars().next().unwrap_or_default();
                for unit in character.encode_utf16(&mut [0; 2]) {
                    put(out, format_args!("\\u{unit:04x}"));
                }
                rest = &rest[at + character.len_utf8()..];
                continue;
            }
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest.as_bytes());
    out.push(b'"');
}

/// Whether each byte must be escaped or may begin a character that must: every hidden character beyond ASCII begins with
/// one of these bytes.
const MAY_BE_TO_ESCAPE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = matches!(
            byte as u8,
            b'"' | b'\\' | 0..0x20 | 0x7f | 0xc2 | 0xcd | 0xd8 | 0xdb | 0xdc | 0xe0..=0xe3 | 0xef | 0xf0 | 0xf3
        );
        byte += 1;
    }
    table
};

/// Returns the position of the first character to escape. Checks blocks of eight bytes without branches inside, because
/// most text is printable ASCII that needs no escape.
fn to_escape(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (blocks, _) = bytes.as_chunks::<8>();
    let plain = |byte: u8| (byte.wrapping_sub(b' ') < 0x5f) & (byte != b'"') & (byte != b'\\');
    let is_plain = |block: &&[u8; 8]| block.iter().fold(true, |found, &byte| found & plain(byte));
    let from = blocks.iter().take_while(is_plain).count() * 8;
    let mut candidates = (from..bytes.len()).filter(|&at| MAY_BE_TO_ESCAPE[usize::from(bytes[at])]);
    let is_hidden = |at: usize| text[at..].chars().next().is_some_and(napkin::is_hidden);
    candidates.find(|&at| matches!(bytes[at], b'"' | b'\\') || is_hidden(at))
}

/// Appends a number in decimal, several times faster than the formatter.
pub(super) fn decimal(mut number: usize, out: &mut Vec<u8>) {
    // The longest has twenty digits.
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return out.extend_from_slice(&digits[at..]);
        }
    }
}

/// Appends formatted text; writing to memory does not fail.
fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_hidden_characters_and_reads_back() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text = character.encode_utf8(&mut bytes);
            assert!(!napkin::is_hidden(character) || MAY_BE_TO_ESCAPE[usize::from(text.as_bytes()[0])], "{text:?}");
        }
        let all: String = ('\0'..=char::MAX).collect();
        let mut out = Vec::new();
        string(&all, &mut out);
        let written = String::from_utf8(out).expect("text");
        assert!(!written.chars().any(napkin::is_hidden));
        assert_eq!(serde_json::from_str::<String>(&written).expect("a string"), all);
    }

    #[test]
    fn json_is_json() {
        let fields = [
            ("a", Value::Null),
            ("b", Value::Text("\"\\\n\u{1}\u{7f}\u{e9}")),
            ("c", Value::Bytes(b"x\xff")),
            ("d", Value::Names(&["case", "path"])),
            ("e", Value::Number(65535)),
            ("g", Value::Number(usize::MAX)),
            ("h", Value::Number(0)),
            ("i", Value::Text("sixteen letters and a \" behind them\\")),
            ("f", Value::Bool(false)),
        ];
        let mut out = Vec::new();
        object(&fields, &mut out);
        let expected = "{\"a\":null,\"b\":\"\\\"\\\\\\n\\u0001\\u007f\u{e9}\",\"c\":\"x\u{fffd}\",\"c_base64\":\"eP8=\",\
                        \"d\":[\"case\",\"path\"],\"e\":65535,\"g\":18446744073709551615,\
                        \"h\":0,\"i\":\"sixteen letters and a \\\" behind them\\\\\",\"f\":false}";
        assert_eq!(String::from_utf8(out).as_deref(), Ok(expected));
    }
}
