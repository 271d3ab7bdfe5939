//! `urn:` by RFC 8141, and `blob:` by the File API.

use super::piece::Checked;
use crate::rules;
use napkin::{Component, Reference, Standard};

/// RFC 8141 section 2.
pub(super) fn urn(checked: &mut Checked<'_>) {
    let path = checked.path();
    let Some((nid, nss)) = path.split_once(':') else {
        return checked.at(rules::URN_NID, path, path.text.len(), "`:` and a name behind the namespace");
    };
    let is_ldh = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !checked.first_not(rules::URN_NID, nid, "a letter, a digit or a hyphen", is_ldh) {
        let is_short = !(2..=32).contains(&nid.text.len());
        if is_short || nid.text.starts_with('-') || nid.text.ends_with('-') {
            checked.whole(rules::URN_NID, nid);
        }
    }
    if nss.text.is_empty() || nss.text.starts_with('/') {
        checked.at(rules::URN_NSS, nss, 0, "a name");
    }
    let Some(query) = checked.part(Component::Query) else { return };
    let rule = rules::URN_COMPONENT;
    let expected = "a component behind `?+` or `?=`";
    let is_empty = |text: &str| text.is_empty();
    match (query.strip("+"), query.strip("=")) {
        (Some(resolution), _) => {
            // The first `?=` ends the component and begins the query.
            let (before, behind) = resolution.text.split_once("?=").unwrap_or((resolution.text, "-"));
            if is_empty(before) || before.starts_with('?') {
                checked.at(rule, resolution, 0, expected);
            } else if is_empty(behind) {
                checked.at(rule, resolution, resolution.text.len(), expected);
            }
        }
        (_, Some(of_resource)) if is_empty(of_resource.text) => checked.at(rule, of_resource, 0, expected),
        (_, Some(_)) => {}
        (None, None) => checked.at(rule, query, 0, "`+` or `=` behind the `?`"),
    }
}

/// File API section 8.2: a serialised origin, a slash, and an identifier.
pub(super) fn blob(checked: &mut Checked<'_>) {
    let path = checked.path();
    let Some((origin, identifier)) = path.text.rsplit_once('/') else {
        return checked.at(rules::BLOB_ORIGIN, path, path.text.len(), "a slash and an identifier");
    };
    // Browsers serialise an opaque origin, and the origin of files, as `null`.
    let is_opaque = matches!(origin, "null" | "file://");
    let is_tuple = |url: Reference<'_>| url.host_text().is_some_and(|host| !host.is_empty()) && url.path().is_empty();
    if !is_opaque && !Reference::parse(origin, Standard::Rfc3986).is_ok_and(is_tuple) {
        checked.whole(rules::BLOB_ORIGIN, path);
    } else if identifier.is_empty() {
        checked.at(rules::BLOB_ORIGIN, path, path.text.len(), "an identifier");
    }
}
