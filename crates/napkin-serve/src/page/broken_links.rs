//! Shows which links of a document are broken: as far as the document alone tells, or, if the form asks for it, as servers say.

use std::time::Instant;

use maud::{Markup, html};
use napkin_answer::bounds::Bounds;
use napkin_check::{Checked, Checker, Document, Options, Summary, Verdict};
use napkin_document::Kind;

use super::document::{First, place};
use super::form::Form;
use crate::answer::Problem;
use crate::markup::{TABLE, clipped, flow, section, sentence, table};
use crate::state::Gateway;

/// The most links that are shown.
const MOST: usize = 200;

const LONG: usize = 300;

/// Judges the links without looking at files. Servers are asked only if the form says so and the policy of the gateway permits it,
/// during half of the time for the answer. `base` is the URL of the document.
pub(super) fn broken_links(
    form: &Form,
    base: Option<&str>,
    kind: Option<Kind>,
    name: &str,
    gateway: &Gateway,
    bounds: &Bounds,
) -> Result<Markup, Problem> {
    let mut document = Document::new(name, form.document.as_bytes());
    document.url = base.map(str::to_owned);
    document.kind = kind;
    let (checker, _permit) = if form.servers {
        let permit = gateway.permits_now()?;
        let options = Options::default().with_concurrency(permit.num_permits()).with_tries(1);
        let checker = Checker::new(options.with_max_document(gateway.max_document as u64));
        (checker.with_client(gateway.client.clone()).map_err(|_| Problem::fault())?, Some(permit))
    } else {
        (Checker::new(Options::default().with_offline(true)), None)
    };
    let (ends, until) = (bounds.clone(), Instant::now() + bounds.left() / 2);
    let mut checker = checker.with_end(move || Instant::now() > until || ends.check(0).is_err());
    let (mut rows, mut broken, mut checked) = (First::new(MOST), 0, Ok(()));
    let _ = checker.check(&document, &mut (), &mut |link: Checked| {
        broken += usize::from(link.verdict.is_failure());
        if link.verdict.is_failure() || (form.servers && is_news(&link)) {
            rows.add(|| row(form, &link));
        }
        checked = bounds.check(0);
        flow(checked)
    });
    checked?;
    Ok(shown(form, &rows, broken, checker.summary()))
}

/// Returns whether a link that is not broken is worth a row: it has moved, or nobody could look.
fn is_news(link: &Checked) -> bool {
    link.is_unseen || !matches!(link.verdict, Verdict::Ok | Verdict::Skipped)
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

fn shown(form: &Form, rows: &First<Markup>, broken: usize, summary: Summary) -> Markup {
    if summary.links() == 0 {
        return html! {};
    }
    let skipped = summary.count(Verdict::Skipped);
    let content = html! {
        p #broken {
            @if broken == 0 { "No link is broken" } @else { (broken) " broken" }
            ", of " (summary.links()) (rows.said_if_more("napkin check")) "."
            @if form.servers {
                @if summary.unseen() > 0 { " " (summary.unseen()) " could not be looked at." }
            } @else if skipped > 0 {
                " " (skipped) " lead to files or servers, which are not asked here; tick “Ask the servers of its links”, or use "
                code { "napkin check" } "."
            }
        }
        @if rows.count > 0 {
            (table(TABLE, "Broken links", &["place", "as written", "verdict", "why"], html! { @for row in &rows.rows { (row) } }))
        }
    };
    section("broken-links", "Broken links", content)
}
