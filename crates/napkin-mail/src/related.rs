//! Resolves references between the parts of a message. Start at `Related`.
//!
//! `cid:` and `mid:` URLs refer to parts by identifier (RFC 2392). Other URLs refer to parts by `Content-Location`, within
//! the same or an enclosing multipart/related (RFC 2557 section 8.2). The module also finds the root of a multipart/related
//! (RFC 2387 section 3.2). URLs are compared byte by byte, without fragments. If that finds no part, [`Profile::Lenient`]
//! also compares equivalent forms.

use crate::content_id::{IdUrl, content_id};
use crate::message::{Message, Part, PartKind};
use crate::part_bases::{Bases, Profile};
use crate::tree::{KnownField, Subtype};
use napkin::whatwg::Url;
use napkin::{Reference, Rungs, Standard, normalize};
use std::collections::HashMap;

/// How a URL refers to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchedBy {
    /// By its identifier.
    ContentId,
    /// By its `Content-Location`.
    ContentLocation,
    /// By either of them, despite a difference in case or escapes. No standard allows such a match.
    Leniently,
}

/// A part that a URL refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RelatedTarget<'m, 'a> {
    /// The part.
    pub part: Part<'m, 'a>,
    /// How it was found.
    pub matched: MatchedBy,
}

/// The labels of all parts of a message.
///
/// ```
/// use napkin_mail::{Bases, Message, Profile, Related};
/// let message = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src=cid:a%2Fb@c>\n\
///     --b\nContent-Type: image/gif\nContent-ID: <a/b@c>\n\nGIF89a\n--b--\n";
/// let message = Message::parse(message);
/// let bases = Bases::new(&message, Profile::default(), None);
/// let related = Related::new(&message, &bases);
/// let page = message.part("1").unwrap();
/// assert_eq!(related.find(page, "cid:a%2Fb@c").unwrap().part.number(), "2");
/// ```
#[derive(Debug)]
pub struct Related<'m, 'a> {
    message: &'m Message<'a>,
    profile: Profile,
    ids: HashMap<String, usize>,
    /// In lower case.
    loose_ids: HashMap<String, usize>,
    /// By the multipart/related that the part belongs to.
    locations: HashMap<(usize, String), usize>,
    loose_locations: HashMap<(usize, String), usize>,
    messages: HashMap<String, usize>,
}

impl<'m, 'a> Related<'m, 'a> {
    /// Reads the labels of all parts. If two parts have the same label, the first counts.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile, Related};
    /// let message = b"Content-Type: multipart/related; boundary=b\n\n\
    ///     --b\nContent-ID: <a@b>\n\n1\n--b\nContent-ID: <a@b>\n\n2\n--b--\n";
    /// let message = Message::parse(message);
    /// let related = Related::new(&message, &Bases::new(&message, Profile::default(), None));
    /// assert_eq!(related.find(message.root(), "cid:a@b").unwrap().part.number(), "1");
    /// ```
    #[must_use]
    pub fn new(message: &'m Message<'a>, bases: &Bases) -> Self {
        let mut related = Self {
            message,
            profile: bases.profile(),
            ids: HashMap::new(),
            loose_ids: HashMap::new(),
            locations: HashMap::new(),
            loose_locations: HashMap::new(),
            messages: HashMap::new(),
        };
        for part in message.parts() {
            related.add(part, bases);
        }
        related
    }

