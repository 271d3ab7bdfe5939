//! A URL that has been parsed for retrieval.
//!
//! The text is parsed once, and every standard must read the same host in it. Nothing is parsed again: the request
//! line, the `Host` field, the address and the name in TLS come from these parts.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use napkin::percent::{self, Encoded, FRAGMENT, PATH, QUERY};
use napkin::{Component, Finding, Host, Reference, Span, Standard, Url, check, whatwg};
use napkin_audit::standard_host;

use crate::scheme_registry::default_port;
use crate::{Credentials, Error, Operation, rules};

/// A parsed URL with the host on which all standards agree, its port, and the user.
///
/// A target permits nothing.
#[derive(Clone)]
pub struct Target {
    /// Shared with errors and bodies that outlive the target.
    url: Arc<Url>,
    scheme: String,
    host: Option<String>,
    port: Option<u16>,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) operation: Operation,
    /// Whether all redirects up to here have stayed at the origin of the first URL.
    pub(crate) is_first_origin: bool,
}

impl Target {
    /// Parses a URL. Escapes invalid characters in the path, the query and the fragment, as browsers do, and returns a
    /// remark; in a host they are an error.
    pub(crate) fn read(text: &str, operation: Operation) -> Result<(Self, Option<Error>), Error> {
        if is_opaque(text) {
            let url = whatwg::Url::parse(text, None).map_err(|error| Error::invalid_url(text, &error))?;
            let url = Arc::new(Url::from(url));
            let scheme = url.scheme().to_owned();
            return Ok((
                Self { url, scheme, host: None, port: None, credentials: None, operation, is_first_origin: true },
                None,
            ));
        }
        let (written, remark) = escaped(text);
        let scheme = Reference::parse(&written, Standard::Rfc3986).ok().and_then(|reference| reference.scheme());
        let scheme = scheme.map(str::to_ascii_lowercase).unwrap_or_default();
        let host = host(&written, &scheme)?;
        let url = Url::parse(&*written, Standard::Rfc3986).map_err(|error| Error::invalid_url(text, &error))?;
        let port = url.reference().port().or_else(|| default_port(&scheme)).filter(|_| host.is_some());
        let credentials = credentials(&url)?;
        Ok((Self { url: Arc::new(url), scheme, host, port, credentials, operation, is_first_origin: true }, remark))
    }

    /// Returns the URL in shared form.
    pub(crate) fn shared_url(&self) -> Arc<Url> {
        Arc::clone(&self.url)
    }

    /// Returns the URL.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("http://8.8.8.8/menu")).await?;
    /// assert_eq!(permit.target().url().as_str(), "http://8.8.8.8/menu");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the URL as a reference with its parts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("http://8.8.8.8/menu?day=1")).await?;
    /// assert_eq!(permit.target().reference().path().as_str(), "/menu");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        self.url.reference()
    }

    /// Returns the scheme in lower case.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("HTTP://8.8.8.8/menu")).await?;
    /// assert_eq!(permit.target().scheme(), "http");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Returns the host in canonical form: lower case, IPv6 addresses in brackets. For a scheme whose URLs name no
    /// server, the host that the policy configures. `None` if the scheme uses no network.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("http://[2001:4860:4860:0::8888]/")).await?;
    /// assert_eq!(permit.target().host(), Some("[2001:4860:4860::8888]"));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Returns the port, or the scheme's default.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::get("https://8.8.8.8/")).await?;
    /// assert_eq!(permit.target().port(), Some(443));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Returns the host, and the port unless it is the scheme's default: the value of the field `Host`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web().allow_port(8080)).permit(&Request::get("http://8.8.8.8:8080/")).await?;
    /// assert_eq!(permit.target().authority(), "8.8.8.8:8080");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn authority(&self) -> String {
        let host = self.host.as_deref().unwrap_or_default();
        match self.port.filter(|&port| default_port(&self.scheme) != Some(port)) {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Returns the user and the password of the URL or the request, if they belong to this origin.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web().allow_credentials()).permit(&Request::get("http://sam@8.8.8.8/")).await?;
    /// assert_eq!(permit.target().credentials().map(|credentials| credentials.user()), Some("sam"));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn credentials(&self) -> Option<&Credentials> {
        self.credentials.as_ref()
    }

    /// Returns the requested operation.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Operation, Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let permit = Arc::new(Policy::public_web()).permit(&Request::head("http://8.8.8.8/")).await?;
    /// assert_eq!(permit.target().operation(), Operation::Head);
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Returns whether both have the same scheme, host and port.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let policy = Arc::new(Policy::public_web());
    /// let menu = policy.permit(&Request::get("http://8.8.8.8/menu")).await?;
    /// let same = policy.permit(&Request::get("http://8.8.8.8:80/beer")).await?;
    /// let other = policy.permit(&Request::get("https://8.8.8.8/menu")).await?;
    /// assert!(menu.target().same_origin(same.target()) && !menu.target().same_origin(other.target()));
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    pub fn same_origin(&self, other: &Self) -> bool {
        (&self.scheme, &self.host, self.port) == (&other.scheme, &other.host, other.port)
    }

    /// Sets the server that the policy configures.
    pub(crate) fn at_server(mut self, host: &str, port: u16) -> Self {
        (self.host, self.port) = (Some(host.to_owned()), Some(port));
        self
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({} {})", self.operation.name(), self.reference().redacted())
    }
}

