//! What reaches a terminal.
//!
//! Text from elsewhere (names, URLs, header fields, errors of the system) may contain characters that act on a terminal. All text for standard
//! error is a [`Message`], and all records for people go through the same [`Guard`], so that no command can forget to quote. Only a [`Style`] that
//! is written directly into a message keeps its escape sequences; text that merely looks like one does not.

use std::cell::Cell;
use std::fmt::{self, Display, Write};
use std::io;

use napkin::stand_in;

use super::Paint;
use super::diagnostic::is_plain;

thread_local! {
    /// Whether a [`Style`] is being written.
    static IS_OURS: Cell<bool> = const { Cell::new(false) };
}

/// An escape sequence of our own: `{style}` begins it, `{style:#}` ends it.
#[derive(Clone, Copy)]
pub(crate) struct Style(anstyle::Style);

impl Style {
    pub(super) const fn new(style: anstyle::Style) -> Self {
        Self(style)
    }
}

impl Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        IS_OURS.set(true);
        let done = self.0.fmt(f);
        IS_OURS.set(false);
        done
    }
}

/// Writes text with a stand-in for each character that acts on a terminal, line ends among them; styles pass.
pub(super) struct Guard<P>(P);

impl<P: FnMut(&str)> Guard<P> {
    /// Gives `put` the pieces of a text.
    pub(super) fn write(text: &dyn Display, put: P) {
        // Writing to memory does not fail.
        let _ = write!(Self(put), "{text}");
    }
}

impl<P: FnMut(&str)> Write for Guard<P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if IS_OURS.get() || is_plain(text) {
            (self.0)(text);
        } else {
            text.chars().map(stand_in).for_each(|character| (self.0)(character.encode_utf8(&mut [0; 4])));
        }
        Ok(())
    }
}

/// Lines for standard error in which nothing acts but our own colours.
#[derive(Clone, Default)]
pub(crate) struct Message(String);

impl Message {
    /// Makes one line.
    pub(crate) fn line(text: impl Display) -> Self {
        Self::default().and(text)
    }

    /// Adds a line.
    pub(crate) fn and(mut self, text: impl Display) -> Self {
        self.put(text);
        self.0.push('\n');
        self
    }

    /// Adds the lines of another message.
    pub(crate) fn with(mut self, other: &Self) -> Self {
        self.0.push_str(&other.0);
        self
    }

    /// Makes a line that says what is wrong.
    pub(crate) fn error(paint: Paint, text: impl Display) -> Self {
        let style = paint.error();
        Self::line(format_args!("{style}error:{style:#} {text}"))
    }

    /// Makes a line that says what is worth knowing.
    pub(crate) fn note(paint: Paint, text: impl Display) -> Self {
        let style = paint.note();
        Self::line(format_args!("{style}note:{style:#} {text}"))
    }

    /// Makes the beginning of a line that waits for an answer.
    pub(crate) fn question(text: impl Display) -> Self {
        let mut question = Self::default();
        question.put(text);
        question
    }

    fn put(&mut self, text: impl Display) {
        Guard::write(&text, |piece| self.0.push_str(piece));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes the message to standard error: no other function of the command does.
    #[allow(clippy::disallowed_methods, reason = "the one place")]
    pub(crate) fn tell(&self) {
        use io::Write as _;
        // Where standard error is closed there is nobody to tell.
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
        // A style that has become text is text: visible, and found by tests.
        assert_eq!(Message::line(format!("{style}a")).0, "␛[1m␛[31ma\n");
        assert_eq!(Message::line("a").and("b\r").with(&Message::line("c")).0, "a\nb␍\nc\n");
    }
}
