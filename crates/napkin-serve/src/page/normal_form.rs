//! Shows the normal form, rung by rung (RFC 3986 section 6.2).

use maud::{Markup, html};
use napkin::{Reference, Rung, Rungs, Standard, normalize, whatwg};

use super::form::Form;
use crate::answer::Problem;
use crate::markup::{TABLE, fold, row, table};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::shown;

pub(super) fn show(form: &Form, text: &str, base: Option<&whatwg::Url>, bounds: &Bounds) -> Result<Markup, Problem> {
    let standard = Some(form.standard()).filter(|&standard| standard != Standard::Whatwg).unwrap_or(Standard::Rfc3986);
    let mut rows = row("as read", &[&form.masked(text), ""]);
    let mut is_open = false;
    match Reference::parse(text, standard) {
        Ok(reference) => is_open = rungs(form, reference, &mut rows, bounds)?,
        Err(_) => rows.0.push_str(
            &html! { tr { th scope="row" { (standard.name()) } td colspan="2" { "none: it is not valid" } } }.0,
        ),
    }
    if let Ok(url) = whatwg::Url::parse(text, base) {
        is_open |= url.href() != text;
        let word = if url.href() == text { "nothing" } else { "serialize" };
        rows.0.push_str(&row("whatwg", &[&form.masked(url.href()), word]).0);
    }
    let title = "Normal form, rung by rung";
    Ok(fold("normal", title, is_open, table(TABLE, title, &["rung", "form", "changes"], rows)))
}

/// Adds a row for each rung, and returns whether any changes the text. The limits are checked for each, because a row has the
/// whole text.
fn rungs(form: &Form, reference: Reference<'_>, rows: &mut Markup, bounds: &Bounds) -> Result<bool, Problem> {
    let mut rungs = Rungs::NONE;
    let mut before = reference.as_str().to_owned();
    for &rung in Rung::ALL {
        rungs |= Rungs::of(rung);
        let normal = normalize(reference, rungs).text.into_owned();
        let row = html! {
            tr {
                th scope="row" { (rung.name()) }
                td { code data-copy[before != normal] { (changed(&form.masked(&before), &form.masked(&normal))) } }
                td { code { (if before == normal { "nothing" } else { rung.name() }) } }
            }
        };
        rows.0.push_str(&row.0);
        bounds.check(rows.0.len())?;
        before = normal;
    }
    Ok(before != reference.as_str())
}

/// Returns a text with a mark around the changed characters.
fn changed(before: &str, text: &str) -> Markup {
    let front: usize = before.chars().zip(text.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (rest_before, rest) = (&before[front..], &text[front..]);
    let pairs = rest_before.chars().rev().zip(rest.chars().rev());
    let back: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (middle, behind) = rest.split_at(rest.len() - back);
    html! {
        (shown(&text[..front]))
        @if before != text { mark { @if middle.is_empty() { "⌫" } @else { (shown(middle)) } } }
        (shown(behind))
    }
}
