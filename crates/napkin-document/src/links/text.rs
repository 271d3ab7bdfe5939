//! Finds references in plain text. Start with `links`.
//!
//! A URL in prose occurs, by draft-fielding-url-syntax-05 Appendix E (RFC 3986 Appendix C), within `<...>` or `"..."`,
//! after `URL:`, or between white space. The search is for the colon after a scheme; the text before the scheme then
//! determines the delimiter, so that quotes and brackets without URLs cost nothing. URLs are not validated: an invalid
//! one between delimiters is reported whole. Parts: `candidates` (where to look), `finder` (what is there), `bare` (the
//! end of a URL without delimiters), `delimited` (URLs between delimiters, with ignored white space), `before` and
//! `trailing` (the text around a URL), `windows` (texts in pieces), `write` (the inverse).
//!
//! Time is linear: a scheme extends back at most to the previous colon, a delimited URL forward at most to the next
//! delimiter of its kind, and the bytes of a link are not searched again. Memory is bounded: a link depends only on
//! `BEHIND` bytes before its mark and on [`Limits::reference`](crate::Limits) bytes after it.

mod bare;
mod before;
mod candidates;
mod delimited;
mod finder;
mod non_ascii;
mod pieces;
mod schemeless;
mod schemes;
mod trailing;
mod windows;
mod write;

pub(crate) use finder::links;
pub use windows::TextWindows;
pub use write::write_delimited;
