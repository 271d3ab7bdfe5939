//! Tests published SURT keys in each layout.

use crate::common::{all, layouts, rows, text};
use napkin_columns::surt_key;
use toml::Table;

#[test]
fn published_keys() {
    let table: Table = include_str!("surt.toml").parse().unwrap();
    let cases: Vec<(String, String)> = rows(&table, "group")
        .flat_map(|group| rows(group, "case").map(|case| (text(case, "url").to_owned(), text(case, "key").to_owned())))
        .collect();
    assert!(cases.len() > 60, "only {} keys", cases.len());
    let texts: Vec<Option<&str>> = cases.iter().map(|case| Some(&*case.0)).collect();
    for (layout, array) in layouts(&texts) {
        for (found, (url, key)) in all(&surt_key(&array).unwrap()).iter().zip(&cases) {
            assert_eq!(found.as_deref(), Some(&**key), "{layout}: {url:?}");
        }
    }
}

#[test]
fn no_key_of_a_wrong_port() {
    for (layout, array) in layouts(&[Some("http://h:8o/"), Some("http://h:65536/"), Some(" \t"), None]) {
        assert_eq!(all(&surt_key(&array).unwrap()), [None, None, None, None], "{layout}");
    }
}
