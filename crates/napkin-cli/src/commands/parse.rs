//! `napkin parse`: the components of each reference.

use napkin::{Component, Encoded, Finding, Reference, Standard, draft1997_verdict, percent};

use super::{put_standard, side_by_side};
use crate::options::{Parse, StandardName};
use crate::output::{Answer, Page, Session, Trouble, Value, ruler, shown};
use crate::stream::{self, Answers, Record};

/// The names of the fields, in their order.
pub(super) const FIELDS: [&str; 18] = [
    "input",
    "standard",
    "ok",
    "kind",
    "scheme",
    "authority",
    "user",
    "password",
    "host",
    "host_kind",
    "port",
    "port_text",
    "path",
    "query",
    "fragment",
    "grammar",
    "error",
    "findings",
];

pub(crate) fn run(options: &Parse, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    let parser = Parser { standard: options.records.standard };
    stream::run(&parser, &options.references, &options.records, &printing)
}

struct Parser {
    standard: StandardName,
}

impl Answers for Parser {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        if self.standard == StandardName::All && page.is_pretty() {
            return side_by_side::print(record, page);
        }
        for &standard in self.standard.standards() {
            put_standard(self.standard, standard, page);
            match record.read(standard) {
                Ok(reference) => print(record, reference, page),
                Err(findings) => refuse(record, standard, &findings, page),
            }
        }
    }
}

fn print(record: &Record<'_>, reference: Reference<'_>, page: &mut Page<'_>) {
    if page.has_fields() {
        let fields = fields(record.bytes, reference);
        // The last two are those of a bad record; the one before them is the draft's own.
        let known = if reference.standard() == Standard::Draft1997 { 16 } else { 15 };
        page.fields(&fields[..known]);
    } else if page.is_pretty() {
        drawing(reference, page);
    } else {
        columns(reference, page);
    }
}

fn refuse(record: &Record<'_>, standard: Standard, findings: &[Finding], page: &mut Page<'_>) {
    page.refuse(record, findings, |given, page| {
        let mut fields = vec![
            ("input", Value::Bytes(record.bytes)),
            ("standard", Value::Text(standard.name())),
            ("ok", Value::Bool(false)),
            ("error", given.first().map_or(Value::Null, Value::Finding)),
            ("findings", Value::Findings(given)),
        ];
        if standard == Standard::Draft1997 {
            fields.push(("grammar", Value::Text(draft1997_verdict(&record.text()).name())));
        }
        page.fields(&fields);
    });
}

/// All fields of a good record.
pub(super) fn fields<'a>(input: &'a [u8], reference: Reference<'a>) -> [(&'static str, Value<'a>); 18] {
    let text = |component| Value::from(reference.component(component));
    let verdict = match reference.standard() {
        Standard::Draft1997 => Value::Text(draft1997_verdict(reference.as_str()).name()),
        _ => Value::Null,
    };
    let values = [
        Value::Bytes(input),
        Value::Text(reference.standard().name()),
        Value::Bool(true),
        Value::Text(reference.kind().name()),
        text(Component::Scheme),
        text(Component::Authority),
        text(Component::User),
        text(Component::Password),
        text(Component::Host),
        Value::from(reference.host_kind().map(napkin::HostKind::name)),
        reference.port().map_or(Value::Null, |port| Value::Number(port.into())),
        text(Component::Port),
        text(Component::Path),
        text(Component::Query),
        text(Component::Fragment),
        verdict,
        Value::Null,
        Value::Findings(&[]),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
}

/// `scheme:`, `//authority`, path, `?query` and `#fragment`: side by side they are the reference again.
fn columns(reference: Reference<'_>, page: &mut Page<'_>) {
    let columns = [
        ("", Component::Scheme, ":\t"),
        ("//", Component::Authority, "\t"),
        ("", Component::Path, "\t"),
        ("?", Component::Query, "\t"),
        ("#", Component::Fragment, "\n"),
    ];
    for (before, component, behind) in columns {
        match reference.component(component) {
            Some(text) => [before, text, behind].into_iter().for_each(|piece| page.text(piece)),
            None => page.text(behind.trim_start_matches(':')),
        }
    }
}

/// The reference, its ruler, and its components one a line.
fn drawing(reference: Reference<'_>, page: &mut Page<'_>) {
    let paint = page.paint();
    let (heading, aside) = (paint.heading(), paint.aside());
    let text = shown(reference.as_str());
    page.line(format_args!("{heading}{text}{heading:#}"));
    let parts: Vec<_> = Component::SMALLEST
        .iter()
        .filter_map(|&component| Some((component.name(), reference.span(component)?)))
        .filter(|(_, span)| !span.is_empty())
        .collect();
    if crate::output::columns(reference.as_str()) <= page.width() {
        for line in ruler(reference.as_str(), &parts) {
            page.line(format_args!("{aside}{line}{aside:#}"));
        }
    }
    page.line("");
    row("kind", &[reference.kind().name()], page);
    for component in Component::SMALLEST {
        if let Some(text) = reference.component(component) {
            row(component.name(), &described(reference, component, text), page);
        }
    }
    if reference.standard() == Standard::Draft1997 {
        row("grammar", &[draft1997_verdict(reference.as_str()).name()], page);
    }
    page.line("");
}

/// A component, and what a person might want to know about it.
fn described<'a>(reference: Reference<'_>, component: Component, text: &'a str) -> Vec<&'a str> {
    let mut words = vec![if text.is_empty() { "(empty)" } else { text }];
    match component {
        Component::Host if !text.is_empty() => words.extend(reference.host_kind().map(napkin::HostKind::name)),
        Component::Port if reference.port().is_none() && !text.is_empty() => words.push("beyond 65535"),
        Component::Port if reference.scheme().and_then(napkin::default_port) == reference.port() => {
            words.push("the scheme's default");
        }
        _ => {}
    }
    words
}

fn row(name: &str, words: &[&str], page: &mut Page<'_>) {
    let paint = page.paint();
    let (style, aside) = (paint.name(), paint.aside());
    let (value, remarks) = words.split_first().unwrap_or((&"", &[]));
    page.put(format_args!("  {style}{name:<9}{style:#} {}", shown(value)));
    let decoded = decoded(value).filter(|_| name != "port");
    for remark in remarks.iter().map(|&remark| remark.to_owned()).chain(decoded) {
        page.put(format_args!("  {aside}{remark}{aside:#}"));
    }
    page.line("");
}

/// What a component with escapes stands for, if that is text.
fn decoded(text: &str) -> Option<String> {
    let encoded = text.contains('%').then(|| Encoded::new(text, percent::QUERY))?.ok()?;
    encoded.decode().ok().map(|decoded| format!("decoded {}", shown(&decoded)))
}
