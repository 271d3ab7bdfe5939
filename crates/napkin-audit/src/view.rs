//! The input of the rules, a split reference, and the collector of their findings.

use alloc::vec::Vec;

use super::settings::Settings;
use napkin::{Component, Finding, Parts, Rule, Span, Standard};

/// A reference with its parts. An invalid reference has the most plausible parts.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Parts,
    /// Whether the reference is valid under RFC 3986.
    pub(super) is_valid: bool,
}

impl<'a> View<'a> {
    /// Returns the span of a component; an empty span if it is undefined.
    pub(super) fn span(&self, component: Component) -> Span {
        self.parts.span(component).unwrap_or_default()
    }

    /// Returns the text of a component; empty if it is undefined.
    pub(super) fn part(&self, component: Component) -> &'a str {
        &self.text[self.span(component).range()]
    }

    pub(super) fn has(&self, component: Component) -> bool {
        self.parts.span(component).is_some()
    }

    pub(super) fn host(&self) -> &'a str {
        self.part(Component::Host)
    }

    pub(super) fn is_scheme(&self, names: &[&str]) -> bool {
        let scheme = self.part(Component::Scheme);
        names.iter().any(|name| name.eq_ignore_ascii_case(scheme))
    }

    /// Returns whether browsers treat the reference as a URL of the web, if necessary with a base of the web.
    pub(super) fn is_web(&self) -> bool {
        !self.has(Component::Scheme) || self.is_scheme(&["https", "http", "wss", "ws"])
    }
}

/// Findings of one rule in one reference that were counted but not reported, because they exceed the limit of the
/// settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// The rule.
    pub rule: Rule,
    /// The number of findings.
    pub count: usize,
    /// The span from the first to the last of them, in bytes of the reference.
    pub span: Span,
}

/// The findings of the rules that the settings enable.
pub(super) struct Out<'s> {
    pub(super) settings: &'s Settings,
    pub(super) findings: Vec<Finding>,
    /// The number of kept findings of each rule.
    kept: Vec<(Rule, usize)>,
    pub(super) omitted: Vec<Omitted>,
    /// The last finding, kept or omitted.
    last: Option<(Rule, Span)>,
}

impl<'s> Out<'s> {
    pub(super) const fn new(settings: &'s Settings) -> Self {
        Self { settings, findings: Vec::new(), kept: Vec::new(), omitted: Vec::new(), last: None }
    }

    pub(super) fn asks(&self, rule: Rule) -> bool {
        self.settings.is_enabled(rule)
    }

    /// Reports a span. A span that touches the last one of the same rule extends that finding.
    pub(super) fn report(&mut self, rule: Rule, span: Span) {
        if !self.asks(rule) {
            return;
        }
        let touches = |last: Span| last.end >= span.start && last.start <= span.start;
        if let Some((_, last)) = self.last.filter(|&(of, last)| of == rule && touches(last)) {
            let whole = Span::new(last.start, last.end.max(span.end));
            self.last = Some((rule, whole));
            // If nothing of the rule was omitted, the last finding is the last kept one.
            match self.omitted.iter_mut().find(|omitted| omitted.rule == rule) {
                Some(omitted) => omitted.span = covering(omitted.span, whole),
                None => self.findings.last_mut().into_iter().for_each(|finding| finding.span = whole),
            }
            return;
        }
        self.last = Some((rule, span));
        self.keep(rule, span);
    }

    /// Keeps a finding, or only counts it if the limit of its rule is reached.
    fn keep(&mut self, rule: Rule, span: Span) {
        let at = self.kept.iter().position(|&(of, _)| of == rule).unwrap_or(self.kept.len());
        if at == self.kept.len() {
            self.kept.push((rule, 0));
        }
        if self.kept[at].1 < self.settings.max_findings {
            self.kept[at].1 += 1;
            self.findings.push(Finding::new(rule, Standard::Rfc3986, span, "", None));
            return;
        }
        match self.omitted.iter_mut().find(|omitted| omitted.rule == rule) {
            Some(omitted) => (omitted.count, omitted.span) = (omitted.count + 1, covering(omitted.span, span)),
            None => self.omitted.push(Omitted { rule, count: 1, span }),
        }
    }
}

/// Returns the smallest span that covers both.
fn covering(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}
