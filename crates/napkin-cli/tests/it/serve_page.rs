//! Tests the workbench page: escapes in the input, the members that its script compares with the browser's URL, and the
//! suggested commands.
#![cfg(feature = "serve")]

use std::process::Command;

use crate::common::http;
use crate::common::programs::{program, run};
use crate::common::server::{Server, encoded};

const PAGE: &str = "application/x-www-form-urlencoded";

/// Returns the response for the script.
fn part(server: &Server, fields: &[(&str, &str)]) -> String {
    let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let fields = [("Content-Type", PAGE), ("Accept", "application/x-napkin-part")];
    let answer = server.request("POST", "/", &fields, body.join("&").as_bytes());
    assert_eq!(answer.status, 200, "{body:?}: {}", answer.body);
    answer.body
}

/// Returns the text between two texts, with HTML character references decoded.
fn between(page: &str, begin: &str, end: &str) -> String {
    let rest = page.split_once(begin).unwrap_or_else(|| panic!("{begin} in {page}")).1;
    let found = rest.split_once(end).unwrap_or_else(|| panic!("{end} in {rest}")).0;
    let references = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#13;", "\r"), ("&amp;", "&")];
    references.iter().fold(found.to_owned(), |text, (reference, character)| text.replace(reference, character))
}

/// Returns the data with which the script compares.
fn given(page: &str) -> serde_json::Value {
    serde_json::from_str(&between(page, "data-given=\"", "\"")).expect("an object")
}

/// (typed text, text after escapes, URL by the URL Standard). The standard's section 4.4 strips controls and spaces at
/// both ends and removes tabs and line ends; the path's percent-encode set escapes everything else that is not ASCII;
/// UTS #46 removes U+200B and maps capitals in a host.
const CASES: [(&str, &str, &str); 11] = [
    ("http://h/a\\tb", "http://h/a\tb", "http://h/ab"),
    ("ht\\ntp://h/\\u{9}", "ht\ntp://h/\t", "http://h/"),
    ("http://h/\\u{200b}", "http://h/\u{200b}", "http://h/%E2%80%8B"),
    ("http://h/\\u{202e}gpj", "http://h/\u{202e}gpj", "http://h/%E2%80%AEgpj"),
    ("http://p\\u{200b}ub.example/", "http://p\u{200b}ub.example/", "http://pub.example/"),
    ("\\x68ttp://h/\\x7f", "http://h/\u{7f}", "http://h/%7F"),
    ("http:\\\\\\\\h\\\\x", "http:\\\\h\\x", "http://h/x"),
    ("http://h/\\r\\n'\\u{e9}", "http://h/\r\n'\u{e9}", "http://h/'%C3%A9"),
    ("http://h/$'`\\u{2066}\"\\\\1", "http://h/$'`\u{2066}\"\\1", "http://h/$'%60%E2%81%A6%22/1"),
    ("http://h/\\u{ad}1", "http://h/\u{ad}1", "http://h/%C2%AD1"),
    ("http://h/%5C\\u{25}41", "http://h/%5C%41", "http://h/%5C%41"),
];

