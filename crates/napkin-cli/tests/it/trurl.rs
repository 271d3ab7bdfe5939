//! Runs the tests of trurl, which `conformance/fetch-trurl.sh` fetches, with the options of `napkin` that mean the same.
//!
//! A result is the same if it has the same bytes, or the same normal form: trurl normalises every URL, `edit` leaves what it does not
//! change. `data/trurl.toml` lists all other results with their reasons.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::napkin_with;

/// A command line of napkin that means the same as one of trurl.
#[derive(Default)]
struct Translation {
    options: Vec<String>,
    urls: Vec<String>,
    json: bool,
    redirect: Option<String>,
    has_scheme: bool,
}

/// Translates a command line; `None` if napkin lacks one of the options.
fn translate(arguments: &[&str]) -> Option<Translation> {
    let mut to = Translation::default();
    let mut rest = arguments.iter().copied();
    while let Some(argument) = rest.next() {
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ if argument.starts_with("-s") || argument.starts_with("-g") => {
                (&argument[..2], Some(&argument[2..]).filter(|value| !value.is_empty()))
            }
            _ => (argument, None),
        };
        let mut value = || attached.or_else(|| rest.next()).map(str::to_owned);
        let mut put = |name: &str, value: Option<String>| {
            to.options.push(name.to_owned());
            to.options.extend(value);
        };
        match name {
            "--url" => to.urls.extend(value()),
            "-f" | "--url-file" => put("--from", value().map(|file| beside(&file))),
            "-s" | "--set" => put("--set", value()),
            "-a" | "--append" => put("--append", value()),
            "--iterate" => put("--iterate", value()),
            "--qtrim" => match value() {
                Some(name) if name == "\\*" => put("--query-delete", Some("*".to_owned())),
                pattern => put("--query-trim", pattern),
            },
            "--trim" => put("--query-trim", Some(value()?.strip_prefix("query=")?.to_owned())),
            "--replace" => put("--query-replace", value()),
            "--replace-append" | "--force-replace" => put("--query-set", value()),
            "--sort-query" => put("--query-sort", None),
            "--punycode" => put("--punycode", None),
            "--as-idn" => put("--unicode", None),
            "--default-port" => put("--default-port", None),
            "-g" | "--get" => {
                let given = value();
                if let Some(host) = given.as_deref().and_then(|text| text.contains("puny:").then_some("--punycode")) {
                    put(host, None);
                } else if given.as_deref().is_some_and(|text| text.contains("idn:")) {
                    put("--unicode", None);
                }
                put("--get", given.map(|text| template(&text, arguments.contains(&"--urlencode"))));
            }
            "--redirect" => to.redirect = Some(value()?),
            "--json" => to.json = true,
            "--no-guess-scheme" => to.has_scheme = true,
            // `edit` keeps ports, reports every invalid URL, and prints components as they are written.
            "--keep-port" | "--verify" | "--quiet" | "--urlencode" => {}
            _ if name.starts_with('-') => return None,
            _ => to.urls.push(argument.to_owned()),
        }
    }
    if to.json && to.options.iter().any(|option| option == "--get") {
        to.options.push("--json".to_owned());
    }
    if to.urls.is_empty() {
        to.urls.push(String::new());
    }
    Some(to)
}

/// Returns the path of a file that the tests name from their folder.
fn beside(file: &str) -> String {
    let tests = std::path::PathBuf::from(std::env::var_os("NAPKIN_TRURL").unwrap_or_default());
    tests.with_file_name("").join(file).to_string_lossy().into_owned()
}

/// Translates a template: components are decoded in trurl, and as they are written in napkin.
fn template(text: &str, is_encoded: bool) -> String {
    let text = text.replace("\\{", "\u{1}").replace("\\[", "\u{2}");
    let text = if text.contains('{') { text } else { text.replace('[', "{").replace(']', "}") };
    let mut out = String::new();
    for (number, piece) in text.split('{').enumerate() {
        let Some((name, behind)) = piece.split_once('}').filter(|_| number > 0) else {
            out.push_str(if number > 0 { "{" } else { "" });
            out.push_str(piece);
            continue;
        };
        let name = name.replace("puny:", "").replace("idn:", "");
        let bare = name.strip_prefix(':').or(name.strip_prefix("url:"));
        let of_query = name.contains("query:") || name.contains("query-all:");
        let is_decoded =
            !is_encoded && !of_query && !name.ends_with("url") && !name.contains("default:") && bare.is_none();
        match (of_query, bare) {
            (false, Some(bare)) => out.push_str(&format!("{{{bare}}}")),
            (true, None) if is_encoded => out.push_str(&format!("{{:{name}}}")),
            _ if is_decoded => out.push_str(&format!("{{decode:{name}}}")),
            _ => out.push_str(&format!("{{{name}}}")),
        }
        out.push_str(behind);
    }
    out.replace('\u{1}', "{{").replace('\u{2}', "[")
}

