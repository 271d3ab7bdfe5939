//! The levels of escaping between a reference and the bytes of its document. Start at `Link::escapes`.
//!
//! Lists the levels at a position, from the outside in, and applies each of them to a text: characters that a level
//! cannot express are percent-encoded (`hold`), so that the reference keeps its meaning; characters that only need
//! another spelling are escaped (`write`), so that the text reads back the same. Each level escapes as little as
//! possible. A new format adds its levels here.

use super::characters::{Style, encode};
use super::{attribute_values as values, css, html, json, markdown, xml, yaml};
use crate::attributes::{self, Type};
use crate::context::{Context, Delimiter};
use crate::link::Link;
use crate::written::{Holder, QuoteMark, Sections};
use std::borrow::Cow;

/// One level of escaping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Escape {
    /// The value of an HTML attribute: character references.
    HtmlAttribute(QuoteMark),
    /// Text of an HTML element with character references: `style` in SVG.
    HtmlText,
    /// Text of an HTML element in which only the end tag is special: `style`.
    HtmlRawText,
    /// A value that is one URL, without surrounding white space.
    Whole,
    /// URLs separated by white space: `ping`.
    Spaced,
    /// URLs separated by commas: `archive` of `applet`.
    Commas,
    /// URLs separated by semicolons: `values` of SVG animations.
    Semicolons,
    /// `srcset`.
    Srcset,
    /// The URL after `url=` in the `content` of a refresh, with these quotes around it.
    Refresh(QuoteMark),
    /// The URL of a refresh without `url=`.
    RefreshBare {
        /// Whether `;` or `,` precedes the URL.
        separated: bool,
    },
    /// `url(...)` of CSS without quotes.
    CssUrl,
    /// A string of CSS.
    CssString(QuoteMark),
    /// A string of JSON.
    JsonString,
    /// A string of JSON in a script of HTML, which `</script` would end.
    ScriptJsonString,
    /// The comment that names a source map.
    Comment {
        /// Whether it is in JavaScript.
        script: bool,
    },
    /// The value of an attribute of XML.
    XmlAttribute(QuoteMark),
    /// The value of a pseudo-attribute in a processing instruction.
    XmlInstruction(QuoteMark),
    /// A system identifier.
    XmlLiteral(QuoteMark),
    /// Text of an element of XML.
    XmlText(Sections),
    /// The destination of a link in Markdown.
    MarkdownDestination {
        /// Whether the URL is in angle brackets.
        angle: bool,
    },
    /// An autolink of Markdown.
    MarkdownAutolink,
    /// A URL in the text of Markdown.
    MarkdownText,
    /// A text format that marks its references and has no escapes for them: Turtle, playlists, reStructuredText, AsciiDoc, Org, LaTeX.
    Marked,
    /// Single quotes of YAML or TOML, in which nothing is escaped.
    SingleQuotes,
    /// A plain scalar of YAML.
    PlainScalar,
    /// Plain text, with this delimiter around the reference.
    Text(Delimiter),
}

