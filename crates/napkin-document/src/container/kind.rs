//! Which container a file is.

use std::io::Read;

use crate::archive::is_archive;

/// The number of bytes of a tar file behind which its sign is.
const USTAR: std::ops::Range<usize> = 257..262;

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContainerKind {
    /// A zip file, with EPUB, OpenDocument, Office Open XML, and WACZ.
    Zip,
    /// A tar file.
    Tar,
    /// A tar file that gzip has packed.
    PackedTar,
    /// A web archive, packed or not.
    Warc,
    /// Another file that gzip has packed.
    Gzip,
}

impl ContainerKind {
    /// The number of first bytes that tell the kind.
    pub const HEAD: u64 = 4096;

    /// Returns the kind of the file with these first bytes: [`HEAD`](Self::HEAD), if there are as many. `None` if it is no container.
    ///
    /// ```
    /// use napkin_document::container::ContainerKind;
    /// assert_eq!(ContainerKind::of_content(b"PK\x03\x04"), Some(ContainerKind::Zip));
    /// assert_eq!(ContainerKind::of_content(b"WARC/1.1\r\n"), Some(ContainerKind::Warc));
    /// assert_eq!(ContainerKind::of_content(b"<p>"), None);
    /// ```
    #[must_use]
    pub fn of_content(head: &[u8]) -> Option<Self> {
        match () {
            () if is_archive(head) => Some(Self::Zip),
            () if crate::warc::is_warc(head) => Some(Self::Warc),
            () if is_tar(head) => Some(Self::Tar),
            () if head.starts_with(b"\x1f\x8b\x08") => {
                Some(if is_tar(&unpacked(head)) { Self::PackedTar } else { Self::Gzip })
            }
            () => None,
        }
    }
}

fn is_tar(head: &[u8]) -> bool {
    head.get(USTAR) == Some(b"ustar")
}

/// Returns the first bytes of a packed file, as far as they are known.
fn unpacked(head: &[u8]) -> Vec<u8> {
    let (mut bytes, mut at) = (vec![0; USTAR.end], 0);
    let mut decoder = flate2::bufread::GzDecoder::new(head);
    while at < bytes.len() {
        match decoder.read(&mut bytes[at..]) {
            Ok(0) | Err(_) => break,
            Ok(read) => at += read,
        }
    }
    bytes.truncate(at);
    bytes
}
