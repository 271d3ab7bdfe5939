//! Rules for single hosts: accepted statuses, header fields and logins. Start with [`HostRules`].

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use napkin::{Reference, Standard};

/// A pattern of hosts: `pub.example`, `.pub.example` with all hosts below it, or `*`. A scheme before it and a port behind it are
/// possible: `http://pub.example:8080`.
///
/// ```
/// use napkin_check::HostPattern;
/// let pattern: HostPattern = ".pub.example".parse()?;
/// assert!(pattern.matches("http://beer.pub.example:8080/") && pattern.matches("https://pub.example/"));
/// assert!(!pattern.matches("https://pub.example.org/"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPattern {
    scheme: Option<String>,
    /// In lower case.
    host: String,
    /// Whether the hosts below it match, too.
    below: bool,
    port: Option<u16>,
}

impl HostPattern {
    /// Returns whether the host of a URL matches. Without a scheme or a port in the pattern, all of them match.
    ///
    /// ```
    /// use napkin_check::HostPattern;
    /// let pattern: HostPattern = "pub.example:8080".parse()?;
    /// assert!(pattern.matches("http://pub.example:8080/") && !pattern.matches("http://pub.example/"));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn matches(&self, url: &str) -> bool {
        self.fits(url, None)
    }

    /// Returns whether secrets for the pattern may be sent to a URL. Without a scheme in the pattern it must be `https`, and without
    /// a port the default port.
    ///
    /// ```
    /// use napkin_check::HostPattern;
    /// let pattern: HostPattern = "pub.example".parse()?;
    /// assert!(pattern.admits_secrets("https://pub.example/"));
    /// assert!(!pattern.admits_secrets("http://pub.example/") && !pattern.admits_secrets("https://pub.example:8443/"));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn admits_secrets(&self, url: &str) -> bool {
        self.fits(url, Some("https"))
    }

    fn fits(&self, url: &str, default_scheme: Option<&str>) -> bool {
        let Ok(reference) = Reference::parse(url, Standard::Rfc3986) else { return false };
        let scheme = url.split(':').next().unwrap_or_default();
        let expected = self.scheme.as_deref().or(default_scheme);
        let default_port = napkin::default_port(scheme);
        let port = match default_scheme {
            Some(_) => self.port.or(default_port),
            None => self.port,
        };
        let Some(host) = reference.host_text().map(str::to_ascii_lowercase) else { return false };
        let above = host.strip_suffix(&*self.host);
        let is_host = match above {
            _ if self.host.is_empty() => self.below,
            Some("") => true,
            Some(above) => self.below && above.ends_with('.'),
            None => false,
        };
        is_host
            && expected.is_none_or(|expected| expected.eq_ignore_ascii_case(scheme))
            && port.is_none_or(|port| reference.port().or(default_port) == Some(port))
    }
}

impl FromStr for HostPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected a host such as pub.example, .pub.example or *, found `{text}`");
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
            None => (None, text),
        };
        let below = rest.starts_with('.') || rest == "*";
        let host = if rest == "*" { "" } else { rest.strip_prefix('.').unwrap_or(rest) };
        if host.is_empty() {
            return if rest == "*" {
                Ok(Self { scheme, host: String::new(), below, port: None })
            } else {
                Err(expected())
            };
        }
        let url = format!("http://{host}/");
        let reference = Reference::parse(&url, Standard::Rfc3986).map_err(|_| expected())?;
        let found = reference.host_text().filter(|found| host.starts_with(found)).ok_or_else(expected)?;
        let port = match &host[found.len()..] {
            "" => None,
            port => Some(port.strip_prefix(':').and_then(|port| port.parse().ok()).ok_or_else(expected)?),
        };
        Ok(Self { scheme, host: found.to_ascii_lowercase(), below, port })
    }
}

/// What is different at some hosts. Header fields and logins are secrets: they are sent to matching URLs alone, and each redirect is
/// matched again. The debug form does not show them.
///
/// ```
/// use napkin_check::{HostRules, Options};
/// let rules = HostRules::default().accept("pub.example".parse()?, 403..=403).login("pub.example".parse()?, "sam", "secret");
/// assert!(!format!("{rules:?}").contains("secret"));
/// let options = Options::default().with_hosts(rules);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Default)]
pub struct HostRules {
    accepted: Vec<(HostPattern, RangeInclusive<u16>)>,
    fields: Vec<(HostPattern, String, String)>,
    logins: Vec<(HostPattern, String, String)>,
}

