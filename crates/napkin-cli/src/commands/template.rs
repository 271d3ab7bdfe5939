//! `napkin template`: makes URLs from templates, and reads the values back.

use napkin::Standard;
use napkin::template::MatchOptions;
use napkin_answer::names::Standards;
use napkin_answer::template::{self, Checked, Checker, Expanded, Expander, Matched, Matcher};

use crate::options::{Template, TemplateCheck, TemplateCommand, TemplateExpand, TemplateMatch};
use crate::output::{Answer, Page, Printer, Session, Trouble};
use crate::records;

pub(crate) fn run(options: &Template, session: &Session) -> Result<Answer, Trouble> {
    match &options.command {
        TemplateCommand::Expand(options) => expand(options, session),
        TemplateCommand::Match(options) => match_urls(options, session),
        TemplateCommand::Check(options) => check(options, session),
    }
}

fn standard(name: Standards) -> Result<Standard, Trouble> {
    match name.list() {
        [only] => template::standard(*only),
        // Any other list has a standard that templates do not have.
        _ => template::standard(Standard::Whatwg),
    }
}

fn expand(options: &TemplateExpand, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Expanded<'_>>(session)?;
    let expander = Expander::new(&options.template, standard(options.records.standard)?)?;
    let files: Vec<_> = options.file.iter().chain(&options.records.from).cloned().collect();
    if !files.is_empty() {
        return records::run_files(&expander, &files, &options.records, &printing);
    }
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Err(Trouble::Usage(format!("`{}`: expected NAME=VALUE", napkin::shown(text)))),
    };
    let pairs = options.values.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
    let (mut printer, mut page) = (Printer::new(session), Page::new(&printing));
    expander.answer_pairs(&pairs, &mut page);
    printer.print(&mut page);
    Ok(printer.finish())
}

fn match_urls(options: &TemplateMatch, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Matched<'_>>(session)?;
    let how = MatchOptions::default()
        .with_standard(standard(options.records.standard)?)
        .with_any_order(options.any_order)
        .with_other_pairs(options.other_pairs);
    records::run(&Matcher::new(&options.template, how)?, &options.references, &options.records, &printing)
}

fn check(options: &TemplateCheck, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.records.printing_of::<Checked<'_>>(session)?;
    records::run(&Checker, &options.templates, &options.records, &printing)
}
