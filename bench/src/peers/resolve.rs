//! Resolving: parses each reference and resolves it; each peer has parsed the bases before, in its own form.

use std::fmt::Write;
use std::hint::black_box;
use std::rc::Rc;

use fluent_uri::{Uri, UriRef};
use iri_string::format::ToDedicatedString;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use napkin::{Base, Reference, Resolution, Standard};
use oxiri::{Iri, IriRef};

use crate::operations::View;
use crate::timing::Case;

/// Returns whether all peers accept this reference.
pub(crate) fn is_reference_of_all(text: &str) -> bool {
    let accepted = super::napkin(text).is_some()
        && UriRef::parse(text).is_ok()
        && UriReferenceStr::new(text).is_ok()
        && IriRef::parse(text).is_ok();
    #[cfg(feature = "url")]
    let accepted = accepted && url::Url::parse("http://h/").expect("a URL").join(text).is_ok();
    accepted
}

/// Returns whether all peers accept this base.
pub(crate) fn is_base_of_all(text: &str) -> bool {
    let accepted = super::napkin(text).is_some_and(|url| Base::new(url).is_ok())
        && Uri::parse(text).is_ok_and(|url| !url.has_fragment())
        && UriAbsoluteStr::new(text).is_ok()
        && Iri::parse(text).is_ok();
    #[cfg(feature = "url")]
    let accepted = accepted && url::Url::parse(text).is_ok();
    accepted
}

/// Peers that allocate a `String` per result.
pub(crate) fn resolvers<'a>(view: &'a View<'a>) -> Vec<Case<'a>> {
    let expect = "an accepted base";
    vec![
        owned("napkin", view, |base| Base::new(super::napkin(base).expect(expect)).expect(expect), napkin),
        owned("oxiri", view, |base| Iri::parse(base).expect(expect), oxiri),
        owned("fluent-uri", view, |base| Uri::parse(base).expect(expect), fluent),
        owned("iri-string", view, |base| UriAbsoluteStr::new(base).expect(expect), iri_string),
        #[cfg(feature = "url")]
        owned("url (WHATWG)", view, |base| url::Url::parse(base).expect(expect), whatwg),
    ]
}

/// Peers that can write all results into one buffer.
pub(crate) fn resolvers_into<'a>(view: &'a View<'a>) -> Vec<Case<'a>> {
    let expect = "an accepted base";
    vec![
        into("napkin", view, |base| Base::new(super::napkin(base).expect(expect)).expect(expect), napkin_into),
        into("oxiri", view, |base| Iri::parse(base).expect(expect), oxiri_into),
        into("iri-string", view, |base| UriAbsoluteStr::new(base).expect(expect), iri_string_into),
    ]
}

fn owned<'a, B: 'a>(
    peer: &'static str,
    view: &'a View<'a>,
    base: impl Fn(&'a str) -> B,
    resolve: impl Fn(&B, &'a str) -> Option<String> + Copy + 'a,
) -> Case<'a> {
    let bases: Rc<[B]> = view.bases.iter().map(|text| base(text)).collect();
    let (texts, same_bases) = (&view.texts, Rc::clone(&bases));
    let run = move || {
        let results = same_bases.iter().zip(texts).map(|(base, text)| black_box(resolve(base, text)));
        results.fold(0, |sum, result| sum + result.map_or(0, |url| url.len()))
    };
    let result = move |place: usize| resolve(&bases[place], view.texts[place]).unwrap_or_default();
    Case { result: Some(Box::new(result)), ..Case::new(peer, run) }
}

fn into<'a, B: 'a>(
    peer: &'static str,
    view: &'a View<'a>,
    base: impl Fn(&'a str) -> B,
    resolve: impl Fn(&B, &'a str, &mut String) -> Option<()> + Copy + 'a,
) -> Case<'a> {
    let bases: Rc<[B]> = view.bases.iter().map(|text| base(text)).collect();
    let (texts, same_bases) = (&view.texts, Rc::clone(&bases));
    let mut buffer = String::new();
    let run = move || {
        same_bases.iter().zip(texts).fold(0, |sum, (base, text)| {
            let done = resolve(base, text, &mut buffer);
            sum + done.map_or(0, |()| black_box(buffer.as_str()).len())
        })
    };
    let result = move |place: usize| {
        let mut url = String::new();
        resolve(&bases[place], view.texts[place], &mut url).map_or_else(String::new, |()| url)
    };
    Case { result: Some(Box::new(result)), ..Case::new(peer, run) }
}

#[inline(always)]
fn napkin(base: &Base<'_>, text: &str) -> Option<String> {
    match base.resolve(Reference::parse(text, Standard::Rfc3986).ok()?).ok()? {
        Resolution::Absolute(url) => Some(url.into_string()),
        Resolution::SameDocument => None,
    }
}

#[inline(always)]
fn napkin_into(base: &Base<'_>, text: &str, buffer: &mut String) -> Option<()> {
    base.resolve_into(Reference::parse(text, Standard::Rfc3986).ok()?, buffer).ok().map(drop)
}

#[inline(always)]
fn oxiri(base: &Iri<&str>, text: &str) -> Option<String> {
    Some(base.resolve(&IriRef::parse(text).ok()?).ok()?.into_inner())
}

#[inline(always)]
fn oxiri_into(base: &Iri<&str>, text: &str, buffer: &mut String) -> Option<()> {
    buffer.clear();
    base.resolve_into(&IriRef::parse(text).ok()?, buffer).ok()
}

#[inline(always)]
fn fluent(base: &Uri<&str>, text: &str) -> Option<String> {
    Some(UriRef::parse(text).ok()?.resolve_against(base).ok()?.into_string())
}

#[inline(always)]
fn iri_string(base: &&UriAbsoluteStr, text: &str) -> Option<String> {
    Some(UriReferenceStr::new(text).ok()?.resolve_against(base).to_dedicated_string().into())
}

#[inline(always)]
fn iri_string_into(base: &&UriAbsoluteStr, text: &str, buffer: &mut String) -> Option<()> {
    buffer.clear();
    write!(buffer, "{}", UriReferenceStr::new(text).ok()?.resolve_against(base)).ok()
}

#[cfg(feature = "url")]
#[inline(always)]
fn whatwg(base: &url::Url, text: &str) -> Option<String> {
    base.join(text).ok().map(String::from)
}
