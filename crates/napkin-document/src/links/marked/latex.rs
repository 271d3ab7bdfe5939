//! Links of LaTeX: the commands of hyperref, and the files that a document includes.
//!
//! `\hyperbaseurl` gives a base for the URLs after it (hyperref manual, "Additional user macros"). A file without an extension is no
//! reference, because TeX tries several.

use super::mark::{Format, Found, Mark, Source, without};
use crate::context::Context;
use crate::inner_base::InnerBase;
use napkin::Span;
use napkin::map::Level;
use std::sync::Arc;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    Url,
    File,
    Base,
}

/// Commands, and what their first argument is.
const COMMANDS: [(&str, &str, Argument); 15] = [
    ("href", "\\href", Argument::Url),
    ("url", "\\url", Argument::Url),
    ("nolinkurl", "\\nolinkurl", Argument::Url),
    ("hyperimage", "\\hyperimage", Argument::Url),
    ("hyperbaseurl", "\\hyperbaseurl", Argument::Base),
    ("includegraphics", "\\includegraphics", Argument::File),
    ("includesvg", "\\includesvg", Argument::File),
    ("includepdf", "\\includepdf", Argument::File),
    ("includemedia", "\\includemedia", Argument::File),
    ("input", "\\input", Argument::File),
    ("include", "\\include", Argument::File),
    ("subfile", "\\subfile", Argument::File),
    ("addbibresource", "\\addbibresource", Argument::File),
    ("lstinputlisting", "\\lstinputlisting", Argument::File),
    ("verbatiminput", "\\verbatiminput", Argument::File),
];

/// The most bytes of an argument.
const ARGUMENT: usize = 4096;

/// Environments whose content is no LaTeX.
const VERBATIM: [&str; 7] = ["verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents"];

/// A LaTeX document.
pub(super) struct Latex<'t> {
    text: &'t str,
    level: &'t Arc<Level>,
    has_code: bool,
    at: usize,
    base: Option<Arc<InnerBase>>,
    /// The end of the text in which an argument has been sought in vain.
    unclosed: usize,
}

impl<'t> Latex<'t> {
    pub(super) const fn new(source: Source<'t>) -> Self {
        let has_code = source.options.code;
        Self { text: source.text, level: source.level, has_code, at: 0, base: None, unclosed: 0 }
    }

    /// Reads the command whose name begins here, after its backslash.
    fn command(&mut self, found: &mut Found) {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &rest[..length];
        if length == 0 {
            self.at += rest.chars().next().map_or(0, char::len_utf8);
            return;
        }
        self.at += length;
        match name {
            "verb" => {
                let span = self.delimited();
                self.without_links(span, found);
            }
            "begin" => self.environment(found),
            _ => {
                let command = COMMANDS.iter().find(|(command, ..)| *command == name);
                if let Some((_, place, argument)) = command {
                    self.argument(place, *argument, found);
                }
            }
        }
    }

    /// Passes over an environment whose content is no LaTeX.
    fn environment(&mut self, found: &mut Found) {
        let Some(name) = self.braced() else { return };
        let name = name.of(self.text);
        let name = VERBATIM.iter().find(|verbatim| **verbatim == name);
        if let Some(name) = name {
            let (start, end) = (self.at, format!("\\end{{{name}}}"));
            let close = memchr::memmem::find(&self.text.as_bytes()[start..], end.as_bytes());
            self.at = close.map_or(self.text.len(), |close| start + close);
            if *name == "comment" {
                found.push(Mark::without_links(Span::new(start, self.at)));
            } else {
                self.without_links(Some(Span::new(start, self.at)), found);
            }
        }
    }

    fn without_links(&self, span: Option<Span>, found: &mut Found) {
        found.marks.extend(span.filter(|_| !self.has_code).map(Mark::without_links));
    }

