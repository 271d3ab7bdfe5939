//! What the browser's own `URL` makes of a text, beside the engine's reading by the same standard.
//!
//! Decides: what the script is given. It fills the section, which is hidden without one. It reads the text as it is shown: a
//! password that is masked is masked here too, and where the mask would change what is read nothing is compared.

use napkin::whatwg::Url;
use serde_json::{Value, json};

use super::question::Question;
use crate::html::Html;

/// The longest text that is compared, in bytes: the answer has it once more.
const LONGEST: usize = 16 << 10;

pub(super) fn show(question: &Question, text: &str, base: &str, html: &mut Html) {
    if text.len() + base.len() > LONGEST {
        return;
    }
    let (hidden, hidden_base) = (question.masked(text), question.masked(base));
    let (url, shown) = (read(text, base), read(&hidden, &hidden_base));
    // As JSON, since HTML has no NUL, and reads ends of lines as it likes.
    let given = if is_same(url.as_ref(), shown.as_ref()) {
        json!({"url": hidden, "base": hidden_base, "members": shown.as_ref().map(members)})
    } else {
        json!({"hidden": true})
    };
    html.raw("<section id=browser hidden aria-labelledby=own data-given=\"").verbatim(&given.to_string());
    html.raw("\"><h2 id=own>This browser’s own reading</h2><p></p>");
    html.stack("This browser’s own reading", &["member", "this browser", "WHATWG, as read here"]);
    html.end_table().raw("</section>");
}

fn read(text: &str, base: &str) -> Option<Url> {
    if base.is_empty() {
        return Url::parse(text, None).ok();
    }
    let base = Url::parse(base, None).ok()?;
    Url::parse(text, Some(&base)).ok()
}

/// The members that a password is not in.
fn others(url: &Url) -> [&str; 7] {
    [url.protocol(), url.username(), url.hostname(), url.port(), url.pathname(), url.search(), url.hash()]
}

/// Whether a mask over a password leaves everything else as it is read without. It may cover what ends an authority.
fn is_same(url: Option<&Url>, shown: Option<&Url>) -> bool {
    url.map(others) == shown.map(others)
}

fn members(url: &Url) -> Value {
    let [protocol, username, hostname, port, pathname, search, hash] = others(url);
    json!({
        "href": url.href(), "protocol": protocol, "username": username, "password": url.password(),
        "hostname": hostname, "port": port, "pathname": pathname, "search": search, "hash": hash,
    })
}
