//! Unbundles any document: file names are safe everywhere and unique, and the result contains nothing that could
//! become a file.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use napkin_document::unbundle::{BundleOptions, Unbundled, unbundle};
use napkin_document::{Entity, Kind};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, document)) = data.split_first() else { return };
    let kind = [Kind::Html, Kind::Css, Kind::Svg][usize::from(choice) % 3];
    let mut names = BTreeSet::new();
    let done = unbundled(document, kind, &mut names);
    assert!(names.len() <= done.objects.len(), "{names:?}");
    let again = unbundled(&done.bytes, kind, &mut BTreeSet::new());
    assert!(again.objects.is_empty(), "{:?}", String::from_utf8_lossy(&done.bytes));
    assert_eq!(again.bytes, done.bytes);
});

fn unbundled(document: &[u8], kind: Kind, names: &mut BTreeSet<String>) -> Unbundled {
    let done = unbundle(&Entity::new(document).with_kind(kind), &BundleOptions::default(), &mut |file| {
        let is_safe = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
        assert!(file.name.bytes().all(is_safe) && !file.name.starts_with('.'), "{}", file.name);
        assert!(names.insert(file.name.to_owned()), "{} comes twice", file.name);
    });
    done.expect("each of these kinds is unbundled")
}
