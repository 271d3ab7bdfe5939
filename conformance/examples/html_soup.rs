//! Prints tag soup that html5ever and napkin read differently, the shortest first: `html_soup SEED COUNT`

use napkin_conformance::generate::{Random, soup};
use napkin_conformance::html::{difference, excuse, oracle, ours};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|number| number.parse::<usize>().expect("a number"));
    let seed = arguments.next().unwrap_or(1);
    let count = arguments.next().unwrap_or(100_000);
    let mut random = Random::new(seed as u64);
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let pieces = 2 + random.below(28);
        let page = soup::page(&mut random, pieces);
        if let Some(difference) = difference(&page, &ours(page.as_bytes()), &oracle(&page)) {
            let list = if excuse(&page).is_some() { &mut excused } else { &mut found };
            list.push((page, difference));
        }
    }
    println!("{} differ, {} with an excuse", found.len(), excused.len());
    for (what, mut list) in [("no excuse", found), ("an excuse", excused)] {
        list.sort_by_key(|(page, _)| page.len());
        for (page, difference) in list.iter().take(8) {
            println!("{what} {:?}: {page:?}\n{difference}", excuse(page));
        }
    }
}
