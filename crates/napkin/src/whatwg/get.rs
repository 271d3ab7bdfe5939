//! The getters of the standard's API, section 6.1, and what every value of Rust should do.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Url;
use crate::syntax::whatwg::default_port;
use crate::{Component, Error, Span};

impl Url {
    /// The URL as the URL serializer writes it.
    #[must_use]
    pub fn href(&self) -> &str {
        &self.text
    }

    /// The same as [`href`](Self::href).
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The scheme, without `:`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.component(Component::Scheme)
    }

    /// The scheme and `:`.
    #[must_use]
    pub fn protocol(&self) -> &str {
        &self.text[..self.scheme().len() + 1]
    }

    /// The user name, encoded; empty when there is none.
    #[must_use]
    pub fn username(&self) -> &str {
        self.component(Component::User)
    }

    /// The password, encoded; empty when there is none.
    #[must_use]
    pub fn password(&self) -> &str {
        self.component(Component::Password)
    }

    /// The host, and the port if there is one: `pub.example:8080`.
    #[must_use]
    pub fn host(&self) -> &str {
        let host = self.span(Component::Host);
        let end = self.span(Component::Port).map(|port| port.end);
        host.map_or("", |host| &self.text[host.start..end.unwrap_or(host.end)])
    }

    /// The host alone.
    #[must_use]
    pub fn hostname(&self) -> &str {
        self.component(Component::Host)
    }

    /// The digits of the port; empty when there is none, or it is the scheme's default.
    #[must_use]
    pub fn port(&self) -> &str {
        self.component(Component::Port)
    }

    /// Returns the port as a number; `None` when there is none, or it is the scheme's default.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let url = Url::parse("https://pub.example:443/", None)?;
    /// assert_eq!((url.port_number(), url.port_or_default()), (None, Some(443)));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        self.reference().port()
    }

    /// Returns the port as a number, or the default port of a special scheme.
    #[must_use]
    pub fn port_or_default(&self) -> Option<u16> {
        self.port_number().or_else(|| default_port(self.scheme()))
    }

    /// The path.
    #[must_use]
    pub fn pathname(&self) -> &str {
        self.component(Component::Path)
    }

    /// `?` and the query; empty when the query is, or there is none.
    #[must_use]
    pub fn search(&self) -> &str {
        self.marked(Component::Query)
    }

    /// `#` and the fragment; empty when the fragment is, or there is none.
    #[must_use]
    pub fn hash(&self) -> &str {
        self.marked(Component::Fragment)
    }

    fn span(&self, component: Component) -> Option<Span> {
        self.parts.span(component)
    }

    fn component(&self, component: Component) -> &str {
        self.span(component).map_or("", |span| &self.text[span.range()])
    }

    /// A component that is not empty, with the mark before it.
    fn marked(&self, component: Component) -> &str {
        let span = self.span(component).filter(|span| !span.is_empty());
        span.map_or("", |span| &self.text[span.start - 1..span.end])
    }
}

impl FromStr for Url {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, None)
    }
}

impl TryFrom<String> for Url {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(&text, None)
    }
}

crate::text::text!(Url);

/// Masks the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({})", self.reference().redacted())
    }
}
