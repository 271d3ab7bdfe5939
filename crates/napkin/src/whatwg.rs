//! The WHATWG URL Standard: URLs as browsers parse them.
//!
//! Programs that must agree with browsers need the standard's own API (sections 4 and 6): parse, join, getters and setters,
//! origins, query pairs, and conversions between file paths and URLs. Start with [`Url`].
//!
//! A [`Url`] is always absolute and in serialised form: ASCII, in one buffer.
//!
//! ```
//! use napkin::whatwg::Url;
//! let base = Url::parse("HTTPS://Pub.Example:443/menu/../today?", None)?;
//! assert_eq!(base.href(), "https://pub.example/today?");
//! assert_eq!(base.join(r"\\bar\Stout#1 pint")?.href(), "https://bar/Stout#1%20pint");
//! # Ok::<(), napkin::Error>(())
//! ```

mod base;
#[cfg(feature = "encoding")]
mod encoding;
mod file_path;
mod get;
mod host;
mod literal;
mod origin;
mod record;
mod search_params;
mod set;

use alloc::string::String;

pub use self::base::BaseUrl;
#[cfg(feature = "encoding")]
pub use self::encoding::{ParseInError, UnknownEncoding, percent_encode_after_encoding};
#[cfg(feature = "idna")]
pub use self::host::domain_to_unicode;
pub use self::host::{HostBuf, domain_to_ascii};
pub use self::literal::from_static;
pub use self::origin::Origin;
pub use self::search_params::{SearchParams, SearchParamsIter};
pub use self::set::Attribute;
use crate::syntax::parts::EMPTY;
pub use crate::syntax::parts::MAX_URL_LENGTH as MAX_LENGTH;
use crate::syntax::whatwg::{
    Against, Clean, EncodeQuery, NotPlain, Ready, Unwritten, fatal_of, front_verdict, is_url, plain, ready, report,
    with_slash, write,
};
use crate::{Error, Parts, Reference, Sink, Standard};

/// A URL of the WHATWG standard, in its serialised form.
///
/// `Display` prints the URL; `Debug` masks the password. Two URLs are equal if their texts are equal, which is the
/// standard's *URL equivalence* (section 4.6).
#[derive(Clone)]
pub struct Url {
    text: String,
    parts: Parts,
}

impl Url {
    /// Parses `text` against `base`, which matters only if the text is relative: the *basic URL parser* (section 4.4).
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let base = Url::parse(" HTTPS://Pub.example:443/menu/ ", None)?;
    /// assert_eq!(base, "https://pub.example/menu/");
    /// assert_eq!(Url::parse("a pint", Some(&base))?, "https://pub.example/menu/a%20pint");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the validation error on which the parser fails; [`violations`] reports all errors. Also returns an error if
    /// the text is longer than [`MAX_LENGTH`].
    #[inline]
    pub fn parse(text: &str, base: Option<&Self>) -> Result<Self, Error> {
        Self::parse_against(text, base.map(Self::against))
    }

    /// Parses `text` against a base that was parsed under this standard.
    pub(crate) fn parse_at(text: &str, base: &Reference<'_>) -> Result<Self, Error> {
        Self::parse_against(text, Some(base.against()))
    }

    #[inline]
    fn parse_against(text: &str, base: Option<Against<'_>>) -> Result<Self, Error> {
        let mut parts = EMPTY;
        match ready(text, &mut parts) {
            // A separate case from the next one, so that the text stays in registers.
            Some(ready) if ready.is_canonical() => Ok(Self { text: String::from(text), parts }),
            Some(_) => Ok(Self::with_slash(text, parts)),
            None => Self::parse_with(text, base, None),
        }
    }

    /// Creates a URL from an ordinary text with an empty path, and adds the slash.
    #[inline(never)]
    fn with_slash(text: &str, parts: Parts) -> Self {
        let (text, parts) = with_slash(text, parts);
        Self { text, parts }
    }

    #[inline(never)]
    fn parse_with(text: &str, base: Option<Against<'_>>, encode: Option<EncodeQuery<'_>>) -> Result<Self, Error> {
        // A text with a base is mostly relative.
        let plain = if base.is_none() && encode.is_none() { plain(text) } else { Err(NotPlain::Unknown) };
        if let Ok(parts) = plain {
            return Ok(Self { text: text.into(), parts });
        }
        let clean = Clean::text(text);
        if plain == Err(NotPlain::NoScheme) && clean.len() == text.len() {
            return Err(failure(Clean::of(text, clean), Unwritten::Split(None), base));
        }
        let mut parts = EMPTY;
        // A text with white space may be ordinary without it.
        if clean.len() < text.len() && encode.is_none() && ready(&clean, &mut parts).is_some_and(Ready::is_canonical) {
            return Ok(Self { text: clean.into_owned(), parts });
        }
        let mut out = String::new();
        match write(&clean, base, encode, &mut out) {
            Ok(parts) => Ok(Self { text: out, parts }),
            Err(unwritten) => Err(failure(Clean::of(text, clean), unwritten, base)),
        }
    }

