//! Reads definitions from a tree of named values with spans, so that errors point into the source.
//!
//! This module defines the keys of a definition and their types. The tree can come from any format; with the feature
//! `toml`, [`Node::parse_toml`] reads TOML.

mod fields;
mod locate;
#[cfg(feature = "toml")]
mod toml;

use alloc::string::String;
use alloc::vec::Vec;

use self::fields::Fields;
pub use self::locate::Place;
use super::{Component, Definition, List, Mapping, Operation, Statement, Text};
use crate::rules;
use napkin::{Finding, Sink, Span, Standard};

/// Limits for reading a file of definitions. Each limit has its own finding.
///
/// ```
/// use napkin_scheme::source::Limits;
/// assert_eq!((Limits::default().depth, Limits::default().items), (16, 256));
/// assert_eq!(Limits::default().with_items(1000).items, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The allowed depth of nested lists and tables. Beyond it, the file is refused with `definition-too-deep`.
    /// Default: 16.
    pub depth: usize,
    /// The allowed number of items in one list of a definition; the lint compares some lists item by item. Further
    /// items are dropped with `definition-too-many-items`. Default: 256.
    pub items: usize,
}

impl Limits {
    /// Sets the number of levels. The TOML parser is recursive and never reads more than 128 levels.
    ///
    /// ```
    /// use napkin_scheme::source::Limits;
    /// assert_eq!(Limits::default().with_depth(4).depth, 4);
    /// ```
    #[must_use]
    pub const fn with_depth(self, levels: usize) -> Self {
        Self { depth: levels, ..self }
    }

    /// Sets the number of items.
    ///
    /// ```
    /// use napkin_scheme::source::Limits;
    /// assert_eq!(Limits::default().with_items(1000).items, 1000);
    /// ```
    #[must_use]
    pub const fn with_items(self, count: usize) -> Self {
        Self { items: count, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 16, items: 256 }
    }
}

/// A value with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The span in the source, including quotes and brackets.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// The value of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A text.
    Text(String),
    /// A Boolean value.
    Bool(bool),
    /// An integer.
    Number(i64),
    /// A list of values.
    List(Vec<Node>),
    /// A table of named values.
    Table(Vec<Entry>),
    /// A type that no definition uses, such as a date or a fraction.
    Other,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub key: String,
    /// The span of the name.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Node {
    /// Returns the named values if this is a table.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the values in order if this is a list.
    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the value with this name.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_scheme::source::{Entry, Node, Value};
    /// let name = Node { span: Span::new(7, 12), value: Value::Text("pub".into()) };
    /// let entry = Entry { key: "name".into(), key_span: Span::new(0, 4), node: name.clone() };
    /// let table = Node { span: Span::new(0, 12), value: Value::Table(vec![entry]) };
    /// assert_eq!(table.get("name"), Some(&name));
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }
}

pub(super) fn finding(span: Span, expected: &'static str) -> Finding {
    Finding::new(rules::SCHEME_DEFINITION, Standard::Rfc3986, span, expected, None)
}

/// Returns the definitions of a file: its tables `[[scheme]]`, each with the node from which it was read.
///
/// A value that is not a definition, an unknown key, or a value of the wrong type is reported as
/// [`rules::SCHEME_DEFINITION`] at its place, and a list that exceeds `limits` as
/// [`rules::DEFINITION_TOO_MANY_ITEMS`]. The rest is still read.
///
/// ```
/// use napkin::Span;
/// use napkin_scheme::source::{Limits, Node, Value, read};
/// let (empty, mut findings) = (Node { span: Span::new(0, 0), value: Value::Table(Vec::new()) }, Vec::new());
/// assert!(read(&empty, &Limits::default(), &mut findings).is_empty());
/// assert_eq!(findings[0].to_string(), "expected a table `[[scheme]]`");
/// ```
pub fn read<'n, S: Sink + ?Sized>(file: &'n Node, limits: &Limits, sink: &mut S) -> Vec<(&'n Node, Definition)> {
    for entry in file.entries().iter().filter(|entry| entry.key != "scheme") {
        sink.report(finding(entry.key_span, "tables `[[scheme]]` alone"));
    }
    let Some(list) = file.get("scheme") else {
        sink.report(finding(Span::new(file.span.start, file.span.start), "a table `[[scheme]]`"));
        return Vec::new();
    };
    let single = core::slice::from_ref(list);
    let nodes = if matches!(list.value, Value::Table(_)) { single } else { list.items() };
    if nodes.is_empty() {
        sink.report(finding(list.span, "a table `[[scheme]]`"));
    }
    nodes.iter().filter_map(|node| Some((node, definition(node, limits, sink)?))).collect()
}

