//! Replaces `%title%` in the name of the output by the title of the page, made safe.

use std::path::{Path, PathBuf};

use crate::files::safe_name;
use crate::output::Trouble;

/// The placeholder that is replaced.
const TITLE: &str = "%title%";

/// Returns the path of the output. A page never chooses the name of a file that exists.
pub(super) fn path(output: &Path, page: &[u8]) -> Result<PathBuf, Trouble> {
    let Some(name) = output.file_name().and_then(|name| name.to_str()).filter(|name| name.contains(TITLE)) else {
        return Ok(output.to_owned());
    };
    let title = title(page).unwrap_or_default();
    let title = title.replace(['/', '\\'], "_");
    let title = safe_name(&title).unwrap_or_else(|| "untitled".to_owned());
    let path = output.with_file_name(name.replace(TITLE, &title));
    if path.symlink_metadata().is_ok() {
        let why = "there already, and only its title has chosen the name; --output with the name itself writes over it";
        return Err(Trouble::Usage(format!("{}: {why}", path.display())));
    }
    Ok(path)
}

/// Returns the text of the first `title` element, on one line.
fn title(page: &[u8]) -> Option<String> {
    let lower = page.to_ascii_lowercase();
    let starts = memchr::memmem::find_iter(&lower, b"<title");
    let is_whole =
        |at: &usize| lower.get(at + 6).is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
    let start = starts.filter_map(|at| Some(at).filter(is_whole)).next()?;
    let text = start + memchr::memchr(b'>', &lower[start..])? + 1;
    let end = text + memchr::memmem::find(&lower[text..], b"</title")?;
    let text = napkin_html::decode_attribute_value(&page[text..end]);
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_those_of_pages() {
        for (page, expected) in [
            ("<!doctype html><TITLE>\n Beer &amp; wine\n</title>", Some("Beer & wine")),
            ("<titles>x</titles><title lang=de>Menü</title>", Some("Menü")),
            ("<title></title>", None),
            ("<title>x", None),
            ("<p>", None),
        ] {
            assert_eq!(title(page.as_bytes()).as_deref(), expected, "{page}");
        }
    }
}
