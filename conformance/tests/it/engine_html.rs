//! Compares napkin's scanner of pages with html5ever, token by token, on tag soup, on the inputs of html5lib's tests, and on real
//! pages; and in windows with itself.
//!
//! `NAPKIN_SEED` and `NAPKIN_COUNT` choose other soup and more of it. `NAPKIN_PAGES` names the folder that
//! `fetch-pages.sh` fills.

use crate::common::pages;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{count, random};
use napkin_conformance::generate::{collide, soup};
use napkin_conformance::html::{difference, excuse, oracle, ours, ours_in_windows};

/// The number of html5lib's inputs on which html5ever departs from the standard.
const EXCUSED: usize = 0;

/// Returns 1 for a page on which the results differ because html5ever departs from the standard; fails for other differences.
fn assert_same(page: &str) -> usize {
    let ours = ours(page.as_bytes());
    if let Some(difference) = difference(page, &ours, &oracle(page)) {
        assert!(excuse(page).is_some(), "{page:?}\n{difference}");
        return 1;
    }
    0
}

#[test]
fn soup_is_what_html5ever_makes_of_it() {
    let mut random = random(0x501);
    let mut excused = 0;
    let count = count();
    for _ in 0..count {
        let pieces = 2 + random.below(28);
        excused += assert_same(&soup::page(&mut random, pieces));
    }
    // Excuses must be rare, because they may hide other differences.
    assert!(excused * 1000 < count, "{excused} of {count} pages differ with an excuse");
}

#[test]
fn windows_change_nothing() {
    let mut random = random(0x502);
    for _ in 0..count() / 4 {
        let pieces = 2 + random.below(20);
        let page = soup::page(&mut random, pieces);
        let expected = ours(page.as_bytes());
        let largest = 1 + random.below(24);
        let found = ours_in_windows(page.as_bytes(), &mut || 1 + random.below(largest));
        assert_eq!(found, expected, "{page:?}");
    }
}

/// `data/html5lib/inputs.json`: the inputs of the tests of tree construction and of the tokenizer (MIT licence), but those of
/// single characters and references.
#[test]
fn inputs_of_html5lib_are_what_html5ever_makes_of_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/html5lib/inputs.json");
    let text = std::fs::read_to_string(path).expect("the inputs");
    let inputs: Vec<String> = serde_json::from_str(&text).expect("a list of texts");
    assert_eq!(inputs.len(), 3582);
    let excused: usize = inputs.iter().map(|input| assert_same(input)).sum();
    assert_eq!(excused, EXCUSED);
}

#[test]
fn real_pages_are_what_html5ever_makes_of_them() {
    let Some(folder) = pages::folder() else { return };
    let paths = pages::files(&folder, pages::is_page);
    let tags = AtomicUsize::new(0);
    pages::each(&paths, |path| {
        let page = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
        let found = ours(page.as_bytes());
        tags.fetch_add(found.len(), Ordering::Relaxed);
        assert_eq!(difference(&page, &found, &oracle(&page)), None, "{}", path.display());
    });
    let tags = tags.into_inner();
    assert!(paths.len() >= 1000 && tags > 100_000, "only {} pages with {tags} tags and texts", paths.len());
}

/// Names that change how the markup after them is parsed.
const TELLING: [&str; 40] = [
    "a", "annotation-xml", "b", "base", "blockquote", "body", "button", "caption", "col", "colgroup", "desc",
    "figcaption", "font", "foreignobject", "form", "frameset", "head", "html", "iframe", "li", "malignmark", "math",
    "nobr", "noembed", "noframes", "noscript", "optgroup", "p", "plaintext", "script", "select", "style", "svg",
    "table", "td", "template", "textarea", "title", "tr", "xmp",
];

/// Returns names that collide with another name under a 64-bit key, or agree with it in length and first eight bytes.
fn colliding(name: &str) -> impl Iterator<Item = String> {
    [collide::forged(name, 1), collide::forged(name, 2)].into_iter().chain(collide::sibling(name))
}

#[test]
fn names_that_collide_are_different_names() {
    let unknown = ["x-element-of-mine", "abcdefgh", "x"];
    for name in TELLING.into_iter().chain(unknown) {
        for other in colliding(name) {
            for page in [
                format!("<{other}><a href=x>y</a><style>a</style>"),
                format!("<{name}><a></{other}><b>z</b><style>s</style></{name}><a><style>t</style>"),
                format!("<{other}><li></{name}><table><tr><td></{other}><tr><style>t</style>"),
                format!("<svg><{name}><a></{other}><p><style>x</style>"),
                format!("<svg><{other}><style>a</style></{name}><title><b></svg><style>b</style>"),
                format!("<svg><{name}><{other}></{name}><style>&lt;</style></{other}><title><b></svg><style>b</style>"),
                format!("<math><{other}><p><style>a</style><{name}><p><style>b</style></{other}><svg>"),
                format!("<math><annotation-xml {other}=text/html encoding=text/html><p><{name}>"),
                format!("<table><{other}><tr><td><{name}><td></{other}><style>s</style>"),
                format!("<select><{other}><option></{name}><{name}><option>"),
                format!("<p {other}=1 {name}=2><input {name}=hidden {other}=x><frameset><frame>"),
                format!("<{name}><{other}></{name}></{other}><p></{name}><style>s</style>"),
            ] {
                assert_same(&page);
                assert_same(&page.to_uppercase());
            }
        }
    }
}

#[test]
fn soup_of_names_that_collide_is_what_html5ever_makes_of_it() {
    let mut random = random(0x503);
    let names: Vec<(&str, String)> =
        TELLING.iter().flat_map(|name| colliding(name).map(move |other| (*name, other))).collect();
    for _ in 0..count() / 10 {
        let pieces = 2 + random.below(28);
        let page = soup::page(&mut random, pieces);
        let (name, other) = &names[random.below(names.len())];
        let mark = ["<", "</"][random.below(2)];
        assert_same(&page.replace(&format!("{mark}{name}"), &format!("{mark}{other}")));
    }
}

/// The dictionary of the fuzz target `html_oracle` has a colliding name for each of these names.
#[test]
fn dictionary_of_html_has_names_that_collide() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/html.dict");
    let dictionary = std::fs::read_to_string(path).expect("the dictionary");
    let wanted = TELLING
        .map(|name| collide::forged(name, 1))
        .into_iter()
        .flat_map(|name| [format!("\"<{name}>\""), format!("\"</{name}>\"")]);
    let missing: Vec<String> = wanted.filter(|line| !dictionary.lines().any(|other| other == line)).collect();
    assert!(missing.is_empty(), "add to fuzz/html.dict:\n{}", missing.join("\n"));
}
