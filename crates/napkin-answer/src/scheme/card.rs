//! Formats a definition for people: sections with headings, in the order of likely questions.

use std::borrow::Cow;

use napkin_scheme::{Authority, Component, Definition, Locates, Operation, Registered, Resolution, Statement, Text};

use crate::explain::wrapped;
use crate::output::Page;

/// The width of the names on a card.
const NAMES: usize = 18;

/// Where IANA keeps the templates of registrations, which its registry names as `prov/NAME`.
const TEMPLATES: &str = "https://www.iana.org/assignments/uri-schemes/";

/// Lines under one heading.
#[derive(Debug, Default)]
pub struct Section {
    /// The heading; empty for the lines above all headings.
    pub heading: &'static str,
    /// Names, and a text for each.
    pub lines: Vec<(String, String)>,
}

/// Returns the card for a registry row of a scheme without a definition.
pub fn row(row: &Registered) -> Vec<Section> {
    let mut card = Card::default();
    card.line("status", row.status.name());
    let template = row.reference.starts_with("prov/").then(|| format!("{TEMPLATES}{}", row.reference));
    card.line("reference", template.as_deref().unwrap_or(row.reference));
    card.line("port", &row.port.map(|port| port.to_string()).unwrap_or_default());
    card.into_sections()
}

pub(super) fn registered(of: &Registered, page: &mut Page<'_>) {
    let mut sections = row(of);
    let why = "registered, but not defined here: `--schemes FILE` adds a definition";
    sections.extend([Section { heading: "", lines: vec![(String::new(), why.to_owned())] }]);
    print(of.name, of.description, &sections, page);
}

pub(super) fn defined(definition: &Definition, page: &mut Page<'_>) {
    print(&definition.name, definition.text(Statement::Description), &sections(definition), page);
}

/// Returns the card for a definition.
pub fn sections(definition: &Definition) -> Vec<Section> {
    let mut card = Card::default();
    card.line("status", definition.status.name());
    card.line("reference", &definition.reference.join(", "));
    resource(definition, &mut card);
    syntax(definition, &mut card);
    names(definition, &mut card);
    protocol(definition, &mut card);
    gateway(definition, &mut card);
    card.section("Security");
    let unasked = definition.safe_unasked.map_or("", |safe| if safe { "safe" } else { "not without asking" });
    card.line("unasked", unasked);
    card.line("masked", &definition.redact.join(", "));
    card.statements(definition, &[Statement::Security, Statement::Identity, Statement::Privacy]);
    card.section("Use");
    card.statements(
        definition,
        &[
            Statement::Applications,
            Statement::Utility,
            Statement::Context,
            Statement::Interoperability,
            Statement::Note,
        ],
    );
    card.section("Registration");
    card.statements(
        definition,
        &[Statement::Contact, Statement::ChangeController, Statement::WellKnown, Statement::Consensus],
    );
    card.section("Accepted by the lint, with the reason");
    for (rule, reason) in definition.accepted.iter() {
        card.line("rule", &format!("{rule}: {reason}"));
    }
    card.into_sections()
}

fn resource(definition: &Definition, card: &mut Card) {
    card.section("Resources");
    card.line("kinds", &definition.kinds.join(", "));
    card.statements(definition, &[Statement::Resource]);
    if definition.locates == Locates::NotData {
        card.line("locates", definition.locates.name());
    }
    card.statements(definition, &[Statement::Properties]);
    card.line("media type", &definition.media_type);
    card.table(&definition.media_types);
}

fn syntax(definition: &Definition, card: &mut Card) {
    card.section("Syntax");
    let kind = if definition.hierarchical { "hierarchical" } else { "opaque" };
    let authority = match definition.authority {
        Authority::Required => "with `//` and a host",
        Authority::Optional => "with `//` and a host, or without",
        _ => "without `//`",
    };
    card.line("form", &format!("{kind}, {authority}"));
    card.statements(definition, &[Statement::Hierarchy]);
    card.line("relative forms", &definition.relative_forms.join(", "));
    for component in definition.components.iter() {
        card.line(&component.name, &of_component(component));
    }
    card.statements(definition, &[Statement::Charset, Statement::CharsetReason]);
    definition.examples.iter().for_each(|example| card.line("example", example));
    for (one, other) in definition.equal.iter() {
        card.line("the same", &format!("{one} and {other}"));
    }
}

fn names(definition: &Definition, card: &mut Card) {
    let mapping = &definition.mapping;
    card.section("From names and back");
    card.line("from", &mapping.from);
    card.line("notation", &mapping.notation);
    card.line("template", &mapping.template);
    card.line("excluded octets", &mapping.excluded);
    card.line("modifiers", &mapping.modifiers);
    for (name, url) in mapping.values.iter() {
        card.line("such as", &format!("{name}: {url}"));
    }
}

