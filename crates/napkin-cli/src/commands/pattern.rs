//! `napkin pattern`: matches URLs with patterns, and checks patterns.

use std::ffi::OsString;
use std::fs;

use napkin::Standard;
use napkin::whatwg::Url;
use napkin_answer::names::Standards;
use napkin_answer::pattern::{Checked, Checker, ListRows, Matched, Matcher, Reading, Tested, Tester};

use crate::options::{Pattern, PatternCheck, PatternCommand, PatternMatching, PatternReading};
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Pattern, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        PatternCommand::Test(options) => test(&options.matching, session),
        PatternCommand::Exec(options) => exec(&options.matching, session),
        PatternCommand::Check(options) => check(options, session),
    }
}

/// Returns how patterns are read. They match URLs under `whatwg`; the default of `--standard` is that of other commands.
fn reading(options: &PatternReading, standards: Standards) -> Result<Reading, Trouble> {
    if !matches!(standards.list(), [Standard::Rfc3986 | Standard::Whatwg]) {
        return Err(Trouble::Usage("--standard: patterns match URLs under whatwg".into()));
    }
    let parse = |text: &String| {
        let refuse = |error| Trouble::Usage(format!("--base: {} is no URL: {error}", napkin::shown(text)));
        Url::parse(text, None).map_err(refuse)
    };
    Ok(Reading { base: options.base.as_ref().map(parse).transpose()?, ignore_case: options.ignore_case })
}

/// The patterns of the options as texts, and the URLs.
struct Given {
    patterns: String,
    urls: Vec<OsString>,
}

impl Given {
    /// Reads the list of patterns, if there is one; the first argument is then a URL.
    fn new(options: &PatternMatching) -> Result<Self, Trouble> {
        let mut urls = options.references.clone();
        let Some(list) = &options.patterns else {
            let pattern = options.pattern.clone().unwrap_or_default();
            let no_text = |_| Trouble::Usage("expected a pattern in UTF-8".to_owned());
            return Ok(Self { patterns: pattern.into_string().map_err(no_text)?, urls });
        };
        let patterns = fs::read_to_string(list).map_err(|error| Trouble::io(list.to_string_lossy(), error))?;
        urls.splice(0..0, options.pattern.clone());
        Ok(Self { patterns, urls })
    }

    fn matcher(&self, options: &PatternMatching) -> Result<Matcher<'_>, Trouble> {
        let reading = reading(&options.reading, options.records.standard)?;
        let rows = if options.all { ListRows::All } else { ListRows::MostSpecific };
        match &options.patterns {
            Some(list) => Matcher::of_list(&list.to_string_lossy(), &self.patterns, reading, rows),
            None => Matcher::new(&self.patterns, reading),
        }
    }
}

fn test(options: &PatternMatching, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Tested<'_>>(session)?;
    let given = Given::new(options)?;
    records::run(&Tester(given.matcher(options)?), &given.urls, &options.records, &printing)
}

fn exec(options: &PatternMatching, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Matched<'_>>(session)?;
    let given = Given::new(options)?;
    records::run(&given.matcher(options)?, &given.urls, &options.records, &printing)
}

fn check(options: &PatternCheck, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Checked<'_>>(session)?;
    let checker = Checker(reading(&options.reading, options.records.standard)?);
    records::run(&checker, &options.patterns, &options.records, &printing)
}
