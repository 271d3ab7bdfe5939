//! Parsing loses nothing: the components form the text again, an edit that changes nothing returns it, and `check`
//! agrees with `parse`; spans are within the text and in order. Masking keeps each span.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{
    Component, Edit, Finding, Reference, Span, Standard, check, draft1997_verdict, mask_passwords, password_span,
    rules, whatwg,
};
use napkin_fuzz::{recomposed, recomposed_authority};

fuzz_target!(|data: &[u8]| {
    for &standard in Standard::GENERIC {
        match str::from_utf8(data) {
            Ok(text) => reads(text, standard),
            Err(error) => {
                let found = Reference::parse_bytes(data, standard).expect_err("not UTF-8");
                assert_eq!((found.rule(), found.span().start), (rules::UTF8, error.valid_up_to()));
                assert!(!found.span().is_empty() && found.span().end <= data.len());
            }
        }
    }
});

fn reads(text: &str, standard: Standard) {
    let mut findings = Vec::new();
    let parts = check(text, standard, &mut findings);
    in_order(text, &findings);
    masks(text, standard);
    let _ = draft1997_verdict(text);
    match Reference::parse_bytes(text.as_bytes(), standard) {
        Ok(reference) => {
            assert_eq!(findings, [], "{text:?}");
            // `parse` uses the fast reader if there is one, `check` never does.
            assert_eq!(reference.parts(), parts, "{text:?}");
            is_whole(reference);
        }
        Err(error) => assert_eq!(findings.first(), Some(error.finding()), "{text:?}"),
    }
}

fn is_whole(reference: Reference<'_>) {
    let text = reference.as_str();
    assert_eq!(recomposed(reference), text);
    assert_eq!(recomposed_authority(reference).as_deref(), reference.authority());
    assert_eq!(Edit::of(reference).finish().expect("nothing was changed"), text);
    let segments: Vec<&str> = reference.segments().map(|segment| segment.text().as_str()).collect();
    let path = reference.path().as_str();
    assert_eq!(segments.join("/"), path.strip_prefix('/').unwrap_or(path));
    // No value of a component causes a panic.
    let _ = (reference.host(), reference.port(), reference.kind());
    let _ = reference.query().map(|query| query.decode_lossy().len());
}

fn in_order(text: &str, findings: &[Finding]) {
    let mut last = 0;
    for finding in findings {
        assert!(finding.span.start >= last, "{text:?}: {findings:?}");
        last = finding.span.start;
        for span in [Some(finding.span), finding.also].into_iter().flatten() {
            assert!(text.get(span.range()).is_some(), "{text:?}: {finding:?}");
        }
    }
}

/// A mask has as many bytes as the hidden text, and hides the password under each standard.
fn masks(text: &str, standard: Standard) {
    let masked = mask_passwords(text);
    assert_eq!(masked.len(), text.len(), "{text:?}");
    if let Some(password) = check(text, standard, &mut ()).span(Component::Password) {
        assert!(masked[password.range()].bytes().all(|byte| byte == b'*'), "{standard} {text:?}: {masked:?}");
    }
    if whatwg::Url::parse(text, None).is_ok_and(|url| !url.password().is_empty()) {
        assert!(password_span(text).is_some(), "{text:?} has a password for browsers");
    }
    let Ok(reference) = Reference::parse(text, standard) else { return };
    let redacted = reference.redacted().to_string();
    assert_eq!(redacted.len(), text.len(), "{text:?}");
    // The path of one standard may be the password of another.
    let password = password_span(text).unwrap_or(Span::new(0, 0));
    assert_eq!(redacted[..password.start], text[..password.start], "{text:?}");
    assert_eq!(redacted[password.end..], text[password.end..], "{text:?}");
}
