//! Decodes data many bytes at a time, where no rule applies to single bytes.
//!
//! This module decides how much of a text the fast decoders take at once. It leaves the rest to `body`, which decodes
//! byte by byte and knows the rules. So nothing here reports an error or keeps state between two pieces of a text.

use crate::base64::{decode_clean, decode_spaced, is_white_space};
use crate::bytes::find_far;
use crate::media::Reading;
use crate::percent::bodies::decode_percent;
use crate::percent::hex;

/// The number of bytes that are searched before they are decoded, so that they are still in the L1 cache.
const WINDOW: usize = 8 << 10;

/// The number of bytes to read byte by byte after a window that decoded little. Otherwise a whole window could be
/// searched for each byte.
pub(super) const PATIENCE: usize = WINDOW / 16;

/// The numbers of bytes read and written.
pub(super) struct Done {
    pub(super) read: usize,
    pub(super) written: usize,
    /// Whether the last window decoded little.
    pub(super) is_vain: bool,
}

/// Decodes whole groups of base64, including escapes; under [`Reading::Whatwg`] with white space between them.
pub(super) fn groups(src: &[u8], dst: &mut [u8], reading: Reading) -> Done {
    let (mut read, mut written) = decode_clean(src, dst);
    // `Reading::Strict` must also report white space, so `body` takes it.
    let is_next = |byte: u8| byte == b'%' || (reading == Reading::Whatwg && is_white_space(byte));
    while src.get(read).is_some_and(|&byte| is_next(byte)) && dst.len() - written >= 3 {
        let (from, to) = window(&src[read..], &mut dst[written..], reading);
        (read, written) = (read + from, written + to);
        if from < PATIENCE {
            return Done { read, written, is_vain: true };
        }
        let (from, to) = decode_clean(&src[read..], &mut dst[written..]);
        (read, written) = (read + from, written + to);
    }
    Done { read, written, is_vain: false }
}

/// Decodes the groups of the next window.
fn window(src: &[u8], dst: &mut [u8], reading: Reading) -> (usize, usize) {
    let decode = match reading {
        Reading::Whatwg => decode_spaced,
        Reading::Strict => decode_clean,
    };
    // Four escapes of three bytes each decode to three bytes.
    let src = &src[..src.len().min(WINDOW).min(4 * dst.len())];
    let Some(special) = find_far(src, *b"%#") else { return decode(src, dst) };
    let end = find_far(&src[special..], *b"#").map_or(src.len(), |at| special + at);
    let src = &src[..without_part(&src[..end])];
    let mut stage = [0; WINDOW];
    let (_, staged) = decode_percent(src, &mut stage);
    let (read, written) = decode(&stage[..staged], dst);
    (before_last(src, staged - read), written)
}

/// Decodes escapes as browsers do, up to a character that they remove or stop at.
pub(super) fn unescaped(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let src = &src[..src.len().min(WINDOW).min(3 * dst.len())];
    let end = find_far(src, *b"#\t\n\r").unwrap_or(src.len());
    decode_percent(&src[..without_part(&src[..end])], dst)
}

/// Returns the length without an escape that may continue after the end.
fn without_part(text: &[u8]) -> usize {
    match text {
        [.., b'%'] => text.len() - 1,
        [.., b'%', _] => text.len() - 2,
        _ => text.len(),
    }
}

/// Returns the offset of the last `count` bytes, each of which may be written as an escape. `%` is not a digit, so
/// escapes do not overlap and can be read backwards.
fn before_last(text: &[u8], count: usize) -> usize {
    (0..count).fold(text.len(), |end, _| match text[..end] {
        [.., b'%', high, low] if hex(high).is_some() && hex(low).is_some() => end - 3,
        _ => end.saturating_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_found_from_behind() {
        for (text, count, expected) in [
            ("AB%2BC", 0, 6),
            ("AB%2BC", 1, 5),
            ("AB%2BC", 2, 2),
            ("AB%2BC", 4, 0),
            ("%%41", 1, 1),
            ("%%41", 2, 0),
            ("%4%41", 2, 1),
            ("%4x", 3, 0),
        ] {
            assert_eq!(before_last(text.as_bytes(), count), expected, "{text} {count}");
        }
    }

    #[test]
    fn groups_are_read_with_what_is_between_them() {
        for (text, reading, read, data) in [
            ("QUJDREVG", Reading::Strict, 8, "ABCDEF"),
            ("QUJD%52EVG", Reading::Strict, 10, "ABCDEF"),
            ("QUJD REVG", Reading::Strict, 4, "ABC"),
            ("QUJD REVG", Reading::Whatwg, 9, "ABCDEF"),
            ("QUJD%20%52EVG", Reading::Whatwg, 13, "ABCDEF"),
            ("QUJD%0", Reading::Whatwg, 4, "ABC"),
            ("QUJD%52#EVG", Reading::Whatwg, 4, "ABC"),
            ("QUJD%52E\nVG%", Reading::Whatwg, 11, "ABCDEF"),
        ] {
            let mut out = [0; 32];
            let done = groups(text.as_bytes(), &mut out, reading);
            assert_eq!((done.read, &out[..done.written]), (read, data.as_bytes()), "{text}");
        }
    }
}
