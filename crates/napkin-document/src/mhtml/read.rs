//! Reads a message as a page. Start at `Archive`.
//!
//! Selects the part that is the page and its URL. References are looked up among the parts first, starting from the
//! part with the reference; the caller retrieves the others. But `cid:`, `mid:` and `thismessage:` URLs mean nothing
//! outside the message.

use super::write::{WriteOptions, write};
use crate::bundle::{BundleOptions, Bundled, Failure, Fetch, Fetched, Form, NotFetched, Request, bundle_in};
use crate::entity::{Entity, Kind};
use crate::flow::Flow;
use crate::unbundle::{File, Unbundled, unbundle_message};
use napkin_mail::{Bases, IdUrl, Message, Part, PartKind, Profile, Related};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A message with a page.
#[derive(Debug)]
pub struct Archive<'m, 'a> {
    page: Part<'m, 'a>,
    parts: Lookup<'m, 'a>,
}

/// The parts, looked up by the references of the page and its style sheets.
#[derive(Debug)]
struct Lookup<'m, 'a> {
    page: Part<'m, 'a>,
    bases: Bases,
    related: Related<'m, 'a>,
    /// The requested parts, by the URL of the request.
    asked: HashMap<String, Part<'m, 'a>>,
    used: HashSet<usize>,
}

impl<'m, 'a> Archive<'m, 'a> {
    /// Finds the page of a message, with bases by [`Profile::Lenient`]; `None` if the message has none. `retrieval`
    /// is the last URL used to retrieve the message, if its relative references are to be resolved against it.
    ///
    /// ```
    /// use napkin_document::mhtml::Archive;
    /// use napkin_mail::Message;
    /// assert!(Archive::new(&Message::parse(b"Content-Type: text/html\n\n<p>Soup\n"), None).is_some());
    /// assert!(Archive::new(&Message::parse(b"Subject: Menu\n\nSoup\n"), None).is_none());
    /// ```
    #[must_use]
    pub fn new(message: &'m Message<'a>, retrieval: Option<&str>) -> Option<Self> {
        Self::with_profile(message, Profile::Lenient, retrieval)
    }

    /// Does the same as [`new`](Self::new) with bases by another standard.
    ///
    /// ```
    /// use napkin_document::mhtml::Archive;
    /// use napkin_mail::{Message, Profile};
    /// let message = Message::parse(b"Content-Base: http://pub.example/\nContent-Type: text/html\n\n<a href=menu>");
    /// let url = |profile| Archive::with_profile(&message, profile, None).unwrap().url().map(str::to_owned);
    /// assert_eq!(url(Profile::Rfc2110).as_deref(), Some("http://pub.example/"));
    /// assert_eq!(url(Profile::Rfc2557).as_deref(), Some("thismessage:/"));
    /// ```
    #[must_use]
    pub fn with_profile(message: &'m Message<'a>, profile: Profile, retrieval: Option<&str>) -> Option<Self> {
        let page = message.page()?;
        let bases = Bases::new(message, profile, retrieval);
        let related = Related::new(message, &bases);
        let (asked, used) = (HashMap::new(), HashSet::from([page.index()]));
        Some(Self { page, parts: Lookup { page, bases, related, asked, used } })
    }

    /// Returns the part that is the page.
    ///
    /// ```
    /// use napkin_document::mhtml::Archive;
    /// use napkin_mail::Message;
    /// let message = b"Content-Type: multipart/mixed; boundary=b\n\n\
    ///     --b\n\nText\n--b\nContent-Type: text/html\n\n<p>Soup\n--b--\n";
    /// let message = Message::parse(message);
    /// assert_eq!(Archive::new(&message, None).unwrap().page().number(), "2");
    /// ```
    #[must_use]
    pub const fn page(&self) -> Part<'m, 'a> {
        self.page
    }

