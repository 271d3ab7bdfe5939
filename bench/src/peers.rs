//! The calls of each peer: parsing here, resolution and normalisation in `resolve` and `normalise`.

mod normalise;
mod resolve;

use std::hint::black_box;
use std::panic::catch_unwind;

use iri_string::types::UriStr;
use napkin::{Finding, Reference, Standard};

pub(crate) use self::normalise::{normal_by_all, normalisers};
pub(crate) use self::resolve::{is_base_of_all, is_reference_of_all, resolvers, resolvers_into};

/// napkin's own parser, under the standard of the peers.
#[inline(always)]
pub(crate) fn napkin(text: &str) -> Option<Reference<'_>> {
    Reference::parse(text, Standard::Rfc3986).ok()
}

/// A peer that parses URLs.
pub(crate) struct Reader {
    /// Returns whether the peer accepts a text.
    pub(crate) accepts: fn(&str) -> bool,
}

/// All peers that parse URLs.
pub(crate) const READERS: &[Reader] = &[
    Reader { accepts: |text| napkin(text).is_some_and(|url| url.is_absolute()) },
    Reader { accepts: |text| fluent_uri::Uri::parse(text).is_ok() },
    Reader { accepts: |text| UriStr::new(text).is_ok() },
    Reader { accepts: |text| oxiri::Iri::parse(text).is_ok() },
    // The peer panics on some texts.
    Reader { accepts: |text| catch_unwind(|| uriparse::URI::try_from(text).is_ok()).unwrap_or(false) },
    Reader { accepts: |text| text.parse::<http::Uri>().is_ok() },
    #[cfg(feature = "url")]
    Reader { accepts: |text| url::Url::parse(text).is_ok() },
];

/// Parses, and makes sure that the whole result is written.
macro_rules! read {
    ($result:expr) => {
        match $result {
            Ok(url) => {
                black_box(&url);
                1
            }
            Err(_) => 0,
        }
    };
}

#[inline(always)]
pub(crate) fn read_napkin(text: &str) -> usize {
    read!(Reference::parse(text, Standard::Rfc3986))
}

/// The scalar parser, which machines without AVX2 use: `check` never uses the fast one.
#[inline(always)]
pub(crate) fn check_napkin(text: &str) -> usize {
    let mut findings: Vec<Finding> = Vec::new();
    black_box(napkin::check(text, Standard::Rfc3986, &mut findings));
    usize::from(findings.is_empty())
}

#[inline(always)]
pub(crate) fn read_fluent(text: &str) -> usize {
    read!(fluent_uri::Uri::parse(text))
}

#[inline(always)]
pub(crate) fn read_iri_string(text: &str) -> usize {
    read!(UriStr::new(text))
}

#[inline(always)]
pub(crate) fn read_oxiri(text: &str) -> usize {
    read!(oxiri::Iri::parse(text))
}

#[inline(always)]
pub(crate) fn read_uriparse(text: &str) -> usize {
    read!(uriparse::URI::try_from(text))
}

#[inline(always)]
pub(crate) fn read_http(text: &str) -> usize {
    read!(text.parse::<http::Uri>())
}

#[cfg(feature = "url")]
#[inline(always)]
pub(crate) fn read_url(text: &str) -> usize {
    read!(url::Url::parse(text))
}

#[inline(always)]
pub(crate) fn host_napkin(text: &str) -> usize {
    napkin(text).and_then(|url| url.host_text()).map_or(0, str::len)
}

#[inline(always)]
pub(crate) fn host_fluent(text: &str) -> usize {
    fluent_uri::Uri::parse(text).ok().and_then(|url| url.authority()).map_or(0, |authority| authority.host().len())
}

#[inline(always)]
pub(crate) fn host_iri_string(text: &str) -> usize {
    UriStr::new(text).ok().and_then(|url| url.authority_components()).map_or(0, |authority| authority.host().len())
}

/// The peer has only authorities, so the host is the text between the last `@` and the `:` of the port.
#[inline(always)]
pub(crate) fn host_oxiri(text: &str) -> usize {
    let Ok(url) = oxiri::Iri::parse(text) else { return 0 };
    let Some(authority) = url.authority() else { return 0 };
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => name.len(),
        _ => host.len(),
    }
}

/// The peer keeps addresses as numbers.
#[inline(always)]
pub(crate) fn host_uriparse(text: &str) -> usize {
    let Ok(url) = uriparse::URI::try_from(text) else { return 0 };
    match url.host() {
        Some(uriparse::Host::RegisteredName(name)) => name.as_str().len(),
        Some(address) => address.to_string().len(),
        None => 0,
    }
}

#[inline(always)]
pub(crate) fn host_http(text: &str) -> usize {
    text.parse::<http::Uri>().ok().and_then(|url| url.host().map(str::len)).unwrap_or(0)
}

#[cfg(feature = "url")]
#[inline(always)]
pub(crate) fn host_url(text: &str) -> usize {
    url::Url::parse(text).ok().and_then(|url| url.host_str().map(str::len)).unwrap_or(0)
}