/// Returns one definition; `None` if it has no name.
fn definition<S: Sink + ?Sized>(node: &Node, limits: &Limits, sink: &mut S) -> Option<Definition> {
    let mut reported = Vec::new();
    let mut fields = Fields::new(node, limits, &mut reported);
    let name = fields.text("name");
    let definition = body(name, &mut fields);
    fields.finish();
    if definition.name.is_empty() {
        reported.push(finding(node.get("name").map_or(node.span, |name| name.span), "a name"));
    }
    reported.sort_by_key(|finding| finding.span.start);
    reported.into_iter().for_each(|finding| sink.report(finding));
    (!definition.name.is_empty()).then_some(definition)
}

fn body(name: Text, fields: &mut Fields<'_, '_>) -> Definition {
    use super::{Authority, Gateway, Locates, Resolution, Status, Transport};
    let statements: Vec<_> = Statement::ALL
        .into_iter()
        .map(|statement| (statement, fields.text(statement.key())))
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    Definition {
        name,
        statements: statements.into(),
        status: fields.named("status", Status::from_name).unwrap_or(Status::Unregistered),
        reference: fields.texts("reference"),
        hierarchical: fields.flag("hierarchical").unwrap_or(false),
        authority: fields.named("authority", Authority::from_name).unwrap_or(Authority::None),
        relative: fields.flag("relative").unwrap_or(false),
        relative_forms: fields.texts("relative_forms"),
        components: fields.list("components", component),
        port: fields.port("port"),
        ports: fields.texts("ports"),
        empty_path_is_root: fields.flag("empty_path_is_root").unwrap_or(false),
        transport: fields.named("transport", Transport::from_name),
        terminator: fields.octets("terminator"),
        mapping: fields.table("mapping", mapping).unwrap_or_default(),
        operations: fields.list("operations", operation),
        configuration: fields.texts("configuration"),
        kinds: fields.texts("kinds"),
        locates: fields.named("locates", Locates::from_name).unwrap_or(Locates::Data),
        resolution: fields.named("resolution", Resolution::from_name),
        gateway: fields.named("gateway", Gateway::from_name),
        media_type: fields.text("media_type"),
        media_types: fields.pairs("media_types"),
        safe_unasked: fields.flag("safe_unasked"),
        redact: fields.texts("redact"),
        examples: fields.texts("examples"),
        equal: fields.pairs("equal"),
        accepted: accepted(fields),
    }
}

/// Reads `[accepted]`: rules of the lint that the definition ignores, each with its reason.
fn accepted(fields: &mut Fields<'_, '_>) -> List<(Text, Text)> {
    let Some(node) = fields.take("accepted") else { return List::Borrowed(&[]) };
    if !matches!(node.value, Value::Table(_)) {
        fields.report(node.span, "a table of rules and reasons");
    }
    let mut read = Vec::new();
    for entry in node.entries() {
        let rule = rules::find(&entry.key);
        if !rule.is_some_and(rules::is_of_definitions) {
            fields.report(entry.key_span, "the code of a rule of the lint");
        }
        match &entry.node.value {
            Value::Text(_) if rule.is_none() => {}
            Value::Text(text) => read.push((Text::Owned(entry.key.clone()), Text::Owned(text.clone()))),
            _ => fields.report(entry.node.span, "a text"),
        }
    }
    read.into()
}

fn component(fields: &mut Fields<'_, '_>) -> Component {
    Component {
        name: fields.text("name"),
        part: fields.text("part"),
        piece: fields.text("piece"),
        why: fields.text("why"),
        allow: fields.octets("allow"),
        reserved: fields.octets("reserved"),
        never: fields.octets("never"),
        escapes: fields.flag("escapes").unwrap_or(true),
        text: fields.flag("text").unwrap_or(false),
        unused: fields.flag("unused").unwrap_or(false),
    }
}

fn operation(fields: &mut Fields<'_, '_>) -> Operation {
    Operation {
        name: fields.text("name"),
        http: fields.text("http"),
        does: fields.text("does"),
        actions: fields.texts("actions"),
        writes: fields.flag("writes").unwrap_or(false),
        stream: fields.flag("stream").unwrap_or(false),
        unasked: fields.flag("unasked").unwrap_or(false),
    }
}

fn mapping(fields: &mut Fields<'_, '_>) -> Mapping {
    Mapping {
        from: fields.text("from"),
        notation: fields.text("notation"),
        template: fields.text("template"),
        legal: fields.octets("legal"),
        excluded: fields.octets("excluded"),
        modifiers: fields.text("modifiers"),
        values: fields.pairs("values"),
    }
}
