//! Reads and writes the `URL` parameter of an external body (RFC 2017 section 3.1). Start at `write_url` and `read`.
//!
//! The module follows the prose of the section, not its grammar. In the grammar a word is a token, which excludes the colon
//! and so every absolute URL. The parameter value itself, with RFC 2231, is already decoded by `ContentType`.

use crate::mapped_bytes::Mapped;
use crate::parameters::Parameter;
use napkin::{Finding, Rule, Sink, Span, Standard};
use std::fmt::Write;

use crate::rules;

/// The longest word in characters.
const WORD: usize = 40;

/// The longest piece under RFC 2231 in characters, so that a line with the name of the piece has at most 76.
const PIECE: usize = 60;

/// The way to wrap a URL over lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrap {
    /// Words of at most 40 characters in one quoted string, as RFC 2017 section 3.1 requires.
    #[default]
    Words,
    /// Separate parameters, `URL*0="..."; URL*1="..."` (RFC 2231 section 3), for programs that do not remove white space,
    /// such as Gnus.
    Rfc2231,
    /// No wrapping.
    None,
}

/// Returns the parameter text for a URL, to append after `access-type=URL; `. Lines are broken by CRLF and one space.
///
/// Escapes spaces, controls, quotation marks, backslashes and non-ASCII characters, and nothing else, so that escaping twice
/// changes nothing.
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

/// Returns whether a byte must be escaped in the parameter.
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

/// The meaning of white space in a URL that is not at a line fold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spaces {
    /// White space is removed, as RFC 2017 section 3.1 requires.
    #[default]
    Remove,
    /// White space is part of the URL. Some programs, such as nmh, write URLs with unescaped spaces.
    Keep,
}

/// Returns the URL in a parameter, with its map to `text`, which contains the parameter.
pub(crate) fn read(parameter: &Parameter, text: &[u8], spaces: Spaces, findings: &mut dyn Sink) -> Mapped {
    let value = parameter.mapped();
    let mut say =
        |rule, span: Span| findings.report(Finding::new(rule, Standard::Rfc3986, value.level.source(span), "", None));
    let is_in_pieces = text.get(parameter.name_span().range()).is_some_and(|name| name.contains(&b'*'));
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

/// Returns the runs of white space.
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

/// Returns whether white space is at either end of a value, or at a line break.
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
