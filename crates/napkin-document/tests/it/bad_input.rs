//! Invalid pages, each tested with every operation on pages: its links are found, rewriting changes only the links and is read back,
//! a bundle embeds the picture, and the screen finds the page in a `data:` URL.
//!
//! Each page has a link to `data:text/html,x` and a picture `a.png`. The expected results follow the HTML standard.

use std::collections::HashMap;

use napkin::{Standard, whatwg};
use napkin_document::bundle::{self, Fetched, NotFetched, Request, bundle};
use napkin_document::rewrite::{Form, Found, Plan, rewrite};
use napkin_document::screen::{Format, Policy, screen};
use napkin_document::{Entity, Kind, Options, base_under, collect_links};

const AT: &str = "http://pub.example/page.html";

/// A page, the label that comes with it, its links, and where its picture is.
struct Page {
    name: &'static str,
    bytes: Vec<u8>,
    label: Option<&'static str>,
    links: Vec<String>,
    picture: &'static str,
}

const PICTURE: &str = "http://pub.example/a.png";

impl Page {
    fn new(name: &'static str, bytes: impl Into<Vec<u8>>, links: &[&str]) -> Self {
        let links = links.iter().map(|&link| link.to_owned()).collect();
        Self { name, bytes: bytes.into(), label: None, links, picture: PICTURE }
    }

    fn labelled(self, label: &'static str) -> Self {
        Self { label: Some(label), ..self }
    }

    fn entity<'a>(&'a self, bytes: &'a [u8]) -> Entity<'a> {
        let entity = Entity::new(bytes).with_kind(Kind::Html).retrieved_from(AT);
        self.label.map_or(entity, |label| entity.in_charset(label))
    }
}

/// 13.2.5: tags that do not end, end tags of nothing, attributes without white space between them, cells without table.
fn broken() -> Page {
    let page = "<!doctype <p></b></table><td><a href='data:text/html,x'class=y></p><img/src=a.png alt=z<p><b href=no>\
                <a href=b <a></a href=no><!-- <a href=no> --!><a href=\"open <a href=no>";
    Page::new("broken", page, &["data:text/html,x", "a.png", "b"])
}

/// 13.2.5: NUL is U+FFFD in names and in values.
fn nul() -> Page {
    let page = "\0<a\0 href=no><a hr\0ef=no><a href='data:text/html,x\0'>\0<img src=a.png><a href=b\0c>";
    Page::new("NUL", page, &["data:text/html,x\u{fffd}", "a.png", "b\u{fffd}c"])
}

fn ten_megabytes() -> Page {
    let long = "x".repeat(10 << 20);
    let page =
        format!("<a href='data:text/html,{long}'><p title='{long}'><img alt='{long}' src=a.png><a href='{long}'>");
    let links = [format!("data:text/html,{long}"), "a.png".into(), long];
    Page { links: links.into(), ..Page::new("10 MB", page, &[]) }
}

/// 4.2.3: the first one counts.
fn many_bases() -> Page {
    let many: String = (0..100_000).map(|number| format!("<base href=/{number}/>")).collect();
    let page = format!("<a href=data:text/html,x>{many}<img src=a.png>");
    Page { picture: "http://pub.example/0/a.png", ..Page::new("bases", page, &["data:text/html,x", "a.png"]) }
}

fn circular() -> Page {
    let page = "<style>@import 'c.css';</style><iframe src=page.html></iframe><a href=data:text/html,x><img src=a.png>";
    Page::new("circular", page, &["c.css", "page.html", "data:text/html,x", "a.png"])
}

const ORDINARY: &str = "<a href='data:text/html,x'>\u{e9}<img src=a.png><a href='\u{e9}'>";

fn utf_16(name: &'static str, bytes: fn(u16) -> [u8; 2]) -> Page {
    let page: Vec<u8> = format!("\u{feff}{ORDINARY}").encode_utf16().flat_map(bytes).collect();
    Page::new(name, page, &["data:text/html,x", "a.png", "\u{e9}"])
}

/// 13.2.3.2: what the header says holds, right or wrong; a label that is none is passed over.
fn labels() -> [Page; 5] {
    let latin1: Vec<u8> = ORDINARY.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    let meta = |label: &str, page: &[u8]| [format!("<meta charset='{label}'>").as_bytes(), page].concat();
    let links = |last| ["data:text/html,x", "a.png", last];
    [
        Page::new("not UTF-8", latin1.clone(), &links("\u{fffd}")).labelled("utf-8"),
        Page::new("not Latin-1", ORDINARY, &links("\u{c3}\u{a9}")).labelled("latin1"),
        Page::new("no label", latin1.clone(), &links("\u{e9}")).labelled("\0nonsense"),
        Page::new("no label inside", meta("nonsense", &latin1), &links("\u{e9}")),
        Page::new("not UTF-16", meta("utf-16", ORDINARY.as_bytes()), &links("\u{e9}")),
    ]
}

