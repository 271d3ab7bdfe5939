//! Resolves references, and relativizes URLs.
//!
//! A base is parsed once while it stays the same from row to row. A scalar always does, and so does mostly a column with the page
//! of each reference.

use arrow_array::{ArrayRef, Datum};
use arrow_schema::ArrowError;
use napkin::{Base, Reference, ResolveOutcome, Standard, whatwg};

use crate::pairs::{Sides, of_both};
use crate::texts::Texts;

/// Resolves each reference against a base, or against the base in the same row (RFC 3986 section 5.2).
///
/// Null if either is null, if the base is not an absolute URL, or if the reference is invalid under the standard. Under
/// `draft1997` also null for a reference to the current document, whose URL is not its base (section 3).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let found = StringArray::from(vec!["../napkin", "?page=2", "http://[/"]);
/// let base = StringArray::new_scalar("http://pub.example/menu/today");
/// let urls = napkin_columns::resolve(&found, &base, Standard::Rfc3986)?;
/// let urls: Vec<_> = urls.as_string_view().iter().collect();
/// assert_eq!(urls, [Some("http://pub.example/napkin"), Some("http://pub.example/menu/today?page=2"), None]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// An argument does not contain texts, or the lengths differ.
pub fn resolve(references: &dyn Datum, base: &dyn Datum, standard: Standard) -> Result<ArrayRef, ArrowError> {
    let sides = Sides::of(&[references, base])?;
    let (references, bases) = (sides.rows(0)?, sides.rows(1)?);
    let mut texts = Texts::beside(sides.len());
    let (mut base, mut out) = (Held::none(standard), String::new());
    for row in 0..sides.len() {
        let (Some(reference), Some(text)) = (references.get(row), bases.get(row)) else {
            texts.null();
            continue;
        };
        base.set(text.text);
        if base.resolve(reference.text, &mut out) { texts.new_text(&out) } else { texts.null() }
    }
    Ok(texts.finish())
}

/// The parsed base of the previous row.
struct Held<'a> {
    standard: Standard,
    text: Option<&'a str>,
    generic: Option<Base<'a>>,
    whatwg: Option<whatwg::Url>,
}

impl<'a> Held<'a> {
    const fn none(standard: Standard) -> Self {
        Self { standard, text: None, generic: None, whatwg: None }
    }

    fn set(&mut self, text: &'a str) {
        if self.text == Some(text) {
            return;
        }
        self.text = Some(text);
        if self.standard == Standard::Whatwg {
            self.whatwg = whatwg::Url::parse(text, None).ok();
        } else {
            self.generic = Reference::parse(text, self.standard).and_then(Base::new).ok();
        }
    }

    /// Resolves a text into `out`. Returns whether there is a result.
    fn resolve(&self, text: &str, out: &mut String) -> bool {
        if self.standard == Standard::Whatwg {
            // Even an absolute URL needs a valid base here: a row with an invalid base is null.
            let Some(Ok(url)) = self.whatwg.as_ref().map(|base| base.join(text)) else { return false };
            *out = url.into_string();
            return true;
        }
        let Some(base) = &self.generic else { return false };
        let Ok(reference) = Reference::parse(text, self.standard) else { return false };
        matches!(base.resolve_into(reference, out), Ok(ResolveOutcome::Absolute))
    }
}

/// Returns the shortest reference that resolves to the same URL, against a base or against the base in the same row.
///
/// Null if either is null or invalid under the standard.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use napkin::Standard;
/// let urls = StringArray::from(vec!["http://pub.example/napkin"]);
/// let base = StringArray::new_scalar("http://pub.example/menu/today");
/// let found = napkin_columns::relativize(&urls, &base, Standard::Rfc3986)?;
/// assert_eq!(found.as_string_view().value(0), "/napkin");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
/// The standard is `whatwg`, whose parser has no inverse; an argument does not contain texts; or the lengths differ.
pub fn relativize(urls: &dyn Datum, base: &dyn Datum, standard: Standard) -> Result<ArrayRef, ArrowError> {
    if standard == Standard::Whatwg {
        let text = "expected a standard with an inverse of its resolution, but found `whatwg`";
        return Err(ArrowError::InvalidArgumentError(text.into()));
    }
    of_both(urls, base, |url, base, texts| {
        let base = Reference::parse(base, standard).and_then(Base::new);
        let found = base.and_then(|base| base.relativize(Reference::parse(url.text, standard)?));
        match found {
            Ok(reference) => texts.changed(url, reference.as_str()),
            Err(_) => texts.null(),
        }
    })
}
