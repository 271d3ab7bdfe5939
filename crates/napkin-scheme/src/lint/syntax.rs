//! Syntactic compatibility: RFC 2718 section 2.1.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::remark::Lint;
use crate::rules;
use crate::source::Place;
use crate::{Authority, Grammar, Octets};
use napkin::{Base, Component as Part, Reference, Resolution, Span, Standard, percent, whatwg};

/// The references of Appendix C of draft-fielding-url-syntax-05; every scheme with relative forms resolves them alike.
const REFERENCES: [&str; 43] = [
    "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", ".", "./", "..",
    "../", "../g", "../..", "../../", "../../g", "", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..",
    "..g", "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x", "g#s/./x",
    "g#s/../x", "http:g", "http:",
];

/// The names of relative forms in definitions, including `none`.
const FORMS: [&str; 5] = ["network-path", "absolute-path", "relative-path", "same-document", "none"];

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    name(lint);
    components(lint);
    examples(lint);
    hierarchy(lint);
    forms(lint);
    if lint.definition.relative {
        relative(lint);
    }
    shared_authority(lint);
}

fn name(lint: &mut Lint<'_, '_>) {
    let name = lint.definition.name.as_bytes();
    let is_draft = !name.is_empty() && name.iter().all(|&byte| percent::SCHEME.contains_byte(byte));
    if is_draft && !name[0].is_ascii_alphabetic() {
        lint.key(rules::SCHEME_NAME_SYNTAX, "name", "a letter first; only the draft of 1997 accepts another character");
    } else if !is_draft {
        lint.key(rules::SCHEME_NAME_SYNTAX, "name", "");
    }
    if let Some(at) = name.iter().position(u8::is_ascii_uppercase) {
        lint.key(rules::SCHEME_NAME_LOWERCASE, "name", "");
        if let Some(last) = lint.remarks.last_mut() {
            last.within = Some(Span::new(at, at + 1));
        }
    }
}

/// Checks the names of components, and that the scheme does not use `#`.
fn components(lint: &mut Lint<'_, '_>) {
    for (at, component) in lint.components() {
        let place = Place::key("components").item(at);
        let octets = |text: &str| Octets::parse(text).unwrap_or_default();
        if component.part == Part::Fragment.name()
            || octets(&component.allow).or(octets(&component.reserved)).contains(b'#')
        {
            lint.at(rules::SCHEME_FRAGMENT_KEPT, place, "a component without `#`, which begins the fragment");
        }
        if component.part.parse::<Part>().is_err() {
            lint.at(rules::SCHEME_GENERIC_SYNTAX, place.inner("part"), "the name of a component of the generic syntax");
        } else if component.name.parse::<Part>().is_ok()
            && (component.name != component.part || !component.piece.is_empty())
        {
            lint.at(
                rules::SCHEME_GENERIC_SYNTAX,
                place.inner("name"),
                "the generic component with this name, or another name",
            );
        }
        if !component.piece.is_empty() && component.why.is_empty() {
            lint.at(rules::COMPONENT_BREAKS_EXPLAINED, place, "`why`: the reason for its boundaries");
        }
    }
}

fn examples(lint: &mut Lint<'_, '_>) {
    for (at, text) in lint.definition.examples.iter().enumerate() {
        let place = Place::key("examples").item(at);
        if text.bytes().filter(|&byte| byte == b'#').count() > 1 {
            lint.at(rules::SCHEME_FRAGMENT_KEPT, place, "one `#` at most, before the fragment");
            continue;
        }
        match Reference::parse(text, Standard::Rfc3986) {
            Ok(url) if !url.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case(&lint.definition.name)) => {
                lint.at(rules::SCHEME_GENERIC_SYNTAX, place, "a URL of the scheme");
            }
            Ok(url) if recomposed(&url) != *text => lint.at(rules::SCHEME_GENERIC_SYNTAX, place, ""),
            Ok(_) => {}
            Err(error) => {
                lint.at(rules::SCHEME_GENERIC_SYNTAX, place, "a URL of RFC 3986");
                if let Some(last) = lint.remarks.last_mut() {
                    last.within = Some(error.span());
                }
            }
        }
    }
}

/// Joins components by RFC 3986 section 5.3.
fn recomposed(url: &Reference<'_>) -> String {
    let mut text = String::new();
    let mut part = |before: &str, part: Option<&str>, behind: &str| {
        part.into_iter().for_each(|part| [before, part, behind].into_iter().for_each(|piece| text.push_str(piece)));
    };
    part("", url.scheme(), ":");
    part("//", url.authority(), "");
    part("", url.component(Part::Path), "");
    part("?", url.component(Part::Query), "");
    part("#", url.component(Part::Fragment), "");
    text
}

