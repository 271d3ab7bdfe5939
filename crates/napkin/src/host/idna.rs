//! Domains beyond ASCII: Unicode ToASCII of UTS 46, as the URL Standard calls it.
//!
//! Decides: nothing without the feature `idna`, which brings the tables of Unicode; it says so by a failure of its
//! own, so that no one takes a missing feature for a bad URL.

use alloc::string::String;

use super::whatwg::Failure;

/// Unicode ToASCII of a domain, not strict: `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength` false.
///
/// The crate leaves out criterion 4 of UTS 46 section 4.1: what a label decodes to must not begin with `xn--`.
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

/// What a domain shows: Unicode ToUnicode, which does not fail but leaves what it cannot read.
#[cfg(feature = "idna")]
pub(crate) fn to_unicode(domain: &str) -> String {
    use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
    Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow).0.into_owned()
}

/// Without tables there is no answer.
#[cfg(not(feature = "idna"))]
pub(super) fn to_ascii(_: &str) -> Result<String, Failure> {
    Err(Failure::Idna)
}

/// Whether Unicode ToASCII takes a domain when it is strict: `CheckHyphens`, `UseSTD3ASCIIRules` and
/// `VerifyDnsLength` true.
#[cfg(feature = "idna")]
pub(super) fn is_strict(domain: &str) -> bool {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
    Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify).is_ok()
}

/// The same without tables, for ASCII: what stands behind `xn--` is not looked into.
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
