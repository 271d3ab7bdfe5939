//! A reference as given, and its place.
//!
//! This module parses a record and limits the findings per record. Start reading at `Record`.

use std::borrow::Cow;
use std::fmt;

use napkin::{Error, Finding, Reference, Sink, Span, Standard, password_span, whatwg};
use napkin_document::CleanedText;

use crate::rules;

/// The most findings reported per record.
const FINDINGS: usize = 100;

/// The place of a record, or of a reference in a document.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// An argument, by its number from 1.
    Argument(usize),
    /// An option, without `--`.
    Option(&'static str),
    /// A record of standard input, by its number from 1.
    Record(u64),
    /// A record of a file.
    Line {
        /// The name of the file.
        source: &'a str,
        /// The number of the record, from 1.
        number: u64,
    },
    /// A place in a document.
    At {
        /// The name of the document.
        source: &'a str,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "argument {number}"),
            Self::Option(name) => write!(f, "--{name}"),
            Self::Record(number) => write!(f, "stdin:{number}"),
            Self::Line { source, number } => write!(f, "{source}:{number}"),
            Self::At { source, line, column } => write!(f, "{source}:{line}:{column}"),
        }
    }
}

/// One reference as given.
#[derive(Debug)]
pub struct Record<'a> {
    /// The bytes as given; printed as `input`.
    pub bytes: &'a [u8],
    /// Its place.
    pub place: Place<'a>,
    max_length: usize,
    typed: Option<CleanedText<'a>>,
}

impl<'a> Record<'a> {
    /// Creates a record without a length limit.
    #[must_use]
    pub fn new(bytes: &'a [u8], place: Place<'a>) -> Self {
        Self { bytes, place, max_length: usize::MAX, typed: None }
    }

    /// Limits the length, in bytes; `typed` removes quotes, `<>`, `URL:` and white space around a typed reference.
    #[must_use]
    pub fn with(mut self, max_length: usize, typed: bool) -> Self {
        self.max_length = max_length;
        if typed {
            self.typed = std::str::from_utf8(self.bytes).ok().map(napkin_document::clean_typed);
        }
        self
    }

    /// Returns the text to parse, with ill-formed UTF-8 replaced.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.typed {
            Some(typed) => Cow::Borrowed(&typed.text),
            None => String::from_utf8_lossy(self.bytes),
        }
    }

    /// Parses the reference under a standard of the generic syntax.
    ///
    /// # Errors
    /// Returns the findings in the parsed text: at least one, at most as many as [`First`] keeps.
    pub fn read(&self, standard: Standard) -> Result<Reference<'_>, Vec<Finding>> {
        self.check_length(standard)?;
        let read = match &self.typed {
            Some(typed) => Reference::parse(&typed.text, standard),
            None => Reference::parse_bytes(self.bytes, standard),
        };
        read.map_err(|error| match [rules::UTF8, rules::TOO_LONG].contains(&error.rule()) {
            true => vec![error.into()],
            false => self.findings(standard),
        })
    }

    /// Parses the text under `whatwg`, against a base if there is one.
    ///
    /// # Errors
    /// Returns findings like [`read`](Self::read): first the error that ends the parser, then the others in order.
    pub fn url(&self, base: Option<&whatwg::Url>) -> Result<whatwg::Url, Vec<Finding>> {
        self.check_length(Standard::Whatwg)?;
        let parse = |text| whatwg::Url::parse(text, base);
        let url = match (&self.typed, std::str::from_utf8(self.bytes)) {
            (Some(typed), _) => parse(&typed.text),
            (None, Ok(text)) => parse(text),
            (None, Err(_)) => {
                let error = Reference::parse_bytes(self.bytes, Standard::Whatwg).err();
                return Err(error.into_iter().map(Finding::from).collect());
            }
        };
        url.map_err(|error| {
            let mut findings = self.violations(base);
            findings.retain(|finding| finding != error.finding());
            findings.insert(0, error.into());
            findings
        })
    }

    /// Returns the violations of `whatwg`, whether or not the text is a valid URL: in order, at most as many as [`First`] keeps.
    pub fn violations(&self, base: Option<&whatwg::Url>) -> Vec<Finding> {
        violations(&self.text(), base).0
    }

    fn check_length(&self, standard: Standard) -> Result<(), Vec<Finding>> {
        if self.bytes.len() <= self.max_length {
            return Ok(());
        }
        let span = Span::new(self.max_length, self.bytes.len());
        Err(vec![Finding::new(rules::TOO_LONG, standard, span, "the end within --max-length", None)])
    }

    fn findings(&self, standard: Standard) -> Vec<Finding> {
        let mut first = First::default();
        napkin::check(&self.text(), standard, &mut first);
        first.0
    }

    /// Returns findings for fields: with spans in the input as given, and without characters of the password.
    pub fn given(&self, findings: &[Finding]) -> Vec<Finding> {
        if findings.is_empty() {
            return Vec::new();
        }
        let password = password_span(&self.text());
        let source = |span: Span| self.typed.as_ref().map_or(span, |typed| typed.source_span(span));
        findings.iter().map(|finding| finding.redacted(password).map_spans(source)).collect()
    }

    /// Returns remarks on removed characters; their spans are in the input as given.
    pub fn remarks(&self, standard: Standard) -> impl Iterator<Item = Finding> {
        let removed = self.typed.iter().flat_map(|typed| &typed.removed);
        removed.map(move |&span| Finding::new(rules::TYPED, standard, span, "", None))
    }
}

/// Returns the violations of `whatwg` in a text, at most as many as [`First`] keeps, and the error that ends the parser; the error is
/// among them unless it comes too late.
pub fn violations(text: &str, base: Option<&whatwg::Url>) -> (Vec<Finding>, Option<Error>) {
    let mut first = First::default();
    let fatal = whatwg::violations(text, base, &mut first).err();
    (first.0, fatal)
}

/// Keeps the first hundred findings, and one more that represents all others.
#[derive(Debug, Default)]
pub struct First(pub Vec<Finding>);

impl First {
    /// Returns whether further findings are not kept.
    pub fn is_full(&self) -> bool {
        self.0.len() > FINDINGS
    }
}

impl Sink for First {
    fn report(&mut self, finding: Finding) {
        if let Some(Finding { span, .. }) = self.0.get_mut(FINDINGS) {
            *span = Span::new(span.start.min(finding.span.start), span.end.max(finding.span.end));
        } else if self.0.len() == FINDINGS {
            self.0.push(Finding::new(rules::FINDINGS_OMITTED, finding.standard, finding.span, "", None));
        } else {
            self.0.push(finding);
        }
    }
}
