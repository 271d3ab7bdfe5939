//! Changes the URLs of external bodies, and converts other forms of detached attachments to RFC 2017.
//!
//! Start at `Message::relink`. Mutt leaves `access-type=x-mutt-deleted` without a URL. Thunderbird leaves a text part with a
//! field `X-Mozilla-External-Attachment-URL` and the header of the attachment as its text, or `text/x-moz-deleted` without a
//! URL. Older access types are converted to their URL. The module parses each rewritten entity again, and keeps the original
//! if the URL differs.

mod deleted_attachments;
mod parameters;

use crate::body_counts;
use crate::external::{AccessType, NoUrl};
use crate::message::{Message, Part, PartKind};
use crate::protection::protection;
use crate::rules;
use crate::splice::splice;
use crate::url_parameter::Wrap;
use napkin::Mapping;
use napkin::{Finding, Rule, Span, Standard, Url};
use std::fmt;

/// Options of [`Message::relink`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RelinkOptions {
    /// Prefixes of URLs and their replacements. The first matching prefix counts.
    pub mappings: Vec<Mapping>,
    /// The URL of a folder that holds, by file name, attachments that were deleted from messages. Default: none; then deleted
    /// attachments stay unchanged.
    pub deleted: Option<String>,
    /// How URLs are wrapped over lines.
    pub wrap: Wrap,
}

impl RelinkOptions {
    /// Returns the options with these mappings.
    ///
    /// ```
    /// use napkin::{Mapping, Standard};
    /// use napkin_mail::{Message, RelinkOptions};
    /// let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://pub.example/menu\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let mapping = Mapping::parse("http://pub.example/=https://new.example/kept/", Standard::Rfc3986)?;
    /// let relinked = Message::parse(message).relink(&RelinkOptions::default().with_mappings([mapping]));
    /// assert_eq!(relinked.bodies[0].to, "https://new.example/kept/menu");
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    #[must_use]
    pub fn with_mappings(self, mappings: impl IntoIterator<Item = Mapping>) -> Self {
        Self { mappings: mappings.into_iter().collect(), ..self }
    }

    /// Returns the options with the URL of the folder of deleted attachments.
    ///
    /// ```
    /// use napkin_mail::{Message, RelinkOptions};
    /// let message = b"Content-Type: message/external-body; access-type=x-mutt-deleted\n\n\
    ///     Content-Type: application/pdf\nContent-Disposition: attachment; filename=menu.pdf\n\n";
    /// let relinked = Message::parse(message).relink(&RelinkOptions::default().with_deleted("https://new.example/"));
    /// assert_eq!(relinked.bodies[0].to, "https://new.example/menu.pdf");
    /// ```
    #[must_use]
    pub fn with_deleted(self, folder: impl Into<String>) -> Self {
        Self { deleted: Some(folder.into()), ..self }
    }

    /// Returns the options with this way to wrap URLs.
    ///
    /// ```
    /// use napkin_mail::{Message, RelinkOptions, Wrap};
    /// let message = b"Content-Type: message/external-body; access-type=anon-ftp; site=\"h\"; name=\"a\"\n\n\
    ///     Content-Type: text/html\n\n";
    /// let relinked = Message::parse(message).relink(&RelinkOptions::default().with_wrap(Wrap::None));
    /// assert!(String::from_utf8(relinked.bytes).unwrap().contains("URL=\"ftp://h/a;type=a\""));
    /// ```
    #[must_use]
    pub fn with_wrap(self, wrap: Wrap) -> Self {
        Self { wrap, ..self }
    }
}

/// A message with relinked external bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Relinked {
    /// The message. All other bytes are unchanged.
    pub bytes: Vec<u8>,
    /// The external bodies that have changed.
    pub bodies: Vec<RelinkedBody>,
    /// The external bodies that cannot have the form of RFC 2017, and stay.
    pub left: Vec<LeftBody>,
}

/// An external body that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RelinkedBody {
    /// The number of the part.
    pub part: String,
    /// The previous form: an access type, `x-mutt-deleted`, `x-mozilla-external-attachment-url` or `text/x-moz-deleted`.
    pub form: String,
    /// The previous URL, if there was one.
    pub from: Option<String>,
    /// The new URL.
    pub to: String,
}

/// An external body that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftBody {
    /// The number of the part.
    pub part: String,
    /// The place of its media type in the message.
    pub span: Span,
    /// Why.
    pub why: WhyNotRelinked,
}

impl LeftBody {
    /// Returns the finding at the place of the part's media type.
    ///
    /// ```
    /// use napkin_mail::{Message, RelinkOptions, rules};
    /// let message = b"Content-Type: message/external-body; access-type=x-mutt-deleted\n\n\
    ///     Content-Type: application/pdf\nContent-Disposition: attachment; filename=menu.pdf\n\n";
    /// let finding = Message::parse(message).relink(&RelinkOptions::default()).left[0].finding();
    /// assert_eq!(finding.rule, rules::MAIL_DELETED);
    /// assert_eq!(finding.span.of_bytes(message), b"message/external-body; access-type=x-mutt-deleted");
    /// ```
    #[must_use]
    pub const fn finding(&self) -> Finding {
        self.why.finding(self.span)
    }
}

/// The part and the reason.
impl fmt::Display for LeftBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {}: {}", self.part, self.why)
    }
}

impl std::error::Error for LeftBody {}

/// Why an external body stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhyNotRelinked {
    /// It names no URL.
    NoUrl(NoUrl),
    /// It was deleted, and the options name no folder, or the part no file.
    Deleted,
    /// An enclosing entity has a transfer encoding.
    InsideEncoded,
    /// It is signed or encrypted.
    Protected,
    /// Its header cannot be rewritten so that it names the new URL.
    NotWritten,
}

