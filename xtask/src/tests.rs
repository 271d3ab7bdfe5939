//! Checks the names of the tests: they are unique per crate, and each is a statement, not a question such as `what_is_read`.

use std::collections::BTreeMap;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::layers::{read, rust_files};

/// The folders that contain the folders of crates, below the root.
const WORKSPACES: [&str; 2] = ["crates", "columns"];

/// The folders of the other crates with tests.
const APART: [&str; 3] = ["conformance", "fuzz", "xtask"];

pub(crate) fn run(root: &Path) -> Result<String, String> {
    let mut folders = APART.map(|folder| root.join(folder)).to_vec();
    for workspace in WORKSPACES.map(|folder| root.join(folder)) {
        let entries = std::fs::read_dir(&workspace).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(|error| format!("{}: {error}", workspace.display()))?;
        folders.extend(entries.iter().map(std::fs::DirEntry::path).filter(|path| path.join("Cargo.toml").exists()));
    }
    folders.sort();
    let (mut tests, mut complaints) = (0, Vec::new());
    for folder in folders {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in rust_files(&folder, &folder.join("target"))? {
            let tokens = read(&file)?.parse().map_err(|error| format!("{}: {error}", file.display()))?;
            for name in names(tokens) {
                places.entry(name).or_default().push(file.display().to_string());
            }
        }
        for (name, files) in places {
            tests += files.len();
            if files.len() > 1 {
                complaints.push(format!("{name}: the name of several tests: {}", files.join(" ")));
            }
            if name.starts_with("what_") {
                complaints.push(format!("{}: {name}: expected a statement, such as `messages_are_read`", files[0]));
            }
        }
    }
    if complaints.is_empty() {
        Ok(format!("tests: {tests} with names of their own"))
    } else {
        Err(complaints.join("\n"))
    }
}

/// Returns the names of the functions with an attribute `test`, also within modules and macros.
fn names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let (mut is_test, mut is_name) = (false, false);
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                is_test |= is_test_attribute(&group.stream());
                names.extend(self::names(group.stream()));
            }
            TokenTree::Ident(word) if is_name => {
                if is_test {
                    names.push(word.to_string());
                }
                (is_test, is_name) = (false, false);
            }
            TokenTree::Ident(word) => is_name = word == "fn",
            _ => {}
        }
    }
    names
}

/// Returns whether the tokens are the inside of `#[test]`, `#[tokio::test]` or `#[tokio::test(...)]`.
fn is_test_attribute(tokens: &TokenStream) -> bool {
    let words: Vec<String> = tokens.clone().into_iter().map(|token| token.to_string()).collect();
    words == ["test"] || words.starts_with(&["tokio", ":", ":", "test"].map(String::from))
}
