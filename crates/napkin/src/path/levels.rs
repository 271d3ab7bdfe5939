//! Lists the directories of a long base path once, so that resolving many references stays fast. Start at `Levels`.
//!
//! A relative path keeps some directories of its base. In a short base, resolution searches for the end of the last kept
//! directory. In a long base this search could take far longer than reading the reference and writing the result, for
//! each reference of a document.

use alloc::string::String;
use alloc::vec::Vec;

use super::push_without_dots;

/// The longest path, in bytes, that is searched for each reference instead of being listed.
const SEARCHED: usize = 256;

/// The directories of a path that is longer than [`SEARCHED`].
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// The directory without dot segments, if it has some.
    folded: Option<String>,
    /// The length of the path without its last slash, by the number of directories that are kept.
    ends: Vec<u32>,
    /// Whether a `..` of the directory found nothing to remove.
    pub(crate) above: bool,
}

/// The part of a directory that a relative path keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Climb {
    /// The length of the kept path without its last slash.
    pub(crate) kept: usize,
    /// The offset of the rest of the relative path: at a slash, at the end, or at the start if nothing is removed. The
    /// rest removes nothing of the kept path.
    pub(crate) from: usize,
    /// The number of `..` that had nothing to remove.
    pub(crate) above: usize,
}

/// The effect of a segment on the path before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Appends itself.
    Down,
    /// Changes nothing: `.`.
    Stay,
    /// Removes the last segment: `..`.
    Up,
    /// Has an effect that depends on more than the number of segments.
    Unknown,
}

impl Levels {
    /// Lists the directories of a path; `None` if it is short. Dot segments are removed by RFC 3986 section 5.2.4 if the path
    /// may have some.
    pub(crate) fn of(path: &str, has_dots: bool) -> Option<Self> {
        if path.len() <= SEARCHED {
            return None;
        }
        let directory = &path[..path.rfind('/').map_or(0, |slash| slash + 1)];
        let mut folded = None;
        let mut above = 0;
        if has_dots {
            above = push_without_dots(folded.insert(String::new()), 0, directory);
        }
        let directory = folded.as_deref().unwrap_or(directory);
        // The first segment of a rootless path can be removed, too.
        let rootless = (!directory.starts_with('/')).then_some(0);
        let slashes = directory.bytes().zip(0..).filter_map(|(byte, at)| (byte == b'/').then_some(at));
        let ends = rootless.into_iter().chain(slashes).collect();
        Some(Self { folded, ends, above: above > 0 })
    }

    /// Returns the directory without dot segments, where `own` is the directory of the path.
    pub(crate) fn directory<'a>(&'a self, own: &'a str) -> &'a str {
        self.folded.as_deref().unwrap_or(own)
    }

    /// Returns the number of slashes in the directory from offset `place` on, where `own` is the directory of the path.
    pub(crate) fn slashes_from(&self, own: &str, place: usize) -> usize {
        let slashes = &self.ends[usize::from(!self.directory(own).starts_with('/'))..];
        slashes.len() - slashes.partition_point(|&slash| (slash as usize) < place)
    }

    /// Follows a relative path without reading the base. Never leaves the first `floor` directories.
    pub(crate) fn climb(
        &self,
        path: &[u8],
        floor: usize,
        is_slash: impl Fn(u8) -> bool,
        step: impl Fn(&[u8]) -> Step,
    ) -> Climb {
        let last = self.ends.len() - 1;
        let (mut level, mut lowest, mut from, mut above) = (last, last, 0, 0);
        let mut at = 0;
        while at <= path.len() {
            let end = path[at..].iter().position(|&byte| is_slash(byte)).map_or(path.len(), |slash| at + slash);
            match step(&path[at..end]) {
                Step::Down => level += 1,
                Step::Stay => {}
                Step::Up if level > floor => level -= 1,
                Step::Up => above += 1,
                Step::Unknown => break,
            }
            if level <= lowest {
                (lowest, from) = (level, end);
            }
            at = end + 1;
        }
        Climb { kept: self.ends[lowest] as usize, from, above }
    }
}
