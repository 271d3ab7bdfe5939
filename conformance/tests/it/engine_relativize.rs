//! Tests that `relativize` returns the shortest reference, by comparison with every short text.

use std::collections::HashMap;

use crate::common::{Wrong, engine_resolves};
use napkin::{Base, Reference, Standard};

const BASES: [&str; 12] = [
    "a:", "a:b", "a:/", "a:/a/b", "a:a/b", "a://a", "a://a/", "a://a/a/b", "a://a/a/b?a", "a://a/a//b", "a://a//",
    "a://a/./b",
];

/// Each text of up to six characters over these.
fn short_texts() -> Vec<String> {
    let alphabet = ["a", "b", "/", ".", "?", "#", ":"];
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..6 {
        last = last.iter().flat_map(|text| alphabet.map(|c| format!("{text}{c}"))).collect();
        all.extend_from_slice(&last);
    }
    all
}

/// Under the draft `b` against `a://a` is `a://ab` (section 5.2 step 6a): a reference that makes part of a host name is
/// shorter than any other, and the engine does not offer it.
const GLUED_TO_SITE: &str = "a relative path that is glued to the base's site is not offered";

#[test]
fn no_shorter_reference_resolves_to_the_same() {
    let texts = short_texts();
    for standard in [Standard::Rfc3986, Standard::Draft1997] {
        let known: &[&str] = if standard == Standard::Rfc3986 { &[] } else { &[GLUED_TO_SITE] };
        let (mut wrong, mut count) = (Wrong::knowing(known), 0);
        for base in BASES {
            let prepared = Base::new(Reference::parse(base, standard).unwrap()).unwrap();
            // The texts are sorted by length, so the first text that resolves to a target is a shortest reference.
            let mut shortest: HashMap<String, &str> = HashMap::new();
            for text in &texts {
                if let Ok(reference) = Reference::parse(text, standard) {
                    shortest.entry(engine_resolves(&prepared, reference)).or_insert(text);
                }
            }
            for (target, text) in shortest {
                // The draft's target may violate the grammar of references; it is skipped.
                let Ok(url) = Reference::parse(&target, standard) else { continue };
                // Skips URLs that resolving changes.
                if engine_resolves(&prepared, url) != target || target.starts_with("(current document)") {
                    continue;
                }
                count += 1;
                let relative = prepared.relativize(url).unwrap();
                let found = relative.reference();
                let undone = engine_resolves(&prepared, found) == target;
                if undone && found.as_str().len() <= text.len() {
                    continue;
                }
                if undone && standard == Standard::Draft1997 && base == "a://a" {
                    wrong.note_known(GLUED_TO_SITE);
                } else {
                    wrong.note(format!("{standard} {base} {target}: {found:?}, but {text:?} does it"));
                }
            }
        }
        assert!(count > 10_000, "only {count} targets");
        wrong.assert_none(count);
    }
}
