//! The lint of definitions: a form, and its findings.

use maud::{Markup, PreEscaped, Render, html};
use napkin::Finding;
use napkin_scheme::lint::question;
use napkin_scheme::source::Limits;

use super::sections::permalink;
use super::shell_commands::{chooser, commands};
use crate::answer::{Answer, Problem};
use crate::api::check_definition;
use crate::layout::HTML;
use crate::markup::{Typed, flow, quote, rule_link, sentence};
use crate::parameters::{Parameters, value_problem};
use napkin_answer::bounds::Bounds;
use napkin_answer::output::shown;
use napkin_answer::scheme::book::Source;
use napkin_answer::scheme::lint::{Linted, linted};
use napkin_answer::scheme::template::skeleton;

/// The most definitions that are shown.
const DEFINITIONS: usize = 50;
/// The most findings that are shown per definition.
const MOST: usize = 100;

/// The longest definition that a permalink carries, in bytes.
const LINK: usize = 8 << 10;

/// Returns the form, with a skeleton if requested.
///
/// # Errors
/// The name is not valid for a scheme.
pub(crate) fn empty(mut parameters: Parameters) -> Result<Answer, Problem> {
    let name = parameters.one("template")?.filter(|name| !name.is_empty());
    parameters.finish()?;
    let text = name.as_deref().map(|name| skeleton(&name.to_ascii_lowercase())).transpose();
    let text = text.map_err(|_| value_problem("template", "expected the name of a scheme"))?.unwrap_or_default();
    Ok(whole(&text, &Markup::default()))
}

/// Returns the form with the findings in a definition, or only the findings if `is_part` (for the script).
///
/// # Errors
/// A parameter is wrong, or the definition has more bytes than `most`.
pub(crate) fn answered(
    mut parameters: Parameters,
    is_part: bool,
    most: usize,
    bounds: &Bounds,
) -> Result<Answer, Problem> {
    let text = parameters.one("definition")?.unwrap_or_default();
    parameters.finish()?;
    check_definition(text.len(), most)?;
    let part = if text.is_empty() { Markup::default() } else { show(&text, bounds)? };
    bounds.check(part.0.len())?;
    Ok(if is_part { Answer::new(HTML, part.into_string()) } else { whole(&text, &part) })
}

fn whole(text: &str, part: &Markup) -> Answer {
    let page = html! {
        h1 { "Does this definition say what it must?" }
        p { "The definition of a scheme, held against the guidelines of RFC 2718, RFC 7595 and RFC 8615." }
        form #linting method="post" action="/lint" accept-charset="utf-8" {
            label for="definition" { "Definition, in TOML; a file can be dropped anywhere" }
            textarea #definition name="definition" rows="16" autocomplete="off" autocapitalize="off" spellcheck="false"
                aria-keyshortcuts="/" { "\n" (Typed(text)) }
            (chooser())
            div class="line" { button { "Lint" } }
        }
        form #template method="get" action="/lint" class="line" {
            label for="scheme" { "Or begin with a skeleton for the scheme" }
            input #scheme name="template" required autocomplete="off" autocapitalize="off" spellcheck="false" size="12";
            button class="second" { "Begin" }
        }
        p #status role="status" {}
        div #answer { (part) }
    };
    Answer::page("Lint", page)
}

fn show(text: &str, bounds: &Bounds) -> Result<Markup, Problem> {
    let source = Source::held("definition".to_owned(), text.as_bytes().to_vec())?;
    let (mut shown, mut count, mut checked) = (String::new(), 0, Ok(()));
    linted(&source, &Limits::default(), &mut |one| {
        count += 1;
        if count <= DEFINITIONS {
            definition(&source, one).render_to(&mut shown);
        }
        checked = bounds.check(shown.len());
        flow(checked)
    });
    checked?;
    Ok(html! {
        (PreEscaped(shown))
        @if count == 0 {
            p class="problem" { "There is no " code { "[[scheme]]" } " in it, so that nothing is defined." }
        }
        @if let Some(more @ 1..) = count.checked_sub(DEFINITIONS) {
            p { (more) " more definitions; " code { "napkin scheme lint" } " shows them all." }
        }
        @if text.len() <= LINK { p { (permalink("/lint", &[("definition", text)])) } }
        (commands(["napkin scheme lint --pretty -- 'definition.toml'"]))
    })
}

fn definition(source: &Source, one: &Linted<'_>) -> Markup {
    let open = one.open();
    let asked = open.iter().filter(|finding| question(finding.rule).is_some()).count();
    let broken = open.len() - asked;
    let accepted: Vec<_> =
        one.remarks.iter().filter_map(|remark| Some((remark.rule.code(), remark.accepted.as_deref()?))).collect();
    // A finding about a missing item has the place of the name, which is quoted once.
    let mut quoted = None;
    let mut is_quoted = |finding: &Finding| quoted.replace(finding.span) == Some(finding.span);
    html! {
        section {
            h2 { (shown(one.scheme.unwrap_or("The file"))) }
            @if open.is_empty() {
                p class="good" { "✓ Nothing is open." }
            } @else {
                p class="problem" {
                    (broken) @if broken == 1 { " broken rule, " } @else { " broken rules, " }
                    (asked) @if asked == 1 { " open question" } @else { " open questions" }
                }
            }
            @for finding in open.iter().take(MOST) { (self::finding(source, finding, is_quoted(finding))) }
            @if let Some(more @ 1..) = open.len().checked_sub(MOST) {
                p { (more) " more; " code { "napkin scheme lint" } " shows them all." }
            }
            @if !accepted.is_empty() {
                h3 { "Accepted, with the reason" }
                dl class="card" {
                    @for (code, reason) in accepted { dt { (rule_link(code)) } dd { (sentence(reason)) } }
                }
            }
        }
    }
}

/// Shows an open finding: its rule, its place, the reason and the sections.
fn finding(source: &Source, finding: &Finding, is_quoted: bool) -> Markup {
    let rule = finding.rule;
    let (class, word) = if question(rule).is_some() { ("remark", "question: ") } else { ("error", "broken: ") };
    let (line, place, within) = source.line(finding);
    html! {
        article class=(class) {
            h3 { (word) (rule_link(rule.code())) }
            p { (sentence(&finding.to_string())) }
            p class="aside" { (shown(&place.to_string())) }
            @if !is_quoted { (quote(line, within.span)) }
            p class="why" { (sentence(rule.why())) }
            p class="aside" { (shown(finding.see())) }
        }
    }
}
