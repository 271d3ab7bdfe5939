//! Tests the gateway with URLs of every scheme, through links and as a proxy, against the real servers of the retrieval
//! tests.
#![cfg(all(feature = "serve", unix))]

use std::io::Write;

use crate::common::http::real;
use crate::common::markup::values;
use crate::common::server::{Answer, Server, encoded};

const SCHEMES: [&str; 5] = ["ftp", "gopher", "news", "nntp", "tftp"];

/// Starts a server that may retrieve from the loopback interface, from these ports.
fn admitting(ports: &[u16], more: &[&str]) -> Server {
    let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
    let mut options = vec!["--allow-host", "127.0.0.1", "--first-byte-timeout", "20"];
    SCHEMES.iter().for_each(|scheme| options.extend(["--allow-scheme", scheme]));
    ports.iter().for_each(|port| options.extend(["--allow-port", port]));
    options.extend(more);
    Server::start(&options)
}

const HTML: (&str, &str) = ("Accept", "text/html");

#[test]
fn data_by_both_doors() {
    let server = Server::start(&[]);
    // (URL, media type, body)
    for (url, media_type, body) in [
        ("data:,beer", "text/plain;charset=US-ASCII", "beer"),
        ("data:text/plain;charset=utf-8,a%20b?c", "text/plain;charset=utf-8", "a b?c"),
        ("data:image/gif;base64,R0lGODlh", "image/gif", "GIF89a"),
        ("data:text/css,p%7B%7D", "text/css", "p{}"),
        ("about:napkin", "text/plain;charset=utf-8", concat!("napkin-retrieve ", env!("CARGO_PKG_VERSION"), "\n")),
    ] {
        let of = |answer: Answer| {
            let media_type = answer.field("content-type").unwrap_or_default().to_owned();
            (answer.status, media_type, answer.body)
        };
        let expected = (200, media_type.to_owned(), body.to_owned());
        assert_eq!(of(server.get(&format!("/get/{url}"))), expected, "{url}");
        assert_eq!(of(server.get(&format!("/get?url={}", encoded(url)))), expected, "{url}");
        assert_eq!(of(server.request("GET", url, &[], b"")), expected, "{url} by proxy");
        let head = server.request("HEAD", url, &[], b"");
        assert_eq!((head.status, head.field("content-type"), &*head.body), (200, Some(media_type), ""), "{url}");
    }
}

/// A method and fields; the expected status, `Content-Range` and body.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], u16, Option<&'a str>, &'a str);

/// RFC 9110 sections 13 and 14, for an object of ten bytes.
#[test]
fn ranges_and_conditions() {
    let server = Server::start(&[]);
    let target = "/get/data:,0123456789";
    let tag = server.get(target).field("etag").expect("a tag").to_owned();
    let other = format!("\"x\", W/{tag}");
    let cases: [Case<'_>; 13] = [
        ("GET", &[("Range", "bytes=2-4")], 206, Some("bytes 2-4/10"), "234"),
        ("GET", &[("Range", "bytes=7-")], 206, Some("bytes 7-9/10"), "789"),
        ("GET", &[("Range", "bytes=-3")], 206, Some("bytes 7-9/10"), "789"),
        ("GET", &[("Range", "bytes=5-99")], 206, Some("bytes 5-9/10"), "56789"),
        ("GET", &[("Range", "bytes=0-0,-1")], 200, None, "0123456789"),
        ("GET", &[("Range", "lines=1-2")], 200, None, "0123456789"),
        ("GET", &[("Range", "bytes=10-")], 416, Some("bytes */10"), ""),
        ("GET", &[("Range", "bytes=2-4"), ("If-Range", &tag)], 206, Some("bytes 2-4/10"), "234"),
        ("GET", &[("Range", "bytes=2-4"), ("If-Range", "\"x\"")], 200, None, "0123456789"),
        ("GET", &[("If-None-Match", &tag)], 304, None, ""),
        ("GET", &[("If-None-Match", &other)], 304, None, ""),
        ("GET", &[("If-None-Match", "\"x\"")], 200, None, "0123456789"),
        ("HEAD", &[], 200, None, ""),
    ];
    for (method, fields, status, range, body) in cases {
        let answer = server.request(method, target, fields, b"");
        let body = if status == 416 { &answer.body } else { body };
        assert_eq!((answer.status, answer.field("content-range"), &*answer.body), (status, range, body), "{fields:?}");
    }
    assert_eq!(server.request("HEAD", target, &[], b"").field("content-length"), Some("10"));
}

