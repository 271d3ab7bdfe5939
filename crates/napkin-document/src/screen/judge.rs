//! Judges one `data:` URL. Start at `judge`.
//!
//! Determines its media type and data by the Fetch Standard; whether other programs read another type or other data;
//! whether the data looks like another type; and whether the policy admits it.

use napkin::data::{DataUrl, MediaLimits, Reading};
use napkin::media::MediaType;
use napkin::whatwg::Url;
use napkin::{Error, Finding, Rule, Span, Standard};

use super::places::Place;
use super::policy::Policy;
use super::sniff;
use crate::rules;

/// The properties of a URL.
#[derive(Default)]
pub(super) struct Judged<'p> {
    pub(super) media_type: Option<MediaType<'p>>,
    /// The media type in Chromium, if different.
    pub(super) in_chromium: Option<MediaType<'static>>,
    pub(super) sniffed: Option<&'static str>,
    pub(super) data: Option<Vec<u8>>,
    pub(super) error: Option<Error>,
    pub(super) findings: Vec<Finding>,
}

/// Returns a finding that cites the standard that browsers follow.
pub(super) fn finding(rule: Rule, span: Span) -> Finding {
    Finding::new(rule, Standard::Whatwg, span, "", None)
}

pub(super) fn whole(place: &Place) -> Span {
    Span::new(0, place.text.len())
}

/// Judges a URL. At most `left` bytes of data are decoded.
pub(super) fn judge<'p>(place: &'p Place, policy: &Policy, left: usize) -> Judged<'p> {
    let mut judged = Judged::default();
    let url = match DataUrl::parse_with(&place.text, Reading::Whatwg, &MediaLimits::STREAM) {
        Ok(url) => url,
        Err(error) => return Judged { error: Some(error), ..judged },
    };
    let header = header(&place.text);
    let strict = DataUrl::parse_with(&place.text, Reading::Strict, &MediaLimits::STREAM).ok();
    judged.in_chromium = in_chromium(&place.text, &url);
    let differs = |other: &DataUrl<'_>| answer(other) != answer(&url);
    if judged.in_chromium.is_some() || strict.as_ref().is_some_and(differs) || is_escaped(&place.text, &url) {
        judged.findings.push(finding(rules::DATA_TYPE_AMBIGUOUS, header));
    }
    // Findings that do not depend on the data are reported even if the data is too large.
    let is_admitted = |media_type: &MediaType<'_>| policy.admits(media_type.essence(), place.used);
    let is_denied = !is_admitted(url.media_type()) || judged.in_chromium.as_ref().is_some_and(|it| !is_admitted(it));
    let beyond = match url.max_len() {
        length if length > policy.limits.size => Some(rules::DATA_TOO_LARGE),
        length if length > left => Some(rules::DATA_TOTAL),
        _ => None,
    };
    let mut is_sniffed_denied = false;
    match beyond {
        Some(rule) => judged.findings.push(finding(rule, whole(place))),
        None => match url.decode() {
            Ok(data) => {
                judged.sniffed = sniff::sniffed(&data);
                if let Some(span) = strict.and_then(|strict| removed(&place.text, &strict, &data)) {
                    judged.findings.push(finding(rules::DATA_BYTES_AMBIGUOUS, span));
                }
                judged.data = Some(data);
            }
            Err(error) => return Judged { error: Some(error), ..judged },
        },
    }
    if let Some(sniffed) = judged.sniffed {
        let is_mismatch = sniff::contradicts(url.media_type(), sniffed);
        if is_mismatch {
            judged.findings.push(finding(rules::DATA_TYPE_MISMATCH, header));
        }
        is_sniffed_denied = policy.sniff && (is_mismatch || !policy.admits(sniffed, place.used));
    }
    if is_denied || is_sniffed_denied {
        judged.findings.push(finding(rules::DATA_TYPE_DENIED, header));
    }
    judged.media_type = Some(url.into_media_type());
    judged
}

/// Returns the span between the colon and the comma; at least the colon.
fn header(text: &str) -> Span {
    let start = text.find(':').map_or(0, |colon| colon + 1);
    let end = text[start..].find(',').map_or(text.len(), |comma| start + comma);
    if start < end { Span::new(start, end) } else { Span::new(start.saturating_sub(1), end) }
}

/// Returns what programs must agree on: the type, the charset, and whether the data is base64.
fn answer<'u>(url: &'u DataUrl<'_>) -> (&'u str, Option<String>, bool) {
    let charset = url.media_type().parameter("charset").map(str::to_ascii_lowercase);
    (url.media_type().essence(), charset, url.is_base64())
}

/// Returns the type that Chromium reads after two slashes, if different. To the Fetch Standard the slashes belong to
/// the text before the comma (step 3 of its processor), which is then no type. Chromium 148 drops them, if a host
/// follows, and runs the contents of `data://text/html,`: `data/chromium-data-urls.tsv`, and `html-host` of
/// `data/screen/html.toml`.
fn in_chromium(text: &str, url: &DataUrl<'_>) -> Option<MediaType<'static>> {
    let behind = header(text).of(text);
    if !behind.trim_start_matches(['\t', '\n', '\r']).starts_with('/') {
        return None;
    }
    let serialized = Url::parse(text, None).ok()?;
    let other = format!("data:{}", serialized.href().strip_prefix("data://")?);
    let other = DataUrl::parse_with(&other, Reading::Whatwg, &MediaLimits::STREAM).ok()?;
    (answer(&other) != answer(url)).then(|| other.into_media_type().into_owned())
}

/// Returns whether the result differs in libraries that decode escapes before parsing, or that skip slashes before
/// the type.
fn is_escaped(text: &str, url: &DataUrl<'_>) -> bool {
    let header = header(text);
    let front = header.of(text);
    let plain = front.trim_start_matches('/');
    if plain.len() == front.len() && !front.contains('%') {
        return false;
    }
    // Decoding `data:,` plus the text undoes its escapes, including broken ones.
    let as_data = format!("data:,{plain}");
    let unescaped = DataUrl::parse(&as_data, Reading::Whatwg).and_then(|data| data.decode()).unwrap_or_default();
    let other = format!("data:{},", String::from_utf8_lossy(&unescaped).replace(',', ""));
    let of_both = |one: &DataUrl<'_>| (one.media_type().essence().to_owned(), one.is_base64());
    DataUrl::parse_with(&other, Reading::Whatwg, &MediaLimits::STREAM)
        .is_ok_and(|other| of_both(&other) != of_both(url))
}

/// Returns the span of the data if the strict reading yields other data. Only white space can make a difference, so
/// data without any is not decoded again.
fn removed(text: &str, strict: &DataUrl<'_>, data: &[u8]) -> Option<Span> {
    let body = strict.body();
    let has_white_space = body.of(text).bytes().any(|byte| byte.is_ascii_whitespace());
    let differs = has_white_space && !strict.is_base64() && strict.decode().is_ok_and(|other| other != data);
    differs.then_some(body)
}
