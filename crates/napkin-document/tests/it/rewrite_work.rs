//! Rewriting takes work in proportion to the document, even if every byte is meant to be expensive. The tests count allocated bytes,
//! because each reading, each escaped text and each look at the surroundings of a link allocates some.

use crate::counting::allocated;
use napkin_document::rewrite::{Found, rewrite, rewrite_within};
use napkin_document::{Entity, Kind, Options};

/// A piece that is repeated between a start and an end.
struct Hostile {
    kind: Kind,
    start: &'static str,
    piece: &'static str,
    end: &'static str,
    /// Whether any of the links can be written.
    takes_any: bool,
}

const fn hostile(kind: Kind, start: &'static str, piece: &'static str, end: &'static str) -> Hostile {
    Hostile { kind, start, piece, end, takes_any: true }
}

const fn futile(kind: Kind, start: &'static str, piece: &'static str, end: &'static str) -> Hostile {
    Hostile { kind, start, piece, end, takes_any: false }
}

const DOCUMENTS: [Hostile; 33] = [
    hostile(Kind::Html, "", "<a href=x>", ""),
    hostile(Kind::Html, "", "<a href>", ""),
    hostile(Kind::Html, "<img srcset='", "x&#44;y 1x, ", "'>"),
    hostile(Kind::Html, "<a ping='", "&amp;x ", "'>"),
    hostile(Kind::Html, "<p style='", "a:url(&amp;x);", "'>"),
    hostile(Kind::Html, "<style>", "@import 'x';", "</style>"),
    hostile(Kind::Html, "<iframe srcdoc='", "<a href=&quot;x&amp;amp;y&quot;>", "'>"),
    hostile(Kind::Html, "", "<meta http-equiv=refresh content='0;url=x'>", ""),
    hostile(Kind::Css, "", "@import 'x\\22 ';", ""),
    hostile(Kind::Css, "a{", "b:url(\\78 );", "}"),
    hostile(Kind::Xml, "<a xmlns:xlink='http://www.w3.org/1999/xlink'>", "<b xlink:href='&#38;x'/>", "</a>"),
    hostile(Kind::Xml, "<rss><link>", "]]</link><link>", "</link></rss>"),
    hostile(Kind::Xml, "<rss>", "<link><![CDATA[x]]]]><![CDATA[>y]]></link>", "</rss>"),
    hostile(Kind::Xml, "<rss><description>", "&lt;a href='x'>", "</description></rss>"),
    hostile(Kind::Xml, "<!DOCTYPE a [<!ENTITY b '&#38;'>]><a>", "<c href='x&b;'/>", "</a>"),
    futile(Kind::Xml, "<!DOCTYPE a [<!ENTITY b '<c href=\"x\"/>'>]><a>", "&b;", "</a>"),
    hostile(Kind::Svg, "<svg xmlns='http://www.w3.org/2000/svg'>", "<image href='x'/>", "</svg>"),
    hostile(Kind::Json, "[", "\"http:\\/\\/h\\u002fx\",", "\"\"]"),
    hostile(Kind::Manifest, "{\"icons\":[", "{\"src\":\"x\\\"\"},", "{}]}"),
    hostile(Kind::SourceMap, "{\"version\":3,\"sources\":[", "\"x\",", "\"x\"]}"),
    hostile(Kind::Markdown, "", "[a](x)", ""),
    hostile(Kind::Markdown, "", "> [a](<x>)\n", ""),
    hostile(Kind::Markdown, "", "<http://h/x> ", ""),
    hostile(Kind::Markdown, "", "http://h/x ", ""),
    hostile(Kind::Markdown, "", "<a href=x>\n", ""),
    hostile(Kind::Markdown, "", "[a]: x\n\n[a]\n\n", ""),
    hostile(Kind::Text, "", "http://h/x ", ""),
    hostile(Kind::Text, "", "<URL:http://h/x\n y>", ""),
    hostile(Kind::Text, "\"", "http://h/x' \"http://h\n", ""),
    hostile(Kind::Text, "", "<http://h\n", ""),
    hostile(Kind::Text, "", "*http://h/x* http://h/x*\n", ""),
    // Each of them changes what is read far behind.
    hostile(
        Kind::Text,
        "",
        "data:,-beer beer beer beer beer beer beer beer beer beer beer beer beer http://h/x&amp;*'\n",
        "",
    ),
    hostile(Kind::Text, "", "http://h/x-\n", ""),
];

/// The bytes that it takes to give every link another text, and whether that could be done for any.
fn work(document: &Hostile, times: usize, new: &str) -> (usize, bool) {
    let text = [document.start, &document.piece.repeat(times), document.end].concat();
    let entity = Entity::new(text.as_bytes()).with_kind(document.kind);
    let (done, work) =
        allocated(|| rewrite(&entity, &Options::default(), &mut |_: &Found<'_, '_>| Some(new.to_owned())));
    assert_eq!(done.verify(&entity, &Options::default()), Ok(()), "{:?} {}", document.kind, document.piece);
    assert!(done.links > 0, "{:?} {}", document.kind, document.piece);
    (work.bytes, !done.changes.is_empty())
}

/// Twice the document takes about twice the work. Four times would be quadratic.
#[test]
fn work_is_linear() {
    for document in &DOCUMENTS {
        let mut takes_any = false;
        for new in ["http://new.example/b\"e'e<r>&amp;(*", "*%0D", "data:,-"] {
            let ((short, _), (long, takes_it)) = (work(document, 1_000, new), work(document, 2_000, new));
            assert!(10 * long <= 22 * short, "{:?} {} {new}: {short}, then {long}", document.kind, document.piece);
            takes_any |= takes_it;
        }
        assert_eq!(takes_any, document.takes_any, "{:?} {}", document.kind, document.piece);
    }
}

/// A page that is rewritten is held once: the new document consists of slices of the old one and of new texts.
#[test]
fn rewritten_pages_are_not_held_a_second_time() {
    let page = ["<p>beer</p>".repeat(1 << 20).as_str(), "<a href=x>", &"<p>beer</p>".repeat(1 << 20)].concat();
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
    let mut new = |_: &Found<'_, '_>| Some("http://new.example/".to_owned());
    let (done, work) = allocated(|| rewrite_within(&entity, &Options::default(), usize::MAX, &mut new));
    let done = done.expect("a document within the limit");
    assert_eq!((done.changes.len(), done.length()), (1, page.len() - 1 + "http://new.example/".len()));
    assert!(work.bytes < page.len() / 2, "{} bytes for a page of {}", work.bytes, page.len());
}
