//! Extracts the `data:` URLs of a document into files. Start at `unbundle`; [`bundle`](crate::bundle) is the reverse.
//!
//! Each extracted `data:` URL becomes a relative reference to a file, and the file is unbundled in turn. The caller
//! receives the files and writes them all into one folder with the document. A bare file name is then the right
//! reference from each of them, even where it is unclear against which of two documents browsers resolve it, as in
//! custom properties of CSS.
//!
//! Extracted are objects that load with the page: images, style sheets, scripts, fonts, audio, video, frames. Links
//! to follow stay, because browsers refuse to navigate to a `data:` URL but would navigate to the file; so do `use`
//! of SVG, where browsers refuse them too, and URLs inside an image, which may load nothing else. Every other byte is
//! unchanged.
//!
//! ```
//! use napkin_document::Entity;
//! use napkin_document::unbundle::{BundleOptions, unbundle};
//!
//! let page = Entity::new(b"<img src=data:image/gif,GIF89a#x><a href=data:,menu>");
//! let mut files = Vec::new();
//! let done = unbundle(&page, &BundleOptions::default(), &mut |file| files.push((file.name.to_owned(), file.bytes.to_vec())))?;
//! assert_eq!(files, [("image-610f5ae4d76e3326.gif".to_owned(), b"GIF89a".to_vec())]);
//! assert_eq!(done.bytes, b"<img src=image-610f5ae4d76e3326.gif#x><a href=data:,menu>");
//! # Ok::<(), napkin_document::unbundle::NotUnbundled>(())
//! ```

mod base;
mod content;
mod name;
mod report;
mod walk;

pub use crate::bundle::{BundleLimits, BundleOptions};

pub use self::report::{
    ExtractedObject, ExtractionFailure, ExtractionFailureReason, ExtractionNote, ExtractionRemark, Unbundled,
};

use self::walk::Unbundler;
use crate::bundle::charset;
use crate::entity::{Entity, Kind};
use crate::flow::Flow;
use crate::screen::Format;
use std::fmt;
use std::ops::ControlFlow;

/// A file extracted from a document.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct File<'f> {
    /// The file name, made of lower-case letters, digits, a hyphen and a full stop only. It begins with the kind of
    /// the file and contains a digest of its bytes: `image-0f343b0931126a20.png`.
    pub name: &'f str,
    /// The contents.
    pub bytes: &'f [u8],
    /// The media type declared by its URL.
    pub media_type: &'f str,
}

/// The error for a document of an unsupported kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUnbundled {
    /// The kind of the document.
    pub kind: Kind,
}

impl fmt::Display for NotUnbundled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an HTML document, a style sheet or SVG, but found {}", self.kind.name())
    }
}

impl std::error::Error for NotUnbundled {}

/// Unbundles a document: replaces its `data:` URLs by references to files.
///
/// `sink` receives each file once, nested files before the files that contain them. A UTF-16 document becomes UTF-8.
/// Objects never nest deeper than 128 levels, whatever the limit. If `sink` [breaks](Flow), it receives no more
/// files, and the remaining URLs stay ([`ExtractionFailureReason::Stopped`]).
///
/// ```
/// use napkin_document::unbundle::{BundleOptions, unbundle};
/// use napkin_document::{Entity, Kind};
/// let sheet = Entity::new(b"a{background:url(data:image/gif,GIF89a)}").with_kind(Kind::Css);
/// let mut files = Vec::new();
/// let done = unbundle(&sheet, &BundleOptions::default(), &mut |file| files.push(file.bytes.to_vec()))?;
/// assert_eq!(done.bytes, b"a{background:url(image-610f5ae4d76e3326.gif)}");
/// assert_eq!(files, [b"GIF89a"]);
/// # Ok::<(), napkin_document::unbundle::NotUnbundled>(())
/// ```
///
/// # Errors
/// Fails if the document is not HTML, a style sheet or XML.
pub fn unbundle<R: Flow>(
    document: &Entity<'_>,
    options: &BundleOptions,
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

/// Unbundles a page made from a message. `others` are the message's remaining parts: their bytes and media types.
pub(crate) fn unbundle_message(
    page: &[u8],
    others: &[(Vec<u8>, String)],
    options: &BundleOptions,
    sink: &mut dyn FnMut(File<'_>) -> ControlFlow<()>,
) -> Unbundled {
    Unbundler::new(options.limits, sink).all(&charset::utf8(page), Format::Html, None, others)
}
