//! How far archives are unpacked.

use super::ArchiveError;

/// The limits of an archive, against files that unpack to more than they promise.
///
/// ```
/// use napkin_document::archive::ArchiveLimits;
/// assert_eq!(ArchiveLimits::default().members, 100_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArchiveLimits {
    /// The most members.
    pub members: usize,
    /// The most bytes of an unpacked member.
    pub member: u64,
    /// The most bytes of all unpacked members.
    pub total: u64,
    /// The most bytes to which a byte of a member above 1 MiB unpacks.
    pub ratio: u64,
    /// The most archives inside each other.
    pub depth: usize,
}

impl Default for ArchiveLimits {
    fn default() -> Self {
        Self { members: 100_000, member: 64 << 20, total: 4 << 30, ratio: 300, depth: 3 }
    }
}

impl ArchiveLimits {
    /// Sets the most members.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_members(9).members, 9);
    /// ```
    #[must_use]
    pub const fn with_members(self, members: usize) -> Self {
        Self { members, ..self }
    }

    /// Sets the most bytes of an unpacked member.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_member(9).member, 9);
    /// ```
    #[must_use]
    pub const fn with_member(self, member: u64) -> Self {
        Self { member, ..self }
    }

    /// Sets the most bytes of all unpacked members.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_total(9).total, 9);
    /// ```
    #[must_use]
    pub const fn with_total(self, total: u64) -> Self {
        Self { total, ..self }
    }

    /// Sets the most bytes to which a byte of a member above 1 MiB unpacks.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_ratio(9).ratio, 9);
    /// ```
    #[must_use]
    pub const fn with_ratio(self, ratio: u64) -> Self {
        Self { ratio, ..self }
    }

    /// Sets the most archives inside each other.
    ///
    /// ```
    /// use napkin_document::archive::ArchiveLimits;
    /// assert_eq!(ArchiveLimits::default().with_depth(1).depth, 1);
    /// ```
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }
}

impl ArchiveLimits {
    /// Returns the most bytes to which so many packed ones may unpack.
    pub(crate) fn most(self, packed: u64) -> u64 {
        self.member.min(packed.saturating_mul(self.ratio).max(SMALL))
    }

    /// Returns the error for a member that unpacks to more than `most` bytes, which [`most`](Self::most) allows.
    pub(crate) fn exceeded(self, path: String, most: u64) -> ArchiveError {
        if most == self.member { ArchiveError::Member(path, most) } else { ArchiveError::Ratio(path, self.ratio) }
    }
}

/// A member up to this size may unpack by any ratio.
const SMALL: u64 = 1 << 20;
