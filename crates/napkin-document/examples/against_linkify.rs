//! Throughput beside `linkify`, best of seven: `cargo run --release --example against_linkify [FILE]...`
//!
//! Without files, on three texts of its own: lines of URLs, prose with some, prose with next to none.

use linkify::{LinkFinder, LinkKind};
use napkin_document::{Entity, Kind, Options, links};
use std::hint::black_box;
use std::time::Instant;

const PROSE: &str = "Two colleagues sit in a pub, and one of them (Sam) writes something on a napkin: the other, Kim, says \
    \"that is no URL\"; they order another. It is half past 10:30 by now, and nobody minds.\n";

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for name in &files {
        compare(name, &String::from_utf8_lossy(&std::fs::read(name).expect("a readable file")));
    }
    if files.is_empty() {
        let url = "https://pub.example/menu/tonight/beer.html?size=pint&for=kim#price";
        compare("dense", &format!("{url}\n").repeat(150_000));
        compare("documentation", &format!("{}See {url}.\n", PROSE.repeat(8)).repeat(6_000));
        compare("sparse", &format!("{}See {url}.\n", PROSE.replace(':', ",").repeat(500)).repeat(100));
    }
}

fn compare(name: &str, text: &str) {
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text);
    let ours = best(text, || {
        let mut count = 0;
        links(&entity, &Options::default(), &mut |link| count += usize::from(!black_box(link).text.is_empty()));
        count
    });
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let theirs = best(text, || finder.links(text).map(black_box).count());
    println!("{name}: {:.0} MB/s, {} links; linkify {:.0} MB/s, {} links", ours.0, ours.1, theirs.0, theirs.1);
}

fn best(text: &str, mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut fastest = f64::INFINITY;
    let mut count = 0;
    for _ in 0..7 {
        let start = Instant::now();
        count = run();
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    (text.len() as f64 / 1e6 / fastest, count)
}
