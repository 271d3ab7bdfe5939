//! Compares two URLs, and names the rung of normalisation at which they are equivalent.

use napkin::{Agreement, Component, Difference, Finding, Reference, Standard, compare, whatwg};

use crate::fields;
use crate::names::Standards;
use crate::output::{self, Page, underlined};
use crate::record::{Place, Record};

/// The name printed when the URLs agree at no rung.
const NONE: &str = "none";

/// Prints the answer under each of the standards.
pub fn answer(a: &[u8], b: &[u8], standards: Standards, page: &mut Page<'_>) {
    let a = Record::new(a, Place::Argument(1));
    let b = Record::new(b, Place::Argument(2));
    for &standard in standards.list() {
        page.put_standard(standards, standard);
        under(&a, &b, standard, |row| tell(row, page));
    }
}

/// The answer for two valid URLs.
#[derive(Debug)]
struct Verdict<'u> {
    rung: &'static str,
    meaning: &'static str,
    /// The compared URLs: the texts as given, or under `whatwg` their serializations.
    urls: [Reference<'u>; 2],
    difference: Option<Difference>,
}

/// Compares under one standard, and passes the row to `print`.
///
/// ```
/// use napkin::Standard;
/// use napkin_answer::compare::under;
/// use napkin_answer::record::{Place, Record};
/// let [a, b] = ["http://h/%7e", "http://h/~"].map(|url| Record::new(url.as_bytes(), Place::Argument(1)));
/// under(&a, &b, Standard::Rfc3986, |row| assert!(row.is_equivalent()));
/// ```
pub fn under<T>(a: &Record<'_>, b: &Record<'_>, standard: Standard, print: impl FnOnce(&Row<'_>) -> T) -> T {
    let row = |verdict| Row { a, b, standard, verdict };
    let findings = match standard {
        Standard::Whatwg => match (a.url(None), b.url(None)) {
            (Ok(a_url), Ok(b_url)) => {
                let is_identical = a.text() == b.text();
                return print(&row(Ok(by_serialization(&a_url, &b_url, is_identical))));
            }
            (a_url, b_url) => [a_url.err(), b_url.err()],
        },
        _ => match (a.read(standard), b.read(standard)) {
            (Ok(a_read), Ok(b_read)) => return print(&row(Ok(by_ladder(a_read, b_read)))),
            (a_read, b_read) => [a_read.err(), b_read.err()],
        },
    };
    print(&row(Err(findings.map(Option::unwrap_or_default))))
}

fn tell(row: &Row<'_>, page: &mut Page<'_>) {
    if !row.is_equivalent() {
        page.say_no();
    }
    match &row.verdict {
        Err(findings) if !page.has_fields() => {
            page.end_line();
            for (record, findings) in [row.a, row.b].into_iter().zip(findings) {
                page.diagnose(&record.text(), record.place, findings);
            }
        }
        _ => page.row(row),
    }
}

/// Compares by the ladder of RFC 3986 section 6.2.
fn by_ladder<'u>(a: Reference<'u>, b: Reference<'u>) -> Verdict<'u> {
    let comparison = compare(a, b);
    let rung = comparison.rung.map_or(NONE, Agreement::name);
    Verdict { rung, meaning: meaning(comparison.rung), urls: [a, b], difference: comparison.difference }
}

/// Compares by *URL equivalence*, URL Standard section 4.6.
fn by_serialization<'u>(a: &'u whatwg::Url, b: &'u whatwg::Url, is_identical: bool) -> Verdict<'u> {
    let urls = [a.reference(), b.reference()];
    let difference = Difference::between(urls[0], urls[1]);
    let (rung, meaning) = match difference {
        None if is_identical => (Agreement::Identical.name(), meaning(Some(Agreement::Identical))),
        None => ("serialize", "equivalent, as both make the same URL (URL Standard section 4.6)"),
        Some(_) => (NONE, "not equivalent, as they make different URLs (URL Standard section 4.6)"),
    };
    Verdict { rung, meaning, urls, difference }
}

/// Whether two URLs are equivalent, or the findings in them.
#[derive(Debug)]
pub struct Row<'r> {
    a: &'r Record<'r>,
    b: &'r Record<'r>,
    standard: Standard,
    /// The findings in each text, of which at least one is not valid.
    verdict: Result<Verdict<'r>, [Vec<Finding>; 2]>,
}

