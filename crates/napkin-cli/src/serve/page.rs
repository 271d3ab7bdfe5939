//! The workbench: a page on which one sees what a URL, or a document, is.
//!
//! Decides: what the page shows, in which order. It is rendered here and needs no script; the script only sends the form
//! without leaving the page. Passwords are masked unless the form says otherwise. What is shown is what the library and the
//! commands answer.

mod audit;
mod browser;
mod card;
mod command;
mod compare;
mod data;
mod document;
mod escapes;
mod findings;
mod html;
pub(super) mod lint;
mod normal;
mod pairs;
mod parts;
mod policy;
mod readings;
mod resolution;
mod rules;
pub(super) mod schemes;
mod url;

use std::borrow::Cow;
use std::sync::LazyLock;

use hyper::StatusCode;
use napkin::{Span, Standard};
use napkin_retrieve::Policy;
use sha2::{Digest, Sha256};

pub(super) use self::card::card;
pub(super) use self::html::Html;
pub(super) use self::policy::{hops, underlined};
use super::answer::{Answer, Problem};
use super::parameters::Parameters;

/// What the fields are called whose escapes are read.
const FIELDS: [&str; 3] = ["URL", "base URL", "URL to compare with"];

const HTML: &str = "text/html; charset=utf-8";

/// For who cannot drop a file; the script reads it.
const CHOOSER: &str = "<p class=choose hidden><label for=file>Or choose a file</label><input id=file type=file></p>";

/// What the forms ask.
#[derive(Default)]
pub(super) struct Asked {
    /// As it was typed, or what the escapes in it stand for where they are read.
    url: String,
    base: String,
    other: String,
    /// The three as their fields have them.
    typed: [String; 3],
    escapes: bool,
    /// The first of them that has an escape that is none.
    wrong: Option<(usize, escapes::Wrong)>,
    /// Why the query is not what the fields of its pairs ask for.
    unset: Option<String>,
    /// By which the URL is drawn and its findings come first.
    standard: Option<Standard>,
    /// Whether passwords are shown.
    open: bool,
    document: String,
    /// The URL of the document, and its name.
    at: String,
    name: String,
    kind: String,
}

impl Asked {
    fn of(mut parameters: Parameters) -> Result<Self, Problem> {
        let mut typed = <[String; 3]>::default();
        for (typed, name) in typed.iter_mut().zip(["url", "base", "other"]) {
            *typed = parameters.one(name)?.unwrap_or_default();
        }
        let escapes = parameters.one("escapes")?.is_some();
        let mut meant = typed.clone();
        let mut wrong = None;
        for (number, meant) in meant.iter_mut().enumerate().filter(|_| escapes) {
            match escapes::read(meant) {
                Ok(read) => *meant = read,
                Err(why) => wrong = wrong.or(Some((number, why))),
            }
        }
        let [url, base, other] = meant;
        let pairs = pairs::Sent::of(&mut parameters)?;
        let mut asked = Self {
            url,
            base,
            other,
            typed,
            escapes,
            wrong,
            unset: None,
            standard: parameters.read("standard")?,
            open: parameters.one("passwords")?.is_some(),
            document: parameters.one("document")?.unwrap_or_default(),
            at: parameters.one("at")?.unwrap_or_default(),
            name: parameters.one("name")?.unwrap_or_default(),
            kind: parameters.one("type")?.unwrap_or_default(),
        };
        parameters.finish()?;
        asked.set_pairs(&pairs);
        Ok(asked)
    }

    /// Puts the query that the fields of its pairs make into the URL, as if that had been typed.
    fn set_pairs(&mut self, pairs: &pairs::Sent) {
        match pairs.set(&self.bare(&self.url).0, &self.bare(&self.base).0, self.standard()) {
            Some(Ok(url)) => {
                self.typed[0] = if self.escapes { escapes::written(&url) } else { url.clone() };
                self.url = url;
            }
            Some(Err(why)) => self.unset = Some(why),
            None => {}
        }
    }

    fn standard(&self) -> Standard {
        self.standard.unwrap_or(Standard::Rfc3986)
    }

    /// A text without what people put around it, and what that was. With escapes every character is meant.
    fn bare<'t>(&self, text: &'t str) -> (Cow<'t, str>, Vec<Span>) {
        if self.escapes {
            return (text.into(), Vec::new());
        }
        let typed = napkin_document::typed(text);
        (typed.text, typed.removed)
    }

    /// A text as it may be shown.
    fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.open { text.into() } else { napkin::mask_passwords(text) }
    }
}

pub(super) fn empty() -> Answer {
    whole(&Asked::default(), "")
}

/// Returns the Content Security Policy of our pages. It admits their inline style and script, by hash, and nothing else
/// of this origin, because the gateway's objects have the same origin. `data:` images are for previews, in a frame
/// without rights.
pub(super) fn policy() -> &'static str {
    static MADE: LazyLock<String> = LazyLock::new(|| {
        let hash = |text: &str| napkin::base64::encode(&Sha256::digest(text));
        format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; form-action 'self'; \
             base-uri 'none'; frame-ancestors 'none'",
            hash(include_str!("page/style.css")),
            hash(include_str!("page/script.js"))
        )
    });
    &MADE
}

pub(super) fn rules() -> Answer {
    framed("Rules", &rules::list())
}

pub(super) fn rule(code: &str) -> Option<Answer> {
    crate::rules::find(code).map(|rule| framed("A rule", &rules::page(rule)))
}

/// Why there is no page.
pub(super) fn refused(problem: &Problem) -> Answer {
    let mut html = Html::default();
    html.raw("<h1>This was not answered</h1><p class=problem>").sentence(problem.message()).raw("</p><p><code>");
    html.text(problem.rule()).raw("</code></p><p><a href=\"/\">The workbench</a></p>");
    let answer = framed("Not answered", &html.into_string());
    Answer { status: problem.status, allow: problem.allow, ..answer }
}

