//! Base URLs and their options, and the functions that copy parts of a base into a result.

use alloc::string::String;

use crate::bytes::rfind;
use crate::path::Levels;
use crate::syntax::shifted;
use crate::{Error, Finding, Parts, Reference, Rule, Span, Url, rules};

/// A base URL for any number of references. It borrows its text; [`BaseBuf`](crate::BaseBuf) owns it.
///
/// Parse the base and the references under the same standard, which selects the algorithm. If the standards differ, the
/// standard of the reference applies, and the result is parsed again under that standard.
///
/// ```
/// use napkin::{Base, Reference, Standard};
/// let read = |text| Reference::parse(text, Standard::Rfc3986);
/// let base = Base::new(read("http://a/b/c/d;p?q")?)?;
/// let mut url = String::new();
/// for (reference, expected) in [("../g", "http://a/b/g"), ("?y", "http://a/b/c/d;p?y"), ("", "http://a/b/c/d;p?q")] {
///     base.resolve_into(read(reference)?, &mut url)?;
///     assert_eq!(url, expected);
/// }
/// assert_eq!(base.relativize(read("http://a/b/g")?)?, "../g");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    pub(super) url: Reference<'a>,
    /// The text of the document's URL. It is parsed only when needed, which is rare, so that `Base` stays small.
    pub(super) document: Option<&'a str>,
    /// Offset after the last slash of the base's path, or the path's start.
    pub(super) directory_end: u32,
    /// The directories of the base's path, if they are listed.
    pub(super) levels: Option<&'a Levels>,
    pub(super) strict: bool,
    pub(super) new_request: bool,
}

/// The result of resolving a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A URL.
    Absolute(Url),
    /// The current document or a fragment of it, which `draft1997` does not resolve to a URL (section 3).
    SameDocument,
}

/// The kind of result that [`Base::resolve_into`] has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolveOutcome {
    /// A URL.
    Absolute,
    /// Nothing: the reference is to the current document, see [`Resolution::SameDocument`].
    SameDocument,
}

impl<'a> Base<'a> {
    /// Creates a base from an absolute URL. Its fragment is ignored.
    ///
    /// ```
    /// use napkin::{Base, Reference};
    /// assert!(Base::new(Reference::from_static("http://h/menu")).is_ok());
    /// assert_eq!(Base::new(Reference::from_static("/menu")).unwrap_err().rule().code(), "base-not-absolute");
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL is relative.
    pub fn new(url: Reference<'a>) -> Result<Self, Error> {
        if !url.is_absolute() {
            let span = Span::new(0, url.as_str().len());
            let found = url.as_str().chars().next();
            let finding = Finding::new(rules::BASE_NOT_ABSOLUTE, url.standard(), span, "a URL with a scheme", found);
            return Err(Error::new(finding));
        }
        Ok(Self::with(url, directory_end(url), None))
    }

    pub(super) const fn with(url: Reference<'a>, directory_end: u32, levels: Option<&'a Levels>) -> Self {
        Self { url, document: None, strict: true, new_request: false, directory_end, levels }
    }