/// A retrieved object has an opaque origin, and no script runs in it.
#[test]
fn retrieved_objects_are_in_a_sandbox() {
    let server = Server::start(&[]);
    for url in [
        "data:text/html,<script>x</script>", "data:image/svg+xml,<svg/>", "data:text/xml,<x/>",
        "data:application/pdf,x", "data:text/javascript,x", "data:x/y,z", "data:,x",
    ] {
        let answer = server.get(&format!("/get?url={}", encoded(url)));
        assert_eq!(answer.status, 200, "{url}");
        let policy = answer.field("content-security-policy").expect("a policy");
        assert!(policy.starts_with("sandbox; default-src 'none';"), "{policy}");
        assert!(!policy.contains("allow-") && !policy.contains("script-src"), "{policy}");
        assert_eq!(answer.field("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.field("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.field("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.field("x-frame-options"), Some("DENY"));
        assert_eq!(answer.field("set-cookie"), None);
    }
}

/// (target, status, rule, text of the error page)
const REFUSED: [(&str, u16, &str, &str); 16] = [
    ("/get/http://127.0.0.1/", 403, "address-special", "127.0.0.1 (loopback)"),
    ("/get/http://[::ffff:10.0.0.1]/", 403, "address-special", "private-use"),
    ("/get/http://localhost/", 403, "host-not-permitted", "--allow-host localhost"),
    ("/get/http://pub.example:25/", 403, "port-reserved", "another protocol"),
    ("/get/http://sam:secret@pub.example/", 403, "credentials-not-permitted", "http://"),
    ("/get/file:///etc/passwd", 403, "scheme-not-permitted", "--allow-scheme file"),
    ("/get/gopher://pub.example/0a%0D%0AQUIT", 403, "escaped-control", "gopher"),
    ("/get/news:comp.lang.c", 501, "scheme-not-retrievable", "expected a server of news"),
    ("/get/mailto:sam@pub.example", 501, "scheme-not-retrievable", "one or more mailboxes"),
    ("/get/telnet://pub.example/", 501, "scheme-not-retrievable", "a service to talk to"),
    ("/get/javascript:alert(1)", 501, "scheme-not-retrievable", "names no data but a program"),
    ("/get/sip:sam@pub.example", 501, "scheme-not-permitted", "RFC 3261"),
    ("/get/no-such-scheme:x", 501, "scheme-not-permitted", "not in IANA"),
    ("/get/data:nonsense", 400, "data-comma", "data"),
    ("/get/pub.example/x:y", 400, "url-without-scheme", "scheme"),
    ("/get", 400, "parameter-missing", "url"),
];

#[test]
fn refusals_say_why() {
    let server = Server::start(&SCHEMES.map(|scheme| ["--allow-scheme", scheme]).concat());
    for (target, status, rule, said) in REFUSED {
        let json = server.get(target);
        assert_eq!((json.status, &*json.rule()), (status, rule), "{target}: {}", json.body);
        assert_eq!(json.field("napkin-rule"), Some(rule), "{target}");
        let page = server.request("GET", target, &[HTML], b"");
        assert_eq!((page.status, page.field("content-type")), (status, Some("text/html; charset=utf-8")), "{target}");
        assert!(page.body.contains(said), "{target}: {}", page.body);
        assert!(!page.body.contains("secret"), "{target}");
    }
}

/// SEEDS: the scheme's definition maps the methods; any other method is 405 or 501.
#[test]
fn methods_are_those_of_the_definition() {
    let server = Server::start(&[]);
    for (method, url, status, rule) in [
        ("POST", "http://pub.example/", 501, "operation-not-built"),
        ("PUT", "http://pub.example/", 501, "operation-not-built"),
        ("DELETE", "http://pub.example/", 501, "operation-not-built"),
        ("PUT", "tftp://pub.example/x", 501, "operation-not-built"),
        ("POST", "tftp://pub.example/x", 405, "method-not-allowed"),
        ("POST", "news:comp.lang.c", 405, "method-not-allowed"),
        ("PUT", "ftp://pub.example/x", 405, "method-not-allowed"),
        ("POST", "mailto:sam@pub.example", 501, "operation-not-built"),
        ("POST", "gopher://pub.example/", 405, "method-not-allowed"),
        ("PATCH", "http://pub.example/", 405, "method-not-allowed"),
        ("TRACE", "http://pub.example/", 405, "method-not-allowed"),
        ("OPTIONS", "http://pub.example/", 405, "method-not-allowed"),
        ("POST", "no-such-scheme:x", 405, "method-not-allowed"),
    ] {
        for target in [format!("/get/{url}"), url.to_owned()] {
            let answer = server.request(method, &target, &[], b"");
            assert_eq!((answer.status, &*answer.rule()), (status, rule), "{method} {target}");
            assert_eq!(answer.field("allow"), (status == 405).then_some("GET, HEAD"), "{method} {target}");
        }
    }
}

#[test]
fn schemes_that_are_not_safe_unasked_are_not_embedded() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("menu.txt"), "beer").unwrap();
    let at = folder.path().to_str().unwrap();
    let server = Server::start(&["--allow-scheme", "file", "--only-below", at]);
    let image = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "image")];
    let page = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate")];
    let origin = format!("http://{}/", server.address);
    let old = [("Referer", &*origin), ("Accept", "image/*")];
    let prefetched =
        [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch;prerender")];
    let file = format!("/get/file://{at}/menu.txt");
    let script = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "script"), ("Sec-Fetch-Mode", "no-cors")];
    let fetched = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")];
    for (target, fields, rule) in [
        (&*file, &page[..], ""),
        (&file, &[], ""),
        (&file, &image, "unsafe-unasked"),
        (&file, &old, "unsafe-unasked"),
        (&file, &prefetched, "unsafe-unasked"),
        ("/get/data:,x", &page, ""),
        ("/get/data:,x", &prefetched, ""),
        ("/get/data:,x", &old, ""),
        // Our own pages load nothing from the gateway.
        ("/get/data:,x", &image, "embedding-refused"),
        ("/get/data:text/javascript,x", &script, "embedding-refused"),
        ("/get/data:,x", &fetched, "embedding-refused"),
        ("/get/tftp://127.0.0.1/x", &image, "unsafe-unasked"),
    ] {
        let answer = server.request("GET", target, fields, b"");
        assert_eq!(answer.status, if rule.is_empty() { 200 } else { 403 }, "{target} {fields:?}: {}", answer.body);
        assert_eq!(answer.field("napkin-rule").unwrap_or_default(), rule, "{target} {fields:?}");
    }
}

