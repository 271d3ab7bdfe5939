//! Commands in a separate program: `napkin query` and `napkin columns` start `napkin-query`.
//!
//! The program is looked up in the folder of this one, then on the PATH. The SQL engine is many times as large as the
//! rest and needs a later version of Rust. As a feature of this program, it would still appear in the lock file and in
//! the lists of licences.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::options::NapkinQuery;
use crate::output::{Answer, Trouble};

/// The name of the program.
const NAME: &str = "napkin-query";

/// Replaces this process by the program where the system can do that; runs it as a child otherwise.
pub(crate) fn run(command: &str, options: &NapkinQuery) -> Result<Answer, Trouble> {
    let found = beside();
    let program = found.as_deref().map_or(OsStr::new(NAME), |path| path.as_os_str());
    start(Command::new(program).arg(command).args(&options.arguments)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::Usage(format!(
            "`napkin {command}` is the program `{NAME}`, which is neither beside this one nor on the PATH; the guide says how it is built"
        )),
        _ => Trouble::io(NAME, error),
    })
}

/// Returns the path of the program in the folder of this executable, if it exists.
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
