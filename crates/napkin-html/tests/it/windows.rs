//! The scanner of tags on what is long, deep, or cut.

use std::io::Read;
use std::ops::ControlFlow;

use napkin_html::{Fate, Namespace, Scanner, Sink, Tag, Text, TextKind, WindowSizes, scan, scan_reader};

#[derive(Debug, Default, PartialEq)]
struct Seen {
    tags: Vec<String>,
    texts: Vec<(TextKind, String)>,
    cut: usize,
}

impl Sink for Seen {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        self.cut += usize::from(tag.is_cut);
        let mut text = format!("{:?} {:?} {}", tag.fate, tag.namespace, String::from_utf8_lossy(tag.bytes(tag.name)));
        for attribute in tag.attributes {
            text.push_str(&format!(" {}={}", String::from_utf8_lossy(tag.bytes(attribute.name)), tag.value(attribute)));
        }
        self.tags.push(text);
        ControlFlow::Continue(())
    }

    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        self.cut += usize::from(text.is_cut);
        let piece = String::from_utf8_lossy(&text.window[text.span.range()]).into_owned();
        self.texts.push((text.kind, piece));
        ControlFlow::Continue(())
    }
}

fn whole(page: &[u8]) -> Seen {
    let mut seen = Seen::default();
    assert!(scan(page, &mut seen).is_continue());
    seen
}

fn in_windows(page: &[u8], windows: WindowSizes) -> Seen {
    let mut seen = Seen::default();
    assert!(scan_reader(&mut &page[..], windows, &mut seen).expect("no errors from memory").is_continue());
    seen
}

#[test]
fn a_reader_gives_what_the_whole_gives() {
    let page = "\u{feff}<!doctype html><!-- > --!><title><b></title><style>a{}</style><noscript><i></noscript><p a='b>'>&amp;\
        <svg><style>b<![CDATA[c]]d]]></style><title><a href=x></svg><script><!--<script></script>--></script><br/>\
        <script type=' application/LD+json ;a'>{<!--<script>\"</script>\"-->}</script><i>";
    let expected = whole(page.as_bytes());
    assert_eq!(expected.tags.len(), 12, "{expected:?}");
    assert_eq!(expected.texts.len(), 5, "{expected:?}");
    assert_eq!(expected.texts[4], (TextKind::JsonLd, "{<!--<script>\"</script>\"-->}".to_owned()));
    for size in 1..page.len() {
        assert_eq!(
            in_windows(page.as_bytes(), WindowSizes::default().with_size(size).with_limit(1 << 20)),
            expected,
            "{size}"
        );
    }
}

#[test]
fn offsets_are_those_of_the_page() {
    struct Offsets(Vec<usize>);
    impl Sink for Offsets {
        fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
            self.0.push(tag.offset + tag.span.start);
            ControlFlow::Continue(())
        }
        fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
            self.0.push(text.offset + text.span.start);
            ControlFlow::Continue(())
        }
    }
    let page = b"<p>one<p>two<style>x</style><p>";
    for size in 1..40 {
        let mut offsets = Offsets(Vec::new());
        let flow = scan_reader(&mut &page[..], WindowSizes::default().with_size(size).with_limit(1024), &mut offsets)
            .expect("no errors from memory");
        assert!(flow.is_continue());
        assert_eq!(offsets.0, [0, 6, 12, 19, 28]);
    }
}

#[test]
fn tokens_beyond_the_limit_are_cut() {
    let limit = 1024;
    let windows = WindowSizes::default().with_size(64).with_limit(limit);
    for (page, tags, texts) in [
        (
            format!("<a href=x title='{}' class=y><b>", ">".repeat(5000)),
            &["Element Html a href=x", "Element Html b"][..],
            0,
        ),
        (format!("<{}><b>", "x".repeat(5000)), &["Element Html b"], 0),
        (format!("<svg><{} a='>'><p>", "x".repeat(5000)), &["Element Svg svg", "Element Html p"], 0),
        (format!("<a></a {}y='><b>' x><i>", "x ".repeat(900)), &["Element Html a", "Element Html i"], 0),
        (format!("<a></a x='{}<b>' x><i>", "x=".repeat(900)), &["Element Html a", "Element Html i"], 0),
        (format!("<style>{}</style><b>", "x".repeat(2000)), &["Element Html style", "Element Html b"], 2),
        (format!("<style {}'>'><b></style><i>", "x ".repeat(600)), &["Element Html style", "Element Html i"], 1),
    ] {
        let mut seen = in_windows(page.as_bytes(), windows);
        assert!(seen.tags.len() >= tags.len(), "{page} {seen:?}");
        // Of attributes those count that are whole.
        seen.tags.iter_mut().for_each(|tag| tag.truncate(tag.find(" x=").unwrap_or(tag.len())));
        let expected: Vec<String> = tags.iter().map(ToString::to_string).collect();
        assert_eq!(seen.tags, expected, "{page}");
        assert_eq!(seen.texts.len(), texts, "{page}");
    }
}