/// draft-masinter-url-data-02, security section; a refusal names the place.
#[test]
fn screening_sees_into_data_at_any_depth() {
    let server = Server::start(&["--deny", "active", "--deny", "font/*", "--max-document", "2000"]);
    let nested = format!("data:text/css,{}", encoded("p{background:url(data:text/html,x)}"));
    let deep = format!("data:text/css,{}", encoded(&format!("@import '{nested}'")));
    let long = format!("data:text/css,{}", "x".repeat(2001));
    for (url, status, rule, said) in [
        ("data:text/plain,x", 200, "", ""),
        ("data:image/png,x", 200, "", ""),
        ("data:text/html,x", 403, "media-type-denied", "text/html"),
        ("data:TEXT/HTML;charset=x,x", 403, "media-type-denied", "text/html"),
        ("data://text/html,x", 403, "media-type-denied", "text/html"),
        ("data:image/svg+xml,x", 403, "media-type-denied", "image/svg+xml"),
        ("data:font/woff2,x", 403, "media-type-denied", "font/woff2"),
        (&nested, 403, "media-type-denied", "text/html in css url() at"),
        (&deep, 403, "media-type-denied", "in that bytes"),
        (&long, 403, "document-not-screened", "--max-document"),
    ] {
        for target in [format!("/get?url={}", encoded(url)), url.to_owned()] {
            let answer = server.request("GET", &target, &[], b"");
            assert_eq!(answer.status, status, "{target}: {}", answer.body);
            assert_eq!(answer.field("napkin-rule").unwrap_or_default(), rule, "{target}");
            assert!(answer.body.contains(said), "{target}: {}", answer.body);
        }
    }
    let only = Server::start(&["--allow", "text/plain,image/*"]);
    for (url, status) in [("data:,x", 200), ("data:image/gif,x", 200), ("data:text/css,x", 403), ("data:x/y,x", 403)] {
        assert_eq!(only.get(&format!("/get/{url}")).status, status, "{url}");
    }
}

