//! Compares or relativizes a URL of any length from standard input: `long_urls compare|relativize < URL`.
//!
//! The command takes the URLs to compare as arguments, which cannot be megabytes long. `bench/linear.py` counts the instructions.

use std::io::{Read, stdin};

use napkin::{Base, Error, Reference, Rungs, Standard, compare, normalize};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    if text.is_empty() {
        return Ok(());
    }
    let result = match std::env::args().nth(1).as_deref() {
        Some("compare") => compared(&text),
        Some("relativize") => relativized(&text),
        _ => return Err("expected `compare` or `relativize`".into()),
    };
    println!("{}", result?);
    Ok(())
}

/// Compares the URL with its normal form and with itself at another host.
fn compared(text: &str) -> Result<usize, Error> {
    let url = Reference::parse(text, Standard::Rfc3986)?;
    let normal = normalize(url, Rungs::ALL).text;
    let other = text.replacen("a.b", "c.d", 1);
    let others = [&*normal, &*other].map(|other| Reference::parse(other, Standard::Rfc3986));
    let equal = others.into_iter().flatten().filter(|&other| compare(url, other).is_equivalent());
    Ok(equal.count())
}

/// Relativizes the URL against itself, its normal form and a short base, and the normal form against the URL.
fn relativized(text: &str) -> Result<usize, Error> {
    let read = |text| Reference::parse(text, Standard::Rfc3986);
    let url = read(text)?;
    let normal = normalize(url, Rungs::ALL).text;
    let (normal, short) = (read(&normal)?, read("http://a.b/c/d")?);
    let pairs = [(url, url), (normal, url), (short, url), (url, normal), (url, short)];
    pairs.into_iter().try_fold(0, |length, (base, url)| Ok(length + Base::new(base)?.relativize(url)?.as_str().len()))
}
