//! Prints a part of a message as a line, as a node of a tree or as a record.

use std::borrow::Cow;

use napkin::{Base, Finding, Reference, Resolution, Severity, Standard};
use napkin_document::BaseLayer;
use napkin_mail::{Bases, Encoding, ExternalBody, Hash, Part, PartKind, Profile, Spaces, content_id, decode_words};

use super::list::Branches;
use crate::output::{self, Computed, Page, Value, shown};
use napkin_answer::fields;

/// A part of a message.
#[derive(Clone, Copy)]
pub(super) struct Row<'r, 'm, 'a> {
    pub(super) source: &'r str,
    pub(super) part: Part<'m, 'a>,
    pub(super) bases: &'r Bases,
    /// The bases by another standard.
    pub(super) other_bases: Option<&'r Bases>,
    pub(super) spaces: Spaces,
    pub(super) findings: &'r [Finding],
}

/// The facts about a part.
struct Facts<'r, 'm, 'a> {
    source: &'r str,
    part: Part<'m, 'a>,
    bases: &'r Bases,
    other_bases: Option<&'r Bases>,
    number: String,
    essence: Cow<'static, str>,
    charset: Option<String>,
    encoding: Encoding,
    id: Option<String>,
    location: Option<String>,
    disposition: Option<String>,
    file_name: Option<String>,
    description: Option<String>,
    external: Option<ExternalBody<'m>>,
    object: Option<Part<'m, 'a>>,
    findings: &'r [Finding],
}

impl output::Row for Row<'_, '_, '_> {
    fields! { self;
        let facts = Facts::of(self);
        let base = self.bases.of(self.part);
        let (span, body) = (self.part.source_span(self.part.span()), self.part.source_span(self.part.body()));
        let parent = self.part.parent().map(|parent| parent.number());
        let base_part = facts.base_part();
        let other_base = facts.other_base();
        let external = facts.external.as_ref();
        let absolute = facts.absolute();
        let expiration = external.and_then(|external| external.expiration.as_ref());
        let md5 = external.and_then(|external| external.md5).map(|digest| hexadecimal(&digest));
        let hash = external.and_then(|external| external.hash).map(|hash| match hash {
            Hash::Sha1(digest) => hexadecimal(&digest),
            _ => "unverifiable".to_owned(),
        });
        let object_type = facts.object.map(|object| object.essence());
        let object_location = facts.object.and_then(|object| self.bases.label(object));
        let object_fields = facts.object_fields();
        let size = || size(self.part);
        let object_fields = object_fields.iter().map(String::as_str).collect::<Vec<_>>();
        "source" => facts.source,
        "part" => &facts.number,
        "parent" => parent.as_deref(),
        "depth" => facts.part.depth(),
        "kind" => facts.kind(),
        "ok" => facts.is_ok(),
        "type" => &facts.essence,
        "charset" => facts.charset.as_deref(),
        "encoding" => facts.encoding.name(),
        "size_raw" => facts.part.raw_body().len(),
        "size" => Value::Computed(Computed(&size)),
        "start" => span.start,
        "end" => span.end,
        "body_start" => body.start,
        "body_end" => body.end,
        "base" => base.url.as_deref(),
        "base_from" => base.layer.name(),
        "base_field" => base.field.map(|field| field.name),
        "base_part" => base_part.as_deref(),
        "other_base" => other_base.as_ref().map(|(url, _)| *url),
        "other_base_why" => other_base.as_ref().map(|(_, why)| why.as_str()),
        "content_id" => facts.id.as_deref(),
        "content_location" => facts.location.as_deref(),
        "disposition" => facts.disposition.as_deref(),
        "file_name" => facts.file_name.as_deref(),
        "description" => facts.description.as_deref(),
        "access_type" => external.and_then(|external| external.access_text.as_deref()),
        "url" => external.and_then(|external| external.url.as_deref().ok()),
        "url_absolute" => absolute.as_deref(),
        "no_url" => external.and_then(|external| external.url.as_ref().err()).map(|why| why.name()),
        "object_type" => object_type.as_deref(),
        "object_size" => external.and_then(|external| external.size),
        "expires" => expiration.map(|it| it.text.as_str()),
        "expired" => facts.is_expired(),
        "writable" => external.map(|external| external.is_writable),
        "md5" => md5.as_deref(),
        "hash" => hash.as_deref(),
        "object_id" => external.and_then(|external| external.content_id.as_deref()),
        "object_location" => object_location.as_deref(),
        "object_fields" => facts.object.is_some().then_some(&object_fields[..]),
        "findings" => facts.findings,
    }

    fn plain(&self, page: &mut Page<'_>) {
        plain(self.source, self.part, self.bases, self.spaces, page);
    }

    fn pretty(&self, page: &mut Page<'_>) {
        Facts::of(self).pretty(&Branches::of(self.part), page);
    }
}

