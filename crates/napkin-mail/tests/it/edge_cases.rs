//! The edge cases of mail: `data/mail/edge-cases.toml` has them all, each with a case or a test, and two of the tests are here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use napkin_mail::{DetachOptions, Message};
use toml::{Table, Value};

/// How many there are.
const COUNT: i64 = 85;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn table(path: &Path) -> Table {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).parse().expect("TOML")
}

/// How many cases of data have each number.
fn cases_of_data() -> BTreeMap<i64, usize> {
    let mut found = BTreeMap::new();
    for folder in ["data/mail", "data/mhtml"] {
        for entry in fs::read_dir(root().join(folder)).expect(folder) {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let table = table(&path);
            for case in table.get("case").and_then(Value::as_array).into_iter().flatten() {
                if let Some(edge) = case.get("edge") {
                    let number = edge.as_integer().expect("a number");
                    assert!((1..=COUNT).contains(&number), "{}: {number}", path.display());
                    *found.entry(number).or_default() += 1;
                }
            }
        }
    }
    found
}

/// Whether there is a test of this name in this file.
fn is_test(named: &str) -> bool {
    let (file, name) = named.split_once(' ').unwrap_or_else(|| panic!("{named}: a file and a function"));
    let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let at = text.find(&format!("fn {name}("));
    // The attribute precedes the function, which may be inside of the macro for random tests.
    at.is_some_and(|at| text[..at].rfind("#[test]").is_some_and(|test| !text[test..at].contains("fn ")))
}

#[test]
fn every_edge_case_has_a_case_or_a_test() {
    let by_data = cases_of_data();
    let table = table(&root().join("data/mail/edge-cases.toml"));
    let mut numbers = BTreeSet::new();
    for edge in table["edge"].as_array().expect("a list") {
        let number = edge["number"].as_integer().expect("a number");
        assert!(numbers.insert(number), "{number} comes twice");
        let tests = edge.get("tests").and_then(Value::as_array).cloned().unwrap_or_default();
        for test in &tests {
            assert!(is_test(test.as_str().expect("a name")), "{number}: no test {test}");
        }
        let count = by_data.get(&number).copied().unwrap_or_default();
        assert!(count + tests.len() > 0, "{number} has neither a case nor a test");
    }
    assert_eq!(numbers, (1..=COUNT).collect());
}

/// Edge case 56: lines that are put in end as those of the part do, and all other bytes are as they were.
#[test]
fn lines_end_as_those_around_them() {
    let body = |line: &str| line.repeat(100);
    let part = |end: &str| {
        format!("Content-Type: text/html{end}X-Part: {end} folded{end}{end}{}", body(&format!("soup{end}")))
    };
    let (unix, windows) = (part("\n"), part("\r\n"));
    let before = "Subject: soup\r\nX-Mixed: 1\nContent-Type: multipart/mixed; boundary=b\r\n\r\npreamble\n\r\n--b\n";
    let between = "\r\n--b  \r\n";
    let behind = "\n--b--\r\n\nepilogue";
    let message = format!("{before}{unix}{between}{windows}{behind}");
    let options = DetachOptions::new("http://pub.example/kept").with_min_size(1);
    let message = Message::parse(message.as_bytes());
    let detached = message.detach(&options).expect("a folder");
    assert_eq!(detached.objects.len(), 2);
    let text = String::from_utf8(detached.bytes.into_owned()).expect("text");
    let rest = text.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind)).expect("what is around");
    let (first, second) = rest.split_once(between).expect("what is between");
    assert!(first.contains("\n size=600;\n URL=") && !first.contains('\r'), "{first}");
    assert!(second.contains("\r\n size=600;\r\n URL="), "{second}");
    assert_eq!(second.matches('\n').count(), second.matches("\r\n").count(), "{second}");
}

/// Edge case 57: places lie beyond what 32 bits can count. The bytes are zero and are never written to, so that they take no memory.
#[cfg(all(target_pointer_width = "64", target_os = "linux"))]
#[test]
fn messages_of_more_than_four_gigabytes() {
    const FAR: usize = (4 << 30) + 12_345;
    let head = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/octet-stream\n\n";
    let tail = b"\n--b\nContent-Type: message/external-body; access-type=URL; URL=\"http://pub.example/\"\n\nContent-ID: <a@b>\n--b--\n";
    let mut bytes = vec![0; FAR + tail.len()];
    bytes[..head.len()].copy_from_slice(head);
    bytes[FAR..].copy_from_slice(tail);
    let message = Message::parse(&bytes);
    let body = message.part("1").expect("the large part").body();
    assert_eq!((body.start, body.end), (head.len(), FAR));
    let external = message.part("2").and_then(|part| part.external_body()).expect("the external body");
    let span = external.url_span.expect("a place");
    assert!(span.start > FAR);
    assert_eq!(&bytes[span.range()], b"http://pub.example/");
    assert_eq!(message.pieces().last().map(|piece| piece.span.end), Some(bytes.len()));
}
