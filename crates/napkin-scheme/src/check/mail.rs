//! Checks of schemes that name mailboxes, messages and parts of messages.

use alloc::borrow::Cow;

use super::piece::{Checked, Piece};
use crate::rules;
use napkin::percent::Encoded;
use napkin::{Component, Rule, Standard, mail_address_fault};

/// Checks `mailto:` by RFC 6068 section 2; under the draft by RFC 1738 section 3.5, which allows one address and no
/// fields.
pub(super) fn mailto(checked: &mut Checked<'_>) {
    let path = checked.path();
    let is_old = checked.url.standard() == Standard::Draft1997;
    let query = checked.part(Component::Query);
    if is_old && let Some(query) = query {
        return checked.at(
            rules::MAIL_FIELD,
            Piece { text: "?", start: query.start - 1 },
            0,
            "the end behind the address",
        );
    }
    if path.text.is_empty() && query.is_none() {
        return checked.at(rules::MAIL_ADDRESS, path, 0, "an address, or header fields");
    }
    if !path.text.is_empty() {
        path.split(',').for_each(|address| mail_address(checked, address));
    }
    let Some(query) = query else { return };
    query.split('&').for_each(|field| mail_field(checked, field));
}

fn mail_address(checked: &mut Checked<'_>, piece: Piece<'_>) {
    if let Some(expected) = mail_address_fault(&decoded(piece)) {
        report(checked, rules::MAIL_ADDRESS, piece, expected);
    }
}

fn decoded(piece: Piece<'_>) -> Cow<'_, str> {
    Encoded::unchecked(piece.text).decode_lossy()
}

/// Returns a finding for a whole piece, or for the place where a piece is missing.
fn report(checked: &mut Checked<'_>, rule: Rule, piece: Piece<'_>, expected: &'static str) {
    if piece.text.is_empty() { checked.at(rule, piece, 0, expected) } else { checked.whole(rule, piece) }
}

/// The header fields that a program may take from a URL (RFC 6068 sections 4 and 5): the address, visible copies, the
/// subject, keywords, the message replied to, and the body.
const SAFE: [&str; 8] = ["to", "cc", "subject", "keywords", "comments", "body", "in-reply-to", "references"];

fn mail_field(checked: &mut Checked<'_>, field: Piece<'_>) {
    let Some((name, value)) = field.split_once('=') else {
        return checked.at(rules::MAIL_FIELD, field, field.text.len(), "`=` and a value");
    };
    let (decoded_name, decoded_value) = (decoded(name), decoded(value));
    // RFC 5322 section 2.2: printable characters except the colon.
    let is_name = !decoded_name.is_empty() && decoded_name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':');
    let is_body = decoded_name.eq_ignore_ascii_case("body");
    if !is_name {
        return report(checked, rules::MAIL_FIELD, name, "the name of a header field");
    }
    if !is_body && decoded_value.contains(['\r', '\n']) {
        return checked.whole(rules::ESCAPE_FORBIDDEN, value);
    }
    if decoded_name.eq_ignore_ascii_case("to") && !value.text.is_empty() {
        value.split(',').for_each(|address| mail_address(checked, address));
    }
    if !SAFE.iter().any(|safe| decoded_name.eq_ignore_ascii_case(safe)) {
        checked.whole(rules::MAIL_FIELD_UNSAFE, name);
    }
}

/// RFC 2392 section 2. Identifiers in practice have unusual characters, but none has brackets, white space, or lacks
/// `@`.
fn identifier(checked: &mut Checked<'_>, rule: Rule, piece: Piece<'_>) {
    let text = decoded(piece);
    let is_odd = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '<' | '>');
    let is_good = text.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty());
    if !is_good || text.contains(is_odd) {
        report(checked, rule, piece, "an identifier");
    }
}

pub(super) fn message_id(checked: &mut Checked<'_>, piece: Piece<'_>) {
    identifier(checked, rules::MESSAGE_ID, piece);
}

pub(super) fn cid(checked: &mut Checked<'_>) {
    let path = checked.path();
    identifier(checked, rules::CONTENT_ID, path);
}

pub(super) fn mid(checked: &mut Checked<'_>) {
    let path = checked.path();
    let (message, part) = path.split_once('/').map_or((path, None), |(message, part)| (message, Some(part)));
    message_id(checked, message);
    if let Some(part) = part {
        identifier(checked, rules::CONTENT_ID, part);
    }
}