impl Translation {
    /// Returns the exit status and what is printed.
    fn run(&self) -> (i32, String) {
        let mut arguments = vec!["edit"];
        if !self.has_scheme {
            arguments.push("--guess-scheme");
        }
        arguments.extend(self.options.iter().map(String::as_str));
        arguments.push("--");
        arguments.extend(self.urls.iter().map(String::as_str));
        let ran = napkin_with(&arguments, "");
        match &self.redirect {
            Some(to) => {
                let ran = napkin_with(&["resolve", "--base", ran.out.trim_end(), to], "");
                (ran.status, ran.out)
            }
            None => (ran.status, ran.out),
        }
    }
}

fn normal(lines: &str) -> String {
    let (urls, others): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| line.contains("://"));
    napkin_with(&["normalize"], urls.join("\n")).out + &others.join("\n")
}

/// Returns a component, decoded.
fn decoded(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let mut out = Vec::new();
    napkin::percent::decode_into(text.as_bytes(), &mut out);
    Some(String::from_utf8_lossy(&out).into_owned())
}

/// Returns whether rows of `parse --json` have the components and pairs of trurl's objects.
fn is_same_json(urls: &str, expected: &[Value]) -> bool {
    let rows: Vec<Value> = napkin_with(&["parse", "--standard", "rfc3986", "--json"], normal(urls))
        .out
        .lines()
        .map(|row| row.parse().unwrap())
        .collect();
    rows.len() == expected.len()
        && rows.iter().zip(expected).all(|(row, expected)| {
            let same_part = |name| match decoded(&expected["parts"][name]) {
                expected if name == "query" => {
                    expected == row[name].as_str().map(|query| decoded(&query.into()).unwrap())
                }
                expected if name == "host" => expected.map(|host| host.to_lowercase()) == decoded(&row[name]),
                expected => expected == decoded(&row[name]),
            };
            let pairs = |list: &Value, name: &str, value: &str| -> Vec<(String, String)> {
                let text = |pair: &Value, name| pair[name].as_str().unwrap_or_default().to_owned();
                list.as_array().into_iter().flatten().map(|pair| (text(pair, name), text(pair, value))).collect()
            };
            ["scheme", "user", "password", "host", "path", "query", "fragment"].into_iter().all(same_part)
                && pairs(&row["params"], "name", "value") == pairs(&expected["params"], "key", "value")
        })
}

/// Returns whether a case has the result of trurl, in bytes or in its normal form; `None` if napkin lacks an option.
fn is_same(case: &Value) -> Option<Result<&'static str, String>> {
    let arguments: Vec<&str> =
        case["input"]["arguments"].as_array().expect("arguments").iter().filter_map(Value::as_str).collect();
    let expected = &case["expected"];
    let translation = translate(&arguments)?;
    let (status, out) = translation.run();
    let same = if expected["returncode"] != 0 {
        (status != 0 && out.trim().is_empty()).then_some("bytes")
    } else if translation.json {
        let list = expected["stdout"].as_array().map_or(&[][..], Vec::as_slice);
        is_same_json(&out, list).then_some("bytes")
    } else {
        let text = expected["stdout"].as_str().unwrap_or_default();
        let is_normal = || normal(&out) == normal(text);
        if out == text { Some("bytes") } else { is_normal().then_some("normal form") }
    };
    Some(same.ok_or_else(|| format!("{arguments:?}\n  trurl:  {}\n  napkin: {out:?} ({status})", expected["stdout"])))
}

#[test]
fn trurl_tests_have_the_same_results_or_a_reason() {
    let Some(path) = std::env::var_os("NAPKIN_TRURL") else {
        println!("skipped: conformance/fetch-trurl.sh, then NAPKIN_TRURL=target/trurl/tests.json");
        return;
    };
    let cases: Value = std::fs::read_to_string(path).expect("a file").parse().expect("JSON");
    let cases = cases.as_array().expect("a list");
    let table: toml::Table = include_str!("../../../../data/trurl.toml").parse().expect("TOML");
    assert_eq!(cases.len(), 213, "the table has the cases of trurl");
    let mut reasons = BTreeMap::new();
    for group in table["differs"].as_array().expect("groups") {
        let verdict = group["verdict"].as_str().expect("a verdict");
        assert!(["better", "not offered"].contains(&verdict) && !group["why"].as_str().expect("a reason").is_empty());
        for number in group["cases"].as_array().expect("cases") {
            let number = usize::try_from(number.as_integer().expect("a number")).expect("a number");
            assert_eq!(reasons.insert(number, verdict), None, "case {number} is listed twice");
        }
    }
    let (mut differs, mut counts, mut wrong) = (BTreeSet::new(), BTreeMap::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        match is_same(case) {
            Some(Ok(how)) => *counts.entry(how).or_insert(0) += 1,
            result => {
                differs.insert(number);
                *counts.entry(reasons.get(&number).copied().unwrap_or("without a reason")).or_insert(0) += 1;
                if !reasons.contains_key(&number) {
                    let text =
                        result.and_then(Result::err).unwrap_or_else(|| format!("{} lacks an option", case["input"]));
                    wrong += &format!("{number}: {text}\n");
                }
            }
        }
    }
    let stale: Vec<_> = reasons.keys().filter(|number| !differs.contains(number)).collect();
    println!("{counts:?}");
    assert!(wrong.is_empty() && stale.is_empty(), "{wrong}stale: {stale:?}");
}
