//! Prints which URLs a pattern matches, the texts of its groups, and what is wrong with patterns (URL Pattern Standard).

use std::sync::Arc;

use napkin::pattern::{
    Component, InputBuf, Match, Pattern, PatternOptions, PatternSet, Regex, Regexp, RegexpEngine, RegexpError, Regress,
    list_lines,
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
        self.compile_at("", text)
    }

    /// Compiles a pattern whose place begins the error.
    fn compile_at(&self, place: &str, text: &str) -> Result<Pattern, Trouble> {
        Pattern::parse_with(text, self.base.as_ref(), self.options())
            .map_err(|error| Trouble::Usage(format!("{place}{} is no pattern: {error}", napkin::shown(text))))
    }
}

/// Matches URLs: each record is a URL.
#[derive(Debug)]
pub struct Matcher<'t> {
    texts: Vec<&'t str>,
    set: PatternSet,
    reading: Reading,
    /// Whether rows name the pattern, and all patterns that match have a row.
    of_list: Option<ListRows>,
}

/// Which patterns of a list have a row for a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListRows {
    /// The most specific one of those that match.
    MostSpecific,
    /// All that match, in the order of the list.
    All,
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
        Ok(Self { texts: vec![text], set: PatternSet::new([reading.compile(text)?]), reading, of_list: None })
    }

    /// Creates a matcher for the patterns of a list, one per line. Empty lines, and lines that begin with `# `, are left out. `name`
    /// is the name of the list in errors.
    ///
    /// # Errors
    /// A line is no pattern.
    ///
    /// ```
    /// use napkin_answer::pattern::{ListRows, Matcher, Reading};
    /// let list = "# Menus\nhttps://pub.example/menu/*\n";
    /// assert!(Matcher::of_list("list", list, Reading::default(), ListRows::All).is_ok());
    /// assert!(Matcher::of_list("list", "/{menu", Reading::default(), ListRows::All).is_err());
    /// ```
    pub fn of_list(name: &str, list: &'t str, reading: Reading, rows: ListRows) -> Result<Self, Trouble> {
        let compile = |(number, line)| reading.compile_at(&format!("{name}:{number}: "), line);
        let patterns = list_lines(list).map(compile).collect::<Result<Vec<_>, _>>()?;
        let texts = list_lines(list).map(|(_, line)| line).collect();
        Ok(Self { texts, set: PatternSet::new(patterns), reading, of_list: Some(rows) })
    }

    /// Returns the numbers of the patterns that have a row for a URL.
    fn matching(&self, input: &InputBuf) -> Vec<usize> {
        match self.of_list {
            Some(ListRows::All) => self.set.matches(input),
            _ => self.set.find(input).into_iter().collect(),
        }
    }

    /// Returns the text of the pattern in a row without a match: that of the only pattern.
    fn only(&self) -> Option<&'t str> {
        self.texts.first().copied().filter(|_| self.of_list.is_none())
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
        let shows_pattern = matcher.of_list == Some(ListRows::All);
        match matcher.input(record) {
            Ok(input) => {
                let numbers = matcher.matching(&input);
                for &number in &numbers {
                    let pattern = Some(matcher.texts[number]);
                    page.row(&Tested { pattern, record, is_match: Ok(true), shows_pattern });
                }
                if numbers.is_empty() {
                    page.say_no();
                    page.row(&Tested { pattern: matcher.only(), record, is_match: Ok(false), shows_pattern });
                }
            }
            Err(error) => page.refuse(record, &[error.into()], |given, page| {
                page.row(&Tested { pattern: matcher.only(), record, is_match: Err(given.first()), shows_pattern });
            }),
        }
    }
}

/// Whether a pattern matches a URL.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'r> {
    pattern: Option<&'r str>,
    record: &'r Record<'r>,
    is_match: Result<bool, Option<&'r Finding>>,
    shows_pattern: bool,
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
            show_pattern(self.pattern.filter(|_| self.shows_pattern), page);
            page.line("");
        }
    }
}

impl Answers for Matcher<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let shows_pattern = self.of_list.is_some();
        match self.input(record) {
            Ok(input) => {
                let numbers = self.matching(&input);
                for &number in &numbers {
                    let (pattern, found) = (Some(self.texts[number]), self.set.patterns()[number].exec(&input));
                    page.row(&Matched { pattern, record, found: Ok(found.as_ref()), shows_pattern });
                }
                if numbers.is_empty() {
                    page.say_no();
                    page.row(&Matched { pattern: self.only(), record, found: Ok(None), shows_pattern });
                }
            }
            Err(error) => page.refuse(record, &[error.into()], |given, page| {
                page.row(&Matched { pattern: self.only(), record, found: Err(given.first()), shows_pattern });
            }),
        }
    }
}

/// The groups of a URL that a pattern matches.
#[derive(Clone, Copy, Debug)]
pub struct Matched<'r> {
    pattern: Option<&'r str>,
    record: &'r Record<'r>,
    found: Result<Option<&'r Match<'r, 'r>>, Option<&'r Finding>>,
    shows_pattern: bool,
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
        show_pattern(self.pattern.filter(|_| self.shows_pattern), page);
        for component in Component::ALL {
            for (name, text) in found.groups(component).filter(|(name, _)| is_named(name)) {
                page.tab();
                page.shown(&format!("{}.{name}={}", component.name(), text.unwrap_or_default()));
            }
        }
        page.line("");
    }
}

/// Adds the pattern as a column.
fn show_pattern(pattern: Option<&str>, page: &mut Page<'_>) {
    if let Some(pattern) = pattern {
        page.tab();
        page.shown(pattern);
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
