//! Tests the functions in SQL, by an engine: each by its name, in each layout of texts, with nulls and slices; the
//! differences from `java.net.URI`; and each statement of the guide.

use crate::common::{LAYOUTS, Row, failure, row, rows, session, table, table_in};
use toml::Table;

fn cases() -> Vec<Table> {
    let table: Table = include_str!("sql.toml").parse().unwrap();
    table["case"].as_array().unwrap().iter().map(|case| case.as_table().unwrap().clone()).collect()
}

fn text<'c>(case: &'c Table, key: &str) -> Option<&'c str> {
    case.get(key).map(|text| text.as_str().unwrap())
}

/// Puts each case in the second and the fourth row of a table whose third row is null, and whose first row is cut off
/// or not.
#[test]
fn every_function_over_every_layout() {
    let session = session();
    for case in cases() {
        let (sql, is) = (text(&case, "sql").unwrap(), text(&case, "is"));
        let columns = ["a", "b", "c"].map(|name| {
            let value = text(&case, name);
            (name, vec![value, value, None, value])
        });
        for layout in LAYOUTS {
            for skipped in [0, 1] {
                table_in(&session, "seen", layout, &columns, skipped);
                let found: Vec<Row> = rows(&session, &format!("SELECT {sql} FROM seen"));
                let expected: Vec<Row> = [is, is, None, is][skipped..].iter().map(|is| row(&[*is])).collect();
                assert_eq!(found, expected, "{sql} over {} without {skipped} rows", layout.0);
            }
        }
    }
}

/// Uses the same values as constants, which the planner evaluates.
#[test]
fn every_function_of_constants() {
    let session = session();
    for case in cases() {
        let quoted = |name| text(&case, name).map(|text| format!("'{}'", text.replace('\'', "''")));
        let mut sql = text(&case, "sql").unwrap().to_owned();
        for name in ["a", "b", "c"] {
            for (before, behind) in [("(", ","), ("(", ")"), (" ", ","), (" ", ")")] {
                let value = quoted(name).unwrap_or_default();
                sql = sql.replace(&format!("{before}{name}{behind}"), &format!("{before}{value}{behind}"));
            }
        }
        assert_eq!(rows(&session, &format!("SELECT {sql}")), [row(&[text(&case, "is")])], "{sql}");
    }
}

#[test]
fn no_function_is_without_a_case() {
    let cases = cases();
    for function in napkin_query::functions() {
        let call = format!("{}(", function.name());
        assert!(cases.iter().any(|case| text(case, "sql").unwrap().contains(&call)), "{call}");
    }
}

const PARTS: [&str; 8] = ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF", "FILE"];

/// `java-uri.tsv` has a JDK's results, `differences.tsv` ours if they differ, and the reason.
#[test]
fn differences_to_java_are_those_of_the_table() {
    let session = session();
    let java: Vec<Vec<&str>> = include_str!("java-uri.tsv").lines().map(|line| line.split('\t').collect()).collect();
    let part = |number: usize| -> Vec<Option<&str>> {
        let of_java = |row: &Vec<&'static str>| row.get(number + 1).copied().filter(|text| !text.starts_with('\\'));
        java.iter().map(of_java).collect()
    };
    let mut columns = vec![("url", java.iter().map(|row| Some(row[0])).collect())];
    columns.extend(PARTS.iter().enumerate().map(|(number, name)| (*name, part(number))));
    table(&session, "java", &columns);
    let is_other = PARTS.map(|part| format!("(try_parse_url(url, '{part}') IS DISTINCT FROM \"{part}\")")).join(" OR ");
    let found = rows(&session, &format!("SELECT url FROM java WHERE {is_other} ORDER BY url"));
    let mut told: Vec<Row> =
        include_str!("differences.tsv").lines().map(|line| row(&[line.split('\t').next()])).collect();
    told.sort();
    assert_eq!(found, told);
}

