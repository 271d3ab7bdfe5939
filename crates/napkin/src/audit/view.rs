//! One reference, as the rules look at it, and where they report.

use alloc::vec::Vec;

use super::settings::Settings;
use crate::{Component, Finding, Parts, Rule, Span, Standard};

/// A reference with its parts, which are the best that can be made out if it is not valid.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Parts,
    /// Whether it keeps to RFC 3986.
    pub(super) is_valid: bool,
}

impl<'a> View<'a> {
    /// The bytes of a component; empty where it would be if it is undefined.
    pub(super) fn span(&self, component: Component) -> Span {
        self.parts.span(component).unwrap_or_default()
    }

    /// The text of a component; empty if it is undefined.
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

    /// Whether browsers treat it as a URL of the web, or would against a base of the web.
    pub(super) fn is_web(&self) -> bool {
        self.parts.scheme_end == 0 || self.is_scheme(&["https", "http", "wss", "ws"])
    }
}

/// What the rules have found, as far as the settings ask for it.
pub(super) struct Out<'s> {
    pub(super) settings: &'s Settings,
    pub(super) findings: Vec<Finding>,
}

impl<'s> Out<'s> {
    pub(super) const fn new(settings: &'s Settings) -> Self {
        Self { settings, findings: Vec::new() }
    }

    pub(super) fn asks(&self, rule: Rule) -> bool {
        self.settings.is_enabled(rule)
    }

    /// Reports a place, but one that touches the last of the same rule as part of that.
    pub(super) fn report(&mut self, rule: Rule, span: Span) {
        if !self.asks(rule) {
            return;
        }
        match self.findings.last_mut() {
            Some(last) if last.rule == rule && last.span.end >= span.start && last.span.start <= span.start => {
                last.span.end = last.span.end.max(span.end);
            }
            _ => self.findings.push(Finding::new(rule, Standard::Rfc3986, span, "", None)),
        }
    }
}
