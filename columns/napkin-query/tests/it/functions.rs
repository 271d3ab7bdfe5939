//! Tests the functions as an engine calls them: compared with `java.net.URI`, under a chosen standard, with constants,
//! columns and nulls.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, DictionaryArray, StringArray};
use arrow_schema::{DataType, Field};
use datafusion_common::config::ConfigOptions;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs};

/// Calls a function as an engine does.
fn call(name: &str, args: Vec<ColumnarValue>, number_rows: usize) -> Result<ColumnarValue> {
    let function = napkin_query::function(name).unwrap_or_else(|| panic!("no function {name}"));
    let types: Vec<DataType> = args.iter().map(ColumnarValue::data_type).collect();
    assert_eq!(function.coerce_types(&types)?, types, "{name}: the types of these tests are taken as they are");
    let arg_fields: Vec<_> = types.into_iter().map(|one| Arc::new(Field::new("a", one, true))).collect();
    let scalars: Vec<Option<&ScalarValue>> = args.iter().map(constant).collect();
    let return_field =
        function.return_field_from_args(ReturnFieldArgs { arg_fields: &arg_fields, scalar_arguments: &scalars })?;
    let declared = return_field.data_type().clone();
    let config_options = Arc::new(ConfigOptions::default());
    let answer = function.invoke_with_args(ScalarFunctionArgs {
        args,
        arg_fields,
        number_rows,
        return_field,
        config_options,
    })?;
    assert_eq!(answer.data_type(), declared, "{name} has the type that it declares");
    Ok(answer)
}

fn constant(value: &ColumnarValue) -> Option<&ScalarValue> {
    if let ColumnarValue::Scalar(value) = value { Some(value) } else { None }
}

fn text(text: &str) -> ColumnarValue {
    ColumnarValue::Scalar(ScalarValue::Utf8(Some(text.into())))
}

fn column(texts: &[Option<&str>]) -> ColumnarValue {
    ColumnarValue::Array(Arc::new(texts.iter().copied().collect::<StringArray>()))
}

fn all(name: &str, args: Vec<ColumnarValue>, rows: usize) -> ArrayRef {
    match call(name, args, rows).unwrap() {
        ColumnarValue::Array(array) => array,
        ColumnarValue::Scalar(value) => panic!("{name}: expected a column, but found {value:?}"),
    }
}

fn texts(array: &dyn Array) -> Vec<Option<&str>> {
    array.as_string_view().iter().collect()
}

const PARTS: [&str; 8] = ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF", "FILE"];

/// The differences from `java.net.URI` (RFC 2396 with additions), which Spark and Trino use: a URL, the reason, and
/// the parts that differ from Java's, or `invalid` if they are null because RFC 3986 refuses the text. `java-uri.tsv`
/// has Java's results, made by `java JavaUri.java` of a JDK: the parts in the order of `PARTS`, `\N` for null, `\E`
/// for an exception.
fn differences() -> Vec<Vec<&'static str>> {
    include_str!("differences.tsv").lines().map(|line| line.split('\t').collect()).collect()
}

fn of_java() -> Vec<Vec<&'static str>> {
    include_str!("java-uri.tsv").lines().map(|line| line.split('\t').collect()).collect()
}

/// Returns the part's value in a row of differences; `None` if the row does not have it.
fn says<'r>(row: &[&'r str], part: &str) -> Option<Option<&'r str>> {
    if row[2] == "invalid" {
        return Some(None);
    }
    row[2..].iter().find_map(|field| field.split_once('=').filter(|field| field.0 == part)).map(|field| Some(field.1))
}

