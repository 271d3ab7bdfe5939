//! The `URL` parameter of an external body (RFC 2017 section 3.1), both ways.
//!
//! Decides: how a URL is written as a parameter and how it is read. The prose of the section counts, not its grammar, by which a word
//! is a token: no URL is made of tokens, as each has a colon. What the parameter's value is, RFC 2231 and all, has been decided before
//! (`content_type`).

use crate::mapped_bytes::Mapped;
use crate::parameters::Parameter;
use napkin::{Finding, Rule, Sink, Span, Standard};
use std::fmt::Write;

use crate::rules;

/// The most characters of a word.
const WORD: usize = 40;

/// The most characters of a piece under RFC 2231, so that a line with its name has no more than 76.
const PIECE: usize = 60;

/// How a URL is broken over lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Words of at most 40 characters in one quoted string, as the standard says.
    #[default]
    Words,
    /// Pieces that are parameters of their own, `URL*0="..."; URL*1="..."` (RFC 2231 section 3), for programs that do not take out white
    /// space: Gnus is one.
    Rfc2231,
    /// Not at all.
    None,
}

/// A URL as the text of the parameter, to be put behind `access-type=URL; `. Lines are broken by CRLF and one space.
///
/// Spaces, controls, quotation marks, backslashes and what is beyond ASCII are escaped, and nothing else is, so that what has been written
/// so may be written again.
///
/// ```
/// use napkin_mail::{Wrap, write_url};
/// let url = "ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14 15";
/// assert_eq!(
///     write_url(url, Wrap::Words),
///     "URL=\"ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/8/9\r\n /10/11/12/13/14%2015\""
/// );
/// assert_eq!(write_url("http://h/\r\nX: y\"", Wrap::None), "URL=\"http://h/%0D%0AX:%20y%22\"");
/// ```
#[must_use]
pub fn write_url(url: &str, wrap: Wrap) -> String {
    let mut encoded = Vec::with_capacity(url.len());
    escape(url.as_bytes(), &mut encoded, &mut |_| {});
    let encoded = String::from_utf8(encoded).unwrap_or_default();
    let length = match wrap {
        Wrap::Words => WORD,
        Wrap::Rfc2231 if encoded.len() > PIECE => PIECE,
        _ => usize::MAX,
    };
    let mut text = String::with_capacity(encoded.len() + encoded.len() / 8 + 8);
    let mut rest = encoded.as_str();
    let mut number = 0;
    while number == 0 || !rest.is_empty() {
        let (piece, behind) = rest.split_at(length.min(rest.len()));
        match wrap {
            Wrap::Rfc2231 if length < usize::MAX => {
                let before = if number == 0 { "" } else { ";\r\n " };
                // Writing to memory does not fail.
                let _ = write!(text, "{before}URL*{number}=\"{piece}\"");
            }
            _ if number == 0 => text += &format!("URL=\"{piece}"),
            _ => text += &format!("\r\n {piece}"),
        }
        rest = behind;
        number += 1;
    }
    if !(wrap == Wrap::Rfc2231 && length < usize::MAX) {
        text.push('"');
    }
    text
}

/// Whether a byte has to be escaped in the parameter.
const fn is_to_escape(byte: u8) -> bool {
    !matches!(byte, b'!'..=b'~') || matches!(byte, b'"' | b'\\')
}

fn escape(bytes: &[u8], out: &mut Vec<u8>, escaped: &mut dyn FnMut(usize)) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for (at, &byte) in bytes.iter().enumerate() {
        if is_to_escape(byte) {
            escaped(at);
            out.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        } else {
            out.push(byte);
        }
    }
}

/// What white space means that does not stand where a line is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spaces {
    /// Nothing, as the standard says.
    #[default]
    Remove,
    /// Itself: some programs, of which nmh is one, write URLs without escaping their spaces.
    Keep,
}

/// The URL that a parameter holds, where its value's bytes stand in `text`.
pub(crate) fn read(parameter: &Parameter, text: &[u8], spaces: Spaces, findings: &mut dyn Sink) -> Mapped {
    let value = parameter.mapped();
    let mut say =
        |rule, span: Span| findings.report(Finding::new(rule, Standard::Rfc3986, value.level.source(span), "", None));
    let is_in_pieces = text.get(parameter.name().range()).is_some_and(|name| name.contains(&b'*'));
    check(value, is_in_pieces, &mut say);
    let mut kept = Vec::new();
    for white in white_space(&value.bytes) {
        if !is_folded(value, white, text) {
            say(rules::MAIL_URL_WHITE_SPACE, white);
            kept.extend((spaces == Spaces::Keep).then_some(white));
        }
    }
    let mut kept = kept.into_iter().peekable();
    value.map(|bytes, built| {
        for (at, &byte) in bytes.iter().enumerate() {
            while kept.next_if(|white| white.end <= at).is_some() {}
            let is_kept = kept.peek().is_some_and(|white| white.start <= at);
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') && !is_kept {
                continue;
            }
            if is_to_escape(byte) {
                let mut escaped = Vec::new();
                escape(&[byte], &mut escaped, &mut |_| {});
                built.unit(&escaped, Span::new(at, at + 1));
            } else {
                built.run(&[byte], at);
            }
        }
    })
}

/// Runs of white space.
fn white_space(bytes: &[u8]) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(byte, b' ' | b'\t') {
            match runs.last_mut().filter(|run| run.end == at) {
                Some(run) => run.end = at + 1,
                None => runs.push(Span::new(at, at + 1)),
            }
        }
    }
    runs
}

/// Whether white space of a value stands at either end of it, or where a line is broken.
fn is_folded(value: &Mapped, white: Span, text: &[u8]) -> bool {
    if white.start == 0 || white.end == value.bytes.len() {
        return true;
    }
    if text.get(value.level.source(white).range()).is_some_and(|written| written.contains(&b'%')) {
        return false;
    }
    let source = Span::new(
        value.level.source(Span::new(white.start - 1, white.start)).end,
        value.level.source(Span::new(white.end, white.end + 1)).start,
    );
    source.start > source.end
        || text.get(source.range()).is_none_or(|between| between.contains(&b'\n') || between.contains(&b'"'))
}

fn check(value: &Mapped, is_in_pieces: bool, say: &mut dyn FnMut(Rule, Span)) {
    let bytes = &value.bytes;
    let mut start = 0;
    for word in bytes.split(|byte| matches!(byte, b' ' | b'\t')) {
        if word.len() > WORD && !is_in_pieces {
            say(rules::MAIL_URL_WORD, Span::new(start, start + word.len()));
        }
        start += word.len() + 1;
    }
    if let Some(at) = bytes.iter().position(|&byte| is_to_escape(byte) && !matches!(byte, b' ' | b'\t')) {
        say(rules::MAIL_URL_CHARACTER, Span::new(at, at + 1));
    }
    if let Some(at) = memchr::memmem::find(bytes, b"=?") {
        let marks = memchr::memchr_iter(b'?', &bytes[at..]).count();
        if marks >= 4 {
            say(rules::MAIL_PARAMETER_CHARACTERS, Span::new(at, bytes.len()));
        }
    }
    if let Some(at) = bytes.iter().position(|byte| !byte.is_ascii()) {
        say(rules::MAIL_PARAMETER_CHARACTERS, Span::new(at, at + 1));
    }
}
