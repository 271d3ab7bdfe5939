//! Names of elements, and the lists of tree construction that contain them.
//!
//! Lists the names known to the HTML standard's tree construction (13.2.6) and their memberships (13.2.4.2, 13.2.4.3,
//! 13.2.6.5). Names are compared by their length and all of their bytes. A [`Key`] identifies a name without loss: a
//! known name, a name of at most eight bytes, or the index of a stored longer name.

use memchr::memchr;
use std::num::NonZeroU64;

macro_rules! names {
    ($($id:ident = $text:literal)*) => {
        /// A name that tree construction knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Name {
            /// Any other.
            Other,
            $($id),*
        }

        const ALL: &[(Name, &str)] = &[$((Name::$id, $text)),*];
    };
}

names! {
    A = "a" Address = "address" AnnotationXml = "annotation-xml" Applet = "applet" Area = "area" Article = "article"
    Aside = "aside" B = "b" Base = "base" Basefont = "basefont" Bgsound = "bgsound" Big = "big" Blockquote = "blockquote"
    Body = "body" Br = "br" Button = "button" Caption = "caption" Center = "center" Code = "code" Col = "col"
    Colgroup = "colgroup" Dd = "dd" Desc = "desc" Details = "details" Dialog = "dialog" Dir = "dir" Div = "div" Dl = "dl"
    Dt = "dt" Em = "em" Embed = "embed" Fieldset = "fieldset" Figcaption = "figcaption" Figure = "figure" Font = "font"
    Footer = "footer" ForeignObject = "foreignobject" Form = "form" Frame = "frame" Frameset = "frameset" H1 = "h1"
    H2 = "h2" H3 = "h3" H4 = "h4" H5 = "h5" H6 = "h6" Head = "head" Header = "header" Hgroup = "hgroup" Hr = "hr"
    Html = "html" I = "i" Iframe = "iframe" Image = "image" Img = "img" Input = "input" Keygen = "keygen" Li = "li"
    Link = "link" Listing = "listing" Main = "main" Malignmark = "malignmark" Marquee = "marquee" Math = "math"
    Menu = "menu" Meta = "meta" Mglyph = "mglyph" Mi = "mi" Mn = "mn" Mo = "mo" Ms = "ms" Mtext = "mtext" Nav = "nav"
    Nobr = "nobr" Noembed = "noembed" Noframes = "noframes" Noscript = "noscript" Object = "object" Ol = "ol"
    Optgroup = "optgroup" Option = "option" P = "p" Param = "param" Plaintext = "plaintext" Pre = "pre" Rb = "rb" Rp = "rp"
    Rt = "rt" Rtc = "rtc" Ruby = "ruby" S = "s" Script = "script" Search = "search" Section = "section" Select = "select"
    Small = "small" Source = "source" Span = "span" Strike = "strike" Strong = "strong" Style = "style" Sub = "sub"
    Summary = "summary" Sup = "sup" Svg = "svg" Table = "table" Tbody = "tbody" Td = "td" Template = "template"
    Textarea = "textarea" Tfoot = "tfoot" Th = "th" Thead = "thead" Title = "title" Tr = "tr" Track = "track" Tt = "tt"
    U = "u" Ul = "ul" Var = "var" Wbr = "wbr" Xmp = "xmp"
}

/// The number of names, with [`Name::Other`].
pub(super) const COUNT: usize = ALL.len() + 1;

/// The text of each name, in the order of `Name`.
const TEXTS: [&str; COUNT] = {
    let mut texts = [""; COUNT];
    let mut at = 0;
    while at < ALL.len() {
        texts[at + 1] = ALL[at].1;
        at += 1;
    }
    texts
};

/// The number of bytes of a name that fit into a number.
const PACKED: usize = 8;

/// Returns the packed bytes of a name with one more byte, in lower case. Bytes after the eighth are left out.
#[inline]
pub(super) const fn pack(packed: u64, length: usize, byte: u8) -> u64 {
    if length < PACKED { packed | (byte.to_ascii_lowercase() as u64) << (8 * length) } else { packed }
}

const fn packed(name: &[u8]) -> u64 {
    let (mut packed, mut at) = (0, 0);
    while at < name.len() {
        packed = pack(packed, at, name[at]);
        at += 1;
    }
    packed
}

/// The name of a tag as the page writes it, and the known name that it is equal to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label<'t> {
    pub(super) name: Name,
    packed: u64,
    text: &'t [u8],
}

impl<'t> Label<'t> {
    /// Returns the label of a name; `packed` holds its first eight bytes.
    #[inline]
    pub(super) fn new(text: &'t [u8], packed: u64) -> Self {
        Self { name: Name::of(packed, text), packed, text }
    }

    /// Returns the number that identifies the name, or `Err` with its bytes if they do not fit into one. NUL is read as
    /// U+FFFD (13.2.5.8).
    #[inline]
    pub(super) fn key(&self) -> Result<Key, &'t [u8]> {
        if self.name != Name::Other {
            return Ok(self.name.key());
        }
        if self.text.len() <= PACKED && memchr(0, self.text).is_none() {
            return Key::new(self.packed).ok_or(self.text);
        }
        Err(self.text)
    }
}

