//! Prints a definition as a row or as a card.

use napkin_scheme::{self as scheme, Component, Definition, Operation, Registered, Statement};

use super::book::Book;
use super::card;
use crate::output::{Page, Trouble, Value};

/// The names of the fields before the statements.
const FIELDS: [&str; 27] = [
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
    "kinds",
    "locates",
    "resolution",
    "gateway",
    "media_type",
    "media_types",
    "safe_unasked",
    "redact",
    "examples",
    "accepted",
];

/// Returns the names of all fields.
#[must_use]
pub fn fields_of_all() -> Vec<&'static str> {
    FIELDS.into_iter().chain(Statement::ALL.map(Statement::key)).collect()
}

/// Prints the definition of a scheme; the name may end with a colon.
///
/// # Errors
/// Returns an error for a scheme that is neither in the book nor in the registry.
pub fn answer(book: &Book, name: &str, page: &mut Page<'_>) -> Result<(), Trouble> {
    let name = name.strip_suffix(':').unwrap_or(name);
    page.count();
    match (book.find(name), scheme::registered(name)) {
        (Some(definition), _) => show(definition, page),
        (None, Some(row)) => registered(row, page),
        (None, None) => {
            return Err(Trouble::Usage(format!("no scheme `{name}`; `napkin scheme list` has all that are known")));
        }
    }
    Ok(())
}

/// Prints a scheme that has only a row of the registry.
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
    if !page.fields(&fields) {
        card::registered(row, page);
    }
}

fn show(definition: &Definition, page: &mut Page<'_>) {
    if page.has_fields() { fields(definition, page) } else { card::defined(definition, page) }
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
        ("kinds", Value::Owned(&definition.kinds)),
        ("locates", Value::Text(definition.locates.name())),
        ("resolution", definition.resolution.map(|of| of.name()).into()),
        ("gateway", definition.gateway.map(|of| of.name()).into()),
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
