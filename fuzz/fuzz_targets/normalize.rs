//! Normalises any text, by each rung alone and by all together. A normal form is valid, is its own normal form, is
//! equivalent to the original, and says whether anything changed. It is the same for all texts that differ only in
//! case and escapes, and does not depend on earlier rungs. Under RFC 3986, the syntax rungs agree with the
//! transcription of 6.2.2.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Reference, ReferenceKind, Rungs, Standard, compare, normalize, whatwg};
use napkin_conformance::oracle::normalize_rfc3986;
use napkin_fuzz::valid;

#[path = "../../crates/napkin/tests/it/variants.rs"]
mod variants;

const SYNTAX: Rungs = Rungs::CASE.or(Rungs::PERCENT).or(Rungs::PATH);
const ASKED: [Rungs; 8] = [
    Rungs::NONE,
    Rungs::CASE,
    Rungs::PERCENT,
    Rungs::PATH,
    Rungs::SCHEME,
    Rungs::CASE.or(Rungs::PERCENT),
    SYNTAX,
    Rungs::ALL,
];

fuzz_target!(|text: &str| {
    for &standard in Standard::GENERIC {
        let Some(reference) = valid(text, standard) else { continue };
        for rungs in ASKED {
            is_normal(reference, rungs);
        }
        is_that_of_a_variant(reference);
    }
    if let Some(reference) = valid(text, Standard::Rfc3986) {
        equals_oracle(reference);
    }
    // The serialised URL is the normal form of the URL Standard. It may have a `%` without digits.
    if let Ok(url) = whatwg::Url::parse(text, None) {
        assert_eq!(normalize(url.reference(), Rungs::ALL).text, url.href());
        assert!(compare(url.reference(), url.reference()).is_equivalent());
    }
});

fn is_normal(reference: Reference<'_>, rungs: Rungs) {
    let (text, standard) = (reference.as_str(), reference.standard());
    let once = normalize(reference, rungs);
    assert_eq!(once.changed.is_empty(), once.text == text, "{standard} {text:?} at {rungs:?}: {once:?}");
    assert!(once.changed.iter().all(|rung| rungs.contains(rung)), "{standard} {text:?} at {rungs:?}: {once:?}");
    let again = Reference::parse(&once.text, standard).unwrap_or_else(|error| panic!("{text:?}: {once:?}: {error}"));
    assert_eq!(normalize(again, rungs).text, once.text, "{standard} {text:?} at {rungs:?}");
    assert!(compare(reference, again).is_equivalent(), "{standard} {text:?} at {rungs:?}: {once:?}");
    let highest = normalize(reference, Rungs::ALL).text;
    assert_eq!(normalize(again, Rungs::ALL).text, highest, "{standard} {text:?} by {rungs:?}");
}

/// Takes the choices from the text's own octets, mixed so that similar texts get different choices.
fn is_that_of_a_variant(reference: Reference<'_>) {
    let mut state = reference.as_str().bytes().fold(1_u32, |state, byte| state.wrapping_mul(31) ^ u32::from(byte));
    let mut choose = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let other = variants::variant(reference, &mut choose);
    let Some(other) = valid(&other, reference.standard()) else { return };
    let forms = [reference, other].map(|reference| normalize(reference, Rungs::ALL).text);
    assert_eq!(forms[0], forms[1], "{reference:?} {other:?}");
    assert!(compare(reference, other).is_equivalent(), "{reference:?} {other:?}");
}

fn equals_oracle(reference: Reference<'_>) {
    // A rootless path after a scheme keeps its segments; the engine's module documents it.
    if reference.kind() == ReferenceKind::Opaque {
        return;
    }
    let text = reference.as_str();
    // Dot segments are removed from a network-path reference too, as they would be after a scheme.
    let expected = match reference.kind() {
        ReferenceKind::NetworkPath => normalize_rfc3986::normalize(&format!("a:{text}"))["a:".len()..].to_owned(),
        _ => normalize_rfc3986::normalize(text),
    };
    assert_eq!(normalize(reference, SYNTAX).text, expected, "{text:?}");
}