impl Row<'_> {
    /// Returns whether the URLs are equivalent.
    ///
    /// ```
    /// # use napkin_answer::{compare::under, record::{Place, Record}};
    /// let [a, b] = ["http://h/a", "http://h/b"].map(|url| Record::new(url.as_bytes(), Place::Argument(1)));
    /// under(&a, &b, napkin::Standard::Rfc3986, |row| assert!(!row.is_equivalent()));
    /// ```
    #[must_use]
    pub fn is_equivalent(&self) -> bool {
        self.verdict.as_ref().is_ok_and(|verdict| verdict.rung != NONE)
    }

    /// Returns the reason for the answer in words; `None` if a text is not valid.
    ///
    /// ```
    /// # use napkin_answer::{compare::under, record::{Place, Record}};
    /// let [a, b] = ["http://h/a", "http://h/b"].map(|url| Record::new(url.as_bytes(), Place::Argument(1)));
    /// under(&a, &b, napkin::Standard::Rfc3986, |row| assert!(row.meaning().unwrap().starts_with("not equivalent")));
    /// ```
    #[must_use]
    pub fn meaning(&self) -> Option<&'static str> {
        self.verdict.as_ref().ok().map(|verdict| verdict.meaning)
    }

    /// Returns the first component in which the URLs differ, and its texts.
    ///
    /// ```
    /// # use napkin_answer::{compare::under, record::{Place, Record}};
    /// let [a, b] = ["http://h/a", "http://h/b"].map(|url| Record::new(url.as_bytes(), Place::Argument(1)));
    /// under(&a, &b, napkin::Standard::Rfc3986, |row| assert_eq!(row.difference().unwrap().1, ["/a", "/b"]));
    /// ```
    #[must_use]
    pub fn difference(&self) -> Option<(Component, [&str; 2])> {
        let Verdict { urls, difference, .. } = self.verdict.as_ref().ok()?;
        let difference = (*difference)?;
        Some((difference.component, [difference.a.of(urls[0].as_str()), difference.b.of(urls[1].as_str())]))
    }

    /// Returns the first finding in the first text that is not valid, and the number of this text from 0. Its span is in the
    /// input as given.
    ///
    /// ```
    /// # use napkin_answer::{compare::under, record::{Place, Record}};
    /// let [a, b] = ["http://h/a", "http://h/b"].map(|url| Record::new(url.as_bytes(), Place::Argument(1)));
    /// under(&a, &b, napkin::Standard::Rfc3986, |row| assert_eq!(row.error(), None));
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<(usize, Finding)> {
        let findings = self.verdict.as_ref().err()?;
        let number = findings.iter().position(|findings| !findings.is_empty())?;
        let given = [self.a, self.b][number].given(&findings[number][..1]);
        Some((number, *given.first()?))
    }
}

impl output::Row for Row<'_> {
    fields! { self;
        let verdict = self.verdict.as_ref().ok();
        let error = self.error();
        "a" => self.a.bytes,
        "b" => self.b.bytes,
        "standard" => self.standard.name(),
        "equivalent" => self.is_equivalent(),
        "rung" => verdict.map(|verdict| verdict.rung),
        "component" => self.difference().map(|(component, _)| component.name()),
        "error" => error.as_ref().map(|(_, finding)| finding),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.verdict.iter().for_each(|verdict| page.line(verdict.rung));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let Ok(verdict) = &self.verdict else { return };
        let (paint, word) = (page.paint(), verdict.rung);
        let style = if word == NONE { paint.error() } else { paint.answer() };
        page.line(format_args!("{style}{word}{style:#}: {}", verdict.meaning));
        match verdict.difference {
            Some(difference) => draw(verdict.urls, difference, page),
            // The common serialization may differ from both texts as given.
            None if self.standard == Standard::Whatwg => page.line(format_args!("  {}", verdict.urls[0])),
            None => {}
        }
    }
}

/// Prints both URLs with the difference underlined.
fn draw(read: [Reference<'_>; 2], difference: Difference, page: &mut Page<'_>) {
    let style = page.paint().changed();
    for (reference, span) in read.into_iter().zip([difference.a, difference.b]) {
        let (line, underline) = underlined(reference.as_str(), span, page.width().saturating_sub(4).max(20));
        page.line(format_args!("  {line}"));
        page.line(format_args!("  {style}{underline} {}{style:#}", difference.component.name()));
    }
}

const fn meaning(rung: Option<Agreement>) -> &'static str {
    match rung {
        Some(Agreement::Identical) => "the same text",
        Some(Agreement::Case) => "equivalent once case is normalised (RFC 3986 section 6.2.2.1)",
        Some(Agreement::Percent) => "equivalent once escapes are normalised (RFC 3986 section 6.2.2.2)",
        Some(Agreement::Path) => "equivalent once dot segments are removed (RFC 3986 section 6.2.2.3)",
        Some(Agreement::Scheme) => "equivalent by the rules of the scheme (RFC 3986 section 6.2.3)",
        None => "not equivalent at any rung of RFC 3986 section 6.2",
    }
}
