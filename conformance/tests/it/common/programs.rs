//! Asks programs how they read references: which references, the answers, and the differences that are known.
//!
//! The scripts in `models/` run the programs. `models/known.toml` lists the known differences with their reasons, text
//! by text; a stale entry fails. A program that is not installed is reported, and with `NAPKIN_REQUIRE_ALL=1` fails
//! the test.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use napkin_conformance::generate::{Random, confusion};
use napkin_conformance::wpt;
use serde::Deserialize;

use super::pages;

/// The number of generated references, and of those with a base.
const GENERATED: usize = 5500;
/// The number of links from real pages, if the pages are present.
const REAL: usize = 1500;

/// The result of a program or a model for one reference.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    Refused {
        #[serde(rename = "refused")]
        why: String,
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
pub enum Number {
    Whole(u64),
    Large(#[expect(dead_code, reason = "it is only known to be large")] f64),
    Digits(String),
}

impl Answer {
    /// Replaces the port by the effective port, and drops the reason of a refusal.
    pub fn plain(self) -> Option<(String, String, Option<u64>, String)> {
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
pub type Asked = (String, Option<String>);

#[derive(Deserialize)]
struct KnownFile {
    known: Vec<Known>,
    newer: Vec<Newer>,
}

/// References that newer versions of a program refuse, where the model keeps to the older ones.
#[derive(Deserialize)]
struct Newer {
    model: String,
    reason: String,
    /// The first version that refuses them.
    since: String,
    /// What the program says of them, in part.
    refuses: Vec<String>,
}

/// References for which a model is known to differ from the program.
#[derive(Deserialize)]
struct Known {
    model: String,
    reason: String,
    /// Only older versions of the program differ.
    #[serde(default)]
    older: bool,
    /// Only newer versions of the program differ.
    #[serde(default)]
    newer: bool,
    #[serde(default)]
    texts: Vec<String>,
    /// References with their bases.
    #[serde(default)]
    pairs: Vec<(String, String)>,
}

fn known_file() -> KnownFile {
    toml::from_str(include_str!("../../../models/known.toml")).expect("models/known.toml")
}

/// The known differences of references alone, or of those with bases, and whether only some versions have them.
fn known(file: &KnownFile, has_base: bool) -> BTreeMap<(String, Asked), bool> {
    let of = |Known { model, reason, older, newer, texts, pairs }: &Known| {
        assert!(!reason.is_empty(), "a reason for {texts:?} {pairs:?}");
        let alone = texts.iter().map(|text| (text.clone(), None));
        let against = pairs.iter().map(|(text, base)| (text.clone(), Some(base.clone())));
        alone.chain(against).map(|asked| ((model.clone(), asked), *older || *newer)).collect::<Vec<_>>()
    };
    file.known.iter().flat_map(of).filter(|((_, (_, base)), _)| base.is_some() == has_base).collect()
}

/// The references of which a program is known to find another host.
pub fn known_texts(name: &str) -> BTreeSet<String> {
    let known = known_file().known.into_iter().filter(|known| known.model == name);
    known.flat_map(|known| known.texts).collect()
}

/// Returns each tested reference once: generated ones, and those of the Web Platform Tests, of the cases, and of
/// pages.
pub fn references() -> Vec<Asked> {
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
pub fn pairs() -> Vec<Asked> {
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

/// Returns the version of a program, and its results; `None` if it does not run.
pub fn ask(command: &mut Command, asked: &[Asked]) -> Option<(String, Vec<Answer>)> {
    let behind =
        |base: &Option<String>| base.as_ref().map(|base| format!(" {}", hexadecimal(base))).unwrap_or_default();
    let input: String = asked.iter().map(|(text, base)| format!("{}{}\n", hexadecimal(text), behind(base))).collect();
    let output = output_of(command, input)?;
    let (version, answers) = output.split_once('\n').expect("its version");
    let version: BTreeMap<String, Option<String>> = serde_json::from_str(version).expect("its version");
    let answers: Vec<_> = answers.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(answers.len(), asked.len(), "an answer to each");
    Some((version["version"].clone().expect("a version"), answers))
}

/// Returns what a program writes for an input; `None` if it does not run.
pub fn output_of(command: &mut Command, input: String) -> Option<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    let _ = writer.join().expect("the writer");
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// A program, and what is compared with it.
pub struct Peer<'a> {
    /// The name in `known.toml`.
    pub name: &'a str,
    /// The command, or `None` where its compiler is not there.
    pub command: Option<Command>,
    /// The variable that is `1` where this program must be there: `NAPKIN_REQUIRE_ALL`, or `NAPKIN_READERS` for what
    /// `readers.sh` installs.
    pub required_by: &'static str,
    /// What our own reader finds.
    pub ours: &'a dyn Fn(&Asked) -> Answer,
}

/// Runs each program. Fails if it and our reader differ on more than one in a hundred references, or on an unlisted
/// one.
pub fn compare(peers: Vec<Peer<'_>>, asked: &[Asked]) {
    assert!(asked.len() > 5000, "{} references", asked.len());
    let file = known_file();
    let mut known = known(&file, asked[0].1.is_some());
    known.retain(|(of, _), _| peers.iter().any(|peer| peer.name == of));
    let mut failures = Vec::new();
    for Peer { name, command, required_by, ours } in peers {
        let Some((version, answers)) = command.and_then(|mut it| ask(&mut it, asked)) else {
            not_installed(name, required_by);
            known.retain(|(of, _), _| of != name);
            continue;
        };
        let newer: Vec<_> = file.newer.iter().filter(|newer| newer.model == name).collect();
        let (mut differ, mut refused) = (0, 0);
        for (reference, answer) in asked.iter().zip(answers) {
            let is_newer = newer.iter().any(|newer| newer.explains(&answer));
            let (real, ours) = (answer.plain(), ours(reference).plain());
            if real == ours {
                continue;
            }
            if is_newer {
                refused += 1;
                continue;
            }
            differ += 1;
            if known.remove(&(name.to_owned(), reference.clone())).is_none() {
                failures.push(format!("{name}\t{reference:?}\n  program {real:?}\n  ours    {ours:?}"));
            }
        }
        println!("{name}: {version}: {differ} of {} references differ, and {refused} are refused since", asked.len());
        assert!(differ * 100 < asked.len(), "{name}: more than one in a hundred differ:\n{}", failures.join("\n"));
    }
    assert!(failures.is_empty(), "{} differences are not known:\n{}", failures.len(), failures.join("\n"));
    known.retain(|_, of_some_versions| !*of_some_versions);
    assert!(known.is_empty(), "known differences that are none any more: {known:?}");
}

/// Says that a program is not compared; fails if the variable requires it.
pub fn not_installed(name: &str, required_by: &str) {
    assert!(std::env::var_os(required_by).is_none_or(|all| all != "1"), "{name}: no program to ask");
    eprintln!("not run: {name}, whose program is not installed");
}

impl Newer {
    fn explains(&self, answer: &Answer) -> bool {
        assert!(!self.reason.is_empty() && !self.since.is_empty(), "a reason for {:?}", self.refuses);
        matches!(answer, Answer::Refused { why } if self.refuses.iter().any(|part| why.contains(part)))
    }
}
