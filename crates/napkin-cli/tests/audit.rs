//! `napkin audit`: URLs, lists, documents, mail; levels and the exit status; JSON, SARIF, baselines, suppressions.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{assert_prints, napkin, napkin_with};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("audit");
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

#[test]
fn arguments_are_urls() {
    let out = "argument:1:8\thigh\tip-spelling\t0x7f.1\tan address is not written in its usual form\n\
               argument:1:8\tmedium\tinward-host\t0x7f.1\tthe host is in the network of whoever uses the URL\n\
               argument:1:15\tmedium\tport-reserved\t25\tthe port belongs to another protocol\n";
    assert_prints(&["audit", "http://0x7f.1:25/"], "", 1, out, "");
    assert_prints(&["audit", "https://pub.example/menu"], "", 0, "", "");
}

#[test]
fn the_exit_status_is_that_of_the_gravest_finding() {
    let cases = [
        ("https://pub.example./", "low", 1),
        ("https://pub.example./", "medium", 0),
        ("http://pub.example:25/", "medium", 1),
        ("http://pub.example:25/", "high", 0),
        ("javascript:alert(1)", "high", 1),
        ("https://pub.example/", "low", 0),
    ];
    for (url, level, status) in cases {
        let ran = napkin_with(&["audit", "--fail-on", level, url], "");
        assert_eq!(ran.status, status, "{url} {level}");
    }
    let ran = napkin("audit --min-level high http://0x7f.1:25/", "");
    assert_eq!(ran.out.lines().count(), 1);
}

#[test]
fn a_list_is_read_to_its_end_and_in_order() {
    let list = "https://pub.example/\nhttp://a b\\c/\n\u{0}\nhttp://\u{fffd}/\n//\nhttp://127.1/\n";
    let mut bytes = list.as_bytes().to_vec();
    bytes.extend(b"http://\xff/\nhttp://127.2/");
    let ran = napkin("audit --json -j 4", &bytes);
    let found = lines(&ran.out);
    let places: Vec<u64> = found.iter().map(|row| row["line"].as_u64().expect("a line")).collect();
    assert!(places.is_sorted() && places.last() == Some(&8), "{places:?}");
    assert!(found.iter().any(|row| row["line"] == 7 && row["rule"] == "utf-8"), "{}", ran.out);
    assert!(found.iter().any(|row| row["line"] == 8 && row["rule"] == "ip-spelling"), "{}", ran.out);
    assert_eq!(ran.status, 1);
    let long = "x".repeat(100);
    let ran = napkin("audit --json --max-length 50", format!("{long}\nhttp://127.1/\n"));
    let codes: Vec<_> = lines(&ran.out).iter().map(|row| row["rule"].as_str().expect("a rule").to_owned()).collect();
    assert_eq!(codes, ["too-long", "ip-spelling", "inward-host"]);
}

/// The number of threads changes nothing.
#[test]
fn many_threads_print_what_one_prints() {
    let corpus = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/audit/corpus-malicious.tsv"));
    let corpus = corpus.expect("the corpus").repeat(20);
    let (one, many) = (napkin("audit --json -j 1", &corpus), napkin("audit --json -j 8", &corpus));
    assert!(one.out.len() > 1 << 20, "{} bytes", one.out.len());
    assert_eq!(one.out, many.out);
}

#[test]
fn fields_say_what_is_found_and_what_may_stand_instead() {
    let ran = napkin("audit --json http://0x7f.1/", "");
    let found = lines(&ran.out);
    let row = &found[0];
    assert_eq!((&row["rule"], &row["level"]), (&"ip-spelling".into(), &"high".into()));
    assert_eq!((&row["start"], &row["end"]), (&7.into(), &13.into()));
    assert_eq!(row["see"], "RFC 3986 section 7.4");
    assert_eq!(row["fix"], serde_json::json!({"start": 7, "end": 13, "text": "127.0.0.1"}));
    let ran = napkin_with(&["audit", "--format", "{level} {rule} {url}", "http://0x7f.1/"], "");
    assert_eq!(ran.out, "high ip-spelling http://0x7f.1/\nmedium inward-host http://0x7f.1/\n");
}

#[test]
fn secrets_are_not_printed() {
    let url = "https://sam:hunter2@pub.example/?access_token=6b1f8e20c4&k=AKIAIOSFODNN7EXAMPLE";
    for options in ["", "--json", "--pretty", "--sarif", "--verdict"] {
        let arguments: Vec<&str> = ["audit", options, url].into_iter().filter(|it| !it.is_empty()).collect();
        let ran = napkin_with(&arguments, "");
        for secret in ["hunter2", "6b1f8e20c4", "AKIAIOSFODNN7EXAMPLE"] {
            let is_shown = ran.out.contains(secret) || ran.err.contains(secret);
            // The readings are not searched for tokens.
            assert!(!is_shown || (options == "--verdict" && secret != "hunter2"), "{options}: {}", ran.out);
        }
    }
}

