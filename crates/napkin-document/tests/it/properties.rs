//! For random bytes: no panic, spans within bounds and in order, and `raw` equal to the bytes at its span. The result of `write` is read back.

use napkin_document::rewrite::{Found, LeftReason, rewrite};
use napkin_document::{Entity, Kind, Limits, Options, base, collect_links, write_delimited};
use proptest::prelude::*;

/// Pieces that documents are made of, so that arbitrary documents reach the interesting code.
const PIECES: [&str; 56] = [
    "http://", "ftp://h", "mailto:", "data:,", "URL:", "<", ">", "\"", "'", "-", "-\n", "\n", "\r\n", " ", "\t", "> ",
    "a", "b.c", "/", "?", "#", "%4", "&amp;", "&#x0;", "&", ";", "(", ")", "[", "}", "é", "\u{3002}", "www.", "@", ":",
    "<a href=", "<img srcset='", "<base href=x>", "<template>", "</template>", "<noscript>", "</noscript>", "<style>",
    "</style>", "<svg>", "</svg>", "url(", "@import ", "\\", "\\41 ", "<meta http-equiv=refresh content=", "0;url=",
    "<!--", "-->", "\0", " style=\"",
];

fn document() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn assert_in_order_and_in_place(bytes: &[u8], kind: Kind, options: &Options) {
    let entity = Entity::new(bytes).with_kind(kind).retrieved_from("http://pub.example/a/b");
    let mut last = 0;
    for link in collect_links(&entity, options) {
        assert!(last <= link.span.start && link.span.start <= link.span.end && link.span.end <= bytes.len());
        assert_eq!(link.raw, &bytes[link.span.range()]);
        last = link.span.start;
        for (at, character) in link.text.char_indices() {
            let place = link.source_span(napkin::Span::new(at, at + character.len_utf8()));
            let inside = link.span.start <= place.start && place.end <= link.span.end;
            assert!(inside, "{link:?} {at} {place:?}");
        }
        let whole = link.source_span(napkin::Span::new(0, link.text.len()));
        assert_eq!(whole, link.span, "{link:?}");
        for other in &link.alternatives {
            let whole = other.source_span(napkin::Span::new(0, other.text.len()));
            assert_eq!(whole, other.span, "{link:?}");
        }
    }
    let _ = base(&entity);
}

/// Gives the links these texts in turn, or their own where there are none, and reads the result.
fn assert_rewrites(bytes: &[u8], texts: &[String], bare: bool) {
    let options = Options::default().with_bare(bare);
    for kind in [Kind::Html, Kind::Text] {
        let entity = Entity::new(bytes).with_kind(kind);
        let mut texts = texts.iter().cycle();
        let done = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| {
            Some(texts.next().map_or_else(|| found.link.text.to_string(), ToString::to_string))
        });
        let shown =
            || format!("{:?}\n{:?}\n{done:?}", String::from_utf8_lossy(bytes), String::from_utf8_lossy(&done.bytes));
        assert_eq!(done.verify(&entity, &options), Ok(()), "{kind:?} {}", shown());
        let is_misread = done.left.iter().any(|left| left.reason == LeftReason::Misread);
        // Where all that is no UTF-8 would be written over, what stays would be read as UTF-8 from then on.
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        assert!(kind == Kind::Text || !is_misread || !is_utf8, "{kind:?} {}", shown());
    }
}

/// The delimiters of URLs in prose, and similar texts.
const PROSE: [&str; 40] = [
    "http://pub.example/menu",
    "http://",
    "https://a.example:80/(b)",
    "ftp://h/x-",
    "mailto:sam@pub.example",
    "mailto:",
    "data:,-",
    "data:,a",
    "urn:a:b",
    "x://",
    "www.pub.example",
    "sam@pub.example",
    "URL:",
    "<URL:",
    "<",
    ">",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "*",
    "_",
    "~",
    ",",
    ".",
    ":",
    "-\n",
    "\n# ",
    "\n> ",
    "\n",
    " ",
    "\\",
    "&amp;*'",
    "&",
    "\u{e9}",
    "the quick brown fox jumps over the lazy dog, and then once more over it, ",
    "\u{4e2d}",
];

