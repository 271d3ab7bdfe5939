//! Finds the URLs in header fields. Start at `Part::header_urls`.
//!
//! The fields are `Content-Location`, `Content-Base` and `Snapshot-Content-Location` (RFC 2557, RFC 2110), the fields of
//! mailing lists (RFC 2369) and archives (RFC 5064), and the URL that Thunderbird writes for a detached attachment. An
//! external body has the URL of its `URL` parameter, or the URL that its other parameters form (RFC 2046 section 5.2.3).

use crate::external::AccessType;
use crate::field_url::{bracketed, location};
use crate::mapped_bytes::{ByteBuilder, Mapped};
use crate::message::{Field, Part};
use napkin::Span;
use napkin::map::Level;

/// A URL in a header.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HeaderUrl {
    /// The name of the field, such as `Content-Location` or `List-Help`; for an external body `Content-Type; URL`, or
    /// `Content-Type; access-type` if other parameters form the URL.
    pub name: &'static str,
    /// The URL as written, without folds and comments, and with encoded words decoded. It may be relative.
    pub text: String,
    /// The place of the URL in the message.
    pub span: Span,
    level: Level,
    is_utf8: bool,
}

impl HeaderUrl {
    fn new(part: &Part<'_, '_>, name: &'static str, value: &Mapped) -> Self {
        let level = match part.level() {
            Some(outer) => value.level.clone().within(outer),
            None => value.level.clone(),
        };
        let text = value.text();
        let is_utf8 = text.len() == value.bytes.len();
        Self { name, text, span: part.source_span(value.cover), level, is_utf8 }
    }

    /// Returns the place in the message of a span of the [text](Self::text).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"List-Help: <http://pub.\n example/help>\n\n";
    /// let message = Message::parse(bytes);
    /// let url = message.root().header_urls().remove(0);
    /// assert_eq!(url.text, "http://pub.example/help");
    /// assert_eq!(url.source_span(napkin::Span::new(11, 18)).of_bytes(bytes), b"example");
    /// ```
    #[must_use]
    pub fn source_span(&self, span: Span) -> Span {
        // Places in the text equal places in its bytes, unless ill-formed UTF-8, which is not allowed here, was replaced.
        if self.is_utf8 { self.level.source(span) } else { self.span }
    }

    /// Returns the map from the text to the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"List-Help: <http://pub.\n example/help>\n\n";
    /// let url = Message::parse(bytes).root().header_urls().remove(0);
    /// assert!(!url.level().is_verbatim());
    /// assert_eq!(url.level().source(napkin::Span::new(0, 7)).of_bytes(bytes), b"http://");
    /// ```
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }
}

/// Fields with URLs in angle brackets.
const BRACKETED: [&str; 8] = [
    "List-Help", "List-Unsubscribe", "List-Subscribe", "List-Post", "List-Owner", "List-Archive", "Archived-At",
    "X-Mozilla-External-Attachment-URL",
];

/// Fields that give a base or a label, each with one URL.
const LOCATIONS: [&str; 3] = ["Content-Location", "Content-Base", "Snapshot-Content-Location"];

impl Part<'_, '_> {
    /// Returns the URLs in the header of the part, in the order of its fields.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"List-Help: <mailto:help@pub.example>,\n <http://pub.example/help>\n\n");
    /// let urls = message.root().header_urls();
    /// assert_eq!((urls[1].name, &*urls[1].text), ("List-Help", "http://pub.example/help"));
    /// assert_eq!(urls[1].span, napkin::Span::new(40, 63));
    /// ```
    #[must_use]
    pub fn header_urls(&self) -> Vec<HeaderUrl> {
        let mut urls = Vec::new();
        let mut has_type = false;
        for field in self.fields() {
            let named = |names: &[&'static str]| names.iter().copied().find(|name| field.is(name));
            if let Some(name) = named(&LOCATIONS) {
                urls.extend(location(&field).map(|found| HeaderUrl::new(self, name, &found.value)));
            } else if let Some(name) = named(&BRACKETED) {
                urls.extend(all(&field).iter().map(|value| HeaderUrl::new(self, name, value)));
            } else if field.is("content-type") && !std::mem::replace(&mut has_type, true) {
                urls.extend(external(self).map(|(value, name)| HeaderUrl::new(self, name, &value)));
            }
        }
        urls
    }
}

/// Returns the URLs in angle brackets of a field, or the single URL that some programs write without brackets.
fn all(field: &Field<'_>) -> Vec<Mapped> {
    let all = bracketed(field);
    if all.is_empty() { location(field).into_iter().map(|found| found.value).collect() } else { all }
}

/// Returns the URL of an external body, and the field and parameter that give it.
fn external(part: &Part<'_, '_>) -> Option<(Mapped, &'static str)> {
    let external = part.external_body()?;
    let name = external.access?.names_url_by();
    if external.access == Some(AccessType::Url) {
        return Some((part.external_url()?, name));
    }
    let made_of = external.parameters.all_parameters()?;
    let mut built = ByteBuilder::new(made_of.start);
    built.unit(external.url.ok()?.as_bytes(), made_of);
    Some((built.finish(), name))
}
