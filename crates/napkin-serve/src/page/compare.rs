//! Shows whether two URLs are equivalent.

use napkin::{Agreement, Finding, Reference, Standard, compare, whatwg};

use super::question::Question;
use crate::html::{Html, clipped};

pub(super) fn show(question: &Question, text: &str, html: &mut Html) {
    if question.other.is_empty() {
        return;
    }
    let (other, _) = question.bare(&question.other);
    html.section("compared", "Compared").raw("<p><code>").text(&question.masked(text)).raw("</code><br><code>");
    html.text(&question.masked(&other)).raw("</code></p>");
    html.table("Compared", &["standard", "equivalent", "why"]);
    for &standard in Standard::ALL {
        let (answer, why) = verdict(question, text, &other, standard);
        html.raw("<tr><th scope=row>").raw(standard.name()).raw("</th><td>").raw(answer).raw("</td><td>");
        html.sentence(&why).raw("</td></tr>");
    }
    html.end_table().raw("</section>");
}

fn verdict(question: &Question, a: &str, b: &str, standard: Standard) -> (&'static str, String) {
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
                    let quoted = |text: &str| clipped(text, 80).into_owned();
                    let [one, two] = match name {
                        "password" if !question.open => ["•".to_owned(), "•".to_owned()],
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
