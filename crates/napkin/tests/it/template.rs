//! Tests URI templates: the cases of `data/cases/template.toml`, and what holds for all templates.

use std::collections::BTreeMap;
use std::fmt::Write;

use napkin::template::{MatchOptions, Mismatch, Modifier, Operator, Template, Value};
use napkin::{Finding, Standard, rules};
use proptest::prelude::*;
use toml::Value as Toml;

use crate::cases::{data, grouped_rows};

fn text(value: &Toml) -> &str {
    value.as_str().unwrap()
}

fn value(toml: &Toml) -> Value<'_> {
    match toml {
        Toml::Array(items) => Value::list(items.iter().map(text)),
        Toml::Table(pairs) => Value::pairs(pairs.iter().map(|(name, value)| (name.as_str(), text(value)))),
        _ => text(toml).into(),
    }
}

fn values(toml: &Toml) -> BTreeMap<&str, Value<'_>> {
    toml.as_table().unwrap().iter().map(|(name, toml)| (name.as_str(), value(toml))).collect()
}

#[test]
fn templates_expand_as_the_examples_of_the_rfc() {
    let data = data("template");
    // A table has no order of its own; the RFC's pairs have.
    let mut values = values(&data["values"]);
    values.insert("keys", Value::pairs([("semi", ";"), ("dot", "."), ("comma", ",")]));
    for (table, row) in grouped_rows(&data, "expand") {
        let template = Template::parse(text(&row[0])).unwrap();
        assert_eq!(template.expand(&values).unwrap(), text(&row[1]), "{template} of section {}", table["section"]);
    }
}

#[test]
fn a_prefix_of_a_list_is_an_error_when_it_is_expanded() {
    let data = data("template");
    let values = values(&data["values"]);
    for (_, row) in grouped_rows(&data, "refuse") {
        let template = Template::parse(text(row)).unwrap();
        let error = template.expand(&values).unwrap_err();
        assert_eq!(error.rule(), rules::TEMPLATE_PREFIX_OF_LIST, "{template}");
        assert!(error.span().of(template.as_str()).contains(':'));
    }
}

#[test]
fn wrong_templates_have_findings_with_places() {
    let data = data("template");
    for (table, row) in grouped_rows(&data, "wrong") {
        let template = text(&row[0]);
        let error = Template::parse(template).unwrap_err();
        let rule = row.get(3).map_or(&table["rule"], |rule| rule);
        let place = (row[1].as_integer().unwrap() as usize, row[2].as_integer().unwrap() as usize);
        let found = (error.rule().code(), error.span().start, error.span().end);
        assert_eq!(found, (text(rule), place.0, place.1), "{template}");
        let section = if row.get(3).is_some() { "2.3" } else { text(&table["section"]) };
        assert_eq!(error.finding().see(), format!("RFC 6570 section {section}"), "{template}");
    }
}

fn options(row: &Toml) -> MatchOptions {
    let is_set = |name| row.get(name).is_some_and(|value: &Toml| value.as_bool().unwrap());
    MatchOptions::default().with_any_order(is_set("any_order")).with_other_pairs(is_set("other_pairs"))
}

#[test]
fn urls_give_the_values_that_make_them() {
    let data = data("template");
    for (_, row) in grouped_rows(&data, "match") {
        let template = Template::parse(text(&row["template"])).unwrap();
        let found = template.match_url_with(text(&row["url"]), options(row));
        let found = found.unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(
            found.variables().map(|(name, value)| (name, value.clone())).collect::<BTreeMap<_, _>>(),
            values(&row["values"]),
            "{row}"
        );
        let is_ambiguous = row.get("other").is_some_and(|other| other.as_bool().unwrap());
        assert_eq!(found.is_ambiguous(), is_ambiguous, "{row}");
    }
}

#[test]
fn urls_that_no_values_make_are_refused_with_the_reason() {
    let data = data("template");
    for (_, row) in grouped_rows(&data, "mismatch") {
        let template = Template::parse(text(&row["template"])).unwrap();
        let error = template.match_url(text(&row["url"])).unwrap_err();
        match row.get("at") {
            Some(at) => assert_eq!(error, Mismatch::Text(at.as_integer().unwrap() as usize), "{row}"),
            None => assert!(matches!(error, Mismatch::Value(_)), "{row} {error:?}"),
        }
    }
}