/// How many tags, and the largest window.
struct Count(usize, usize);
impl Sink for Count {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        self.0 += 1;
        self.1 = self.1.max(tag.window.len());
        ControlFlow::Continue(())
    }
}

#[test]
fn memory_does_not_grow_with_the_page() {
    /// So many megabytes of one piece of a page.
    struct Repeated(usize);
    impl Read for Repeated {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = buffer.len().min(self.0) / 16 * 16;
            buffer[..length].as_chunks_mut::<16>().0.iter_mut().for_each(|chunk| *chunk = *b"text <a href=x> ");
            self.0 -= length;
            Ok(length)
        }
    }
    let mut count = Count(0, 0);
    let windows = WindowSizes::default().with_size(1 << 16).with_limit(1 << 20);
    assert!(scan_reader(&mut Repeated(64 << 20), windows, &mut count).expect("no errors from memory").is_continue());
    assert_eq!((count.0, count.1), ((64 << 20) / 16, 1 << 16));
}

#[test]
fn elements_are_where_they_count() {
    for (page, expected) in [
        (
            "<tr><table><tr>",
            [(Fate::Ignored, Namespace::Html), (Fate::Element, Namespace::Html), (Fate::Element, Namespace::Html)],
        ),
        (
            "<body><body><html>",
            [(Fate::Element, Namespace::Html), (Fate::Merged, Namespace::Html), (Fate::Merged, Namespace::Html)],
        ),
        (
            "<svg><a><p>",
            [(Fate::Element, Namespace::Svg), (Fate::Element, Namespace::Svg), (Fate::Element, Namespace::Html)],
        ),
        (
            "<math><mi><a>",
            [(Fate::Element, Namespace::MathMl), (Fate::Element, Namespace::MathMl), (Fate::Element, Namespace::Html)],
        ),
        (
            "<p>x<frameset><frame>",
            [(Fate::Element, Namespace::Html), (Fate::Ignored, Namespace::Html), (Fate::Ignored, Namespace::Html)],
        ),
        (
            "<form><form></form><form>",
            [(Fate::Element, Namespace::Html), (Fate::Ignored, Namespace::Html), (Fate::Element, Namespace::Html)],
        ),
    ] {
        struct Fates(Vec<(Fate, Namespace)>);
        impl Sink for Fates {
            fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
                self.0.push((tag.fate, tag.namespace));
                ControlFlow::Continue(())
            }
        }
        let mut fates = Fates(Vec::new());
        assert!(scan(page.as_bytes(), &mut fates).is_continue());
        assert_eq!(fates.0, expected, "{page}");
    }
}

/// A sink that breaks after some tags and texts.
struct Some {
    left: usize,
    seen: Vec<String>,
}

impl Some {
    fn flow(&mut self, text: &[u8]) -> ControlFlow<()> {
        self.seen.push(String::from_utf8_lossy(text).into_owned());
        self.left -= 1;
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Some {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        self.flow(tag.bytes(tag.name))
    }
    fn text(&mut self, text: &Text<'_>) -> ControlFlow<()> {
        self.flow(&text.window[text.span.range()])
    }
}

#[test]
fn scanner_stops_when_the_sink_breaks_and_goes_on_where_it_stopped() {
    let page =
        b"<p><style>x</style><svg><style>y<![CDATA[z]]></style></svg><noscript><i></noscript><script><a></script><b>";
    let all = ["p", "style", "x", "svg", "style", "y", "z", "noscript", "<i>", "script", "b"];
    for count in 1..all.len() {
        let mut some = Some { left: count, seen: Vec::new() };
        let mut scanner = Scanner::new();
        let stopped = scanner.scan(page, true, &mut some).break_value().expect("a break");
        assert_eq!(some.seen, all[..count]);
        some.left = usize::MAX;
        assert!(scanner.scan(&page[stopped..], true, &mut some).is_continue());
        assert_eq!(some.seen, all, "{count}");
        assert_eq!(scanner.unfinished(), None);
    }
}

#[test]
fn reader_is_not_read_further_after_a_break() {
    struct Endless(usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b' ');
            buffer[..3].copy_from_slice(b"<p>");
            self.0 += buffer.len();
            Ok(buffer.len())
        }
    }
    let (mut endless, mut some) = (Endless(0), Some { left: 20, seen: Vec::new() });
    assert!(
        scan_reader(&mut endless, WindowSizes::default().with_size(1024).with_limit(1024), &mut some)
            .expect("no errors")
            .is_break()
    );
    assert_eq!((endless.0, some.seen.len()), (20 << 10, 20));
}
