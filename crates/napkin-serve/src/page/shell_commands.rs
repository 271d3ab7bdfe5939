//! Shows the commands that print the same answers, with their arguments quoted for a shell.

use maud::{Markup, html};
use napkin_answer::output::shown;

use crate::markup;

/// The longest text in a command, in bytes.
const LONGEST: usize = 2000;

/// Returns a field for a file, as an alternative to dropping a file; the script reads it.
pub(super) fn chooser() -> Markup {
    html! { p class="choose" hidden { label for="file" { "Or choose a file" } input #file type="file"; } }
}

/// Returns the section with these commands.
pub(super) fn commands<'c>(lines: impl IntoIterator<Item = &'c str>) -> Markup {
    let content = html! { pre class="commands" tabindex="0" { (markup::lines(lines)) } };
    markup::section("command", "The same in a terminal", content)
}

/// Quotes a text as a word of a POSIX shell. A long text, or a text with a NUL, which no word can contain, becomes `-`: it
/// comes from standard input. Hidden characters use `$'...'`, which POSIX has since 2024, and bash, zsh and ksh long before.
pub(super) fn word(text: &str) -> String {
    if text.len() > LONGEST || text.contains('\0') {
        return "-".to_owned();
    }
    if shown(text) == text {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    let mut out = "$'".to_owned();
    let mut buffer = [0; 4];
    for character in text.chars() {
        let one: &str = character.encode_utf8(&mut buffer);
        match character {
            '\'' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if shown(one) == *one => out.push(character),
            // Shells read at most three digits.
            _ => one.bytes().for_each(|byte| out.push_str(&format!("\\{byte:03o}"))),
        }
    }
    out.push('\'');
    out
}
