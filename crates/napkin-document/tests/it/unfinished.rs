//! Constructs that are unfinished at the end of a page.

use napkin::{Finding, Span};
use napkin_document::{Entity, Kind, Options, PageWindows, WindowEnd, read_links, rules};

/// Returns the findings of a document, and the number of its links.
fn wrong(bytes: &[u8], kind: Kind) -> (Vec<Finding>, usize) {
    let (mut findings, mut count) = (Vec::new(), 0);
    let entity = Entity::new(bytes).with_kind(kind).in_charset("utf-8");
    read_links(&entity, &Options::default(), &mut findings, &mut |_| count += 1);
    (findings, count)
}

fn table(name: &str) -> toml::Table {
    let path = format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a table").parse().expect("TOML")
}

/// HTML standard 13.2.5 and 13.2.6.4.8: the rule, the bytes that opened it, and what would have ended it.
#[test]
fn findings_name_the_markup_that_is_open() {
    for (page, rule, opened, message) in [
        ("<a href=x>y</a><b c=", rules::EOF_IN_TAG, "<b", "expected `>`, but found the end"),
        ("<a href=\"x>y</a>", rules::EOF_IN_TAG, "<a", "expected `\"`, but found the end"),
        ("<a href='x>y</a>", rules::EOF_IN_TAG, "<a", "expected `'`, but found the end"),
        ("<a>y</a href", rules::EOF_IN_TAG, "</a", "expected `>`, but found the end"),
        ("<a>y</a", rules::EOF_IN_TAG, "</a", "expected `>`, but found the end"),
        ("<p><!-- <a href=x> -- >", rules::EOF_IN_COMMENT, "<!--", "expected `-->`, but found the end"),
        ("<p><?php echo 1", rules::EOF_IN_COMMENT, "<?", "expected `>`, but found the end"),
        ("<p><![CDATA[ <a href=x", rules::EOF_IN_COMMENT, "<!", "expected `>`, but found the end"),
        ("<svg><![CDATA[ <a href=x>", rules::EOF_IN_CDATA, "<![CDATA[", "expected `]]>`, but found the end"),
        ("<!doctype html", rules::EOF_IN_DOCTYPE, "<!doctype", "expected `>`, but found the end"),
        ("<title>x</titel><a href=y>", rules::EOF_IN_RAW_TEXT, "<title>", "expected its end tag, but found the end"),
        ("<style a=b>x<a href=y>", rules::EOF_IN_RAW_TEXT, "<style a=b>", "expected its end tag, but found the end"),
        ("<script>x<a href=y>", rules::EOF_IN_RAW_TEXT, "<script>", "expected its end tag, but found the end"),
        ("<p><noscript><a href=x>", rules::EOF_IN_RAW_TEXT, "<noscript>", "expected its end tag, but found the end"),
        (
            "<script><!--<script></script><a href=y>",
            rules::EOF_IN_SCRIPT_HTML_COMMENT_LIKE_TEXT,
            "<script>",
            "expected its end tag, but found the end",
        ),
        ("<p><i title='<!-- &quot;' srcdoc='<b' id", rules::EOF_IN_TAG, "<i", "expected `>`, but found the end"),
    ] {
        let (findings, _) = wrong(page.as_bytes(), Kind::Html);
        let [finding] = findings[..] else { panic!("{page}: {findings:?}") };
        assert_eq!((finding.rule, finding.span.of(page), &*finding.to_string()), (rule, opened, message), "{page}");
    }
}

#[test]
fn markup_that_ends_is_not_reported() {
    for page in [
        "",
        "<",
        "</",
        "</>",
        "a < b",
        "<p>",
        "<!-->",
        "<!>",
        "<plaintext><a href=",
        "<title></title>",
        "<script><!--<script></script>--></script>",
        "<svg><![CDATA[x]]>",
        "<svg><title>",
        "<!doctype html>",
    ] {
        assert_eq!(wrong(page.as_bytes(), Kind::Html).0, [], "{page}");
    }
}

/// A page inside a document has an end of its own; its places are the document's.
#[test]
fn pages_inside_documents_end_too() {
    let page = "<iframe srcdoc='<a href=x>&lt;!-- <a href=y>'></iframe><a href=z>";
    let (findings, links) = wrong(page.as_bytes(), Kind::Html);
    assert_eq!((findings.len(), links), (1, 2));
    assert_eq!((findings[0].rule, findings[0].span.of(page)), (rules::EOF_IN_COMMENT, "&lt;!--"));
    let feed = "<rss><channel><item><description>&lt;a href=x&gt; &lt;a href='y</description></item></channel></rss>";
    let (findings, links) = wrong(feed.as_bytes(), Kind::Xml);
    assert_eq!((findings.len(), links), (1, 1));
    assert_eq!((findings[0].rule, findings[0].span.of(feed)), (rules::EOF_IN_TAG, "&lt;a"));
    // A piece of HTML in Markdown ends where its block does, and the page goes on.
    assert_eq!(wrong(b"<noscript>\n\n[x](y)\n\n</noscript>\n", Kind::Markdown).0, []);
}

/// Windows of every size report the same unfinished construct at the end.
#[test]
fn windows_say_the_same() {
    let table = table("html5lib/ends.toml");
    let rows = table["end"].as_array().expect("rows").iter().filter_map(|row| row[0].as_str());
    for page in rows.chain(["<title>x</titel>", "<script><!-- <script></script>", "<svg><![CDATA[x", "<i><style>a"]) {
        let expected = wrong(page.as_bytes(), Kind::Html).0.pop();
        for size in [1, 3] {
            let (mut windows, mut window) = (PageWindows::default(), Vec::new());
            for piece in page.as_bytes().chunks(size) {
                window.extend_from_slice(piece);
                let consumed = windows.read(&window, WindowEnd::Open, &Options::default(), &mut (), &mut |_| {});
                window.drain(..consumed);
            }
            windows.read(&window, WindowEnd::Final, &Options::default(), &mut (), &mut |_| {});
            assert_eq!(windows.unfinished(), expected, "{page:?} by {size}");
        }
    }
}

#[test]
fn a_tag_beyond_the_limit_is_named() {
    for (page, name) in [("<a href=x title='yyyyyyyyyyyyyyyy", 2), ("<style>aaaaaaaaaaaaaaaaaaaaaaaaaa", 7)] {
        let (mut windows, mut findings) = (PageWindows::default(), Vec::new());
        let skipped = windows.read(page.as_bytes(), WindowEnd::Open, &Options::default(), &mut (), &mut |_| {});
        let window = &page.as_bytes()[skipped..];
        windows.read(window, WindowEnd::Full, &Options::default(), &mut findings, &mut |_| {});
        let rules: Vec<_> = findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [rules::TOKEN_TOO_LONG], "{page}");
        assert!(findings[0].span.len() >= name.min(2), "{page}");
    }
}

#[test]
fn each_rule_of_unfinished_pages_is_found_in_its_example() {
    let mut checked = 0;
    for &rule in rules::DOCUMENT_RULES.iter().filter(|rule| rule.code().starts_with("eof-in-")) {
        let Some(example) = rule.example() else { continue };
        let (findings, links) = wrong(example.text.as_bytes(), Kind::Html);
        assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), [rule], "{}", rule.code());
        // Links after it are lost.
        assert!(links < example.text.matches("href").count().max(1), "{}", rule.code());
        assert_ne!(findings[0].span, Span::default());
        checked += 1;
    }
    assert_eq!(checked, 6);
}
