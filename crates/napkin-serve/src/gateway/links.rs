//! Rewrites the references of retrieved documents so that a browser can follow them.
//!
//! Links that a user follows go through the gateway if browsers do not support their scheme. Everything that a page loads goes
//! through the gateway, because the sandbox admits nothing else. Other references become absolute. The policy judges a link
//! only when it is followed.

use napkin::{Standard, percent};
use napkin_document::rewrite::{Form, Found, Plan, Relinker, Rewrite, rewrite};
use napkin_document::{Context, Entity, InnerBase, Kind, Options};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::link_seal::Seal;
use napkin_answer::bounds::{Bounds, Stop};

/// The schemes that the gateway retrieves.
pub(super) const RETRIEVED: [&str; 9] = ["ftp", "ftps", "gopher", "http", "https", "news", "nntp", "tftp", "file"];

/// The schemes among `RETRIEVED` that browsers support.
const SPOKEN: [&str; 2] = ["http", "https"];

/// The longest URL in the path of a link, in bytes.
const LONG: usize = 4 << 10;

/// Returns a document with links that lead through the gateway. Pass `seal` if the document is shown in a sandbox.
///
/// # Errors
/// Returns the limit that is exceeded.
pub(super) fn rewritten(entity: &Entity<'_>, seal: Option<&Seal>, bounds: Option<&Bounds>) -> Result<Vec<u8>, Stop> {
    let plan = Plan::new(Form::Absolute, Standard::Whatwg);
    let (relinker, length) = (plan.relinker(entity), entity.bytes.len());
    let mut through = Through { relinker, seal, length, bounds, stop: None };
    let bytes = rewrite(entity, &Options::default(), &mut through).bytes;
    through.stop.map_or(Ok(bytes), Err)
}

/// Returns the kind of a document whose links are rewritten.
pub(super) fn kind(media_type: Option<&str>) -> Option<Kind> {
    Kind::of_media_type(media_type?).filter(|kind| matches!(kind, Kind::Html | Kind::Css | Kind::Svg))
}

struct Through<'t> {
    relinker: Relinker<'t>,
    seal: Option<&'t Seal>,
    /// The number of bytes of new link texts so far.
    length: usize,
    bounds: Option<&'t Bounds>,
    /// The limit that was exceeded.
    stop: Option<Stop>,
}

impl Through<'_> {
    /// Returns the replacement for a link.
    fn new_text(&mut self, found: &Found<'_, '_>) -> Option<String> {
        let absolute = self.relinker.link(found).continue_value().flatten();
        // The policy of the sandbox makes browsers ignore the base element.
        if found.is_base() {
            return None;
        }
        let url = absolute.as_deref().unwrap_or(&found.link.text);
        let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
        let is_retrieved = RETRIEVED.contains(&&*scheme);
        let is_spoken = SPOKEN.contains(&&*scheme) && is_followed(&found.link.context);
        if is_retrieved && !is_spoken { Some(gateway_link(url, self.seal)) } else { absolute }
    }
}

impl Rewrite for Through<'_> {
    fn link(&mut self, found: &Found<'_, '_>) -> ControlFlow<(), Option<String>> {
        let text = self.new_text(found);
        // A long base and many short links can make a small document very long.
        self.length += text.as_ref().map_or(0, String::len);
        self.stop = self.bounds.and_then(|bounds| bounds.check(self.length).err());
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(text) }
    }

    fn enter(&mut self, document: &Entity<'_>, base: Option<&Arc<InnerBase>>) {
        self.relinker.enter(document, base);
    }

    fn leave(&mut self) {
        self.relinker.leave();
    }
}

/// Returns whether a user follows the links of this context.
fn is_followed(context: &Context<'_>) -> bool {
    match context {
        Context::HtmlAttribute { element, .. } => matches!(&**element, "a" | "area" | "form" | "button"),
        Context::Xml { element, .. } => element == "a",
        Context::HtmlRefresh => true,
        _ => false,
    }
}