    fn against(&self) -> Against<'_> {
        Against { text: &self.text, parts: &self.parts, levels: None }
    }

    /// Parses `text` against this URL. For many texts, use [`BaseUrl`].
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse("https://pub.example/menu/today", None)?;
    /// assert_eq!(url.join("../napkin")?, "https://pub.example/napkin");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse).
    pub fn join(&self, text: &str) -> Result<Self, Error> {
        Self::parse(text, Some(self))
    }

    /// Returns the URL as a borrowed reference, for functions that take one. The methods of the reference distinguish
    /// undefined components from empty ones.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse("https://pub.example/?", None)?;
    /// assert_eq!((url.search(), url.reference().query().map(|query| query.len())), ("", Some(0)));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        Reference::from_parts(&self.text, self.parts, Standard::Whatwg)
    }

    /// Returns the text, without a copy.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("https://pub.example", None)?;
    /// assert_eq!(url.into_string(), "https://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }
}

#[cold]
#[inline(never)]
fn failure(text: Clean<'_>, unwritten: Unwritten, base: Option<Against<'_>>) -> Error {
    fatal_of(&text, unwritten, base).expect("a text that makes no URL has an error that ends the parser")
}

/// Returns whether [`Url::parse`] would accept `text`.
///
/// Allocates only for domains beyond ASCII, written with escapes or without, for escapes in domains of more than 253 bytes,
/// and for texts of more than 1024 bytes with a tab or newline before the path.
///
/// ```
/// assert!(napkin::whatwg::can_parse("https://pub.example/", None));
/// assert!(!napkin::whatwg::can_parse("https://pub.example:8o/", None));
/// ```
#[must_use]
#[inline]
pub fn can_parse(text: &str, base: Option<&Url>) -> bool {
    front_verdict(text).unwrap_or_else(|| is_url(text, base.map(Url::against)))
}

/// Reports every validation error of `text` with `base`, in text order.
///
/// ```
/// use napkin::{Finding, whatwg};
/// let mut findings: Vec<Finding> = Vec::new();
/// whatwg::violations(r"http:\\127.1\100%", None, &mut findings)?;
/// let names: Vec<&str> = findings.iter().map(|finding| finding.rule.code()).collect();
/// assert_eq!(names[0], "special-scheme-missing-following-solidus");
/// assert_eq!(names[names.len() - 1], "invalid-URL-unit");
/// # Ok::<(), napkin::Error>(())
/// ```
///
/// # Errors
/// Returns the error on which the parser fails, after reporting it with the others.
pub fn violations<S: Sink + ?Sized>(text: &str, base: Option<&Url>, sink: &mut S) -> Result<(), Error> {
    report(text, base.map(Url::against), sink)
}

/// Returns whether `text` is a *valid URL string* (section 4.3), which authors may write; the parser also accepts others.
/// A relative text needs a `base`.
///
/// A text is valid if the parser reports no error. The standard's grammar accepts the same texts.
///
/// ```
/// use napkin::whatwg::is_valid_url_string;
/// assert!(is_valid_url_string("https://pub.example/a%20pint", None));
/// assert!(!is_valid_url_string("https://pub.example/a pint", None));
/// ```
#[must_use]
pub fn is_valid_url_string(text: &str, base: Option<&Url>) -> bool {
    let mut first = None;
    report(text, base.map(Url::against), &mut first).is_ok() && first.is_none()
}

/// The result of [`parse_borrowed`].
#[derive(Clone, Debug)]
pub enum Parsed<'a> {
    /// The text is already in serialised form.
    Canonical(Reference<'a>),
    /// The parser rewrote the text.
    Rewritten(Url),
}

impl Parsed<'_> {
    /// Returns the borrowed URL.
    ///
    /// ```
    /// use napkin::whatwg::parse_borrowed;
    /// assert_eq!(parse_borrowed("https://pub.example", None)?.reference(), "https://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn reference(&self) -> Reference<'_> {
        match self {
            Self::Canonical(reference) => *reference,
            Self::Rewritten(url) => url.reference(),
        }
    }

    /// Returns the owned URL.
    ///
    /// ```
    /// use napkin::whatwg::{Url, parse_borrowed};
    /// let url: Url = parse_borrowed("https://pub.example/", None)?.into_url();
    /// assert_eq!(url, "https://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn into_url(self) -> Url {
        match self {
            Self::Canonical(reference) => Url { text: reference.as_str().into(), parts: reference.parts() },
            Self::Rewritten(url) => url,
        }
    }
}

/// Parses like [`Url::parse`], but borrows a text that is already in serialised form, as nine in ten URLs of the web are.
///
/// ```
/// use napkin::whatwg::{Parsed, parse_borrowed};
/// assert!(matches!(parse_borrowed("https://pub.example/", None)?, Parsed::Canonical(_)));
/// assert!(matches!(parse_borrowed("https://pub.example", None)?, Parsed::Rewritten(_)));
/// # Ok::<(), napkin::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of [`Url::parse`].
pub fn parse_borrowed<'a>(text: &'a str, base: Option<&Url>) -> Result<Parsed<'a>, Error> {
    let mut parts = EMPTY;
    if ready(text, &mut parts).is_some_and(Ready::is_canonical) {
        return Ok(Parsed::Canonical(Reference::from_parts(text, parts, Standard::Whatwg)));
    }
    let url = Url::parse(text, base)?;
    Ok(if url.text == text {
        Parsed::Canonical(Reference::from_parts(text, url.parts, Standard::Whatwg))
    } else {
        Parsed::Rewritten(url)
    })
}
