//! Screens objects by `--allow` and `--deny`.
//!
//! The screen checks the media type of an object and of all `data:` URLs in it, at any depth; a refusal names the place.
//! draft-masinter-url-data-02 says in its security section that proxies "will find it difficult to screen" these. An object
//! that a limit keeps from being screened is refused.

use hyper::StatusCode;
use napkin::Span;
use napkin::media::{MediaType, Reading};
use napkin_document::Use;
use napkin_document::screen::{Find, Format, Policy, screen, screen_url};

use crate::answer::Problem;

/// Returns the essence that browsers use; an invalid media type becomes `application/octet-stream`.
pub(super) fn essence(media_type: Option<&str>) -> String {
    let read = media_type.and_then(|text| MediaType::parse(text, Reading::Whatwg).ok().map(MediaType::into_owned));
    read.map_or_else(|| "application/octet-stream".to_owned(), |read| read.essence().to_ascii_lowercase())
}

/// Checks a media type, and the URL itself if it is a `data:` URL.
///
/// # Errors
/// The policy does not admit the type, the type of the `data:` URL, or content that is nested in it.
pub(super) fn check_type(policy: &Policy, url: &str, media_type: Option<&str>) -> Result<(), Problem> {
    let essence = essence(media_type);
    if !policy.admits(&essence, Use::Other) {
        let why = format!("expected a media type that --allow and --deny admit, but found {essence}");
        return Err(Problem::new(StatusCode::FORBIDDEN, "media-type-denied", why));
    }
    if !napkin::data::is_data_url(url) {
        return Ok(());
    }
    let mut first = None;
    screen_url(url, policy, &mut |find| note(find, &mut first));
    first.map_or(Ok(()), |why| Err(Problem::new(StatusCode::FORBIDDEN, "media-type-denied", why)))
}

/// Returns the format that the screen reads for a media type, if any.
pub(super) fn format(media_type: Option<&str>) -> Option<Format> {
    Format::of_essence(&essence(media_type))
}

/// Checks the `data:` URLs of a document.
///
/// # Errors
/// The policy does not admit a `data:` URL, or a limit kept one from being screened.
pub(super) fn check_document(policy: &Policy, bytes: &[u8], format: Format) -> Result<(), Problem> {
    let mut first = None;
    screen(bytes, format, policy, &mut |find| note(find, &mut first));
    first.map_or(Ok(()), |why| Err(Problem::new(StatusCode::FORBIDDEN, "media-type-denied", why)))
}

/// Returns the problem of a document that is too long to be screened.
pub(super) fn too_long() -> Problem {
    let why = "expected a document that can be screened, but found one longer than --max-document";
    Problem::new(StatusCode::FORBIDDEN, "document-not-screened", why)
}

fn note(find: &Find<'_>, first: &mut Option<String>) {
    if first.is_some() || (!find.is_denied() && find.is_read()) {
        return;
    }
    let found = match find.in_chromium.map_or(find.essence(), MediaType::essence) {
        _ if !find.is_read() => "data that is beyond the limits of the screen",
        "" => "data without a type",
        essence => essence,
    };
    let place = find.chain.iter().map(|Span { start, end }| format!("bytes {start}-{end}")).collect::<Vec<_>>();
    let place = place.join(", in that ");
    *first = Some(format!("expected what --allow and --deny admit, but found {found} in {} at {place}", find.context));
}
