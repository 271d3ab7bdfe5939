//! Pages, their links and their bases.

use napkin_document::{BaseLayer, Entity, Kind, Link, Options, base, base_under, collect_links};

fn links(page: &str) -> Vec<Link<'_>> {
    collect_links(&Entity::new(page.as_bytes()).with_kind(Kind::Html), &Options::default())
}

fn lines(page: &str) -> Vec<String> {
    links(page).iter().map(|link| format!("{}: {}", link.context, link.text)).collect()
}

#[test]
fn links_in_pages() {
    for (page, expected) in [
        ("<a href=x>", &["html a[href]: x"][..]),
        ("<A HREF=' x\n'>", &["html a[href]: x"]),
        ("<a href=''>", &["html a[href]: "]),
        ("<a href>", &["html a[href]: "]),
        ("<a href=a href=b>", &["html a[href]: a"]),
        ("<a href='a?x&amp;y&copy=1&#x20;'>", &["html a[href]: a?x&y&copy=1"]),
        ("<a href=x ping='p q'>", &["html a[href]: x", "html a[ping]: p", "html a[ping]: q"]),
        ("<img srcset='a 1x, b 2x' src=c>", &["html img[srcset]: a", "html img[srcset]: b", "html img[src]: c"]),
        ("<meta http-equiv=Refresh content='0; url=&quot;n&quot;'>", &["html meta[refresh]: n"]),
        ("<meta name=x content='0; url=n'>", &[]),
        ("<p style='b:url(&quot;x&quot;)'>", &["html p[style]: x"]),
        ("<style>@import 'x'; a{b:url(y&amp;z)}</style>", &["html style: x", "html style: y&amp;z"]),
        ("<svg><style>a{b:url(y&amp;z)}</style><a xlink:href=q></svg>", &["html style: y&z", "html a[xlink:href]: q"]),
        ("<svg><image href=i /><use xlink:href='#u'/></svg>", &["html image[href]: i", "html use[xlink:href]: #u"]),
        ("<image href=i src=j>", &["html image[src]: j"]),
        ("<!-- <a href=x> --><script>'<a href=x>'</script><title><a href=x></title>", &[]),
        ("<textarea><a href=x></textarea><iframe src=y><a href=x></iframe>", &["html iframe[src]: y"]),
        ("<template><a href=x></template>", &["html a[href]: x"]),
        ("<noscript><a href=x></noscript><a href=y>", &["html a[href]: x", "html a[href]: y"]),
        ("<noscript><noscript><a href=x>", &["html a[href]: x"]),
        ("<a href=unfinished", &[]),
        ("<base href=b><a href=x>", &["html a[href]: x"]),
        (
            "<object codebase=c data=d archive='e f'>",
            &["html object[codebase]: c", "html object[data]: d", "html object[archive]: e", "html object[archive]: f"],
        ),
        ("<x-y style='a:url(b)'>", &["html x-y[style]: b"]),
    ] {
        assert_eq!(lines(page), expected, "{page}");
    }
}

#[test]
fn every_attribute_of_the_table_is_reported() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/link-attributes.toml");
    let data: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    for row in data["attribute"].as_array().unwrap() {
        let text = |key: &str| row[key].as_str().unwrap();
        let element = if text("element") == "*" { "b" } else { text("element") };
        let value = match text("type") {
            "css" => "a:url(found)",
            "refresh" => "0; url=found",
            "base" | "document" => continue,
            _ => " found ",
        };
        let tag = format!("<{element} http-equiv=refresh {}='{value}'>", text("attribute"));
        let svg = if element == "b" { tag.replace("<b ", "<g ") } else { tag.clone() };
        let page = if text("space") == "svg" { format!("<svg>{svg}</svg>") } else { tag };
        let found = links(&page);
        assert_eq!(found.len(), 1, "{page}");
        assert_eq!((&*found[0].text, found[0].raw), ("found", &b"found"[..]), "{page}");
        assert_eq!(found[0].new_request, text("new_request") == "always", "{page}");
        assert_eq!(&page[found[0].span.range()], "found");
    }
}

