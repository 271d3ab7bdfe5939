//! Tests the links of gateways, redirectors, archives and caches.

use napkin_audit::{Settings, audit, rules, unwrap, unwrap_all};

#[test]
fn links_of_services_have_their_inner_urls() {
    let file: toml::Table =
        toml::from_str(include_str!("../../../../data/audit/unwrap.toml")).expect("data/audit/unwrap.toml");
    let mut services = std::collections::BTreeSet::new();
    for case in file["case"].as_array().expect("cases") {
        let text = |name: &str| case[name].as_str().expect("a text");
        // Only the tables know that `co.uk` is a public suffix.
        if case.get("needs").is_some() && cfg!(not(feature = "tables")) {
            continue;
        }
        let found = unwrap(text("link")).unwrap_or_else(|| panic!("{case}"));
        assert!(!text("source").is_empty());
        assert_eq!((found.service, found.url.as_deref().unwrap_or_default()), (text("service"), text("url")), "{case}");
        assert!(text("link").get(found.span.range()).is_some(), "{case}");
        services.insert(found.service);
    }
    assert!(services.len() > 18, "{services:?}");
    for link in file["plain"].as_array().expect("plain links") {
        let link = link.as_str().expect("a text");
        assert_eq!(unwrap(link), None, "{link}");
    }
}

#[test]
fn unwrapping_stops_at_its_limit_and_reads_every_text() {
    let mut link = "https://pub.example/".to_owned();
    for _ in 0..6 {
        link = format!("https://web.archive.org/web/2024/{link}");
    }
    assert_eq!(unwrap_all(&link, 16).len(), 6);
    assert_eq!(unwrap_all(&link, 4).len(), 4);
    for service in ["https://urldefense.com/v3/__", "https://web.archive.org/web/", "https://secure-web.cisco.com/"] {
        for end in ["", "__;", "__;!", "*__;", "**__;AA!", "%", "\u{e9}", "http", "//", "?u=", "**", "__;\u{e9}!"] {
            let link = [service, end, end].concat();
            let found = unwrap(&link);
            assert!(found.is_none_or(|found| link.get(found.span.range()).is_some()), "{link}");
        }
    }
}

#[test]
fn inner_urls_are_audited_at_their_place_in_the_link() {
    let link = "https://l.facebook.com/l.php?u=http%3A%2F%2Fpub.example%40evil.example%2F&h=AT0";
    let mut found = Vec::new();
    audit(link, None, &Settings::default(), &mut found);
    let inner: Vec<_> = found.iter().filter(|finding| finding.rule == rules::BRAND_BEFORE_AT).collect();
    assert_eq!(inner.len(), 1, "{found:?}");
    assert_eq!(inner[0].span.of(link), "http%3A%2F%2Fpub.example%40evil.example%2F");
    let harmless = "https://www.google.com/url?q=https://pub.example/menu&sa=t";
    found.clear();
    audit(harmless, None, &Settings::default(), &mut found);
    assert_eq!(found, []);
}
