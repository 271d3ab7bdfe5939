//! Definitions of schemes, from the registry and from files.

use napkin::{Finding, Span};
use napkin_scheme::source::{Limits, Node, read};
use napkin_scheme::{self as scheme, Definition};

use crate::output::{Session, Trouble, diagnostic};
use crate::record::Place;

/// A file of definitions.
#[derive(Debug)]
pub struct Source {
    /// The name of the file.
    pub name: String,
    /// Its content.
    pub text: String,
    /// The offset of each line.
    lines: Vec<usize>,
}

impl Source {
    /// Creates a source from the content of a file.
    ///
    /// # Errors
    /// Returns an error for bytes that are not UTF-8.
    pub fn held(name: String, bytes: Vec<u8>) -> Result<Self, Trouble> {
        let text = String::from_utf8(bytes).map_err(|_| Trouble::Usage(format!("{name}: the bytes are not UTF-8")))?;
        let lines = [0].into_iter().chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
        Ok(Self { name, text, lines })
    }

    /// Returns the number of the line that contains an offset, from 1.
    #[must_use]
    pub fn number(&self, at: usize) -> usize {
        self.lines.partition_point(|&begin| begin <= at)
    }

    /// Returns the line of a finding, its place, and the finding with its span in the line.
    pub fn line<'t>(&'t self, finding: &Finding) -> (&'t str, Place<'t>, Finding) {
        let start = finding.span.start.min(self.text.len());
        let number = self.number(start);
        let begin = self.lines[number - 1];
        let end = self.lines.get(number).map_or(self.text.len(), |next| next - 1);
        let line = self.text[begin..end].trim_end_matches('\r');
        let before = line.get(..start - begin).unwrap_or(line);
        let stop = finding.span.end.clamp(start, end.max(start)) - begin;
        let place = Place::At { source: &self.name, line: number, column: before.chars().count() + 1 };
        (line, place, finding.with_span(Span::new(before.len(), stop.max(before.len()))))
    }
}

/// The definitions of the registry and of the user's files.
#[derive(Debug, Default)]
pub struct Book {
    /// Definitions of files.
    pub own: Vec<Definition>,
}

impl Book {
    /// Adds the definitions of a file. An invalid file is an error, because no URL would be checked against it.
    ///
    /// # Errors
    /// Returns a diagnostic of the first finding.
    pub fn add(&mut self, source: &Source, limits: &Limits, session: &Session) -> Result<(), Trouble> {
        let told = |finding: &Finding| {
            let (line, place, finding) = source.line(finding);
            Trouble::Diagnostic(diagnostic(line, place, &finding, session))
        };
        let file = Node::parse_toml(&source.text, limits).map_err(|finding| told(&finding))?;
        let mut findings = Vec::new();
        self.own.extend(read(&file, limits, &mut findings).into_iter().map(|(_, definition)| definition));
        findings.first().map_or(Ok(()), |finding| Err(told(finding)))
    }

    /// Returns the definition of a file for a scheme.
    #[must_use]
    pub fn own(&self, name: &str) -> Option<&Definition> {
        self.own.iter().find(|definition| definition.name.eq_ignore_ascii_case(name))
    }

    /// Returns the definition of a scheme: from a file, else from the registry.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Definition> {
        self.own(name).or_else(|| scheme::find(name))
    }
}
