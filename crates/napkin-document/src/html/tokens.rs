//! Tags, letter by letter (HTML standard 13.2.5.6 to 8, 32 to 40).
//!
//! Decides: where a tag, its name, its attributes and their values begin and end.

use super::names::{Key, Name, key};
use super::tree::Attributes;
use super::{Attribute, Quote};
use crate::links::references;
use memchr::{memchr, memchr3};
use napkin::Span;

/// A tag, by its places in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) name: Span,
    pub(super) key: u64,
    pub(super) is_self_closing: bool,
    /// Behind its `>`.
    pub(super) end: usize,
}

/// `1`: white space; `2`: what ends a name of an element, besides; `4`: what ends a name of an attribute, besides.
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

/// The first place from `at` on whose byte is not white space.
#[inline]
fn skip_space(window: &[u8], mut at: usize) -> Option<usize> {
    while is(*window.get(at)?, 1) {
        at += 1;
    }
    Some(at)
}

/// The name of an element, from `at` on: its end and its key. Nothing if it does not end in the window.
#[inline]
pub(super) fn name(window: &[u8], at: usize) -> Option<(usize, u64)> {
    let mut key = Key::new();
    for (place, &byte) in window.iter().enumerate().skip(at) {
        if is(byte, 3) {
            return Some((place, key.get()));
        }
        key = key.with(byte);
    }
    None
}

/// The tag whose name begins at `start`. Its attributes are added to the list, also where the tag does not end in the
/// window, and there is nothing.
#[inline]
pub(super) fn tag(window: &[u8], start: usize, attributes: &mut Vec<Attribute>) -> Option<Token> {
    let (mut at, key) = name(window, start)?;
    let name = Span::new(start, at);
    loop {
        at = skip_space(window, at)?;
        match window[at] {
            b'>' => return Some(Token { name, key, is_self_closing: false, end: at + 1 }),
            b'/' => {
                at += 1;
                if *window.get(at)? == b'>' {
                    return Some(Token { name, key, is_self_closing: true, end: at + 1 });
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

/// The attribute that begins at `start`, which is neither white space nor `/` nor `>`.
#[inline]
fn attribute(window: &[u8], start: usize) -> Option<Attribute> {
    // An equals sign that begins a name is part of it.
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

/// The attributes of a tag, which are found by their names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<'w> {
    pub(super) window: &'w [u8],
    pub(super) attributes: &'w [Attribute],
}

impl<'w> Names<'w> {
    fn find(&self, name: &str) -> Option<&'w Attribute> {
        super::find(self.window, self.attributes, name)
    }

    fn has_value(&self, name: &str, value: &[&str]) -> bool {
        self.find(name).is_some_and(|attribute| {
            let (text, _) = references::decode(&self.window[attribute.value.range()], 0);
            value.iter().any(|value| text.eq_ignore_ascii_case(value))
        })
    }

    fn hash_of(&self, attribute: &Attribute) -> u64 {
        let value = &self.window[attribute.value.range()];
        if memchr3(b'&', b'\r', 0, value).is_none() {
            return hash(value);
        }
        hash(references::decode(value, 0).0.as_bytes())
    }
}

impl Attributes for Names<'_> {
    fn is_hidden(&self) -> bool {
        self.has_value("type", &["hidden"])
    }

    fn styles_font(&self) -> bool {
        ["color", "face", "size"].iter().any(|name| self.find(name).is_some())
    }

    fn encodes_html(&self) -> bool {
        self.has_value("encoding", &["text/html", "application/xhtml+xml"])
    }

    /// Their order does not matter, and of several of one name the first counts.
    fn hash(&self) -> u64 {
        const FEW: usize = 16;
        let key = |attribute: &Attribute| key(&self.window[attribute.name.range()]);
        let pair = |key: u64, attribute: &Attribute| mix(key, self.hash_of(attribute));
        let mut sum = 0_u64;
        if self.attributes.len() <= FEW {
            let mut keys = [0; FEW];
            for (at, attribute) in self.attributes.iter().enumerate() {
                keys[at] = key(attribute);
                if !keys[..at].contains(&keys[at]) {
                    sum = sum.wrapping_add(pair(keys[at], attribute));
                }
            }
            return sum;
        }
        let mut keys: Vec<(u64, usize)> = self.attributes.iter().map(key).zip(0..).collect();
        keys.sort_unstable();
        keys.dedup_by_key(|(key, _)| *key);
        keys.iter().fold(sum, |sum, &(key, at)| sum.wrapping_add(pair(key, &self.attributes[at])))
    }
}

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    (product >> 64) as u64 ^ product as u64
}

fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, u64::from_le_bytes(last))
}

/// What is left of a tag that is too long to be held (13.2.5.32 to 40).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// The name of the element.
    Tag,
    Space,
    Name,
    Equals,
    Unquoted,
    Quoted(u8),
}

impl Rest {
    /// What would have to follow for the tag to end.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Quoted(b'"') => "`\"`",
            Self::Quoted(_) => "`'`",
            _ => "`>`",
        }
    }

    /// Reads on until the tag ends: the place behind its `>`, or how far it goes on.
    pub(super) fn read(mut self, window: &[u8]) -> Result<usize, Self> {
        for (at, &byte) in window.iter().enumerate() {
            self = match (self, byte) {
                (Self::Quoted(quote), _) if byte == quote => Self::Space,
                (Self::Quoted(_), _) => continue,
                (_, b'>') => return Ok(at + 1),
                (Self::Tag, _) if is(byte, 3) => Self::Space,
                (Self::Tag, _) => Self::Tag,
                (Self::Equals, b'"' | b'\'') => Self::Quoted(byte),
                (Self::Name, b'=') => Self::Equals,
                (Self::Space | Self::Name, b'/') => Self::Space,
                (Self::Space | Self::Unquoted, _) if is(byte, 1) => Self::Space,
                // The white space behind a name does not keep the name from its value.
                (Self::Name | Self::Equals, _) if is(byte, 1) => self,
                (Self::Space | Self::Name, _) => Self::Name,
                (Self::Equals | Self::Unquoted, _) => Self::Unquoted,
            }
        }
        Err(self)
    }
}

/// Elements of HTML whose names end raw text: the key of the last start tag.
pub(super) fn is_end_of(window: &[u8], at: usize, name: Name) -> bool {
    // Names that end raw text are short.
    window[at..].iter().take(16).position(|&byte| is(byte, 3)).is_some_and(|length| {
        let text = &window[at..at + length];
        key(text) == name.key()
    })
}
