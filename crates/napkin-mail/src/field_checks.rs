//! Runs the checks of a message, other than those of its structure: `Message::check`.

use crate::content_id::{IdUrl, content_id};
use crate::external::AccessType;
use crate::message::{Message, Part, PartKind};
use crate::part_bases::{self, Bases, Profile};
use crate::rules;
use crate::tree::{KnownField, Subtype};
use crate::url_parameter::Spaces;
use napkin::map::SourceSink;
use napkin::{Finding, Rule, Sink, Span, Standard};
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

impl Message<'_> {
    /// Reports errors in the fields of all entities: external bodies, bases, identifiers. [`Message::read`] reports errors in the
    /// structure.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let mut findings = Vec::new();
    /// Message::parse(b"Content-Base: menu/\n\n").check(&mut findings);
    /// assert_eq!(findings[0].rule, napkin_mail::rules::MAIL_BASE);
    /// ```
    pub fn check(&self, findings: &mut dyn Sink) {
        let mut ids = HashMap::new();
        // Computed on demand, because few messages have labels.
        let bases = LazyCell::new(|| Bases::new(self, Profile::default(), None));
        let mut labels = HashSet::new();
        for part in self.parts() {
            if !part.is_phantom() {
                content_type(part, findings);
            }
            part.external_body_with(Spaces::default(), findings);
            part_bases::check(part, findings);
            if [KnownField::Location, KnownField::SnapshotLocation].iter().any(|&known| part.known(known).is_some()) {
                part_bases::check_label(part, &bases, findings);
            }
            start(part, findings);
            repeated_id(part, &mut ids, findings);
            repeated_location(part, &bases, &mut labels, findings);
        }
    }
}

fn say(part: Part<'_, '_>, rule: Rule, span: Span, findings: &mut dyn Sink) {
    findings.report(Finding::new(rule, Standard::Rfc3986, part.source_span(span), "", None));
}

/// Checks the `Content-Type` parameters of a part, except of an external body, which has its own check.
fn content_type(part: Part<'_, '_>, findings: &mut dyn Sink) {
    let Some(content_type) = part.content_type().filter(|it| it.essence() != "message/external-body") else { return };
    let check = |findings: &mut dyn Sink| {
        content_type.check(findings);
        if content_type.has_one_parameter_at_most() {
            return;
        }
        for name in ["charset", "boundary", "name", "start"] {
            content_type.check_parameter(name, findings);
        }
    };
    match part.level() {
        Some(level) => check(&mut SourceSink::new(level, findings)),
        None => check(findings),
    }
}

fn start(part: Part<'_, '_>, findings: &mut dyn Sink) {
    if part.kind() != PartKind::Multipart || part.node().subtype != Subtype::Related {
        return;
    }
    if let Some(id) = part.start()
        && part.child_with_id(&id).is_none()
    {
        let span = part.content_type().and_then(|it| it.parameter("start")).map(|start| start.span());
        say(part, rules::MAIL_START, span.unwrap_or_default(), findings);
    }
}

/// Reports a repeated label, compared as a URL, within one multipart/related (RFC 2557 section 7).
fn repeated_location(
    part: Part<'_, '_>,
    bases: &LazyCell<Bases, impl FnOnce() -> Bases>,
    labels: &mut HashSet<(usize, String)>,
    findings: &mut dyn Sink,
) {
    let Some(field) = part.known(KnownField::Location) else { return };
    let is_related = |part: &Part<'_, '_>| part.node().subtype == Subtype::Related;
    let Some(owner) = part.outwards().skip(1).find(is_related) else { return };
    let Some(label) = bases.label(part).filter(|label| IdUrl::parse(label).is_none()) else { return };
    if !labels.insert((owner.index(), label)) {
        say(part, rules::MAIL_CONTENT_LOCATION_REPEATED, field.trimmed_span(), findings);
    }
}

/// Reports a repeated Content-ID (RFC 2045 section 7). The alternatives of one multipart may share it, as they may be the
/// same object.
fn repeated_id<'m, 'a>(part: Part<'m, 'a>, ids: &mut HashMap<String, Part<'m, 'a>>, findings: &mut dyn Sink) {
    let Some(field) = part.known(KnownField::Id) else { return };
    let Some(id) = content_id(field.value()) else { return };
    let Some(first) = ids.insert(id, part) else { return };
    let alternative = |part: Part<'m, 'a>| {
        let part = if part.is_phantom() { part.parent()? } else { part };
        part.parent().filter(|parent| parent.node().subtype == Subtype::Alternative)
    };
    let is_same_object = alternative(first).is_some() && alternative(first) == alternative(part);
    let is_referring = [first, part].into_iter().any(|part| {
        let external = part.parent().and_then(|parent| parent.external_body());
        external.is_some_and(|external| external.access == Some(AccessType::ContentId))
    });
    if !is_same_object && !is_referring {
        say(part, rules::MAIL_CONTENT_ID_REPEATED, field.value_span(), findings);
    }
}
