//! Judges one link: whether it is followed, where it leads, and what is there. Start at `Checker::judge`.

use std::sync::Arc;

use napkin::{Base, Finding, Reference, Standard, Url};
use napkin_document::{Context, Entity, Kind, Link, Reader};
use napkin_mail::{MatchedBy, Related};

use super::{Checker, Current, Judged};
use crate::Verdict;
use crate::document::kind_of;
use crate::folder::{Folder, Place};
use crate::fragment::Places;
use crate::schemes;
use crate::site::{NOWHERE, Site};

impl Checker {
    pub(super) fn judge(
        &mut self,
        link: &Link<'_>,
        url: Result<&str, &Finding>,
        base: &str,
        current: &mut Current<'_>,
    ) -> Judged {
        if let Some(why) = not_followed(link) {
            return Judged::new(Verdict::Skipped, why);
        }
        if !self.is_chosen(url.unwrap_or(&link.text)) {
            return Judged::new(Verdict::Skipped, "a URL that the patterns leave out");
        }
        let url = match url {
            Ok(url) => url,
            Err(error) => return Judged::new(Verdict::Malformed, error.to_string()),
        };
        let (place, fragment) = url.split_once('#').unwrap_or((url, ""));
        let judged = if is_map(link) {
            let name = link.text.trim_start_matches('#');
            let is_there = self.own(current).has_map(name);
            if is_there { Judged::good() } else { missing_fragment(format!("no map named `{name}` in the page")) }
        } else if link.context.is_style() && link.text.starts_with('#') {
            // CSS Values 4, section 4.5.1.1: such a URL names a place in the document that the style sheet is of.
            if current.kind == Kind::Css { Judged::good() } else { self.own_fragment(fragment, current) }
        } else if let Some(judged) = in_message(link, place, current) {
            judged
        } else {
            self.target(&link.text, place, fragment, base, current)
        };
        if judged.verdict == Some(Verdict::Broken) && is_of_template(&link.text, current) {
            return Judged::new(Verdict::Skipped, "a link of a template, whose page is elsewhere");
        }
        let absolute = judged.absolute.clone().or_else(|| self.shown(url));
        if let Some(fragment) = judged.suggestion.as_ref().filter(|better| better.starts_with('#')) {
            let before = link.text.split('#').next().unwrap_or_default();
            return Judged { absolute, suggestion: Some(format!("{before}{fragment}")), ..judged };
        }
        let rest = &url[url.find(['?', '#']).unwrap_or(url.len())..];
        let better =
            judged.suggestion.as_ref().and_then(|better| self.written(&link.text, &format!("{better}{rest}"), base));
        Judged { absolute, suggestion: better, ..judged }
    }

    /// Returns a URL in the form in which a reference is written: absolute, from the root, or relative.
    pub(super) fn written(&self, text: &str, url: &str, base: &str) -> Option<String> {
        if text.starts_with(['/', '\\']) {
            let authority = url.find("://")? + 3;
            return Some(url[authority + url[authority..].find('/')?..].to_owned());
        }
        let read = |url| Reference::parse(url, Standard::Rfc3986).ok();
        if read(text).is_some_and(|reference| reference.is_absolute()) {
            return self.shown(url);
        }
        Some(Base::new(read(base)?).ok()?.relativize(read(url)?).ok()?.to_string())
    }

    fn is_chosen(&self, url: &str) -> bool {
        let filter = &self.options.filter;
        filter.is_open() || filter.admits_text(self.shown(url).as_deref().unwrap_or(url), None)
    }

    /// Returns a URL as it is shown; `None` for one without a place.
    fn shown(&self, url: &str) -> Option<String> {
        if url.starts_with(NOWHERE) {
            return None;
        }
        let site = self.sites.find(url);
        Some(site.map_or_else(|| url.to_owned(), |(site, _)| self.sites.all[site].shown(url)))
    }

    /// Returns the replacement of a URL, if a prefix is replaced.
    fn remapped(&self, url: &str) -> Option<String> {
        if self.options.remap.is_empty() {
            return None;
        }
        let url = Url::parse(url, Standard::Rfc3986).ok()?;
        let mapped =
            self.options.remap.iter().filter_map(|mapping| Some((mapping.prefix_length(), mapping.apply(&url)?)));
        mapped.max_by_key(|(length, _)| *length).map(|(_, url)| url.into_string())
    }