#[test]
fn ftp_of_real_servers() {
    let folder = real::tree();
    let Some(port) = real::vsftpd(folder.path()) else { return };
    let Some((_running, other)) = real::pyftpdlib(folder.path()) else { return };
    let server = admitting(&[port, other], &["--allow-credentials"]);
    for at in [format!("ftp://127.0.0.1:{port}"), format!("ftp://sam:se%20cret@127.0.0.1:{other}")] {
        let get = |path: &str, fields: &[(&str, &str)]| server.request("GET", &format!("/get/{at}{path}"), fields, b"");
        let text = get("/menu.txt", &[]);
        assert_eq!((text.status, text.field("content-type"), &*text.body), (200, Some("text/plain"), "beer\ncider\n"));
        let date = text.field("last-modified").expect("a date").to_owned();
        assert_eq!(get("/menu.txt", &[("If-Modified-Since", &date)]).status, 304);
        for (wanted, range, body) in [
            ("bytes=5-9", "bytes 5-9/11", "cider"),
            ("bytes=-6", "bytes 5-10/11", "cider\n"),
            ("bytes=0-3", "bytes 0-3/11", "beer"),
        ] {
            let part = get("/menu.txt", &[("Range", wanted)]);
            assert_eq!((part.status, part.field("content-range"), &*part.body), (206, Some(range), body));
        }
        let late = get("/menu.txt", &[("Range", "bytes=11-")]);
        assert_eq!(late.status, 416);
        let missing = get("/missing.txt", &[HTML]);
        assert_eq!(missing.status, 404);
        assert!(missing.body.contains("object-unreadable") && missing.body.contains("The way there"));
        assert!(!missing.body.contains("cret") && !text.field("link").is_some_and(|link| link.contains("cret")));
        let head = server.request("HEAD", &format!("/get/{at}/long.bin"), &[], b"");
        assert_eq!((head.status, head.field("content-length")), (200, Some("300000")));

        // A folder, a page in it, and the target of its link.
        let page = get("/sub/a%20b", &[]);
        assert_eq!((page.status, page.field("content-type")), (200, Some("text/html;charset=utf-8")));
        assert!(
            page.field("content-security-policy")
                .is_some_and(|policy| policy.starts_with("default-src 'none'; style-src 'sha256-"))
        );
        assert!(page.body.contains("<style>"), "{}", page.body);
        assert!(page.body.contains("&lt;&quot;.txt</a>"), "{}", page.body);
        assert!(!page.body.contains("cret") || at.contains("cret"), "{}", page.body);
        let odd = values(&page.body, "href").find(|link| link.starts_with("/get") && link.contains("100"));
        let odd = odd.expect("a link");
        assert_eq!(server.get(&odd).body, "odd", "{odd}");
        let sandboxed = get("/sub/page.html", &[]);
        assert!(sandboxed.field("content-security-policy").is_some_and(|policy| policy.starts_with("sandbox;")));
        assert!(!sandboxed.body.contains("href=y"), "{}", sandboxed.body);
    }
}

