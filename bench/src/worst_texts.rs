//! Hostile texts at two lengths: checks that finding links takes time in proportion to the length.

use std::hint::black_box;

use napkin_document::{Entity, Kind, Options, links};

use crate::timing::{Case, fastest};

/// The length of the shorter text of each input in bytes; the other is four times as long.
const LENGTH: usize = 1 << 20;

/// A beginning, then one piece repeated.
const INPUTS: [(&str, &str); 32] = [
    ("", ":"),
    ("", "a:"),
    ("", "://"),
    ("", "ab://"),
    ("", "http://"),
    ("", "http://a"),
    ("", "http://a/b,"),
    ("", "http://a/-\n"),
    ("", "http://a/- \n"),
    ("", "<"),
    ("", "<ab://b "),
    ("", "<ab://b\n"),
    ("", "<http://a/\n> "),
    ("> ", "<http://a/\n> "),
    ("", "<URL:"),
    ("", "\"ab://b "),
    ("http://a/", "("),
    ("http://a/", "()"),
    ("http://a/", "'"),
    ("'http://a/", "',a"),
    ("http://a/", "*"),
    ("", "*http://a/*"),
    ("", "'http://a/b "),
    ("", "www."),
    ("", "a@"),
    ("", "a.b@c.d"),
    ("", "mailto:"),
    ("", "data:"),
    ("http://a/", "\u{3042}"),
    ("http://a/", "&"),
    ("<http://a/", "a\n"),
    ("", "a-\nhttp://a/b-\n"),
];

pub(crate) fn table() {
    println!("| input | ns a byte | × at four times the length |\n|---|--:|--:|");
    for (start, piece) in INPUTS {
        let [short, long] = [LENGTH, 4 * LENGTH].map(|length| start.to_owned() + &piece.repeat(length / piece.len()));
        let best = fastest(&mut [Case::new("short", || count(&short)), Case::new("long", || count(&long))]);
        let [short, long] = [best[0] / short.len() as f64, best[1] / long.len() as f64].map(|seconds| seconds * 1e9);
        println!("| `{}` | {short:.2} | {:.2} |", format!("{start}{piece}…").escape_debug(), long / short);
    }
}

fn count(text: &str) -> usize {
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text);
    let mut count = 0;
    links(&entity, &Options::default().with_bare(true), &mut |link| {
        black_box(&link.text);
        count += 1;
    });
    count
}
