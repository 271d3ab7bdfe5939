//! The result of detaching: the message, the objects that moved, and the parts that stayed with their reasons.

use crate::object_bytes::Content;
use crate::rules;
use crate::transfer::BodyReader;
use napkin::{Finding, Rule, Span, Standard};
use std::borrow::Cow;
use std::fmt;

/// Why nothing can be detached to a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetachError {
    /// The URL is not absolute, or has a query or a fragment, so that no name can be appended to it.
    Base(String),
    /// URLs of this scheme retrieve nothing (RFC 2017 section 2).
    RetrievesNothing(String),
}

impl fmt::Display for DetachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(url) => {
                write!(f, "expected the absolute URL of a folder, without query and fragment, but found `{url}`")
            }
            Self::RetrievesNothing(url) => {
                write!(f, "expected a URL that retrieves something (RFC 2017 section 2), but found `{url}`")
            }
        }
    }
}

impl std::error::Error for DetachError {}

/// A message, and the objects that moved out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detached<'m> {
    /// The message with external bodies, or unchanged. Attaching the objects restores the original bytes.
    pub bytes: Cow<'m, [u8]>,
    /// The parts that moved. Objects with the same bytes and media type have the same name.
    pub objects: Vec<DetachedObject<'m>>,
    /// The parts that stayed, with the reason; without parts that are only too small.
    pub left: Vec<LeftPart>,
    /// The first DKIM signature of the message, if detaching has broken it (RFC 6376 section 3.7).
    pub dkim: Option<Span>,
}

impl Detached<'_> {
    /// Returns the same, with copies of the borrowed parts of the message.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = b"Content-Type: text/html\n\n<p>Soup\n".to_vec();
    /// let options = DetachOptions::new("https://pub.example/kept/").with_min_size(0);
    /// let detached = Message::parse(&message).detach(&options)?.into_owned();
    /// drop(message);
    /// assert_eq!(*detached.objects[0].bytes(), *b"<p>Soup\n");
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Detached<'static> {
        let Self { bytes, objects, left, dkim } = self;
        let objects = objects.into_iter().map(DetachedObject::into_owned).collect();
        Detached { bytes: bytes.into_owned().into(), objects, left, dkim }
    }

    /// Returns the finding about a broken DKIM signature, if there is one.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = Message::parse(b"DKIM-Signature: v=1\nContent-Type: text/html\n\n<p>Soup\n");
    /// let detached = message.detach(&DetachOptions::new("http://pub.example/").with_min_size(0))?;
    /// assert_eq!(detached.dkim_finding().map(|finding| finding.rule.code()), Some("mail-dkim"));
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn dkim_finding(&self) -> Option<Finding> {
        self.dkim.map(|span| Finding::new(rules::MAIL_DKIM, Standard::Rfc3986, span, "", None))
    }
}

/// A part that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetachedObject<'m> {
    /// The number of the part.
    pub part: String,
    /// Its media type.
    pub media_type: String,
    /// The file name: the SHA-256 digest of the bytes, and an extension for the media type. No text from the message is part
    /// of it.
    pub name: String,
    /// The URL under which the caller must publish the object.
    pub url: String,
    /// The number of bytes.
    pub size: u64,
    pub(super) content: Content<'m>,
}

impl DetachedObject<'_> {
    /// Returns the bytes, decoded by this call.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = Message::parse(b"Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n");
    /// let detached = message.detach(&DetachOptions::new("http://pub.example/").with_min_size(0))?;
    /// assert_eq!(*detached.objects[0].bytes(), *b"GIF89a");
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        self.content.bytes()
    }

    fn into_owned(self) -> DetachedObject<'static> {
        let Self { part, media_type, name, url, size, content } = self;
        DetachedObject { part, media_type, name, url, size, content: content.into_owned() }
    }

    /// Reads the bytes piece by piece, in constant memory.
    ///
    /// ```
    /// use std::io::Read;
    /// use napkin_mail::{DetachOptions, Message};
    /// let message = Message::parse(b"Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n");
    /// let detached = message.detach(&DetachOptions::new("http://pub.example/").with_min_size(0))?;
    /// let mut bytes = Vec::new();
    /// detached.objects[0].reader().read_to_end(&mut bytes).expect("memory is read");
    /// assert_eq!(bytes, b"GIF89a");
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub fn reader(&self) -> BodyReader<'_> {
        self.content.reader()
    }
}

