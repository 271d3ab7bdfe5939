//! Renders an article of a newsgroup as a page: "some appropriate HTML" (RFC 2718 section 2.3.1), as HTTP and HTML have no
//! articles.
//!
//! The page shows some header fields, and text parts as written, with URLs as links. It names other parts, and lists errors,
//! because other programs may then read a different article. All text of the article is escaped; none becomes markup.

use napkin::{Component, Finding, Reference, Severity, Url, percent};
use napkin_document::{Entity, Kind, Options, links};
use napkin_mail::{Limits, Message, Part, PartKind};

use super::links::RETRIEVED;
use crate::html::Html;
use napkin_answer::bounds::{Bounds, Stop};
use napkin_answer::output::Cursor;

/// The displayed fields, in this order (RFC 5536 section 3).
const FIELDS: [&str; 9] =
    ["From", "Subject", "Newsgroups", "Date", "Followup-To", "Reply-To", "Organization", "References", "Message-ID"];

/// The style is inline, because the sandbox loads nothing.
const STYLE: &str = "<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:1rem auto;\
    padding:0 1rem}th{text-align:start;vertical-align:top;padding-inline-end:1rem;white-space:nowrap}td{overflow-wrap:anywhere}\
    pre{white-space:pre-wrap;overflow-wrap:anywhere;border-top:1px solid;padding-top:1rem}</style>";

/// Renders the article at `url` as a page.
///
/// # Errors
/// Returns the limit that is exceeded.
pub(super) fn page(bytes: &[u8], url: &Url, bounds: &Bounds) -> Result<String, Stop> {
    let mut findings = Vec::new();
    let message = Message::read(bytes, &Limits::default(), &mut findings);
    let field = |name: &str| message.root().field(name).map(|field| field.text());
    let mut html = Html::within(bounds);
    html.raw("<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>");
    html.text(&field("subject").unwrap_or_default()).raw("</title>").raw(STYLE).raw("</head><body><table>");
    let names = Names::of(url);
    for name in FIELDS {
        let Some(value) = field(&name.to_ascii_lowercase()).filter(|value| !value.is_empty()) else { continue };
        html.raw("<tr><th scope=row>").text(name).raw("</th><td>");
        match name {
            "Newsgroups" | "Followup-To" => names.groups(&value, &mut html),
            "References" | "Message-ID" => names.articles(&value, &mut html),
            _ => _ = html.text(&value),
        }
        html.raw("</td></tr>\n");
    }
    html.raw("</table>\n");
    errors(bytes, &findings, &mut html);
    let has_body =
        |part: &Part<'_, '_>| matches!(part.kind(), PartKind::Leaf | PartKind::ExternalBody) && !part.is_phantom();
    message.parts().filter(has_body).for_each(|part| show(part, &mut html));
    html.raw("</body></html>\n");
    html.finish()
}

/// The most errors that are listed.
const ERRORS: usize = 20;
/// The most bytes that are quoted per place.
const QUOTED: usize = 80;

/// Lists the first [`ERRORS`] errors with their lines, and the number of further errors.
fn errors(bytes: &[u8], findings: &[Finding], html: &mut Html) {
    let mut errors: Vec<&Finding> = findings.iter().filter(|it| it.rule.severity() == Severity::Error).collect();
    if errors.is_empty() {
        return;
    }
    errors.sort_by_key(|finding| finding.span);
    let mut cursor = Cursor::new(bytes);
    html.raw("<ul>\n");
    for finding in errors.iter().take(ERRORS) {
        let line = cursor.advance(finding.span.start).line;
        let quoted = &bytes[finding.span.range()];
        let quoted = String::from_utf8_lossy(&quoted[..quoted.len().min(QUOTED)]);
        html.raw("<li>Line ").number(line).raw(": ").text(&finding.to_string()).raw(" (").text(finding.rule.code());
        html.raw("): <code>").text(quoted.trim_end()).raw("</code></li>\n");
    }
    if let Some(more @ 1..) = errors.len().checked_sub(ERRORS) {
        html.raw("<li>").number(more).raw(" more</li>\n");
    }
    html.raw("</ul>\n");
}

/// Shows a text part, or names a part of another type.
fn show(part: Part<'_, '_>, html: &mut Html) {
    let essence = part.essence();
    if essence == "text/plain" {
        html.raw("<pre>");
        text(&part.decoded_text(), html);
        html.raw("</pre>\n");
    } else {
        html.raw("<p>Part ").text(&part.number()).raw(": <code>").text(&essence).raw("</code>, ");
        html.number(part.reader().count_bytes() as usize).raw(" bytes.</p>\n");
    }
}

/// Writes a text of several lines, with URLs of supported schemes as links.
fn text(text: &str, html: &mut Html) {
    let mut done = 0;
    let entity = Entity::new(text.as_bytes()).with_kind(Kind::Text).in_charset("utf-8");
    links(&entity, &Options::default(), &mut |link| {
        let scheme = link.text.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
        let leads = RETRIEVED.contains(&&*scheme) || scheme == "mailto";
        if link.span.start < done || !leads {
            return;
        }
        lines(&text[done..link.span.start], html);
        html.raw("<a href=\"").verbatim(&link.text).raw("\">");
        lines(link.span.of(text), html);
        html.raw("</a>");
        done = link.span.end;
    });
    lines(&text[done..], html);
}

/// Writes lines: tabs and line ends stay, other controls get stand-ins.
fn lines(text: &str, html: &mut Html) {
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line.strip_suffix('\r').unwrap_or(line), "\n"),
            None => (line, ""),
        };
        for (number, piece) in line.split('\t').enumerate() {
            html.raw(if number > 0 { "\t" } else { "" }).text(piece);
        }
        html.raw(end);
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

    fn link(&self, name: &str, shown: &str, html: &mut Html) {
        let name = percent::encode(name.as_bytes(), percent::PCHAR);
        html.raw("<a href=\"").verbatim(&self.0).verbatim(name.as_str()).raw("\">").text(shown).raw("</a>");
    }

    /// Links the names of groups in a comma-separated list (RFC 5536 section 3.1.4).
    fn groups(&self, list: &str, html: &mut Html) {
        for (number, name) in list.split(',').map(str::trim).enumerate() {
            html.raw(if number > 0 { ", " } else { "" });
            if name.is_empty() || name == "poster" {
                html.text(name);
            } else {
                self.link(name, name, html);
            }
        }
    }

    /// Links identifiers of articles in angle brackets (section 3.1.3).
    fn articles(&self, list: &str, html: &mut Html) {
        for (number, word) in list.split_ascii_whitespace().enumerate() {
            html.raw(if number > 0 { " " } else { "" });
            match word.strip_prefix('<').and_then(|id| id.strip_suffix('>')) {
                Some(id) if id.contains('@') => self.link(id, word, html),
                _ => _ = html.text(word),
            }
        }
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
                "<pre>one</pre>\n<p>Part 2: <code>image/gif</code>, 3 bytes.</p>",
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
