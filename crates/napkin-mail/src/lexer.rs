//! Splits structured header fields into tokens (RFC 5322 section 3.2, RFC 2045 section 5.1). Start at `structured`.
//!
//! The lexer finds comments, quoted strings and parameters, and removes quotes, quoted pairs and folds from values. It accepts
//! malformed fields and reports a flaw: a parameter without a semicolon before it, or an unquoted value that needs quotes. The
//! module `parameters` joins parameters in pieces.

use crate::mapped_bytes::{ByteBuilder, Mapped};
use napkin::{Rule, Span};
use std::ops::Deref;

use crate::rules;

/// A field of the form `value; name=value; name=value`. All spans refer to the bytes that were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structured {
    /// The text before the first parameter, without comments at either end.
    pub(crate) head: Span,
    pub(crate) parameters: Pieces,
    /// The violations of the grammar.
    pub(crate) flaws: Vec<(Rule, Span)>,
}

/// The parameters of a field. A single parameter, the usual case, needs no allocation.
#[derive(Clone, Debug, Default)]
pub(crate) enum Pieces {
    #[default]
    None,
    One(Piece),
    Many(Vec<Piece>),
}

impl Pieces {
    fn push(&mut self, piece: Piece) {
        match self {
            Self::None => *self = Self::One(piece),
            Self::One(first) => *self = Self::Many(vec![*first, piece]),
            Self::Many(pieces) => pieces.push(piece),
        }
    }
}

impl Deref for Pieces {
    type Target = [Piece];

    fn deref(&self) -> &[Piece] {
        match self {
            Self::None => &[],
            Self::One(piece) => std::slice::from_ref(piece),
            Self::Many(pieces) => pieces,
        }
    }
}

/// One `name=value` as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) name: Span,
    /// The value with its quotes.
    pub(crate) value: Span,
    /// The value without its quotes.
    pub(crate) inside: Span,
    pub(crate) is_quoted: bool,
}

const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns whether a byte is one of the `tspecials` (RFC 2045 section 5.1).
const fn is_tspecial(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'@' | b',' | b';' | b':' | b'\\' | b'"' | b'/' | b'[' | b']' | b'?' | b'='
    )
}

const fn is_token(byte: u8) -> bool {
    byte > b' ' && byte != 0x7f && !is_tspecial(byte)
}

/// Returns the end of white space and comments at `at` (CFWS, RFC 5322 section 3.2.2). Comments nest; an unclosed comment
/// extends to the end.
pub(crate) fn skip(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => depth += 1,
            b')' if depth > 0 => depth -= 1,
            b'\\' if depth > 0 => at += 1,
            _ if depth > 0 || is_white(byte) => {}
            _ => break,
        }
        at += 1;
    }
    at.min(bytes.len())
}

/// Returns the end of the quoted string that begins at `at`, and whether it is closed.
pub(crate) fn quoted(bytes: &[u8], mut at: usize) -> (usize, bool) {
    at += 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += found;
        if bytes[at] == b'"' {
            return (at + 1, true);
        }
        at += 2;
    }
    (bytes.len(), false)
}

fn run(bytes: &[u8], at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    bytes[at..].iter().position(|&byte| !belongs(byte)).map_or(bytes.len(), |length| at + length)
}

/// Returns the text before the parameters of a field's value, without comments at either end.
pub(crate) fn head(bytes: &[u8]) -> Span {
    let start = skip(bytes, 0);
    let mut head = Span::new(start, run(bytes, start, |byte| !is_white(byte) && !matches!(byte, b';' | b'(')));
    loop {
        // White space or comments around the slash, as in `text / plain`, do not end the head.
        let next = skip(bytes, head.end);
        let is_slash = bytes.get(next) == Some(&b'/');
        let is_behind_slash = next > head.end && bytes[..head.end].ends_with(b"/");
        let is_word = is_behind_slash && bytes.get(next).is_some_and(|&byte| is_token(byte));
        if !(is_slash || is_word) {
            return head;
        }
        head.end = run(bytes, next + usize::from(is_slash), is_token);
    }
}

/// Parses a field's value.
pub(crate) fn structured(bytes: &[u8]) -> Structured {
    let mut read = Structured { head: head(bytes), ..Structured::default() };
    let mut at = read.head.end;
    while at < bytes.len() {
        at = skip(bytes, at);
        match bytes.get(at) {
            None => break,
            Some(b';') => at += 1,
            Some(_) => at = read.parameter(bytes, at),
        }
    }
    read
}

impl Structured {
    /// Reads the parameter at `at`, which is not white space, a comment or a semicolon. Returns its end.
    fn parameter(&mut self, bytes: &[u8], at: usize) -> usize {
        let name = Span::new(at, run(bytes, at, |byte| !is_white(byte) && !matches!(byte, b';' | b'=' | b'(' | b'"')));
        let equals = skip(bytes, name.end);
        if bytes.get(equals) != Some(&b'=') || name.is_empty() {
            // Not a parameter: skip to the next semicolon.
            let end = self.junk(bytes, at);
            self.flaws.push((rules::MAIL_PARAMETER, Span::new(at, end)));
            return end;
        }
        if bytes[..at].iter().rev().find(|byte| !is_white(**byte)).is_some_and(|&byte| byte != b';' && byte != b')') {
            self.flaws.push((rules::MAIL_PARAMETER, name));
        }
        let start = skip(bytes, equals + 1);
        if bytes.get(start) == Some(&b'"') {
            let (end, is_closed) = quoted(bytes, start);
            if !is_closed {
                self.flaws.push((rules::MAIL_PARAMETER, Span::new(start, end)));
            }
            let inside = Span::new(start + 1, end - usize::from(is_closed));
            self.parameters.push(Piece { name, value: Span::new(start, end), inside, is_quoted: true });
            return end;
        }
        let mut end = run(bytes, start, is_token);
        if bytes.get(end).is_some_and(|&byte| !is_white(byte) && !matches!(byte, b';' | b'(')) {
            end = run(bytes, start, |byte| !is_white(byte) && byte != b';');
            self.flaws.push((rules::MAIL_PARAMETER, Span::new(start, end)));
        }
        let value = Span::new(start, end);
        self.parameters.push(Piece { name, value, inside: value, is_quoted: false });
        end
    }

