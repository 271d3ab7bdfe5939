//! Commands that are programs of their own: `napkin query` and `napkin columns` are `napkin-query`.
//!
//! Decides: that a program stands beside this one, or else where the system looks for programs. An engine for SQL is many times as large as
//! all the rest, and wants a later Rust; so it is not a feature of this program, whose lock file and lists of licences would have it anyway.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::options::Beside;
use crate::output::{Answer, Trouble};

/// The program.
const NAME: &str = "napkin-query";

/// Becomes the program, where the system can do that; else runs it.
pub(crate) fn run(command: &str, options: &Beside) -> Result<Answer, Trouble> {
    let found = beside();
    let program = found.as_deref().map_or(OsStr::new(NAME), |path| path.as_os_str());
    start(Command::new(program).arg(command).args(&options.arguments)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::Usage(format!(
            "`napkin {command}` is the program `{NAME}`, which is neither beside this one nor on the PATH; the guide says how it is built"
        )),
        _ => Trouble::io(NAME, error),
    })
}

/// The program in the folder that this one is in.
fn beside() -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name(format!("{NAME}{}", env::consts::EXE_SUFFIX));
    path.is_file().then_some(path)
}

#[cfg(unix)]
fn start(command: &mut Command) -> io::Result<Answer> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn start(command: &mut Command) -> io::Result<Answer> {
    Ok(if command.status()?.success() { Answer::Yes } else { Answer::Incomplete })
}
