//! A page with files beside it, of one that carries them.
//!
//! Decides: which `data:` URLs of a document become files, and what those are called; that references to them are relative, and
//! that what a file holds is unbundled in turn. It is the reverse of [`bundle`](crate::bundle). Files are handed to the caller,
//! who writes them, all into one folder with the document: then a name is the right reference from each of them, also where it
//! is not settled against which of two documents browsers resolve one, as in custom properties of CSS.
//!
//! Taken is what is loaded with the page: images, style sheets, scripts, fonts, sounds, films, frames. A link that is followed
//! stays, since browsers refuse to go to a `data:` URL, and would go to the file; so does `use` of SVG, in which they refuse it
//! too, and what stands in an image, which may load nothing else. Every other byte stays as it is.
//!
//! ```
//! use napkin_document::Entity;
//! use napkin_document::unbundle::{Options, unbundle};
//!
//! let page = Entity::new(b"<img src=data:image/gif,GIF89a#x><a href=data:,menu>");
//! let mut files = Vec::new();
//! let done = unbundle(&page, &Options::default(), &mut |file| files.push((file.name.to_owned(), file.bytes.to_vec())))?;
//! assert_eq!(files, [("image-610f5ae4d76e3326.gif".to_owned(), b"GIF89a".to_vec())]);
//! assert_eq!(done.bytes, b"<img src=image-610f5ae4d76e3326.gif#x><a href=data:,menu>");
//! # Ok::<(), napkin_document::unbundle::NotUnbundled>(())
//! ```

mod base;
mod content;
mod name;
mod report;
mod walk;

pub use crate::bundle::{Limits, Options};

pub use self::report::{Failure, Note, Object, Reason, Remark, Unbundled};

use self::walk::Unbundler;
use crate::bundle::charset;
use crate::entity::{Entity, Kind};
use crate::flow::Flow;
use crate::screen::Format;
use std::fmt;
use std::ops::ControlFlow;

/// A file that comes out of a document.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct File<'f> {
    /// What it is called: lower-case letters, digits, a hyphen and a full stop, and nothing else. It begins with what the file
    /// is, and has a digest of its bytes in it: `image-0f343b0931126a20.png`.
    pub name: &'f str,
    /// What is in it.
    pub bytes: &'f [u8],
    /// The media type that its URL said.
    pub media_type: &'f str,
}

/// A document that is of no kind that has `data:` URLs to be unbundled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUnbundled {
    /// What it is.
    pub kind: Kind,
}

impl fmt::Display for NotUnbundled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an HTML document, a style sheet or SVG, but found {}", self.kind.name())
    }
}

impl std::error::Error for NotUnbundled {}

/// The document, with references to files in place of its `data:` URLs.
///
/// `sink` is given each file once, those in others before those. A document in UTF-16 becomes one in UTF-8. Objects stand in each
/// other never deeper than 128 levels, whatever the limit. If `sink` [breaks](Flow), it is given no more files, and the remaining URLs stay
/// ([`Reason::Stopped`]).
///
/// # Errors
/// It is no HTML, no style sheet and no XML.
pub fn unbundle<R: Flow>(
    document: &Entity<'_>,
    options: &Options,
    sink: &mut (impl FnMut(File<'_>) -> R + ?Sized),
) -> Result<Unbundled, NotUnbundled> {
    let format = match document.kind {
        Kind::Html => Format::Html,
        Kind::Css => Format::Css,
        Kind::Svg | Kind::Xml => Format::Xml,
        kind => return Err(NotUnbundled { kind }),
    };
    let bytes = if format == Format::Xml { document.bytes.into() } else { charset::utf8(document.bytes) };
    Ok(Unbundler::new(options.limits, &mut |file| sink(file).flow()).all(&bytes, format, document.charset, &[]))
}

/// A page that has been made of a message, and the parts of that which are not in it: their bytes and media types.
pub(crate) fn unbundle_message(
    page: &[u8],
    others: &[(Vec<u8>, String)],
    options: &Options,
    sink: &mut dyn FnMut(File<'_>) -> ControlFlow<()>,
) -> Unbundled {
    Unbundler::new(options.limits, sink).all(&charset::utf8(page), Format::Html, None, others)
}
