//! Describes the outcome of attaching an external body: `AttachOutcome`, with its notes and failures.

use crate::external::{ExternalBody, NoUrl};
use crate::fetched::NotFetched;
use crate::message::Part;
use crate::rules;
use napkin::{Finding, Rule, Span, Standard};
use std::fmt;

/// The outcome for an external body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttachOutcome {
    /// The object replaces the external body; with notes about the object.
    Attached(Vec<AttachNote>),
    /// The external body is an alternative of an attached object.
    Redundant,
    /// The external body is unchanged.
    Failed(AttachFailure),
}

/// A note about an attached object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttachNote {
    /// The part is byte for byte the original that was detached.
    Identical,
    /// The part was detached, and differs from the original: its header or the lines of its text have changed.
    NotIdentical,
    /// Content-MD5 matches the canonical form.
    Md5,
    /// Content-MD5 matches the retrieved bytes, but not their canonical form.
    Md5OfRaw,
    /// The hash matches.
    Hash,
    /// The hash is not a SHA-1 digest, so it verifies nothing.
    HashUnverifiable,
    /// The object came without a media type.
    TypeUnknown,
    /// The object came as `application/octet-stream`, the general type; a digest matches.
    TypeGeneral,
    /// The object does not have the transfer encoding that the inner header declares.
    NotEncoded,
    /// No digest verifies the object.
    Unverified,
    /// The original object may change; the attached object is only a copy (`permission=read-write`).
    Writable,
    /// The object is itself an external body. Attaching resolves one level; attach again for the next.
    Elsewhere,
}

impl AttachNote {
    /// Returns the name in kebab case, such as `md5-of-raw`.
    ///
    /// ```
    /// use napkin_mail::AttachNote;
    /// assert_eq!(AttachNote::Md5OfRaw.code(), "md5-of-raw");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::NotIdentical => "not-identical",
            Self::Md5 => "md5",
            Self::Md5OfRaw => "md5-of-raw",
            Self::Hash => "hash",
            Self::HashUnverifiable => "hash-unverifiable",
            Self::TypeUnknown => "type-unknown",
            Self::TypeGeneral => "type-general",
            Self::NotEncoded => "not-encoded",
            Self::Unverified => "unverified",
            Self::Writable => "writable",
            Self::Elsewhere => "elsewhere",
        }
    }
}

impl fmt::Display for AttachNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Identical => "the part has the bytes that it had before it was detached",
            Self::NotIdentical => "the part is not byte for byte what was detached",
            Self::Md5 => "Content-MD5 agrees: the object is intact, whoever made it (RFC 1864 section 1)",
            Self::Md5OfRaw => {
                "Content-MD5 agrees with the bytes as they came, not with their canonical form (RFC 1864 section 2)"
            }
            Self::Hash => "the hash agrees: the object is intact, whoever made it (RFC 4483 section 5.12)",
            Self::HashUnverifiable => "the hash is not one of SHA-1 and verifies nothing (RFC 4483 section 5.12)",
            Self::TypeUnknown => "nobody said of what type the object is",
            Self::TypeGeneral => "the object came as application/octet-stream; its digest agrees",
            Self::NotEncoded => "the object is not in the transfer encoding that the inner header says",
            Self::Unverified => "nothing verifies that this is the object that was meant",
            Self::Elsewhere => "the object is an external body itself, which has not been attached",
            Self::Writable => "the object may change where it is; this is a copy (RFC 2046 section 5.2.3.1)",
        })
    }
}

/// Why an external body could not be attached.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttachFailure {
    /// The part with the requested number is not an external body; it has this media type.
    NotExternal(String),
    /// No part has the requested number.
    NoPart,
    /// It names no URL.
    NoUrl(NoUrl),
    /// Its URL is relative, and there is no base URL.
    Relative,
    /// It expired on this date.
    Expired(String),
    /// An enclosing entity has a transfer encoding.
    InsideEncoded,
    /// It is signed or encrypted.
    Protected,
    /// No other part, or more than one, has its Content-ID.
    NoSuchPart,
    /// The object could not be retrieved, for this reason.
    NotRetrieved(NotFetched),
    /// The object has another media type.
    Type {
        /// The type in the inner header.
        expected: String,
        /// The type of the object.
        found: String,
    },
    /// The object has another size.
    Size {
        /// The declared size in bytes.
        expected: u64,
        /// The actual size in bytes.
        found: u64,
    },
    /// Content-MD5 does not match.
    Md5,
    /// The hash does not match.
    Hash,
    /// The object differs from the detached object.
    Changed,
    /// A line of the object would be a delimiter in the message.
    Boundary,
    /// The object has more bytes than this.
    TooLarge(u64),
}

