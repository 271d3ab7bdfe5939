//! Finds the base URL of each part of a message, and the field that gives it. Start at `Bases`.
//!
//! Three standards differ on the header fields that give a base, so the caller chooses a profile. RFC 2557 removed
//! `Content-Base`. Only draft-fielding-url-syntax-05 accepts a relative `Content-Location` as a base. Under RFC 2110 a part
//! inherits no base. The content of a part may have its own base, which takes precedence: see [`base()`](crate::base()).

use crate::content_id::IdUrl;
use crate::field_url::{Location, location};
use crate::mapped_bytes::Mapped;
use crate::message::{Message, Part};
use crate::rules;
use crate::tree::{KnownField, Node, Shape};
use napkin::base::{self, BaseLayer};
use napkin::{Finding, Reference, Sink, Span, Standard};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// The standard by which parts of a message get their bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// RFC 2557 section 5, and `Content-Base`, which takes precedence, for older messages.
    #[default]
    Lenient,
    /// draft-fielding-url-syntax-05 section 5.1: `Content-Base`, then `Content-Location`, which may be relative and is
    /// resolved first; of the part, then of each enclosing entity; then the URL from which the message was retrieved, then no
    /// base.
    Draft1997,
    /// RFC 2110 section 5: `Content-Base`, or an absolute `Content-Location`, of the part itself.
    Rfc2110,
    /// RFC 2557 section 5: an absolute `Content-Location` of the part or of an enclosing entity; then the URL from which the
    /// message was retrieved, then `thismessage:/`.
    Rfc2557,
}

impl Profile {
    /// All profiles.
    pub const ALL: &'static [Self] = &[Self::Lenient, Self::Draft1997, Self::Rfc2110, Self::Rfc2557];

    /// Returns the name: `lenient`, `draft1997`, `rfc2110` or `rfc2557`.
    ///
    /// ```
    /// use napkin_mail::Profile;
    /// assert_eq!(Profile::Draft1997.name(), "draft1997");
    /// assert_eq!("rfc2557".parse(), Ok(Profile::Rfc2557));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lenient => "lenient",
            Self::Draft1997 => "draft1997",
            Self::Rfc2110 => "rfc2110",
            Self::Rfc2557 => "rfc2557",
        }
    }

    /// Returns the section that defines which base applies.
    ///
    /// ```
    /// use napkin_mail::Profile;
    /// assert_eq!(Profile::default().section(), "RFC 2557 section 5");
    /// ```
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::Lenient | Self::Rfc2557 => "RFC 2557 section 5",
            Self::Draft1997 => "draft-fielding-url-syntax-05 section 5.1",
            Self::Rfc2110 => "RFC 2110 section 5",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().find(|profile| profile.name() == name).copied().ok_or(UnknownProfile)
    }
}

/// The error of parsing a [`Profile`] from an unknown name.
///
/// ```
/// let error = "rfc2111".parse::<napkin_mail::Profile>().unwrap_err();
/// assert_eq!(error.to_string(), "expected lenient, draft1997, rfc2110 or rfc2557");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProfile;

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected lenient, draft1997, rfc2110 or rfc2557")
    }
}

impl std::error::Error for UnknownProfile {}

/// The fallback base of RFC 2557. It distinguishes parts of a message; never retrieve it.
pub const THIS_MESSAGE: &str = "thismessage:/";

/// The fallback base, allocated once for all messages.
static LAST: LazyLock<Arc<str>> = LazyLock::new(|| THIS_MESSAGE.into());

/// The header field that gives a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseField {
    /// `Content-Base`, `Content-Location` or `Snapshot-Content-Location`; for an external body `Content-Type; URL`, or
    /// `Content-Type; access-type` if other parameters name the URL.
    pub name: &'static str,
    /// The [index](Part::index) of the entity with the field.
    pub part: usize,
    /// The place of the URL in the message.
    pub span: Span,
}

/// The base of a part, without any base in its content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartBase {
    /// The base; `None` if every reference must be absolute.
    pub url: Option<Arc<str>>,
    /// The origin of the base. A field of the part itself counts as content (section 5.1.1 of the draft), a field of an
    /// enclosing entity as encapsulating entity. `thismessage:/` counts as no origin.
    pub layer: BaseLayer,
    /// The field that gives it.
    pub field: Option<BaseField>,
}

/// The bases of all parts of a message.
///
/// ```
/// use napkin_mail::{Bases, Message, Profile};
/// let message = b"Content-Location: http://h/dir/\nContent-Type: multipart/related; boundary=b\n\n\
///     --b\nContent-Type: text/html\nContent-Location: sub/page.html\n\n<img src=x.png>\n--b--\n";
/// let message = Message::parse(message);
/// let base = |profile| Bases::new(&message, profile, None).of(message.part("1").unwrap()).url.clone();
/// assert_eq!(base(Profile::Rfc2557).as_deref(), Some("http://h/dir/"));
/// assert_eq!(base(Profile::Draft1997).as_deref(), Some("http://h/dir/sub/page.html"));
/// assert_eq!(base(Profile::Rfc2110), None);
/// ```
#[derive(Clone, Debug)]
pub struct Bases {
    /// The base that applies without a field; in most messages it applies to all parts.
    last: PartBase,
    found: Vec<PartBase>,
    /// The bases per part; empty if no field gives a base.
    parts: Vec<OfPart>,
    profile: Profile,
}

