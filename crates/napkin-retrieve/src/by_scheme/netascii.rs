//! Line ends of text in transfer (RFC 854, by RFC 959 section 3.1.1.1 and RFC 1350 section 1).
//!
//! Converts CR LF to LF, and CR NUL to CR.

use bytes::Bytes;

/// Converts a text that comes in blocks.
#[derive(Debug, Default)]
pub(super) struct Netascii {
    /// Whether the last block ended with a CR.
    is_behind_cr: bool,
}

impl Netascii {
    /// Returns the text of the next block, which may be the last.
    pub(super) fn decoded(&mut self, block: &[u8], is_last: bool) -> Bytes {
        let mut text = Vec::with_capacity(block.len() + 1);
        for &octet in block {
            match (std::mem::take(&mut self.is_behind_cr), octet) {
                (true, b'\n') => text.push(b'\n'),
                (true, 0) => text.push(b'\r'),
                (is_behind_cr, octet) => {
                    if is_behind_cr {
                        text.push(b'\r');
                    }
                    if octet == b'\r' {
                        self.is_behind_cr = true;
                    } else {
                        text.push(octet);
                    }
                }
            }
        }
        if is_last && self.is_behind_cr {
            text.push(b'\r');
        }
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is cut into blocks at every offset.
    #[test]
    fn netascii_line_ends_are_converted() {
        for (sent, text) in [
            (&b"a\r\nb\r\n"[..], &b"a\nb\n"[..]),
            (b"a\r\0b", b"a\rb"),
            (b"a\rb\n", b"a\rb\n"),
            (b"\r\r\n\r", b"\r\n\r"),
            (b"\r\0\r\n", b"\r\n"),
        ] {
            for size in 1..=sent.len() {
                let mut netascii = Netascii::default();
                let count = sent.len().div_ceil(size);
                let blocks = sent.chunks(size).enumerate();
                let out: Vec<u8> =
                    blocks.flat_map(|(at, block)| netascii.decoded(block, at + 1 == count).to_vec()).collect();
                assert_eq!(out, text, "{sent:?} by {size}");
            }
        }
    }
}
