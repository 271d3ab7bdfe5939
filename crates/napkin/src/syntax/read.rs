//! Parses and checks a text with the files of its standard.

use super::generic::Reading;
use super::parts::{MAX_LENGTH, Parts};
use super::{draft1997, rfc3986, rfc3987, scan, whatwg};
use crate::{Error, Finding, Sink, Span, Standard, rules};

/// Splits `text` under `standard` and reports every finding to `sink`, in text order.
///
/// A text with findings still gets the most plausible parts. Each finding covers exactly the offending bytes of `text`,
/// and checking continues after it. A text longer than [`MAX_LENGTH`] gives one finding and an empty path.
///
/// Under `whatwg`, the findings are the validation errors of the text without a base ([`whatwg`](crate::whatwg) supports
/// bases). The parts are those of the generic syntax, because the URL Standard defines parts only for the rewritten URL.
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
        // `report` has already reported the fatal error with the others.
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

/// Fills in the parts of a valid text, with the fastest parser that the machine supports.
#[inline]
pub(super) fn read(text: &str, standard: Standard, parts: &mut Parts) -> Result<(), Error> {
    // The fast parser accepts only texts that are valid under RFC 3986, and so under RFC 3987.
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

/// Fills in the parts of a URL in serialised form. Returns an error for any other text, even if the URL parser would
/// accept and rewrite it.
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

/// Returns the parts of a valid text, parsed byte by byte. The function is `const`, so it can parse literals.
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

/// Calls the `split` of the standard.
pub(super) const fn split(bytes: &[u8], standard: Standard) -> Parts {
    match standard {
        draft1997::STANDARD => draft1997::split(bytes),
        rfc3986::STANDARD => rfc3986::split(bytes),
        // The parts of the generic syntax; see `check`.
        rfc3987::STANDARD | Standard::Whatwg => rfc3987::split(bytes),
    }
}

/// Calls the `next` of the standard.
const fn next(reading: &Reading<'_>, from: usize) -> Option<Finding> {
    match reading.standard {
        draft1997::STANDARD => draft1997::next(reading, from),
        rfc3986::STANDARD => rfc3986::next(reading, from),
        rfc3987::STANDARD => rfc3987::next(reading, from),
        // `check` and `read_serialized` handle this standard without `next`.
        Standard::Whatwg => None,
    }
}
