//! Documents with other references: the cases of `data/rewrite.toml`, and links that stay.

use crate::cases::{Case, assert_none, cases};
use crate::documents::encoded;
use encoding_rs::Encoding;
use napkin::{Standard, Url};
use napkin_document::rewrite::{Form, Found, LeftReason, Mapping, Plan, Rewritten, rewrite};
use napkin_document::{Entity, Kind, Options, collect_links};

fn rewritten(entity: &Entity<'_>, new: &str) -> Rewritten {
    rewrite(entity, &Options::default(), &mut |_: &Found<'_, '_>| Some(new.to_owned()))
}

/// Returns the rewritten document of a case, under each standard if it has a plan.
fn results(case: &Case, entity: &Entity<'_>) -> Vec<Rewritten> {
    let Some(plan) = case.get("plan") else { return vec![rewritten(entity, case.text("new"))] };
    let named = case.list("standards");
    let is_meant = |standard: &&Standard| named.is_empty() || named.iter().any(|name| name == standard.name());
    let under = |&standard: &Standard| {
        let form = match plan.split_once(' ') {
            Some(("relative-to", url)) => Form::RelativeTo(Url::parse(url, standard).expect("a URL")),
            None if plan == "absolute" => Form::Absolute,
            _ => Form::AsWritten,
        };
        let mappings = case.list("mappings");
        let mappings = mappings.iter().map(|text| Mapping::parse(text, standard).expect("two URLs"));
        let (done, unresolved) = Plan::new(form, standard).with_mappings(mappings).rewrite(entity, &Options::default());
        assert_eq!(unresolved, [], "{} under {standard}", case.text("name"));
        done
    };
    Standard::ALL.iter().filter(is_meant).map(under).collect()
}

#[test]
fn rewritten_documents_equal_their_cases() {
    let mut differ = Vec::new();
    for case in cases("rewrite") {
        let name = case.text("name");
        let encoding = Encoding::for_label(case.get("encoding").unwrap_or("utf-8").as_bytes()).expect("a label");
        let encode = |text: &str| encoded(text, encoding, case.0.contains_key("mark"));
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == case.text("kind")).expect("a kind");
        let document = encode(case.text("document"));
        let entity = Entity::new(&document).with_kind(kind).retrieved_from(case.text("at"));
        let entity = case.get("charset").map_or(entity, |label| entity.in_charset(label));
        let expected = case.get("result").map_or_else(|| document.clone(), encode);
        for done in results(&case, &entity) {
            let left = if case.get("result").is_some() { 0 } else { done.links };
            if done.bytes != expected || done.left.len() != left {
                let [expected, found] = [&expected, &done.bytes].map(|bytes| String::from_utf8_lossy(bytes));
                differ.push(format!("{name}\n  expected {expected}\n  found    {found} {:?}", done.left));
            }
            if let Err(misread) = done.verify(&entity, &Options::default()) {
                differ.push(format!("{name} is misread: {misread:?}"));
            }
            let mut written = entity;
            written.bytes = &done.bytes;
            let read = collect_links(&written, &Options::default());
            let read: Vec<&str> = read.iter().map(|link| &*link.text).collect();
            let new: Vec<&str> = done.changes.iter().map(|change| &*change.new).collect();
            // A page's changes include its `base`, and places that are no links.
            if kind != Kind::Html && new.len() == done.links && read != new {
                differ.push(format!("{name} reads as {read:?}"));
            }
        }
    }
    assert_none(&differ);
}

#[test]
fn links_that_cannot_be_written_are_left() {
    let done = rewritten(&Entity::new(b"<img srcset='a 1x' src=b>"), "");
    assert_eq!(done.bytes, b"<img srcset='a 1x' src=\"\">");
    assert_eq!((done.left.len(), done.left[0].reason, done.left[0].old.as_str()), (1, LeftReason::Unwritable, "a"));
    assert_eq!(done.links, 2);
    // Found by fuzzing: without `url=`, an empty text is not a URL.
    let done = rewritten(&Entity::new(b"<meta http-equiv=refresh content='0; a'>"), "");
    assert_eq!((done.left.len(), done.changes.len()), (1, 0));
}

