//! Writes definitions of schemes as Rust code, with one static per list, because a nested list cannot be borrowed in place.

use std::fmt::Write;

use napkin_scheme::{Component, Definition, Operation, Text};

/// Returns the head of a generated file.
pub(crate) fn head(what: &str) -> String {
    format!("//! {what}\n//!\n//! Made by `cargo xtask gen` from `data/schemes.toml` and `data/iana-schemes.tsv`.\n\n")
}

/// Returns the module with all definitions and all rows of the registry.
pub(crate) fn schemes(definitions: &[Definition], rows: &[String]) -> String {
    let mut out = head("The registry of schemes.");
    out += "use super::{\n    Authority, Component, Definition, Gateway, List, Locates, Mapping, Operation, Registered, \
            Resolution,\n    Statement, Status, Text, Transport,\n};\n\n\
            const fn t(text: &'static str) -> Text {\n    Text::Borrowed(text)\n}\n\n\
            const fn none<T: Clone>() -> List<T> {\n    List::Borrowed(&[])\n}\n\n\
            const fn row(\n    name: &'static str,\n    status: Status,\n    description: &'static str,\n    \
            reference: &'static str,\n    port: Option<u16>,\n) -> Registered {\n    \
            Registered { name, status, description, reference, port }\n}\n\n";
    let mut bodies = Vec::new();
    for definition in definitions {
        bodies.push(one(definition, &mut out));
    }
    let _ = writeln!(out, "pub(super) static DEFINITIONS: [Definition; {}] = [", bodies.len());
    bodies.iter().for_each(|body| out += body);
    out += "];\n\n";
    let _ = writeln!(out, "pub(super) static REGISTERED: [Registered; {}] = [", rows.len());
    rows.iter().for_each(|row| out += &format!("    {row},\n"));
    out + "];\n"
}

fn text(text: &Text) -> String {
    format!("t({text:?})")
}

fn texts(items: &[Text]) -> Vec<String> {
    items.iter().map(text).collect()
}

fn pairs(items: &[(Text, Text)]) -> Vec<String> {
    items.iter().map(|(one, other)| format!("({}, {})", text(one), text(other))).collect()
}

fn component(of: &Component) -> String {
    let Component { name, part, piece, why, allow, reserved, never, escapes, text: is_text, unused, .. } = of;
    let [name, part, piece, why, allow, reserved, never] = [name, part, piece, why, allow, reserved, never].map(text);
    format!(
        "Component {{ name: {name}, part: {part}, piece: {piece}, why: {why}, allow: {allow}, reserved: {reserved}, never: \
         {never}, escapes: {escapes}, text: {is_text}, unused: {unused} }}"
    )
}

/// Writes the lists of one definition as statics.
struct Lists<'o> {
    prefix: String,
    out: &'o mut String,
}

impl Lists<'_> {
    /// Writes a list, unless it is empty, and returns the expression that refers to it.
    fn put(&mut self, name: &str, of: &str, items: &[String]) -> String {
        if items.is_empty() {
            return "none()".into();
        }
        let name = format!("{}_{name}", self.prefix);
        let _ = writeln!(self.out, "static {name}: [{of}; {}] = [", items.len());
        items.iter().for_each(|item| *self.out += &format!("    {item},\n"));
        *self.out += "];\n";
        format!("List::Borrowed(&{name})")
    }

    fn operation(&mut self, number: usize, of: &Operation) -> String {
        let actions = self.put(&format!("ACTIONS_{number}"), "Text", &texts(&of.actions));
        let Operation { name, http, does, writes, stream, unasked, .. } = of;
        let [name, http, does] = [name, http, does].map(text);
        format!(
            "Operation {{ name: {name}, http: {http}, does: {does}, actions: {actions}, writes: {writes}, stream: {stream}, \
             unasked: {unasked} }}"
        )
    }

    fn mapping(&mut self, of: &Definition) -> String {
        let values = self.put("VALUES", "(Text, Text)", &pairs(&of.mapping.values));
        let mapping = &of.mapping;
        let [from, notation, template, legal, excluded, modifiers] = [
            &mapping.from, &mapping.notation, &mapping.template, &mapping.legal, &mapping.excluded, &mapping.modifiers,
        ]
        .map(text);
        format!(
            "Mapping {{ from: {from}, notation: {notation}, template: {template}, legal: {legal}, excluded: {excluded}, \
             modifiers: {modifiers}, values: {values} }}"
        )
    }
}

/// Returns one definition; its lists are written to `out`.
fn one(of: &Definition, out: &mut String) -> String {
    let mut lists = Lists { prefix: of.name.to_uppercase().replace(['+', '-', '.'], "_"), out };
    let statements: Vec<_> =
        of.statements.iter().map(|(key, said)| format!("(Statement::{key:?}, {})", text(said))).collect();
    let operations: Vec<_> = of.operations.iter().enumerate().map(|(at, of)| lists.operation(at, of)).collect();
    let components: Vec<_> = of.components.iter().map(component).collect();
    let variant = |of: Option<String>| of.map_or("None".to_owned(), |of| format!("Some({of})"));
    let fields = [
        ("name", text(&of.name)),
        ("status", format!("Status::{:?}", of.status)),
        ("reference", lists.put("REFERENCE", "Text", &texts(&of.reference))),
        ("statements", lists.put("STATEMENTS", "(Statement, Text)", &statements)),
        ("hierarchical", of.hierarchical.to_string()),
        ("authority", format!("Authority::{:?}", of.authority)),
        ("relative", of.relative.to_string()),
        ("relative_forms", lists.put("RELATIVE_FORMS", "Text", &texts(&of.relative_forms))),
        ("components", lists.put("COMPONENTS", "Component", &components)),
        ("port", format!("{:?}", of.port)),
        ("ports", lists.put("PORTS", "Text", &texts(&of.ports))),
        ("empty_path_is_root", of.empty_path_is_root.to_string()),
        ("transport", variant(of.transport.map(|of| format!("Transport::{of:?}")))),
        ("terminator", text(&of.terminator)),
        ("mapping", lists.mapping(of)),
        ("operations", lists.put("OPERATIONS", "Operation", &operations)),
        ("configuration", lists.put("CONFIGURATION", "Text", &texts(&of.configuration))),
        ("kinds", lists.put("KINDS", "Text", &texts(&of.kinds))),
        ("locates", format!("Locates::{:?}", of.locates)),
        ("resolution", variant(of.resolution.map(|of| format!("Resolution::{of:?}")))),
        ("gateway", variant(of.gateway.map(|of| format!("Gateway::{of:?}")))),
        ("media_type", text(&of.media_type)),
        ("media_types", lists.put("MEDIA_TYPES", "(Text, Text)", &pairs(&of.media_types))),
        ("safe_unasked", format!("{:?}", of.safe_unasked)),
        ("redact", lists.put("REDACT", "Text", &texts(&of.redact))),
        ("examples", lists.put("EXAMPLES", "Text", &texts(&of.examples))),
        ("equal", lists.put("EQUAL", "(Text, Text)", &pairs(&of.equal))),
        ("accepted", lists.put("ACCEPTED", "(Text, Text)", &pairs(&of.accepted))),
    ];
    let fields: String = fields.iter().map(|(name, value)| format!("        {name}: {value},\n")).collect();
    format!("    Definition {{\n{fields}    }},\n")
}
