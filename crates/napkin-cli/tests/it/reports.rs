//! Reports, baselines and fixes, which `check` and `audit` share.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Ran, napkin_in as run_in};

fn napkin_in(folder: &Path, arguments: &[&str]) -> Ran {
    let output = run_in(folder, arguments, b"");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const PAGE: &str = "<p>\né<a href=\"http://127.1/?a&amp;b\">x</a> <a href=missing.html>y</a>\n";

/// Each form names the same place. Columns count characters, but bytes for reviewdog.
#[test]
fn reports_of_both_commands_lead_to_the_bytes_of_a_finding() {
    let folder = folder(&[("docs/a.html", PAGE)]);
    let report = |command, form: &str| napkin_in(folder.path(), &[command, "--report", form, "./docs/a.html"]).out;
    for (command, rule, text, column) in
        [("audit", "ip-spelling", "127.1", 18), ("check", "broken", "missing.html", 48)]
    {
        let log = json(&report(command, "sarif"));
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let result = results.iter().find(|it| it["ruleId"] == rule).expect(rule);
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "docs/a.html");
        let region = &physical["region"];
        assert_eq!(region["snippet"]["text"], text);
        let number = |name: &str| usize::try_from(region[name].as_u64().expect(name)).expect(name);
        assert_eq!(&PAGE[number("byteOffset")..][..number("byteLength")], text);
        let (line, start, end) = (number("startLine"), number("startColumn"), number("endColumn"));
        assert_eq!((line, number("endLine"), start, end), (2, 2, column, column + text.len()), "{command}");
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("an index");
        let rule_of_log = &log["runs"][0]["tool"]["driver"]["rules"][index];
        assert_eq!(rule_of_log["id"], rule);
        assert!(rule_of_log["help"]["markdown"].is_string() && rule_of_log["helpUri"].is_string(), "{rule_of_log}");
        assert_eq!(rule_of_log["properties"]["security-severity"].is_string(), command == "audit");
        let hash = result["partialFingerprints"]["primaryLocationLineHash"].as_str().expect("a hash");
        assert!(hash.ends_with(":1"), "{hash}");
        let annotations = report(command, "github");
        let place = format!("file=docs/a.html,line=2,endLine=2,col={column},endColumn={end},title={rule}::");
        assert!(annotations.contains(&place), "{annotations}");
        let issues = json(&report(command, "gitlab"));
        let issue = issues.as_array().expect("a list").iter().find(|it| it["check_name"] == rule).expect(rule);
        assert_eq!(
            (&issue["location"]["path"], &issue["location"]["lines"]["begin"]),
            (&"docs/a.html".into(), &2.into())
        );
        let found = json(&report(command, "rdjson"));
        let found = found["diagnostics"].as_array().expect("a list").clone();
        let range = &found.iter().find(|it| it["code"]["value"] == rule).expect(rule)["location"]["range"];
        assert_eq!((&range["start"]["column"], &range["end"]["column"]), (&(column + 1).into(), &(end + 1).into()));
        let suite = report(command, "junit");
        assert!(suite.contains("<testsuite name=\"docs/a.html\"") && suite.contains(rule), "{suite}");
        assert!(report(command, "markdown").contains("\n## `docs/a.html`\n\n- 2:11 **") || command == "check");
    }
}

#[test]
fn reports_go_to_files_beside_the_rows() {
    let folder = folder(&[("a.html", PAGE)]);
    let rows = napkin_in(folder.path(), &["audit", "a.html"]);
    let both = ["audit", "--report", "sarif=a.sarif", "--report", "junit=a.xml", "a.html"];
    let ran = napkin_in(folder.path(), &both);
    assert_eq!((&ran.out, ran.status), (&rows.out, 1));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    assert_eq!(json(&read("a.sarif"))["version"], "2.1.0");
    assert!(read("a.xml").ends_with("</testsuites>\n"));
    let ran = napkin_in(folder.path(), &["check", "--offline", "--report", "github", "-o", "a.txt", "a.html"]);
    assert_eq!((&*ran.out, ran.status), ("", 1));
    assert!(read("a.txt").starts_with("::error file=a.html"));
    for wrong in [
        &["audit", "-o", "x", "a.html"][..],
        &["check", "--report", "junit", "--report", "sarif", "a.html"],
        &["audit", "--json", "--report", "sarif", "a.html"],
        &["audit", "--report", "html", "a.html"],
        &["check", "--report", "sarif=no/such/folder/x", "a.html"],
    ] {
        assert_eq!(napkin_in(folder.path(), wrong).status, 2, "{wrong:?}");
    }
    // A file is complete or absent.
    assert!(!folder.path().join("x").exists());
}

/// GitLab shows one of several issues with the same fingerprint.
#[test]
fn gitlab_fingerprints_differ_between_copies() {
    let folder = folder(&[("a.html", &"<a href=http://127.1/>\n".repeat(3))]);
    let issues =
        json(&napkin_in(folder.path(), &["audit", "--only", "ip-spelling", "--report", "gitlab", "a.html"]).out);
    let prints: Vec<_> =
        issues.as_array().expect("a list").iter().map(|issue| issue["fingerprint"].to_string()).collect();
    assert_eq!(prints.len(), 3);
    assert!(prints[0] != prints[1] && prints[1] != prints[2] && prints[0] != prints[2], "{prints:?}");
}