impl<'r, 'm, 'a> Facts<'r, 'm, 'a> {
    fn of(row: &Row<'r, 'm, 'a>) -> Self {
        let Row { source, part, bases, other_bases, spaces, findings } = *row;
        let object = part.children().next().filter(|_| part.kind() == PartKind::ExternalBody);
        let described = object.unwrap_or(part);
        let charset = part.content_type().and_then(|it| it.parameter("charset"));
        Self {
            source,
            part,
            bases,
            other_bases,
            number: part.number(),
            essence: part.essence(),
            charset: charset.map(|it| it.text().into_owned()),
            encoding: part.encoding(),
            id: part.field("content-id").and_then(|field| content_id(field.value())),
            location: bases.label(part),
            disposition: part.field("content-disposition").map(|field| field.structured().essence().to_owned()),
            file_name: described.suggested_name(),
            description: described.field("content-description").map(|field| decode_words(field.value())),
            external: part.external_body_with(spaces, &mut ()),
            object,
            findings,
        }
    }

    fn kind(&self) -> &'static str {
        match self.part.kind() {
            PartKind::Multipart => "multipart",
            PartKind::Message => "message",
            PartKind::ExternalBody => "external-body",
            _ => "leaf",
        }
    }

    /// Returns whether it is a message rather than a part of one.
    fn is_top(&self) -> bool {
        self.part.parent().is_none_or(|parent| parent.kind() == PartKind::Message)
    }

    /// Returns whether the part has no errors.
    fn is_ok(&self) -> bool {
        self.findings.iter().all(|finding| finding.rule.severity() != Severity::Error)
    }

    /// Returns the URL of an external body, resolved against the base of the part.
    fn absolute(&self) -> Option<String> {
        let url = self.external.as_ref()?.url.as_deref().ok()?;
        let reference = Reference::parse(url, Standard::Rfc3987).ok()?;
        if reference.is_absolute() {
            return Some(url.to_owned());
        }
        let base = self.bases.of(self.part).url.as_deref()?;
        let base = Base::new(Reference::parse(base, Standard::Rfc3987).ok()?).ok()?;
        match base.resolve(reference).ok()? {
            Resolution::Absolute(url) => Some(url.into_string()),
            Resolution::SameDocument => None,
        }
    }

    /// Returns whether the object has expired, or `None` if that is unknown.
    fn is_expired(&self) -> Option<bool> {
        let expires = self.external.as_ref()?.expiration.as_ref()?.seconds?;
        Some(expires < jiff::Timestamp::now().as_second())
    }

    /// Returns the number of the part whose header contains the base.
    fn base_part(&self) -> Option<String> {
        let field = self.bases.of(self.part).field?;
        Some(self.part.message().part_at(field.part)?.number())
    }

    /// Returns the base by another standard and the reason, if a `Content-Location` makes that base differ.
    fn other_base(&self) -> Option<(&'r str, String)> {
        let bases = self.other_bases?;
        let (base, other) = (self.bases.of(self.part), bases.of(self.part));
        let field = [base, other].into_iter().filter_map(|base| base.field).find(|it| it.name == "Content-Location");
        if base.url == other.url || field.is_none() {
            return None;
        }
        let section = bases.profile().section();
        let part = |at: usize| self.part.message().part_at(at).map(|part| part.number()).unwrap_or_default();
        let why = other.field.map(|field| format!("{} of {}, by {section}", field.name, part(field.part)));
        Some((other.url.as_deref()?, why.unwrap_or_else(|| format!("{}, by {section}", other.layer))))
    }

    /// Returns the header fields of the external object, unfolded.
    fn object_fields(&self) -> Vec<String> {
        let fields = self.object.into_iter().flat_map(|object| object.fields());
        fields
            .map(|field| {
                let value = String::from_utf8_lossy(field.value()).replace(['\r', '\n'], "");
                format!("{}: {}", field.name(), value.trim())
            })
            .collect()
    }

    fn pretty(&self, branches: &Branches, page: &mut Page<'_>) {
        let paint = page.paint();
        let (aside, name) = (paint.aside(), paint.name());
        let style = if self.is_ok() { paint.answer() } else { paint.error() };
        let indent = format!("{}{}", branches.before, self.number);
        let width = indent.chars().count();
        let gap = " ".repeat(14_usize.saturating_sub(width).max(2));
        let mut facts = vec![amount(size(self.part))];
        if self.encoding.changes_bytes() {
            facts.push(format!("{} as {}", amount(self.part.raw_body().len()), self.encoding));
        }
        facts.extend(self.charset.as_deref().map(shown));
        facts.extend(self.disposition.as_deref().map(shown));
        let named = self.file_name.as_deref().map(|name| format!("  {}", shown(name))).unwrap_or_default();
        page.line(format_args!(
            "  {aside}{}{aside:#}{name}{}{name:#}{gap}{style}{}{style:#}{named}  {aside}{}{aside:#}",
            branches.before,
            self.number,
            shown(&self.essence),
            facts.join(", ")
        ));
        for (label, text) in self.details() {
            let below = &branches.below;
            let gap = " ".repeat(14_usize.saturating_sub(below.chars().count()));
            page.line(format_args!("  {aside}{below}{gap}{label:<9}{aside:#} {}", shown(&text)));
        }
    }

    /// Returns the details below a part: its labels, the location of the object, and the base if it differs from that
    /// of the enclosing part.
    fn details(&self) -> Vec<(&'static str, String)> {
        let mut details = Vec::new();
        let mut put = |label, text: Option<String>| details.extend(text.map(|text| (label, text)));
        for (label, name) in [("subject", "subject"), ("from", "from"), ("date", "date")] {
            let field = self.part.field(name).filter(|_| self.is_top());
            put(label, field.map(|field| decode_words(field.value())).filter(|text| !text.is_empty()));
        }
        put("about", self.description.clone());
        if let Some(external) = &self.external {
            let access = external.access_text.as_deref().unwrap_or("no access type");
            match &external.url {
                Ok(url) => put("elsewhere", Some(format!("{url}  ({access})"))),
                Err(why) => put("elsewhere", Some(format!("{}  ({access})", why.reason()))),
            }
            put("", self.absolute().filter(|url| external.url.as_ref() != Ok(url)).map(|url| format!("= {url}")));
            put("object", Some(self.object_facts(external)));
            put("digest", Some(digests(external)).filter(|digests| !digests.is_empty()));
            put("its id", external.content_id.clone());
        }
        put("id", self.id.clone());
        put("location", self.location.clone());
        let base = self.bases.of(self.part);
        let outer = self.part.parent().map(|parent| self.bases.of(parent).url.clone());
        if outer.as_ref() != Some(&base.url) {
            let url = base.url.as_deref().unwrap_or("none");
            let from = match (base.field, self.base_part()) {
                (Some(field), Some(part)) => format!("{} of {part}", field.name),
                _ if base.layer == BaseLayer::None => "no field gives one, RFC 2557 section 5".to_owned(),
                _ => format!("{}, section {}", base.layer, base.layer.section()),
            };
            put("base", Some(format!("{url}  ({from})")));
        }
        put("or", self.other_base().map(|(url, why)| format!("{url}  ({why})")));
        let ignored = self.part.field("content-base").filter(|_| self.bases.profile() == Profile::Rfc2557);
        let ignored =
            ignored.map(|field| String::from_utf8_lossy(field.value()).split_ascii_whitespace().collect::<String>());
        put("ignored", ignored.map(|base| format!("Content-Base {base}, which RFC 2557 does not have")));
        put("remarks", self.codes());
        details
    }

    fn object_facts(&self, external: &ExternalBody<'_>) -> String {
        let mut facts: Vec<String> = self.object.iter().map(|object| object.essence().into_owned()).collect();
        facts.extend(external.size.and_then(|size| usize::try_from(size).ok()).map(amount));
        if let Some(expiration) = &external.expiration {
            let word = if self.is_expired() == Some(true) { "expired" } else { "expires" };
            facts.push(format!("{word} {}", expiration.text));
        }
        facts.extend(external.is_writable.then(|| "may be changed in place".to_owned()));
        facts.extend(external.needs_login.then(|| "needs a password".to_owned()));
        facts.join(", ")
    }

    fn codes(&self) -> Option<String> {
        let mut codes: Vec<&str> = self.findings.iter().map(|finding| finding.rule.code()).collect();
        codes.dedup();
        (!codes.is_empty()).then(|| codes.join(", "))
    }
}