impl AttachFailure {
    /// Returns the rule of the failure.
    ///
    /// ```
    /// use napkin_mail::{AttachFailure, rules};
    /// let failure = AttachFailure::Size { expected: 8, found: 9 };
    /// assert_eq!(failure.rule(), rules::MAIL_OBJECT_SIZE);
    /// ```
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::NotExternal(_) | Self::NoPart => rules::MAIL_NOT_EXTERNAL,
            Self::NoUrl(why) => why.rule(),
            Self::Relative => rules::BASE_MISSING,
            Self::Expired(_) => rules::MAIL_EXPIRED,
            Self::InsideEncoded => rules::MAIL_INSIDE_ENCODED,
            Self::Protected => rules::MAIL_PROTECTED,
            Self::NoSuchPart => rules::MAIL_NO_SUCH_PART,
            Self::NotRetrieved(_) => rules::MAIL_NOT_RETRIEVED,
            Self::Type { .. } => rules::MAIL_OBJECT_TYPE,
            Self::Size { .. } => rules::MAIL_OBJECT_SIZE,
            Self::Md5 => rules::MAIL_OBJECT_MD5,
            Self::Hash => rules::MAIL_OBJECT_HASH,
            Self::Changed => rules::MAIL_OBJECT_CHANGED,
            Self::Boundary => rules::MAIL_OBJECT_BOUNDARY,
            Self::TooLarge(_) => rules::MAIL_OBJECT_TOO_LARGE,
        }
    }

    /// Returns the finding at this span.
    ///
    /// ```
    /// use napkin_mail::AttachFailure;
    /// let finding = AttachFailure::Relative.finding(napkin::Span::new(63, 67));
    /// assert_eq!((finding.rule.code(), finding.span), ("base-missing", napkin::Span::new(63, 67)));
    /// ```
    #[must_use]
    pub const fn finding(&self, span: Span) -> Finding {
        Finding::new(self.rule(), Standard::Rfc3986, span, "", None)
    }

    /// Returns whether the retrieval failed, so that nothing is known about the object. Returns false for a refusal.
    ///
    /// ```
    /// use napkin_mail::{AttachFailure, NotFetched};
    /// assert!(AttachFailure::NotRetrieved(NotFetched::failed("host not found")).is_retrieval_failure());
    /// assert!(!AttachFailure::NotRetrieved(NotFetched::new("not permitted")).is_retrieval_failure());
    /// ```
    #[must_use]
    pub const fn is_retrieval_failure(&self) -> bool {
        matches!(self, Self::NotRetrieved(why) if why.is_failure())
    }

    pub(super) fn not_retrieved(why: NotFetched, limit: u64) -> Self {
        if why.is_too_large() { Self::TooLarge(limit) } else { Self::NotRetrieved(why) }
    }
}

/// Returns the place in the message that an outcome is about: the deciding field or parameter, else the URL.
pub(super) fn place(part: Part<'_, '_>, body: &ExternalBody<'_>, outcome: &AttachOutcome) -> Span {
    let parameter = |name: &str| body.parameters.parameter(name).map(|it| part.source_span(it.span()));
    let inner = part.children().next();
    let field = |name: &str| {
        let inner = inner?;
        inner.field(name).map(|field| inner.source_span(field.trimmed_span()))
    };
    let found = match outcome {
        AttachOutcome::Failed(AttachFailure::Expired(_)) => parameter("expiration"),
        AttachOutcome::Failed(AttachFailure::Size { .. }) => parameter("size"),
        AttachOutcome::Failed(AttachFailure::Hash) => parameter("hash"),
        AttachOutcome::Failed(AttachFailure::Md5) => field("content-md5"),
        AttachOutcome::Failed(AttachFailure::Type { .. }) => field("content-type"),
        _ => None,
    };
    found.or(body.url_span).or_else(|| parameter("access-type")).unwrap_or_else(|| part.type_span())
}

impl fmt::Display for AttachFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExternal(found) => write!(f, "expected an external body, but found {found}"),
            Self::NoPart => f.write_str("no part of the message has this number"),
            Self::NoUrl(why) => f.write_str(why.reason()),
            Self::Relative => f.write_str("its URL is relative, and nothing is a base"),
            Self::Expired(date) => write!(f, "it has expired, {date}"),
            Self::InsideEncoded => f.write_str("it stands in a message that is encoded"),
            Self::Protected => f.write_str("it is signed or encrypted as it stands"),
            Self::NoSuchPart => f.write_str("not exactly one other part of the message is what it names"),
            Self::NotRetrieved(why) => write!(f, "the object could not be retrieved: {why}"),
            Self::Type { expected, found } => {
                write!(f, "expected an object of type {expected}, but found {found}")
            }
            Self::Size { expected, found } => {
                write!(f, "expected {expected} bytes, but found {found}")
            }
            Self::Md5 => f.write_str("Content-MD5 does not agree with the object"),
            Self::Hash => f.write_str("the hash does not agree with the object"),
            Self::Changed => f.write_str("the object is not the one that was detached: its SHA-256 digest is another"),
            Self::Boundary => f.write_str("the object has a line that would end a part of the message"),
            Self::TooLarge(limit) => write!(f, "the object has more than {limit} bytes"),
        }
    }
}

impl std::error::Error for AttachFailure {}
