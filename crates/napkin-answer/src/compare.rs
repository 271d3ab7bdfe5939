//! Compares two URLs, and names the rung of normalisation at which they are equivalent.

use napkin::{Agreement, Difference, Finding, Reference, Standard, compare, whatwg};

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
        under(&a, &b, standard, page);
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

fn under(a: &Record<'_>, b: &Record<'_>, standard: Standard, page: &mut Page<'_>) {
    let findings = match standard {
        Standard::Whatwg => match (a.url(None), b.url(None)) {
            (Ok(a_url), Ok(b_url)) => {
                let is_identical = a.text() == b.text();
                return tell(a, b, &by_serialization(&a_url, &b_url, is_identical), page);
            }
            (a_url, b_url) => [a_url.err(), b_url.err()],
        },
        _ => match (a.read(standard), b.read(standard)) {
            (Ok(a_read), Ok(b_read)) => return tell(a, b, &by_ladder(a_read, b_read), page),
            (a_read, b_read) => [a_read.err(), b_read.err()],
        },
    };
    page.say_no();
    if page.has_fields() {
        let given =
            [a, b].into_iter().zip(&findings).find_map(|(record, findings)| Some(record.given(findings.as_ref()?)));
        return page.row(&Row { a, b, standard, verdict: Err(given.iter().flatten().next()) });
    }
    page.end_line();
    for (record, findings) in [a, b].into_iter().zip(&findings) {
        page.diagnose(&record.text(), record.place, findings.as_deref().unwrap_or_default());
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

fn tell(a: &Record<'_>, b: &Record<'_>, verdict: &Verdict<'_>, page: &mut Page<'_>) {
    if verdict.rung == NONE {
        page.say_no();
    }
    page.row(&Row { a, b, standard: verdict.urls[0].standard(), verdict: Ok(verdict) });
}

/// Whether two URLs are equivalent, or the first error in them.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    a: &'r Record<'r>,
    b: &'r Record<'r>,
    standard: Standard,
    verdict: Result<&'r Verdict<'r>, Option<&'r Finding>>,
}

impl output::Row for Row<'_> {
    fields! { self;
        let verdict = self.verdict.ok();
        let difference = verdict.and_then(|verdict| verdict.difference);
        "a" => self.a.bytes,
        "b" => self.b.bytes,
        "standard" => self.standard.name(),
        "equivalent" => verdict.is_some_and(|verdict| verdict.rung != NONE),
        "rung" => verdict.map(|verdict| verdict.rung),
        "component" => difference.map(|difference| difference.component.name()),
        "error" => self.verdict.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.verdict.iter().for_each(|verdict| page.line(verdict.rung));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let Ok(verdict) = self.verdict else { return };
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