impl Link<'_> {
    /// Returns how the reference is written: the levels of escaping from the outside in.
    ///
    /// ```
    /// use napkin_document::rewrite::{Escape, QuoteMark};
    /// use napkin_document::{Entity, Options, collect_links};
    /// let page = Entity::new(br#"<p style="background: url('napkin.png')">"#);
    /// let expected = [Escape::HtmlAttribute(QuoteMark::Double), Escape::CssString(QuoteMark::Single)];
    /// assert_eq!(collect_links(&page, &Options::default())[0].escapes(), expected);
    /// ```
    ///
    /// Returns an empty list if the syntax at its position is unknown.
    #[must_use]
    pub fn escapes(&self) -> Vec<Escape> {
        let outer = match (self.written.holder, &self.context) {
            (Holder::HtmlAttribute(quote), _) => Escape::HtmlAttribute(quote),
            (Holder::HtmlRawText, _) => Escape::HtmlRawText,
            (Holder::HtmlText, _) => Escape::HtmlText,
            (Holder::Text, Context::Text(delimiter)) => return vec![Escape::Text(*delimiter)],
            (Holder::Text, _) => return vec![Escape::Text(Delimiter::Bare)],
            (Holder::StyleSheet, _) => return vec![self.inner()],
            (Holder::JsonString, Context::Json { path: "text", .. }) => {
                return vec![Escape::JsonString, Escape::Text(Delimiter::Bare)];
            }
            (Holder::JsonString, _) => return vec![Escape::JsonString],
            (Holder::ScriptJsonString, _) => return vec![Escape::ScriptJsonString],
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
            (Holder::Marked, _) => return vec![Escape::Marked],
            (Holder::SingleQuotes, _) => return vec![Escape::SingleQuotes],
            (Holder::PlainScalar, _) => return vec![Escape::PlainScalar],
            (Holder::Unknown | Holder::Pieces, _) => return Vec::new(),
        };
        vec![outer, self.inner()]
    }

    /// Returns the level inside the holder of the reference.
    fn inner(&self) -> Escape {
        let quote = QuoteMark::of(self.written.before);
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
            Type::Refresh if quote == QuoteMark::None && self.written.before != b'=' => {
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
    /// Returns the text as this level can hold it, with other characters percent-encoded. `None` if the level cannot
    /// hold it even so.
    pub(super) fn hold(self, text: &str, style: Style) -> Option<Cow<'_, str>> {
        match self {
            Self::JsonString | Self::ScriptJsonString | Self::MarkdownText => Some(Cow::Borrowed(text)),
            Self::Comment { script } => Some(comment(text, script, style)),
            Self::XmlLiteral(quote) => Some(xml::literal(text, quote, style)),
            Self::MarkdownAutolink => markdown::autolink(text, style),
            Self::Whole => Some(values::edges(text)),
            Self::Spaced => values::apart(text, values::is_space),
            Self::Commas => values::apart(text, |c| c == ',' || values::is_space(c)),
            Self::Semicolons => Some(values::semicolons(text)),
            Self::Srcset => values::srcset(text),
            Self::Refresh(quote) => Some(values::refresh(text, quote)),
            Self::RefreshBare { separated } => values::bare_refresh(text, separated),
            // Each of them would end the reference in one of the formats, or begin an escape, and no URL contains them.
            Self::Marked => Some(encode(text, |_, c| {
                let is_delimiter = c <= ' ' || c == '\x7f' || c.is_whitespace() || "<>\"{}|\\^`".contains(c);
                is_delimiter || (style.ascii && !c.is_ascii())
            })),
            Self::SingleQuotes => Some(encode(text, |_, c| c < ' ' || c == '\'' || (style.ascii && !c.is_ascii()))),
            Self::PlainScalar => yaml::plain(text, style),
            Self::Text(_) => values::apart(text, |c| {
                let is_delimiter = c <= ' ' || matches!(c, '<' | '>' | '"' | '\x7f') || c.is_whitespace();
                is_delimiter || (style.ascii && !c.is_ascii())
            }),
            // All of them read NUL as another character.
            _ => Some(encode(text, |_, c| c == '\0')),
        }
    }

    /// Returns the text, escaped for this level.
    pub(super) fn write(self, text: &str, style: Style) -> Cow<'_, str> {
        match self {
            Self::HtmlAttribute(quote) => html::attribute(text, quote, style),
            Self::HtmlText => html::text(text, style),
            Self::CssUrl => css::url(text, style),
            Self::CssString(quote) => css::string(text, quote, style),
            Self::JsonString => json::string(text, style),
            Self::ScriptJsonString => json::string_in_script(text, style),
            Self::XmlAttribute(quote) => xml::attribute(text, quote, style),
            Self::XmlInstruction(quote) => xml::instruction(text, quote, style),
            // Raw text contains references only in CSS, which has escaped what raw text cannot hold.
            _ => Cow::Borrowed(text),
        }
    }
}

/// Percent-encodes an address for a comment, which has no escapes: white space ends the address, and `*/` the
/// comment; in JavaScript, a quote prevents the comment from being recognized (ECMA-426, section 11.1.2.1).
fn comment(text: &str, script: bool, style: Style) -> Cow<'_, str> {
    encode(text, |at, c| match c {
        '*' => text[at + 1..].starts_with('/'),
        '"' | '\'' | '`' => script,
        _ => c <= ' ' || c.is_control() || c.is_whitespace() || (style.ascii && !c.is_ascii()),
    })
}
