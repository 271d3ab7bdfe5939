//! Documents with other references: what is written where, and that it reads back.

use napkin::{Standard, Url};
use napkin_document::rewrite::{Form, Found, Mapping, Plan, Reason, Rewritten, rewrite};
use napkin_document::{Entity, Kind, Options, collect_links};

fn rewritten(page: &str, kind: Kind, new: &str) -> Rewritten {
    let entity = Entity::new(page.as_bytes()).with_kind(kind);
    let done = rewrite(&entity, &Options::default(), &mut |_: &Found<'_, '_>| Some(new.to_owned()));
    assert_eq!(done.verify(&entity, &Options::default()), Ok(()), "{page}: {}", String::from_utf8_lossy(&done.bytes));
    done
}

fn assert_becomes(kind: Kind, cases: &[(&str, &str, &str)]) {
    for (page, new, expected) in cases {
        let done = rewritten(page, kind, new);
        assert_eq!(String::from_utf8_lossy(&done.bytes), *expected, "{page} with {new}");
    }
}

#[test]
fn attributes() {
    assert_becomes(
        Kind::Html,
        &[
            ("<a href=\"x\">", "y", "<a href=\"y\">"),
            ("<a href=\"x\">", "a\"b'c", "<a href=\"a&quot;b'c\">"),
            ("<a href='x'>", "a\"b'c", "<a href='a\"b&#39;c'>"),
            ("<a href=x>", "y", "<a href=y>"),
            ("<a href=x>", "y?a=b", "<a href=\"y?a=b\">"),
            ("<a href=x class=z>", "a b", "<a href=\"a b\" class=z>"),
            ("<a href=x>", "", "<a href=\"\">"),
            ("<a href>", "y", "<a href=\"y\">"),
            ("<a href >", "y", "<a href=\"y\" >"),
            ("<a href=>", "y", "<a href=y>"),
            ("<a href=>", "y z", "<a href=\"y z\">"),
            ("<a href = >", "y", "<a href = y>"),
            ("<a href= \n'x'>", "y", "<a href= \n'y'>"),
            ("<a href='  x\n'>", "y", "<a href='  y\n'>"),
            ("<a href='x'>", " y ", "<a href='%20y%20'>"),
            // Character references (HTML standard 13.1.2.3 and 13.1.4).
            ("<a href='x'>", "?a&b=c", "<a href='?a&amp;b=c'>"),
            ("<a href='?x&y'>", "?a&b=c&copy=d", "<a href='?a&b=c&copy=d'>"),
            ("<a href='?x&y'>", "?a&copy&lt;&amp", "<a href='?a&amp;copy&amp;lt;&amp;amp'>"),
            ("<a href='?x&y'>", "?a&bogus;b", "<a href='?a&amp;bogus;b'>"),
            ("<a href='?x&amp;y'>", "?a&b=c", "<a href='?a&amp;b=c'>"),
            ("<a href='x'>", "a\rb", "<a href='a&#13;b'>"),
            ("<a href='x'>", "caf\u{e9}", "<a href='caf&#233;'>"),
            ("<p>\u{e9}<a href='x'>", "caf\u{e9}", "<p>\u{e9}<a href='caf\u{e9}'>"),
            ("<a href='&#32x'>", "5", "<a href='&#32&#53;'>"),
            (
                "<meta http-equiv=refresh content=0;url=&x>",
                "&amp=",
                "<meta http-equiv=refresh content=0;url=&amp;amp&#61;>",
            ),
            ("<a href=&#32;x>", "a b>c", "<a href=&#32;a&#32;b&#62;c>"),
            ("<a href=x/>", "y/", "<a href=y/>"),
            ("<noscript><a href='x'></noscript>", "</noscript>", "<noscript><a href='&lt;/noscript>'></noscript>"),
        ],
    );
}

