//! The screen on the labelled carriers, and on anything at all.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use napkin_document::rules;
use napkin_document::screen::{Format, Policy, ScreenLimits, Screened, example_policy, screen, screen_url};
use proptest::prelude::*;

/// A document, the URLs in it, and the number of URLs that browsers refuse.
struct Case {
    id: String,
    format: Option<Format>,
    bytes: Vec<u8>,
    found: Vec<Found>,
    refused: usize,
}

/// The essence of its type, its depth, and what its bytes are where that is another type.
type Found = (String, usize, Option<String>);

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/screen");
    let files = std::fs::read_dir(folder).expect("the carriers").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    files.sort();
    files.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Case> {
    let table: toml::Table = std::fs::read_to_string(path).expect("a file").parse().expect("TOML");
    let text = |case: &toml::Value, key: &str| case.get(key).map(|value| value.as_str().expect("text").to_owned());
    let cases = table["case"].as_array().expect("cases").iter().map(|case| Case {
        id: text(case, "id").expect("a name"),
        format: Format::ALL.into_iter().find(|format| Some(format.name()) == format_name(case)),
        bytes: match (text(case, "text"), text(case, "base64")) {
            // Lines of mail end with CR LF.
            (Some(text), _) if case["format"].as_str() == Some("mail") => text.replace('\n', "\r\n").into_bytes(),
            (Some(text), _) => text.into_bytes(),
            (None, base64) => BASE64_STANDARD.decode(base64.expect("text or base64")).expect("base64"),
        },
        found: case.get("found").and_then(toml::Value::as_array).into_iter().flatten().map(find_of).collect(),
        refused: case.get("refused").and_then(toml::Value::as_integer).map_or(0, |count| count as usize),
    });
    cases.collect()
}

/// SVG is read as any XML.
fn format_name(case: &toml::Value) -> Option<&str> {
    case["format"].as_str().map(|name| if name == "svg" { "xml" } else { name })
}

fn find_of(find: &toml::Value) -> Found {
    let depth = find["depth"].as_integer().and_then(|depth| depth.try_into().ok());
    let sniffed = find.get("sniffed").map(|sniffed| sniffed.as_str().expect("a type").to_owned());
    (find["essence"].as_str().expect("an essence").to_owned(), depth.expect("a depth"), sniffed)
}

