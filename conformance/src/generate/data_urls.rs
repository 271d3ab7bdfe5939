//! Odd `data:` URLs: products of the pieces in `data/odd-data-urls.toml`, and random chains of them.
//!
//! The same pieces make the same URLs, in the same order, on every machine. They are Rust strings, hence of scalar
//! values: lone surrogates are excluded by the type, as `fetch()` excludes them by its own (`USVString`).

use std::collections::BTreeSet;

use serde::Deserialize;

use super::Random;

const PIECES: &str = include_str!("../../../data/odd-data-urls.toml");

/// The number of chains, besides the products.
const CHAINS: usize = 700;

/// The length of a long header. No standard limits it.
const LONG: usize = 8192;

/// The file's lists, which its comments describe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pieces {
    types: Vec<String>,
    parameters: Vec<String>,
    base64: Vec<String>,
    encoded: Vec<String>,
    raw: Vec<String>,
    prefixes: Vec<String>,
    suffixes: Vec<String>,
    cores: Vec<String>,
    hierarchical: Vec<String>,
    quoted: Vec<String>,
}

/// Returns all URLs, each once.
///
/// # Panics
///
/// If the file of pieces is invalid.
#[must_use]
pub fn odd_data_urls() -> Vec<String> {
    let pieces: Pieces = toml::from_str(PIECES).unwrap_or_else(|error| panic!("odd-data-urls.toml: {error}"));
    let mut urls = Vec::new();
    headers(&pieces, &mut urls);
    bodies(&pieces, &mut urls);
    ends(&pieces, &mut urls);
    urls.extend(pieces.hierarchical.iter().chain(&pieces.quoted).cloned());
    long(&mut urls);
    let mut random = Random::new(2397);
    urls.extend((0..CHAINS).map(|_| chain(&pieces, &mut random)));
    let mut seen = BTreeSet::new();
    urls.retain(|url| seen.insert(url.clone()));
    urls
}

/// Adds every header with a body that shows how it was decoded: `YQ==` is `a` or itself.
fn headers(pieces: &Pieces, urls: &mut Vec<String>) {
    for media_type in &pieces.types {
        for rest in [",a%20b", ";base64,YQ==", ";charset=utf-8,x"] {
            urls.push(format!("data:{media_type}{rest}"));
        }
    }
    for parameter in &pieces.parameters {
        urls.push(format!("data:text/html{parameter},x"));
        urls.push(format!("data:{parameter},x"));
        urls.push(format!("data:text/html{parameter};base64,YQ=="));
    }
    for base64 in &pieces.base64 {
        for before in ["text/html", "", "text/html;a=b"] {
            urls.push(format!("data:{before}{base64},YQ=="));
        }
    }
}

/// Adds every body after headers that should not affect it, except for a query.
fn bodies(pieces: &Pieces, urls: &mut Vec<String>) {
    for body in &pieces.encoded {
        urls.push(format!("data:;base64,{body}"));
        urls.push(format!("data:text/plain?; BASE64,{body}"));
    }
    for body in &pieces.raw {
        urls.push(format!("data:,{body}"));
        urls.push(format!("data:text/html;charset=utf-8,{body}"));
        urls.push(format!("data:text/plain?a,{body}"));
    }
}

/// Adds every beginning and every end.
fn ends(pieces: &Pieces, urls: &mut Vec<String>) {
    for core in &pieces.cores {
        urls.extend(pieces.prefixes.iter().map(|prefix| format!("{prefix}{core}")));
        urls.extend(pieces.suffixes.iter().map(|suffix| format!("data:{core}{suffix}")));
    }
}

/// Adds URLs that are long in one place only.
fn long(urls: &mut Vec<String>) {
    let xs = "x".repeat(LONG);
    urls.push(format!("data:text/{xs},x"));
    urls.push(format!("data:{xs},x"));
    urls.push(format!("data:text/html;a={xs};base64,YQ=="));
    urls.push(format!("data:text/html{};base64,YQ==", ";a=b".repeat(LONG / 4)));
    urls.push(format!("data:text/html;{}base64,YQ==", " ".repeat(LONG)));
    urls.push(format!("data:;base64,{}", "QUJD".repeat(LONG / 4)));
    urls.push(format!("data:,{}", "%41".repeat(LONG / 3)));
}

/// Generates a type, up to three parameters or spellings of base64, a body, and seldom another beginning and end.
fn chain(pieces: &Pieces, random: &mut Random) -> String {
    let mut url = if random.once_in(8) { pick(random, &pieces.prefixes) } else { "data:" }.to_owned();
    let common = ["", "text/plain", "text/html", "IMAGE/SVG+XML"];
    url.push_str(if random.once_in(2) { pick(random, &pieces.types) } else { random.pick(&common) });
    for _ in 0..random.below(4) {
        let from = if random.once_in(3) { &pieces.base64 } else { &pieces.parameters };
        url.push_str(pick(random, from));
    }
    let is_base64 = random.once_in(2);
    if is_base64 {
        url.push_str(if random.once_in(3) { pick(random, &pieces.base64) } else { ";base64" });
    }
    if !random.once_in(20) {
        url.push(',');
    }
    url.push_str(pick(random, if is_base64 { &pieces.encoded } else { &pieces.raw }));
    if random.once_in(8) {
        url.push_str(pick(random, &pieces.suffixes));
    }
    url
}

fn pick<'a>(random: &mut Random, from: &'a [String]) -> &'a str {
    &from[random.below(from.len())]
}