    /// Returns the URL against which the page's references are resolved, unless it has a `base`; `thismessage:/` if
    /// the message gives none.
    ///
    /// ```
    /// use napkin_document::mhtml::Archive;
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: text/html\n\n<a href=menu>");
    /// let archive = Archive::new(&message, Some("http://pub.example/"));
    /// assert_eq!(archive.unwrap().url(), Some("http://pub.example/"));
    /// ```
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.parts.bases.of(self.page).url.as_deref()
    }

    /// Bundles the page. `elsewhere` retrieves objects that are in no part.
    ///
    /// ```
    /// use napkin_document::bundle::{BundleOptions, NotFetched, Request};
    /// use napkin_document::mhtml::Archive;
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/related; boundary=b\n\n\
    ///     --b\nContent-Type: text/html\n\n<img src=cid:1@pub.example>\n\
    ///     --b\nContent-Type: image/gif\nContent-ID: <1@pub.example>\n\nGIF89a\n--b--\n");
    /// let mut nowhere = |_: &Request<'_>| Err(NotFetched::new("not retrieved"));
    /// let bundled = Archive::new(&message, None).unwrap().bundle(&BundleOptions::default(), &mut nowhere);
    /// assert_eq!(bundled.bytes, b"<img src=data:image/gif,GIF89a>");
    /// ```
    pub fn bundle(&mut self, options: &BundleOptions, elsewhere: &mut dyn Fetch) -> Bundled {
        self.bundle_in(Form::Text, options, elsewhere)
    }

    /// Extracts the page and files beside it: the objects that it needs, and every other non-empty part. `sink`
    /// receives each file once, named as in [`unbundle`](crate::unbundle). Spans in the report refer to the page part
    /// after embedding its objects.
    ///
    /// ```
    /// use napkin_document::bundle::{NotFetched, BundleOptions, Request};
    /// use napkin_mail::Message;
    /// use napkin_document::mhtml::Archive;
    ///
    /// let message = Message::parse(b"Content-Type: multipart/related; boundary=b\n\n\
    ///     --b\nContent-Type: text/html\n\n<img src=cid:1@pub.example>\n\
    ///     --b\nContent-Type: image/gif\nContent-ID: <1@pub.example>\n\nGIF89a\n--b--\n");
    /// let mut files = Vec::new();
    /// let parted = Archive::new(&message, None).unwrap().unbundle(
    ///     &BundleOptions::default(),
    ///     &mut |_: &Request<'_>| Err(NotFetched::new("not retrieved")),
    ///     &mut |file| files.push(file.name.to_owned()),
    /// );
    /// assert_eq!(parted.page.bytes, b"<img src=image-610f5ae4d76e3326.gif>");
    /// assert_eq!(files, ["image-610f5ae4d76e3326.gif"]);
    /// ```
    pub fn unbundle<R: Flow>(
        &mut self,
        options: &BundleOptions,
        elsewhere: &mut dyn Fetch,
        sink: &mut (impl FnMut(File<'_>) -> R + ?Sized),
    ) -> Parted {
        let bundled = self.bundle_in(Form::Urls, options, elsewhere);
        let others: Vec<(Vec<u8>, String)> = self.unused().map(|part| (bytes(part), media_type(part).into())).collect();
        let page = unbundle_message(&bundled.bytes, &others, options, &mut |file| sink(file).flow());
        Parted { page, failures: bundled.failures }
    }

    /// Returns the non-empty parts that nothing has requested.
    fn unused(&self) -> impl Iterator<Item = Part<'m, 'a>> {
        let is_unused = |part: &Part<'m, 'a>| {
            let is_leaf =
                part.kind() == PartKind::Leaf && !part.is_phantom() && !part.raw_body().trim_ascii().is_empty();
            is_leaf && !self.parts.used.contains(&part.index())
        };
        self.page.message().parts().filter(is_unused)
    }

    /// Writes the page as MHTML again, as [`write`](super::write()) does: flat, and with only the objects that the
    /// page needs.
    ///
    /// ```
    /// use napkin_document::bundle::{NotFetched, Request};
    /// use napkin_document::mhtml::{Archive, WriteOptions};
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: multipart/related; boundary=b\n\n\
    ///     --b\nContent-Type: text/html\n\n<img src=cid:1@pub.example>\n\
    ///     --b\nContent-Type: image/gif\nContent-ID: <1@pub.example>\n\nGIF89a\n--b--\n");
    /// let mut nowhere = |_: &Request<'_>| Err(NotFetched::new("not retrieved"));
    /// let written = Archive::new(&message, None).unwrap().write(&WriteOptions::default(), &mut nowhere);
    /// assert_eq!(*Message::parse(&written.bytes).part("2").unwrap().decoded().bytes, *b"GIF89a");
    /// ```
    pub fn write(&mut self, options: &WriteOptions, elsewhere: &mut dyn Fetch) -> Bundled {
        self.with_page(elsewhere, |page, parts| write(page, options, parts))
    }

    pub(super) fn bundle_in(&mut self, form: Form, options: &BundleOptions, elsewhere: &mut dyn Fetch) -> Bundled {
        self.with_page(elsewhere, |page, parts| bundle_in(form, page, options, parts))
    }

    fn with_page(
        &mut self,
        elsewhere: &mut dyn Fetch,
        make: impl FnOnce(&Entity<'_>, &mut Parts<'_, 'm, 'a>) -> Bundled,
    ) -> Bundled {
        let body = self.page.decoded();
        let url = self.url().map(str::to_owned);
        let entity = Entity::new(&body.bytes).with_kind(Kind::Html);
        let entity = url.as_deref().map_or(entity, |url| entity.retrieved_from(url));
        let charset = charset(self.page);
        let entity = charset.as_deref().map_or(entity, |label| entity.in_charset(label));
        make(&entity, &mut Parts { parts: &mut self.parts, elsewhere })
    }
}

/// A page extracted from a message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parted {
    /// The page and its files.
    pub page: Unbundled,
    /// The objects that the page needs and that no part contains; their references are absolute links where possible.
    pub failures: Vec<Failure>,
}