#[test]
fn values_of_more_than_a_url() {
    assert_becomes(
        Kind::Html,
        &[
            ("<img srcset='a 1x, b 2x'>", "y", "<img srcset='y 1x, y 2x'>"),
            ("<img srcset='a, b'>", "y z", "<img srcset='y%20z, y%20z'>"),
            ("<img srcset='a 1x'>", ",y,z,", "<img srcset='%2Cy,z%2C 1x'>"),
            ("<a ping='a b' href=c>", "y z", "<a ping='y%20z y%20z' href=\"y z\">"),
            ("<applet archive='a,b'>", "y,z", "<applet archive='y%2Cz,y%2Cz'>"),
            ("<applet archive=a,b>", "y=z", "<applet archive=y&#61;z,y&#61;z>"),
            ("<meta http-equiv=refresh content='5; url=a'>", "b", "<meta http-equiv=refresh content='5; url=b'>"),
            ("<meta http-equiv=refresh content='5; url=a'>", "\"b", "<meta http-equiv=refresh content='5; url=%22b'>"),
            (
                "<meta http-equiv=refresh content='5;url=\"a\"'>",
                "\"b",
                "<meta http-equiv=refresh content='5;url=\"%22b\"'>",
            ),
            (
                "<meta http-equiv=refresh content=\"5;url='a'\">",
                "\"b",
                "<meta http-equiv=refresh content=\"5;url='&quot;b'\">",
            ),
            ("<meta http-equiv=refresh content=5;a>", "url=b", "<meta http-equiv=refresh content=5;%75rl&#61;b>"),
            ("<meta http-equiv=refresh content='5 a'>", ";b", "<meta http-equiv=refresh content='5 %3Bb'>"),
            ("<svg><set attributeName=href values='a;b'>", "y;z", "<svg><set attributeName=href values='y%3Bz;y%3Bz'>"),
        ],
    );
}

#[test]
fn style() {
    assert_becomes(
        Kind::Html,
        &[
            ("<p style=\"a:url(b)\">", "y(1) z", "<p style=\"a:url(y\\(1\\)\\20 z)\">"),
            ("<p style=\"a:url( 'b' )\">", "y(1) 'z'", "<p style=\"a:url( 'y(1) \\'z\\'' )\">"),
            ("<p style='a:url(\"b\")'>", "'y\"&z", "<p style='a:url(\"&#39;y\\\"&amp;z\")'>"),
            ("<p style='a:url(&quot;b&quot;)'>", "\"y\"", "<p style='a:url(&quot;\\\"y\\\"&quot;)'>"),
            ("<p style=\"a:url(&quot;b&quot;)\">", "\"y", "<p style=\"a:url(&quot;\\&quot;y&quot;)\">"),
            ("<p style=a:url(b)>", "y z", "<p style=a:url(y\\20&#32;z)>"),
            ("<p style=\"a:url()\">", "y", "<p style=\"a:url(y)\">"),
            ("<p style=a:url()>", "y", "<p style=a:url(y)>"),
            ("<style>@import 'b';</style>", "y&z\n", "<style>@import 'y&z\\a ';</style>"),
            ("<style>@import 'b';</style>", "</style>", "<style>@import '\\3c /style>';</style>"),
            (
                "<style>@import \"b\" screen; a{b:url(c)}</style>",
                "y",
                "<style>@import \"y\" screen; a{b:url(y)}</style>",
            ),
            // What random texts found: an escaped line end stands for nothing, and is no part of the reference.
            ("<style>a{b:url(\"\\\n\")}</style>", "y", "<style>a{b:url(\"y\\\n\")}</style>"),
            ("<svg><style>a{b:url(c)}</style></svg>", "y&lt;<z", "<svg><style>a{b:url(y&amp;lt;&lt;z)}</style></svg>"),
            ("<svg fill='url(#a)'><image fill='url(#b)'>", "#c", "<svg fill='url(#c)'><image fill='url(#c)'>"),
        ],
    );
}

#[test]
fn documents_in_attributes() {
    assert_becomes(
        Kind::Html,
        &[
            ("<iframe srcdoc='<a href=\"x\">' src=z>", "y", "<iframe srcdoc='<a href=\"y\">' src=y>"),
            (
                "<iframe srcdoc=\"<a href='x'>\">",
                "a'b\"c&d",
                "<iframe srcdoc=\"<a href='a&amp;#39;b&quot;c&amp;amp;d'>\">",
            ),
            ("<iframe srcdoc='<a href=x>'>", "y z", "<iframe srcdoc='<a href=\"y z\">'>"),
            (
                "<iframe srcdoc='&lt;p style=&#34;a:url(x)&#34>'>",
                "y",
                "<iframe srcdoc='&lt;p style=&#34;a:url(y)&#34>'>",
            ),
            (
                "<iframe srcdoc='<iframe srcdoc=&#39;<a href=x>&#39;>'>",
                "y z",
                "<iframe srcdoc='<iframe srcdoc=&#39;<a href=\"y z\">&#39;>'>",
            ),
        ],
    );
}

