//! Rules about the written host: unusual spellings of addresses, internal hosts, missing and superfluous dots.
//!
//! The rules use the host of the URL Standard, because browsers connect to it (URL Standard section 3.5; RFC 3986
//! section 7.4).

use alloc::string::{String, ToString};
use core::net::{IpAddr, Ipv4Addr};

use super::{addresses, suffixes, words};
use crate::rules;
use crate::view::{Out, View};
use napkin::percent::escape_at;
use napkin::whatwg::HostBuf;
use napkin::{Component, Host, Span, carried_ipv4, ends_in_number};

pub(crate) fn check(view: &View<'_>, out: &mut Out<'_>) {
    let text = view.host();
    if text.is_empty() {
        return;
    }
    option(view, out);
    behind(view, out);
    let span = view.span(Component::Host);
    match HostBuf::parse(text, true).as_ref().map(HostBuf::host) {
        Ok(Host::Ipv4(address)) => {
            if address.to_string() != text {
                out.report(rules::IP_SPELLING, span);
            }
            inward(view, out, address.into());
        }
        Ok(Host::Ipv6(address)) => {
            if carried_ipv4(address).next().is_some() {
                out.report(rules::IP_SPELLING, span);
            }
            inward(view, out, address.into());
        }
        Ok(Host::Domain(domain)) => names(view, out, domain),
        Ok(_) => {}
        // Only digits and dots but not an address, or brackets without an address. A zone is of a link-local address.
        Err(_) if text.starts_with('[') && text.contains('%') => inward_zone(view, out, text),
        Err(_) if text.starts_with('[') || ends_in_number(text) => out.report(rules::IP_SPELLING, span),
        Err(_) => names(view, out, &text.to_ascii_lowercase()),
    }
}

/// Reports an address with a zone (RFC 6874), which only reaches the client's own links.
fn inward_zone(view: &View<'_>, out: &mut Out<'_>, text: &str) {
    let address = text.trim_start_matches('[').split('%').next().and_then(|address| address.parse().ok());
    out.report(rules::IP_SPELLING, view.span(Component::Host));
    if let Some(address) = address {
        inward(view, out, address);
    }
}

/// Reports a host or a user that begins with `-`, which a program that gets it as an argument takes for an option. The
/// web's schemes are exempt: URLs of the web are seldom arguments, and some of their hosts begin with `-`.
fn option(view: &View<'_>, out: &mut Out<'_>) {
    if view.is_web() {
        return;
    }
    for component in [Component::User, Component::Host] {
        let part = view.part(component).as_bytes();
        if part.starts_with(b"-") || escape_at(part, 0) == Some(b'-') {
            out.report(rules::OPTION_HOST, view.span(component));
        }
    }
}

/// Reports text that looks like a host at a place directly after the host: in the query or fragment of a URL without a
/// path, after an `@` at the beginning of either, or at the beginning of the path.
fn behind(view: &View<'_>, out: &mut Out<'_>) {
    let component = if view.has(Component::Query) { Component::Query } else { Component::Fragment };
    let span = view.span(component);
    let text = span.of(view.text);
    if !view.is_web() {
        return;
    }
    behind_slashes(view, out);
    if !(view.part(Component::Path).is_empty() || text.starts_with('@')) {
        return;
    }
    let text = text.trim_start_matches(['@', '=', '.']);
    let text = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text);
    let host = &text[..text.find(['/', ':', '?', '#', '&', '@']).unwrap_or(text.len())];
    if reads_like_host(host) {
        let start = span.end - text.len();
        out.report(rules::HOST_BEHIND_HOST, Span::new(start, start + host.len()));
    }
}

/// Reports text that looks like a host after two slashes at the beginning of the path: a redirect to that path leads
/// to it. All slashes but the first may be escaped or be backslashes.
fn behind_slashes(view: &View<'_>, out: &mut Out<'_>) {
    let span = view.span(Component::Path);
    let Some(rest) = span.of(view.text).strip_prefix('/') else { return };
    let mut text = rest;
    loop {
        text = match (text.as_bytes().first(), escape_at(text.as_bytes(), 0)) {
            (Some(b'/' | b'\\'), _) => &text[1..],
            (_, Some(b'/' | b'\\')) => &text[3..],
            _ => break,
        };
    }
    let host = &text[..text.find(['/', '\\', '%', ':']).unwrap_or(text.len())];
    // `http://http://host` is a scheme written twice; another rule reports it.
    let is_scheme = ["http", "https"].iter().any(|name| view.host().eq_ignore_ascii_case(name));
    if text.len() < rest.len() && !is_scheme && reads_like_host(host) {
        let start = span.end - text.len();
        out.report(rules::HOST_BEHIND_HOST, Span::new(start, start + host.len()));
    }
}

/// Returns whether a text has two or more labels, the last of letters only, and is not the name of a file.
fn reads_like_host(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let Some((before, top)) = text.rsplit_once('.') else { return false };
    let is_top = top.len() > 1 && top.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_top && before.split('.').all(is_label) && !words::FILE_ENDINGS.iter().any(|file| file.eq_ignore_ascii_case(top))
}

/// Returns whether a host in lower case is internal.
pub(super) fn leads_inward(host: &str) -> bool {
    match HostBuf::parse(host, true).ok().and_then(|host| host.ip()) {
        Some(address) => addresses::is_inward(address),
        None => is_inward_name(host.strip_suffix('.').unwrap_or(host)),
    }
}

