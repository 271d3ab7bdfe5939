//! The checks of the repository: `cargo xtask` runs them one by one.

use std::process::Command;

#[track_caller]
fn assert_passes(arguments: &[&str]) {
    let done = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().unwrap();
    let texts = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(done.status.success(), "cargo xtask {}\n{}", arguments.join(" "), texts.concat());
    assert!(!texts[0].is_empty(), "cargo xtask {} says what it found", arguments.join(" "));
}

#[test]
fn crates_and_modules_are_in_order() {
    assert_passes(&["layers", "--check"]);
}

#[test]
fn tests_have_names_of_their_own() {
    assert_passes(&["tests"]);
}

#[test]
fn public_functions_have_examples() {
    assert_passes(&["examples"]);
}

#[test]
fn tables_are_made_from_their_data() {
    assert_passes(&["gen", "--check"]);
}