/// Returns whether the text of the URL is its content (`data:`, `about:`). Such URLs are read as browsers do, and have
/// no host.
fn is_opaque(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    ["data:", "about:"]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns the host on which all standards agree; `None` if URLs of the scheme have none.
fn host(text: &str, scheme: &str) -> Result<Option<String>, Error> {
    let reference = Reference::parse(text, Standard::Rfc3986).ok();
    let is_bare = reference.is_some_and(|reference| reference.host_text().is_none_or(str::is_empty));
    let may_be_bare = !matches!(scheme, "http" | "https" | "ftp" | "ftps" | "ws" | "wss" | "gopher" | "nntp" | "tftp");
    if (is_bare && may_be_bare && !scheme.is_empty()) || scheme == "file" {
        return Ok(None);
    }
    let disagree = |span: Span, why: String| Error::new(rules::STANDARDS_DISAGREE, text, why).at(span);
    let safe = standard_host(text).map_err(|error| {
        let bare = || (!text.contains(':')).then(|| "expected a URL with its scheme, but found none".to_owned());
        disagree(error.span(), in_ascii(text).or_else(bare).unwrap_or_else(|| error.to_string()))
    })?;
    // The URL Standard would refuse some of these names, or read them in another way, if it knew the scheme.
    let as_http = standard_host(&format!("http://{safe}/"));
    if matches!(safe.host(), Host::Opaque(_)) && as_http.as_ref().map(|host| host.as_str()) != Ok(safe.as_str()) {
        let message = format!("expected one host, but found `{safe}`, which is another under `http:`");
        return Err(disagree(reference.and_then(|all| all.span(Component::Host)).unwrap_or_default(), message));
    }
    Ok(Some(safe.as_str().to_owned()))
}

/// Returns the advice to write a name in ASCII, the only form on which programs agree.
fn in_ascii(text: &str) -> Option<String> {
    let span = check(text, Standard::Rfc3986, &mut ()).span(Component::Host)?;
    let written = span.of(text);
    let url = whatwg::Url::parse(text, None).ok().filter(|_| !written.is_ascii())?;
    let is_name = written.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'));
    is_name.then(|| format!("expected a name in ASCII such as {}, but found {written}", url.hostname()))
}

fn credentials(url: &Url) -> Result<Option<Credentials>, Error> {
    let reference = url.reference();
    if reference.user().is_none() && reference.password().is_none() {
        return Ok(None);
    }
    let text = |part: Option<Encoded<'_>>| match part.map(|part| part.decode().map(Cow::into_owned)) {
        None => Ok(String::new()),
        Some(Ok(text)) if !text.contains(|c: char| c.is_control()) => Ok(text),
        Some(_) => {
            let message = "expected a user and a password that are text, but found escapes for octets that are none";
            Err(Error::new(rules::ESCAPED_CONTROL, url.as_str(), message))
        }
    };
    Ok(Some(Credentials::new(text(reference.user())?, text(reference.password())?)))
}

/// Escapes the characters that a path, a query or a fragment cannot contain, and returns a remark if there are any.
/// Leaves controls and `\`, which are errors, because programs disagree on their meaning.
fn escaped(text: &str) -> (Cow<'_, str>, Option<Error>) {
    let mut found: Option<Finding> = None;
    let parts = check(text, Standard::Rfc3986, &mut found);
    if found.is_none() {
        return (Cow::Borrowed(text), None);
    }
    let sets = [(Component::Path, PATH), (Component::Query, QUERY), (Component::Fragment, FRAGMENT)];
    let mut written = String::new();
    let mut done = 0;
    let mut first = None;
    for (component, set) in sets {
        let Some(span) = parts.span(component) else { continue };
        for (at, c) in span.of(text).char_indices().map(|(at, c)| (span.start + at, c)) {
            let is_escape =
                c == '%' && text.as_bytes()[at + 1..].iter().take(2).filter(|b| b.is_ascii_hexdigit()).count() == 2;
            if set.contains(c) || is_escape || c.is_control() || c == '\\' {
                continue;
            }
            written.push_str(&text[done..at]);
            written.push_str(percent::encode(c.encode_utf8(&mut [0; 4]), percent::UNRESERVED).as_str());
            done = at + c.len_utf8();
            first = first.or(Some((at, c)));
        }
    }
    let Some((at, c)) = first else { return (Cow::Borrowed(text), None) };
    written.push_str(&text[done..]);
    let message = format!("expected the characters of a URL, but found `{c}`, which is escaped");
    let remark = Error::new(rules::REQUEST_ESCAPED, text, message).at(Span::new(at, at + c.len_utf8()));
    (Cow::Owned(written), Some(remark))
}

/// Applies [`escaped`] to an unresolved reference.
pub(crate) fn without_odd_characters(reference: &str) -> Cow<'_, str> {
    escaped(reference).0
}
