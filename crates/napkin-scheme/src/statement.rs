//! The prose statements of a definition, and their keys.

/// A statement of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Statement {
    /// The scheme in one line.
    Description,
    /// The applications that use the scheme (RFC 7595 section 7.4).
    Applications,
    /// The contact for questions.
    Contact,
    /// Who may change the registration.
    ChangeController,
    /// The resources that URLs locate (RFC 2718 section 2.2).
    Resource,
    /// The properties of names that do not locate data (2.2.4).
    Properties,
    /// The order of the levels of the hierarchy (2.1.3).
    Hierarchy,
    /// The protocol that retrieves objects (2.2.2).
    Protocol,
    /// How characters become octets (2.2.5).
    Charset,
    /// The reason why the encoding is not UTF-8.
    CharsetReason,
    /// The statement that there is no operation (2.2.6).
    NoOperation,
    /// Other conditions, such as streams that do not fit retrieval.
    Note,
    /// The usefulness of the scheme (2.3).
    Utility,
    /// How an object without a media type becomes HTML (2.3.1).
    Html,
    /// A running gateway.
    RunningCode,
    /// A program that retrieves objects.
    Retriever,
    /// Security considerations (2.4).
    Security,
    /// The data that identify the requester.
    Identity,
    /// The agreement behind a name that begins with `ur` (2.5).
    Consensus,
    /// Who may dereference a URL, and where (RFC 7595 section 3.5).
    Context,
    /// Privacy considerations (3.7).
    Privacy,
    /// Differences between implementations (3.9).
    Interoperability,
    /// Whether `/.well-known/` is reserved (RFC 8615 section 3).
    WellKnown,
}

impl Statement {
    /// All statements, in display order.
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

    /// Returns the key in definitions and records.
    ///
    /// ```
    /// use napkin_scheme::Statement;
    /// assert_eq!(Statement::RunningCode.key(), "running_code");
    /// ```
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
