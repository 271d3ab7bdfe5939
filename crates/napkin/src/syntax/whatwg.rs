//! The basic URL parser of the WHATWG URL Standard, in two steps: split, then write.
//!
//! The standard's parser is one state machine over characters. Here, [`front`] does the work of the states before *path
//! state*: it finds which bytes belong to which component and how much of the base is kept, without changing a byte.
//! [`write`](mod@write) then writes the URL. The split depends on the scheme and the base: `\` is a slash only for special
//! schemes, and `http:foo` is relative to a base with the same scheme.
//!
//! A text is first made [`Clean`]: white space around it, and tabs and newlines in it, are removed.

mod clean;
mod front;
mod violations;
mod write;

use alloc::string::String;

pub(crate) use self::clean::Clean;
pub(crate) use self::front::{
    Class, Front, Keep, Tail, authority_end, front, host_end, is_drive, is_opaque, starts_with_drive,
};
pub(crate) use self::violations::{fatal, report};
pub(crate) use self::write::{Against, EncodeQuery, canonical, default_port, is_url, port, push_path, write};
pub(crate) use super::scan::Ready;
use crate::{Parts, Reference};

/// The maximum length of a text in bytes, plus the length of the base if the URL keeps any part of the base.
///
/// The limit comes from this crate, not from the standard: offsets have 32 bits ([`MAX_LENGTH`](crate::MAX_LENGTH)), and a
/// URL is at most three times as long as its text, when every byte is escaped. A longer text gives the finding `too-long`.
pub const MAX_LENGTH: usize = crate::MAX_LENGTH / 4;

/// Returns whether a text, with the base if any part of the base is kept, is within the limit.
fn fits(text: &[u8], keep: Keep, base: Option<Reference<'_>>) -> bool {
    let kept = base.filter(|_| keep > Keep::Nothing).map_or(0, |base| base.as_str().len());
    text.len() + kept <= MAX_LENGTH
}

/// Parses an ordinary URL into `parts` on the fast path, if possible. Such a URL is absolute, so it needs no base.
#[inline]
pub(crate) fn ready(text: &str, parts: &mut Parts) -> Option<Ready> {
    super::scan::read_whatwg(text.as_bytes(), parts)
}

/// Returns `true` if the text before the path shows that the parser accepts the text; `false` means *unknown*.
#[inline]
pub(crate) fn has_ordinary_front(text: &str) -> bool {
    super::scan::has_ordinary_front(text.as_bytes())
}

impl Ready {
    /// Returns whether the text is already in serialised form.
    #[inline]
    pub(crate) const fn is_canonical(self) -> bool {
        !self.lacks_slash
    }
}

/// Inserts the slash of an empty path into an ordinary URL, and returns the URL with its parts.
pub(crate) fn with_slash(text: &str, mut parts: Parts) -> (String, Parts) {
    let (head, tail) = text.split_at(parts.path_start as usize);
    parts.end += 1;
    parts.query_start += u32::from(parts.query_start > 0);
    parts.fragment_start += u32::from(parts.fragment_start > 0);
    ([head, "/", tail].concat(), parts)
}
