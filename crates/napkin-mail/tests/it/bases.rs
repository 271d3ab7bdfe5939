//! Bases, labels and references in messages: `data/mail/bases.toml`.

use crate::cases::{cases, list, message, name, rows, text, with_message};
use napkin::Finding;
use napkin_mail::{Bases, Limits, Message, Part, PartBase, Profile, Related};
use toml::{Table, Value};

fn described(message: &Message<'_>, base: &PartBase) -> [String; 3] {
    let of = |index: usize| message.parts().find(|part| part.index() == index).map(|part| part.number());
    let field = base.field.map(|field| format!("{} of {}", field.name, of(field.part).unwrap_or_default()));
    [base.url.as_deref().unwrap_or_default().into(), base.layer.name().into(), field.unwrap_or_default()]
}

#[test]
fn bases_of_mail_are_those_of_the_cases() {
    let cases = cases("bases");
    let (mut bases, mut found) = (0, 0);
    for case in &cases {
        let (name, with) = (name(case), with_message(case, &cases));
        let text = message(with, "message").expect(name);
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let mut findings: Vec<Finding> = Vec::new();
            let message = Message::read(text.as_bytes(), &Limits::default(), &mut findings);
            message.check(&mut findings);
            bases += check_bases(case, name, &message);
            found += check_references(case, name, &message);
            let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
            let expected = list(case, "rules").or_else(|| list(with, "rules"));
            assert_eq!(rules, expected.unwrap_or_default(), "{name}");
        }
    }
    assert!(bases > 80 && found > 80, "{bases} {found}");
}

fn check_bases(case: &Table, name: &str, message: &Message<'_>) -> usize {
    let retrieval = text(case, "retrieval");
    let mut checked = 0;
    for (profile, table) in case.get("base").and_then(Value::as_table).into_iter().flatten() {
        let profile: Profile = profile.parse().expect("a profile");
        let bases = Bases::new(message, profile, retrieval);
        for row in rows(Some(table)) {
            let part = message.part(row[0]).expect("a part");
            assert_eq!(described(message, bases.of(part))[..], row[1..], "{name} {profile} {}", row[0]);
            checked += 1;
        }
    }
    if let Some(expected) = list(case, "phantom") {
        let phantom = message.parts().find(Part::is_phantom).expect("what stands elsewhere");
        let bases = Bases::new(message, Profile::default(), retrieval);
        assert_eq!(described(message, bases.of(phantom))[..], expected[..], "{name}");
    }
    checked
}

fn check_references(case: &Table, name: &str, message: &Message<'_>) -> usize {
    let retrieval = text(case, "retrieval");
    let mut checked = 0;
    for (place, profile) in [Profile::Lenient, Profile::Rfc2557].into_iter().enumerate() {
        let bases = Bases::new(message, profile, retrieval);
        let related = Related::new(message, &bases);
        for row in rows(case.get("find")) {
            let from = message.part(row[0]).expect("a part");
            let found = related.find(from, row[1]).map(|target| target.part.number()).unwrap_or_default();
            assert_eq!(found, row[2 + place], "{name} {profile} {}", row[1]);
            checked += 1;
        }
    }
    for row in rows(case.get("root")) {
        let root = message.part(row[0]).and_then(|part| part.related_root()).expect("a root");
        assert_eq!(root.number(), row[1], "{name}");
    }
    checked
}

/// RFC 2110 section 8.2: where no base applies, relative references are compared as they are written.
#[test]
fn relative_references_by_rfc_2110() {
    let message = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<IMG SRC=\"fiction1/fiction2\">\n\
        --b\nContent-Location: fiction1/fiction2\n\n--b--\n";
    let message = Message::parse(message);
    let bases = Bases::new(&message, Profile::Rfc2110, None);
    let related = Related::new(&message, &bases);
    let page = message.part("1").expect("the page");
    assert_eq!(related.find(page, "fiction1/fiction2").map(|target| target.part.number()).as_deref(), Some("2"));
}
