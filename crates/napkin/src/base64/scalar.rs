//! Decodes and encodes one group at a time. This is the reference for the tests of the wider versions, and it finishes
//! the ends that they leave.

use alloc::vec::Vec;

use super::{SYMBOLS, is_white_space, triple};
use crate::bytes::append;

/// See [`super::decode_clean`].
pub(super) fn decode_clean(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let mut groups = 0;
    for (group, room) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
        let Some(bytes) = triple(group) else { break };
        *room = bytes;
        groups += 1;
    }
    (groups * 4, groups * 3)
}

/// See [`super::append_clean`].
pub(super) fn append_clean(src: &[u8], out: &mut Vec<u8>) -> usize {
    append(src, out, super::most, decode_clean)
}

/// See [`super::decode_spaced`].
pub(super) fn decode_spaced(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (taken, made) = decode_clean(&src[read..], &mut dst[written..]);
        (read, written) = (read + taken, written + made);
        // `decode_clean` may have stopped at white space inside one group, so collect the next four symbols.
        let mut symbols = src[read..].iter().zip(read..).filter(|&(&byte, _)| !is_white_space(byte));
        let Some((&first, begin)) = symbols.next() else { return (src.len(), written) };
        let mut group = [first, 0, 0, 0];
        let mut end = begin;
        for (place, (&byte, at)) in group[1..].iter_mut().zip(symbols) {
            (*place, end) = (byte, at);
        }
        // NUL is not a symbol, so an incomplete group is rejected.
        let (Some(bytes), Some(room)) = (triple(&group), dst[written..].first_chunk_mut()) else {
            return (begin, written);
        };
        *room = bytes;
        (read, written) = (end + 1, written + 3);
    }
}

/// See [`super::encode_slice`].
pub(super) fn encode(src: &[u8], dst: &mut [u8]) -> usize {
    let (triples, rest) = src.as_chunks::<3>();
    let mut written = 0;
    for (bytes, room) in triples.iter().zip(dst.as_chunks_mut().0) {
        *room = group(*bytes);
        written += 4;
    }
    let last = match *rest {
        [a] => [group([a, 0, 0])[0], group([a, 0, 0])[1], b'=', b'='],
        [a, b] => {
            let [first, second, third, _] = group([a, b, 0]);
            [first, second, third, b'=']
        }
        _ => return written,
    };
    dst[written..written + 4].copy_from_slice(&last);
    written + 4
}

/// Returns the four symbols that encode three bytes.
fn group([a, b, c]: [u8; 3]) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, a, b, c]);
    [18, 12, 6, 0].map(|shift| SYMBOLS[(bits >> shift & 63) as usize])
}
