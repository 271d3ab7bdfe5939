//! The Web Platform Tests of `data:` URLs, forgiving base64 and MIME types, held against the transcription of the Fetch
//! Standard, every row of every file.

use std::fs;

use napkin_conformance::oracle::fetch_data::{MimeType, fetch};
use napkin_conformance::wpt::{package_root, scalar_values};
use serde::de::DeserializeOwned;
use serde_json::Value;

fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = package_root("data-url").join("tests").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&scalar_values(&text)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `[input, type or null, bytes]`, of which the last may be missing; an empty type stands for the default.
#[test]
fn data_urls() {
    let rows: Vec<Vec<Value>> = rows("data-urls.json");
    assert_eq!(rows.len(), 78);
    for row in &rows {
        let found = fetch(row[0].as_str().expect("the input is a string"));
        let expected = row[1].as_str().map(|text| if text.is_empty() { "text/plain;charset=US-ASCII" } else { text });
        assert_eq!(found.as_ref().map(|found| found.mime_type.serialize()).as_deref(), expected, "{row:?}");
        if let Some(bytes) = row.get(2) {
            assert_eq!(serde_json::json!(found.expect("it has a type").body), *bytes, "{row:?}");
        }
    }
}

/// `[input, bytes or null]`. What the URL parser would take for its own is percent-encoded, which the processor undoes.
#[test]
fn base64() {
    let rows: Vec<(String, Option<Vec<u8>>)> = rows("base64.json");
    assert_eq!(rows.len(), 80);
    for (input, expected) in rows {
        let encoded: String = input.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = fetch(&format!("data:;base64,{encoded}"));
        assert_eq!(found.map(|found| found.body), expected, "{input:?}");
    }
}

#[test]
fn mime_types() {
    let (mut written, mut generated) = (rows::<Value>("mime-types.json"), rows::<Value>("generated-mime-types.json"));
    written.append(&mut generated);
    // Strings are comments.
    let rows: Vec<&Value> = written.iter().filter(|row| row.is_object()).collect();
    assert_eq!(rows.len(), 74 + 881);
    for row in rows {
        let input = row["input"].as_str().expect("the input is a string");
        let found = MimeType::parse(input).map(|found| found.serialize());
        assert_eq!(found.as_deref(), row["output"].as_str(), "{input:?}");
    }
}
