//! Normal forms do not depend on how a reference is written, and equivalence is reflexive, symmetric and transitive.

use crate::variants::variant;
use napkin::{Agreement, Base, Reference, Resolution, Rungs, Standard, compare, normalize, whatwg};
use proptest::prelude::*;

/// The rungs at which each agreement holds.
const LADDER: [(Agreement, Rungs); 5] = [
    (Agreement::Identical, Rungs::NONE),
    (Agreement::Case, Rungs::CASE),
    (Agreement::Percent, Rungs::CASE.or(Rungs::PERCENT)),
    (Agreement::Path, Rungs::CASE.or(Rungs::PERCENT).or(Rungs::PATH)),
    (Agreement::Scheme, Rungs::ALL),
];

const SCHEMES: [&str; 9] = ["", "http:", "HTTP:", "file:", "ftp:", "mailto:", "MailTo:", "foo:", "Foo:"];
const AUTHORITIES: [&str; 18] = [
    "",
    "",
    "",
    "//",
    "//h",
    "//H",
    "//h:",
    "//h:80",
    "//u@h",
    "//U:p%7E@H:21",
    "//localhost",
    "//LocalHost:",
    "//l%6FcalHost",
    "//[2001:DB8::A]:80",
    "//[vF.A:b]",
    "//127.0.0.1",
    "//a%c3%a9.example",
    "//a-host-that-is-longer-than-the-two-blocks-that-are-read-at-once.Example",
];
const SEGMENTS: [&str; 20] = [
    "", "a", "A", "~", "%7e", "%7E", ".", "..", "%2e", "%2E.", "%2f", "a:b", "%3a", "%c3%a9", "\u{e9}", "%C3%A9",
    "a,b", "a%2cb", "$", "%24",
];
const ADDRESSES: [&str; 14] = [
    "", "a@b.c", "a@B.C", "A@b.c", "a@b.c,d@E.F", "a%40B.C", "%22a@B%22@C.d", "%22a%40B%22@C.d", "\u{e9}@B.c",
    "%C3%A9@B.c", "a@B%2Ec", "a\u{e000}@B.c", "a%EE%80%80@B.c", "a@%5B::A%5D",
];
const FIELDS: [&str; 9] = ["", "x", "to=", "to=a@B.c", "T%6f=D@E.f", "Subject=S", "subject=S", "cc=a@B.c", "to=/a@B.c"];
const FRAGMENTS: [&str; 5] = ["", "", "#", "#F", "#%66"];

/// Generates references, valid or not, from all the pieces that the rungs treat specially.
fn references() -> impl Strategy<Value = String> {
    let path = proptest::collection::vec(proptest::sample::select(&SEGMENTS[..]), 0..5);
    let generic = (any::<bool>(), path, proptest::option::of(proptest::sample::select(&SEGMENTS[..]))).prop_map(
        |(rooted, path, query)| {
            let mut text = String::from(if rooted { "/" } else { "" }) + &path.join("/");
            text.extend(query.into_iter().flat_map(|query| ["?", query]));
            text
        },
    );
    let mail = (
        proptest::sample::select(&ADDRESSES[..]),
        proptest::collection::vec(proptest::sample::select(&FIELDS[..]), 0..3),
    )
        .prop_map(|(to, fields)| {
            let mark = if fields.is_empty() { "" } else { "?" };
            format!("{to}{mark}{}", fields.join("&"))
        });
    let head = (proptest::sample::select(&SCHEMES[..]), proptest::sample::select(&AUTHORITIES[..]));
    (head, prop_oneof![generic, mail], proptest::sample::select(&FRAGMENTS[..]))
        .prop_map(|((scheme, authority), rest, fragment)| format!("{scheme}{authority}{rest}{fragment}"))
}

fn read(text: &str, standard: Standard) -> Option<Reference<'_>> {
    Reference::parse(text, standard).ok()
}

/// Returns the choices for [`variant`], repeated without end.
fn chooser(choices: &[u8]) -> impl FnMut() -> u8 {
    let mut all = choices.iter().copied().cycle();
    move || all.next().unwrap_or_default()
}

/// Returns a slightly changed text, which may have another meaning.
fn changed(text: &str, changes: &[(u8, usize)]) -> String {
    let mut text = text.to_owned();
    for &(kind, place) in changes {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let Some(&at) = places.get(place % places.len().max(1)) else { continue };
        let c = text[at..].chars().next().unwrap_or_default();
        let behind = at + c.len_utf8();
        let new = match kind % 6 {
            0 if c.is_ascii_lowercase() => c.to_ascii_uppercase().to_string(),
            0 => c.to_ascii_lowercase().to_string(),
            1 => c.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect(),
            2 if c == '/' => "/./".to_owned(),
            3 if c == '/' => "/x/../".to_owned(),
            4 if c == '/' => ":80/".to_owned(),
            5 => String::new(),
            _ => continue,
        };
        text.replace_range(at..behind, &new);
    }
    text.replace("%C3%A9", if changes.len().is_multiple_of(2) { "\u{e9}" } else { "%C3%A9" })
}

