//! A page in windows, however it is divided, has the links and the base of the whole page.

use napkin::Standard;
use napkin_document::{
    BaseDeclared, BaseWindows, Entity, Kind, Link, Options, PageWindows, WindowEnd, base_under, collect_links,
};

/// The compared values of a link: place, text, context, relation, places of the text's ends, bases with their places from the page's start.
type Seen = (usize, usize, String, String, Option<String>, Vec<String>);

fn seen(link: &Link<'_>, offset: usize) -> Seen {
    let bases = link.base.iter().flat_map(|base| base.outwards());
    (
        link.span.start + offset,
        link.span.end + offset,
        link.text.to_string(),
        link.context.to_string(),
        link.rel.as_deref().map(str::to_owned),
        bases.map(|base| format!("{} at {}", base.text(), base.span().start + offset)).collect(),
    )
}

/// Hands windows that grow by `size` to `read`, which says how much it has consumed; gives the longest of them.
fn divided(page: &[u8], size: usize, read: &mut dyn FnMut(&[u8], WindowEnd, usize) -> usize) -> usize {
    let (mut window, mut offset, mut rest, mut longest) = (Vec::new(), 0, page, 0);
    loop {
        let (piece, behind) = rest.split_at(size.min(rest.len()));
        window.extend_from_slice(piece);
        rest = behind;
        longest = longest.max(window.len());
        let more = if rest.is_empty() { WindowEnd::Final } else { WindowEnd::Open };
        let consumed = read(&window, more, offset);
        if more == WindowEnd::Final {
            return longest;
        }
        window.drain(..consumed);
        offset += consumed;
    }
}

fn links(page: &[u8], size: usize) -> Vec<Seen> {
    let (mut windows, mut found) = (PageWindows::default(), Vec::new());
    divided(page, size, &mut |window, more, offset| {
        windows.read(window, more, &Options::default(), &mut (), &mut |link| found.push(seen(&link, offset)))
    });
    found
}

fn declared(page: &[u8], size: usize, entity: &Entity<'_>) -> BaseDeclared {
    let mut windows = BaseWindows::default();
    divided(page, size, &mut |window, more, _| windows.read(window, more));
    windows.declared(entity)
}

/// Pages of the data files, of the examples, and some made for windows.
fn pages() -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let data = std::fs::read_to_string(format!("{root}/data/documents/html.toml")).unwrap();
    let data: toml::Table = data.parse().expect("TOML");
    let mut pages: Vec<String> = Vec::new();
    pages.extend(data["case"].as_array().unwrap().iter().map(|case| case["document"].as_str().unwrap().to_owned()));
    pages.push(std::fs::read_to_string(format!("{root}/examples/pub.html")).unwrap());
    pages.extend(
        [
            "\u{feff}<a href=one><template><base href=/no/></template><p>\u{e9}<base href='menu/'><base href=not>",
            "<!-- <base href=x> --><script>'<base href=y>'</script><noscript><a href=1><base href=z></noscript>",
            "<svg><style>a{b:url(c&amp;d)}</style><base href=x></svg><style>@import 'e';</style><base href='data:,x'>",
            "<table><a href=1><tr><td background=2><base href=late><select><a href=3></select></table><a href=unfinished",
        ]
        .map(str::to_owned),
    );
    pages
}

#[test]
fn windows_give_what_the_whole_gives() {
    let (mut found, mut based) = (0, 0);
    for page in pages() {
        let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).in_charset("utf-8");
        let entity = entity.retrieved_from("http://pub.example/");
        let expected: Vec<Seen> =
            collect_links(&entity, &Options::default()).iter().map(|link| seen(link, 0)).collect();
        found += expected.len();
        based += usize::from(base_under(&entity, Standard::Whatwg).element.is_some());
        for size in (1..40).chain([100, 1000]) {
            assert_eq!(links(page.as_bytes(), size), expected, "{size}: {page}");
            for standard in [Standard::Whatwg, Standard::Rfc3986] {
                let declared = declared(page.as_bytes(), size, &entity).under(standard);
                assert_eq!(declared, base_under(&entity, standard), "{size}: {page}");
            }
        }
    }
    assert!(found > 40 && based >= 4, "{found} links, {based} bases");
}

#[test]
fn windows_stay_small() {
    let page = format!("<p>{}", "some text <a href=x>and</a> ".repeat(10_000));
    let mut windows = PageWindows::default();
    let mut found = 0;
    let longest = divided(page.as_bytes(), 4096, &mut |window, more, _| {
        windows.read(window, more, &Options::default(), &mut (), &mut |_| found += 1)
    });
    assert_eq!(found, 10_000);
    assert!(longest < 2 * 4096, "{longest}");
}

#[test]
fn tokens_of_large_pages_are_cut_at_the_limit() {
    let long = format!("<a href=one title='{}' href=two><a href=three>", ">".repeat(5000));
    let (mut windows, mut window, mut found) = (PageWindows::default(), Vec::new(), Vec::new());
    for piece in long.as_bytes().chunks(1024) {
        window.extend_from_slice(piece);
        let sink = &mut |link: Link<'_>| found.push(link.text.to_string());
        let consumed = windows.read(&window, WindowEnd::Full, &Options::default(), &mut (), sink);
        assert!(consumed > 0);
        window.drain(..consumed);
    }
    windows
        .read(&window, WindowEnd::Final, &Options::default(), &mut (), &mut |link| found.push(link.text.to_string()));
    assert_eq!(found, ["one", "three"]);
}
