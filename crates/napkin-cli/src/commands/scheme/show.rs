//! `napkin scheme show`: a definition as a card.

use napkin::scheme::{self, Component, Definition, Operation, Registered, Statement};

use super::Book;
use crate::commands::explain::wrapped;
use crate::options::SchemeShow;
use crate::output::{Answer, Page, Printer, Session, Trouble, Value};

/// The names of the fields besides the statements, which follow.
const FIELDS: [&str; 25] = [
    "name",
    "status",
    "reference",
    "defined",
    "hierarchical",
    "authority",
    "relative",
    "relative_forms",
    "components",
    "transport",
    "port",
    "ports",
    "empty_path_is_root",
    "terminator",
    "mapping",
    "operations",
    "configuration",
    "locates",
    "resolution",
    "media_type",
    "media_types",
    "safe_unasked",
    "redact",
    "examples",
    "accepted",
];

pub(super) fn run(options: &SchemeShow, session: &Session) -> Result<Answer, Trouble> {
    let names: Vec<&str> = FIELDS.into_iter().chain(Statement::ALL.map(Statement::key)).collect();
    let printing = session.printing(&options.form, &names)?;
    let book = Book::read(&options.definitions, session)?;
    let name = options.name.strip_suffix(':').unwrap_or(&options.name);
    let mut page = Page::new(&printing);
    page.count();
    match (book.find(name), scheme::registered(name)) {
        (Some(definition), _) => show(definition, &mut page),
        (None, Some(row)) => registered(row, &mut page),
        (None, None) => {
            return Err(Trouble::Usage(format!("no scheme `{name}`; `napkin scheme list` has all that are known")));
        }
    }
    let mut printer = Printer::new(session);
    printer.print(&mut page);
    Ok(printer.finish())
}

/// A scheme of which the registry has no more than its row.
fn registered(row: &Registered, page: &mut Page<'_>) {
    let some = |text: &'static str| Value::from(Some(text).filter(|text| !text.is_empty()));
    let fields = [
        ("name", Value::Text(row.name)),
        ("status", Value::Text(row.status.name())),
        ("reference", some(row.reference)),
        ("defined", Value::Bool(false)),
        ("port", row.port.map_or(Value::Null, |port| Value::Number(port.into()))),
        ("description", some(row.description)),
    ];
    if page.fields(&fields) {
        return;
    }
    heading(row.name, row.description, page);
    line("status", row.status.name(), page);
    line("reference", row.reference, page);
    line("port", &row.port.map(|port| port.to_string()).unwrap_or_default(), page);
    line("", "registered, but not defined here: `--schemes FILE` adds a definition", page);
}

fn show(definition: &Definition, page: &mut Page<'_>) {
    if page.has_fields() {
        return fields(definition, page);
    }
    heading(&definition.name, definition.text(Statement::Description), page);
    line("status", definition.status.name(), page);
    line("reference", &definition.reference.join(", "), page);
    line("syntax", &syntax(definition), page);
    line("relative", &definition.relative_forms.join(", "), page);
    definition.components.iter().for_each(|component| line("component", &of_component(component), page));
    let port = definition.port.map(|port| port.to_string()).unwrap_or_default();
    let transport = definition.transport.map_or("", |transport| transport.name());
    line("port", [port.as_str(), transport].join(" ").trim(), page);
    line("from", &definition.mapping.from, page);
    line("notation", &definition.mapping.notation, page);
    line("modifiers", &definition.mapping.modifiers, page);
    definition.operations.iter().for_each(|operation| line("operation", &of_operation(operation), page));
    definition.configuration.iter().for_each(|text| line("configure", text, page));
    line("locates", definition.locates.name(), page);
    line("resolution", definition.resolution.map_or("", |resolution| resolution.name()), page);
    line("media type", &of_media_type(definition), page);
    let unasked = definition.safe_unasked.map_or("", |safe| if safe { "safe" } else { "not without asking" });
    line("unasked", unasked, page);
    for (statement, text) in definition.statements.iter().filter(|(of, _)| *of != Statement::Description) {
        line(&statement.key().replace('_', " "), text, page);
    }
    definition.examples.iter().for_each(|example| line("example", example, page));
    definition.accepted.iter().for_each(|(rule, reason)| line("accepted", &format!("{rule}: {reason}"), page));
}

fn heading(name: &str, description: &str, page: &mut Page<'_>) {
    let style = page.paint().heading();
    let colon = if description.is_empty() { "" } else { ": " };
    page.line(format_args!("{style}{name}{style:#}{colon}{description}\n"));
}

/// The width of the names on a card.
const NAMES: usize = 18;

fn line(name: &str, text: &str, page: &mut Page<'_>) {
    if text.trim().is_empty() {
        return;
    }
    let style = page.paint().aside();
    let width = page.width().clamp(60, 120) - NAMES - 2;
    let text = wrapped(text, width).to_string().replace('\n', &format!("\n{:1$}", "", NAMES + 2));
    page.line(format_args!("  {style}{name:<NAMES$}{style:#}{text}"));
}

