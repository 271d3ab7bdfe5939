//! Finds the `data:` URLs of a document, at any depth, and checks them against a policy. Start at `screen` and
//! `Policy`.
//!
//! Searches HTML, CSS, XML (and so SVG), JSON, plain text and email. Each URL is read by the Fetch Standard, and
//! documents inside its data are searched in turn. draft-masinter-url-data-02 says in its security section that
//! proxies "will find it difficult to screen" types that are in the URL itself. Nothing is executed: URLs that a
//! script assembles are not found, nor are strings in scripts.
//!
//! A URL counts where a browser, or a reader of that format, treats it as a URL: not in comments, and not in
//! displayed text. Data declared as plain text, or as a type that contains no URLs, is also read as the format that
//! it looks like.
//!
//! ```
//! use napkin_document::screen::{Format, Policy, screen};
//! let page = b"<iframe src='data:text/html,<img src=data:image/svg%252Bxml,%26lt;svg>'></iframe>";
//! let policy = Policy { deny: vec!["text/html".parse()?], ..Policy::default() };
//! let mut found = Vec::new();
//! let screened = screen(page, Format::Html, &policy, &mut |find| {
//!     found.push((find.essence().to_owned(), find.depth(), find.is_denied()));
//! });
//! assert_eq!(found[0], ("text/html".to_owned(), 1, true));
//! assert_eq!(found[1], ("image/svg%2bxml".to_owned(), 2, false));
//! assert_eq!((screened.found, screened.denied), (2, 1));
//! # Ok::<(), &'static str>(())
//! ```

mod judge;
pub(crate) mod places;
mod policy;
mod sniff;

pub use self::policy::{InvalidPattern, Policy, ScreenLimits, TypePattern};

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::vec::IntoIter;

use napkin::media::MediaType;
use napkin::{Error, Finding, Rule, Span, Standard};

use self::judge::Judged;
use self::places::Place;
use crate::entity::{is_html, without_mark};
use crate::flow::Flow;
use crate::rules;
use crate::usage::Use;
use napkin_mail::is_message;

