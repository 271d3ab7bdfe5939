//! Percent-encodes texts for a component, and decodes them.
//!
//! The characters that stay unencoded come from RFC 3986, or from a percent-encode set of the URL Standard.

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use napkin::percent::{self, EncodeSet, Set, decode_into, encode};

use crate::texts::of_each;

/// The characters to encode.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Escapes {
    /// All octets but those of the characters of a set of RFC 3986, such as [`percent::UNRESERVED`].
    Keep(Set),
    /// The characters of a percent-encode set of the URL Standard (section 1.3).
    Whatwg(EncodeSet),
    /// As in forms: by the set of `application/x-www-form-urlencoded`; a space becomes `+` (URL Standard section 5.2).
    Form,
}

impl Escapes {
    /// Returns the set with a name: `unreserved`, `segment`, `path`, `query`, `fragment`, `userinfo`, `pair` of RFC 3986;
    /// `component`, `c0-control` of the URL Standard; `form`.
    ///
    /// ```
    /// use napkin_columns::Escapes;
    /// assert!(matches!(Escapes::named("form"), Some(Escapes::Form)));
    /// assert!(Escapes::named("forms").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "unreserved" => Self::Keep(percent::UNRESERVED),
            "segment" => Self::Keep(percent::SEGMENT),
            "path" => Self::Keep(percent::PATH),
            "query" => Self::Keep(percent::QUERY),
            "fragment" => Self::Keep(percent::FRAGMENT),
            "userinfo" => Self::Keep(percent::USERINFO),
            "pair" => Self::Keep(percent::QUERY_PAIR),
            "component" => Self::Whatwg(EncodeSet::COMPONENT),
            "c0-control" => Self::Whatwg(EncodeSet::C0_CONTROL),
            "form" => Self::Form,
            _ => return None,
        })
    }
}

/// Percent-encodes each text; a text without characters to encode is not copied. `%` is encoded too, because the text is not
/// yet a reference (RFC 3986 section 2.4).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin_columns::{Escapes, percent_encode};
/// let names = StringArray::from(vec!["Kim & Sam", "beer"]);
/// let encoded = percent_encode(&names, Escapes::Form)?;
/// assert_eq!(encoded.as_string_view().iter().flatten().collect::<Vec<_>>(), ["Kim+%26+Sam", "beer"]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column is not one of texts.
pub fn percent_encode(array: &dyn Array, escapes: Escapes) -> Result<ArrayRef, ArrowError> {
    of_each(array, |text, texts| match escapes {
        Escapes::Keep(keep) => texts.changed(text, encode(text.text, keep).as_str()),
        // A set without `%` is for texts that may already have escapes; a raw text has none.
        Escapes::Whatwg(set) if !set.contains('%') => texts.changed(text, &set.encode(&text.text.replace('%', "%25"))),
        Escapes::Whatwg(set) => texts.changed(text, &set.encode(text.text)),
        Escapes::Form if text.text.contains(' ') => {
            let encoded = EncodeSet::FORM_URLENCODED.encode(text.text).replace("%20", "+");
            texts.changed(text, &encoded);
        }
        Escapes::Form => texts.changed(text, &EncodeSet::FORM_URLENCODED.encode(text.text)),
    })
}

/// How to decode `+`, invalid escapes, and octets that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Decoding {
    /// Whether `+` is a space.
    pub plus: bool,
    /// Whether octets that are not UTF-8 become U+FFFD; otherwise such a text is null.
    pub lossy: bool,
    /// Whether a text with a `%` without two hexadecimal digits is null; otherwise such a `%` stays.
    pub strict: bool,
}

/// Percent-decodes each text. A `%` without two hexadecimal digits stays, or makes the text null. A text is null if its octets
/// are not UTF-8, unless they are replaced.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin_columns::{Decoding, percent_decode};
/// let texts = StringArray::from(vec!["Los%20Angeles", "100%", "%FF"]);
/// let decoded = percent_decode(&texts, Decoding::default())?;
/// assert_eq!(decoded.as_string_view().iter().collect::<Vec<_>>(), [Some("Los Angeles"), Some("100%"), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The column is not one of texts.
pub fn percent_decode(array: &dyn Array, decoding: Decoding) -> Result<ArrayRef, ArrowError> {
    let mut octets = Vec::new();
    of_each(array, |text, texts| {
        let has_plus = decoding.plus && text.text.contains('+');
        if !has_plus && !text.text.contains('%') {
            return texts.whole(text);
        }
        if decoding.strict && !is_escaped(text.text) {
            return texts.null();
        }
        octets.clear();
        if has_plus {
            decode_into(text.text.replace('+', " ").as_bytes(), &mut octets);
        } else {
            decode_into(text.text.as_bytes(), &mut octets);
        }
        match core::str::from_utf8(&octets) {
            Ok(decoded) => texts.changed(text, decoded),
            Err(_) if decoding.lossy => texts.new_text(&String::from_utf8_lossy(&octets)),
            Err(_) => texts.null(),
        }
    })
}

/// Returns whether two hexadecimal digits follow every `%`.
fn is_escaped(text: &str) -> bool {
    let mut behind = text.split('%').skip(1);
    behind.all(|text| text.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}
