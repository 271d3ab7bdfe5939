//! Security: RFC 2718 section 2.4, and section 7 of draft-fielding-url-syntax-05.

use alloc::collections::BTreeSet;

use super::operations::{ports, variables};
use super::remark::Lint;
use crate::rules;
use crate::source::Place;
use crate::{Octets, Statement};
use napkin::{Component as Part, Host, Reference, Standard, check, whatwg};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    unasked(lint);
    disguise(lint);
    port_override(lint);
    passwords(lint);
}

fn unasked(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let rule = rules::SECURITY_UNASKED_RETRIEVAL;
    let does_more = definition
        .operations
        .iter()
        .any(|operation| if operation.name == "GET" { operation.writes } else { operation.unasked });
    match definition.safe_unasked {
        None => lint.key(rule, "safe_unasked", "`safe_unasked`: true or false"),
        Some(true) if does_more => lint.key(rule, "safe_unasked", "false, because an operation does more than read"),
        Some(_) => {}
    }
}

fn disguise(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let known = ports(definition.text(Statement::Protocol));
    for (at, url) in lint.examples() {
        let is_foreign = |port: u16| port < 1024 && definition.port != Some(port) && !known.contains(&port);
        let expected = if url.user().is_some() {
            "an example without a user, which can look like a host"
        } else if url.port().is_some_and(is_foreign) {
            "an example without the port of another service"
        } else if url.host_text().is_some_and(|host| !host.is_empty()) && !is_same_for_all(url) {
            "a host on which all standards agree"
        } else {
            continue;
        };
        lint.at(rules::SECURITY_DISGUISE, Place::key("examples").item(at), expected);
    }
}

/// Returns whether the standards find the same host. RFC 3986, RFC 3987 and the URL Standard are compared by value,
/// the 1997 draft by span.
fn is_same_for_all(url: Reference<'_>) -> bool {
    let text = url.as_str();
    let Ok(browsers) = whatwg::Url::parse(text, None) else { return false };
    let is_same = |standard| {
        Reference::parse(text, standard).is_ok_and(|reference| match reference.host() {
            Some(Host::Ipv6(address)) => browsers.host_value() == Some(Host::Ipv6(address)),
            _ => reference.host_text().is_some_and(|host| host.eq_ignore_ascii_case(browsers.hostname())),
        })
    };
    let place = |standard| check(text, standard, &mut ()).span(Part::Host);
    [Standard::Rfc3986, Standard::Rfc3987].into_iter().all(is_same)
        && place(Standard::Draft1997) == place(Standard::Rfc3986)
}

/// The author of the URL chooses both the service and the text that is sent to it.
fn port_override(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let is_of_host = |part: &str| matches!(part.parse(), Ok(Part::Host | Part::Port));
    let payload = definition.components.iter().filter(|component| !is_of_host(&component.part));
    let payload: BTreeSet<&str> = payload.map(|component| component.name.as_ref()).collect();
    let mut said = definition.operations.iter().flat_map(variables);
    let speaks = said.any(|variable| !variable.is_encoded && payload.contains(variable.name));
    let is_by_lines = Octets::parse(&definition.terminator).is_some_and(|octets| !octets.is_empty());
    let port = definition.components.iter().position(|component| component.part == Part::Port.name());
    if let (Some(at), true, true, true) = (port, speaks, is_by_lines, definition.ports.is_empty()) {
        lint.at(rules::SECURITY_PORT_OVERRIDE, Place::key("components").item(at), "`ports`: the allowed ports");
    }
}

fn passwords(lint: &mut Lint<'_, '_>) {
    for (at, component) in lint.components() {
        if component.part != Part::Password.name() && component.name != Part::Password.name() {
            continue;
        }
        let is_redacted = lint.definition.redact.contains(&component.name);
        let expected = if is_redacted {
            "no password, or a reason for it"
        } else {
            "no password; list a password that stays in `redact`"
        };
        lint.at(rules::SECURITY_PASSWORD_IN_CLEAR, Place::key("components").item(at), expected);
    }
}
