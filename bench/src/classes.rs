//! Finds links in real text of three classes with `napkin-document`, `linkify`, the `regex` crate and a search for one
//! byte. `napkin-bench-text [FILE...]` prints a Markdown table, `--worst` the cost of hostile texts and its growth.
//! `napkin-bench-text --once PEER PASSES FILE` is for a tool that counts instructions.

#[expect(dead_code, reason = "only the tables of the generic syntax compare the rivals' results")]
mod timing;
mod worst_texts;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use linkify::{LinkFinder, LinkKind};
use napkin_document::{Entity, Kind, Options, links};
use regex::Regex;
use timing::{Case, fastest};

/// The peers. `linkify` is asked for URLs only, which is its fastest mode; the pattern is a common one.
const PEERS: [&str; 4] = ["napkin", "linkify", "regex", "memmem"];
const PATTERN: &str = r#"https?://[^\s<>"]+"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--once", peer, passes, file] => once(peer, passes, file),
        ["--worst"] => {
            worst_texts::table();
            Ok(())
        }
        [] => table(&fetched()),
        ref files => table(&files.iter().map(PathBuf::from).collect::<Vec<_>>()),
    };
    if let Err(message) = done {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The classes that `fetch-text.sh` creates.
fn fetched() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/text");
    let files = ["sparse", "documentation", "dense"].map(|class| folder.join(class).with_extension("txt"));
    files.into_iter().filter(|file| file.exists()).collect()
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn table(files: &[PathBuf]) -> Result<(), String> {
    if files.is_empty() {
        return Err("no texts: `fetch-text.sh` fetches them".to_owned());
    }
    println!("| text | MB | peer | links | MB/s | × |\n|---|--:|---|--:|--:|--:|");
    for file in files {
        let text = read(file)?;
        let mut cases: Vec<Case<'_>> = PEERS.iter().map(|peer| Case::new(peer, finder(peer, &text))).collect();
        let best = fastest(&mut cases);
        let (name, megabytes) = (file.file_stem().unwrap_or_default().to_string_lossy(), text.len() as f64 / 1e6);
        for (case, seconds) in cases.iter_mut().zip(&best) {
            let (count, speed, ratio) = ((case.run)(), megabytes / seconds, seconds / best[0]);
            println!("| {name} | {megabytes:.1} | {} | {count} | {speed:.0} | {ratio:.2} |", case.peer);
        }
    }
    println!();
    Ok(())
}

/// Returns the number of links, after a look at each.
fn finder<'t>(peer: &str, text: &'t str) -> Box<dyn FnMut() -> usize + 't> {
    match peer {
        "napkin" => Box::new(|| napkin(text)),
        "linkify" => {
            let mut finder = LinkFinder::new();
            finder.kinds(&[LinkKind::Url]);
            Box::new(move || finder.links(text).filter(|link| !black_box(link.as_str()).is_empty()).count())
        }
        "regex" => {
            let pattern = Regex::new(PATTERN).expect("a pattern");
            Box::new(move || pattern.find_iter(text).filter(|link| !black_box(link.as_str()).is_empty()).count())
        }
        _ => Box::new(|| memchr::memmem::find_iter(text.as_bytes(), "://").map(black_box).count()),
    }
}

fn napkin(text: &str) -> usize {
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text);
    let mut count = 0;
    links(&entity, &Options::default(), &mut |link| {
        black_box(&link.text);
        count += 1;
    });
    count
}

fn once(peer: &str, passes: &str, file: &str) -> Result<(), String> {
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let text = read(Path::new(file))?;
    let mut run = finder(peer, &text);
    for _ in 0..passes {
        black_box(run());
    }
    println!("{}", text.len());
    Ok(())
}
