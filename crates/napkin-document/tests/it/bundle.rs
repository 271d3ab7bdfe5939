//! Bundles: the cases of `data/bundle.toml`, and what is too large to write down.

use crate::cases::{Files, ROOT, assert_none, cases};
use napkin_document::bundle::{
    BundleLimits, BundleOptions, Bundled, FailureReason, Fetched, NotFetched, Request, bundle,
};
use napkin_document::{Entity, Kind};

pub(crate) fn bundled(page: &[u8], at: &str, files: &Files, limits: BundleLimits) -> Bundled {
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
    bundle(&entity, &BundleOptions::default().with_limits(limits), &mut fetch)
}

/// The same, with files that are named by their paths below the root.
fn simply(page: &str, files: &[(&str, &str)]) -> Bundled {
    let files = files.iter().map(|(name, text)| (format!("{ROOT}{name}"), (text.as_bytes().to_vec(), None))).collect();
    bundled(page.as_bytes(), "http://pub.example/page.html", &files, BundleLimits::default())
}

#[test]
fn pages_become_what_they_should() {
    let mut differ = Vec::new();
    for case in cases("bundle") {
        let page = case.bytes("page", case.text("page"));
        let done = bundled(&page, case.at(), &case.files(), case.limits());
        let expected = case.bytes("page", case.text("bundle"));
        let failures: Vec<String> = done
            .failures
            .iter()
            .map(|failure| format!("{} {} {}", failure.reason.code(), failure.place.context, failure.text))
            .collect();
        let notes: Vec<String> = done.notes.iter().map(|note| note.remark.code().to_owned()).collect();
        let found = (String::from_utf8_lossy(&done.bytes), failures, notes);
        let expected = (String::from_utf8_lossy(&expected), case.list("failures"), case.list("notes"));
        if found != expected {
            differ.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", case.text("name")));
        }
    }
    assert_none(&differ);
}

#[test]
fn a_bundle_of_a_bundle_is_the_same() {
    for case in cases("bundle") {
        let at = "http://pub.example/menu/page.html";
        let once = bundled(&case.bytes("page", case.text("page")), at, &case.files(), case.limits());
        // An object that could not be retrieved fails again; embedded objects do not count against the limits.
        let twice = bundled(&once.bytes, at, &Files::new(), BundleLimits::default());
        let name = case.text("name");
        assert_eq!(String::from_utf8_lossy(&twice.bytes), String::from_utf8_lossy(&once.bytes), "{name}");
    }
}

#[test]
fn places_are_in_the_document_that_has_the_reference() {
    let page = "<p>\n<link rel=stylesheet href=s.css>\n<iframe srcdoc=\"&lt;img src='x.png'>\"></iframe>";
    let done = simply(page, &[("s.css", "a{}\nb{c:url(gone.png)}")]);
    let places: Vec<_> = done
        .failures
        .iter()
        .map(|failure| (failure.place.document.as_str(), failure.place.line, failure.place.column))
        .collect();
    assert_eq!(places, [("http://pub.example/s.css", 2, 9), ("http://pub.example/page.html", 3, 30)]);
    assert_eq!(done.failures[0].url.as_deref(), Some("http://pub.example/gone.png"));
}

#[test]
fn objects_are_counted() {
    let done = simply("<img src=a.png><img src=a.png><p style='b:url(a.png)'>", &[("a.png", "A")]);
    let object = &done.objects[0];
    assert_eq!((done.objects.len(), object.times, object.size, object.written), (1, 3, 1, 48));
    assert_eq!((object.url.as_str(), object.media_type.as_str()), ("http://pub.example/a.png", "image/png"));
}

#[test]
fn each_object_is_asked_for_once() {
    let mut asked = Vec::new();
    let page = Entity::new(b"<img src=a.png><img src=a.png#x><img src=b.png><img src=b.png>").with_kind(Kind::Html);
    let mut fetch = |request: &Request<'_>| {
        asked.push(request.url.to_owned());
        if request.url.ends_with("a.png") { Ok(Fetched::new(vec![b'A'])) } else { Err(NotFetched::new("no")) }
    };
    let done = bundle(&page.retrieved_from(ROOT), &BundleOptions::default(), &mut fetch);
    assert_eq!(asked, ["http://pub.example/a.png", "http://pub.example/b.png"]);
    assert_eq!(done.failures.len(), 2);
}

