//! The lint of definitions: a form, and its findings.

use napkin::{Finding, whatwg};
use napkin_scheme::lint::question;
use napkin_scheme::source::Limits;

use super::command::{self, CHOOSER};
use super::quote::quote;
use crate::answer::{Answer, Problem};
use crate::api::judge_definition;
use crate::frame::HTML;
use crate::html::Html;
use crate::parameters::{Parameters, value_problem};
use napkin_answer::bounds::Bounds;
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
    Ok(whole(&text, ""))
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
    judge_definition(text.len(), most)?;
    let mut html = Html::within(bounds);
    if !text.is_empty() {
        show(&text, &mut html)?;
    }
    let part = html.finish()?;
    Ok(if is_part { Answer::new(HTML, part) } else { whole(&text, &part) })
}

fn whole(text: &str, part: &str) -> Answer {
    let mut html = Html::default();
    html.raw("<h1>Does this definition say what it must?</h1>\
              <p>The definition of a scheme, held against the guidelines of RFC 2718, RFC 7595 and RFC 8615.</p>\
              <form id=linting method=post action=\"/lint\" accept-charset=utf-8><label for=definition>Definition, in TOML; a \
              file can be dropped anywhere</label><textarea id=definition name=definition rows=16 autocomplete=off \
              autocapitalize=off spellcheck=false aria-keyshortcuts=\"/\">\n");
    html.verbatim(text).raw("</textarea>").raw(CHOOSER).raw("<div class=line><button>Lint</button></div></form>");
    html.raw("<form id=template method=get action=\"/lint\" class=line><label for=scheme>Or begin with a skeleton for the scheme\
              </label><input id=scheme name=template required autocomplete=off autocapitalize=off spellcheck=false size=12>\
              <button class=second>Begin</button></form>");
    html.raw("<p id=status role=status></p><div id=answer>");
    let mut page = html.into_string();
    page.push_str(part);
    page.push_str("</div>");
    Answer::page("Lint", &page)
}

fn show(text: &str, html: &mut Html) -> Result<(), Problem> {
    let source = Source::held("definition".to_owned(), text.as_bytes().to_vec())?;
    let mut count = 0;
    linted(&source, &Limits::default(), &mut |one| {
        count += 1;
        if count <= DEFINITIONS {
            definition(&source, one, html);
        }
        html.watch(0)
    });
    if count == 0 {
        html.raw("<p class=problem>There is no <code>[[scheme]]</code> in it, so that nothing is defined.</p>");
    }
    if count > DEFINITIONS {
        html.raw("<p>")
            .number(count - DEFINITIONS)
            .raw(" more definitions; <code>napkin scheme lint</code> shows them all.</p>");
    }
    if text.len() <= LINK {
        let mut fragment = whatwg::SearchParams::new();
        fragment.append("definition", text);
        html.raw("<p><a id=permalink href=\"/lint#").verbatim(&fragment.to_string()).raw("\">Permalink</a></p>");
    }
    command::section(html);
    command::line("napkin scheme lint --pretty -- 'definition.toml'", html);
    command::end(html);
    Ok(())
}

fn definition(source: &Source, one: &Linted<'_>, html: &mut Html) {
    let open = one.open();
    let asked = open.iter().filter(|finding| question(finding.rule).is_some()).count();
    html.raw("<section><h2>").text(one.scheme.unwrap_or("The file")).raw("</h2>");
    if open.is_empty() {
        html.raw("<p class=good>✓ Nothing is open.</p>");
    } else {
        let broken = open.len() - asked;
        html.raw("<p class=problem>").number(broken).raw(if broken == 1 {
            " broken rule, "
        } else {
            " broken rules, "
        });
        html.number(asked).raw(if asked == 1 { " open question</p>" } else { " open questions</p>" });
    }
    let mut quoted = None;
    for finding in open.iter().take(MOST) {
        // A finding about a missing item has the place of the name, which is quoted once.
        let is_quoted = quoted.replace(finding.span) == Some(finding.span);
        self::finding(source, finding, is_quoted, html);
    }
    if open.len() > MOST {
        html.raw("<p>").number(open.len() - MOST).raw(" more; <code>napkin scheme lint</code> shows them all.</p>");
    }
    let accepted: Vec<_> =
        one.remarks.iter().filter_map(|remark| Some((remark.rule.code(), remark.accepted.as_deref()?))).collect();
    if !accepted.is_empty() {
        html.raw("<h3>Accepted, with the reason</h3><dl class=card>");
        for (code, reason) in accepted {
            html.raw("<dt><a href=\"/rules/")
                .raw(code)
                .raw("\">")
                .raw(code)
                .raw("</a></dt><dd>")
                .sentence(reason)
                .raw("</dd>");
        }
        html.raw("</dl>");
    }
    html.raw("</section>");
}

/// Shows an open finding: its rule, its place, the reason and the sections.
fn finding(source: &Source, finding: &Finding, is_quoted: bool, html: &mut Html) {
    let rule = finding.rule;
    let question = question(rule);
    html.raw(if question.is_some() {
        "<article class=remark><h3>question: "
    } else {
        "<article class=error><h3>broken: "
    });
    html.raw("<a href=\"/rules/").raw(rule.code()).raw("\">").raw(rule.code()).raw("</a></h3><p>");
    html.sentence(&finding.to_string()).raw("</p>");
    let (line, place, within) = source.line(finding);
    html.raw("<p class=aside>").text(&place.to_string()).raw("</p>");
    if !is_quoted {
        quote(line, within.span, html);
    }
    html.raw("<p class=why>").sentence(rule.why()).raw("</p><p class=aside>").text(finding.see()).raw("</p></article>");
}
