//! Readers stop as soon as their callback breaks.

use std::ops::ControlFlow;

use crate::counting::allocated;
use napkin_audit::Settings;
use napkin_document::audit::audit;
use napkin_document::rewrite::{Found, Rewrite, rewrite, rewrite_within};
use napkin_document::screen::{Format, Policy, screen};
use napkin_document::unbundle::{self, unbundle};
use napkin_document::{Entity, Kind, Options, PageWindows, TextWindows, WindowEnd, links};
use napkin_mail::{Bases, Message, Profile};

/// A beginning, a piece that has one link and is repeated, and an end. Each link takes memory.
const DOCUMENTS: [(Kind, &str, &str, &str); 13] = [
    (Kind::Html, "", "<a href=a&amp;b>", ""),
    (Kind::Html, "<style>", "a{b:url(\\78 y)}", "</style>"),
    (Kind::Html, "<noscript>", "<a href=a&amp;b>", "</noscript>"),
    (Kind::Html, "", "<iframe srcdoc='<a href=a>'></iframe>", ""),
    (Kind::Css, "", "a{b:url(\\78 y)}", ""),
    (Kind::Xml, "<rss>", "<link>a&amp;b</link>", "</rss>"),
    (Kind::Svg, "<svg xmlns='http://www.w3.org/2000/svg'>", "<image href='a'/>", "</svg>"),
    (Kind::Json, "[", "\"http:\\/\\/h\\u002fx\",", "\"\"]"),
    (Kind::Manifest, "{\"icons\":[", "{\"src\":\"x\\\"\"},", "{}]}"),
    (Kind::SourceMap, "{\"version\":3,\"sources\":[", "\"x\",", "\"x\"]}"),
    (Kind::Text, "", "<http://h/x\n y> ", ""),
    (Kind::Markdown, "", "[a](x&amp;y) <a href=z&amp;> http://h/\n\n- <b\n\n", "[a]: x"),
    (Kind::Mail, "Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\n<http://h/x\n y>\n", "--b--\n"),
];

fn document((_, start, piece, end): (Kind, &str, &str, &str), count: usize) -> String {
    [start, &piece.repeat(count), end].concat()
}