/// The form has the pairs of a query as fields. Unchanged pairs keep their bytes, and the returned page has the new
/// URL. This works without scripts.
#[test]
fn the_fields_of_pairs_set_the_query() {
    const URL: &str = "http://sam:secret@pub.example/?__proto__=%41&a=1+2&a=<b>\"#f";
    let server = Server::start(&[]);
    let set = |fields: &[(&str, &str)]| {
        let body = [&[("url", URL), ("standard", "whatwg")][..], fields].concat();
        let body: Vec<String> = body.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let page = server.post("/", PAGE, &body.join("&"));
        assert_eq!(page.status, 200, "{}", page.body);
        page.body
    };
    let shown = set(&[]);
    // The pairs are those of the URL Standard's form parser (section 5.1).
    for (number, name, value) in [(1, "__proto__", "A"), (2, "a", "1 2"), (3, "a", "<b>\""), (4, "", "")] {
        assert_eq!(between(&shown, &format!("aria-label=\"name of pair {number}\" value=\""), "\""), name);
        assert_eq!(between(&shown, &format!("aria-label=\"value of pair {number}\" value=\""), "\""), value);
    }
    let [first, second, third] = ["__proto__=%41", "a=1+2", "a=%3Cb%3E%22"].map(|pair| ("pair", pair));
    let fields = |pairs: [(&'static str, &'static str); 4]| {
        pairs.into_iter().flat_map(|(name, value)| [("pair-name", name), ("pair-value", value)]).collect::<Vec<_>>()
    };
    let same = fields([("__proto__", "A"), ("a", "1 2"), ("a", "<b>\""), ("", "")]);
    let more = fields([("__proto__", "A"), ("a", "1 2"), ("a", "3"), ("b c", "&\u{e4}")]);
    let gone = [same.clone(), vec![("pair-removed", "0"), ("pair-removed", "2")]].concat();
    for (changed, url) in [
        (same, URL),
        (more, "http://sam:secret@pub.example/?__proto__=%41&a=1+2&a=3&b+c=%26%C3%A4#f"),
        (gone, "http://sam:secret@pub.example/?a=1+2#f"),
    ] {
        let page = set(&[&[first, second, third][..], &changed].concat());
        assert_eq!(between(&page, "aria-keyshortcuts=\"/\" value=\"", "\""), url);
        assert!(!page.split_once("id=\"answer\"").expect("an answer").1.contains("secret"));
    }
    // No query can be set in a text that is not a URL: the text stays as typed.
    let fields =
        [("url", "/menu?a=1"), ("standard", "whatwg"), ("pair", "a=1"), ("pair-name", "a"), ("pair-value", "2")];
    assert!(part(&server, &fields).contains("The query was not set: "));
}

#[test]
fn page_shows_the_characters_of_escapes() {
    let server = Server::start(&[]);
    for (typed, meant, url) in CASES {
        let page = part(&server, &[("url", typed), ("escapes", "read")]);
        let given = given(&page);
        assert_eq!(given["members"]["href"], url, "{typed}");
        assert_eq!(given["url"], meant, "{typed}");
        let link = between(&page, "id=\"permalink\" href=\"/#", "\"");
        assert!(link.ends_with("&escapes=read"), "{link}");
        let again = server.request("POST", "/", &[("Content-Type", PAGE)], link.as_bytes());
        assert_eq!(self::given(&again.body), given, "{link}");
    }
    // Escapes are also read in the base, and the URL is resolved against it.
    let page = part(&server, &[("url", "x\\u{a0}"), ("base", "http://h/\\ta/"), ("escapes", "read")]);
    assert_eq!(given(&page)["members"]["href"], "http://h/a/x%C2%A0");
    // Nothing is stripped, in contrast to input without escapes.
    let quoted = [("url", "<http://h/>"), ("escapes", "read")];
    assert_eq!(given(&part(&server, &quoted))["url"], "<http://h/>");
    assert_eq!(given(&part(&server, &quoted[..1]))["url"], "http://h/");
    // Without scripts, the fields keep the typed text.
    let fields = format!("url={}&escapes=read", encoded("http://h/\\t\\u{200b}"));
    let whole = server.post("/", PAGE, &fields).body;
    assert!(whole.contains("value=\"http://h/\\t\\u{200b}\""), "{whole}");
    assert!(whole.contains("name=\"escapes\" value=\"read\" checked"), "{whole}");
}

/// A shell passes the exact characters to the command, which strips none of them.
#[test]
fn commands_say_the_same() {
    let server = Server::start(&[]);
    let Some(bash) = program("bash", "bash") else { return };
    for (typed, meant, _) in CASES {
        let page = part(&server, &[("url", typed), ("escapes", "read")]);
        let commands = between(&page, "<pre class=\"commands\" tabindex=\"0\">", "</pre>");
        let line = commands.lines().find(|line| line.starts_with("napkin normalize")).expect("a command");
        assert!(!line.contains("--typed") && !line.chars().any(|character| character.is_control()), "{line:?}");
        let script = format!("napkin() {{ printf '%s' \"${{@: -1}}\"; }}\n{line}");
        let said = run(Command::new(&bash).args(["-c", &script]));
        assert_eq!(said, meant, "{line}");
    }
}

