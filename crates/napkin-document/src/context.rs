//! The place of a reference in a document, such as an attribute or a style sheet. Start with `Context`.
//!
//! The printed form is stable because scripts rely on it: `html a[href]`, `html style`, `text <>`. Whether a place
//! always makes a new request is in the table of attributes.

use crate::attributes::PRESENTATION;
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
    /// A style sheet document. Prints `css url()`.
    Css(CssPlace),
    /// An attribute, or the text, of an element of XML. Prints `svg image[href]`, `atom link[href]`, `rss guid`.
    Xml {
        /// The vocabulary that defines the place: `svg`, `html`, `atom`, `xlink`, or `xml` if the vocabulary has no
        /// name here.
        vocabulary: &'static str,
        /// The element's name without prefix.
        element: Cow<'a, str>,
        /// The attribute's name, with its prefix; `None` for the element's text.
        attribute: Option<Cow<'a, str>>,
    },
    /// The processing instruction `xml-stylesheet`. Prints `xml <?xml-stylesheet?>`.
    XmlStyleSheet,
    /// The system identifier of the document type. Prints `xml <!DOCTYPE>`.
    XmlDoctype,
    /// The system identifier of an entity. Prints `xml <!ENTITY>`.
    XmlEntity,
    /// A string in JSON, or running text in it. Prints `manifest icons[].src`, `sourcemap sources[]`, `json string`,
    /// `json text`.
    Json {
        /// `manifest`, `sourcemap` or `json`.
        vocabulary: &'static str,
        /// The path of members to the string; `string` if the members have no meaning, `text` in running text.
        path: &'static str,
    },
    /// A reference that a text format marks. Prints `rst target`, `turtle base`, `latex \href`.
    Place {
        /// `asciidoc`, `latex`, `org`, `playlist`, `rst` or `turtle`.
        format: &'static str,
        /// What the format calls it.
        place: &'static str,
    },
    /// The comment with the address of a source map. Prints `css sourceMappingURL`, `javascript sourceMappingURL`.
    SourceMap(&'static str),
    /// Markdown. Prints `markdown link`.
    Markdown(MarkdownPlace),
    /// Plain text, and the delimiters of the reference. Prints `text <>`.
    Text(Delimiter),
    /// A header field of a message. Prints `header Content-Location`.
    Header(&'static str),
    /// No place: the base of messages without a base (RFC 2557 section 5). Prints `thismessage:/`.
    ThisMessage,
}

/// The number of characters of an element's name to keep.
const NAME: usize = 64;

/// Returns an element's name, shortened to be stored with each of its links: a name of a megabyte in a tag with a
/// million links would need a terabyte.
pub(crate) fn shown_name(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}\u{2026}", &name[..end]),
        None => name.to_owned(),
    }
}

impl Context<'_> {
    /// Returns the context independent of the document, with long names shortened.
    pub(crate) fn into_shown(self) -> Context<'static> {
        match self {
            Context::HtmlAttribute { element, attribute } if element.len() > NAME => {
                Context::HtmlAttribute { element: Cow::Owned(shown_name(&element)), attribute }
            }
            other => other.into_owned(),
        }
    }

    /// Returns whether the place is in CSS, where URLs are written in UTF-8 whatever the encoding of the document (CSS
    /// Values 4, section 4.5.4; HTML standard 2.4.2).
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let links = collect_links(&Entity::new(b"<p style='background: url(a)'><a href=b>"), &Options::default());
    /// assert!(links[0].context.is_style() && !links[1].context.is_style());
    /// ```
    #[must_use]
    pub fn is_style(&self) -> bool {
        match self {
            Context::HtmlStyle | Context::Css(_) => true,
            Context::HtmlAttribute { attribute, .. } => *attribute == "style" || PRESENTATION.contains(attribute),
            _ => false,
        }
    }

    /// Returns the context independent of the document.
    ///
    /// ```
    /// # use napkin_document::{Entity, Kind, Options, collect_links};
    /// let link = collect_links(&Entity::new(b"<a href=beer>"), &Options::default()).remove(0);
    /// assert_eq!(link.context.into_owned().to_string(), "html a[href]");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Context<'static> {
        match self {
            Context::HtmlAttribute { element, attribute } => {
                Context::HtmlAttribute { element: Cow::Owned(element.into_owned()), attribute }
            }
            Context::HtmlRefresh => Context::HtmlRefresh,
            Context::Xml { vocabulary, element, attribute } => Context::Xml {
                vocabulary,
                element: Cow::Owned(element.into_owned()),
                attribute: attribute.map(|attribute| Cow::Owned(attribute.into_owned())),
            },
            Context::HtmlStyle => Context::HtmlStyle,
            Context::Css(place) => Context::Css(place),
            Context::XmlStyleSheet => Context::XmlStyleSheet,
            Context::XmlDoctype => Context::XmlDoctype,
            Context::XmlEntity => Context::XmlEntity,
            Context::Json { vocabulary, path } => Context::Json { vocabulary, path },
            Context::Place { format, place } => Context::Place { format, place },
            Context::SourceMap(language) => Context::SourceMap(language),
            Context::Markdown(place) => Context::Markdown(place),
            Context::Text(delimiter) => Context::Text(delimiter),
            Context::Header(name) => Context::Header(name),
            Context::ThisMessage => Context::ThisMessage,
        }
    }
}

