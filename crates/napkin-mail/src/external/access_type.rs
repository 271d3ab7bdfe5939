//! Access types of external bodies, and the reasons why an external body has no URL.

use crate::rules;
use napkin::Rule;
use std::fmt;

/// The access type: the way to retrieve the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AccessType {
    /// By a URL (RFC 2017).
    Url,
    /// By FTP, with a password (RFC 2046 section 5.2.3.2).
    Ftp,
    /// By anonymous FTP, without a password.
    AnonFtp,
    /// By TFTP.
    Tftp,
    /// As a file on the reader's machine, or on a machine that shares files with it (section 5.2.3.4).
    LocalFile,
    /// By email to a program that answers by email (section 5.2.3.5).
    MailServer,
    /// The object is in the same message (RFC 1873).
    ContentId,
    /// As a file of the Andrew File System (RFC 1521 section 7.3.3).
    Afs,
}

impl AccessType {
    /// All access types.
    pub const ALL: &'static [Self] = &[
        Self::Url,
        Self::Ftp,
        Self::AnonFtp,
        Self::Tftp,
        Self::LocalFile,
        Self::MailServer,
        Self::ContentId,
        Self::Afs,
    ];

    /// Returns its registered name in lower case: `url`, `ftp`, `anon-ftp`, `tftp`, `local-file`, `mail-server`, `content-id`
    /// or `afs`.
    ///
    /// ```
    /// use napkin_mail::AccessType;
    /// assert_eq!(AccessType::AnonFtp.name(), "anon-ftp");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Ftp => "ftp",
            Self::AnonFtp => "anon-ftp",
            Self::Tftp => "tftp",
            Self::LocalFile => "local-file",
            Self::MailServer => "mail-server",
            Self::ContentId => "content-id",
            Self::Afs => "afs",
        }
    }

    /// Returns the access type with this name, in any case.
    ///
    /// ```
    /// use napkin_mail::AccessType;
    /// assert_eq!(AccessType::of_name("URL"), Some(AccessType::Url));
    /// assert_eq!(AccessType::of_name("x-mutt-deleted"), None);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|access| access.name().eq_ignore_ascii_case(name)).copied()
    }

    /// Returns the field and parameter that name the URL, as shown for links and bases.
    pub(crate) const fn names_url_by(self) -> &'static str {
        match self {
            Self::Url => "Content-Type; URL",
            _ => "Content-Type; access-type",
        }
    }

    /// Returns the parameters that the access type requires.
    pub(crate) const fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Url => &["url"],
            Self::Ftp | Self::AnonFtp | Self::Tftp => &["name", "site"],
            Self::LocalFile | Self::Afs => &["name"],
            Self::MailServer => &["server"],
            Self::ContentId => &[],
        }
    }
}

impl fmt::Display for AccessType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why an external body has no URL for retrieval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoUrl {
    /// The access type is missing.
    NoAccessType,
    /// The access type is unknown.
    UnknownAccessType,
    /// A parameter that the access type needs is missing.
    Missing,
    /// The URL has a scheme that retrieves nothing (RFC 2017 section 2).
    RetrievesNothing,
    /// The object comes by email, after an email that requests it (RFC 2046 section 5.2.3.5).
    ByMail,
    /// The file may be on any of many machines (section 5.2.3.4).
    ManySites,
    /// The name of the file is relative, and its folder is unknown.
    RelativeName,
    /// No URL can express the transfer mode, such as EBCDIC or mail.
    Mode,
    /// A segment of the path is `.` or `..`, which no URL can express.
    DotSegment,
    /// There is no Content-ID that names the other part (RFC 1873 section 2.1).
    NoContentId,
}

impl NoUrl {
    /// Returns the rule of the reason.
    ///
    /// ```
    /// use napkin_mail::{NoUrl, rules};
    /// assert_eq!(NoUrl::RetrievesNothing.rule(), rules::MAIL_ACCESS_SCHEME);
    /// ```
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::NoAccessType | Self::UnknownAccessType => rules::MAIL_ACCESS_TYPE,
            Self::Missing => rules::MAIL_ACCESS_PARAMETER,
            Self::RetrievesNothing => rules::MAIL_ACCESS_SCHEME,
            Self::ByMail | Self::ManySites | Self::RelativeName | Self::Mode | Self::DotSegment | Self::NoContentId => {
                rules::MAIL_NO_URL
            }
        }
    }

    /// Returns the name in kebab case, such as `no-access-type`.
    ///
    /// ```
    /// use napkin_mail::NoUrl;
    /// assert_eq!(NoUrl::NoAccessType.name(), "no-access-type");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoAccessType => "no-access-type",
            Self::UnknownAccessType => "unknown-access-type",
            Self::Missing => "missing-parameter",
            Self::RetrievesNothing => "retrieves-nothing",
            Self::ByMail => "by-mail",
            Self::ManySites => "many-sites",
            Self::RelativeName => "relative-name",
            Self::Mode => "mode",
            Self::DotSegment => "dot-segment",
            Self::NoContentId => "no-content-id",
        }
    }

    /// Returns the reason in words, with the section of the standard.
    ///
    /// ```
    /// use napkin_mail::NoUrl;
    /// assert!(NoUrl::ByMail.reason().contains("RFC 2046 section 5.2.3.5"));
    /// ```
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoAccessType => "it has no access type (RFC 2046 section 5.2.3.1)",
            Self::UnknownAccessType => "its access type is unknown (RFC 2046 section 5.2.3.8)",
            Self::Missing => {
                "it lacks a parameter that its access type needs (RFC 2046 section 5.2.3, RFC 2017 section 3)"
            }
            Self::RetrievesNothing => "URLs of its scheme retrieve nothing (RFC 2017 section 2)",
            Self::ByMail => "it comes by mail, to who writes for it (RFC 2046 section 5.2.3.5)",
            Self::ManySites => "the file may be on any of many machines (RFC 2046 section 5.2.3.4)",
            Self::RelativeName => "the name of the file is relative (RFC 8089 section 2)",
            Self::Mode => "no URL says its transfer mode (RFC 1738 section 3.2.2, RFC 3617 section 3)",
            Self::DotSegment => "no URL says `.` or `..` on the way to a file (RFC 3986 section 5.2.4)",
            Self::NoContentId => "it has no Content-ID to find the other part by (RFC 1873 section 2.1)",
        }
    }
}

impl fmt::Display for NoUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.reason())
    }
}

impl std::error::Error for NoUrl {}
