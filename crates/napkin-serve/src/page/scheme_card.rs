//! Shows the registry's entry for a scheme as a card.

use maud::{Markup, html};
use napkin_answer::output::shown;
use napkin_scheme::{self as scheme, Statement};

use crate::markup::{TABLE, fold, section, sentence, table};

/// The statements that are shown.
const SHOWN: [Statement; 8] = [
    Statement::Resource,
    Statement::Properties,
    Statement::Protocol,
    Statement::NoOperation,
    Statement::Note,
    Statement::Html,
    Statement::Security,
    Statement::Privacy,
];

/// Shows the card of a scheme, or says that the scheme is not registered.
pub(crate) fn scheme_card(name: &str) -> Markup {
    let Some(row) = scheme::registered(name) else {
        let name = shown(&name.to_ascii_lowercase());
        let content = html! {
            p { "The scheme " code { (name) } " is not in IANA’s registry, and nothing is known of it here." }
        };
        return section("registry", "The scheme", content);
    };
    let port = row.port.map(|port| port.to_string()).unwrap_or_default();
    let definition = row.definition();
    let rows = html! {
        (line("name", row.name))
        (line("what it is", row.description))
        (line("status", row.status.name()))
        (line("defined by", row.reference))
        (line("default port", &port))
        @if let Some(definition) = definition {
            (line("locates", definition.locates.name()))
            @for operation in &*definition.operations {
                (line(&operation.name, &format!("{} (HTTP: {})", operation.does, operation.http)))
            }
            @if let Some(safe) = definition.safe_unasked {
                (line("unasked", if safe { "safe" } else { "not without asking the user" }))
            }
            @for statement in SHOWN { (line(&statement.key().replace('_', " "), definition.text(statement))) }
        } @else {
            (line("definition", "none here, so that nothing of it can be checked or retrieved"))
        }
    };
    let content = html! {
        (table(TABLE, "The scheme", &["of the scheme", "what the registry knows"], rows))
        p { a href={ "/schemes/" (row.name) } { "All that is known of it" } }
    };
    fold("registry", "The scheme in the registry", false, content)
}

/// Returns a row, unless its text is empty.
fn line(head: &str, text: &str) -> Markup {
    html! { @if !text.is_empty() { tr { th scope="row" { (shown(head)) } td { (sentence(text)) } } } }
}