    fn target(&mut self, text: &str, url: &str, fragment: &str, base: &str, current: &mut Current<'_>) -> Judged {
        let mapped = self.remapped(url);
        let url = mapped.as_deref().unwrap_or(url);
        let scheme = url.split(':').next().unwrap_or_default();
        match scheme {
            "http" | "https" | "file" => {}
            _ => {
                let (verdict, reason) = schemes::judge(scheme, url);
                let has_server = napkin_scheme::find(scheme).is_some_and(|definition| definition.port.is_some());
                return match has_server && verdict == Verdict::Skipped && self.admits(url) {
                    true => self.server(url, fragment),
                    false => Judged::new(verdict, reason),
                };
            }
        }
        let without_query = before(url, b"?");
        let ends: &[u8] = if current.home.site.is_some() { b"?#" } else { b"#" };
        if before(url, ends) == before(&current.home.url, ends) {
            return self.own_fragment(fragment, current);
        }
        if let Some((site, path)) = self.sites.find(without_query) {
            let about = &self.sites.all[site];
            if about.folder.is_archive() && climbs(text, base, about) {
                return Judged::new(Verdict::Skipped, "a file outside of the archive");
            }
            if !about.is_published && climbs(text, base, about) {
                return Judged::new(Verdict::Broken, "the path leads out of the root folder");
            }
            if !about.is_rooted && text.starts_with(['/', '\\']) {
                return Judged::unseen("expected --root, found a path that begins with `/`");
            }
            let path = path.to_owned();
            return self.file(site, &path, fragment, current.kind);
        }
        if url.starts_with(NOWHERE) {
            return Judged::unseen("expected --base, found a relative reference in a document without a URL");
        }
        match scheme {
            "file" => Judged::new(Verdict::Skipped, "a file outside of the root folder"),
            _ => self.server(url, fragment),
        }
    }

    /// Returns whether the policy admits a URL of another scheme.
    fn admits(&self, url: &str) -> bool {
        #[cfg(feature = "retrieve")]
        return !self.options.offline && self.servers.as_ref().is_some_and(|servers| servers.admits(url));
        #[cfg(not(feature = "retrieve"))]
        {
            let _ = url;
            false
        }
    }

    /// Leaves a target to its server.
    fn server(&self, url: &str, fragment: &str) -> Judged {
        let judged = match self.options.offline {
            true => return Judged::new(Verdict::Skipped, "a server, which is not asked"),
            false => Judged::unseen("a server, which is not asked"),
        };
        #[cfg(feature = "retrieve")]
        if self.servers.is_some() {
            return Judged { pending: Some((url.to_owned(), fragment.to_owned())), ..judged };
        }
        let _ = (url, fragment);
        judged
    }

    /// Judges a path in a folder.
    fn file(&mut self, site: usize, path: &str, fragment: &str, kind: Kind) -> Judged {
        let folder = &mut self.sites.all[site].folder;
        let place = match folder.place(path) {
            Place::Folder => self.index(site, path, kind),
            place => place,
        };
        match place {
            Place::File(number) if fragment.is_empty() => {
                let _ = number;
                Judged::good()
            }
            Place::File(number) => self.fragment(site, number, fragment),
            Place::Folder if fragment.is_empty() => Judged::good(),
            Place::Folder => Judged::new(Verdict::Ok, "a folder, whose fragments are unknown"),
            Place::Unseen(why) => Judged::unseen(why.to_string()),
            Place::Missing(missing) => {
                let Site { folder, url, .. } = &mut self.sites.all[site];
                let certain = folder.other_case(&missing).or_else(|| folder.moved(path, &self.moves));
                let is_certain = certain.is_some();
                let nearest = || if self.options.suggest { folder.nearest(path, &mut self.nearest) } else { None };
                let suggestion = certain.or_else(nearest).map(|path| format!("{url}{path}"));
                Judged { suggestion, is_certain, ..Judged::new(Verdict::Broken, missing.reason.clone()) }
            }
        }
    }

    /// Returns what answers for a folder.
    fn index(&mut self, site: usize, path: &str, kind: Kind) -> Place {
        const PAGES: [&str; 2] = ["index.html", "index.htm"];
        const NOTES: [&str; 5] = ["index.html", "index.htm", "index.md", "README.md", "."];
        let folder = &mut self.sites.all[site].folder;
        let is_notes = matches!(
            kind,
            Kind::Markdown
                | Kind::Text
                | Kind::Json
                | Kind::AsciiDoc
                | Kind::Latex
                | Kind::Org
                | Kind::Rst
                | Kind::Toml
                | Kind::Yaml
        );
        let found = match &self.options.index_files {
            Some(names) => folder.index(path, names),
            None if is_notes => folder.index(path, &NOTES),
            None => folder.index(path, &PAGES),
        };
        found.unwrap_or_else(|| {
            let names = self.options.index_files.as_ref().map_or_else(|| PAGES.join(", "), |names| names.join(", "));
            let reason = format!("the folder has no index file ({names})");
            Place::Missing(Arc::new(crate::folder::Missing { reason, other_case: None }))
        })
    }

