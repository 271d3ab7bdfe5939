//! Who may use whom: the modules of the engine in one order, the crates in one direction, `unsafe` in one place.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The engine's modules. Each uses only those before it.
const ORDER: [&str; 23] = [
    "bytes",
    "span",
    "standard",
    "shown",
    "finding",
    "text",
    "percent",
    "base64",
    "host",
    "port",
    "path",
    "query",
    "syntax",
    "whatwg",
    "url",
    "resolve",
    "normalize",
    "compare",
    "media",
    "data",
    "audit",
    "scheme",
    "serde",
];

/// The crates. Each depends only on those before it.
const CRATES: [&str; 4] = ["napkin", "napkin-document", "napkin-retrieve", "napkin-cli"];

/// The sources of the crates that have workspaces of their own, where what is built stands beside them.
const APART: [&str; 4] = ["napkin-columns/src", "napkin-columns/tests", "napkin-query/src", "napkin-query/tests"];

/// The modules that may say `allow(unsafe_code)`: for one instruction set each; views of columns that are not looked through again; and the
/// counting allocator of tests, which cannot be written without.
const UNSAFE: [&str; 9] = [
    "crates/napkin-columns/src/views.rs",
    "crates/napkin/src/base64/avx2.rs",
    "crates/napkin/src/base64/avx512.rs",
    "crates/napkin/src/bytes/avx2.rs",
    "crates/napkin/src/bytes/avx512.rs",
    "crates/napkin/src/percent/bodies/avx2.rs",
    "crates/napkin/src/percent/bodies/avx512.rs",
    "crates/napkin/src/syntax/scan/avx2.rs",
    "crates/napkin/tests/counting/mod.rs",
];

pub(crate) fn check() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut complaints = Vec::new();
    modules(&root.join("crates/napkin/src"), &mut complaints);
    crates(&root, &mut complaints);
    unsafe_code(&root, &mut complaints);
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if complaints.is_empty() {
        println!("layers: {} modules and {} crates in order, unsafe code where it belongs", ORDER.len(), CRATES.len());
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn modules(source: &Path, complaints: &mut Vec<String>) {
    let owners = owners(&read(&source.join("lib.rs")));
    for file in rust_files(source) {
        let relative = file.strip_prefix(source).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let module = relative.split(['/', '.']).next().unwrap_or_default().to_owned();
        if module == "lib" {
            continue;
        }
        let Some(place) = position(&module) else {
            complaints.push(format!("{relative}: module `{module}` has no place in the order"));
            continue;
        };
        for used in used_names(&read(&file)) {
            let owner = owners.get(&used).cloned().unwrap_or(used);
            if position(&owner).is_some_and(|used| used > place) {
                complaints.push(format!("{relative}: `{module}` uses `{owner}`, which comes after it"));
            }
        }
    }
}

fn position(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

/// Which module each name at the root of the crate comes from, by the root's `pub use self::module::{...}`.
fn owners(root: &str) -> BTreeMap<String, String> {
    let mut owners = BTreeMap::new();
    for statement in root.split("pub use self::").skip(1) {
        let statement = statement.split(';').next().unwrap_or_default();
        if let Some((module, names)) = statement.split_once("::") {
            for name in names.split([',', '{', '}']).map(str::trim).filter(|name| !name.is_empty()) {
                owners.insert(name.to_owned(), module.to_owned());
            }
        }
    }
    owners
}

/// The first names behind `crate::` outside comments and tests: of `use crate::{a, b::c}` both `a` and `b`.
fn used_names(text: &str) -> Vec<String> {
    let code: String = text
        .split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut names = Vec::new();
    for behind in code.split("crate::").skip(1) {
        let group = behind.strip_prefix('{').map_or(behind, |group| group.split("};").next().unwrap_or(group));
        let pieces: Vec<&str> = if behind.starts_with('{') { group.split(',').collect() } else { vec![group] };
        for piece in pieces {
            let name: String = piece.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                names.push(name);
            }
        }
    }
    names
}

fn crates(root: &Path, complaints: &mut Vec<String>) {
    for (place, name) in CRATES.iter().enumerate() {
        let manifest = read(&root.join("crates").join(name).join("Cargo.toml"));
        if !manifest.contains("[lints]\nworkspace = true") {
            complaints.push(format!("{name}: the manifest does not take the workspace's lints"));
        }
        for later in &CRATES[place + 1..] {
            if manifest.lines().any(|line| line.split([' ', '=', '.']).next() == Some(later)) {
                complaints.push(format!("{name}: depends on {later}, which comes after it"));
            }
        }
    }
}

fn unsafe_code(root: &Path, complaints: &mut Vec<String>) {
    let mut allowed = Vec::new();
    for name in CRATES.iter().chain(&APART) {
        for file in rust_files(&root.join("crates").join(name)) {
            if read(&file).contains("allow(unsafe_code)") {
                allowed.push(file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/"));
            }
        }
    }
    allowed.sort();
    if allowed != UNSAFE {
        complaints.push(format!("unsafe code is allowed in {allowed:?}, but should be in {UNSAFE:?} alone"));
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
