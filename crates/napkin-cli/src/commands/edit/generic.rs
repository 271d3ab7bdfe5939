//! Changes references of the generic syntax.

use napkin::whatwg::{domain_to_ascii, domain_to_unicode};
use napkin::{Component, Edit, Error, percent};

use super::steps::{Step, Text};

/// Applies a change. `value` is the value of an iteration.
pub(super) fn change(edit: Edit, step: &Step, value: &str) -> Result<Edit, Error> {
    Ok(match step {
        Step::Set { component, if_absent: true, .. } if has(&edit, *component) => edit,
        Step::Set { component, text: Text::Encoded(text), .. } => edit.set(*component, text),
        Step::Set { component, text: Text::Data(data), .. } => edit.set_data(*component, data),
        Step::Append(component, Text::Data(data)) => edit.append(*component, data),
        Step::Append(component, Text::Encoded(text)) => append_encoded(edit, *component, text),
        Step::Delete(component) => edit.clear(*component),
        Step::Iterate(component, _) => edit.set_data(*component, value),
        Step::Pairs(step, spaces) => edit.pairs(|pairs| step.change(*spaces, pairs)),
        Step::Punycode => to_ascii(edit)?,
        Step::Unicode => to_unicode(edit),
        Step::DefaultPort => with_default_port(edit),
    })
}

/// Returns whether a component is defined and not empty.
fn has(edit: &Edit, component: Component) -> bool {
    // The authority is more than its host only if there is a host.
    let component = if component == Component::Authority { Component::Host } else { component };
    edit.component(component).is_some_and(|text| !text.is_empty())
}

/// Appends encoded text: segments to the path, pairs to the query, text to other components.
fn append_encoded(edit: Edit, component: Component, text: &str) -> Edit {
    let before = edit.component(component).unwrap_or_default();
    match component {
        Component::Path => {
            // A dot segment is refused like any other appended one.
            if let Some(dots) = text.split('/').find_map(dot_segment) {
                return edit.append_segment(dots);
            }
            let is_rooted = edit.component(Component::Host).is_some() || !before.is_empty();
            let path = joined(before, text, is_rooted);
            edit.set(component, &path)
        }
        Component::Query => {
            let between = if before.is_empty() { "" } else { "&" };
            let query = format!("{before}{between}{text}");
            edit.set(component, &query)
        }
        _ => {
            let text = format!("{before}{text}");
            edit.set(component, &text)
        }
    }
}

/// Returns a path with more segments, and one slash between them.
pub(super) fn joined(path: &str, segments: &str, is_rooted: bool) -> String {
    let slash = if is_rooted && !path.ends_with('/') { "/" } else { "" };
    let segments = if is_rooted { segments.strip_prefix('/').unwrap_or(segments) } else { segments };
    format!("{path}{slash}{segments}")
}

/// Returns `.` or `..` if a segment is one of them after decoding.
pub(super) fn dot_segment(segment: &str) -> Option<&'static str> {
    let mut decoded = Vec::new();
    percent::decode_into(segment.as_bytes(), &mut decoded);
    [".", ".."].into_iter().find(|dots| decoded == dots.as_bytes())
}

fn to_ascii(edit: Edit) -> Result<Edit, Error> {
    let host = edit.component(Component::Host).unwrap_or_default();
    if host.starts_with('[') || (host.is_ascii() && !host.contains('%')) {
        return Ok(edit);
    }
    let ascii = domain_to_ascii(host)?;
    Ok(edit.set(Component::Host, &ascii))
}

fn to_unicode(edit: Edit) -> Edit {
    let host = edit.component(Component::Host).unwrap_or_default();
    let is_encoded = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    if !host.split('.').any(is_encoded) {
        return edit;
    }
    let unicode = domain_to_unicode(host);
    // Labels that do not come back are no Unicode.
    let comes_back = domain_to_ascii(&unicode).is_ok_and(|ascii| ascii.eq_ignore_ascii_case(host));
    if comes_back { edit.set(Component::Host, &unicode) } else { edit }
}

fn with_default_port(edit: Edit) -> Edit {
    match edit.component(Component::Scheme).and_then(napkin::default_port) {
        Some(port) if has(&edit, Component::Host) && !has(&edit, Component::Port) => {
            edit.set(Component::Port, &port.to_string())
        }
        _ => edit,
    }
}
