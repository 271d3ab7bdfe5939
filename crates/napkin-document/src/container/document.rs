//! The documents of a container, ready to be read. Start with `Container::documents`.

use napkin::media::{MediaType, Reading};
use napkin::{Base, ReferenceBuf, Resolution, Standard, mask_passwords};

use super::{ContainedDocument, Container, ContainerItem};
use crate::archive::{ArchiveError, ArchiveLimits};
use crate::entity::{Entity, Kind, url_below};
use crate::target_fragments::TargetFragments;
use crate::warc::{Capture, WarcRecord};

/// A document of a container, with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnedDocument {
    /// The path in the container; for a record of a web archive, that of the archive, if it is in another, and the URL, its password masked.
    pub path: String,
    /// The bytes, without codings.
    pub bytes: Vec<u8>,
    /// The kind: by the media type of a record, the name, the content.
    pub kind: Kind,
    /// The URL from which a record was retrieved; that which a member would have if the container were a folder. A message in an archive has none.
    pub url: Option<String>,
    /// The base that the package around it declares.
    pub enclosing: Option<String>,
    /// The label of its encoding, if a header field has one.
    pub charset: Option<String>,
    /// What hyperlinks in another member of the same package add to the targets in this one.
    pub fragments: Option<TargetFragments>,
}

impl OwnedDocument {
    /// Returns the document as an entity.
    ///
    /// ```
    /// use napkin_document::{archive::ArchiveLimits, base, container::Container};
    /// let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://pub.example/d/\r\nContent-Type: text/html\r\n\
    ///     Content-Length: 10\r\n\r\n<a href=x>\r\n\r\n";
    /// let limits = ArchiveLimits::default();
    /// let container = Container::of_bytes(file.to_vec(), "crawl.warc", limits).unwrap().unwrap();
    /// let document = container.documents(None, limits).next().unwrap().unwrap();
    /// assert_eq!(base(&document.entity()).url.as_deref(), Some("http://pub.example/d/"));
    /// ```
    #[must_use]
    pub fn entity(&self) -> Entity<'_> {
        let mut entity = Entity::new(&self.bytes).with_kind(self.kind);
        entity.retrieval = self.url.as_deref();
        entity.encapsulating = self.enclosing.as_deref();
        entity.charset = self.charset.as_deref();
        entity.fragments = self.fragments.as_ref();
        entity
    }

    fn of_member(member: ContainedDocument, container: Option<&str>) -> Self {
        let ContainedDocument { path, bytes, place, base, fragments, .. } = member;
        let kind = Kind::of_name(&path).unwrap_or_else(|| Kind::of_content(&bytes));
        let url = container.map(|url| match &place {
            Some(place) => url_below(url, place),
            None => url.to_owned(),
        });
        let enclosing = base.and_then(|base| absolute_base(&base, url.as_deref()));
        // A mail program did not retrieve a message from the archive.
        let url = url.filter(|_| !kind.is_message());
        Self { path, bytes, kind, url, enclosing, charset: None, fragments }
    }

    /// Returns the head of a record, if it has references, and its document.
    fn of_record(archive: &str, record: &WarcRecord, limits: ArchiveLimits) -> [Option<Result<Self, ArchiveError>>; 2] {
        let Some(capture) = record.capture() else { return [None, None] };
        let between = if archive.is_empty() { "" } else { "/" };
        let path = format!("{archive}{between}{}", mask_passwords(capture.url));
        let url = Some(capture.url.to_owned());
        let head = capture.head().map(|bytes| Self {
            path: path.clone(),
            bytes,
            kind: Kind::Http,
            url: url.clone(),
            enclosing: None,
            charset: None,
            fragments: None,
        });
        [head.map(Ok), Self::of_body(path, &capture, limits)]
    }

    /// Returns the body of a record; `None` if it is no document.
    fn of_body(path: String, capture: &Capture<'_>, limits: ArchiveLimits) -> Option<Result<Self, ArchiveError>> {
        if !capture.is_document() {
            return None;
        }
        let bytes = match capture.body(limits) {
            Ok(bytes) => bytes.into_owned(),
            Err(error) => return Some(Err(error)),
        };
        let media_type = capture.media_type();
        let name = capture.url.split(['?', '#']).next().unwrap_or_default();
        let kind = media_type.and_then(Kind::of_media_type).or_else(|| Kind::of_name(name));
        let charset = media_type.and_then(|text| {
            let read = MediaType::parse(text, Reading::Whatwg).ok()?;
            read.parameter("charset").map(str::to_owned)
        });
        Some(Ok(Self {
            path,
            kind: kind.unwrap_or_else(|| Kind::of_content(&bytes)),
            bytes,
            url: Some(capture.url.to_owned()),
            enclosing: None,
            charset,
            fragments: None,
        }))
    }
}

impl Container {
    /// Iterates over the documents. `url` is that of the container; the limits are those of bodies of records.
    ///
    /// ```
    /// use napkin_document::{archive::ArchiveLimits, container::Container};
    /// let (file, limits) = (b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec(), ArchiveLimits::default());
    /// let container = Container::of_bytes(file, "empty.zip", limits).unwrap().unwrap();
    /// assert_eq!(container.documents(Some("http://pub.example/empty.zip".into()), limits).count(), 0);
    /// ```
    pub fn documents(
        self,
        url: Option<String>,
        limits: ArchiveLimits,
    ) -> impl Iterator<Item = Result<OwnedDocument, ArchiveError>> {
        let found = move |item| match item {
            Err(error) => [None, Some(Err(error))],
            Ok(ContainerItem::Document(member)) => [None, Some(Ok(OwnedDocument::of_member(member, url.as_deref())))],
            Ok(ContainerItem::Record(archive, record)) => OwnedDocument::of_record(&archive, &record, limits),
        };
        self.flat_map(found).flatten()
    }
}

/// Returns the base that a package declares, which may be relative to the package.
///
/// ```
/// use napkin_document::container::absolute_base;
/// assert_eq!(absolute_base("../d/", Some("http://pub.example/a/menu.docx")).as_deref(), Some("http://pub.example/d/"));
/// assert_eq!(absolute_base("http://h/", None).as_deref(), Some("http://h/"));
/// ```
#[must_use]
pub fn absolute_base(base: &str, package: Option<&str>) -> Option<String> {
    let read = |text: &str| ReferenceBuf::parse(text, Standard::Rfc3986).ok();
    let reference = read(base)?;
    if reference.reference().is_absolute() {
        return Some(base.to_owned());
    }
    let package = read(package?)?;
    match Base::new(package.reference()).ok()?.resolve(reference.reference()).ok()? {
        Resolution::Absolute(url) => Some(url.into_string()),
        Resolution::SameDocument => None,
    }
}
