//! The workbench: a page that explains a URL or a document.
//!
//! The server renders the page, which needs no script; the script only sends the form without leaving the page. Passwords are
//! masked unless the form asks to show them. The page shows the same answers as the library and the commands.

mod audit;
mod browser;
mod card;
mod command;
mod compare;
mod data;
mod document;
mod drawing;
mod escapes;
mod findings;
pub(crate) mod lint;
mod normal;
mod pairs;
mod policy;
mod question;
mod quote;
mod readings;
mod resolution;
mod rules;
pub(crate) mod schemes;
mod url;

use napkin::Standard;
use napkin_answer::bounds::Bounds;
use napkin_answer::names::AUTO;
use napkin_document::Kind;
use napkin_retrieve::Policy;

pub(crate) use self::card::card;
pub(crate) use self::policy::{hops, underlined};
use self::question::Question;
use crate::answer::{Answer, Problem};
use crate::frame::HTML;
use crate::html::Html;
use crate::parameters::Parameters;

/// The labels of the fields in which escapes are read.
const FIELDS: [&str; 3] = ["URL", "base URL", "URL to compare with"];

pub(crate) fn empty() -> Answer {
    whole(&Question::default(), "")
}

pub(crate) fn rules() -> Answer {
    Answer::page("Rules", &rules::list())
}

pub(crate) fn rule(code: &str) -> Option<Answer> {
    napkin_answer::rules::find(code).map(|rule| Answer::page("A rule", &rules::page(rule)))
}

/// Returns the page for a problem.
pub(crate) fn refused(problem: &Problem) -> Answer {
    let mut html = Html::default();
    html.raw("<h1>This was not answered</h1><p class=problem>").sentence(problem.message()).raw("</p><p><code>");
    html.text(problem.rule()).raw("</code></p><p><a href=\"/\">The workbench</a></p>");
    let answer = Answer::page("Not answered", &html.into_string());
    Answer { status: problem.status, allow: problem.allow, ..answer }
}

/// Returns the page with the answer to a form, or only the answer if `is_part` (for the script).
pub(crate) fn answered(
    parameters: Parameters,
    is_part: bool,
    policy: &Policy,
    bounds: &Bounds,
) -> Result<Answer, Problem> {
    let question = Question::of(parameters)?;
    let mut html = Html::within(bounds);
    if !question.document.is_empty() {
        document::show(&question, &mut html)?;
    } else if let Some((number, wrong)) = &question.wrong {
        escapes::show(&question, FIELDS[*number], &question.typed[*number], wrong, &mut html);
    } else if !question.url.is_empty() || !question.base.is_empty() {
        url::show(&question, policy, &mut html);
    }
    let part = html.finish()?;
    Ok(if is_part { Answer::new(HTML, part) } else { whole(&question, &part) })
}

fn whole(question: &Question, part: &str) -> Answer {
    let mut html = Html::default();
    url_form(question, &mut html);
    document_form(question, &mut html);
    html.raw("<p id=status role=status></p><div id=answer>");
    let mut page = html.into_string();
    page.push_str(part);
    page.push_str("</div>");
    page.push_str(include_str!("page/keys.html"));
    Answer::page("Workbench", &page)
}

fn url_form(question: &Question, html: &mut Html) {
    html.raw(
        "<h1>What is this URL?</h1><form id=reading method=post action=\"/\" accept-charset=utf-8>\
         <label for=url>URL or reference, as you would type it</label>\
         <input id=url name=url autofocus autocomplete=off autocapitalize=off spellcheck=false \
         aria-keyshortcuts=\"/\" value=\"",
    );
    html.verbatim(&question.typed[0]).raw("\"><div class=pair><div><label for=base>Base URL</label>");
    html.raw("<input id=base name=base autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&question.typed[1]).raw("\"></div><div><label for=other>Compare with</label>");
    html.raw("<input id=other name=other autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&question.typed[2]).raw("\"></div></div><div class=line><label for=standard>Drawn by</label>");
    html.raw("<select id=standard name=standard>");
    for &standard in Standard::ALL {
        let selected = if standard == question.standard() { " selected" } else { "" };
        html.raw("<option").raw(selected).raw(">").raw(standard.name()).raw("</option>");
    }
    html.raw("</select><label class=check><input type=checkbox name=passwords value=shown");
    html.raw(if question.open { " checked" } else { "" });
    html.raw("> Show passwords</label><label class=check><input type=checkbox name=escapes value=read");
    html.raw(if question.escapes { " checked" } else { "" });
    html.raw("> Read escapes: <code>\\u{200b}</code> <code>\\t</code></label><button>Read</button></div></form>");
}

fn document_form(question: &Question, html: &mut Html) {
    html.raw("<details id=drop").raw(if question.document.is_empty() { "" } else { " open" }).raw(
        "><summary>Or the links of a document: paste it here, or drop a file anywhere</summary>\
         <form id=linking method=post action=\"/\" accept-charset=utf-8><label for=document>Document</label>\
         <textarea id=document name=document rows=6 autocomplete=off autocapitalize=off spellcheck=false>\n",
    );
    html.verbatim(&question.document)
        .raw("</textarea>")
        .raw(command::CHOOSER)
        .raw("<div class=pair><div><label for=at>It comes from this URL</label>");
    html.raw("<input id=at name=at autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&question.at).raw("\"></div><div><label for=name>File name</label><input id=name name=name value=\"");
    html.verbatim(&question.name)
        .raw("\"></div></div><div class=line><label for=type>It is</label><select id=type name=type>");
    for kind in [AUTO].into_iter().chain(Kind::ALL.map(Kind::name)) {
        let selected = if kind == question.kind { " selected" } else { "" };
        html.raw("<option value=").raw(kind).raw(selected).raw(">").raw(kind);
        if let Some(found) = document::recognised(question).filter(|_| kind == AUTO) {
            html.raw(": ").text(found);
        }
        html.raw("</option>");
    }
    html.raw("</select><button>Find the links</button></div></form></details>");
}
