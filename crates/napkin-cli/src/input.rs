//! Reads records from standard input, and whole files.
//!
//! `-` is standard input. A record ends at a line end (LF or CR LF) or at NUL; a byte order mark at the beginning of
//! the input is not part of the first record. Complete records are passed on as soon as they are read, at most a block
//! of them at a time, so that memory grows only with the longest record.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;

use memchr::{memchr, memchr_iter, memrchr};

/// The number of bytes read at a time.
const BLOCK: usize = 128 << 10;

/// Returns the path of a file, or `None` for `-`, which is standard input.
pub(crate) fn file(path: &Path) -> Option<&Path> {
    (path.as_os_str() != "-").then_some(path)
}

/// Returns the inputs of a command: `-` if none are given.
pub(crate) fn given<T: Clone + From<&'static str>>(inputs: &[T]) -> Cow<'_, [T]> {
    if inputs.is_empty() { vec!["-".into()].into() } else { inputs.into() }
}

/// Returns whether the name of a document is a URL: it has a scheme, and no file has this name.
#[cfg(feature = "retrieve")]
pub(crate) fn is_url(name: &str) -> bool {
    let scheme = name.split(':').next().unwrap_or_default();
    let has_authority = name.get(scheme.len()..).is_some_and(|rest| rest.starts_with("://"));
    let is_bare = ["data", "about", "file", "news", "cid", "mid"].iter().any(|bare| scheme.eq_ignore_ascii_case(bare));
    let is_scheme = scheme.len() > 1 && scheme.len() < name.len() && (has_authority || is_bare);
    is_scheme && !Path::new(name).exists()
}

/// Reads all bytes of a file, or of standard input if `file` is `None`.
pub(crate) fn read_whole(file: Option<&Path>) -> io::Result<Vec<u8>> {
    let Some(path) = file else {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    };
    std::fs::read(path)
}

/// Some whole records with their delimiters. The last record of the input may lack one.
pub(crate) struct Block {
    pub(crate) bytes: Vec<u8>,
    /// The number of the first record, from 1.
    pub(crate) first: u64,
}

/// The rules that split the input into records.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    /// Whether records end with NUL instead of a line end.
    pub(crate) null: bool,
    /// The maximum length of a record, in bytes. One byte more is kept of a longer record.
    pub(crate) max_length: usize,
}

impl Cut {
    const fn delimiter(self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }

    /// Iterates over the records of a block with their numbers.
    pub(crate) fn records(self, block: &Block) -> impl Iterator<Item = (u64, &[u8])> {
        let mut rest = &block.bytes[..];
        let mut number = block.first;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = memchr(self.delimiter(), rest).unwrap_or(rest.len());
            let mut record = &rest[..end];
            if !self.null {
                record = record.strip_suffix(b"\r").unwrap_or(record);
            }
            rest = rest.get(end + 1..).unwrap_or_default();
            number += 1;
            Some((number - 1, record))
        })
    }
}

/// Iterates over the input in blocks. Ends after the first error.
pub(crate) struct Blocks<R> {
    input: R,
    cut: Cut,
    /// The beginning of a record whose end has not been read yet.
    open: Vec<u8>,
    number: u64,
    at_start: bool,
    ended: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(input: R, cut: Cut) -> Self {
        Self { input, cut, open: Vec::new(), number: 1, at_start: true, ended: false }
    }

    /// Reads once and appends to `bytes`. Returns whether there was any input.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let old = bytes.len();
        bytes.resize(old + BLOCK, 0);
        let read = loop {
            match self.input.read(&mut bytes[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        bytes.truncate(old + read.as_ref().map_or(0, |&read| read));
        read.map(|read| read > 0)
    }

    fn block(&mut self) -> io::Result<Option<Block>> {
        let mut bytes = std::mem::take(&mut self.open);
        loop {
            let old = bytes.len();
            if !self.read(&mut bytes)? {
                self.ended = true;
                return Ok((!bytes.is_empty()).then(|| self.numbered(bytes)));
            }
            if let Some(last) = memrchr(self.cut.delimiter(), &bytes[old..]) {
                self.open = bytes.split_off(old + last + 1);
                return Ok(Some(self.numbered(bytes)));
            }
            if bytes.len() > self.cut.max_length.saturating_add(BLOCK) {
                bytes.truncate(self.cut.max_length + 1);
                self.skip_record()?;
                bytes.push(self.cut.delimiter());
                return Ok(Some(self.numbered(bytes)));
            }
        }
    }

    /// Reads to the end of a record that is too long to be kept.
    fn skip_record(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        while self.read(&mut bytes)? {
            if let Some(end) = memchr(self.cut.delimiter(), &bytes) {
                self.open = bytes.split_off(end + 1);
                return Ok(());
            }
            bytes.clear();
        }
        self.ended = true;
        Ok(())
    }

    fn numbered(&mut self, mut bytes: Vec<u8>) -> Block {
        let first = self.number;
        self.number += memchr_iter(self.cut.delimiter(), &bytes).count() as u64;
        if std::mem::take(&mut self.at_start) && !self.cut.null && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        Block { bytes, first }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            // The records after an overlong record that was skipped.
            let rest = std::mem::take(&mut self.open);
            return (!rest.is_empty()).then(|| Ok(self.numbered(rest)));
        }
        let block = self.block();
        self.ended |= block.is_err();
        block.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a piece per read.
    struct Pieces(Vec<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn records(pieces: &[&str], cut: Cut) -> Vec<(u64, String)> {
        let input = Pieces(pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect());
        let mut all = Vec::new();
        for block in Blocks::new(input, cut) {
            let block = block.expect("pieces do not fail");
            all.extend(
                cut.records(&block).map(|(number, bytes)| (number, String::from_utf8_lossy(bytes).into_owned())),
            );
        }
        all
    }

    #[test]
    fn records_do_not_depend_on_how_they_are_read() {
        const LINES: Cut = Cut { null: false, max_length: 100 };
        const NULLS: Cut = Cut { null: true, max_length: 100 };
        let cases: [(&str, Cut, &[&str]); 9] = [
            ("", LINES, &[]),
            ("a", LINES, &["a"]),
            ("a\n", LINES, &["a"]),
            ("\n", LINES, &[""]),
            ("a\r\n\nb\r\n", LINES, &["a", "", "b"]),
            ("\u{feff}a\n\u{feff}b", LINES, &["a", "\u{feff}b"]),
            ("a\nb\0\0c", NULLS, &["a\nb", "", "c"]),
            ("a\r\0", NULLS, &["a\r"]),
            ("\r\n\r", LINES, &["", ""]),
        ];
        for (text, cut, expected) in cases {
            let expected: Vec<_> = (1..).zip(expected.iter().map(|&record| record.to_owned())).collect();
            let bytes: Vec<String> = text.chars().map(String::from).collect();
            let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
            assert_eq!(records(&[text], cut), expected, "{text:?}");
            assert_eq!(records(&bytes, cut), expected, "{text:?} one at a time");
        }
    }

    #[test]
    fn a_record_that_is_too_long_is_cut_and_the_next_is_whole() {
        let long = "x".repeat(BLOCK);
        let cut = Cut { null: false, max_length: 10 };
        let expected = vec![(1, "a".into()), (2, "x".repeat(11)), (3, "b".into()), (4, "c".into())];
        assert_eq!(records(&["a\n", &long, &long, &long, "x\nb\nc"], cut), expected);
        assert_eq!(records(&["a\n", &long, &long, "x", "\nb\n", "c\n"], cut), expected);
        assert_eq!(records(&["a\n", &long, &long], cut), expected[..2]);
    }
}
