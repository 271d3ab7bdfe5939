//! `napkin edit`: changes components of URLs, in the order of the options.

mod generic;
mod guess;
mod setters;
mod steps;

use clap::ArgMatches;
use clap::parser::ValueSource;
use napkin::{Finding, Reference, ReferenceBuf, Span, Standard, whatwg};

use self::steps::{Step, steps};
use crate::options;
use crate::output::{Answer, Page, Row, Session, Trouble, Value};
use crate::records;
use napkin_answer::answers::Answers;
use napkin_answer::fields;
use napkin_answer::names::Standards;
use napkin_answer::parse;
use napkin_answer::record::Record;

pub(crate) fn run(options: &options::Edit, matches: Option<&ArgMatches>, session: &Session) -> Result<Answer, Trouble> {
    let printing = match &options.get {
        Some(get) => session.printing(false, Some(("--get", get)), Got::FIELDS)?,
        None => options.records.form.printing_of::<Edit<'_>>(session)?,
    }
    .without_invalid(options.records.skip_invalid);
    let steps = steps(options, matches).map_err(Trouble::Usage)?;
    let mut lengths = steps.iter().filter_map(|step| match step {
        Step::Iterate(_, values) => Some(values.len()),
        _ => None,
    });
    let editor = Editor {
        name: standards(options, matches)?,
        combinations: lengths
            .try_fold(1_usize, usize::checked_mul)
            .ok_or_else(|| Trouble::Usage("--iterate: too many combinations".into()))?,
        steps,
        guess: options.guess_scheme.clone(),
        gets: options.get.is_some(),
    };
    records::run(&editor, &options.references, &options.records, &printing)
}

/// Returns the standard. Hosts beyond ASCII need `rfc3987`, unless another standard is asked for.
fn standards(options: &options::Edit, matches: Option<&ArgMatches>) -> Result<Standards, Trouble> {
    let iris = Standards::One(Standard::Rfc3987);
    let is_given = matches.and_then(|matches| matches.value_source("standard")) == Some(ValueSource::CommandLine);
    let name = if (options.punycode || options.unicode) && !is_given { iris } else { options.records.standard };
    if options.unicode && name != iris {
        return Err(Trouble::Usage("--unicode: only rfc3987 has hosts beyond ASCII: omit --standard".into()));
    }
    if options.default_port && name.list().contains(&Standard::Whatwg) {
        let why = "--default-port: URLs of whatwg have no default ports; --get '{default:port}' prints them";
        return Err(Trouble::Usage(why.into()));
    }
    Ok(name)
}

struct Editor {
    name: Standards,
    steps: Vec<Step>,
    /// The number of combinations of the values of `--iterate`.
    combinations: usize,
    /// The scheme for URLs without one.
    guess: Option<String>,
    /// Whether to print the components of the result instead of the result.
    gets: bool,
}

/// The result of the changes.
enum Edited {
    Generic(ReferenceBuf),
    Whatwg(whatwg::Url),
}

impl Editor {
    /// Returns the changed URL. `combination` chooses the values of the iterations.
    fn edited(&self, record: &Record<'_>, standard: Standard, combination: usize) -> Result<Edited, Vec<Finding>> {
        // An error is in the composed text or in a value, not in the input, so the finding covers the whole input.
        let meant = |finding: Finding| vec![finding.with_span(Span::new(0, record.text().len()))];
        let mut steps = self.steps.iter().zip(self.values(combination));
        if standard == Standard::Whatwg {
            let mut url = record.url(None)?;
            steps.try_for_each(|(step, value)| setters::change(&mut url, step, value)).map_err(meant)?;
            return Ok(Edited::Whatwg(url));
        }
        let edit = napkin::Edit::of(record.read(standard)?);
        let edited = steps.try_fold(edit, |edit, (step, value)| generic::change(edit, step, value));
        edited.and_then(napkin::Edit::finish).map(Edited::Generic).map_err(|error| meant(error.into()))
    }

    /// Returns the value for each step, which is empty for all but iterations. The last iteration changes fastest.
    fn values(&self, mut combination: usize) -> Vec<&str> {
        let mut values = vec![""; self.steps.len()];
        for (step, value) in self.steps.iter().zip(&mut values).rev() {
            if let Step::Iterate(_, choices) = step {
                *value = &choices[combination % choices.len()];
                combination /= choices.len();
            }
        }
        values
    }

    fn print(
        &self,
        given: &Record<'_>,
        meant: &Record<'_>,
        standard: Standard,
        combination: usize,
        page: &mut Page<'_>,
    ) {
        match self.edited(meant, standard, combination) {
            Ok(edited) if self.gets => {
                let parsed = match &edited {
                    // Violations in the input are not those of the result.
                    Edited::Whatwg(url) => parse::Row::of_url(given, url),
                    Edited::Generic(reference) => parse::Row::new(given, reference.reference()),
                };
                page.row(&Got { parsed, url: edited.reference().as_str() });
            }
            Ok(edited) => page.row(&Edit { record: given, standard, url: Ok(edited.reference()) }),
            Err(findings) => page.refuse(meant, &findings, |findings, page| {
                page.row(&Edit { record: given, standard, url: Err(findings.first()) });
            }),
        }
    }
}

/// The components of the changed URL, and the URL.
struct Got<'r> {
    parsed: parse::Row<'r>,
    url: &'r str,
}

const PARSED: &[&str] = <parse::Row<'_> as Row>::FIELDS;

impl Row for Got<'_> {
    const FIELDS: &'static [&'static str] = &{
        let mut all = ["url"; PARSED.len() + 1];
        all.split_at_mut(1).1.copy_from_slice(PARSED);
        all
    };

    fn fields(&self, print: impl FnOnce(&[(&'static str, Value<'_>)])) {
        self.parsed.fields(|parsed| {
            let mut all = vec![("url", Value::Text(self.url))];
            all.extend_from_slice(parsed);
            print(&all);
        });
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.parsed.plain(page);
    }
}

/// The changed URL, or the error.
struct Edit<'r> {
    record: &'r Record<'r>,
    standard: Standard,
    url: Result<Reference<'r>, Option<&'r Finding>>,
}

impl Row for Edit<'_> {
    fields! { self;
        "input" => self.record.bytes,
        "standard" => self.standard.name(),
        "ok" => self.url.is_ok(),
        "url" => self.url.as_ref().ok().map(|url| url.as_str()),
        "error" => self.url.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.url.iter().for_each(|url| page.line(url));
    }
}

impl Edited {
    fn reference(&self) -> Reference<'_> {
        match self {
            Self::Generic(reference) => reference.reference(),
            Self::Whatwg(url) => url.reference(),
        }
    }
}

impl Answers for Editor {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let guessed = self.guess.as_deref().and_then(|scheme| guess::with_scheme(&record.text(), scheme));
        let guessed = guessed.as_ref().map(|text| Record::new(text.as_bytes(), record.place));
        let meant = guessed.as_ref().unwrap_or(record);
        for &standard in self.name.list() {
            for combination in 0..self.combinations {
                page.put_standard(self.name, standard);
                self.print(record, meant, standard, combination, page);
                if page.flow().is_break() {
                    return;
                }
            }
        }
    }
}
