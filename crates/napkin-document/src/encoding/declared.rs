//! Finds the encoding that a document declares.
//!
//! Follows the HTML standard 13.2.3.2 ("prescan a byte stream to determine its encoding", "get an XML encoding"), XML
//! 1.0 section 4.3.3 and Appendix F, and CSS Syntax section 3.2. Only the first 1024 bytes are read. A document whose
//! declaration is readable as ASCII is not in UTF-16, so a label of UTF-16 means UTF-8.

use crate::entity::Kind;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memmem;

/// The number of bytes that are searched for a declaration.
pub(crate) const PRESCAN: usize = 1024;

pub(super) fn encoding(bytes: &[u8], kind: Kind) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(PRESCAN)];
    match kind {
        Kind::Html => Html { bytes: start, at: 0 }.prescan().or_else(|| xml(start)),
        Kind::Xml | Kind::Svg => match start {
            // Appendix F.1, without a byte order mark.
            [0, b'<', 0, _, ..] => Some(UTF_16BE),
            [b'<', 0, _, 0, ..] => Some(UTF_16LE),
            _ => xml(start),
        },
        Kind::Css => css(start),
        _ => None,
    }
}

fn labelled(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}

/// Matches `@charset "x";` byte by byte.
fn css(start: &[u8]) -> Option<&'static Encoding> {
    let label = start.strip_prefix(b"@charset \"")?;
    let end = memchr::memchr(b'"', label)?;
    label[end..].starts_with(b"\";").then(|| labelled(&label[..end])).flatten()
}

/// Performs "get an XML encoding".
fn xml(start: &[u8]) -> Option<&'static Encoding> {
    match start {
        [b'<', 0, b'?', 0, b'x', 0, ..] => return Some(UTF_16LE),
        [0, b'<', 0, b'?', 0, b'x', ..] => return Some(UTF_16BE),
        _ => {}
    }
    let declaration = start.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let behind = &declaration[memmem::find(declaration, b"encoding")? + b"encoding".len()..];
    let value = without_space(without_space(behind).strip_prefix(b"=")?);
    let (&quote, value) = value.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    let label = &value[..memchr::memchr(quote, value)?];
    if label.iter().any(|&byte| byte <= b' ') { None } else { labelled(label) }
}

fn without_space(text: &[u8]) -> &[u8] {
    let spaces = text.iter().take_while(|&&byte| byte <= b' ').count();
    &text[spaces..]
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// The state of the prescan.
struct Html<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Html<'_> {
    fn prescan(&mut self) -> Option<&'static Encoding> {
        while let Some(found) = self.bytes.get(self.at..).and_then(|rest| memchr::memchr(b'<', rest)) {
            self.at += found;
            let rest = &self.bytes[self.at..];
            if rest.starts_with(b"<!--") {
                // The hyphens of the opening may also be part of the closing: `<!-->`.
                self.at += 2;
                self.skip(b"-->");
            } else if is_meta(rest) {
                self.at += b"<meta".len();
                if let Some(encoding) = self.meta() {
                    return Some(encoding);
                }
            } else if matches!(rest, [_, first, ..] if first.is_ascii_alphabetic())
                || matches!(rest, [_, b'/', first, ..] if first.is_ascii_alphabetic())
            {
                let name = rest.iter().position(|&byte| is_space(byte) || byte == b'>');
                self.at += name.unwrap_or(rest.len());
                while self.attribute().is_some() {}
            } else if matches!(rest, [_, b'!' | b'/' | b'?', ..]) {
                self.skip(b">");
            } else {
                self.at += 1;
            }
        }
        None
    }

    fn skip(&mut self, end: &[u8]) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at = memmem::find(rest, end).map_or(self.bytes.len(), |found| self.at + found + end.len());
    }

    fn meta(&mut self) -> Option<&'static Encoding> {
        let (mut is_pragma, mut needs_pragma, mut charset) = (false, None, None);
        let mut seen: Vec<Vec<u8>> = Vec::new();
        while let Some((name, value)) = self.attribute() {
            if seen.contains(&name) {
                continue;
            }
            match &name[..] {
                b"http-equiv" => is_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    charset = of_content(&value).and_then(Encoding::for_label);
                    needs_pragma = charset.map(|_| true).or(needs_pragma);
                }
                b"charset" => {
                    charset = Encoding::for_label(&value);
                    needs_pragma = Some(false);
                }
                _ => {}
            }
            seen.push(name);
        }
        let counts = needs_pragma.is_some_and(|needs_pragma| is_pragma || !needs_pragma);
        let encoding = charset.filter(|_| counts)?;
        Some(match encoding {
            _ if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
            _ if encoding == X_USER_DEFINED => WINDOWS_1252,
            _ => encoding,
        })
    }

    /// Performs "get an attribute"; name and value are returned in lower case.
    fn attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.pass(|byte| is_space(byte) || byte == b'/');
        if self.peek()? == b'>' {
            return None;
        }
        let start = self.at;
        // A `=` at the beginning belongs to the name.
        self.at += 1;
        self.pass(|byte| !(is_space(byte) || matches!(byte, b'=' | b'/' | b'>')));
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        self.pass(is_space);
        if self.peek()? != b'=' {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.pass(is_space);
        let value = match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let length = memchr::memchr(quote, &self.bytes[start..])?;
                self.at = start + length + 1;
                &self.bytes[start..start + length]
            }
            b'>' => &[],
            _ => {
                let start = self.at;
                self.pass(|byte| !is_space(byte) && byte != b'>');
                &self.bytes[start..self.at]
            }
        };
        Some((name, value.to_ascii_lowercase()))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn pass(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&belongs) {
            self.at += 1;
        }
    }
}

fn is_meta(rest: &[u8]) -> bool {
    let name = rest.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"<meta"));
    name && rest.get(5).is_some_and(|&byte| is_space(byte) || byte == b'/')
}

/// Performs "extracting a character encoding from a meta element": returns the label after `charset=`. The value must
/// be in lower case.
fn of_content(value: &[u8]) -> Option<&[u8]> {
    let spaces = |text: &[u8]| text.iter().take_while(|&&byte| is_space(byte)).count();
    let mut rest = value;
    let label = loop {
        rest = &rest[memmem::find(rest, b"charset")? + b"charset".len()..];
        let behind = &rest[spaces(rest)..];
        if let Some(label) = behind.strip_prefix(b"=") {
            break &label[spaces(label)..];
        }
    };
    match label.first()? {
        &quote @ (b'"' | b'\'') => label[1..].iter().position(|&byte| byte == quote).map(|end| &label[1..1 + end]),
        _ => {
            let end = label.iter().position(|&byte| is_space(byte) || byte == b';');
            Some(&label[..end.unwrap_or(label.len())])
        }
    }
}
