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
    /// Whether relative references make sense against it (2.1.3).
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
    /// The octets that end a value in the protocol's lines, as [`Octets`](super::Octets) are written.
    pub terminator: Text,
    /// The other name space that URLs are made from (2.2.1).
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
    /// What a gateway into HTTP and HTML does with a URL (2.3.1).
    pub gateway: Option<Gateway>,
    /// The media type of what is retrieved: a type, `from-protocol`, `sniffed`, `table` or `none`.
    pub media_type: Text,
    /// What `table` means: what the URL says, and the media type of that; `*` is any other.
    pub media_types: List<(Text, Text)>,
    /// Whether a program may act on it because a page refers to it, without asking the user (2.4).
    pub safe_unasked: Option<bool>,
    /// The components that are masked in output and logs.
    pub redact: List<Text>,
    /// URLs of the scheme.
    pub examples: List<Text>,
    /// Pairs of URLs that are equivalent.
    pub equal: List<(Text, Text)>,
    /// Rules of the lint that it breaks on purpose, and questions of the lint that it answers, each with its reason.
    pub accepted: List<(Text, Text)>,
}

impl Definition {
    /// What it states of something; empty where it does not.
    #[must_use]
    pub fn text(&self, statement: Statement) -> &str {
        let found = self.statements.iter().find(|(of, _)| *of == statement);
        found.map_or("", |(_, text)| text.as_ref())
    }

    /// Returns the operation with this name.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// Whether there is an operation `GET`, so that something retrieves objects; who can is another question
    /// ([`Gateway`]).
    #[must_use]
    pub fn is_retrievable(&self) -> bool {
        self.operation("GET").is_some()
    }

    /// Whether nothing can be retrieved by the scheme, whoever tries: there are operations, and none is `GET` (RFC 2718
    /// section 2.2.4), or its URLs mean something to the program alone that made them ([`Gateway::Refuses`]).
    ///
    /// ```
    /// use napkin_scheme::find;
    /// assert!(find("mailto").unwrap().retrieves_nothing() && find("blob").unwrap().retrieves_nothing());
    /// // Of names no operation is defined; a resolver may have one.
    /// assert!(!find("urn").unwrap().retrieves_nothing());
    /// ```
    #[must_use]
    pub fn retrieves_nothing(&self) -> bool {
        let has_others_alone = !self.operations.is_empty() && !self.is_retrievable();
        self.gateway == Some(Gateway::Refuses) || has_others_alone
    }

    /// The reason for which a rule of the lint does not count, by the rule's code; `None` where it counts.
    #[must_use]
    pub fn accepted(&self, code: &str) -> Option<&str> {
        let found = self.accepted.iter().find(|(rule, reason)| rule == code && !reason.trim().is_empty());
        found.map(|(_, reason)| reason.as_ref())
    }
}

/// A piece of a URL that the scheme gives a name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Component {
    /// What the scheme calls it.
    pub name: Text,
    /// The component of the generic syntax that it is, or is in: `user`, `password`, `host`, `port`, `authority`, `path`,
    /// `query`, `fragment`.
    pub part: Text,
    /// Which piece of that; empty for all of it.
    pub piece: Text,
    /// Why it begins and ends elsewhere than the generic component does.
    pub why: Text,
    /// The octets that stand for themselves in it, as [`Octets`](super::Octets) are written.
    pub allow: Text,
    /// Those with a meaning of their own in it.
    pub reserved: Text,
    /// Octets that it may not contain, not even escaped.
    pub never: Text,
    /// Whether it admits escapes at all.
    pub escapes: bool,
    /// Whether it stands for characters rather than octets.
    pub text: bool,
    /// Whether no action takes it.
    pub unused: bool,
}

/// Something that can be done with a URL.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Operation {
    /// Its name: `GET` for retrieving.
    pub name: Text,
    /// The method of HTTP that a gateway maps to it, with a modifier if needed.
    pub http: Text,
    /// What it does.
    pub does: Text,
    /// The steps of the protocol, in order, with `{component}` where a value goes in, decoded; `{component:encoded}` as it
    /// is written.
    pub actions: List<Text>,
    /// Whether it changes something at the other end.
    pub writes: bool,
    /// Whether it is a stream in both directions.
    pub stream: bool,
    /// Whether it is carried out because a page refers to the URL.
    pub unasked: bool,
}

/// How names of another name space become URLs, and the other way round (RFC 2718 sections 2.2.1 and 2.2.3).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Mapping {
    /// The other name space and its standard.
    pub from: Text,
    /// How a name is written as a URL.
    pub notation: Text,
    /// The same as `scheme:...{component}`, where that says it.
    pub template: Text,
    /// The octets that its names may contain, as [`Octets`](super::Octets) are written.
    pub legal: Text,
    /// Those among them that no URL can represent.
    pub excluded: Text,
    /// Modifiers and alternate forms of the other name space, included or left out.
    pub modifiers: Text,
    /// Names, each with its URL.
    pub values: List<(Text, Text)>,
}

/// Writes an enumeration whose values have names in definitions.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$of])* $value,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$value,)*];

            /// The name in definitions and records.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)* }
            }

            /// The one of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

named! {
    /// Where a scheme stands in IANA's registry (RFC 7595 section 3).
    Status {
        /// Registered for good, after review.
        Permanent = "permanent",
        /// Registered as it was asked for.
        Provisional = "provisional",
        /// No longer in use.
        Historical = "historical",
        /// In one published copy of the registry alone.
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
        /// They never do.
        None = "none",
        /// They may.
        Optional = "optional",
        /// They must, with a host.
        Required = "required",
    }
}

named! {
    /// What carries a protocol, and so has ports.
    Transport {
        /// TCP, or TLS over it.
        Tcp = "tcp",
        /// UDP.
        Udp = "udp",
    }
}

named! {
    /// What a URL of a scheme locates (RFC 2718 section 2.2.4).
    Locates {
        /// Data that can be retrieved or modified.
        Data = "data",
        /// Something else: a mailbox, a session, a name.
        NotData = "not data",
    }
}

named! {
    /// How an object is found (RFC 2718 section 2.3.1).
    Resolution {
        /// By one mechanism for everybody.
        Global = "global",
        /// By something that must be configured.
        Configured = "configured",
        /// Within the context of the reference alone.
        Context = "context",
    }
}

named! {
    /// What a gateway into HTTP and HTML does with the URLs of a scheme (RFC 2718 section 2.3.1), and so what a program that
    /// is no part of where they mean something can do with them.
    Gateway {
        /// It retrieves the object, by `GET` and the other operations as the definition maps them to methods.
        Retrieves = "retrieves",
        /// It answers with a page that says what the URL names, and leaves the operation to the user.
        Describes = "describes",
        /// It refuses: the URL means something to the program alone that made it, or would run something.
        Refuses = "refuses",
    }
}
