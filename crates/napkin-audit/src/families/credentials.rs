//! Users and passwords before the host: RFC 3986 sections 7.5 and 7.6.

use super::suffixes;
use crate::rules;
use crate::view::{Out, View};
use napkin::{Component, Encoded, Span};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    behind(view, out);
    if !view.has(Component::User) {
        return;
    }
    let (user, password) = (view.span(Component::User), view.span(Component::Password));
    if looks_like_a_host(user.of(view.text)) {
        out.report(rules::BRAND_BEFORE_AT, user);
    } else if let (true, Some(at)) = (!password.is_empty(), host_in(password.of(view.text))) {
        // `http://x:pub.example@evil.example/`
        out.report(rules::BRAND_BEFORE_AT, at.shift(password.start));
    } else if view.is_web() && !user.is_empty() {
        out.report(rules::USER_IN_URL, user);
    }
    if !password.is_empty() {
        out.report(rules::PASSWORD_IN_URL, password);
    }
}

/// Returns whether a user, up to a delimiter of hosts, is the name of a host. An email address does not count, because
/// many services name their users by it.
fn looks_like_a_host(user: &str) -> bool {
    // `http://sam@bank.example@evil.example/`; an escaped `@` belongs to an email address.
    let user = user.rsplit('@').next().unwrap_or_default();
    let user = Encoded::unchecked(user).decode_lossy();
    let user = user.trim_start_matches("http://").trim_start_matches("https://").trim_start_matches("//");
    let is_address = |text: &str| text.parse::<core::net::Ipv4Addr>().is_ok();
    let is_host = |text: &str| suffixes::is_host_name(text) || is_address(text);
    match user.split_once('@') {
        Some((name, _)) => is_host(name),
        None => {
            // Any other character ends a host, for programs or for people. A hyphen or `_` may begin another word: `pub.example-secure`.
            let name = &user[..user.find(ends_host).unwrap_or(user.len())];
            let (before, last) = name.rsplit_once('.').unwrap_or_default();
            let top = last.split(['-', '_']).next().unwrap_or_default();
            is_host(name) || (top.len() < last.len() && is_host(&[before, ".", top].concat()))
        }
    }
}

fn ends_host(c: char) -> bool {
    !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))
}

/// Reports a query or a fragment directly after the host that has an `@` before another host, as in
/// `http://pub.example#@evil.example/`. Some programs have read such a URL up to the last `@`.
fn behind(view: &View<'_>, out: &mut Out<'_>) {
    if view.host().is_empty() || !view.part(Component::Path).is_empty() {
        return;
    }
    let start = view.span(Component::Path).end;
    let rest = &view.text[start..];
    let Some(at) = rest.find('@').filter(|at| !rest[..*at].contains(['/', '='])) else { return };
    let name = rest[at + 1..].split(['/', '?', '#', ':']).next().unwrap_or_default();
    if suffixes::is_host_name(name) || name.is_empty() {
        out.report(rules::BRAND_BEFORE_AT, Span::new(start, start + at + 1 + name.len()));
    }
}

fn host_in(password: &str) -> Option<Span> {
    looks_like_a_host(password).then(|| Span::new(0, password.len()))
}
