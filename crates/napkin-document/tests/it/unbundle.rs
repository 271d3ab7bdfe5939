//! Unbundling: the cases of `data/unbundle.toml`; that what is unbundled and bundled again is the bundle that it was, for the
//! sites of `data/bundle.toml`; and any bytes.

use std::collections::BTreeMap;

use crate::bundle::bundled;
use crate::cases::{assert_none, cases};
use napkin_document::unbundle::{BundleLimits, BundleOptions, Unbundled, unbundle};
use napkin_document::{Entity, Kind};
use proptest::prelude::*;

type Files = BTreeMap<String, Vec<u8>>;

fn unbundled(document: &[u8], kind: Kind, limits: BundleLimits) -> (Unbundled, Files) {
    let mut files = Files::new();
    let done =
        unbundle(&Entity::new(document).with_kind(kind), &BundleOptions::default().with_limits(limits), &mut |file| {
            assert!(files.insert(file.name.to_owned(), file.bytes.to_vec()).is_none(), "{} comes twice", file.name);
        });
    (done.expect("a document"), files)
}

#[test]
fn documents_become_what_they_should() {
    let mut differ = Vec::new();
    for case in cases("unbundle") {
        let kind = match case.text("kind") {
            "css" => Kind::Css,
            "svg" => Kind::Svg,
            _ => Kind::Html,
        };
        let (done, files) = unbundled(case.text("page").as_bytes(), kind, case.limits());
        let failures = done.failures.iter();
        let failures: Vec<String> =
            failures.map(|failure| format!("{} {} {}", failure.reason.code(), failure.context, failure.text)).collect();
        let mut notes: Vec<&str> = done.notes.iter().map(|note| note.remark.code()).collect();
        notes.dedup();
        let files: Vec<(String, String)> =
            files.iter().map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned())).collect();
        let own: BTreeMap<String, String> =
            case.texts("files").map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let own: Vec<(String, String)> =
            if case.0.contains_key("is_binary") { files.clone() } else { own.into_iter().collect() };
        let found = (String::from_utf8_lossy(&done.bytes).into_owned(), files, failures, notes.join(" "));
        let expected = (case.text("result").to_owned(), own, case.list("failures"), case.list("notes").join(" "));
        if found != expected {
            differ.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", case.text("name")));
        }
    }
    assert_none(&differ);
}

/// Sites whose second bundle differs from the first, and the reason.
const OTHERS: &[(&str, &str)] = &[
    ("what is let alone", "a data: URL that states no media type has one as a file, and states it then"),
    ("the first base with an href counts", "a base elsewhere is empty afterwards, as the files are beside the page"),
    ("a style sheet's references are against the style sheet, not the page and not its base", "the same"),
    ("circular imports end", "an import that is left empty since it is circular is no import of itself any more"),
    ("a charset that a response states stays with the style sheet", "a file says its charset itself"),
    ("a page in a frame that does not say its charset has that of the page around", "a file says its charset itself"),
    (
        "modules are there once, also in a circle",
        "a page with an import map of its own is bundled without what imports by it",
    ),
];

#[test]
fn unbundled_pages_bundle_to_the_same_bytes() {
    let mut differ = Vec::new();
    let mut objects = 0;
    for case in cases("bundle") {
        let at = case.at();
        let first = bundled(&case.bytes("page", case.text("page")), at, &case.files(), BundleLimits::default()).bytes;
        let (done, parts) = unbundled(&first, Kind::Html, BundleLimits::default());
        objects += parts.len();
        let folder = &at[..at.rfind('/').map_or(0, |slash| slash + 1)];
        let parts = parts.into_iter().map(|(name, bytes)| (format!("{folder}{name}"), (bytes, None))).collect();
        let second = bundled(&done.bytes, at, &parts, BundleLimits::default()).bytes;
        let name = case.text("name");
        let is_known = OTHERS.iter().any(|(known, _)| *known == name);
        if (first == second) == is_known {
            let [first, done, second] = [&first, &done.bytes, &second].map(|bytes| String::from_utf8_lossy(bytes));
            differ.push(format!("{name} (known: {is_known})\n  first  {first}\n  apart  {done}\n  second {second}"));
        }
    }
    assert_none(&differ);
    assert!(objects > 50, "only {objects} objects");
}

