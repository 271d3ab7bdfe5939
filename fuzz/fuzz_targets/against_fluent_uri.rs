//! Compares the engine with `fluent-uri`: the engine accepts each text that the peer accepts, and finds the same
//! components. Resolution and normalisation agree, except for these deviations, each with a counter-example.
//!
//! In resolution:
//! - The peer refuses all references but `#f` against a base without authority and with a rootless path: `g` against
//! `a:b/c` is an error, here `a:b/g` (RFC 3986 section 5.2.2).
//! - The peer treats `%2e` as a dot: `%2e%2e/g` against `http://a/b/c/` is `http://a/b/g`, here
//! `http://a/b/c/%2e%2e/g` (5.2.4 compares characters; decoding is normalisation, 6.2.2.2).
//! - The peer removes the base's own dot segments if the reference has no path: `?y` against `http://a/b/../c` is
//! `http://a/c?y`, here `http://a/b/../c?y` (5.2.2: `T.path = Base.path`).
//! - The peer keeps a last segment `..` of the base during merging: `g` against `http://a/b/..` is `http://a/g`, here
//! `http://a/b/g` (5.2.3: "excluding any characters after the right-most "/"").
//! - The peer does not change a rootless path after a scheme: `a:b/../c` stays, here it becomes `a:/c` (5.2.2 and
//! 5.2.4).
//!
//! In normalisation:
//! - The peer serialises IPv6 addresses again, `[0:0::1]` as `[::1]` (RFC 5952; RFC 3986 does not require it).
//! - The peer drops an empty port in the same step (6.2.3); here the scheme rung does that, and more.
//! - The peer keeps dot segments in `//h/a/../b`; here they are removed, as in each resolution (5.2.2).
//! - In IRIs, the peer decodes escapes of `ucschar` too: `%C3%A9` becomes `é`; here it stays (RFC 3987 section
//! 5.3.2.3: "corresponds to an unreserved character, as described in section 2.3 of RFC 3986").
#![no_main]

use fluent_uri::{Iri, IriRef, UriRef, normalize::Normalizer};
use libfuzzer_sys::fuzz_target;
use napkin::{HostKind, Reference, ReferenceKind, Rungs, Standard, normalize};
use napkin_fuzz::{has_dots, has_escaped_dots, has_escapes_beyond_ascii, resolved, two_texts, valid, valid_base};

fuzz_target!(|data: &[u8]| {
    let Some((base, reference)) = two_texts(data) else { return };
    for text in [base, reference] {
        let (uri, iri) = (UriRef::parse(text).ok(), IriRef::parse(text).ok());
        reads_alike(text, Standard::Rfc3986, uri.map(IriRef::from));
        reads_alike(text, Standard::Rfc3987, iri);
        let normalizer = Normalizer::new().default_port_with(|_| None);
        if let Some(uri) = uri {
            let theirs = normalizer.normalize(&uri).expect("`..` may go beyond the root");
            normalizes_alike(text, Standard::Rfc3986, theirs.as_str());
        }
        if let Some(iri) = iri {
            let theirs = normalizer.normalize(&iri).expect("`..` may go beyond the root");
            normalizes_alike(text, Standard::Rfc3987, theirs.as_str());
        }
    }
    for standard in [Standard::Rfc3986, Standard::Rfc3987] {
        resolves_alike(base, reference, standard);
    }
});

fn reads_alike(text: &str, standard: Standard, theirs: Option<IriRef<&str>>) {
    let ours = Reference::parse(text, standard);
    assert_eq!(ours.is_ok(), theirs.is_some(), "{standard} {text:?}: {ours:?}");
    let (Ok(ours), Some(theirs)) = (ours, theirs) else { return };
    let site = theirs.authority();
    assert_eq!(ours.scheme(), theirs.scheme().map(|scheme| scheme.as_str()), "{text:?}");
    assert_eq!(ours.authority(), site.map(|site| site.as_str()), "{text:?}");
    assert_eq!(ours.host_text(), site.map(|site| site.host()), "{text:?}");
    assert_eq!(ours.port_text(), site.and_then(|site| site.port()).map(|port| port.as_str()), "{text:?}");
    let user = site.and_then(|site| site.userinfo()).map(|info| info.as_str());
    let user_and_password = user.map(|info| info.split_once(':').map_or((info, None), |(u, p)| (u, Some(p))));
    assert_eq!(ours.user().map(|user| (user.as_str(), ours.password().map(|p| p.as_str()))), user_and_password);
    assert_eq!(ours.path().as_str(), theirs.path().as_str(), "{text:?}");
    assert_eq!(ours.query().map(|query| query.as_str()), theirs.query().map(|query| query.as_str()), "{text:?}");
    assert_eq!(ours.fragment().map(|f| f.as_str()), theirs.fragment().map(|f| f.as_str()), "{text:?}");
}

fn resolves_alike(base: &str, reference: &str, standard: Standard) {
    let (Some(ours), Some(r)) = (valid_base(base, standard), valid(reference, standard)) else { return };
    let path = ours.url().path().as_str();
    let inherits = matches!(r.kind(), ReferenceKind::SameDocument) || r.as_str().starts_with('?');
    let departs = has_escaped_dots(base)
        || has_escaped_dots(reference)
        || (inherits && has_dots(path))
        || (r.kind() == ReferenceKind::RelativePath && path.ends_with("/.."))
        || (r.kind() == ReferenceKind::Opaque && has_dots(r.path().as_str()));
    let (base, r2) = (Iri::parse(base).expect("read alike"), IriRef::parse(reference).expect("read alike"));
    match r2.resolve_against(&base.strip_fragment()) {
        Ok(theirs) if !departs => assert_eq!(resolved(&ours, r), theirs.as_str(), "{base:?} {reference:?}"),
        Ok(_) => {}
        // The base has a rootless path.
        Err(_) => assert!(ours.url().kind() == ReferenceKind::Opaque, "{base:?} {reference:?}"),
    }
}

fn normalizes_alike(text: &str, standard: Standard, theirs: &str) {
    let reference = valid(text, standard).expect("read alike");
    let path = reference.path().as_str();
    let departs = reference.host_kind() == Some(HostKind::Ipv6)
        || reference.port_text() == Some("")
        || (reference.kind() == ReferenceKind::NetworkPath && (has_dots(path) || has_escaped_dots(path)))
        || (standard == Standard::Rfc3987 && has_escapes_beyond_ascii(text));
    if !departs {
        let ours = normalize(reference, Rungs::CASE | Rungs::PERCENT | Rungs::PATH);
        assert_eq!(ours.text, theirs, "{standard} {text:?}");
    }
}