#[test]
fn too_long_a_match_is_refused() {
    let url = "/".repeat(1 << 20);
    let template = "{+a}/".repeat(300);
    assert_eq!(Template::parse(&template).unwrap().match_url(&url), Err(Mismatch::TooLong));
}

#[test]
fn values_come_from_maps_vectors_and_own_types() {
    let template = Template::parse("/{a}{?b*}").unwrap();
    let pairs = vec![("a", Value::from(7)), ("b", Value::list(["x", "y"]))];
    let expected = "/7?b=x&b=y";
    assert_eq!(template.expand(&pairs).unwrap(), expected);
    assert_eq!(template.expand(&pairs.iter().cloned().collect::<BTreeMap<_, _>>()).unwrap(), expected);
    #[cfg(feature = "std")]
    assert_eq!(template.expand(&pairs.into_iter().collect::<std::collections::HashMap<_, _>>()).unwrap(), expected);
}

/// RFC 6570 section 2.3.
#[cfg(feature = "serde")]
#[test]
fn values_come_from_formats_of_serde() {
    let text = r#"{"a": "b c", "n": -7, "f": 0.5, "t": true, "u": null, "l": ["x", null, 1], "e": [], "m": {"k": "v", "w": null}}"#;
    let values: BTreeMap<String, Value<'_>> = serde_json::from_str(text).unwrap();
    let expand = |template: &str| Template::parse(template).unwrap().expand(&values).unwrap().into_owned();
    assert_eq!(expand("{a}{/n,f,t,u}{?l*,e,m}{&m*}"), "b%20c/-7/0.5/true?l=x&l=1&m=k,v&k=v");
    assert_eq!(serde_json::to_string(&values["l"]).unwrap(), r#"["x","1"]"#);
    assert_eq!(serde_json::to_string(&values["m"]).unwrap(), r#"{"k":"v"}"#);
    assert_eq!(serde_json::to_string(&[&values["a"], &values["u"]]).unwrap(), r#"["b c",null]"#);
    let error = serde_json::from_str::<Value<'_>>(r#"[["x"]]"#).unwrap_err();
    assert!(error.to_string().contains("RFC 6570 section 2.3"), "{error}");
}

/// Any template of a small grammar.
fn any_template() -> impl Strategy<Value = String> {
    let operator = prop::sample::select(vec!["", "+", "#", ".", "/", ";", "?", "&"]);
    let variable = prop::sample::select(vec!["a", "b", "c", "a:1", "b:3", "a*", "c*", "d.e", "%41"]);
    let expression = (operator, prop::collection::vec(variable, 1..4));
    let expression = expression.prop_map(|(operator, names)| format!("{{{operator}{}}}", names.join(",")));
    let literal =
        prop::sample::select(vec!["/", "x", "-", "?", "&", "=", ".", ",", "\u{e9}", "%20"]).prop_map(str::to_owned);
    prop::collection::vec(prop_oneof![expression, literal], 0..6).prop_map(|pieces| pieces.concat())
}

fn any_text() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(vec!["", "a", "ab", "a,b", "a=b", "/", "\u{3b1}\u{3b2}\u{3b3}", "%41", "a b", "x.y", "&"])
}

fn any_value() -> impl Strategy<Value = Value<'static>> {
    let text = any_text();
    let list = prop::collection::vec(text.clone(), 0..4).prop_map(Value::list);
    let pairs = prop::collection::vec(("[a-c]{1,2}", text.clone()), 0..3).prop_map(Value::pairs);
    prop_oneof![Just(Value::Undefined), text.prop_map(Value::from), list, pairs]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, ..ProptestConfig::default() })]

    /// The values that a match finds make the same URL, and every URL that a template makes of texts matches it.
    #[test]
    fn matching_is_the_inverse_of_expanding(
        text in any_template(), a in any_value(), b in any_value(), c in any_value(), d in any_value(),
    ) {
        let template = Template::parse(&text).unwrap();
        let values = [("a", a), ("b", b), ("c", c), ("d.e", d)];
        let Ok(url) = template.expand(&values) else { return Ok(()) };
        match template.match_url(&url) {
            Ok(found) => prop_assert_eq!(template.expand(&found).unwrap(), url),
            // Two places of one variable can be read in ways that do not agree: the first way is chosen.
            Err(Mismatch::Value(_)) => {}
            Err(error) => prop_assert!(false, "{} {}: {}", text, url, error),
        }
    }

    /// Where a template makes a URL of texts in one way only, a match finds these texts.
    #[test]
    fn matching_finds_the_texts_of_which_a_url_is_made(
        text in any_template(), texts in prop::collection::vec(prop::option::of(any_text()), 4),
    ) {
        let template = Template::parse(&text).unwrap();
        let values: Vec<(&str, Value<'_>)> = ["a", "b", "c", "d.e"].into_iter().zip(texts.into_iter().map(Value::from)).collect();
        let url = template.expand(&values).unwrap();
        let found = template.match_url(&url);
        let Ok(found) = found else { return Ok(()) };
        if found.is_ambiguous() {
            return Ok(());
        }
        for variable in template.variables() {
            let (_, value) = values.iter().find(|(name, _)| *name == variable.name).unwrap_or(&("", Value::Undefined));
            let of_name = || template.variables().filter(|other| other.name == variable.name);
            // A text, a list of it, and a pair of the name and it may make the same.
            if of_name().any(|other| other.modifier == Modifier::Explode) {
                continue;
            }
            let shown = of_name().map(|other| if let Modifier::Prefix(count) = other.modifier { count.into() } else { usize::MAX });
            let expected = match value {
                Value::Text(text) => Some(text.chars().take(shown.max().unwrap_or(0)).collect::<String>()),
                _ => None,
            };
            // `{+a}` makes of a character and of its escapes the same.
            let is_reserved = of_name().any(|other| matches!(other.operator, Operator::Reserved | Operator::Fragment));
            if is_reserved && expected.as_ref().is_some_and(|text| !text.is_ascii() || text.contains([' ', '%'])) {
                continue;
            }
            // `{a}` makes of nothing and of an empty text the same.
            let is_silent = of_name().all(|other| matches!(other.operator, Operator::Simple | Operator::Reserved));
            let [found, expected] =
                [found.text(variable.name), expected.as_deref()].map(|text| text.filter(|text| !(is_silent && text.is_empty())));
            prop_assert_eq!(found, expected, "{} {} {:?}", text, url, variable);
        }
    }

    /// No bytes make a template or a match panic.
    #[test]
    fn any_text_is_read(text in "[{}a*:,+#./;?&=%0-9 é]{0,12}", url in "[a,=&%0-9Fé/.?#\u{1F600}]{0,16}") {
        let mut findings: Vec<Finding> = Vec::new();
        Template::check(&text, &mut findings);
        match Template::parse(&text) {
            Ok(template) => {
                prop_assert!(findings.is_empty());
                for standard in Standard::ALL {
                    let any = MatchOptions::default().with_any_order(true).with_other_pairs(true);
                    let _ = template.match_url_with(&url, any.with_standard(*standard));
                    let Ok(found) = template.match_url_with(&url, MatchOptions::default().with_standard(*standard)) else { continue };
                    let mut made = String::new();
                    template.expand_into(&found, *standard, &mut made).unwrap();
                    prop_assert_eq!(made, url.as_str());
                }
                if let Ok(found) = template.match_url(&url) {
                    prop_assert_eq!(template.expand(&found).unwrap(), url);
                }
            }
            Err(error) => prop_assert_eq!(error.finding(), &findings[0]),
        }
        for finding in findings {
            prop_assert!(text.get(finding.span.range()).is_some());
        }
    }
}

/// Many variables, names and commas are matched in proportion to the URL.
#[test]
fn matching_long_urls_ends() {
    for (template, unit) in
        [("{a}{b}{c}{d}", "x"), ("{a*,b*,c*}", "x,"), ("{/a*,b*}", "/x"), ("{?a*,b*}", "k=v&"), ("{+a}/{+b}/{+c}", "/")]
    {
        let mut url = String::new();
        let first = template.trim_start_matches('{').chars().next().filter(|c| "?".contains(*c));
        write!(url, "{}{}", first.map(String::from).unwrap_or_default(), unit.repeat(20_000)).unwrap();
        let url = url.trim_end_matches('&');
        assert!(Template::parse(template).unwrap().match_url(url).is_ok(), "{template}");
    }
}