#[test]
fn redirects_are_the_base_of_what_they_lead_to() {
    let page = Entity::new(b"<iframe src='f'>").with_kind(Kind::Html).retrieved_from(ROOT);
    let mut fetch = |request: &Request<'_>| match request.url {
        "http://pub.example/f" => {
            Ok(Fetched::new(b"<a href=b>".to_vec()).of_type("text/html").found_at("http://cellar.example/d/"))
        }
        _ => Err(NotFetched::new("no")),
    };
    let done = bundle(&page, &BundleOptions::default(), &mut fetch);
    let expected = "<iframe src='data:text/html,<a href=http://cellar.example/d/b>'>";
    assert_eq!(String::from_utf8_lossy(&done.bytes), expected);
}

#[test]
fn bundles_of_utf_16_are_utf_8() {
    let text = "\u{feff}<img src='a.png'>\u{e9}";
    let page: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files = [(format!("{ROOT}a.png"), (b"A".to_vec(), None))].into();
    let done = bundled(&page, ROOT, &files, BundleLimits::default());
    assert_eq!(String::from_utf8_lossy(&done.bytes), "\u{feff}<img src='data:image/png,A'>\u{e9}");
}

#[test]
fn a_hundred_thousand_bases_are_read_at_once() {
    let page = format!("{}<img src=a.png>", "<base href=x/>".repeat(100_000));
    let done = simply(&page, &[("x/a.png", "A")]);
    assert!(done.bytes.ends_with(b"<img src=data:image/png,A>"));
    assert!(done.failures.is_empty());
}

#[test]
fn diamonds_of_imports_end_at_a_limit() {
    // Each of thirty style sheets imports the next one twice: a thousand million in the end.
    let sheet = |number: usize| format!("@import '{0}.css';@import '{0}.css';", number + 1);
    let files: Files =
        (0..30).map(|number| (format!("{ROOT}{number}.css"), (sheet(number).into_bytes(), None))).collect();
    let limits = BundleLimits::default().with_total(1 << 20);
    let done = bundled(b"<link rel=stylesheet href=0.css>", ROOT, &files, limits);
    assert!(done.bytes.len() < 4 << 20, "{}", done.bytes.len());
    assert!(!done.failures.is_empty());
}

#[test]
fn many_candidates_and_failures_are_no_trouble() {
    let candidates: Vec<String> = (0..50_000).map(|number| format!("{number}.png {number}w")).collect();
    let page = format!("<img srcset='{}'>", candidates.join(","));
    let done = simply(&page, &[]);
    assert_eq!(done.failures.len(), 50_000);
}

#[test]
fn style_sheets_that_all_import_each_other_end() {
    let import = |number: usize| format!("@import '{number}.css';");
    let all: String = (0..20).map(import).collect();
    let files: Files =
        (0..20).map(|number| (format!("{ROOT}{number}.css"), (all.clone().into_bytes(), None))).collect();
    let limits = BundleLimits::default().with_count(500);
    let done = bundled(b"<link rel=stylesheet href=0.css>", ROOT, &files, limits);
    assert!(done.failures.iter().any(|failure| failure.reason.code() == "count-limit"));
}

/// Returns a page with a base as long as all links together.
fn long_base(link: &str) -> String {
    format!("<base href='http://a.b/{}/'>", "b".repeat(20_000)) + &link.repeat(20_000 / link.len())
}

#[test]
fn bundle_links_have_a_limit() {
    for link in ["<a href=x>", "<img src=x>", "<p style='a:url(x)'>", "<link href=x rel=stylesheet>"] {
        let page = long_base(link);
        let bundled = |limits| {
            let page = Entity::new(page.as_bytes()).with_kind(Kind::Html);
            bundle(&page, &BundleOptions::default().with_limits(limits), &mut |_: &Request<'_>| {
                Err(NotFetched::new("no"))
            })
        };
        let many = bundled(BundleLimits::default().with_links(1_000_000));
        let left = many.failures.iter().filter(|failure| failure.reason == FailureReason::LinksLimit).count();
        assert!(many.bytes.len() < page.len() + 1_100_000 && left > 100, "{link}: {} {left}", many.bytes.len());
        let held: usize = many.failures.iter().filter_map(|failure| failure.url.as_ref()).map(String::len).sum();
        assert!(held < 1_100_000, "{link}: {held}");
    }
}

#[test]
fn bundle_total_counts_absolute_links() {
    let page = format!("<a href='{}'><img src=x>", "b".repeat(1000));
    let page = Entity::new(page.as_bytes()).with_kind(Kind::Html).retrieved_from("http://a.b/");
    let embedded = |total| {
        let limits = BundleLimits::default().with_total(total);
        bundle(&page, &BundleOptions::default().with_limits(limits), &mut |_: &Request<'_>| {
            Ok(Fetched::new(b"GIF89a".to_vec()))
        })
        .is_complete()
    };
    assert!(embedded(1100) && !embedded(1000));
}