#[test]
fn documents_of_other_kinds_are_refused() {
    let error = unbundle(&Entity::new(b"two pints"), &BundleOptions::default(), &mut |_| {}).expect_err("a text");
    assert_eq!(error.to_string(), "expected an HTML document, a style sheet or SVG, but found text");
}

#[test]
fn places_of_what_stays_are_those_of_the_outermost_url() {
    let page = "<p>\n<link id=x rel=stylesheet href='data:text/css,a{b:url(data:image/png)}'>";
    let (done, _) = unbundled(page.as_bytes(), Kind::Html, BundleLimits::default());
    let failure = &done.failures[0];
    assert_eq!((failure.line, failure.column, failure.context.as_str()), (2, 33, "css url()"));
    assert_eq!(failure.span.of(page), "data:text/css,a{b:url(data:image/png)}");
    assert_eq!(
        failure.reason.to_string(),
        "browsers load nothing from it: expected `,` before the data, but found the end"
    );
}

#[test]
fn style_sheets_in_each_other_end_at_a_limit() {
    let mut css = "a{}".to_owned();
    for _ in 0..200 {
        css = format!(
            "@import url(data:text/css,{});",
            css.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "%29")
        );
    }
    let done = unbundled(css.as_bytes(), Kind::Css, BundleLimits::default().with_depth(usize::MAX));
    assert_eq!(done.0.objects.len(), 128);
    assert_eq!(done.0.failures[0].reason.code(), "depth-limit");
}

#[test]
fn ten_thousand_images_are_no_trouble() {
    let page: String = (0..10_000).map(|number| format!("<img src=data:image/png,{number}>")).collect();
    let (done, files) = unbundled(page.as_bytes(), Kind::Html, BundleLimits::default());
    assert_eq!((files.len(), done.objects.len()), (10_000, 10_000));
}

proptest! {
    #[test]
    fn any_bytes(pieces in prop::collection::vec(prop::sample::select(vec![
        &b"<img src="[..], b"'", b"\"", b">", b"data:", b"image/png,", b"text/css,", b"text/html,", b"url(", b")", b"<style>",
        b"</style>", b"@import ", b"<iframe src=", b"<iframe srcdoc=", b"<link rel=stylesheet href=", b"<base href=", b"a/", b"#x",
        b";base64,", b"QQ==", b"%3C", b"&#39", b"\\", b"\0", b"\xff", b" ", b"<svg>", b"<script type=importmap>", b"{\"imports\":{\"a\":\"",
        b"\xff\xfe", b"<?xml version='1.0'?>", b"<!DOCTYPE x [<!ENTITY i 'data:image/png,'>]>", b"&i;", b"<image href=",
    ]), 0..40)) {
        let bytes = pieces.concat();
        for kind in [Kind::Html, Kind::Css, Kind::Svg] {
            let (done, files) = unbundled(&bytes, kind, BundleLimits::default());
            // A second run extracts nothing more, and leaves the same references unchanged.
            let (again, more) = unbundled(&done.bytes, kind, BundleLimits::default());
            prop_assert!(more.is_empty() || !done.failures.is_empty() || kind != Kind::Css, "{} {:?}", done.bytes.escape_ascii(), more);
            prop_assert!(kind != Kind::Css || again.bytes == done.bytes);
            for name in files.keys() {
                prop_assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte)));
            }
        }
    }
}

#[test]
fn unbundle_links_have_a_limit() {
    let page =
        format!("<base href='http://a.b/{}/'>", "b".repeat(20_000)) + &"<a href=x>".repeat(2000) + "<img src=data:,x>";
    let page = Entity::new(page.as_bytes()).with_kind(Kind::Html);
    let done = |links| {
        let options = BundleOptions::default().with_limits(BundleLimits::default().with_links(links));
        unbundle(&page, &options, &mut |_| {}).expect("a page")
    };
    let (few, all) = (done(1_000_000), done(100_000_000));
    assert_eq!(few.bytes, page.bytes);
    assert_eq!(few.failures.last().map(|failure| failure.reason.code()), Some("links-limit"));
    assert!(all.failures.is_empty() && all.bytes.len() > 40_000_000);
}
