//! Prints the components of each reference.

use std::ops::Deref;

use napkin::whatwg::Origin;
use napkin::{Component, Encoded, Finding, Reference, Standard, draft1997_verdict, percent, whatwg};

use crate::answers::Answers;
use crate::names::Standards;
use crate::output::{Page, Session, Trouble, Value, ruler, shown};
use crate::record::Record;
use crate::{base, side_by_side};

/// The names of the fields, in their order: fields of all standards, fields of one standard, and fields of bad records.
pub const FIELDS: [&str; 21] = [
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
    "href",
    "origin",
    "violations",
    "grammar",
    "error",
    "findings",
];

/// The number of fields that every good record has.
const COMMON: usize = 15;

/// Options of the question.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The standards to parse under.
    pub standard: Standards,
    /// The URL against which `whatwg` parses; the other standards split a reference without a base.
    pub base: Option<String>,
}

/// Splits references into their components.
#[derive(Debug)]
pub struct Parser {
    standard: Standards,
    /// The base URL for `whatwg`.
    base: Option<whatwg::Url>,
}

impl Parser {
    /// Creates a parser.
    ///
    /// # Errors
    /// Returns an error for an invalid base URL.
    pub fn new(options: &Options, session: &Session) -> Result<Self, Trouble> {
        let standard = options.standard;
        let base = options.base.as_deref().filter(|_| standard.list().contains(&Standard::Whatwg));
        let base = base.map(|base| base::whatwg(base, session)).transpose()?;
        Ok(Self { standard, base })
    }
}

impl Answers for Parser {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        if self.standard == Standards::All && page.is_pretty() {
            return side_by_side::print(record, self.base.as_ref(), page);
        }
        for &standard in self.standard.list() {
            page.put_standard(self.standard, standard);
            if standard == Standard::Whatwg {
                self.parse(record, page);
                continue;
            }
            match record.read(standard) {
                Ok(reference) => print(record, reference, page),
                Err(findings) => refuse(record, standard, &findings, page),
            }
        }
    }
}

impl Parser {
    /// Parses by the URL Standard, which turns the text into a URL.
    fn parse(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let base = self.base.as_ref();
        let url = match record.url(base) {
            Ok(url) => url,
            Err(findings) => return self.refuse(record, &findings, page),
        };
        let is_shown = page.wants("violations") || page.shows_remarks();
        let violations = if is_shown { record.violations(base) } else { Vec::new() };
        if page.has_fields() {
            let origin = url.origin().to_string();
            let own = Own::Url { origin: &origin, violations: &record.given(&violations) };
            page.fields(&fields(record.bytes, url.reference(), own));
        } else if page.is_pretty() {
            made(&record.text(), &url, page);
        } else {
            columns(url.reference(), page);
        }
        if page.shows_remarks() {
            page.remark(&record.text(), record.place, &violations);
        }
    }

    fn refuse(&self, record: &Record<'_>, findings: &[Finding], page: &mut Page<'_>) {
        page.refuse(record, findings, |given, page| {
            let violations = record.given(&record.violations(self.base.as_ref()));
            let own = ("violations", Value::Findings(&violations));
            page.fields(&[&refused(record, Standard::Whatwg, given)[..], &[own]].concat());
        });
    }
}

fn print(record: &Record<'_>, reference: Reference<'_>, page: &mut Page<'_>) {
    if page.has_fields() {
        page.fields(&fields(record.bytes, reference, Own::Nothing));
    } else if page.is_pretty() {
        drawing(reference, page);
        page.line("");
    } else {
        columns(reference, page);
    }
}

fn refuse(record: &Record<'_>, standard: Standard, findings: &[Finding], page: &mut Page<'_>) {
    page.refuse(record, findings, |given, page| {
        let mut fields = refused(record, standard, given).to_vec();
        if standard == Standard::Draft1997 {
            fields.push(("grammar", Value::Text(draft1997_verdict(&record.text()).name())));
        }
        page.fields(&fields);
    });
}

/// Returns the fields of a bad record that every standard has.
fn refused<'a>(record: &Record<'a>, standard: Standard, given: &'a [Finding]) -> [(&'static str, Value<'a>); 5] {
    [
        ("input", Value::Bytes(record.bytes)),
        ("standard", Value::Text(standard.name())),
        ("ok", Value::Bool(false)),
        ("error", given.first().map_or(Value::Null, Value::Finding)),
        ("findings", Value::Findings(given)),
    ]
}

/// The fields of a good record that only one standard has.
#[derive(Clone, Copy, Debug)]
pub enum Own<'a> {
    /// No further data; the draft's verdict needs only the text.
    Nothing,
    /// Fields of the URL Standard; spans are in the input as given.
    Url {
        /// The origin.
        origin: &'a str,
        /// The violations in the text.
        violations: &'a [Finding],
    },
}

/// The fields of a good record, without allocation: some lists have ten million records.
#[derive(Debug)]
pub struct Fields<'a> {
    all: [(&'static str, Value<'a>); COMMON + 3],
    known: usize,
}

impl<'a> Deref for Fields<'a> {
    type Target = [(&'static str, Value<'a>)];

    fn deref(&self) -> &Self::Target {
        &self.all[..self.known]
    }
}

/// Returns all fields of a good record.
#[must_use]
pub fn fields<'a>(input: &'a [u8], reference: Reference<'a>, own: Own<'a>) -> Fields<'a> {
    let text = |component| Value::from(reference.component(component));
    let mut values = [Value::Null; COMMON + 3];
    values[..COMMON].copy_from_slice(&[
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
    ]);
    let mut all = std::array::from_fn(|number| (FIELDS[number], values[number]));
    let mut known = COMMON;
    if let Own::Url { origin, violations } = own {
        let values = [Value::Text(reference.as_str()), Value::Text(origin), Value::Findings(violations)];
        all[COMMON..].iter_mut().zip(values).for_each(|(field, value)| field.1 = value);
        known += values.len();
    } else if reference.standard() == Standard::Draft1997 {
        all[COMMON] = ("grammar", Value::Text(draft1997_verdict(reference.as_str()).name()));
        known += 1;
    }
    Fields { all, known }
}

/// Prints `scheme:`, `//authority`, path, `?query` and `#fragment` as columns; joined, they are the reference again.
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

/// Prints the reference, its ruler, and its components on one line each.
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
    for &component in Component::SMALLEST {
        if let Some(text) = reference.component(component) {
            row(component.name(), &described(reference, component, text), page);
        }
    }
    if reference.standard() == Standard::Draft1997 {
        row("grammar", &[draft1997_verdict(reference.as_str()).name()], page);
    }
}

/// Prints the URL that `whatwg` parses from a text.
fn made(text: &str, url: &whatwg::Url, page: &mut Page<'_>) {
    drawing(url.reference(), page);
    match url.origin() {
        Origin::Opaque => row("origin", &["null", "opaque: like no other"], page),
        origin => row("origin", &[&origin.to_string()], page),
    }
    if url.href() != text {
        let (style, aside) = (page.paint().name(), page.paint().aside());
        page.line(format_args!("  {style}{:<9}{style:#} {aside}{}{aside:#}", "made of", shown(text)));
    }
    page.line("");
}

/// Returns a component, and notes about it for people.
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

/// Returns the decoded form of a component with escapes, if it is text.
fn decoded(text: &str) -> Option<String> {
    let encoded = text.contains('%').then(|| Encoded::new(text, percent::QUERY))?.ok()?;
    encoded.decode().ok().map(|decoded| format!("decoded {}", shown(&decoded)))
}
