//! Shows how a reference is resolved by RFC 3986 section 5.2, step by step, and the result of every standard.
//!
//! The result comes from the library; a test compares the steps with it.

use maud::{Markup, PreEscaped, Render, html};
use napkin::{Component, Reference, Standard};
use napkin_answer::base::BaseOptions;
use napkin_answer::names::Standards;
use napkin_answer::output::Session;
use napkin_answer::record::{Place, Record};
use napkin_answer::resolve::Resolver;

use super::form::Form;
use crate::markup::{TABLE, clipped, row, section, sentence, table};

/// The most steps of dot-segment removal that are shown.
const MOST: usize = 40;

const LONG: usize = 200;

pub(super) fn show(form: &Form, text: &str, base: &str) -> Markup {
    if base.is_empty() {
        return html! {};
    }
    let generic = |text| Reference::parse(text, Standard::Rfc3986);
    let rows = html! {
        @for &standard in Standard::ALL {
            tr { th scope="row" { (standard.name()) } td { (absolute(form, text, base, standard)) } }
        }
    };
    let content = html! {
        (table(TABLE, "The absolute form under each standard", &["standard", "absolute form"], rows))
        @match (generic(text), generic(base)) {
            (Ok(reference), Ok(base)) if base.is_absolute() => {
                details { summary { "Step by step, as RFC 3986 section 5.2 says" } (steps(form, reference, base)) }
            }
            (_, Ok(base)) if !base.is_absolute() => {
                p class="problem" { "The base has no scheme: it completes nothing (section 5.1)." }
            }
            (Err(_), _) => { p { "No steps: the reference is not valid under RFC 3986." } }
            (_, _) => { p class="problem" { "The base is not valid under RFC 3986." } }
        }
    };
    section("resolution", "Resolved against the base URL", content)
}

/// Shows the absolute form under one standard.
fn absolute(form: &Form, text: &str, base: &str, standard: Standard) -> Markup {
    let options = BaseOptions { base: base.to_owned(), ..BaseOptions::default() };
    let Ok(resolver) = Resolver::new(Standards::One(standard), &options, &Session::silent()) else {
        return html! { "none: the base is not valid" };
    };
    let mut shown = Markup::default();
    resolver.rows(&Record::new(text.as_bytes(), Place::Argument(1)), &mut |row| {
        shown = match (row.absolute, row.error) {
            (Some(url), _) => html! { code data-copy { (clipped(&form.masked(url), 400)) } },
            (None, None) => html! { "the current document" },
            (None, Some(error)) => html! { "none: " (sentence(&error.to_string())) },
        };
    });
    shown
}

/// One step: the decision, its section, and its result.
struct Step {
    does: &'static str,
    see: &'static str,
    gives: String,
}

