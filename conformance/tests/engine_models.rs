//! The models of other parsers against the parsers themselves, on more than 5,000 references: scheme, host, port and path.
//!
//! The programs are asked by the scripts in `models/`. What is known to differ stands in `models/known.toml`, text by text, with
//! its reason; an entry that nothing needs fails. Where a program is not installed a line says so, and with
//! `NAPKIN_REQUIRE_ALL=1` that fails.

#[path = "common/pages.rs"]
mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use napkin::audit::Model;
use napkin_conformance::generate::{Random, confusion};
use napkin_conformance::wpt;
use serde::Deserialize;

/// How many references are generated.
const GENERATED: usize = 5500;
/// How many links of real pages are read, where the pages are.
const REAL: usize = 1500;

/// What a program or a model says of one reference.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Answer {
    Refused {
        #[serde(rename = "refused")]
        _why: String,
    },
    Seen {
        scheme: Option<String>,
        host: Option<String>,
        port: Option<Number>,
        path: String,
    },
}

/// A port: a number, one that is too large for any, or its digits.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(u64),
    Large(#[expect(dead_code, reason = "it is only known to be large")] f64),
    Digits(String),
}

impl Answer {
    /// With the port that would be used, and without the reason of a refusal.
    fn plain(self) -> Option<(String, String, Option<u64>, String)> {
        let Self::Seen { scheme, host, port, path } = self else { return None };
        let (scheme, host) = (scheme.unwrap_or_default(), host.unwrap_or_default());
        let port = port.map(|port| match port {
            Number::Whole(port) => port,
            Number::Large(_) => u64::MAX,
            Number::Digits(digits) => digits.parse().unwrap_or(u64::MAX),
        });
        let port = port.or_else(|| napkin::default_port(&scheme).map(u64::from));
        Some((scheme, host, port.map(|port| port.min(u64::from(u32::MAX))), path))
    }
}

fn modelled(model: Model, text: &str) -> Answer {
    match model.read(text) {
        Err(refused) => Answer::Refused { _why: refused.to_string() },
        Ok(seen) => Answer::Seen {
            scheme: seen.scheme.map(Into::into),
            host: seen.host.map(Into::into),
            port: seen.port.map(|port| Number::Whole(port.into())),
            path: seen.path.into(),
        },
    }
}

#[derive(Deserialize)]
struct KnownFile {
    known: Vec<Known>,
}

/// References of which a model is known to say something else than the program.
#[derive(Deserialize)]
struct Known {
    model: String,
    reason: String,
    texts: Vec<String>,
}

fn known() -> BTreeMap<(String, String), String> {
    let file: KnownFile = toml::from_str(include_str!("../models/known.toml")).expect("models/known.toml");
    let of = |known: Known| {
        assert!(!known.reason.is_empty(), "a reason for {:?}", known.texts);
        known.texts.into_iter().map(move |text| ((known.model.clone(), text), known.reason.clone()))
    };
    file.known.into_iter().flat_map(of).collect()
}

/// Every reference that is asked about, once: generated, of the Web Platform Tests, of the cases, and of pages.
fn references() -> Vec<String> {
    let mut random = Random::new(1);
    let mut texts = BTreeSet::new();
    while texts.len() < GENERATED {
        texts.insert(confusion::text(&mut random));
    }
    texts.extend(wpt::urltestdata().into_iter().map(|case| case.input));
    texts.extend(real());
    // A line of hexadecimal digits cannot be empty.
    texts.into_iter().filter(|text| !text.is_empty() && text.len() < 4096).collect()
}

/// Links of real pages, where `NAPKIN_PAGES` says that they are.
fn real() -> BTreeSet<String> {
    let Some(folder) = std::env::var_os("NAPKIN_PAGES").map(PathBuf::from) else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    for path in pages::files(&folder, pages::is_page) {
        let page = String::from_utf8_lossy(&std::fs::read(path).expect("a page")).into_owned();
        found.extend(page.split("href=\"").skip(1).filter_map(|behind| behind.split('"').next()).map(str::to_owned));
        if found.len() >= REAL {
            break;
        }
    }
    found.into_iter().take(REAL).collect()
}

/// The commands that a model is held against, each to be built before, if it must be.
fn program(model: Model, models: &Path, built: &Path) -> Option<Command> {
    let script = |command: &str, name: &str| {
        let mut found = Command::new(command);
        found.arg(models.join(name));
        found
    };
    let java = |which: &str| {
        make("javac", Command::new("javac").arg("-d").arg(built).arg(models.join("Java.java")))?;
        let mut found = Command::new("java");
        found.arg("-XX:TieredStopAtLevel=1").arg("-cp").arg(built).arg("Java").arg(which);
        Some(found)
    };
    Some(match model {
        Model::Curl => script("python3", "curl.py"),
        Model::Python => script("python3", "python.py"),
        Model::Go => {
            let to = built.join("golang");
            make("go", Command::new("go").arg("build").arg("-o").arg(&to).arg(models.join("golang.go")))?;
            Command::new(to)
        }
        Model::JavaUri => java("uri")?,
        Model::JavaUrl => java("url")?,
        Model::Php => script("php", "php.php"),
        Model::NodeLegacy => script("node", "node_legacy.js"),
        Model::Perl => script("perl", "perl.pl"),
        Model::Ruby => script("ruby", "ruby.rb"),
        model => panic!("no program for {model}"),
    })
}

