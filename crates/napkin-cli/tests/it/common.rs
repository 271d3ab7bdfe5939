//! Runs the command as users do.
#![allow(dead_code, reason = "every test file uses its part of this")]

#[cfg(feature = "retrieve")]
pub(crate) mod http;
#[cfg(feature = "serve")]
#[path = "../../../napkin-serve/tests/it/markup.rs"]
pub(crate) mod markup;
pub(crate) mod programs;
#[cfg(feature = "serve")]
pub(crate) mod server;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

/// Runs `napkin` with these arguments, separated by spaces, and this standard input. The working directory is the
/// root of the repository.
pub(crate) fn napkin(arguments: &str, input: impl AsRef<[u8]>) -> Ran {
    let arguments: Vec<&str> = arguments.split(' ').filter(|argument| !argument.is_empty()).collect();
    napkin_with(&arguments, input)
}

/// Runs `napkin` with arguments that may contain spaces or be empty.
pub(crate) fn napkin_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let output = fed(&mut command(arguments), input.as_ref());
    Ran {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs `napkin` in this folder. The output need not be text.
pub(crate) fn napkin_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    fed(command(arguments).current_dir(folder), input)
}

fn fed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that does not read its input closes it.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// Returns the standard output.
pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the standard error.
pub(crate) fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs and compares status, standard output and standard error.
#[track_caller]
pub(crate) fn assert_prints(arguments: &[&str], input: &str, status: i32, out: &str, err: &str) {
    let ran = napkin_with(arguments, input);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (status, out, err), "{arguments:?}");
}

/// Returns the path of the command: `NAPKIN_PROGRAM`, an absolute path, or the program that was built with the tests.
///
/// CI runs some tests with a program that was built with `panic = "abort"`.
pub(crate) fn napkin_path() -> &'static str {
    static GIVEN: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("NAPKIN_PROGRAM").ok());
    GIVEN.as_deref().unwrap_or(env!("CARGO_BIN_EXE_napkin"))
}

/// Returns the command with pipes, before it starts.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(napkin_path());
    command
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Asks again and again for half a minute; returns whether the answer was yes at last.
pub(crate) fn eventually(is_so: impl Fn() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

/// Returns the peak memory of a running process so far, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("still running");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
    peak.trim().trim_end_matches(" kB").parse().expect("a number")
}