/// Prints a part as a line. Computes only the values of that line, and reads no body.
fn plain(source: &str, part: Part<'_, '_>, bases: &Bases, spaces: Spaces, page: &mut Page<'_>) {
    page.text(source);
    page.byte(b'\t');
    page.write(|out| part.write_number(out));
    page.byte(b'\t');
    match part.essence() {
        Cow::Borrowed(usual) => page.text(usual),
        Cow::Owned(written) => page.shown(&written),
    }
    page.byte(b'\t');
    page.number(part.raw_body().len());
    page.byte(b'\t');
    page.shown(bases.of(part).url.as_deref().unwrap_or("-"));
    page.byte(b'\t');
    match part.external_body_with(spaces, &mut ()).map(|external| external.url) {
        Some(Ok(url)) => page.shown(&url),
        Some(Err(why)) => page.text(why.name()),
        None => page.shown(part.suggested_name().as_deref().unwrap_or("-")),
    }
    page.byte(b'\n');
}

/// Returns the number of bytes of the decoded body.
fn size(part: Part<'_, '_>) -> usize {
    usize::try_from(part.reader().count_bytes()).unwrap_or(usize::MAX)
}

/// Returns the digests that can verify an object.
fn digests(external: &ExternalBody<'_>) -> String {
    let md5 = external.md5.map(|digest| format!("MD5 {}", hexadecimal(&digest)));
    let hash = external.hash.map(|hash| match hash {
        Hash::Sha1(digest) => format!("SHA-1 {}", hexadecimal(&digest)),
        _ => "a hash that verifies nothing".to_owned(),
    });
    md5.into_iter().chain(hash).collect::<Vec<_>>().join(", ")
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Formats a number of bytes for people.
fn amount(bytes: usize) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut tenths = bytes / 100;
    let mut unit = 0;
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1000;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}
