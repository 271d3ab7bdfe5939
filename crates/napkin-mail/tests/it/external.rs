//! External bodies: `data/mail/external.toml`, and the URL parameter both ways.

use crate::cases::{self, cases, list, message, name, with_message, wrap};
use napkin::{Base, Finding, Reference, Resolution, Rule, Standard};
use napkin_mail::rules;
use napkin_mail::{
    Bases, ExternalBody, Hash, Limits, Message, PartKind, Profile, Spaces, Wrap, example_findings, write_url,
};
use proptest::prelude::*;
use toml::{Table, Value};

/// Returns the values of an external body, by the keys of the cases.
fn described(external: &ExternalBody<'_>) -> Table {
    let mut table = Table::new();
    let mut put = |key: &str, value: Option<Value>| drop(value.map(|value| table.insert(key.into(), value)));
    let text = |text: &str| Value::String(text.to_owned());
    put("access", external.access.map(|access| text(access.name())));
    put("url", external.url.as_deref().ok().map(text));
    put("why", external.url.as_ref().err().map(|why| text(why.name())));
    put("size", external.size.map(|size| Value::Integer(size as i64)));
    put("expires", external.expiration.as_ref().and_then(|it| it.seconds).map(Value::Integer));
    put("writable", external.is_writable.then_some(Value::Boolean(true)));
    put("login", external.needs_login.then_some(Value::Boolean(true)));
    put("id", external.content_id.as_deref().map(text));
    let hash = |hash: &Hash| if matches!(hash, Hash::Sha1(_)) { "sha1" } else { "unverifiable" };
    put("hash", external.hash.as_ref().map(|it| text(hash(it))));
    put("md5", external.md5.map(|digest| Value::String(digest.iter().map(|byte| format!("{byte:02x}")).collect())));
    table
}

#[test]
fn external_bodies_are_those_of_the_cases() {
    let cases = cases("external");
    let mut checked = 0;
    for case in &cases {
        let name = name(case);
        let text = message(with_message(case, &cases), "message").expect(name);
        // Both kinds of line breaks.
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let mut findings: Vec<Finding> = Vec::new();
            let message = Message::read(text.as_bytes(), &Limits::default(), &mut findings);
            message.check(&mut findings);
            let number = cases::text(case, "part");
            let mut parts = message.parts().filter(|part| part.kind() == PartKind::ExternalBody);
            let part = parts.find(|part| number.is_none_or(|number| part.number() == number)).expect(name);
            let external = part.external_body().expect(name);
            let inner = part.children().next().expect(name);
            let mut found = described(&external);
            found.insert("inner".into(), Value::String(inner.essence().into_owned()));
            let keys = ["access", "url", "why", "size", "expires", "writable", "login", "id", "hash", "md5", "inner"];
            let expected: Table =
                keys.iter().filter_map(|&key| Some((key.to_owned(), case.get(key)?.clone()))).collect();
            assert_eq!(found, expected, "{name}");
            let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
            rules.sort_unstable();
            assert_eq!(rules, list(case, "rules").unwrap_or_default(), "{name}");
            further(case, &external, &message, text.as_bytes());
            checked += 1;
        }
    }
    assert_eq!(checked, 2 * cases.len());
}

/// Checks the values that only some cases have.
fn further(case: &Table, external: &ExternalBody<'_>, message: &Message<'_>, bytes: &[u8]) {
    let name = name(case);
    let expected = |key: &str| cases::text(case, key);
    let part = message.parts().find(|part| part.kind() == PartKind::ExternalBody).expect(name);
    if let Some(url) = expected("keeping") {
        let kept = part.external_body_with(Spaces::Keep, &mut ()).expect(name);
        assert_eq!(kept.url.as_deref(), Ok(url), "{name}");
    }
    if let Some(url) = expected("asked") {
        assert_eq!(external.request_url(), Some(url), "{name}");
    }
    if let Some(url) = expected("request") {
        let number = expected("part").unwrap_or("1");
        let inner = message.part(number).and_then(|part| part.children().next()).expect(name);
        assert_eq!(external.request_by_mail(inner.raw_body()).as_deref(), Some(url), "{name}");
    }
    if let Some(absolute) = expected("absolute") {
        let bases = Bases::new(message, Profile::Draft1997, None);
        let base = bases.of(part).url.clone().expect(name);
        let base = Base::new(Reference::parse(&base, Standard::Rfc3986).unwrap()).unwrap();
        let reference = Reference::parse(external.url.as_deref().unwrap(), Standard::Rfc3986).unwrap();
        let Ok(Resolution::Absolute(url)) = base.resolve(reference) else { panic!("{name}") };
        assert_eq!(url.as_str(), absolute, "{name}");
    }
    let span = external.url_span.filter(|_| external.access.is_some_and(|access| access.name() == "url"));
    if let (Some(span), Ok(url), true) = (span, &external.url, part.is_verbatim()) {
        // The span contains the URL.
        let there = String::from_utf8_lossy(&bytes[span.range()]);
        assert!(there.contains(&url[..4]), "{name}: {there}");
    }
}