    /// Judges a fragment of a file.
    fn fragment(&mut self, site: usize, number: usize, fragment: &str) -> Judged {
        let path = self.sites.all[site].folder.file(number).to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (options, folder) = (&self.options, &mut self.sites.all[site].folder);
        let places = self.places.entry((site, number)).or_insert_with(|| {
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
                return Ok(Arc::new(Places::of_pdf(&folder.bytes(&path, options.max_document)?)));
            }
            let read = read(folder, &path, options.max_document)?;
            let Some((kind, bytes)) = read else { return Ok(Arc::new(Places::Unknown)) };
            let entity = Entity::new(&bytes).with_kind(kind);
            Ok(Arc::new(Places::of(&Reader::new(&entity, &options.reading), kind, options.slugs)))
        });
        let places = match places {
            Ok(places) => Arc::clone(places),
            Err(why) => return Judged::unseen(why.to_string()),
        };
        if let Places::Unread(why) = &*places {
            return Judged::new(Verdict::Skipped, *why);
        }
        let mut text = || {
            let (kind, bytes) = read(folder, &path, options.max_document).ok()??;
            let entity = Entity::new(&bytes).with_kind(kind);
            Some(Reader::new(&entity, &options.reading).text().into_owned())
        };
        let missing = places.missing(fragment, &format!("`{name}`"), &mut text);
        missing.map_or_else(Judged::good, |why| self.missing(why, &places, fragment))
    }

    /// Judges a fragment of the current document.
    fn own_fragment(&mut self, fragment: &str, current: &mut Current<'_>) -> Judged {
        if fragment.is_empty() || current.kind.is_message() {
            return Judged::good();
        }
        let places = self.own(current);
        let reader = current.reader;
        let missing = places.missing(fragment, "this document", &mut || Some(reader.text().into_owned()));
        missing.map_or_else(Judged::good, |why| self.missing(why, &places, fragment))
    }

    /// Judges a fragment that names nothing. The suggestion is the fragment alone.
    fn missing(&mut self, why: String, places: &Places, fragment: &str) -> Judged {
        let better = if self.options.suggest { places.nearest(fragment, &mut self.nearest) } else { None };
        let suggestion = better.map(|better| format!("#{better}"));
        Judged { suggestion, ..missing_fragment(why) }
    }

    /// Returns the places of the current document, and keeps them for links from other documents.
    fn own(&mut self, current: &mut Current<'_>) -> Arc<Places> {
        if let Some(own) = &current.own {
            return Arc::clone(own);
        }
        let site =
            current.home.site.and_then(|site| Some((site, self.sites.all[site].path(&current.home.url)?.to_owned())));
        let number = site.and_then(|(site, path)| match self.sites.all[site].folder.place(&path) {
            Place::File(number) if current.document.kind.is_none() => Some((site, number)),
            _ => None,
        });
        let known = number.and_then(|number| self.places.get(&number)).and_then(|looked| looked.clone().ok());
        let own = known.unwrap_or_else(|| Arc::new(Places::of(current.reader, current.kind, self.options.slugs)));
        if let Some(number) = number {
            self.places.insert(number, Ok(Arc::clone(&own)));
        }
        current.own = Some(Arc::clone(&own));
        own
    }
}

fn missing_fragment(reason: String) -> Judged {
    Judged::new(Verdict::FragmentMissing, reason)
}

/// Reads a file in which fragments name places; `None` for a file of another kind.
fn read(folder: &mut Folder, path: &std::path::Path, limit: u64) -> Result<Option<(Kind, Vec<u8>)>, Arc<str>> {
    let named = kind_of(&path.to_string_lossy());
    let has_places = |kind| matches!(kind, Kind::Html | Kind::Svg | Kind::Xml | Kind::Markdown);
    let is_named = path.extension().is_some();
    if is_named && !named.is_some_and(has_places) {
        return Ok(None);
    }
    let bytes = folder.bytes(path, limit)?;
    let kind = named.unwrap_or_else(|| Kind::of_content(&bytes));
    Ok(has_places(kind).then_some((kind, bytes)))
}

/// Judges a URL that names a part of the message with the link, by Content-ID or by Content-Location (RFC 2392, RFC 2557
/// section 8). Browsers write such names less strictly into their archives.
fn in_message(link: &Link<'_>, url: &str, current: &mut Current<'_>) -> Option<Judged> {
    let parsed = current.reader.message()?;
    let from = parsed.message.part_at(link.part.as_ref()?.index)?;
    let related = current.related.get_or_insert_with(|| Related::new(&parsed.message, &parsed.bases));
    let is_archive = current.kind == Kind::Mhtml;
    match related.find(from, url) {
        Some(found) if is_archive || found.matched != MatchedBy::Leniently => Some(Judged::good()),
        _ if url.starts_with("cid:") && schemes::judge("cid", url).0 == Verdict::Ok => {
            Some(Judged::new(Verdict::Broken, "no part of the message has this Content-ID"))
        }
        _ => None,
    }
}