/// Returns the reference that asks the gateway for a URL: `/get/URL`, or a parameter if browsers would change the path.
pub(super) fn gateway_link(url: &str, seal: Option<&Seal>) -> String {
    let (url, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
    let sealed = seal.map(|seal| seal.of(url));
    if is_plain(url) {
        let sealed = sealed.map(|seal| format!("~{seal}/")).unwrap_or_default();
        return format!("/get/{sealed}{url}{fragment}");
    }
    let sealed = sealed.map(|seal| format!("&seal={seal}")).unwrap_or_default();
    let url = percent::encode(url.as_bytes(), percent::UNRESERVED);
    format!("/get?url={}{sealed}{fragment}", url.as_str())
}

/// Returns whether a browser keeps a URL unchanged in a path: it has no dot segments, no characters that browsers escape, and
/// does not look like a seal.
fn is_plain(url: &str) -> bool {
    let is_dots = |segment: &str| matches!(&*segment.to_ascii_lowercase().replace("%2e", "."), "." | "..");
    url.len() <= LONG
        && !url.starts_with('~')
        && url.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/?@!$&()*+,;=%[]".contains(&byte))
        && !url.split(['/', '?']).any(is_dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gateway_links_keep_their_url() {
        for (url, expected) in [
            ("gopher://pub.example/1/menu", "/get/gopher://pub.example/1/menu"),
            ("ftp://pub.example/a%20b;type=i#x", "/get/ftp://pub.example/a%20b;type=i#x"),
            ("gopher://pub.example/1/a/../b", "/get?url=gopher%3A%2F%2Fpub.example%2F1%2Fa%2F..%2Fb"),
            ("ftp://pub.example/%2e%2E/b#c", "/get?url=ftp%3A%2F%2Fpub.example%2F%252e%252E%2Fb#c"),
            ("http://pub.example/?a=\"<x>", "/get?url=http%3A%2F%2Fpub.example%2F%3Fa%3D%22%3Cx%3E"),
            ("~0123456789abcdef/x:", "/get?url=~0123456789abcdef%2Fx%3A"),
        ] {
            assert_eq!(gateway_link(url, None), expected);
        }
        let seal = Seal::default();
        assert_eq!(gateway_link("news:a@b", Some(&seal)), format!("/get/~{}/news:a@b", seal.of("news:a@b")));
    }

    #[test]
    fn gateway_rewrites_the_links_of_a_page() {
        let page = "<base href='sub/'><a href=x>x</a> <a href='//other.example/'>o</a> <a href='mailto:a@b'>m</a> \
                    <img src='http://other.example/i.png'> <a href='#f'>f</a> <a href='javascript:x'>j</a> \
                    <p style='background: url(y.gif)'>";
        let there = |url: &str| {
            let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).retrieved_from(url);
            String::from_utf8(rewritten(&entity, None, None).expect("no limits")).unwrap()
        };
        let ftp = there("ftp://pub.example/a/");
        for expected in [
            "<a href='/get/ftp://pub.example/a/sub/x'>",
            "<a href='/get/ftp://other.example/'>",
            "<a href='mailto:a@b'>",
            "<img src='/get/http://other.example/i.png'>",
            "<a href='#f'>",
            "<a href='javascript:x'>",
            "url(/get/ftp://pub.example/a/sub/y.gif)",
        ] {
            let unquoted =
                ftp.replace("href=/get/ftp://pub.example/a/sub/x>", "href='/get/ftp://pub.example/a/sub/x'>");
            assert!(unquoted.contains(expected), "{expected}: {ftp}");
        }
        let http = there("http://pub.example/a/");
        assert!(http.contains("href=http://pub.example/a/sub/x>"), "{http}");
        assert!(http.contains("<a href='http://other.example/'>"), "{http}");
        assert!(http.contains("url(/get/http://pub.example/a/sub/y.gif)"), "{http}");
    }

    /// Tests every context from which a browser loads an object: only the gateway is asked for it.
    #[test]
    fn loaded_objects_come_by_the_gateway() {
        let (page, sheet, image) = (Kind::Html, Kind::Css, Kind::Svg);
        for (kind, text) in [
            (page, "<img src=\"{}\">"),
            (page, "<img srcset=\"{} 2x\">"),
            (page, "<video poster=\"{}\">"),
            (page, "<audio src=\"{}\"></audio>"),
            (page, "<link rel=stylesheet href=\"{}\">"),
            (page, "<link rel=icon href=\"{}\">"),
            (page, "<input type=image src=\"{}\">"),
            (page, "<body background=\"{}\">"),
            (page, "<style>p { background: url(\"{}\") }</style>"),
            (page, "<p style='background: url(\"{}\")'>"),
            (page, "<svg><image href=\"{}\"/></svg>"),
            (sheet, "@import \"{}\";"),
            (sheet, "@import url(\"{}\") print;"),
            (sheet, "p { background: url(\"{}\") }"),
            (sheet, "@font-face { src: url(\"{}\") }"),
            (image, "<svg xmlns='http://www.w3.org/2000/svg'><image href=\"{}\"/></svg>"),
            (image, "<svg xmlns='http://www.w3.org/2000/svg'><style>p { fill: url(\"{}\") }</style></svg>"),
        ] {
            for (scheme, reference) in [("ftp", "x/y.z"), ("http", "x/y.z"), ("http", "//pub.example/a/x/y.z")] {
                let (text, url) = (text.replace("{}", reference), format!("{scheme}://pub.example/a/"));
                let entity = Entity::new(text.as_bytes()).with_kind(kind).retrieved_from(&url);
                let found = String::from_utf8(rewritten(&entity, None, None).expect("no limits")).unwrap();
                assert!(found.contains(&format!("/get/{scheme}://pub.example/a/x/y.z")), "{text}: {found}");
                assert!(!found.contains(&format!("\"{reference}")), "{text}: {found}");
            }
        }
    }
}
