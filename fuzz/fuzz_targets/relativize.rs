//! Resolving undoes relativizing: `resolve(base, relativize(base, url)) == resolve(base, url)`, and the relative
//! reference is never longer than what it resolves to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Base, Reference, Standard};
use napkin_fuzz::{resolved, two_texts, valid, valid_base};

fuzz_target!(|data: &[u8]| {
    let Some((base, url)) = two_texts(data) else { return };
    for standard in Standard::GENERIC {
        let (Some(base), Some(url)) = (valid_base(base, standard), valid(url, standard)) else { continue };
        is_undone(&base, url);
        is_undone(&base.strict(false), url);
        // What a relative reference resolves to is a URL too. Not in 1997, when the result may leave the grammar.
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
    let target = resolved(base, url);
    let relative = base.relativize(url).expect("every URL can be named");
    assert_eq!(resolved(base, relative.reference()), target, "{base:?} {url:?}: {relative:?}");
    assert!(relative.as_str().len() <= target.len(), "{base:?} {url:?}: {relative:?}");
}
