//! Tests Roy Fielding's five test tables of 1996 to 1998, from Perl's URI distribution.
//!
//! The tables are not part of this repository: `fetch-roytest.sh` gets them, and `NAPKIN_ROYTEST` names their folder.
//! For each reference, a table has the results of RFC 2396 (`R`), RFC 1808 (`X`) and programs of the time. The result
//! for `R` must equal the oracle's under both standards, or be in [`KNOWN`] with the reason; a stale entry fails. If
//! several results are marked `R`, each of them is accepted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use napkin_conformance::oracle::{resolve_draft1997, resolve_rfc3986};

/// Table, reference, standard: our standard's result instead, and the clause that decides.
const KNOWN: &[(u8, &str, &str, &str, &str)] = &[
    (
        1,
        "g?y/./x",
        "draft1997",
        "http://a/b/c/g?y/x",
        "section 5.2 step 6c: the query is merged with the path; RFC 2396 took it out",
    ),
    (
        1,
        "g?y/../x",
        "draft1997",
        "http://a/b/c/x",
        "section 5.2 step 6c: the query is merged with the path; RFC 2396 took it out",
    ),
    (
        2,
        "g?y/./x",
        "draft1997",
        "http://a/b/c/g?y/x",
        "section 5.2 step 6c: the query is merged with the path; RFC 2396 took it out",
    ),
    (
        2,
        "g?y/../x",
        "draft1997",
        "http://a/b/c/x",
        "section 5.2 step 6c: the query is merged with the path; RFC 2396 took it out",
    ),
    (1, "?y", "rfc3986", "http://a/b/c/d;p?y", "section 5.2.2: an empty path is the base's"),
    (2, "?y", "rfc3986", "http://a/b/c/d;p?y", "section 5.2.2: an empty path is the base's"),
    (1, "#s", "rfc3986", "http://a/b/c/d;p?q#s", "section 5.2.2: path and query are the base's"),
    (1, "", "rfc3986", "http://a/b/c/d;p?q", "section 5.2.2: path and query are the base's"),
    (1, "/./g", "rfc3986", "http://a/g", "section 5.2.2: dot segments go from an absolute path too"),
    (1, "/../g", "rfc3986", "http://a/g", "section 5.2.2: dot segments go from an absolute path too"),
];

/// A row, with the results marked `R`.
#[derive(Debug)]
struct Row {
    table: u8,
    base: String,
    reference: String,
    results: Vec<String>,
}

/// Returns the folder of the tables, or the reason why there is none.
fn folder() -> Result<PathBuf, String> {
    let help = "run conformance/fetch-roytest.sh and set NAPKIN_ROYTEST to the folder that it names";
    let folder = std::env::var_os("NAPKIN_ROYTEST").ok_or(format!("NAPKIN_ROYTEST is not set: {help}"))?;
    let folder = PathBuf::from(folder);
    match (1..=5).find(|table| !folder.join(format!("roytest{table}.html")).is_file()) {
        Some(table) => Err(format!("{} has no roytest{table}.html: {help}", folder.display())),
        None => Ok(folder),
    }
}

fn rows(folder: &Path, table: u8) -> Vec<Row> {
    let bytes = std::fs::read(folder.join(format!("roytest{table}.html"))).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let base = between(&text, "<BASE href=\"", "\"").expect("a base").to_owned();
    let mut rows: Vec<Row> = Vec::new();
    let mut in_row = false;
    for line in text.lines() {
        let mut rest = line;
        if line.starts_with("<a ") {
            let reference = between(line, "href=\"", "\"").expect("a reference").to_owned();
            rows.push(Row { table, base: base.clone(), reference, results: Vec::new() });
            rest = line.split_once("</a>").expect("the end of the anchor").1;
            in_row = true;
        } else if line.trim().is_empty() || line.starts_with('<') {
            in_row = false;
        }
        // `=  RESULT   [R,X,1]`, or a further line of the row with the result of other programs.
        let rest = rest.trim_start_matches(|c: char| c == '=' || c == '|' || c.is_whitespace());
        let Some((result, programs)) = rest.rsplit_once('[').filter(|_| in_row) else { continue };
        let programs = programs.split_once(']').expect("the end of the programs").0;
        if programs.split(',').any(|program| program == "R") {
            rows.last_mut().unwrap().results.push(result.trim().to_owned());
        }
    }
    rows
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    text.split_once(open)?.1.split_once(close).map(|(inside, _)| inside)
}

fn resolved(row: &Row, standard: &str) -> Vec<(&'static str, String)> {
    let oracle = match standard {
        "draft1997" => resolve_draft1997::resolve(&row.base, &row.reference).to_string(),
        _ => resolve_rfc3986::resolve_guarded(&row.base, &row.reference, true),
    };
    vec![
        ("oracle", oracle),
        #[cfg(feature = "engine")]
        ("engine", engine(row, standard)),
    ]
}

#[cfg(feature = "engine")]
fn engine(row: &Row, standard: &str) -> String {
    let standard: napkin::Standard = standard.parse().unwrap();
    let read = |text| napkin::Reference::parse(text, standard).unwrap();
    match napkin::Base::new(read(&row.base)).unwrap().resolve(read(&row.reference)).unwrap() {
        napkin::Resolution::Absolute(url) => url.into_string(),
        // The reference is empty or a fragment.
        napkin::Resolution::SameDocument => format!("(current document){}", row.reference),
    }
}

#[test]
fn roy_fieldings_tables() {
    let folder = match folder() {
        Ok(folder) => folder,
        Err(why) => {
            assert!(
                std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"),
                "roytest is required, but {why}"
            );
            eprintln!("roytest SKIPPED: {why}");
            return;
        }
    };
    let rows: Vec<Row> = (1..=5).flat_map(|table| rows(&folder, table)).collect();
    assert_eq!(rows.len(), 103, "rows of the five tables");
    let (mut wrong, mut needed) = (Vec::new(), BTreeSet::new());
    for row in &rows {
        assert!(!row.results.is_empty(), "no result of RFC 2396 in {row:?}");
        for standard in ["draft1997", "rfc3986"] {
            let known = KNOWN.iter().position(|(table, reference, which, _, _)| {
                (*table, *reference, *which) == (row.table, row.reference.as_str(), standard)
            });
            for (who, found) in resolved(row, standard) {
                let as_printed = row.results.contains(&found);
                match known {
                    Some(entry) if !as_printed && KNOWN[entry].3 == found => {
                        needed.insert(entry);
                    }
                    None if as_printed => {}
                    _ => wrong.push(format!("{who} {standard} {row:?}: {found}")),
                }
            }
        }
    }
    for (entry, (table, reference, standard, _, _)) in KNOWN.iter().enumerate() {
        if !needed.contains(&entry) {
            wrong.push(format!("stale: table {table} {reference:?} {standard}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