#[test]
fn gopher_of_a_real_server() {
    let Some((_folder, port)) = real::gophernicus() else { return };
    let server = admitting(&[port], &[]);
    let at = format!("gopher://127.0.0.1:{port}");
    let menu = server.get(&format!("/get/{at}/"));
    assert_eq!((menu.status, menu.field("content-type")), (200, Some("text/html;charset=utf-8")), "{}", menu.body);
    assert!(menu.body.contains(&format!("<a href=\"/get/{at}/0/menu.txt\">")), "{}", menu.body);
    assert!(menu.body.contains("<style>"), "{}", menu.body);
    let text = server.get(&format!("/get/{at}/0/menu.txt"));
    assert_eq!((text.status, text.field("content-type"), &*text.body), (200, Some("text/plain"), "beer\r\n.cider\r\n"));
    assert_eq!(server.request("HEAD", &format!("/get/{at}/0/menu.txt"), &[], b"").status, 200);
    // The length is not declared, but a range is served anyway (RFC 9110 section 14).
    for (wanted, status, range, body) in [
        ("bytes=6-12", 206, Some("bytes 6-12/14"), ".cider\r"),
        ("bytes=6-", 206, Some("bytes 6-13/14"), ".cider\r\n"),
        ("bytes=-2", 206, Some("bytes 12-13/14"), "\r\n"),
        ("bytes=0-0,-1", 200, None, "beer\r\n.cider\r\n"),
    ] {
        let part = server.request("GET", &format!("/get/{at}/0/menu.txt"), &[("Range", wanted)], b"");
        assert_eq!((part.status, part.field("content-range"), &*part.body), (status, range, body), "{wanted}");
    }
    let outside = server.request("GET", &format!("/get/{at}/0/menu.txt"), &[("Range", "bytes=14-")], b"");
    assert_eq!((outside.status, outside.field("content-range")), (416, Some("bytes */14")));
    let page = server.get(&format!("/get/{at}/h/page.html"));
    assert!(page.field("content-security-policy").is_some_and(|policy| policy.starts_with("sandbox;")));
    // gophernicus does not terminate the menu with this error.
    let missing = server.get(&format!("/get/{at}/1/missing"));
    assert!(missing.body.contains("not found") && missing.body.contains("This is not all of it"), "{}", missing.body);
    // A client that accepts plain text gets the server's own lines, and a proxy's client gets the menu, since it knows
    // the URL.
    let lines = server.request("GET", &format!("/get/{at}/"), &[("Accept", "text/plain")], b"");
    assert!(lines.body.contains("\t/menu.txt\t127.0.0.1\t"), "{}", lines.body);
    let proxied = server.request("GET", &format!("{at}/"), &[], b"");
    assert!(proxied.body.contains(&format!("<a href=\"{at}/0/menu.txt\">")), "{}", proxied.body);
    let form = server.get(&format!("/get/{at}/7/find"));
    assert!(form.body.contains("<input id=\"search\" name=\"search\""), "{}", form.body);
}

#[test]
fn news_of_a_real_server() {
    let Some((_folder, port)) = real::leafnode() else { return };
    let own = format!("127.0.0.1:{port}");
    let server = admitting(&[port], &["--news-server", &own]);
    let group = server.get("/get/news:pub.menu");
    assert_eq!((group.status, group.field("content-type")), (200, Some("text/html;charset=utf-8")), "{}", group.body);
    assert!(group.body.contains("<a href=\"/get/news:beer.1@pub.example\">Beer &lt;today&gt;</a>"), "{}", group.body);
    let article = server.get("/get/news:beer.1@pub.example");
    let expected = (200, Some("message/rfc822"), real::BEER.replace('\n', "\r\n"));
    assert_eq!((article.status, article.field("content-type"), article.body.clone()), expected);
    let proxied = server.request("GET", "news:beer.1@pub.example", &[], b"");
    assert_eq!((proxied.status, &proxied.body), (200, &article.body));
    // A client that accepts HTML gets a page, in the sandbox, with links to the group and to the article itself.
    let page = server.request("GET", "/get/news:beer.1@pub.example", &[HTML], b"");
    assert_eq!((page.status, page.field("content-type")), (200, Some("text/html;charset=utf-8")), "{}", page.body);
    assert!(
        page.field("content-security-policy").is_some_and(|policy| policy.starts_with("sandbox; default-src 'none';"))
    );
    assert_eq!((page.field("vary"), article.field("vary")), (Some("accept"), Some("accept")));
    for expected in [
        "<th scope=\"row\">From</th><td>Kim &lt;kim@pub.example&gt;</td>",
        "<th scope=\"row\">Subject</th><td>Beer &lt;today&gt;</td>",
        "<pre>One pint.\n.dot\n..\n</pre>",
    ] {
        assert!(page.body.contains(expected), "{expected}: {}", page.body);
    }
    for (name, status) in [("news:pub.menu", 200), ("news:beer.1@pub.example", 200)] {
        let link = values(&page.body, "href").find(|link| link.starts_with("/get/~") && link.contains(name));
        let link = link.unwrap_or_else(|| panic!("{name}: {}", page.body));
        // The request of a browser that follows a link of a page with an opaque origin.
        let fields =
            [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), HTML];
        assert_eq!(server.request("GET", &link, &fields, b"").status, status, "{link}");
    }
    let head = server.request("HEAD", "/get/news:beer.1@pub.example", &[HTML], b"");
    assert_eq!((head.status, head.field("content-type")), (200, Some("text/html;charset=utf-8")));
    // A proxy passes the article on unchanged.
    let proxied = server.request("GET", "news:beer.1@pub.example", &[HTML], b"");
    assert_eq!((proxied.field("content-type"), &*proxied.body), (Some("message/rfc822"), &*article.body));
    let groups = server.get("/get/news:*");
    assert!(groups.body.contains("<a href=\"/get/news:pub.menu\">pub.menu</a>"), "{}", groups.body);
    assert_eq!(server.get("/get/news:missing@pub.example").status, 404);
}

