//! What holds for a whole run: colours, limits, forms, and how it ends.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use napkin::Finding;

use super::options::{Colors, FormOptions, Global};
use super::{Message, Paint, Template};

/// The most diagnostics that are shown without `-v`.
const DIAGNOSTICS: usize = 20;

/// The width that is assumed where it cannot be asked.
const WIDTH: usize = 100;

/// What the global options and the terminal say.
pub(crate) struct Session {
    /// Whether standard output is a terminal.
    pub(super) on_terminal: bool,
    pretty: bool,
    pub(crate) paint: Paint,
    pub(crate) error_paint: Paint,
    /// How many diagnostics are shown.
    pub(crate) diagnostics: usize,
    /// Whether there is a progress line where standard output is used.
    pub(crate) progress: bool,
    /// Whether there is one where it is not.
    #[cfg(feature = "retrieve")]
    pub(crate) progress_beside: bool,
    pub(crate) width: usize,
}

impl Session {
    #[allow(clippy::disallowed_methods, reason = "asks standard error whether it is a terminal")]
    pub(crate) fn new(global: &Global) -> Self {
        let choice = match global.color {
            Colors::Auto => None,
            Colors::Always => Some(true),
            Colors::Never => Some(false),
        };
        let auto = |choice| choice != ColorChoice::Never;
        let on_terminal = io::stdout().is_terminal();
        let progress = !global.no_progress && !global.quiet && io::stderr().is_terminal();
        Self {
            on_terminal,
            pretty: on_terminal || global.pretty,
            paint: Paint::new(choice.unwrap_or_else(|| auto(AutoStream::choice(&io::stdout())))),
            error_paint: Paint::new(choice.unwrap_or_else(|| auto(AutoStream::choice(&io::stderr())))),
            diagnostics: match (global.quiet, global.verbose) {
                (true, _) => 0,
                (_, true) => usize::MAX,
                _ => DIAGNOSTICS,
            },
            progress: progress && !on_terminal,
            #[cfg(feature = "retrieve")]
            progress_beside: progress,
            width: terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into()),
        }
    }

    /// One that prints records for a program that holds them: no colours, no diagnostics.
    #[cfg(feature = "serve")]
    pub(crate) const fn silent() -> Self {
        let paint = Paint::new(false);
        Self {
            on_terminal: false,
            pretty: false,
            paint,
            error_paint: paint,
            diagnostics: 0,
            progress: false,
            #[cfg(feature = "retrieve")]
            progress_beside: false,
            width: WIDTH,
        }
    }

    /// Whether everything is to be said.
    pub(crate) const fn is_verbose(&self) -> bool {
        self.diagnostics == usize::MAX
    }

    /// The form that a command's options ask for. `fields` are the names that its records have.
    pub(crate) fn printing(&self, options: &FormOptions, fields: &[&str]) -> Result<Printing<'_>, Trouble> {
        let form = match (&options.format, options.json) {
            (Some(template), _) => return self.printing_by(template, fields),
            (None, true) => Form::Json,
            (None, false) if self.pretty => Form::Pretty,
            (None, false) => Form::Plain,
        };
        Ok(Printing { form, session: self })
    }

    /// The form of a template.
    pub(crate) fn printing_by(&self, template: &str, fields: &[&str]) -> Result<Printing<'_>, Trouble> {
        let template = Template::parse(template, fields).map_err(Trouble::Usage)?;
        let form = Form::Template(template.on_terminal(self.on_terminal));
        Ok(Printing { form, session: self })
    }
}

/// The form of the records on standard output.
pub(crate) enum Form {
    /// JSON Lines.
    Json,
    /// One line by a template.
    Template(Template),
    /// One line, for other programs.
    Plain,
    /// For people.
    Pretty,
    /// A log in SARIF, which also says what the answer lacks.
    Sarif,
}

/// How the pages of one run are printed.
pub(crate) struct Printing<'s> {
    pub(crate) form: Form,
    pub(crate) session: &'s Session,
}

impl Printing<'_> {
    pub(crate) const fn is_pretty(&self) -> bool {
        matches!(self.form, Form::Pretty)
    }
}

/// What a run answers, the graver the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Answer {
    Yes = 0,
    No = 1,
    /// Something could not be read; the rest was.
    Incomplete = 2,
}

/// Why there is no answer.
pub(crate) enum Trouble {
    /// The options make no sense.
    Usage(String),
    /// Reading or writing failed.
    Io { what: String, error: io::Error },
    /// A diagnostic that says why, ready to print.
    Diagnostic(Message),
    /// A diagnostic for a "no" answer: the policy refuses, or the object does not exist.
    #[cfg_attr(not(feature = "retrieve"), allow(dead_code, reason = "only a retrieval is refused"))]
    Refused(Message),
    /// The value of an option cannot be used: which, why, and the diagnostic that says it, ready to print.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "the server alone says which option it was"))]
    Option { name: &'static str, finding: Finding, diagnostic: Message },
}

impl Trouble {
    /// Trouble with a document that was to be read; a name that looks like a URL was none for this build.
    pub(crate) fn reading(name: &str, error: io::Error) -> Self {
        let has_scheme = name.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1);
        if error.kind() == io::ErrorKind::NotFound && has_scheme {
            return Self::Usage(format!("{name}: this build does not retrieve URLs; give a file or `-`"));
        }
        Self::io(name, error)
    }

    pub(crate) fn io(what: impl Into<String>, error: io::Error) -> Self {
        Self::Io { what: what.into(), error }
    }

    /// The line, or lines, that say it.
    pub(crate) fn message(&self, paint: Paint) -> Message {
        match self {
            Self::Usage(message) => Message::error(paint, message),
            Self::Io { what, error } => Message::error(paint, format_args!("{what}: {}", reason(error))),
            Self::Diagnostic(diagnostic) | Self::Refused(diagnostic) | Self::Option { diagnostic, .. } => {
                diagnostic.clone()
            }
        }
    }

    /// Returns the answer of a run that ends with this trouble.
    pub(crate) const fn answer(&self) -> Answer {
        match self {
            Self::Refused(_) => Answer::No,
            Self::Usage(_) | Self::Io { .. } | Self::Diagnostic(_) | Self::Option { .. } => Answer::Incomplete,
        }
    }

    /// Says it, whatever `-q` says about diagnostics of records.
    pub(crate) fn exit(&self, session: &Session) -> ExitCode {
        self.message(session.error_paint).tell();
        ExitCode::from(self.answer() as u8)
    }
}

/// The system's words, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}
