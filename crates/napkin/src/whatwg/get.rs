//! The getters of the standard's API (section 6.1), and the common traits of Rust.

use core::fmt;

use super::Url;
use crate::syntax::whatwg::default_port;
use crate::{Component, Error, Reference, Span};

impl Url {
    /// Returns the URL in serialised form (section 4.5).
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("HTTP://Pub.example", None)?;
    /// assert_eq!(url.href(), "http://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn href(&self) -> &str {
        &self.text
    }

    /// Returns the text, like [`href`](Self::href).
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("HTTP://Pub.example", None)?;
    /// assert_eq!(url.as_str(), "http://pub.example/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the scheme without its `:`.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("HTTP://h/", None)?;
    /// assert_eq!(url.scheme(), "http");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.component(Component::Scheme)
    }

    /// Returns the scheme with its `:`.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("HTTP://h/", None)?;
    /// assert_eq!(url.protocol(), "http:");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn protocol(&self) -> &str {
        &self.text[..self.scheme().len() + 1]
    }

    /// Returns the user name, encoded; empty if there is none.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://sam @h/", None)?;
    /// assert_eq!(url.username(), "sam%20");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn username(&self) -> &str {
        self.component(Component::User)
    }

    /// Returns the password, encoded; empty if there is none.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://sam:pw@h/", None)?;
    /// assert_eq!(url.password(), "pw");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn password(&self) -> &str {
        self.component(Component::Password)
    }

    /// Returns the host, and the port if there is one. [`hostname`](Self::hostname) returns the host alone, and
    /// [`host_value`](Self::host_value) returns the host as a name or an address.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://h:8080/", None)?;
    /// assert_eq!(url.host(), "h:8080");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> &str {
        let host = self.span(Component::Host);
        let end = self.span(Component::Port).map(|port| port.end);
        host.map_or("", |host| &self.text[host.start..end.unwrap_or(host.end)])
    }

    /// Returns the host without the port.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://127.1:8080/", None)?;
    /// assert_eq!(url.hostname(), "127.0.0.1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn hostname(&self) -> &str {
        self.component(Component::Host)
    }

    /// Returns the digits of the port; empty if there is none or it is the scheme's default. [`port_number`](Self::port_number)
    /// and [`port_or_default`](Self::port_or_default) return numbers.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://h:8080/", None)?;
    /// assert_eq!(url.port(), "8080");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> &str {
        self.component(Component::Port)
    }

    /// Returns the port as a number; `None` if there is none or it is the scheme's default.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("https://pub.example:443/", None)?;
    /// assert_eq!((url.port_number(), url.port_or_default()), (None, Some(443)));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        self.reference().port()
    }

    /// Returns the port as a number, or the default port of a special scheme.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("wss://pub.example/", None)?;
    /// assert_eq!(url.port_or_default(), Some(443));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn port_or_default(&self) -> Option<u16> {
        self.port_number().or_else(|| default_port(self.scheme()))
    }

    /// Returns the path.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://h/a/../b c?x", None)?;
    /// assert_eq!(url.pathname(), "/b%20c");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn pathname(&self) -> &str {
        self.component(Component::Path)
    }

    /// Returns `?` and the query; empty if the query is empty or undefined.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://h/?day=1#x", None)?;
    /// assert_eq!(url.search(), "?day=1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn search(&self) -> &str {
        self.marked(Component::Query)
    }

    /// Returns `#` and the fragment; empty if the fragment is empty or undefined.
    ///
    /// ```
    /// let url = napkin::whatwg::Url::parse("http://h/?day=1#x", None)?;
    /// assert_eq!(url.hash(), "#x");
    /// # Ok::<(), napkin::Error>(())
    /// ```
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

    /// Returns a component with the delimiter before it; empty if the component is empty or undefined.
    fn marked(&self, component: Component) -> &str {
        let span = self.span(component).filter(|span| !span.is_empty());
        span.map_or("", |span| &self.text[span.start - 1..span.end])
    }
}

/// Parses the text of the reference as browsers do.
impl TryFrom<Reference<'_>> for Url {
    type Error = Error;

    fn try_from(reference: Reference<'_>) -> Result<Self, Error> {
        Self::parse(reference.as_str(), None)
    }
}

crate::text::text!(Url, text => Self::parse(<_ as AsRef<str>>::as_ref(&text), None));

/// Masks the password.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({})", self.reference().redacted())
    }
}