#[test]
fn tftp_of_a_real_server() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(folder.path().join("menu.txt"), "beer\ncider\n").unwrap();
    let Some((_running, port)) = real::tftpd(folder.path()) else { return };
    let server = admitting(&[port], &[]);
    let whole = server.get(&format!("/get/tftp://127.0.0.1:{port}/menu.txt"));
    assert_eq!((whole.status, &*whole.body, whole.field("content-length")), (200, "beer\ncider\n", Some("11")));
    let fields = [("Range", "bytes=5-9")];
    let part = server.request("GET", &format!("/get/tftp://127.0.0.1:{port}/menu.txt"), &fields, b"");
    assert_eq!((part.status, &*part.body), (206, "cider"));
    assert_eq!(server.get(&format!("/get/tftp://127.0.0.1:{port}/missing")).status, 404);
}

#[test]
fn http_of_a_real_server() {
    let folder = real::tree();
    let Some((_running, port)) = real::nginx(folder.path()) else { return };
    let server = admitting(&[port], &[]);
    let at = format!("http://127.0.0.1:{port}");
    for target in [format!("/get/{at}/menu.txt"), format!("{at}/menu.txt")] {
        let whole = server.get(&target);
        assert_eq!((whole.status, &*whole.body), (200, "beer\ncider\n"), "{target}");
        let (tag, date) = (whole.field("etag").expect("a tag"), whole.field("last-modified").expect("a date"));
        for fields in [("If-None-Match", tag), ("If-Modified-Since", date)] {
            assert_eq!(server.request("GET", &target, &[fields], b"").status, 304, "{target} {fields:?}");
        }
        for (wanted, status, body) in
            [("bytes=5-9", 206, "cider"), ("bytes=-6", 206, "cider\n"), ("bytes=99-", 416, "")]
        {
            let part = server.request("GET", &target, &[("Range", wanted)], b"");
            assert_eq!(part.status, status, "{target} {wanted}");
            assert!(status == 416 || part.body == body, "{target} {wanted}: {}", part.body);
        }
        assert_eq!(server.request("HEAD", &target, &[], b"").field("content-length"), Some("11"), "{target}");
    }
    let link = server.get(&format!("/get/{at}/menu.txt"));
    assert_eq!(link.field("link"), Some(&*format!("<{at}/menu.txt>; rel=\"via\"")));
    // The gateway follows a redirect for a link; a proxy's client follows it itself.
    assert_eq!(server.get(&format!("/get/{at}/sub")).status, 502, "nginx lists no folders, and says 403");
    let moved = server.get(&format!("{at}/sub"));
    assert_eq!((moved.status, moved.field("location")), (301, Some(&*format!("{at}/sub/"))));
    assert_eq!(server.get(&format!("/get/{at}/missing")).status, 404);
    let missing = server.get(&format!("{at}/missing"));
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("nginx"), "a proxy hands on what the server says: {}", missing.body);
    // The range does not apply to an error page of the server.
    let end = server.request("GET", &format!("{at}/missing"), &[("Range", "bytes=-6")], b"");
    assert_eq!((end.status, end.field("content-range"), &end.body), (404, None, &missing.body));
    assert_eq!((missing.field("via"), missing.field("connection")), (Some("1.1 napkin"), Some("close")));
    // In a page, links to the web are unchanged, and embedded resources are loaded through the gateway. A proxied page
    // is unchanged.
    let page = server.get(&format!("/get/{at}/index.html"));
    assert!(page.body.contains(&format!("<a href='{at}/sub/page.html#x'>")), "{}", page.body);
    assert!(page.body.contains("<img src='/get/~"), "{}", page.body);
    let proxied = server.get(&format!("{at}/index.html"));
    assert_eq!(proxied.body, "<a href='sub/page.html#x'>p</a><img src='sub/a%20b/100%25;%23%3F.txt'>");
    assert_eq!(proxied.field("content-security-policy"), None);
    // A page with an opaque origin may load the links that the gateway wrote into it, and no others.
    let link = values(&page.body, "src").next().expect("a link");
    let foreign = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")];
    let image = server.request("GET", &link, &foreign, b"");
    assert_eq!((image.status, &*image.body), (200, "odd"), "{link}");
    assert_eq!(image.field("cross-origin-resource-policy"), Some("cross-origin"));
    let unsealed = format!("/get/{at}/menu.txt");
    assert_eq!(server.request("GET", &unsealed, &foreign, b"").status, 403);
    let forged = link.replacen(&link[6..22], "0123456789abcdef", 1);
    assert_eq!(server.request("GET", &forged, &foreign, b"").status, 403);
}

