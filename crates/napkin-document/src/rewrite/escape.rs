//! Levels of writing between a reference and the bytes of its document.
//!
//! Decides: which levels a place has, from the outside in, and what each does to a text: what it cannot hold at all is
//! percent-encoded (`hold`), so that the reference stays one; what only needs another spelling is escaped (`write`), so that
//! it reads back as the same text. Each escapes as little as it can. A new format adds its levels here.

use super::{css, html, values};
use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::links::attributes::{self, Type};
use crate::written::{Holder, Quote};
use std::borrow::Cow;
use std::fmt::Write;

/// One level of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Escape {
    /// The value of an HTML attribute: character references.
    HtmlAttribute(Quote),
    /// Text of an HTML element in which character references count: `style` in SVG.
    HtmlText,
    /// Text of an HTML element in which nothing counts but its end tag: `style`.
    HtmlRawText,
    /// A value that is one URL, without white space around it.
    Whole,
    /// URLs between white space: `ping`.
    Spaced,
    /// URLs between commas: `archive` of `applet`.
    Commas,
    /// URLs between semicolons: `values` of SVG animations.
    Semicolons,
    /// `srcset`.
    Srcset,
    /// The `content` of a refresh, in these quotes there.
    Refresh(Quote),
    /// The same, without `url=` before it, whether or not `;` or `,` stands there.
    RefreshBare {
        /// Whether one does.
        separated: bool,
    },
    /// `url(...)` of CSS without quotes.
    CssUrl,
    /// A string of CSS.
    CssString(Quote),
    /// Plain text, by what delimits the reference there.
    Text(Delimiter),
}

/// How the document around writes what can be written in more than one way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Ampersands stand for themselves where they can.
    pub(super) bare_ampersands: bool,
    /// Nothing outside ASCII: the encoding of the document is not known to be UTF-8.
    pub(super) ascii: bool,
    /// What stands before is a character reference without semicolon.
    pub(super) joins: bool,
}

impl Link<'_> {
    /// How the reference is written: the levels of escaping from the outside in.
    ///
    /// ```
    /// use napkin_document::rewrite::{Escape, Quote};
    /// use napkin_document::{Entity, Options, collect};
    /// let page = Entity::new(br#"<p style="background: url('napkin.png')">"#);
    /// let expected = [Escape::HtmlAttribute(Quote::Double), Escape::CssString(Quote::Single)];
    /// assert_eq!(collect(&page, &Options::default())[0].escapes(), expected);
    /// ```
    ///
    /// Nothing for a place of which it is not known what it may hold.
    #[must_use]
    pub fn escapes(&self) -> Vec<Escape> {
        let outer = match (self.written.holder, &self.context) {
            (Holder::HtmlAttribute(quote), _) => Escape::HtmlAttribute(quote),
            (Holder::HtmlRawText, _) => Escape::HtmlRawText,
            (Holder::HtmlText, _) => Escape::HtmlText,
            (Holder::Text, Context::Text(delimiter)) => return vec![Escape::Text(*delimiter)],
            (Holder::Text, _) => return vec![Escape::Text(Delimiter::Bare)],
            (Holder::Unknown, _) => return Vec::new(),
        };
        vec![outer, self.inner()]
    }

    /// The level inside what holds the reference.
    fn inner(&self) -> Escape {
        let quote = Quote::of(self.written.before);
        let kind = match &self.context {
            Context::HtmlAttribute { element, attribute } => attributes::kind(element, attribute),
            Context::HtmlRefresh => Type::Refresh,
            _ => Type::Css,
        };
        match kind {
            Type::Urls if matches!(&self.context, Context::HtmlAttribute { attribute: "values", .. }) => {
                Escape::Semicolons
            }
            Type::Urls => Escape::Spaced,
            Type::CommaUrls => Escape::Commas,
            Type::Srcset => Escape::Srcset,
            Type::Refresh if quote == Quote::None && self.written.before != b'=' => {
                Escape::RefreshBare { separated: matches!(self.written.before, b';' | b',') }
            }
            Type::Refresh => Escape::Refresh(quote),
            Type::Css if self.written.before == b'(' => Escape::CssUrl,
            Type::Css => Escape::CssString(quote),
            Type::Url | Type::Base | Type::Document => Escape::Whole,
        }
    }
}

impl Escape {
    /// The text as this level can hold it: what has no way to be written is percent-encoded. `None` when nothing helps.
    pub(super) fn hold(self, text: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Whole => Some(values::edges(text, values::is_space)),
            Self::Spaced => values::apart(text, values::is_space),
            Self::Commas => values::apart(text, |c| c == ',' || values::is_space(c)),
            Self::Semicolons => Some(values::semicolons(text)),
            Self::Srcset => values::srcset(text),
            Self::Refresh(quote) => Some(values::refresh(text, quote)),
            Self::RefreshBare { separated } => values::bare_refresh(text, separated),
            Self::Text(_) => {
                values::apart(text, |c| c <= ' ' || matches!(c, '<' | '>' | '"' | '\x7f') || c.is_whitespace())
            }
            // NUL stands for something else in all of them.
            _ => Some(encode(text, |_, c| c == '\0')),
        }
    }

    /// The text as it is written at this level.
    pub(super) fn write(self, text: &str, style: Style) -> Cow<'_, str> {
        match self {
            Self::HtmlAttribute(quote) => html::attribute(text, quote, style),
            Self::HtmlText => html::text(text, style),
            Self::CssUrl => css::url(text, style),
            Self::CssString(quote) => css::string(text, quote, style),
            // What raw text cannot hold, `css` has escaped; it is the only thing in it that has references.
            _ => Cow::Borrowed(text),
        }
    }
}

/// Percent-encodes the characters that `is_bad` names by their place and themselves.
pub(super) fn encode(text: &str, is_bad: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    replace(text, |at, c, out| {
        let bad = is_bad(at, c);
        if bad {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        }
        bad
    })
}

/// Replaces characters: `with` writes what stands for one and says so, or leaves it.
pub(super) fn replace(text: &str, with: impl Fn(usize, char, &mut String) -> bool) -> Cow<'_, str> {
    let (mut out, mut piece) = (String::new(), String::new());
    let mut done = 0;
    for (at, c) in text.char_indices() {
        if with(at, c, &mut piece) {
            out.push_str(&text[done..at]);
            out.push_str(&piece);
            piece.clear();
            done = at + c.len_utf8();
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}