impl From<Unbundled> for Parted {
    /// A page that was in no message has no failures.
    fn from(page: Unbundled) -> Self {
        Self { page, failures: Vec::new() }
    }
}

fn bytes(part: Part<'_, '_>) -> Vec<u8> {
    part.decoded().bytes.into_owned()
}

/// Returns the charset that the `Content-Type` of a part declares.
fn charset(part: Part<'_, '_>) -> Option<String> {
    let charset = part.content_type()?.parameter("charset")?.text().trim().to_owned();
    (!charset.is_empty()).then_some(charset)
}

impl<'m, 'a> Lookup<'m, 'a> {
    /// Returns the part of a requested document.
    fn document(&self, url: &str) -> Part<'m, 'a> {
        self.asked.get(url).copied().unwrap_or(self.page)
    }

    fn fetched(
        &mut self,
        from: Part<'m, 'a>,
        part: Part<'m, 'a>,
        request: &Request<'_>,
    ) -> Result<Fetched, NotFetched> {
        // A multipart without boundary could not be written as a part.
        let is_composite = ["multipart/", "message/"].iter().any(|start| part.essence().starts_with(start));
        if part.kind() != PartKind::Leaf || part.is_phantom() || is_composite {
            return Err(NotFetched::new("the part has no content of its own"));
        }
        self.asked.insert(request.url.to_owned(), part);
        self.used.insert(part.index());
        let body = part.decoded().bytes;
        if body.len() > request.limit {
            return Err(NotFetched::too_large());
        }
        let fetched = Fetched::new(body.into_owned());
        let fetched = match part.field("content-type").map(|_| media_type(part)) {
            Some(media_type) => fetched.of_type(media_type),
            None => fetched,
        };
        // A style sheet that Chromium labels `cid:` is resolved against the document that refers to it.
        let is_id = self.bases.label(part).is_some_and(|label| IdUrl::parse(&label).is_some());
        let base = self.bases.of(if is_id { from } else { part }).url.as_deref();
        Ok(match base {
            Some(base) => fetched.based_on(base),
            None => fetched,
        })
    }
}

/// Returns the media type of a part, with its charset as a parameter.
fn media_type(part: Part<'_, '_>) -> Cow<'static, str> {
    let essence = part.essence();
    let is_plain = |label: &String| label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    match charset(part).filter(is_plain) {
        Some(label) => format!("{essence};charset={label}").into(),
        None => essence,
    }
}

/// Retrieves objects from the parts, and otherwise from the caller.
struct Parts<'p, 'm, 'a> {
    parts: &'p mut Lookup<'m, 'a>,
    elsewhere: &'p mut dyn Fetch,
}

impl Fetch for Parts<'_, '_, '_> {
    fn fetch(&mut self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
        let from = self.parts.document(request.document);
        if let Some(target) = self.parts.related.find(from, request.url) {
            return self.parts.fetched(from, target.part.displayed(), request);
        }
        let is_inside = ["cid:", "mid:", "thismessage:"].iter().any(|scheme| request.url.starts_with(scheme));
        if is_inside {
            return Err(NotFetched::new("no part of the message"));
        }
        self.elsewhere.fetch(request)
    }

    fn scope(&self, document: &str) -> usize {
        let part = self.parts.document(document);
        let related = part.outwards().skip(1).find(|part| &*part.essence() == "multipart/related");
        related.map_or(0, |part| part.index())
    }
}
