//! Bases, labels and references in messages: `data/mail/bases.toml`.

use napkin::Finding;
use napkin_mail::{Bases, Limits, Message, Part, PartBase, Profile, Related};
use toml::{Table, Value};

fn cases() -> Vec<Table> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/bases.toml");
    let table: Table = std::fs::read_to_string(path).expect(path).parse().expect("TOML");
    table["case"].as_array().expect("a list").iter().map(|case| case.as_table().expect("a table").clone()).collect()
}

/// The rows of a table in a case.
fn rows(value: Option<&Value>) -> Vec<Vec<String>> {
    let row = |row: &Value| row.as_array().expect("a row").iter().map(|it| it.as_str().expect("text").into()).collect();
    value.and_then(Value::as_array).map(|rows| rows.iter().map(row).collect()).unwrap_or_default()
}

fn described(message: &Message<'_>, base: &PartBase) -> [String; 3] {
    let of = |index: usize| message.parts().find(|part| part.index() == index).map(|part| part.number());
    let field = base.field.map(|field| format!("{} of {}", field.name, of(field.part).unwrap_or_default()));
    [base.url.as_deref().unwrap_or_default().into(), base.layer.name().into(), field.unwrap_or_default()]
}

#[test]
fn bases_of_mail_are_those_of_the_cases() {
    let cases = cases();
    let (mut bases, mut found) = (0, 0);
    for case in &cases {
        let name = case["name"].as_str().expect("a name");
        let with = case.get("like").map_or(case, |like| cases.iter().find(|other| other["name"] == *like).expect("it"));
        let text = with["message"].as_str().expect("a message").trim_start_matches('\n');
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            let mut findings: Vec<Finding> = Vec::new();
            let message = Message::read(text.as_bytes(), &Limits::default(), &mut findings);
            message.check(&mut findings);
            bases += check_bases(case, name, &message);
            found += check_references(case, name, &message);
            let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
            let expected = case.get("rules").or(with.get("rules")).and_then(Value::as_array).cloned();
            let expected = expected.unwrap_or_default();
            assert_eq!(rules, expected.iter().map(|rule| rule.as_str().unwrap()).collect::<Vec<_>>(), "{name}");
        }
    }
    assert!(bases > 80 && found > 80, "{bases} {found}");
}

fn check_bases(case: &Table, name: &str, message: &Message<'_>) -> usize {
    let retrieval = case.get("retrieval").and_then(Value::as_str);
    let mut checked = 0;
    for (profile, table) in case.get("base").and_then(Value::as_table).into_iter().flatten() {
        let profile: Profile = profile.parse().expect("a profile");
        let bases = Bases::new(message, profile, retrieval);
        for row in rows(Some(table)) {
            let part = message.part(&row[0]).expect("a part");
            assert_eq!(described(message, bases.of(part))[..], row[1..], "{name} {profile} {}", row[0]);
            checked += 1;
        }
    }
    if let Some(expected) = case.get("phantom") {
        let phantom = message.parts().find(Part::is_phantom).expect("what stands elsewhere");
        let bases = Bases::new(message, Profile::default(), retrieval);
        let expected: Vec<_> = expected.as_array().expect("a row").iter().filter_map(Value::as_str).collect();
        assert_eq!(described(message, bases.of(phantom))[..], expected[..], "{name}");
    }
    checked
}

fn check_references(case: &Table, name: &str, message: &Message<'_>) -> usize {
    let retrieval = case.get("retrieval").and_then(Value::as_str);
    let mut checked = 0;
    for (place, profile) in [Profile::Lenient, Profile::Rfc2557].into_iter().enumerate() {
        let bases = Bases::new(message, profile, retrieval);
        let related = Related::new(message, &bases);
        for row in rows(case.get("find")) {
            let from = message.part(&row[0]).expect("a part");
            let found = related.find(from, &row[1]).map(|target| target.part.number()).unwrap_or_default();
            assert_eq!(found, row[2 + place], "{name} {profile} {}", row[1]);
            checked += 1;
        }
    }
    for row in rows(case.get("root")) {
        let root = message.part(&row[0]).and_then(|part| part.related_root()).expect("a root");
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
