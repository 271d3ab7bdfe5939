//! Tar files: ustar, pax, and the long names of GNU. Start with `Tar`.
//!
//! The crate `tar` reads the header of a member. Its iterator borrows the archive, so the walk from member to member is here.

use super::{ArchiveError, ArchiveLimits, Member, is_outside, may_be_read};
use std::io::{self, Read, Seek, SeekFrom};
use tar::{EntryType, Header, PaxExtensions};

/// Members begin at multiples of so many bytes.
const BLOCK: usize = 512;

/// The most bytes of a name, or of the records of pax.
const MOST_NAME: u64 = 1 << 20;

/// Iterates over the members of a tar file that can contain links.
///
/// ```
/// use napkin_document::archive::{ArchiveLimits, Tar};
/// assert_eq!(Tar::new(&[0; 1024][..], ArchiveLimits::default()).count(), 0);
/// assert!(Tar::new(&b"no tar"[..], ArchiveLimits::default()).next().unwrap().is_err());
/// ```
#[derive(Debug)]
pub struct Tar<R> {
    file: R,
    limits: ArchiveLimits,
    /// The number of bytes that may still be unpacked.
    pub(crate) left: u64,
    members: usize,
    is_over: bool,
    /// The number of empty blocks before the place, of which two end the file.
    empty: usize,
}

/// A member whose bytes come next.
struct Entry {
    kind: EntryType,
    path: String,
    /// The number of its bytes, without padding.
    length: u64,
}

/// What the members before one say about it.
#[derive(Default)]
struct Stated {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

impl<R: Read> Tar<R> {
    /// Creates an iterator over the members of a file, which begins at its first header.
    ///
    /// ```
    /// use napkin_document::archive::{ArchiveLimits, Tar};
    /// assert!(Tar::new(&b""[..], ArchiveLimits::default()).next().is_none());
    /// ```
    pub fn new(file: R, limits: ArchiveLimits) -> Self {
        Self { file, limits, left: limits.total, members: 0, is_over: false, empty: 0 }
    }

    /// Reads up to the next member that can contain links.
    fn member(&mut self) -> Result<Option<Member>, ArchiveError> {
        while let Some(entry) = self.entry()? {
            match entry.kind {
                EntryType::Regular | EntryType::Continuous => {
                    if let Some(member) = self.regular(entry.path, entry.length)? {
                        return Ok(Some(member));
                    }
                }
                // Their bytes are not those of a file.
                EntryType::GNUSparse => {
                    self.skip(padded(entry.length))?;
                    return Err(ArchiveError::Unreadable(entry.path, "it is a sparse file".to_owned()));
                }
                _ => self.skip(padded(entry.length))?,
            }
        }
        Ok(None)
    }

    /// Reads up to the bytes of the next member; `None` at the end.
    fn entry(&mut self) -> Result<Option<Entry>, ArchiveError> {
        let mut stated = Stated::default();
        loop {
            let Some(header) = self.header()? else { return Ok(None) };
            let damaged = |error: io::Error| ArchiveError::Damaged(error.to_string());
            let length = header.entry_size().map_err(damaged)?;
            match header.entry_type() {
                EntryType::GNULongName => stated.path = Some(self.name(length)?),
                EntryType::XHeader => self.pax(length, &mut stated)?,
                // What they say is of other members, or of the target of a link.
                EntryType::GNULongLink | EntryType::XGlobalHeader => self.skip(padded(length))?,
                kind => {
                    let path = stated.path.unwrap_or_else(|| header.path_bytes().into_owned());
                    let path = String::from_utf8_lossy(&path).into_owned();
                    let path = path.strip_prefix("./").map_or(path.clone(), str::to_owned);
                    let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
                    let length = stated.size.filter(|_| is_file).unwrap_or(length);
                    return Ok(Some(Entry { kind, path, length }));
                }
            }
        }
    }

    /// Reads a header; `None` at the end.
    fn header(&mut self) -> Result<Option<Header>, ArchiveError> {
        loop {
            let mut header = Header::new_old();
            let block = header.as_mut_bytes();
            let read = self.fill(block)?;
            if read == 0 {
                return Ok(None);
            }
            if read < BLOCK {
                return Err(ArchiveError::Damaged("it ends in a header".to_owned()));
            }
            if block.iter().all(|&byte| byte == 0) {
                self.empty += 1;
                // What follows the end is padding.
                if self.empty >= 2 {
                    return Ok(None);
                }
                continue;
            }
            self.empty = 0;
            let sum: u32 = block
                .iter()
                .enumerate()
                .map(|(at, &byte)| if (148..156).contains(&at) { 32 } else { byte.into() })
                .sum();
            if header.cksum().ok() != Some(sum) {
                return Err(ArchiveError::Damaged(
                    "expected the header of a member, but found something else".to_owned(),
                ));
            }
            return Ok(Some(header));
        }
    }