fn prose() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        30 => prop::sample::select(&PROSE[..]).prop_map(ToOwned::to_owned),
        1 => (60..1300_usize).prop_map(|length| "beer ".repeat(length / 5)),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    napkin::percent::decode_into(text.as_bytes(), &mut out);
    out
}

/// Gives the links of a text these in turn: each is read as what was meant, or is reported, and nothing else has changed.
fn assert_written_or_left(prose: &str, texts: &[String], bare: bool) {
    let options = Options::default().with_bare(bare);
    let entity = Entity::new(prose.as_bytes()).with_kind(Kind::Text);
    let (mut asked, mut next) = (Vec::new(), texts.iter().cycle());
    let done = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| {
        let new = next.next()?;
        asked.push((found.span, found.link.text.to_string(), new.clone()));
        Some(new.clone())
    });
    let shown = || format!("{prose:?}\n{:?}\n{done:?}", String::from_utf8_lossy(&done.bytes));
    assert_eq!(done.verify(&entity, &options), Ok(()), "{}", shown());
    assert_eq!(asked.len(), done.links);
    for (span, old, new) in asked {
        let changed = done.changes.iter().find(|change| change.span == span);
        let left = done.left.iter().find(|left| left.span == span);
        match (changed, left) {
            (Some(change), None) => assert_eq!(unescaped(&change.new), unescaped(&new), "{}", shown()),
            (None, Some(left)) => {
                assert_eq!((&left.old, unescaped(&left.new)), (&old, unescaped(&new)), "{}", shown());
            }
            (None, None) => assert_eq!(unescaped(&old), unescaped(&new), "{}", shown()),
            (Some(_), Some(_)) => panic!("twice: {}", shown()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_documents_have_spans_inside_them(bytes in document(), bare: bool) {
        let options = Options::default().with_bare(bare);
        assert_in_order_and_in_place(&bytes, Kind::Html, &options);
        assert_in_order_and_in_place(&bytes, Kind::Text, &options);
    }

    #[test]
    fn rewritten_prose_reads_as_meant_or_is_reported(
        prose in prose(),
        texts in prop::collection::vec(
            "(http://|data:,|mailto:|URL:|x:)?([a-z:/.&;=#?*_~, \"'()<>\\\\\u{e9}-]|&amp;|%20|\r\n){0,8}",
            1..4,
        ),
        bare: bool,
    ) {
        assert_written_or_left(&prose, &texts, bare);
    }

    #[test]
    fn rewritten_arbitrary_documents_read_as_asked(
        bytes in document(),
        texts in prop::collection::vec("([a-z:/.&;=#?, \"'()<>\\\\\u{e9}\r\n-]|&amp|&#32|</style|url=|http://){0,8}", 1..4),
        bare: bool,
    ) {
        assert_rewrites(&bytes, &texts, bare);
    }

    #[test]
    fn every_link_rewritten_with_itself_stays(bytes in document()) {
        assert_rewrites(&bytes, &[], false);
    }

    #[test]
    fn small_limits(bytes in document()) {
        let mut limits = Limits::default();
        Limits::all().for_each(|(name, ..)| limits.set(name, 0).expect("the name of a limit"));
        let options = Options::default().with_bare(true).with_limits(limits);
        assert_in_order_and_in_place(&bytes, Kind::Html, &options);
        assert_in_order_and_in_place(&bytes, Kind::Text, &options);
    }

    #[test]
    fn written_links_read_back(
        url in "(https?|ftp|x-y\\+z)://[a-z0-9.-]{1,20}(:[0-9]{0,4})?(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2}|https?://|-){0,40}){0,4}(\\?[a-z0-9&=/?:-]{0,60})?(#[a-z-]{0,20})?",
        width in 0_usize..100,
    ) {
        let text = format!("Kim, it is in {}, bye.", write_delimited(&url, width));
        let links = collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &Options::default());
        prop_assert_eq!(links.len(), 1, "{}", text);
        prop_assert_eq!(&*links[0].text, url.as_str(), "{}", text);
        prop_assert!(!text.contains("-\n"));
    }
}

#[test]
fn other_urls_are_written_too() {
    for url in [
        "mailto:sam@pub.example?subject=a%20very%20long%20subject%20about%20beer",
        "data:text/plain;base64,SGVsbG8sIEtpbSwgdGhpcyBpcyBTYW0=",
        "url://pub.example/a-scheme-that-is-called-as-the-announcement-is",
        "www.http://pub.example/a-scheme-that-looks-like-a-missing-space",
    ] {
        let text = write_delimited(url, 20);
        assert!(text.contains('\n'), "{text}");
        assert_eq!(
            collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &Options::default())[0].text,
            url
        );
    }
}

