//! Rules about the scripts of a host: mixed scripts, look-alikes, Punycode.
//!
//! Each displayed label is checked by the module `spoofs`. Without the feature `tables`, only Punycode is found.

use crate::rules;
use crate::view::{Out, View};
use napkin::{Component, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let host = view.span(Component::Host);
    let text = host.of(view.text);
    let mut at = host.start;
    for label in text.split('.') {
        if label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--")) {
            out.report(rules::PUNYCODE_HOST, Span::new(at, at + label.len()));
        }
        at += label.len() + 1;
    }
    tables::labels(host, text, out);
}

#[cfg(feature = "tables")]
mod tables {
    use super::{Out, Span, rules};
    use crate::families::{spoofs, suffixes};
    use napkin::Encoded;
    use napkin::whatwg::domain_to_unicode;

    pub(super) fn labels(host: Span, text: &str, out: &mut Out<'_>) {
        let shown = domain_to_unicode(&Encoded::unchecked(text).decode_lossy());
        if shown.is_ascii() {
            return;
        }
        let shown = shown.trim_end_matches('.');
        let top = shown.rsplit('.').next().unwrap_or_default();
        // In a host with other dots or with escapes, the finding covers the whole host.
        let is_same = text.trim_end_matches('.').split('.').count() == shown.split('.').count() && !text.contains('%');
        if spoofs::imitates_known_name(suffixes::registered(shown)) {
            out.report(rules::CONFUSABLE_HOST, host);
        }
        let mut at = host.start;
        for (label, written) in shown.split('.').zip(text.split('.').chain(core::iter::repeat(""))) {
            let span = if is_same { Span::new(at, at + written.len()) } else { host };
            at += written.len() + 1;
            if label.is_ascii() {
                continue;
            }
            if spoofs::is_mixed(label) {
                out.report(rules::MIXED_SCRIPTS, span);
            } else if spoofs::looks_like_another(label, top) {
                out.report(rules::CONFUSABLE_HOST, span);
            }
        }
    }
}

#[cfg(not(feature = "tables"))]
mod tables {
    use super::{Out, Span};

    pub(super) const fn labels(_: Span, _: &str, _: &mut Out<'_>) {}
}