#[test]
fn an_error_in_the_decoded_text_is_found_in_the_source() {
    for (page, wrong) in [
        ("<a href='http://h:8o/'>", "o"),
        ("<a href='  h&#116;tp://h:8o/'>", "o"),
        ("<p style='a:url(http://\\68:8o/)'>", "o"),
        ("<p style='a:url(&quot;http://h:8o/&quot;)'>", "o"),
        ("<img srcset='&#97; 1x, http://h:8o/ 2x'>", "o"),
        ("<meta http-equiv=refresh content='0;url=http://h:8o/'>", "o"),
        ("<noscript><a href='http://h:8o/'></noscript>", "o"),
        ("<a href='http://h:8&#111;/'>", "&#111;"),
    ] {
        let link = links(page).pop().unwrap();
        assert_eq!(link.text, "http://h:8o/", "{page}");
        let span = link.source_span(napkin::Span::new(10, 11));
        assert_eq!(&page[span.range()], wrong, "{page}");
    }
}

#[test]
fn links_that_load_make_a_request() {
    for (page, expected) in [
        ("<link rel=stylesheet href=''>", true),
        ("<link rel='shortcut ICON' href=''>", true),
        ("<link rel=next href=''>", false),
        ("<form action=''>", true),
        ("<img src=''>", true),
        ("<a href=''>", false),
    ] {
        assert_eq!(links(page)[0].new_request, expected, "{page}");
    }
}

#[test]
fn codebase_is_kept() {
    let found = links("<object codebase='c/' archive=a.jar>");
    assert_eq!(found[1].codebase.as_deref(), Some("c/"));
}

#[test]
fn bases() {
    use BaseLayer::{Content, EncapsulatingEntity, None as Nowhere, Retrieval};
    let (outer, around) = (Some("http://pub.example/a/b"), Some("http://mail.example/m"));
    for (page, retrieval, encapsulating, layer, url) in [
        ("<p>", None, None, Nowhere, None),
        ("<p>", outer, None, Retrieval, outer),
        ("<p>", outer, around, EncapsulatingEntity, around),
        ("<base href=http://c/d>", outer, around, Content, Some("http://c/d")),
        ("<base target=_top><p><base href=http://c/d><base href=http://e/>", None, None, Content, Some("http://c/d")),
        ("<BASE HREF=' http://c/&#100; '>", None, None, Content, Some("http://c/d")),
        ("<base href=c/>", outer, None, Content, Some("http://pub.example/a/c/")),
        ("<base href=c/>", outer, around, Content, Some("http://mail.example/c/")),
        ("<base href=c/>", None, None, Nowhere, None),
        ("<base href='data:,x'>", outer, None, Retrieval, outer),
        ("<!-- <base href=http://c/d> -->", outer, None, Retrieval, outer),
        ("<script>'<base href=http://c/d>'</script>", outer, None, Retrieval, outer),
        ("<template><base href=http://c/d></template>", outer, None, Retrieval, outer),
        (
            "<template><p><base href=http://c/d></template><base href=http://e/>",
            outer,
            None,
            Content,
            Some("http://e/"),
        ),
        ("<noscript><base href=http://c/d></noscript>", outer, None, Retrieval, outer),
        ("<svg><base href=http://c/d></svg>", outer, None, Retrieval, outer),
    ] {
        let mut entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
        entity.retrieval = retrieval;
        entity.encapsulating = encapsulating;
        let found = base(&entity);
        assert_eq!((found.layer, found.url.as_deref()), (layer, url), "{page}");
        assert_eq!(found.span.is_some(), layer == Content, "{page}");
        assert_eq!(found.href.is_some(), layer == Content, "{page}");
    }
}

#[test]
fn a_base_that_does_not_count_is_not_lost() {
    let page = Entity::new(b"<base href='data:,x'>");
    let rejected = base(&page).rejected.unwrap();
    assert_eq!((rejected.text.as_str(), rejected.span), ("data:,x", napkin::Span::new(12, 19)));
}

