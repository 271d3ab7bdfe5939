//! Tests the registry of schemes, and the lint of definitions.
#![cfg(feature = "toml")]

use napkin::{Reference, Rule, Standard};
use napkin_scheme::rules;
use napkin_scheme::source::Limits;
use napkin_scheme::{check, check_relative, definitions, lint, registry};

/// Returns the codes of the remarks that a definition does not accept.
fn open(definition: &napkin_scheme::Definition) -> Vec<(&'static str, lint::Remark)> {
    open_among(definition, &lint::Surroundings::default())
}

fn open_among(
    definition: &napkin_scheme::Definition,
    surroundings: &lint::Surroundings<'_>,
) -> Vec<(&'static str, lint::Remark)> {
    let remarks = lint::lint(definition, surroundings).into_iter();
    remarks.filter(|remark| remark.accepted.is_none()).map(|remark| (remark.rule.code(), remark)).collect()
}

#[test]
fn every_definition_in_full_is_clean() {
    let mut wrong = Vec::new();
    for definition in definitions() {
        for (code, remark) in open(definition) {
            wrong.push(format!("{}: {code} {:?} {}", definition.name, remark.place, remark.expected));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the findings of a file of definitions: those of the reader, and those of the lint.
fn findings(text: &str) -> Vec<napkin::Finding> {
    findings_within(text, &Limits::default(), &lint::Surroundings::default())
}

fn findings_within(text: &str, limits: &Limits, surroundings: &lint::Surroundings<'_>) -> Vec<napkin::Finding> {
    use napkin_scheme::source::{Node, read};
    let file = match Node::parse_toml(text, limits) {
        Ok(file) => file,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    for (node, definition) in read(&file, limits, &mut findings) {
        findings.extend(open_among(&definition, surroundings).iter().map(|(_, remark)| remark.finding(node)));
    }
    findings
}

#[test]
fn each_rule_of_the_lint_is_found_in_its_example() {
    let mut wrong = Vec::new();
    for rule in rules::all().filter(|&rule| rules::is_of_definitions(rule)) {
        assert!(!lint::kinds(rule).is_empty(), "{}", rule.code());
        let text = rule.example().expect("an example").text;
        let limits = Limits::default().with_items(if rule == rules::DEFINITION_TOO_MANY_ITEMS { 4 } else { 256 });
        let found = findings_within(text, &limits, &lint::Surroundings::default());
        if !found.iter().any(|finding| finding.rule == rule) {
            wrong.push(rule.code());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Returns the findings of [`check`] for a URL under a standard.
fn checked(text: &str, standard: Standard) -> Vec<napkin::Finding> {
    let url = Reference::parse(text, standard).expect("a reference");
    let mut findings = Vec::new();
    assert!(check(url, &mut findings), "{text}: no definition");
    findings
}

#[test]
fn each_rule_of_schemes_is_found_in_its_example_alone() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (rule, example) in rules::SCHEME_RULES.iter().filter_map(|rule| Some((rule, rule.example()?))) {
        let mut found: Vec<_> =
            checked(example.text, example.standard).iter().map(|finding| finding.rule.code()).collect();
        found.dedup();
        if found != [rule.code()] {
            wrong.push(format!("{}: {found:?}", example.text));
        }
        tried += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tried, 26);
}

#[test]
fn the_examples_of_all_definitions_are_urls_of_their_schemes() {
    for definition in definitions() {
        let pairs = definition.equal.iter().flat_map(|(one, other)| [one, other]);
        let values = definition.mapping.values.iter().map(|(_, url)| url);
        for text in definition.examples.iter().chain(pairs).chain(values) {
            assert_eq!(checked(text, Standard::Rfc3986), [], "{text}");
        }
    }
}

/// Returns the first line of the text that a finding underlines.
fn underlined<'t>(text: &'t str, finding: &napkin::Finding) -> &'t str {
    finding.span.of(text).lines().next().unwrap_or_default()
}

/// `data/scheme-lint`: a clean definition, and the findings of its broken variants.
#[test]
fn broken_definitions_give_exactly_what_is_expected() {
    let base = include_str!("../../../../data/scheme-lint/base.toml");
    assert_eq!(findings(base), [], "the base is clean");
    let cases: toml::Table = include_str!("../../../../data/scheme-lint/cases.toml").parse().expect("TOML");
    let cases = cases["case"].as_array().expect("cases");
    let pair = |value: &toml::Value| {
        let text = |at: usize| value[at].as_str().expect("a text").to_owned();
        (text(0), text(1))
    };
    let pairs = |value: &toml::Value| value.as_array().expect("a list").iter().map(pair).collect::<Vec<_>>();
    let mut seen = std::collections::BTreeSet::new();
    let mut wrong = Vec::new();
    for case in cases {
        let rule = case["rule"].as_str().expect("a rule");
        let mut text = base.to_owned();
        for (old, new) in pairs(&case["replace"]) {
            assert!(text.contains(&old), "{rule}: no {old}");
            text = text.replace(&old, &new);
        }
        let mut expected = pairs(&case["finds"]);
        let limit = |name: &str| Some(case.get("limits")?.get(name)?.as_integer()?.try_into().expect("a number"));
        let limits = Limits::default();
        let limits = limits
            .with_depth(limit("depth").unwrap_or(limits.depth))
            .with_items(limit("items").unwrap_or(limits.items));
        let retrievers = case.get("retrievers").map(|list| list.as_array().expect("a list"));
        let retrievers: Option<Vec<&str>> =
            retrievers.map(|list| list.iter().filter_map(|name| name.as_str()).collect());
        let surroundings = lint::Surroundings::default();
        let surroundings = retrievers.as_deref().map_or(surroundings, |names| surroundings.with_retrievers(names));
        let mut found: Vec<_> = findings_within(&text, &limits, &surroundings)
            .iter()
            .map(|finding| (finding.rule.code().to_owned(), underlined(&text, finding).to_owned()))
            .collect();
        expected.sort();
        found.sort();
        assert!(expected.iter().any(|(code, _)| code == rule), "{rule}: not among what it finds");
        if found != expected {
            wrong.push(format!("{rule}:\n  found    {found:?}\n  expected {expected:?}"));
        }
        seen.insert(rule);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = rules::all().filter(|&rule| rules::is_of_definitions(rule)).map(Rule::code);
    assert_eq!(all.filter(|code| !seen.contains(code)).collect::<Vec<_>>(), Vec::<&str>::new(), "rules without a case");
    assert!(cases.len() >= 49, "{} cases", cases.len());
}

/// `data/cases/schemes.toml`, derived from the standards' text.
#[test]
fn urls_of_all_schemes() {
    let cases: toml::Table = include_str!("../../../../data/cases/schemes.toml").parse().expect("TOML");
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    let mut wrong = Vec::new();
    let mut schemes = std::collections::BTreeSet::new();
    for case in cases["case"].as_array().expect("cases") {
        let url = text(&case["url"]);
        let standard = case.get("standard").map_or(Standard::Rfc3986, |name| text(name).parse().expect("a standard"));
        let parsed = napkin::whatwg::Url::parse(&url, None);
        let read = match (&parsed, standard) {
            (Ok(parsed), Standard::Whatwg) => parsed.reference(),
            _ => Reference::parse(&url, standard).unwrap_or_else(|error| panic!("{url}: {error}")),
        };
        schemes.insert(read.scheme().expect("a scheme").to_owned());
        let mut findings: Vec<napkin::Finding> = Vec::new();
        assert!(check(read, &mut findings), "{url}: no definition");
        let found: Vec<_> =
            findings.iter().map(|one| (one.rule.code().to_owned(), one.span.of(read.as_str()).to_owned())).collect();
        let expected: Vec<_> =
            case["finds"].as_array().expect("a list").iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
        if found != expected {
            wrong.push(format!("{url}:\n  found    {found:?}\n  expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: std::collections::BTreeSet<_> =
        definitions().iter().map(|definition| definition.name.to_string()).collect();
    assert_eq!(schemes, all, "every scheme that is defined has cases");
}

#[test]
fn relative_references_and_their_schemes() {
    let cases: toml::Table = include_str!("../../../../data/cases/schemes.toml").parse().expect("TOML");
    let cases = cases["relative"].as_array().expect("cases");
    for case in cases {
        let text = |key: &str| case[key].as_str().expect("a text");
        let read = |key: &str| Reference::parse(text(key), Standard::Rfc3986).expect("a reference");
        let mut findings: Vec<napkin::Finding> = Vec::new();
        check_relative(read("base"), read("reference"), &mut findings);
        let found: Vec<_> = findings.iter().map(|finding| finding.rule.code()).collect();
        let expected: Vec<_> =
            case["finds"].as_array().expect("a list").iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(found, expected, "{}", text("base"));
    }
    assert_eq!(cases.len(), 5);
}

/// The registry, the table of default ports, normalisation and comparison agree.
#[test]
fn default_ports_are_the_registrys() {
    let mut with_port = 0;
    for row in registry() {
        assert_eq!(napkin::default_port(row.name), row.port, "{}", row.name);
        let defined = row.definition();
        assert!(defined.is_none_or(|definition| definition.port == row.port && definition.status == row.status));
        let Some(port) = row.port else { continue };
        with_port += 1;
        let url = format!("{}://pub.example:{port}/x", row.name.to_ascii_lowercase());
        let read = Reference::parse(&url, Standard::Rfc3986).expect("a URL");
        let short = url.replace(&format!(":{port}"), "");
        assert_eq!(napkin::normalize(read, napkin::Rungs::SCHEME).text, short);
        let other = Reference::parse(&short, Standard::Rfc3986).expect("a URL");
        assert_eq!(napkin::compare(read, other).rung, Some(napkin::Agreement::Scheme), "{url}");
    }
    assert_eq!((registry().len(), with_port), (436, 54));
    assert!(registry().is_sorted_by(|one, other| one.name < other.name));
}

/// RFC 2718 section 2.6.1 has no rule: `cid:` finds its objects in one message only, which has no finding.
#[test]
fn not_all_objects_need_be_reachable() {
    let cid = napkin_scheme::find("cid").expect("a definition");
    assert_eq!(cid.resolution, Some(napkin_scheme::Resolution::Context));
    assert_eq!(open(cid).len(), 0);
    let rules: Vec<_> = lint::rules().collect();
    assert!(rules.iter().all(|rule| !rule.see(Standard::Draft1997).starts_with("RFC 2718 section 2.6")));
    // 49 rules of RFC 2718, six of its successors, one about accepted rules.
    let old = rules.iter().filter(|rule| rule.see(Standard::Draft1997).starts_with("RFC 2718 section 2.")).count();
    assert_eq!((old, rules.len()), (49, 56));
}

/// RFC 2718 sections 2.4 and 2.5: the rules that these schemes must break are accepted with a reason.
#[test]
fn accepted_rules_have_reasons() {
    for (name, code) in [("urn", "starts-with-ur"), ("ftp", "security-password-in-clear")] {
        let definition = napkin_scheme::find(name).expect("a definition");
        let remarks = lint::lint(definition, &lint::Surroundings::default());
        let remark = remarks.iter().find(|remark| remark.rule.code() == code).expect("a remark");
        assert!(remark.accepted.as_ref().is_some_and(|reason| reason.len() > 40), "{name}");
    }
}

/// No bytes cause a panic in the reader of definitions or in the lint, and nested lists end.
#[test]
fn odd_files_are_findings() {
    let base = include_str!("../../../../data/scheme-lint/base.toml");
    for at in (0..base.len()).filter(|&at| base.is_char_boundary(at)) {
        let _ = findings(&base[..at]);
        let _ = findings(&(base[..at].to_owned() + &base[base.len().min(at + 7)..]));
    }
    let deep = format!("[[scheme]]\nname = \"x\"\nexamples = {}1{}", "[".repeat(60), "]".repeat(60));
    assert_eq!(findings(&deep)[0].rule, rules::DEFINITION_TOO_DEEP);
    for text in [
        "", "scheme = 1", "[[scheme]]", "[scheme]\nname = \"pub\"", "[[scheme]]\nname = \"\"",
        "x = 1\n[[scheme]]\nname=2",
    ] {
        assert!(findings(text).iter().any(|finding| rules::is_of_definitions(finding.rule)), "{text}");
    }
}

/// A list beyond the limit is reported, and its comparison ends soon: items are compared with each other.
#[test]
fn lists_have_a_limit() {
    let base = include_str!("../../../../data/scheme-lint/base.toml");
    let example = "\"pub://pub.example:7071/garden/7\"";
    let many = |count: usize| {
        base.replace(&format!("{example}]"), &format!("{}{example}]", format!("{example}, ").repeat(count)))
    };
    let most = Limits::default().items;
    assert_eq!(findings(&many(most - 2)), []);
    let beyond = findings(&many(100_000));
    assert_eq!(beyond.len(), 1);
    assert_eq!(beyond[0].rule, rules::DEFINITION_TOO_MANY_ITEMS);
    assert_eq!(
        findings_within(&many(most), &Limits::default().with_items(most + 2), &lint::Surroundings::default()),
        []
    );
}

/// No limit allows levels beyond the stack.
#[test]
fn no_limit_is_beyond_the_stack() {
    let limits = Limits::default().with_depth(usize::MAX);
    let surroundings = lint::Surroundings::default();
    for text in [
        format!("[[scheme]]\nname = \"pub\"\n{}b = 1", "a.".repeat(100_000)),
        format!("[[scheme]]\nname = \"pub\"\na = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("[[scheme.{}b]]", "a.".repeat(100_000)),
    ] {
        assert!(!findings_within(&text, &limits, &surroundings).is_empty());
    }
}

/// Each definition has the required statements: status, reference, kinds of resource, action of a gateway, resolution
/// of objects, security. Other statements are in those definitions to which they apply.
#[test]
fn every_definition_says_everything() {
    use napkin_scheme::{Gateway, Statement};
    let names: Vec<_> = definitions().iter().map(|definition| definition.name.as_ref()).collect();
    let expected =
        "about afs blob cid data file ftp gopher http https javascript mailto mid news nntp tel telnet tftp urn ws wss";
    assert_eq!(names.join(" "), expected);
    for definition in definitions() {
        let name = &definition.name;
        for statement in [
            Statement::Description,
            Statement::Resource,
            Statement::Charset,
            Statement::Security,
            Statement::Identity,
            Statement::Privacy,
            Statement::Utility,
        ] {
            assert!(!definition.text(statement).is_empty(), "{name}: {}", statement.key());
        }
        assert!(!definition.reference.is_empty() && !definition.components.is_empty(), "{name}");
        assert!(!definition.kinds.is_empty() && !definition.relative_forms.is_empty(), "{name}");
        assert!(!definition.examples.is_empty() && !definition.media_type.is_empty(), "{name}");
        assert!(!definition.mapping.from.is_empty() && !definition.mapping.notation.is_empty(), "{name}");
        assert!(!definition.mapping.modifiers.is_empty() && definition.safe_unasked.is_some(), "{name}");
        assert!(definition.gateway.is_some() && definition.resolution.is_some(), "{name}");
        let is_retrieved = definition.gateway == Some(Gateway::Retrieves);
        assert!(!is_retrieved || definition.is_retrievable(), "{name}");
        let has_operations = !definition.operations.is_empty();
        assert_ne!(has_operations, !definition.text(Statement::NoOperation).is_empty(), "{name}");
        let is_global = definition.resolution == Some(napkin_scheme::Resolution::Global);
        assert!(is_global || !definition.configuration.is_empty(), "{name}: configuration");
        assert_eq!(definition.transport.is_some(), definition.port.is_some(), "{name}: port");
    }
}
