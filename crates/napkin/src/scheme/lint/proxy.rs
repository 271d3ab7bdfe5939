//! A gateway into HTTP and HTML: RFC 2718 section 2.3.1.

use alloc::collections::BTreeSet;

use super::Lint;
use crate::Rule;
use crate::media::{MediaType, Reading};
use crate::scheme::source::Place;
use crate::scheme::{Resolution, Statement};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    resolution(lint);
    methods(lint);
    media_type(lint);
}

fn resolution(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    match definition.resolution {
        None => lint.key(Rule::ProxyResolutionMechanism, "resolution", "`resolution`: global, configured or context"),
        Some(Resolution::Global) => {}
        Some(_) if definition.configuration.is_empty() => {
            lint.key(Rule::ProxyRunYourOwn, "resolution", "`configuration`: what a gateway must be told");
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
            lint.at(Rule::ProxyOperationsMap, place.inner("http"), "`http`: a method, with a modifier if needed");
        } else if !methods.insert(operation.http.as_ref()) {
            lint.at(Rule::ProxyOperationsMap, place.inner("http"), "a method that no other operation has");
        }
    }
}

fn media_type(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let rule = Rule::ProxyMediaTypeDefined;
    let is_total = definition.media_types.iter().any(|(what, _)| what == "*");
    let is_type = |text: &str| MediaType::parse(text, Reading::Strict).is_ok();
    match definition.media_type.as_ref() {
        "" => lint.key(rule, "media_type", "`media_type`: a type, from-protocol, sniffed, table or none"),
        "table" if !is_total => lint.key(rule, "media_types", "a row for `*`, which is any other"),
        "none" if definition.is_retrievable() => lint.key(rule, "media_type", "a type of what is retrieved"),
        "table" | "none" | "from-protocol" | "sniffed" => {}
        text if !is_type(text) => lint.key(rule, "media_type", "a type, from-protocol, sniffed, table or none"),
        _ => {}
    }
    if matches!(definition.media_type.as_ref(), "table" | "sniffed") {
        lint.stated(Rule::ProxyHtmlTranslation, Statement::Html, "`html`: how it becomes a page");
    }
}
