//! Errors of retrieval.
//!
//! An error is a finding with the URL that it is about and details for which a finding has no field: an address, a port, a
//! status. Errors of libraries are not exposed, and no password is shown.

use std::fmt::{self, Write};
use std::io;
use std::time::Duration;

use napkin::{Finding, Rule, Span, Standard, mask_passwords, password_span};

use crate::rules;

/// The kind of outcome that an [`Error`] reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The URL is invalid.
    Invalid,
    /// The policy refuses the URL.
    Refused,
    /// The server, or this machine, reports that the object does not exist or is not accessible.
    NoObject,
    /// A limit was reached.
    Limit,
    /// The retrieval failed before anything was known about the object.
    Failed,
    /// A note about a retrieval; not an error.
    Remark,
}

impl ErrorKind {
    /// Returns the kind of a rule of retrieval; `None` for all other rules.
    fn of(rule: Rule) -> Option<Self> {
        KINDS.iter().find(|(_, rules)| rules.contains(&rule)).map(|&(kind, _)| kind)
    }
}

/// Each kind with its rules.
const KINDS: [(ErrorKind, &[Rule]); 5] = [
    (
        ErrorKind::Refused,
        &[
            rules::STANDARDS_DISAGREE,
            rules::SCHEME_NOT_PERMITTED,
            rules::SCHEME_NOT_RETRIEVABLE,
            rules::CREDENTIALS_NOT_PERMITTED,
            rules::PORT_RESERVED,
            rules::PORT_NOT_PERMITTED,
            rules::HOST_NOT_PERMITTED,
            rules::URL_NOT_PERMITTED,
            rules::ADDRESS_SPECIAL,
            rules::ESCAPED_CONTROL,
            rules::FILE_NOT_PERMITTED,
            rules::CONSENT_MISSING,
            rules::REDIRECT_DOWNGRADE,
            rules::REDIRECT_SCHEME,
            rules::REDIRECT_OPERATION,
            rules::MEDIA_TYPE_NOT_PERMITTED,
        ],
    ),
    (ErrorKind::NoObject, &[rules::STATUS_NOT_SUCCESS, rules::OBJECT_UNREADABLE]),
    (
        ErrorKind::Limit,
        &[
            rules::TOO_MANY_REDIRECTS,
            rules::BODY_TOO_LARGE,
            rules::DECODED_TOO_LARGE,
            rules::FIELDS_TOO_LARGE,
            rules::TOO_MANY_RANGES,
            rules::CONNECT_TIMEOUT,
            rules::FIRST_BYTE_TIMEOUT,
            rules::READ_TIMEOUT,
            rules::TOTAL_TIMEOUT,
        ],
    ),
    (
        ErrorKind::Failed,
        &[
            rules::HOST_NOT_FOUND,
            rules::ADDRESS_MISMATCH,
            rules::OPERATION_NOT_OFFERED,
            rules::CONNECTION_FAILED,
            rules::TLS_FAILED,
            rules::PROTOCOL_ERROR,
            rules::BODY_INCOMPLETE,
            rules::CONTENT_CODING,
            rules::RANGE_MISMATCH,
            rules::STORAGE_FAILED,
            rules::FILE_EXISTS,
        ],
    ),
    (ErrorKind::Remark, &[rules::REQUEST_ESCAPED, rules::BODY_UNFRAMED]),
];

/// The reason why an object was not retrieved, or a remark about a retrieval: a rule, the URL, and what was expected and found.
///
/// Prints the URL, the place in it, and the message. [`message`](Self::message) is the message only: *expected X, but found Y*.
/// Neither shows a password.
///
/// ```
/// use napkin_retrieve::{Client, Policy, Request};
/// let failure = Client::new(Policy::public_web()).retrieve_blocking(&Request::get("http://127.0.0.1/")).unwrap_err();
/// let error = failure.error();
/// assert_eq!(error.rule().code(), "address-special");
/// assert_eq!(error.message(), "expected an address of the public internet, but found 127.0.0.1 (loopback)");
/// assert_eq!(error.to_string(), format!("http://127.0.0.1/ (bytes 7 to 16): {}", error.message()));
/// assert!(error.is_refusal());
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    finding: Finding,
    url: String,
    message: String,
    /// The length of an object that lacks the requested range.
    length: Option<u64>,
    /// The status of the answer, if it is the reason.
    status: Option<u16>,
    retry_after: Option<Duration>,
    others: Vec<Error>,
}

impl Error {
    /// Creates an error about a URL. The message says what was *expected* and what was *found*: `expected X, but found Y`. It
    /// must contain no password; the password of the URL is masked here. The finding covers the whole URL;
    /// [`at`](Self::at) narrows it.
    ///
    /// ```
    /// use napkin_retrieve::rules;
    /// use napkin_retrieve::Error;
    /// let error = Error::new(rules::OBJECT_UNREADABLE, "gopher://sam:secret@h/0x", "expected an item, but found an error");
    /// assert_eq!(error.url(), "gopher://sam:******@h/0x");
    /// ```
    #[must_use]
    pub fn new(rule: Rule, url: &str, message: impl Into<String>) -> Self {
        let finding = Finding::new(rule, Standard::Rfc3986, Span::new(0, url.len()), "", None);
        Self::of(finding, url, message.into())
    }

