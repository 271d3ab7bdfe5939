//! The hashes of lines by which GitHub recognises a finding after its file was edited.
//!
//! The hash of a line is a polynomial in 37, modulo 2^64, of the 100 UTF-16 units that begin at its first character. White
//! space does not count, and each line end is one LF. A mark and zeros follow the end of the file. Lines with the same hash are
//! numbered.

use std::collections::{HashMap, VecDeque};

/// The number of units of a hash.
const BLOCK: usize = 100;
const BASE: u64 = 37;
/// The unit that follows the last one of a file.
const END: u16 = u16::MAX;

/// The hashes of all lines of a file.
///
/// ```
/// use napkin_answer::report::LineHashes;
/// let hashes = LineHashes::of("x = 2\nx = 1\nprint(x)\nx = 3\nprint(x)\nx = 4\nprint(x)\n");
/// assert_eq!(hashes.line(1).as_deref(), Some("e54938cc54b302f1:1"));
/// assert_eq!(hashes.line(9), None);
/// ```
#[derive(Debug)]
pub struct LineHashes {
    /// The hash of each line, and its number among the lines with this hash.
    lines: Vec<(u64, u32)>,
}

impl LineHashes {
    /// Computes the hashes of a file in one pass.
    ///
    /// ```
    /// use napkin_answer::report::LineHashes;
    /// assert_eq!(LineHashes::of("").line(1).as_deref(), Some("c129715d7a2bc9a3:1"));
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut hasher = Hasher::default();
        let mut after_cr = false;
        for unit in text.encode_utf16() {
            let is_second = after_cr && unit == u16::from(b'\n');
            after_cr = unit == u16::from(b'\r');
            match unit {
                0x20 | 0x09 => {}
                _ if is_second => {}
                0x0d => hasher.unit(u16::from(b'\n')),
                _ => hasher.unit(unit),
            }
        }
        hasher.unit(END);
        hasher.finish()
    }

    /// Returns the hash of a line, which counts from 1.
    ///
    /// ```
    /// use napkin_answer::report::LineHashes;
    /// assert_eq!(LineHashes::of("menu").line(0), None);
    /// ```
    #[must_use]
    pub fn line(&self, line: usize) -> Option<String> {
        let (hash, number) = self.lines.get(line.checked_sub(1)?)?;
        Some(format!("{hash:x}:{number}"))
    }
}

/// The state between two units.
#[derive(Default)]
struct Hasher {
    hash: u64,
    /// The last units, at most [`BLOCK`].
    window: VecDeque<u16>,
    /// For each line whose hash is not complete, the number of units at its beginning.
    open: VecDeque<usize>,
    units: usize,
    is_in_line: bool,
    lines: Vec<(u64, u32)>,
    counts: HashMap<u64, u32>,
}

impl Hasher {
    fn unit(&mut self, unit: u16) {
        self.close();
        if !self.is_in_line {
            self.open.push_back(self.units);
        }
        self.is_in_line = unit != u16::from(b'\n');
        self.shift(unit);
    }

    /// Finishes the line that began a block ago.
    fn close(&mut self) {
        if self.open.front().is_some_and(|start| start + BLOCK == self.units) {
            self.open.pop_front();
            let count = self.counts.entry(self.hash).or_default();
            *count += 1;
            self.lines.push((self.hash, *count));
        }
    }

    fn shift(&mut self, unit: u16) {
        /// 37 to the power of the block's length, modulo 2^64.
        const FIRST: u64 = BASE.wrapping_pow(BLOCK as u32);
        let gone = if self.window.len() == BLOCK { self.window.pop_front().unwrap_or_default() } else { 0 };
        self.window.push_back(unit);
        let sum = self.hash.wrapping_mul(BASE).wrapping_add(u64::from(unit));
        self.hash = sum.wrapping_sub(FIRST.wrapping_mul(u64::from(gone)));
        self.units += 1;
    }

    fn finish(mut self) -> LineHashes {
        for _ in 0..BLOCK {
            self.close();
            self.shift(0);
        }
        LineHashes { lines: self.lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str) -> Vec<String> {
        let hashes = LineHashes::of(text);
        (1..).map_while(|line| hashes.line(line)).collect()
    }

    /// The expected hashes are those of `src/fingerprints.test.ts` of github/codeql-action (commit f3f1edb).
    #[test]
    fn line_hashes_are_those_of_github() {
        assert_eq!(hashes(""), ["c129715d7a2bc9a3:1"]);
        assert_eq!(
            hashes(" a\nb\n  \t\tc\n d"),
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
        );
        let unfinished = [
            "8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1",
            "b86d3392aea1be30:1", "e6ceba753e1a442:1",
        ];
        assert_eq!(hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End"), unfinished);
        let finished = [
            "e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
            "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1",
        ];
        for text in [
            " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
            " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
            " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
            " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
        ] {
            assert_eq!(hashes(text), finished, "{text:?}");
        }
        let repeated = [
            "a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
            "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
            "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1",
        ];
        assert_eq!(hashes(&"Lorem ipsum dolor sit amet.\n".repeat(10)), repeated);
    }
}
