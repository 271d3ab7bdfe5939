//! Which lines changed since a commit, as git knows it.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::git::{filters, git, path_of, root};
use crate::output::Trouble;

/// The lines that changed, by file.
pub(super) struct Changed {
    root: PathBuf,
    files: HashMap<PathBuf, Vec<RangeInclusive<usize>>>,
}

impl Changed {
    /// Asks git which lines of the current folder's repository changed since a commit or in a range.
    pub(super) fn since(revision: &str) -> Result<Self, Trouble> {
        if revision.starts_with('-') || revision.is_empty() {
            return Err(Trouble::Usage(format!("--since: expected a commit, found `{revision}`")));
        }
        let here = Path::new(".");
        let root = root(here)?;
        let filters = filters(here)?;
        let difference = |form: &[&str]| {
            let common = ["--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules", "--end-of-options"];
            git(here, ["diff", "--no-color"].iter().chain(form).chain(&common).chain(&[revision, "--"]), &filters)
        };
        let mut files = read(&difference(&["--no-prefix", "--unified=0", "--inter-hunk-context=0"])?);
        let numbers = difference(&["--numstat", "-z"])?;
        files.extend(binary(&numbers).map(|path| (path, vec![1..=usize::MAX])));
        let root = std::fs::canonicalize(&root).unwrap_or(root);
        Ok(Self { root, files })
    }

    /// Returns the lines of a file that changed.
    pub(super) fn lines(&self, path: &Path) -> Option<&[RangeInclusive<usize>]> {
        let path = std::fs::canonicalize(path).ok()?;
        Some(self.files.get(path.strip_prefix(&self.root).ok()?)?)
    }
}

/// Reads a difference without context: the new lines of each file.
fn read(difference: &[u8]) -> HashMap<PathBuf, Vec<RangeInclusive<usize>>> {
    let (mut files, mut lines): (HashMap<PathBuf, Vec<_>>, _) =
        (HashMap::new(), difference.split(|&byte| byte == b'\n'));
    let mut current: Option<PathBuf> = None;
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix(b"+++ ") {
            current = path(name);
        } else if let Some((old, start, count)) = hunk(line) {
            if let Some(path) = current.clone().filter(|_| count > 0) {
                files.entry(path).or_default().push(start..=start.saturating_add(count - 1));
            }
            // The lines of the hunk may look like headers. Those that begin with a backslash say that a line has no end.
            let mut left = old.saturating_add(count);
            while left > 0
                && let Some(line) = lines.next()
            {
                left -= usize::from(!line.starts_with(b"\\"));
            }
        }
    }
    files
}

/// Returns the files that have no lines for git, such as packages and PDF: their numbers of lines are `-`.
fn binary(numbers: &[u8]) -> impl Iterator<Item = PathBuf> {
    let name = |record: &[u8]| record.strip_prefix(b"-\t-\t").map(|name| path_of(name.to_vec()));
    numbers.split(|&byte| byte == 0).filter_map(name)
}

/// Reads `@@ -1,2 +3,4 @@`: the number of old lines, the first new line, and the number of new lines.
fn hunk(line: &[u8]) -> Option<(usize, usize, usize)> {
    let text = std::str::from_utf8(line.strip_prefix(b"@@ -")?.split(|&byte| byte == b'@').next()?).ok()?;
    let (old, new) = text.trim_end().split_once(" +")?;
    let range = |range: &str| -> Option<(usize, usize)> {
        let (start, count) = range.split_once(',').unwrap_or((range, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let ((_, old), (start, new)) = (range(old)?, range(new)?);
    Some((old, start, new))
}

/// Reads the name of a file, which git puts in quotes if it has special characters.
fn path(name: &[u8]) -> Option<PathBuf> {
    let name = name.strip_suffix(b"\t").unwrap_or(name);
    let Some(inside) = name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")) else {
        return (name != b"/dev/null").then(|| path_of(name.to_vec()));
    };
    let (mut bytes, mut rest) = (Vec::new(), inside.iter().copied());
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'a' => 7,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 11,
            b'f' => 12,
            b'r' => b'\r',
            first @ b'0'..=b'3' => {
                let digit = |byte: Option<u8>| byte.filter(|byte| (b'0'..=b'7').contains(byte)).map(|byte| byte - b'0');
                ((first - b'0') << 6) | (digit(rest.next())? << 3) | digit(rest.next())?
            }
            other => other,
        });
    }
    Some(path_of(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_new_lines() {
        let difference = b"diff --git a.md a.md\n--- a.md\n+++ a.md\n@@ -1,2 +1 @@ # x\n---- old\n-++ b.md\n\\ No newline at end of file\n+++ c.md\n@@ -9 +8,3 @@\n-a\n+b\n+c\n+d\n\
            diff --git x x\n--- x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- \"caf\\303\\251 \\\"\"\n+++ \"caf\\303\\251 \\\"\"\n@@ -0,0 +5 @@\n+x\n";
        let read = read(difference);
        assert_eq!(read[Path::new("a.md")], [1..=1, 8..=10]);
        assert_eq!(read[Path::new("caf\u{e9} \"")], [5..=5]);
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn damaged_differences_name_nothing() {
        for text in [
            "",
            "@@ -1 +1 @@",
            "+++ \"\\",
            "+++ a\n@@ -x +1 @@",
            "+++ a\n@@ -1,99999999999999999999 +1 @@",
            "+++ a\n@@ -1 +1,0 @@",
        ] {
            assert_eq!(read(text.as_bytes()).len(), 0, "{text}");
        }
    }
}