/// Runs a compiler; `None` if there is none.
fn make(name: &str, command: &mut Command) -> Option<()> {
    let status = command.status().map_err(|error| eprintln!("{name}: {error}")).ok()?;
    assert!(status.success(), "{name} failed");
    Some(())
}

/// The version of a program, and its answers; `None` if it does not run.
fn ask(command: &mut Command, texts: &[String]) -> Option<(String, Vec<Answer>)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let input: String = texts.iter().map(|text| hexadecimal(text) + "\n").collect();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    let _ = writer.join().expect("the writer");
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let (version, answers) = output.split_once('\n').expect("its version");
    let version: BTreeMap<String, Option<String>> = serde_json::from_str(version).expect("its version");
    let answers: Vec<_> = answers.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(answers.len(), texts.len(), "an answer to each");
    Some((version["version"].clone().expect("a version"), answers))
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn models_say_what_the_programs_say() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    std::fs::create_dir_all(&built).expect("a folder");
    let texts = references();
    assert!(texts.len() > 5000, "{} references", texts.len());
    let mut known = known();
    let mut failures = Vec::new();
    for model in Model::ALL {
        let Some((version, answers)) = program(model, &models, &built).and_then(|mut it| ask(&mut it, &texts)) else {
            assert!(std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"), "{model}: no program to ask");
            eprintln!("not run: {model}, whose program is not installed");
            known.retain(|(of, _), _| *of != model.name());
            continue;
        };
        let mut differ = 0;
        for (text, answer) in texts.iter().zip(answers) {
            let (real, ours) = (answer.plain(), modelled(model, text).plain());
            let is_known = known.contains_key(&(model.name().to_owned(), text.clone()));
            differ += usize::from(real != ours);
            match (real == ours, is_known) {
                (false, false) => failures.push(format!("{model}\t{text:?}\n  program {real:?}\n  model   {ours:?}")),
                (false, true) => drop(known.remove(&(model.name().to_owned(), text.clone()))),
                (true, _) => {}
            }
        }
        println!("{model}: {version}: {differ} of {} references differ", texts.len());
        assert!(differ * 100 < texts.len(), "{model}: more than one in a hundred differ:\n{}", failures.join("\n"));
    }
    let stale: Vec<_> = known.into_keys().collect();
    assert!(stale.is_empty(), "known differences that are none any more: {stale:?}");
    assert!(failures.is_empty(), "{} differences are not known:\n{}", failures.len(), failures.join("\n"));
}

/// Of how many references in a thousand a model may see another host than the program, once they stand against a base.
const DIFFER: usize = 20;

#[test]
fn models_resolve_as_the_programs_do() {
    const BASE: &str = "https://pub.example/menu/today?a#b";
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models-of-bases");
    std::fs::create_dir_all(&built).expect("a folder");
    let mut texts: Vec<String> = references().into_iter().filter(|text| text.is_ascii()).take(4000).collect();
    let odd = [
        "/", "//", "\\", "/\\", "\\/", "///", "/\t/", "https:", "https:/", "https://", "http:", "http:/", "?", "#", "",
        ".", "..", ";",
    ];
    texts.extend(odd.iter().map(|start| format!("{start}evil.example/x")));
    let mut failures = Vec::new();
    // PHP has no function for it.
    for model in Model::ALL.into_iter().filter(|model| *model != Model::Php) {
        let program = program(model, &models, &built);
        let Some((version, answers)) = program.and_then(|mut it| ask(it.env("BASE", BASE), &texts)) else {
            assert!(std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"), "{model}: no program to ask");
            eprintln!("not run: {model}, whose program is not installed");
            continue;
        };
        let host = |answer: Option<(String, String, Option<u64>, String)>| {
            answer.map(|it| it.1.to_ascii_lowercase()).unwrap_or_default()
        };
        let mut wrong = Vec::new();
        for (text, answer) in texts.iter().zip(answers) {
            let ours = model.read_against(text, BASE).ok().and_then(|seen| seen.host).unwrap_or_default();
            let real = host(answer.plain());
            // That a program refuses is no danger, nor is that a model does where there is no other host than that of the base.
            let is_same =
                real == ours.to_ascii_lowercase() || real.is_empty() || (ours.is_empty() && real == "pub.example");
            if !is_same {
                wrong.push(format!("{text:?}: program {real:?}, model {ours:?}"));
            }
        }
        println!("{model}: {version}: of {} references against a base {} lead elsewhere", texts.len(), wrong.len());
        if wrong.len() * 1000 > texts.len() * DIFFER {
            failures.push(format!("{model}:\n{}", wrong.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[derive(Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

/// An odd reference, and the host that each program was seen to take out of it; empty where there is none.
#[derive(Deserialize)]
struct Case {
    text: String,
    hosts: BTreeMap<String, String>,
}

#[test]
fn models_see_the_hosts_that_were_measured() {
    let corpus: Corpus =
        toml::from_str(include_str!("../../data/disagreements.toml")).expect("data/disagreements.toml");
    assert!(corpus.case.len() >= 150, "{} cases", corpus.case.len());
    for Case { text, hosts } in corpus.case {
        for model in Model::ALL {
            let host = model.read(&text).ok().and_then(|seen| seen.host).unwrap_or_default();
            assert_eq!(host, hosts[model.name()], "{model}: {text:?}");
        }
    }
}
