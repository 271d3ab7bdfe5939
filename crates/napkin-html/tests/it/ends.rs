//! The markup that is open where a page ends.

use napkin_html::{ProblemKind, Scanner, Sink, scan};

struct Nothing;
impl Sink for Nothing {}

fn rows() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/html5lib/ends.toml");
    let table: toml::Table = std::fs::read_to_string(path).expect("a table").parse().expect("TOML");
    let text = |value: &toml::Value| value.as_str().expect("text").to_owned();
    table["end"].as_array().expect("rows").iter().map(|row| (text(&row[0]), text(&row[1]))).collect()
}

/// The tests of html5lib name the error with which a page ends. The error of `<` at the end is not reported, because nothing is lost.
#[test]
fn pages_end_as_html5lib_says() {
    let mut counts = [0; 4];
    for (page, code) in rows() {
        let problem = scan(page.as_bytes(), &mut Nothing).continue_value().flatten();
        let found = problem.map(|problem| (problem.kind.code(), problem.expected));
        match &*code {
            "" | "eof-before-tag-name" => assert_eq!(found, None, "{page:?}"),
            "open" => {
                let is_doctype = page.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
                let kind = if is_doctype { ProblemKind::EofInDoctype } else { ProblemKind::EofInComment };
                assert_eq!(found, Some((kind.code(), "`>`")), "{page:?}");
            }
            code => assert_eq!(found.map(|found| found.0), Some(code), "{page:?}"),
        }
        let kinds = ["eof-in-tag", "eof-in-comment", "eof-in-doctype", "open"];
        kinds.iter().position(|&kind| kind == code).into_iter().for_each(|kind| counts[kind] += 1);
    }
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
}

#[test]
fn windows_of_any_size_end_as_the_page_does() {
    for (page, _) in rows() {
        let expected = scan(page.as_bytes(), &mut Nothing).continue_value().flatten();
        let (mut scanner, mut start) = (Scanner::new(), 0);
        for end in 1..=page.len() {
            start +=
                scanner.scan(&page.as_bytes()[start..end], false, &mut Nothing).continue_value().expect("no break");
        }
        assert!(scanner.scan(&page.as_bytes()[start..], true, &mut Nothing).is_continue());
        assert_eq!(scanner.unfinished(), expected, "{page:?}");
    }
}
