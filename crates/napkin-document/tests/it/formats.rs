//! For random bytes and every kind of document: no panic, spans within bounds and in order, `raw` equal to the bytes at its span, and time
//! in proportion to the length.

use napkin::Span;
use napkin_document::rewrite::{Found, LeftReason, rewrite};
use napkin_document::{Entity, Kind, Options, base, charset, collect_links};
use proptest::prelude::*;

/// Pieces that documents are made of, so that arbitrary documents reach the interesting code.
const PIECES: [&str; 143] = [
    "HTTP/1.1 301 Moved\r\n",
    "Location: ",
    "Link: <",
    ">; rel=\"",
    "\"; anchor=\"",
    "\r\n\r\n",
    "refresh: 0; url=",
    "<script type=application/ld+json>{\"@id\": \"",
    "\"}</script>",
    "openapi: 3.1.0\n",
    "$ref: ",
    "- 'a''b'\n",
    "\"\\x41\\\n  b\": ",
    "x: |\n  ",
    "y: >-\n\n   ",
    "&a !b ",
    "*a",
    "\n---\n",
    "[package]\nreadme = '",
    "[[bin]]\npath = \"\"\"",
    "\"\"\"\n",
    "<svg xmlns='http://www.w3.org/2000/svg'>",
    "<s:a xmlns:s='http://www.w3.org/2000/svg' ",
    "xmlns:x='http://www.w3.org/1999/xlink' ",
    " x:href='",
    " href=\"",
    " src='",
    " style='",
    " fill='url(",
    " xml:base='b/'",
    " xml:base='&c;&#x64;'",
    "<e xml:base='f'>",
    "</e>",
    "<style>",
    "</style>",
    "<html xmlns='http://www.w3.org/1999/xhtml'>",
    "<base href='g'/>",
    "<iframe srcdoc='&lt;a href=&quot;h&amp;amp;i&quot;>'/>",
    "<?xml version='1.0' encoding='",
    "utf-16",
    "latin1",
    "'?>",
    "<?xml-stylesheet href='",
    "?>",
    "<!DOCTYPE a SYSTEM 'j' [",
    "<!ENTITY c '&d;k'>",
    "<!ENTITY d \"l\">",
    "<!ENTITY % m SYSTEM 'n'>",
    "]>",
    "&c;",
    "&",
    ";",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<rss>",
    "<rss version='2.0'><channel><description>",
    "<description>",
    "</description>",
    "<link>",
    "</link>",
    "<guid isPermaLink='false'>",
    "<feed xmlns='http://www.w3.org/2005/Atom'>",
    "<content type='html'>",
    "</content>",
    "&lt;a href=\"",
    "&lt;base href=o>",
    "&quot;>",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><loc>",
    "</loc>",
    "@import ",
    "@charset \"",
    "\";",
    "url(",
    "\\41 ",
    "\\",
    "/*# sourceMappingURL=",
    "*/",
    "//# sourceMappingURL=",
    "{\"sources\":[",
    "\"sourceRoot\":\"p\"",
    "\"start_url\":\"q\",\"id\":\"",
    "{",
    "[",
    "]",
    "}",
    ",",
    ":",
    "\"",
    "\\u00e9",
    "\\ud83c",
    "http://h/",
    "[",
    "](",
    ")",
    "![",
    "[r]: ",
    "\n> ",
    "\n    ",
    "\n```\n",
    "\n- ",
    "| s |\n|---|\n",
    "<t@u.example>",
    "www.",
    "\\)",
    "&copy;",
    "\u{e9}",
    "\u{1f37a}",
    " ",
    "\r\n",
    "'",
    ">",
    "@base <",
    "> .\n",
    "\n.. image:: ",
    "\n.. _a: ",
    "`x <",
    ">`_",
    "::\n\n  ",
    "\n:target: ",
    "image::",
    "link:",
    "[x]",
    "<<a#",
    "\n----\n",
    "\n:imagesdir: i\n",
    "{imagesdir}",
    "[[file:",
    "]]",
    "\n#+LINK: q ",
    "[[q:",
    "\n#+BEGIN_SRC\n",
    "\\href{",
    "\\url|",
    "\n%",
    "\\hyperbaseurl{",
    "\\begin{verbatim}",
    "#EXT-X-KEY:URI=\"",
    "\"$id\":\"",
    "{\"$ref\":\"",
    "{\"@context\":{\"@base\":\"",
    "\"nbformat\":4,\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"",
];

