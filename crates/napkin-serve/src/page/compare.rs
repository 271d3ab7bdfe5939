//! Shows whether two URLs are equivalent.

use maud::{Markup, html};
use napkin::{Agreement, Finding, Reference, Standard, compare, whatwg};

use super::form::Form;
use crate::markup::{TABLE, clipped, section, sentence, table};
use napkin_answer::output::shown;

pub(super) fn show(form: &Form, text: &str) -> Markup {
    if form.other.is_empty() {
        return html! {};
    }
    let (other, _) = form.bare(&form.other);
    let rows = html! {
        @for &standard in Standard::ALL {
            @let (answer, why) = verdict(form, text, &other, standard);
            tr { th scope="row" { (standard.name()) } td { (answer) } td { (sentence(&why)) } }
        }
    };
    let content = html! {
        p { code { (shown(&form.masked(text))) } br; code { (shown(&form.masked(&other))) } }
        (table(TABLE, "Compared", &["standard", "equivalent", "why"], rows))
    };
    section("compared", "Compared", content)
}

fn verdict(form: &Form, a: &str, b: &str, standard: Standard) -> (&'static str, String) {
    let unread = |which: &str, finding: &Finding| {
        let finding = finding.redacted(napkin::password_span(if which == "first" { a } else { b }));
        ("–", format!("the {which} is not valid: {finding}"))
    };
    if standard == Standard::Whatwg {
        return match (whatwg::Url::parse(a, None), whatwg::Url::parse(b, None)) {
            (Ok(a), Ok(b)) if a.href() == b.href() => ("yes", "both make the same URL".into()),
            (Ok(_), Ok(_)) => ("no", "they make different URLs".into()),
            (Err(error), _) => unread("first", error.finding()),
            (_, Err(error)) => unread("second", error.finding()),
        };
    }
    match (Reference::parse(a, standard), Reference::parse(b, standard)) {
        (Ok(a), Ok(b)) => {
            let comparison = compare(a, b);
            match (comparison.rung, comparison.difference) {
                (Some(Agreement::Identical), _) => ("yes", "the same text".into()),
                (Some(rung), _) => ("yes", format!("from the rung `{}` on", rung.name())),
                (None, Some(difference)) => {
                    let name = difference.component.name();
                    let quoted = |text: &str| clipped(text, 80);
                    let [one, two] = match name {
                        "password" if !form.open => ["•".to_owned(), "•".to_owned()],
                        _ => [quoted(difference.a.of(a.as_str())), quoted(difference.b.of(b.as_str()))],
                    };
                    ("no", format!("the {name} differs: `{one}` and `{two}`"))
                }
                (None, None) => ("no", "they differ".into()),
            }
        }
        (Err(error), _) => unread("first", error.finding()),
        (_, Err(error)) => unread("second", error.finding()),
    }
}