/// Runs each `sql` block of the guide, statement by statement, over tables with the columns that the statements use.
#[cfg(feature = "links")]
#[test]
fn statements_of_the_guide() {
    let session = session();
    let urls = vec![Some("http://pub.example/menu/today"), Some(r"http://evil.example\@pub.example/"), None];
    let links = vec![Some("../napkin"), Some("//beer.example/"), Some("x")];
    table(&session, "pages", &[("url", urls.clone()), ("link", links)]);
    table(&session, "seen", &[("url", urls)]);
    session.register_udtf(napkin_query::Links::NAME, std::sync::Arc::new(napkin_query::Links));
    let examples = concat!("'", env!("CARGO_MANIFEST_DIR"), "/../../examples'");
    let mut answers = ANSWERS.iter();
    let statements = statements();
    assert_eq!(statements.len(), ANSWERS.len());
    for statement in statements {
        let expected: Vec<Row> = answers.next().unwrap().iter().map(|texts| row(texts)).collect();
        let statement = statement.replace("'examples'", examples);
        assert_eq!(rows(&session, &statement), expected, "{statement}");
    }
}

/// RFC 3986 appendix A has no backslash, and URL Standard section 4.4 reads it as a slash; by RFC 3986 section 3.2.3,
/// a port consists of digits.
#[cfg(feature = "links")]
const ANSWERS: &[&[&[Option<&str>]]] = &[
    &[
        &[Some("pub.example"), Some("pub.example"), Some("http://pub.example/napkin")],
        &[None, Some("evil.example"), None],
        &[None, None, None],
    ],
    &[&[Some(r"http://evil.example\@pub.example/"), Some("false")]],
    &[&[Some("16"), Some("http://h:8o/"), Some("RFC 3986 section 3.2.3")]],
];

#[cfg(feature = "links")]
fn statements() -> Vec<String> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide/columns.md")).unwrap();
    // The rest is SQL of other engines, which conformance/recipes.py runs.
    let (page, _) = page.split_once("**ClickHouse.**").expect("the recipes");
    let blocks = page.split("```sql\n").skip(1).map(|block| block.split_once("```").unwrap().0);
    let statements = blocks.flat_map(|block| block.split_inclusive(";\n"));
    statements
        .map(|statement| statement.trim().trim_end_matches(';').to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}

#[test]
fn in_conditions_groups_and_joins() {
    let session = session();
    let urls = ["http://a.example/1", "http://b.example/2", "http://A.example:80/3", "mailto:sam@pub.example"];
    table(&session, "seen", &[("url", urls.map(Some).to_vec())]);
    // RFC 3986 section 6.2.2.1: the case of hosts does not matter.
    let hosts = "SELECT url_extract_host(url_normalize(url)) AS host, count(*) FROM seen GROUP BY host ORDER BY host";
    assert_eq!(
        rows(&session, hosts),
        [row(&[Some("a.example"), Some("2")]), row(&[Some("b.example"), Some("1")]), row(&[None, Some("1")])]
    );
    let pairs = "SELECT x.url FROM seen x JOIN seen y ON url_extract_host(x.url) = url_extract_host(y.url) WHERE \
                 url_extract_path(x.url) = '/2'";
    assert_eq!(rows(&session, pairs), [row(&[Some("http://b.example/2")])]);
    let fields = "SELECT parts['scheme'], parts['port'] FROM (SELECT url, url_parts(url) AS parts FROM seen) WHERE parts['port'] > 0";
    assert_eq!(rows(&session, fields), [row(&[Some("http"), Some("80")])]);
}

#[test]
fn refusals_are_reported() {
    let session = session();
    table(&session, "seen", &[("url", vec![Some("http://pub.example/"), Some("http://pub.example/a|b")])]);
    for (sql, said) in [
        ("SELECT url_extract_host(url, 'rfc2396') FROM seen", "but found `rfc2396`"),
        ("SELECT url_extract_host(url, url) FROM seen", "expected a constant as argument 2"),
        ("SELECT url_extract_host() FROM seen", "url_extract_host: expected 1 to 2 arguments, but found 0"),
        ("SELECT url_extract_host(1) FROM seen", "url_extract_host: expected texts, but found Int64"),
        ("SELECT parse_url(url, 'HOST') FROM seen", "in row 1; `try_parse_url` is null there"),
        (
            "SELECT url_registrable_domain(url, 'rfc3986', 'mine') FROM seen",
            "expected `all` or `icann`, but found `mine`",
        ),
        ("SELECT url_decode('%FF')", "`try_url_decode` is null there"),
    ] {
        let found = failure(&session, sql);
        assert!(found.contains(said), "{sql}: {found}");
    }
    assert_eq!(rows(&session, "SELECT url_extract_host(NULL), url_normalize(NULL)"), [row(&[None, None])]);
}