#[test]
fn as_java_net_uri_but_where_the_table_says_why() {
    let (differences, java) = (differences(), of_java());
    let urls: Vec<Option<&str>> = java.iter().map(|row| Some(row[0])).collect();
    assert!(differences.iter().all(|row| urls.contains(&Some(row[0]))), "each difference is one of a URL");
    for (number, part) in PARTS.into_iter().enumerate() {
        let found = all("try_parse_url", vec![column(&urls), text(part)], urls.len());
        for (found, row) in texts(&found).into_iter().zip(&java) {
            let by_java = row.get(number + 1).copied().filter(|text| *text != "\\N" && row[1] != "\\E");
            let here = differences.iter().find(|here| here[0] == row[0]).and_then(|here| says(here, part));
            assert_eq!(found, here.unwrap_or(by_java), "{part} of {}", row[0]);
        }
    }
}

/// Each row of the differences is needed.
#[test]
fn differences_are_different() {
    for row in differences() {
        let java = of_java().into_iter().find(|java| java[0] == row[0]).unwrap();
        let is_different = |(number, part): (usize, &&str)| {
            says(&row, part)
                .is_some_and(|here| here != java.get(number + 1).copied().filter(|text| !text.starts_with('\\')))
        };
        assert!(PARTS.iter().enumerate().any(is_different), "{row:?}");
    }
}

#[test]
fn parse_url_fails_where_try_parse_url_is_null() {
    let urls = column(&[Some("http://pub.example/"), Some("http://pub.example/a|b"), None]);
    let error = call("parse_url", vec![urls.clone(), text("HOST")], 3).unwrap_err();
    assert!(error.to_string().contains("in row 1; `try_parse_url` is null there"), "{error}");
    assert_eq!(texts(&all("try_parse_url", vec![urls, text("HOST")], 3)), [Some("pub.example"), None, None]);
}

#[test]
fn keys_of_queries() {
    let urls = column(&[Some("http://h/?a=1%202&b"), Some("http://h/")]);
    // Spark returns the text as written, Trino decodes it.
    assert_eq!(texts(&all("parse_url", vec![urls.clone(), text("QUERY"), text("a")], 2)), [Some("1%202"), None]);
    assert_eq!(texts(&all("url_extract_parameter", vec![urls, text("a")], 2)), [Some("1 2"), None]);
}

#[test]
fn the_standard_is_an_argument() {
    let urls = column(&[Some(r"http://evil.example\@pub.example/"), Some("http://127.1/")]);
    let hosts = |standard| {
        let found = all("url_extract_host", vec![urls.clone(), text(standard)], 2);
        texts(&found).into_iter().map(|host| host.map(str::to_owned)).collect::<Vec<_>>()
    };
    // RFC 3986 appendix A has no backslash; URL Standard section 4.4, "special authority slashes", and 3.5, the IPv4 parser.
    assert_eq!(hosts("rfc3986"), [None, Some("127.1".to_owned())]);
    assert_eq!(hosts("whatwg"), [Some("evil.example".to_owned()), Some("127.0.0.1".to_owned())]);
    let error = call("url_extract_host", vec![urls.clone(), text("rfc2396")], 2).unwrap_err();
    assert!(error.to_string().contains("but found `rfc2396`"), "{error}");
    let error = call("url_extract_host", vec![urls.clone(), urls], 2).unwrap_err();
    assert!(error.to_string().contains("expected a constant as argument 2"), "{error}");
}

#[test]
fn structures_of_one_standard_or_of_all() {
    let urls = column(&[Some("http://pub.example:8080/")]);
    let one = all("url_parts", vec![urls.clone(), text("rfc3987")], 1);
    assert_eq!(texts(one.as_struct().column_by_name("host").unwrap()), [Some("pub.example")]);
    let every = all("url_parts", vec![urls.clone(), text("all")], 1);
    assert!(every.as_struct().column_by_name("agree").is_some());
    let port = all("url_extract_port", vec![urls], 1);
    assert_eq!(port.as_primitive::<Int64Type>().value(0), 8080);
}

