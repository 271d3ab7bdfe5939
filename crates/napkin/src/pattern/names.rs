//! The names of components.

/// A component of a URL that a pattern matches, under the standard's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    /// The scheme, without its `:`.
    Protocol,
    /// The user name.
    Username,
    /// The password.
    Password,
    /// The host.
    Hostname,
    /// The port; empty for the default port of the scheme.
    Port,
    /// The path.
    Pathname,
    /// The query, without its `?`.
    Search,
    /// The fragment, without its `#`.
    Hash,
}

impl Component {
    /// All components, in the order of a URL.
    pub const ALL: [Self; 8] = [
        Self::Protocol,
        Self::Username,
        Self::Password,
        Self::Hostname,
        Self::Port,
        Self::Pathname,
        Self::Search,
        Self::Hash,
    ];

    /// Returns the standard's name.
    ///
    /// ```
    /// assert_eq!(napkin::pattern::Component::Pathname.name(), "pathname");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Username => "username",
            Self::Password => "password",
            Self::Hostname => "hostname",
            Self::Port => "port",
            Self::Pathname => "pathname",
            Self::Search => "search",
            Self::Hash => "hash",
        }
    }

    /// Returns the component with this name.
    ///
    /// ```
    /// use napkin::pattern::Component;
    /// assert_eq!(Component::named("hash"), Some(Component::Hash));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|component| component.name() == name)
    }
}
