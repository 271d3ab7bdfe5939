//! A text in windows, however it is divided, has the links of the whole text.

use crate::score;
use napkin_document::{Entity, Kind, Limits, Link, Options, TextWindows, collect_links};
use proptest::prelude::*;

/// A reference is cut early, so that short texts have many windows.
fn limits() -> Limits {
    Limits::default().with_wrapped(200).with_reference(300).with_hyphens(3)
}

/// The compared values of a link: place, text, context, other readings.
type Seen = (usize, usize, String, String, Vec<(usize, usize, String)>);

fn seen(link: &Link<'_>, offset: usize) -> Seen {
    let others = link.alternatives.iter();
    let others = others.map(|other| (other.span.start + offset, other.span.end + offset, other.text.to_string()));
    (
        link.span.start + offset,
        link.span.end + offset,
        link.text.to_string(),
        link.context.to_string(),
        others.collect(),
    )
}

fn whole(text: &[u8], options: &Options) -> Vec<Seen> {
    collect_links(&Entity::new(text).with_kind(Kind::Text), options).iter().map(|link| seen(link, 0)).collect()
}

/// The links, and the length of the longest window.
fn by_windows(text: &[u8], sizes: &[usize], options: &Options) -> (Vec<Seen>, usize) {
    let (mut windows, mut window, mut found) = (TextWindows::default(), Vec::new(), Vec::new());
    let (mut offset, mut rest, mut longest) = (0, text, 0);
    for &size in sizes.iter().cycle() {
        let (piece, behind) = rest.split_at(size.min(rest.len()));
        window.extend_from_slice(piece);
        rest = behind;
        longest = longest.max(window.len());
        let is_last = rest.is_empty();
        let consumed = windows.read(&window, is_last, options, &mut |link| found.push(seen(&link, offset)));
        if is_last {
            return (found, longest);
        }
        window.drain(..consumed);
        offset += consumed;
    }
    unreachable!("sizes are a list without end")
}

/// All labelled texts, one behind the other in some order, with and without words between.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let texts: Vec<String> = score::passages().into_iter().map(|passage| passage.text).collect();
    let piece = prop_oneof![
        6 => prop::sample::select(texts),
        1 => "[a-z/.:-]{0,400}",
        1 => "(ab://|<ab://|'http://|[a-z]{3} |-\n|,|\\(){0,80}",
    ];
    prop::collection::vec((piece, prop::sample::select(vec!["", " ", "\n", "\n\n"])), 1..60)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(text, end)| (text + end).into_bytes()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn windows_give_the_links_of_the_whole(
        text in text(),
        sizes in prop::collection::vec(1_usize..3000, 1..5),
        bare: bool,
    ) {
        let options = Options::default().with_bare(bare).with_limits(limits());
        let (found, longest) = by_windows(&text, &sizes, &options);
        prop_assert_eq!(found, whole(&text, &options));
        prop_assert!(longest <= 300 + 2 * 1024 + 3000 + 1);
    }
}

#[test]
fn every_division_of_a_text_in_two() {
    let texts: Vec<String> = score::passages().into_iter().map(|passage| passage.text).collect();
    let text = texts.join(" and\n");
    let options = Options::default().with_limits(limits());
    let expected = whole(text.as_bytes(), &options);
    assert!(expected.len() > 400);
    for at in (1..text.len()).step_by(7) {
        assert_eq!(by_windows(text.as_bytes(), &[at, text.len()], &options).0, expected, "{at}");
    }
}

#[test]
fn references_beyond_the_limit_are_cut_there() {
    let options = Options::default().with_limits(limits());
    let text = format!("http://h/{} <http://h/{}>", "a".repeat(1000), "b/\n".repeat(300));
    let lengths: Vec<usize> = whole(text.as_bytes(), &options).iter().map(|link| link.1 - link.0).collect();
    // From the colon on 300 bytes are looked at; the wrapper is given up, and its first line is left.
    assert_eq!(lengths, [4 + 300, "http://h/b/".len()]);
}