#[test]
fn constants_and_nulls() {
    let answer = call("url_resolve", vec![text("../g"), text("http://a/b/c/d")], 1).unwrap();
    assert_eq!(answer.to_array(1).unwrap().as_string_view().value(0), "http://a/b/g");
    let null = ColumnarValue::Scalar(ScalarValue::Utf8(None));
    let answer = call("url_normalize", vec![null], 1).unwrap();
    assert!(answer.to_array(1).unwrap().is_null(0));
    let bases = column(&[Some("http://a/b"), None]);
    assert_eq!(texts(&all("url_resolve", vec![text("g"), bases], 2)), [Some("http://a/g"), None]);
}

#[test]
fn dictionaries_have_the_type_that_is_declared() {
    let seen: DictionaryArray<Int32Type> =
        [Some("http://a.example/"), None, Some("http://a.example/")].into_iter().collect();
    let seen = || ColumnarValue::Array(Arc::new(seen.clone()));
    let hosts = all("url_extract_host", vec![seen()], 3);
    assert_eq!(texts(&hosts), [Some("a.example"), None, Some("a.example")]);
    for name in [
        "url_parts", "url_findings", "url_surt_key", "url_common_crawl", "url_is_valid", "data_url_decode",
        "url_encode",
    ] {
        assert_eq!(all(name, vec![seen()], 3).len(), 3, "{name}");
    }
}

/// Spark and Trino: `application/x-www-form-urlencoded`.
#[test]
fn forms() {
    let raw = column(&[Some("https://spark.apache.org"), Some("a b"), None]);
    let written = [Some("https%3A%2F%2Fspark.apache.org"), Some("a+b"), None];
    assert_eq!(texts(&all("url_encode", vec![raw.clone()], 3)), written);
    assert_eq!(
        texts(&all("url_decode", vec![column(&written)], 3)),
        [Some("https://spark.apache.org"), Some("a b"), None]
    );
    assert!(call("url_decode", vec![column(&[Some("%FF")])], 1).unwrap_err().to_string().contains("in row 0"));
    assert_eq!(texts(&all("try_url_decode", vec![column(&[Some("%FF")])], 1)), [None]);
}

/// A list of patterns and a pattern of the same text are not mistaken for each other.
#[test]
fn a_list_of_patterns_is_no_pattern() {
    let class = |url: &str, list: &str| call("url_pattern_class", vec![text(url), text(list)], 1);
    let matches = |url: &str, pattern: &str| call("url_pattern_match", vec![text(url), text(pattern)], 1);
    let is_null = |answer: Result<ColumnarValue>| constant(&answer.unwrap()).unwrap().is_null();
    for list in ["", "# only this", "https://a.example/*\nhttps://b.example/*"] {
        assert!(is_null(class("https://pub.example/", list)), "{list}");
        assert!(matches("https://a.example/", list).is_err(), "{list}");
    }
    assert!(!is_null(class("https://b.example/", "https://a.example/*\nhttps://b.example/*")));
    assert!(class("https://pub.example/", "https://pub.example/{menu").is_err());
    assert!(is_null(matches("menu", "https://pub.example/*")));
}

#[test]
fn calls_with_wrong_arguments_are_refused() {
    let function = napkin_query::function("url_resolve").unwrap();
    for types in [vec![DataType::Utf8], vec![DataType::Utf8, DataType::Int32], vec![DataType::Utf8; 4]] {
        assert!(function.coerce_types(&types).is_err(), "{types:?}");
    }
    assert_eq!(function.coerce_types(&[DataType::Null, DataType::Utf8]).unwrap()[0], DataType::Utf8View);
}

#[test]
fn the_guide_has_all_functions() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide/columns.md")).unwrap();
    let (_, table) = page.split_once("| function | as |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut told: Vec<String> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split(',').map(|name| name.trim().replace('`', "")))
        .collect();
    let mut known: Vec<String> = napkin_query::functions().iter().map(|function| function.name().to_owned()).collect();
    told.sort_unstable();
    known.sort_unstable();
    assert_eq!(told, known);
}