    fn add(&mut self, part: Part<'m, 'a>, bases: &Bases) {
        let place = part.index();
        let of = |name: &str| part.field(name).and_then(|field| content_id(field.value()));
        if let Some(id) = of("message-id") {
            self.messages.entry(id).or_insert(place);
        }
        if let Some(id) = of("content-id") {
            self.loose_ids.entry(id.to_ascii_lowercase()).or_insert(place);
            self.ids.entry(id).or_insert(place);
        }
        let Some(label) = bases.label(part) else { return };
        if let Some(IdUrl { content_id: Some(id), .. }) = IdUrl::parse(&label) {
            // Section 8.3 ignores such a label, but Chromium writes only these, so it counts as a lenient match.
            self.loose_ids.entry(id.to_ascii_lowercase()).or_insert(place);
            return;
        }
        if let Some(owner) = part.outwards().skip(1).find(is_related) {
            let label = without_fragment(&label).to_owned();
            let base = bases.label_base(part);
            self.loose_locations.entry((owner.index(), loose(&label, base.url.as_deref()))).or_insert(place);
            self.locations.entry((owner.index(), label)).or_insert(place);
        }
    }

    /// Returns the part that a URL in the part `from` refers to. The URL must be resolved against the base. Under RFC 2110,
    /// without a base, pass the relative reference itself.
    ///
    /// ```
    /// use napkin_mail::{Bases, Message, Profile, Related};
    /// let message = b"Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src=cid:a@b>\n\
    ///     --b\nContent-ID: <a@b>\n\n--b--\n";
    /// let message = Message::parse(message);
    /// let related = Related::new(&message, &Bases::new(&message, Profile::default(), None));
    /// let target = related.find(message.part("1").unwrap(), "cid:a@b").unwrap();
    /// assert_eq!(target.part.number(), "2");
    /// ```
    #[must_use]
    pub fn find(&self, from: Part<'m, 'a>, url: &str) -> Option<RelatedTarget<'m, 'a>> {
        let target = |&place: &usize, matched| RelatedTarget { part: Part::new(self.message, place), matched };
        let is_lenient = self.profile == Profile::Lenient;
        if let Some(named) = IdUrl::parse(url) {
            return self.by_id(&named, url, is_lenient);
        }
        let url = without_fragment(url);
        let owners = || from.outwards().skip(1).filter(is_related);
        let found = owners().find_map(|owner| self.locations.get(&(owner.index(), url.to_owned())));
        if let Some(place) = found {
            return Some(target(place, MatchedBy::ContentLocation));
        }
        let url = is_lenient.then(|| loose(url, None))?;
        let found = owners().find_map(|owner| self.loose_locations.get(&(owner.index(), url.clone())));
        found.map(|place| target(place, MatchedBy::Leniently))
    }

    fn by_id(&self, named: &IdUrl, url: &str, is_lenient: bool) -> Option<RelatedTarget<'m, 'a>> {
        let target = |&place: &usize, matched| RelatedTarget { part: Part::new(self.message, place), matched };
        if let Some(message) = &named.message_id {
            let place = self.messages.get(message)?;
            let Some(content) = &named.content_id else { return Some(target(place, MatchedBy::ContentId)) };
            let within = self.ids.get(content)?;
            let is_inside = Part::new(self.message, *within).outwards().any(|part| part.index() == *place);
            return is_inside.then(|| target(within, MatchedBy::ContentId));
        }
        let id = named.content_id.as_deref()?;
        // RFC 2392 contradicts its own text: its example takes an escape literally.
        let literal = url.split_once(':').map_or("", |(_, rest)| without_fragment(rest));
        let found = self.ids.get(id).or_else(|| self.ids.get(literal));
        if let Some(place) = found {
            return Some(target(place, MatchedBy::ContentId));
        }
        let found = self.loose_ids.get(&id.to_ascii_lowercase()).filter(|_| is_lenient);
        found.map(|place| target(place, MatchedBy::Leniently))
    }
}