/// Found by fuzzing: bytes at an edge that encode nothing are not part of the reference.
#[test]
fn edges_that_stand_for_nothing() {
    for document in ["<style>@import \"a\\", "<style>@import \"\\\na\"", "<style>@import \"a\\\n\"", "<URL:-\nx>"] {
        let kind = if document.starts_with("<style>") { Kind::Html } else { Kind::Text };
        assert_eq!(collect_links(&Entity::new(document.as_bytes()).with_kind(kind), &Options::default()).len(), 1);
        assert_in_order_and_in_place(document.as_bytes(), kind, &Options::default());
    }
}

/// Found by fuzzing: in SVG, `style` and `noscript` are ordinary elements, and raw text inside of them is read only once.
#[test]
fn raw_text_inside_svg_is_read_once() {
    for page in ["<svg><noscript><style><svg><style>@import 'a'", "<svg><style><b><noscript><style>url('a')"] {
        let links = collect_links(&Entity::new(page.as_bytes()).with_kind(Kind::Html), &Options::default());
        assert_eq!(links.len(), 1, "{page}: {links:?}");
    }
    let page = b"<noscript><img src=a></noscript><noscript><style>@import 'b'</style><img src=c></noscript>";
    let links = collect_links(&Entity::new(page).with_kind(Kind::Html), &Options::default());
    let found: Vec<&str> = links.iter().map(|link| &*link.text).collect();
    assert_eq!(found, ["a", "b", "c"]);
}

/// Hostile input takes time in proportion: each of these would take minutes if a rescan were quadratic.
#[test]
fn hostile_documents_are_read_and_written() {
    for piece in [
        "<", "\"", ":", "a:", "a://", "\"a://b ", "<a://b ", "<a://b\n", "<URL:", "a", "http://a-\n", "(", "a@",
        "www.", ".", "a://b-\n ", "mailto:", "data:", "'a://", "*a://*", "> ", "<a://b\n>", "&", "é://", " ", "\n",
        "<a href=x>", "<noscript>", "<template>", "url(", "<p style='&amp;url(", "<style>url(\\", "<img srcset=a,",
        "&amp;url(x)", "http://h/\u{e9}",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        for start in ["", "<a://b ", "\"a://b ", "<p style='", "<img srcset='", "<iframe srcdoc='"] {
            let text = format!("{start}{text}");
            for kind in [Kind::Text, Kind::Html] {
                let options = Options::default().with_bare(true);
                let entity = Entity::new(text.as_bytes()).with_kind(kind);
                let links = collect_links(&entity, &options);
                assert!(links.is_sorted_by_key(|link| link.span.start), "{start}{piece} as {kind:?}");
                let same = |found: &Found<'_, '_>| Some(found.link.text.to_string());
                let written = rewrite(&entity, &options, &mut { same });
                assert!(written.bytes == text.as_bytes(), "{start}{piece} as {kind:?}");
            }
        }
    }
}
