//! Parses tags byte by byte (HTML standard 13.2.5.6 to 8, 32 to 40).
//!
//! Finds the byte ranges of a tag, its name, its attributes and their values.

use std::borrow::Cow;

use memchr::{memchr, memchr3};

use crate::names::{Label, Name, pack, write_canonical};
use crate::references;
use crate::span::Span;
use crate::tag::{Attribute, Attributes, Quote, find_attribute};

/// A tag, by its byte ranges in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) name: Span,
    /// The first bytes of the name; see [`Label::new`].
    pub(super) packed: u64,
    pub(super) is_self_closing: bool,
    /// The offset after the `>`.
    pub(super) end: usize,
}

/// Bit 1: white space. Bit 2: other bytes that end an element name. Bit 4: other bytes that end an attribute name.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    class[b'\t' as usize] = 1;
    class[b'\n' as usize] = 1;
    class[b'\x0c' as usize] = 1;
    class[b'\r' as usize] = 1;
    class[b' ' as usize] = 1;
    class[b'/' as usize] = 2;
    class[b'>' as usize] = 2;
    class[b'=' as usize] = 4;
    class
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// Returns the first offset from `at` whose byte is not white space.
#[inline]
fn skip_space(window: &[u8], mut at: usize) -> Option<usize> {
    while is(*window.get(at)?, 1) {
        at += 1;
    }
    Some(at)
}

impl Token {
    /// Returns the label of the name.
    #[inline]
    pub(super) fn label<'w>(&self, window: &'w [u8]) -> Label<'w> {
        Label::new(&window[self.name.range()], self.packed)
    }
}

/// Reads the name at `at`. Returns its end and its packed first bytes, or `None` if it does not end in the window.
#[inline]
pub(super) fn name(window: &[u8], at: usize) -> Option<(usize, u64)> {
    let mut packed = 0;
    for (length, &byte) in window[at..].iter().enumerate() {
        if is(byte, 3) {
            return Some((at + length, packed));
        }
        packed = pack(packed, length, byte);
    }
    None
}

/// Parses the tag whose name begins at `start` and adds its attributes to the list. Returns `None` if the tag does not
/// end in the window; the complete attributes are added nevertheless.
#[inline]
pub(super) fn tag(window: &[u8], start: usize, attributes: &mut Vec<Attribute>) -> Option<Token> {
    let (mut at, packed) = name(window, start)?;
    let name = Span::new(start, at);
    loop {
        at = skip_space(window, at)?;
        match window[at] {
            b'>' => return Some(Token { name, packed, is_self_closing: false, end: at + 1 }),
            b'/' => {
                at += 1;
                if *window.get(at)? == b'>' {
                    return Some(Token { name, packed, is_self_closing: true, end: at + 1 });
                }
            }
            _ => {
                let attribute = attribute(window, at)?;
                at = attribute.value.end + usize::from(matches!(attribute.quote, Quote::Single | Quote::Double));
                attributes.push(attribute);
            }
        }
    }
}

/// Parses the attribute at `start`, whose first byte is not white space, `/` or `>`.
#[inline]
fn attribute(window: &[u8], start: usize) -> Option<Attribute> {
    // An equals sign at the start of a name belongs to the name.
    let mut end = start + 1;
    while !is(*window.get(end)?, 7) {
        end += 1;
    }
    let name = Span::new(start, end);
    let mut at = end;
    if window[at] != b'=' {
        at = skip_space(window, at)?;
        if window[at] != b'=' {
            return Some(Attribute { name, value: Span::new(end, end), quote: Quote::Absent });
        }
    }
    let at = skip_space(window, at + 1)?;
    let (value, quote) = match window[at] {
        b'"' => (quoted(window, at + 1, b'"')?, Quote::Double),
        b'\'' => (quoted(window, at + 1, b'\'')?, Quote::Single),
        _ => {
            let length = window[at..].iter().position(|&byte| byte == b'>' || is(byte, 1))?;
            (Span::new(at, at + length), Quote::Unquoted)
        }
    };
    Some(Attribute { name, value, quote })
}

#[inline]
fn quoted(window: &[u8], start: usize, quote: u8) -> Option<Span> {
    let length = memchr(quote, &window[start..])?;
    Some(Span::new(start, start + length))
}

/// The attributes of a tag, looked up by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'w> {
    pub(super) window: &'w [u8],
    pub(super) attributes: &'w [Attribute],
}

