//! Documents of every format but HTML and text with other references: what is written where, as the formats' specifications
//! have it, and that it reads back.

use napkin::{Standard, Url};
use napkin_document::rewrite::{Form, Found, Mapping, Plan, Rewritten, rewrite};
use napkin_document::{Entity, Kind, Options, collect_links};

fn rewritten(entity: &Entity<'_>, new: &str) -> Rewritten {
    let done = rewrite(entity, &Options::default(), &mut |_: &Found<'_, '_>| Some(new.to_owned()));
    let shown = || String::from_utf8_lossy(&done.bytes).into_owned();
    assert_eq!(done.verify(entity, &Options::default()), Ok(()), "{}", shown());
    done
}

/// (document, the new text of every link, the document with that)
type Case = (&'static str, &'static str, &'static str);

fn assert_becomes(kind: Kind, cases: &[Case]) {
    for (document, new, expected) in cases {
        let entity = Entity::new(document.as_bytes()).with_kind(kind);
        let done = rewritten(&entity, new);
        assert_eq!(String::from_utf8_lossy(&done.bytes), *expected, "{document} with {new}");
        assert_eq!(done.left, [], "{document} with {new}");
        let texts: Vec<String> = done.changes.iter().map(|change| change.new.clone()).collect();
        let read = collect_links(&Entity::new(&done.bytes).with_kind(kind), &Options::default());
        let read: Vec<&str> = read.iter().map(|link| &*link.text).collect();
        assert_eq!(read, texts, "{expected}");
    }
}

fn assert_stays(kind: Kind, cases: &[(&str, &str)]) {
    for (document, new) in cases {
        let done = rewritten(&Entity::new(document.as_bytes()).with_kind(kind), new);
        assert_eq!(String::from_utf8_lossy(&done.bytes), *document, "{new}");
        assert_eq!(done.left.len(), done.links, "{document} with {new}");
    }
}

#[test]
fn style_sheets() {
    assert_becomes(
        Kind::Css,
        &[
            // CSS Syntax 3, 4.3.6: these end a url token, or make it a bad one.
            ("a{b:url( c )}", "d e(f)'g\"", "a{b:url( d\\20 e\\(f\\)\\'g\\\" )}"),
            ("a{b:url()}", "c", "a{b:url(c)}"),
            ("a{b:url(c\\)d)}", "e\\f", "a{b:url(e\\\\f)}"),
            // 4.3.5: the quote, the backslash and the end of the line.
            ("@import 'a';", "it's\\b\"\nc", "@import 'it\\'s\\\\b\"\\a c';"),
            ("@import \"a\" screen;", "b", "@import \"b\" screen;"),
            ("a{b:image-set('c' 1x, \"d\" 2x)}", "'", "a{b:image-set('\\'' 1x, \"'\" 2x)}"),
            ("a{b:url('c')}/*\u{e9}*/", "\u{e9}", "a{b:url('\u{e9}')}/*\u{e9}*/"),
            // ECMA-426, 11.1.2.2: white space ends the address; CSS Syntax 3, 4.3.2: `*/` ends the comment.
            ("a{}/*# sourceMappingURL=a.map */\n", "b c*/d", "a{}/*# sourceMappingURL=b%20c%2A/d */\n"),
        ],
    );
    assert_becomes(
        Kind::JavaScript,
        &[("a()\n//# sourceMappingURL=a.map\n", "it's", "a()\n//# sourceMappingURL=it%27s\n")],
    );
}

#[test]
fn json() {
    assert_becomes(
        Kind::Manifest,
        &[
            // RFC 8259, section 7: what must be escaped, and nothing else.
            ("{\"start_url\": \"a\"}", "\"b\"\\/\n\u{1}\u{e9}", "{\"start_url\": \"\\\"b\\\"\\\\/\\n\\u0001\u{e9}\"}"),
            (
                "{\"icons\":[{\"src\":\"a\\/b\"},{\"src\":\"\"}]}",
                "c/d",
                "{\"icons\":[{\"src\":\"c/d\"},{\"src\":\"c/d\"}]}",
            ),
        ],
    );
    assert_becomes(
        Kind::SourceMap,
        &[("{\"sources\":[\"a\",null],\"file\":\"b\"}", "../c", "{\"sources\":[\"../c\",null],\"file\":\"../c\"}")],
    );
    assert_becomes(Kind::Json, &[("{\"a\": [\"http://h/\", \"b\"]}", "x://y/\"", "{\"a\": [\"x://y/\\\"\", \"b\"]}")]);
    // Nothing but its look says that such a string is a link.
    assert_stays(Kind::Json, &[("{\"a\": \"http://h/\"}", "b"), ("{\"a\": \"http://h/\"}", "http://h/ b")]);
}

#[test]
fn xml_attributes() {
    assert_becomes(
        Kind::Xml,
        &[
            // XML 1.0, 2.3 AttValue and 2.4; 3.3.3: white space would be a space; 2.11: the carriage return.
            ("<a href='b'/>", "?c&d<e\"f'g", "<a href='?c&amp;d&lt;e\"f&apos;g'/>"),
            ("<a href=\"b\"/>", "?c&d<e\"f'g", "<a href=\"?c&amp;d&lt;e&quot;f'g\"/>"),
            ("<a href='b'/>", "c\td\ne\rf", "<a href='c&#9;d&#10;e&#13;f'/>"),
            // 2.2: no XML has it.
            ("<a href='b'/>", "\u{1}\u{ffff}", "<a href='%01%EF%BF%BF'/>"),
            ("<a href=' b '/>", " c ", "<a href=' %20c%20 '/>"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a href='&b;d'/>", "e", "<!DOCTYPE a [<!ENTITY b 'c'>]><a href='e'/>"),
            // Associating Style Sheets with XML documents, 3: references count; `?>` ends the instruction.
            ("<?xml-stylesheet href='a '?><c/>", "", "<?xml-stylesheet href=' '?><c/>"),
            (
                "<?xml-stylesheet href='a' type='b'?><c/>",
                "d'&?>",
                "<?xml-stylesheet href='d&apos;&amp;?&gt;' type='b'?><c/>",
            ),
            // XML 1.0, 4.2.2: a system identifier has no references.
            ("<!DOCTYPE a SYSTEM 'b'><a/>", "c'd&e", "<!DOCTYPE a SYSTEM 'c%27d&e'><a/>"),
            ("<!DOCTYPE a [<!ENTITY b SYSTEM \"c\">]><a/>", "d'\"", "<!DOCTYPE a [<!ENTITY b SYSTEM \"d'%22\">]><a/>"),
        ],
    );
    assert_becomes(
        Kind::Svg,
        &[
            (
                "<svg xmlns='http://www.w3.org/2000/svg' style='a:url(&quot;b&quot;);c:url(d)' fill='url(#e)'/>",
                "f'\"&",
                "<svg xmlns='http://www.w3.org/2000/svg' style='a:url(&quot;f&apos;\\\"&amp;&quot;);c:url(f\\&apos;\\\"&amp;)' fill='url(f\\&apos;\\\"&amp;)'/>",
            ),
            (
                "<svg xmlns='http://www.w3.org/2000/svg'><style>a{b:url(c)}</style><style><![CDATA[@import 'd';]]></style></svg>",
                "e&<]]>",
                "<svg xmlns='http://www.w3.org/2000/svg'><style>a{b:url(e&amp;&lt;]]\\3e )}</style><style><![CDATA[@import 'e&<]]\\3e ';]]></style></svg>",
            ),
        ],
    );
    // The entity stands for more than the reference.
    assert_stays(
        Kind::Svg,
        &[(
            "<!DOCTYPE svg [<!ENTITY b 'url(c) url(d)'>]><svg xmlns='http://www.w3.org/2000/svg' style='a:( &b;'/>",
            "e",
        )],
    );
}

#[test]
fn feeds() {
    assert_becomes(
        Kind::Xml,
        &[
            // XML 1.0, 2.4: `&`, `<` and `]]>`.
            (
                "<rss><channel><link> a </link></channel></rss>",
                "b&c<d]]>",
                "<rss><channel><link> b&amp;c&lt;d]]&gt; </link></channel></rss>",
            ),
            // 2.7: only `]]>` ends a section.
            (
                "<rss><link><![CDATA[a]]></link></rss>",
                "b&c<]]>",
                "<rss><link><![CDATA[b&c<]]]]><![CDATA[>]]></link></rss>",
            ),
            ("<rss><link><![CDATA[a]]>b</link></rss>", "c", "<rss><link><![CDATA[c]]></link></rss>"),
            ("<rss><link>a<![CDATA[b]]></link></rss>", "c&", "<rss><link>c&amp;<![CDATA[]]></link></rss>"),
            // RSS 2.0, "encoding examples": two levels in escaped text, one in a section.
            (
                "<rss><description>&lt;a href=\"b\"></description></rss>",
                "c?d&e\"f",
                "<rss><description>&lt;a href=\"c?d&amp;amp;e&amp;quot;f\"></description></rss>",
            ),
            (
                "<rss><description>&lt;a href=b&gt;</description></rss>",
                "c d",
                "<rss><description>&lt;a href=\"c d\"&gt;</description></rss>",
            ),
            (
                "<rss><description><![CDATA[<a href=\"b\">]]></description></rss>",
                "c?d&e]]>",
                "<rss><description><![CDATA[<a href=\"c?d&amp;e]]]]><![CDATA[>\">]]></description></rss>",
            ),
            (
                "<rss><description><![CDATA[<p style='a:url(b)'>]]></description></rss>",
                "c d",
                "<rss><description><![CDATA[<p style='a:url(c\\20 d)'>]]></description></rss>",
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom'><link href='a'/><content type='html'>&lt;img src='b'></content></feed>",
                "c'",
                "<feed xmlns='http://www.w3.org/2005/Atom'><link href='c&apos;'/><content type='html'>&lt;img src='c&amp;#39;'></content></feed>",
            ),
        ],
    );
    assert_stays(
        Kind::Xml,
        &[
            // Text that is empty is no reference.
            ("<rss><link>a</link></rss>", ""),
            // All that an entity stands for is where the reference to it is.
            (
                "<!DOCTYPE a [<!ENTITY b \"<c href='d'/><rss><description>&#60;a href='e'></description></rss>\">]><a>&b;</a>",
                "f",
            ),
        ],
    );
    assert_becomes(
        Kind::Xml,
        &[(
            "<rss><description><![CDATA[<a href=\"b?c&d\">]]></description></rss>",
            "e?f&g",
            "<rss><description><![CDATA[<a href=\"e?f&g\">]]></description></rss>",
        )],
    );
}

#[test]
fn markdown() {
    assert_becomes(
        Kind::Markdown,
        &[
            // CommonMark 0.31, 6.3: "a nonempty sequence of characters that does not start with <, does not include ASCII
            // control characters or space character, and includes parentheses only if" escaped or balanced; else in brackets.
            ("[a](b \"c\")", "d(e)", "[a](d(e) \"c\")"),
            ("[a](b)", "d)e(", "[a](d\\)e\\()"),
            ("[a](b)", "d e", "[a](<d e>)"),
            ("[a](b \"c\")", "", "[a](<> \"c\")"),
            ("[a]()", "b", "[a](b)"),
            ("![a](<b c>)", "d<e>f", "![a](<d\\<e\\>f>)"),
            // 2.4 and 2.5: a backslash, and what would be a reference.
            ("[a](b)", "c\\d?e&copy;f&g", "[a](c\\\\d?e&amp;copy;f&g)"),
            ("[a](b)", "c\nd", "[a](c&#10;d)"),
            // 4.7.
            ("[a]\n\n[a]: b 'c'\n", "d e", "[a]\n\n[a]: <d e> 'c'\n"),
            ("[a]\n\n[a]:\n   b\n", "===", "[a]\n\n[a]:\n   &#61;==\n"),
            // 6.5: an absolute URI without white space and angle brackets.
            ("<http://h/>", "x-y:<z> ", "<x-y:%3Cz%3E%20>"),
            ("<kim@pub.example>", "http://h/", "<http://h/>"),
            // GitHub Flavored Markdown 6.9, and its tables: a bar ends a cell.
            ("See http://h/ there.", "http://i/j?k=l", "See http://i/j?k=l there."),
            ("See http://h/ there.", "http://i/*j*", "See <http://i/*j*> there."),
            ("|a|\n|-|\n|[b](c)|\n", "d|e", "|a|\n|-|\n|[b](d&#124;e)|\n"),
            // 4.6 and 6.6.
            ("a <b><a href='c'>d</a>", "e&f'\n|", "a <b><a href='e&amp;f&#39;&#10;&#124;'>d</a>"),
            ("> <a\n> href=c>", "d e", "> <a\n> href=\"d e\">"),
        ],
    );
    assert_stays(Kind::Markdown, &[("<http://h/>", "relative"), ("See http://h/ there.", "relative")]);
}

/// Encoding standard: what a document is in is no reason to write what it has not.
#[test]
fn other_encodings() {
    for (kind, document, charset, new, expected) in [
        (
            Kind::Xml,
            &b"<?xml version='1.0' encoding='latin1'?><a href='\xe9'/>"[..],
            None,
            "\u{e9}\u{142}",
            &b"<?xml version='1.0' encoding='latin1'?><a href='&#233;&#322;'/>"[..],
        ),
        (Kind::Css, b"@charset \"latin1\";a{b:url(\xe9)}", None, "\u{142}", b"@charset \"latin1\";a{b:url(\\142 )}"),
        (Kind::Markdown, b"\xe9 [a](b) <http://h/>", Some("latin1"), "xy:\u{e9}", b"\xe9 [a](xy:&#233;) <xy:%C3%A9>"),
        (Kind::Text, b"\xb3 http://h/ ", Some("latin2"), "http://h/\u{142}", b"\xb3 http://h/%C5%82 "),
        (
            Kind::Xml,
            b"<rss><link><![CDATA[\x83\x5c]]></link></rss>",
            Some("shift_jis"),
            "\u{30bd}",
            b"<rss><link><![CDATA[\x83\x5c]]></link></rss>",
        ),
        (
            Kind::Xml,
            b"<rss><link><![CDATA[\x83\x5c]]></link></rss>",
            Some("shift_jis"),
            "a\u{30bd}",
            b"<rss><link><![CDATA[a]]>&#12477;<![CDATA[]]></link></rss>",
        ),
    ] {
        let entity = Entity::new(document).with_kind(kind);
        let entity = charset.map_or(entity, |label| entity.in_charset(label));
        let done = rewritten(&entity, new);
        assert_eq!(done.bytes, expected, "{}", String::from_utf8_lossy(&done.bytes));
    }
    let wide: Vec<u8> = "\u{feff}@import 'a';".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let stateful = b"\x1b$B%=\x1b(B [a](b)".to_vec();
    for (bytes, kind, label) in [(wide, Kind::Css, "utf-16"), (stateful, Kind::Markdown, "iso-2022-jp")] {
        let done = rewritten(&Entity::new(&bytes).with_kind(kind).in_charset(label), "c");
        assert_eq!((done.bytes, done.left.len()), (bytes, 1), "{label}");
    }
}

/// XML Base, and the members of manifests and source maps that are resolved against others.
#[test]
fn bases_of_parts() {
    let plan = |form| Plan::new(form, Standard::Rfc3986);
    let there = || Form::RelativeTo(Url::parse("http://n/x/", Standard::Rfc3986).expect("a URL"));
    let mapping = || Mapping::parse("http://h/=http://n/", Standard::Rfc3986).expect("two URLs");
    for (kind, plan, document, expected) in [
        (
            Kind::Xml,
            plan(Form::Absolute),
            "<a xml:base='b/'><c href='d'/></a>",
            "<a xml:base='b/'><c href='http://h/b/d'/></a>",
        ),
        (
            Kind::Xml,
            plan(Form::AsWritten).with_mappings([mapping()]),
            "<rss><link>http://h/c</link><x:a xmlns:x='http://www.w3.org/1999/xhtml' href='b'/></rss>",
            "<rss><link>http://n/c</link><x:a xmlns:x='http://www.w3.org/1999/xhtml' href='http://n/b'/></rss>",
        ),
        (
            Kind::Xml,
            plan(Form::Absolute),
            "<rss xml:base='http://i/j/'><description>&lt;a href='b'></description></rss>",
            "<rss xml:base='http://i/j/'><description>&lt;a href='http://i/j/b'></description></rss>",
        ),
        (
            Kind::Xml,
            plan(there()).with_mappings([mapping()]),
            "<a xml:base='http://n/'><b href='http://h/x/y'/></a>",
            "<a xml:base='http://n/'><b href='x/y'/></a>",
        ),
        (
            Kind::SourceMap,
            plan(Form::Absolute),
            "{\"sourceRoot\":\"r\",\"sources\":[\"s\"]}",
            "{\"sourceRoot\":\"r\",\"sources\":[\"http://h/r/s\"]}",
        ),
        (Kind::Json, plan(there()).with_mappings([mapping()]), "{\"a\":\"http://h/x/b\"}", "{\"a\":\"http://n/x/b\"}"),
        (Kind::Markdown, plan(there()), "<http://n/x/b> [c](http://n/x/d)", "<http://n/x/b> [c](d)"),
    ] {
        let entity = Entity::new(document.as_bytes()).with_kind(kind).retrieved_from("http://h/");
        let (done, unresolved) = plan.rewrite(&entity, &Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), expected);
        assert_eq!((done.left.len(), unresolved.len()), (0, 0), "{document}");
    }
}
