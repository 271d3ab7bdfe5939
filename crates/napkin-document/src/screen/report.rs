//! What screening reports: each `data:` URL, and the totals.

use crate::rules;
use crate::usage::Use;
use napkin::media::MediaType;
use napkin::{Error, Finding, Rule, Span};
use std::borrow::Cow;

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