    /// Sets whether a scheme equal to the base's makes a reference absolute (`true`, the default; RFC 3986 section 5.2.2)
    /// or is ignored (`false`, for old documents). The draft calls the latter a loophole and does not allow it.
    ///
    /// ```
    /// use napkin::{Base, Reference};
    /// let base = Base::new(Reference::from_static("http://h/menu/today"))?;
    /// assert_eq!(base.join("http:pie")?, "http:pie");
    /// assert_eq!(base.with_strict(false).join("http:pie")?, "http://h/menu/pie");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Sets the URL of the document that contains the references, if it differs from its base URL (section 3 of the draft).
    ///
    /// ```
    /// use napkin::{Base, Reference, Standard};
    /// let read = |text| Reference::parse(text, Standard::Draft1997);
    /// let base = Base::new(read("http://h/base/")?)?.with_document(read("http://h/page")?);
    /// assert_eq!(base.join("")?, "http://h/page");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_document(self, document: Reference<'a>) -> Self {
        Self { document: Some(document.as_str()), ..self }
    }

    /// Sets whether the references cause a new request, like the action of a form or the source of an image. If so, the
    /// empty reference resolves under `draft1997` to the URL of the document instead of [`Resolution::SameDocument`].
    ///
    /// ```
    /// use napkin::{Base, Reference, Resolution, Standard};
    /// let read = |text| Reference::parse(text, Standard::Draft1997);
    /// let base = Base::new(read("http://h/form")?)?.with_document(read("http://h/form")?);
    /// assert_eq!(base.resolve(read("")?)?, Resolution::SameDocument);
    /// assert_eq!(base.with_new_request(true).resolve(read("")?)?, Resolution::Absolute("http://h/form".parse()?));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_new_request(self, new_request: bool) -> Self {
        Self { new_request, ..self }
    }

    /// Returns the URL of the base.
    ///
    /// ```
    /// use napkin::{Base, Reference};
    /// assert_eq!(Base::new(Reference::from_static("http://h/menu"))?.url(), "http://h/menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn url(&self) -> Reference<'a> {
        self.url
    }

    /// Returns a finding about the whole reference.
    pub(super) fn finding(&self, rule: Rule, reference: Reference<'_>, expected: &'static str) -> Finding {
        Finding::new(rule, reference.standard(), Span::new(0, reference.as_str().len()), expected, None)
    }

    /// Returns the base's path up to and including its last slash.
    pub(super) fn directory(&self) -> &'a str {
        &self.url.as_str()[self.url.parts().path_start as usize..self.directory_end as usize]
    }
}

/// Returns the offset after the last slash of a URL's path, or the path's start.
pub(super) fn directory_end(url: Reference<'_>) -> u32 {
    let path = url.path().as_str();
    url.parts().path_start + rfind(path.as_bytes(), b'/').map_or(0, |slash| slash as u32 + 1)
}

/// Appends the query and the fragment of `reference`, and returns `parts` with their new offsets.
pub(super) fn push_tail(out: &mut String, reference: Reference<'_>, mut parts: Parts) -> Parts {
    let from = reference.parts();
    let by = out.len() as i64 - i64::from(from.path_end());
    out.push_str(&reference.as_str()[from.path_end() as usize..]);
    let place = |start: u32| if start > 0 { shifted(start, by) } else { 0 };
    parts.query_start = place(from.query_start);
    parts.fragment_start = place(from.fragment_start);
    parts.end = out.len() as u32;
    parts.hints = parts.hints.and(from.hints);
    parts
}

/// Appends the scheme of the base and the authority of the reference, and returns their parts.
pub(super) fn push_network_path(out: &mut String, base: &Base<'_>, reference: Reference<'_>) -> Parts {
    let (mut parts, scheme_end) = (reference.parts(), base.url.parts().scheme_end);
    let skipped = if parts.scheme_end > 0 { parts.scheme_end + 1 } else { 0 };
    out.push_str(&base.url.as_str()[..=scheme_end as usize]);
    out.push_str(&reference.as_str()[skipped as usize..parts.path_start as usize]);
    let by = i64::from(scheme_end + 1) - i64::from(skipped);
    parts.scheme_end = scheme_end;
    for place in [&mut parts.user_end, &mut parts.at, &mut parts.host_end] {
        if *place > 0 {
            *place = shifted(*place, by);
        }
    }
    parts.hints = parts.hints.and(base.url.parts().hints);
    parts.path_start = out.len() as u32;
    parts
}

/// Appends the base's scheme and authority, and returns the base's parts.
pub(super) fn push_base_head(out: &mut String, base: &Base<'_>) -> Parts {
    let parts = base.url.parts();
    out.push_str(&base.url.as_str()[..parts.path_start as usize]);
    parts
}
