//! The layout of every page: its head, style and script, and the policy that admits only these.

use std::sync::LazyLock;

use maud::{DOCTYPE, PreEscaped, Render, html};
use sha2::{Digest, Sha256};

/// The media type of pages.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// The end of a page, after its content.
pub(crate) const END: &str = concat!("</main><script>", include_str!("page/script.js"), "</script></body></html>");

/// The pages in the navigation, with their names.
const PAGES: [(&str, &str); 5] =
    [("/", "Workbench"), ("/schemes", "Schemes"), ("/lint", "Lint"), ("/rules", "Rules"), ("/api", "API")];

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

/// Returns a whole page.
pub(crate) fn page(title: &str, content: impl Render) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) " · napkin" }
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    a class="name" href="/" { "napkin" }
                    nav aria-label="Pages" { @for (path, name) in PAGES { a href=(path) { (name) } " " } }
                }
                main { (content) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Returns the beginning of a page, before its content; [`END`] is its end.
pub(crate) fn beginning(title: &str) -> String {
    let mut page = page(title, "");
    page.truncate(page.len() - END.len());
    page
}
