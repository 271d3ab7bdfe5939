//! The checks that every definition can ask for.

use alloc::vec::Vec;

use crate::rules;
use crate::{Authority, Component, Definition, Octets, Statement};
use napkin::percent::escape_at;
use napkin::{Component as Part, Finding, Reference, Rule, Sink, Span};

/// The components that a URL may have only if its scheme defines them. Every scheme has a path, and fragments are
/// independent of the scheme.
const OPTIONAL: [Part; 4] = [Part::User, Part::Password, Part::Port, Part::Query];

/// Reports deviations of `url` from `definition` in authority, components, characters and octets, in text order. Does
/// not compare the scheme itself.
///
/// ```
/// use napkin::{Reference, Standard};
/// use napkin_scheme as scheme;
/// let gopher = scheme::find("gopher").unwrap();
/// let url = Reference::parse("gopher://sam@pub.example/1menu", Standard::Rfc3986)?;
/// let mut findings = Vec::new();
/// scheme::by_definition(gopher, url, &mut findings);
/// assert_eq!(findings[0].rule.code(), "component-undefined");
/// # Ok::<(), napkin::Error>(())
/// ```
pub fn by_definition<S: Sink + ?Sized>(definition: &Definition, url: Reference<'_>, sink: &mut S) {
    Grammar::of(definition).check(url, sink);
}

/// The parts whose characters a definition can restrict.
const PARTS: [Part; 5] = [Part::User, Part::Password, Part::Host, Part::Path, Part::Query];

/// The requirements of a definition, prepared for many URLs.
pub(crate) struct Grammar<'d> {
    definition: &'d Definition,
    admitted: [Option<Admitted>; PARTS.len()],
}

impl<'d> Grammar<'d> {
    pub(crate) fn of(definition: &'d Definition) -> Self {
        Self { definition, admitted: PARTS.map(|part| Admitted::of(definition, part)) }
    }

    /// Checks a URL as [`by_definition`] does.
    pub(crate) fn check<S: Sink + ?Sized>(&self, url: Reference<'_>, sink: &mut S) {
        let mut found = Vec::new();
        authority(self.definition, url, &mut found);
        // Text after superfluous slashes belongs to no defined component.
        let is_misread = found.iter().any(|finding| finding.rule == rules::AUTHORITY_FORBIDDEN);
        if !self.definition.components.is_empty() && !is_misread {
            undefined(self.definition, url, &mut found);
            for (part, admitted) in PARTS.into_iter().zip(&self.admitted) {
                characters(admitted.as_ref(), part, url, &mut found);
            }
        }
        found.sort_by_key(|finding| finding.span.start);
        found.into_iter().for_each(|finding| sink.report(finding));
    }
}

fn authority(definition: &Definition, url: Reference<'_>, found: &mut Vec<Finding>) {
    let behind = url.span(Part::Scheme).map_or(0, |scheme| scheme.end + 1);
    let authority = url.span(Part::Authority);
    match (definition.authority, authority) {
        (Authority::Required, _) if url.host_text().unwrap_or_default().is_empty() => {
            let at = url.span(Part::Host).map_or(behind, |host| host.start);
            let next = url.as_str()[at..].chars().next();
            found.push(Finding::new(rules::HOST_REQUIRED, url.standard(), Span::new(at, at), "a host", next));
        }
        (Authority::None, Some(authority)) => {
            let span = Span::new(behind, authority.end);
            found.push(Finding::new(rules::AUTHORITY_FORBIDDEN, url.standard(), span, "", Some('/')));
        }
        _ => {}
    }
}

/// The components of a definition that are in one part of the generic syntax.
fn of_part(definition: &Definition, part: Part) -> impl Iterator<Item = &Component> {
    definition.components.iter().filter(move |component| component.part == part.name())
}

