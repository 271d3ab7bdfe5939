//! The definition of a scheme: the guidelines of RFC 2718 as fields with types. `data/schemes.toml` documents each field for
//! authors of definitions.

use alloc::borrow::Cow;

use super::Statement;

/// A text of a definition: static for definitions of the registry, owned for definitions of a user.
pub type Text = Cow<'static, str>;

/// A list in a definition.
pub type List<T> = Cow<'static, [T]>;

/// The definition of a scheme (RFC 2718 section 2).
///
/// ```
/// use napkin_scheme::{Authority, Statement, find};
/// let ftp = find("ftp").unwrap();
/// assert_eq!((ftp.port, ftp.authority), (Some(21), Authority::Required));
/// assert!(ftp.text(Statement::Security).contains("password"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// The name, in lower case.
    pub name: Text,
    /// The status in IANA's registry.
    pub status: Status,
    /// The documents that define it.
    pub reference: List<Text>,
    /// The statements in prose; statements may be missing.
    pub statements: List<(Statement, Text)>,
    /// Whether the text after the colon is hierarchical (2.1.3).
    pub hierarchical: bool,
    /// Whether `//` and an authority follow the colon (2.1.2).
    pub authority: Authority,
    /// Whether relative references against URLs of the scheme are meaningful (2.1.3).
    pub relative: bool,
    /// The forms of relative references; only `none` if there are none.
    pub relative_forms: List<Text>,
    /// The components of a URL of the scheme.
    pub components: List<Component>,
    /// The default port.
    pub port: Option<u16>,
    /// Further ports that URLs of the scheme may name.
    pub ports: List<Text>,
    /// Whether an empty path after an authority is the same as `/`.
    pub empty_path_is_root: bool,
    /// The transport of the protocol.
    pub transport: Option<Transport>,
    /// The octets that end a value in the protocol's lines, in the notation of [`Octets`](super::Octets).
    pub terminator: Text,
    /// The name space whose names become URLs (2.2.1).
    pub mapping: Mapping,
    /// The operations on a URL (2.2.6).
    pub operations: List<Operation>,
    /// The configuration that an implementation needs in addition to the URL (2.2.2).
    pub configuration: List<Text>,
    /// The kinds of resource that URLs name, each in a word or two: `file`, `directory` (2.2).
    pub kinds: List<Text>,
    /// Whether a URL locates data (2.2.4).
    pub locates: Locates,
    /// How an object is found (2.3.1).
    pub resolution: Option<Resolution>,
    /// The action of a gateway into HTTP and HTML (2.3.1).
    pub gateway: Option<Gateway>,
    /// The media type of a retrieved object: a type, `from-protocol`, `sniffed`, `table` or `none`.
    pub media_type: Text,
    /// The rows of `table`: a text in the URL and its media type; `*` matches any other text.
    pub media_types: List<(Text, Text)>,
    /// Whether a program may dereference the URL without asking the user because a page refers to it (2.4).
    pub safe_unasked: Option<bool>,
    /// The components that are masked in output and logs.
    pub redact: List<Text>,
    /// URLs of the scheme.
    pub examples: List<Text>,
    /// Pairs of URLs that are equivalent.
    pub equal: List<(Text, Text)>,
    /// Rules of the lint that the definition breaks on purpose, and answers to questions of the lint, each with its
    /// reason.
    pub accepted: List<(Text, Text)>,
}

impl Definition {
    /// Returns a statement; an empty text if it is missing.
    ///
    /// ```
    /// use napkin_scheme::{Statement, find};
    /// assert_eq!(find("gopher").unwrap().text(Statement::Protocol), "Gopher");
    /// ```
    #[must_use]
    pub fn text(&self, statement: Statement) -> &str {
        let found = self.statements.iter().find(|(of, _)| *of == statement);
        found.map_or("", |(_, text)| text.as_ref())
    }

    /// Returns the operation with this name.
    ///
    /// ```
    /// use napkin_scheme::find;
    /// assert_eq!(find("gopher").unwrap().operation("GET").unwrap().http, "GET");
    /// ```
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// Returns whether there is an operation `GET`, so that objects can be retrieved. [`Gateway`] says by whom.
    ///
    /// ```
    /// use napkin_scheme::find;
    /// assert!(find("gopher").unwrap().is_retrievable());
    /// assert!(!find("mailto").unwrap().is_retrievable());
    /// ```
    #[must_use]
    pub fn is_retrievable(&self) -> bool {
        self.operation("GET").is_some()
    }

    /// Returns whether no program can retrieve anything by the scheme: there are operations but no `GET` (RFC 2718
    /// section 2.2.4), or only the program that made a URL understands it ([`Gateway::Refuses`]).
    ///
    /// ```
    /// use napkin_scheme::find;
    /// assert!(find("mailto").unwrap().retrieves_nothing() && find("blob").unwrap().retrieves_nothing());
    /// // No operation is defined for names; a resolver may have one.
    /// assert!(!find("urn").unwrap().retrieves_nothing());
    /// ```
    #[must_use]
    pub fn retrieves_nothing(&self) -> bool {
        let has_others_alone = !self.operations.is_empty() && !self.is_retrievable();
        self.gateway == Some(Gateway::Refuses) || has_others_alone
    }

