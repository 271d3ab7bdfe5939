//! Prints the list of schemes.

use std::collections::BTreeSet;

use napkin_scheme::{self as scheme, Definition, Registered, Statement, Status};

use super::book::Book;
use crate::fields;
use crate::output::{self, Page};

/// Filters for the list; by default all schemes are listed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only schemes that are defined in full.
    pub defined: bool,
    /// Only schemes with one of these statuses; without any, all.
    pub status: Vec<Status>,
    /// Only schemes that are retrievable by their definition.
    pub retrievable: bool,
    /// Only schemes whose name, description or reference contains each of these words, in any case.
    pub words: Vec<String>,
}

/// Returns the schemes that match the options, sorted by name.
///
/// ```
/// use napkin_answer::scheme::{book::Book, list};
/// let options = list::Options { words: vec!["gopher".into()], ..list::Options::default() };
/// assert_eq!(list::rows(&Book::default(), &options)[0].name, "gopher");
/// ```
#[must_use]
pub fn rows(book: &Book, options: &Options) -> Vec<Row> {
    let mut rows: Vec<Row> = book.own.iter().map(Row::of).collect();
    rows.extend(scheme::registry().iter().filter(|row| book.own(row.name).is_none()).map(Row::registered));
    // Removes duplicate words.
    let words = options.words.iter().map(|word| word.to_lowercase()).collect();
    rows.retain(|row| row.is_wanted(options, &words));
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    rows
}

/// Prints the schemes that match the options.
pub fn answer(book: &Book, options: &Options, page: &mut Page<'_>) {
    let rows = rows(book, options);
    let widest = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).min(24);
    for row in &rows {
        page.count();
        page.row(&Line { row, widest });
    }
    if page.is_pretty() && !options.defined {
        let aside = page.paint().aside();
        let legend = if rows.iter().any(|row| row.is_defined) { "; * is defined in full" } else { "" };
        page.line(format_args!(
            "{aside}{} scheme{}{legend}{aside:#}",
            rows.len(),
            if rows.len() == 1 { "" } else { "s" }
        ));
    }
    if rows.is_empty() {
        page.say_no();
    }
}

/// A scheme of the list.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name, in lower case.
    pub name: String,
    /// Its status in IANA's registry, or outside of it.
    pub status: Status,
    /// The description; may be empty.
    pub description: String,
    /// The defining document; may be empty.
    pub reference: String,
    /// The default port.
    pub port: Option<u16>,
    /// Whether it is defined in full.
    pub is_defined: bool,
    is_retrievable: bool,
}

impl Row {
    fn of(definition: &Definition) -> Self {
        Self {
            name: definition.name.to_string(),
            status: definition.status,
            description: definition.text(Statement::Description).to_owned(),
            reference: definition.reference.join(", "),
            port: definition.port,
            is_defined: true,
            is_retrievable: definition.is_retrievable(),
        }
    }

    fn registered(row: &Registered) -> Self {
        Self {
            name: row.name.to_owned(),
            status: row.status,
            description: row.description.to_owned(),
            reference: row.reference.to_owned(),
            port: row.port,
            is_defined: row.definition().is_some(),
            is_retrievable: row.definition().is_some_and(Definition::is_retrievable),
        }
    }

    /// Returns whether the scheme matches the options.
    fn is_wanted(&self, options: &Options, words: &BTreeSet<String>) -> bool {
        let texts = [&self.name, &self.description, &self.reference].map(|text| text.to_lowercase());
        let has = |word: &String| texts.iter().any(|text| text.contains(word));
        (self.is_defined || !options.defined)
            && (self.is_retrievable || !options.retrievable)
            && (options.status.is_empty() || options.status.contains(&self.status))
            && words.iter().all(has)
    }
}

/// A scheme with the width of the column of names.
pub struct Line<'r> {
    row: &'r Row,
    widest: usize,
}

impl output::Row for Line<'_> {
    fields! { self;
        let row = self.row;
        "name" => &row.name,
        "status" => row.status.name(),
        "description" => some(&row.description),
        "reference" => some(&row.reference),
        "port" => row.port,
        "defined" => row.is_defined,
    }

    fn plain(&self, page: &mut Page<'_>) {
        page.line(format_args!("{}\t{}\t{}", self.row.name, self.row.status.name(), self.row.description));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let (name, aside) = (page.paint().name(), page.paint().aside());
        let (Row { name: scheme, status, description, reference, .. }, widest) = (self.row, self.widest);
        let mark = if self.row.is_defined { '*' } else { ' ' };
        // IANA's description of some schemes only repeats the name.
        let is_said = !description.eq_ignore_ascii_case(scheme);
        let said = if is_said { format!("{description}  ") } else { String::new() };
        page.line(format_args!(
            "{mark} {name}{scheme:<widest$}{name:#}  {aside}{:<12}{aside:#}  {said}{aside}{reference}{aside:#}",
            status.name()
        ));
    }
}

/// Returns a text, or `None` if it is empty.
pub(super) fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
