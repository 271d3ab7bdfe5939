//! Colours, named by their meaning.

use std::cell::Cell;
use std::fmt::{self, Display};

use anstyle::{AnsiColor, Style as Ansi};

thread_local! {
    /// Whether a [`Style`] is being written.
    static IS_OURS: Cell<bool> = const { Cell::new(false) };
}

/// A trusted escape sequence: `{style}` begins it, `{style:#}` ends it.
#[derive(Clone, Copy, Debug)]
pub struct Style(Ansi);

impl Style {
    const fn new(style: Ansi) -> Self {
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

/// Returns whether a [`Style`] is being written on this thread.
pub(super) fn is_being_written() -> bool {
    IS_OURS.get()
}

/// Colours for one output, or none.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Creates colours; if `on` is false, styles change nothing.
    #[must_use]
    pub const fn new(on: bool) -> Self {
        Self { on }
    }

    const fn style(self, style: Ansi) -> Style {
        Style::new(if self.on { style } else { Ansi::new() })
    }

    /// Returns a style that changes nothing.
    pub const fn plain(self) -> Style {
        Style::new(Ansi::new())
    }

    /// Returns the style for errors.
    pub const fn error(self) -> Style {
        self.style(AnsiColor::Red.on_default().bold())
    }

    /// Returns the style for notes.
    pub const fn note(self) -> Style {
        self.style(AnsiColor::Yellow.on_default().bold())
    }

    /// Returns the style for changes and differences.
    pub const fn changed(self) -> Style {
        self.style(AnsiColor::Yellow.on_default())
    }

    /// Returns the style for the main result.
    pub const fn answer(self) -> Style {
        self.style(AnsiColor::Green.on_default())
    }

    /// Returns the style for names of files, components and commands.
    pub const fn name(self) -> Style {
        self.style(AnsiColor::Cyan.on_default())
    }

    /// Returns the style for headings.
    pub const fn heading(self) -> Style {
        self.style(Ansi::new().bold())
    }

    /// Returns the style for secondary information.
    pub const fn aside(self) -> Style {
        self.style(Ansi::new().dimmed())
    }
}
