//! A URL that has been read for retrieval.
//!
//! Decides: which text is read, once, and that every standard reads the same host in it. From here on nothing is parsed
//! again: the request line, the `Host` field, the address and the name in TLS come from these parts.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use napkin::percent::{self, Encoded, FRAGMENT, PATH, QUERY};
use napkin::{Component, Finding, Host, Reference, Span, Standard, Url, check, default_port, whatwg};
use napkin_audit::standard_host;

use crate::{Credentials, Error, Operation, rules};

/// What is to be retrieved: a URL with the host on which all standards agree, its port, and the user.
///
/// Knowing it permits nothing.
#[derive(Clone)]
pub struct Target {
    /// Shared by everything that may have to say which URL it is about.
    url: Arc<Url>,
    scheme: String,
    host: Option<String>,
    port: Option<u16>,
    pub(crate) credentials: Option<Credentials>,
    pub(crate) operation: Operation,
}

impl Target {
    /// Reads a URL. Characters that no URL has are escaped in a path, a query and a fragment, as browsers do, with a remark;
    /// in a host they are an error.
    pub(crate) fn read(text: &str, operation: Operation) -> Result<(Self, Option<Error>), Error> {
        if is_opaque(text) {
            let url = whatwg::Url::parse(text, None).map_err(|error| Error::unread(text, &error))?;
            let url = Arc::new(Url::from(url));
            let scheme = url.scheme().to_owned();
            return Ok((Self { url, scheme, host: None, port: None, credentials: None, operation }, None));
        }
        let (written, remark) = escaped(text);
        let scheme = Reference::parse(&written, Standard::Rfc3986).ok().and_then(|reference| reference.scheme());
        let scheme = scheme.map(str::to_ascii_lowercase).unwrap_or_default();
        let host = host(&written, &scheme)?;
        let url = Url::parse(&*written, Standard::Rfc3986).map_err(|error| Error::unread(text, &error))?;
        let port = url.reference().port().or_else(|| default_port(&scheme)).filter(|_| host.is_some());
        let credentials = credentials(&url)?;
        Ok((Self { url: Arc::new(url), scheme, host, port, credentials, operation }, remark))
    }

    /// The URL, for what lives longer than the target.
    pub(crate) fn shared_url(&self) -> Arc<Url> {
        Arc::clone(&self.url)
    }

    /// The URL.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The URL with its parts.
    #[must_use]
    pub fn reference(&self) -> Reference<'_> {
        self.url.reference()
    }

    /// The scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host in its one form, in lower case, an IPv6 address in brackets; or that of the server that the policy has
    /// configured for a scheme whose URLs name none. `None` for what is not on a network.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// The port, the scheme's own where the URL names none.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The host with the port, if that is not the scheme's own: what stands in the field `Host`.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = self.host.as_deref().unwrap_or_default();
        match self.port.filter(|&port| default_port(&self.scheme) != Some(port)) {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// The user and the password, of the URL or of the request, if they are for this origin.
    #[must_use]
    pub fn credentials(&self) -> Option<&Credentials> {
        self.credentials.as_ref()
    }

    /// What is asked for.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Whether both have the same scheme, host and port.
    #[must_use]
    pub fn same_origin(&self, other: &Self) -> bool {
        (&self.scheme, &self.host, self.port) == (&other.scheme, &other.host, other.port)
    }

    /// The same at the server that the policy has configured.
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

/// Whether the URL is one whose text is its content, which is read as browsers read it: nothing in it leads anywhere.
fn is_opaque(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    ["data:", "about:"]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// The host on which all standards agree; none where the scheme's URLs have none.
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
    // A name that the URL Standard would read as an address if the scheme were a special one: resolvers do so as well.
    let as_http = standard_host(&format!("http://{safe}/"));
    if matches!(safe.host(), Host::Opaque(_)) && as_http.as_ref().map(|host| host.as_str()) != Ok(safe.as_str()) {
        let message = format!("expected one host, but found `{safe}`, which some read as an address");
        return Err(disagree(reference.and_then(|all| all.span(Component::Host)).unwrap_or_default(), message));
    }
    Ok(Some(safe.as_str().to_owned()))
}

/// What is to be written for a name that is not all ASCII, by which alone programs agree.
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

/// The text with the characters escaped that no path, query or fragment has, and a remark if there were any. Controls and
/// `\` are left, so that they are errors: readers do not agree on what they mean.
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

/// [`escaped`] for a reference that is yet to be resolved.
pub(crate) fn without_odd_characters(reference: &str) -> Cow<'_, str> {
    escaped(reference).0
}
