//! Text that reaches a terminal.
//!
//! External text (names, URLs, header fields, errors of the system) may contain characters that act on a terminal. All
//! text for standard error is a [`Message`], and all records for people go through the same [`Guard`], so that no
//! command can forget to escape. Only a [`Style`](super::style::Style) that is written directly into a message keeps its escape sequences;
//! text that merely looks like a style does not.

use std::fmt::{self, Display, Write};
use std::io;

use napkin::shown_char;

use super::shown::is_plain;
use super::style::{self, Paint};

/// Writes text with a visible stand-in for each character that acts on a terminal, including line ends; styles pass.
pub(super) struct Guard<P>(P);

impl<P: FnMut(&str)> Guard<P> {
    /// Writes a text to `put`, piece by piece.
    pub(super) fn write(text: &dyn Display, put: P) {
        // Writing to memory does not fail.
        let _ = write!(Self(put), "{text}");
    }
}

impl<P: FnMut(&str)> Write for Guard<P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if style::is_being_written() || is_plain(text) {
            (self.0)(text);
        } else {
            text.chars().map(shown_char).for_each(|character| (self.0)(character.encode_utf8(&mut [0; 4])));
        }
        Ok(())
    }
}

/// Lines for standard error in which only the program's own colours act on the terminal.
#[derive(Clone, Debug, Default)]
pub struct Message(String);

impl Message {
    /// Returns the text of an error without colours.
    pub(super) fn into_text(self) -> String {
        let text = self.0.trim_end();
        text.strip_prefix("error: ").unwrap_or(text).to_owned()
    }

    /// Creates a message of one line.
    pub fn line(text: impl Display) -> Self {
        Self::default().and(text)
    }

    /// Adds a line.
    pub fn and(mut self, text: impl Display) -> Self {
        self.put(text);
        self.0.push('\n');
        self
    }

    /// Adds the lines of another message.
    pub fn with(mut self, other: &Self) -> Self {
        self.0.push_str(&other.0);
        self
    }

    /// Creates an error line.
    pub fn error(paint: Paint, text: impl Display) -> Self {
        let style = paint.error();
        Self::line(format_args!("{style}error:{style:#} {text}"))
    }

    /// Creates a note line.
    pub fn note(paint: Paint, text: impl Display) -> Self {
        let style = paint.note();
        Self::line(format_args!("{style}note:{style:#} {text}"))
    }

    /// Creates a line that names the next step.
    ///
    /// ```
    /// use napkin_answer::output::{Message, Paint};
    /// let message = Message::help(Paint::new(false), "pass `--force` to replace it");
    /// assert!(!message.is_empty());
    /// ```
    pub fn help(paint: Paint, text: impl Display) -> Self {
        let style = paint.answer();
        Self::line(format_args!("{style}help:{style:#} {text}"))
    }

    /// Creates a question, without a line end.
    pub fn question(text: impl Display) -> Self {
        let mut question = Self::default();
        question.put(text);
        question
    }

    fn put(&mut self, text: impl Display) {
        Guard::write(&text, |piece| self.0.push_str(piece));
    }

    /// Returns whether the message has no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes the message to standard error. No other function writes there.
    #[allow(clippy::disallowed_methods, reason = "the one place")]
    pub fn tell(&self) {
        use io::Write as _;
        // An error is ignored: standard error is closed, and there is no other place to report it.
        let _ = io::stderr().lock().write_all(self.0.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_keeps_own_styles_and_quotes_those_of_others() {
        let style = Paint::new(true).error();
        let forged = "\x1b[1m\x1b[31merror:\x1b[0m \u{9b}31m\u{202e}\nx";
        let said = "␛[1m␛[31merror:␛[0m \u{fffd}31m\u{fffd}␊x";
        assert_eq!(Message::line(forged).0, format!("{said}\n"));
        assert_eq!(
            Message::error(Paint::new(true), forged).0,
            format!("\x1b[1m\x1b[31merror:\x1b[0m {said}\n"),
            "the style's own sequences pass"
        );
        // A style that was formatted into text is escaped, so that tests notice it.
        assert_eq!(Message::line(format!("{style}a")).0, "␛[1m␛[31ma\n");
        assert_eq!(Message::line("a").and("b\r").with(&Message::line("c")).0, "a\nb␍\nc\n");
    }
}