#[test]
fn plain_text() {
    assert_becomes(
        Kind::Text,
        &[
            ("see http://a/ there", "http://b/", "see http://b/ there"),
            ("see http://a/, there", "http://b/x.", "see <http://b/x.>, there"),
            ("\u{feff}http://a/", "http://b/", "\u{feff}http://b/"),
            ("see <http://a/\n  b> there", "http://c/", "see <http://c/> there"),
            ("see <http://a/> there", "http://b/ c", "see <http://b/%20c> there"),
            ("see <http://a/> there", "menu", "see <URL:menu> there"),
            ("see <URL:http://a/> there", "../menu", "see <URL:../menu> there"),
            ("see http://a/ there", "menu", "see <URL:menu> there"),
            ("see http://a/\nthere", "http://b/c-", "see <http://b/c->\nthere"),
        ],
    );
}

#[test]
fn links_that_cannot_be_written_are_left() {
    let done = rewritten("<img srcset='a 1x' src=b>", Kind::Html, "");
    assert_eq!(done.bytes, b"<img srcset='a 1x' src=\"\">");
    assert_eq!((done.left.len(), done.left[0].reason, done.left[0].old.as_str()), (1, Reason::Unwritable, "a"));
    assert_eq!(done.links, 2);
    // What fuzzing found: without `url=`, nothing is no URL.
    let done = rewritten("<meta http-equiv=refresh content='0; a'>", Kind::Html, "");
    assert_eq!((done.left.len(), done.changes.len()), (1, 0));
}

/// What random texts found: `data:,-` would be a URL if anything but a scheme stood behind it.
#[test]
fn text_around_rewritten_links_reads_as_before() {
    let done = rewritten("data:,-ftp://h", Kind::Text, "&");
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
    assert_eq!((left, done.bytes), (vec![("data:,beer", Reason::Misread)], prose.clone().into_bytes()));
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

/// Which references a plan makes of those of a page.
fn planned(plan: &Plan, page: &str, from: &str) -> String {
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).retrieved_from(from);
    let (done, _) = plan.rewrite(&entity, &Options::default());
    assert_eq!(done.verify(&entity, &Options::default()), Ok(()), "{page}");
    String::from_utf8(done.bytes).expect("text")
}

fn relative_to(place: &str, standard: Standard) -> Form {
    Form::RelativeTo(Url::parse(place, standard).expect("a URL"))
}

const STANDARDS: [Standard; 4] = [Standard::Draft1997, Standard::Rfc3986, Standard::Rfc3987, Standard::Whatwg];

/// draft-fielding-url-syntax-05 section 4.2, and what each form is for.
#[test]
fn forms() {
    let page = "<a href='b'><a href='../c?d#e'><a href='/f'><a href='//g/h'><a href='http://i/'><a href='#j'><a href=''>\
                <a href='mailto:k@l'><a href='data:,m'><a href='javascript:n'>";
    let absolute = "<a href='http://h/x/y/b'><a href='http://h/x/c?d#e'><a href='http://h/f'><a href='http://g/h'>\
                    <a href='http://i/'><a href='#j'><a href=''>\
                    <a href='mailto:k@l'><a href='data:,m'><a href='javascript:n'>";
    let moved = "<a href='../y/b'><a href='../c?d#e'><a href='/f'><a href='//g/h'><a href='http://i/'><a href='#j'>\
                 <a href=''><a href='mailto:k@l'><a href='data:,m'><a href='javascript:n'>";
    for standard in STANDARDS {
        assert_eq!(planned(&Plan::new(Form::Absolute, standard), page, "http://h/x/y/z"), absolute, "{standard}");
        let plan = Plan::new(relative_to("http://h/x/new/z", standard), standard);
        assert_eq!(planned(&plan, page, "http://h/x/y/z"), moved, "{standard}");
        assert_eq!(planned(&Plan::new(Form::AsWritten, standard), page, "http://h/x/y/z"), page, "{standard}");
    }
}

