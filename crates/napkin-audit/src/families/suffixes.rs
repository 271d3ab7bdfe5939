//! Public suffixes, under which names are registered.
//!
//! With the feature `tables`, this module uses the Public Suffix List. Without it, the last label counts as the suffix, and
//! no host counts as a suffix.

/// Returns whether a host in lower case with more than one label is a public suffix. The list's private part is
/// ignored: `github.io` counts as a registered name.
#[cfg(feature = "tables")]
pub(crate) fn is_public(domain: &str) -> bool {
    psl::suffix(domain.as_bytes())
        .is_some_and(|suffix| suffix.as_bytes().len() == domain.len() && suffix.typ() == Some(psl::Type::Icann))
}

/// Without the list, no host is known to be a suffix.
#[cfg(not(feature = "tables"))]
pub(crate) const fn is_public(_: &str) -> bool {
    false
}

/// Returns the registered name of a host in lower case, with its suffix; the whole host if it is not below a suffix.
/// Without the feature `tables`, returns the last two labels.
///
/// ```
/// assert_eq!(napkin_audit::registered("www.pub.example"), "pub.example");
/// ```
#[must_use]
#[cfg(feature = "tables")]
pub fn registered(domain: &str) -> &str {
    let length = psl::domain(domain.as_bytes()).map_or(domain.len(), |found| found.as_bytes().len());
    domain.get(domain.len() - length..).unwrap_or(domain)
}

/// Returns the last two labels of a host in lower case. With the feature `tables`, the Public Suffix List decides.
///
/// ```
/// assert_eq!(napkin_audit::registered("www.pub.example"), "pub.example");
/// ```
#[must_use]
#[cfg(not(feature = "tables"))]
pub fn registered(domain: &str) -> &str {
    let mut dots = domain.trim_end_matches('.').rmatch_indices('.');
    let cut = dots.nth(1).map_or(0, |(at, _)| at + 1);
    &domain[cut..]
}

/// Returns the public suffix of a domain in ASCII and lower case, by the whole Public Suffix List; its last label if no rule
/// matches. A dot at the end stays (URL Standard section 3.2).
///
/// ```
/// assert_eq!(napkin_audit::public_suffix("www.pub.co.uk"), Some("co.uk"));
/// assert_eq!(napkin_audit::public_suffix("sam.github.io"), Some("github.io"));
/// ```
#[must_use]
#[cfg(feature = "tables")]
pub fn public_suffix(domain: &str) -> Option<&str> {
    let length = psl::suffix(domain.strip_suffix('.').unwrap_or(domain).as_bytes())?.as_bytes().len();
    ending(domain, length)
}

/// Returns the public suffix of a domain and the label before it; `None` for a suffix. A dot at the end stays (URL Standard
/// section 3.2).
///
/// ```
/// assert_eq!(napkin_audit::registrable_domain("www.pub.co.uk"), Some("pub.co.uk"));
/// assert_eq!(napkin_audit::registrable_domain("co.uk"), None);
/// ```
#[must_use]
#[cfg(feature = "tables")]
pub fn registrable_domain(domain: &str) -> Option<&str> {
    let length = psl::domain(domain.strip_suffix('.').unwrap_or(domain).as_bytes())?.as_bytes().len();
    ending(domain, length)
}

/// Returns the last bytes of a domain, and a dot behind them.
#[cfg(feature = "tables")]
fn ending(domain: &str, length: usize) -> Option<&str> {
    domain.get(domain.len() - usize::from(domain.ends_with('.')) - length..)
}

/// Returns a host in Unicode; `None` without the tables of IDNA.
#[cfg(feature = "tables")]
pub(crate) fn in_unicode(host: &str) -> Option<alloc::string::String> {
    Some(napkin::whatwg::domain_to_unicode(host))
}

/// Without the tables of IDNA, no host is converted.
#[cfg(not(feature = "tables"))]
pub(crate) const fn in_unicode(_: &str) -> Option<alloc::string::String> {
    None
}

/// Returns whether a text looks like the name of a host: two or more labels, the last of which is a top-level domain.
/// With the feature `tables`, the Public Suffix List decides, otherwise a short list.
///
/// ```
/// use napkin_audit::is_host_name;
/// assert!(is_host_name("www.pub.example") && !is_host_name("sam.smith-and-sons") && !is_host_name("com"));
/// ```
#[must_use]
pub fn is_host_name(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii())
    };
    text.contains('.') && text.split('.').all(is_label) && text.rsplit('.').next().is_some_and(is_top_level)
}

#[cfg(feature = "tables")]
fn is_top_level(label: &str) -> bool {
    let mut lower = alloc::string::String::from(label);
    lower.make_ascii_lowercase();
    let is_known = || psl::suffix(lower.as_bytes()).is_some_and(|suffix| suffix.is_known());
    is_reserved(&lower) || is_known()
}

#[cfg(not(feature = "tables"))]
fn is_top_level(label: &str) -> bool {
    let is_country = label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_common = super::words::TOP_LEVELS.iter().any(|known| known.eq_ignore_ascii_case(label));
    is_country || is_common || is_reserved(label)
}

/// Returns whether a label is reserved (RFC 2606 section 2).
fn is_reserved(label: &str) -> bool {
    ["example", "test", "invalid"].iter().any(|name| name.eq_ignore_ascii_case(label))
}
