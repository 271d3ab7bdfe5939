//! Protocols and operations: RFC 2718 sections 2.2.2, 2.2.4 and 2.2.6.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::remark::{Lint, names_this_program};
use crate::rules;
use crate::source::Place;
use crate::template::Held;
use crate::{Locates, Octets, Operation, Statement, definitions};

/// Protocols and their well-known ports, from IANA's registry of service names.
const SERVICES: [(&str, &[u16]); 18] = [
    ("FTP", &[21, 990]),
    ("SSH", &[22]),
    ("TELNET", &[23, 992]),
    ("SMTP", &[25, 465, 587]),
    ("DNS", &[53, 853]),
    ("TFTP", &[69]),
    ("GOPHER", &[70]),
    ("HTTP", &[80, 443]),
    ("POP3", &[110, 995]),
    ("NNTP", &[119, 563]),
    ("IMAP", &[143, 993]),
    ("SNMP", &[161]),
    ("LDAP", &[389, 636]),
    ("RTSP", &[554, 322]),
    ("WEBSOCKET", &[80, 443]),
    ("SIP", &[5060, 5061]),
    ("COAP", &[5683, 5684]),
    ("XMPP", &[5222, 5269]),
];

/// Returns the well-known ports of a protocol, by the first word of its name.
pub(super) fn ports(protocol: &str) -> &'static [u16] {
    let name = protocol.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    SERVICES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or(&[], |(_, ports)| ports)
}

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    listed(lint);
    actions(lint);
    configuration(lint);
    terminators(lint);
    port(lint);
    retrieval(lint);
    duplicates(lint);
}

fn listed(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if definition.operations.is_empty() {
        lint.stated(rules::OPERATIONS_LISTED, Statement::NoOperation, "`operations`, or `no_operation`");
    }
    for (at, operation) in definition.operations.iter().enumerate() {
        let place = Place::key("operations").item(at);
        if operation.does.is_empty() {
            lint.at(rules::OPERATIONS_DESCRIBED, place.inner("does"), "`does`");
        }
        if operation.stream && definition.text(Statement::Note).is_empty() {
            lint.at(rules::STREAM_PARADIGM_STATED, place, "`note`, which says that a stream is not a document");
        }
    }
}

/// Returns the name in braces in an action, and whether its value is used as written in the URL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Variable<'a> {
    pub(super) name: &'a str,
    pub(super) is_encoded: bool,
}

pub(super) fn variables(operation: &Operation) -> impl Iterator<Item = Variable<'_>> {
    operation.actions.iter().flat_map(|action| action.split(['{', '}']).skip(1).step_by(2)).map(|text| {
        let (name, form) = text.split_once(':').unwrap_or((text, ""));
        Variable { name, is_encoded: form == "encoded" }
    })
}

fn all_variables<'d>(lint: &Lint<'d, '_>) -> impl Iterator<Item = Variable<'d>> + use<'d> {
    lint.definition.operations.iter().flat_map(variables)
}

fn actions(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let rule = rules::PROTOCOL_ACTIONS_STATED;
    if definition.text(Statement::Protocol).is_empty() || definition.operations.is_empty() {
        return;
    }
    for (at, operation) in definition.operations.iter().enumerate() {
        if operation.actions.is_empty() {
            lint.at(rule, Place::key("operations").item(at).inner("actions"), "`actions` of the protocol");
        }
    }
    let used: BTreeSet<&str> = all_variables(lint).map(|variable| variable.name).collect();
    for (at, component) in lint.components() {
        if !component.unused && !used.contains(component.name.as_ref()) {
            lint.at(rule, Place::key("components").item(at), "an action that uses it, or `unused = true`");
        }
    }
}

/// A decoded value must not contain the end of the protocol's line.
fn terminators(lint: &mut Lint<'_, '_>) {
    let terminator = Octets::parse(&lint.definition.terminator).unwrap_or_default();
    let decoded = all_variables(lint).filter(|variable| !variable.is_encoded);
    let decoded: BTreeSet<&str> = decoded.map(|variable| variable.name).collect();
    for (at, component) in lint.components() {
        let is_decoded = decoded.contains(component.name.as_ref());
        let reserved = Octets::parse(&component.reserved).unwrap_or_default();
        if is_decoded && !Held::of(component).all.or(reserved).and(terminator).is_empty() {
            let place = Place::key("components").item(at);
            lint.at(rules::PROTOCOL_ACTIONS_STATED, place, "the line end in `never`, or `:encoded` in the action");
        }
    }
}

fn configuration(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let of_components = definition.components.iter().map(|component| component.name.as_ref());
    let of_configuration = definition.configuration.iter().filter_map(|text| text.split(':').next());
    let supplied: BTreeSet<&str> = of_components.chain(of_configuration).collect();
    for (at, operation) in definition.operations.iter().enumerate() {
        if variables(operation).any(|variable| !supplied.contains(variable.name)) {
            let place = Place::key("operations").item(at).inner("actions");
            lint.at(rules::CONFIGURATION_IDENTIFIED, place, "components, and names from `configuration`");
        }
    }
}

fn port(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let known = ports(definition.text(Statement::Protocol));
    match definition.port {
        Some(0) => lint.key(rules::DEFAULT_PORT_STATED, "port", "a port from 1 to 65535"),
        None if definition.transport.is_some() => lint.key(rules::DEFAULT_PORT_STATED, "transport", "`port`"),
        Some(port) if !known.is_empty() && !known.contains(&port) => {
            lint.key(rules::DEFAULT_PORT_STATED, "port", "the well-known port of the protocol");
        }
        _ => {}
    }
}

fn retrieval(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let says = definition.text(Statement::Retriever);
    let does = lint.surroundings.retrieves(&definition.name);
    match (!says.is_empty() || does == Some(true), definition.is_retrievable()) {
        (true, false) => {
            lint.key(rules::GET_NOT_IMPLIED, "retriever", "an operation `GET`, because there is a `retriever`")
        }
        (false, true) => {
            lint.key(rules::GET_NOT_IMPLIED, "operations", "a `retriever`, because there is an operation `GET`")
        }
        _ if does == Some(false) && names_this_program(says) => {
            lint.key(
                rules::GET_NOT_IMPLIED,
                "retriever",
                "another program, because napkin does not retrieve by this scheme",
            );
        }
        _ => {}
    }
    if definition.locates == Locates::NotData && definition.is_retrievable() {
        lint.key(rules::NOT_DATA_NOT_RETRIEVABLE, "operations", "operations other than `GET`");
    }
}

/// RFC 2718 section 2.3: a new scheme must not repeat an existing one.
fn duplicates(lint: &mut Lint<'_, '_>) {
    let one = lint.definition;
    let protocol = one.text(Statement::Protocol);
    let names =
        |of: &crate::Definition| of.components.iter().map(|component| component.name.clone()).collect::<Vec<_>>();
    let is_same = |other: &&crate::Definition| {
        other.name != one.name
            && other.port == one.port
            && other.text(Statement::Protocol).eq_ignore_ascii_case(protocol)
            && names(other) == names(one)
    };
    if !protocol.is_empty() && definitions().iter().any(|other| is_same(&other)) {
        lint.key(
            rules::DUPLICATES_EXISTING_SCHEME,
            "protocol",
            "a protocol, port and components that no other scheme has",
        );
    }
}