fn inward(view: &View<'_>, out: &mut Out<'_>, address: IpAddr) {
    let is_news = || !out.settings.knows_host(rules::INWARD_HOST, view.host());
    if addresses::is_inward(address) && is_news() {
        out.report(rules::INWARD_HOST, view.span(Component::Host));
    }
}

fn names(view: &View<'_>, out: &mut Out<'_>, domain: &str) {
    let span = view.span(Component::Host);
    let bare = domain.strip_suffix('.').unwrap_or(domain);
    if bare.len() < domain.len() {
        out.report(rules::TRAILING_DOT, span);
    }
    if is_inward_name(bare) {
        if !out.settings.knows_host(rules::INWARD_HOST, bare) {
            out.report(rules::INWARD_HOST, span);
        }
        return;
    }
    let names_a_machine = view.is_web() || view.is_scheme(&["ftp", "ftps", "gopher", "telnet"]);
    if names_a_machine && is_too_long(bare) {
        return out.report(rules::UNUSABLE_HOST, span);
    }
    if !bare.contains('.') {
        if names_a_machine && !out.settings.knows_host(rules::DOTLESS_HOST, bare) {
            out.report(rules::DOTLESS_HOST, span);
        }
        return;
    }
    if suffixes::is_public(bare) {
        out.report(rules::PUBLIC_SUFFIX_HOST, span);
    } else if names_a_machine && begins_like_another(bare) && !out.settings.knows_host(rules::HOST_IN_HOST, bare) {
        out.report(rules::HOST_IN_HOST, span);
    }
}

/// Returns whether DNS cannot hold a name: more than 63 bytes in a label, or more than 253 in all (RFC 1035 section 2.3.4).
fn is_too_long(name: &str) -> bool {
    name.len() > 253 || name.split('.').any(|label| label.len() > 63)
}

/// Returns whether a name means the machine itself, its network, or a cloud service, or is one that a public service
/// resolves to such an address.
fn is_inward_name(domain: &str) -> bool {
    let is_below =
        |name: &str| domain.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    words::INWARD_HOSTS.iter().any(|name| is_below(name))
        || words::ADDRESS_HOSTS.iter().any(|name| is_below(name) && has_address(domain))
}

/// Returns whether the labels contain an internal address: `10.0.0.1.nip.io`, `app-127-0-0-1.sslip.io`,
/// `7f000001.nip.io`.
fn has_address(domain: &str) -> bool {
    let numbers: String = domain.chars().map(|c| if c.is_ascii_digit() { c } else { ' ' }).collect();
    let mut last = [None; 4];
    for number in numbers.split_ascii_whitespace() {
        last.rotate_left(1);
        last[3] = number.parse::<u8>().ok();
        if let [Some(a), Some(b), Some(c), Some(d)] = last
            && addresses::is_inward(Ipv4Addr::new(a, b, c, d).into())
        {
            return true;
        }
    }
    let hexadecimal = |label: &str| u32::from_str_radix(label, 16).ok().filter(|_| label.len() == 8);
    // xip.io writes addresses in base 36, the last byte first.
    let in_base_36 = |label: &str| {
        let bits = u32::from_str_radix(label, 36).ok().filter(|_| label.len() >= 5 && domain.ends_with(".xip.io"));
        bits.map(u32::swap_bytes)
    };
    let labels = || domain.split(['.', '-']);
    let is_inward = |bits: u32| addresses::is_inward(Ipv4Addr::from_bits(bits).into());
    labels().filter_map(hexadecimal).any(is_inward) || labels().filter_map(in_base_36).any(is_inward)
}

/// Returns whether a part before the end of the host looks like a registered name with its suffix: `www.bank.com.evil.example`. In
/// the labels before the registered name, `-` counts as a dot: `bank.com-login.example`.
fn begins_like_another(domain: &str) -> bool {
    if domain.contains(['&', ';', ',', '!', '$', '\'', '(', ')', '*', '+', '=']) {
        return true;
    }
    let own = suffixes::registered(domain);
    let before = &domain[..domain.len() - own.len()];
    let mut name = None;
    let mut labels = domain.split('.').peekable();
    let mut left = before.split('.').filter(|label| !label.is_empty()).count();
    let is_named = domain.starts_with("www.");
    while let Some(label) = labels.next() {
        let (top, is_cut) = label.split_once('-').map_or((label, false), |(top, _)| (top, true));
        // The registered name may itself begin with a suffix: `pub.com-login.example`.
        let is_within =
            left > 0 || (left == 0 && is_cut && words::TOP_LEVELS.contains(&top) && labels.peek().is_some());
        if is_within && name.is_some_and(is_registrable) && ends_name(top, labels.peek().copied(), is_named, own) {
            return true;
        }
        if left == 0 {
            break;
        }
        left -= 1;
        name = Some(label);
    }
    before.starts_with("localhost.")
}

/// Returns whether a label is one that people register, and not the usual name of a service.
fn is_registrable(label: &str) -> bool {
    label.len() > 1 && !words::SERVICE_LABELS.contains(&label.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Returns whether `top` ends a name. Departments and networks are called `info` and `net` too, so these count after `www.` and a
/// name only, and never within the domain of a university.
fn ends_name(top: &str, next: Option<&str>, is_named: bool, own: &str) -> bool {
    let is_of_university = own.ends_with(".edu") || own.contains(".ac.") || own.contains(".edu.");
    match top {
        "com" | "org" | "gov" => true,
        "co" => next.is_some_and(|next| next.len() == 2),
        "net" | "info" | "biz" | "edu" | "mil" => is_named && !is_of_university,
        _ => false,
    }
}
