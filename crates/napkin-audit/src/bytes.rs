//! Searches for a byte.

/// Returns the offset of the first `byte`. Searches eight bytes at a time and is inlined, because for most texts here a call
/// of `memchr` costs more than the search.
#[inline]
pub(crate) fn find(bytes: &[u8], byte: u8) -> Option<usize> {
    let Some(last) = bytes.last_chunk::<8>() else { return bytes.iter().position(|&other| other == byte) };
    let first_in = |word: &[u8; 8]| {
        // The lowest byte with its top bit set is the first match; higher bytes may be false matches.
        let other = u64::from_le_bytes(*word) ^ u64::from_ne_bytes([byte; 8]);
        let marks = other.wrapping_sub(u64::from_ne_bytes([1; 8])) & !other & u64::from_ne_bytes([0x80; 8]);
        (marks != 0).then(|| marks.trailing_zeros() as usize / 8)
    };
    for (number, word) in bytes.as_chunks().0.iter().enumerate() {
        if let Some(at) = first_in(word) {
            return Some(8 * number + at);
        }
    }
    first_in(last).map(|at| bytes.len() - 8 + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_is_found() {
        for length in 0..40 {
            assert_eq!(find(&[b'a'; 40][..length], b'/'), None);
            for at in 0..length {
                for filler in [b'a', b'/' ^ 1, b'/' ^ 0x80, 0] {
                    let mut text = [filler; 40];
                    text[at] = b'/';
                    text[length - 1] = b'/';
                    assert_eq!(find(&text[..length], b'/'), Some(at), "{length} {filler}");
                }
            }
        }
    }
}
