//! Runs git.
//!
//! The settings of a repository can name programs that git runs. All that the commands here would run are switched off, so that a folder
//! from a stranger can be checked.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::output::Trouble;

/// The longest answer of git, in bytes.
const LONGEST: u64 = 256 << 20;

/// Returns the root of the repository that contains a folder.
pub(super) fn root(folder: &Path) -> Result<PathBuf, Trouble> {
    let root = git(folder, ["rev-parse", "--show-toplevel"], &[])?;
    Ok(PathBuf::from(String::from_utf8_lossy(&root).trim_end_matches(['\n', '\r'])))
}

/// Returns settings that keep git from running the filters that the repository names.
pub(super) fn filters(folder: &Path) -> Result<Vec<String>, Trouble> {
    let names = git(folder, ["config", "--null", "--name-only", "--list"], &[])?;
    let names = String::from_utf8_lossy(&names).into_owned();
    let of_filter = |name: &str| -> Option<String> {
        let (filter, key) = name.rsplit_once('.')?;
        let is_filter = filter.to_ascii_lowercase().starts_with("filter.");
        (is_filter && matches!(key, "clean" | "smudge" | "process" | "required")).then(|| filter.to_owned())
    };
    let mut filters: Vec<String> = names.split('\0').filter_map(of_filter).collect();
    filters.sort_unstable();
    filters.dedup();
    let off =
        |filter: &String| ["clean=", "smudge=", "process=", "required=false"].map(|end| format!("{filter}.{end}"));
    Ok(filters.iter().flat_map(off).collect())
}

/// Runs git in a folder, without the programs that settings can name.
pub(super) fn git<A: AsRef<OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
    settings: &[String],
) -> Result<Vec<u8>, Trouble> {
    const OFF: [&str; 5] = [
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=true", "log.showSignature=false",
        "protocol.allow=never",
    ];
    let mut command = Command::new("git");
    for setting in OFF.into_iter().chain(settings.iter().map(String::as_str)) {
        command.args(["-c", setting]);
    }
    command
        .arg("-C")
        .arg(folder)
        .arg("--no-pager")
        .args(arguments)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1");
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = |error: std::io::Error| Trouble::io("git", error);
    let mut child = command.spawn().map_err(failed)?;
    // Both pipes are read at the same time, because git waits while one is full.
    let why = child.stderr.take().map(|mut stderr| std::thread::spawn(move || first_line(&mut stderr)));
    let mut output = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(LONGEST).read_to_end(&mut output).map_err(failed)?;
    }
    let status = child.wait().map_err(failed)?;
    let why = why.and_then(|why| why.join().ok()).unwrap_or_default();
    if output.len() as u64 == LONGEST {
        return Err(Trouble::Usage(format!("git: expected an answer of less than {LONGEST} bytes, found more")));
    }
    match status.success() {
        true => Ok(output),
        false => Err(Trouble::Usage(format!("git: {}", if why.is_empty() { "failed" } else { &*why }))),
    }
}

/// Reads a stream to its end, and returns its first line.
fn first_line(stream: &mut impl Read) -> String {
    let mut text = Vec::new();
    // The status says that git failed; the text only says why.
    let _ = stream.take(1 << 12).read_to_end(&mut text);
    let _ = std::io::copy(stream, &mut std::io::sink());
    String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_owned()
}

/// Returns the path that git writes as these bytes.
pub(super) fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    return <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into();
    #[cfg(not(unix))]
    return String::from_utf8_lossy(&bytes).into_owned().into();
}
