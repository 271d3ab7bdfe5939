//! Compares the browser's own `URL` with the engine's result by the same standard.
//!
//! The script fills the section, which is hidden without a script. It parses the text as shown: a masked password is masked
//! here too, and nothing is compared if the mask would change the result.

use maud::{Markup, html};
use napkin::whatwg::Url;
use serde_json::{Value, json};

use super::form::Form;
use crate::markup::{STACK, table};

/// The longest text that is compared, in bytes; the answer repeats it.
const LONGEST: usize = 16 << 10;

pub(super) fn show(form: &Form, text: &str, base: &str) -> Markup {
    if text.len() + base.len() > LONGEST {
        return html! {};
    }
    let (hidden, hidden_base) = (form.masked(text), form.masked(base));
    let (url, shown) = (read(text, base), read(&hidden, &hidden_base));
    // JSON, because HTML has no NUL and normalizes line ends.
    let given = if is_same(url.as_ref(), shown.as_ref()) {
        json!({"url": hidden, "base": hidden_base, "members": shown.as_ref().map(members)})
    } else {
        json!({"hidden": true})
    };
    html! {
        section #browser hidden aria-labelledby="own" data-given=(given.to_string()) {
            details {
                summary #own { h2 { "This browser’s own reading" } " " span {} }
                (table(STACK, "This browser’s own reading", &["member", "this browser", "WHATWG, as read here"], ""))
            }
        }
    }
}

fn read(text: &str, base: &str) -> Option<Url> {
    if base.is_empty() {
        return Url::parse(text, None).ok();
    }
    let base = Url::parse(base, None).ok()?;
    Url::parse(text, Some(&base)).ok()
}

/// Returns the members that do not contain the password.
fn others(url: &Url) -> [&str; 7] {
    [url.protocol(), url.username(), url.hostname(), url.port(), url.pathname(), url.search(), url.hash()]
}

/// Returns whether masking the password leaves all other members unchanged. The mask may cover the end of an authority.
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