/// The five components of the target.
#[derive(Default, Debug, PartialEq, Eq)]
struct Target {
    scheme: String,
    authority: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl Target {
    /// Recomposes the URL by RFC 3986 section 5.3.
    fn recomposed(&self) -> String {
        let mut out = format!("{}:", self.scheme);
        if let Some(authority) = &self.authority {
            out += &format!("//{authority}");
        } else if self.path.starts_with("//") {
            // Otherwise the path would be read as an authority (section 3.3).
            out += "/.";
        }
        out += &self.path;
        if let Some(query) = &self.query {
            out += &format!("?{query}");
        }
        if let Some(fragment) = &self.fragment {
            out += &format!("#{fragment}");
        }
        out
    }
}

/// Implements section 5.2.2 literally.
fn target(reference: Reference<'_>, base: Reference<'_>, steps: &mut Vec<Step>) -> (Target, String) {
    let of = |from: Reference<'_>, component| from.component(component).map(str::to_owned);
    let path = |from: Reference<'_>| from.path().as_str().to_owned();
    let mut target = Target { scheme: of(base, Component::Scheme).unwrap_or_default(), ..Target::default() };
    target.authority = of(base, Component::Authority);
    target.query = of(reference, Component::Query);
    let mut step = |does, see, gives: &str| steps.push(Step { does, see, gives: gives.to_owned() });
    let unfolded = if let Some(scheme) = reference.scheme() {
        step("The reference has a scheme: nothing is taken from the base", "5.2.2", scheme);
        target.scheme = scheme.to_owned();
        target.authority = of(reference, Component::Authority);
        path(reference)
    } else if let Some(authority) = reference.authority() {
        step("No scheme: that of the base", "5.2.2", &target.scheme);
        step("The reference has an authority: authority, path and query are its own", "5.2.2", authority);
        target.authority = Some(authority.to_owned());
        path(reference)
    } else {
        step("No scheme: that of the base", "5.2.2", &target.scheme);
        step("No authority: that of the base", "5.2.2", target.authority.as_deref().unwrap_or("(none)"));
        let own = path(reference);
        if own.is_empty() {
            step("The path is empty: that of the base, as it is", "5.2.2", &path(base));
            if target.query.is_none() {
                target.query = of(base, Component::Query);
                step("No query: that of the base", "5.2.2", target.query.as_deref().unwrap_or("(none)"));
            }
            target.path = path(base);
            target.fragment = of(reference, Component::Fragment);
            return (target, String::new());
        }
        if own.starts_with('/') {
            step("The path begins with a slash: it replaces that of the base", "5.2.2", &own);
            own
        } else {
            let kept = merged(base);
            step("The base’s path up to its last slash", "5.2.3", &kept);
            step("The reference’s path is put behind it", "5.2.3", &format!("{kept}{own}"));
            kept + &own
        }
    };
    target.path = folded(&unfolded, &mut |_, _, _| {});
    target.fragment = of(reference, Component::Fragment);
    (target, unfolded)
}

/// Returns the part of the base's path that is kept (section 5.2.3).
fn merged(base: Reference<'_>) -> String {
    let path = base.path().as_str();
    if base.authority().is_some() && path.is_empty() {
        return "/".into();
    }
    path.rfind('/').map_or("", |slash| &path[..=slash]).to_owned()
}

/// Implements section 5.2.4 literally. `step` receives the letter of each applied rule, and both buffers after it. The prefix
/// that a rule puts before the input is the slash already there, or the whole remaining input.
fn folded(path: &str, step: &mut dyn FnMut(&'static str, &str, &str)) -> String {
    let mut output = String::new();
    let mut input = path;
    while !input.is_empty() {
        let rule = if input.starts_with("../") || input.starts_with("./") {
            input = &input[if input.starts_with("../") { 3 } else { 2 }..];
            "A"
        } else if input.starts_with("/./") || input == "/." {
            input = if input == "/." { "/" } else { &input[2..] };
            "B"
        } else if input.starts_with("/../") || input == "/.." {
            input = if input == "/.." { "/" } else { &input[3..] };
            output.truncate(output.rfind('/').unwrap_or(0));
            "C"
        } else if input == "." || input == ".." {
            input = "";
            "D"
        } else {
            let first = input.chars().next().map_or(0, char::len_utf8);
            let end = input[first..].find('/').map_or(input.len(), |slash| slash + first);
            output.push_str(&input[..end]);
            input = &input[end..];
            "E"
        };
        step(rule, &output, input);
    }
    output
}

fn steps(form: &Form, reference: Reference<'_>, base: Reference<'_>) -> Markup {
    let mut steps = Vec::new();
    let (target, unfolded) = target(reference, base, &mut steps);
    // Only an authority can contain a password.
    let hidden = |step: &Step| match step.does.contains("uthority") {
        true => form.masked(&format!("//{}", step.gives))[2..].to_owned(),
        false => step.gives.clone(),
    };
    html! {
        ol class="steps" {
            @for step in &steps {
                li { (step.does) " " span class="aside" { (step.see) } " " code { (clipped(&hidden(step), LONG)) } }
            }
            @if unfolded != target.path && !unfolded.is_empty() {
                li {
                    "Dot segments are removed " span class="aside" { "5.2.4" } " "
                    code { (clipped(&target.path, LONG)) }
                    (buffers(&unfolded))
                }
            }
            li {
                "Put together " span class="aside" { "5.3" } " "
                code { (clipped(&form.masked(&target.recomposed()), 400)) }
            }
        }
    }
}

/// Shows the buffers of section 5.2.4 after each step.
fn buffers(path: &str) -> Markup {
    // Nobody reads the steps of a long path.
    if path.len() > 2000 {
        return html! {};
    }
    let (mut rows, mut count) = (String::new(), 0);
    folded(path, &mut |rule, output, input| {
        count += 1;
        if count <= MOST {
            row(rule, &[&clipped(output, 100), &clipped(input, 100)]).render_to(&mut rows);
        }
    });
    html! {
        details {
            summary { "Rule by rule" }
            (table(TABLE, "Removing dot segments", &["rule", "output", "input left"], PreEscaped(rows)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases of `data/cases/resolve.toml`, among them the examples of RFC 3986 sections 5.4 and 5.2.4.
    #[test]
    fn steps_lead_where_the_rfc_says() {
        let table: toml::Table = include_str!("../../../../data/cases/resolve.toml").parse().expect("TOML");
        let list = |value: &toml::Value| value.as_array().expect("a list").clone();
        let mut count = 0;
        for group in list(&table["group"]) {
            for case in list(&group["case"]) {
                let [base, text, expected] =
                    [&group["base"], &case["reference"], &case["rfc3986"]].map(|value| value.as_str().expect("a text"));
                let read = |text| Reference::parse(text, Standard::Rfc3986);
                let (Ok(reference), Ok(parsed)) = (read(text), read(base)) else { continue };
                let (target, _) = target(reference, parsed, &mut Vec::new());
                assert_eq!(target.recomposed(), expected, "{text} from {base}");
                let shown = absolute(&Form { open: true, ..Form::default() }, text, base, Standard::Rfc3986);
                assert_eq!(shown.0, html! { code data-copy { (clipped(expected, 400)) } }.0, "{text} from {base}");
                count += 1;
            }
        }
        assert!(count > 80, "{count} cases");
        assert_eq!(folded("/a/b/c/./../../g", &mut |_, _, _| {}), "/a/g");
        assert_eq!(folded("mid/content=5/../6", &mut |_, _, _| {}), "mid/6");
    }
}
