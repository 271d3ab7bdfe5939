//! Renders an article of a newsgroup as a page: "some appropriate HTML" (RFC 2718 section 2.3.1), as HTTP and HTML have no
//! articles.
//!
//! The page shows some header fields, and text parts as written, with URLs as links. It names other parts, and lists errors,
//! because other programs may then read a different article. All text of the article is escaped; none becomes markup.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use napkin::{Component, Finding, Reference, Severity, Url, percent};
use napkin_document::{Entity, Kind, Options, links};
use napkin_mail::{Limits, Message, Part, PartKind};

use super::links::RETRIEVED;
use crate::markup::flow;
use napkin_answer::bounds::{Bounds, Stop};
use napkin_answer::output::{Cursor, shown};

/// The displayed fields, in this order (RFC 5536 section 3).
const FIELDS: [&str; 9] =
    ["From", "Subject", "Newsgroups", "Date", "Followup-To", "Reply-To", "Organization", "References", "Message-ID"];

/// The style is inline, because the sandbox loads nothing.
const STYLE: &str = ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:1rem auto;\
    padding:0 1rem}th{text-align:start;vertical-align:top;padding-inline-end:1rem;white-space:nowrap}td{overflow-wrap:anywhere}\
    pre{white-space:pre-wrap;overflow-wrap:anywhere;border-top:1px solid;padding-top:1rem}";

/// Renders the article at `url` as a page.
///
/// # Errors
/// Returns the limit that is exceeded.
pub(super) fn page(bytes: &[u8], url: &Url, bounds: &Bounds) -> Result<String, Stop> {
    let mut findings = Vec::new();
    let message = Message::read(bytes, &Limits::default(), &mut findings);
    let field = |name: &str| message.root().field(name).map(|field| field.text());
    let has_body =
        |part: &Part<'_, '_>| matches!(part.kind(), PartKind::Leaf | PartKind::ExternalBody) && !part.is_phantom();
    let mut parts = String::new();
    for part in message.parts().filter(has_body) {
        show(part, bounds, &mut parts)?;
    }
    let names = Names::of(url);
    let page = html! {
        (DOCTYPE)
        html {
            head {
                meta charset="utf-8";
                title { (shown(&field("subject").unwrap_or_default())) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                table {
                    @for name in FIELDS {
                        @if let Some(value) = field(&name.to_ascii_lowercase()).filter(|value| !value.is_empty()) {
                            tr { th scope="row" { (name) } td { (names.value(name, &value)) } }
                        }
                    }
                }
                (errors(bytes, &findings))
                (PreEscaped(parts))
            }
        }
    };
    bounds.check(page.0.len())?;
    Ok(page.into_string())
}

/// The most errors that are listed.
const ERRORS: usize = 20;
/// The most bytes that are quoted per place.
const QUOTED: usize = 80;

/// Lists the first [`ERRORS`] errors with their lines, and the number of further errors.
fn errors(bytes: &[u8], findings: &[Finding]) -> Markup {
    let mut errors: Vec<&Finding> = findings.iter().filter(|it| it.rule.severity() == Severity::Error).collect();
    if errors.is_empty() {
        return html! {};
    }
    errors.sort_by_key(|finding| finding.span);
    let mut cursor = Cursor::new(bytes);
    let quoted = |finding: &Finding| {
        let quoted = &bytes[finding.span.range()];
        shown(String::from_utf8_lossy(&quoted[..quoted.len().min(QUOTED)]).trim_end())
    };
    html! {
        ul {
            @for finding in errors.iter().take(ERRORS) {
                li {
                    "Line " (cursor.advance(finding.span.start).line) ": " (shown(&finding.to_string()))
                    " (" (finding.rule.code()) "): " code { (quoted(finding)) }
                }
            }
            @if let Some(more @ 1..) = errors.len().checked_sub(ERRORS) { li { (more) " more" } }
        }
    }
}

/// Shows a text part, or names a part of another type.
fn show(part: Part<'_, '_>, bounds: &Bounds, page: &mut String) -> Result<(), Stop> {
    let essence = part.essence();
    let markup = if essence == "text/plain" {
        html! { pre { (text(&part.decoded_text(), bounds)?) } }
    } else {
        html! {
            p { "Part " (part.number()) ": " code { (shown(&essence)) } ", " (part.reader().count_bytes()) " bytes." }
        }
    };
    page.push_str(&markup.0);
    bounds.check(page.len())
}

/// Returns a text of several lines, with URLs of supported schemes as links.
fn text(text: &str, bounds: &Bounds) -> Result<Markup, Stop> {
    let (mut page, mut done, mut checked) = (String::new(), 0, Ok(()));
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text).in_charset("utf-8");
    links(&entity, &Options::default(), &mut |link| {
        let scheme = link.text.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
        let leads = RETRIEVED.contains(&&*scheme) || scheme == "mailto";
        if link.span.start >= done && leads {
            let before = &text[done..link.span.start];
            html! { (Lines(before)) a href=(link.text) { (Lines(link.span.of(text))) } }.render_to(&mut page);
            done = link.span.end;
        }
        checked = bounds.check(page.len());
        flow(checked)
    });
    checked?;
    Lines(&text[done..]).render_to(&mut page);
    Ok(PreEscaped(page))
}