fn is_related(part: &Part<'_, '_>) -> bool {
    part.kind() == PartKind::Multipart && part.node().subtype == Subtype::Related
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// Returns a normalized form, as a browser parses the URL, so that equivalent URLs have the same form.
fn loose(url: &str, base: Option<&str>) -> String {
    let base = base.and_then(|base| Url::parse(base, None).ok());
    let read = Url::parse(url, base.as_ref()).ok();
    let url = read.as_ref().map_or(url, Url::href);
    match Reference::parse(url, Standard::Rfc3987) {
        Ok(reference) => normalize(reference, Rungs::ALL).text.into_owned(),
        Err(_) => url.to_owned(),
    }
}

impl<'a> Message<'a> {
    /// Returns the page of a message: the `shown` part if it is HTML; else the first HTML root of a multipart/related; else
    /// the first HTML part.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nText\n--b\nContent-Type: text/html\n\n<p>\n--b--\n";
    /// assert_eq!(Message::parse(message).page().unwrap().number(), "2");
    /// ```
    #[must_use]
    pub fn page(&self) -> Option<Part<'_, 'a>> {
        let is_page = |part: &Part<'_, 'a>| part.is_page();
        let of_related = || self.parts().filter_map(|part| part.related_root()).find(is_page);
        Some(self.root().displayed()).filter(is_page).or_else(of_related).or_else(|| self.parts().find(is_page))
    }
}

impl<'m, 'a> Part<'m, 'a> {
    /// Returns the root of a multipart/related: the part that `start` names, else the first part (RFC 2387 section 3.2). If
    /// the root is a multipart/alternative, returns its last HTML part, else its last part (RFC 2557 section 7, RFC 2046
    /// section 5.1.4).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = b"Content-Type: multipart/related; boundary=b; start=\"<a@b>\"\n\n--b\n\n--b\nContent-ID: <a@b>\n\n--b--\n";
    /// let message = Message::parse(message);
    /// assert_eq!(message.root().related_root(), message.part("2"));
    /// ```
    #[must_use]
    pub fn related_root(&self) -> Option<Self> {
        if !is_related(self) {
            return None;
        }
        let named = self.start().and_then(|id| self.child_with_id(&id));
        named.or_else(|| self.children().next()).map(Self::displayed)
    }

    /// Returns the part that a mail reader shows for this part. Descends from a multipart/related to its root, and from a
    /// multipart/alternative to its last HTML or related part, else its last part, until the part is neither.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = b"Content-Type: multipart/related; boundary=b; start=\"<a@b>\"\n\n--b\n\n--b\nContent-ID: <a@b>\n\n--b--\n";
    /// let message = Message::parse(message);
    /// assert_eq!(Some(message.root().displayed()), message.part("2"));
    /// ```
    #[must_use]
    pub fn displayed(self) -> Self {
        let mut root = self;
        while root.kind() == PartKind::Multipart {
            let next = match &*root.essence() {
                "multipart/alternative" => {
                    let is_shown = |part: &Self| part.is_page() || is_related(part);
                    root.children().filter(is_shown).last().or(root.children().last())
                }
                "multipart/related" => {
                    root.start().and_then(|id| root.child_with_id(&id)).or_else(|| root.children().next())
                }
                _ => return root,
            };
            let Some(next) = next else { return root };
            root = next;
        }
        root
    }

    /// Returns whether the media type is HTML or XHTML.
    fn is_page(&self) -> bool {
        self.kind() == PartKind::Leaf && matches!(&*self.essence(), "text/html" | "application/xhtml+xml")
    }

    /// Returns the identifier in the parameter `start`.
    pub(crate) fn start(&self) -> Option<String> {
        let start = self.content_type()?.parameter("start")?;
        content_id(start.bytes())
    }

    pub(crate) fn child_with_id(&self, id: &str) -> Option<Self> {
        let has = |part: &Self, equals: fn(&str, &str) -> bool| {
            let own = part.known(KnownField::Id).and_then(|field| content_id(field.value()));
            own.is_some_and(|own| equals(&own, id))
        };
        let mut children = self.children();
        let exact = children.find(|part| has(part, |a, b| a == b));
        exact.or_else(|| self.children().find(|part| has(part, |a, b| a.eq_ignore_ascii_case(b))))
    }
}
