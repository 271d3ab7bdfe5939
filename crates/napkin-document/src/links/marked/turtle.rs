//! IRIs of Turtle, TriG, N-Triples, N-Quads and N3 (RDF 1.1 Turtle section 6), and of SPARQL (SPARQL 1.1 section 19), which share the syntax
//! of IRIs, strings and comments.
//!
//! A base applies from its declaration on, and is itself resolved against the base before it (Turtle section 2.4 and 6.3). Names with
//! prefixes are no references, but the IRIs of the prefixes are.

use super::mark::{Bases, Format, Found, Mark, Source};
use crate::context::Context;
use napkin::Span;
use napkin::map::Builder;

/// A document of this family.
pub(super) struct Turtle<'t> {
    text: &'t str,
    at: usize,
    bases: Bases<'t>,
    /// The last word, and the one before it.
    words: [&'t str; 2],
}

impl<'t> Turtle<'t> {
    pub(super) const fn new(source: Source<'t>) -> Self {
        let bases = Bases::new(source, Context::Place { format: "turtle", place: "base" });
        Self { text: source.text, at: 0, bases, words: [""; 2] }
    }

    /// Reads an IRI between its brackets.
    fn iri(&mut self, span: Span, found: &mut Found) {
        let built = numeric_escapes(span.of(self.text), span.start);
        let [before, last] = self.words;
        let is = |word: &str, name: &str| word.trim_start_matches('@').eq_ignore_ascii_case(name);
        if is(last, "base") {
            return self.bases.set(built.text, span, found);
        }
        let place = if last.ends_with(':') && is(before, "prefix") { "prefix" } else { "iri" };
        found.push(Mark::new(span, place).requested().within(self.bases.current()).decoded(built));
    }
}

impl Format for Turtle<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let bytes = self.text.as_bytes();
        let Some(&byte) = bytes.get(self.at) else { return false };
        let start = self.at;
        match byte {
            b'#' => {
                self.at += memchr::memchr2(b'\n', b'\r', &bytes[start..]).unwrap_or(bytes.len() - start);
                return true;
            }
            b'"' | b'\'' => {
                self.at = string_end(bytes, start);
                self.words = ["", ""];
                return true;
            }
            b'<' => {
                let end = start + 1 + bytes[start + 1..].iter().take_while(|byte| is_of_iri(**byte)).count();
                if bytes.get(end) == Some(&b'>') {
                    self.at = end + 1;
                    self.iri(Span::new(start + 1, end), found);
                    self.words = ["", ""];
                } else {
                    // The operator of SPARQL, whose operand begins no IRI.
                    self.at = (start + 1).max(end);
                }
                return true;
            }
            b'\\' => self.at += 1 + usize::from(bytes.get(start + 1).is_some_and(u8::is_ascii)),
            _ if is_of_word(byte) => {
                self.at += bytes[start..].iter().take_while(|byte| is_of_word(**byte)).count();
                self.words = [self.words[1], &self.text[start..self.at]];
                return true;
            }
            _ => self.at += 1,
        }
        true
    }
}

/// Returns whether an IRI between brackets may contain a byte (Turtle section 6.5, production 18, `IRIREF`).
const fn is_of_iri(byte: u8) -> bool {
    !matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`')
}

/// Returns whether a byte is part of a keyword or a name with a prefix.
const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'@' | b':' | b'_' | b'-' | b'.' | b'%')
}

/// Returns the end of the string that begins at `start` (Turtle section 6.5, productions 22 to 25).
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let is_long = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if is_long { 3 } else { 1 };
    while let Some(found) = memchr::memchr3(quote, b'\\', b'\n', &bytes[at.min(bytes.len())..]) {
        let found = at + found;
        match bytes[found] {
            b'\\' => at = found + 2,
            // A short string ends with its line, so that a quote that is none does no harm.
            b'\n' if !is_long => return found,
            b'\n' => at = found + 1,
            _ if !is_long => return found + 1,
            _ if bytes[found..].starts_with(&[quote; 3]) => return found + 3,
            _ => at = found + 1,
        }
    }
    bytes.len()
}

/// Decodes `\u00e9` and `\U000000e9` (Turtle section 6.4).
fn numeric_escapes(text: &str, at: usize) -> Builder {
    let (mut built, mut done) = (Builder::default(), 0);
    for (escape, _) in text.match_indices('\\') {
        let digits = match text.as_bytes().get(escape + 1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => continue,
        };
        let end = escape + 2 + digits;
        let digits = text.get(escape + 2..end).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let character = digits.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?));
        let Some(character) = character.filter(|_| escape >= done) else { continue };
        built.text.push_str(&text[done..escape]);
        built.unit(character.encode_utf8(&mut [0; 4]), Span::new(at + escape, at + end));
        done = end;
    }
    built.text.push_str(&text[done..]);
    built
}