/// RFC 2718 section 2.1.2.
fn hierarchy(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    for (at, url) in lint.examples() {
        let place = Place::key("examples").item(at);
        if url.authority().is_some() && !definition.hierarchical {
            lint.at(rules::DOUBLE_SLASH_WITHOUT_HIERARCHY, place, "no `//`, or a hierarchy after it");
        }
        if url.authority().is_none() && definition.authority == Authority::Required {
            lint.at(rules::HIERARCHY_WITHOUT_DOUBLE_SLASH, place, "`//` and the authority");
        }
    }
    if definition.authority != Authority::None && !definition.hierarchical {
        lint.key(rules::DOUBLE_SLASH_WITHOUT_HIERARCHY, "authority", "`hierarchical = true`, or no authority");
    }
    let says = definition.text(crate::Statement::Hierarchy);
    if definition.hierarchical && says.is_empty() {
        lint.key(rules::HIERARCHY_LEFT_TO_RIGHT, "hierarchical", "`hierarchy`: the order of the levels");
    }
    for (at, component) in lint.components() {
        let is_text = Octets::parse(&component.allow).unwrap_or_default().contains(b'/');
        let is_one = component.part == "path" && component.piece.is_empty();
        if definition.hierarchical && is_text && is_one {
            let place = Place::key("components").item(at);
            lint.at(rules::HIERARCHY_LEFT_TO_RIGHT, place, "`/` in `reserved`, because it separates levels");
        }
    }
}

/// RFC 2718 section 2.1.3: the statements about relative forms.
fn forms(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if definition.relative && !definition.hierarchical {
        lint.key(rules::RELATIVE_NEEDS_GENERIC_SYNTAX, "relative", "`hierarchical = true`, or no relative references");
    }
    let rule = rules::RELATIVE_FORMS_STATED;
    if definition.relative_forms.is_empty() {
        return lint.key(rule, "relative_forms", "`relative_forms`, which may be `none`");
    }
    for (at, form) in definition.relative_forms.iter().enumerate() {
        let place = Place::key("relative_forms").item(at);
        if !FORMS.contains(&form.as_ref()) {
            lint.at(rule, place, "network-path, absolute-path, relative-path, same-document or none");
        } else if (form == "none") == definition.relative || (form == "none" && definition.relative_forms.len() > 1) {
            let is_harmless = form == "same-document";
            if !is_harmless {
                lint.at(rule, place, "forms if `relative = true`, otherwise only `none`");
            }
        }
    }
}

/// RFC 2718 section 2.1.1: resolves relative references against the examples.
fn relative(lint: &mut Lint<'_, '_>) {
    let grammar = Grammar::of(lint.definition);
    let references = references(lint);
    for (at, url) in lint.examples() {
        let place = Place::key("examples").item(at);
        let path = url.path().as_str();
        let is_rooted = path.starts_with('/') || (path.is_empty() && url.authority().is_some());
        if !is_rooted {
            // By 5.2.4, the first `..` would add a root that the path never had.
            lint.at(rules::SCHEME_DOT_SEGMENTS, place, "a path that begins with `/`");
            lint.at(rules::SCHEME_ROOTED_PATH, place, "a path that begins with `/`");
            continue;
        }
        let Ok(base) = Base::new(url) else { continue };
        if references.iter().any(|&reference| !is_shared(&grammar, &base, reference)) {
            lint.at(rules::SCHEME_RELATIVE_SHARED, place, "a base for the references of the draft's Appendix C");
        }
    }
    for (at, component) in lint.components() {
        let has_dots = |text: &str| text.split_ascii_whitespace().any(|word| word == ".." || word == ".");
        if component.part == "path" && has_dots(&component.reserved) {
            let place = Place::key("components").item(at).inner("reserved");
            lint.at(rules::SCHEME_DOT_SEGMENTS, place, "dot segments without a meaning of their own");
        }
    }
}

/// Returns the references of the forms that the scheme allows.
fn references(lint: &Lint<'_, '_>) -> Vec<Reference<'static>> {
    let definition = lint.definition;
    let has_query = definition.components.iter().any(|component| component.part == "query");
    let is_stated = |reference: &Reference<'_>| {
        let forms = &definition.relative_forms;
        forms.is_empty() || forms.iter().any(|form| form == reference.kind().name())
    };
    let read = REFERENCES.into_iter().filter_map(|text| Reference::parse(text, Standard::Rfc3986).ok());
    read.filter(|reference| !reference.is_absolute() && (reference.query().is_none() || has_query))
        .filter(is_stated)
        .collect()
}

/// Returns whether a reference resolves to a URL of the scheme.
fn is_shared(grammar: &Grammar<'_>, base: &Base<'_>, reference: Reference<'_>) -> bool {
    let Ok(Resolution::Absolute(url)) = base.resolve(reference) else { return true };
    let mut first = None;
    grammar.check(url.reference(), &mut first);
    first.is_none()
}

/// The end of RFC 2718 section 2.1.1: the authority has the same meaning under `http`.
fn shared_authority(lint: &mut Lint<'_, '_>) {
    for (at, component) in lint.components() {
        if component.part == Part::Authority.name() && component.name != Part::Authority.name() {
            let place = Place::key("components").item(at).inner("part");
            lint.at(rules::SCHEME_SHARED_AUTHORITY, place, "user, password, host and port of the generic syntax");
        }
    }
    for (at, url) in lint.examples() {
        let Some(authority) = url.authority().filter(|authority| !authority.is_empty()) else { continue };
        let http = format!("http://{authority}/");
        let is_same = Reference::parse(&http, Standard::Rfc3986).is_ok_and(|http| {
            [Part::User, Part::Password, Part::Host, Part::Port]
                .iter()
                .all(|&part| http.component(part) == url.component(part))
        });
        if !is_same || whatwg::Url::parse(&http, None).is_err() {
            lint.at(
                rules::SCHEME_SHARED_AUTHORITY,
                Place::key("examples").item(at),
                "an authority that `http:` could have",
            );
        }
    }
}