const LABELS: [&str; 8] =
    ["utf-8", "windows-1252", "utf-16le", "utf-16be", "shift_jis", "gb18030", "iso-2022-jp", "iso-2022-kr"];

fn document() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    (prop::collection::vec(piece, 0..50), any::<bool>()).prop_map(|(pieces, is_wide)| {
        let bytes = pieces.concat();
        match is_wide {
            true => String::from_utf8_lossy(&bytes).encode_utf16().flat_map(u16::to_le_bytes).collect(),
            false => bytes,
        }
    })
}

fn assert_sound(entity: &Entity<'_>) {
    let mut last = 0;
    for link in collect_links(entity, &Options::default()) {
        let in_order = last <= link.span.start && link.span.start <= link.span.end;
        assert!(in_order && link.span.end <= entity.bytes.len(), "{:?} {link:?}", entity.kind);
        assert_eq!(link.raw, &entity.bytes[link.span.range()], "{link:?}");
        last = link.span.start;
        for (at, character) in link.text.char_indices() {
            let place = link.source_span(Span::new(at, at + character.len_utf8()));
            let inside = link.span.start <= place.start && place.end <= link.span.end;
            assert!(inside, "{:?} {link:?} {at} {place:?}", entity.kind);
        }
        let whole = link.source_span(Span::new(0, link.text.len()));
        assert_eq!(whole, link.span, "{:?} {link:?}", entity.kind);
        for base in link.base.iter().flat_map(|base| base.outwards()) {
            assert!(base.span().end <= entity.bytes.len(), "{link:?}");
        }
    }
    let found = base(entity);
    assert!(found.span.is_none_or(|span| span.end <= entity.bytes.len()), "{found:?}");
    assert!(!charset(entity).name().is_empty());
}

/// Gives the links of every kind of document but HTML and text, which have tests of their own, these texts in turn, and reads the result, with all readers.
fn assert_rewrites(bytes: &[u8], texts: &[String]) {
    let options = Options::default();
    for kind in Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Html | Kind::Text)) {
        let entity = Entity::new(bytes).with_kind(kind);
        let mut next = texts.iter().cycle();
        let done = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| next.next().cloned());
        let shown = || format!("{kind:?} {:?} {texts:?}\n{:?}", String::from_utf8_lossy(bytes), done.left);
        assert_eq!(done.verify(&entity, &options), Ok(()), "{}\n{:?}", shown(), String::from_utf8_lossy(&done.bytes));
        let is_misread = done.left.iter().any(|left| left.reason == LeftReason::Misread);
        // Only prose has no escapes, so that something may have to be taken back.
        let is_prose = matches!(
            kind,
            Kind::Markdown
                | Kind::Json
                | Kind::AsciiDoc
                | Kind::Http
                | Kind::Latex
                | Kind::Org
                | Kind::Playlist
                | Kind::Rst
                | Kind::Toml
                | Kind::Yaml
        );
        assert!(is_prose || !is_misread, "{}", shown());
        assert_eq!(done.changes.is_empty(), done.bytes == bytes, "{}", shown());
        let mut same = |found: &Found<'_, '_>| Some(found.link.text.to_string());
        assert_eq!(rewrite(&entity, &options, &mut same).bytes, bytes, "{}", shown());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rewritten_documents_of_every_format_read_as_asked(
        bytes in document(),
        texts in prop::collection::vec("([a-z:/.&;=#?|`, \"'()<>\\\\\\]\u{e9}\r\n*_-]|&amp;|&#32|]]>|\\?>|</style|url=|http://){0,8}", 1..4),
    ) {
        assert_rewrites(&bytes, &texts);
    }

    #[test]
    fn arbitrary_documents_of_every_format_are_read(bytes in document(), label in prop::sample::select(&LABELS[..])) {
        for kind in Kind::ALL {
            let entity = Entity::new(&bytes).with_kind(kind);
            assert_sound(&entity);
            assert_sound(&entity.in_charset(label));
        }
    }

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), label in prop::sample::select(&LABELS[..])) {
        for kind in Kind::ALL {
            assert_sound(&Entity::new(&bytes).with_kind(kind).in_charset(label));
        }
        assert_sound(&Entity::new(&bytes));
    }
}