impl fmt::Display for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Context::HtmlAttribute { element, attribute } => write!(f, "html {element}[{attribute}]"),
            Context::HtmlRefresh => f.pad("html meta[refresh]"),
            Context::HtmlStyle => f.pad("html style"),
            Context::Css(place) => write!(f, "css {place}"),
            Context::Xml { vocabulary, element, attribute: None } => write!(f, "{vocabulary} {element}"),
            Context::Xml { vocabulary, element, attribute: Some(attribute) } => {
                write!(f, "{vocabulary} {element}[{attribute}]")
            }
            Context::XmlStyleSheet => f.pad("xml <?xml-stylesheet?>"),
            Context::XmlDoctype => f.pad("xml <!DOCTYPE>"),
            Context::XmlEntity => f.pad("xml <!ENTITY>"),
            Context::Json { vocabulary, path } => write!(f, "{vocabulary} {path}"),
            Context::Place { format, place } => write!(f, "{format} {place}"),
            Context::SourceMap(language) => write!(f, "{language} sourceMappingURL"),
            Context::Markdown(place) => write!(f, "markdown {place}"),
            Context::Text(delimiter) => write!(f, "text {delimiter}"),
            Context::Header(name) => write!(f, "header {name}"),
            Context::ThisMessage => f.pad("thismessage:/"),
        }
    }
}

/// The construct of a style sheet that makes a string or a token a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CssPlace {
    /// `@import`, with a string or `url()`.
    Import,
    /// A `url()`, or `src()`, in `@font-face`.
    FontFace,
    /// `url()`
    Url,
    /// `src()`
    Src,
    /// A string in `image-set()`.
    ImageSet,
    /// A string in `image()`.
    Image,
}

impl fmt::Display for CssPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Import => "@import",
            Self::FontFace => "@font-face",
            Self::Url => "url()",
            Self::Src => "src()",
            Self::ImageSet => "image-set()",
            Self::Image => "image()",
        })
    }
}

/// The constructs of Markdown that refer (CommonMark 0.31 sections 4.7, 6.3 to 6.5; GitHub Flavored Markdown section
/// 6.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkdownPlace {
    /// `[text](destination)`
    Link,
    /// `![text](destination)`
    Image,
    /// `[label]: destination`, used by reference links and images.
    Definition,
    /// `<http://pub.example/>` and `<sam@pub.example>`
    Autolink,
    /// A URL in the text.
    Bare,
    /// `import x from './x.mdx'` of MDX.
    Import,
}

impl fmt::Display for MarkdownPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Link => "link",
            Self::Image => "image",
            Self::Definition => "definition",
            Self::Autolink => "autolink",
            Self::Bare => "bare",
            Self::Import => "import",
        })
    }
}

/// The delimiters that separate a reference from the text around it: draft-fielding-url-syntax-05 Appendix E, RFC 3986
/// Appendix C.
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
