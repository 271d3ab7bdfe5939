//! Prints the URLs that a template makes, the values that make a URL, and what is wrong with templates (RFC 6570).

mod json_values;

use std::collections::BTreeMap;

use napkin::template::{self, Match, MatchOptions, Template, Values};
use napkin::{Error, Finding, Span, Standard, rules};

use self::json_values::JsonValues;
use crate::answers::Answers;
use crate::fields;
use crate::output::{self, Page, Trouble, Value};
use crate::record::Record;

/// Parses the template of an option or an argument.
///
/// # Errors
/// The text is no template.
fn parse(text: &str) -> Result<Template<'_>, Trouble> {
    Template::parse(text).map_err(|error| Trouble::Usage(format!("{} is no template: {error}", napkin::shown(text))))
}

/// Returns the standard of the URLs that a template makes.
///
/// # Errors
/// Templates make URIs and IRIs only.
///
/// ```
/// use napkin::Standard;
/// use napkin_answer::template::standard;
/// assert!(standard(Standard::Rfc3987).is_ok());
/// assert!(standard(Standard::Whatwg).is_err());
/// ```
pub fn standard(name: Standard) -> Result<Standard, Trouble> {
    match name {
        Standard::Rfc3986 | Standard::Rfc3987 => Ok(name),
        _ => Err(Trouble::Usage("--standard: templates make URLs under rfc3986 or rfc3987".into())),
    }
}

/// Expands a template: each record is a JSON object with the values.
#[derive(Debug)]
pub struct Expander<'t> {
    template: Template<'t>,
    standard: Standard,
}

impl<'t> Expander<'t> {
    /// Creates an expander for a template.
    ///
    /// # Errors
    /// The text is no template.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_answer::template::Expander;
    /// assert!(Expander::new("/{drink}", Standard::Rfc3986).is_ok());
    /// assert!(Expander::new("/{drink", Standard::Rfc3986).is_err());
    /// ```
    pub fn new(text: &'t str, standard: Standard) -> Result<Self, Trouble> {
        Ok(Self { template: parse(text)?, standard })
    }

    fn expand(&self, values: &(impl Values + ?Sized)) -> Result<String, Error> {
        let mut url = String::new();
        match self.template.expand_into(values, self.standard, &mut url) {
            Err(template::ExpandError::Value(error)) => Err(error),
            // A string takes everything.
            _ => Ok(url),
        }
    }

    /// Prints the URL that these values make. A name that is there several times has a list.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_answer::output::{Form, Page, Printing, Session};
    /// use napkin_answer::template::Expander;
    /// let session = Session::silent();
    /// let printing = Printing::new(Form::Plain, &session);
    /// let mut page = Page::new(&printing);
    /// let expander = Expander::new("/{drink}", Standard::Rfc3986).ok().unwrap();
    /// expander.answer_pairs(&[("drink".to_owned(), "beer".to_owned())], &mut page);
    /// assert_eq!(page.into_out().unwrap(), b"/beer\n");
    /// ```
    pub fn answer_pairs(&self, pairs: &[(String, String)], page: &mut Page<'_>) {
        let mut lists: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in pairs {
            lists.entry(name).or_default().push(value);
        }
        let values: BTreeMap<&str, template::Value<'_>> = lists
            .iter()
            .map(|(&name, items)| match **items {
                [only] => (name, only.into()),
                _ => (name, items.as_slice().into()),
            })
            .collect();
        let record = Record::new(self.template.as_str().as_bytes(), crate::record::Place::Argument(1));
        page.count();
        page.record(|page| self.print(&record, &values, page));
    }

    fn print(&self, record: &Record<'_>, values: &(impl Values + ?Sized), page: &mut Page<'_>) {
        let template = self.template.as_str();
        match self.expand(values) {
            Ok(url) => page.row(&Expanded { template, url: Ok(&url) }),
            Err(error) => page.refuse(record, &[error.into()], |given, page| {
                page.row(&Expanded { template, url: Err(given.first()) });
            }),
        }
    }
}

impl Answers for Expander<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        match serde_json::from_slice::<JsonValues>(record.bytes) {
            Err(error) => self.refuse_values(record, error.column(), page),
            Ok(values) => {
                // The bytes of an error are those of the template.
                let of_template = Record::new(self.template.as_str().as_bytes(), record.place);
                self.print(&of_template, &values, page);
            }
        }
    }
}

