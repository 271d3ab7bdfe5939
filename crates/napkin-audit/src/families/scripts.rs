//! Rules about the scripts of a host: mixed scripts, look-alikes, Punycode.
//!
//! Each displayed label is checked by UTS 39: mixed scripts by section 5.2 (at most *highly restrictive*), look-alikes
//! by the skeletons of section 4. With the feature `tables`, the crate `unicode-security` has the tables; without it,
//! only Punycode is found.

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
    use alloc::string::String;
    use unicode_security::{
        GeneralSecurityProfile, MixedScript, RestrictionLevel, RestrictionLevelDetection, skeleton,
    };

    use super::{Out, Span, rules};
    use napkin::Encoded;
    use napkin::whatwg::domain_to_unicode;

    pub(super) fn labels(host: Span, text: &str, out: &mut Out<'_>) {
        let shown = domain_to_unicode(&Encoded::unchecked(text).decode_lossy());
        if shown.is_ascii() {
            return;
        }
        let top = shown.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
        // In a host with other dots or with escapes, the finding covers the whole host.
        let is_same = text.split('.').count() == shown.split('.').count() && !text.contains('%');
        let mut at = host.start;
        for (label, written) in shown.split('.').zip(text.split('.').chain(core::iter::repeat(""))) {
            let span = if is_same { Span::new(at, at + written.len()) } else { host };
            at += written.len() + 1;
            if label.is_ascii() {
                continue;
            }
            if is_mixed(label) {
                out.report(rules::MIXED_SCRIPTS, span);
            }
            if top.is_ascii() && looks_like_ascii(label) {
                out.report(rules::CONFUSABLE_HOST, span);
            }
        }
    }

    /// For a character that is not allowed in identifiers, such as an emoji, only the scripts count.
    fn is_mixed(label: &str) -> bool {
        match label.chars().all(|c| c.identifier_allowed()) {
            true => !label.check_restriction_level(RestrictionLevel::HighlyRestrictive),
            false => !label.is_single_script(),
        }
    }

    fn looks_like_ascii(label: &str) -> bool {
        let lower: String = label.to_lowercase();
        !lower.is_ascii() && skeleton(&lower).all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    }
}

#[cfg(not(feature = "tables"))]
mod tables {
    use super::{Out, Span};

    pub(super) const fn labels(_: Span, _: &str, _: &mut Out<'_>) {}
}