/// A format that is searched for `data:` URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// HTML, with embedded CSS, SVG and MathML.
    Html,
    /// A style sheet.
    Css,
    /// XML: SVG, XHTML, feeds, XSLT style sheets, and any other.
    Xml,
    /// JSON.
    Json,
    /// Plain text.
    Text,
    /// A message, with all its parts; also MHTML.
    Mail,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Html, Self::Css, Self::Xml, Self::Json, Self::Text, Self::Mail];

    /// Returns the name: `html`, `css`, `xml`, `json`, `text`, `mail`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Css => "css",
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Text => "text",
            Self::Mail => "mail",
        }
    }

    /// Returns the format of a media type, given its essence in lower case.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_essence("image/svg+xml"), Some(Format::Xml));
    /// assert_eq!(Format::of_essence("image/png"), None);
    /// ```
    #[must_use]
    pub fn of_essence(essence: &str) -> Option<Self> {
        match essence {
            "text/html" => Some(Self::Html),
            "text/css" => Some(Self::Css),
            "text/xml" | "application/xml" | "text/xsl" => Some(Self::Xml),
            "application/json" | "text/json" => Some(Self::Json),
            "text/plain" | "text/markdown" | "text/csv" => Some(Self::Text),
            "message/rfc822" | "message/global" => Some(Self::Mail),
            _ if essence.starts_with("multipart/") => Some(Self::Mail),
            _ if essence.ends_with("+xml") => Some(Self::Xml),
            _ if essence.ends_with("+json") => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the format of a file by its extension.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_name("menu.svg"), Some(Format::Xml));
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" | "shtml" => Some(Self::Html),
            "css" => Some(Self::Css),
            "xml" | "svg" | "xhtml" | "xht" | "xsl" | "xslt" | "rss" | "atom" | "mml" => Some(Self::Xml),
            "json" | "webmanifest" | "map" | "gltf" | "geojson" | "jsonld" => Some(Self::Json),
            "eml" | "rfc822" | "mbox" | "mht" | "mhtml" => Some(Self::Mail),
            "txt" | "text" | "md" | "rst" | "log" | "csv" => Some(Self::Text),
            _ => None,
        }
    }

    /// Returns the format that the beginning of the content suggests; text if it suggests none.
    ///
    /// ```
    /// use napkin_document::screen::Format;
    /// assert_eq!(Format::of_content(b"<!doctype html>"), Format::Html);
    /// assert_eq!(Format::of_content(b"[1, 2]"), Format::Json);
    /// ```
    #[must_use]
    pub fn of_content(bytes: &[u8]) -> Self {
        match sniff::sniffed(bytes) {
            Some("text/html") => return Self::Html,
            Some("text/xml" | "image/svg+xml") => return Self::Xml,
            _ => {}
        }
        let text = without_mark(bytes).trim_ascii_start();
        match text.first() {
            Some(_) if is_message(without_mark(bytes)) => Self::Mail,
            Some(b'{' | b'[' | b'"') => Self::Json,
            Some(b'@') if text.starts_with(b"@import") || text.starts_with(b"@charset") => Self::Css,
            Some(b'<') if is_html(text) => Self::Html,
            _ => Self::Text,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A `data:` URL that was found, and its properties.
#[derive(Debug)]
#[non_exhaustive]
pub struct Find<'f> {
    /// Its position: the first span is in the document, the next in the data of the URL at the first span, and so on;
    /// the last is the span of this URL in the innermost data or document.
    pub chain: &'f [Span],
    /// The construct that contains it: `html img[src]`, `css url()`, `json string`.
    pub context: &'f str,
    /// Its use there.
    pub used: Use,
    /// The URL, decoded. The spans of [`findings`](Self::findings) refer to this text.
    pub text: &'f str,
    /// Its media type by the Fetch Standard; `None` if the URL has an error or is beyond the limit on the number of
    /// URLs.
    pub media_type: Option<&'f MediaType<'f>>,
    /// Its media type in Chromium, if that departs from the Fetch Standard: Chromium drops the slashes of
    /// `data://text/html,`. The policy must admit this type as well, and the data is searched as this type.
    pub in_chromium: Option<&'f MediaType<'f>>,
    /// The media type that its data looks like, if known.
    pub sniffed: Option<&'static str>,
    /// Its data; `None` if not decoded.
    pub data: Option<&'f [u8]>,
    /// The error that keeps browsers from loading it; policies ignore it then.
    pub error: Option<Error>,
    /// The findings about it.
    pub findings: &'f [Finding],
    /// Whether it is a URL; false for a nested document beyond a limit, which is reported in the same way.
    pub is_url: bool,
}

impl Find<'_> {
    /// Returns its nesting depth among `data:` URLs, counting itself.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// screen_url("data:image/gif,GIF89a", &Policy::default(), &mut |find| assert_eq!(find.depth(), 1));
    /// ```
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.chain.len()
    }

    /// Returns the essence of its media type: `text/html`; empty if it has none.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// screen_url("data:image/gif,GIF89a", &Policy::default(), &mut |find| assert_eq!(find.essence(), "image/gif"));
    /// ```
    #[must_use]
    pub fn essence(&self) -> &str {
        self.media_type.map_or("", |media_type| media_type.essence())
    }

    /// Returns whether the policy denies it.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// screen_url("data:image/gif,GIF89a", &Policy::default(), &mut |find| assert!(!find.is_denied()));
    /// ```
    #[must_use]
    pub fn is_denied(&self) -> bool {
        self.has(rules::DATA_TYPE_DENIED)
    }

    /// Returns whether it was searched completely, within all limits.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// screen_url("data:image/gif,GIF89a", &Policy::default(), &mut |find| assert!(find.is_read()));
    /// ```
    #[must_use]
    pub fn is_read(&self) -> bool {
        !self.findings.iter().any(|finding| finding.rule.is_limit())
    }

    fn has(&self, rule: Rule) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }

    /// Returns its text, shortened in the middle to about this many characters.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// screen_url("data:,0123456789abcdefghijkl", &Policy::default(), &mut |find| {
    ///     assert!(find.shortened(8).chars().count() < 12);
    /// });
    /// ```
    #[must_use]
    pub fn shortened(&self, length: usize) -> Cow<'_, str> {
        let half = length / 2;
        let Some((front, _)) = self.text.char_indices().nth(half + half) else { return Cow::Borrowed(self.text) };
        let front = self.text[..front].char_indices().nth(half + half / 2).map_or(front, |(at, _)| at);
        let back = self.text.char_indices().rev().nth(half / 2).map_or(0, |(at, _)| at);
        if back <= front {
            return Cow::Borrowed(self.text);
        }
        Cow::Owned(format!("{}…{}", &self.text[..front], &self.text[back..]))
    }
}

