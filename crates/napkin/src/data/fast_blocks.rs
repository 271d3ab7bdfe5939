//! Data many bytes at a time: what needs no look at single bytes.
//!
//! Decides how much of a text goes through the fast decoders at once. Whatever they do not take is left to `body`, which
//! goes byte by byte and knows the rules: nothing here makes an error, or stands between two pieces of a text.

use crate::base64::{decode_clean, decode_spaced, is_white_space};
use crate::bytes::find_far;
use crate::media::Reading;
use crate::percent::bodies::decode_percent;
use crate::percent::hex;

/// How much is looked at before it is decoded: it is in the nearest cache then.
const WINDOW: usize = 8 << 10;

/// How much is to be read byte by byte where a window was looked at in vain, lest all of it be looked at for a byte.
pub(super) const PATIENCE: usize = WINDOW / 16;

/// What was read and written.
pub(super) struct Done {
    pub(super) read: usize,
    pub(super) written: usize,
    /// Whether the last window was looked at in vain.
    pub(super) is_vain: bool,
}

/// Decodes whole groups of base64, their escapes undone; by [`Reading::Whatwg`] with white space between them.
pub(super) fn groups(src: &[u8], dst: &mut [u8], reading: Reading) -> Done {
    let (mut read, mut written) = decode_clean(src, dst);
    // What Strict removes it also remarks on.
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

/// The groups of the next few kilobytes.
fn window(src: &[u8], dst: &mut [u8], reading: Reading) -> (usize, usize) {
    let decode = match reading {
        Reading::Whatwg => decode_spaced,
        Reading::Strict => decode_clean,
    };
    // Four escapes, of three bytes each, make three bytes.
    let src = &src[..src.len().min(WINDOW).min(4 * dst.len())];
    let Some(special) = find_far(src, *b"%#") else { return decode(src, dst) };
    let end = find_far(&src[special..], *b"#").map_or(src.len(), |at| special + at);
    let src = &src[..without_part(&src[..end])];
    let mut stage = [0; WINDOW];
    let (_, staged) = decode_percent(src, &mut stage);
    let (read, written) = decode(&stage[..staged], dst);
    (before_last(src, staged - read), written)
}

/// Undoes escapes as browsers do, up to what they remove or stop at.
pub(super) fn unescaped(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let src = &src[..src.len().min(WINDOW).min(3 * dst.len())];
    let end = find_far(src, *b"#\t\n\r").unwrap_or(src.len());
    decode_percent(&src[..without_part(&src[..end])], dst)
}

/// The length without an escape that may go on behind the end.
fn without_part(text: &[u8]) -> usize {
    match text {
        [.., b'%'] => text.len() - 1,
        [.., b'%', _] => text.len() - 2,
        _ => text.len(),
    }
}

/// Where the last so many bytes begin, each of which may be written as an escape. `%` is no digit, so that escapes do not
/// overlap, and can be read backwards.
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