/// Random texts found this: if the rewritten link no longer began with a scheme, `data:,-` before it would be a URL.
#[test]
fn text_around_rewritten_links_reads_as_before() {
    let done = rewritten(&Entity::new(b"data:,-ftp://h").with_kind(Kind::Text), "&");
    assert_eq!((done.left.len(), done.bytes.as_slice()), (1, &b"data:,-ftp://h"[..]));
}

/// A mark of emphasis that the line has opened takes another off the end of a URL, however far behind.
#[test]
fn links_that_text_far_behind_would_change_stay() {
    let far = "beer ".repeat(20);
    let prose = format!("data:,beer {far} http://pub.example/menu&amp;*'");
    let entity = Entity::new(prose.as_bytes()).with_kind(Kind::Text);
    let first = |found: &Found<'_, '_>| (found.span.start == 0).then(|| "data:,-*a".to_owned());
    let done = rewrite(&entity, &Options::default(), &mut |found: &Found<'_, '_>| first(found));
    assert_eq!(done.verify(&entity, &Options::default()), Ok(()));
    let left: Vec<_> = done.left.iter().map(|left| (left.old.as_str(), left.reason)).collect();
    assert_eq!((left, done.bytes), (vec![("data:,beer", LeftReason::Misread)], prose.clone().into_bytes()));
}

#[test]
fn bytes_that_are_no_link_stay() {
    let page = b"<a href='x'>\xff\0</a>\r\n<A HREF=y\t>";
    let done = rewrite(&Entity::new(page), &Options::default(), &mut |found: &Found<'_, '_>| {
        (found.link.text == "y").then(|| "z".to_owned())
    });
    assert_eq!(done.bytes, b"<a href='x'>\xff\0</a>\r\n<A HREF=z\t>");
    let numbers: Vec<usize> = done.changes.iter().map(|change| change.number).collect();
    assert_eq!(numbers, [1]);
    let same = rewrite(&Entity::new(page), &Options::default(), &mut |_: &Found<'_, '_>| None);
    assert_eq!((same.bytes.as_slice(), same.changes.len(), same.links), (&page[..], 0, 2));
}

#[test]
fn links_and_rewriting_find_the_same() {
    let page = b"<a href=a ping='b c'><img srcset='d, e'><style>@import 'f'</style><p style='a:url(g)'>";
    let entity = Entity::new(page);
    let links: Vec<String> =
        collect_links(&entity, &Options::default()).iter().map(|link| link.text.to_string()).collect();
    let mut found = Vec::new();
    rewrite(&entity, &Options::default(), &mut |link: &Found<'_, '_>| {
        found.push(link.link.text.to_string());
        None
    });
    assert_eq!(found, links);
}
#[test]
fn texts_that_are_no_mappings_are_refused() {
    for (text, message) in [
        ("http://h/", "expected FROM=TO, two URLs"),
        ("a=http://h/", "`a` is no URL to replace: expected a scheme, but found `a`"),
        ("http://h/=http://n/?q", "nothing can be put behind the query or the fragment of `http://n/?q`"),
    ] {
        let error = Mapping::parse(text, Standard::Rfc3986).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    assert!(Mapping::parse("http://h/?a=b=http://n/?q", Standard::Rfc3986).is_ok());
}

#[test]
fn links_that_cannot_be_followed_are_reported() {
    let page = b"<p>\n<a href='http://h:8&#111;/'> <a href=x>";
    let (done, unresolved) =
        Plan::new(Form::Absolute, Standard::Rfc3986).rewrite(&Entity::new(page), &Options::default());
    assert_eq!(done.bytes, page);
    let told: Vec<(&str, &[u8])> = unresolved.iter().map(|one| (&*one.text, &page[one.place.range()])).collect();
    assert_eq!(told, [("http://h:8o/", &b"&#111;"[..]), ("x", b"x")]);
}