    /// Returns the next semicolon outside quotes and comments, or the end.
    fn junk(&self, bytes: &[u8], mut at: usize) -> usize {
        while let Some(&byte) = bytes.get(at) {
            at = match byte {
                b';' => return at,
                b'"' => quoted(bytes, at).0,
                b'(' => skip(bytes, at),
                _ => at + 1,
            };
        }
        bytes.len()
    }
}

impl Piece {
    /// Returns the value without quotes, quoted pairs (RFC 822 section 3.3) and the line breaks of folds (section 3.1.1).
    /// `at` is the place of the bytes in the source.
    pub(crate) fn content(&self, bytes: &[u8], at: usize) -> Mapped {
        let mut built = ByteBuilder::new(at + self.inside.start);
        self.append(bytes, at, &mut built);
        built.finish()
    }

    /// Appends the same value to `built`.
    pub(crate) fn append(&self, bytes: &[u8], at: usize, built: &mut ByteBuilder) {
        unfold(bytes, self.inside, at, self.is_quoted, built);
    }
}

/// Appends a span of a field without the line breaks of folds and, if it is quoted, without the backslashes of quoted pairs.
pub(crate) fn unfold(bytes: &[u8], part: Span, at: usize, is_quoted: bool, built: &mut ByteBuilder) {
    let (mut done, mut here) = (part.start, part.start);
    while let Some(found) = memchr::memchr3(b'\r', b'\n', b'\\', &bytes[here..part.end]) {
        here += found;
        match bytes[here] {
            b'\r' | b'\n' => {
                built.run(&bytes[done..here], at + done);
                done = here + 1;
            }
            _ if is_quoted && here + 1 < part.end => {
                built.run(&bytes[done..here], at + done);
                built.unit(&bytes[here + 1..here + 2], Span::new(at + here, at + here + 2));
                here += 1;
                done = here + 1;
            }
            _ => {}
        }
        here += 1;
    }
    built.run(&bytes[done.min(part.end)..part.end], at + done);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the head, the names and values, and the number of flaws.
    fn read(text: &str) -> (String, Vec<(String, String)>, usize) {
        let read = structured(text.as_bytes());
        let value = |piece: &Piece| piece.content(text.as_bytes(), 0).text();
        let pairs = read.parameters.iter().map(|piece| (piece.name.of(text).to_owned(), value(piece))).collect();
        (read.head.of(text).to_owned(), pairs, read.flaws.len())
    }

    #[test]
    fn fields_are_taken_apart() {
        for (text, head, pairs, flaws) in [
            ("text/plain", "text/plain", &[][..], 0),
            (" text/plain ; charset=us-ascii (Plain text)", "text/plain", &[("charset", "us-ascii")], 0),
            ("a/b (c) ; (d) x (e) = (f) \"y;z\" (g) ; u=v", "a/b", &[("x", "y;z"), ("u", "v")], 0),
            ("a/b; x=\"(no comment)\"", "a/b", &[("x", "(no comment)")], 0),
            ("a/b; x=\"q\\\"p\\\\\"", "a/b", &[("x", "q\"p\\")], 0),
            ("a/b; x=\"one\r\n two\"", "a/b", &[("x", "one two")], 0),
            ("a/b; x=mail-server\r\n   server=\"l@b\"", "a/b", &[("x", "mail-server"), ("server", "l@b")], 1),
            ("a/b; url=http://h/p?x=1;y=2", "a/b", &[("url", "http://h/p?x=1"), ("y", "2")], 1),
            ("a/b; junk; x=y", "a/b", &[("x", "y")], 1),
            ("a/b; x=\"open; y=z", "a/b", &[("x", "open; y=z")], 1),
            ("a/b; x=", "a/b", &[("x", "")], 0),
            ("a / b; x=y", "a / b", &[("x", "y")], 0),
            ("a/b; =; x=y", "a/b", &[("x", "y")], 1),
            ("", "", &[], 0),
            ("(", "", &[], 0),
            ("\"", "\"", &[], 0),
        ] {
            let pairs: Vec<_> = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            assert_eq!(read(text), (head.to_owned(), pairs, flaws), "{text:?}");
        }
    }

    #[test]
    fn values_lead_back() {
        let text = b"a/b; x=\"q\\\"p\r\n z\"";
        let value = structured(text).parameters[0].content(text, 100);
        assert_eq!(value.bytes, b"q\"p z");
        let places = [(0, 1, 108, 109), (1, 2, 109, 111), (2, 3, 111, 112), (3, 4, 114, 115), (4, 5, 115, 116)];
        for (start, end, from, to) in places {
            assert_eq!(value.level.source(Span::new(start, end)), Span::new(from, to), "{start}");
        }
        assert_eq!(value.cover, Span::new(108, 116));
    }
}
