//! Options for finding links, and the limits of all readers.

use std::fmt;

use napkin_mail::{self as mail, Profile};

/// Options for finding links. The default finds only references by section 3 and Appendix E of
/// draft-fielding-url-syntax-05, without guesses.
///
/// ```
/// use napkin_document::{Entity, Kind, Options, collect_links};
/// let text = Entity::new(b"www.pub.example or sam@pub.example").with_kind(Kind::Text);
/// assert_eq!(collect_links(&text, &Options::default()).len(), 0);
/// let links = collect_links(&text, &Options::default().with_bare(true));
/// assert_eq!(links[0].text, "http://www.pub.example");
/// assert_eq!(links[1].assumed, Some("mailto:"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// In plain text, also report hosts that begin with `www.` or `ftp.`, and mail addresses; the link records the
    /// assumed prefix.
    pub bare: bool,
    /// In Markdown, also report URLs in code blocks and code spans.
    pub code: bool,
    /// In messages, the standard by which parts inherit bases.
    pub profile: Profile,
    /// The limits of the readers.
    pub limits: Limits,
    /// The limits of the message parser.
    pub mail: mail::Limits,
}

impl Options {
    /// Returns the options that also find hosts and mail addresses in plain text, or not.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let text = Entity::new(b"www.pub.example").with_kind(Kind::Text);
    /// assert_eq!(collect_links(&text, &Options::default().with_bare(true)).len(), 1);
    /// ```
    #[must_use]
    pub const fn with_bare(self, bare: bool) -> Self {
        Self { bare, ..self }
    }

    /// Returns the options that also find URLs in the code of Markdown, or not.
    ///
    /// ```
    /// use napkin_document::{Entity, Kind, Options, collect_links};
    /// let text = Entity::new(b"    curl http://pub.example/menu\n").with_kind(Kind::Markdown);
    /// assert_eq!(collect_links(&text, &Options::default()).len(), 0);
    /// assert_eq!(collect_links(&text, &Options::default().with_code(true)).len(), 1);
    /// ```
    #[must_use]
    pub const fn with_code(self, code: bool) -> Self {
        Self { code, ..self }
    }

    /// Returns the options with this standard by which the parts of messages inherit bases.
    ///
    /// ```
    /// use napkin_document::Options;
    /// use napkin_mail::Profile;
    /// assert_eq!(Options::default().with_profile(Profile::Rfc2110).profile, Profile::Rfc2110);
    /// ```
    #[must_use]
    pub const fn with_profile(self, profile: Profile) -> Self {
        Self { profile, ..self }
    }

    /// Returns the options with these limits of the readers.
    ///
    /// ```
    /// use napkin_document::{Limits, Options};
    /// let options = Options::default().with_limits(Limits::default().with_documents(2));
    /// assert_eq!(options.limits.documents, 2);
    /// ```
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the options with these limits of the message parser.
    ///
    /// ```
    /// use napkin_document::Options;
    /// let options = Options::default().with_mail(napkin_mail::Limits::default().with_depth(2));
    /// assert_eq!(options.mail.depth, 2);
    /// ```
    #[must_use]
    pub const fn with_mail(self, mail: mail::Limits) -> Self {
        Self { mail, ..self }
    }
}

/// Limits that bound the time and memory for a document. A reader that reaches a limit reports a finding
/// ([`Rule::is_limit`](napkin::Rule::is_limit)).
///
/// ```
/// use napkin_document::Limits;
/// let mut limits = Limits::default();
/// limits.set("documents", 2)?;
/// assert_eq!(limits.documents, 2);
/// assert!(limits.set("documents", 1000).is_err() && limits.set("menus", 2).is_err());
/// # Ok::<(), napkin_document::LimitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Plain text: the bytes that a delimited URL with white space may cover. A longer URL ends at its first white
    /// space. Default: 8192.
    pub wrapped: usize,
    /// Plain text: the bytes of a URL, from its scheme. A longer URL is cut. Default: 1 MiB.
    pub reference: usize,
    /// Plain text: the line-end hyphens over which one bare URL may continue. Default: 8.
    pub hyphens: usize,
    /// The nesting depth of documents in attributes and feeds; at most 64, because each level needs stack space.
    /// Default: 8.
    pub documents: usize,
    /// HTML: the nesting depth of `noscript` elements; each level reads its content once more. At most 64. Default: 4.
    pub noscript: usize,
    /// HTML: the number of open elements that are searched for the element of a tag. Default: 512.
    pub look_back: usize,
    /// HTML: the number of open elements. Default: 1,048,576.
    pub elements: usize,
    /// HTML: the bytes kept for open elements: long names, and attributes of formatting elements. Default: 64 MiB.
    pub names: usize,
    /// XML: the bytes to which entities may expand. Default: 1 MiB.
    pub entities: usize,
    /// XML: the nesting depth of entities; at most 64. Default: 16.
    pub entity_depth: usize,
    /// XML: the nesting depth of `xml:base` attributes. Default: 256.
    pub bases: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wrapped: 8192,
            reference: 1 << 20,
            hyphens: 8,
            documents: 8,
            noscript: 4,
            look_back: 512,
            elements: 1 << 20,
            names: 64 << 20,
            entities: 1 << 20,
            entity_depth: 16,
            bases: 256,
        }
    }
}

/// The largest value of a limit that bounds recursion.
const DEEPEST: usize = 64;

/// Returns the value, or [`DEEPEST`] if it is larger.
const fn deepest(value: usize) -> usize {
    if value < DEEPEST { value } else { DEEPEST }
}