    /// Returns the reason for which the definition ignores a rule of the lint, by the rule's code; `None` if it does
    /// not.
    ///
    /// ```
    /// use napkin_scheme::find;
    /// let gopher = find("gopher").unwrap();
    /// assert!(gopher.accepted("scheme-fragment-from-media-type").unwrap().starts_with("RFC 4266"));
    /// assert_eq!(gopher.accepted("scheme-name-syntax"), None);
    /// ```
    #[must_use]
    pub fn accepted(&self, code: &str) -> Option<&str> {
        let found = self.accepted.iter().find(|(rule, reason)| rule == code && !reason.trim().is_empty());
        found.map(|(_, reason)| reason.as_ref())
    }
}

/// A named part of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Component {
    /// The name in the scheme's terms.
    pub name: Text,
    /// The generic component that contains it: `user`, `password`, `host`, `port`, `authority`, `path`, `query`,
    /// `fragment`.
    pub part: Text,
    /// The part of the generic component; empty if it is the whole component.
    pub piece: Text,
    /// The reason for a boundary that differs from the generic component's.
    pub why: Text,
    /// The octets that may be written without an escape, in the notation of [`Octets`](super::Octets).
    pub allow: Text,
    /// The octets with a special meaning.
    pub reserved: Text,
    /// The octets that are forbidden even as escapes.
    pub never: Text,
    /// Whether escapes are allowed.
    pub escapes: bool,
    /// Whether it represents characters rather than octets.
    pub text: bool,
    /// Whether no action uses it.
    pub unused: bool,
}

/// An operation on a URL.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Operation {
    /// The name: `GET` for retrieval.
    pub name: Text,
    /// The HTTP method that a gateway maps to it, with a modifier if needed.
    pub http: Text,
    /// The effect of the operation.
    pub does: Text,
    /// The steps of the protocol, in order. `{component}` is replaced by the decoded value, `{component:encoded}` by
    /// the written value.
    pub actions: List<Text>,
    /// Whether it changes the resource.
    pub writes: bool,
    /// Whether it opens a stream in both directions.
    pub stream: bool,
    /// Whether a program performs it because a page refers to the URL.
    pub unasked: bool,
}

/// The mapping between names of another name space and URLs (RFC 2718 sections 2.2.1 and 2.2.3).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Mapping {
    /// The other name space and its standard.
    pub from: Text,
    /// The rules by which a name becomes a URL, in prose.
    pub notation: Text,
    /// The same as a template `scheme:...{component}`, if one component is enough.
    pub template: Text,
    /// The octets that a name may contain, in the notation of [`Octets`](super::Octets).
    pub legal: Text,
    /// The octets among these that no URL can represent.
    pub excluded: Text,
    /// The modifiers and alternate forms of the other name space that are included or excluded.
    pub modifiers: Text,
    /// Example names, each with its URL.
    pub values: List<(Text, Text)>,
}

/// Defines an enumeration whose values have names in definitions.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$of])* $value,)* }

        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$value,)*];

            /// Returns the name in definitions and records.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)* }
            }

            /// Returns the value with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

named! {
    /// The status of a scheme in IANA's registry (RFC 7595 section 3).
    Status {
        /// Registered permanently, after review.
        Permanent = "permanent",
        /// Registered provisionally, without review.
        Provisional = "provisional",
        /// No longer in use.
        Historical = "historical",
        /// In one published copy of the registry only.
        Unconfirmed = "unconfirmed",
        /// In use, but not in the registry.
        Unregistered = "unregistered",
        /// Used within one organisation (RFC 7595 section 6).
        Private = "private",
    }
}

named! {
    /// Whether `//` and an authority follow the colon.
    Authority {
        /// Never.
        None = "none",
        /// Optional.
        Optional = "optional",
        /// Required, with a host.
        Required = "required",
    }
}

named! {
    /// The transport of a protocol, which has ports.
    Transport {
        /// TCP, or TLS over TCP.
        Tcp = "tcp",
        /// UDP.
        Udp = "udp",
    }
}

named! {
    /// The target of a URL (RFC 2718 section 2.2.4).
    Locates {
        /// Data that can be retrieved or modified.
        Data = "data",
        /// Anything else: a mailbox, a session, a name.
        NotData = "not data",
    }
}

named! {
    /// How an object is found (RFC 2718 section 2.3.1).
    Resolution {
        /// By one mechanism for everybody.
        Global = "global",
        /// By a mechanism that needs configuration.
        Configured = "configured",
        /// Only in the context of the reference.
        Context = "context",
    }
}

named! {
    /// The action of a gateway into HTTP and HTML for URLs of a scheme (RFC 2718 section 2.3.1), and of any other
    /// program outside the URL's context.
    Gateway {
        /// Retrieves the object: `GET` and the other operations, mapped to HTTP methods by the definition.
        Retrieves = "retrieves",
        /// Answers with a page that says what the URL names, and leaves the operation to the user.
        Describes = "describes",
        /// Refuses: only the program that made the URL understands it, or the URL would run code.
        Refuses = "refuses",
    }
}
