//! Other people's programs: where they are, and what they print. Tests of another workspace have this file too.
#![allow(dead_code, reason = "every test file uses its part of this")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where a program is, by its name or its path; `None` where it is not, which is said, and is an error where every program is required.
pub(crate) fn program(name: &str, package: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A name that is a whole path takes the place of each folder.
    let found = std::env::split_paths(&path).chain(["/usr/sbin".into()]).map(|folder| folder.join(name));
    let found = found.into_iter().find(|path| path.is_file());
    let is_required = std::env::var_os("NAPKIN_REQUIRE_ALL").is_some_and(|value| value == "1");
    assert!(found.is_some() || !is_required, "{name} is required: install Debian's package {package}");
    if found.is_none() {
        eprintln!("skipped: {name} is not installed (Debian's package {package})");
    }
    found
}

/// Whether a program is there.
pub(crate) fn has(name: &str, package: &str) -> bool {
    program(name, package).is_some()
}

/// What a program prints, which has to succeed and is given nothing to read.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// An empty folder of this name among the temporary ones of the tests.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
