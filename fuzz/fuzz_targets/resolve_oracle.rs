//! Compares resolution with the transcribed algorithms of section 5.2, strict or not. The result reads back with the
//! same components. The only deviation from RFC 3986 is that of `resolve_guarded`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Base, Reference, Resolution, Standard};
use napkin_conformance::oracle::resolve_draft1997;
use napkin_conformance::oracle::resolve_rfc3986::resolve_guarded;
use napkin_fuzz::{resolved, two_texts, valid, valid_base};

fuzz_target!(|data: &[u8]| {
    let Some((base, reference)) = two_texts(data) else { return };
    for &standard in Standard::GENERIC {
        let (Some(base), Some(reference)) = (valid_base(base, standard), valid(reference, standard)) else { continue };
        equals_oracle(&base, reference, true);
        if standard != Standard::Draft1997 {
            // "Strict" is a term of RFC 3986; the draft has no such flag.
            equals_oracle(&base.with_strict(false), reference, false);
        }
    }
});

fn equals_oracle(base: &Base<'_>, reference: Reference<'_>, strict: bool) {
    let (standard, from, text) = (reference.standard(), base.url().as_str(), reference.as_str());
    let expected = match standard {
        Standard::Draft1997 => resolve_draft1997::resolve(from, text).to_string(),
        _ => resolve_guarded(from, text, strict),
    };
    assert_eq!(resolved(base, reference), expected, "{standard} {from:?} {text:?} strict {strict}");
    reads_back(base, reference);
}

fn reads_back(base: &Base<'_>, reference: Reference<'_>) {
    let (mut findings, mut buffer) = (Vec::new(), String::new());
    let Ok(Resolution::Absolute(url)) = base.resolve_with(reference, &mut findings) else { return };
    assert!(findings.iter().all(|finding| reference.as_str().get(finding.span.range()).is_some()), "{findings:?}");
    base.resolve_into(reference, &mut buffer).expect("it just resolved");
    assert_eq!(url.as_str(), buffer);
    match Reference::parse(&buffer, reference.standard()) {
        Ok(again) => assert_eq!(again.parts(), url.reference().parts(), "{base:?} {reference:?}: {buffer:?}"),
        // The literal result of the draft may violate its grammar; the engine's module documents it.
        Err(error) => assert_eq!(reference.standard(), Standard::Draft1997, "{base:?} {reference:?}: {error:?}"),
    }
}
