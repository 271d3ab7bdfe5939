//! The basic URL parser of the WHATWG URL Standard, in two steps: split, then write.
//!
//! The standard's parser is one state machine over characters. Here, [`split()`] does the work of the states before *path
//! state*: it finds which bytes belong to which component and how much of the base is kept, without changing a byte.
//! [`write`](mod@write) then writes the URL. The split depends on the scheme and the base: `\` is a slash only for special
//! schemes, and `http:foo` is relative to a base with the same scheme.
//!
//! A text is first made [`Clean`]: white space around it, and tabs and newlines in it, are removed.

mod against;
mod clean;
mod path;
mod shortcuts;
mod split;
mod violations;
mod write;

use alloc::string::String;

pub(crate) use self::against::Against;
pub(crate) use self::clean::Clean;
pub(crate) use self::path::push_path;
pub(crate) use self::shortcuts::{NotPlain, is_url, plain};
pub(crate) use self::split::{
    Class, Front, Keep, Tail, authority_end, fits, host_end, is_drive, is_opaque, split, starts_with_drive,
};
pub(crate) use self::violations::{fatal, fatal_of, report};
pub(crate) use self::write::{EncodeQuery, Unwritten, canonical, default_port, port, write};
pub(crate) use super::scan::Ready;
use crate::Parts;

/// Parses an ordinary URL into `parts` on the fast path, if possible. Such a URL is absolute, so it needs no base.
#[inline]
pub(crate) fn ready(text: &str, parts: &mut Parts) -> Option<Ready> {
    super::scan::read_whatwg(text.as_bytes(), parts)
}

/// Returns whether the parser accepts the text, if the text before the path shows that; `None` means *unknown*.
#[inline]
pub(crate) fn front_verdict(text: &str) -> Option<bool> {
    super::scan::front_verdict(text.as_bytes())
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
