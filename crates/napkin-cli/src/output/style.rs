//! Colours, by what they mean.

use std::cell::Cell;
use std::fmt::{self, Display};

use anstyle::{AnsiColor, Style as Ansi};

thread_local! {
    /// Whether a [`Style`] is being written.
    static IS_OURS: Cell<bool> = const { Cell::new(false) };
}

/// A trusted escape sequence: `{style}` begins it, `{style:#}` ends it.
#[derive(Clone, Copy)]
pub(crate) struct Style(Ansi);

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

/// Whether a [`Style`] is being written on this thread.
pub(super) fn is_being_written() -> bool {
    IS_OURS.get()
}

/// Colours for one output, or none.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    pub(crate) const fn new(on: bool) -> Self {
        Self { on }
    }

    const fn style(self, style: Ansi) -> Style {
        Style::new(if self.on { style } else { Ansi::new() })
    }

    /// Returns a style that changes nothing.
    pub(crate) const fn plain(self) -> Style {
        Style::new(Ansi::new())
    }

    /// What is wrong.
    pub(crate) const fn error(self) -> Style {
        self.style(AnsiColor::Red.on_default().bold())
    }

    /// What is worth knowing.
    pub(crate) const fn note(self) -> Style {
        self.style(AnsiColor::Yellow.on_default().bold())
    }

    /// What has changed, or differs.
    pub(crate) const fn changed(self) -> Style {
        self.style(AnsiColor::Yellow.on_default())
    }

    /// What a person is looking for.
    pub(crate) const fn answer(self) -> Style {
        self.style(AnsiColor::Green.on_default())
    }

    /// Names: of files, components, commands.
    pub(crate) const fn name(self) -> Style {
        self.style(AnsiColor::Cyan.on_default())
    }

    /// Headings.
    pub(crate) const fn heading(self) -> Style {
        self.style(Ansi::new().bold())
    }

    /// What is there for reference.
    pub(crate) const fn aside(self) -> Style {
        self.style(Ansi::new().dimmed())
    }
}
