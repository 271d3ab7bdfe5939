//! Changes URLs of the WHATWG standard through the setters of its API (section 6.1).

use napkin::query::Pairs;
use napkin::whatwg::Url;
use napkin::{Component, Error, Finding, Rule, Span, Standard, password_span, percent};

use super::Step;

use napkin_answer::rules;

/// Applies a change. The span of an error has no meaning: the rejected text is not in the URL.
pub(super) fn change(url: &mut Url, step: &Step) -> Result<(), Finding> {
    match step {
        Step::Set(component, value) | Step::SetData(component, value) => set(url, *component, value),
        Step::Append(Component::Path, segment) => append_segment(url, segment),
        Step::Append(component, value) => {
            let before = url.reference().component(*component).unwrap_or_default();
            set(url, *component, &format!("{before}{value}"))
        }
        Step::Delete(component) => delete(url, *component),
        _ => change_pairs(url, step),
    }
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
    finding.with_found(finding.found.map(|found| if has_password { '*' } else { found }))
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

/// Changes pairs of the query and keeps the encoding of all others. The standard's `URLSearchParams` would encode all
/// of them again.
fn change_pairs(url: &mut Url, step: &Step) -> Result<(), Finding> {
    let mut pairs = Pairs::parse(url.reference().component(Component::Query).unwrap_or_default());
    step.change_pairs(&mut pairs);
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