/// The numbers of the bases of a part: 0 is the fallback base, and found bases count from 1.
#[derive(Clone, Copy, Debug, Default)]
struct OfPart {
    base: usize,
    /// The base against which the `Content-Location` is resolved.
    label: usize,
}

impl Bases {
    /// Finds the bases of all parts. `retrieval` is the final URL from which the message was retrieved.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile};
    /// let message = Message::parse(b"Subject: Menu\n\n");
    /// let bases = Bases::new(&message, Profile::Lenient, Some("http://pub.example/menu"));
    /// assert_eq!(bases.of(message.root()).url.as_deref(), Some("http://pub.example/menu"));
    /// ```
    #[must_use]
    pub fn new(message: &Message<'_>, profile: Profile, retrieval: Option<&str>) -> Self {
        let last = match (profile, retrieval) {
            (_, Some(url)) => (Some(url.into()), BaseLayer::Retrieval),
            (Profile::Lenient | Profile::Rfc2557, None) => (Some(Arc::clone(&LAST)), BaseLayer::None),
            _ => (None, BaseLayer::None),
        };
        let last = PartBase { url: last.0, layer: last.1, field: None };
        let mut bases = Self { last, found: Vec::new(), parts: Vec::new(), profile };
        if message.tree.nodes.iter().any(may_give_base) {
            bases.parts = vec![OfPart::default(); message.tree.nodes.len()];
            message.parts().for_each(|part| bases.find(part));
        }
        bases
    }

    /// Returns the base of a part.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile};
    /// let message = Message::parse(b"Content-Base: http://pub.example/a/\nContent-Location: menu\n\n");
    /// let bases = Bases::new(&message, Profile::Lenient, None);
    /// assert_eq!(bases.of(message.root()).field.unwrap().name, "Content-Base");
    /// ```
    #[must_use]
    pub fn of(&self, part: Part<'_, '_>) -> &PartBase {
        self.base(self.of_part(part).base)
    }

    /// Returns the profile by which the bases were found.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile};
    /// let bases = Bases::new(&Message::parse(b"Subject: Menu\n\n"), Profile::Rfc2110, None);
    /// assert_eq!(bases.profile(), Profile::Rfc2110);
    /// ```
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns the resolved `Content-Location` of a part, which labels it. Without a base, returns the field's text.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile};
    /// let message = Message::parse(b"Content-Base: http://pub.example/a/\nContent-Location: menu\n\n");
    /// let bases = Bases::new(&message, Profile::Lenient, None);
    /// assert_eq!(bases.label(message.root()).as_deref(), Some("http://pub.example/a/menu"));
    /// ```
    #[must_use]
    pub fn label(&self, part: Part<'_, '_>) -> Option<String> {
        let text = location(&part.known(KnownField::Location)?)?.value.text();
        Some(base::complete(&text, self.label_base(part).url.as_deref()).unwrap_or(text))
    }

    /// Returns the base against which the `Content-Location` of a part is resolved.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile};
    /// let message = Message::parse(b"Content-Location: http://pub.example/menu\n\n");
    /// let bases = Bases::new(&message, Profile::Rfc2557, None);
    /// assert_eq!(bases.of(message.root()).url.as_deref(), Some("http://pub.example/menu"));
    /// assert_eq!(bases.label_base(message.root()).url.as_deref(), Some("thismessage:/"));
    /// ```
    #[must_use]
    pub fn label_base(&self, part: Part<'_, '_>) -> &PartBase {
        self.base(self.of_part(part).label)
    }

    fn of_part(&self, part: Part<'_, '_>) -> OfPart {
        self.parts.get(part.index()).copied().unwrap_or_default()
    }

    fn base(&self, number: usize) -> &PartBase {
        number.checked_sub(1).map_or(&self.last, |place| &self.found[place])
    }

    /// Finds the base of a part. The base of its parent must be known.
    fn find(&mut self, part: Part<'_, '_>) {
        let mut outer = match part.parent() {
            Some(parent) if self.profile != Profile::Rfc2110 => self.inherited(parent),
            _ => 0,
        };
        if part.is_phantom() {
            outer = self.add(external(&part, self.base(outer))).unwrap_or(outer);
        }
        let content_base = self.add(self.content_base(&part));
        let base = content_base.or_else(|| self.add(self.content_location(&part, self.base(outer).url.as_deref())));
        self.parts[part.index()] = OfPart { base: base.unwrap_or(outer), label: content_base.unwrap_or(outer) };
    }