/// Reads a document in several charsets; its links are in order, and within it. That the work is in proportion to its length is
/// counted by `bench/linear.sh`.
fn assert_in_order(what: &str, text: &str, kind: Kind) {
    for label in ["utf-8", "windows-1252", "gb18030"] {
        assert_in_order_in(label, what, text, kind);
    }
}

fn assert_in_order_in(label: &str, what: &str, text: &str, kind: Kind) {
    let entity = Entity::new(text.as_bytes()).with_kind(kind).in_charset(label);
    let mut last = 0;
    napkin_document::links(&entity, &Options::default(), &mut |link| {
        let Span { start, end } = link.span;
        assert!(last <= start && start <= end && end <= text.len(), "{what} as {kind:?} in {label}: {:?}", link.span);
        last = start;
    });
}

/// Each of these would take minutes, or the stack, if something were quadratic, or recursive.
#[test]
fn hostile_documents_are_read() {
    for piece in PIECES {
        let text = piece.repeat(100_000 / piece.len());
        for kind in Kind::ALL {
            for start in ["", "<a b='", "<rss><description>", "@import url(", "{\"a\":\"", "[a]("] {
                assert_in_order_in("utf-8", piece, &format!("{start}{text}"), kind);
            }
        }
    }
}

#[test]
fn deep_documents_do_not_take_the_stack() {
    let deep = 100_000;
    for (start, end) in [
        ("<a xml:base='b/'><c href='d'/>", "</a>"),
        ("<a xmlns:b='http://www.w3.org/1999/xlink' b:href='c'>", "</a>"),
        ("<s xmlns='http://www.w3.org/2000/svg'><style>", "</style></s>"),
        ("<rss><description>&lt;a href='b'>", "</description></rss>"),
    ] {
        let text = start.repeat(deep) + &end.repeat(deep);
        for kind in [Kind::Xml, Kind::Svg, Kind::Html] {
            assert_in_order(start, &text, kind);
        }
    }
    for piece in ["{\"a\":", "[", "{\"sources\":[\"b\",", "(", "- ", "? ", "a = [", "a = {b = "] {
        for kind in [Kind::Json, Kind::Manifest, Kind::SourceMap, Kind::Css, Kind::Toml, Kind::Yaml] {
            assert_in_order(piece, &piece.repeat(deep), kind);
        }
    }
}

#[test]
fn wide_documents_are_read() {
    let many = 1_000_000;
    let attributes: String = (0..many).map(|number| format!(" a{number}='b'")).collect();
    assert_in_order("attributes", &format!("<a{attributes} href='c'/>"), Kind::Xml);
    assert_in_order("links", &format!("<a{}/>", " href='b'".repeat(many / 10)), Kind::Svg);
    assert_in_order("bases", &format!("<a{} href='c'/>", " xml:base='b'".repeat(many / 10)), Kind::Xml);
    assert_in_order("prefixes", &format!("<a{}/>", " xmlns:b='c'".repeat(many / 10)), Kind::Xml);
    let long = "n".repeat(1_000_000);
    assert_in_order("name", &format!("<{long} href='x'/>").repeat(3), Kind::Xml);
    let style = format!("<x{long} style='{}'>", "url(a)".repeat(100_000));
    assert_in_order("style", &style, Kind::Html);
    let entities: String = (0..100_000).map(|number| format!("<!ENTITY e{number} '&e{};'>", number + 1)).collect();
    let uses: String = (0..100_000).map(|number| format!("<a href='&e{number};'/>")).collect();
    assert_in_order("entities", &format!("<!DOCTYPE a [{entities}]><b>{uses}</b>"), Kind::Xml);
    let declarations: String = (0..50_000).map(|number| format!("[a{number}]: b\n\n")).collect();
    assert_in_order("definitions", &declarations, Kind::Markdown);
}

/// Ten entities that each name the one before ten times.
#[test]
fn documents_with_nested_entities_are_read_within_limits() {
    let mut declarations = String::from("<!ENTITY e0 'ha'>");
    for number in 1..14 {
        let ten = format!("&e{};", number - 1).repeat(10);
        declarations += &format!("<!ENTITY e{number} '{ten}'>");
    }
    let uses = "<a href='&e13;'/>".repeat(1000);
    let text = format!("<!DOCTYPE a [{declarations}]><b>{uses}</b>");
    let links = collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Xml), &Options::default());
    assert_eq!(links.len(), 1000);
    let size: usize = links.iter().map(|link| link.text.len()).sum();
    assert!(size < 2 << 20, "{size}");
}
