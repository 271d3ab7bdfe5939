//! Definitions: those of the registry, and those of files.

use std::path::Path;

use napkin::{Finding, Span};
use napkin_scheme::source::{Node, read};
use napkin_scheme::{self as scheme, Definition};

use crate::input;
use crate::options::Definitions;
use crate::output::{Session, Trouble, diagnostic};
use crate::record::Place;

/// A file of definitions, and what can be said of it.
pub(crate) struct Source {
    pub(super) name: String,
    pub(super) text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Source {
    pub(super) fn read(path: &Path) -> Result<Self, Trouble> {
        let file = input::file(path);
        let name = file.map_or("stdin".into(), |path| path.to_string_lossy().into_owned());
        let bytes = input::read_whole(file).map_err(|error| Trouble::io(&*name, error))?;
        Self::held(name, bytes)
    }

    /// One that is held already.
    pub(crate) fn held(name: String, bytes: Vec<u8>) -> Result<Self, Trouble> {
        let text = String::from_utf8(bytes).map_err(|_| Trouble::Usage(format!("{name}: the bytes are not UTF-8")))?;
        let lines = [0].into_iter().chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1)).collect();
        Ok(Self { name, text, lines })
    }

    /// The number of the line that holds a place, from 1.
    pub(super) fn number(&self, at: usize) -> usize {
        self.lines.partition_point(|&begin| begin <= at)
    }

    /// The line that holds a place, where that is, and the finding within the line.
    pub(crate) fn line<'t>(&'t self, finding: &Finding) -> (&'t str, Place<'t>, Finding) {
        let start = finding.span.start.min(self.text.len());
        let number = self.number(start);
        let begin = self.lines[number - 1];
        let end = self.lines.get(number).map_or(self.text.len(), |next| next - 1);
        let line = self.text[begin..end].trim_end_matches('\r');
        let before = line.get(..start - begin).unwrap_or(line);
        let stop = finding.span.end.clamp(start, end.max(start)) - begin;
        let place = Place::At { source: &self.name, line: number, column: before.chars().count() + 1 };
        (line, place, Finding { span: Span::new(before.len(), stop.max(before.len())), ..*finding })
    }
}

/// The definitions of the registry and of files that the user names.
pub(super) struct Book {
    pub(super) own: Vec<Definition>,
}

impl Book {
    /// Reads the files. A file that is no valid definition is an error, because no URL would be checked against it.
    pub(super) fn read(options: &Definitions, session: &Session) -> Result<Self, Trouble> {
        let limits = options.limits.limits();
        let mut own = Vec::new();
        for path in &options.files {
            let source = Source::read(path)?;
            let told = |finding: &Finding| {
                let (line, place, finding) = source.line(finding);
                Trouble::Diagnostic(diagnostic(line, place, &finding, session))
            };
            let file = Node::parse_toml(&source.text, &limits).map_err(|finding| told(&finding))?;
            let mut findings = Vec::new();
            own.extend(read(&file, &limits, &mut findings).into_iter().map(|(_, definition)| definition));
            if let Some(finding) = findings.first() {
                return Err(told(finding));
            }
        }
        Ok(Self { own })
    }

    pub(super) fn own(&self, name: &str) -> Option<&Definition> {
        self.own.iter().find(|definition| definition.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn find(&self, name: &str) -> Option<&Definition> {
        self.own(name).or_else(|| scheme::find(name))
    }
}
