//! Checks of schemes whose paths have their own syntax: files, menus, transfers.

use super::piece::Checked;
use crate::rules;
use napkin::Component;
use napkin::percent::escape_at;

/// RFC 9110 section 4.2.4.
pub(super) fn http(checked: &mut Checked<'_>) {
    if let Some(user) = checked.part(Component::User) {
        checked.whole(rules::USERINFO_DEPRECATED, user);
    }
}

/// RFC 6455 section 3.
pub(super) fn websocket(checked: &mut Checked<'_>) {
    if let Some(fragment) = checked.part(Component::Fragment) {
        checked.whole(rules::FRAGMENT_FORBIDDEN, fragment);
    }
}

/// Checks `;type=` of RFC 1738 section 3.2.2, whose grammar ignores case.
pub(super) fn ftp(checked: &mut Checked<'_>) {
    let path = checked.path();
    let Some(at) = find_ignoring_case(path.text, ";type=") else { return };
    let value = path.behind(at + ";type=".len());
    let is_letter = value.text.starts_with(['a', 'i', 'd', 'A', 'I', 'D']);
    if !is_letter {
        checked.at(rules::FTP_TYPE, value, 0, "`a`, `i` or `d`");
    } else if value.text.len() > 1 {
        checked.at(rules::FTP_TYPE, value, 1, "the end behind the type");
    }
}

fn find_ignoring_case(text: &str, what: &str) -> Option<usize> {
    text.as_bytes().windows(what.len()).position(|window| window.eq_ignore_ascii_case(what.as_bytes()))
}

/// RFC 3617 section 3.
pub(super) fn tftp(checked: &mut Checked<'_>) {
    let path = checked.path();
    let Some(path) = path.strip("/") else {
        return checked.at(rules::TFTP_FILE, path, 0, "a slash and the name of a file");
    };
    let (file, mode) = path.split_once(';').map_or((path, None), |(file, mode)| (file, Some(mode)));
    if file.text.is_empty() {
        checked.at(rules::TFTP_FILE, file, 0, "the name of a file");
    }
    let Some(mode) = mode else { return };
    match mode.strip("mode=") {
        Some(value) if ["netascii", "octet"].iter().any(|known| value.text.eq_ignore_ascii_case(known)) => {}
        Some(value) => checked.whole(rules::TFTP_FILE, value),
        None => checked.whole(rules::TFTP_FILE, mode),
    }
}

/// The item types of RFC 1436 section 3.8, and later additions of servers: HTML, information, sound, calendars,
/// documents, PDF, PNG, images, XML.
const TYPES: &[u8] = b"0123456789+TgIhiscdMPpr;:X";

/// RFC 4266 section 2.1: a type, a selector, and after tabs a search and a Gopher+ string.
pub(super) fn gopher(checked: &mut Checked<'_>) {
    let Some(path) = checked.path().strip("/") else { return };
    let bytes = path.text.as_bytes();
    let Some(&first) = bytes.first() else { return };
    let kind = escape_at(bytes, 0).unwrap_or(first);
    if !TYPES.contains(&kind) {
        checked.at(rules::GOPHER_TYPE, path, 0, "an item type, such as `0` for text or `1` for a menu");
    }
    let mut tabs = (0..bytes.len()).filter(|&at| escape_at(bytes, at) == Some(b'\t'));
    if let Some(at) = tabs.nth(2) {
        checked.at(rules::GOPHER_SEARCH, path, at, "at most two tabs");
    }
}

/// RFC 8089 section 3.
pub(super) fn file(checked: &mut Checked<'_>) {
    let Some(host) = checked.part(Component::Host) else { return };
    if !host.text.is_empty() && !host.text.eq_ignore_ascii_case("localhost") {
        checked.whole(rules::FILE_HOST, host);
    }
}
