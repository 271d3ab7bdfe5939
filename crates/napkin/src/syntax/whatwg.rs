//! The WHATWG URL Standard: where its basic URL parser finds each component.
//!
//! The parser is one state machine over characters; here it is taken apart. [`front`] says, without changing a byte,
//! which bytes become which component and how much of the base is kept, which is all that the machine's states
//! before *path state* do. [`write`](mod@write) then makes the URL of it. What the text stands against matters: `\` is a
//! slash only for special schemes, and `http:foo` is relative to a base with the same scheme.
//!
//! A text is first [`Clean`]: without white space around it and without tabs and newlines in it.

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

/// The engine's own limit on the length of a text, in bytes, together with the base if the URL keeps anything of that.
///
/// A URL has its places in 32 bits ([`MAX_LENGTH`](crate::MAX_LENGTH)) and is three times as long as its text at most,
/// where every byte of that is escaped. A longer text is the finding `too-long`.
pub const MAX_LENGTH: usize = crate::MAX_LENGTH / 4;

/// Whether a text, with what it keeps of its base, is within the limit.
fn fits(text: &[u8], keep: Keep, base: Option<Reference<'_>>) -> bool {
    let kept = base.filter(|_| keep > Keep::Nothing).map_or(0, |base| base.as_str().len());
    text.len() + kept <= MAX_LENGTH
}

/// Reads an ordinary URL into `parts` at once, where that can be done; a base plays no part in it.
#[inline]
pub(crate) fn ready(text: &str, parts: &mut Parts) -> Option<Ready> {
    super::scan::read_whatwg(text.as_bytes(), parts)
}

/// Whether a text makes a URL, by its front; `false` for *look closer*.
#[inline]
pub(crate) fn has_ordinary_front(text: &str) -> bool {
    super::scan::has_ordinary_front(text.as_bytes())
}

impl Ready {
    /// Whether the text is the URL.
    #[inline]
    pub(crate) const fn is_canonical(self) -> bool {
        !self.lacks_slash
    }
}

/// The URL that an ordinary one makes whose path is empty: the slash is written.
pub(crate) fn with_slash(text: &str, mut parts: Parts) -> (String, Parts) {
    let (head, tail) = text.split_at(parts.path_start as usize);
    parts.end += 1;
    parts.query_start += u32::from(parts.query_start > 0);
    parts.fragment_start += u32::from(parts.fragment_start > 0);
    ([head, "/", tail].concat(), parts)
}
