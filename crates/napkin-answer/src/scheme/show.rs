//! Prints a definition as a row or as a card.

use napkin_scheme::{self as scheme, Component, Definition, Operation, Registered, Statement};

use super::book::Book;
use super::card;
use super::list::some;
use crate::fields;
use crate::output::{self, Page, Trouble, Value};

/// Prints the definition of a scheme; the name may end with a colon.
///
/// # Errors
/// Returns an error for a scheme that is neither in the book nor in the registry.
pub fn answer(book: &Book, name: &str, page: &mut Page<'_>) -> Result<(), Trouble> {
    let name = name.strip_suffix(':').unwrap_or(name);
    page.count();
    match (book.find(name), scheme::registered(name)) {
        (Some(definition), _) => page.row(&Row::Defined(definition)),
        (None, Some(row)) => page.row(&Row::Registered(row)),
        (None, None) => {
            return Err(Trouble::Usage(format!("no scheme `{name}`; `napkin scheme list` has all that are known")));
        }
    }
    Ok(())
}

/// A scheme that is shown.
#[derive(Clone, Copy, Debug)]
pub enum Row<'r> {
    /// A scheme with a definition.
    Defined(&'r Definition),
    /// A scheme without a definition. Its row has only the fields of IANA's registry.
    Registered(&'static Registered),
}

impl<'r> Row<'r> {
    /// Returns a value of a definition.
    fn of(self, value: impl FnOnce(&'r Definition) -> Value<'r>) -> Value<'r> {
        if let Self::Defined(definition) = self { value(definition) } else { Value::Absent }
    }

    fn statement(self, statement: Statement) -> Value<'r> {
        match self {
            Self::Defined(definition) => some(definition.text(statement)).into(),
            Self::Registered(row) if statement == Statement::Description => some(row.description).into(),
            Self::Registered(_) => Value::Absent,
        }
    }
}

/// The fields before the statements.
struct Own<'r>(Row<'r>);

impl output::Row for Own<'_> {
    fields! { self;
        let row = self.0;
        let [components, operations, values, types, accepted] = lists(row);
        let mapping = mapping(row, &values);
        let (name, status, reference, port) = match row {
            Row::Defined(of) => (&*of.name, of.status, Value::Owned(&of.reference), of.port),
            Row::Registered(of) => (of.name, of.status, some(of.reference).into(), of.port),
        };
        "name" => name,
        "status" => status.name(),
        "reference" => reference,
        "defined" => matches!(row, Row::Defined(_)),
        "hierarchical" => row.of(|of| of.hierarchical.into()),
        "authority" => row.of(|of| of.authority.name().into()),
        "relative" => row.of(|of| of.relative.into()),
        "relative_forms" => row.of(|of| Value::Owned(&of.relative_forms)),
        "components" => row.of(|_| Value::Objects(&components)),
        "transport" => row.of(|of| of.transport.map(|of| of.name()).into()),
        "port" => port,
        "ports" => row.of(|of| Value::Owned(&of.ports)),
        "empty_path_is_root" => row.of(|of| of.empty_path_is_root.into()),
        "terminator" => row.of(|of| some(&of.terminator).into()),
        "mapping" => row.of(|_| Value::Object(&mapping)),
        "operations" => row.of(|_| Value::Objects(&operations)),
        "configuration" => row.of(|of| Value::Owned(&of.configuration)),
        "kinds" => row.of(|of| Value::Owned(&of.kinds)),
        "locates" => row.of(|of| of.locates.name().into()),
        "resolution" => row.of(|of| of.resolution.map(|of| of.name()).into()),
        "gateway" => row.of(|of| of.gateway.map(|of| of.name()).into()),
        "media_type" => row.of(|of| some(&of.media_type).into()),
        "media_types" => row.of(|_| Value::Objects(&types)),
        "safe_unasked" => row.of(|of| of.safe_unasked.into()),
        "redact" => row.of(|of| Value::Owned(&of.redact)),
        "examples" => row.of(|of| Value::Owned(&of.examples)),
        "accepted" => row.of(|_| Value::Objects(&accepted)),
    }

    fn plain(&self, _: &mut Page<'_>) {}
}

impl output::Row for Row<'_> {
    const FIELDS: &'static [&'static str] = &ALL;

    fn fields(&self, print: impl FnOnce(&[(&'static str, Value<'_>)])) {
        Own(*self).fields(|own| {
            let mut fields = own.to_vec();
            for statement in Statement::ALL {
                fields.push((statement.key(), self.statement(statement)));
            }
            print(&fields);
        });
    }

    fn plain(&self, page: &mut Page<'_>) {
        match self {
            Self::Defined(definition) => card::defined(definition, page),
            Self::Registered(row) => card::registered(row, page),
        }
    }
}

const OWN: &[&str] = <Own<'_> as output::Row>::FIELDS;

/// The names of all fields: of the definition, and of its statements.
const ALL: [&str; OWN.len() + Statement::ALL.len()] = {
    let (mut all, mut at) = ([""; OWN.len() + Statement::ALL.len()], 0);
    while at < all.len() {
        all[at] = if at < OWN.len() { OWN[at] } else { Statement::ALL[at - OWN.len()].key() };
        at += 1;
    }
    all
};

/// Returns the components, the operations, the mapped values, the media types and the accepted rules of a definition.
fn lists(row: Row<'_>) -> [Vec<Object<'_>>; 5] {
    let Row::Defined(of) = row else { return Default::default() };
    [
        of.components.iter().map(component_fields).collect(),
        of.operations.iter().map(operation_fields).collect(),
        of.mapping.values.iter().map(|(of, is)| pair(["name", "url"], of, is)).collect(),
        of.media_types.iter().map(|(of, is)| pair(["for", "type"], of, is)).collect(),
        of.accepted.iter().map(|(of, is)| pair(["rule", "reason"], of, is)).collect(),
    ]
}

type Object<'v> = Vec<(&'static str, Value<'v>)>;

fn pair<'v>(names: [&'static str; 2], one: &'v str, other: &'v str) -> Object<'v> {
    vec![(names[0], Value::Text(one)), (names[1], Value::Text(other))]
}

fn component_fields(of: &Component) -> Object<'_> {
    vec![
        ("name", Value::Text(&of.name)),
        ("part", Value::Text(&of.part)),
        ("piece", some(&of.piece).into()),
        ("why", some(&of.why).into()),
        ("allow", some(&of.allow).into()),
        ("reserved", some(&of.reserved).into()),
        ("never", some(&of.never).into()),
        ("escapes", Value::Bool(of.escapes)),
        ("text", Value::Bool(of.text)),
        ("unused", Value::Bool(of.unused)),
    ]
}

fn operation_fields(of: &Operation) -> Object<'_> {
    vec![
        ("name", Value::Text(&of.name)),
        ("http", some(&of.http).into()),
        ("does", some(&of.does).into()),
        ("actions", Value::Owned(&of.actions)),
        ("writes", Value::Bool(of.writes)),
        ("stream", Value::Bool(of.stream)),
        ("unasked", Value::Bool(of.unasked)),
    ]
}

fn mapping<'v>(row: Row<'v>, values: &'v [Object<'v>]) -> Object<'v> {
    let Row::Defined(Definition { mapping, .. }) = row else { return Vec::new() };
    vec![
        ("from", some(&mapping.from).into()),
        ("notation", some(&mapping.notation).into()),
        ("template", some(&mapping.template).into()),
        ("legal", some(&mapping.legal).into()),
        ("excluded", some(&mapping.excluded).into()),
        ("modifiers", some(&mapping.modifiers).into()),
        ("values", Value::Objects(values)),
    ]
}
