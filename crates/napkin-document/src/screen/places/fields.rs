//! Fields of mail, and parameters in them.
//!
//! Decides: where a field and its value begin and end, folded lines among them (RFC 5322 section 2.2), and what a parameter is
//! that is continued (RFC 2231). What a field means is [`mail`](super::mail)'s.

use crate::map::Builder;
use napkin::{Span, percent};

/// What becomes of a line break and the white space behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    /// It is a space.
    Space,
    /// It is nothing, as in a URL.
    Nothing,
    /// It is nothing with one space, as in cards; what white space follows is a value's own.
    One,
}

/// A field: its name in lower case, and where its value stands.
pub(super) struct Field {
    pub(super) name: String,
    value: Span,
}

impl Field {
    /// The value, with units in the bytes of the message.
    pub(super) fn text(&self, bytes: &[u8], fold: Fold) -> Builder {
        unfolded(bytes, self.value, fold)
    }
}

/// The fields of a message, and where its body begins.
pub(super) fn fields(bytes: &[u8]) -> (Vec<Field>, usize) {
    let mut fields: Vec<Field> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1);
        let line = &bytes[at..end];
        if matches!(line, b"\n" | b"\r\n") {
            return (fields, end);
        }
        match (line[0], fields.last_mut()) {
            (b' ' | b'\t', Some(field)) => field.value.end = end,
            _ => fields.extend(field(bytes, at, end)),
        }
        at = end;
    }
    (fields, bytes.len())
}

fn field(bytes: &[u8], start: usize, end: usize) -> Option<Field> {
    let colon = memchr::memchr(b':', &bytes[start..end])?;
    let name = String::from_utf8_lossy(bytes[start..start + colon].trim_ascii()).to_ascii_lowercase();
    Some(Field { name, value: Span::new(start + colon + 1, end) })
}

/// A text in which line breaks that white space follows, and that white space, are replaced. Without the white space at
/// either end.
pub(super) fn unfolded(bytes: &[u8], span: Span, fold: Fold) -> Builder {
    let raw = &bytes[span.range()];
    let start = span.start + (raw.len() - raw.trim_ascii_start().len());
    let raw = raw.trim_ascii();
    let mut built = Builder::default();
    if start > 0 {
        built.unit("", Span::new(0, start));
    }
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\n', &raw[at..]) {
        at += found;
        let white = raw[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if white > 0 {
            let from = if at > done && raw[at - 1] == b'\r' { at - 1 } else { at };
            let to = at + 1 + if fold == Fold::One { 1 } else { white };
            built.bytes(&raw[done..from], start + done);
            built.unit(if fold == Fold::Space { " " } else { "" }, Span::new(start + from, start + to));
            done = to;
            at = to;
        } else {
            at += 1;
        }
    }
    built.bytes(&raw[done..], start + done);
    built
}

/// A parameter of a `Content-Type` field by its name in lower case, with units in the text of the field. One in pieces
/// (`url*0`, `url*1`) is joined; escapes are undone where a `*` says that there are some.
pub(super) fn parameter(text: &str, name: &str) -> Option<Builder> {
    let mut built = Builder::default();
    let (mut done, mut found) = (0, false);
    for (key, value) in parameters(text) {
        let key = key.to_ascii_lowercase();
        let Some(rest) = key.strip_prefix(name) else { continue };
        let is_piece = rest.trim_matches(|c: char| c == '*' || c.is_ascii_digit()).is_empty();
        if !(rest.is_empty() || (rest.starts_with('*') && is_piece)) || (found && rest.is_empty()) {
            continue;
        }
        built.unit("", Span::new(done, value.start));
        let raw = value.of(text);
        if rest.ends_with('*') {
            let data = if found { raw } else { raw.splitn(3, '\'').last().unwrap_or(raw) };
            built.unit(&unescaped(data), value);
        } else {
            built.text.push_str(raw);
        }
        (done, found) = (value.end, true);
    }
    found.then_some(built)
}

fn unescaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    percent::decode_into(text.as_bytes(), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Names and values, without quotes.
fn parameters(text: &str) -> Vec<(&str, Span)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = memchr::memchr(b';', bytes).map_or(bytes.len(), |at| at + 1);
    while at < bytes.len() {
        let equals = memchr::memchr2(b'=', b';', &bytes[at..]).map_or(bytes.len(), |end| at + end);
        let name = text[at..equals].trim();
        at = equals + 1;
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (start, close) = if bytes.get(at) == Some(&b'"') { (at + 1, b'"') } else { (at, b';') };
        let start = start.min(bytes.len());
        let end = memchr::memchr(close, &bytes[start..]).map_or(bytes.len(), |end| start + end);
        let end_of_value = if close == b';' { start + text[start..end].trim_end().len() } else { end };
        found.push((name, Span::new(start, end_of_value)));
        at = memchr::memchr(b';', &bytes[end..]).map_or(bytes.len(), |next| end + next + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_and_joined() {
        for (text, expected) in [
            ("a/b; url=x; c=d", Some("x")),
            ("a/b; URL=\"x;y\"", Some("x;y")),
            ("a/b; url*0=x; url*1=\"y\"", Some("xy")),
            ("a/b; url*0*=us-ascii'en'x%2C; url*1=y", Some("x,y")),
            // RFC 2231 section 7: two hexadecimal digits, which a sign is none of.
            ("a/b; url*=us-ascii'en'%+1%2b%-2", Some("%+1+%-2")),
            ("a/b; urls=x; curl=y", None),
            ("a/b; url", None),
            ("a/b; url=", Some("")),
        ] {
            assert_eq!(parameter(text, "url").map(|built| built.text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn fields_unfold() {
        let mail = b"A: b\r\n c\r\nx\r\nD :e\n\nbody";
        let (fields, body) = fields(mail);
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((names, &mail[body..]), (vec!["a", "d"], &b"body"[..]));
        assert_eq!(
            (fields[0].text(mail, Fold::Space).text.as_str(), fields[1].text(mail, Fold::Space).text.as_str()),
            ("b c", "e")
        );
    }
}
