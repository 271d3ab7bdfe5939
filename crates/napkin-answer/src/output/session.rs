//! Settings of a whole run (colours, limits and forms), and its exit status.

use std::io;
use std::process::ExitCode;

use napkin::Finding;

use super::{Message, Paint, Template};
use crate::bounds::Bounds;

/// The most diagnostics that are shown without `-v`.
pub const DIAGNOSTICS: usize = 20;

/// The assumed width if the terminal does not report one.
pub const WIDTH: usize = 100;

/// Settings of a run that depend on the terminal and on global options.
#[derive(Debug)]
pub struct Session {
    /// Whether standard output is a terminal.
    pub on_terminal: bool,
    /// Whether records are for people unless options say otherwise.
    pub is_pretty: bool,
    /// Colours for standard output.
    pub paint: Paint,
    /// Colours for standard error.
    pub error_paint: Paint,
    /// The most diagnostics to show.
    pub diagnostics: usize,
    /// Whether to show a progress line for commands that write to standard output.
    pub progress: bool,
    /// Whether to show a progress line for commands that do not write to standard output.
    pub progress_beside: bool,
    /// The width for people, in columns.
    pub width: usize,
}

impl Session {
    /// Returns a session without colours and diagnostics, for a program that processes the records itself.
    #[must_use]
    pub const fn silent() -> Self {
        let paint = Paint::new(false);
        Self {
            on_terminal: false,
            is_pretty: false,
            paint,
            error_paint: paint,
            diagnostics: 0,
            progress: false,
            progress_beside: false,
            width: WIDTH,
        }
    }

    /// Returns whether all diagnostics are shown.
    pub const fn is_verbose(&self) -> bool {
        self.diagnostics == usize::MAX
    }

    /// Returns the form of records: JSON, a template with the name of its option, or a line for people or for programs. `fields`
    /// are the names that a template may use.
    ///
    /// # Errors
    /// Returns [`Trouble::Usage`] for a template that cannot be used.
    pub fn printing(
        &self,
        json: bool,
        template: Option<(&str, &str)>,
        fields: &[&str],
    ) -> Result<Printing<'_>, Trouble> {
        let form = match template {
            Some((option, template)) if !template.is_empty() && !template.contains('{') => {
                let field = fields.first().copied().unwrap_or("ok");
                return Err(Trouble::Usage(format!(
                    "{option}: expected a template with a field in braces, such as '{{{field}}}', but found `{template}`; --json prints JSON"
                )));
            }
            Some((_, template)) => {
                let template = Template::parse(template, fields).map_err(Trouble::Usage)?;
                Form::Template(template.on_terminal(self.on_terminal))
            }
            None if json => Form::Json,
            None if self.is_pretty => Form::Pretty,
            None => Form::Plain,
        };
        Ok(Printing::new(form, self))
    }
}

/// The form of records on standard output.
#[derive(Debug)]
pub enum Form {
    /// JSON Lines.
    Json,
    /// One line by a template.
    Template(Template),
    /// One line, for other programs.
    Plain,
    /// For people.
    Pretty,
    /// A report, which [`crate::report`] prints.
    Report,
}

/// How the pages of one run are printed.
#[derive(Debug)]
pub struct Printing<'s> {
    /// The form of records.
    pub form: Form,
    /// Colours, width and the number of diagnostics.
    pub session: &'s Session,
    /// The limits of each page.
    pub bounds: Option<Bounds>,
    /// Whether invalid records are left out of the output; diagnostics report them.
    pub without_invalid: bool,
    /// Whether pages keep the gaps in the answer, for reports.
    pub keeps_gaps: bool,
}

impl<'s> Printing<'s> {
    /// Creates a printing without limits.
    #[must_use]
    pub const fn new(form: Form, session: &'s Session) -> Self {
        Self { form, session, bounds: None, without_invalid: false, keeps_gaps: false }
    }

    /// Leaves invalid records out of the output if `is_left_out`.
    ///
    /// ```
    /// use napkin_answer::output::{Form, Printing, Session};
    /// let session = Session::silent();
    /// assert!(Printing::new(Form::Json, &session).without_invalid(true).without_invalid);
    /// ```
    #[must_use]
    pub fn without_invalid(self, is_left_out: bool) -> Self {
        Self { without_invalid: is_left_out, ..self }
    }

    /// Keeps the gaps in the answer, for reports, if `are_kept`.
    ///
    /// ```
    /// use napkin_answer::output::{Form, Printing, Session};
    /// let session = Session::silent();
    /// assert!(Printing::new(Form::Report, &session).with_gaps(true).keeps_gaps);
    /// ```
    #[must_use]
    pub fn with_gaps(self, are_kept: bool) -> Self {
        Self { keeps_gaps: are_kept, ..self }
    }

    /// Limits the output of each page.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds: Some(bounds), ..self }
    }

    /// Returns whether records are for people.
    #[must_use]
    pub const fn is_pretty(&self) -> bool {
        matches!(self.form, Form::Pretty)
    }
}

/// The answer of a run, and its exit status; a worse answer is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// Every input is good.
    Yes = 0,
    /// An input is not good, or URLs differ.
    No = 1,
    /// Something could not be read, or options cannot be used.
    Incomplete = 2,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The options make no sense.
    Usage(String),
    /// Reading or writing failed.
    Io {
        /// The file or the stream.
        what: String,
        /// The system's error.
        error: io::Error,
    },
    /// A diagnostic, ready to print.
    Diagnostic(Message),
    /// A diagnostic for a "no" answer: the policy refuses, or the object does not exist.
    Refused(Message),
    /// The value of an option cannot be used.
    Option {
        /// The option, without `--`.
        name: &'static str,
        /// What is wrong with its value.
        finding: Finding,
        /// The diagnostic for people.
        diagnostic: Message,
    },
}

impl Trouble {
    /// Creates the error for a document that cannot be read. For a missing file whose name looks like a URL, the message says
    /// that this build does not retrieve URLs.
    pub fn reading(name: &str, error: io::Error) -> Self {
        let has_scheme = name.split_once("://").is_some_and(|(scheme, _)| scheme.len() > 1);
        if error.kind() == io::ErrorKind::NotFound && has_scheme {
            return Self::Usage(format!("{name}: this build does not retrieve URLs; give a file or `-`"));
        }
        Self::io(name, error)
    }

    /// Creates the error for a failed read or write.
    pub fn io(what: impl Into<String>, error: io::Error) -> Self {
        Self::Io { what: what.into(), error }
    }

    /// Returns the message for standard error.
    pub fn message(&self, paint: Paint) -> Message {
        match self {
            Self::Usage(message) => Message::error(paint, message),
            Self::Io { what, error } => Message::error(paint, format_args!("{what}: {}", reason(error))),
            Self::Diagnostic(diagnostic) | Self::Refused(diagnostic) | Self::Option { diagnostic, .. } => {
                diagnostic.clone()
            }
        }
    }

    /// Returns the answer of a run that ends with this trouble.
    pub const fn answer(&self) -> Answer {
        match self {
            Self::Refused(_) => Answer::No,
            Self::Usage(_) | Self::Io { .. } | Self::Diagnostic(_) | Self::Option { .. } => Answer::Incomplete,
        }
    }

    /// Prints the message, even if diagnostics are not shown, and returns the exit status.
    pub fn exit(&self, session: &Session) -> ExitCode {
        self.message(session.error_paint).tell();
        ExitCode::from(self.answer() as u8)
    }
}

/// Returns the system's message without the error number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}
