//! Adjusts references to extracted files for a page with a `base`. Start at `Base::of`.
//!
//! A prefix before the file name leads from the base URL back to the folder of the page. If none can, because the
//! base URL is elsewhere, the `base` is emptied, which makes the page's own URL the base (HTML standard 2.4.3), and
//! relative references become absolute. The location of the page is unknown, so a path from the root stays one, and a
//! path that leads up does so from the page.

use super::name::Names;
use crate::bundle::source::is_let_alone;
use crate::context::Context;
use crate::entity::{Entity, Kind};
use crate::inner_base::InnerBase;
use crate::links::html;
use crate::options::{Limits, Options};
use crate::rewrite::{Found, Rewrite, Rewritten, rewrite_within};
use napkin::Span;
use napkin::whatwg::{self, Url};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The assumed depth of the page: no page leads up further.
const DEPTH: usize = 64;

pub(super) struct Base {
    /// The prefix of file names.
    pub(super) prefix: String,
    /// The base URL, if it must be emptied, and its span.
    pub(super) elsewhere: Option<(Url, Span)>,
    /// The spans of documents in attributes with their own base URL.
    pub(super) others: Vec<Span>,
}

impl Base {
    /// No base.
    pub(super) const NONE: Self = Self { prefix: String::new(), elsewhere: None, others: Vec::new() };

    pub(super) fn of(page: &[u8]) -> Self {
        let mut base = Self::NONE;
        // The name may be written with character references inside an attribute.
        if memchr::memmem::find(page, b"srcdoc").is_some() {
            let _ = html::places(page, &Options::default(), &mut |place| {
                if let html::Place::Document { text, span, .. } = place
                    && html::base_element(text.as_bytes(), &Limits::default()).is_some()
                {
                    base.others.push(span);
                }
                ControlFlow::Continue(())
            });
            base.others.sort_by_key(|span| span.start);
        }
        let Some((element, here)) = html::base_element(page, &Limits::default()).zip(here()) else { return base };
        // An invalid base, or one with these schemes, is ignored (4.2.3).
        let url = Url::parse(&element.href, Some(&here)).ok();
        let Some(url) = url.filter(|url| !matches!(url.scheme(), "data" | "javascript")) else { return base };
        match url.href().strip_prefix(folder(here.href())).map(folder) {
            Some(below) => base.prefix = "../".repeat(below.matches('/').count()),
            None => base.elsewhere = Some((url, element.span)),
        }
        base
    }

    /// Returns whether a position is inside an attribute whose document has a base URL of its own. The attributes are
    /// sorted and do not overlap.
    pub(super) fn is_other(&self, place: Span) -> bool {
        let behind = self.others.partition_point(|other| other.start <= place.start);
        self.others[..behind].last().is_some_and(|other| place.end <= other.end)
    }

    /// Returns the page with an empty base URL, if its base URL leads elsewhere. `None` if its absolute links, each
    /// with the whole base, would exceed `most` bytes.
    pub(super) fn emptied(&self, page: Vec<u8>, names: &Names, most: usize) -> Option<Vec<u8>> {
        let Some((url, here)) = self.elsewhere.as_ref().map(|(url, _)| url).zip(here()) else { return Some(page) };
        let base = whatwg::BaseUrl::new(url.clone());
        let mut absolute = Absolute { base: &base, here: &here, names, has_base: Vec::new(), is_done: false };
        let most = most.saturating_add(page.len());
        let done = rewrite_within(&Entity::new(&page).with_kind(Kind::Html), &Options::default(), most, &mut absolute);
        done.ok().map(|done| Rewritten::from(done).bytes)
    }
}

fn here() -> Option<Url> {
    Url::parse(&format!("http://page.invalid/{}page", "n/".repeat(DEPTH)), None).ok()
}