fn protocol(definition: &Definition, card: &mut Card) {
    card.section("Protocol and operations");
    card.statements(definition, &[Statement::Protocol]);
    let port = definition.port.map(|port| port.to_string()).unwrap_or_default();
    let transport = definition.transport.map_or("", |transport| transport.name());
    card.line("port", [port.as_str(), transport].join(" ").trim());
    card.line("other ports", &definition.ports.join(", "));
    definition.operations.iter().for_each(|operation| card.operation(operation));
    card.statements(definition, &[Statement::NoOperation]);
    definition.configuration.iter().for_each(|text| card.line("configuration", text));
}

fn gateway(definition: &Definition, card: &mut Card) {
    card.section("Gateway to HTTP and HTML");
    card.line("gateway", definition.gateway.map_or("", |gateway| gateway.name()));
    let found = definition.resolution.map_or("", |resolution| match resolution {
        Resolution::Global => "one mechanism for all",
        Resolution::Configured => "what is configured",
        Resolution::Context => "the context of the reference",
        _ => resolution.name(),
    });
    card.line("found by", found);
    let methods: Vec<_> = definition.operations.iter().map(|of| format!("{} as {}", of.name, of.http)).collect();
    card.line("methods", &methods.join(", "));
    card.statements(definition, &[Statement::Html, Statement::RunningCode, Statement::Retriever]);
}

/// Describes a piece of a URL, and the characters allowed in it.
fn of_component(component: &Component) -> String {
    let mut text = if component.piece.is_empty() {
        format!("the {}", component.part)
    } else {
        format!("of the {}, {}", component.part, component.piece)
    };
    let sets = [("", &component.allow), ("reserved ", &component.reserved), ("never ", &component.never)];
    for (word, octets) in sets.into_iter().filter(|(_, octets)| !octets.is_empty()) {
        text += &format!("; {word}`{octets}`");
    }
    text + if component.escapes { "" } else { "; no escapes" }
}

/// Prints a card; a repeated name is left out.
fn print(name: &str, description: &str, sections: &[Section], page: &mut Page<'_>) {
    let (style, aside) = (page.paint().heading(), page.paint().aside());
    let description = Some(description).filter(|text| !text.is_empty() && *text != name);
    let colon = if description.is_some() { ": " } else { "" };
    page.line(format_args!("{style}{name}{style:#}{colon}{}", description.unwrap_or_default()));
    page.line("");
    let width = page.width().clamp(60, 120) - NAMES - 2;
    for section in sections {
        if !section.heading.is_empty() {
            page.line("");
            page.line(format_args!("{style}{}{style:#}", section.heading));
        }
        let mut last = "";
        for (name, text) in &section.lines {
            let shown = if last == name { "" } else { name };
            let text = wrapped(text, width);
            let mut lines = text.lines();
            page.line(format_args!("  {aside}{shown:<NAMES$}{aside:#}{}", lines.next().unwrap_or_default()));
            lines.for_each(|line| page.line(format_args!("{:1$}{line}", "", NAMES + 2)));
            last = name;
        }
    }
}

/// Lines of names and texts under headings; headings without lines are dropped.
#[derive(Default)]
struct Card {
    sections: Vec<Section>,
}

impl Card {
    fn section(&mut self, heading: &'static str) {
        self.sections.push(Section { heading, lines: Vec::new() });
    }

    fn line(&mut self, name: &str, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        if self.sections.is_empty() {
            self.section("");
        }
        if let Some(section) = self.sections.last_mut() {
            section.lines.push((name.to_owned(), text.to_owned()));
        }
    }

    fn into_sections(mut self) -> Vec<Section> {
        self.sections.retain(|section| !section.lines.is_empty());
        self.sections
    }

    fn statements(&mut self, definition: &Definition, statements: &[Statement]) {
        for statement in statements {
            self.line(&statement.key().replace('_', " "), definition.text(*statement));
        }
    }

    /// Adds the description of an operation, then its steps on one line each.
    fn operation(&mut self, operation: &Operation) {
        let marks = [(operation.writes, "writes"), (operation.stream, "a stream"), (operation.unasked, "unasked")];
        let marks: Vec<_> = marks.into_iter().filter_map(|(is_so, word)| is_so.then_some(word)).collect();
        let marks = if marks.is_empty() { Cow::Borrowed("") } else { Cow::Owned(format!(" ({})", marks.join(", "))) };
        self.line(&operation.name, &format!("{}{marks}", operation.does));
        operation.actions.iter().for_each(|action| self.line(&operation.name, &format!("> {action}")));
    }

    /// Adds the table of media types.
    fn table(&mut self, rows: &[(Text, Text)]) {
        for (what, of) in rows {
            self.line("media type", &format!("{what}: {of}"));
        }
    }
}