impl Expander<'_> {
    /// Reports that a record is no object of values, where the reader stopped: at a byte counted from 1.
    fn refuse_values(&self, record: &Record<'_>, column: usize, page: &mut Page<'_>) {
        let text = record.text();
        let start = (0..column).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let found = text[start..].chars().next();
        let span = Span::new(start, start + found.map_or(0, char::len_utf8));
        let finding = Finding::new(rules::TEMPLATE_VALUES, Standard::Rfc3986, span, "", found);
        page.refuse(record, &[finding], |given, page| {
            page.row(&Expanded { template: self.template.as_str(), url: Err(given.first()) });
        });
    }
}

/// The URL that a template makes, or the error.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<'r> {
    template: &'r str,
    url: Result<&'r str, Option<&'r Finding>>,
}

impl output::Row for Expanded<'_> {
    fields! { self;
        "template" => self.template,
        "ok" => self.url.is_ok(),
        "url" => self.url.ok(),
        "error" => self.url.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Ok(url) = self.url else { return };
        page.text(url);
        page.line("");
    }
}

/// Matches URLs: each record is a URL that the template may make.
#[derive(Debug)]
pub struct Matcher<'t> {
    template: Template<'t>,
    options: MatchOptions,
}

impl<'t> Matcher<'t> {
    /// Creates a matcher for a template.
    ///
    /// # Errors
    /// The text is no template.
    ///
    /// ```
    /// use napkin::template::MatchOptions;
    /// use napkin_answer::template::Matcher;
    /// assert!(Matcher::new("/{drink}", MatchOptions::default()).is_ok());
    /// ```
    pub fn new(text: &'t str, options: MatchOptions) -> Result<Self, Trouble> {
        Ok(Self { template: parse(text)?, options })
    }
}

impl Answers for Matcher<'_> {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let url = record.text();
        match self.template.match_url_with(&url, self.options) {
            Ok(found) => page.row(&Matched { record, found: Ok(&found) }),
            Err(mismatch) => page.refuse(record, &[mismatch.finding(&url)], |given, page| {
                page.row(&Matched { record, found: Err(given.first()) });
            }),
        }
    }
}

/// The values that make a URL, or the reason why none do.
#[derive(Clone, Copy, Debug)]
pub struct Matched<'r> {
    record: &'r Record<'r>,
    found: Result<&'r Match<'r, 'r>, Option<&'r Finding>>,
}

impl output::Row for Matched<'_> {
    fields! { self;
        let found = self.found.ok();
        let others = found.map(|found| found.other_pairs().collect::<Vec<_>>());
        "url" => self.record.bytes,
        "ok" => self.found.is_ok(),
        "variables" => found.map(Value::Variables),
        "ambiguous" => found.map(Match::is_ambiguous),
        "other_pairs" => others.as_deref().map(Value::Texts),
        "error" => self.found.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Ok(found) = self.found else { return };
        page.text(&self.record.text());
        for (name, value) in found.variables() {
            page.tab();
            page.shown(&format!("{name}={}", joined(value)));
        }
        page.line("");
    }
}

/// Returns a value for people: items separated by commas, pairs as `name=value`.
///
/// ```
/// use napkin::template::Value;
/// assert_eq!(napkin_answer::template::joined(&Value::list(["beer", "dark"])), "beer,dark");
/// ```
#[must_use]
pub fn joined(value: &template::Value<'_>) -> String {
    match value {
        template::Value::Text(text) => text.to_string(),
        template::Value::List(items) => items.join(","),
        template::Value::Pairs(pairs) => {
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
        }
        _ => String::new(),
    }
}

/// Checks templates: each record is a template.
#[derive(Debug)]
pub struct Checker;

impl Answers for Checker {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let text = record.text();
        if let Ok(template) = Template::parse(&text) {
            return page.row(&Checked { record, found: Some(&template), errors: &[] });
        }
        let mut findings: Vec<Finding> = Vec::new();
        Template::check(&text, &mut findings);
        page.refuse(record, &findings, |given, page| page.row(&Checked { record, found: None, errors: given }));
    }
}

/// The level and the variables of a template, or its errors.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'r> {
    record: &'r Record<'r>,
    found: Option<&'r Template<'r>>,
    errors: &'r [Finding],
}

impl output::Row for Checked<'_> {
    fields! { self;
        let names = self.found.map(|found| found.variables().map(|variable| variable.name).collect::<Vec<_>>());
        "template" => self.record.bytes,
        "ok" => self.found.is_some(),
        "level" => self.found.map(|found| usize::from(found.level())),
        "variables" => names.as_deref(),
        "errors" => self.errors,
    }

    fn plain(&self, page: &mut Page<'_>) {
        let Some(found) = self.found else { return };
        let names: Vec<&str> = found.variables().map(|variable| variable.name).collect();
        page.text(found.as_str());
        page.line(format_args!("\tlevel {}\t{}", found.level(), names.join(",")));
    }
}