#[test]
fn a_malformed_escape_is_an_error_with_its_place() {
    let server = Server::start(&[]);
    // (fields, message)
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[("url", "http://h/é\\q")], "Character 11 of the URL: expected one of <code>"),
        (&[("url", "\\u{d800}")], "Character 1 of the URL: expected the hexadecimal number of a character"),
        (&[("url", "x"), ("base", "http://h/\\x80")], "Character 10 of the base URL: expected two hexadecimal digits"),
        (&[("url", "x"), ("other", "\\")], "Character 1 of the URL to compare with: expected one of"),
        (&[("url", "\\N"), ("base", "\\N")], "Character 1 of the URL: "),
    ];
    for (fields, said) in cases {
        let page = part(&server, &[fields, &[("escapes", "read")]].concat());
        assert!(page.contains(said), "{said}: {page}");
        assert!(!page.contains("id=\"drawn\"") && page.contains("class=\"caret\""), "{page}");
        // If the box is not checked, a backslash is an ordinary character.
        assert!(part(&server, fields).contains("id=\"drawn\""));
    }
}

/// A password is masked in the text after escapes, even if escapes produce its beginning or its end.
#[test]
fn passwords_with_escapes_are_masked() {
    let server = Server::start(&[]);
    for typed in [
        "http://sam:xyz\\u{7a}y9@h/\\u{200b}", "http://sam:xyzzy9\\u{40}h/", "http://sam\\x3axyzzy9@h/",
        "http:\\\\\\\\sam:xyzzy9@h/", "http://sam:xyzzy9@h/\\q", "http://sam:xyzzy9\\x40h/\\q",
        "http://sam:xyzzy9\\u{40}h/\\q", "http://sam:xyzzy9\\u{0040}h/\\q",
    ] {
        let page = part(&server, &[("url", typed), ("base", typed), ("other", typed), ("escapes", "read")]);
        assert!(!page.contains("xyzzy9") && !page.contains("xyz\\u{7a}y9"), "{typed}: {page}");
        let page = part(&server, &[("url", typed), ("escapes", "read"), ("passwords", "shown")]);
        assert!(page.contains("xyzzy9"), "{typed}: {page}");
    }
}

/// The script compares the browser's `URL` with these members of the URL Standard's API (section 6.1).
#[test]
fn the_browser_gets_the_members_of_a_url() {
    let server = Server::start(&[]);
    let members = |fields: &[(&str, &str)]| given(&part(&server, fields))["members"].clone();
    let all = members(&[("url", "HTTP://sam:pw@Pub.Example:8080/a/../b?ink=blue#url"), ("passwords", "shown")]);
    let expected = serde_json::json!({
        "href": "http://sam:pw@pub.example:8080/b?ink=blue#url", "protocol": "http:", "username": "sam", "password": "pw",
        "hostname": "pub.example", "port": "8080", "pathname": "/b", "search": "?ink=blue", "hash": "#url",
    });
    assert_eq!(all, expected);
    let masked = members(&[("url", "http://sam:pw@h/")]);
    assert_eq!((&masked["href"], &masked["password"]), (&"http://sam:**@h/".into(), &"**".into()));
    // For browsers, the text before `\` is the host: a mask would hide that.
    let odd = "http://sam:pw\\@evil.example/";
    assert_eq!(given(&part(&server, &[("url", odd)])), serde_json::json!({"hidden": true}));
    assert_eq!(members(&[("url", odd), ("passwords", "shown")]), serde_json::Value::Null);
    let odd = "http://pub.example:80\\@evil.example/";
    assert_eq!(members(&[("url", odd), ("passwords", "shown")])["hostname"], "pub.example");
    assert_eq!(members(&[("url", "../x"), ("base", "http://h/a/b/c")])["href"], "http://h/a/x");
    for fields in [&[("url", "x")][..], &[("url", "http://h:8o/")], &[("url", "http://h/"), ("base", "x")]] {
        assert_eq!(members(fields), serde_json::Value::Null, "{fields:?}");
    }
}

