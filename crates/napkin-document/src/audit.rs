//! Finds dangerous links in a document.
//!
//! Applies the rules of [`napkin_audit`] to each link, against the base of the document, and rules that concern
//! documents: encrypted pages that load unencrypted content (Mixed Content), links without encryption, and link texts
//! that name another host than the link's. Comments may mark findings as known ([`Suppressions`]).

mod suppression;
mod texts;

pub use self::suppression::Suppressions;
pub use self::texts::LinkTexts;

use crate::context::Context;
use crate::entity::Entity;
use crate::flow::Flow;
use crate::link::Link;
use crate::options::Options;
use crate::reader::Reader;
use crate::rules;
use crate::usage::Use;
use napkin::{Finding, Sink, Span, Standard, whatwg};
use napkin_audit::{Omitted, Settings, is_host_name, registered};
use std::ops::ControlFlow;

/// Schemes without encryption.
const CLEAR: [&str; 12] =
    ["http", "ftp", "ws", "telnet", "gopher", "tftp", "nntp", "ldap", "rlogin", "rsh", "git", "finger"];

/// The dangerous properties of one link. Spans refer to the link's text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct LinkFindings {
    /// The findings, in order of position.
    pub findings: Vec<Finding>,
    /// The findings beyond [`Settings::limit_findings`]: counted but not listed.
    pub omitted: Vec<Omitted>,
}

/// Passes every link of a document with its dangerous properties to `sink`, and the problems of the document itself to
/// `findings`. If `sink` [breaks](Flow), no more of the document is read.
///
/// ```
/// use napkin_audit::Settings;
/// use napkin_document::{Entity, Kind, Options, audit::audit};
/// let page = Entity::new(b"<a href=https://evil.example/>www.pub.example</a>").with_kind(Kind::Html);
/// let mut codes = Vec::new();
/// audit(&page, &Options::default(), &Settings::default(), &mut (), &mut |_, found| {
///     codes.extend(found.findings.iter().map(|finding| finding.rule.code()));
/// });
/// assert_eq!(codes, ["misleading-link-text"]);
/// ```
pub fn audit<'a, R: Flow>(
    entity: &Entity<'a>,
    options: &Options,
    settings: &Settings,
    findings: &mut dyn Sink,
    sink: &mut (impl FnMut(&Link<'a>, &LinkFindings) -> R + ?Sized),
) {
    let reader = Reader::new(entity, options);
    let base = reader.base().under(Standard::Rfc3986).url;
    let document = Document {
        settings,
        texts: match settings.is_enabled(rules::MISLEADING_LINK_TEXT) {
            true => LinkTexts::of(&reader, &options.limits),
            false => LinkTexts::default(),
        },
        is_secure: entity.retrieval.is_some_and(|url| is_scheme(url, "https")),
        url: base.as_deref().and_then(|base| whatwg::Url::parse(base, None).ok()),
        base,
    };
    reader.links(findings, &mut |link| {
        let found = document.ask(&link);
        match found.findings.is_empty() && found.omitted.is_empty() {
            true => ControlFlow::Continue(()),
            false => sink(&link, &found).flow(),
        }
    });
}

struct Document<'s> {
    settings: &'s Settings,
    texts: LinkTexts,
    /// Whether the document was retrieved by `https:`.
    is_secure: bool,
    base: Option<String>,
    url: Option<whatwg::Url>,
}

impl Document<'_> {
    fn ask(&self, link: &Link<'_>) -> LinkFindings {
        if !self.settings.is_chosen(&link.text, self.base.as_deref()) {
            return LinkFindings::default();
        }
        let mut found = Vec::new();
        let omitted = napkin_audit::audit(&link.text, self.base.as_deref(), self.settings, &mut found);
        let mut report = |rule, span| {
            if self.settings.is_enabled(rule) {
                found.push(Finding::new(rule, Standard::Whatwg, span, "", None));
            }
        };
        let scheme = CLEAR.into_iter().find(|scheme| is_scheme(&link.text, scheme));
        if let Some(scheme) = scheme {
            let is_loaded = !matches!(usage(link), Use::Navigation | Use::Other);
            let rule = if self.is_secure && is_loaded { rules::MIXED_CONTENT } else { rules::INSECURE_SCHEME };
            report(rule, Span::new(0, scheme.len()));
        }
        if self.is_misleading(link) {
            report(rules::MISLEADING_LINK_TEXT, Span::new(0, link.text.len()));
        }
        found.sort_by_key(|finding| finding.span.start);
        LinkFindings { findings: found, omitted }
    }

    fn is_misleading(&self, link: &Link<'_>) -> bool {
        let Some(named) = self.texts.at(link.span.start).and_then(named_host) else { return false };
        let Ok(url) = whatwg::Url::parse(&link.text, self.url.as_ref()) else { return false };
        let is_of_hosts = ["http", "https", "ftp"].contains(&url.scheme());
        is_of_hosts && registered(&named) != registered(&url.hostname().to_ascii_lowercase())
    }
}

fn is_scheme(text: &str, scheme: &str) -> bool {
    let start = text.get(..scheme.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(scheme)) && text.as_bytes().get(scheme.len()) == Some(&b':')
}

fn usage(link: &Link<'_>) -> Use {
    match &link.context {
        Context::HtmlAttribute { element, attribute } => match (&**element, &link.rel) {
            ("link", Some(rel)) => Use::of_link(rel, ""),
            (element, _) => Use::of_attribute(element, attribute),
        },
        Context::HtmlStyle | Context::Css(_) | Context::XmlStyleSheet => Use::Style,
        _ => Use::Other,
    }
}

/// Returns the host named by a text, in lower case, if the text is only a URL or a host. Names of files and products
/// may end like country domains, so without a scheme only common endings count.
fn named_host(text: &str) -> Option<String> {
    const PLAIN: [&str; 8] = [".com", ".net", ".org", ".gov", ".edu", ".example", ".bank", ".info"];
    let text = text.trim().trim_end_matches(['.', ',', '!', ')', '\u{2026}']);
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    let behind = ["http://", "https://", "ftp://"].into_iter().find_map(|scheme| {
        text.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme)).map(|_| &text[scheme.len()..])
    });
    let rest = behind.unwrap_or(text);
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default();
    let lower = host.to_lowercase();
    let is_plain = || {
        let is_usual = lower.starts_with("www.") || PLAIN.iter().any(|end| lower.ends_with(end));
        // `ASP.NET` is not a host; a mail address contains an `@`.
        is_usual && host.chars().any(char::is_lowercase) && !authority.contains('@')
    };
    (is_host_name(&lower) && (behind.is_some() || is_plain())).then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_name_a_host() {
        let cases = [
            ("www.pub.example", Some("www.pub.example")),
            (" https://www.Bank.com/login ", Some("www.bank.com")),
            ("bank.com", Some("bank.com")),
            ("http://pub.example:8080/", Some("pub.example")),
            ("README.md", None),
            ("ASP.NET", None),
            ("the pub", None),
            ("sam@bank.com", None),
            ("see bank.com", None),
            ("", None),
            ("v1.2.3", None),
        ];
        for (text, host) in cases {
            assert_eq!(named_host(text).as_deref(), host, "{text}");
        }
    }
}
