//! One `data:` URL: what it holds, and what is to be said about that.
//!
//! Decides: its media type and data by the Fetch Standard; whether other programs read another type, or none; whether the
//! data looks like something else; whether the policy admits it.

use napkin::data::{DataUrl, Limits, Reading};
use napkin::media::MediaType;
use napkin::{Error, Finding, Rule, Span};

use super::places::Place;
use super::{Format, Policy, STANDARD, sniff};

/// What is known of a URL.
#[derive(Default)]
pub(super) struct Judged<'p> {
    pub(super) media_type: Option<MediaType<'p>>,
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
    let url = match DataUrl::parse_with(&place.text, Reading::Whatwg, &Limits::STREAM) {
        Ok(url) => url,
        Err(error) => return Judged { error: Some(error), ..judged },
    };
    let header = header(&place.text);
    if is_ambiguous(&place.text, &url) {
        judged.findings.push(finding(Rule::DataTypeAmbiguous, header));
    }
    // What no one needs to read the data for is found even if that is too large.
    let is_denied = !policy.admits(url.media_type().essence(), place.used);
    let beyond = match url.max_len() {
        length if length > policy.limits.size => Some(Rule::DataTooLarge),
        length if length > left => Some(Rule::DataTotal),
        _ => None,
    };
    let mut is_sniffed_denied = false;
    match beyond {
        Some(rule) => judged.findings.push(finding(rule, whole(place))),
        None => match url.decode() {
            Ok(data) => {
                judged.sniffed = sniff::sniffed(&data);
                judged.data = Some(data);
            }
            Err(error) => return Judged { error: Some(error), ..judged },
        },
    }
    if let Some(sniffed) = judged.sniffed {
        let is_mismatch = sniff::contradicts(url.media_type(), sniffed);
        if is_mismatch {
            judged.findings.push(finding(Rule::DataTypeMismatch, header));
        }
        is_sniffed_denied = policy.sniff && (is_mismatch || !policy.admits(sniffed, place.used));
    }
    if is_denied || is_sniffed_denied {
        judged.findings.push(finding(Rule::DataTypeDenied, header));
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

/// Whether another program has another answer than browsers on the type, or on base64: the strict reading of RFC 2397; the
/// libraries that undo escapes before they read; those that read two slashes as a part of the type.
fn is_ambiguous(text: &str, url: &DataUrl<'_>) -> bool {
    let answer = (url.media_type().essence(), url.is_base64());
    let differs = |other: &DataUrl<'_>| (other.media_type().essence(), other.is_base64()) != answer;
    if DataUrl::parse_with(text, Reading::Strict, &Limits::STREAM).is_ok_and(|strict| differs(&strict)) {
        return true;
    }
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
    DataUrl::parse_with(&other, Reading::Whatwg, &Limits::STREAM).is_ok_and(|other| differs(&other))
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
