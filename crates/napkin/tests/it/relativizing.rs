//! `relativize` is the inverse of `resolve`, for bases and targets with dot segments, empty segments, paths that begin
//! with `//`, rootless paths, and queries.

use napkin::{Base, Reference, Resolution, Standard};
use proptest::prelude::*;

const HEADS: [&str; 8] = ["http:", "http://h", "http://h", "http://h", "http://h:80", "HTTP://h", "a:", "a://"];
const SEGMENTS: [&str; 12] = ["", "", ".", "..", "a", "b", "a", ".a", "..a", "a:b", "%2e", "a.."];
const QUERIES: [&str; 6] = ["", "", "?", "?q", "?q/../a", "?r"];
const FRAGMENTS: [&str; 4] = ["", "", "#", "#f"];

fn urls() -> impl Strategy<Value = String> {
    let path = proptest::collection::vec(proptest::sample::select(&SEGMENTS[..]), 0..6);
    let select = |texts: &'static [&'static str]| proptest::sample::select(texts);
    (select(&HEADS), any::<bool>(), path, select(&QUERIES), select(&FRAGMENTS)).prop_map(
        |(head, rooted, path, query, fragment)| {
            let root = if rooted || head.contains("//") { "/" } else { "" };
            format!("{head}{root}{}{query}{fragment}", path.join("/"))
        },
    )
}

fn read(text: &str, standard: Standard) -> Option<Reference<'_>> {
    Reference::parse(text, standard).ok()
}

/// Resolves a reference; `None` for the current document.
fn resolved(base: &Base<'_>, reference: Reference<'_>) -> Option<String> {
    match base.resolve(reference).ok()? {
        Resolution::Absolute(url) => Some(url.into_string()),
        Resolution::SameDocument => None,
    }
}

/// Returns whether some reference resolves to a URL under the RFCs: it has no dot segments, or it has the base's
/// scheme, authority and path, and a query if the base has a query.
fn has_own_name(base: &str, url: &str) -> bool {
    let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let has_query = |url: &str| url.split('#').next().is_some_and(|url| url.contains('?'));
    let is_tail = path(base) == path(url) && (has_query(url) || !has_query(base));
    let has_dots = path(url).split(['/', ':']).any(|segment| matches!(segment, "." | ".."));
    is_tail || !has_dots
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn resolve_undoes_relativize(base in urls(), url in urls(), shares_path in any::<bool>()) {
        let tail = url.find(['?', '#']).map_or("", |at| &url[at..]);
        let own = base.split(['?', '#']).next().unwrap_or_default().to_owned() + tail;
        let url = if shares_path { own } else { url };
        for &standard in Standard::GENERIC {
            let (Some(url), Some(base_url)) = (read(&url, standard), read(&base, standard)) else { continue };
            let prepared = Base::new(base_url).expect("it has a scheme");
            let relative = prepared.relativize(url).expect("every URL can be named");
            let back = resolved(&prepared, relative.reference());
            let is_exact = standard == Standard::Draft1997 || has_own_name(&base, url.as_str());
            let expected = if is_exact { Some(url.as_str().to_owned()) } else { resolved(&prepared, url) };
            prop_assert_eq!(back, expected, "{}: {} against {} is {:?}", standard, url, base, relative);
            prop_assert!(relative.as_str().len() <= url.as_str().len() + 2);
        }
    }

    #[test]
    fn relativize_of_the_base_itself_is_empty(base in urls()) {
        let own = base.split('#').next().unwrap_or_default();
        for standard in [Standard::Rfc3986, Standard::Rfc3987] {
            let (Some(url), Some(base)) = (read(own, standard), read(&base, standard)) else { continue };
            let base = Base::new(base).expect("it has a scheme");
            let relative = base.relativize(url).expect("every URL can be named");
            prop_assert_eq!(relative.as_str(), "", "{}", own);
        }
        // Section 3 of the draft: an empty reference is the current document, not the base.
        let Some(url) = read(own, Standard::Draft1997) else { return Ok(()) };
        let relative = Base::new(url).expect("it has a scheme").relativize(url).expect("every URL can be named");
        prop_assert!(!relative.as_str().is_empty(), "{}", own);
    }
}
