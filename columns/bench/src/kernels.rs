//! Compares the kernels with the engine alone.

use std::hint::black_box;

use arrow_array::{Array, StringViewArray};
use napkin::pattern::{Match, Pattern, PatternSet};
use napkin::{Component, Reference, Standard, whatwg};
use napkin_columns::{Field, parts, pattern_class, pattern_match};

use crate::timing::Case;

/// The text components only, without kinds and numbers.
const COMPONENTS: [Field; 9] = [
    Field::Text(Component::Scheme),
    Field::Text(Component::Authority),
    Field::Text(Component::User),
    Field::Text(Component::Password),
    Field::Text(Component::Host),
    Field::Text(Component::Port),
    Field::Text(Component::Path),
    Field::Text(Component::Query),
    Field::Text(Component::Fragment),
];

/// Patterns of which most URLs match one.
const PATTERNS: [&str; 5] = [
    "*://*.wikipedia.org/wiki/:title", "*://www.:site.com/*", "*://*/:folder/:page.html", "*://*/*?*id=*",
    "*://:site.:domain/",
];

pub(crate) fn cases(batches: &[StringViewArray]) -> Vec<Case<'_>> {
    let patterns = || PATTERNS.map(|text| Pattern::parse(text, None).expect(text));
    let ([one, ..], [same, ..]) = (patterns(), patterns());
    let (set, same_set) = (PatternSet::new(patterns()), PatternSet::new(patterns()));
    vec![
        Case::new("nothing", || {
            batches.iter().flat_map(|batch| batch.iter().flatten()).map(|text| black_box(text).len()).sum()
        }),
        Case::new("engine: rfc3986", || generic(batches, |_| 0)),
        Case::new("engine: rfc3986, each component asked", || generic(batches, asked)),
        Case::new("kernel: rfc3986, all components", || kernel(batches, Standard::Rfc3986, &COMPONENTS)),
        Case::new("kernel: rfc3986, all fields", || kernel(batches, Standard::Rfc3986, Field::ALL)),
        Case::new("engine: whatwg", || urls(batches, |_| 0)),
        Case::new("engine: whatwg, each component asked", || urls(batches, asked)),
        Case::new("kernel: whatwg, all components", || kernel(batches, Standard::Whatwg, &COMPONENTS)),
        Case::new("kernel: whatwg, all fields", || kernel(batches, Standard::Whatwg, Field::ALL)),
        Case::new("engine: owned URL, one pattern", move || matching(batches, |url| usize::from(one.test(url)))),
        Case::new("kernel: url_pattern_match", move || {
            batches.iter().map(|batch| pattern_match(batch, &same).expect("a column of texts").len()).sum()
        }),
        Case::new("engine: owned URL, five patterns, with groups", move || {
            matching(batches, |url| set.exec(url).map_or(0, |(number, found)| number + group_lengths(&found)))
        }),
        Case::new("kernel: url_pattern_class", move || {
            let class = |batch| pattern_class(batch, &same_set, &PATTERNS).expect("a column of texts").len();
            batches.iter().map(|batch| class(batch)).sum()
        }),
    ]
}

/// Parses each row.
fn generic(batches: &[StringViewArray], ask: fn(&Reference<'_>) -> usize) -> usize {
    let read = |text| Reference::parse(text, Standard::Rfc3986);
    let rows = batches.iter().flat_map(|batch| batch.iter().flatten());
    rows.map(|text| read(black_box(text)).map_or(0, |found| black_box(&found).as_str().len() + ask(&found))).sum()
}

fn urls(batches: &[StringViewArray], ask: fn(&Reference<'_>) -> usize) -> usize {
    let rows = batches.iter().flat_map(|batch| batch.iter().flatten());
    rows.map(|text| {
        whatwg::parse_borrowed(black_box(text), None).map_or(0, |found| {
            let found = black_box(&found).reference();
            found.as_str().len() + ask(&found)
        })
    })
    .sum()
}

/// Parses each row, and matches it.
fn matching(batches: &[StringViewArray], found: impl Fn(&whatwg::Url) -> usize) -> usize {
    let rows = batches.iter().flat_map(|batch| batch.iter().flatten());
    rows.map(|text| whatwg::Url::parse(black_box(text), None).map_or(0, |url| found(black_box(&url)))).sum()
}

fn group_lengths(found: &Match<'_, '_>) -> usize {
    use napkin::pattern::Component;
    let groups = Component::ALL.into_iter().flat_map(|component| found.groups(component));
    groups.map(|(name, text)| name.len() + text.map_or(0, str::len)).sum()
}

/// Sums the lengths of all components, the port and the kinds, so that all are computed.
fn asked(found: &Reference<'_>) -> usize {
    let lengths: usize =
        Component::ALL.iter().filter_map(|&component| found.span(component)).map(|span| span.len()).sum();
    lengths
        + found.port().map_or(0, usize::from)
        + found.host_kind().map_or(0, |kind| kind as usize)
        + found.kind() as usize
}

fn kernel(batches: &[StringViewArray], standard: Standard, fields: &[Field]) -> usize {
    batches.iter().map(|batch| parts(black_box(batch), standard, fields).expect("a column of texts").len()).sum()
}
