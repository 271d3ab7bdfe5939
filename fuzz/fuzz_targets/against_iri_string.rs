//! Compares the engine with `iri-string`: the engine accepts each text that the peer accepts, and finds the same
//! components. Resolution and normalisation agree, except for these deviations, each with a counter-example.
//!
//! In resolution:
//! - The peer treats `%2e` as a dot: `g` against `http://a/%2e%2e/b` is `http://a/g`, here `http://a/%2e%2e/g` (RFC
//! 3986 section 5.2.4 compares characters; decoding is normalisation, 6.2.2.2).
//!
//! In normalisation, which the peer has only for URLs with a scheme:
//! - `normalize` adds a root to `foo:x/../y`, `foo:/y` (5.2.4). Here it stays rootless, as with the peer's
//! `normalize_but_preserve_authorityless_relative_path`, which is therefore used.
//! - The peer drops an empty port in the same step (6.2.3); here the scheme rung does that, and more.
//! - The peer keeps the case of a host with escaped or raw non-ASCII characters: `a://EXAMPLE%C3%A9` stays; here it
//! becomes `a://example%C3%A9` (RFC 3986 section 6.2.2.1: "the scheme and host are case-insensitive"; RFC 3987 section
//! 5.3.2.1 mentions a "US-ASCII only host" and does not exclude others).
//! - In IRIs, the peer decodes escapes of `ucschar` too: `a:%C3%A9` becomes `a:é`; here it stays (RFC 3987 section
//! 5.3.2.3: "corresponds to an unreserved character, as described in section 2.3 of RFC 3986").
#![no_main]

use iri_string::format::ToDedicatedString;
use iri_string::spec::{IriSpec, Spec, UriSpec};
use iri_string::types::{RiReferenceStr, RiStr};
use libfuzzer_sys::fuzz_target;
use napkin::{Reference, Rungs, Standard, normalize};
use napkin_fuzz::{has_escaped_dots, has_escapes_beyond_ascii, resolved, two_texts, valid, valid_base};

fuzz_target!(|data: &[u8]| {
    let Some((base, reference)) = two_texts(data) else { return };
    under::<UriSpec>(base, reference, Standard::Rfc3986);
    under::<IriSpec>(base, reference, Standard::Rfc3987);
});

fn under<S: Spec>(base: &str, reference: &str, standard: Standard) {
    for text in [base, reference] {
        reads_alike::<S>(text, standard);
        normalizes_alike::<S>(text, standard);
    }
    resolves_alike::<S>(base, reference, standard);
}

fn reads_alike<S: Spec>(text: &str, standard: Standard) {
    let (ours, theirs) = (Reference::parse(text, standard), RiReferenceStr::<S>::new(text));
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{standard} {text:?}: {ours:?}");
    let (Ok(ours), Ok(theirs)) = (ours, theirs) else { return };
    let site = theirs.authority_components();
    assert_eq!(ours.scheme(), theirs.scheme_str(), "{text:?}");
    assert_eq!(ours.authority(), theirs.authority_str(), "{text:?}");
    assert_eq!(ours.host_text(), site.map(|site| site.host()), "{text:?}");
    assert_eq!(ours.port_text(), site.and_then(|site| site.port()), "{text:?}");
    let info = site.and_then(|site| site.userinfo());
    let user_and_password = info.map(|info| info.split_once(':').map_or((info, None), |(u, p)| (u, Some(p))));
    assert_eq!(ours.user().map(|user| (user.as_str(), ours.password().map(|p| p.as_str()))), user_and_password);
    assert_eq!(ours.path().as_str(), theirs.path_str(), "{text:?}");
    assert_eq!(ours.query().map(|query| query.as_str()), theirs.query_str(), "{text:?}");
    assert_eq!(ours.fragment().map(|fragment| fragment.as_str()), theirs.fragment_str(), "{text:?}");
}

fn resolves_alike<S: Spec>(base: &str, reference: &str, standard: Standard) {
    let (Some(ours), Some(r)) = (valid_base(base, standard), valid(reference, standard)) else { return };
    let their_base = RiStr::<S>::new(base).expect("read alike").to_absolute();
    let their_reference = RiReferenceStr::<S>::new(reference).expect("read alike");
    let theirs = their_reference.resolve_against(their_base).to_dedicated_string();
    if !has_escaped_dots(base) && !has_escaped_dots(reference) {
        assert_eq!(resolved(&ours, r), theirs.as_str(), "{base:?} {reference:?}");
    }
}

fn normalizes_alike<S: Spec>(text: &str, standard: Standard) {
    let (Some(ours), Ok(theirs)) = (valid(text, standard), RiStr::<S>::new(text)) else { return };
    let departs = ours.port_text() == Some("")
        || ours.host_text().is_some_and(|host| !host.is_ascii() || has_escapes_beyond_ascii(host))
        || (standard == Standard::Rfc3987 && has_escapes_beyond_ascii(text));
    if !departs {
        let theirs = theirs.normalize_but_preserve_authorityless_relative_path().to_dedicated_string();
        let ours = normalize(ours, Rungs::CASE | Rungs::PERCENT | Rungs::PATH);
        assert_eq!(ours.text, theirs.as_str(), "{standard} {text:?}");
    }
}
