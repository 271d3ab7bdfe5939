//! Resolves a reference against a base URL, and finds the shortest reference that resolves to a given URL.
//!
//! Implements section 5.2 of draft-fielding-url-syntax-05 and section 5.2 of RFC 3986, which RFC 3987 adopts. Start with
//! `Base::resolve`. The two standards differ:
//!
//! | | draft1997 | rfc3986, rfc3987 |
//! |---|---|---|
//! | empty reference, `#f` | the current document, a separate result | the base without its fragment |
//! | `?y` | replaces query *and* last segment | replaces the query |
//! | query while merging | is part of the merged text: `g?y/../x` is `x` | is not |
//! | `..` above the root | kept | dropped |
//! | `/./g`, `//h/../g`, `s:/a/../g` | unchanged | dot segments removed |
//! | base without path, `s://h` and `g` | `s://hg`, with a finding | `s://h/g` |
//! | result without authority whose path begins with `//` | unchanged, with a finding | prefixed with `/.` |
//! | scheme equal to the base's | absolute | absolute, or ignored when not strict |
//!
//! The prefix `/.` departs from the letter of RFC 3986: its section 5.2.4 resolves `..//path` against `non-spec:/p` to
//! `non-spec://path`, where `path` has become a host. Erratum 4547 and the WHATWG standard agree on the prefix. Under
//! the draft the result is literal. It comes with the finding `reads-back-differently` and with the parts that the text
//! parses to, and it may violate the grammar.
//!
//! The source of a base URL (section 5.1) is outside this module, because it depends on the document.

mod base;
mod base_buf;
mod draft1997;
mod relativize;
mod rfc3986;
mod splice;

use alloc::string::String;

pub use self::base::{Base, Resolution, ResolveOutcome};
pub use self::base_buf::BaseBuf;
use self::splice::Splice;
use crate::{Error, MAX_LENGTH, Parts, Reference, ReferenceBuf, ReferenceKind, Sink, Standard, Url, rules, whatwg};

