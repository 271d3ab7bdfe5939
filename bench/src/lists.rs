//! Lists of texts, each in one contiguous buffer, and the same list shuffled.

use std::path::Path;

/// Texts in one buffer, so that the order of the list is the order in memory.
pub(crate) struct Texts {
    buffer: String,
    ends: Vec<usize>,
}

impl Texts {
    /// The texts as slices.
    pub(crate) fn views(&self) -> Vec<&str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.buffer[start..end]).collect()
    }

    /// The number of texts.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Mean length in bytes.
    pub(crate) fn mean(&self) -> f64 {
        self.buffer.len() as f64 / self.count().max(1) as f64
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut list = Self { buffer: String::new(), ends: Vec::new() };
        for text in texts {
            list.buffer.push_str(text.as_ref());
            list.ends.push(list.buffer.len());
        }
        list.buffer.shrink_to_fit();
        list
    }
}

/// The lines of a file; without a byte order mark, empty lines and white space around them.
pub(crate) fn load(path: &Path) -> std::io::Result<Texts> {
    let bytes = std::fs::read(path)?;
    let content = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
    Ok(content.lines().map(str::trim).filter(|line| !line.is_empty()).collect())
}

/// Returns the name of a list in a table: the file name without its extension.
pub(crate) fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| "list".into(), |stem| stem.to_string_lossy().into_owned())
}

/// Returns the same texts shuffled, in the same way in each run, and copied in that order into a buffer of their own.
/// The shuffled columns therefore show the branch predictor, not the cache.
pub(crate) fn shuffled(texts: &[&str]) -> Texts {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let mut random = XorShift(0x9e37_79b9_7f4a_7c15);
    for last in (1..order.len()).rev() {
        order.swap(last, (random.next() % (last as u64 + 1)) as usize);
    }
    order.into_iter().map(|place| texts[place]).collect()
}

struct XorShift(u64);

impl XorShift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
