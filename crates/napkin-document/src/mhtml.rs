//! Reads and writes MHTML (RFC 2557): a page and its objects as parts of one message. Start at `Archive` and `write`.
//!
//! A message becomes a page whose objects are taken from the other parts, and a page becomes a message.
//! [`napkin_mail`] decides which part a reference means; [`bundle`](crate::bundle) decides which objects a page
//! needs and how they are embedded.
//!
//! ```
//! use napkin_document::bundle::{NotFetched, BundleOptions, Request};
//! use napkin_mail::Message;
//! use napkin_document::mhtml::Archive;
//!
//! let message = Message::parse(b"Content-Type: multipart/related; boundary=b\n\n\
//!     --b\nContent-Type: text/html\nContent-Location: http://pub.example/\n\n<img src=napkin.gif><a href=menu>\n\
//!     --b\nContent-Type: image/gif\nContent-Location: http://pub.example/napkin.gif\n\nGIF89a\n--b--\n");
//! let mut archive = Archive::new(&message, None).unwrap();
//! let mut nowhere = |_: &Request<'_>| Err(NotFetched::new("not retrieved"));
//! let bundled = archive.bundle(&BundleOptions::default(), &mut nowhere);
//! assert_eq!(bundled.bytes, b"<img src=data:image/gif,GIF89a><a href=http://pub.example/menu>");
//! ```

mod encoded;
mod read;
mod write;

pub use self::read::{Archive, Parted};
pub use self::write::{WriteOptions, write};
pub(crate) use self::write::{joined, title, with_charset};