impl Base<'_> {
    /// Parses `text` under the standard of the base and resolves it to a URL.
    ///
    /// A reference to the current document becomes the URL of the [document](Self::with_document), as for a
    /// [new request](Self::with_new_request).
    ///
    /// ```
    /// use napkin::{Base, Reference, Standard};
    /// let base = Base::new(Reference::parse("http://pub.example/menu/today", Standard::Rfc3986)?)?;
    /// assert_eq!(base.join("../napkin")?, "http://pub.example/napkin");
    /// assert_eq!(base.join("http://h:8o/").unwrap_err().rule().code(), "port");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first error in the text, or an error of [`resolve`](Self::resolve).
    pub fn join(&self, text: &str) -> Result<Url, Error> {
        let standard = self.url.standard();
        if standard == Standard::Whatwg {
            return whatwg::Url::parse_at(text, &self.url).map(Url::from);
        }
        let reference = Reference::parse(text, standard)?;
        match self.with_new_request(true).resolve(reference)? {
            Resolution::Absolute(url) => Ok(url),
            Resolution::SameDocument => Err(self.finding(rules::DOCUMENT_UNKNOWN, reference, "").into()),
        }
    }

    /// Resolves `reference` against this base (RFC 3986 section 5.2). To resolve a text, use [`join`](Self::join).
    ///
    /// ```
    /// use napkin::{Base, Reference, Resolution, Standard};
    /// let read = |text| Reference::parse(text, Standard::Draft1997);
    /// let base = Base::new(read("http://pub.example/menu")?)?;
    /// assert_eq!(base.resolve(read("/pie")?)?, Resolution::Absolute("http://pub.example/pie".parse()?));
    /// assert_eq!(base.resolve(read("#soup")?)?, Resolution::SameDocument); // Only under `draft1997`.
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the result would be too long, or if the URL of the document is needed and not known.
    #[inline]
    pub fn resolve(&self, reference: Reference<'_>) -> Result<Resolution, Error> {
        self.resolve_with(reference, &mut ())
    }

    /// Resolves `reference` and reports doubtful cases: `above-root`, `base-opaque`, `reads-back-differently`. The spans
    /// refer to the reference.
    ///
    /// ```
    /// use napkin::{Base, Finding, Reference};
    /// let mut findings: Vec<Finding> = Vec::new();
    /// let base = Base::new(Reference::from_static("http://h/a"))?;
    /// base.resolve_with(Reference::from_static("../../b"), &mut findings)?;
    /// assert_eq!(findings[0].rule.code(), "above-root");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`resolve`](Self::resolve).
    #[inline]
    pub fn resolve_with<S: Sink + ?Sized>(&self, reference: Reference<'_>, sink: &mut S) -> Result<Resolution, Error> {
        let Some(splice) = self.splice(&reference) else {
            // A variable of its own: as the place of all results it would keep those of splices out of registers.
            let url = self.resolve_at_length(reference, sink)?;
            return Ok(url.map_or(Resolution::SameDocument, Resolution::Absolute));
        };
        if splice.above_root {
            sink.report(self.finding(rules::ABOVE_ROOT, reference, ""));
        }
        let (text, parts) = (splice.text(self, &reference), splice.parts(self, &reference));
        Ok(Resolution::Absolute(Url::from_parts(text.into(), parts, reference.standard())))
    }

    /// Resolves `reference` into `out`, which is cleared first. Nothing is allocated once `out` is large enough.
    ///
    /// ```
    /// use napkin::{Base, Reference, ResolveOutcome};
    /// let base = Base::new(Reference::from_static("http://h/menu/today"))?;
    /// let mut url = String::new();
    /// assert_eq!(base.resolve_into(Reference::from_static("../pie"), &mut url)?, ResolveOutcome::Absolute);
    /// assert_eq!(url, "http://h/pie");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`resolve`](Self::resolve).
    #[inline]
    pub fn resolve_into(&self, reference: Reference<'_>, out: &mut String) -> Result<ResolveOutcome, Error> {
        out.clear();
        if let Some(splice) = self.splice(&reference) {
            splice.push(self, &reference, out);
            return Ok(ResolveOutcome::Absolute);
        }
        let parts = self.write(reference, out, &mut ())?;
        Ok(if parts.is_some() { ResolveOutcome::Absolute } else { ResolveOutcome::SameDocument })
    }

    /// Resolves by the general algorithm; returns `None` for the current document.
    #[inline(never)]
    fn resolve_at_length<S: Sink + ?Sized>(
        &self,
        reference: Reference<'_>,
        sink: &mut S,
    ) -> Result<Option<Url>, Error> {
        let mut out = String::new();
        let Some(parts) = self.write(reference, &mut out, sink)? else { return Ok(None) };
        let standard = reference.standard();
        if standard != self.url.standard() {
            return Url::parse(out, standard).map(Some);
        }
        Ok(Some(Url::from_parts(out, parts, standard)))
    }

    /// Returns the shortest reference to `url`: `../g` rather than `/b/g`.
    ///
    /// `resolve(relativize(url))` is `url` if any reference resolves to `url`, and otherwise `resolve(url)`. No reference
    /// resolves to most URLs with dot segments, because RFC 3986 section 5.2.2 removes the dot segments of absolute
    /// references too. The exception is a base with the same path: a reference without a path keeps the dot segments of
    /// the base. Therefore `relativize(base)` is empty for every base.
    ///
    /// Under `draft1997` the result is never empty, because an empty reference is the current document. A base without a
    /// path may need more than the shortest reference: `b` against `a://a` is `a://ab` by the letter of step 6.
    ///
    /// ```
    /// use napkin::{Base, Reference, Standard};
    /// let read = |text| Reference::parse(text, Standard::Rfc3986);
    /// let base = Base::new(read("http://h/a/../b")?)?;
    /// assert_eq!(base.relativize(read("http://h/a/../b")?)?, "");
    /// assert_eq!(base.relativize(read("http://h/a/../b#f")?)?, "#f");
    /// assert_eq!(base.relativize(read("http://h/b")?)?, "b");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`resolve`](Self::resolve).
    pub fn relativize(&self, url: Reference<'_>) -> Result<ReferenceBuf, Error> {
        relativize::shortest(self, url)
    }

    /// Returns the result as a splice, the fast path, if it applies.
    #[inline(always)]
    fn splice(&self, reference: &Reference<'_>) -> Option<Splice> {
        let generic = matches!(reference.standard(), Standard::Rfc3986 | Standard::Rfc3987);
        let alike = generic && reference.standard() == self.url.standard();
        if alike { Splice::of(self, reference) } else { None }
    }

    /// Writes the result to `out`, which must be empty; returns `None` for the current document.
    #[inline(never)]
    fn write<S: Sink + ?Sized>(
        &self,
        reference: Reference<'_>,
        out: &mut String,
        sink: &mut S,
    ) -> Result<Option<Parts>, Error> {
        let room = self.url.as_str().len() + reference.as_str().len() + "/./".len();
        if room > MAX_LENGTH {
            return Err(self.finding(rules::TOO_LONG, reference, "a result within the limit").into());
        }
        // With listed levels the base may be long, and the result may keep little of it.
        out.reserve(if self.levels.is_some() { reference.as_str().len() } else { room });
        if sink.is_open() && reference.kind() == ReferenceKind::RelativePath && self.url.kind() == ReferenceKind::Opaque
        {
            sink.report(self.finding(rules::BASE_OPAQUE, reference, ""));
        }
        match reference.standard() {
            Standard::Draft1997 => draft1997::write(self, reference, out, sink),
            Standard::Rfc3986 | Standard::Rfc3987 => Ok(Some(rfc3986::write(self, reference, out, sink))),
            // A reference of this standard is already a URL. `whatwg::Url::join` resolves relative texts.
            Standard::Whatwg => {
                out.push_str(reference.as_str());
                Ok(Some(reference.parts()))
            }
        }
    }
}

impl Url {
    /// Parses `text` under the standard of this URL and resolves it against this URL. For many texts, or for options, use
    /// [`Base`].
    ///
    /// ```
    /// use napkin::Url;
    /// let url: Url = "http://pub.example/menu/today".parse()?;
    /// assert_eq!(url.join("../napkin")?, "http://pub.example/napkin");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Base::join`].
    pub fn join(&self, text: &str) -> Result<Self, Error> {
        Base::new(self.reference())?.join(text)
    }
}
