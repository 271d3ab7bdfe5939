//! Unbundling: the cases of `data/unbundle.toml`; that what is unbundled and bundled again is the bundle that it was, for the
//! sites of `data/bundle.toml`; and any bytes.

use std::collections::{BTreeMap, HashMap};

use napkin_document::bundle::{self, Fetched, NotFetched, Request, bundle};
use napkin_document::unbundle::{BundleLimits, BundleOptions, Unbundled, unbundle};
use napkin_document::{Entity, Kind};
use proptest::prelude::*;

type Files = BTreeMap<String, Vec<u8>>;

/// What can be retrieved: bytes and media types.
type Site = HashMap<String, (Vec<u8>, Option<String>)>;

fn unbundled(document: &[u8], kind: Kind, limits: BundleLimits) -> (Unbundled, Files) {
    let mut files = Files::new();
    let done = unbundle(&Entity::new(document).with_kind(kind), &BundleOptions { limits }, &mut |file| {
        assert!(files.insert(file.name.to_owned(), file.bytes.to_vec()).is_none(), "{} comes twice", file.name);
    });
    (done.expect("a document"), files)
}

fn cases(name: &str) -> Vec<toml::Table> {
    let path = format!("{}/../../data/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let data: toml::Table = std::fs::read_to_string(path).expect("the cases").parse().expect("a table");
    data["case"].as_array().expect("cases").iter().map(|case| case.as_table().expect("a case").clone()).collect()
}

fn text<'c>(case: &'c toml::Table, key: &str) -> &'c str {
    case.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

fn list(case: &toml::Table, key: &str) -> Vec<String> {
    let list = case.get(key).and_then(toml::Value::as_array);
    list.into_iter().flatten().map(|item| item.as_str().expect("a string").to_owned()).collect()
}

fn limits(case: &toml::Table) -> BundleLimits {
    let mut limits = BundleLimits::default();
    for (name, number) in case.get("limits").and_then(toml::Value::as_table).into_iter().flatten() {
        let number = number.as_integer().and_then(|number| usize::try_from(number).ok()).expect("a number");
        match name.as_str() {
            "object" => limits.object = number,
            "total" => limits.total = number,
            "depth" => limits.depth = number,
            "count" => limits.count = number,
            other => panic!("there is no limit {other}"),
        }
    }
    limits
}

#[test]
fn documents_become_what_they_should() {
    let mut differ = Vec::new();
    for case in cases("unbundle") {
        let kind = match text(&case, "kind") {
            "css" => Kind::Css,
            "svg" => Kind::Svg,
            _ => Kind::Html,
        };
        let (done, files) = unbundled(text(&case, "page").as_bytes(), kind, limits(&case));
        let failures = done.failures.iter();
        let failures: Vec<String> =
            failures.map(|failure| format!("{} {} {}", failure.reason.code(), failure.context, failure.text)).collect();
        let mut notes: Vec<&str> = done.notes.iter().map(|note| note.remark.code()).collect();
        notes.dedup();
        let files: Vec<(String, String)> =
            files.iter().map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned())).collect();
        let own = case.get("files").and_then(toml::Value::as_table).into_iter().flatten();
        let own: BTreeMap<String, String> =
            own.map(|(name, text)| (name.clone(), text.as_str().expect("a text").to_owned())).collect();
        let own: Vec<(String, String)> =
            if case.contains_key("is_binary") { files.clone() } else { own.into_iter().collect() };
        let found = (String::from_utf8_lossy(&done.bytes).into_owned(), files, failures, notes.join(" "));
        let expected = (text(&case, "result").to_owned(), own, list(&case, "failures"), list(&case, "notes").join(" "));
        if found != expected {
            differ.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", text(&case, "name")));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// A bundle of the site of a case, from where the files are.
fn bundled(page: &[u8], at: &str, files: &Site) -> Vec<u8> {
    let entity = Entity::new(page).with_kind(Kind::Html);
    let entity = if at.is_empty() { entity } else { entity.retrieved_from(at) };
    let mut fetch = |request: &Request<'_>| {
        let (bytes, media_type) = files.get(request.url).ok_or_else(|| NotFetched::new("there is none"))?;
        let fetched = Fetched::new(bytes.clone());
        Ok(match media_type {
            Some(media_type) => fetched.of_type(media_type),
            None => fetched,
        })
    };
    bundle(&entity, &bundle::BundleOptions::default(), &mut fetch).bytes
}

fn site(case: &toml::Table) -> (Vec<u8>, Site) {
    let latin1 = list(case, "latin1");
    let bytes = |name: &str, text: &str| match latin1.iter().any(|one| one == name) {
        true => text.chars().map(|c| u8::try_from(u32::from(c)).expect("a character of Latin-1")).collect(),
        false => text.as_bytes().to_vec(),
    };
    let files = case.get("files").and_then(toml::Value::as_table).into_iter().flatten().map(|(name, content)| {
        let (end, media_type) = match name.strip_suffix(')').and_then(|name| name.split_once(" (")) {
            Some((end, media_type)) => (end, Some(media_type.to_owned())),
            None => (name.as_str(), None),
        };
        (format!("http://pub.example/{end}"), (bytes(end, content.as_str().expect("a text")), media_type))
    });
    (bytes("page", text(case, "page")), files.collect())
}

/// Sites of which the second bundle is another than the first, and why.
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
        let at = case.get("at").map_or("http://pub.example/menu/page.html", |at| at.as_str().expect("a URL"));
        let (page, files) = site(&case);
        let first = bundled(&page, at, &files);
        let (done, parts) = unbundled(&first, Kind::Html, BundleLimits::default());
        objects += parts.len();
        let folder = &at[..at.rfind('/').map_or(0, |slash| slash + 1)];
        let parts: Site = parts.into_iter().map(|(name, bytes)| (format!("{folder}{name}"), (bytes, None))).collect();
        let second = bundled(&done.bytes, at, &parts);
        let name = text(&case, "name");
        let is_known = OTHERS.iter().any(|(known, _)| *known == name);
        if (first == second) == is_known {
            let [first, done, second] = [&first, &done.bytes, &second].map(|bytes| String::from_utf8_lossy(bytes));
            differ.push(format!("{name} (known: {is_known})\n  first  {first}\n  apart  {done}\n  second {second}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
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
    let done = unbundled(css.as_bytes(), Kind::Css, BundleLimits { depth: usize::MAX, ..BundleLimits::default() });
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
            // What is left over holds nothing more to be taken; what stayed the first time stays.
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
        let options = BundleOptions { limits: BundleLimits { links, ..BundleLimits::default() } };
        unbundle(&page, &options, &mut |_| {}).expect("a page")
    };
    let (few, all) = (done(1_000_000), done(100_000_000));
    assert_eq!(few.bytes, page.bytes);
    assert_eq!(few.failures.last().map(|failure| failure.reason.code()), Some("links-limit"));
    assert!(all.failures.is_empty() && all.bytes.len() > 40_000_000);
}
