//! Renders the sections of a page within limits, and links to the page.

use maud::{Markup, PreEscaped, html};
use napkin::whatwg;
use napkin_answer::bounds::Bounds;

use crate::answer::Problem;

/// Renders sections in turn.
///
/// # Errors
/// The page is too long or too late. No further work is done for it.
pub(super) fn sections(bounds: &Bounds, sections: &[&dyn Fn() -> Result<Markup, Problem>]) -> Result<Markup, Problem> {
    let mut page = String::new();
    for section in sections {
        page.push_str(&section()?.0);
        bounds.check(page.len())?;
    }
    Ok(PreEscaped(page))
}

/// Returns pairs as the fragment of a permalink, which browsers do not send.
pub(super) fn fragment(pairs: &[(&str, &str)]) -> String {
    let mut fragment = whatwg::SearchParams::new();
    pairs.iter().for_each(|(name, value)| fragment.append(name, value));
    fragment.to_string()
}

/// Returns a link to a page, with these pairs.
pub(super) fn permalink(path: &str, pairs: &[(&str, &str)]) -> Markup {
    html! { a #permalink href={ (path) "#" (fragment(pairs)) } { "Link to this answer" } }
}
