//! Compares the oracles with the cases: each checks the other.

use napkin_conformance::cases::{self, Reading, STANDARDS};
use napkin_conformance::oracle::resolve_rfc3986::{resolve, resolve_guarded};
use napkin_conformance::oracle::{Components, draft1997, normalize_rfc3986, resolve_draft1997, rfc3986, rfc3987};

fn read(standard: &str, text: &str) -> Option<Components> {
    match standard {
        "draft1997" => draft1997::read(text),
        "rfc3986" => rfc3986::read(text),
        _ => rfc3987::read(text),
    }
}

fn as_reading(components: Components) -> Reading {
    let Components { scheme, user, password, host, host_kind, port_text, path, query, fragment } = components;
    Reading { error: None, kind: None, scheme, user, password, host, host_kind, port_text, path, query, fragment }
}

#[test]
fn oracles_agree_on_the_reading_cases() {
    let parse: cases::Parse = cases::read("parse");
    let mut wrong = Vec::new();
    for case in &parse.case {
        for standard in STANDARDS {
            let expected = case.sides.of(standard).expect("every standard reads");
            let found = read(standard, &case.input).map(as_reading);
            let equal = match &found {
                Some(found) => *found == Reading { kind: None, ..expected.clone() },
                None => expected.error.is_some(),
            };
            if !equal {
                wrong.push(format!("{standard} {:?}: {found:?}, but expected {expected:?}", case.input));
            }
        }
        let verdict = draft1997::verdict(&case.input);
        if verdict != case.verdict {
            wrong.push(format!("verdict {:?}: {verdict}, but expected {}", case.input, case.verdict));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn spans_are_on_characters_and_kinds_are_known() {
    let parse: cases::Parse = cases::read("parse");
    let kinds = ["absolute", "network-path", "absolute-path", "relative-path", "same-document", "opaque"];
    for case in &parse.case {
        for reading in STANDARDS.iter().filter_map(|standard| case.sides.of(standard)) {
            assert!(reading.kind.as_deref().is_none_or(|kind| kinds.contains(&kind)), "{}", case.input);
            if let Some(fault) = &reading.error {
                assert_eq!(fault.start.is_some(), fault.end.is_some());
                let span = fault.start.unwrap_or(0)..fault.end.unwrap_or(0);
                assert!(case.input.get(span).is_some(), "{:?} {fault:?}", case.input);
            }
        }
    }
}

#[test]
fn oracles_agree_on_the_resolution_cases() {
    let table: cases::Resolve = cases::read("resolve");
    let mut wrong = Vec::new();
    for group in &table.group {
        for case in &group.case {
            let base = &group.base;
            let loose = resolve_guarded(base, &case.reference, false);
            let strict = resolve_guarded(base, &case.reference, true);
            let found = [
                (case.sides.draft1997.as_ref(), resolve_draft1997::resolve(base, &case.reference).to_string()),
                (case.sides.rfc3986.as_ref(), strict),
                (case.rfc3986_loose.as_ref().or(case.sides.rfc3986.as_ref()), loose),
            ];
            for (expected, found) in found {
                if *expected.expect("every standard resolves") != found {
                    wrong.push(format!("{base} {:?}: {found}, but expected {expected:?}", case.reference));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The only row whose result in napkin differs from the literal 5.2.2, and the reason.
#[test]
fn the_guard_is_needed_where_the_cases_say() {
    assert_eq!(resolve("non-spec:/p", "..//path", true), "non-spec://path");
    assert_eq!(rfc3986::read("non-spec://path").unwrap().host.as_deref(), Some("path"));
    assert_eq!(resolve_guarded("non-spec:/p", "..//path", true), "non-spec:/.//path");
}

/// Rows that involve scheme-based normalisation (6.2.3), which the oracle omits.
#[test]
fn oracles_agree_on_the_normalisation_cases() {
    let table: cases::Normalize = cases::read("normalize");
    let mut wrong = Vec::new();
    for case in &table.case {
        let Some(forms) = &case.sides.rfc3986 else { continue };
        let has_scheme_rung =
            |input: &str| input == "ftp://example.com:21/" || input.to_lowercase().starts_with("mailto:");
        if forms.scheme.is_some() || has_scheme_rung(&case.input) {
            continue;
        }
        let found = normalize_rfc3986::normalize(&case.input);
        if found != forms.full {
            wrong.push(format!("{}: {found}, but expected {}", case.input, forms.full));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_case_says_where_it_comes_from() {
    let (resolve, parse, normalize): (cases::Resolve, cases::Parse, cases::Normalize) =
        (cases::read("resolve"), cases::read("parse"), cases::read("normalize"));
    let cites = (resolve.group.iter().map(|group| &group.cite))
        .chain(resolve.request.iter().map(|request| &request.cite))
        .chain(parse.case.iter().map(|case| &case.cite))
        .chain(normalize.case.iter().map(|case| &case.cite))
        .chain(normalize.compare.iter().map(|compare| &compare.cite));
    for cite in cites {
        let words = ["section", "sections", "appendix"];
        assert!(words.iter().any(|word| cite.contains(word)), "{cite}");
    }
    assert!(parse.case.len() >= 200 && resolve.group.iter().map(|group| group.case.len()).sum::<usize>() >= 100);
}
