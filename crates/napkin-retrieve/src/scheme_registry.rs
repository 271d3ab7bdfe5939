//! Facts from the registry of schemes about schemes without a retriever.
//!
//! Some schemes identify nothing that can be retrieved, by their definitions (RFC 2718 sections 2.2.4, 2.2.6 and
//! 2.3.1). For the others, messages say what is known about the scheme.

use napkin_scheme::{self as scheme, Definition, Locates, Registered, Statement};

/// Returns why the scheme cannot be retrieved by any retriever ([`Definition::retrieves_nothing`]). `None` for other
/// schemes, and for those without a definition.
pub(crate) fn not_retrievable(scheme: &str) -> Option<String> {
    scheme::find(scheme).filter(|definition| definition.retrieves_nothing()).map(named)
}

/// Returns the port of a scheme. `ftps` is no registered scheme, but its port is registered as a service (RFC 4217 section 1).
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    if scheme == "ftps" { Some(990) } else { napkin::default_port(scheme) }
}

/// Returns whether the servers of a scheme speak HTTP, and so evaluate conditions and ranges themselves.
///
/// ```
/// use napkin_retrieve::is_http;
/// assert!(is_http("HTTPS") && !is_http("ftp"));
/// ```
#[must_use]
pub fn is_http(scheme: &str) -> bool {
    ["http", "https"].iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Returns what URLs of the definition identify, as the rest of a sentence.
fn named(definition: &Definition) -> String {
    let resource = definition.text(Statement::Resource).trim_end_matches('.');
    let mut letters = resource.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let resource: String = first.into_iter().chain(letters).collect();
    match definition.locates {
        Locates::NotData => format!("names no data but {resource}"),
        _ => format!("names {resource}, and means nothing elsewhere"),
    }
}

/// Returns the text for a scheme without a retriever: what the scheme is, if that is known, and what to add.
pub(crate) fn without_retriever(scheme: &str) -> String {
    let is_of_messages = matches!(scheme, "cid" | "mid");
    let what = if is_of_messages {
        "add `InMessages` with the messages that it is about"
    } else {
        "a retriever for it can be added"
    };
    format!("{scheme}{}; {what}", scheme::registered(scheme).map(registered).unwrap_or_default())
}

/// ` (Extensible Messaging and Presence Protocol, RFC 5122)`.
fn registered(row: &Registered) -> String {
    let description = Some(row.description).filter(|text| !text.eq_ignore_ascii_case(row.name));
    let said: Vec<&str> = description.into_iter().chain([row.reference]).filter(|text| !text.is_empty()).collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 2718 section 2.2.4 and RFC 2017 section 2: schemes that identify no data are not retrieved. Names of RFC
    /// 8141 can be, by an application's resolver.
    #[test]
    fn schemes_that_name_no_data_are_not_retrievable() {
        let refused: Vec<_> = scheme::definitions()
            .iter()
            .filter(|definition| not_retrievable(&definition.name).is_some())
            .map(|definition| definition.name.as_ref())
            .collect();
        assert_eq!(refused, ["blob", "javascript", "mailto", "tel", "telnet", "ws", "wss"]);
        for (scheme, why) in [
            ("MAILTO", "names no data but one or more mailboxes"),
            ("tel", "names no data but a terminal of a telephone network"),
            ("javascript", "names no data but a program"),
            ("blob", "names an object that a script holds in memory, and means nothing elsewhere"),
        ] {
            assert_eq!(not_retrievable(scheme).as_deref(), Some(why), "{scheme}");
        }
    }

    #[test]
    fn schemes_without_a_retriever_are_described() {
        for (scheme, said) in [
            ("xmpp", "xmpp (Extensible Messaging and Presence Protocol, RFC 5122); a retriever for it can be added"),
            ("urn", "urn (Uniform Resource Names, RFC 8141); a retriever for it can be added"),
            ("acct", "acct (RFC 7565); a retriever for it can be added"),
            ("thzp", "thzp; a retriever for it can be added"),
            ("beer", "beer; a retriever for it can be added"),
            ("cid", "cid (content identifier, RFC 2392); add `InMessages` with the messages that it is about"),
        ] {
            assert_eq!(without_retriever(scheme), said);
        }
    }
}
