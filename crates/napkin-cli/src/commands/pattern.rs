//! `napkin pattern`: matches URLs with patterns, and checks patterns.

use napkin::Standard;
use napkin::whatwg::Url;
use napkin_answer::names::Standards;
use napkin_answer::pattern::{Checked, Checker, Matched, Matcher, Reading, Tested, Tester};

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

/// Returns the pattern of the options, as it is matched.
fn matcher(options: &PatternMatching) -> Result<Matcher<'_>, Trouble> {
    Matcher::new(&options.pattern, reading(&options.reading, options.records.standard)?)
}

fn test(options: &PatternMatching, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Tested<'_>>(session)?;
    records::run(&Tester(matcher(options)?), &options.references, &options.records, &printing)
}

fn exec(options: &PatternMatching, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Matched<'_>>(session)?;
    records::run(&matcher(options)?, &options.references, &options.records, &printing)
}

fn check(options: &PatternCheck, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Checked<'_>>(session)?;
    let checker = Checker(reading(&options.reading, options.records.standard)?);
    records::run(&checker, &options.patterns, &options.records, &printing)
}
