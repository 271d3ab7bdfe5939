//! Compares the models of other parsers with the parsers themselves, on more than 5,000 references alone and as many
//! with bases: scheme, host, port and path.
//!
//! The scripts in `models/` run the programs. `models/known.toml` lists the known differences with their reasons, text
//! by text; a stale entry fails. A program that is not installed is reported, and with `NAPKIN_REQUIRE_ALL=1` fails
//! the test.

use crate::common::pages;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use napkin_audit::Model;
use napkin_conformance::generate::{Random, confusion};
use napkin_conformance::wpt;
use serde::Deserialize;

/// The number of generated references, and of those with a base.
const GENERATED: usize = 5500;
/// The number of links from real pages, if the pages are present.
const REAL: usize = 1500;

/// The result of a program or a model for one reference.
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

/// A port: a number, a number too large for each program, or its digits.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Number {
    Whole(u64),
    Large(#[expect(dead_code, reason = "it is only known to be large")] f64),
    Digits(String),
}

impl Answer {
    /// Replaces the port by the effective port, and drops the reason of a refusal.
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

/// A reference, and the base against which it is resolved, if any.
type Asked = (String, Option<String>);

fn modelled(model: Model, (text, base): &Asked) -> Answer {
    let read = base.as_ref().map_or_else(|| model.read(text), |base| model.read_against(text, base));
    match read {
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

/// References for which a model is known to differ from the program.
#[derive(Deserialize)]
struct Known {
    model: String,
    reason: String,
    /// Only older versions of the program differ.
    #[serde(default)]
    older: bool,
    #[serde(default)]
    texts: Vec<String>,
    /// References with their bases.
    #[serde(default)]
    pairs: Vec<(String, String)>,
}

/// The known differences of references alone, or of those with bases, and whether only older versions have them.
fn known(has_base: bool) -> BTreeMap<(String, Asked), bool> {
    let file: KnownFile = toml::from_str(include_str!("../../models/known.toml")).expect("models/known.toml");
    let of = |Known { model, reason, older, texts, pairs }: Known| {
        assert!(!reason.is_empty(), "a reason for {texts:?} {pairs:?}");
        let alone = texts.into_iter().map(|text| (text, None));
        let against = pairs.into_iter().map(|(text, base)| (text, Some(base)));
        alone.chain(against).map(move |asked| ((model.clone(), asked), older)).collect::<Vec<_>>()
    };
    file.known.into_iter().flat_map(of).filter(|((_, (_, base)), _)| base.is_some() == has_base).collect()
}

/// Returns each tested reference once: generated ones, and those of the Web Platform Tests, of the cases, and of
/// pages.
fn references() -> Vec<Asked> {
    let mut random = Random::new(1);
    let mut texts = BTreeSet::new();
    while texts.len() < GENERATED {
        texts.insert(confusion::text(&mut random));
    }
    texts.extend(wpt::urltestdata().into_iter().map(|case| case.input));
    texts.extend(real());
    // A line of hexadecimal digits cannot be empty.
    texts.into_iter().filter(|text| !text.is_empty() && text.len() < 4096).map(|text| (text, None)).collect()
}

/// Returns each reference with a base once: generated ones, those of the Web Platform Tests, and links of pages with
/// the URLs of such pages.
fn pairs() -> Vec<Asked> {
    const PAGES: [&str; 3] = [
        "https://pub.example/doc/html/index.html",
        "http://pub.example/doc/",
        "file:///usr/share/doc/pub/html/index.html",
    ];
    let mut random = Random::new(2);
    let mut pairs = BTreeSet::new();
    while pairs.len() < GENERATED {
        let (text, base) = confusion::pair(&mut random);
        pairs.insert((text, Some(base)));
    }
    // Each program treats opaque bases differently, and the models do not cover unusual hosts and drives in them.
    let is_ordinary = |base: &str| base.is_ascii() && base.contains("://") && !base.contains(['\\', '|', '%']);
    let of_suite = wpt::urltestdata().into_iter().map(|case| (case.input, case.base));
    pairs.extend(of_suite.filter(|(_, base)| base.as_deref().is_some_and(is_ordinary)));
    let of_pages = real().into_iter().zip(PAGES.into_iter().cycle());
    pairs.extend(of_pages.map(|(text, base)| (text, Some(base.to_owned()))));
    pairs.into_iter().collect()
}

/// Returns the links of real pages, if `NAPKIN_PAGES` names their folder.
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

/// The program of each model, with the command that builds it, if needed.
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

/// Returns the version of a program, and its results; `None` if it does not run.
fn ask(command: &mut Command, asked: &[Asked]) -> Option<(String, Vec<Answer>)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let behind =
        |base: &Option<String>| base.as_ref().map(|base| format!(" {}", hexadecimal(base))).unwrap_or_default();
    let input: String = asked.iter().map(|(text, base)| format!("{}{}\n", hexadecimal(text), behind(base))).collect();
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
    assert_eq!(answers.len(), asked.len(), "an answer to each");
    Some((version["version"].clone().expect("a version"), answers))
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs each program and its model. Fails if they differ on more than one in a hundred references, or on an unlisted
/// one.
fn compare(models: &[Model], asked: &[Asked], built: &str) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join(built);
    std::fs::create_dir_all(&built).expect("a folder");
    assert!(asked.len() > 5000, "{} references", asked.len());
    let mut known = known(asked[0].1.is_some());
    let mut failures = Vec::new();
    for &model in models {
        let Some((version, answers)) = program(model, &scripts, &built).and_then(|mut it| ask(&mut it, asked)) else {
            assert!(std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"), "{model}: no program to ask");
            eprintln!("not run: {model}, whose program is not installed");
            known.retain(|(of, _), _| *of != model.name());
            continue;
        };
        let mut differ = 0;
        for (reference, answer) in asked.iter().zip(answers) {
            let (real, ours) = (answer.plain(), modelled(model, reference).plain());
            let was_known = real != ours && known.remove(&(model.name().to_owned(), reference.clone())).is_some();
            differ += usize::from(real != ours);
            if real != ours && !was_known {
                failures.push(format!("{model}\t{reference:?}\n  program {real:?}\n  model   {ours:?}"));
            }
        }
        println!("{model}: {version}: {differ} of {} references differ", asked.len());
        assert!(differ * 100 < asked.len(), "{model}: more than one in a hundred differ:\n{}", failures.join("\n"));
    }
    assert!(failures.is_empty(), "{} differences are not known:\n{}", failures.len(), failures.join("\n"));
    known.retain(|_, is_older| !*is_older);
    assert!(known.is_empty(), "known differences that are none any more: {known:?}");
}

#[test]
fn models_say_what_the_programs_say() {
    compare(&Model::ALL, &references(), "models");
}

#[test]
fn models_resolve_as_the_programs_do() {
    // PHP has no function that resolves references.
    let models: Vec<_> = Model::ALL.into_iter().filter(|model| *model != Model::Php).collect();
    compare(&models, &pairs(), "models-of-bases");
}

#[derive(Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

/// An unusual reference, and the host that each program was observed to extract; empty if there is none.
#[derive(Deserialize)]
struct Case {
    text: String,
    hosts: BTreeMap<String, String>,
}

#[test]
fn models_see_the_hosts_that_were_measured() {
    let corpus: Corpus =
        toml::from_str(include_str!("../../../data/disagreements.toml")).expect("data/disagreements.toml");
    assert!(corpus.case.len() >= 150, "{} cases", corpus.case.len());
    for Case { text, hosts } in corpus.case {
        for model in Model::ALL {
            let host = model.read(&text).ok().and_then(|seen| seen.host).unwrap_or_default();
            assert_eq!(host, hosts[model.name()], "{model}: {text:?}");
        }
    }
}
