//! "IDNA". Unicode ToASCII and ToUnicode are those of the crate `idna`, the only algorithms here that are not written
//! out. They are UTS 46's but for a criterion that is made up for below, and a limit that is not: the crate fails a
//! label of more than 1000 code points that are not all ASCII, and one of more than 2000 after `xn--`.

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
    let result = Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length).ok()?;
    unicode_labels_are_no_a_labels(&result).then(|| result.into_owned())
}

/// Validity criterion 4 of UTS 46, which the crate leaves out: without CheckHyphens, what a label decodes to must not
/// begin with `xn--`. With CheckHyphens criterion 2 says so, and more.
fn unicode_labels_are_no_a_labels(domain: &str) -> bool {
    !to_unicode(domain).0.split('.').any(|label| label.starts_with("xn--"))
}

/// Unicode ToUnicode with the flags of "domain to Unicode", and whether an error was recorded.
fn to_unicode(domain: &str) -> (String, bool) {
    let (result, recorded) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    (result.into_owned(), recorded.is_err())
}

/// "domain to Unicode".
#[must_use]
pub fn domain_to_unicode(domain: &str) -> String {
    let (result, recorded) = to_unicode(domain);
    if recorded || !unicode_labels_are_no_a_labels(domain) {
        return domain.to_owned();
    }
    result
}
