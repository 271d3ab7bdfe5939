//! The names of files in reports and baselines, which do not depend on how a user writes a path.

use std::collections::VecDeque;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Names files by their paths from a folder, with `/` between names.
///
/// `menu.html`, `./menu.html`, its absolute path, and a path from another working directory have the same name.
///
/// ```
/// use napkin_answer::report::Names;
/// let names = Names::from_folder("/srv/pub");
/// assert_eq!(names.of("/srv/pub/./menu.html"), "menu.html");
/// assert_eq!(names.of("/srv/beer.html"), "../beer.html");
/// assert_eq!(names.of("https://pub.example/a"), "https://pub.example/a");
/// ```
#[derive(Clone, Debug)]
pub struct Names {
    folder: PathBuf,
    /// The folders that were resolved last, as written and resolved. Documents come folder by folder.
    resolved: Arc<Mutex<VecDeque<(PathBuf, PathBuf)>>>,
}

/// The number of folders that are remembered.
const REMEMBERED: usize = 16;

impl Names {
    /// Names files from a folder. Symbolic links on the way to a folder count as what they lead to.
    ///
    /// ```
    /// use napkin_answer::report::Names;
    /// assert_eq!(Names::from_folder("/srv").of("/srv/a.html"), "a.html");
    /// ```
    #[must_use]
    pub fn from_folder(folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: resolve(folder), resolved: Arc::default() }
    }

    /// Returns the name of a file. A URL, or the name of a stream, stays as it is.
    ///
    /// ```
    /// use napkin_answer::report::Names;
    /// assert_eq!(Names::from_folder("").of("stdin"), "stdin");
    /// ```
    #[must_use]
    pub fn of(&self, source: &str) -> String {
        if source.contains("://") || matches!(source, "" | "stdin" | "argument") {
            return source.to_owned();
        }
        let path = Path::new(source);
        let (Some(name), parent) = (path.file_name(), path.parent().unwrap_or(Path::new(""))) else {
            return joined(&relative(&resolve(path), &self.folder));
        };
        joined(&relative(&self.resolved(parent).join(name), &self.folder))
    }

    /// Returns the name of a file below the folder, and the absolute path of any other file.
    ///
    /// ```
    /// use napkin_answer::report::Names;
    /// let names = Names::from_folder("/srv/pub");
    /// assert_eq!(names.below("/srv/pub/./menu.html"), "menu.html");
    /// assert_eq!(names.below("/srv/beer.html"), "/srv/beer.html");
    /// ```
    #[must_use]
    pub fn below(&self, source: &str) -> String {
        let name = self.of(source);
        if name.split('/').next() != Some("..") {
            return name;
        }
        joined(&normal(&self.folder.join(&name)))
    }

    fn resolved(&self, folder: &Path) -> PathBuf {
        let mut known = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, resolved)) = known.iter().find(|(written, _)| written == folder) {
            return resolved.clone();
        }
        let resolved = resolve(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        known.truncate(REMEMBERED - 1);
        known.push_front((folder.to_owned(), resolved.clone()));
        resolved
    }
}

/// Returns the path without symbolic links, or at least absolute and without `.` and `..` if there is no such file.
fn resolve(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| normal(&path));
    path.canonicalize().unwrap_or_else(|_| absolute())
}

/// Removes `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, component| {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = normal.pop(),
            _ => normal.push(component),
        }
        normal
    })
}

/// Returns the path from a folder to a file; both are absolute.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return path.to_owned();
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

/// Returns a path with `/` between its names.
fn joined(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_depend_on_how_a_path_is_written() {
        let folder = std::env::current_dir().unwrap();
        let names = Names::from_folder("");
        let absolute = folder.join("src/../src/lib.rs");
        for written in
            ["src/lib.rs", "./src/lib.rs", "src/./lib.rs", "src/report/../lib.rs", absolute.to_str().unwrap()]
        {
            assert_eq!(names.of(written), "src/lib.rs", "{written}");
            assert_eq!(Names::from_folder("src").of(written), "lib.rs", "{written}");
            assert_eq!(Names::from_folder("src/report").of(written), "../lib.rs", "{written}");
        }
        assert_eq!(names.of("no/such/../file"), "no/file");
    }
}
