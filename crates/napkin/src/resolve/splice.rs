//! The fast path of RFC 3986 section 5.2.2: for most references, the result is a prefix of the base followed by a suffix
//! of the reference, both unchanged.
//!
//! For all other references `Splice::of` returns `None`, and [`super::rfc3986`] implements the general algorithm; tests
//! check both against the same oracle. The only finding of a splice is `above-root`.

use alloc::boxed::Box;
use alloc::string::String;

use super::base::Base;
use crate::bytes::{find, rfind_nth};
use crate::syntax::{Hints, shifted};
use crate::{MAX_LENGTH, Parts, Reference};

/// The base's text before `keep`, and the reference's text from `from` on. Small enough for two registers.
#[derive(Clone, Copy)]
pub(super) struct Splice {
    keep: u32,
    from: u32,
    /// Whether the reference has more `..` than the base has levels.
    pub(super) above_root: bool,
}

impl Splice {
    /// Returns the splice of `base` and `reference`, or `None` if the result is not a splice.
    ///
    /// This function and the one-line functions are always inlined, so that they read only the parts that they need: a
    /// copy of all parts right after they are parsed stalls the processor.
    #[inline(always)]
    pub(super) fn of(base: &Base<'_>, reference: &Reference<'_>) -> Option<Self> {
        let parts = reference.parts();
        let splice = if parts.scheme_end > 0 {
            let whole = Self { keep: 0, from: 0, above_root: false };
            (base.strict && !parts.hints.has(Hints::DOTS)).then_some(whole)?
        } else if parts.has_authority() || !base.url.parts().has_authority() {
            return None;
        } else {
            match reference.as_str().as_bytes().get(parts.path_start as usize) {
                Some(b'/') if !parts.hints.has(Hints::DOTS) => {
                    Self { keep: base.url.parts().path_start, from: 0, above_root: false }
                }
                None | Some(b'/' | b'?' | b'#') => return None,
                Some(_) => merged(base, reference)?,
            }
        };
        let fits = splice.keep as usize + reference.as_str().len() <= MAX_LENGTH;
        fits.then_some(splice)
    }

    /// Returns the two pieces.
    #[inline(always)]
    fn pieces<'a>(self, base: &Base<'a>, reference: &Reference<'a>) -> (&'a str, &'a str) {
        (&base.url.as_str()[..self.keep as usize], &reference.as_str()[self.from as usize..])
    }

    /// Returns the result.
    #[inline(always)]
    pub(super) fn text(self, base: &Base<'_>, reference: &Reference<'_>) -> Box<str> {
        let (kept, rest) = self.pieces(base, reference);
        joined(kept, rest)
    }

    /// Appends the two pieces.
    #[inline(always)]
    pub(super) fn push(self, base: &Base<'_>, reference: &Reference<'_>, out: &mut String) {
        let (kept, rest) = self.pieces(base, reference);
        push_both(kept, rest, out);
    }

    /// Returns the parts of the result.
    #[inline]
    pub(super) fn parts(self, base: &Base<'_>, reference: &Reference<'_>) -> Parts {
        let from = reference.parts();
        if self.keep == 0 {
            return from;
        }
        let base = base.url.parts();
        let by = i64::from(self.keep) - i64::from(self.from);
        let place = |start: u32| if start > 0 { shifted(start, by) } else { 0 };
        Parts {
            query_start: place(from.query_start),
            fragment_start: place(from.fragment_start),
            end: shifted(from.end, by),
            hints: base.hints.and(from.hints).without(Hints::DOTS),
            ..base
        }
    }
}

/// Returns both texts as one. A boxed text is returned in registers; moving a `String` right after it is filled stalls the
/// processor.
#[inline(never)]
fn joined(kept: &str, rest: &str) -> Box<str> {
    let mut out = String::with_capacity(kept.len() + rest.len());
    out.push_str(kept);
    out.push_str(rest);
    out.into_boxed_str()
}

#[inline(never)]
fn push_both(kept: &str, rest: &str, out: &mut String) {
    out.reserve(kept.len() + rest.len());
    out.push_str(kept);
    out.push_str(rest);
}

/// Merges paths (section 5.2.3) if only the first segments of the reference are dot segments. Then merging removes only
/// the end of the base's path and the beginning of the reference's path.
#[inline(always)]
fn merged(base: &Base<'_>, reference: &Reference<'_>) -> Option<Splice> {
    let root = base.url.parts().path_start as usize;
    if base.url.parts().hints.has(Hints::DOTS) || base.directory_end as usize == root {
        return None;
    }
    if !reference.parts().hints.has(Hints::DOTS) {
        return Some(Splice { keep: base.directory_end, from: 0, above_root: false });
    }
    if base.levels.is_some() {
        return None;
    }
    let parts = reference.parts();
    let path = &reference.as_str().as_bytes()[parts.path_start as usize..parts.path_end() as usize];
    climbed(&base.url.as_str().as_bytes()[..base.directory_end as usize], root, path)
}

/// Merges `path` with the directory at the end of `base`, which begins at `root`.
#[inline(never)]
fn climbed(base: &[u8], root: usize, path: &[u8]) -> Option<Splice> {
    let mut rest = path;
    let mut levels = 0;
    loop {
        while let [b'.', b'.', b'/', behind @ ..] = rest {
            rest = behind;
            levels += 1;
        }
        match rest {
            [b'.', b'/', behind @ ..] => rest = behind,
            b"." | b".." => {
                levels += rest.len() - 1;
                rest = &[];
            }
            _ => break,
        }
    }
    let (mut keep, mut above_root) = (base.len(), false);
    if levels > 0 {
        let slash = rfind_nth(&base[root..keep - 1], b'/', levels);
        // A path behind an authority begins with a slash.
        keep = root + slash.map_or(1, |slash| slash + 1);
        above_root = slash.is_none();
    }
    let slash = find(rest, b'/').unwrap_or(rest.len());
    let has_dots = rest.first() == Some(&b'.') || rest[slash..].windows(2).any(|pair| pair == b"/.");
    let from = path.len() - rest.len();
    (!has_dots).then_some(Splice { keep: keep as u32, from: from as u32, above_root })
}
