//! Runs every `console` block of the documents and compares the output with the one shown.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the commands of a document, each with the output shown below it.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, _) => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, shown))) => *shown += &format!("{line}\n"),
                (None, None) => panic!("output before a command: {line}"),
            },
            _ => {}
        }
    }
    commands
}

/// Returns the output of a shell: both streams, interleaved.
fn shown(command: &str) -> String {
    let binaries = Path::new(common::napkin_path()).parent().expect("a directory").display();
    let path = format!("{binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(ROOT).env("PATH", path).env_remove("NO_COLOR");
    String::from_utf8(shell.output().expect("a shell").stdout).expect("text")
}

/// Returns a feature that a command line needs and this build lacks.
fn lacking(command: &str) -> Option<&'static str> {
    let features = [
        ("retrieve", cfg!(feature = "retrieve"), &["napkin get", "napkin links 'data:", " --offline"][..]),
        ("serve", cfg!(feature = "serve"), &["napkin serve"][..]),
    ];
    let asks = |words: &[&str]| words.iter().any(|word| command.contains(word));
    features.into_iter().find(|(_, is_there, words)| !is_there && asks(words)).map(|(name, ..)| name)
}

/// Returns the pages of a folder and of the folders in it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            pages.extend(self::pages(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "md") {
            pages.push(entry);
        }
    }
    pages
}

#[test]
fn the_guide_lists_each_of_its_pages_once() {
    let guide = Path::new(ROOT).join("guide");
    let summary = fs::read_to_string(guide.join("SUMMARY.md")).expect("the summary");
    let mut listed: Vec<PathBuf> =
        summary.split("](").skip(1).filter_map(|link| link.split_once(')')).map(|(page, _)| guide.join(page)).collect();
    let mut written = pages(&guide);
    written.retain(|page| !page.ends_with("SUMMARY.md"));
    listed.sort();
    written.sort();
    assert_eq!(listed, written);
}

/// Returns the fragments of a page: those that GitHub and mdBook give to its headings.
fn fragments(text: &str) -> Vec<String> {
    let (mut fragments, mut in_code): (Vec<String>, _) = (Vec::new(), false);
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !in_code) else { continue };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let slug: String = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect();
        let slug = slug.replace(' ', "-");
        let same = fragments.iter().filter(|one| **one == slug).count();
        fragments.push(if same == 0 { slug } else { format!("{slug}-{same}") });
    }
    fragments
}

/// Every relative link of the documents leads to a file, and every fragment to a heading. `napkin links` finds the links.
#[test]
fn the_documents_have_no_broken_links() {
    let root = fs::canonicalize(ROOT).expect("the root");
    let mut documents = pages(&root.join("guide"));
    documents.extend(fs::read_dir(&root).expect("the root").map(|entry| entry.expect("an entry").path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let (mut count, mut broken) = (0, Vec::new());
    for document in &documents {
        let mut command = Command::new(common::napkin_path());
        let listed = command.args(["links", "--type", "markdown", "--format", "{context}\\t{raw}"]).arg(document);
        let listed = String::from_utf8(listed.output().expect("napkin runs").stdout).expect("text");
        for raw in listed.lines().filter_map(|line| Some(line.split_once('\t')?.1)) {
            if raw.contains(':') || raw.starts_with("//") {
                continue;
            }
            count += 1;
            let (path, fragment) = raw.split_once('#').unwrap_or((raw, ""));
            let file = if path.is_empty() { document.clone() } else { document.with_file_name("").join(path) };
            let is_there = if fragment.is_empty() {
                file.exists()
            } else {
                fs::read_to_string(&file).is_ok_and(|text| fragments(&text).iter().any(|one| one == fragment))
            };
            if !is_there {
                broken.push(format!("{}: {raw}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn the_documents_show_what_is_printed() {
    let mut documents = pages(&Path::new(ROOT).join("guide"));
    documents.extend(["README.md", "crates/napkin-cli/README.md"].map(|name| Path::new(ROOT).join(name)));
    let (mut run, mut wrong) = (0, Vec::new());
    // Examples write here; the build may be elsewhere.
    fs::create_dir_all(Path::new(ROOT).join("target")).expect("a folder for what examples write");
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document");
        // Examples that need a compiler or another program are marked as `sh`, and not run here.
        for (command, expected) in commands(&text) {
            if let Some(feature) = lacking(&command) {
                eprintln!("not run, without the feature `{feature}`: {command}");
                continue;
            }
            let printed: String = shown(&command).lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            if printed.trim_end() != expected.trim_end() {
                wrong.push(format!("{}: {command}\n-- shown\n{expected}-- printed\n{printed}", document.display()));
            }
            run += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 20, "only {run} commands were found");
}