fn syntax(definition: &Definition) -> String {
    let kind = if definition.hierarchical { "hierarchical" } else { "opaque" };
    format!("{kind}, authority {}", definition.authority.name())
}

fn of_component(component: &Component) -> String {
    let piece = if component.piece.is_empty() { String::new() } else { format!(", {}", component.piece) };
    let mut text = format!("{}: {}{piece}", component.name, component.part);
    for (word, octets) in [("plain", &component.allow), ("reserved", &component.reserved), ("never", &component.never)]
    {
        if !octets.is_empty() {
            text += &format!("; {word} {octets}");
        }
    }
    text
}

fn of_operation(operation: &Operation) -> String {
    format!("{} (HTTP {}): {}", operation.name, operation.http, operation.does)
}

fn of_media_type(definition: &Definition) -> String {
    if definition.media_types.is_empty() {
        return definition.media_type.to_string();
    }
    let rows: Vec<_> = definition.media_types.iter().map(|(what, of)| format!("{what} {of}")).collect();
    rows.join(", ")
}

fn fields(definition: &Definition, page: &mut Page<'_>) {
    let components: Vec<_> = definition.components.iter().map(component_fields).collect();
    let operations: Vec<_> = definition.operations.iter().map(operation_fields).collect();
    let values: Vec<_> = definition.mapping.values.iter().map(|(of, is)| pair(["name", "url"], of, is)).collect();
    let mapping = mapping_fields(definition, &values);
    let types: Vec<_> = definition.media_types.iter().map(|(of, is)| pair(["for", "type"], of, is)).collect();
    let accepted: Vec<_> = definition.accepted.iter().map(|(of, is)| pair(["rule", "reason"], of, is)).collect();
    let mut fields = vec![
        ("name", Value::Text(&definition.name)),
        ("status", Value::Text(definition.status.name())),
        ("reference", Value::Owned(&definition.reference)),
        ("defined", Value::Bool(true)),
        ("hierarchical", Value::Bool(definition.hierarchical)),
        ("authority", Value::Text(definition.authority.name())),
        ("relative", Value::Bool(definition.relative)),
        ("relative_forms", Value::Owned(&definition.relative_forms)),
        ("components", Value::Objects(&components)),
        ("transport", definition.transport.map(|of| of.name()).into()),
        ("port", definition.port.map_or(Value::Null, |port| Value::Number(port.into()))),
        ("ports", Value::Owned(&definition.ports)),
        ("empty_path_is_root", Value::Bool(definition.empty_path_is_root)),
        ("terminator", some(&definition.terminator)),
        ("mapping", Value::Object(&mapping)),
        ("operations", Value::Objects(&operations)),
        ("configuration", Value::Owned(&definition.configuration)),
        ("locates", Value::Text(definition.locates.name())),
        ("resolution", definition.resolution.map(|of| of.name()).into()),
        ("media_type", some(&definition.media_type)),
        ("media_types", Value::Objects(&types)),
        ("safe_unasked", definition.safe_unasked.map_or(Value::Null, Value::Bool)),
        ("redact", Value::Owned(&definition.redact)),
        ("examples", Value::Owned(&definition.examples)),
        ("accepted", Value::Objects(&accepted)),
    ];
    fields.extend(Statement::ALL.map(|statement| (statement.key(), some(definition.text(statement)))));
    page.fields(&fields);
}

type Object<'v> = Vec<(&'static str, Value<'v>)>;

fn some(text: &str) -> Value<'_> {
    Some(text).filter(|text| !text.is_empty()).into()
}

fn pair<'v>(names: [&'static str; 2], one: &'v str, other: &'v str) -> Object<'v> {
    vec![(names[0], Value::Text(one)), (names[1], Value::Text(other))]
}

fn component_fields(of: &Component) -> Object<'_> {
    vec![
        ("name", Value::Text(&of.name)),
        ("part", Value::Text(&of.part)),
        ("piece", some(&of.piece)),
        ("why", some(&of.why)),
        ("allow", some(&of.allow)),
        ("reserved", some(&of.reserved)),
        ("never", some(&of.never)),
        ("escapes", Value::Bool(of.escapes)),
        ("text", Value::Bool(of.text)),
        ("unused", Value::Bool(of.unused)),
    ]
}

fn operation_fields(of: &Operation) -> Object<'_> {
    vec![
        ("name", Value::Text(&of.name)),
        ("http", some(&of.http)),
        ("does", some(&of.does)),
        ("actions", Value::Owned(&of.actions)),
        ("writes", Value::Bool(of.writes)),
        ("stream", Value::Bool(of.stream)),
        ("unasked", Value::Bool(of.unasked)),
    ]
}

fn mapping_fields<'v>(definition: &'v Definition, values: &'v [Object<'v>]) -> Object<'v> {
    let mapping = &definition.mapping;
    vec![
        ("from", some(&mapping.from)),
        ("notation", some(&mapping.notation)),
        ("template", some(&mapping.template)),
        ("legal", some(&mapping.legal)),
        ("excluded", some(&mapping.excluded)),
        ("modifiers", some(&mapping.modifiers)),
        ("values", Value::Objects(values)),
    ]
}
