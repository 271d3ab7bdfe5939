//! Tokens of structured header fields (RFC 5322 section 3.2, RFC 2045 section 5.1).
//!
//! Decides: where comments, quoted strings and parameters begin and end, and what a value is without quotes, quoted pairs
//! and folds. What malformed fields mean is decided leniently and said: a parameter without the semicolon before it, a value
//! that has to be quoted and is not. What a parameter in pieces is, `parameters` says.

use crate::mapped_bytes::{ByteBuilder, Mapped};
use napkin::{Rule, Span};
use std::ops::Deref;

use crate::rules;

/// A field of the form `value; name=value; name=value`, with all places in the bytes that were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structured {
    /// What stands before the first parameter, without comments at either end.
    pub(crate) head: Span,
    pub(crate) parameters: Pieces,
    /// What is not as the grammar has it.
    pub(crate) flaws: Vec<(Rule, Span)>,
}

/// The parameters of a field. Most have one, for which no memory is asked.
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

/// One `name=value` as it stands there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) name: Span,
    /// With its quotes.
    pub(crate) value: Span,
    /// Without them.
    pub(crate) inside: Span,
    pub(crate) is_quoted: bool,
}

const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// RFC 2045 section 5.1.
const fn is_tspecial(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'@' | b',' | b';' | b':' | b'\\' | b'"' | b'/' | b'[' | b']' | b'?' | b'='
    )
}

const fn is_token(byte: u8) -> bool {
    byte > b' ' && byte != 0x7f && !is_tspecial(byte)
}

/// The end of white space and comments at `at` (CFWS, RFC 5322 section 3.2.2). Comments nest; one that is not closed is read to the
/// end.
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

/// The end of the quoted string that begins at `at`, and whether it is closed.
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

/// What stands before the parameters of a field's value, without comments at either end.
pub(crate) fn head(bytes: &[u8]) -> Span {
    let start = skip(bytes, 0);
    let mut head = Span::new(start, run(bytes, start, |byte| !is_white(byte) && !matches!(byte, b';' | b'(')));
    loop {
        // `text / plain`, with white space or comments inside, is read on to the semicolon.
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

/// Reads a field's value.
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
    /// One parameter at `at`, where something else than white space, a comment or a semicolon stands.
    fn parameter(&mut self, bytes: &[u8], at: usize) -> usize {
        let name = Span::new(at, run(bytes, at, |byte| !is_white(byte) && !matches!(byte, b';' | b'=' | b'(' | b'"')));
        let equals = skip(bytes, name.end);
        if bytes.get(equals) != Some(&b'=') || name.is_empty() {
            // No parameter: everything to the next semicolon is passed over.
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

    /// The next semicolon outside of quotes and comments.
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
    /// What the value stands for: without quotes, quoted pairs (RFC 822 section 3.3) and the line breaks of folds (section 3.1.1).
    /// `at` is where the bytes stand in the source.
    pub(crate) fn content(&self, bytes: &[u8], at: usize) -> Mapped {
        let mut built = ByteBuilder::new(at + self.inside.start);
        self.append(bytes, at, &mut built);
        built.finish()
    }

    /// The same, behind what has been built.
    pub(crate) fn append(&self, bytes: &[u8], at: usize, built: &mut ByteBuilder) {
        unfold(bytes, self.inside, at, self.is_quoted, built);
    }
}

/// A part of a field without the line breaks of folds, and without the backslashes of quoted pairs if it is quoted.
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

    /// Head, names and values, and how many flaws.
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
