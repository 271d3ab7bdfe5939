//! Where in a document a reference stands.
//!
//! Decides: the words for it, which scripts rely on: `html a[href]`, `html style`, `text <>`. It does not decide
//! what the place means; whether it always makes a new request is in the table of attributes.

use std::borrow::Cow;
use std::fmt;

/// The place of a reference in its document. It prints as the command's `context` field.
///
/// ```
/// use napkin_document::{Context, Delimiter};
/// assert_eq!(Context::Text(Delimiter::Angle).to_string(), "text <>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context<'a> {
    /// An attribute of an HTML element, or of an SVG element inside HTML. Prints `html a[href]`.
    HtmlAttribute {
        /// The element's name in lower case.
        element: Cow<'a, str>,
        /// The attribute's name in lower case.
        attribute: &'static str,
    },
    /// The `content` of a `meta` element whose `http-equiv` is `refresh`. Prints `html meta[refresh]`.
    HtmlRefresh,
    /// The style sheet in a `style` element. Prints `html style`.
    HtmlStyle,
    /// Plain text, and how the reference is delimited there. Prints `text <>`.
    Text(Delimiter),
}

impl Context<'_> {
    /// The same, independent of the document.
    #[must_use]
    pub fn into_owned(self) -> Context<'static> {
        match self {
            Context::HtmlAttribute { element, attribute } => {
                Context::HtmlAttribute { element: Cow::Owned(element.into_owned()), attribute }
            }
            Context::HtmlRefresh => Context::HtmlRefresh,
            Context::HtmlStyle => Context::HtmlStyle,
            Context::Text(delimiter) => Context::Text(delimiter),
        }
    }
}

impl fmt::Display for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Context::HtmlAttribute { element, attribute } => write!(f, "html {element}[{attribute}]"),
            Context::HtmlRefresh => f.pad("html meta[refresh]"),
            Context::HtmlStyle => f.pad("html style"),
            Context::Text(delimiter) => write!(f, "text {delimiter}"),
        }
    }
}

/// What tells a reference from the text around it: draft-fielding-url-syntax-05 Appendix E, RFC 3986 Appendix C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<http://pub.example/>`
    Angle,
    /// `<URL:http://pub.example/>`
    AngleUrl,
    /// `"http://pub.example/"`
    Quote,
    /// `"URL:http://pub.example/"`
    QuoteUrl,
    /// `URL:http://pub.example/`
    Url,
    /// White space and punctuation only.
    Bare,
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Delimiter::Angle => "<>",
            Delimiter::AngleUrl => "<URL:>",
            Delimiter::Quote => "\"\"",
            Delimiter::QuoteUrl => "\"URL:\"",
            Delimiter::Url => "URL:",
            Delimiter::Bare => "bare",
        })
    }
}