    fn add(&mut self, base: Option<PartBase>) -> Option<usize> {
        self.found.push(base?);
        Some(self.found.len())
    }

    /// Returns the base that children inherit from `parent`.
    fn inherited(&mut self, parent: Part<'_, '_>) -> usize {
        let base = self.of(parent);
        if base.field.is_none() || base.layer == BaseLayer::EncapsulatingEntity {
            return self.parts[parent.index()].base;
        }
        let inherited = PartBase { layer: BaseLayer::EncapsulatingEntity, ..base.clone() };
        self.add(Some(inherited)).unwrap_or(0)
    }

    fn content_base(&self, part: &Part<'_, '_>) -> Option<PartBase> {
        if self.profile == Profile::Rfc2557 {
            return None;
        }
        let found = location(&part.known(KnownField::Base)?)?;
        // A relative `Content-Base` is not a base.
        let url = base::complete(&found.value.text(), None)?;
        Some(own(part, "Content-Base", &found.value, url))
    }

    fn content_location(&self, part: &Part<'_, '_>, outer: Option<&str>) -> Option<PartBase> {
        let of = |known, name, outer| {
            let found = location(&part.known(known)?)?;
            let url = base::complete(&found.value.text(), outer)?;
            // URLs of the schemes `cid` and `mid` have no hierarchy, so they cannot be bases.
            let is_id = IdUrl::parse(&url).is_some();
            (!is_id || self.profile == Profile::Draft1997).then(|| own(part, name, &found.value, url))
        };
        let outer = outer.filter(|_| self.profile == Profile::Draft1997);
        let snapshot = || {
            of(KnownField::SnapshotLocation, "Snapshot-Content-Location", None)
                .filter(|_| self.profile == Profile::Lenient)
        };
        of(KnownField::Location, "Content-Location", outer).or_else(snapshot)
    }
}

/// Returns whether the header of an entity may give a base.
fn may_give_base(node: &Node) -> bool {
    node.shape == Shape::External
        || [KnownField::Base, KnownField::Location, KnownField::SnapshotLocation]
            .iter()
            .any(|&known| node.known.of(known).is_some())
}

/// Returns the base from a field of the part itself.
fn own(part: &Part<'_, '_>, name: &'static str, value: &Mapped, url: String) -> PartBase {
    let field = BaseField { name, part: part.index(), span: part.source_span(value.cover) };
    PartBase { url: Some(url.into()), layer: BaseLayer::Content, field: Some(field) }
}

/// Returns the base of the object of an external body: its URL, by which it is retrieved (section 5.1.3).
fn external(phantom: &Part<'_, '_>, outer: &PartBase) -> Option<PartBase> {
    let part = phantom.parent()?;
    let external = part.external_body()?;
    let url = base::complete(&external.url.ok()?, outer.url.as_deref())?;
    let field = BaseField { name: external.access?.names_url_by(), part: part.index(), span: external.url_span? };
    Some(PartBase { url: Some(url.into()), layer: BaseLayer::Retrieval, field: Some(field) })
}

/// Returns whether a base is no URL by the standard that links of messages are read under.
fn is_wrong(url: &str) -> bool {
    Reference::parse(url, Standard::Rfc3986).is_err()
}

/// Reports a label that gives the base of a part and is no URL.
pub(crate) fn check_label(part: Part<'_, '_>, bases: &Bases, findings: &mut dyn Sink) {
    let PartBase { url: Some(url), field: Some(field), .. } = bases.of(part) else { return };
    let is_label = matches!(field.name, "Content-Location" | "Snapshot-Content-Location");
    if field.part == part.index() && is_label && is_wrong(url) {
        findings.report(Finding::new(rules::MAIL_BASE, Standard::Rfc3986, field.span, "", None));
    }
}

/// Reports errors in the fields of a part that give bases and labels.
pub(crate) fn check(part: Part<'_, '_>, findings: &mut dyn Sink) {
    let mut say = |rule, span: Span| {
        findings.report(Finding::new(rule, Standard::Rfc3986, part.source_span(span), "", None));
    };
    if let Some(Location { value, is_quoted, .. }) = part.known(KnownField::Base).and_then(|field| location(&field))
        && (is_quoted || base::complete(&value.text(), None).is_none_or(|url| is_wrong(&url)))
    {
        say(rules::MAIL_BASE, value.cover);
    }
    let Some(label) = part.known(KnownField::Location) else { return };
    if let Some(Location { behind: Some(behind), .. }) = location(&label) {
        say(rules::MAIL_CONTENT_LOCATION, behind);
    }
    if let Some(second) = part.fields().filter(|field| field.is("content-location")).nth(1) {
        say(rules::MAIL_CONTENT_LOCATION, second.name_span());
    }
}
