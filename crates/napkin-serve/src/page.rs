//! The workbench: a page that explains a URL or a document.
//!
//! The server renders the page, which needs no script; the script only sends the form without leaving the page. Passwords are
//! masked unless the form asks to show them. The page shows the same answers as the library and the commands.

pub(crate) mod api;
mod audit;
mod brief;
mod broken_links;
mod browser_url;
mod compare;
mod data_url;
mod document;
mod escapes;
mod findings;
mod form;
mod labelled_parts;
pub(crate) mod lint;
mod normal_form;
mod patterns;
mod query_pairs;
mod resolution;
mod retrieval;
mod rules;
mod scheme_card;
pub(crate) mod schemes;
mod sections;
mod shell_commands;
mod standards;
mod url;

use maud::{Markup, html};
use napkin::Standard;
use napkin_answer::bounds::Bounds;
use napkin_answer::names::AUTO;
use napkin_document::Kind;

use self::form::Form;
pub(crate) use self::retrieval::{admitting, hops, underlined};
pub(crate) use self::scheme_card::scheme_card;
use crate::answer::{Answer, Problem};
use crate::layout::HTML;
use crate::markup::{Typed, sentence};
use crate::parameters::Parameters;
use crate::state::Gateway;

/// The labels of the fields in which escapes are read.
const FIELDS: [&str; 3] = ["URL", "base URL", "URL to compare with"];

/// The examples: a name, a URL, its base URL, and a URL to compare with.
const EXAMPLES: [(&str, &str, &str, &str); 9] = [
    ("two hosts in one", "http://pub.example\\@evil.example/", "", ""),
    ("a wrong port", "http://pub.example:8o80/", "", ""),
    ("a relative link", "../napkins/./%7Etoday?ink=blue", "http://pub.example/menu/tonight/list", ""),
    ("the same URL?", "HTTP://Pub.Example:80/a/../menu", "", "http://pub.example/menu"),
    ("a pattern", "https://cork.pub.example/menu/stout?size=pint", "", "https://*.pub.example/menu/:drink"),
    ("a hidden address", "http://0x7f.1/", "", ""),
    ("letters that look alike", "https://p\u{430}yp\u{430}l.example/", "", ""),
    ("a redirector", "https://pub.example/go?to=https%3A%2F%2Fevil.example%2F&q=a%2520b", "", ""),
    ("a data: URL", "data:text/html;base64,PGgxPm5hcGtpbjwvaDE+", "", ""),
];

/// The keys that the script knows.
const KEYS: [(&str, &str); 7] = [
    ("/", "to the URL"),
    ("Enter", "read it"),
    ("Ctrl+Enter", "find the links of the document"),
    ("d", "to the document"),
    ("f", "to the filter of the links"),
    ("x", "open all that is folded, or fold it"),
    ("Esc", "leave a field"),
];

pub(crate) fn empty() -> Answer {
    whole(&Form::default(), &Markup::default())
}

pub(crate) fn rules() -> Answer {
    Answer::page("Rules", rules::list())
}

pub(crate) fn rule(code: &str) -> Option<Answer> {
    napkin_answer::rules::find(code).map(|rule| Answer::page("A rule", rules::page(rule)))
}

/// Returns the page for a problem.
pub(crate) fn refused(problem: &Problem) -> Answer {
    let page = html! {
        h1 { "This was not answered" }
        p class="problem" { (sentence(problem.message())) }
        p { code { (problem.rule()) } }
        p { a href="/" { "The workbench" } }
    };
    Answer { status: problem.status, allow: problem.allow, ..Answer::page("Not answered", page) }
}

/// Returns the page with the answer to a form, or only the answer if `is_part` (for the script).
pub(crate) fn answered(
    parameters: Parameters,
    is_part: bool,
    gateway: &Gateway,
    bounds: &Bounds,
) -> Result<Answer, Problem> {
    let form = Form::of(parameters)?;
    let part = if !form.document.is_empty() {
        document::show(&form, gateway, bounds)?
    } else if let Some((number, wrong)) = &form.wrong {
        escapes::show(&form, FIELDS[*number], &form.typed[*number], wrong)
    } else if !form.url.is_empty() || !form.base.is_empty() {
        url::show(&form, gateway.policy(), bounds)?
    } else {
        Markup::default()
    };
    Ok(if is_part { Answer::new(HTML, part.into_string()) } else { whole(&form, &part) })
}