fn pages() -> Vec<Page> {
    let mut pages = vec![broken(), nul(), ten_megabytes(), many_bases(), circular()];
    pages.extend([utf_16("UTF-16LE", u16::to_le_bytes), utf_16("UTF-16BE", u16::to_be_bytes)]);
    pages.extend(labels());
    pages
}

/// Long texts are not printed whole.
fn assert_links(page: &Page, entity: &Entity<'_>, expected: &[String]) {
    let found: Vec<String> =
        collect_links(entity, &Options::default()).into_iter().map(|link| link.text.into()).collect();
    let short =
        |texts: &[String]| -> Vec<String> { texts.iter().map(|text| text.chars().take(50).collect()).collect() };
    assert!(found == expected, "{}: expected {:?}, but found {:?}", page.name, short(expected), short(&found));
}

#[test]
fn links_are_found() {
    for page in pages() {
        assert_links(&page, &page.entity(&page.bytes), &page.links);
    }
}

#[test]
fn rewriting_leaves_the_rest_and_reads_back() {
    let options = Options::default();
    for page in pages() {
        let entity = page.entity(&page.bytes);
        let same = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| None);
        assert!(same.bytes == page.bytes, "{}", page.name);
        let anew = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| Some(found.link.text.to_string()));
        assert_eq!((anew.verify(&entity, &options), anew.left.len()), (Ok(()), 0), "{}", page.name);
        assert_links(&page, &page.entity(&anew.bytes), &page.links);
        let (absolute, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&entity, &options);
        let base = base_under(&entity, Standard::Whatwg).url.expect("a base");
        let base = whatwg::Url::parse(&base, None).expect("a URL");
        // Absolute links stay unchanged. UTF-16 cannot be written, which is reported for each link.
        let is_wide = page.name.starts_with("UTF-16");
        assert_eq!(absolute.left.len(), if is_wide { 2 } else { 0 }, "{}", page.name);
        let of = |link: &String| match whatwg::Url::parse(link, None) {
            Ok(_) => link.clone(),
            Err(_) if is_wide => link.clone(),
            Err(_) => base.join(link).expect("a URL").href().to_owned(),
        };
        assert_links(&page, &page.entity(&absolute.bytes), &page.links.iter().map(of).collect::<Vec<_>>());
    }
}

#[test]
fn bundles_take_the_picture_in() {
    for page in pages() {
        let files: HashMap<&str, Vec<u8>> = [
            (page.picture, b"A".to_vec()),
            ("http://pub.example/c.css", b"@import 'c.css';@import 'd.css';".to_vec()),
            ("http://pub.example/d.css", b"@import 'c.css';".to_vec()),
            (AT, page.bytes.clone()),
        ]
        .into();
        let mut fetch = |request: &Request<'_>| {
            files
                .get(request.url)
                .map(|bytes| Fetched::new(bytes.clone()))
                .ok_or_else(|| NotFetched::new("there is none"))
        };
        let done = bundle(&page.entity(&page.bytes), &bundle::BundleOptions::default(), &mut fetch);
        let text = String::from_utf8_lossy(&done.bytes);
        assert_eq!(text.matches("data:image/png,A").count(), 1, "{}", page.name);
        let reasons: Vec<&str> = done.failures.iter().map(|failure| failure.reason.code()).collect();
        let expected: &[&str] = if page.name == "circular" { &["circular-import", "circular-frame"] } else { &[] };
        assert!(expected.iter().all(|code| done.notes.iter().any(|note| note.remark.code() == *code)), "{}", page.name);
        assert!(reasons.is_empty(), "{}: {reasons:?}", page.name);
    }
}

#[test]
fn the_screen_sees_the_page_inside() {
    for page in pages() {
        let mut essences = Vec::new();
        let policy = Policy::default();
        let screened = screen(&page.bytes, Format::Html, &policy, &mut |find| essences.push(find.essence().to_owned()));
        assert_eq!((essences, screened.unread), (vec!["text/html".to_owned()], 0), "{}", page.name);
    }
}