/// Where a URL to compare with may stand, a pattern or a template is matched.
#[test]
fn patterns_and_templates_are_matched() {
    let server = Server::start(&[]);
    let url = "https://sam:xyzzy9@cork.pub.example/menu/stout?size=pint";
    let none: &[&str] = &[];
    // (URL, base, pattern, texts of the answer; none for an answer without the section)
    let cases = [
        (
            url,
            "",
            "https://*.pub.example/menu/:drink",
            &["yes", "0=cork", "(hostname)", "drink=stout", "(pathname)"][..],
        ),
        (url, "", "https://*.pub.example/menu/:drink/", &[">no<"]),
        (url, "", "https://*.pub.example/{menu", &["Not a pattern", "Not a template"]),
        (
            "https://pub.example/menu/stout",
            "",
            "https://pub.example/menu/{drink}",
            &["Yes", "URI template", "drink=stout"],
        ),
        ("https://pub.example/menu/stout", "", "https://pub.example/(menu|food)/*", &["0=menu", "1=stout"]),
        ("/menu/stout", "https://pub.example/", "/menu/:drink", &["drink=stout"]),
        ("http://h:8o/", "", "http://*/", &["Not a URL for browsers"]),
        (url, "", "https://pub.example:8080/", none),
        (url, "", "", none),
    ];
    for (url, base, pattern, expected) in cases {
        let page = part(&server, &[("url", url), ("base", base), ("other", pattern)]);
        assert_eq!(page.contains("id=\"patterns\""), !expected.is_empty(), "{pattern}");
        assert!(!page.contains("xyzzy9"), "{pattern}");
        for text in expected {
            let section = between(&page, "id=\"patterns\"", "</section>").to_lowercase();
            assert!(section.contains(&text.to_lowercase()), "{pattern}: {text}: {section}");
        }
    }
    // A group of a password has stand-ins, unless the form asks to show it.
    let fields = [("url", url), ("other", "https://:name\\::word@*/*")];
    assert!(!part(&server, &fields).contains("xyzzy9"));
    let shown = part(&server, &[&fields[..], &[("passwords", "shown")]].concat());
    assert!(between(&shown, "id=\"patterns\"", "</section>").contains("xyzzy9"), "{shown}");
    let long = "*".repeat(1025);
    assert!(part(&server, &[("url", url), ("other", &long)]).contains("too long to be matched here"));
}

/// The first sentence of an answer: validity under the standards, completeness, and where programs go. The hosts of browsers and
/// curl are those that `conformance/models` measures.
#[test]
fn brief_says_the_main_point_in_one_sentence() {
    let server = Server::start(&[]);
    // (URL, base, sentence without code)
    let cases = [
        ("http://pub.example/", "", "✓ Valid under all four standards; every program goes to pub.example."),
        ("mailto:sam@pub.example", "", "✓ Valid under all four standards."),
        ("../menu", "", "≈ Relative: it needs a base URL, such as the URL of its page."),
        ("../menu", "http://pub.example/a/b", "✓ Valid under all four standards; every program goes to pub.example."),
        ("http://127.1/", "", "≈ Programs read this spelling differently. All read this one alike: http://127.0.0.1/"),
        ("http://h:8o/", "", "✗ Not valid under any of the four standards: expected a digit, but found o."),
        (
            "http://sam:xyz^zy@h:8o/",
            "",
            "✗ Not valid under any of the four standards: expected a user or password character, but found a masked character.",
        ),
        (
            "http://pub.example\\@evil.example/",
            "",
            "✗ Browsers and curl go to different hosts: pub.example and evil.example.",
        ),
    ];
    for (url, base, expected) in cases {
        let page = part(&server, &[("url", url), ("base", base)]);
        let found = between(&page, "<p id=\"brief\"", "</p>").replace("<code>", "").replace("</code>", "");
        assert_eq!(found.split_once('>').map(|(_, said)| said), Some(expected), "{url}");
        let quotes = between(&page, "id=\"findings\"", "</section>").matches("class=\"quote\"").count();
        assert!(quotes <= 1, "{url} is drawn {quotes} times");
    }
    assert!(!part(&server, &[]).contains("id=\"brief\""));
    for (at, expected) in [("", "✗ 1 link; 1 not valid, or without a base URL."), ("http://h/", "✓ 1 link.")] {
        let page = part(&server, &[("document", "<a href=x>"), ("type", "html"), ("at", at)]);
        assert_eq!(between(&page, "<p id=\"brief\"", "</p>").split_once('>').map(|(_, said)| said), Some(expected));
    }
    // A fix that removes text, and a text too long to be drawn whole.
    let page = part(&server, &[("url", "http://sam@pub.example/\u{200b}")]);
    assert!(page.contains(". Remove it.</p>") && !page.contains("(nothing)"), "{page}");
    let long = format!("http://h/{}^{}^", "a".repeat(600), "b".repeat(600));
    assert!(between(&part(&server, &[("url", &long)]), "id=\"findings\"", "</section>").contains('…'));
}

