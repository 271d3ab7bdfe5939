//! TFTP packets (RFC 1350 section 5, RFC 2347).

use super::Received;

/// A request to read a file.
pub(super) struct Request<'a> {
    pub(super) name: &'a [u8],
    pub(super) is_text: bool,
    /// `None` for a request without options.
    pub(super) block_size: Option<usize>,
}

impl Request<'_> {
    /// With the options for the block size and the length of the file, which the server fills in. The length of text
    /// changes in transfer, so servers decline to report it (RFC 2349 section 4).
    pub(super) fn write(&self) -> Vec<u8> {
        let mode: &[u8] = if self.is_text { b"netascii" } else { b"octet" };
        let block_size = self.block_size.map(|size| size.to_string());
        let mut texts = vec![self.name, mode];
        if let Some(size) = &block_size {
            texts.extend([b"blksize", size.as_bytes()]);
        }
        if block_size.is_some() && !self.is_text {
            texts.extend([&b"tsize"[..], b"0"]);
        }
        let mut packet = vec![0, 1];
        for text in texts {
            packet.extend_from_slice(text);
            packet.push(0);
        }
        packet
    }
}

/// The error number for declined options (RFC 2347).
pub(super) const OPTIONS_DECLINED: u16 = 8;

/// The error that ends a transfer early.
pub(super) const ABORT: &[u8] = b"\0\x05\0\0enough\0";

/// The error for a stranger.
pub(super) const UNKNOWN_TRANSFER: &[u8] = b"\0\x05\0\x05unknown transfer\0";

pub(super) fn acknowledgement(block: u16) -> Vec<u8> {
    [&[0, 4][..], &block.to_be_bytes()].concat()
}

/// A received packet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Packet<'a> {
    Data {
        block: u16,
        octets: &'a [u8],
    },
    Error {
        code: u16,
        text: &'a [u8],
    },
    Options(&'a [u8]),
    /// A request or an acknowledgement.
    Other,
}

impl<'a> Packet<'a> {
    /// `None` if the bytes are not a TFTP packet.
    pub(super) fn read(octets: &'a [u8]) -> Option<Self> {
        let (&[high, low], rest) = octets.split_first_chunk::<2>()?;
        let number = || rest.split_first_chunk::<2>().map(|(number, rest)| (u16::from_be_bytes(*number), rest));
        match u16::from_be_bytes([high, low]) {
            3 => number().map(|(block, octets)| Self::Data { block, octets }),
            5 => number().map(|(code, rest)| {
                let text = rest.split(|&octet| octet == 0).next().unwrap_or_default();
                Self::Error { code, text }
            }),
            6 => Some(Self::Options(rest)),
            1 | 2 | 4 => Some(Self::Other),
            _ => None,
        }
    }
}

/// Returns the options that the server accepts. `None` if it names options that were not requested, or larger blocks
/// (RFC 2348).
pub(super) fn agreed(options: &[u8], largest: usize) -> Option<Received> {
    let options = match options.strip_suffix(b"\0") {
        Some(options) => options,
        None if options.is_empty() => options,
        None => return None,
    };
    let (mut block_size, mut length) = (None, None);
    let mut texts = options.split(|&octet| octet == 0).filter(|_| !options.is_empty());
    while let Some(name) = texts.next() {
        let value = std::str::from_utf8(texts.next()?).ok()?;
        match name.to_ascii_lowercase().as_slice() {
            b"blksize" => block_size = Some(value.parse().ok().filter(|size| (8..=largest).contains(size))?),
            b"tsize" => length = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    Some(Received::Options { block_size, length })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tftp_requests_are_written() {
        for (is_text, block_size, packet) in [
            (false, Some(1428), &b"\0\x01a/b\0octet\0blksize\x001428\0tsize\x000\0"[..]),
            (true, Some(1428), b"\0\x01a/b\0netascii\0blksize\x001428\0"),
            (false, None, b"\0\x01a/b\0octet\0"),
        ] {
            assert_eq!(Request { name: b"a/b", is_text, block_size }.write(), packet);
        }
    }

    /// RFC 1350 section 5.
    #[test]
    fn tftp_packets_are_parsed() {
        assert_eq!(Packet::read(b"\0\x03\x01\x02beer"), Some(Packet::Data { block: 258, octets: b"beer" }));
        assert_eq!(Packet::read(b"\0\x03\0\x01"), Some(Packet::Data { block: 1, octets: b"" }));
        assert_eq!(Packet::read(b"\0\x05\0\x01gone\0"), Some(Packet::Error { code: 1, text: b"gone" }));
        assert_eq!(Packet::read(b"\0\x04\0\0"), Some(Packet::Other));
        for octets in [&b""[..], b"\0", b"\0\x03\0", b"\0\x05", b"\0\x07\0\0", b"\x01\x03\0\x01x"] {
            assert_eq!(Packet::read(octets), None, "{octets:?}");
        }
    }

    /// RFC 2347 to 2349.
    #[test]
    fn tftp_options_are_parsed() {
        for (options, expected) in [
            (&b""[..], Some((None, None))),
            (b"blksize\x00512\0", Some((Some(512), None))),
            (b"TSIZE\x0070000\0BlkSize\x008\0", Some((Some(8), Some(70000)))),
            (b"blksize\x001429\0", None),
            (b"blksize\x007\0", None),
            (b"blksize\0x\0", None),
            (b"blksize\0", None),
            (b"blksize\x00512", None),
            (b"timeout\x005\0", None),
            (b"tsize\0-1\0", None),
        ] {
            let agreed = agreed(options, 1428).map(|received| match received {
                Received::Options { block_size, length } => (block_size, length),
                Received::Block(_) | Received::Declined => unreachable!("options are options"),
            });
            assert_eq!(agreed, expected, "{options:?}");
        }
    }
}
