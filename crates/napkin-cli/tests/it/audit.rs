//! Tests `napkin audit`: URLs, lists, documents and mail; levels and the exit status; JSON, SARIF, baselines and
//! suppressions.

use std::fs;
use std::path::PathBuf;

use crate::common::{assert_prints, napkin, napkin_with};
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

/// The output does not depend on the number of threads.
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
    const SECRETS: [&str; 5] =
        ["hunter2", "6b1f8e20c4", "AKIAIOSFODNN7EXAMPLE", "ghp_0123456789abcdefghijklmnopqrstuvwxyz", "hush4me"];
    // In each URL, other rules have findings and fixes that span the secrets.
    let urls = [
        "https://sam:hunter2@pub.example./../a?access_token=6b1f8e20c4&k=AKIAIOSFODNN7EXAMPLE",
        r"https://ghp_0123456789abcdefghijklmnopqrstuvwxyz@pub.example\a|b/../c#id_token=hunter2",
        "https://127.1/ghp_0123456789abcdefghijklmnopqrstuvwxyz/../a|b?next=ftp://kim:hush4me@pub.example/",
    ];
    let page: String = urls.iter().map(|url| format!("<a href='{url}'>x</a>\n")).collect();
    for options in [
        "",
        "--json",
        "--pretty",
        "--sarif",
        "--disable token-in-url,secret-parameter,password-in-url",
        "--only trailing-dot,normalise-first --json",
    ] {
        let of_page = napkin(&format!("audit --type html {options}"), &page);
        let of_list = napkin(&format!("audit {options}"), urls.join("\n"));
        for ran in [of_page, of_list] {
            let shown = SECRETS.iter().find(|secret| ran.out.contains(**secret) || ran.err.contains(**secret));
            assert_eq!(shown, None, "{options}: {}{}", ran.out, ran.err);
            assert!(!ran.out.is_empty(), "{options}");
        }
    }
    for url in urls {
        let base = ["audit", "--verdict", "--base", "https://pub.example/"];
        for options in [&["audit", "--verdict"][..], &["audit", "--verdict", "--pretty"], &base] {
            let ran = napkin_with(&[options, &[url]].concat(), "");
            let shown = SECRETS.iter().find(|secret| ran.out.contains(**secret) || ran.err.contains(**secret));
            assert_eq!(shown, None, "{options:?}: {}{}", ran.out, ran.err);
        }
    }
}

/// The normalized form of a verdict is meant for use, so its password is not masked; everything else is.
#[test]
fn a_verdict_has_the_form_whole_where_programs_read_it() {
    let ran = napkin_with(&["audit", "--verdict", "--json", "https://sam:hunter2@127.1/"], "");
    let row = &lines(&ran.out)[0];
    assert_eq!(
        (&row["verdict"], &row["normal"]),
        (&"normalise first".into(), &"https://sam:hunter2@127.0.0.1/".into())
    );
    assert_eq!(row["input"], "https://sam:*******@127.1/");
    assert_eq!(ran.out.matches("hunter2").count(), 1, "{}", ran.out);
}

