//! `napkin pattern`: matches URLs with patterns, and checks patterns.

use napkin::Standard;
use napkin::whatwg::Url;
use napkin_answer::names::Standards;
use napkin_answer::pattern::{Checked, Checker, Matched, Matcher, Reading, Tested, Tester};

use crate::options::{Pattern, PatternCheck, PatternCommand, PatternExec, PatternReading, PatternTest};
use crate::output::{Answer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Pattern, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        PatternCommand::Test(options) => test(options, session),
        PatternCommand::Exec(options) => exec(options, session),
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

fn test(options: &PatternTest, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Tested<'_>>(session)?;
    let matcher = Matcher::new(&options.pattern, reading(&options.reading, options.records.standard)?)?;
    records::run(&Tester(matcher), &options.references, &options.records, &printing)
}

fn exec(options: &PatternExec, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Matched<'_>>(session)?;
    let matcher = Matcher::new(&options.pattern, reading(&options.reading, options.records.standard)?)?;
    records::run(&matcher, &options.references, &options.records, &printing)
}

fn check(options: &PatternCheck, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Checked<'_>>(session)?;
    let checker = Checker(reading(&options.reading, options.records.standard)?);
    records::run(&checker, &options.patterns, &options.records, &printing)
}