#[test]
fn rules_are_turned_on_and_off_and_set() {
    let url = "http://wiki:8080/~sam";
    let codes = |arguments: &[&str]| -> Vec<String> {
        let ran = napkin_with(&[&["audit", "--json"], arguments, &[url]].concat(), "");
        lines(&ran.out).iter().map(|row| row["rule"].as_str().expect("a rule").to_owned()).collect()
    };
    assert_eq!(codes(&[]), ["dotless-host", "port-not-default"]);
    assert_eq!(codes(&["--disable", "dotless-host,port-not-default"]), [""; 0]);
    assert_eq!(codes(&["--only", "dotless-host"]), ["dotless-host"]);
    assert_eq!(codes(&["--enable", "hard-to-transcribe"]), ["dotless-host", "port-not-default", "hard-to-transcribe"]);
    assert_eq!(codes(&["--set", "dotless-host.allow=wiki", "--set", "port-not-default.allow=8080"]), [""; 0]);
    let ran =
        napkin_with(&["audit", "--set", "trailing-dot.level=high", "--fail-on", "high", "http://pub.example./"], "");
    assert_eq!(ran.status, 1);
    for wrong in ["trailing-dot", "trailing-dot.level=dire", "nonsense.level=low", "port.level=low"] {
        let ran = napkin_with(&["audit", "--set", wrong, url], "");
        assert_eq!((ran.status, ran.err.starts_with("error: --set ")), (2, true), "{wrong}: {}", ran.err);
    }
}

#[test]
fn a_base_completes_and_a_wrong_one_is_trouble() {
    let ran = napkin_with(&["audit", "--json", "--base", "https://pub.example/", "/\t/evil.example"], "");
    let codes: Vec<_> = lines(&ran.out).iter().map(|row| row["rule"].as_str().expect("a rule").to_owned()).collect();
    assert!(codes.contains(&"readers-disagree".to_owned()), "{codes:?}");
    assert_eq!(napkin("audit --base nonsense /x", "").status, 2);
}

#[test]
fn links_in_documents_are_placed_to_the_byte() {
    let page = "<p>\n<a href=\"http://0x7f.1/?a&amp;next=//evil.example\">x</a>\n";
    let ran = napkin("audit --json --type html -", page);
    let found = lines(&ran.out);
    let of = |code: &str| found.iter().find(|row| row["rule"] == code).unwrap_or_else(|| panic!("{code}: {}", ran.out));
    let place = |row: &Value| {
        let at = |name: &str| usize::try_from(row[name].as_u64().expect("a number")).expect("a place");
        page[at("start")..at("end")].to_owned()
    };
    assert_eq!(place(of("ip-spelling")), "0x7f.1");
    assert_eq!(place(of("redirect-disguised")), "//evil.example");
    assert_eq!((&of("ip-spelling")["line"], &of("ip-spelling")["column"]), (&2.into(), &17.into()));
    assert_eq!(of("insecure-scheme")["context"], "html a[href]");
}

#[test]
fn what_documents_alone_break() {
    let codes = |arguments: &[&str], page: &str| -> Vec<String> {
        let ran = napkin_with(&[&["audit", "--json", "--type", "html"], arguments, &["-"]].concat(), page);
        lines(&ran.out).iter().map(|row| row["rule"].as_str().expect("a rule").to_owned()).collect()
    };
    let secure = &["--base", "https://pub.example/"][..];
    assert_eq!(codes(secure, "<script src=http://pub.example/a.js></script>"), ["mixed-content"]);
    assert_eq!(codes(secure, "<link rel=stylesheet href=http://pub.example/a.css>"), ["mixed-content"]);
    assert_eq!(codes(secure, "<img src=//pub.example/a.png>"), [""; 0]);
    assert_eq!(codes(secure, "<a href=http://pub.example/>the pub</a>"), ["insecure-scheme"]);
    assert_eq!(codes(&[], "<img src=http://pub.example/a.png>"), ["insecure-scheme"]);
    let misleading = ["misleading-link-text"];
    assert_eq!(codes(&[], "<a href=https://evil.example/><b>www.bank</b>.example</a>"), misleading);
    assert_eq!(codes(&[], "<a href=https://evil.example/>https://bank&period;com/login</a>"), misleading);
    assert_eq!(codes(&[], "<a href=https://www.pub.example/>pub.example</a>"), [""; 0]);
    assert_eq!(codes(&[], "<a href=https://evil.example/>the pub</a>"), [""; 0]);
    assert_eq!(codes(&[], "<a href=mailto:sam@evil.example>www.pub.example</a>"), [""; 0]);
    let ran = napkin("audit --json --type markdown -", "[www.bank.example](https://evil.example/)\n");
    assert_eq!(lines(&ran.out)[0]["rule"], "misleading-link-text");
}

