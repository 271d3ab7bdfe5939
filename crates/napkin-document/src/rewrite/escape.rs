//! Levels of writing between a reference and the bytes of its document.
//!
//! Decides: which levels a place has, from the outside in, and what each does to a text: what it cannot hold at all is
//! percent-encoded (`hold`), so that the reference stays one; what only needs another spelling is escaped (`write`), so that
//! it reads back as the same text. Each escapes as little as it can. A new format adds its levels here.

use super::{css, html, json, markdown, values, xml};
use crate::attributes::{self, Type};
use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::written::{Holder, Quote, Sections};
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
    /// A string of JSON.
    JsonString,
    /// The comment that gives the address of a source map, in JavaScript or not.
    Comment {
        /// Whether it is in JavaScript.
        script: bool,
    },
    /// The value of an attribute of XML.
    XmlAttribute(Quote),
    /// The value of a pseudo-attribute in a processing instruction.
    XmlInstruction(Quote),
    /// A system identifier.
    XmlLiteral(Quote),
    /// Text of an element of XML.
    XmlText(Sections),
    /// The destination of a link in Markdown.
    MarkdownDestination {
        /// Whether it stands in angle brackets.
        angle: bool,
    },
    /// An autolink of Markdown.
    MarkdownAutolink,
    /// A URL in the text of Markdown.
    MarkdownText,
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
    /// Nothing that XML cannot have.
    pub(super) xml: bool,
    /// No line ends: the document stands in lines that mean something.
    pub(super) lines: bool,
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
            (Holder::StyleSheet, _) => return vec![self.inner()],
            (Holder::JsonString, _) => return vec![Escape::JsonString],
            (Holder::Comment, context) => {
                return vec![Escape::Comment { script: *context == Context::SourceMap("javascript") }];
            }
            (Holder::XmlAttribute(quote), _) => Escape::XmlAttribute(quote),
            (Holder::XmlInstruction(quote), _) => Escape::XmlInstruction(quote),
            (Holder::XmlLiteral(quote), _) => return vec![Escape::XmlLiteral(quote)],
            (Holder::XmlText(sections), _) => Escape::XmlText(sections),
            (Holder::MarkdownDestination { angle, .. }, _) => return vec![Escape::MarkdownDestination { angle }],
            (Holder::MarkdownAutolink { .. }, _) => return vec![Escape::MarkdownAutolink],
            (Holder::MarkdownText { .. }, _) => return vec![Escape::MarkdownText],
            (Holder::Unknown, _) => return Vec::new(),
        };
        vec![outer, self.inner()]
    }

    /// The level inside what holds the reference.
    fn inner(&self) -> Escape {
        let quote = Quote::of(self.written.before);
        let kind = match &self.context {
            _ if self.written.kind.is_some() => self.written.kind.unwrap_or(Type::Url),
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
    pub(super) fn hold(self, text: &str, style: Style) -> Option<Cow<'_, str>> {
        match self {
            Self::JsonString | Self::MarkdownText => Some(Cow::Borrowed(text)),
            Self::Comment { script } => Some(comment(text, script, style)),
            Self::XmlLiteral(quote) => Some(xml::literal(text, quote, style)),
            Self::MarkdownAutolink => markdown::autolink(text, style),
            Self::Whole => Some(values::edges(text, values::is_space)),
            Self::Spaced => values::apart(text, values::is_space),
            Self::Commas => values::apart(text, |c| c == ',' || values::is_space(c)),
            Self::Semicolons => Some(values::semicolons(text)),
            Self::Srcset => values::srcset(text),
            Self::Refresh(quote) => Some(values::refresh(text, quote)),
            Self::RefreshBare { separated } => values::bare_refresh(text, separated),
            Self::Text(_) => values::apart(text, |c| {
                let is_delimiter = c <= ' ' || matches!(c, '<' | '>' | '"' | '\x7f') || c.is_whitespace();
                is_delimiter || (style.ascii && !c.is_ascii())
            }),
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
            Self::JsonString => json::string(text, style),
            Self::XmlAttribute(quote) => xml::attribute(text, quote, style),
            Self::XmlInstruction(quote) => xml::instruction(text, quote, style),
            // What raw text cannot hold, `css` has escaped; it is the only thing in it that has references.
            _ => Cow::Borrowed(text),
        }
    }
}

/// In a comment there are no escapes: white space ends the address, and `*/` the comment; quotes keep JavaScript's from
/// being one (ECMA-426, section 11.1.2.1).
fn comment(text: &str, script: bool, style: Style) -> Cow<'_, str> {
    encode(text, |at, c| match c {
        '*' => text[at + 1..].starts_with('/'),
        '"' | '\'' | '`' => script,
        _ => c <= ' ' || c.is_control() || c.is_whitespace() || (style.ascii && !c.is_ascii()),
    })
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