    /// Creates the error for a text that is not a URL by its standard.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_retrieve::Error;
    /// let invalid = Reference::parse("http://[::1/", Standard::Rfc3986).unwrap_err();
    /// assert_eq!(Error::invalid_url("http://[::1/", &invalid).url(), "http://[::1/");
    /// ```
    #[must_use]
    pub fn invalid_url(url: &str, error: &napkin::Error) -> Self {
        let finding = error.finding().redacted(password_span(url));
        let message = finding.to_string();
        Self::of(finding, url, message)
    }

    fn of(finding: Finding, url: &str, message: String) -> Self {
        let url = mask_passwords(url).into_owned();
        let (length, status, retry_after) = (None, None, None);
        Self(Box::new(Inner { finding, url, message, length, status, retry_after, others: Vec::new() }))
    }

    /// Creates the error for a requested range, from `first`, that lies outside of an object of `length` bytes:
    /// `range-mismatch`.
    ///
    /// ```
    /// use napkin_retrieve::Error;
    /// let error = Error::out_of_range("file:///menu", 10, 4);
    /// assert_eq!(error.message(), "expected a range within 4 bytes, but found one from 10");
    /// assert_eq!(error.object_length(), Some(4));
    /// ```
    #[must_use]
    pub fn out_of_range(url: &str, first: u64, length: u64) -> Self {
        let message = format!("expected a range within {length} bytes, but found one from {first}");
        let mut error = Self::new(rules::RANGE_MISMATCH, url, message);
        error.0.length = Some(length);
        error
    }

    /// Creates the error that the object could not be written to `name`, a file or a stream: `storage-failed`.
    ///
    /// ```
    /// use napkin_retrieve::Error;
    /// let error = Error::storage_failed("data:,beer", "menu", &std::io::ErrorKind::StorageFull.into());
    /// assert_eq!(error.message(), "expected to write to menu, but found no storage space");
    /// ```
    #[must_use]
    pub fn storage_failed(url: &str, name: &str, error: &io::Error) -> Self {
        Self::new(rules::STORAGE_FAILED, url, format!("expected to write to {name}, but found {}", reason(error)))
    }

