//! RFC 3987 section 2.2: the grammar of IRI references, which adds `ucschar` and `iprivate` to RFC 3986.

use super::generic::{self, Beyond, Reading, return_found};
use super::parts::Parts;
use super::rfc3986;
use crate::{Finding, Standard};

/// Splits an `IRI-reference` like a `URI-reference`.
pub(super) const fn split(bytes: &[u8]) -> Parts {
    rfc3986::split(bytes)
}

/// Returns the first violation of the grammar at or after `from`.
pub(super) const fn next(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    return_found!(rfc3986::head(reading, from, Beyond::Ucschar));
    generic::tail(reading, from, Beyond::Ucschar, Beyond::UcscharAndPrivate, Beyond::Ucschar)
}

pub(super) const STANDARD: Standard = Standard::Rfc3987;