fn undefined(definition: &Definition, url: Reference<'_>, found: &mut Vec<Finding>) {
    for part in OPTIONAL {
        let Some(span) = url.span(part) else { continue };
        let is_inside = part != Part::Query && of_part(definition, Part::Authority).next().is_some();
        if !is_inside && of_part(definition, part).next().is_none() {
            found.push(Finding::new(rules::COMPONENT_UNDEFINED, url.standard(), span, "", None));
        }
    }
}

/// The allowed text of a part, from all defined components in it.
struct Admitted {
    /// The octets that may be written without an escape; empty if the definition does not say.
    plain: Octets,
    /// The octets that are forbidden even as escapes.
    never: Octets,
    escapes: bool,
    is_utf8: bool,
}

impl Admitted {
    fn of(definition: &Definition, part: Part) -> Option<Self> {
        let read = |text: &str| Octets::parse(text).unwrap_or_default();
        let mut all = Self { plain: Octets::NONE, never: Octets::ALL, escapes: false, is_utf8: true };
        let mut count = 0;
        for component in of_part(definition, part) {
            count += 1;
            all.plain = all.plain.or(read(&component.allow)).or(read(&component.reserved));
            // A component without escapes cannot contain an escaped octet.
            all.never = all.never.and(if component.escapes { read(&component.never) } else { Octets::ALL });
            all.escapes |= component.escapes;
            all.is_utf8 &= component.text;
        }
        all.is_utf8 &= definition.text(Statement::Charset).contains("UTF-8");
        (count > 0).then_some(all)
    }

    /// Returns the rule that forbids a character, or the octet whose escape it begins.
    fn refuses(&self, c: char, escaped: Option<u8>) -> Option<(Rule, &'static str)> {
        let is_admitted = match escaped {
            Some(_) => self.escapes,
            None => !c.is_ascii() || self.plain.is_empty() || self.plain.contains(c as u8),
        };
        if !is_admitted {
            return Some((rules::COMPONENT_CHARACTER, "a character that the scheme admits here"));
        }
        escaped.filter(|&octet| self.never.contains(octet)).map(|_| (rules::ESCAPE_FORBIDDEN, ""))
    }
}

fn characters(admitted: Option<&Admitted>, part: Part, url: Reference<'_>, found: &mut Vec<Finding>) {
    let (Some(mut span), Some(admitted)) = (url.span(part), admitted) else { return };
    // The slash after an authority separates it from the path.
    if part == Part::Path && url.authority().is_some() && !span.is_empty() {
        span.start += 1;
    }
    let text = &url.as_str()[span.range()];
    let mut next = 0;
    for (at, c) in text.char_indices() {
        if at < next {
            continue;
        }
        let escaped = escape_at(text.as_bytes(), at);
        next = at + if escaped.is_some() { 3 } else { c.len_utf8() };
        if let Some((rule, expected)) = admitted.refuses(c, escaped) {
            let piece = Span::new(at, next).shift(span.start);
            match found.last_mut() {
                // Adjacent characters are one finding.
                Some(last) if last.rule == rule && last.span.end == piece.start => last.span.end = piece.end,
                _ => found.push(Finding::new(rule, url.standard(), piece, expected, Some(c))),
            }
        }
    }
    if admitted.is_utf8 {
        utf8(text, span.start, url, found);
    }
}

/// Reports escapes that are not UTF-8 in a text of UTF-8 characters.
fn utf8(text: &str, start: usize, url: Reference<'_>, found: &mut Vec<Finding>) {
    let mut octets = Vec::new();
    let mut places = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let escaped = escape_at(text.as_bytes(), at);
        octets.push(escaped.unwrap_or(text.as_bytes()[at]));
        places.push(at);
        at += if escaped.is_some() { 3 } else { 1 };
    }
    if let Err(error) = core::str::from_utf8(&octets) {
        let first = places[error.valid_up_to()];
        let span = Span::new(first, text.len().min(first + 3)).shift(start);
        found.push(Finding::new(rules::ESCAPE_NOT_UTF8, url.standard(), span, "", Some('%')));
    }
}
