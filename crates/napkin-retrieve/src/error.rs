//! Why something was not retrieved.
//!
//! Decides: what an error says. It is a finding like any other, with the URL that it is about and the particulars that a
//! finding has no room for: the address, the port, the status. No error of a library leaks, and no password is shown.

use std::fmt;
use std::io;

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

/// Each kind, and the rules whose errors are of it.
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
            rules::ADDRESS_SPECIAL,
            rules::ESCAPED_CONTROL,
            rules::FILE_NOT_PERMITTED,
            rules::CONSENT_MISSING,
            rules::REDIRECT_DOWNGRADE,
            rules::REDIRECT_SCHEME,
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

/// A reason why something was not retrieved, or a remark on how it was: a rule, the URL, and what was expected and found.
///
/// Prints as a message: *expected X, but found Y*, lower case, without a full stop and without the URL. Neither the
/// message nor the URL shows a password.
///
/// ```
/// use std::sync::Arc;
/// use napkin_retrieve::{Client, Policy, Request};
/// let failure = Client::new(Policy::public_web()).fetch(Request::get("http://127.0.0.1/")).unwrap_err();
/// let error = failure.error();
/// assert_eq!(error.rule().code(), "address-special");
/// assert_eq!(error.to_string(), "expected an address of the public internet, but found 127.0.0.1 (loopback)");
/// assert!(error.is_refusal());
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    finding: Finding,
    url: String,
    message: String,
    /// Of an object that has no such range.
    length: Option<u64>,
    others: Vec<Error>,
}

impl Error {
    /// An error about a URL, whose message says what was *expected* and what was *found*: `expected X, but found Y`. What
    /// stands in the message must be free of passwords; of the URL the password is masked here. The finding covers all of
    /// the URL; [`at`](Self::at) narrows it.
    ///
    /// Retrievers report everything that goes wrong by this.
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
        Self(Box::new(Inner {
            finding,
            url: mask_passwords(url).into_owned(),
            message: message.into(),
            length: None,
            others: Vec::new(),
        }))
    }

    /// The error that a text was not a URL by its standard.
    #[must_use]
    pub fn unread(url: &str, error: &napkin::Error) -> Self {
        let finding = error.finding().redacted(password_span(url));
        let message = finding.to_string();
        Self(Box::new(Inner {
            finding,
            url: mask_passwords(url).into_owned(),
            message,
            length: None,
            others: Vec::new(),
        }))
    }

    /// That a range which is wanted, from `first` on, is outside of an object of `length` bytes: `range-mismatch`.
    ///
    /// ```
    /// use napkin_retrieve::Error;
    /// let error = Error::out_of_range("file:///menu", 10, 4);
    /// assert_eq!(error.to_string(), "expected a range within 4 bytes, but found one from 10");
    /// assert_eq!(error.object_length(), Some(4));
    /// ```
    #[must_use]
    pub fn out_of_range(url: &str, first: u64, length: u64) -> Self {
        let message = format!("expected a range within {length} bytes, but found one from {first}");
        let mut error = Self::new(rules::RANGE_MISMATCH, url, message);
        error.0.length = Some(length);
        error
    }

    /// The same at these bytes of the URL.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.0.finding.span = span;
        self
    }

    /// The rule that was broken, or that something is worth knowing by.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.0.finding.rule
    }

    /// The finding: the rule, and the bytes of [`url`](Self::url) that it is about.
    #[must_use]
    pub fn finding(&self) -> &Finding {
        &self.0.finding
    }

    /// The URL that was to be retrieved when this was found, which may be one that the first redirected to. Passwords are
    /// masked, byte by byte, so that spans hold.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// Bytes of the object, where a range outside of it was wanted and its length is known.
    #[must_use]
    pub fn object_length(&self) -> Option<u64> {
        self.0.length
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

    /// Whether the policy refused, so that nothing was sent by this hop.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.kind() == ErrorKind::Refused
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.kind() == ErrorKind::Limit
    }

    /// Returns the policy's other objections to the same URL, as far as they are known without a network request.
    #[must_use]
    pub fn others(&self) -> &[Self] {
        &self.0.others
    }

    pub(crate) fn with_others(mut self, others: Vec<Self>) -> Self {
        self.0.others = others;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({} of {}: {})", self.rule().code(), self.url(), self)
    }
}

impl std::error::Error for Error {}

/// The reason of an error of the system, without its number.
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