#[test]
fn the_labelled_carriers() {
    let mut wrong = Vec::new();
    let (mut active, mut harmless) = (0, 0);
    for case in cases() {
        let format = case.format.expect("a format");
        let (mut found, mut refused) = (Vec::new(), 0);
        screen(&case.bytes, format, &Policy::default(), &mut |find| match find.error {
            None => {
                let is_mismatch = find.findings.iter().any(|finding| finding.rule == rules::DATA_TYPE_MISMATCH);
                let sniffed = find.sniffed.filter(|_| is_mismatch).map(str::to_owned);
                found.push((find.essence().to_owned(), find.depth(), sniffed));
            }
            Some(_) => refused += 1,
        });
        if found != case.found || refused > case.refused {
            wrong.push(format!("{}: expected {:?}, but found {found:?}, refused {refused}", case.id, case.found));
        }
        *if case.found.is_empty() { &mut harmless } else { &mut active } += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(active >= 100 && harmless >= 100, "{active} active, {harmless} harmless");
}

/// Screens, and holds that each span of a chain is a place in what holds it, and that the last is the URL.
fn assert_chains_lead_back(bytes: &[u8], format: Format, policy: &Policy) {
    let mut holders: Vec<Vec<u8>> = vec![bytes.to_vec()];
    screen(bytes, format, policy, &mut |find| {
        holders.truncate(find.depth());
        let holder = &holders[find.depth() - 1];
        let span = find.chain[find.depth() - 1];
        assert!(span.start <= span.end && span.end <= holder.len(), "{span:?} of {}", holder.len());
        if find.is_url {
            assert!(span.start < span.end, "{find:?}");
            for finding in find.findings {
                assert!(find.text.get(finding.span.range()).is_some(), "{finding:?} {}", find.text);
            }
        }
        holders.push(find.data.unwrap_or_default().to_vec());
    });
}

#[test]
fn chains_of_the_carriers_lead_back() {
    for case in cases() {
        for format in Format::ALL {
            assert_chains_lead_back(&case.bytes, format, &Policy::default());
        }
    }
}

#[test]
fn a_chain_leads_to_the_bytes() {
    let inner = "data:image/svg+xml,x";
    let page = format!("<p><iframe srcdoc=\"&lt;a href='{inner}'&gt;\">");
    let base64 = BASE64_STANDARD.encode(&page);
    let style = format!("@import 'data:text/html;base64,{base64}';");
    let mut chains = Vec::new();
    screen(style.as_bytes(), Format::Css, &Policy::default(), &mut |find| chains.push(find.chain.to_vec()));
    assert_eq!(chains.len(), 2);
    assert_eq!(chains[0][0].of(&style), format!("data:text/html;base64,{base64}"));
    assert_eq!(chains[1][0], chains[0][0]);
    assert_eq!(chains[1][1].of(&page), inner);
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

/// `data:text/html` in itself, as deep as is asked for.
fn nested(depth: usize) -> String {
    (0..depth).fold("x".to_owned(), |inside, _| format!("<a href=\"data:text/html,{}\">", attribute(&inside)))
}

fn deepest(text: &str, format: Format, policy: &Policy) -> (usize, Screened) {
    let mut depth = 0;
    let screened = screen(text.as_bytes(), format, policy, &mut |find| depth = depth.max(find.depth()));
    (depth, screened)
}

#[test]
fn a_thousand_levels_end_at_the_limit() {
    // Plain text needs no escapes.
    let text = "data:text/plain,".repeat(1000) + "x";
    let (depth, screened) = deepest(&text, Format::Text, &Policy::default());
    assert_eq!((depth, screened.unread), (8, 1));
    let limits = ScreenLimits::default().with_depth(2000);
    let (depth, screened) = deepest(&text, Format::Text, &Policy::default().with_limits(limits));
    assert_eq!((depth, screened.unread), (1000, 0));
    let (depth, screened) = deepest(&nested(6), Format::Html, &Policy::default());
    assert_eq!((depth, screened.unread), (6, 0));
    let srcdoc = (0..70).fold("x".to_owned(), |inside, _| format!("<iframe srcdoc=\"{}\">", attribute(&inside)));
    assert_eq!(deepest(&srcdoc, Format::Html, &Policy::default()).1.unread, 1);
    assert_eq!(deepest(&srcdoc, Format::Html, &Policy::default().with_limits(limits)).1.unread, 1);
    let mail = "Content-Type: message/rfc822\n\n".repeat(1000);
    assert_eq!(deepest(&mail, Format::Mail, &Policy::default().with_limits(limits)).1.unread, 1);
}

#[test]
fn every_limit_has_its_finding() {
    let codes = |page: &str, limits: ScreenLimits| {
        let mut codes = Vec::new();
        screen(page.as_bytes(), Format::Html, &Policy::default().with_limits(limits), &mut |find| {
            codes.extend(find.findings.iter().map(|finding| finding.rule.code()));
        });
        codes
    };
    let usual = ScreenLimits::default();
    let page = "<a href='data:text/html,<a href=data:,12345678>'><a href=data:,1><a href=data:,2>";
    assert_eq!(codes(page, usual), [""; 0]);
    assert_eq!(codes(page, usual.with_depth(1)), ["data-too-deep"]);
    assert_eq!(codes(page, usual.with_count(3)), ["data-too-many"]);
    assert_eq!(codes(page, usual.with_size(8)), ["data-too-large"]);
    assert_eq!(codes(page, usual.with_total(31)), ["data-total-too-large", "data-total-too-large"]);
}

#[test]
fn each_rule_of_screening_is_found_in_its_example() {
    let rules = rules::SCREEN_RULES.iter().copied();
    assert_eq!(rules.len(), 8);
    for rule in rules {
        let example = rule.example().expect("an example");
        let mut found = false;
        screen_url(example.text, &example_policy(), &mut |find| {
            found |= find.findings.iter().any(|finding| finding.rule == rule);
        });
        assert!(found, "{}", rule.code());
    }
}

#[test]
fn data_that_programs_read_differently_is_reported() {
    for (url, expected) in [
        ("data:text/html,X", false),
        ("data:,X", false),
        ("data:image/svg+xml;utf8,X", false),
        ("data:text/plain;charset=utf-8;base64,WA==", false),
        ("data:text%2Fhtml,X", true),
        ("data:image/svg%2Bxml;base64,WA==", true),
        ("data://text/html,X", true),
        ("data:text/html;%62ase64,X", true),
        ("data:text/plain;a=%2C,X", false),
        ("data:text/html;charset=utf%2D7,X", true),
        ("data:text/html;charset=UTF-8,X", false),
        ("data:///text/html,X", true),
        ("data:/x,X", false),
    ] {
        let mut found = false;
        screen_url(url, &Policy::default(), &mut |find| {
            found = find.findings.iter().any(|finding| finding.rule == rules::DATA_TYPE_AMBIGUOUS);
        });
        assert_eq!(found, expected, "{url}");
    }
}

/// White space in data that is not base64: RFC 2397 section 3 has none; the URL Standard keeps spaces.
#[test]
fn data_that_old_filters_read_otherwise_is_reported() {
    for (url, expected) in [
        ("data:text/html,<script>", None),
        ("data:text/html,a b", Some("a b")),
        ("data:text/html,a b#c d", Some("a b")),
        ("data:text/html,a%20b", None),
        ("data:text/html,a\tb\n", None),
        ("data:text/html;base64,WA ==", None),
        // Neither reads what the other does not.
        ("data:text/html,<a b>", None),
        ("data:text/html;base64,W$==", None),
    ] {
        let mut found = None;
        screen_url(url, &Policy::default(), &mut |find| {
            let mut ambiguous = find.findings.iter().filter(|finding| finding.rule == rules::DATA_BYTES_AMBIGUOUS);
            found = ambiguous.next().map(|finding| finding.span.of(url));
        });
        assert_eq!(found, expected, "{url}");
    }
}

/// Tests whether Chromium 148 runs the URL in a frame; `data/chromium-data-urls.tsv` has the results of its `fetch()`.
#[test]
fn slashes_before_a_type_are_read_as_chromium_does() {
    let policy = Policy::default().with_deny(vec!["text/html".parse().expect("a type")]);
    for (url, expected) in [
        ("data://text/html,X", Some("text/html")),
        (" d\nata:\t//TEXT/HTML;base64,WA==", Some("text/html")),
        ("data:/text/html,X", None),
        ("data:///text/html,X", None),
        ("data://h/text/html,X", None),
        ("data:/../text/html,X", None),
        ("data://text/html/../text/html,X", None),
        ("data:text/html//,X", None),
        ("data:,X", None),
    ] {
        let mut found = None;
        let screened = screen_url(url, &policy, &mut |find| {
            assert_eq!(find.essence(), "text/plain", "{url}");
            found = find.in_chromium.map(|media_type| media_type.essence().to_owned());
        });
        assert_eq!((found.as_deref(), screened.denied), (expected, usize::from(expected.is_some())), "{url}");
    }
    let mut essences = Vec::new();
    screen_url("data://text/html,x <img src=data:image/gif,x>", &Policy::default(), &mut |find| {
        essences.push(find.essence().to_owned());
    });
    assert_eq!(essences, ["text/plain", "image/gif"]);
}

#[test]
fn a_bomb_ends_at_the_limits() {
    // Each level names the next twice; and entities of XML do.
    let bomb = (0..14).fold("x".to_owned(), |inside, _| {
        let url = format!("data:text/css;base64,{}", BASE64_STANDARD.encode(&inside));
        format!("a{{b:url({url})url({url})}}")
    });
    let limits = ScreenLimits::default().with_depth(100).with_count(1000).with_total(1 << 20);
    let screened = screen(bomb.as_bytes(), Format::Css, &Policy::default().with_limits(limits), &mut |_| {});
    assert!(screened.unread > 0 && screened.found <= 1000, "{screened:?}");
    let mut laughs = String::from("<!DOCTYPE x [<!ENTITY e0 'data:,'>");
    for number in 1..20 {
        laughs += &format!("<!ENTITY e{number} '{}'>", format!("&e{};", number - 1).repeat(10));
    }
    laughs += "]><x xmlns:l='http://www.w3.org/1999/xlink' l:href='&e19;'/>";
    let screened = screen(laughs.as_bytes(), Format::Xml, &Policy::default(), &mut |_| {});
    assert_eq!((screened.found, screened.unread), (0, 1));
    // And where they are content, in themselves and in each other.
    for entity in ["<x/>&a;&a;", "<x/>&b;&b;"] {
        let laughs = format!("<!DOCTYPE x [<!ENTITY a '{entity}'><!ENTITY b '&a;&a;'>]><x>&a;</x>");
        let screened = screen(laughs.as_bytes(), Format::Xml, &Policy::default(), &mut |_| {});
        assert_eq!((screened.found, screened.unread), (0, 1), "{entity}");
    }
}

/// Namespaces, so many that looking at each of them for each entity would be quadratic.
fn prefixes() -> String {
    (0..50_000).map(|number| format!("xmlns:a{number}='b' ")).collect()
}

#[test]
fn time_is_linear() {
    // A megabyte of each takes well under a second; what is quadratic takes minutes.
    let many = |text: &str| text.repeat((1 << 20) / text.len());
    let pages = [
        (Format::Html, many("<a href=data:,x>")),
        (Format::Html, many("<svg>") + &many("<style>")),
        (Format::Xml, many("<a xmlns:a='x' b='&c;'>")),
        (Format::Xml, format!("<!DOCTYPE a [{}", many("<!ENTITY a 'b"))),
        (Format::Xml, format!("<a {}>", many("b='c' "))),
        (Format::Xml, format!("<!DOCTYPE a [<!ATTLIST a {}>]>{}", many("b CDATA 'c' "), many("<a/>"))),
        (Format::Xml, format!("<!DOCTYPE a [<!ATTLIST a {}>]>{}", many("xmlns:b CDATA 'c' "), many("<a b='c'/>"))),
        (Format::Xml, format!("<!DOCTYPE a [{}]>{}", many("<!ATTLIST a b CDATA 'c'>"), many("<a b='c'/>"))),
        (Format::Xml, format!("<!DOCTYPE a [<!ENTITY a '<b/>'>]><a {}>{}", prefixes(), many("&a;"))),
        (Format::Xml, format!("<rss>{}", many("<description>&lt;a>"))),
        (Format::Html, format!("\"imports\"{}", many("<script type=importmap>"))),
        (Format::Html, format!("\"imports\"{}", many("<script type=importmap>{\"a\":\"data:,\"}</script>"))),
        (Format::Css, many("url(data:,x)")),
        (Format::Css, many("@import '")),
        (Format::Json, many("\"data:,\\")),
        (Format::Json, many("\"\" ")),
        (Format::Text, many("data:text/html,")),
        (Format::Text, many("<data:")),
        (Format::Xml, format!("<set xmlns='http://www.w3.org/2000/svg' {} attributeName='href'/>", many("to='' "))),
        (Format::Html, format!("<svg><set {} attributeName=id>", many("to='' "))),
        (Format::Html, format!("<link {} rel=x>", many("href='' "))),
        (Format::Mail, format!("List-Post: {}", many("<data:,>\n "))),
        (Format::Mail, many("Content-Location: data:,x\n ")),
        (Format::Mail, format!("Content-Type: multipart/mixed; boundary=b\n\n{}", many("--b\n\nx\n"))),
        (
            Format::Mail,
            format!(
                "Content-Type: multipart/mixed; boundary=b\n{}",
                many("\n--b\nContent-Type: multipart/mixed; boundary=b\n")
            ),
        ),
    ];
    for (format, page) in pages {
        let screened = screen(page.as_bytes(), format, &Policy::default(), &mut |_| {});
        assert!(screened.found <= 10_000, "{format} {screened:?}");
    }
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "<iframe src=", "<a href='", "<svg><image href=\"", "<style>", "</style>", "<iframe srcdoc=\"", "style='", "'",
        "\"", ">", "data:", "data:text/html,", "data:image/svg+xml;base64,", "data:text/css,",
        "data:application/json,", "&#100;", "&quot;", "%22", "%3C", "PHN2Zz4=", "url(", ")", "@import '", "\\64 ",
        "{\"a\":", "\\u0064", "<!DOCTYPE x [<!ENTITY e '", "'>]>", "&e;", "<x xmlns='http://www.w3.org/2000/svg'>",
        "<![CDATA[", "]]>", "<?xml-stylesheet href='", "?>", " ", ",", "\n", "\u{e9}", "<a b='&", ";",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in Format::ALL {
            assert_chains_lead_back(&bytes, format, &Policy::default());
        }
    }

    #[test]
    fn arbitrary_markup_never_panics(bytes in pieces(), is_wide in any::<bool>()) {
        let wide: Vec<u8> = String::from_utf8_lossy(&bytes).encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bytes = if is_wide { [&[0xff, 0xfe], &wide[..]].concat() } else { bytes };
        let limits = ScreenLimits::default().with_depth(3).with_count(20).with_size(60).with_total(200);
        for format in Format::ALL {
            assert_chains_lead_back(&bytes, format, &Policy::default());
            assert_chains_lead_back(&bytes, format, &Policy::default().with_limits(limits));
        }
    }
}
