//! Parts of objects (RFC 9110 section 14).
//!
//! Decides: which ranges are served: one of bytes; several are answered by all of the object, as a server may. What a retriever gives
//! whole is cut here, where its length is known.

/// The range that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// From a byte to another or to the end.
    Span(u64, Option<u64>),
    /// So many bytes at the end.
    Last(u64),
}

impl Wanted {
    /// `bytes=0-99`, `bytes=100-`, `bytes=-100`; `None` for what is to be ignored.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (unit, range) = text.split_once('=')?;
        let (first, last) = range.trim().split_once('-')?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
        if !unit.eq_ignore_ascii_case("bytes") {
            return None;
        }
        match (first, last) {
            ("", last) => number(last).map(Self::Last),
            (first, "") => Some(Self::Span(number(first)?, None)),
            (first, last) => {
                let (first, last) = (number(first)?, number(last)?);
                (first <= last).then_some(Self::Span(first, Some(last)))
            }
        }
    }

    /// The first and the last byte of an object of this length; `None` where there is nothing.
    pub(super) fn of(self, length: u64) -> Option<(u64, u64)> {
        let end = length.checked_sub(1)?;
        match self {
            Self::Span(first, last) => (first <= end).then(|| (first, last.map_or(end, |last| last.min(end)))),
            Self::Last(0) => None,
            Self::Last(count) => Some((length.saturating_sub(count), end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 9110 section 14.1.2, of an object of 10,000 bytes, and of one without any.
    #[test]
    fn ranges() {
        for (text, expected) in [
            ("bytes=0-499", Some((0, 499))),
            ("bytes=500-999", Some((500, 999))),
            ("bytes=-500", Some((9500, 9999))),
            ("bytes=9500-", Some((9500, 9999))),
            ("Bytes=0-99999", Some((0, 9999))),
            ("bytes=-99999", Some((0, 9999))),
            ("bytes=10000-", None),
            ("bytes=-0", None),
            ("bytes=5-4", None),
            ("bytes=0-0,-1", None),
            ("bytes=+0-1", None),
            ("bytes=", None),
            ("bytes=-", None),
            ("lines=0-1", None),
            ("bytes=99999999999999999999-", None),
        ] {
            assert_eq!(Wanted::read(text).and_then(|wanted| wanted.of(10_000)), expected, "{text}");
        }
        assert_eq!(Wanted::Span(0, None).of(0), None);
    }
}
