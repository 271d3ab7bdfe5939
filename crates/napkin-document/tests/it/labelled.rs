//! The labelled texts, `data/cases/text.toml`: all links that their writers meant are found except those in `text-misses.toml`, and with
//! fewer errors than by `linkify` under any of its settings.

use crate::score::{Passage, Score, linkify, napkin, passages, ways_to_ask_linkify};
use napkin_document::{Entity, Kind, Options, collect_links};
use std::collections::BTreeSet;

/// The texts of the list: whether they are missed only where hosts and addresses are guessed, and the text.
fn listed() -> BTreeSet<(bool, String)> {
    let data: toml::Table = include_str!("text-misses.toml").parse().unwrap();
    let misses = data["miss"].as_array().unwrap();
    assert!(misses.iter().all(|miss| miss["reason"].as_str().unwrap().len() > 20));
    let text = |miss: &toml::Value| (miss.get("guessed").is_some(), miss["text"].as_str().unwrap().to_owned());
    misses.iter().map(text).collect()
}

fn expected(passage: &Passage, guessing: bool) -> Vec<String> {
    passage.links.iter().chain(passage.guessed.iter().filter(|_| guessing)).cloned().collect()
}

fn is_missed(passage: &Passage, guessing: bool) -> bool {
    let (mut expected, mut found) = (expected(passage, guessing), napkin(&passage.text, guessing));
    // The order of the text is compared only if no link is guessed, because guessed links are in a list of their own.
    if !passage.guessed.is_empty() {
        expected.sort();
        found.sort();
    }
    expected != found
}

#[test]
fn missed_links_are_those_of_the_list() {
    let passages = passages();
    assert!(passages.len() >= 450);
    let mut missed = BTreeSet::new();
    for passage in &passages {
        if is_missed(passage, false) {
            missed.insert((false, passage.text.clone()));
        } else if is_missed(passage, true) {
            missed.insert((true, passage.text.clone()));
        }
    }
    assert_eq!(missed, listed());
}

#[test]
fn other_readings_are_offered_in_order() {
    let mut count = 0;
    for passage in passages() {
        let Some(expected) = &passage.others else { continue };
        let links = collect_links(&Entity::new(passage.text.as_bytes()).with_kind(Kind::Text), &Options::default());
        let others = links.iter().flat_map(|link| &link.alternatives);
        let others: Vec<_> = others.map(|other| (other.reading.name().to_owned(), other.text.to_string())).collect();
        assert_eq!(&others, expected, "{:?}", passage.text);
        count += 1;
    }
    assert!(count >= 10);
}

fn score(guessing: bool, find: &dyn Fn(&str) -> Vec<String>) -> Score {
    let mut score = Score::default();
    for passage in passages() {
        score.add(&expected(&passage, guessing), &find(&passage.text));
    }
    score
}

#[test]
fn precision_and_recall_are_higher_than_those_of_linkify() {
    for guessing in [false, true] {
        let ours = score(guessing, &|text| napkin(text, guessing));
        assert!(ours.precision() > 0.97 && ours.recall() > 0.97, "{ours:?}");
        for way in ways_to_ask_linkify() {
            let theirs = score(guessing, &|text| linkify(text, way));
            let is_better = ours.precision() > theirs.precision() && ours.recall() > theirs.recall();
            assert!(is_better, "{ours:?} {way:?} {theirs:?}");
        }
    }
}
