//! Prints the pages that html5ever and napkin read differently, and the differences: `cargo run --release --example
//! html_pages FILE...`

use napkin_conformance::html::{difference, excuse, oracle, ours};

fn main() {
    let (mut pages, mut tags, mut different) = (0, 0, 0);
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a file");
        let page = String::from_utf8_lossy(&bytes);
        let ours = ours(page.as_bytes());
        pages += 1;
        tags += ours.len();
        if let Some(difference) = difference(&page, &ours, &oracle(&page)) {
            different += 1;
            println!("{path}: {difference} {:?}", excuse(&page));
        }
    }
    println!("{pages} pages, {tags} tags and texts, {different} pages differ");
}
