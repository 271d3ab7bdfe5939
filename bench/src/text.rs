//! Compares the search for links in plain text with `linkify`, which is asked for URLs only.

use std::hint::black_box;

use linkify::{LinkFinder, LinkKind};
use napkin_document::{Entity, Kind, Options, links};

use crate::lists::Texts;
use crate::timing::{Case, fastest};

const PROSE: &str = "Two colleagues sit in a pub, and one of them, Sam, writes something on a napkin. Kim reads it, \
    says: \"that is no URL\", and crosses out half of it; they order another. It is half past 10:30 by now (or a bit \
    later, nobody looks), the music has stopped - and the napkin is full.\n\n";

/// The length of a text without a natural length.
const SIZE: usize = 4 << 20;

/// Texts made of the URLs of a list, about one per line.
pub(crate) fn dense(name: &str, urls: &Texts) {
    let lines = |before: &str, after: &str| -> String {
        urls.views().iter().map(|url| format!("{before}{url}{after}\n")).collect()
    };
    heading();
    row(&format!("{name}, one a line"), &lines("", ""));
    row(&format!("{name}, `see URL for`"), &lines("see ", " for"));
    row(&format!("{name}, `see <URL> for`"), &lines("see <", "> for"));
    println!();
}

/// Texts that do not depend on a list: prose, and documentation if present.
pub(crate) fn prose(documentation: Option<&str>) {
    println!("## Links from running text\n");
    heading();
    if let Some(text) = documentation {
        row("documentation", text);
    }
    row("prose without links", &PROSE.repeat(SIZE / PROSE.len()));
    println!();
}

fn heading() {
    println!("| text | MB | links, napkin | links, linkify | napkin MB/s | linkify MB/s | × | napkin ns a link |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
}

fn row(name: &str, text: &str) {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut cases = [Case::new("napkin", || napkin(text).bytes), Case::new("linkify", || linkify(&finder, text).bytes)];
    let best = fastest(&mut cases);
    let (ours, theirs) = (napkin(text).count, linkify(&finder, text).count);
    let megabytes = text.len() as f64 / 1e6;
    let each = if ours > 0 { format!("{:.0}", best[0] * 1e9 / ours as f64) } else { String::new() };
    let (speed, their_speed) = (megabytes / best[0], megabytes / best[1]);
    let ratio = best[1] / best[0];
    println!("| {name} | {megabytes:.1} | {ours} | {theirs} | {speed:.0} | {their_speed:.0} | {ratio:.2} | {each} |");
}

#[derive(Default)]
struct Found {
    count: usize,
    bytes: usize,
}

impl Found {
    fn add(&mut self, link: &str) {
        self.count += 1;
        self.bytes += link.len();
    }
}

fn napkin(text: &str) -> Found {
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text);
    let mut found = Found::default();
    links(&entity, &Options::default(), &mut |link| found.add(&black_box(link).text));
    found
}

fn linkify(finder: &LinkFinder, text: &str) -> Found {
    let mut found = Found::default();
    finder.links(text).for_each(|link| found.add(black_box(link).as_str()));
    found
}