/// Every rule of mail is found in its example, within the limits of examples.
#[test]
fn each_rule_of_mail_is_found_in_its_example() {
    let mut checked = 0;
    for &rule in [rules::MAIL_RULES, rules::MAIL_OBJECT_RULES].into_iter().flatten() {
        let example = rule.example().map_or("", |example| example.text);
        let findings = example_findings(example.as_bytes());
        let found = findings.iter().find(|finding| finding.rule == rule);
        let found = found.unwrap_or_else(|| panic!("{}: {findings:?}", rule.code()));
        assert!(
            found.span.end <= example.len() && !found.span.is_empty() || !rule.code().contains("object"),
            "{}",
            rule.code()
        );
        assert!(!found.see().is_empty(), "{}", rule.code());
        checked += 1;
    }
    assert_eq!(checked, 52);
}

/// RFC 2017 section 3.1, steps 1 to 3; edge cases 11 and 12.
#[test]
fn urls_are_written() {
    let of = |length: usize| format!("http://h/{}", "x".repeat(length - 9));
    for (length, words) in [(40, 1), (41, 2), (80, 2), (81, 3)] {
        let written = write_url(&of(length), Wrap::Words);
        let inside = written.strip_prefix("URL=\"").and_then(|text| text.strip_suffix('"')).expect("quotes");
        let parts: Vec<&str> = inside.split("\r\n ").collect();
        assert_eq!((parts.len(), parts.concat()), (words, of(length)));
        assert!(parts.iter().all(|word| word.len() <= 40) && written.lines().all(|line| line.len() <= 76));
    }
    for case in &cases("url-parameter") {
        let wrap = wrap(case).unwrap_or_else(|| panic!("{}", name(case)));
        assert_eq!(write_url(case["url"].as_str().expect("a URL"), wrap), case["written"].as_str().expect("text"));
    }
}

fn read(written: &str) -> (String, Vec<Rule>) {
    let message =
        format!("Content-Type: message/external-body; access-type=URL;\r\n {written}\r\n\r\nContent-ID: <a@b>\r\n");
    let mut findings: Vec<Finding> = Vec::new();
    let message = Message::read(message.as_bytes(), &Limits::default(), &mut findings);
    message.check(&mut findings);
    let external = message.root().external_body().expect("an external body");
    (external.url.unwrap_or_default(), findings.iter().map(|finding| finding.rule).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// A written URL is read back, except that some characters are escaped. Writing the result again does not change it.
    #[test]
    fn urls_are_read_as_they_were_written(rest in "[ -~\u{a0}-\u{ff}\r\n\t]{0,200}") {
        let url = format!("http://h/{rest}");
        let mut all = Vec::new();
        for wrap in [Wrap::Words, Wrap::Rfc2231, Wrap::None] {
            let (found, rules) = read(&write_url(&url, wrap));
            prop_assert!(rules.iter().all(|rule| [rules::MAIL_URL_WORD, rules::MAIL_PARAMETER_CHARACTERS].contains(rule)), "{:?}", rules);
            prop_assert_eq!(write_url(&found, wrap), write_url(&url, wrap));
            all.push(found);
        }
        prop_assert!(all.iter().all(|found| *found == all[0]));
    }

    /// No parameter makes another field, or leaves its own.
    #[test]
    fn nothing_is_injected(url in any::<String>(), number in 0..3_usize) {
        let wrap = [Wrap::Words, Wrap::Rfc2231, Wrap::None][number];
        let written = write_url(&url, wrap);
        prop_assert!(written.is_ascii());
        prop_assert!(written.lines().skip(1).all(|line| line.starts_with(' ')));
        let message = format!("Content-Type: message/external-body; access-type=URL;\r\n {written}\r\n\r\n");
        prop_assert_eq!(Message::parse(message.as_bytes()).root().fields().count(), 1);
    }
}