    fn argument(&mut self, place: &'static str, argument: Argument, found: &mut Found) {
        let start = self.at;
        if self.text[self.at..].starts_with('*') {
            self.at += 1;
        }
        self.optional();
        let span = match self.braced() {
            None if place == "\\url" && self.at == start => self.delimited(),
            span => span,
        };
        let Some(span) = span else { return };
        let trimmed = span.of(self.text).trim();
        let start = span.start + (span.of(self.text).len() - span.of(self.text).trim_start().len());
        let span = Span::new(start, start + trimmed.len());
        let built = without(trimmed, start, |_| false, |c| "%#&_~{}$\\".contains(c));
        let is_parameter = |at: usize| trimmed.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        let has_command = trimmed.contains(['{', '}']) || built.text.contains('\\');
        match argument {
            _ if trimmed.is_empty() => {}
            Argument::Base => {
                let context = Context::Place { format: "latex", place };
                self.base = Some(InnerBase::new(built.text, self.level.source(span), context, None));
                found.push(Mark::without_links(span));
            }
            // The parameter of a macro, or a command: the reference is not known here.
            _ if has_command
                || (self.is_definition(span.start) && trimmed.match_indices('#').any(|(at, _)| is_parameter(at))) =>
            {
                found.push(Mark::without_links(span));
            }
            Argument::Url => found.push(Mark::new(span, place).within(self.base.clone()).decoded(built)),
            Argument::File => {
                let has_extension =
                    trimmed.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'));
                if has_extension {
                    found.push(Mark::new(span, place).requested().decoded(built));
                }
            }
        }
    }

    /// Returns whether the line of a place defines a command.
    fn is_definition(&self, at: usize) -> bool {
        /// The most bytes before a place that are read.
        const NEAR: usize = 400;
        let near = &self.text.as_bytes()[at.saturating_sub(NEAR)..at];
        let line = near.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let has = |name: &str| memchr::memmem::find(&near[line..], name.as_bytes()).is_some();
        has("command") || has("Command") || has("\\def") || has("\\gdef")
    }

    /// Passes over `[...]`.
    fn optional(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let inside = rest.trim_ascii_start();
        if inside.starts_with(b"[")
            && let Some(end) = memchr::memchr(b']', &inside[..inside.len().min(ARGUMENT)])
        {
            self.at += rest.len() - inside.len() + end + 1;
        }
    }

    /// Reads `{...}` with braces in pairs, and returns the place of its content.
    fn braced(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        let start = self.at + self.text[self.at..].len() - self.text[self.at..].trim_ascii_start().len();
        if bytes.get(start) != Some(&b'{') || start < self.unclosed {
            return None;
        }
        let most = bytes.len().min(start + ARGUMENT);
        let (mut at, mut depth) = (start, 0);
        while at < most {
            match bytes[at] {
                b'\\' => at += 1,
                // An argument has no empty line.
                b'\n' if bytes.get(at + 1) == Some(&b'\n') => break,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at = at + 1;
                        return Some(Span::new(start + 1, at));
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.unclosed = at.min(most);
        None
    }

    /// Reads a text between two equal characters, as `\verb|...|` and `\url|...|` have.
    fn delimited(&mut self) -> Option<Span> {
        let rest = self.text[self.at..].strip_prefix('*').unwrap_or(&self.text[self.at..]);
        let start = self.text.len() - rest.len();
        let delimiter =
            rest.chars().next().filter(|first| first.is_ascii_punctuation() && !"{}[]%\\".contains(*first))?;
        let near = &rest.as_bytes()[1..rest.len().min(ARGUMENT)];
        let length = memchr::memchr2(delimiter as u8, b'\n', near).filter(|length| near[*length] != b'\n')?;
        self.at = start + 1 + length + 1;
        Some(Span::new(start + 1, start + 1 + length))
    }
}

impl Format for Latex<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let bytes = self.text.as_bytes();
        let Some(at) = memchr::memchr2(b'\\', b'%', &bytes[self.at..]).map(|at| self.at + at) else { return false };
        if bytes[at] == b'%' {
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
            self.at = end;
            found.push(Mark::without_links(Span::new(at, end)));
        } else {
            self.at = at + 1;
            self.command(found);
        }
        true
    }
}