impl HostRules {
    /// Accepts these statuses as good answers of hosts.
    ///
    /// ```
    /// let rules = napkin_check::HostRules::default().accept("*".parse()?, 429..=429);
    /// assert!(rules.accepts("http://pub.example/", 429) && !rules.accepts("http://pub.example/", 404));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn accept(mut self, hosts: HostPattern, statuses: RangeInclusive<u16>) -> Self {
        self.accepted.push((hosts, statuses));
        self
    }

    /// Sends a header field to hosts.
    ///
    /// ```
    /// let rules = napkin_check::HostRules::default().field("pub.example".parse()?, "X-Token", "secret");
    /// assert_eq!(rules.fields_for("https://pub.example/").collect::<Vec<_>>(), [("X-Token", "secret")]);
    /// assert_eq!(rules.fields_for("http://pub.example/").count(), 0);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn field(mut self, hosts: HostPattern, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.fields.push((hosts, name.into(), value.into()));
        self
    }

    /// Sends a user and a password to hosts.
    ///
    /// ```
    /// let rules = napkin_check::HostRules::default().login("pub.example".parse()?, "sam", "secret");
    /// assert_eq!(rules.login_for("https://pub.example/"), Some(("sam", "secret")));
    /// assert_eq!(rules.login_for("https://other.example/"), None);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn login(mut self, hosts: HostPattern, user: impl Into<String>, password: impl Into<String>) -> Self {
        self.logins.push((hosts, user.into(), password.into()));
        self
    }

    /// Returns whether a status is a good answer of the host of a URL.
    ///
    /// ```
    /// assert!(!napkin_check::HostRules::default().accepts("http://pub.example/", 403));
    /// ```
    #[must_use]
    pub fn accepts(&self, url: &str, status: u16) -> bool {
        self.accepted.iter().any(|(hosts, statuses)| statuses.contains(&status) && hosts.matches(url))
    }

    /// Returns the header fields for a URL.
    ///
    /// ```
    /// assert_eq!(napkin_check::HostRules::default().fields_for("http://pub.example/").count(), 0);
    /// ```
    pub fn fields_for(&self, url: &str) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.iter().filter(move |(hosts, ..)| hosts.admits_secrets(url));
        fields.map(|(_, name, value)| (&**name, &**value))
    }

    /// Returns the user and the password for a URL.
    ///
    /// ```
    /// assert_eq!(napkin_check::HostRules::default().login_for("http://pub.example/"), None);
    /// ```
    #[must_use]
    pub fn login_for(&self, url: &str) -> Option<(&str, &str)> {
        let (_, user, password) = self.logins.iter().find(|(hosts, ..)| hosts.admits_secrets(url))?;
        Some((user, password))
    }

    /// Returns the accepted statuses in a form in which they can be compared.
    #[cfg(feature = "retrieve")]
    pub(crate) fn accepted(&self) -> String {
        format!("{:?}", self.accepted)
    }
}

impl fmt::Debug for HostRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts =
            |list: &[(HostPattern, String, String)]| list.iter().map(|(hosts, ..)| hosts.clone()).collect::<Vec<_>>();
        f.debug_struct("HostRules")
            .field("accepted", &self.accepted)
            .field("fields", &hosts(&self.fields))
            .field("logins", &hosts(&self.logins))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> HostPattern {
        text.parse().unwrap()
    }

    #[test]
    fn host_patterns_match_whole_labels() {
        for (text, url, is_matching) in [
            ("pub.example", "http://pub.example/", true),
            ("PUB.example", "http://Pub.Example:81/", true),
            ("pub.example", "http://beer.pub.example/", false),
            (".pub.example", "http://beer.pub.example/", true),
            (".pub.example", "http://otherpub.example/", false),
            ("*", "http://pub.example/", true),
            ("https://*", "http://pub.example/", false),
            ("[::1]:8080", "http://[::1]:8080/", true),
            ("pub.example", "http://pub.example@other.example/", false),
            ("pub.example", "http://other.example/pub.example", false),
        ] {
            assert_eq!(pattern(text).matches(url), is_matching, "{text} {url}");
        }
        for wrong in ["", ".", "pub.example/x", "pub.example:x", "sam@pub.example", "a b"] {
            assert!(wrong.parse::<HostPattern>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn secrets_need_the_scheme_and_the_port() {
        for (text, url, is_admitted) in [
            ("pub.example", "https://pub.example/", true),
            ("pub.example", "https://pub.example:443/", true),
            ("pub.example", "http://pub.example/", false),
            ("pub.example", "https://pub.example:8443/", false),
            ("http://pub.example", "http://pub.example/", true),
            ("http://pub.example", "https://pub.example/", false),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/x", true),
        ] {
            assert_eq!(pattern(text).admits_secrets(url), is_admitted, "{text} {url}");
        }
    }
}