#[test]
fn a_verdict_against_a_base_compares_what_resolving_brings() {
    let cases = [
        ("../../beer", "normalise first", "https://pub.example/beer", &["../../beer"][..]),
        ("../beer", "agree", "-", &[]),
        (r"/\evil.example/x", "reject", "-", &[r"\"]),
        ("https:evil.example", "reject", "-", &["evil.example"]),
        ("//other.example:8443/x", "agree", "-", &[]),
        ("//other.example:+80/x", "reject", "-", &["+"]),
    ];
    for (reference, verdict, normal, causes) in cases {
        let asked = ["audit", "--verdict", "--base", "https://pub.example/menu/today"];
        let ran = napkin_with(&[&asked[..], &[reference]].concat(), "");
        assert!(ran.out.starts_with(&format!("{verdict}\t{normal}\t")), "{reference}: {}", ran.out);
        assert_eq!(ran.status, i32::from(verdict == "reject"), "{reference}");
        let ran = napkin_with(&[&asked[..], &["--json", reference]].concat(), "");
        let row = &lines(&ran.out)[0];
        let span = |span: &Value| {
            let at = |end: &str| usize::try_from(span[end].as_u64().expect("a number")).expect("a place");
            reference[at("start")..at("end")].to_owned()
        };
        let found: Vec<String> = row["causes"].as_array().expect("spans").iter().map(span).collect();
        assert_eq!(found, causes, "{reference}: {}", ran.out);
    }
}

/// An argument is audited as a URL unless an option says that it names a document.
#[test]
#[cfg(feature = "retrieve")]
fn documents_are_retrieved_when_that_is_asked_for() {
    let page = scratch("retrieved.html");
    fs::write(&page, "<a href='http://0x7f.1/'>x</a><a href=../../../up>y</a>").expect("a page");
    let url = format!("file://{}", page.display());
    let ran = napkin_with(&["audit", "--json", "--retrieve", "--policy", "local-files", &url], "");
    let found = lines(&ran.out);
    assert!(found.iter().all(|row| row["source"] == *url), "{}", ran.out);
    assert!(found.iter().any(|row| row["rule"] == "ip-spelling" && row["start"] == 16), "{}", ran.out);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let ran = napkin_with(&["audit", "--sarif", "--retrieve", "--policy", "local-files", &url], "");
    assert!(ran.out.contains(&format!("\"artifactLocation\":{{\"uri\":\"{url}\"}}")), "{}", ran.out);
    // Nothing is retrieved that the policy does not admit.
    let ran = napkin_with(&["audit", "--retrieve", "http://127.0.0.1/"], "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{}", ran.err);
    assert!(ran.err.contains("loopback"), "{}", ran.err);
    let ran = napkin_with(&["audit", "--fail-on", "high", &url], "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 0), "{}", ran.err);
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
fn rules_that_only_documents_break_are_found() {
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
fn audit_reads_mail_through_its_encodings() {
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

/// `conformance/reports.sh` validates logs by the schema.
#[test]
fn sarif_logs_have_all_rules_before_the_results() {
    let corpus = include_str!("../../../../data/audit/corpus-malicious.tsv");
    let urls: String =
        corpus.lines().filter_map(|line| line.split('\t').next()).map(|url| format!("{url}\n")).collect();
    for (arguments, input) in [
        (&["audit", "--sarif"][..], urls.as_str()),
        (&["audit", "--sarif", "examples/phish.eml", "examples/pub.html", "http://127.1/"], ""),
        (&["audit", "--sarif", "https://pub.example/"], ""),
    ] {
        let ran = napkin_with(arguments, input);
        let log: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out));
        let run = &log["runs"][0];
        let codes: Vec<&str> = run["tool"]["driver"]["rules"]
            .as_array()
            .expect("rules")
            .iter()
            .map(|rule| rule["id"].as_str().expect("a code"))
            .collect();
        assert!(napkin_audit::rules::AUDIT_RULES.iter().all(|rule| codes.contains(&rule.code())));
        let results = run["results"].as_array().expect("results");
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("an index");
            assert_eq!(result["ruleId"], codes[index]);
        }
        assert!(ran.out.find("\"rules\":") < ran.out.find("\"results\":"));
        assert_eq!(!results.is_empty(), ran.status == 1, "{arguments:?}");
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

#[test]
fn a_file_that_is_not_there_is_no_reference_without_findings() {
    for name in ["no-such.html", "/no/such/page.html", "pub.example", "../no-such"] {
        let ran = napkin_with(&["audit", name, "http://127.1/"], "");
        assert!(ran.status == 2 && ran.out.contains("ip-spelling"), "{name}: {} {}", ran.status, ran.out);
        assert!(ran.err.starts_with(&format!("error: {name}: ")), "{name}: {}", ran.err);
    }
    // These are references, or are resolved against a base.
    for arguments in
        [&["/menu:1"][..], &["//pub.example/menu"], &["?menu"], &["--base", "https://pub.example/", "menu"]]
    {
        assert_prints(&[&["audit"], arguments].concat(), "", 0, "", "");
    }
}

/// Exit status 0: no findings; 1: findings; 2: an input could not be read, with or without findings.
#[test]
fn audit_exit_status_tells_findings_from_failures() {
    let folder = scratch("status");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a name").to_owned();
    for (name, bytes) in [
        ("good.html", &b"<a href='https://pub.example/'>"[..]),
        ("bad.html", b"<a href='http://127.1/'>"),
        ("good.mbox", b"From sam Mon Nov 23 00:00:00 2026\nSubject: a\n\nhttps://pub.example/\n"),
        ("bad.mbox", b"From sam Mon Nov 23 00:00:00 2026\nSubject: a\n\nhttp://127.1/\n"),
        ("program", &[&b"\x7fELF\x02\x01\x01"[..], &[0; 64]].concat()),
    ] {
        fs::write(path(name), bytes).expect("a file");
    }
    for (inputs, expected) in [
        (&["good.html"][..], 0),
        (&["good.mbox"], 0),
        (&["bad.html"], 1),
        (&["bad.mbox"], 1),
        (&["good.html", "bad.html"], 1),
        (&["missing.html"], 2),
        (&["program"], 2),
        (&["bad.html", "missing.html", "good.html"], 2),
        (&["bad.mbox", "program"], 2),
    ] {
        let inputs: Vec<String> = inputs.iter().map(|name| path(name)).collect();
        for form in ["--json", "--sarif"] {
            let arguments: Vec<&str> = ["audit", form].into_iter().chain(inputs.iter().map(String::as_str)).collect();
            let ran = napkin_with(&arguments, "");
            assert_eq!(ran.status, expected, "{inputs:?} {form}: {}", ran.err);
            assert_eq!(ran.err.is_empty(), expected < 2, "{inputs:?} {form}: {}", ran.err);
        }
    }
}

/// Returns a mailbox of two messages without a finding and one with a finding, after a quoted line.
fn mbox() -> Vec<u8> {
    let message = |number: usize, url: &str| {
        format!(
            "From sam@pub.example Mon Nov 23 00:00:0{number} 2026\nSubject: {number}\nFrom: sam@pub.example\n\n\
             >From here to {url}\n\n"
        )
    };
    [message(1, "https://pub.example/"), message(2, "https://127.1/"), message(3, "https://pub.example/")]
        .concat()
        .into()
}

/// Every message of an mbox file is audited, with its number, its offset in the file and a stable fingerprint.
#[test]
fn mailbox_messages_are_audited_by_their_numbers() {
    let (path, baseline) = (scratch("menu.mbox"), scratch("menu.mbox.baseline"));
    let (path, baseline) = (path.to_str().expect("a name"), baseline.to_str().expect("a name"));
    for name in [path, &path.replace(".mbox", "-mbox.eml")] {
        fs::write(name, mbox()).expect("a file");
        for jobs in ["1", "4"] {
            let ran = napkin_with(&["audit", "-j", jobs, name], "");
            assert!(ran.out.starts_with(&format!("{name}:2:4:22\thigh\tip-spelling\t127.1\t")), "{}", ran.out);
            assert!(ran.out.lines().all(|line| line.starts_with(&format!("{name}:2:"))), "{}", ran.out);
            assert_eq!(ran.status, 1);
        }
    }
    let ran = napkin_with(&["audit", "--json", path], "");
    assert!(lines(&ran.out).iter().all(|row| row["source"] == format!("{path}:2")), "{}", ran.out);
    let ran = napkin_with(&["audit", "--write-baseline", baseline, path], "");
    assert_eq!((ran.status, &*ran.out), (0, ""), "{}", ran.err);
    // An added first message changes the numbers of the others.
    let more = ["From kim@pub.example Mon Nov 23 00:00:00 2026\nSubject: 0\n\nsoup\n\n".as_bytes(), &mbox()].concat();
    fs::write(path, more).expect("a file");
    let ran = napkin_with(&["audit", "--baseline", baseline, path], "");
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "", ""));
}

/// In a SARIF log, the offset is relative to the file, and the message is named.
#[test]
fn mailbox_findings_lead_to_the_bytes_of_the_file_in_sarif() {
    let path = scratch("log.mbox");
    fs::write(&path, mbox()).expect("a file");
    let name = path.to_str().expect("a name");
    let ran = napkin_with(&["audit", "--sarif", name], "");
    let log: Value = serde_json::from_str(&ran.out).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("a list");
    assert!(!results.is_empty());
    for result in results {
        let location = &result["locations"][0];
        let region = &location["physicalLocation"]["region"];
        let number = |key: &str| usize::try_from(region[key].as_u64().expect(key)).expect(key);
        let start = number("byteOffset");
        assert_eq!(&mbox()[start..start + number("byteLength")], b"127.1", "{result}");
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], format!("{name}:2"));
        assert!(location["physicalLocation"]["artifactLocation"]["uri"].as_str().expect("a URI").ends_with("log.mbox"));
    }
}

/// Every message of a folder is audited, under its file name; flags do not change a fingerprint.
#[test]
fn mailbox_folders_are_audited_message_by_message() {
    let root = scratch("Maildir");
    let _ = fs::remove_dir_all(&root);
    ["cur", "new", "tmp"].iter().for_each(|place| fs::create_dir_all(root.join(place)).expect("a folder"));
    let message = |url: &str| format!("Subject: Menu\nFrom: sam@pub.example\n\nSee {url}\n");
    fs::write(root.join("cur/1.a:2,S"), message("https://pub.example/")).expect("a file");
    fs::write(root.join("new/2.a"), message("https://127.1/")).expect("a file");
    let name = root.to_str().expect("a name");
    let found = |name: &str| -> Vec<(String, String)> {
        let rows = lines(&napkin_with(&["audit", "--json", name], "").out);
        let text = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
        rows.iter().map(|row| (text(row, "source"), text(row, "fingerprint"))).collect()
    };
    let before = found(name);
    assert!(!before.is_empty() && before.iter().all(|(source, _)| source.ends_with("new/2.a")), "{before:?}");
    fs::rename(root.join("new/2.a"), root.join("cur/2.a:2,FS")).expect("a move");
    let after = found(name);
    assert!(after.iter().all(|(source, _)| source.ends_with("cur/2.a:2,FS")), "{after:?}");
    assert!(before.iter().map(|(_, print)| print).eq(after.iter().map(|(_, print)| print)), "{before:?} {after:?}");
}

/// Every message of an MH folder is audited, under its number, in the order of the numbers.
#[test]
fn mailbox_mh_folders_are_audited_by_numbers() {
    let root = scratch("mh");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    for (name, url) in
        [("10", "https://127.3/"), ("9", "https://127.2/"), ("2", "https://127.1/"), ("3", "https://a.example/")]
    {
        fs::write(root.join(name), format!("Subject: Menu\nFrom: sam@pub.example\n\nSee {url}\n")).expect("a file");
    }
    fs::write(root.join(".mh_sequences"), "unseen: 2\n").expect("a file");
    // In MH, a comma marks a deleted message.
    fs::write(root.join(",4"), "Subject: Menu\n\nSee https://127.4/\n").expect("a file");
    let name = root.to_str().expect("a name");
    for jobs in ["1", "4"] {
        let ran = napkin_with(&["audit", "--json", "-j", jobs, name], "");
        let found = lines(&ran.out);
        let found = found.iter().filter(|row| row["rule"] == "ip-spelling");
        let found: Vec<_> = found.map(|row| (row["source"].as_str(), row["url"].as_str())).collect();
        let expected = [("2", "https://127.1/"), ("9", "https://127.2/"), ("10", "https://127.3/")]
            .map(|(at, url)| (format!("{name}/{at}"), url));
        let expected: Vec<_> = expected.iter().map(|(source, url)| (Some(&**source), Some(*url))).collect();
        assert_eq!((ran.status, found), (1, expected), "{}{}", ran.out, ran.err);
    }
}

/// Long references that break a rule in a thousand places, for each rule without a limit of its own.
fn repeated() -> Vec<(&'static str, String)> {
    let many = |start: &str, piece: &str| start.to_owned() + &piece.repeat(1000);
    vec![
        ("path-traversal", many("http://a.b/", "../")),
        ("bidi-control", many("http://a.b/", "\u{202e}x")),
        ("invisible-character", many("http://a.b/", "\u{200b}x")),
        ("url-parameter", many("http://a.b/?", "url=http://c.d/&")),
        ("redirect-parameter", many("http://a.b/?", "next=http://c.d/&")),
        ("inward-host", many("http://a.b/?", "url=http://127.0.0.1/&")),
        ("backslash", many("http://a.b/", ".\\")),
        ("escaped-line-break", many("http://a.b/", "x%0a")),
        ("escaped-control", many("http://a.b/", "x%00")),
        ("overlong-utf8", many("http://a.b/", "x%c0%af")),
        ("control-character", many("http://a.b/", "x\t")),
        ("encoded-dot-segment", many("http://a.b/", "x/%2e%2e/")),
        ("identifier-parameter", many("http://a.b/?", "token=6b1f8e20c4&")),
        ("token-in-url", many("http://a.b/?", "k=AKIAIOSFODNN7EXAMPLE&")),
    ]
}

#[test]
fn audit_caps_findings_of_a_rule_and_counts_the_rest() {
    for (rule, url) in repeated() {
        for (most, options) in [(20, "audit --json"), (3, "audit --json --max-findings 3")] {
            let ran = napkin(&format!("{options} --only {rule} --max-length 100000"), &url);
            let rows = lines(&ran.out);
            let of = |name: &str| rows.iter().filter(|row| row["rule"] == name).count();
            assert_eq!((of(rule), of("findings-omitted"), rows.len()), (most, 1, most + 1), "{rule}");
            let rest = &rows[most];
            assert_eq!((&rest["omitted_rule"], &rest["level"]), (&Value::from(rule), &rows[0]["level"]), "{rule}");
            assert_eq!(rest["omitted"].as_u64(), Some(1000 - most as u64), "{rule}");
            assert_eq!(ran.status, 1);
        }
        let all = napkin(&format!("audit --json --only {rule} --max-length 100000 --max-findings 1000"), &url);
        assert_eq!(lines(&all.out).len(), 1000, "{rule}");
        assert!(lines(&all.out).iter().all(|row| row["omitted"].is_null()), "{rule}");
    }
}

#[test]
fn audit_cap_leaves_the_exit_status() {
    let url = format!("http://a.b/{}", "../".repeat(50));
    for level in ["low", "medium", "high"] {
        let status = |most: &str| napkin_with(&["audit", "--fail-on", level, "--max-findings", most, &url], "").status;
        assert_eq!(status("0"), status("1000"), "{level}");
    }
}

#[test]
fn audit_quotes_a_window_of_a_long_reference() {
    let long = format!("http://a.b/{}\u{e9}\\{}", "x".repeat(500), "\u{e9}".repeat(300));
    let ran = napkin("audit --json --only backslash-in-path", &long);
    let rows = lines(&ran.out);
    let (row, at) = (&rows[0], 11 + 500 + 2);
    let (quoted, from) = (row["url"].as_str().expect("a text"), row["url_start"].as_u64().expect("a number") as usize);
    assert!(quoted.len() <= 200 && quoted.len() > 190 && row["url_cut"] == true, "{row}");
    assert_eq!((&long[from..from + quoted.len()], &long[at..=at]), (quoted, "\\"));
    assert!(from < at && at < from + quoted.len(), "{from}");
    // Up to the limit, nothing is truncated.
    let short = format!("http://a.b/{}\\", "x".repeat(188));
    let ran = napkin("audit --json --only backslash", &short);
    let row = &lines(&ran.out)[0];
    assert_eq!((&row["url"], &row["url_cut"], &row["url_start"]), (&short.into(), &false.into(), &0.into()));
}

#[test]
fn audit_output_is_in_proportion_to_the_reference() {
    for options in ["audit --json", "audit", "audit -v --pretty", "audit --sarif"] {
        for piece in ["../", "\u{202e}x", "?url=http://c.d/&", "\\", "%0d%0a", "%c0%af", "@", "\u{300}", "http://"] {
            let printed = |times: usize| {
                let ran =
                    napkin(&format!("{options} --max-length 9999999"), "http://a.b/".to_owned() + &piece.repeat(times));
                ran.out.len() + ran.err.len()
            };
            let (short, long) = (printed(500), printed(2000));
            assert!(long < 2 * short + 8192, "{options} {piece:?}: {short}, {long}");
        }
    }
}

#[test]
fn audit_baseline_knows_what_is_omitted() {
    let (url, baseline) = (format!("http://a.b/{}", "../".repeat(50)), scratch("omitted.baseline"));
    let baseline = baseline.to_str().expect("text");
    assert_eq!(napkin_with(&["audit", "--write-baseline", baseline, &url], "").status, 0);
    assert_prints(&["audit", "--baseline", baseline, &url], "", 0, "", "");
}
