//! Changes URLs of the WHATWG standard through the setters of its API (section 6.1).

use napkin::query::{Pairs, Spaces};
use napkin::whatwg::Url;
use napkin::{Component, Error, Finding, Rule, Span, Standard, password_span, percent};

use super::generic::{dot_segment, joined};
use super::steps::{PairStep, Step, Text};

use napkin_answer::rules;

/// Applies a change. `value` is the value of an iteration. The span of an error has no meaning: the rejected text is not in the
/// URL.
pub(super) fn change(url: &mut Url, step: &Step, value: &str) -> Result<(), Finding> {
    match step {
        Step::Set { component, if_absent: true, .. } if has(url, *component) => Ok(()),
        Step::Set { component, text: Text::Data(text) | Text::Encoded(text), .. } => set(url, *component, text),
        Step::Iterate(component, _) => set(url, *component, value),
        Step::Append(Component::Path, Text::Data(segment)) => append_segment(url, segment),
        Step::Append(Component::Path, Text::Encoded(segments)) => append_segments(url, segments),
        Step::Append(component, Text::Data(text) | Text::Encoded(text)) => {
            let before = url.reference().component(*component).unwrap_or_default();
            let between = if *component == Component::Query && !before.is_empty() { "&" } else { "" };
            set(url, *component, &format!("{before}{between}{text}"))
        }
        Step::Delete(component) => delete(url, *component),
        Step::Pairs(step, spaces) => change_pairs(url, step, *spaces),
        // The standard's hosts are in ASCII. The command refuses the other two.
        Step::Punycode | Step::Unicode | Step::DefaultPort => Ok(()),
    }
}

/// Returns whether a component is defined and not empty.
fn has(url: &Url, component: Component) -> bool {
    url.reference().component(component).is_some_and(|text| !text.is_empty())
}

fn set(url: &mut Url, component: Component, value: &str) -> Result<(), Finding> {
    set_unmasked(url, component, value).map_err(|finding| masked(finding, component, value))
}

/// Masks the character that was found if the value is or may contain a password. The position of the character in the
/// value is unknown.
fn masked(finding: Finding, component: Component, value: &str) -> Finding {
    let has_password = match component {
        Component::Password => true,
        Component::Authority | Component::Host => password_span(&format!("//{value}")).is_some(),
        _ => false,
    };
    finding.with_found(finding.found.map(|found| if has_password { Finding::MASKED } else { found }))
}

fn set_unmasked(url: &mut Url, component: Component, value: &str) -> Result<(), Finding> {
    match component {
        Component::Scheme => done(url.set_protocol(value)),
        Component::Authority => {
            delete(url, Component::User)?;
            delete(url, Component::Port)?;
            done(url.set_host(value))
        }
        Component::User => done(url.set_username(value)),
        Component::Password => done(url.set_password(value)),
        Component::Host => done(url.set_hostname(value)),
        Component::Port => done(url.set_port(value)),
        Component::Path => done(url.set_pathname(value)),
        // The setter removes a leading `?`, and without one it would turn an empty value into no query.
        Component::Query => {
            url.set_search(&format!("?{value}"));
            Ok(())
        }
        Component::Fragment => {
            url.set_hash(&format!("#{value}"));
            Ok(())
        }
        _ => Err(refused(rules::UNREPRESENTABLE, "a component that has a setter", None)),
    }
}

fn delete(url: &mut Url, component: Component) -> Result<(), Finding> {
    match component {
        Component::Scheme => Err(refused(rules::UNREPRESENTABLE, "a URL with a scheme", None)),
        // Deleting the user deletes the password.
        Component::User if url.reference().user().is_some() => {
            done(url.set_password(""))?;
            done(url.set_username(""))
        }
        _ if url.reference().component(component).is_none() => Ok(()),
        Component::Query => {
            url.set_search("");
            Ok(())
        }
        Component::Fragment => {
            url.set_hash("");
            Ok(())
        }
        component => set(url, component, ""),
    }
}

/// Appends a segment after the last one, or replaces the last one if it is empty.
fn append_segment(url: &mut Url, segment: &str) -> Result<(), Finding> {
    if matches!(segment, "." | "..") {
        return Err(refused(rules::UNREPRESENTABLE, "a segment other than `.` and `..`", None));
    }
    let slash = if url.pathname().ends_with('/') { "" } else { "/" };
    let path = format!("{}{slash}{}", url.pathname(), percent::encode(segment, percent::SEGMENT).as_str());
    done(url.set_pathname(&path))
}

/// Appends encoded segments.
fn append_segments(url: &mut Url, segments: &str) -> Result<(), Finding> {
    if segments.split('/').any(|segment| dot_segment(segment).is_some()) {
        return Err(refused(rules::UNREPRESENTABLE, "segments other than `.` and `..`", None));
    }
    let path = joined(url.pathname(), segments, true);
    done(url.set_pathname(&path))
}

/// Changes pairs of the query and keeps the encoding of all others. The standard's `URLSearchParams` would encode all
/// of them again.
fn change_pairs(url: &mut Url, step: &PairStep, spaces: Spaces) -> Result<(), Finding> {
    let query = url.reference().component(Component::Query).unwrap_or_default();
    let mut pairs = Pairs::parse(query);
    let before = pairs.clone();
    step.change(spaces, &mut pairs);
    // A query whose pairs stay keeps even its empty pairs.
    if pairs.has_same_pairs(&before) {
        return Ok(());
    }
    match pairs.into_query() {
        Some(query) => set(url, Component::Query, &query),
        None => delete(url, Component::Query),
    }
}

fn done(result: Result<(), Error>) -> Result<(), Finding> {
    result.map_err(Finding::from)
}

/// Returns a finding with an empty span; the caller sets the span.
fn refused(rule: Rule, expected: &'static str, found: Option<char>) -> Finding {
    Finding::new(rule, Standard::Whatwg, Span::new(0, 0), expected, found)
}
