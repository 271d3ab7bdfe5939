//! Shows which links of a document are broken, as far as the document alone tells.

use maud::{Markup, html};
use napkin_answer::bounds::Bounds;
use napkin_check::{Checked, Checker, Document, Options, Summary};
use napkin_document::Kind;

use super::document::{First, place};
use super::form::Form;
use crate::answer::Problem;
use crate::markup::{TABLE, clipped, flow, section, sentence, table};

/// The most links that are shown.
const MOST: usize = 200;

const LONG: usize = 300;

/// Judges the links without looking at files or asking servers: fragments of the document itself, and URLs that their own text
/// shows to be wrong. `base` is the URL of the document.
pub(super) fn broken_links(
    form: &Form,
    base: Option<&str>,
    kind: Option<Kind>,
    name: &str,
    bounds: &Bounds,
) -> Result<Markup, Problem> {
    let mut document = Document::new(name, form.document.as_bytes());
    document.url = base.map(str::to_owned);
    document.kind = kind;
    let ends = bounds.clone();
    let checker = Checker::new(Options::default().with_offline(true)).with_end(move || ends.check(0).is_err());
    let (mut checker, mut broken, mut checked) = (checker, First::new(MOST), Ok(()));
    let _ = checker.check(&document, &mut (), &mut |link: Checked| {
        if link.verdict.is_failure() {
            broken.add(|| row(form, &link));
        }
        checked = bounds.check(0);
        flow(checked)
    });
    checked?;
    Ok(shown(&broken, checker.summary()))
}

fn row(form: &Form, link: &Checked) -> Markup {
    let raw = clipped(&form.masked(&link.raw), LONG);
    let reason = clipped(&form.masked(&link.reason), LONG);
    html! {
        tr {
            th scope="row" { (place((link.line, link.column))) }
            td { code { (raw) } }
            td { (link.verdict.name()) }
            td { (sentence(&reason)) }
        }
    }
}

fn shown(broken: &First<Markup>, summary: Summary) -> Markup {
    if summary.links() == 0 {
        return html! {};
    }
    let skipped = summary.count(napkin_check::Verdict::Skipped);
    let content = html! {
        p #broken {
            @if broken.count == 0 { "No link is broken" } @else { (broken.count) " broken" }
            ", of " (summary.links()) (broken.said_if_more("napkin check")) "."
            @if skipped > 0 {
                " " (skipped) " lead to files or servers, which are not asked here; " code { "napkin check" } " asks them."
            }
        }
        @if broken.count > 0 {
            (table(TABLE, "Broken links", &["place", "as written", "verdict", "why"], html! { @for row in &broken.rows { (row) } }))
        }
    };
    section("broken-links", "Broken links", content)
}
