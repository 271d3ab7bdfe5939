//! Measures an audit beside parsing. `audit WHAT PASSES LIST`, where WHAT is `read` or `audit`; `audit.sh` counts the
//! instructions.
//!
//! Prints the number of URLs per pass, and the number of URLs with findings. `clean` as WHAT prints the URLs of the
//! list that RFC 3986 allows and that have no finding.

use std::hint::black_box;
use std::path::Path;

use napkin::{Finding, Reference, Standard};
use napkin_audit::{Settings, audit};

#[path = "lists.rs"]
#[allow(dead_code, reason = "the list alone is of use here")]
mod lists;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, passes, list] = &arguments[..] else { panic!("usage: audit read|audit|clean PASSES LIST") };
    let texts = lists::load(Path::new(list)).expect("the list");
    let views = texts.views();
    let settings = Settings::default();
    let is_found = |text: &str| {
        let mut found: Option<Finding> = None;
        audit(text, None, &settings, &mut found);
        found.is_some()
    };
    if what == "clean" {
        let is_clean = |text: &&&str| !is_found(text) && Reference::parse(text, Standard::Rfc3986).is_ok();
        return views.iter().filter(is_clean).for_each(|text| println!("{text}"));
    }
    let mut found = 0_usize;
    for _ in 0..passes.parse().expect("a number") {
        for text in &views {
            match &**what {
                "read" => drop(black_box(Reference::parse(black_box(text), Standard::Rfc3986))),
                _ => found += usize::from(black_box(is_found(black_box(text)))),
            }
        }
    }
    println!("{}", views.len());
    eprintln!("{found} with a finding");
}
