//! Rules about ports: section 7 of draft-fielding-url-syntax-05.
//!
//! An invalid port belongs to [`super::readers`].

use crate::rules;
use crate::view::{Out, View};
use napkin::{Component, default_port, is_reserved_port};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let Ok(port) = view.part(Component::Port).parse::<u16>() else { return };
    let default = default_port(view.part(Component::Scheme));
    // Without a known default port of the scheme, no port is unusual.
    let is_of_none = default.is_none() && view.has(Component::Scheme);
    if default == Some(port) || is_of_none || out.settings.ports.contains(&port) {
        return;
    }
    let rule = if is_reserved_port(port) { rules::PORT_RESERVED } else { rules::PORT_NOT_DEFAULT };
    out.report(rule, view.span(Component::Port));
}
