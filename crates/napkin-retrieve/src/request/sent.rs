//! What a request sends to an HTTP server: header fields of the caller, the program's name, and a body.
//!
//! The fields go only to the origin of the first URL, since they may be secrets, and so does the body.

use std::fmt;

use bytes::Bytes;
use http::{HeaderName, HeaderValue};

use super::{Operation, Request};
use crate::{Cookies, Error, rules};

/// Fields that frame the message, name the server that the policy has checked, or belong to an option of their own.
const OWN_FIELDS: [&str; 16] = [
    "accept-encoding", "connection", "content-length", "expect", "host", "if-modified-since", "if-none-match",
    "if-range", "keep-alive", "proxy-authorization", "proxy-connection", "range", "te", "trailer", "transfer-encoding",
    "upgrade",
];

/// The body of a request. Its debug form does not show it.
#[derive(Clone)]
pub(crate) struct SentBody(pub(crate) Bytes);

impl fmt::Debug for SentBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SentBody({} bytes)", self.0.len())
    }
}

impl Request {
    /// Adds a header field, for HTTP alone. It replaces the field of this name that the request would have, and is sent only
    /// to the origin of the first URL. The cache is not used.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let request = Request::get("https://pub.example/").with_field("Authorization", "Bearer secret")?;
    /// assert!(!format!("{request:?}").contains("secret"));
    /// assert!(Request::get("https://pub.example/").with_field("Host", "other.example").is_err());
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// ```
    ///
    /// # Errors
    /// `protocol-error`: it is no field, or one that the crate writes itself.
    pub fn with_field(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let wrong = |message: String| Error::new(rules::PROTOCOL_ERROR, "", message);
        let known = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| wrong(format!("expected the name of a header field, but found `{name}`")))?;
        if OWN_FIELDS.contains(&known.as_str()) {
            return Err(wrong(format!(
                "expected a field that may be set, but found {known}, which napkin writes itself"
            )));
        }
        let mut value = HeaderValue::from_str(value.trim_matches([' ', '\t']))
            .map_err(|_| wrong(format!("expected a value of the field {known}, but found a control character")))?;
        value.set_sensitive(true);
        self.fields.push((known, value));
        Ok(self)
    }

    /// Sets the field `User-Agent`. Default: `napkin/` and the version.
    ///
    /// ```
    /// use napkin_retrieve::Request;
    /// let request = Request::get("https://pub.example/").with_user_agent("menu-reader/1.0");
    /// ```
    #[must_use]
    pub fn with_user_agent(self, agent: impl Into<String>) -> Self {
        Self { user_agent: Some(agent.into()), ..self }
    }

    /// Sets the body and the operation that sends it, such as [`Operation::Post`]. The type of the body is
    /// `application/x-www-form-urlencoded` unless a [field](Self::with_field) names another one. The body is sent only to the
    /// origin of the first URL.
    ///
    /// ```
    /// use napkin_retrieve::{Operation, Request};
    /// let order = Request::get("https://pub.example/orders").sending(Operation::Post, "beer=1");
    /// assert_eq!(order.operation(), Operation::Post);
    /// ```
    #[must_use]
    pub fn sending(self, operation: Operation, body: impl Into<Bytes>) -> Self {
        Self { operation, body: Some(SentBody(body.into())), ..self }
    }

    /// Sends the cookies of a run to HTTP servers, and keeps those that they set. The cache is not used.
    ///
    /// ```
    /// use napkin_retrieve::{Cookies, Request};
    /// let cookies = Cookies::new(|domain| !domain.contains('.'));
    /// let request = Request::get("https://pub.example/").with_cookies(&cookies);
    /// ```
    #[must_use]
    pub fn with_cookies(self, cookies: &Cookies) -> Self {
        Self { cookies: Some(cookies.clone()), ..self }
    }

    /// Returns whether the request has fields or a body, which only HTTP carries.
    pub(crate) fn needs_http(&self) -> bool {
        !self.fields.is_empty() || self.body.is_some()
    }

    /// Changes the operation as a redirect of this status does: after 303, and for POST also after 301 and 302, the next
    /// request is a GET without a body (RFC 9110 section 15.4, and the Fetch Standard).
    pub(crate) fn is_get_after(&self, status: u16) -> bool {
        match self.operation {
            Operation::Get | Operation::Head => false,
            Operation::Post => matches!(status, 301..=303),
            _ => status == 303,
        }
    }
}