#[test]
fn pages_with_a_base() {
    let page = "<base href='../b/'><a href='c'><a href='#d'>";
    for standard in [Standard::Rfc3986, Standard::Whatwg] {
        let absolute = planned(&Plan::new(Form::Absolute, standard), page, "http://h/x/y");
        assert_eq!(absolute, "<base href='http://h/b/'><a href='http://h/b/c'><a href='#d'>");
    }
    // Without a base, browsers would look for the fragment in the page; the RFC always does.
    let here = |standard| planned(&Plan::new(relative_to("http://h/n/y", standard), standard), page, "http://h/x/y");
    assert_eq!(here(Standard::Whatwg), "<base href=''><a href='../b/c'><a href='../b/#d'>");
    let empty = "<base href=b/><form action=''><img src=''><a href=''>";
    let plan = Plan::new(relative_to("http://h/n/y", Standard::Whatwg), Standard::Whatwg);
    let expected = "<base href=\"\"><form action=''><img src=''><a href='../x/b/'>";
    assert_eq!(planned(&plan, empty, "http://h/x/y"), expected);
    assert_eq!(here(Standard::Rfc3986), "<base href=''><a href='../b/c'><a href='#d'>");
}

/// Section 5: "a tree of documents can be moved without changing its references".
#[test]
fn a_tree_that_moves_as_a_whole() {
    let page = "<a href='a/b'><a href='../c'><a href='../../out'><a href='../../tree/d'><a href='http://h/tree/e'><a href='/f'>";
    for standard in STANDARDS {
        let mapping = Mapping::new("http://h/tree/", "http://new/x/tree/", standard).expect("URLs");
        let plan = Plan::new(relative_to("http://new/x/tree/in/page", standard), standard).with_mappings([mapping]);
        let moved = planned(&plan, page, "http://h/tree/in/page");
        let expected = "<a href='a/b'><a href='../c'><a href='http://h/out'><a href='../../tree/d'><a href='../e'><a href='http://h/f'>";
        assert_eq!(moved, expected, "{standard}");
    }
}

#[test]
fn prefixes() {
    for standard in STANDARDS {
        let mapping = |text| Mapping::parse(text, standard).expect("two URLs");
        let mappings =
            [mapping("http://h/a=https://n/"), mapping("http://h/a/b/=https://m/x"), mapping("http://q=http://r:8080")];
        let plan = Plan::new(Form::AsWritten, standard).with_mappings(mappings);
        for (old, new) in [
            ("http://h/a", "https://n/"),
            ("http://h/a?q#f", "https://n/?q#f"),
            ("http://h/a/", "https://n/"),
            ("http://h/a/c", "https://n/c"),
            ("http://h/a/b/", "https://m/x"),
            ("http://h/a/b/c/d?e", "https://m/x/c/d?e"),
            ("http://h/a/b", "https://n/b"),
            ("http://h/ab", "http://h/ab"),
            ("http://h.example/a/", "http://h.example/a/"),
            ("https://h/a/", "https://h/a/"),
            ("http://q/", "http://r:8080/"),
            ("http://q/s?t", "http://r:8080/s?t"),
            ("HTTP://Q:80/%73", "http://r:8080/%73"),
            ("../a/c", "https://n/c"),
            ("../c", "../c"),
            ("#a", "#a"),
        ] {
            let page = |url: &str| format!("<a href=\"{url}\">");
            assert_eq!(planned(&plan, &page(old), "http://h/x/y"), page(new), "{old} under {standard}");
        }
    }
}

#[test]
fn a_base_is_mapped_and_what_it_gives_stays() {
    let mapping = Mapping::parse("http://h/=http://n/", Standard::Whatwg).expect("two URLs");
    let plan = Plan::new(Form::AsWritten, Standard::Whatwg).with_mappings([mapping]);
    let page = "<base href='http://h/a/'><a href=b><a href=//c/d><a href=http://h/e><iframe srcdoc='<a href=f><a href=http://h/g>'>";
    let expected = "<base href='http://n/a/'><a href=b><a href=//c/d><a href=http://n/e><iframe srcdoc='<a href=f><a href=http://n/g>'>";
    assert_eq!(planned(&plan, page, "http://z/"), expected);
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
