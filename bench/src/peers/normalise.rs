//! Normalising: parses each URL and brings it into the normal form of RFC 3986 section 6.2.2.

use std::borrow::Cow;
use std::hint::black_box;

use fluent_uri::Uri;
use iri_string::format::ToDedicatedString;
use iri_string::types::UriStr;
use napkin::{Rungs, normalize};

use crate::operations::View;
use crate::timing::Case;

/// Returns the peers' normal form of an accepted URL.
pub(crate) fn normal_by_all(url: &str) -> [String; 3] {
    [napkin_owned(url), fluent(url), iri_string(url)].map(Option::unwrap_or_default)
}

/// The peers. `napkin` borrows a text that is already normal, unless an `owned` one is requested; the others always
/// allocate.
pub(crate) fn normalisers<'a>(view: &'a View<'a>, owned: bool) -> Vec<Case<'a>> {
    vec![
        if owned { case("napkin", view, napkin_owned) } else { case("napkin", view, napkin) },
        case("fluent-uri", view, fluent),
        case("iri-string", view, iri_string),
    ]
}

fn case<'a, R: AsRef<str> + Into<String> + 'a>(
    peer: &'static str,
    view: &'a View<'a>,
    normalise: impl Fn(&'a str) -> Option<R> + Copy + 'a,
) -> Case<'a> {
    let run = move || {
        let results = view.texts.iter().map(|text| black_box(normalise(text)));
        results.fold(0, |sum, result| sum + result.map_or(0, |normal| normal.as_ref().len()))
    };
    let result = move |place: usize| normalise(view.texts[place]).map_or_else(String::new, Into::into);
    Case { result: Some(Box::new(result)), ..Case::new(peer, run) }
}

const SYNTAX_BASED: Rungs = Rungs::CASE.or(Rungs::PERCENT).or(Rungs::PATH);

#[inline(always)]
fn napkin(url: &str) -> Option<Cow<'_, str>> {
    Some(normalize(super::napkin(url)?, SYNTAX_BASED).text)
}

#[inline(always)]
fn napkin_owned(url: &str) -> Option<String> {
    Some(normalize(super::napkin(url)?, SYNTAX_BASED).text.into_owned())
}

#[inline(always)]
fn fluent(url: &str) -> Option<String> {
    Some(Uri::parse(url).ok()?.normalize().into_string())
}

#[inline(always)]
fn iri_string(url: &str) -> Option<String> {
    Some(UriStr::new(url).ok()?.normalize().to_dedicated_string().into())
}
