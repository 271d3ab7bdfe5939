//! Shows whether two URLs are equivalent.

use maud::{Markup, html};
use napkin::{Component, Standard};
use napkin_answer::compare::{Row, under};
use napkin_answer::output::shown;
use napkin_answer::record::{Place, Record};

use super::form::Form;
use crate::markup::{TABLE, clipped, section, sentence, table};

pub(super) fn show(form: &Form, text: &str) -> Markup {
    if form.other.is_empty() {
        return html! {};
    }
    let (other, _) = form.bare(&form.other);
    let [a, b] = [(text, 1), (&*other, 2)].map(|(text, number)| Record::new(text.as_bytes(), Place::Argument(number)));
    let rows = html! {
        @for &standard in Standard::ALL {
            @let (answer, why) = under(&a, &b, standard, |row| (answer(row), why(form, row)));
            tr { th scope="row" { (standard.name()) } td { (answer) } td { (sentence(&why)) } }
        }
    };
    let content = html! {
        p { code { (shown(&form.masked(text))) } br; code { (shown(&form.masked(&other))) } }
        (table(TABLE, "Compared", &["standard", "equivalent", "why"], rows))
    };
    section("compared", "Compared", content)
}

fn answer(row: &Row<'_>) -> &'static str {
    match row.error() {
        Some(_) => "–",
        None if row.is_equivalent() => "yes",
        None => "no",
    }
}

fn why(form: &Form, row: &Row<'_>) -> String {
    if let Some((number, finding)) = row.error() {
        return format!("the {} is not valid: {finding}", ["first", "second"][number]);
    }
    let Some((component, texts)) = row.difference() else { return row.meaning().unwrap_or_default().into() };
    let [a, b] = match component {
        Component::Password if !form.open => ["•".to_owned(), "•".to_owned()],
        _ => texts.map(|text| clipped(text, 80)),
    };
    format!("the {} differs: `{a}` and `{b}`", component.name())
}
