//! Prints which URLs a pattern matches, the texts of its groups, and what is wrong with patterns (URL Pattern Standard).

use std::sync::Arc;

use napkin::pattern::{
    Component, InputBuf, Match, Pattern, PatternOptions, Regex, Regexp, RegexpEngine, RegexpError, Regress,
};
use napkin::whatwg::Url;
use napkin::{Error, Finding};

use crate::answers::Answers;
use crate::fields;
use crate::output::{self, Page, Trouble, Value};
use crate::record::Record;

/// The engine for regular expressions in patterns: linear time if possible, otherwise that of browsers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

impl RegexpEngine for Engine {
    fn compile(&self, regexp: &str, ignore_case: bool) -> Result<Arc<dyn Regexp>, RegexpError> {
        Regex.compile(regexp, ignore_case).or_else(|_| Regress.compile(regexp, ignore_case))
    }
}

/// How a pattern is read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The base of a relative pattern, and of relative URLs.
    pub base: Option<Url>,
    /// Whether the case of letters in the path, the query and the fragment matters.
    pub ignore_case: bool,
}

impl Reading {
    fn options(&self) -> PatternOptions<'static> {
        PatternOptions::default().with_engine(&Engine).with_ignore_case(self.ignore_case)
    }

    /// Compiles the pattern of an option or an argument.
    ///
    /// # Errors
    /// The text is no pattern.
    ///
    /// ```
    /// use napkin_answer::pattern::Reading;
    /// assert!(Reading::default().compile("https://pub.example/(\\d+)").is_ok());
    /// assert!(Reading::default().compile("/menu/:drink").is_err());
    /// ```
    pub fn compile(&self, text: &str) -> Result<Pattern, Trouble> {
        Pattern::parse_with(text, self.base.as_ref(), self.options())
            .map_err(|error| Trouble::Usage(format!("{} is no pattern: {error}", napkin::shown(text))))
    }
}

/// Matches URLs: each record is a URL.
#[derive(Debug)]
pub struct Matcher<'t> {
    text: &'t str,
    pattern: Pattern,
    reading: Reading,
}

impl<'t> Matcher<'t> {
    /// Creates a matcher for a pattern.
    ///
    /// # Errors
    /// The text is no pattern.
    ///
    /// ```
    /// use napkin_answer::pattern::{Matcher, Reading};
    /// assert!(Matcher::new("https://pub.example/*", Reading::default()).is_ok());
    /// ```
    pub fn new(text: &'t str, reading: Reading) -> Result<Self, Trouble> {
        Ok(Self { text, pattern: reading.compile(text)?, reading })
    }

    fn input(&self, record: &Record<'_>) -> Result<InputBuf, Error> {
        InputBuf::parse(&record.text(), self.reading.base.as_ref())
    }
}

/// Prints the URLs that match.
#[derive(Debug)]
pub struct Tester<'t>(pub Matcher<'t>);

impl Answers for Tester<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let Self(matcher) = self;
        let pattern = matcher.text;
        match matcher.input(record) {
            Ok(input) => {
                let is_match = matcher.pattern.test(&input);
                if !is_match {
                    page.say_no();
                }
                page.row(&Tested { pattern, record, is_match: Ok(is_match) });
            }
            Err(error) => page.refuse(record, &[error.into()], |given, page| {
                page.row(&Tested { pattern, record, is_match: Err(given.first()) });
            }),
        }
    }
}

/// Whether a pattern matches a URL.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'r> {
    pattern: &'r str,
    record: &'r Record<'r>,
    is_match: Result<bool, Option<&'r Finding>>,
}

impl output::Row for Tested<'_> {
    fields! { self;
        "pattern" => self.pattern,
        "input" => self.record.bytes,
        "ok" => self.is_match.is_ok(),
        "match" => self.is_match.ok(),
        "error" => self.is_match.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        if self.is_match == Ok(true) {
            page.text(&self.record.text());
            page.line("");
        }
    }
}

impl Answers for Matcher<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let pattern = self.text;
        match self.input(record) {
            Ok(input) => {
                let found = self.pattern.exec(&input);
                if found.is_none() {
                    page.say_no();
                }
                page.row(&Matched { pattern, record, found: Ok(found.as_ref()) });
            }
            Err(error) => page.refuse(record, &[error.into()], |given, page| {
                page.row(&Matched { pattern, record, found: Err(given.first()) });
            }),
        }
    }
}

/// The groups of a URL that a pattern matches.
#[derive(Clone, Copy, Debug)]
pub struct Matched<'r> {
    pattern: &'r str,
    record: &'r Record<'r>,
    found: Result<Option<&'r Match<'r, 'r>>, Option<&'r Finding>>,
}

impl output::Row for Matched<'_> {
    fields! { self;
        "pattern" => self.pattern,
        "input" => self.record.bytes,
        "ok" => self.found.is_ok(),
        "match" => self.found.ok().flatten().map(Value::Groups),
        "error" => self.found.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Ok(Some(found)) = self.found else { return };
        page.text(&self.record.text());
        for component in Component::ALL {
            for (name, text) in found.groups(component).filter(|(name, _)| is_named(name)) {
                page.tab();
                page.shown(&format!("{}.{name}={}", component.name(), text.unwrap_or_default()));
            }
        }
        page.line("");
    }
}

/// Returns whether the pattern gives the group a name. Components that the pattern leaves out have groups with numbers.
fn is_named(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Checks patterns: each record is a pattern.
#[derive(Debug)]
pub struct Checker(pub Reading);

impl Answers for Checker {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let (text, Self(reading)) = (record.text(), self);
        if let Ok(pattern) = Pattern::parse_with(&text, reading.base.as_ref(), reading.options()) {
            return page.row(&Checked { record, pattern: Some(&pattern), errors: &[] });
        }
        let mut findings: Vec<Finding> = Vec::new();
        Pattern::check(&text, reading.base.as_ref(), reading.options(), &mut findings);
        page.refuse(record, &findings, |given, page| page.row(&Checked { record, pattern: None, errors: given }));
    }
}

/// The components of a pattern, or its errors.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'r> {
    record: &'r Record<'r>,
    pattern: Option<&'r Pattern>,
    errors: &'r [Finding],
}

impl output::Row for Checked<'_> {
    fields! { self;
        let text = |component| self.pattern.map(|pattern| pattern.text(component));
        "pattern" => self.record.bytes,
        "ok" => self.pattern.is_some(),
        "protocol" => text(Component::Protocol),
        "username" => text(Component::Username),
        "password" => text(Component::Password),
        "hostname" => text(Component::Hostname),
        "port" => text(Component::Port),
        "pathname" => text(Component::Pathname),
        "search" => text(Component::Search),
        "hash" => text(Component::Hash),
        "has_regexp_groups" => self.pattern.map(Pattern::has_regexp_groups),
        "errors" => self.errors,
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(pattern) = self.pattern else { return };
        for (number, component) in Component::ALL.into_iter().enumerate() {
            if number > 0 {
                page.tab();
            }
            page.shown(&format!("{}={}", component.name(), pattern.text(component)));
        }
        page.line("");
    }
}
