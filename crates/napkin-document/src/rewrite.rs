//! Replaces the links of a document and leaves every other byte unchanged. Start at `rewrite`; a [`Plan`] computes
//! the new links when documents move.
//!
//! One algorithm serves every kind of document: each link is one edit at its bytes, written through the levels of
//! escaping at that position (`escape`). Documents in attributes (`srcdoc`) are rewritten as documents, and their
//! edits become edits of the attribute. The caller supplies the new text of each link, as a function or as a
//! [`Plan`]; the module does not check that it is a sensible reference.
//!
//! ```
//! use napkin_document::{Entity, Options, rewrite::rewrite};
//! let page = Entity::new(b"<a href=beer?size=pint&for=kim> <p style=\"background: url('napkin.png')\">");
//! let mut to_pub = |found: &napkin_document::rewrite::Found<'_, '_>| Some(format!("http://pub.example/{}", found.link.text));
//! let page = rewrite(&page, &Options::default(), &mut to_pub);
//! let expected = "<a href=\"http://pub.example/beer?size=pint&for=kim\"> \
//!                 <p style=\"background: url('http://pub.example/napkin.png')\">";
//! assert_eq!(page.bytes, expected.as_bytes());
//! ```

mod attribute_values;
mod base;
mod callback;
mod characters;
mod css;
mod documents;
mod edit;
mod escape;
mod html;
mod json;
mod markdown;
mod pieces;
mod plan;
mod replacement;
mod report;
mod reread;
mod text;
mod writer;
mod xml;
mod yaml;

pub use self::callback::{Found, Rewrite};
pub(crate) use self::characters::is_utf8;
pub use self::escape::Escape;
pub use self::pieces::Pieces;
pub use self::plan::{Form, Plan, Relinker, Unresolved};
pub(crate) use self::replacement::{into_attribute, written};
pub use self::report::{Change, Left, LeftReason, Misread, Rewritten, TooLong};
pub use self::writer::{rewrite, rewrite_within};
pub use crate::written::{QuoteMark, Sections};
pub use napkin::{Mapping, MappingError};

/// Escapes a text for a JSON string, without the quotes.
pub(crate) fn json_string(text: &str) -> std::borrow::Cow<'_, str> {
    json::string(text, characters::Style::default())
}