/// Writes a name in the form used for comparison: in lower case, with U+FFFD for NUL.
pub(super) fn write_canonical(name: &[u8], out: &mut Vec<u8>) {
    for &byte in name {
        match byte {
            0 => out.extend("\u{fffd}".as_bytes()),
            _ => out.push(byte.to_ascii_lowercase()),
        }
    }
}

/// Keys of known and of long names have a low byte of 0, which no packed name has.
const LOW: NonZeroU64 = NonZeroU64::MIN.saturating_add(0xff);

/// A number that identifies the name of an open element: equal numbers mean equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(NonZeroU64);

impl Key {
    #[inline]
    const fn new(number: u64) -> Option<Self> {
        match NonZeroU64::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Returns the key of a name of at most eight bytes, as [`write_canonical`] wrote it.
    pub(super) fn of_short(name: &[u8]) -> Option<Self> {
        Self::new(packed(name)).filter(|_| name.len() <= PACKED)
    }

    /// Returns the key of a name that [`LongNames`](super::long_names::LongNames) holds under a number.
    pub(super) const fn of_long(number: u32) -> Self {
        Self(NonZeroU64::MIN.saturating_add(COUNT as u64 + number as u64).saturating_mul(LOW))
    }

    /// Returns the number under which a long name is held.
    #[inline]
    pub(super) fn long(self) -> Option<u32> {
        if self.0.get() & 0xff != 0 {
            return None;
        }
        (self.0.get() >> 8).checked_sub(1 + COUNT as u64).and_then(|number| u32::try_from(number).ok())
    }
}

const SLOTS: usize = 512;

const fn slot(packed: u64) -> usize {
    (packed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as usize
}

/// Builds a hash table of the known names and their packed first bytes, with linear probing.
const fn table() -> ([u64; SLOTS], [Name; SLOTS]) {
    let mut starts = [0; SLOTS];
    let mut names = [Name::Other; SLOTS];
    let mut at = 0;
    while at < ALL.len() {
        let start = packed(ALL[at].1.as_bytes());
        let mut slot = slot(start);
        while starts[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        starts[slot] = start;
        names[slot] = ALL[at].0;
        at += 1;
    }
    (starts, names)
}

static TABLE: ([u64; SLOTS], [Name; SLOTS]) = table();

impl Name {
    /// Returns the known name that equals a text in length and all bytes. `packed` holds its first eight bytes.
    #[inline]
    fn of(packed: u64, text: &[u8]) -> Self {
        let mut slot = slot(packed);
        loop {
            if TABLE.0[slot] == 0 {
                return Self::Other;
            }
            if TABLE.0[slot] == packed && TABLE.1[slot].has_rest(text) {
                return TABLE.1[slot];
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Returns whether a text with the same packed bytes as this name also has the same remaining bytes.
    #[inline]
    fn has_rest(self, text: &[u8]) -> bool {
        let own = self.text().as_bytes();
        own.len() == text.len() && (own.len() <= PACKED || own[PACKED..].eq_ignore_ascii_case(&text[PACKED..]))
    }

    /// Returns the name, in lower case.
    #[inline]
    pub(super) fn text(self) -> &'static str {
        static OWN: [&str; COUNT] = TEXTS;
        OWN[self as usize]
    }

    /// Returns the key of a known name.
    #[inline]
    pub(super) const fn key(self) -> Key {
        Key(NonZeroU64::MIN.saturating_add(self as u64).saturating_mul(LOW))
    }

    /// Returns the lists that contain an HTML element with this name.
    #[inline]
    pub(super) fn flags(self) -> u16 {
        static FLAGS: [u16; COUNT] = flags();
        FLAGS[self as usize]
    }

    pub(super) fn is(self, flag: u16) -> bool {
        self.flags() & flag != 0
    }
}

/// *Special* (13.2.4.2).
pub(super) const SPECIAL: u16 = 1;
/// Where *has an element in scope* stops (13.2.4.2).
pub(super) const SCOPE: u16 = 1 << 1;
/// Where *in list item scope* also stops.
pub(super) const LIST_SCOPE: u16 = 1 << 2;
/// Where *in button scope* also stops.
pub(super) const BUTTON_SCOPE: u16 = 1 << 3;
/// Where *in table scope* stops, and what *clear the stack back to a table context* keeps.
pub(super) const TABLE_SCOPE: u16 = 1 << 4;
/// *Generate implied end tags* pops it (13.2.6.3).
pub(super) const IMPLIED: u16 = 1 << 5;
/// *Generate all implied end tags thoroughly* pops it.
pub(super) const THOROUGH: u16 = 1 << 6;
/// `h1` to `h6`.
pub(super) const HEADING: u16 = 1 << 7;
/// Special, but not the end of the search for an open `li`, `dd` or `dt` (13.2.6.4.7).
pub(super) const LOOK_BEHIND: u16 = 1 << 8;
/// Its start tag ends foreign content (13.2.6.5).
pub(super) const BREAKOUT: u16 = 1 << 9;
/// A MathML text integration point (13.2.6).
pub(super) const TEXT_POINT: u16 = 1 << 10;
/// An HTML integration point (13.2.6).
pub(super) const HTML_POINT: u16 = 1 << 11;
/// Where leaving foreign content stops: HTML elements and integration points.
pub(super) const HOME: u16 = 1 << 12;
/// `tbody`, `tfoot`, `thead`, and `td`, `th`: the cells and the bodies of tables.
pub(super) const TABLE_BODY: u16 = 1 << 13;
/// `td` and `th`.
pub(super) const CELL: u16 = 1 << 14;

const SPECIALS: &[Name] = {
    use Name::*;
    &[
        Address, Applet, Area, Article, Aside, Base, Basefont, Bgsound, Blockquote, Body, Br, Button, Caption, Center,
        Col, Colgroup, Dd, Details, Dir, Div, Dl, Dt, Embed, Fieldset, Figcaption, Figure, Footer, Form, Frame,
        Frameset, H1, H2, H3, H4, H5, H6, Head, Header, Hgroup, Hr, Html, Iframe, Img, Input, Keygen, Li, Link,
        Listing, Main, Marquee, Menu, Meta, Nav, Noembed, Noframes, Noscript, Object, Ol, P, Param, Plaintext, Pre,
        Script, Search, Section, Select, Source, Style, Summary, Table, Tbody, Td, Template, Textarea, Tfoot, Th,
        Thead, Title, Tr, Track, Ul, Wbr, Xmp,
    ]
};

const BREAKOUTS: &[Name] = {
    use Name::*;
    &[
        B, Big, Blockquote, Body, Br, Center, Code, Dd, Div, Dl, Dt, Em, Embed, H1, H2, H3, H4, H5, H6, Head, Hr, I,
        Img, Li, Listing, Menu, Meta, Nobr, Ol, P, Pre, Ruby, S, Small, Span, Strong, Strike, Sub, Sup, Table, Tt, U,
        Ul, Var,
    ]
};

const LISTS: &[(u16, &[Name])] = {
    use Name::*;
    &[
        (SPECIAL, SPECIALS),
        (SCOPE, &[Applet, Caption, Html, Table, Td, Th, Marquee, Object, Select, Template]),
        (LIST_SCOPE, &[Ol, Ul]),
        (BUTTON_SCOPE, &[Button]),
        (TABLE_SCOPE, &[Html, Table, Template]),
        (IMPLIED, &[Dd, Dt, Li, Option, Optgroup, P, Rb, Rp, Rt, Rtc]),
        (THOROUGH, &[Dd, Dt, Li, Option, Optgroup, P, Rb, Rp, Rt, Rtc]),
        (THOROUGH, &[Caption, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr]),
        (HEADING, &[H1, H2, H3, H4, H5, H6]),
        (LOOK_BEHIND, &[Address, Div, P]),
        (BREAKOUT, BREAKOUTS),
        (TABLE_BODY, &[Tbody, Tfoot, Thead]),
        (CELL, &[Td, Th]),
    ]
};

const fn flags() -> [u16; COUNT] {
    let mut flags = [HOME; COUNT];
    let mut list = 0;
    while list < LISTS.len() {
        let (flag, names) = LISTS[list];
        let mut at = 0;
        while at < names.len() {
            flags[names[at] as usize] |= flag;
            at += 1;
        }
        list += 1;
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &[u8]) -> Label<'_> {
        Label::new(text, packed(text))
    }

    #[test]
    fn known_names_are_found_by_their_bytes() {
        for &(name, text) in ALL {
            let upper = text.to_uppercase();
            assert_eq!(label(text.as_bytes()).name, name, "{text}");
            assert_eq!(label(upper.as_bytes()).name, name, "{text}");
            assert_eq!(name.text(), text);
            for other in
                [format!("{text}x"), format!("{text}\0"), text[..text.len() - 1].to_owned(), upper.replace('T', "\0")]
            {
                let is_known = ALL.iter().any(|(_, known)| known.eq_ignore_ascii_case(&other));
                assert_eq!(label(other.as_bytes()).name != Name::Other, is_known, "{other:?}");
            }
            // The text differs only after the packed bytes.
            if text.len() > PACKED {
                for at in PACKED..text.len() {
                    let mut other = text.as_bytes().to_vec();
                    other[at] ^= 1;
                    assert_eq!(label(&other).name, Name::Other, "{text}");
                }
            }
        }
    }

    #[test]
    fn keys_of_different_names_differ() {
        let mut keys: Vec<u64> = ALL.iter().map(|(name, _)| name.key().0.get()).collect();
        keys.extend((0..1000).map(|number| Key::of_long(number).0.get()));
        keys.extend(
            ["a", "x", "abcdefgh", "g", "path", "zzzzzzzz"].map(|name| Key::of_short(name.as_bytes()).unwrap().0.get()),
        );
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(ALL.iter().all(|(name, _)| name.key().long().is_none()));
        assert!((0..1000).all(|number| Key::of_long(number).long() == Some(number)));
    }
}
