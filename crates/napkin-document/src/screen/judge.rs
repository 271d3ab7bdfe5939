//! One `data:` URL: what it holds, and what is to be said about that.
//!
//! Decides: its media type and data by the Fetch Standard; whether other programs read another type, or other data; whether
//! the data looks like something else; whether the policy admits it.

use napkin::data::{DataUrl, MediaLimits, Reading};
use napkin::media::MediaType;
use napkin::whatwg::Url;
use napkin::{Error, Finding, Rule, Span};

use super::places::Place;
use super::{Format, Policy, STANDARD, sniff};

use crate::rules;

/// What is known of a URL.
#[derive(Default)]
pub(super) struct Judged<'p> {
    pub(super) media_type: Option<MediaType<'p>>,
    /// What Chromium takes it for, where that is something else.
    pub(super) in_chromium: Option<MediaType<'static>>,
    pub(super) sniffed: Option<&'static str>,
    pub(super) data: Option<Vec<u8>>,
    pub(super) error: Option<Error>,
    pub(super) findings: Vec<Finding>,
}

pub(super) fn finding(rule: Rule, span: Span) -> Finding {
    Finding::new(rule, STANDARD, span, "", None)
}

pub(super) fn whole(place: &Place) -> Span {
    Span::new(0, place.text.len())
}

/// Judges a URL. Of all data no more than `left` bytes may be decoded.
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
    // What no one needs to read the data for is found even if that is too large.
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

/// What stands between the colon and the comma, as it is written; at least the colon.
fn header(text: &str) -> Span {
    let start = text.find(':').map_or(0, |colon| colon + 1);
    let end = text[start..].find(',').map_or(text.len(), |comma| start + comma);
    if start < end { Span::new(start, end) } else { Span::new(start.saturating_sub(1), end) }
}

/// What programs must agree on: the type, the charset, and whether the data is base64.
fn answer<'u>(url: &'u DataUrl<'_>) -> (&'u str, Option<String>, bool) {
    let charset = url.media_type().parameter("charset").map(str::to_ascii_lowercase);
    (url.media_type().essence(), charset, url.is_base64())
}

/// The type that Chromium reads behind two slashes. To the Fetch Standard they are a part of what stands before the comma,
/// step 3 of its processor, which is no type then. Chromium 148 drops them, once there is a host behind them, and runs what
/// `data://text/html,` holds: `data/chromium-data-urls.tsv`, and `html-host` of `data/screen/html.toml`.
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

/// Whether libraries that undo escapes before they read, or take any number of slashes for those of a type, have another
/// answer.
fn is_escaped(text: &str, url: &DataUrl<'_>) -> bool {
    let header = header(text);
    let front = header.of(text);
    let plain = front.trim_start_matches('/');
    if plain.len() == front.len() && !front.contains('%') {
        return false;
    }
    // The data of such a URL is what undoing its escapes gives, broken ones among them.
    let as_data = format!("data:,{plain}");
    let unescaped = DataUrl::parse(&as_data, Reading::Whatwg).and_then(|data| data.decode()).unwrap_or_default();
    let other = format!("data:{},", String::from_utf8_lossy(&unescaped).replace(',', ""));
    let of_both = |one: &DataUrl<'_>| (one.media_type().essence().to_owned(), one.is_base64());
    DataUrl::parse_with(&other, Reading::Whatwg, &MediaLimits::STREAM)
        .is_ok_and(|other| of_both(&other) != of_both(url))
}

/// The data as it is written, where the strict reading has other data; that differs in white space alone, without which
/// nothing is decoded again.
fn removed(text: &str, strict: &DataUrl<'_>, data: &[u8]) -> Option<Span> {
    let body = strict.body();
    let has_white_space = body.of(text).bytes().any(|byte| byte.is_ascii_whitespace());
    let differs = has_white_space && !strict.is_base64() && strict.decode().is_ok_and(|other| other != data);
    differs.then_some(body)
}

/// How what a URL holds is read: by its type; and by what it looks like where the type is that of plain text, or of nothing
/// that holds URLs.
pub(super) fn format(media_type: &MediaType<'_>, sniffed: Option<&str>) -> Option<Format> {
    let declared = Format::of_essence(media_type.essence());
    match declared {
        Some(format) if format != Format::Text => Some(format),
        _ => sniffed.and_then(Format::of_essence).or(declared),
    }
}
