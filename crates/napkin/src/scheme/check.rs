//! Whether a URL is one of its scheme.
//!
//! Decides: what the definition of a scheme asks of a URL beyond the generic syntax. What every definition can say (a host or
//! none, which components there are, their characters, octets that not even an escape may bring in) is
//! [`by_definition`]; what only one scheme has stands in a file of its own.

mod general;
mod mail;
mod names;
mod news;
mod numbers;
mod paths;

use alloc::vec::Vec;

pub(crate) use self::general::Grammar;
pub use self::general::by_definition;
use super::find;
use crate::data::{self, Limits};
use crate::media::Reading;
use crate::{Finding, Reference, Rule, Sink, Span, Standard, rules};

/// Reports what is wrong with `url` by the definition of its scheme, in the order of the places; says whether the
/// registry has a definition to hold it against.
///
/// A relative reference has no scheme. The rules are those between [`rules::HOST_REQUIRED`] and [`rules::BLOB_ORIGIN`], and for
/// `data:` those of [`crate::data`]. Under [`Standard::Draft1997`] a scheme is what RFC 1738 said of it: `mailto:` has no
/// header fields.
///
/// ```
/// use napkin::{Reference, Standard, scheme};
/// let mut findings = Vec::new();
/// let url = Reference::parse("ftp://pub.example/menu.txt;type=x", Standard::Rfc3986)?;
/// assert!(scheme::check(url, &mut findings));
/// assert_eq!(findings[0].to_string(), "expected `a`, `i` or `d`, but found `x`");
/// assert_eq!(findings[0].see(), "RFC 1738 section 3.2.2");
/// # Ok::<(), napkin::Error>(())
/// ```
pub fn check<S: Sink + ?Sized>(url: Reference<'_>, sink: &mut S) -> bool {
    let Some(definition) = url.scheme().and_then(find) else { return false };
    if definition.name == "data" {
        let reading = if url.standard() == Standard::Whatwg { Reading::Whatwg } else { Reading::Strict };
        // The finding that ends the reading is among the others.
        let _ = data::check(url.as_str(), reading, &Limits::NONE, sink);
        return true;
    }
    let mut checked = Checked { url, found: Vec::new() };
    by_definition(definition, url, &mut checked.found);
    let is_misread = checked.found.iter().any(|finding| finding.rule == rules::AUTHORITY_FORBIDDEN);
    match definition.name.as_ref() {
        _ if is_misread => {}
        "http" | "https" => paths::http(&mut checked),
        "ws" | "wss" => paths::websocket(&mut checked),
        "ftp" => paths::ftp(&mut checked),
        "tftp" => paths::tftp(&mut checked),
        "gopher" => paths::gopher(&mut checked),
        "file" => paths::file(&mut checked),
        "news" => news::news(&mut checked),
        "nntp" => news::nntp(&mut checked),
        "mailto" => mail::mailto(&mut checked),
        "cid" => mail::cid(&mut checked),
        "mid" => mail::mid(&mut checked),
        "tel" => numbers::tel(&mut checked),
        "urn" => names::urn(&mut checked),
        "blob" => names::blob(&mut checked),
        _ => {}
    }
    checked.found.sort_by_key(|finding| finding.span.start);
    checked.found.into_iter().for_each(|finding| sink.report(finding));
    true
}

/// Says where a relative reference stands against a base whose scheme has no relative forms ([`rules::RELATIVE_UNSUITABLE`]).
/// That is advice: whether it can be resolved is decided by the syntax of the base.
///
/// ```
/// use napkin::{Reference, Standard, scheme};
/// let read = |text| Reference::parse(text, Standard::Rfc3986).unwrap();
/// let mut findings = Vec::new();
/// scheme::check_relative(read("gopher://pub.example/1/menu"), read("../wine"), &mut findings);
/// assert_eq!(findings[0].rule.code(), "relative-unsuitable");
/// scheme::check_relative(read("ftp://pub.example/menu"), read("../wine"), &mut findings);
/// assert_eq!(findings.len(), 1);
/// ```
pub fn check_relative<S: Sink + ?Sized>(base: Reference<'_>, reference: Reference<'_>, sink: &mut S) {
    let definition = base.scheme().and_then(find);
    let is_none = definition.is_some_and(|definition| !definition.relative);
    let is_fragment = reference.kind() == crate::Kind::SameDocument;
    if is_none && !reference.is_absolute() && !is_fragment {
        let span = Span::new(0, reference.as_str().len());
        sink.report(Finding::new(rules::RELATIVE_UNSUITABLE, reference.standard(), span, "", None));
    }
}

/// A URL that is being looked at.
struct Checked<'a> {
    url: Reference<'a>,
    found: Vec<Finding>,
}

/// A piece of the URL's text, and where it begins.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Piece<'a> {
    /// What stands before and behind the first of a character.
    fn split_once(self, at: char) -> Option<(Self, Self)> {
        let (before, behind) = self.text.split_once(at)?;
        let start = self.start + before.len() + at.len_utf8();
        Some((Self { text: before, ..self }, Self { text: behind, start }))
    }

    /// The pieces between a character.
    fn split(self, at: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(at).map(move |text| {
            let piece = Self { text, start };
            start += text.len() + at.len_utf8();
            piece
        })
    }

    /// The rest behind the first `by` bytes.
    fn behind(self, by: usize) -> Self {
        Self { text: self.text.get(by..).unwrap_or_default(), start: self.start + by }
    }

    /// Without a prefix in any case.
    fn strip(self, prefix: &str) -> Option<Self> {
        let is_there = self.text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        is_there.then(|| self.behind(prefix.len()))
    }

    fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }
}

impl<'a> Checked<'a> {
    fn part(&self, part: crate::Component) -> Option<Piece<'a>> {
        let span = self.url.span(part)?;
        Some(Piece { text: &self.url.as_str()[span.range()], start: span.start })
    }

    fn path(&self) -> Piece<'a> {
        self.part(crate::Component::Path).unwrap_or(Piece { text: "", start: self.url.as_str().len() })
    }

    /// A finding on a whole piece, with the rule's own sentence.
    fn whole(&mut self, rule: Rule, piece: Piece<'_>) {
        self.found.push(Finding::new(rule, self.url.standard(), piece.span(), "", None));
    }

    /// A finding at the character `at` bytes into a piece, or at its end, where something is missing.
    fn at(&mut self, rule: Rule, piece: Piece<'_>, at: usize, expected: &'static str) {
        let start = piece.start + at;
        let found = self.url.as_str().get(start..).and_then(|rest| rest.chars().next());
        let length = found.filter(|_| at < piece.text.len()).map_or(0, char::len_utf8);
        self.found.push(Finding::new(rule, self.url.standard(), Span::new(start, start + length), expected, found));
    }

    /// A finding at the first character of a piece that is not admitted; whether there is one.
    fn first_not(
        &mut self,
        rule: Rule,
        piece: Piece<'_>,
        expected: &'static str,
        admit: impl Fn(char) -> bool,
    ) -> bool {
        let at = piece.text.find(|c| !admit(c));
        if let Some(at) = at {
            self.at(rule, piece, at, expected);
        }
        at.is_some()
    }
}