impl WhyNotRelinked {
    /// Returns the rule of the reason.
    ///
    /// ```
    /// use napkin_mail::{NoUrl, WhyNotRelinked, rules};
    /// assert_eq!(WhyNotRelinked::Deleted.rule(), rules::MAIL_DELETED);
    /// assert_eq!(WhyNotRelinked::NoUrl(NoUrl::ByMail).rule(), rules::MAIL_NO_URL);
    /// ```
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::NoUrl(why) => why.rule(),
            Self::Deleted => rules::MAIL_DELETED,
            Self::InsideEncoded => rules::MAIL_INSIDE_ENCODED,
            Self::Protected => rules::MAIL_PROTECTED,
            Self::NotWritten => rules::MAIL_NOT_WRITTEN,
        }
    }

    const fn finding(self, span: Span) -> Finding {
        Finding::new(self.rule(), Standard::Rfc3986, span, "", None)
    }
}

impl fmt::Display for WhyNotRelinked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoUrl(why) => why.reason(),
            Self::Deleted => "it was deleted, and nobody says where it may be",
            Self::InsideEncoded => "it stands in a message that is encoded",
            Self::Protected => "it is signed or encrypted as it stands",
            Self::NotWritten => "its header would not read as it should",
        })
    }
}

impl std::error::Error for WhyNotRelinked {}

impl Message<'_> {
    /// Changes the URLs of external bodies, and converts other forms of detached attachments to RFC 2017.
    ///
    /// ```
    /// use napkin::Standard;
    /// use napkin_mail::{Message, RelinkOptions};
    /// use napkin::Mapping;
    /// let message = b"Content-Type: message/external-body; access-type=anon-ftp; site=\"old.example\"; name=\"menu.ps\"\n\n\
    ///     Content-Type: application/postscript\n\n";
    /// let mapping = Mapping::parse("ftp://old.example/=https://new.example/", Standard::Rfc3986)?;
    /// let options = RelinkOptions::default().with_mappings([mapping]);
    /// let relinked = Message::parse(message).relink(&options);
    /// assert_eq!(relinked.bodies[0].to, "https://new.example/menu.ps;type=a");
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    #[must_use]
    pub fn relink(&self, options: &RelinkOptions) -> Relinked {
        let mut done = Relinked { bytes: Vec::new(), bodies: Vec::new(), left: Vec::new() };
        let mut edits = Vec::new();
        for part in self.parts() {
            match change(part, options) {
                Ok(None) => {}
                Ok(Some(change)) => {
                    edits.extend(change.edits);
                    let (from, to) = (change.from, change.to);
                    done.bodies.push(RelinkedBody { part: part.number(), form: change.form, from, to });
                }
                Err(why) => {
                    let span = part.type_span();
                    done.left.push(LeftBody { part: part.number(), span, why });
                }
            }
        }
        done.bytes = body_counts::counted(self.bytes(), splice(self.bytes(), edits));
        done
    }
}

/// The changes of an entity.
struct Change {
    form: String,
    from: Option<String>,
    to: String,
    edits: Vec<(napkin::Span, Vec<u8>)>,
}

fn change(part: Part<'_, '_>, options: &RelinkOptions) -> Result<Option<Change>, WhyNotRelinked> {
    let Some(change) = found(part, options)? else { return Ok(None) };
    if !part.is_verbatim() {
        return Err(WhyNotRelinked::InsideEncoded);
    }
    if protection(part).is_some() {
        return Err(WhyNotRelinked::Protected);
    }
    let start = part.span().start;
    let edits =
        change.edits.iter().map(|(span, text)| (napkin::Span::new(span.start - start, span.end - start), text.clone()));
    let changed = splice(&part.text()[part.span().range()], edits.collect());
    let message = part.message().like(&changed);
    let external = message.root().external_body();
    let url = external.filter(|external| external.access == Some(AccessType::Url)).and_then(|it| it.url.ok());
    if url.as_deref() == Some(&change.to) { Ok(Some(change)) } else { Err(WhyNotRelinked::NotWritten) }
}

fn found(part: Part<'_, '_>, options: &RelinkOptions) -> Result<Option<Change>, WhyNotRelinked> {
    if part.kind() != PartKind::ExternalBody {
        return deleted_attachments::mozilla(part, options);
    }
    let Some(external) = part.external_body() else { return Ok(None) };
    let form = external.access_text.clone().unwrap_or_default().to_ascii_lowercase();
    if form == deleted_attachments::MUTT {
        return deleted_attachments::mutt(part, options).map(Some);
    }
    // The object is already in the message.
    if external.access == Some(AccessType::ContentId) {
        return Ok(None);
    }
    let from = external.url.map_err(WhyNotRelinked::NoUrl)?;
    let mapped = mapped(&from, options);
    if mapped.is_none() && external.access == Some(AccessType::Url) {
        return Ok(None);
    }
    let to = mapped.unwrap_or_else(|| from.clone());
    let gone: &[&str] = match external.access {
        Some(AccessType::Url) => &["uri"],
        _ => &["name", "site", "directory", "mode", "url"],
    };
    let edits = parameters::pointed(part, &to, gone, options.wrap).ok_or(WhyNotRelinked::NotWritten)?;
    Ok(Some(Change { form, from: Some(from), to, edits }))
}

/// Returns the URL after the first matching mapping, if any matches.
fn mapped(url: &str, options: &RelinkOptions) -> Option<String> {
    let url = Url::parse(url, Standard::Rfc3986).ok()?;
    options.mappings.iter().find_map(|mapping| mapping.apply(&url)).map(|url| url.as_str().to_owned())
}
