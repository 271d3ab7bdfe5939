//! What a definition states in prose, by keys.

/// A statement of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Statement {
    /// The scheme in one line.
    Description,
    /// What uses it (RFC 7595 section 7.4).
    Applications,
    /// Whom to ask.
    Contact,
    /// Who may change the registration.
    ChangeController,
    /// What is located (RFC 2718 section 2.2).
    Resource,
    /// What names are that locate no data (2.2.4).
    Properties,
    /// How levels follow each other (2.1.3).
    Hierarchy,
    /// The protocol by which objects are had (2.2.2).
    Protocol,
    /// How characters become octets (2.2.5).
    Charset,
    /// Why that is not UTF-8.
    CharsetReason,
    /// That there is no operation (2.2.6).
    NoOperation,
    /// What else must be known, such as that streams do not fit retrieval.
    Note,
    /// What it is good for (2.3).
    Utility,
    /// How what is no media type becomes HTML (2.3.1).
    Html,
    /// A gateway that runs.
    RunningCode,
    /// A program that retrieves.
    Retriever,
    /// What can go wrong (2.4).
    Security,
    /// What identifies who asks.
    Identity,
    /// The agreement behind a name that begins with `ur` (2.5).
    Consensus,
    /// Who may dereference it, and where (RFC 7595 section 3.5).
    Context,
    /// What its use says about people (3.7).
    Privacy,
    /// On what implementations differ (3.9).
    Interoperability,
    /// Whether `/.well-known/` is reserved (RFC 8615 section 3).
    WellKnown,
}

impl Statement {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 23] = [
        Self::Description,
        Self::Applications,
        Self::Contact,
        Self::ChangeController,
        Self::Resource,
        Self::Properties,
        Self::Hierarchy,
        Self::Protocol,
        Self::Charset,
        Self::CharsetReason,
        Self::NoOperation,
        Self::Note,
        Self::Utility,
        Self::Html,
        Self::RunningCode,
        Self::Retriever,
        Self::Security,
        Self::Identity,
        Self::Consensus,
        Self::Context,
        Self::Privacy,
        Self::Interoperability,
        Self::WellKnown,
    ];

    /// The key in definitions and records.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Applications => "applications",
            Self::Contact => "contact",
            Self::ChangeController => "change_controller",
            Self::Resource => "resource",
            Self::Properties => "properties",
            Self::Hierarchy => "hierarchy",
            Self::Protocol => "protocol",
            Self::Charset => "charset",
            Self::CharsetReason => "charset_reason",
            Self::NoOperation => "no_operation",
            Self::Note => "note",
            Self::Utility => "utility",
            Self::Html => "html",
            Self::RunningCode => "running_code",
            Self::Retriever => "retriever",
            Self::Security => "security",
            Self::Identity => "identity",
            Self::Consensus => "consensus",
            Self::Context => "context",
            Self::Privacy => "privacy",
            Self::Interoperability => "interoperability",
            Self::WellKnown => "well_known",
        }
    }
}