/// The result of screening a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Screened {
    /// The number of URLs found that browsers load.
    pub found: usize,
    /// The number of them that the policy denies.
    pub denied: usize,
    /// The number of places not searched because of a limit.
    pub unread: usize,
}

impl Screened {
    /// Returns whether everything was searched and is admitted.
    ///
    /// ```
    /// use napkin_document::screen::{Policy, screen_url};
    /// assert!(screen_url("data:,menu", &Policy::default(), &mut |_| {}).is_admitted());
    /// ```
    #[must_use]
    pub const fn is_admitted(&self) -> bool {
        self.denied == 0 && self.unread == 0
    }
}

/// Passes every `data:` URL of a document to `sink`, each before the URLs in its data.
///
/// Malformed input is searched too. Time is linear in the size of the document and of the decoded data, which the
/// policy limits. If `sink` [breaks](Flow), nothing more is decoded, and the result counts only the URLs until then.
///
/// ```
/// use napkin_document::screen::{Format, Policy, screen};
/// let page = b"<img src=data:image/gif,GIF89a><a href=data:text/html,x>";
/// let policy = Policy { deny: vec!["text/html".parse()?], ..Policy::default() };
/// let mut types = Vec::new();
/// let screened = screen(page, Format::Html, &policy, &mut |find| types.push(find.essence().to_owned()));
/// assert_eq!(types, ["image/gif", "text/html"]);
/// assert_eq!((screened.found, screened.denied), (2, 1));
/// # Ok::<(), napkin_document::screen::InvalidPattern>(())
/// ```
pub fn screen<R: Flow>(
    bytes: &[u8],
    format: Format,
    policy: &Policy,
    sink: &mut (impl FnMut(&Find<'_>) -> R + ?Sized),
) -> Screened {
    let places = places::places(bytes, format, None, &policy.limits);
    Walk::new(policy, &mut |find| sink(find).flow()).all(places)
}

/// Screens a single `data:` URL that is not in a document.
///
/// ```
/// use napkin_document::screen::{Policy, screen_url};
/// let screened = screen_url("data:image/gif,<html>", &Policy::default(), &mut |find| {
///     assert_eq!(find.findings[0].rule.code(), "data-type-mismatch");
/// });
/// assert!(screened.is_admitted());
/// ```
pub fn screen_url<R: Flow>(url: &str, policy: &Policy, sink: &mut (impl FnMut(&Find<'_>) -> R + ?Sized)) -> Screened {
    let span = Span::new(0, url.len());
    let (text, context, used) = (url.to_owned(), "url".to_owned(), Use::Other);
    let place = Place { text, span, before_fragment: span, context, used, unread: None };
    Walk::new(policy, &mut |find| sink(find).flow()).all(vec![place])
}

/// Returns the policy for the examples of the screening rules: it denies active types and allows two levels, three
/// URLs, 72 bytes per URL and 96 bytes in total.
///
/// ```
/// use napkin_document::rules;
/// use napkin_document::screen::{example_policy, screen_url};
/// let example = rules::DATA_TYPE_DENIED.example().map(|example| example.text).unwrap_or_default();
/// assert_eq!(screen_url(example, &example_policy(), &mut |_| {}).denied, 1);
/// ```
#[must_use]
pub fn example_policy() -> Policy {
    let limits = ScreenLimits { depth: 2, count: 3, size: 72, total: 96, ..ScreenLimits::default() };
    Policy { deny: vec![TypePattern::active()], limits, ..Policy::default() }
}

/// Walks through the URLs of a document and of the data in them.
struct Walk<'w> {
    policy: &'w Policy,
    sink: &'w mut dyn FnMut(&Find<'_>) -> ControlFlow<()>,
    /// The last answer of the sink.
    flow: ControlFlow<()>,
    screened: Screened,
    /// The number of URLs so far; `total` counts their decoded bytes.
    count: usize,
    total: usize,
    chain: Vec<Span>,
}

impl<'w> Walk<'w> {
    fn new(policy: &'w Policy, sink: &'w mut dyn FnMut(&Find<'_>) -> ControlFlow<()>) -> Self {
        let flow = ControlFlow::Continue(());
        Self { policy, sink, flow, screened: Screened::default(), count: 0, total: 0, chain: Vec::new() }
    }

    /// Walks with an explicit stack, so that a thousand levels do not overflow the call stack.
    fn all(mut self, places: Vec<Place>) -> Screened {
        let mut open: Vec<IntoIter<Place>> = vec![places.into_iter()];
        while let Some(level) = open.last_mut() {
            let Some(place) = level.next() else {
                open.pop();
                self.chain.pop();
                continue;
            };
            self.chain.push(place.span);
            if self.count == self.policy.limits.count {
                self.beyond(&place, rules::DATA_TOO_MANY);
                break;
            }
            self.count += 1;
            let inside = match place.unread {
                Some(rule) => {
                    self.beyond(&place, rule);
                    Vec::new()
                }
                None => self.visit(&place),
            };
            if self.flow.is_break() {
                break;
            }
            if inside.is_empty() {
                self.chain.pop();
            } else {
                open.push(inside.into_iter());
            }
        }
        self.screened
    }

    /// Reports a place that is not searched.
    fn beyond(&mut self, place: &Place, rule: Rule) {
        let judged = Judged { findings: vec![judge::finding(rule, judge::whole(place))], ..Judged::default() };
        self.report(place, &judged, place.unread.is_none());
    }

    /// Reports a URL, and gives what it holds.
    fn visit(&mut self, place: &Place) -> Vec<Place> {
        let left = self.policy.limits.total - self.total;
        let mut judged = judge::judge(place, self.policy, left);
        let mut inside = Vec::new();
        if let (Some(data), Some(media_type)) = (&judged.data, &judged.media_type) {
            self.total += data.len();
            let media_type = judged.in_chromium.as_ref().unwrap_or(media_type);
            if let Some(format) = judge::format(media_type, judged.sniffed) {
                inside = places::places(data, format, Some(media_type), &self.policy.limits);
            }
        }
        if self.chain.len() >= self.policy.limits.depth && !inside.is_empty() {
            judged.findings.push(judge::finding(rules::DATA_TOO_DEEP, judge::whole(place)));
            inside.clear();
        }
        self.report(place, &judged, true);
        inside
    }

    fn report(&mut self, place: &Place, judged: &Judged<'_>, is_url: bool) {
        let find = Find {
            chain: &self.chain,
            context: &place.context,
            used: place.used,
            text: &place.text,
            media_type: judged.media_type.as_ref(),
            in_chromium: judged.in_chromium.as_ref(),
            sniffed: judged.sniffed,
            data: judged.data.as_deref(),
            error: judged.error,
            findings: &judged.findings,
            is_url,
        };
        self.screened.found += usize::from(find.media_type.is_some());
        self.screened.denied += usize::from(find.is_denied());
        self.screened.unread += usize::from(!find.is_read());
        self.flow = (self.sink)(&find);
    }
}

/// Findings of screening cite the standard that browsers follow.
const STANDARD: Standard = Standard::Whatwg;