fn whole(form: &Form, part: &Markup) -> Answer {
    let page = html! {
        (url_form(form))
        (examples())
        (document_form(form))
        p #status role="status" {}
        div #answer { (part) }
        (keys())
    };
    Answer::page("Workbench", page)
}

fn url_form(form: &Form) -> Markup {
    html! {
        h1 { "What is this URL?" }
        form #reading method="post" action="/" accept-charset="utf-8" {
            label for="url" { "URL or reference, as you would type it" }
            input #url name="url" autofocus autocomplete="off" autocapitalize="off" spellcheck="false"
                aria-keyshortcuts="/" value=(Typed(&form.typed[0]));
            div class="pair" {
                (field("base", "Base URL", &form.typed[1]))
                (field("other", "Compare with a URL, or match with a pattern", &form.typed[2]))
            }
            div class="line" {
                label for="standard" { "Drawn by" }
                select #standard name="standard" {
                    @for &standard in Standard::ALL {
                        option selected[standard == form.standard()] { (standard.name()) }
                    }
                }
                label class="check" {
                    input type="checkbox" name="passwords" value="shown" checked[form.open];
                    " Show passwords"
                }
                label class="check" {
                    input type="checkbox" name="escapes" value="read" checked[form.escapes];
                    " Read escapes: " code { "\\u{200b}" } " " code { "\\t" }
                }
                button { "Read" }
            }
        }
    }
}

/// Shows examples as buttons, which need no script.
fn examples() -> Markup {
    html! {
        div class="examples" {
            "Examples:"
            @for (name, url, base, other) in EXAMPLES {
                form method="post" action="/" accept-charset="utf-8" {
                    @for (name, value) in [("base", base), ("other", other)] {
                        @if !value.is_empty() { input type="hidden" name=(name) value=(value); }
                    }
                    button name="url" value=(url) { (name) }
                }
            }
        }
    }
}

fn field(name: &str, label: &str, text: &str) -> Markup {
    html! {
        div {
            label for=(name) { (label) }
            input id=(name) name=(name) autocomplete="off" autocapitalize="off" spellcheck="false" value=(Typed(text));
        }
    }
}

fn document_form(form: &Form) -> Markup {
    html! {
        details #drop open[!form.document.is_empty()] {
            summary { "Or the links of a document: paste it here, or drop a file anywhere" }
            form #linking method="post" action="/" accept-charset="utf-8" {
                label for="document" { "Document" }
                textarea #document name="document" rows="6" autocomplete="off" autocapitalize="off" spellcheck="false" {
                    "\n" (Typed(&form.document))
                }
                (shell_commands::chooser())
                div class="pair" {
                    (field("at", "It comes from this URL", &form.at))
                    (field("name", "File name", &form.name))
                }
                div class="line" {
                    label for="type" { "It is" }
                    select #type name="type" {
                        @for kind in [AUTO].into_iter().chain(Kind::ALL.map(Kind::name)) {
                            @let found = document::recognised(form).filter(|_| kind == AUTO);
                            option value=(kind) selected[kind == form.kind] {
                                (kind) @if let Some(found) = found { ": " (found) }
                            }
                        }
                    }
                    label class="check" {
                        input type="checkbox" name="servers" value="ask" checked[form.servers];
                        " Ask the servers of its links"
                    }
                    button { "Find the links" }
                }
            }
        }
    }
}

fn keys() -> Markup {
    html! {
        footer {
            details {
                summary { "Keys" }
                dl {
                    @for (key, does) in KEYS {
                        dt { @for (number, key) in key.split('+').enumerate() { @if number > 0 { "+" } kbd { (key) } } }
                        dd { (does) }
                    }
                }
            }
            p {
                "What you type goes to the napkin on your own machine, in the body of a request: it stands in no log. \
                 A permalink keeps it behind " code { "#" } ", which browsers do not send."
            }
        }
    }
}
