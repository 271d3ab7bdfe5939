//! Finds and runs other programs. Another workspace includes this file in its tests.
#![allow(dead_code, reason = "every test file uses its part of this")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of a program, by name or path. If it is missing, prints that and returns `None`, or panics if every
/// program is required.
pub(crate) fn program(name: &str, package: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Joining an absolute path replaces the folder.
    let found = std::env::split_paths(&path).chain(["/usr/sbin".into()]).map(|folder| folder.join(name));
    let found = found.into_iter().find(|path| path.is_file());
    let is_required = std::env::var_os("NAPKIN_REQUIRE_ALL").is_some_and(|value| value == "1");
    assert!(found.is_some() || !is_required, "{name} is required: install Debian's package {package}");
    if found.is_none() {
        eprintln!("skipped: {name} is not installed (Debian's package {package})");
    }
    found
}

/// Returns whether a program is installed.
pub(crate) fn has(name: &str, package: &str) -> bool {
    program(name, package).is_some()
}

/// Returns the output of a program, which must succeed. Its standard input is empty.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Creates an empty folder of this name among the temporary folders of the tests.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
