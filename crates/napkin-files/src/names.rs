//! File names that strangers choose: safe on every system, and different from each other on every system.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

/// The maximum number of bytes of a safe name. File systems allow 255, so that a number fits behind it.
pub const MAX_NAME: usize = 200;

/// The maximum number of bytes of an extension that is kept when a name is cut.
const MAX_EXTENSION: usize = 32;

/// Names of devices on Windows, with any extension; `COM` and `LPT` are followed by a digit.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Makes a file name of a text that a stranger has chosen, such as the name of an attachment. Returns `None` if nothing is
/// left of it.
///
/// The result is never a path, a hidden file, an option or a device of Windows. It has no control characters, no invisible
/// characters that change the direction of text, no characters that Windows forbids, and at most [`MAX_NAME`] bytes; a
/// longer name keeps its extension. A replaced character becomes `_`.
///
/// ```
/// use napkin_files::safe_name;
/// assert_eq!(safe_name("../../etc/passwd").as_deref(), Some("passwd"));
/// assert_eq!(safe_name("C:\\menu?.pdf").as_deref(), Some("menu_.pdf"));
/// assert_eq!(safe_name("nul.txt").as_deref(), Some("_nul.txt"));
/// assert_eq!(safe_name(".."), None);
/// ```
#[must_use]
pub fn safe_name(text: &str) -> Option<String> {
    let segment = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = segment.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let is_edge = |c: char| c == '.' || c.is_whitespace();
    let name = name.trim_end_matches(is_edge).trim_start();
    let name = match name.strip_prefix(['.', '-']) {
        Some(rest) => format!("_{rest}"),
        None if is_device(name) => format!("_{name}"),
        None => name.to_owned(),
    };
    let name = cut(&name);
    name.contains(|c: char| c != '_' && !is_edge(c)).then_some(name)
}

/// Returns whether a character can be in a file name on every system, and is visible or joins visible ones.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*')
        && !matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        )
        && !matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns whether Windows reads a name as a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let is_port = |port: &str| {
        let number = stem.strip_prefix(port)?;
        Some(number.chars().count() == 1 && number.contains(|c: char| c.is_ascii_digit() || "¹²³".contains(c)))
    };
    DEVICES.contains(&&*stem) || is_port("COM") == Some(true) || is_port("LPT") == Some(true)
}

/// Shortens a name to [`MAX_NAME`] bytes between its stem and its extension.
fn cut(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let (stem, extension) = match split(name) {
        (stem, extension) if extension.len() <= MAX_EXTENSION => (stem, extension),
        _ => (name, ""),
    };
    let most = MAX_NAME - extension.len();
    let end = (0..=most).rev().find(|&at| stem.is_char_boundary(at)).unwrap_or_default();
    let stem = &stem[..end];
    let stem = stem.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    format!("{stem}{extension}")
}

/// Splits a name into its stem and its extension with the period. A name that begins with its only period has none.
fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 => name.split_at(at),
        _ => (name, ""),
    }
}

/// Gives each file of a folder a name of its own. Names that differ only in case, or in how their characters are composed,
/// are one name, since they are on Windows and macOS.
///
/// ```
/// let mut names = napkin_files::Names::default();
/// assert_eq!(names.take("Menu.pdf"), "Menu.pdf");
/// assert_eq!(names.take("menu.PDF"), "menu-2.PDF");
/// assert_eq!(names.take("menu"), "menu");
/// ```
#[derive(Debug, Default)]
pub struct Names {
    /// The names that are taken, folded, each with the last number that was tried behind it.
    taken: HashMap<String, usize>,
}

impl Names {
    /// Takes a name, or the first free one with a number: `menu-2.pdf`. The names should have at most [`MAX_NAME`] bytes, so
    /// that the number fits. Names of any order take linear time together.
    ///
    /// ```
    /// let mut names = napkin_files::Names::default();
    /// let taken = ["a.txt", "a.txt", "a-2.txt"].map(|name| names.take(name));
    /// assert_eq!(taken, ["a.txt", "a-2.txt", "a-2-2.txt"]);
    /// ```
    pub fn take(&mut self, name: &str) -> String {
        let key = folded(name);
        let Some(&last) = self.taken.get(&key) else {
            self.taken.insert(key, 1);
            return name.to_owned();
        };
        let (stem, extension) = split(name);
        let mut number = last;
        let (name, name_key) = loop {
            number += 1;
            let name = format!("{stem}-{number}{extension}");
            let name_key = folded(&name);
            if !self.taken.contains_key(&name_key) {
                break (name, name_key);
            }
        };
        self.taken.insert(key, number);
        self.taken.insert(name_key, 1);
        name
    }
}

/// Folds case and composition. Upper case comes first, so that `ß` and `ss`, which some systems join, are joined.
fn folded(name: &str) -> String {
    name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfd().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_names_lead_nowhere() {
        let cases = [
            ("menu.pdf", "menu.pdf"),
            ("../../x", "x"),
            ("..\\..\\x", "x"),
            ("C:\\x", "x"),
            ("C:x", "C_x"),
            ("/etc/passwd", "passwd"),
            ("a\0b\n.txt", "a_b_.txt"),
            ("gpj.\u{202e}exe", "gpj._exe"),
            (".bashrc", "_bashrc"),
            ("...a", "_..a"),
            ("-rf", "_rf"),
            ("  menu. . ", "menu"),
            ("con", "_con"),
            ("COM1 .txt", "_COM1 .txt"),
            ("lpt\u{b9}", "_lpt\u{b9}"),
            ("console.log", "console.log"),
            ("com10", "com10"),
            ("a<b>|\"*?.txt", "a_b_____.txt"),
            ("Speisekarte für Kühe.txt", "Speisekarte für Kühe.txt"),
        ];
        for (text, expected) in cases {
            assert_eq!(safe_name(text).as_deref(), Some(expected), "{text:?}");
        }
        for text in ["", ".", "..", "a/", "\u{202e}", " . ", "///", "\0", "-", "___"] {
            assert_eq!(safe_name(text), None, "{text:?}");
        }
    }

    #[test]
    fn safe_names_are_short_and_keep_their_extension() {
        for text in ["x".repeat(300) + ".pdf", "ü".repeat(300) + ".pdf", "x.".repeat(300) + "pdf"] {
            let name = safe_name(&text).unwrap();
            assert!(name.len() <= MAX_NAME && name.ends_with(".pdf"), "{name}");
        }
        let name = safe_name(&format!("x.{}", "y".repeat(300))).unwrap();
        assert_eq!(name.len(), MAX_NAME);
    }

    #[test]
    fn names_are_different_on_every_system() {
        let mut names = Names::default();
        let taken = ["é.txt", "e\u{301}.txt", "É.TXT", "straße", "STRASSE", "b", "b", "B"].map(|name| names.take(name));
        assert_eq!(taken, ["é.txt", "e\u{301}-2.txt", "É-3.TXT", "straße", "STRASSE-2", "b", "b-2", "B-3"]);
    }
}
