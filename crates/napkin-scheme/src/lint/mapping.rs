//! The mapping from another name space: RFC 2718 sections 2.2.1, 2.2.3 and 2.2.5.

use alloc::string::String;

use super::remark::Lint;
use crate::rules;
use crate::source::Place;
use crate::template::{Held, Unmapped};
use crate::{Component, Definition, Grammar, Octets, Statement, check};
use napkin::percent::{self, escape_at};
use napkin::{Component as Part, Reference, Rungs, Standard, normalize};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    complete(lint);
    escapes(lint);
    legal_values(lint);
    charset(lint);
    variety(lint);
    let mapping = &lint.definition.mapping;
    if lint.definition.text(Statement::Protocol).is_empty() && mapping.notation.is_empty() {
        lint.at(rules::NON_PROTOCOL_NOTATION, Place::key("mapping").inner("notation"), "`notation`, or a `protocol`");
    }
    if maps(lint) && mapping.modifiers.is_empty() {
        lint.at(
            rules::MAPPING_MODIFIERS_STATED,
            Place::key("mapping").inner("modifiers"),
            "`modifiers`, which may be `none`",
        );
    }
}

/// Returns whether another name space exists.
fn maps(lint: &Lint<'_, '_>) -> bool {
    !matches!(lint.definition.mapping.from.as_ref(), "" | "none")
}

fn complete(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if definition.mapping.from.is_empty() {
        let place = Place::key("mapping").inner("from");
        lint.at(rules::MAPPING_COMPLETE, place, "`from`: the other name space, or `none`");
    }
    if !definition.mapping.template.is_empty() && definition.map(b"") == Err(Unmapped::NoTemplate) {
        let place = Place::key("mapping").inner("template");
        lint.at(rules::MAPPING_COMPLETE, place, "one component of the definition, in braces");
    }
    let grammar = Grammar::of(definition);
    for (at, (value, url)) in definition.mapping.values.iter().enumerate() {
        let place = Place::key("mapping").inner("values");
        let Ok(read) = Reference::parse(url, Standard::Rfc3986) else {
            lint.at(rules::MAPPING_COMPLETE, place.item(at), "a URL");
            continue;
        };
        let mut first = None;
        check(read, &mut first);
        grammar.check(read, &mut first);
        let is_there = match (definition.map(value.as_bytes()), definition.unmap(url)) {
            (Err(Unmapped::NoTemplate), _) => true,
            (Ok(made), Ok(back)) => made == *url && back == value.as_bytes(),
            _ => false,
        };
        if !is_there || first.is_some() {
            lint.at(
                rules::MAPPING_COMPLETE,
                place.item(at),
                "a value and its URL, each of which converts to the other",
            );
        }
    }
}

/// Returns the octets that the generic syntax allows in a part.
fn legal(part: &str) -> Octets {
    let of = |set: percent::Set| Octets::from(set);
    match part.parse() {
        Ok(Part::User | Part::Password) => of(percent::USERINFO),
        Ok(Part::Host) => of(percent::REG_NAME).or(of(percent::Set::of(b"[]:"))),
        Ok(Part::Port) => of(percent::DIGIT),
        Ok(Part::Authority) => of(percent::USERINFO).or(of(percent::Set::of(b"@[]:"))),
        Ok(Part::Path) => of(percent::PATH),
        Ok(Part::Query | Part::Fragment) => of(percent::QUERY),
        _ => Octets::ALL,
    }
}

fn escapes(lint: &mut Lint<'_, '_>) {
    for (at, component) in lint.components() {
        let place = Place::key("components").item(at);
        let read = |text: &str| Octets::parse(text).unwrap_or_default();
        let (allow, reserved) = (read(&component.allow), read(&component.reserved));
        let is_generic = matches!(component.part.parse(), Ok(Part::Host | Part::Port)) && component.piece.is_empty();
        let rule = rules::MAPPING_ESCAPES_STATED;
        if component.allow.is_empty() && !is_generic {
            lint.at(rule, place, "`allow`: the octets that need no escape");
        } else if !allow.without(legal(&component.part)).is_empty() {
            lint.at(rule, place.inner("allow"), "octets that the generic syntax allows there");
        } else if !allow.and(reserved).is_empty() {
            lint.at(
                rule,
                place.inner("allow"),
                "octets that are not in `reserved`, because these have a special meaning",
            );
        }
    }
}

fn legal_values(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if !maps(lint) {
        return;
    }
    let place = Place::key("mapping");
    if definition.mapping.legal.is_empty() {
        return lint.at(
            rules::MAPPING_ALL_LEGAL_VALUES,
            place.inner("legal"),
            "`legal`: the octets that names may contain",
        );
    }
    let read = |text: &str| Octets::parse(text).unwrap_or_default();
    let template = &definition.mapping.template;
    let takes_part = |component: &&Component| {
        let is_named = template.split(['{', '}']).skip(1).step_by(2).any(|name| name == component.name);
        if template.is_empty() { !matches!(component.part.as_ref(), "host" | "port") } else { is_named }
    };
    let mapped = definition.components.iter().filter(takes_part);
    let held = mapped.fold(Octets::NONE, |held, component| held.or(Held::of(component).all));
    let lost = read(&definition.mapping.legal).without(held).without(read(&definition.mapping.excluded));
    if !lost.is_empty() {
        lint.at(
            rules::MAPPING_ALL_LEGAL_VALUES,
            place.inner("legal"),
            "octets that URLs can represent, or that are in `excluded`",
        );
    }
}

fn charset(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    let is_text = definition.components.iter().any(|component| component.text);
    if !is_text || !definition.text(Statement::Charset).contains("UTF-8") {
        return;
    }
    let mut is_shown = false;
    for (at, url) in lint.examples() {
        let bytes = url.as_str().as_bytes();
        let is_beyond = (0..bytes.len()).any(|at| escape_at(bytes, at).is_some_and(|octet| octet >= 0x80));
        let is_utf8 = url.path().decode().is_ok() && url.query().is_none_or(|query| query.decode().is_ok());
        is_shown |= is_beyond && is_utf8;
        if is_beyond && !is_utf8 {
            lint.at(rules::CHARSET_UTF8, Place::key("examples").item(at), "escapes of UTF-8");
        }
    }
    if !is_shown {
        lint.key(rules::CHARSET_UTF8, "examples", "an example with a non-ASCII character, as escapes of UTF-8");
    }
}

/// Returns the normal form by the definition's port and empty path, because the registry may lack the scheme.
fn normal(definition: &Definition, url: Reference<'_>) -> String {
    let mut text = normalize(url, Rungs::ALL).text.into_owned();
    let Ok(read) = Reference::parse(&text, Standard::Rfc3986) else { return text };
    let behind = read.span(Part::Authority).map_or(0, |authority| authority.end);
    let is_empty = read.authority().is_some() && read.path().is_empty();
    let port = read.span(Part::Port).filter(|_| read.port().is_some() && read.port() == definition.port);
    if is_empty && definition.empty_path_is_root {
        text.insert(behind, '/');
    }
    if let Some(port) = port {
        text.replace_range(port.start - 1..port.end, "");
    }
    text
}

fn variety(lint: &mut Lint<'_, '_>) {
    for (at, (one, other)) in lint.definition.equal.iter().enumerate() {
        let normal = |text| Some(normal(lint.definition, Reference::parse(text, Standard::Rfc3986).ok()?));
        if normal(one).is_none() || normal(one) != normal(other) {
            let place = Place::key("equal").item(at);
            lint.at(rules::NO_ENCODING_VARIETY, place, "two URLs that become equal by normalisation");
        }
    }
}