impl<'w> Names<'w> {
    fn attribute(&self, name: &str) -> Option<&'w Attribute> {
        find_attribute(self.window, self.attributes, name)
    }

    /// Returns whether these are the attributes of a script that is data in JSON-LD, whatever its profile.
    pub(super) fn is_json_ld(&self) -> bool {
        self.attribute("type").is_some_and(|attribute| {
            let text = references::decode_attribute_value(&self.window[attribute.value.range()]);
            text.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/ld+json"))
        })
    }

    fn has_value(&self, name: &str, value: &[&str]) -> bool {
        self.attribute(name).is_some_and(|attribute| {
            let text = references::decode_attribute_value(&self.window[attribute.value.range()]);
            value.iter().any(|value| text.eq_ignore_ascii_case(value))
        })
    }

    /// Returns the name of an attribute in the form in which names are compared. Copies only names that the page writes
    /// differently.
    fn canonical(&self, attribute: &Attribute) -> Cow<'w, [u8]> {
        let name = &self.window[attribute.name.range()];
        if !name.iter().any(|byte| *byte == 0 || byte.is_ascii_uppercase()) {
            return Cow::Borrowed(name);
        }
        let mut canonical = Vec::with_capacity(name.len());
        write_canonical(name, &mut canonical);
        Cow::Owned(canonical)
    }

    fn piece(&self, name: &[u8], attribute: &Attribute, out: &mut Vec<u8>) {
        let mut piece = |bytes: &[u8]| {
            out.extend(bytes.len().to_le_bytes());
            out.extend(bytes);
        };
        piece(name);
        let value = &self.window[attribute.value.range()];
        match memchr3(b'&', b'\r', 0, value) {
            None => piece(value),
            Some(_) => piece(references::decode_attribute_value(value).as_bytes()),
        }
    }
}

impl Attributes for Names<'_> {
    fn is_hidden(&self) -> bool {
        self.has_value("type", &["hidden"])
    }

    fn styles_font(&self) -> bool {
        ["color", "face", "size"].iter().any(|name| self.attribute(name).is_some())
    }

    fn encodes_html(&self) -> bool {
        self.has_value("encoding", &["text/html", "application/xhtml+xml"])
    }

    /// The order does not matter, and of several attributes with the same name the first counts.
    fn write(&self, out: &mut Vec<u8>) {
        if let [attribute] = self.attributes {
            return self.piece(&self.canonical(attribute), attribute, out);
        }
        let mut sorted: Vec<_> =
            self.attributes.iter().map(|attribute| (self.canonical(attribute), attribute)).collect();
        sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
        sorted.dedup_by(|(later, _), (first, _)| later == first);
        sorted.iter().for_each(|(name, attribute)| self.piece(name, attribute, out));
    }
}

/// The state in the remainder of a tag that exceeds the window (13.2.5.32 to 40).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// In the name of the element.
    Tag,
    Namespace,
    Name,
    Equals,
    Unquoted,
    Quoted(u8),
}

impl Rest {
    /// Returns the text that the tag needs in order to end.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Quoted(b'"') => "`\"`",
            Self::Quoted(_) => "`'`",
            _ => "`>`",
        }
    }

    /// Reads to the end of the tag. Returns the offset after its `>`, or the state at the end of the window.
    pub(super) fn read(mut self, window: &[u8]) -> Result<usize, Self> {
        for (at, &byte) in window.iter().enumerate() {
            self = match (self, byte) {
                (Self::Quoted(quote), _) if byte == quote => Self::Namespace,
                (Self::Quoted(_), _) => continue,
                (_, b'>') => return Ok(at + 1),
                (Self::Tag, _) if is(byte, 3) => Self::Namespace,
                (Self::Tag, _) => Self::Tag,
                (Self::Equals, b'"' | b'\'') => Self::Quoted(byte),
                (Self::Name, b'=') => Self::Equals,
                (Self::Namespace | Self::Name, b'/') => Self::Namespace,
                (Self::Namespace | Self::Unquoted, _) if is(byte, 1) => Self::Namespace,
                // White space between a name and `=` does not separate the name from its value.
                (Self::Name | Self::Equals, _) if is(byte, 1) => self,
                (Self::Namespace | Self::Name, _) => Self::Name,
                (Self::Equals | Self::Unquoted, _) => Self::Unquoted,
            }
        }
        Err(self)
    }
}

/// Returns whether the name at `at` ends the raw text of the element `name`.
pub(super) fn is_end_of(window: &[u8], at: usize, name: Name) -> bool {
    // All names that end raw text are short.
    window[at..]
        .iter()
        .take(16)
        .position(|&byte| is(byte, 3))
        .is_some_and(|length| window[at..at + length].eq_ignore_ascii_case(name.text().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tag_text: &str) -> Vec<u8> {
        let (mut attributes, mut out) = (Vec::new(), Vec::new());
        tag(tag_text.as_bytes(), 1, &mut attributes).expect("a tag");
        Attributes::write(&Names { window: tag_text.as_bytes(), attributes: &attributes }, &mut out);
        out
    }

    #[test]
    fn attributes_are_written_alike_where_they_are_the_same() {
        let same = [
            ("<b>", "<b/>"),
            ("<b x=1 y=2>", "<b Y='2' x=1 X=3>"),
            ("<b x='&amp;'>", "<b x=&>"),
            ("<b x='a\r\nb'>", "<b x='a\nb'>"),
            ("<b x\0>", "<b x\u{fffd}>"),
        ];
        for (one, other) in same {
            assert_eq!(written(one), written(other), "{one:?} {other:?}");
        }
        // The names of the last pair collide under a 64-bit key.
        let different = [
            ("<b x>", "<b y>"),
            ("<b x=1>", "<b x=2>"),
            ("<b x=1>", "<b x1>"),
            ("<b x=1 y=2>", "<b x=2 y=1>"),
            ("<b ab=c>", "<b a=bc>"),
            ("<b w(,!:[67hb24>", "<b plaintext>"),
        ];
        for (one, other) in different {
            assert_ne!(written(one), written(other), "{one:?} {other:?}");
        }
    }
}
