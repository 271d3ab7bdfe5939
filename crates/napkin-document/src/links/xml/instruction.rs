//! References in the instructions of office documents: fields of word processing, and formulas of spreadsheets. Start with `references`.
//!
//! Finds only URLs that are written out. Those that a formula or a nested field computes are not found.

use std::ops::Range;

use napkin::Span;
use napkin::map::Builder;

use crate::target_fragments::fragment;
use crate::usage::Use;

/// A language of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Fields of Office Open XML (ISO/IEC 29500-1 section 17.16).
    Field,
    /// Formulas of Office Open XML (ISO/IEC 29500-1 section 18.17), and of OpenDocument (ODF 1.3 part 4).
    Formula,
}

/// The functions of formulas whose first argument is a URL.
const FUNCTIONS: [(&str, Use); 3] = [("HYPERLINK", Use::Navigation), ("IMAGE", Use::Image), ("WEBSERVICE", Use::Other)];

/// The fields whose first argument is a URL.
const FIELDS: [(&str, Use); 3] =
    [("HYPERLINK", Use::Navigation), ("INCLUDEPICTURE", Use::Image), ("INCLUDETEXT", Use::Other)];

/// The switches of these fields that have an argument.
const SWITCHES_WITH_ARGUMENTS: &[u8] = b"cloty";

/// A reference in an instruction, with its map to the instruction, and where it starts there.
pub(crate) struct Reference {
    pub(crate) built: Builder,
    pub(crate) start: usize,
    pub(crate) used: Use,
    /// The prefix that the reference got.
    pub(crate) assumed: Option<&'static str>,
}

/// Returns the references in an instruction. Places in the document itself and sheets of other files are none. Relative paths in formulas get
/// the prefix.
pub(crate) fn references(language: Language, text: &str, prefix: Option<&'static str>) -> Vec<Reference> {
    match language {
        Language::Field => field(text).into_iter().collect(),
        Language::Formula => formula(text, prefix),
    }
}

/// Returns whether a text names a place in the document itself, or a sheet of another file.
fn is_place(text: &str) -> bool {
    matches!(text.trim().as_bytes(), [] | [b'#' | b'[', ..])
}

/// Returns whether a reference is a path that is resolved against the path of the base.
fn is_relative_path(reference: &str) -> bool {
    let first = reference.split(['/', '?', '#']).next().unwrap_or_default();
    !first.is_empty() && !first.contains(':')
}

/// Returns the use of what a name takes, if it takes a URL.
fn used(table: &[(&str, Use)], name: &str) -> Option<Use> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, used)| used)
}

/// Reads a field: a name, arguments, and switches, some of which have an argument. `\l` names a place in what the first argument names.
fn field(text: &str) -> Option<Reference> {
    let mut words = Words { text, at: 0 };
    let used = used(&FIELDS, &text[words.next()?.inside])?;
    let (mut target, mut place) = (None, None);
    while let Some(word) = words.next() {
        match text[word.inside.clone()].as_bytes() {
            [b'\\', b'l' | b'L'] if !word.is_quoted => place = words.next(),
            [b'\\', switch] if !word.is_quoted && SWITCHES_WITH_ARGUMENTS.contains(&switch.to_ascii_lowercase()) => {
                words.next();
            }
            [b'\\', ..] if !word.is_quoted => {}
            _ => target = target.or(Some(word)),
        }
    }
    let (target, mut built) = (target?, Builder::default());
    push(&mut built, text, &target, '\\');
    if let Some(place) = place.filter(|place| place.inside.start > target.inside.end && !place.inside.is_empty()) {
        let mut name = Builder::default();
        push(&mut name, text, &place, '\\');
        built.unit(&format!("#{}", fragment(&name.text)), Span::new(target.inside.end, place.inside.end));
    }
    let is_reference = !is_place(&built.text);
    is_reference.then_some(Reference { built, start: target.inside.start, used, assumed: None })
}

/// Appends the content of a word. In a quoted word, the character after `escape` is literal, and `escape` is left out.
fn push(built: &mut Builder, text: &str, word: &Word, escape: char) {
    let (mut rest, mut at) = (&text[word.inside.clone()], word.inside.start);
    while word.is_quoted
        && let Some((before, behind)) = rest.split_once(escape)
        && let Some(escaped) = behind.chars().next()
    {
        built.text.push_str(before);
        let (start, length) = (at + before.len(), escaped.len_utf8());
        at = start + escape.len_utf8() + length;
        built.unit(&behind[..length], Span::new(start, at));
        rest = &behind[length..];
    }
    built.text.push_str(rest);
}

/// A word of a field.
struct Word {
    /// Where it is, without its quotes.
    inside: Range<usize>,
    is_quoted: bool,
}

/// Iterates over the words of a field: what spaces separate, and what is in quotes.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<Word> {
        let bytes = self.text.as_bytes();
        let start = self.at + bytes.get(self.at..)?.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let is_quoted = bytes[start] == b'"';
        let start = start + usize::from(is_quoted);
        let mut end = start;
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'\\' if is_quoted => end += 1,
                b'"' => break,
                _ if !is_quoted && byte.is_ascii_whitespace() => break,
                _ => {}
            }
            end += 1;
        }
        let end = end.min(bytes.len());
        self.at = end + usize::from(is_quoted);
        Some(Word { inside: start..end, is_quoted })
    }
}

/// Reads a formula: the first arguments of the functions that take a URL, where they are texts. A quote in a text is doubled.
fn formula(text: &str, prefix: Option<&'static str>) -> Vec<Reference> {
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::new(), 0);
    // The function whose first argument comes next.
    let mut function = None;
    while let Some(next) = memchr::memchr3(b'"', b'(', b'\'', &bytes[at..]).map(|next| at + next) {
        if bytes[next] == b'(' {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            let before = bytes[at..next].iter().rposition(|byte| !is_name(byte));
            function = used(&FUNCTIONS, &text[before.map_or(at, |before| at + before + 1)..next]);
            at = next + 1;
            continue;
        }
        // The name of a sheet.
        if bytes[next] == b'\'' {
            function = None;
            at = memchr::memchr(b'\'', &bytes[next + 1..]).map_or(bytes.len(), |end| next + 1 + end + 1);
            continue;
        }
        let is_first = text[at..next].trim().is_empty();
        let word = Word { inside: next + 1..text_end(bytes, next + 1), is_quoted: true };
        at = (word.inside.end + 1).min(bytes.len());
        let is_whole = matches!(text[at..].trim_start().as_bytes(), [b',' | b';' | b')', ..]);
        let inside = &text[word.inside.clone()];
        if let Some(used) = function.take().filter(|_| is_first && is_whole && !is_place(inside)) {
            let (start, mut built) = (word.inside.start, Builder::default());
            let assumed = prefix.filter(|_| is_relative_path(inside));
            if let Some(prefix) = assumed {
                built.unit(prefix, Span::new(start, start));
            }
            push(&mut built, text, &word, '"');
            found.push(Reference { built, start, used, assumed });
        }
    }
    found
}

/// Returns the end of a text in a formula.
fn text_end(bytes: &[u8], start: usize) -> usize {
    let mut quotes = memchr::memchr_iter(b'"', &bytes[start..]).map(|at| start + at).peekable();
    while let Some(quote) = quotes.next() {
        if quotes.next_if_eq(&(quote + 1)).is_none() {
            return quote;
        }
    }
    bytes.len()
}
