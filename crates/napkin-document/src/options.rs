//! What a caller may choose, and every limit.

use crate::mail::{self, Profile};

/// How links are looked for. The default finds what section 3 and Appendix E of draft-fielding-url-syntax-05 call
/// references, and guesses nothing.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect};
/// let text = Entity::new(b"www.pub.example or sam@pub.example").with_kind(Kind::Text);
/// assert_eq!(collect(&text, &Options::default()).len(), 0);
/// let links = collect(&text, &Options { bare: true, ..Options::default() });
/// assert_eq!(links[0].text, "http://www.pub.example");
/// assert_eq!(links[1].assumed, Some("mailto:"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// In plain text, also report hosts that begin with `www.` or `ftp.`, and mail addresses, with what is assumed.
    pub bare: bool,
    /// In messages, by which standard bases go through parts.
    pub profile: Profile,
    /// How far the reader goes.
    pub limits: Limits,
    /// How far messages are taken apart.
    pub mail: mail::Limits,
}

/// Limits that keep reading linear in the size of the document. What lies beyond one is still read, but no longer
/// as one piece, so nothing disappears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plain text: how many bytes of the document a delimited URL that contains white space may cover. Default: 8192.
    pub wrapped: usize,
    /// Plain text: how many bytes of the document are looked at from a link's scheme on; a URL that is longer is cut
    /// there. Default: 1 MiB.
    pub reference: usize,
    /// Plain text: how many line-end hyphens one bare URL may continue over. Default: 8.
    pub hyphens: usize,
    /// HTML: how deep `noscript` is read inside `noscript`; each level reads its contents once more. Default: 4.
    pub noscript: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { wrapped: 8192, reference: 1 << 20, hyphens: 8, noscript: 4 }
    }
}
