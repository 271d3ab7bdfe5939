//! The engine against the cases in `data/cases/`.

use crate::common::{Wrong, components, engine_resolves};
use napkin::{Base, Reference, Rungs, Standard, compare, draft1997_verdict, normalize};
use napkin_conformance::cases::{self, Fault, Reading};
use napkin_conformance::oracle::Components;

fn as_reading(reference: Reference<'_>) -> Reading {
    let kind = Some(reference.kind().name().to_owned());
    let found = components(reference);
    let Components { scheme, user, password, host, host_kind, port_text, path, query, fragment } = found;
    Reading { error: None, kind, scheme, user, password, host, host_kind, port_text, path, query, fragment }
}

/// Removes the parts of a fault that the case does not specify.
fn as_far_as_expected(found: Fault, expected: &Fault) -> Fault {
    Fault {
        rule: expected.rule.as_ref().and(found.rule),
        start: expected.start.and(found.start),
        end: expected.end.and(found.end),
    }
}

#[test]
fn engine_agrees_on_the_reading_cases() {
    let parse: cases::Parse = cases::read("parse");
    let mut wrong = Wrong::default();
    for case in &parse.case {
        for &standard in Standard::GENERIC {
            let expected = case.sides.of(standard.name()).expect("every standard reads");
            let found = match Reference::parse(&case.input, standard) {
                Ok(reference) => as_reading(reference),
                Err(error) => {
                    let (rule, span) = (Some(error.rule().code().to_owned()), error.span());
                    let fault = Fault { rule, start: Some(span.start), end: Some(span.end) };
                    Reading { error: Some(fault), ..Reading::default() }
                }
            };
            let mut relevant = found.clone();
            relevant.kind = expected.kind.as_ref().and(relevant.kind);
            if let (Some(found), Some(expected)) = (relevant.error.take(), &expected.error) {
                relevant.error = Some(as_far_as_expected(found, expected));
            } else {
                relevant.error = found.error.clone();
            }
            if relevant != *expected {
                wrong.note(format!("{standard} {:?}: {found:?}, but expected {expected:?}", case.input));
            }
        }
        let verdict = draft1997_verdict(&case.input).name();
        if verdict != case.verdict {
            wrong.note(format!("verdict {:?}: {verdict}, but expected {}", case.input, case.verdict));
        }
    }
    wrong.assert_none(parse.case.len() * 3);
}

#[test]
fn engine_agrees_on_the_resolution_cases() {
    let table: cases::Resolve = cases::read("resolve");
    let (mut wrong, mut count) = (Wrong::default(), 0);
    for group in &table.group {
        for case in &group.case {
            for &standard in Standard::GENERIC {
                let base = Base::new(Reference::parse(&group.base, standard).unwrap()).unwrap();
                let reference = Reference::parse(&case.reference, standard).unwrap();
                let expected = case.sides.of(standard.name()).expect("every standard resolves");
                let mut found = vec![(engine_resolves(&base, reference), expected)];
                if standard == Standard::Rfc3986 {
                    let expected = case.rfc3986_loose.as_ref().unwrap_or(expected);
                    found.push((engine_resolves(&base.with_strict(false), reference), expected));
                }
                count += 1;
                for (found, expected) in found.iter().filter(|(found, expected)| found != *expected) {
                    let place = format!("{standard} {} {:?}", group.base, case.reference);
                    wrong.note(format!("{place}: {found}, but expected {expected}"));
                }
            }
        }
    }
    for case in &table.request {
        let read = |text| Reference::parse(text, Standard::Draft1997).unwrap();
        let base = Base::new(read(&case.base)).unwrap().with_document(read(&case.document)).with_new_request(true);
        let found = engine_resolves(&base, read(&case.reference));
        if found != case.draft1997 {
            wrong.note(format!("request {:?}: {found}, but expected {}", case.reference, case.draft1997));
        }
    }
    wrong.assert_none(count);
}

#[test]
fn engine_agrees_on_the_normalisation_cases() {
    let table: cases::Normalize = cases::read("normalize");
    let mut wrong = Wrong::default();
    for case in &table.case {
        for &standard in Standard::GENERIC {
            let Some(forms) = case.sides.of(standard.name()) else { continue };
            let reference = Reference::parse(&case.input, standard).unwrap();
            let asked = [
                (Rungs::ALL, Some(&forms.full)),
                (Rungs::CASE, forms.case.as_ref()),
                (Rungs::PERCENT, forms.percent.as_ref()),
                (Rungs::PATH, forms.path.as_ref()),
                (Rungs::SCHEME, forms.scheme.as_ref()),
            ];
            for (rungs, expected) in asked.into_iter().filter_map(|(rungs, form)| Some((rungs, form?))) {
                let found = normalize(reference, rungs);
                if found.text != *expected || found.changed.is_empty() != (found.text == case.input) {
                    wrong.note(format!("{standard} {} at {rungs:?}: {found:?}, but expected {expected}", case.input));
                }
            }
        }
    }
    wrong.assert_none(table.case.len());
}

#[test]
fn engine_agrees_on_the_equivalence_cases() {
    let table: cases::Normalize = cases::read("normalize");
    let mut wrong = Wrong::default();
    for case in &table.compare {
        for &standard in Standard::GENERIC {
            let Some(expected) = case.sides.of(standard.name()) else { continue };
            let read = |text| Reference::parse(text, standard).unwrap();
            for (a, b) in [(&case.a, &case.b), (&case.b, &case.a)] {
                let comparison = compare(read(a), read(b));
                let found = comparison.rung.map_or("none", |agreement| agreement.name());
                if found != expected || comparison.difference.is_none() != (expected == "identical") {
                    wrong.note(format!("{standard} {a} {b}: {comparison:?}, but expected {expected}"));
                }
            }
        }
    }
    wrong.assert_none(table.compare.len());
}
