//! Where each component of a reference begins and ends, and what each grammar admits there.
//!
//! Decides: the components of a text, by offsets and without allocation, for every standard. **Only here is it
//! decided where a component begins.** One file a standard, each with a `split` that never fails and a `next` that
//! finds where the text leaves the grammar; no function in those files branches on the standard. Building,
//! resolving and normalising happen elsewhere and read their results back through here.

mod buf;
mod draft1997;
mod generic;
pub(crate) mod parts;
mod redact;
mod reference;
mod rfc3986;
mod rfc3987;
mod scan;
mod segments;
pub(crate) mod whatwg;

pub use self::buf::ReferenceBuf;
pub use self::draft1997::{Draft1997Verdict, verdict as draft1997_verdict};
use self::generic::Reading;
use self::parts::EMPTY;
pub use self::parts::{Component, Parts, UnknownComponent};
pub(crate) use self::parts::{Hints, shifted};
pub use self::redact::{Redacted, mask_passwords, password_span};
pub use self::reference::{Reference, ReferenceKind};
pub use self::segments::{Segment, Segments};
use crate::{Error, Finding, Sink, Span, Standard, rules};

/// The engine's own limit on the length of a text, in bytes: offsets are kept in 32 bits.
pub const MAX_LENGTH: usize = u32::MAX as usize - 8;

/// Splits `text` under `standard` and reports every finding to `sink`, in the order of their places.
///
/// The parts are the best that can be made out, whatever the findings. Each finding points at exactly the offending
/// bytes of `text`; reading goes on behind it. A text beyond [`MAX_LENGTH`] is one finding and an empty path.
///
/// Under `whatwg` these are the validation errors of a text that stands alone ([`whatwg`](crate::whatwg) knows bases
/// too), and the parts are those of the generic syntax, since that standard's are parts of what it makes of a text.
///
/// ```
/// use napkin::{Finding, Span, Standard, check};
/// let mut findings: Vec<Finding> = Vec::new();
/// check("http://h:8o/a b", Standard::Rfc3986, &mut findings);
/// let places: Vec<Span> = findings.iter().map(|finding| finding.span).collect();
/// assert_eq!(places, [Span::new(10, 11), Span::new(13, 14)]);
/// ```
pub fn check<S: Sink + ?Sized>(text: &str, standard: Standard, sink: &mut S) -> Parts {
    if text.len() > MAX_LENGTH {
        sink.report(too_long(standard));
        return split(b"", standard);
    }
    let parts = split(text.as_bytes(), standard);
    if standard == Standard::Whatwg {
        // The error that ends the parser has been reported with the others.
        let _ = whatwg::report(text, None, sink);
        return parts;
    }
    let reading = Reading::new(text.as_bytes(), parts, standard);
    let mut from = 0;
    while sink.is_open() {
        let Some(finding) = next(&reading, from) else { break };
        from = finding.span.end.max(finding.span.start + 1);
        sink.report(finding);
    }
    parts
}

/// Fills in the parts of a text that keeps to the grammar, by the fastest reader that this machine has.
#[inline]
pub(crate) fn read(text: &str, standard: Standard, parts: &mut Parts) -> Result<(), Error> {
    // What the fast reader takes keeps to RFC 3986, and so to RFC 3987.
    if !matches!(standard, Standard::Draft1997 | Standard::Whatwg) && scan::read(text.as_bytes(), parts) {
        return Ok(());
    }
    read_closely(text, standard, parts)
}

#[cold]
#[inline(never)]
fn read_closely(text: &str, standard: Standard, parts: &mut Parts) -> Result<(), Error> {
    if standard == Standard::Whatwg {
        return read_serialized(text, parts);
    }
    *parts = read_scalar(text, standard)?;
    Ok(())
}

/// Fills in the parts of a URL as the URL serializer writes it. Any other text is first to be parsed, which makes one
/// of it.
fn read_serialized(text: &str, parts: &mut Parts) -> Result<(), Error> {
    if whatwg::ready(text, parts).is_some_and(whatwg::Ready::is_canonical) {
        return Ok(());
    }
    if let Some(canonical) = whatwg::canonical(text) {
        *parts = canonical;
        return Ok(());
    }
    if let Some(error) = whatwg::fatal(&whatwg::Clean::new(text), None) {
        return Err(error);
    }
    let whole = Span::new(0, text.len());
    Err(Error::new(Finding::new(rules::NOT_SERIALIZED, Standard::Whatwg, whole, "", None)))
}

/// The parts of a text that keeps to the grammar, byte by byte; `const`, for literals.
pub(crate) const fn read_scalar(text: &str, standard: Standard) -> Result<Parts, Error> {
    if text.len() > MAX_LENGTH {
        return Err(Error::new(too_long(standard)));
    }
    let parts = split(text.as_bytes(), standard);
    match next(&Reading::new(text.as_bytes(), parts, standard), 0) {
        None => Ok(parts),
        Some(finding) => Err(Error::new(finding)),
    }
}

const fn too_long(standard: Standard) -> Finding {
    Finding::new(rules::TOO_LONG, standard, Span::new(MAX_LENGTH, MAX_LENGTH), "the end within the limit", None)
}

/// The switch above the standards' own `split`.
const fn split(bytes: &[u8], standard: Standard) -> Parts {
    match standard {
        draft1997::STANDARD => draft1997::split(bytes),
        rfc3986::STANDARD => rfc3986::split(bytes),
        // What any reader makes out; see `check`.
        rfc3987::STANDARD | Standard::Whatwg => rfc3987::split(bytes),
    }
}

/// The switch above the standards' own `next`.
const fn next(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    match reading.standard {
        draft1997::STANDARD => draft1997::next(reading, from),
        rfc3986::STANDARD => rfc3986::next(reading, from),
        rfc3987::STANDARD => rfc3987::next(reading, from),
        // Its readings are not made of these steps; see `check` and `read_serialized`.
        Standard::Whatwg => None,
    }
}

#[cfg(test)]
mod tests;
