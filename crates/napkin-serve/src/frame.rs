//! The frame of every page: its head, style and script, and the policy that admits only these.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::html::Html;

/// The media type of pages.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// The end of a page, after its content.
pub(crate) const END: &str = concat!("</main><script>", include_str!("page/script.js"), "</script></body></html>\n");

/// Returns the Content Security Policy of our pages. It admits their inline style and script, by hash, and nothing else
/// of this origin, because the gateway's objects have the same origin. `data:` images are for previews, in a frame
/// without rights.
pub(crate) fn policy() -> &'static str {
    static MADE: LazyLock<String> = LazyLock::new(|| {
        let hash = |text: &str| napkin::base64::encode(&Sha256::digest(text));
        format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; form-action 'self'; \
             base-uri 'none'; frame-ancestors 'none'",
            hash(STYLE),
            hash(SCRIPT)
        )
    });
    &MADE
}

/// Returns the beginning of a page, before its content.
pub(crate) fn beginning(title: &'static str) -> String {
    let mut html = Html::default();
    html.raw("<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>").raw(title).raw(
        " · napkin</title><meta name=viewport content=\"width=device-width,initial-scale=1\">\
         <meta name=color-scheme content=\"light dark\"><link rel=icon href=\"data:,\">\
         <style>",
    );
    html.raw(STYLE).raw(
        "</style></head><body>\
         <header><a class=name href=\"/\">napkin</a><nav aria-label=Pages><a href=\"/\">Workbench</a> \
         <a href=\"/schemes\">Schemes</a> <a href=\"/lint\">Lint</a> <a href=\"/rules\">Rules</a> <a href=\"/api/openapi.json\">API</a></nav></header><main>",
    );
    html.into_string()
}

/// Returns a whole page.
pub(crate) fn framed(title: &'static str, content: &str) -> String {
    [&*beginning(title), content, END].concat()
}