/// Lines of a text: tabs and line ends stay, other controls get stand-ins.
struct Lines<'t>(&'t str);

impl Render for Lines<'_> {
    fn render_to(&self, page: &mut String) {
        for piece in self.0.split_inclusive(['\n', '\t']) {
            let text = piece.trim_end_matches(['\n', '\t']);
            let end = &piece[text.len()..];
            let text = if end == "\n" { text.strip_suffix('\r').unwrap_or(text) } else { text };
            html! { (shown(text)) (end) }.render_to(page);
        }
    }
}

/// The prefix of links to groups and articles: `news:`, or `news://HOST/` if the article's own URL names a host (RFC 5538
/// section 2).
struct Names(String);

impl Names {
    fn of(url: &Url) -> Self {
        let reference: Reference<'_> = url.reference();
        let (host, port) = (reference.span(Component::Host), reference.span(Component::Port));
        let Some(host) = host.filter(|host| !host.is_empty()) else { return Self("news:".to_owned()) };
        let end = port.map_or(host.end, |port| port.end);
        Self(format!("news://{}/", &url.as_str()[host.start..end]))
    }

    /// Returns the value of a field with links to groups (RFC 5536 section 3.1.4) and to articles (section 3.1.3).
    fn value(&self, field: &str, value: &str) -> Markup {
        match field {
            "Newsgroups" | "Followup-To" => html! {
                @for (number, name) in value.split(',').map(str::trim).enumerate() {
                    @if number > 0 { ", " }
                    @if name.is_empty() || name == "poster" { (shown(name)) } @else { (self.link(name, name)) }
                }
            },
            "References" | "Message-ID" => html! {
                @for (number, word) in value.split_ascii_whitespace().enumerate() {
                    @if number > 0 { " " }
                    @match word.strip_prefix('<').and_then(|id| id.strip_suffix('>')) {
                        Some(id) if id.contains('@') => { (self.link(id, word)) }
                        _ => { (shown(word)) }
                    }
                }
            },
            _ => html! { (shown(value)) },
        }
    }

    fn link(&self, name: &str, text: &str) -> Markup {
        let name = percent::encode(name.as_bytes(), percent::PCHAR);
        html! { a href={ (self.0) (name.as_str()) } { (shown(text)) } }
    }
}

#[cfg(test)]
#[path = "../../tests/it/markup.rs"]
mod markup;

#[cfg(test)]
mod tests {
    use super::markup::{assert_inert, names, payloads, values};
    use super::*;
    use napkin::Standard;

    fn bounds() -> Bounds {
        Bounds::new(usize::MAX, std::time::Duration::from_secs(600))
    }

    fn page_of(article: &str) -> String {
        page(article.as_bytes(), &Url::parse("news:a@b", Standard::Rfc3986).expect("a URL"), &bounds())
            .expect("no limit")
    }

