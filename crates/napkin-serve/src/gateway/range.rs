//! Parses requests for parts of objects (RFC 9110 section 14).
//!
//! A single range of bytes is served. Several ranges are answered with the whole object, as a server may. The range is resolved
//! once the length of the object is known.

use napkin_retrieve::Request;

/// Adds a range to a request: `bytes=0-99`, `bytes=100-` or `bytes=-100`. Other values are ignored.
pub(super) fn ranged(request: Request, text: &str) -> Request {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
    let one = text.split_once('=').filter(|(unit, _)| unit.eq_ignore_ascii_case("bytes"));
    let Some((first, last)) = one.and_then(|(_, range)| range.trim().split_once('-')) else { return request };
    match (number(first), number(last)) {
        (None, Some(count)) if first.is_empty() => request.last_bytes(count),
        (Some(first), None) if last.is_empty() => request.from_byte(first),
        (Some(first), Some(last)) if first <= last => request.with_range(first..=last),
        _ => request,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use napkin_answer::rules;

    /// RFC 9110 section 14.1.2, for an object of 10,000 bytes; `None` means the whole object.
    #[test]
    fn gateway_ranges_are_read_by_rfc_9110() {
        for (text, expected) in [
            ("bytes=0-499", Ok(Some((0, 499)))),
            ("bytes=500-999", Ok(Some((500, 999)))),
            ("bytes=-500", Ok(Some((9500, 9999)))),
            ("bytes=9500-", Ok(Some((9500, 9999)))),
            ("Bytes=0-99999", Ok(Some((0, 9999)))),
            ("bytes=-99999", Ok(Some((0, 9999)))),
            ("bytes=10000-", Err(rules::RANGE_MISMATCH)),
            ("bytes=-0", Err(rules::RANGE_MISMATCH)),
            ("bytes=5-4", Ok(None)),
            ("bytes=0-0,-1", Ok(None)),
            ("bytes=+0-1", Ok(None)),
            ("bytes=", Ok(None)),
            ("bytes=-", Ok(None)),
            ("lines=0-1", Ok(None)),
            ("bytes=99999999999999999999-", Ok(None)),
        ] {
            let part = ranged(Request::get("x:"), text).part_of("x:", 10_000);
            let part = part.map(|range| range.map(|range| (range.first, range.last)));
            assert_eq!(part.map_err(|error| error.rule()), expected, "{text}");
        }
        // An empty object has no parts; a range may be ignored (section 14.2).
        assert!(matches!(ranged(Request::get("x:"), "bytes=0-").part_of("x:", 0), Ok(None)));
    }
}
