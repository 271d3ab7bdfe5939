//! A gateway into HTTP and HTML: RFC 2718 section 2.3.1.

use alloc::collections::BTreeSet;

use super::remark::{Lint, names_this_program};
use crate::rules;
use crate::source::Place;
use crate::{Gateway, Resolution, Statement};
use napkin::media::{MediaType, Reading};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    resolution(lint);
    gateway(lint);
    methods(lint);
    media_type(lint);
    running_code(lint);
}

fn resolution(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    match definition.resolution {
        None => {
            lint.key(rules::PROXY_RESOLUTION_MECHANISM, "resolution", "`resolution`: global, configured or context")
        }
        Some(Resolution::Global) => {}
        Some(_) if definition.configuration.is_empty() => {
            lint.key(rules::PROXY_RUN_YOUR_OWN, "resolution", "`configuration`: the settings that a gateway needs");
        }
        Some(_) => {}
    }
}

/// Checks that the operations support the action of the gateway.
fn gateway(lint: &mut Lint<'_, '_>) {
    let rule = rules::PROXY_OPERATIONS_MAP;
    match lint.definition.gateway {
        None => lint.key(rule, "gateway", "`gateway`: retrieves, describes or refuses"),
        Some(Gateway::Retrieves) if !lint.definition.is_retrievable() => {
            lint.key(rule, "gateway", "describes or refuses, because there is no operation `GET`");
        }
        Some(Gateway::Describes) if lint.definition.is_retrievable() => {
            lint.key(rule, "gateway", "retrieves or refuses, because there is an operation `GET`");
        }
        Some(_) => {}
    }
}

fn methods(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let mut methods = BTreeSet::new();
    for (at, operation) in definition.operations.iter().enumerate() {
        let place = Place::key("operations").item(at);
        if operation.http.is_empty() || operation.http == "none" {
            lint.at(rules::PROXY_OPERATIONS_MAP, place.inner("http"), "`http`: a method, with a modifier if needed");
        } else if !methods.insert(operation.http.as_ref()) {
            lint.at(rules::PROXY_OPERATIONS_MAP, place.inner("http"), "a method that no other operation uses");
        }
    }
}

fn media_type(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let rule = rules::PROXY_MEDIA_TYPE_DEFINED;
    let is_total = definition.media_types.iter().any(|(what, _)| what == "*");
    let is_type = |text: &str| MediaType::parse(text, Reading::Strict).is_ok();
    match definition.media_type.as_ref() {
        "" => lint.key(rule, "media_type", "`media_type`: a type, from-protocol, sniffed, table or none"),
        "table" if !is_total => lint.key(rule, "media_types", "a row for `*`, which matches all others"),
        "none" if definition.is_retrievable() => lint.key(rule, "media_type", "the type of the retrieved object"),
        "table" | "none" | "from-protocol" | "sniffed" => {}
        text if !is_type(text) => lint.key(rule, "media_type", "a type, from-protocol, sniffed, table or none"),
        _ => {}
    }
    if matches!(definition.media_type.as_ref(), "table" | "sniffed") {
        lint.stated(rules::PROXY_HTML_TRANSLATION, Statement::Html, "`html`: how it becomes a page");
    }
}

/// Returns whether a statement is present, or this program supplies its content.
fn running_code(lint: &mut Lint<'_, '_>) {
    let says = lint.definition.text(Statement::RunningCode);
    let does = lint.surroundings.retrieves(&lint.definition.name);
    if says.is_empty() && does != Some(true) {
        lint.key(rules::PROXY_RUNNING_CODE, Statement::RunningCode.key(), "`running_code`");
    } else if does == Some(false) && names_this_program(says) {
        lint.key(
            rules::PROXY_RUNNING_CODE,
            Statement::RunningCode.key(),
            "another program, because napkin has no code for this scheme",
        );
    }
}