/// Breaks at a number of calls.
fn until(calls: &mut usize, most: usize) -> ControlFlow<()> {
    *calls += 1;
    if *calls < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[test]
fn links_are_not_handed_out_after_a_break() {
    let others = [
        (Kind::Html, "<img srcset='&amp;,", "a&#44;b 1x, ", "'>"),
        (Kind::Markdown, "", "[a](x) <a href=y>\n\n", ""),
        (Kind::JavaScript, "", "\n//# sourceMappingURL=a", ""),
        (Kind::Css, "@import 'a&amp;b';", "", "/*# sourceMappingURL=a */"),
    ];
    for row in DOCUMENTS.into_iter().chain(others) {
        let text = document(row, 20);
        let entity = Entity::new(text.as_bytes()).with_kind(row.0);
        let mut all = 0;
        links(&entity, &Options::default(), &mut |_| all += 1);
        assert!(all > 0, "{text}");
        for most in 1..=all {
            let mut calls = 0;
            links(&entity, &Options::default(), &mut |_| until(&mut calls, most));
            assert_eq!(calls, most, "{text}");
        }
    }
}

/// The test counts the memory that the links take. A message is divided into parts, and Markdown into blocks, as a
/// whole before the first link.
#[test]
fn little_of_a_long_document_is_read_before_a_break() {
    for row in DOCUMENTS.into_iter().filter(|row| row.0 != Kind::Mail) {
        let text = document(row, 20_000);
        let entity = Entity::new(text.as_bytes()).with_kind(row.0).in_charset("utf-8");
        let options = Options::default();
        let read = |most| {
            let mut calls = 0;
            allocated(|| links(&entity, &options, &mut |_| until(&mut calls, most))).1.times
        };
        let (some, all) = (read(3), read(usize::MAX));
        assert!(some * 100 < all, "{:?} {some} of {all}", row.1);
    }
}

/// After its division into parts, the work for a message depends only on the parts before the break.
#[test]
fn bodies_after_a_break_are_not_decoded() {
    let work = |count: usize| {
        let part = "--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj14Pg==\n";
        let text = ["Content-Type: multipart/mixed; boundary=b\n\n", &part.repeat(count), "--b--\n"].concat();
        let entity = Entity::new(text.as_bytes()).with_kind(Kind::Mail);
        let mut calls = 0;
        let read = allocated(|| links(&entity, &Options::default(), &mut |_| until(&mut calls, 20))).1.times;
        let parts = allocated(|| {
            let message = Message::parse(text.as_bytes());
            Bases::new(&message, Profile::default(), None).profile()
        });
        assert_eq!(calls, 20);
        read - parts.1.times
    };
    // The first message also allocates what all messages share.
    work(20);
    assert_eq!(work(100), work(5000));
}

#[test]
fn windows_can_be_read_on_after_a_break() {
    let page = b"<a href=a><a href=b><a href=c>";
    let (mut windows, mut found, mut at) = (PageWindows::default(), Vec::new(), 0);
    while at < page.len() {
        at += windows.read(&page[at..], WindowEnd::Final, &Options::default(), &mut (), &mut |link| {
            found.push(link.text);
            ControlFlow::Break(())
        });
        assert_eq!(at, 10 * found.len());
    }
    assert_eq!(found, ["a", "b", "c"]);
    let text = b"http://h/a http://h/b";
    let (mut windows, mut found) = (TextWindows::default(), Vec::new());
    for count in 1..=2 {
        let consumed = windows.read(text, true, &Options::default(), &mut |link| {
            found.push(link.text);
            ControlFlow::Break(())
        });
        assert_eq!((consumed, found.len()), (0, count));
    }
    assert_eq!(found, ["http://h/a", "http://h/b"]);
}

#[test]
fn audit_stops_at_a_break() {
    let page = "<a href=http://user@h/>".repeat(20);
    let mut calls = 0;
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
    audit(&entity, &Options::default(), &Settings::default(), &mut (), &mut |_, _| until(&mut calls, 3));
    assert_eq!(calls, 3);
}

#[test]
fn screen_decodes_nothing_after_a_break() {
    let page = "<img src='data:image/svg+xml,<svg/>'>".repeat(20);
    let mut calls = 0;
    let screened = screen(page.as_bytes(), Format::Html, &Policy::default(), &mut |_| until(&mut calls, 3));
    assert_eq!((calls, screened.found), (3, 3));
}

#[test]
fn unbundle_gives_no_files_after_a_break() {
    let page: String = (0..20).map(|number| format!("<img src='data:image/gif,{number}'>")).collect();
    let mut calls = 0;
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
    let done = unbundle(&entity, &unbundle::BundleOptions::default(), &mut |_| until(&mut calls, 3)).expect("a page");
    assert_eq!((calls, done.objects.len(), done.failures.len()), (3, 3, 17));
    assert!(done.failures.iter().all(|failure| failure.reason == unbundle::ExtractionFailureReason::Stopped));
}

struct Stops(usize);

impl Rewrite for Stops {
    fn link(&mut self, _: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        self.0 += 1;
        if self.0 < 3 { ControlFlow::Continue(Some("z".to_owned())) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn rewriter_is_not_asked_after_a_break() {
    for row in DOCUMENTS.into_iter().filter(|row| !matches!(row.0, Kind::Mail | Kind::Markdown)) {
        let text = document(row, 2000);
        let entity = Entity::new(text.as_bytes()).with_kind(row.0).in_charset("utf-8");
        let mut stops = Stops(0);
        let (refused, some) = allocated(|| rewrite_within(&entity, &Options::default(), 1 << 20, &mut stops).is_err());
        assert!(refused && stops.0 == 3, "{:?} {}", row.1, stops.0);
        let (_, all) = allocated(|| rewrite(&entity, &Options::default(), &mut |_: &Found<'_, '_>| None));
        assert!(some.times * 10 < all.times, "{:?} {some:?} {all:?}", row.1);
        // Without a limit, the other links stay as they are.
        let mut stops = Stops(0);
        let done = rewrite(&entity, &Options::default(), &mut stops);
        assert!(stops.0 == 3 && done.changes.len() <= 2 && done.links > 1000, "{:?} {}", row.1, done.links);
    }
}
