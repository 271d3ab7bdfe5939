//! "IDNA". Unicode ToASCII and ToUnicode are those of the crate `idna`, the only algorithms here that are not written
//! out.

use ::idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::Errors;
use super::code_points::is_forbidden_domain_code_point;

/// "domain parser": failure, or a domain.
pub fn domain_parse(domain: &str, be_strict: bool, errors: &mut Errors) -> Option<String> {
    let strict_result = to_ascii(domain, true);
    if strict_result.is_none() {
        errors.push("domain-to-ASCII");
    }
    if be_strict {
        return strict_result;
    }
    let result = if domain.is_ascii() { domain.to_ascii_lowercase() } else { to_ascii(domain, false)? };
    if result.is_empty() {
        return None;
    }
    if result.chars().any(is_forbidden_domain_code_point) {
        return None;
    }
    Some(result)
}

/// "domain parser ToASCII". CheckBidi and CheckJoiners are true, Transitional_Processing and IgnoreInvalidPunycode
/// false, in this crate always.
fn to_ascii(domain: &str, be_strict: bool) -> Option<String> {
    let (deny, hyphens, length) = if be_strict {
        (AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify)
    } else {
        (AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
    };
    Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length).ok().map(String::from)
}

/// "domain to Unicode".
#[must_use]
pub fn domain_to_unicode(domain: &str) -> String {
    let (result, recorded) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    match recorded {
        Ok(()) => result.into_owned(),
        Err(_) => domain.to_owned(),
    }
}
