//! Normalizes hosts as Common Crawl's index does.
//!
//! Addresses have no labels: IPv6 in brackets, and IPv4 of one to four decimal numbers, written as four. Names are in lower case,
//! without escapes and without the root's dot, in ASCII (`HostName.java` of `commoncrawl/cc-index-table`).

use std::borrow::Cow;

use napkin::{percent, whatwg};

/// A host.
pub(super) struct Host<'t> {
    pub(super) name: Cow<'t, str>,
    /// Whether the host is a name, which has labels, rather than an address.
    pub(super) is_name: bool,
}

impl<'t> Host<'t> {
    pub(super) fn of(host: &'t str) -> Self {
        let mut name = Cow::Borrowed(host);
        if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
            name.to_mut().make_ascii_lowercase();
        }
        if name.starts_with('[') {
            return Self { name, is_name: false };
        }
        if name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && let Some(address) = address(&name)
        {
            return Self { name: address.map_or(name, Cow::Owned), is_name: false };
        }
        if name.contains('%') || !name.is_ascii() {
            name = Cow::Owned(ascii(&name));
        }
        if let Some(length) = name.strip_suffix('.').map(str::len) {
            name = match name {
                Cow::Borrowed(name) => Cow::Borrowed(&name[..length]),
                Cow::Owned(mut name) => {
                    name.truncate(length);
                    Cow::Owned(name)
                }
            };
        }
        Self { name, is_name: true }
    }
}

/// Parses an address of one to four decimal numbers; the last number fills the remaining bytes. Returns `Some(None)` for four
/// numbers, which stay as written.
fn address(host: &str) -> Option<Option<String>> {
    let parts = host.split('.').map(|part| part.parse::<u64>().ok()).collect::<Option<Vec<u64>>>()?;
    let (&last, octets) = parts.split_last()?;
    if parts.len() > 4 || octets.iter().any(|&octet| octet > 255) || last >= 1 << (32 - 8 * octets.len()) {
        return None;
    }
    if parts.len() == 4 {
        return Some(None);
    }
    let front = octets.iter().fold(0, |address, octet| address << 8 | octet);
    let address = front << (32 - 8 * octets.len()) | last;
    Some(Some(std::net::Ipv4Addr::from(address as u32).to_string()))
}

/// Decodes a name and converts it to ASCII by UTS 46; if UTS 46 fails, returns the decoded name.
fn ascii(name: &str) -> String {
    let mut octets = Vec::new();
    percent::decode_into(name.as_bytes(), &mut octets);
    let decoded = String::from_utf8_lossy(&octets).to_lowercase();
    if decoded.is_ascii() {
        return decoded;
    }
    let is_host = !decoded.contains(['/', '?', '#', '@', '\\', ':', '%', '[']);
    let url = is_host.then(|| whatwg::Url::parse(&format!("http://{decoded}/"), None).ok()).flatten();
    url.map_or(decoded, |url| url.hostname().to_owned())
}
