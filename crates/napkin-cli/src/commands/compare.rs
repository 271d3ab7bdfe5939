//! `napkin compare`: whether two URLs are equivalent, and at which rung.

use napkin::{Agreement, Comparison, Difference, Finding, Reference, Standard, compare};

use super::put_standard;
use crate::options::{Compare, StandardName};
use crate::output::{Answer, Page, Printer, Session, Trouble, Value, underlined};
use crate::stream::{Place, Record};

const FIELDS: [&str; 7] = ["a", "b", "standard", "equivalent", "rung", "component", "error"];

pub(crate) fn run(options: &Compare, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.form, &FIELDS)?;
    let mut page = Page::new(&printing);
    let mut printer = Printer::new(session);
    let a = Record::new(options.a.as_encoded_bytes(), Place::Argument(1));
    let b = Record::new(options.b.as_encoded_bytes(), Place::Argument(2));
    for &standard in options.standard.standards() {
        answer(&a, &b, standard, options.standard, &mut page);
    }
    printer.print(&mut page);
    Ok(printer.finish())
}

fn answer(a: &Record<'_>, b: &Record<'_>, standard: Standard, name: StandardName, page: &mut Page<'_>) {
    put_standard(name, standard, page);
    let (a_read, b_read) = (a.read(standard), b.read(standard));
    if let (Ok(a_read), Ok(b_read)) = (&a_read, &b_read) {
        let comparison = compare(*a_read, *b_read);
        return print(a, b, [*a_read, *b_read], comparison, page);
    }
    let bad: Vec<_> = [(a, &a_read), (b, &b_read)]
        .into_iter()
        .filter_map(|(record, read)| Some((record, read.as_ref().err()?)))
        .collect();
    if page.has_fields() {
        let (_, findings) = bad[0];
        page.say_no();
        page.fields(&fields(a, b, standard, None, findings.first()));
        return;
    }
    for (record, findings) in bad {
        page.diagnose(&record.text(), record.place, findings);
    }
}

fn print(a: &Record<'_>, b: &Record<'_>, read: [Reference<'_>; 2], comparison: Comparison, page: &mut Page<'_>) {
    if !comparison.is_equivalent() {
        page.say_no();
    }
    if page.fields(&fields(a, b, read[0].standard(), Some(&comparison), None)) {
        return;
    }
    let word = comparison.rung.map_or("none", Agreement::name);
    if !page.is_pretty() {
        page.line(word);
        return;
    }
    let paint = page.paint();
    let style = if comparison.is_equivalent() { paint.answer() } else { paint.error() };
    page.line(format_args!("{style}{word}{style:#}: {}", meaning(comparison.rung)));
    if let Some(difference) = comparison.difference {
        draw(read, difference, page);
    }
}

/// Both, with what differs underlined.
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

fn fields<'a>(
    a: &Record<'a>,
    b: &Record<'a>,
    standard: Standard,
    comparison: Option<&Comparison>,
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 7] {
    let difference = comparison.and_then(|comparison| comparison.difference);
    let values = [
        Value::Bytes(a.bytes),
        Value::Bytes(b.bytes),
        Value::Text(standard.name()),
        Value::Bool(comparison.is_some_and(Comparison::is_equivalent)),
        comparison.map_or(Value::Null, |comparison| Value::Text(comparison.rung.map_or("none", Agreement::name))),
        difference.map(|difference| difference.component.name()).into(),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}
