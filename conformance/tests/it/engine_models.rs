//! Compares the models of other parsers with the parsers themselves, on more than 5,000 references alone and as many
//! with bases: scheme, host, port and path. `common/programs.rs` says how the programs are asked.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use napkin_audit::Model;
use serde::Deserialize;

use crate::common::programs::{Answer, Asked, Number, Peer, compare, pairs, references};

fn modelled(model: Model, (text, base): &Asked) -> Answer {
    let read = base.as_ref().map_or_else(|| model.read(text), |base| model.read_against(text, base));
    match read {
        Err(refused) => Answer::Refused { why: refused.to_string() },
        Ok(seen) => Answer::Seen {
            scheme: seen.scheme.map(Into::into),
            host: seen.host.map(Into::into),
            port: seen.port.map(|port| Number::Whole(port.into())),
            path: seen.path.into(),
        },
    }
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

fn compare_models(models: &[Model], asked: &[Asked], built: &str) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join(built);
    std::fs::create_dir_all(&built).expect("a folder");
    for &model in models {
        let command = program(model, &scripts, &built);
        let ours = &|asked: &Asked| modelled(model, asked);
        compare(vec![Peer { name: model.name(), command, required_by: "NAPKIN_REQUIRE_ALL", ours }], asked);
    }
}

#[test]
fn models_say_what_the_programs_say() {
    compare_models(&Model::ALL, &references(), "models");
}

#[test]
fn models_resolve_as_the_programs_do() {
    // PHP has no function that resolves references.
    let models: Vec<_> = Model::ALL.into_iter().filter(|model| *model != Model::Php).collect();
    compare_models(&models, &pairs(), "models-of-bases");
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
