//! `napkin scheme`: the registry, and what is held against definitions.

mod check;
mod lint;
mod list;
mod show;
mod template;

use std::path::Path;

use napkin::scheme::source::{Node, read};
use napkin::scheme::{self, Definition};
use napkin::{Finding, Span};

use crate::input;
use crate::options::{Definitions, Scheme, SchemeCommand};
use crate::output::{Answer, Session, Trouble, diagnostic};
use crate::stream::Place;

pub(crate) fn run(options: &Scheme, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        SchemeCommand::List(options) => list::run(options, session),
        SchemeCommand::Show(options) => show::run(options, session),
        SchemeCommand::Check(options) => check::run(options, session),
        SchemeCommand::Lint(options) => lint::run(options, session),
        SchemeCommand::Template(options) => template::run(options, session),
    }
}

/// A file of definitions, and what can be said of it.
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn read(path: &Path) -> Result<Self, Trouble> {
        let file = input::file(path);
        let name = file.map_or("stdin".into(), |path| path.to_string_lossy().into_owned());
        let bytes = input::read_whole(file).map_err(|error| Trouble::io(&*name, error))?;
        let text = String::from_utf8(bytes).map_err(|_| Trouble::Usage(format!("{name}: the bytes are not UTF-8")))?;
        Ok(Self { name, text })
    }

    /// The line that holds a place, where that is, and the finding within the line.
    fn line<'t>(&'t self, finding: &Finding) -> (&'t str, Place<'t>, Finding) {
        let start = (0..=finding.span.start.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let start = start.unwrap_or(0);
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let line = self.text[begin..end].trim_end_matches('\r');
        let stop = finding.span.end.clamp(start, end) - begin;
        let number = self.text[..begin].matches('\n').count() + 1;
        let column = self.text[begin..start].chars().count() + 1;
        let place = Place::At { source: &self.name, line: number, column };
        (line, place, Finding { span: Span::new(start - begin, stop), ..*finding })
    }
}

/// The definitions of the registry and of files that the user names.
struct Book {
    own: Vec<Definition>,
}

impl Book {
    /// Reads the files; one that cannot be read for what it should be is trouble, since nothing is then held against it.
    fn read(options: &Definitions, session: &Session) -> Result<Self, Trouble> {
        let mut own = Vec::new();
        for path in &options.files {
            let source = Source::read(path)?;
            let told = |finding: &Finding| {
                let (line, place, finding) = source.line(finding);
                Trouble::Diagnostic(diagnostic(line, place, &finding, session))
            };
            let file = Node::parse_toml(&source.text).map_err(|finding| told(&finding))?;
            let mut findings = Vec::new();
            own.extend(read(&file, &mut findings).into_iter().map(|(_, definition)| definition));
            if let Some(finding) = findings.first() {
                return Err(told(finding));
            }
        }
        Ok(Self { own })
    }

    fn own(&self, name: &str) -> Option<&Definition> {
        self.own.iter().find(|definition| definition.name.eq_ignore_ascii_case(name))
    }

    fn find(&self, name: &str) -> Option<&Definition> {
        self.own(name).or_else(|| scheme::find(name))
    }
}
