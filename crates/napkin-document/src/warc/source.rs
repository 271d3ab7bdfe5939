//! The bytes of a web archive: as they are, or those of one member of gzip after the other.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::SIGN;

/// The first bytes of a member of gzip (RFC 1952 section 2.3.1) that is packed by DEFLATE.
const GZIP: &[u8] = b"\x1f\x8b\x08";

/// The number of bytes that are unpacked at a time.
const PIECE: usize = 64 << 10;

/// Returns whether a member of gzip begins here.
pub(super) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(GZIP)
}

/// Reads a web archive, and knows the place in the file. After an error in a member of gzip, it goes on at the next one.
#[derive(Debug)]
pub(super) struct Source<R> {
    /// The file, unless a member of gzip is being read.
    file: Option<Counted<R>>,
    /// The member of gzip, and where it begins.
    member: Option<(GzDecoder<Counted<R>>, u64)>,
    /// Whether the file is packed; `None` before its first byte.
    is_packed: Option<bool>,
    /// Whether nothing of the member has been unpacked.
    is_first: bool,
    /// Unpacked bytes, of which those in `rest` have not been read.
    unpacked: Vec<u8>,
    rest: std::ops::Range<usize>,
    /// Whether a record is being read, at which a member of gzip that begins another one ends it.
    in_record: bool,
    /// Whether such a member has begun.
    is_next: bool,
    /// An error that was found and not yet told.
    failed: Option<io::Error>,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(file: R) -> Self {
        let file = Some(Counted { file, at: 0 });
        Self {
            file,
            member: None,
            is_packed: None,
            is_first: false,
            unpacked: Vec::new(),
            rest: 0..0,
            in_record: false,
            is_next: false,
            failed: None,
        }
    }

    /// Returns the place in the file of the next byte, or of the member of gzip that holds it.
    pub(super) fn offset(&mut self) -> u64 {
        self.fill();
        match (&self.member, &self.file) {
            (Some((_, start)), _) => *start,
            (None, Some(file)) => file.at,
            (None, None) => 0,
        }
    }

    /// Begins or ends a record, or what stands between records. It goes on in the next member of gzip, as some programs write it, unless a
    /// record begins there (Annex D).
    pub(super) fn set_in_record(&mut self, in_record: bool) {
        (self.in_record, self.is_next) = (in_record, false);
    }

    /// Finds the next bytes, if none are left. Remembers an error.
    fn fill(&mut self) {
        while self.rest.is_empty() && self.failed.is_none() {
            if self.member.is_some() {
                self.unpack();
            } else if !self.begin_member() {
                return;
            }
        }
    }

    /// Unpacks the next bytes of the member of gzip, or ends it. Remembers an error.
    fn unpack(&mut self) {
        let Some((member, _)) = &mut self.member else { return };
        self.unpacked.resize(PIECE, 0);
        match member.read(&mut self.unpacked) {
            Ok(0) => self.end_member(),
            Ok(count) => {
                self.rest = 0..count;
                self.is_next =
                    std::mem::take(&mut self.is_first) && self.in_record && self.unpacked[..count].starts_with(SIGN);
            }
            Err(error) => {
                self.failed = Some(error);
                self.end_member();
                self.pass_over();
            }
        }
    }

    /// Checks the sum of the member of gzip, if all of it has been read.
    pub(super) fn check(&mut self) -> io::Result<()> {
        if self.rest.is_empty() {
            self.unpack();
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Begins a member of gzip; returns `false` if there is none. After an error of the file nothing more is read.
    fn begin_member(&mut self) -> bool {
        let Some(mut file) = self.file.take() else { return false };
        let head = match file.fill_buf() {
            Ok(head) => head,
            Err(error) => {
                self.failed = Some(error);
                return false;
            }
        };
        let (is_end, is_gzip) = (head.is_empty(), GZIP.starts_with(&head[..head.len().min(GZIP.len())]));
        if is_end || !*self.is_packed.get_or_insert(is_gzip) {
            self.file = Some(file);
            return false;
        }
        if !is_gzip {
            self.failed = Some(io::Error::other("expected a member of gzip, but found something else"));
            self.file = Some(file);
            self.pass_over();
            return false;
        }
        let start = file.at;
        self.member = Some((GzDecoder::new(file), start));
        self.is_first = true;
        true
    }

    fn end_member(&mut self) {
        self.file = self.member.take().map(|(member, _)| member.into_inner());
    }

    /// Goes on to what looks like the next member of gzip.
    fn pass_over(&mut self) {
        let Some(file) = &mut self.file else { return };
        while let Ok(held @ [_, ..]) = file.fill_buf() {
            // The last bytes may be the first ones of a member.
            let tail = (1..GZIP.len()).rev().find(|&count| held.ends_with(&GZIP[..count])).unwrap_or(0);
            let found = memchr::memmem::find(held, GZIP);
            let (passed, is_found) = (found.unwrap_or(held.len() - tail), found.is_some() || tail > 0);
            file.consume(passed);
            if is_found {
                return;
            }
        }
    }
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let held = self.fill_buf()?;
        let count = held.len().min(buffer.len());
        buffer[..count].copy_from_slice(&held[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill();
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        match &mut self.file {
            Some(file) if self.is_packed != Some(true) => file.fill_buf(),
            _ if self.is_next => Ok(&[]),
            _ => Ok(&self.unpacked[self.rest.clone()]),
        }
    }

    fn consume(&mut self, count: usize) {
        match &mut self.file {
            Some(file) if self.is_packed != Some(true) => file.consume(count),
            _ => self.rest.start += count,
        }
    }
}

/// Counts the bytes that are read.
#[derive(Debug)]
struct Counted<R> {
    file: R,
    at: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.at += count as u64;
        self.file.consume(count);
    }
}
