//! Tests commands in a separate program: the lookup of the program, its arguments, its exit status, and the message if
//! it is missing.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::common::{Ran, napkin_path};
use tempfile::TempDir;

/// Returns a folder with only the command, so that programs built beside it have no effect.
fn with_command() -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::hard_link(napkin_path(), folder.path().join("napkin")).expect("a second name");
    folder
}

/// Writes a program that prints its name and its arguments, one per line.
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

/// A single test instead of several concurrent ones: a program that is written while another thread starts a program
/// may not run yet (`ETXTBSY`).
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
        // All arguments after the command's name belong to the program, including `--help` and options of napkin.
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