/// A limit: its name, its largest value, and access to its field.
type Row = (&'static str, usize, fn(&mut Limits) -> &mut usize);

const TABLE: [Row; 11] = [
    ("documents", DEEPEST, |limits| &mut limits.documents),
    ("noscript", DEEPEST, |limits| &mut limits.noscript),
    ("look-back", usize::MAX, |limits| &mut limits.look_back),
    ("elements", u32::MAX as usize / 2, |limits| &mut limits.elements),
    ("names", usize::MAX, |limits| &mut limits.names),
    ("entities", usize::MAX, |limits| &mut limits.entities),
    ("entity-depth", DEEPEST, |limits| &mut limits.entity_depth),
    ("bases", usize::MAX, |limits| &mut limits.bases),
    ("reference", usize::MAX, |limits| &mut limits.reference),
    ("wrapped", usize::MAX, |limits| &mut limits.wrapped),
    ("hyphens", usize::MAX, |limits| &mut limits.hyphens),
];

impl Limits {
    /// Returns the name, the default and the largest value of every limit.
    ///
    /// ```
    /// use napkin_document::Limits;
    /// assert!(Limits::all().any(|limit| limit == ("documents", 8, 64)));
    /// ```
    pub fn all() -> impl Iterator<Item = (&'static str, usize, usize)> {
        TABLE.into_iter().map(|(name, most, of)| (name, *of(&mut Self::default()), most))
    }

    /// Returns the limits with this number of bytes that a delimited URL with white space may cover.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_wrapped(200).wrapped, 200);
    /// ```
    #[must_use]
    pub const fn with_wrapped(self, wrapped: usize) -> Self {
        Self { wrapped, ..self }
    }

    /// Returns the limits with this number of bytes of a URL in plain text.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_reference(1 << 16).reference, 1 << 16);
    /// ```
    #[must_use]
    pub const fn with_reference(self, reference: usize) -> Self {
        Self { reference, ..self }
    }

    /// Returns the limits with this number of line-end hyphens over which one bare URL may continue.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_hyphens(2).hyphens, 2);
    /// ```
    #[must_use]
    pub const fn with_hyphens(self, hyphens: usize) -> Self {
        Self { hyphens, ..self }
    }

    /// Returns the limits with this nesting depth of documents in attributes and feeds, at most 64.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_documents(2).documents, 2);
    /// ```
    #[must_use]
    pub const fn with_documents(self, documents: usize) -> Self {
        Self { documents: deepest(documents), ..self }
    }

    /// Returns the limits with this nesting depth of `noscript` elements, at most 64.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_noscript(1).noscript, 1);
    /// ```
    #[must_use]
    pub const fn with_noscript(self, noscript: usize) -> Self {
        Self { noscript: deepest(noscript), ..self }
    }

    /// Returns the limits with this number of open elements that are searched for the element of a tag.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_look_back(64).look_back, 64);
    /// ```
    #[must_use]
    pub const fn with_look_back(self, look_back: usize) -> Self {
        Self { look_back, ..self }
    }

    /// Returns the limits with this number of open elements.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_elements(4096).elements, 4096);
    /// ```
    #[must_use]
    pub const fn with_elements(self, elements: usize) -> Self {
        Self { elements, ..self }
    }

    /// Returns the limits with this number of bytes kept for open elements.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_names(1 << 20).names, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_names(self, names: usize) -> Self {
        Self { names, ..self }
    }

    /// Returns the limits with this number of bytes to which entities may expand.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_entities(1 << 16).entities, 1 << 16);
    /// ```
    #[must_use]
    pub const fn with_entities(self, entities: usize) -> Self {
        Self { entities, ..self }
    }

    /// Returns the limits with this nesting depth of entities, at most 64.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_entity_depth(4).entity_depth, 4);
    /// ```
    #[must_use]
    pub const fn with_entity_depth(self, entity_depth: usize) -> Self {
        Self { entity_depth: deepest(entity_depth), ..self }
    }

    /// Returns the limits with this nesting depth of `xml:base` attributes.
    ///
    /// ```
    /// assert_eq!(napkin_document::Limits::default().with_bases(8).bases, 8);
    /// ```
    #[must_use]
    pub const fn with_bases(self, bases: usize) -> Self {
        Self { bases, ..self }
    }

    /// Returns the limits of the HTML scanner.
    pub(crate) fn html(&self) -> napkin_html::Limits {
        napkin_html::Limits::default()
            .with_look_back(self.look_back)
            .with_open_elements(self.elements)
            .with_element_bytes(self.names)
    }

    /// Sets a limit by its name.
    ///
    /// # Errors
    /// Returns an error if no limit has this name, or if the value is too large.
    ///
    /// ```
    /// use napkin_document::Limits;
    /// let mut limits = Limits::default();
    /// limits.set("bases", 2)?;
    /// assert_eq!(limits.bases, 2);
    /// # Ok::<(), napkin_document::LimitError>(())
    /// ```
    pub fn set(&mut self, name: &str, value: usize) -> Result<(), LimitError> {
        let (name, most, of) = TABLE.into_iter().find(|row| row.0 == name).ok_or(LimitError(None))?;
        if value > most {
            return Err(LimitError(Some((name, most))));
        }
        *of(self) = value;
        Ok(())
    }
}

/// No limit has the name, or the value is too large for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitError(Option<(&'static str, usize)>);

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, most)) = self.0 {
            return write!(f, "expected at most {most} for `{name}`");
        }
        f.write_str("expected one of")?;
        for (number, (name, ..)) in TABLE.into_iter().enumerate() {
            write!(f, "{}{name}", if number == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl std::error::Error for LimitError {}
