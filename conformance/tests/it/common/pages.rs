//! Finds real pages of packages, which `fetch-pages.sh` downloads into the folder `NAPKIN_PAGES`. They are not part of this
//! repository.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the folder of the pages. A missing folder is reported, and fails the test with `NAPKIN_REQUIRE_ALL=1`.
///
/// # Panics
/// If there is no folder and all is required.
pub fn folder() -> Option<PathBuf> {
    let found = std::env::var_os("NAPKIN_PAGES").map(PathBuf::from);
    if found.is_none() {
        assert!(
            std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"),
            "NAPKIN_PAGES does not name the folder of fetch-pages.sh"
        );
        eprintln!("not run: ./fetch-pages.sh, then NAPKIN_PAGES=target/pages");
    }
    found
}

/// Returns the files below a folder, sorted by name, without links.
///
/// # Panics
/// If a folder cannot be read.
pub fn files(folder: &Path, is_wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    add(folder, is_wanted, &mut found);
    found.sort();
    found
}

fn add(folder: &Path, is_wanted: fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match () {
            () if path.is_symlink() => {}
            () if path.is_dir() => add(&path, is_wanted, found),
            () if is_wanted(&path) => found.push(path),
            () => {}
        }
    }
}

/// Returns whether a file name is that of a page, in any language.
pub fn is_page(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".html") || name.ends_with(".htm") || name.contains(".html.")
}

/// Processes each path, on all processors.
pub fn each(paths: &[PathBuf], look: impl Fn(&Path) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    look(path);
                }
            });
        }
    });
}
