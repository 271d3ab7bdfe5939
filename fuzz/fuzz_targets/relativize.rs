//! Resolving reverses relativizing: `resolve(base, relativize(base, url))` is `url`, or, if no reference resolves to
//! `url`, `resolve(base, url)`; and the relative reference is never longer than its target. The URL itself with other
//! queries and fragments is used as a base too, so that bases with the same dot segments occur.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Base, Component, Reference, Standard};
use napkin_fuzz::{resolved, two_texts, valid, valid_base};

fuzz_target!(|data: &[u8]| {
    let Some((base, url)) = two_texts(data) else { return };
    for &standard in Standard::GENERIC {
        let (Some(base), Some(url)) = (valid_base(base, standard), valid(url, standard)) else { continue };
        is_undone(&base, url);
        is_undone(&base.with_strict(false), url);
        own_path(url);
        // The target of a relative reference is a URL too, except under the 1997 draft, where it may violate the
        // grammar.
        let target = resolved(&base, url);
        if let Some(url) = valid(&target, standard) {
            is_undone(&base, url);
        }
    }
});

fn is_undone(base: &Base<'_>, url: Reference<'_>) {
    if !url.is_absolute() {
        return;
    }
    let relative = base.relativize(url).expect("every URL can be named");
    let target = resolved(base, relative.reference());
    assert!(relative.as_str().len() <= target.len(), "{base:?} {url:?}: {relative:?}");
    if target != url.as_str() {
        assert_eq!(target, resolved(base, url), "{base:?} {url:?}: {relative:?}");
    }
}

/// Under the RFCs a URL is reached by query and fragment from a URL that differs only there, unless that requires
/// removing a query.
fn own_path(url: Reference<'_>) {
    if url.standard() == Standard::Draft1997 || !url.is_absolute() {
        return;
    }
    let (text, path_end) = (url.as_str(), url.parts().span(Component::Path).map_or(0, |path| path.end));
    let query = url.query().map_or(String::new(), |query| format!("?{}", query.as_str()));
    let tail = url.fragment().map_or(String::new(), |fragment| format!("#{}", fragment.as_str()));
    for (end, expected) in [("", query.clone() + &tail), (&*query, tail.clone()), ("?another", query.clone() + &tail)] {
        let base = format!("{}{end}#another", &text[..path_end]);
        let Some(base) = valid_base(&base, url.standard()) else { continue };
        if end == "?another" && query.is_empty() {
            continue;
        }
        let relative = base.relativize(url).expect("every URL can be named");
        assert!(relative.as_str().len() <= expected.len(), "{base:?} {url:?}: {relative:?}");
        assert_eq!(resolved(&base, relative.reference()), text, "{base:?} {url:?}: {relative:?}");
    }
}