/// Suppressed findings are in SARIF only, and count nowhere.
#[test]
fn suppressed_findings_say_so_in_sarif() {
    let page = "<!-- napkin-audit: allow insecure-scheme -->\n<a href=http://pub.example/>\n<a href=http://127.1/>";
    let folder = folder(&[("a.html", page)]);
    let only = ["audit", "--only", "ip-spelling,insecure-scheme", "--suppressions"];
    let run = |more: &[&str]| napkin_in(folder.path(), &[&only[..], more, &["a.html"]].concat());
    assert_eq!(run(&["--write-baseline", "known"]).status, 0);
    let ran = run(&["--baseline", "known", "--sarif"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    let log = json(&ran.out);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let kinds: Vec<_> =
        results.iter().map(|it| (it["ruleId"].clone(), it["suppressions"][0]["kind"].clone())).collect();
    let expected = [("insecure-scheme", "inSource"), ("insecure-scheme", "external"), ("ip-spelling", "external")];
    assert_eq!(kinds, expected.map(|(rule, kind)| (rule.into(), kind.into())));
    let hidden = json(&run(&["--baseline", "known", "--sarif", "--hide-suppressed"]).out);
    assert_eq!(hidden["runs"][0]["results"].as_array().map(Vec::len), Some(0));
    assert_eq!(run(&["--baseline", "known", "--report", "gitlab"]).out, "[\n]\n");
    let page = folder.path().join("b.html");
    fs::write(&page, "<a href=missing.html>").expect("a file");
    let ran = napkin_in(folder.path(), &["check", "--allow", "broken", "--report", "sarif", "b.html"]);
    let log = json(&ran.out);
    assert_eq!(log["runs"][0]["results"][0]["suppressions"][0]["justification"], "--allow", "{log}");
    assert_eq!(ran.status, 0);
}

/// A report of a run that could not see everything says so.
#[test]
fn reports_say_what_they_lack() {
    let folder = folder(&[("a.html", PAGE)]);
    let asked = ["--max-document", "9", "a.html"];
    for command in ["audit", "check"] {
        let report = |form| napkin_in(folder.path(), &[&[command, "--report", form], &asked[..]].concat());
        let log = json(&report("sarif").out);
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false, "{log}");
        assert!(report("junit").out.contains("<error type=\"incomplete\""));
        assert!(report("github").out.starts_with("::error title=incomplete::a.html:1:1:"));
        assert!(report("markdown").out.contains("## Not looked at"));
        assert_eq!(json(&report("gitlab").out)[0]["check_name"], "document-too-large");
        assert_eq!(json(&report("rdjson").out)["diagnostics"][0]["code"]["value"], "document-too-large");
        assert_eq!(report("sarif").status, 2);
    }
}

#[test]
fn baselines_hold_for_every_way_to_write_a_path() {
    let link = "<a href=http://127.1/><a href=missing.html>";
    let folder = folder(&[("docs/a.html", link), ("docs/sub/b.html", link), ("other/x", "")]);
    let root = folder.path();
    let absolute = |name: &str| root.join(name).to_str().expect("a path").to_owned();
    for command in ["audit", "check"] {
        let offline = if command == "check" { &["--offline"][..] } else { &[] };
        let run = |folder: PathBuf, arguments: &[&str]| napkin_in(&folder, &[&[command], offline, arguments].concat());
        assert_eq!(run(root.into(), &["--write-baseline", "docs/known", "docs"]).status, 0);
        let known = absolute("docs/known");
        for (from, baseline, input) in [
            ("", "docs/known", "docs"),
            ("", "./docs/known", "./docs/"),
            ("", &*known, &*absolute("docs")),
            ("docs", "known", "."),
            ("docs/sub", "../known", ".."),
            ("other", "../docs/known", "../other/../docs"),
        ] {
            let ran = run(root.join(from), &["--baseline", baseline, input]);
            assert_eq!((ran.status, &*ran.out), (0, ""), "{command} {from} {input}: {}", ran.err);
            assert!(!ran.err.contains("gone"), "{command} {from} {input}: {}", ran.err);
        }
        let text = fs::read_to_string(&known).expect("a baseline");
        assert!(
            text.lines().skip(1).all(|line| line.ends_with("\ta.html") || line.ends_with("\tsub/b.html")),
            "{text}"
        );
    }
}

/// Two equal findings in a baseline admit two, not three.
#[test]
fn baselines_count_copies() {
    let link = |url: &str| format!("<a href={url}>\n");
    for (command, url, rule) in [("audit", "http://127.1/", "ip-spelling"), ("check", "missing.html", "broken")] {
        let folder = folder(&[("a.html", &link(url).repeat(2))]);
        let run = |arguments: &[&str]| {
            let only = if command == "audit" { &["--only", rule][..] } else { &[] };
            napkin_in(folder.path(), &[&[command], only, arguments, &["a.html"]].concat())
        };
        assert_eq!(run(&["--write-baseline", "known"]).status, 0);
        assert_eq!(run(&["--baseline", "known"]).status, 0);
        fs::write(folder.path().join("a.html"), link(url).repeat(3)).expect("a page");
        let ran = run(&["--baseline", "known"]);
        assert_eq!((ran.status, ran.out.lines().count()), (1, 1), "{command}: {}", ran.out);
        assert!(ran.out.starts_with("a.html:3:"), "{command}: {}", ran.out);
        fs::write(folder.path().join("a.html"), link(url)).expect("a page");
        let ran = run(&["--baseline", "known"]);
        assert!(ran.err.contains("1 of the baseline's findings are gone"), "{command}: {}", ran.err);
    }
}

/// Only what browsers read alike is mended, and no other byte changes.
#[test]
fn audit_fixes_change_only_what_browsers_read_alike() {
    let page = "<A HREF='http:\\\\pub.example\\menu?a&amp;b'>a</A>\r\n<a href=http://0x7f.1/>b</a>\n\
                <a href='https://sam:secret@pub.example./%E2%80%AEgpj.exe'>c</a><img src='https://pub.exa\u{200b}mple/x'>\n\
                <a href='https://pub.example/a\tb'>d</a><a href=HTTP://pub.example/>e</a>";
    let mended = "<A HREF='http://pub.example/menu?a&amp;b'>a</A>\r\n<a href=http://127.0.0.1/>b</a>\n\
                  <a href='https://sam:secret@pub.example./%E2%80%AEgpj.exe'>c</a><img src='https://pub.example/x'>\n\
                  <a href='https://pub.example/ab'>d</a><a href=HTTP://pub.example/>e</a>";
    let folder = folder(&[("a.html", page)]);
    let read = || fs::read_to_string(folder.path().join("a.html")).expect("a page");
    let ran = napkin_in(folder.path(), &["audit", "--diff", "a.html"]);
    assert_eq!(read(), page);
    assert!(ran.out.starts_with("--- a.html\n+++ a.html\n@@ -1 +1 @@\n-<A HREF='http:\\\\pub"), "{}", ran.out);
    let ran = napkin_in(folder.path(), &["audit", "--fix", "a.html"]);
    assert_eq!(read(), mended);
    assert!(ran.err.contains("mended 4 links of a.html"), "{}", ran.err);
    // What is left is reported, and a second run changes nothing.
    assert!(ran.status == 1 && ran.out.contains("password-in-url") && !ran.out.contains("ip-spelling"), "{}", ran.out);
    napkin_in(folder.path(), &["audit", "--fix", "a.html"]);
    assert_eq!(read(), mended);
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the commands of napkin in lines that begin with `start`.
fn commands(file: &str, start: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(ROOT).join(file)).expect(file);
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(start)?.strip_prefix("napkin "));
    lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// Each hook passes good files, and fails for bad ones. `conformance/reports.sh` runs them by pre-commit itself.
#[test]
fn hooks_of_pre_commit_find_what_they_are_for() {
    let hooks = commands(".pre-commit-hooks.yaml", "entry: ");
    assert_eq!(hooks.len(), 3);
    let folder = folder(&[
        ("good.md", "[ok](good.html) [ok](https://pub.example/)\n"),
        ("good.html", "<p id=x><a href=#x>x</a>\n"),
        ("bad.html", "<a href=http://127.1:25/>x</a> <a href=missing.html>y</a>\n"),
    ]);
    for hook in hooks {
        let run = |files: &[&str]| {
            let arguments: Vec<&str> = hook.iter().map(String::as_str).chain(files.iter().copied()).collect();
            napkin_in(folder.path(), &arguments)
        };
        let ran = run(&["good.md", "good.html"]);
        assert_eq!((ran.status, &*ran.out), (0, ""), "{hook:?}: {}", ran.err);
        let ran = run(&["good.md", "bad.html"]);
        assert!(ran.status == 1 && ran.out.contains("bad.html:1"), "{hook:?}: {}{}", ran.out, ran.err);
    }
}

/// The commands of the guide's examples for code hosts run as they are, and write what the next step reads.
#[test]
fn examples_for_code_hosts_run_as_shown() {
    let folder = folder(&[("docs/a.html", PAGE)]);
    let mut run = commands("guide/ci.md", "- run: ");
    run.extend(commands("guide/ci.md", "- "));
    assert_eq!(run.len(), 3);
    for command in &run {
        let ran = napkin_in(folder.path(), &command.iter().map(String::as_str).collect::<Vec<_>>());
        let never_fails = command.join(" ").contains("--fail-on none");
        assert_eq!(ran.status, i32::from(!never_fails), "{command:?}: {}", ran.err);
        assert_eq!(ran.err, "", "{command:?}");
    }
    let read = |name: &str| json(&fs::read_to_string(folder.path().join(name)).expect(name));
    assert!(read("audit.sarif")["runs"][0]["results"].as_array().is_some_and(|results| !results.is_empty()));
    assert_eq!(read("gl-code-quality-report.json")[0]["location"]["path"], "docs/a.html");
}
