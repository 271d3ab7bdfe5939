//! Converts domains beyond ASCII by Unicode ToASCII of UTS 46, as the URL Standard calls it. Start at `to_ascii`.
//!
//! The feature `idna` brings the tables of Unicode. Without it, conversion fails with its own error, so that a missing
//! feature is not mistaken for a bad URL.

#[cfg(feature = "idna")]
mod ordinary;

use alloc::string::String;

#[cfg(feature = "idna")]
pub(super) use self::ordinary::to_ascii as ordinary_to_ascii;
use super::whatwg::Failure;

/// Applies Unicode ToASCII to a domain, not strictly: `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength` false.
///
/// The crate `idna` omits criterion 4 of UTS 46 section 4.1: the decoded form of a label must not begin with `xn--`.
#[cfg(feature = "idna")]
pub(super) fn to_ascii(domain: &str) -> Result<String, Failure> {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    let uts46 = Uts46::new();
    let ascii = uts46
        .to_ascii(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
        .map_err(|_| Failure::Invalid)?;
    if ascii.contains("xn--xn--") {
        let (unicode, _) = uts46.to_unicode(ascii.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
        if unicode.split('.').any(|label| label.starts_with("xn--")) {
            return Err(Failure::Invalid);
        }
    }
    Ok(ascii.into_owned())
}

/// Returns the domain for display: Unicode ToUnicode, which never fails and leaves unreadable labels unchanged.
#[cfg(feature = "idna")]
pub(crate) fn to_unicode(domain: &str) -> String {
    use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
    Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0.into_owned()
}

/// Converts nothing: this build has no encoder.
#[cfg(not(feature = "idna"))]
pub(super) fn ordinary_to_ascii(_: &str) -> Option<String> {
    None
}

/// Always fails: this build has no tables.
#[cfg(not(feature = "idna"))]
pub(super) fn to_ascii(_: &str) -> Result<String, Failure> {
    Err(Failure::Idna)
}

/// Returns whether strict Unicode ToASCII accepts a domain: `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength`
/// true.
#[cfg(feature = "idna")]
pub(super) fn is_strict(domain: &str) -> bool {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify).is_ok()
}

/// Does the same for ASCII domains without tables; the text after `xn--` is not checked.
#[cfg(not(feature = "idna"))]
pub(super) fn is_strict(domain: &str) -> bool {
    let proper = |label: &str| {
        let bytes = label.as_bytes();
        let hyphens = label.starts_with('-') || label.ends_with('-') || bytes.get(2..4) == Some(b"--");
        let punycode = bytes.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"));
        (1..=63).contains(&bytes.len())
            && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            && (!hyphens || punycode)
    };
    domain.len() <= 253 && domain.split('.').all(proper)
}
