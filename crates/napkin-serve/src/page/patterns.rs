//! Shows what a URL pattern or a URI template finds in the URL, if one stands where a URL to compare with may stand.

use maud::{Markup, html};
use napkin::pattern::{Component, InputBuf, Pattern, PatternOptions, Regex};
use napkin::template::Template;
use napkin::whatwg;
use napkin_answer::template::joined;

use super::form::Form;
use crate::markup::{TABLE, clipped, section, sentence, table};

/// The longest patterns and URLs that are matched, in bytes. The work is their product.
const LONGEST: (usize, usize) = (1 << 10, 1 << 13);

const LONG: usize = 300;

/// A group or a variable: where, its name, and its text.
type Found = (&'static str, String, String);

pub(super) fn show(form: &Form, text: &str, base: Option<&whatwg::Url>) -> Markup {
    let (given, _) = form.bare(&form.other);
    if !has_groups(&given) {
        return html! {};
    }
    // Groups of a password show stand-ins, too.
    let (text, given) = (form.masked(text), form.masked(&given));
    if given.len() > LONGEST.0 || text.len() > LONGEST.1 {
        let content = html! { p { "The pattern or the URL is too long to be matched here; " code { "napkin pattern" } " matches it." } };
        return section("patterns", "Matched", content);
    }
    let rows = html! {
        (row("URL pattern", by_pattern(&given, &text, base)))
        @if given.contains('{') { (row("URI template", by_template(&given, &text))) }
    };
    let content = html! {
        p { code { (clipped(&given, LONG)) } }
        (table(TABLE, "Matched", &["read as", "matches", "groups"], rows))
    };
    section("patterns", "Matched", content)
}

/// Returns whether a text has what only patterns and templates need.
fn has_groups(text: &str) -> bool {
    let has_name = |mark: &str| {
        text.split(mark).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
    };
    text.contains(['{', '*', '(']) || ["/:", ".:", "=:"].iter().any(|mark| has_name(mark))
}

fn by_pattern(given: &str, text: &str, base: Option<&whatwg::Url>) -> Result<Vec<Found>, String> {
    // An engine that goes back and tries again is not for strangers.
    let options = PatternOptions::default().with_engine(&Regex);
    let pattern = Pattern::parse_with(given, base, options).map_err(|error| format!("not a pattern: {error}"))?;
    let input = InputBuf::parse(text, base).map_err(|error| format!("not a URL for browsers: {error}"))?;
    let found = pattern.exec(&input).ok_or("")?;
    let of = |component: Component| {
        let groups = found.groups(component).filter(|(_, text)| text.is_some_and(|text| !text.is_empty()));
        groups.map(move |(name, text)| (component.name(), name.to_owned(), text.unwrap_or_default().to_owned()))
    };
    Ok(Component::ALL.into_iter().flat_map(of).collect())
}

fn by_template(given: &str, text: &str) -> Result<Vec<Found>, String> {
    let template = Template::parse(given).map_err(|error| format!("not a template: {error}"))?;
    let found = template.match_url(text).map_err(|mismatch| format!("no: {mismatch}"))?;
    Ok(found.variables().map(|(name, value)| ("", name.to_owned(), joined(value))).collect())
}

fn row(name: &str, found: Result<Vec<Found>, String>) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            @match found {
                Ok(groups) => {
                    td { "yes" }
                    td {
                        @for (place, name, text) in &groups {
                            code { (clipped(name, LONG)) "=" (clipped(text, LONG)) }
                            @if !place.is_empty() { " (" (place) ")" }
                            br;
                        }
                    }
                }
                Err(why) => {
                    td { "no" }
                    td { @if !why.is_empty() { (sentence(&why)) } }
                }
            }
        }
    }
}