    /// (an article, a text that its page must contain)
    #[test]
    fn articles_become_pages() {
        for (article, expected) in [
            ("Subject: =?utf-8?Q?Caf=C3=A9?=\n\nx", "<title>Caf\u{e9}</title>"),
            ("From: Kim <kim@pub.example>\n\nx", "<td>Kim &lt;kim@pub.example&gt;</td>"),
            ("Newsgroups: a.b,c+d\n\nx", "<a href=\"news:a.b\">a.b</a>, <a href=\"news:c+d\">c+d</a>"),
            ("Followup-To: poster\n\nx", "<td>poster</td>"),
            ("References: <1@b>\n\t<2/\"@b>\n\nx", "<a href=\"news:2%2F%22@b\">&lt;2/&quot;@b&gt;</a>"),
            (
                "X: y\n\nsee <http://pub.example/?a&b>.\n",
                "&lt;<a href=\"http://pub.example/?a&amp;b\">http://pub.example/?a&amp;b</a>&gt;.\n",
            ),
            ("X: y\n\n> a\tb\r\n.\u{202e}\u{1}", "<pre>&gt; a\tb\n.\u{fffd}\u{2401}</pre>"),
            ("X: y\n\n<javascript:alert(1)> <script>", "<pre>&lt;javascript:alert(1)&gt; &lt;script&gt;</pre>"),
            (
                "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n=E9=\nt",
                "<pre>\u{e9}t</pre>",
            ),
            ("Content-Type: text/html\n\n<b>", "<p>Part 1: <code>text/html</code>, 3 bytes.</p>"),
            (
                "Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Type: image/gif\n\nGIF\n--x--\n",
                "<pre>one</pre><p>Part 2: <code>image/gif</code>, 3 bytes.</p>",
            ),
        ] {
            let page = page_of(article);
            assert!(page.contains(expected), "{expected}: {page}");
        }
    }

    /// Each case is an article and its list of errors: lines that are not fields, and lines that end with CR.
    #[test]
    fn article_errors_are_shown_escaped() {
        for (article, expected) in [
            (
                "Subject: a\nno field <b>\nFrom: b\n\nx",
                &["<li>Line 2: ", " (mail-line-skipped): <code>no field &lt;b&gt;</code>"][..],
            ),
            ("Subject: a\rFrom: b\r\rx\r", &[" (mail-bare-cr): <code>"]),
            ("Subject: a\n\u{202e}\u{1}x\nFrom: b\n\nx", &["<code>\u{fffd}\u{2401}x</code>"]),
        ] {
            let page = page_of(article);
            assert!(expected.iter().all(|expected| page.contains(expected)), "{expected:?}: {page}");
            assert!(!page.contains("<b>"), "{page}");
        }
        assert!(!page_of("Subject: a\n\nno field\n").contains("<li>"));
        let long = "x".repeat(10_000);
        let page = page_of(&format!("Subject: a\n{}From: b\n\nx", format!("no field {long}\nX: y\n").repeat(30)));
        assert_eq!(page.matches("<li>Line ").count(), ERRORS);
        assert!(page.contains("<li>10 more</li>") && page.len() < 8 << 10, "{}", page.len());
    }

    #[test]
    fn links_stay_at_the_server_that_was_asked() {
        for (url, expected) in [
            ("news:a@b", "href=\"news:c@d\""),
            ("news://h/a@b", "href=\"news://h/c@d\""),
            ("nntp://sam:secret@h:1119/pub.menu/1", "href=\"news://h:1119/c@d\""),
        ] {
            let url = Url::parse(url, Standard::Rfc3986).expect("a URL");
            let page = page(b"Message-ID: <c@d>\n\nx", &url, &bounds()).expect("no limit");
            assert!(page.contains(expected) && !page.contains("secret"), "{page}");
        }
    }

    /// Puts markup into every field, the media type and the body: the page has only the elements of this module.
    #[test]
    fn nothing_of_an_article_is_markup() {
        const OWN: &str = "!DOCTYPE html head meta title style body table tr th td a pre p code ul li";
        let mut seen = 0;
        for payload in payloads() {
            let mut article: String = FIELDS.iter().map(|name| format!("{name}: {payload}, <{payload}@x>\n")).collect();
            article
                .push_str(&format!("{payload} no field\nContent-Type: x/{payload}\n\n{payload} <http://h/{payload}>"));
            for article in [article.clone(), article.replace("Content-Type", "X")] {
                let page = page_of(&article);
                assert_inert(&page, &payload);
                let foreign = names(&page).find(|name| !OWN.split(' ').any(|own| own == *name));
                assert_eq!(foreign, None, "{page}");
                for link in values(&page, "href") {
                    let scheme = link.split_once(':').map_or("", |(scheme, _)| scheme);
                    assert!(RETRIEVED.contains(&scheme) || scheme == "mailto", "{link}: {page}");
                }
                seen += 1;
            }
        }
        assert!(seen >= 40, "{seen} articles");
    }
}