    /// Reads as many bytes as there are, at most a block.
    fn fill(&mut self, block: &mut [u8]) -> Result<usize, ArchiveError> {
        let mut filled = 0;
        while filled < block.len() {
            match self.file.read(&mut block[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ArchiveError::Damaged(error.to_string())),
            }
        }
        Ok(filled)
    }

    fn skip(&mut self, length: u64) -> Result<(), ArchiveError> {
        let skipped = io::copy(&mut (&mut self.file).take(length), &mut io::sink());
        let skipped = skipped.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        if skipped == length { Ok(()) } else { Err(ArchiveError::Damaged("it ends in a member".to_owned())) }
    }

    /// Reads the bytes of a member, and passes over the padding behind them.
    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, ArchiveError> {
        let mut bytes = Vec::new();
        let read = (&mut self.file).take(length).read_to_end(&mut bytes);
        read.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        if (bytes.len() as u64) < length {
            return Err(ArchiveError::Damaged("it ends in a member".to_owned()));
        }
        // The padding of the last member may be missing.
        let mut padding = [0; BLOCK];
        let rest = usize::try_from(padded(length) - length).unwrap_or(0);
        self.fill(&mut padding[..rest])?;
        Ok(bytes)
    }

    /// Reads a name, which ends with a NUL.
    fn name(&mut self, length: u64) -> Result<Vec<u8>, ArchiveError> {
        if length > MOST_NAME {
            return Err(ArchiveError::Damaged(format!("a name has {length} bytes")));
        }
        let mut name = self.bytes(length)?;
        name.truncate(name.iter().position(|&byte| byte == 0).unwrap_or(name.len()));
        Ok(name)
    }

    /// Reads the records of pax about the next member (POSIX.1-2001, pax, "Extended Header").
    fn pax(&mut self, length: u64, stated: &mut Stated) -> Result<(), ArchiveError> {
        if length > MOST_NAME {
            return Err(ArchiveError::Damaged(format!("the records about a member have {length} bytes")));
        }
        let bytes = self.bytes(length)?;
        for record in PaxExtensions::new(&bytes) {
            let record = record.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
            match record.key_bytes() {
                b"path" => stated.path = Some(record.value_bytes().to_vec()),
                b"size" => stated.size = record.value().ok().and_then(|size| size.parse().ok()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a file, if it can contain links.
    fn regular(&mut self, path: String, length: u64) -> Result<Option<Member>, ArchiveError> {
        self.members += 1;
        if self.members > self.limits.members {
            self.is_over = true;
            return Err(ArchiveError::Members(self.limits.members));
        }
        if path.ends_with('/') || !may_be_read(&path) {
            self.skip(padded(length))?;
            return Ok(None);
        }
        let error = match () {
            () if is_outside(&path) => ArchiveError::Outside(path),
            () if length > self.limits.member => ArchiveError::Member(path, self.limits.member),
            () if length > self.left => {
                self.is_over = true;
                return Err(ArchiveError::Total(self.limits.total));
            }
            () => {
                self.left -= length;
                let bytes = self.bytes(length)?;
                return Ok(Some(Member { path, bytes }));
            }
        };
        self.skip(padded(length))?;
        Err(error)
    }
}

impl<R: Read + Seek> Tar<R> {
    /// Passes every member to `each`, with its path and where its bytes are, the first and their number; `None` if it is no file with bytes.
    pub(crate) fn places(&mut self, each: &mut dyn FnMut(String, Option<(u64, u64)>)) -> Result<(), ArchiveError> {
        let damaged = |error: io::Error| ArchiveError::Damaged(error.to_string());
        while let Some(Entry { kind, path, length }) = self.entry()? {
            let start = self.file.stream_position().map_err(damaged)?;
            let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
            each(path, is_file.then_some((start, length)));
            self.file.seek(SeekFrom::Start(start.saturating_add(padded(length)))).map_err(damaged)?;
        }
        Ok(())
    }
}

/// Returns the length with the padding.
const fn padded(length: u64) -> u64 {
    let block = BLOCK as u64;
    length.div_ceil(block).saturating_mul(block)
}

impl<R: Read> Iterator for Tar<R> {
    type Item = Result<Member, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.member().transpose();
        // Where the next header is cannot be known.
        self.is_over |= matches!(read, None | Some(Err(ArchiveError::Damaged(_))));
        read
    }
}
