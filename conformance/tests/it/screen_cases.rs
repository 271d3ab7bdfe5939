//! Checks that the labelled documents of `data/screen/` follow the README there, so that a screen can be tested with
//! them.

use std::collections::BTreeSet;

use napkin_conformance::oracle::data::{parse_mime_type, process, serialize_mime_type};
use napkin_conformance::screen::{Case, FORMATS, Found, cases};

/// Returns the faults of a case.
fn faults(case: &Case) -> Vec<&'static str> {
    let asked = ["css", "html", "svg", "xml"].contains(&case.format.as_str());
    let said = |text: &str| !text.trim().is_empty() && text == text.trim();
    let chromium = case.chromium.as_deref();
    let checks = [
        ("an id begins with the format", case.id.starts_with(&format!("{}-", case.format))),
        ("there is such a format", FORMATS.contains(&case.format.as_str())),
        ("a label is found or none", ["found", "none"].contains(&case.label.as_str())),
        ("what is found is labelled so", (case.label == "found") != case.found.is_empty()),
        (
            "a harmless document says so in its id",
            (case.label == "none") == case.id.starts_with(&format!("{}-no-", case.format)),
        ),
        ("what is refused is not found", case.refused == 0 || case.found.is_empty()),
        ("context, why and clause are said", [&case.context, &case.why, &case.clause].iter().all(|text| said(text))),
        ("why and note are sentences", case.why.ends_with('.') && case.note.iter().all(|note| note.ends_with('.'))),
        ("a browser was asked where one can be", chromium.is_some() == asked),
        ("there is such an answer", chromium.is_none_or(|it| ["requested", "resolved", "nothing"].contains(&it))),
        (
            "a browser that agrees, or a note",
            chromium.is_none_or(|it| (it == "nothing") == (case.label == "none"))
                || case.note.is_some()
                || case.refused > 0,
        ),
    ];
    checks.iter().filter(|(_, holds)| !holds).map(|(what, _)| *what).collect()
}

/// Returns whether the types are essences, and each URL is one level deeper than an earlier one, or in the document.
fn is_chain(found: &[Found]) -> bool {
    let is_essence = |text: &str| parse_mime_type(text).is_some_and(|parsed| serialize_mime_type(&parsed) == text);
    let mut above = 0;
    found.iter().all(|url| {
        let follows = (1..=above + 1).contains(&url.depth);
        above = url.depth;
        follows
            && is_essence(&url.essence)
            && url.sniffed.iter().all(|sniffed| is_essence(sniffed) && *sniffed != url.essence)
    })
}

#[test]
fn every_case_is_well_formed() {
    let (mut wrong, mut ids) = (Vec::new(), BTreeSet::new());
    for case in cases() {
        wrong.extend(faults(&case).into_iter().map(|what| format!("{}: {what}", case.id)));
        if !is_chain(&case.found) {
            wrong.push(format!("{}: {:?}", case.id, case.found));
        }
        if case.document().is_empty() {
            wrong.push(format!("{}: an empty document", case.id));
        }
        if !ids.insert(case.id.clone()) {
            wrong.push(format!("{}: twice", case.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_enough_of_both() {
    let count = |label: &str| cases().iter().filter(|case| case.label == label).count();
    let (found, none) = (count("found"), count("none"));
    assert!(found >= 100 && none * 10 >= found * 9, "{found} found, {none} none");
    for format in FORMATS {
        let of = |label: &str| cases().iter().any(|case| case.format == format && case.label == label);
        assert!(of("found") && of("none"), "{format}");
    }
}

/// No two documents of a format are equal.
#[test]
fn every_case_is_another() {
    let mut documents = BTreeSet::new();
    for case in cases() {
        assert!(documents.insert((case.format.clone(), case.document())), "{}", case.id);
    }
}

/// If an attribute of the document is an unescaped URL in quotes and without entities, the Fetch Standard's processor
/// must return one of the labelled types, so that no label has a miscounted parameter.
#[test]
fn labels_are_the_processors() {
    let mut read = 0;
    let is_read = |case: &Case| case.label == "found" && case.text.is_some() && case.format != "mail";
    for case in cases().into_iter().filter(is_read) {
        let text = String::from_utf8(case.document()).expect("a text");
        let quoted = text.split('"').skip(1).step_by(2);
        for url in quoted.filter(|url| url.to_lowercase().starts_with("data:") && !url.contains(['&', '\\'])) {
            let Some(fetched) = process(url) else { continue };
            let essence = fetched.mime_type.essence();
            assert!(case.found.iter().any(|found| found.essence == essence), "{}: {essence}", case.id);
            read += 1;
        }
    }
    assert!(read > 50, "{read} URLs");
}
