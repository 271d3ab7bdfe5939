//! Compares the engine with the oracles, on references from a seeded generator.
//!
//! `NAPKIN_SEED` and `NAPKIN_COUNT` select other and more references.

use crate::common::{Wrong, components, count, engine_resolves, oracle_resolves, random, read};
use napkin::{Base, Reference, ReferenceKind, Rungs, Standard, check, draft1997_verdict, normalize};
use napkin_conformance::generate::{self, Random};
use napkin_conformance::oracle::{draft1997, normalize_rfc3986};

/// RFC 3986 section 6.2.2.3 covers URIs; `//h/a/../b` is a relative reference, but each resolution removes its dot
/// segments (5.2.2), so that nothing is lost.
const NETWORK_PATH: &str = "dot segments go from a network-path reference too";

/// Compares acceptance and components, and checks that all ways to parse agree.
#[test]
fn engine_and_oracles_read_random_texts_alike() {
    for &standard in Standard::GENERIC {
        let (mut random, mut wrong, mut accepted) = (random(1), Wrong::default(), 0);
        for _ in 0..count() {
            let text = generate::reference(&mut random);
            let expected = read(standard, &text);
            let found = Reference::parse(&text, standard);
            accepted += usize::from(expected.is_some());
            let equal = match (&found, &expected) {
                (Ok(found), Some(expected)) => components(*found) == *expected,
                (Err(error), None) => text.get(error.span().start..error.span().end).is_some(),
                _ => false,
            };
            if !equal {
                wrong.note(format!("{standard} {text:?}: {found:?}, but expected {expected:?}"));
            }
            let mut findings = Vec::new();
            check(&text, standard, &mut findings);
            if findings.is_empty() != found.is_ok() || found.is_err_and(|error| *error.finding() != findings[0]) {
                wrong.note(format!("{standard} {text:?}: check says {findings:?}"));
            }
        }
        wrong.assert_none(count());
        let share = accepted * 100 / count();
        assert!((25..=75).contains(&share), "{share} % of the references are valid under {standard}");
    }
}

#[test]
fn the_verdict_of_1997() {
    let (mut random, mut wrong) = (random(2), Wrong::default());
    for _ in 0..count() {
        let text = generate::reference(&mut random);
        let (found, expected) = (draft1997_verdict(&text).name(), draft1997::verdict(&text));
        if found != expected {
            wrong.note(format!("{text:?}: {found}, but expected {expected}"));
        }
    }
    wrong.assert_none(count());
}

/// Tests each text of up to four characters over the delimiters, so that the result does not depend on the generator.
#[test]
fn every_short_text() {
    let alphabet: [&str; 14] = [":", "/", "?", "#", "[", "]", "@", "%", ".", "-", "a", "1", "v", "_"];
    let (mut wrong, mut count) = (Wrong::default(), 0);
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts.iter().flat_map(|text| alphabet.map(|c| format!("{text}{c}"))).collect();
        for text in texts.iter().flat_map(|text| [text.clone(), format!("a://{text}"), format!("a://[{text}")]) {
            for &standard in Standard::GENERIC {
                count += 1;
                let expected = read(standard, &text);
                let found = Reference::parse(&text, standard);
                if found.as_ref().ok().map(|found| components(*found)) != expected {
                    wrong.note(format!("{standard} {text:?}: {found:?}, but expected {expected:?}"));
                }
            }
            let (found, expected) = (draft1997_verdict(&text).name(), draft1997::verdict(&text));
            if found != expected {
                wrong.note(format!("{text:?}: {found}, but expected {expected}"));
            }
        }
    }
    wrong.assert_none(count);
}

/// Returns a valid text of this kind, by as many attempts as needed; the same in each run.
fn valid(random: &mut Random, standard: Standard, make: fn(&mut Random) -> String) -> String {
    loop {
        let text = make(random);
        if Reference::parse(&text, standard).is_ok() {
            return text;
        }
    }
}

