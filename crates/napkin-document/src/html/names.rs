//! Names of elements, and what tree construction asks of them.
//!
//! Decides: which names the HTML standard's tree construction (13.2.6) knows, and to which of its lists each belongs
//! (13.2.4.2, 13.2.4.3, 13.2.6.5). A name is also a number of 64 bits, its key, by which names that are not known are
//! told apart.

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

/// How many there are, with [`Name::Other`].
pub(super) const COUNT: usize = ALL.len() + 1;

/// The key of a name: the bytes themselves, in lower case, where there are at most eight; else their hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    packed: u64,
    hash: u64,
    length: u32,
}

impl Key {
    pub(super) const fn new() -> Self {
        Self { packed: 0, hash: 0xcbf2_9ce4_8422_2325, length: 0 }
    }

    /// The key of the name with one more byte.
    #[inline]
    pub(super) const fn with(self, byte: u8) -> Self {
        // NUL is read as U+FFFD (13.2.5.8), which no ASCII byte is part of.
        let byte = if byte == 0 { 0xff } else { byte.to_ascii_lowercase() };
        if self.length < 8 {
            let packed = self.packed | (byte as u64) << (8 * self.length);
            return Self { packed, hash: self.hash, length: self.length + 1 };
        }
        // FNV-1a of what does not fit.
        Self { hash: (self.hash ^ byte as u64).wrapping_mul(0x100_0000_01b3), length: 9, ..self }
    }

    #[inline]
    pub(super) const fn get(self) -> u64 {
        if self.length <= 8 { self.packed } else { self.packed.rotate_left(29) ^ self.hash }
    }
}

/// The key of a whole name.
#[inline]
pub(super) const fn key(name: &[u8]) -> u64 {
    let mut key = Key::new();
    let mut at = 0;
    while at < name.len() {
        key = key.with(name[at]);
        at += 1;
    }
    key.get()
}

const SLOTS: usize = 512;

const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as usize
}

/// Keys and names by the keys' slots; who finds a slot taken takes the next one.
const fn table() -> ([u64; SLOTS], [Name; SLOTS]) {
    let mut keys = [0; SLOTS];
    let mut names = [Name::Other; SLOTS];
    let mut at = 0;
    while at < ALL.len() {
        let key = key(ALL[at].1.as_bytes());
        let mut slot = slot(key);
        while keys[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        keys[slot] = key;
        names[slot] = ALL[at].0;
        at += 1;
    }
    (keys, names)
}

static TABLE: ([u64; SLOTS], [Name; SLOTS]) = table();

impl Name {
    /// The name of a key.
    #[inline]
    pub(super) fn of(key: u64) -> Self {
        let mut slot = slot(key);
        loop {
            if TABLE.0[slot] == key {
                return TABLE.1[slot];
            }
            if TABLE.0[slot] == 0 {
                return Self::Other;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The key of a name that is known.
    pub(super) fn key(self) -> u64 {
        const KEYS: [u64; COUNT] = keys();
        KEYS[self as usize]
    }

    /// The lists that an HTML element of this name is in.
    #[inline]
    pub(super) fn flags(self) -> u16 {
        static FLAGS: [u16; COUNT] = flags();
        FLAGS[self as usize]
    }

    pub(super) fn is(self, flag: u16) -> bool {
        self.flags() & flag != 0
    }
}

const fn keys() -> [u64; COUNT] {
    let mut keys = [0; COUNT];
    let mut at = 0;
    while at < ALL.len() {
        keys[at + 1] = key(ALL[at].1.as_bytes());
        at += 1;
    }
    keys
}

/// *Special* (13.2.4.2).
pub(super) const SPECIAL: u16 = 1;
/// Where *has an element in scope* stops (13.2.4.2).
pub(super) const SCOPE: u16 = 1 << 1;
/// Where *in list item scope* stops besides.
pub(super) const LIST_SCOPE: u16 = 1 << 2;
/// Where *in button scope* stops besides.
pub(super) const BUTTON_SCOPE: u16 = 1 << 3;
/// Where *in table scope* stops, and what *clear the stack back to a table context* keeps.
pub(super) const TABLE_SCOPE: u16 = 1 << 4;
/// *Generate implied end tags* pops it (13.2.6.3).
pub(super) const IMPLIED: u16 = 1 << 5;
/// *Generate all implied end tags thoroughly* pops it.
pub(super) const THOROUGH: u16 = 1 << 6;
/// `h1` to `h6`.
pub(super) const HEADING: u16 = 1 << 7;
/// Special, and yet looked behind when `li`, `dd` and `dt` look for their like (13.2.6.4.7).
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

    #[test]
    fn every_name_is_found_by_its_key() {
        for &(name, text) in ALL {
            assert_eq!(Name::of(key(text.as_bytes())), name, "{text}");
            assert_eq!(Name::of(key(text.to_uppercase().as_bytes())), name, "{text}");
            assert_eq!(name.key(), key(text.as_bytes()), "{text}");
        }
        for text in ["", "x", "blockquot", "blockquotes", "annotation_xml", "a\0", "textareas", "aa"] {
            assert_eq!(Name::of(key(text.as_bytes())), Name::Other, "{text}");
        }
    }
}