#[test]
fn pages_are_small() {
    let server = Server::start(&[]);
    for target in ["/", "/api", "/lint"] {
        let length = server.get(target).body.len();
        assert!(length < 50 << 10, "{target} has {length} bytes");
    }
    let answer = part(&server, &[("url", "http://pub.example\\@evil.example/")]);
    assert!(answer.len() < 50 << 10, "{}", answer.len());
}

#[test]
fn api_page_describes_every_route() {
    let server = Server::start(&[]);
    let page = server.get("/api").body;
    let description = server.get("/api/openapi.json").json();
    let routes = description["paths"].as_object().expect("paths").keys().filter(|path| path.starts_with("/api/"));
    let missing: Vec<_> = routes.filter(|path| !page.contains(&format!("<code>{path}</code>"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A document is checked as far as it tells by itself: neither the files of the server's machine nor other servers are looked at.
#[test]
fn broken_links_of_a_document_are_listed_without_looking_elsewhere() {
    let server = Server::start(&[]);
    let own = format!("file://{}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
    let page = format!(
        "<p id=beer><a href=#beer></a><a href=#wine></a><a href=tel:a></a><a href=Cargo.toml></a><a href={own}></a>\
         <a href=http://127.0.0.1:1/></a>"
    );
    let beside = own.replace("Cargo.toml", "a.html");
    for base in ["", "http://pub.example/a.html", &beside] {
        let answer = part(&server, &[("document", &page), ("name", "Cargo.toml"), ("type", "html"), ("at", base)]);
        let found = between(&answer, "id=\"broken\">", "</section>");
        assert!(found.starts_with("2 broken, of 6. 3 lead to files or servers"), "{base}: {found}");
        assert!(found.contains("fragment-missing") && found.contains("#wine"), "{base}: {found}");
        assert!(found.contains("malformed") && found.contains("tel:a"), "{base}: {found}");
    }
}

/// Servers are asked only if the form says so, each target once, and only where the policy permits it.
#[test]
fn servers_are_asked_about_the_links_of_a_document_if_the_form_says_so() {
    let web = http::Server::new(|head| match head.split(' ').nth(1) {
        Some("/menu") => {
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<p id=beer>".to_vec()
        }
        _ => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
    });
    let page = "<a href=/menu></a><a href=/menu#beer></a><a href=/menu#wine></a><a href=/gone></a><a href=file:///etc/passwd></a>";
    let fields = [("document", page), ("type", "html"), ("at", &*web.url("/a.html")), ("servers", "ask")];
    let cautious = Server::start(&[]);
    let found = between(&part(&cautious, &fields), "id=\"broken\">", "</section>");
    assert!(found.starts_with("No link is broken, of 5. 4 could not be looked at."), "{found}");
    let port = web.address.port().to_string();
    let server = Server::start(&["--allow-host", "127.0.0.1", "--allow-port", &port]);
    for _ in 0..2 {
        let found = between(&part(&server, &fields), "id=\"broken\">", "</section>");
        assert!(found.starts_with("2 broken, of 5."), "{found}");
        assert!(found.contains("fragment-missing") && found.contains("404"), "{found}");
    }
    let asked = || web.heads().iter().filter(|head| head.starts_with("GET /menu ")).count();
    assert_eq!(asked(), 2);
    let found = between(&part(&server, &fields[..3]), "id=\"broken\">", "</section>");
    assert!(found.starts_with("No link is broken, of 5. 5 lead to files or servers"), "{found}");
    assert_eq!(asked(), 2);
    // The gateway still retrieves from the same host.
    let got = server.get(&format!("/get?url={}", encoded(&web.url("/menu"))));
    assert_eq!((got.status, &*got.body), (200, "<p id=beer>"));
}
