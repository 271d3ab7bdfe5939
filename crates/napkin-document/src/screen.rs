//! Which `data:` URLs a document holds, at any depth, and whether a policy admits them.
//!
//! Decides: where such URLs stand in HTML, CSS, XML (and so SVG), JSON, plain text and mail; what each holds by the Fetch Standard;
//! what is to be said about it; and, of what holds documents again, the same. draft-masinter-url-data-02 says in its
//! security section that proxies "will find it difficult to screen" types that stand in the URL itself. It does not run
//! anything: what a script puts together is not seen, nor are strings in scripts.
//!
//! A URL counts where a browser, or who reads that format, takes it for one: not in comments, and not in texts that are
//! shown. What is read by its media type is also read by what it looks like, where the type says that it is plain text or
//! nothing in particular.
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

pub use self::policy::{Limits, Policy, TypePattern};

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

/// A format in which `data:` URLs are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// HTML, with the CSS, the SVG and the MathML in it.
    Html,
    /// A style sheet.
    Css,
    /// XML: SVG, XHTML, feeds, style sheets of XSLT, and any other.
    Xml,
    /// JSON.
    Json,
    /// Plain text.
    Text,
    /// A message, with all its parts; also MHTML.
    Mail,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Html, Self::Css, Self::Xml, Self::Json, Self::Text, Self::Mail];

    /// `html`, `css`, `xml`, `json`, `text`, `mail`.
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

    /// That of a media type, by its essence in lower case.
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

    /// The one that the ending of a file's name says.
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

    /// The one that the beginning of the content suggests; text if it suggests none.
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

/// A `data:` URL that was found, and what is known of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Find<'f> {
    /// Where it stands: the first span is one of the document, the next one of the data of the URL that stands there, and
    /// so on; the last is that of this URL in the data, or the document, that holds it.
    pub chain: &'f [Span],
    /// Where in that it stands, in words: `html img[src]`, `css url()`, `json string`.
    pub context: &'f str,
    /// What it is used for there.
    pub used: Use,
    /// The URL, decoded from where it stands. [`findings`](Self::findings) have their spans in it.
    pub text: &'f str,
    /// Its media type by the Fetch Standard; `None` where that has an error, and where there are more URLs than the limit.
    pub media_type: Option<&'f MediaType<'f>>,
    /// What Chromium takes it for, where that departs from the Fetch Standard: it drops the slashes of `data://text/html,`.
    /// The policy must admit this type as well, and the data is read on by it.
    pub in_chromium: Option<&'f MediaType<'f>>,
    /// What its data looks like, if that is known.
    pub sniffed: Option<&'static str>,
    /// Its data; `None` where it has not been decoded.
    pub data: Option<&'f [u8]>,
    /// Why browsers do not load it: it counts for no policy.
    pub error: Option<Error>,
    /// What is to be said about it.
    pub findings: &'f [Finding],
    /// Whether it is a URL: a document inside the document that lies beyond a limit is reported like one.
    pub is_url: bool,
}

impl Find<'_> {
    /// How many `data:` URLs it stands in, with itself.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.chain.len()
    }

    /// The essence of its media type: `text/html`; empty where there is none.
    #[must_use]
    pub fn essence(&self) -> &str {
        self.media_type.map_or("", |media_type| media_type.essence())
    }

    /// Whether the policy does not admit it.
    #[must_use]
    pub fn is_denied(&self) -> bool {
        self.has(rules::DATA_TYPE_DENIED)
    }

    /// Whether it, and what it holds, has been looked at: no limit stood in the way.
    #[must_use]
    pub fn is_read(&self) -> bool {
        !self.findings.iter().any(|finding| finding.rule.is_limit())
    }

    fn has(&self, rule: Rule) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }

    /// Its text, cut in the middle to at most this many characters, or a few more.
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

/// What came of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Screened {
    /// How many URLs were found that browsers load.
    pub found: usize,
    /// How many of them the policy does not admit.
    pub denied: usize,
    /// How many places have not been looked into, because of a limit.
    pub unread: usize,
}

impl Screened {
    /// Whether everything has been looked at, and is admitted.
    #[must_use]
    pub const fn is_admitted(&self) -> bool {
        self.denied == 0 && self.unread == 0
    }
}

/// Hands every `data:` URL of a document to `sink`, the outer ones before those they hold.
///
/// On any bytes, what is there is reported. Time is linear in the size of the document and of the data that is decoded, which
/// the policy limits. If `sink` [breaks](Flow), nothing more is decoded, and the answer counts only the places until then.
pub fn screen<R: Flow>(
    bytes: &[u8],
    format: Format,
    policy: &Policy,
    sink: &mut (impl FnMut(&Find<'_>) -> R + ?Sized),
) -> Screened {
    let places = places::places(bytes, format, None, &policy.limits);
    Walk::new(policy, &mut |find| sink(find).flow()).all(places)
}

/// The same for a single `data:` URL, which is not in a document.
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

/// The policy by which the examples of the rules of screening are read: it denies what is active, and goes two levels deep,
/// to three URLs, 72 bytes in one and 96 bytes in all of them.
///
/// ```
/// use napkin_document::rules;
/// use napkin_document::screen::{example_policy, screen_url};
/// let example = rules::DATA_TYPE_DENIED.example().map(|example| example.text).unwrap_or_default();
/// assert_eq!(screen_url(example, &example_policy(), &mut |_| {}).denied, 1);
/// ```
#[must_use]
pub fn example_policy() -> Policy {
    let limits = Limits { depth: 2, count: 3, size: 72, total: 96, ..Limits::default() };
    Policy { deny: vec![TypePattern::active()], limits, ..Policy::default() }
}

/// Goes through the places of a document, and of what they hold.
struct Walk<'w> {
    policy: &'w Policy,
    sink: &'w mut dyn FnMut(&Find<'_>) -> ControlFlow<()>,
    /// The last answer of the sink.
    flow: ControlFlow<()>,
    screened: Screened,
    /// How many URLs have been seen, and how many bytes of theirs decoded.
    count: usize,
    total: usize,
    chain: Vec<Span>,
}

impl<'w> Walk<'w> {
    fn new(policy: &'w Policy, sink: &'w mut dyn FnMut(&Find<'_>) -> ControlFlow<()>) -> Self {
        let flow = ControlFlow::Continue(());
        Self { policy, sink, flow, screened: Screened::default(), count: 0, total: 0, chain: Vec::new() }
    }

    /// A stack of its own, so that a thousand levels are not the machine's.
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

    /// Reports something that is not read.
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

/// Findings of the screen are of the standards that browsers follow.
const STANDARD: Standard = Standard::Whatwg;
