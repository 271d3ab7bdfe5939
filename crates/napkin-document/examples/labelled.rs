//! Precision and recall on the labelled texts, beside `linkify`: `cargo run --example labelled [MISSES]`
//!
//! With any argument, every text in which something else is found than meant.

#[allow(dead_code, unreachable_pub)]
#[path = "../tests/it/score.rs"]
mod score;

use score::{Score, linkify, napkin, passages, ways_to_ask_linkify};

fn main() {
    for guessing in [false, true] {
        println!("{}", if guessing { "\nwith what has no scheme:" } else { "with a scheme:" });
        row("napkin", guessing, &|text| napkin(text, guessing));
        for way in ways_to_ask_linkify() {
            let names = ["hosts", "addresses", "IRIs"].into_iter().zip(way).filter(|(_, on)| *on).map(|(name, _)| name);
            let name = format!("linkify: {}", names.collect::<Vec<_>>().join(", "));
            row(&name, guessing, &|text| linkify(text, way));
        }
    }
    if std::env::args().nth(1).is_some() {
        misses();
    }
}

fn row(name: &str, guessing: bool, find: &dyn Fn(&str) -> Vec<String>) {
    let mut score = Score::default();
    for passage in passages() {
        score.add(&expected(&passage, guessing), &find(&passage.text));
    }
    let (precision, recall) = (100.0 * score.precision(), 100.0 * score.recall());
    println!("{name:36} precision {precision:5.1} %, recall {recall:5.1} %  {score:?}");
}

fn expected(passage: &score::Passage, guessing: bool) -> Vec<String> {
    let guessed = passage.guessed.iter().filter(|_| guessing);
    passage.links.iter().chain(guessed).cloned().collect()
}

fn misses() {
    for passage in passages() {
        for guessing in [false, true] {
            let (mut expected, mut found) = (expected(&passage, guessing), napkin(&passage.text, guessing));
            expected.sort();
            found.sort();
            if expected != found {
                println!("{} {guessing} {:?}\n  meant {expected:?}\n  found {found:?}", passage.class, passage.text);
            }
        }
    }
}
