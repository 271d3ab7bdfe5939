//! Memory and time of resolving, relativizing, normalising and comparing are proportional to the length of the text,
//! whatever its content.

use std::time::{Duration, Instant};

use crate::counting::{Allocated, allocated};
use napkin::{Base, Reference, Rungs, Standard, compare, normalize};

/// The beginning, the repeated piece and the end of a text.
const SHAPES: [(&str, &str, &str); 16] = [
    ("http://h/", "../", "a"),
    ("http://h/", "./", "a"),
    ("http://h/", "a/", "b"),
    ("http://h/", "a/../", "b"),
    ("http://h/", "%2e%2E/", "a"),
    ("http://h/", "/", ""),
    ("http://h/", "%7e", ""),
    ("http://h/", "%2f", ""),
    ("a:", "/.", ""),
    ("a:", "a/../", ""),
    ("http://", "%41", ":80/"),
    ("http://h/?", "%7e/../", ""),
    ("http://h/#", "%c3%a9", ""),
    ("mailto:", "%41@B.c,", "a@b.c"),
    ("mailto:?to=a@b.c", ",A@B.c", ""),
    ("mailto:?", "To=A@B.c&", ""),
];

/// Returns the text of a shape, about `length` bytes long.
fn text((before, repeated, behind): (&str, &str, &str), length: usize) -> String {
    [before, &repeated.repeat(length / repeated.len()), behind].concat()
}

/// Runs all operations on a text; returns the bytes that they allocate.
fn work(text: &str, standard: Standard) -> Option<usize> {
    let url = Reference::parse(text, standard).ok()?;
    let other = text.replacen(':', "://another/", 1).replacen("://another///", "://another/", 1);
    let ((), Allocated { bytes, .. }) = allocated(|| {
        let normal = normalize(url, Rungs::ALL).text;
        let again = Reference::parse(&normal, standard).expect("a normal form is valid");
        assert!(compare(url, again).is_equivalent());
        let base = Base::new(url).expect("it has a scheme");
        assert!(base.relativize(url).is_ok() && base.relativize(again).is_ok());
        assert!(base.resolve(Reference::parse("../x?y", standard).expect("a reference")).is_ok());
        if let Ok(other) = Reference::parse(&other, standard) {
            assert!(base.relativize(other).is_ok());
            assert_eq!(compare(url, other).rung, compare(other, url).rung);
        }
    });
    Some(bytes)
}

#[test]
fn resolving_and_normalising_take_memory_in_proportion() {
    const SMALL: usize = 1 << 20;
    let mut checked = 0;
    for &standard in Standard::GENERIC {
        for shape in SHAPES {
            let Some(small) = work(&text(shape, SMALL), standard) else { continue };
            let begun = Instant::now();
            let large = work(&text(shape, 4 * SMALL), standard).expect("a URL as the small one is");
            assert!(large * 10 <= small * 46, "{standard} {shape:?}: {small} bytes at 1 MB, {large} at 4 MB");
            assert!(small < 160 * SMALL, "{standard} {shape:?}: {small} bytes for 1 MB");
            // A quadratic operation would take minutes here.
            assert!(begun.elapsed() < Duration::from_secs(60), "{standard} {shape:?}: {:?}", begun.elapsed());
            println!("{standard} {shape:?}: {small} bytes at 1 MB, {large} at 4 MB, {:?}", begun.elapsed());
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} shapes");
}
