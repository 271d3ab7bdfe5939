//! Percent-decodes run by run and escape by escape. This is the reference for the tests of the wider versions, and it
//! finishes the ends that they leave.

use alloc::vec::Vec;

use super::{DIGITS, NONE};
use crate::bytes::{append, find};

/// See [`super::decode_percent`].
pub(super) fn decode_percent(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while read < src.len() && written < dst.len() {
        if src[read] != b'%' {
            // Search no further than `dst` has space: callers that decode piece by piece would search the rest each time.
            let rest = &src[read..][..(src.len() - read).min(dst.len() - written)];
            let run = find(rest, b'%').unwrap_or(rest.len());
            dst[written..written + run].copy_from_slice(&rest[..run]);
            (read, written) = (read + run, written + run);
            continue;
        }
        let escape = escape(&src[read..]);
        dst[written] = escape.unwrap_or(src[read]);
        read += if escape.is_some() { 3 } else { 1 };
        written += 1;
    }
    (read, written)
}

/// See [`super::append_percent`]. Not inlined, because the wider versions leave it little work.
#[inline(never)]
pub(super) fn append_percent(src: &[u8], out: &mut Vec<u8>) {
    append(src, out, |length| length, decode_percent);
}

/// Returns the octet of the escape at the front of a text.
#[inline]
pub(super) fn escape(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *text else { return None };
    let (high, low) = (DIGITS[usize::from(high)], DIGITS[usize::from(low)]);
    ((high | low) & NONE == 0).then_some(high << 4 | low)
}