/// Returns the URL up to the last slash of its path.
fn folder(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

/// Makes relative references absolute.
struct Absolute<'b> {
    base: &'b whatwg::BaseUrl,
    here: &'b Url,
    names: &'b Names,
    /// For each of the enclosing documents in attributes, whether it has its own base URL.
    has_base: Vec<bool>,
    is_done: bool,
}

impl Rewrite for Absolute<'_> {
    fn enter(&mut self, document: &Entity<'_>, _base: Option<&Arc<InnerBase>>) {
        self.has_base.push(html::base_element(document.bytes, &Limits::default()).is_some());
    }

    fn leave(&mut self) {
        self.has_base.pop();
    }

    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        ControlFlow::Continue(self.text(found))
    }
}

impl Absolute<'_> {
    /// Returns the new text of a link, or `None` if it stays.
    fn text(&mut self, found: &Found<'_, '_>) -> Option<String> {
        if self.has_base.contains(&true) {
            return None;
        }
        let text = &*found.link.text;
        if found.is_base() {
            // Of several `base` elements the first one counts.
            return (!std::mem::replace(&mut self.is_done, true)).then(String::new);
        }
        let is_fragment = text.is_empty() || text.starts_with('#');
        let is_file = self.names.has(text.split('#').next().unwrap_or_default());
        if is_file
            || is_let_alone(text)
            || Url::parse(text, None).is_ok()
            || (is_fragment && !goes(&found.link.context))
        {
            return None;
        }
        Some(self.written(&self.base.join(text).ok()?))
    }

    /// Returns the text for a URL; references to the page's own location stay relative.
    fn written(&self, url: &Url) -> String {
        if url.host() != self.here.host() {
            return url.href().to_owned();
        }
        let path = &url.href()[self.here.href().find("/n/").unwrap_or(0)..];
        let up = path.split('/').skip(1).take_while(|&name| name == "n").count();
        match up {
            0 => path.to_owned(),
            _ => format!("{}{}", "../".repeat(DEPTH.saturating_sub(up)), &path[1 + 2 * up..]),
        }
    }
}

/// Returns whether a lone fragment refers to the base URL in this context; elsewhere it refers to the page (CSS
/// Values 4 section 4.5.4, SVG 2 section 16.1.6).
fn goes(context: &Context<'_>) -> bool {
    let Context::HtmlAttribute { element, attribute } = context else { return false };
    matches!((&**element, *attribute), ("a" | "area", _) | (_, "action" | "formaction"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_back_from_a_base() {
        for (href, prefix, elsewhere) in [
            ("", "", false),
            ("page.html", "", false),
            ("?q", "", false),
            ("sub/", "../", false),
            ("sub/dir/page.html?a/b#c/d", "../../", false),
            ("sub/dir", "../", false),
            ("sub/../x/", "../", false),
            ("../x/", "", true),
            ("/x/", "", true),
            ("http://pub.example/", "", true),
            ("data:,x", "", false),
            ("http://[", "", false),
        ] {
            let base = Base::of(format!("<base href='{href}'>").as_bytes());
            assert_eq!((base.prefix.as_str(), base.elsewhere.is_some()), (prefix, elsewhere), "{href}");
        }
    }

    #[test]
    fn links_relative_to_a_removed_base_are_rewritten() {
        let names = Names::default();
        for (page, expected) in [
            (
                "<base href='http://pub.example/x/'><a href=b><a href='#f'><a href=c:d><svg><use href='#z'>",
                "<base href=''><a href=http://pub.example/x/b><a href='http://pub.example/x/#f'><a href=c:d><svg><use href='#z'>",
            ),
            ("<base href=/x/><a href=b><img src=/c>", "<base href=\"\"><a href=/x/b><img src=/c>"),
            ("<base href=../x/><a href=b><a href=../../c>", "<base href=\"\"><a href=../x/b><a href=../../c>"),
        ] {
            let done = Base::of(page.as_bytes()).emptied(page.into(), &names, 1000).unwrap();
            assert_eq!(String::from_utf8_lossy(&done), expected);
        }
    }
}
