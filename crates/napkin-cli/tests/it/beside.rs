//! Commands that are programs of their own: where the program is looked for, what it is called with, how it ends, and what is said where there
//! is none.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::{Ran, napkin_path};
use tempfile::TempDir;

/// A folder in which nothing but the command stands, so that what was built beside it does not matter.
fn with_command() -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::hard_link(napkin_path(), folder.path().join("napkin")).expect("a second name");
    folder
}

/// A program that says its name and its arguments, one a line.
fn program(folder: &Path, name: &str) {
    let path = folder.join("napkin-query");
    fs::write(&path, format!("#!/bin/sh\nfor argument in {name} \"$@\"; do echo \"[$argument]\"; done\nexit 3\n"))
        .expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program that runs");
}

fn ran(folder: &Path, arguments: &[&str], path: &Path) -> Ran {
    let output =
        Command::new(folder.join("napkin")).args(arguments).env("PATH", path).output().expect("the command ends");
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// One test, not several at once: a program that is written while another thread starts one may not run yet (`ETXTBSY`).
#[test]
fn none_then_one_on_the_path_then_one_beside() {
    let (here, path) = (with_command(), tempfile::tempdir().expect("a folder"));
    let (here, path) = (here.path(), path.path());
    let err = "error: `napkin query` is the program `napkin-query`, which is neither beside this one nor on the PATH; \
               the guide says how it is built\n";
    let expected = Ran { status: 2, out: String::new(), err: err.to_owned() };
    assert_eq!(ran(here, &["query", "SELECT 1"], path), expected);
    for (folder, name) in [(path, "path"), (here, "beside")] {
        program(folder, name);
        // Everything behind the command's name is the program's: also what would be an option here, and help.
        for arguments in [
            &["query", "SELECT url FROM seen", "seen.txt", "--to", "csv"][..],
            &["query", "--help"],
            &["columns", "in.parquet", "-o", "out.parquet", "-j", "2"],
        ] {
            let out = [name].iter().chain(arguments).map(|argument| format!("[{argument}]\n")).collect();
            let expected = Ran { status: 3, out, err: String::new() };
            assert_eq!(ran(here, arguments, path), expected, "{arguments:?}");
        }
    }
}
