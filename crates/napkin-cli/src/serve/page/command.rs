//! The commands that print the same.
//!
//! Decides: how a text is a word of a shell.

use super::html::Html;

/// The longest text that stands in a command, in bytes.
const LONGEST: usize = 2000;

/// Begins the section.
pub(super) fn section(html: &mut Html) {
    html.section("command", "The same in a terminal").raw("<pre class=commands tabindex=0>");
}

pub(super) fn line(command: &str, html: &mut Html) {
    html.text(command).raw("\n");
}

pub(super) fn end(html: &mut Html) {
    html.raw("</pre></section>");
}

/// A word of a POSIX shell; a long text comes from standard input.
pub(super) fn word(text: &str) -> String {
    if text.len() > LONGEST { "-".to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
