//! Walks through the `data:` URLs of a document and of the data in them. Start at `screen`.

use super::format::Format;
use super::judge::{self, Judged};
use super::places::{self, Place};
use super::policy::{Policy, ScreenLimits, TypePattern};
use super::report::{Find, Screened};
use crate::flow::Flow;
use crate::rules;
use crate::usage::Use;
use napkin::{Rule, Span};
use std::ops::ControlFlow;
use std::vec::IntoIter;

/// Passes every `data:` URL of a document to `sink`, each before the URLs in its data.
///
/// Malformed input is searched too. Time is linear in the size of the document and of the decoded data, which the
/// policy limits. If `sink` [breaks](Flow), nothing more is decoded, and the result counts only the URLs until then.
///
/// ```
/// use napkin_document::screen::{Format, Policy, screen};
/// let page = b"<img src=data:image/gif,GIF89a><a href=data:text/html,x>";
/// let policy = Policy::default().with_deny(vec!["text/html".parse()?]);
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
            if let Some(format) = Format::of_data(media_type, judged.sniffed) {
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
