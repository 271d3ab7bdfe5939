//! Ports: section 7 of draft-fielding-url-syntax-05.
//!
//! Decides: which ports are news. A port that is none is a matter of [`super::readers`].

use crate::rules;
use crate::view::{Out, View};
use napkin::{Component, default_port, is_reserved_port};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let Ok(port) = view.part(Component::Port).parse::<u16>() else { return };
    let default = default_port(view.part(Component::Scheme));
    // Of a scheme without a known port nothing can be said.
    let is_of_none = default.is_none() && view.has(Component::Scheme);
    if default == Some(port) || is_of_none || out.settings.ports.contains(&port) {
        return;
    }
    let rule = if is_reserved_port(port) { rules::PORT_RESERVED } else { rules::PORT_NOT_DEFAULT };
    out.report(rule, view.span(Component::Port));
}