#[test]
fn mail_is_read_through_its_encodings() {
    let ran = napkin("audit --json examples/phish.eml", "");
    let found = lines(&ran.out);
    let has = |code: &str, part: &str| found.iter().any(|row| row["rule"] == code && row["part"] == part);
    assert!(has("brand-before-at", "1") && has("misleading-link-text", "2"), "{}", ran.out);
    assert!(has("redirect-disguised", "2"), "{}", ran.out);
    assert_eq!(ran.status, 1);
}

#[test]
fn comments_suppress_where_they_are_asked() {
    let page = "<!-- napkin-audit: allow insecure-scheme -->\n<a href=http://pub.example/>x</a>\n<a href=http://pub.example/>y</a>\n\
                <!-- napkin-audit: allow backslash -->\n";
    let codes = |options: &str| -> Vec<(String, u64)> {
        let ran = napkin(&format!("audit --json --type html {options} -"), page);
        let row =
            |row: &Value| (row["rule"].as_str().expect("a rule").to_owned(), row["line"].as_u64().expect("a line"));
        lines(&ran.out).iter().map(row).collect()
    };
    assert_eq!(codes(""), [("insecure-scheme".to_owned(), 2), ("insecure-scheme".to_owned(), 3)]);
    assert_eq!(codes("--suppressions"), [("insecure-scheme".to_owned(), 3), ("suppression-unused".to_owned(), 4)]);
}

#[test]
fn a_baseline_hides_what_was_there() {
    let file = scratch("baseline.tsv");
    let file = file.to_str().expect("a path");
    let list = "http://127.1/\nhttps://pub.example/?token=6b1f8e20c4\n";
    let ran = napkin_with(&["audit", "--write-baseline", file], list);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    let written = fs::read_to_string(file).expect("a baseline");
    assert_eq!(written.lines().count(), 4, "{written}");
    assert!(!written.contains("6b1f8e20c4"));
    let ran = napkin_with(&["audit", "--baseline", file], format!("http://new.example./\n{list}"));
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (1, 1, ""), "{}", ran.out);
    let ran = napkin_with(&["audit", "--baseline", file], "http://127.1/\n");
    assert_eq!(ran.status, 0);
    assert_eq!(ran.err, "note: 1 of the baseline's findings are gone; --write-baseline writes it anew\n");
    assert_eq!(napkin("audit --baseline /nonsense/file http://127.1/", "").status, 2);
}

#[test]
fn logs_keep_to_the_schema_of_sarif() {
    let schema = include_str!("../../../data/sarif/sarif-schema-2.1.0.json");
    // One of its patterns has a bracket too many, which expressions of ECMAScript admit and others do not.
    let schema = schema.replace("{2}]?$", "{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&schema).expect("the schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let corpus = include_str!("../../../data/audit/corpus-malicious.tsv");
    let urls: String =
        corpus.lines().filter_map(|line| line.split('\t').next()).map(|url| format!("{url}\n")).collect();
    for (arguments, input) in [
        (&["audit", "--sarif"][..], urls.as_str()),
        (&["audit", "--sarif", "examples/phish.eml", "examples/pub.html", "http://127.1/"], ""),
        (&["audit", "--sarif", "https://pub.example/"], ""),
    ] {
        let ran = napkin_with(arguments, input);
        let log: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out));
        let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).take(3).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:?}");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(napkin::audit::RULES.len()));
        let results = run["results"].as_array().expect("results").len();
        assert_eq!(results > 0, ran.status == 1, "{arguments:?}");
    }
}

#[test]
fn verdicts_come_with_every_reading() {
    let ran = napkin_with(&["audit", "--verdict", "--json", r"http://pub.example\@evil.example/"], "");
    let record = &lines(&ran.out)[0];
    assert_eq!((&record["verdict"], &record["ok"], ran.status), (&"reject".into(), &false.into(), 1));
    let readings = record["readings"].as_array().expect("readings");
    assert_eq!(readings.len(), 13);
    let host = |reader: &str| readings.iter().find(|it| it["reader"] == reader).expect(reader)["host"].clone();
    assert_eq!((host("whatwg"), host("curl")), ("pub.example".into(), "evil.example".into()));
    let cases = [
        ("https://pub.example/", "agree\t-\thttps://pub.example/\n", 0),
        ("http://127.1/", "normalise first\thttp://127.0.0.1/\thttp://127.1/\n", 0),
    ];
    for (url, out, status) in cases {
        assert_prints(&["audit", "--verdict", url], "", status, out, "");
    }
}

#[test]
fn documents_that_cannot_be_read_do_not_end_the_run() {
    let ran = napkin("audit --max-document 10 examples/pub.html http://127.1/", "");
    assert!(ran.status >= 1 && ran.out.contains("ip-spelling"), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("document-too-large"), "{}", ran.err);
}