/// A part that stayed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftPart {
    /// The number of the part.
    pub part: String,
    /// Its media type.
    pub media_type: String,
    /// The size of the encoded body in bytes.
    pub size: u64,
    /// The place of its media type in the message.
    pub span: Span,
    /// Why it stayed.
    pub why: WhyLeft,
}

impl LeftPart {
    /// Returns the finding at the place of the part's media type.
    ///
    /// ```
    /// use napkin_mail::{DetachOptions, Message, rules};
    /// let bytes = b"Content-Type: text/html\n\n<p>Soup\n";
    /// let message = Message::parse(bytes);
    /// let detached = message.detach(&DetachOptions::new("https://pub.example/kept/").with_min_size(1))?;
    /// let finding = detached.left[0].finding();
    /// assert_eq!(finding.rule, rules::MAIL_STUB_LARGER);
    /// assert_eq!(finding.span.of_bytes(bytes), b"text/html");
    /// # Ok::<(), napkin_mail::DetachError>(())
    /// ```
    #[must_use]
    pub const fn finding(&self) -> Finding {
        self.why.finding(self.span)
    }
}

/// The part and the reason.
impl fmt::Display for LeftPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {}: {}", self.part, self.why)
    }
}

impl std::error::Error for LeftPart {}

/// Why a part stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhyLeft {
    /// It is signed, or a signature.
    Signed,
    /// It is encrypted.
    Encrypted,
    /// It is in a `multipart/related` or `multipart/alternative`.
    Related,
    /// It has a composite media type, but its parts could not be read.
    Composite,
    /// An enclosing entity has a transfer encoding.
    InsideEncoded,
    /// The external body would be larger.
    Larger,
    /// Its Content-MD5 does not match, so attaching would fail.
    WrongMd5,
    /// Attaching would not restore it byte for byte.
    NotReversible,
}

impl WhyLeft {
    /// Returns the rule that keeps the part in the message.
    ///
    /// ```
    /// use napkin_mail::{WhyLeft, rules};
    /// assert_eq!(WhyLeft::Signed.rule(), rules::MAIL_PROTECTED);
    /// ```
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Signed | Self::Encrypted => rules::MAIL_PROTECTED,
            Self::Related => rules::MAIL_RELATED,
            Self::Composite => rules::MAIL_PARTS_UNREAD,
            Self::InsideEncoded => rules::MAIL_INSIDE_ENCODED,
            Self::Larger => rules::MAIL_STUB_LARGER,
            Self::WrongMd5 | Self::NotReversible => rules::MAIL_NOT_REVERSIBLE,
        }
    }

    /// Returns whether this is a failure. Other reasons are deliberate: the part should stay.
    ///
    /// ```
    /// use napkin_mail::WhyLeft;
    /// assert!(WhyLeft::NotReversible.is_failure());
    /// assert!(!WhyLeft::Signed.is_failure());
    /// ```
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::WrongMd5 | Self::NotReversible)
    }

    const fn finding(self, span: Span) -> Finding {
        Finding::new(self.rule(), Standard::Rfc3986, span, "", None)
    }
}

impl fmt::Display for WhyLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Signed => "it is signed, and the signature is over its bytes as they stand",
            Self::Encrypted => "it is encrypted, or signed in one with its content",
            Self::Related => "it belongs together with the parts beside it",
            Self::Composite => "it has parts that cannot be read",
            Self::InsideEncoded => "it stands in a message that is encoded",
            Self::Larger => "what would take its place is larger",
            Self::WrongMd5 => "its Content-MD5 does not agree with it, so that it could not be attached again",
            Self::NotReversible => "it could not be put back byte for byte",
        })
    }
}

impl std::error::Error for WhyLeft {}