/// The workbench predicts the result of a retrieval, and links to the retrieval and to its hops.
#[test]
fn the_workbench_foresees_and_shows_the_way() {
    let folder = real::tree();
    let Some((_running, port)) = real::nginx(folder.path()) else { return };
    let server = admitting(&[port], &[]);
    let read = |url: &str| server.post("/", "application/x-www-form-urlencoded", &format!("url={}", encoded(url))).body;
    for (url, said) in [
        ("http://10.0.0.1/", "refuses this: expected an address of the public internet, but found 10.0.0.1"),
        ("http://pub.example:8080/", "--allow-port 8080</code> admits it"),
        ("mailto:sam@pub.example", "names no data but one or more mailboxes"),
        ("https://pub.example/", "permits this URL"),
        ("data:,x", "<a href=\"/get?url=data%3A%2Cx\">Retrieve</a>"),
        ("sip:sam@pub.example", "RFC 3261"),
    ] {
        let page = read(url);
        assert!(page.contains(said), "{url}: {page}");
    }
    assert!(!read("../relative").contains("The policy of the gateway"));
    // The form keeps the typed text; the prediction contains no password.
    let part = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/x-napkin-part")];
    let body = format!("url={}", encoded("http://sam:secret@pub.example/"));
    let said = server.request("POST", "/", &part, body.as_bytes()).body;
    assert!(said.contains("--allow-credentials") && !said.contains("secret"), "{said}");
    // So far no request was sent to the server; the retrieval of a folder has two hops.
    let page = server.get(&format!("/trail?url={}", encoded(&format!("http://127.0.0.1:{port}/sub"))));
    assert_eq!(page.status, 200);
    assert_eq!(page.body.matches("<tr><th scope=\"row\">").count(), 2, "{}", page.body);
    assert!(page.body.contains(&format!("<td><code>127.0.0.1:{port}</code></td><td>301</td>")), "{}", page.body);
    let refused = server.get(&format!("/trail?url={}", encoded("http://10.0.0.1/")));
    assert!(refused.body.contains("address-special"), "{}", refused.body);
}

/// A body is streamed: the first bytes arrive before the last ones have been sent.
#[test]
fn bodies_go_as_they_come_and_break_off_as_they_break_off() {
    use std::io::Read;
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    let receiver = std::sync::Mutex::new(receiver);
    let port = real::serve(move |mut stream| {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: x/y\r\nContent-Length: 10\r\n\r\nbeer");
        // Sends more only after the first bytes have arrived, and not the whole rest.
        let _ = receiver.lock().unwrap().recv();
        let _ = stream.write_all(b"cid");
    });
    let server = admitting(&[port], &[]);
    let mut stream = server.connect();
    let head = format!("GET /get/http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(head.as_bytes()).unwrap();
    let mut seen = Vec::new();
    let mut piece = [0; 1024];
    while !seen.ends_with(b"beer") {
        let length = stream.read(&mut piece).expect("a piece");
        assert!(length > 0, "{}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(&piece[..length]);
    }
    sender.send(()).unwrap();
    let _ = stream.read_to_end(&mut seen);
    assert!(String::from_utf8_lossy(&seen).contains("content-length: 10\r\n"));
    assert!(seen.ends_with(b"beercid"), "the connection ends where the server's did");
    assert!(server.get("/metrics").body.contains("napkin_retrievals_broken_total 1\n"));
}
