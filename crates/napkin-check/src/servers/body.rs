//! Reads the body of an answer, and looks up fragments in it.

use napkin_document::{Entity, Kind, Reader};
use napkin_retrieve::Error;

use super::answer::{Answer, Page};
use super::soft;
use super::target::Wanted;
use crate::fragment::Places;
use crate::{Options, Verdict, lines};

/// Reads a body to its end, and looks up the fragments in it. A body in which nothing is looked up is read up to a limit.
pub(super) async fn read(
    mut entity: napkin_retrieve::Entity,
    url: &str,
    Wanted { fragments, keeps }: &Wanted,
    options: &Options,
) -> Result<Answer, Error> {
    let media_type = entity.media_type.clone().unwrap_or_default();
    let kind = if media_type.is_empty() { Some(Kind::Html) } else { kind_of(&media_type) };
    let own = url.split_once('#').map(|(_, fragment)| fragment.to_owned());
    let is_asked = own.is_some() || fragments.iter().any(|fragment| !fragment.is_empty());
    // An answer without content has no places, and does not replace the page that links to it.
    let is_empty = entity.status == Some(204);
    let is_kept = *keeps && kind.is_some_and(is_searched);
    let has_places = !is_empty && kind.is_some_and(has_names);
    let is_pdf = media_type.starts_with("application/pdf");
    let is_searched = (is_asked && (has_places || is_pdf)) || is_kept;
    let limit = if is_searched { options.max_document } else { options.max_unread.min(options.max_document) };
    let (mut bytes, mut length, mut is_whole) = (Vec::new(), 0_u64, entity.length.is_none_or(|length| length <= limit));
    while is_whole && let Some(chunk) = entity.body.chunk().await? {
        length += chunk.len() as u64;
        is_whole = length <= limit;
        if is_searched || options.soft_404 {
            bytes.extend_from_slice(&chunk);
        }
    }
    if !is_whole && is_searched {
        let mut answer = Answer::new(Verdict::Skipped, format!("expected at most {limit} bytes, found more"));
        answer.is_unseen = true;
        return Ok(answer);
    }
    let mut answer = Answer::new(Verdict::Ok, "");
    answer.likeness = options.soft_404.then(|| soft::likeness(url, &bytes));
    // MIME Sniffing section 7.1: what has no type is recognised by its content.
    let kind =
        if media_type.is_empty() { Some(Kind::of_content(&bytes)).filter(|kind| has_names(*kind)) } else { kind };
    let places = kind.filter(|_| is_asked && has_places).map(|kind| {
        let charset = charset(&media_type);
        let mut page = Entity::new(&bytes).with_kind(kind);
        page.charset = charset.as_deref();
        let reader = Reader::new(&page, &options.reading);
        let places = Places::of(&reader, kind, options.slugs);
        // The fragment of a redirect replaces the link's (RFC 9110 section 10.2.2).
        let missing = |fragment: &String| {
            let fragment = own.as_ref().unwrap_or(fragment);
            if lines::names_lines(url, fragment) {
                return None;
            }
            places.missing(fragment, "the page", &mut || Some(reader.text().into_owned()))
        };
        fragments.iter().map(|fragment| (fragment.clone(), missing(fragment))).collect()
    });
    let pdf = (is_asked && is_pdf).then(|| {
        let places = Places::of_pdf(&bytes);
        let missing = |fragment| places.missing(own.as_ref().unwrap_or(fragment), "the file", &mut || None);
        fragments.iter().map(|fragment| (fragment.clone(), missing(fragment))).collect()
    });
    let unknown = || fragments.iter().map(|fragment| (fragment.clone(), None)).collect();
    answer.fragments = places.or(pdf).unwrap_or_else(unknown);
    if let Some(kind) = kind.filter(|_| is_kept) {
        let url = url.split('#').next().unwrap_or_default().to_owned();
        answer.page = Some(Page { url, bytes, kind, charset: charset(&media_type) });
    }
    Ok(answer)
}

/// Returns whether documents of this kind lead to further ones, or to what they show.
const fn is_searched(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Html
            | Kind::Css
            | Kind::Svg
            | Kind::Xml
            | Kind::Markdown
            | Kind::Manifest
            | Kind::SourceMap
            | Kind::Playlist
    )
}

/// Returns the kind of a media type. XHTML is XML.
fn kind_of(media_type: &str) -> Option<Kind> {
    let is_xhtml =
        media_type.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/xhtml+xml"));
    if is_xhtml { Some(Kind::Xml) } else { Kind::of_media_type(media_type) }
}

/// Returns whether fragments name places in documents of this kind.
const fn has_names(kind: Kind) -> bool {
    matches!(kind, Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown)
}

fn charset(media_type: &str) -> Option<String> {
    let read = napkin::media::MediaType::parse(media_type, napkin::media::Reading::Whatwg).ok()?;
    read.parameter("charset").map(str::to_owned)
}