/// Returns the normal form that comparison uses: under `rfc3987` the URI to which it maps (RFC 3987 section 3.1).
fn key(reference: Reference<'_>, agreement: Agreement, rungs: Rungs) -> String {
    let text = normalize(reference, rungs).text.into_owned();
    if reference.standard() != Standard::Rfc3987 || agreement < Agreement::Percent {
        return text;
    }
    let mapped = text.chars().map(|c| match c.is_ascii() {
        true => c.to_string(),
        false => c.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect(),
    });
    mapped.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn normal_form_is_that_of_all_variants(text in references(), choices in proptest::collection::vec(any::<u8>(), 1..40)) {
        for &standard in Standard::GENERIC {
            let Some(reference) = read(&text, standard) else { continue };
            let other = variant(reference, &mut chooser(&choices));
            let Some(other) = read(&other, standard) else {
                prop_assert_eq!(standard, Standard::Draft1997, "{} is written {}", text, other);
                continue;
            };
            let forms = [reference, other].map(|written| normalize(written, Rungs::ALL).text);
            prop_assert_eq!(&forms[0], &forms[1], "{}: {} and {}", standard, text, other);
            let rung = compare(reference, other).rung;
            prop_assert!(rung.is_some_and(|rung| rung <= Agreement::Percent), "{standard}: {text} and {other}");
        }
    }

    #[test]
    fn normalising_is_idempotent_and_rungs_are_confluent(text in references()) {
        for &standard in Standard::GENERIC {
            let Some(reference) = read(&text, standard) else { continue };
            let highest = normalize(reference, Rungs::ALL).text;
            for (_, rungs) in LADDER {
                let normal = normalize(reference, rungs);
                prop_assert_eq!(normal.changed.is_empty(), normal.text == text);
                let again = read(&normal.text, standard);
                prop_assert!(again.is_some(), "{} {} is no reference", standard, normal.text);
                let again = again.unwrap_or(reference);
                prop_assert_eq!(&normalize(again, rungs).text, &normal.text, "{} {} at {:?}", standard, text, rungs);
                prop_assert_eq!(&normalize(again, Rungs::ALL).text, &highest, "{} {} by {:?}", standard, text, rungs);
            }
        }
    }

    /// Serialised URLs may have a `%` without digits.
    #[test]
    fn serialised_urls_are_normal(text in references(), end in "[%a-f0-9.~/A]{0,6}") {
        let Ok(url) = whatwg::Url::parse(&format!("{text}{end}"), None) else { return Ok(()) };
        for (_, rungs) in LADDER {
            prop_assert_eq!(normalize(url.reference(), rungs).text, url.href());
        }
        prop_assert_eq!(compare(url.reference(), url.reference()).rung, Some(Agreement::Identical));
    }

    #[test]
    fn compare_is_an_equivalence_relation(
        text in references(),
        changes in proptest::collection::vec((any::<u8>(), any::<usize>()), 0..4),
        more in proptest::collection::vec((any::<u8>(), any::<usize>()), 0..4),
    ) {
        let second = changed(&text, &changes);
        let third = changed(&second, &more);
        for &standard in Standard::GENERIC {
            let all: Vec<_> = [&text, &second, &third].into_iter().filter_map(|text| read(text, standard)).collect();
            let agree = |a: usize, b: usize| compare(all[a], all[b]).rung;
            for a in 0..all.len() {
                prop_assert_eq!(agree(a, a), Some(Agreement::Identical));
                for b in 0..all.len() {
                    let rung = agree(a, b);
                    prop_assert_eq!(rung, agree(b, a), "{} {:?}", standard, all);
                    let lowest = LADDER.into_iter().find(|&(agreement, rungs)| {
                        key(all[a], agreement, rungs) == key(all[b], agreement, rungs)
                    });
                    prop_assert_eq!(rung, lowest.map(|(agreement, _)| agreement), "{} {:?}", standard, all);
                    let is_above = |&(agreement, _): &(Agreement, Rungs)| rung.is_some_and(|rung| rung <= agreement);
                    for (agreement, rungs) in LADDER.into_iter().filter(is_above) {
                        let (a, b) = (all[a], all[b]);
                        prop_assert_eq!(key(a, agreement, rungs), key(b, agreement, rungs), "{} {} {}", standard, a, b);
                    }
                    for c in 0..all.len() {
                        let is_chain = rung.is_some() && agree(b, c).is_some();
                        prop_assert!(!is_chain || agree(a, c).is_some(), "{} {:?}", standard, all);
                    }
                }
            }
        }
    }

    /// A text that a resolver or an editor has built must be normalised like the same text that was parsed.
    #[test]
    fn normal_form_of_a_resolved_url_is_that_of_its_text(base in references(), reference in references()) {
        for &standard in Standard::GENERIC {
            let (Some(base), Some(reference)) = (read(&base, standard), read(&reference, standard)) else { continue };
            let Ok(base) = Base::new(base) else { continue };
            let Ok(Resolution::Absolute(url)) = base.resolve(reference) else { continue };
            let Some(again) = read(url.as_str(), standard) else { continue };
            for (_, rungs) in LADDER {
                prop_assert_eq!(normalize(url.reference(), rungs), normalize(again, rungs), "{} {}", standard, again);
            }
        }
    }
}
