//! Shows the registry's entry for a scheme as a card.

use napkin_scheme::{self as scheme, Statement};

use crate::html::Html;

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
pub(crate) fn card(name: &str, html: &mut Html) {
    let Some(row) = scheme::registered(name) else {
        html.section("registry", "The scheme").raw("<p>The scheme <code>").text(&name.to_ascii_lowercase());
        html.raw("</code> is not in IANA’s registry, and nothing is known of it here.</p></section>");
        return;
    };
    html.section("registry", "The scheme").table("The scheme", &["of the scheme", "what the registry knows"]);
    let mut line = |head: &str, text: &str| {
        if !text.is_empty() {
            html.raw("<tr><th scope=row>").text(head).raw("</th><td>").sentence(text).raw("</td></tr>");
        }
    };
    line("name", row.name);
    line("what it is", row.description);
    line("status", row.status.name());
    line("defined by", row.reference);
    line("default port", &row.port.map(|port| port.to_string()).unwrap_or_default());
    match row.definition() {
        None => line("definition", "none here, so that nothing of it can be checked or retrieved"),
        Some(definition) => {
            line("locates", definition.locates.name());
            for operation in &*definition.operations {
                line(&operation.name, &format!("{} (HTTP: {})", operation.does, operation.http));
            }
            if let Some(safe) = definition.safe_unasked {
                line("unasked", if safe { "safe" } else { "not without asking the user" });
            }
            for statement in SHOWN {
                line(&statement.key().replace('_', " "), definition.text(statement));
            }
        }
    }
    html.end_table().raw("<p><a href=\"/schemes/").text(row.name).raw("\">All that is known of it</a></p></section>");
}