/// The endings of the names of templates whose pages are written elsewhere.
const TEMPLATES: [&str; 16] = [
    "ejs", "erb", "ftl", "gohtml", "gotmpl", "hbs", "j2", "jinja", "jinja2", "liquid", "mustache", "njk", "tmpl",
    "tpl", "twig", "vm",
];

/// Returns whether a reference belongs to the page that is made of a template, so that it cannot be judged here. In a page, a
/// placeholder was forgotten.
fn is_of_template(text: &str, current: &Current<'_>) -> bool {
    let is_named =
        |endings: &[&str]| current.document.name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
    match current.kind {
        // XSLT 1.0, section 7.6.2: attribute value templates.
        Kind::Xml => text.contains('{') && is_named(&["xsl", "xslt"]),
        Kind::Html => is_named(&TEMPLATES),
        // An attribute that the document does not define.
        Kind::AsciiDoc => text.contains('{'),
        _ => false,
    }
}

const HINT: &str = "a hint for connections, not a link";

/// Returns why a reference is not followed: it names something, or following it would send something.
fn not_followed(link: &Link<'_>) -> Option<&'static str> {
    match &link.context {
        Context::HtmlAttribute { element, attribute } => match (&**element, *attribute) {
            (_, "action" | "formaction") => Some("a form, which is not sent"),
            (_, "itemtype" | "itemid" | "profile") => Some("a name, not a link"),
            ("link", "href") if is_hint(link) => Some(HINT),
            _ => None,
        },
        Context::Place { format: "http", place: "link" } if is_hint(link) => Some(HINT),
        Context::Place { format: "http", place: "link[anchor]" } => Some("a name, not a link"),
        Context::Place { format: "turtle", .. }
        | Context::Json { vocabulary: "jsonld" | "schemaorg", path: "@id" }
        | Context::Json { vocabulary: "jsonschema", path: "$schema" } => Some("a name, not a link"),
        Context::Xml { attribute: Some(name), .. } if matches!(&**name, "rdf:ID" | "rdf:about" | "rdf:datatype") => {
            Some("a name, not a link")
        }
        Context::XmlDoctype | Context::XmlEntity | Context::ThisMessage => Some("a name, not a link"),
        _ => None,
    }
}

/// Returns whether all types of a `link` only prepare a connection.
fn is_hint(link: &Link<'_>) -> bool {
    let rel = link.rel.as_deref().unwrap_or_default();
    let mut types = rel.split_ascii_whitespace().peekable();
    let is_of_hints = |word: &str| ["preconnect", "dns-prefetch"].iter().any(|hint| word.eq_ignore_ascii_case(hint));
    types.peek().is_some() && types.all(is_of_hints)
}

fn is_map(link: &Link<'_>) -> bool {
    matches!(&link.context, Context::HtmlAttribute { attribute: "usemap", .. }) && link.text.starts_with('#')
}

/// Returns whether a reference has more `..` than there are folders above it in the site. As URLs, those at the root
/// are dropped; as paths of files they lead out.
fn climbs(text: &str, base: &str, site: &Site) -> bool {
    if !text.contains("..") && !text.contains("%2") {
        return false;
    }
    let path = before(text, b"?#");
    let Some(base) = site.path(before(base, b"?#")) else { return false };
    let depth = if path.starts_with(['/', '\\']) { 0 } else { base.matches('/').count() };
    let mut depth = i64::try_from(depth).unwrap_or(i64::MAX);
    for segment in path.as_bytes().split(|byte| matches!(byte, b'/' | b'\\')) {
        depth += match dots(segment) {
            Some(2) => -1,
            Some(_) => 0,
            None => 1,
        };
        if depth < 0 {
            return true;
        }
    }
    false
}

/// Returns how many dots a segment has, if it has nothing else and no more than two (URL Standard section 4.4).
fn dots(segment: &[u8]) -> Option<u8> {
    let (mut rest, mut dots) = (segment, 0);
    while let Some(after) =
        rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b"%2e")).or_else(|| rest.strip_prefix(b"%2E"))
    {
        (rest, dots) = (after, dots + 1);
    }
    (rest.is_empty() && dots <= 2).then_some(dots)
}

/// Returns a URL up to the first of some characters.
fn before<'a>(url: &'a str, ends: &[u8]) -> &'a str {
    let end = url.bytes().position(|byte| ends.contains(&byte));
    &url[..end.unwrap_or(url.len())]
}
