//! Hand-labelled texts, from `text.toml`.

use napkin_document::{Entity, Kind, Options, collect_links};

#[test]
fn hand_labelled_texts() {
    let data: toml::Table = include_str!("text.toml").parse().unwrap();
    let cases = data["case"].as_array().unwrap();
    assert!(cases.len() >= 60);
    let failures: Vec<String> = cases.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failure(case: &toml::Value) -> Option<String> {
    let text = case["text"].as_str().unwrap();
    let options = Options::default().with_bare(case.get("bare").is_some());
    let links = collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &options);
    let found: Vec<_> = links.iter().map(|link| (link.context.to_string(), link.text.to_string())).collect();
    let others = links.first().map_or(&[][..], |link| &link.alternatives);
    let others: Vec<_> = others.iter().map(|other| (other.reading.name().to_owned(), other.text.to_string())).collect();
    let wrong_links = found != pairs(&case["links"]);
    let wrong_others = case.get("others").is_some_and(|expected| others != pairs(expected));
    (wrong_links || wrong_others).then(|| format!("{text:?}\n  found {found:?}\n  others {others:?}"))
}

fn pairs(value: &toml::Value) -> Vec<(String, String)> {
    let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
    value.as_array().unwrap().iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}
