//! Why an archive is not read.

use crate::rules;
use napkin::Rule;
use std::fmt;

/// Why an archive, or one of its members, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file is no zip file, or its central directory is damaged.
    Damaged(String),
    /// There are more members than the limit.
    Members(usize),
    /// The unpacked members have more bytes than the limit.
    Total(u64),
    /// A member is larger than the limit.
    Member(String, u64),
    /// A member unpacks by more than the limit.
    Ratio(String, u64),
    /// The name of a member leads out of the archive.
    Outside(String),
    /// A member is encrypted, damaged, or packed by another method than DEFLATE.
    Unreadable(String, String),
    /// A member is an archive in more archives than the limit.
    Depth(String, usize),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(why) => write!(f, "the archive cannot be read: {why}"),
            Self::Members(most) => write!(f, "the archive has more than {most} members, which --max-members allows"),
            Self::Total(most) => {
                write!(f, "the archive unpacks to more than {most} bytes, which --max-unpacked allows")
            }
            Self::Member(path, most) => write!(f, "{path}: is larger than {most} bytes, which --max-member allows"),
            Self::Ratio(path, most) => {
                write!(f, "{path}: unpacks to more than {most} times its size, which --max-ratio allows")
            }
            Self::Outside(path) => write!(f, "{path}: the name of the member leads out of the archive"),
            Self::Unreadable(path, why) => write!(f, "{path}: cannot be unpacked: {why}"),
            Self::Depth(path, most) => {
                write!(f, "{path}: is in more than {most} archives inside each other, which --max-archives allows")
            }
        }
    }
}

impl std::error::Error for ArchiveError {}

impl ArchiveError {
    /// Returns the rule that the archive violates: `archive-too-large` for a limit, or else `archive-unreadable`.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveError;
    /// assert_eq!(ArchiveError::Members(9).rule().code(), "archive-too-large");
    /// ```
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Members(_) | Self::Total(_) | Self::Member(..) | Self::Ratio(..) | Self::Depth(..) => {
                rules::ARCHIVE_TOO_LARGE
            }
            Self::Damaged(_) | Self::Outside(_) | Self::Unreadable(..) => rules::ARCHIVE_UNREADABLE,
        }
    }

    /// Returns the error with the path of the archive before that of the member.
    pub(crate) fn within(self, archive: &str) -> Self {
        let inside = |path: String| if archive.is_empty() { path } else { format!("{archive}/{path}") };
        match self {
            Self::Member(path, most) => Self::Member(inside(path), most),
            Self::Ratio(path, most) => Self::Ratio(inside(path), most),
            Self::Outside(path) => Self::Outside(inside(path)),
            Self::Unreadable(path, why) => Self::Unreadable(inside(path), why),
            Self::Damaged(why) if !archive.is_empty() => Self::Unreadable(archive.to_owned(), why),
            other => other,
        }
    }
}
