//! Prints the components of each reference.

use napkin::whatwg::Origin;
use napkin::{Component, Encoded, Finding, HostKind, Reference, Standard, draft1997_verdict, percent, whatwg};

use crate::answers::Answers;
use crate::names::Standards;
use crate::output::{Page, Session, Trouble, Value, ruler, shown};
use crate::record::Record;
use crate::{base, fields, output, side_by_side};

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
                Ok(reference) => page.row(&Row::new(record, reference)),
                Err(findings) => refuse(record, standard, &findings, &[], page),
            }
        }
    }
}

impl Parser {
    /// Parses by the URL Standard, which turns the text into a URL.
    fn parse(&self, record: &Record<'_>, page: &mut Page<'_>) {
        let base = self.base.as_ref();
        let is_shown = page.wants("violations") || page.shows_remarks();
        let violations = if is_shown { record.violations(base) } else { Vec::new() };
        let given = record.given(&violations);
        match record.url(base) {
            Ok(url) => {
                page.row(&Row { violations: &given, ..Row::of_url(record, &url) });
                if page.shows_remarks() {
                    page.remark(&record.text(), record.place, &violations);
                }
            }
            Err(findings) => refuse(record, Standard::Whatwg, &findings, &given, page),
        }
    }
}

fn refuse(record: &Record<'_>, standard: Standard, findings: &[Finding], violations: &[Finding], page: &mut Page<'_>) {
    page.refuse(record, findings, |findings, page| {
        page.row(&Row { record, standard, reference: None, url: None, violations, findings });
    });
}

/// The components of a reference, or the findings about an invalid one.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    record: &'r Record<'r>,
    standard: Standard,
    /// `None` for an invalid reference.
    reference: Option<Reference<'r>>,
    /// The URL by the URL Standard.
    url: Option<&'r whatwg::Url>,
    /// What the URL Standard tolerates; spans are in the input as given.
    violations: &'r [Finding],
    /// Why the reference is invalid; spans are in the input as given.
    findings: &'r [Finding],
}

impl<'r> Row<'r> {
    /// Creates the row of a reference by the generic syntax.
    #[must_use]
    pub const fn new(record: &'r Record<'r>, reference: Reference<'r>) -> Self {
        let standard = reference.standard();
        Self { record, standard, reference: Some(reference), url: None, violations: &[], findings: &[] }
    }

    /// Creates the row of a URL by the URL Standard, without violations.
    #[must_use]
    pub fn of_url(record: &'r Record<'r>, url: &'r whatwg::Url) -> Self {
        Self { url: Some(url), ..Self::new(record, url.reference()) }
    }

    /// Returns a value of a valid reference; an invalid reference has no such field.
    fn of(&self, value: impl FnOnce(Reference<'r>) -> Value<'r>) -> Value<'r> {
        self.reference.map_or(Value::Absent, value)
    }

    fn text(&self, component: Component) -> Value<'r> {
        self.of(|reference| reference.component(component).into())
    }

    /// Returns the verdict by the draft's grammar.
    fn grammar(&self) -> Option<&'static str> {
        let is_of_draft = self.standard == Standard::Draft1997;
        is_of_draft.then(|| match self.reference {
            Some(reference) => draft1997_verdict(reference.as_str()).name(),
            None => draft1997_verdict(&self.record.text()).name(),
        })
    }
}

/// Returns the host if it is a name.
fn domain(reference: Reference<'_>) -> Option<&str> {
    let is_name = matches!(reference.host_kind(), Some(HostKind::Name | HostKind::Domain));
    reference.component(Component::Host).filter(|host| is_name && !host.is_empty())
}

/// Returns a value of an invalid record or of one standard; other records have no such field.
fn only<'v>(is_so: bool, value: impl Into<Value<'v>>) -> Value<'v> {
    if is_so { value.into() } else { Value::Absent }
}

impl output::Row for Row<'_> {
    fields! { self;
        let is_wrong = self.reference.is_none();
        let origin = self.url.map(|url| url.origin().to_string());
        let grammar = self.grammar();
        "input" => self.record.bytes,
        "standard" => self.standard.name(),
        "ok" => !is_wrong,
        "kind" => self.of(|reference| reference.kind().name().into()),
        "scheme" => self.text(Component::Scheme),
        "authority" => self.text(Component::Authority),
        "user" => self.text(Component::User),
        "password" => self.text(Component::Password),
        "host" => self.text(Component::Host),
        "host_kind" => self.of(|reference| reference.host_kind().map(HostKind::name).into()),
        "port" => self.of(|reference| reference.port().into()),
        "port_text" => self.text(Component::Port),
        "path" => self.text(Component::Path),
        "query" => self.text(Component::Query),
        "fragment" => self.text(Component::Fragment),
        "params" => self.of(|reference| reference.component(Component::Query).map_or(Value::Null, Value::Params)),
        "public_suffix" => self.of(|reference| domain(reference).map_or(Value::Null, Value::PublicSuffix)),
        "registrable_domain" => self.of(|reference| domain(reference).map_or(Value::Null, Value::RegistrableDomain)),
        "href" => self.url.map_or(Value::Absent, |url| url.href().into()),
        "origin" => origin.as_deref().map_or(Value::Absent, Value::Text),
        "error" => only(is_wrong, self.findings.first()),
        "findings" => only(is_wrong, self.findings),
        "violations" => only(self.standard == Standard::Whatwg, self.violations),
        "grammar" => grammar.map_or(Value::Absent, Value::Text),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.reference.iter().for_each(|&reference| columns(reference, page));
    }

    fn pretty(&self, page: &mut Page<'_>) {
        let Some(reference) = self.reference else { return };
        drawing(reference, page);
        if let Some(grammar) = self.grammar() {
            row("grammar", &[grammar], page);
        }
        self.url.iter().for_each(|url| made(&self.record.text(), url, page));
        page.line("");
    }
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
}

/// Prints the origin of the URL that `whatwg` parses from a text, and the text.
fn made(text: &str, url: &whatwg::Url, page: &mut Page<'_>) {
    match url.origin() {
        Origin::Opaque => row("origin", &["null", "opaque: like no other"], page),
        origin => row("origin", &[&origin.to_string()], page),
    }
    if url.href() != text {
        let (style, aside) = (page.paint().name(), page.paint().aside());
        page.line(format_args!("  {style}{:<9}{style:#} {aside}{}{aside:#}", "made of", shown(text)));
    }
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