    /// Sets the bytes of the URL that the error is about.
    ///
    /// ```
    /// use napkin::Span;
    /// use napkin_retrieve::{Error, rules};
    /// let error = Error::new(rules::PORT_NOT_PERMITTED, "http://h:81/", "expected port 80, but found 81").at(Span::new(9, 11));
    /// assert_eq!(error.finding().span.of(error.url()), "81");
    /// ```
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.0.finding.span = span;
        self
    }

    /// Returns the rule.
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// assert_eq!(Error::new(rules::TLS_FAILED, "https://h/", "").rule().code(), "tls-failed");
    /// ```
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.0.finding.rule
    }

    /// Returns the finding: the rule, and the bytes of [`url`](Self::url) that it is about.
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// let error = Error::new(rules::TLS_FAILED, "https://h/", "");
    /// assert_eq!(error.finding().span.of(error.url()), "https://h/");
    /// ```
    #[must_use]
    pub fn finding(&self) -> &Finding {
        &self.0.finding
    }

    /// Returns the URL that was being retrieved, which may be the target of a redirect. Passwords are masked byte by byte, so
    /// that spans stay valid.
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// assert_eq!(Error::new(rules::TLS_FAILED, "https://sam:secret@h/", "").url(), "https://sam:******@h/");
    /// ```
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// Returns the message without the URL: *expected X, but found Y*, lower case, without a full stop.
    ///
    /// ```
    /// use napkin_retrieve::Error;
    /// assert_eq!(Error::out_of_range("data:,x", 2, 1).message(), "expected a range within 1 bytes, but found one from 2");
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the length of the object in bytes, if a range outside of it was requested and the length is known.
    ///
    /// ```
    /// use napkin_retrieve::Error;
    /// assert_eq!(Error::out_of_range("data:,x", 2, 1).object_length(), Some(1));
    /// ```
    #[must_use]
    pub fn object_length(&self) -> Option<u64> {
        self.0.length
    }

    /// Returns whether the same request may succeed later: after a timeout, a lost connection, or an answer of status 408, 429,
    /// 500, 502, 503 or 504.
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// assert!(Error::new(rules::CONNECTION_FAILED, "http://h/", "").is_transient());
    /// assert!(!Error::new(rules::HOST_NOT_PERMITTED, "http://h/", "").is_transient());
    /// ```
    #[must_use]
    pub fn is_transient(&self) -> bool {
        const RULES: [Rule; 5] = [
            rules::CONNECT_TIMEOUT,
            rules::FIRST_BYTE_TIMEOUT,
            rules::READ_TIMEOUT,
            rules::CONNECTION_FAILED,
            rules::BODY_INCOMPLETE,
        ];
        RULES.contains(&self.rule()) || matches!(self.0.status, Some(408 | 429 | 500 | 502..=504))
    }

    /// Returns how long the server asks to wait before the next request (RFC 9110 section 10.2.3).
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// assert_eq!(Error::new(rules::STATUS_NOT_SUCCESS, "http://h/", "").retry_after(), None);
    /// ```
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Sets the status of the answer, and how long the server asks to wait.
    pub(crate) fn after(mut self, status: u16, retry_after: Option<Duration>) -> Self {
        (self.0.status, self.0.retry_after) = (Some(status), retry_after);
        self
    }

    /// Returns the kind of outcome.
    ///
    /// ```
    /// use napkin_retrieve::rules;
    /// use napkin_retrieve::{Error, ErrorKind};
    /// let error = Error::new(rules::HOST_NOT_FOUND, "http://pub.invalid/", "expected an address, but found none");
    /// assert_eq!(error.kind(), ErrorKind::Failed);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::of(self.rule()).unwrap_or(ErrorKind::Invalid)
    }

    /// Returns whether the policy refused, so that nothing was sent for this hop.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let error = Policy::public_web().precheck(&Request::get("ftp://pub.example/")).unwrap_err();
    /// assert!(error.is_refusal());
    /// ```
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.kind() == ErrorKind::Refused
    }

    /// Returns whether a limit was reached.
    ///
    /// ```
    /// use napkin_retrieve::{Error, rules};
    /// assert!(Error::new(rules::TOTAL_TIMEOUT, "http://h/", "").is_limit());
    /// ```
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.kind() == ErrorKind::Limit
    }

    /// Returns the policy's other objections to the same URL that are known without a network request.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let error = Policy::public_web().precheck(&Request::get("http://sam@pub.example:8080/")).unwrap_err();
    /// assert_eq!(error.rule().code(), "credentials-not-permitted");
    /// assert_eq!(error.others()[0].rule().code(), "port-not-permitted");
    /// ```
    #[must_use]
    pub fn others(&self) -> &[Self] {
        &self.0.others
    }

    /// Sets the URL of an error that has none.
    pub(crate) fn of_url(self, url: &str) -> Self {
        if self.0.url.is_empty() { Self::new(self.rule(), url, self.0.message) } else { self }
    }

    pub(crate) fn with_others(mut self, others: Vec<Self>) -> Self {
        self.0.others = others;
        self
    }
}

/// Limits the characters of a URL in a message: `data:` URLs have any length.
const LONGEST_URL: usize = 200;

/// Writes the URL, the place unless it is the whole URL, and the message.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (url, span) = (self.url(), self.finding().span);
        for c in url.chars().take(LONGEST_URL) {
            if c.is_control() { write!(f, "{}", c.escape_default())? } else { f.write_char(c)? }
        }
        if url.chars().nth(LONGEST_URL).is_some() {
            f.write_str("...")?;
        }
        if span.start > 0 || (span.end < url.len() && span.end > 0) {
            write!(f, " (bytes {} to {})", span.start, span.end)?;
        }
        if !url.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({} of {}: {})", self.rule().code(), self.url(), self.message())
    }
}

impl std::error::Error for Error {}

/// Returns the text of a system error, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_kind_is_defined_for_every_rule_of_retrieval() {
        let shared = [rules::PORT_RESERVED, rules::ESCAPED_CONTROL];
        for rule in rules::all() {
            let is_of_retrieval = rules::RETRIEVAL_RULES.contains(&rule) || shared.contains(&rule);
            assert_eq!(ErrorKind::of(rule).is_some(), is_of_retrieval, "{}", rule.code());
        }
    }

    #[test]
    fn error_kind_tells_failures_from_refusals() {
        // (codes, kind)
        let cases = [
            (ErrorKind::Invalid, &["IPv4-empty-part"][..]),
            (
                ErrorKind::Refused,
                &["standards-disagree", "address-special", "media-type-not-permitted", "redirect-scheme"],
            ),
            (ErrorKind::NoObject, &["status-not-success", "object-unreadable"]),
            (ErrorKind::Limit, &["too-many-redirects", "body-too-large", "total-timeout"]),
            (ErrorKind::Failed, &["host-not-found", "address-mismatch", "tls-failed", "storage-failed"]),
            (ErrorKind::Remark, &["request-escaped", "body-unframed"]),
        ];
        for (kind, codes) in cases {
            for code in codes {
                let rule = rules::find(code).expect("a rule");
                assert_eq!(Error::new(rule, "http://h/", "").kind(), kind, "{code}");
            }
        }
    }
}