#[test]
fn engine_and_oracles_resolve_random_texts_alike() {
    for &standard in Standard::GENERIC {
        let (mut random, mut wrong) = (random(3), Wrong::default());
        for _ in 0..count() / 20 {
            let base = valid(&mut random, standard, generate::base);
            for turn in 0..20 {
                let reference = valid(&mut random, standard, generate::reference);
                // "Loose" is a word of RFC 3986; the draft knows no such flag.
                let strict = standard == Standard::Draft1997 || turn % 4 != 0;
                let prepared = Base::new(Reference::parse(&base, standard).unwrap()).unwrap().with_strict(strict);
                let found = engine_resolves(&prepared, Reference::parse(&reference, standard).unwrap());
                let expected = oracle_resolves(standard, &base, &reference, strict);
                if found != expected {
                    wrong
                        .note(format!("{standard} {base} {reference:?} strict {strict}: {found}, expected {expected}"));
                }
            }
        }
        wrong.assert_none(count());
    }
}

#[test]
fn relativizing_is_undone_by_resolving() {
    for &standard in Standard::GENERIC {
        let (mut random, mut wrong) = (random(4), Wrong::default());
        for turn in 0..count() {
            let base = valid(&mut random, standard, generate::base);
            // Half of the targets are near the base.
            let url = if turn % 2 == 0 {
                valid(&mut random, standard, generate::base)
            } else {
                let reference = valid(&mut random, standard, generate::reference);
                oracle_resolves(standard, &base, &reference, true)
            };
            let Ok(url) = Reference::parse(&url, standard) else { continue };
            let prepared = Base::new(Reference::parse(&base, standard).unwrap()).unwrap();
            let target = engine_resolves(&prepared, url);
            let relative = prepared.relativize(url).expect("every URL can be named");
            let back = engine_resolves(&prepared, relative.reference());
            // The dot segments in the base's own path can be reached only by a reference that does not change the path
            // (5.2.2).
            let leads_back = back == target || back == url.as_str();
            if !leads_back || relative.reference().as_str().len() > url.as_str().len().max(target.len()) {
                wrong.note(format!("{standard} {base} {url}: {relative} is {back}"));
            }
        }
        wrong.assert_none(count());
    }
}

#[test]
fn normalisation_equals_its_oracle_and_is_idempotent() {
    let syntax = Rungs::CASE | Rungs::PERCENT | Rungs::PATH;
    for &standard in Standard::GENERIC {
        let known: &[&str] = if standard == Standard::Rfc3986 { &[NETWORK_PATH] } else { &[] };
        let (mut random, mut wrong) = (random(5), Wrong::knowing(known));
        for _ in 0..count() {
            let text = valid(&mut random, standard, generate::reference);
            let reference = Reference::parse(&text, standard).unwrap();
            for rungs in [syntax, Rungs::ALL, Rungs::CASE, Rungs::PERCENT, Rungs::PATH, Rungs::SCHEME] {
                let once = normalize(reference, rungs);
                match Reference::parse(&once.text, standard) {
                    Ok(again) if normalize(again, rungs).text == once.text => {}
                    again => wrong.note(format!("{standard} {text:?} at {rungs:?}: {once:?}, again {again:?}")),
                }
                if once.changed.is_empty() != (once.text == text) {
                    wrong.note(format!("{standard} {text:?} at {rungs:?}: {once:?}"));
                }
            }
            // The engine's module documents this deviation: a rootless path after a scheme keeps its segments, because
            // 5.2.4 gives `foo:x/../y` a root that it never had.
            let rootless = reference.kind() == ReferenceKind::Opaque;
            let found = normalize(reference, syntax).text;
            let expected = normalize_rfc3986::normalize(&text);
            if standard != Standard::Rfc3986 || rootless || found == expected {
                continue;
            }
            let as_if_absolute = normalize_rfc3986::normalize(&format!("a:{text}"));
            if reference.kind() == ReferenceKind::NetworkPath && as_if_absolute.strip_prefix("a:") == Some(&found) {
                wrong.note_known(NETWORK_PATH);
            } else {
                wrong.note(format!("{text:?}: {found}, but expected {expected}"));
            }
        }
        wrong.assert_none(count());
    }
}