/// HTML standard 4.2.3, "set the frozen base URL", with URLs as the URL Standard writes them.
#[test]
fn frozen_bases() {
    let from = Some("http://PUB.example/menu/");
    for (page, from, url, layer, is_rejected) in [
        ("<base href='beer\n/../ale'>", from, Some("http://pub.example/menu/ale"), BaseLayer::Content, false),
        ("<base href='http:ale'>", from, Some("http://pub.example/menu/ale"), BaseLayer::Content, false),
        ("<base href='\\\\n.example'>", from, Some("http://n.example/"), BaseLayer::Content, false),
        ("<base href=''>", from, Some("http://pub.example/menu/"), BaseLayer::Content, false),
        ("<base href='http://h:8o/'>", from, Some("http://pub.example/menu/"), BaseLayer::Retrieval, true),
        ("<base href='DATA:,x'>", from, Some("http://pub.example/menu/"), BaseLayer::Retrieval, true),
        ("<base href='java\tscript:x'>", from, Some("http://pub.example/menu/"), BaseLayer::Retrieval, true),
        ("<base href=data:,x><base href=/y>", from, Some("http://pub.example/menu/"), BaseLayer::Retrieval, true),
        ("<base href=mailto:kim>", from, Some("mailto:kim"), BaseLayer::Content, false),
        ("<base href=/y>", None, None, BaseLayer::None, true),
        ("<base href=/y>", Some("mailto:kim"), Some("mailto:kim"), BaseLayer::Retrieval, true),
        ("<p>", Some("menu"), None, BaseLayer::Retrieval, false),
    ] {
        let mut entity = Entity::new(page.as_bytes());
        entity.retrieval = from;
        let found = base_under(&entity, napkin::Standard::Whatwg);
        assert_eq!((found.url.as_deref(), found.layer, found.rejected.is_some()), (url, layer, is_rejected), "{page}");
        assert_eq!(found.outer.as_deref(), from, "{page}");
        assert_eq!(found.href.is_some(), layer == BaseLayer::Content, "{page}");
    }
}

/// Documents nested deeper than eight levels are not read; otherwise a page of 10 MB could be read two thousand times.
#[test]
fn documents_in_documents_end_at_the_limit() {
    let attribute = |text: String| text.replace('&', "&amp;").replace('"', "&quot;");
    let page = (0..20).fold(String::new(), |inside, n| {
        format!("<a href={}><iframe srcdoc=\"{}\"></iframe>", 19 - n, attribute(inside))
    });
    let found: Vec<String> = links(&page).iter().map(|link| link.text.to_string()).collect();
    assert_eq!(found, ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
}

#[test]
fn appendix_d() {
    let page = r#"<!doctype html public "-//IETF//DTD HTML//EN">
<HTML><HEAD>
<TITLE>An example HTML document</TITLE>
<BASE href="http://www.ics.uci.edu/Test/a/b/c">
</HEAD><BODY>
... <A href="../x">a hypertext anchor</A> ...
</BODY></HTML>"#;
    let entity = Entity::new(page.as_bytes()).retrieved_from("http://elsewhere.example/");
    let found = base(&entity);
    assert_eq!(&page[found.element.unwrap().range()], "<BASE href=\"http://www.ics.uci.edu/Test/a/b/c\">");
    let url = found.url.unwrap();
    let standard = napkin::Standard::Draft1997;
    let base = napkin::Base::new(napkin::Reference::parse(&url, standard).unwrap()).unwrap();
    let links = collect_links(&entity, &Options::default());
    let reference = napkin::Reference::parse(&links[0].text, standard).unwrap();
    let napkin::Resolution::Absolute(absolute) = base.resolve(reference).unwrap() else { panic!("same document") };
    assert_eq!(absolute.as_str(), "http://www.ics.uci.edu/Test/a/x");
}

fn example(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn the_pub() {
    let page = example("pub.html");
    let entity = Entity::new(&page).named("pub.html").retrieved_from("http://pub.example/");
    assert_eq!(base(&entity).url.as_deref(), Some("http://pub.example/menu/tonight/"));
    let links = collect_links(&entity, &Options::default());
    let found: Vec<&str> = links.iter().map(|link| &*link.text).collect();
    assert_eq!(
        found,
        [
            "../house.css", "tomorrow.html", "candles.css", "wood-panel.png", "beer?size=pint&for=kim",
            "//cellar.pub.example/cider#dry", "mailto:sam@pub.example", "snug.jpg", "snug.jpg", "snug-large.jpg",
            "napkin.png", "http://h:80/", "", "", "ring-the-bell.png",
        ]
    );
}

#[test]
fn the_letter() {
    let text = example("letter.txt");
    let links = collect_links(&Entity::new(&text).named("letter.txt"), &Options::default());
    let found: Vec<String> = links.iter().map(|link| format!("{}: {}", link.context, link.text)).collect();
    assert_eq!(
        found,
        [
            "text \"\": http://pub.example/lost+found/",
            "text <>: ftp://cellar.pub.example/coasters/",
            "text <>: http://pub.example/napkins/front.html#BEER",
            "text bare: http://pub.example/two-for-one/friday.html",
            "text <URL:>: http://pub.example/tables/corner-by-the-window",
            "text bare: mailto:kim@pub.example",
            "text bare: tel:+44-1632-960983",
            "text bare: http://h:8o/",
        ]
    );
    assert_eq!(links[3].alternatives[0].text, "http://pub.example/two-forone/friday.html");
}