/// The page with the answer to what a form asks, or for the script only the answer.
pub(super) fn answered(parameters: Parameters, is_part: bool, policy: &Policy) -> Result<Answer, Problem> {
    let asked = Asked::of(parameters)?;
    let mut html = Html::default();
    if !asked.document.is_empty() {
        document::show(&asked, &mut html)?;
    } else if let Some((number, wrong)) = &asked.wrong {
        escapes::show(&asked, FIELDS[*number], &asked.typed[*number], wrong, &mut html);
    } else if !asked.url.is_empty() || !asked.base.is_empty() {
        url::show(&asked, policy, &mut html);
    }
    let part = html.into_string();
    Ok(if is_part { Answer::new(HTML, part) } else { whole(&asked, &part) })
}

/// A page of ours, with its head.
pub(super) fn framed(title: &'static str, content: &str) -> Answer {
    let page = [&*beginning(title), content, END].concat();
    Answer { status: StatusCode::OK, ..Answer::new(HTML, page) }
}

/// What stands behind the content of a page.
pub(super) const END: &str = concat!("</main><script>", include_str!("page/script.js"), "</script></body></html>\n");

/// What stands before it.
pub(super) fn beginning(title: &'static str) -> String {
    let mut html = Html::default();
    html.raw("<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>").raw(title).raw(
        " · napkin</title><meta name=viewport content=\"width=device-width,initial-scale=1\">\
         <meta name=color-scheme content=\"light dark\"><link rel=icon href=\"data:,\">\
         <style>",
    );
    html.raw(include_str!("page/style.css")).raw(
        "</style></head><body>\
         <header><a class=name href=\"/\">napkin</a><nav aria-label=Pages><a href=\"/\">Workbench</a> \
         <a href=\"/schemes\">Schemes</a> <a href=\"/lint\">Lint</a> <a href=\"/rules\">Rules</a> <a href=\"/api/openapi.json\">API</a></nav></header><main>",
    );
    html.into_string()
}

fn whole(asked: &Asked, part: &str) -> Answer {
    let mut html = Html::default();
    url_form(asked, &mut html);
    document_form(asked, &mut html);
    html.raw("<p id=status role=status></p><div id=answer>");
    let mut page = html.into_string();
    page.push_str(part);
    page.push_str("</div>");
    page.push_str(include_str!("page/keys.html"));
    framed("Workbench", &page)
}

fn url_form(asked: &Asked, html: &mut Html) {
    html.raw(
        "<h1>What is this URL?</h1><form id=reading method=post action=\"/\" accept-charset=utf-8>\
         <label for=url>URL or reference, as you would type it</label>\
         <input id=url name=url autofocus autocomplete=off autocapitalize=off spellcheck=false \
         aria-keyshortcuts=\"/\" value=\"",
    );
    html.verbatim(&asked.typed[0]).raw("\"><div class=pair><div><label for=base>Base URL</label>");
    html.raw("<input id=base name=base autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&asked.typed[1]).raw("\"></div><div><label for=other>Compare with</label>");
    html.raw("<input id=other name=other autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&asked.typed[2]).raw("\"></div></div><div class=line><label for=standard>Drawn by</label>");
    html.raw("<select id=standard name=standard>");
    for &standard in Standard::ALL {
        let selected = if standard == asked.standard() { " selected" } else { "" };
        html.raw("<option").raw(selected).raw(">").raw(standard.name()).raw("</option>");
    }
    html.raw("</select><label class=check><input type=checkbox name=passwords value=shown");
    html.raw(if asked.open { " checked" } else { "" });
    html.raw("> Show passwords</label><label class=check><input type=checkbox name=escapes value=read");
    html.raw(if asked.escapes { " checked" } else { "" });
    html.raw("> Read escapes: <code>\\u{200b}</code> <code>\\t</code></label><button>Read</button></div></form>");
}

fn document_form(asked: &Asked, html: &mut Html) {
    const KINDS: [&str; 13] = [
        "auto",
        "html",
        "css",
        "svg",
        "xml",
        "text",
        "markdown",
        "json",
        "manifest",
        "sourcemap",
        "javascript",
        "mail",
        "mhtml",
    ];
    html.raw("<details id=drop").raw(if asked.document.is_empty() { "" } else { " open" }).raw(
        "><summary>Or the links of a document: paste it here, or drop a file anywhere</summary>\
         <form id=linking method=post action=\"/\" accept-charset=utf-8><label for=document>Document</label>\
         <textarea id=document name=document rows=6 autocomplete=off autocapitalize=off spellcheck=false>\n",
    );
    html.verbatim(&asked.document)
        .raw("</textarea>")
        .raw(CHOOSER)
        .raw("<div class=pair><div><label for=at>It comes from this URL</label>");
    html.raw("<input id=at name=at autocomplete=off autocapitalize=off spellcheck=false value=\"");
    html.verbatim(&asked.at).raw("\"></div><div><label for=name>File name</label><input id=name name=name value=\"");
    html.verbatim(&asked.name)
        .raw("\"></div></div><div class=line><label for=type>It is</label><select id=type name=type>");
    for kind in KINDS {
        let selected = if kind == asked.kind { " selected" } else { "" };
        html.raw("<option value=").raw(kind).raw(selected).raw(">").raw(kind);
        if let Some(found) = document::recognised(asked).filter(|_| kind == KINDS[0]) {
            html.raw(": ").text(&found);
        }
        html.raw("</option>");
    }
    html.raw("</select><button>Find the links</button></div></form></details>");
}
