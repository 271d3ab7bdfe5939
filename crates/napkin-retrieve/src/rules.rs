//! The rules of retrieval: refusals of a policy, limits, and failures.

use napkin::Rule;
use napkin::Severity::{Error, Remark};
use napkin::Standard::Rfc3986;
pub use napkin_audit::rules::*;
pub use napkin_scheme::rules::*;

const SEC: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7", "RFC 3987 section 8", "URL Standard section 2"];
const USER: &[&str] = &[
    "draft-fielding-url-syntax-05 section 4.3",
    "RFC 3986 section 7.5",
    "RFC 3987 section 8",
    "URL Standard section 4.3",
];
const PORTS: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "", "Fetch Standard, port blocking"];
const ADDRESSES: &[&str] = &[
    "draft-fielding-url-syntax-05 section 7", "RFC 6890, and the registries of IANA", "",
    "RFC 6890, and the registries of IANA",
];
const OPERATIONS: &[&str] = &["", "RFC 2718 section 2.2.6", "", "Fetch Standard, scheme fetch"];
const FILES: &[&str] = &["", "RFC 8089 section 2", "", "URL Standard section 4.1"];
const CONSENT: &[&str] = &["", "RFC 2046 section 5.2.3.6", "", ""];
const REDIRECTS: &[&str] = &["", "RFC 9110 section 15.4", "", "Fetch Standard, HTTP-redirect fetch"];
const TYPES: &[&str] =
    &["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "Fetch Standard, MIME type blocking"];
/// The caller sets the limits; no standard has them.
const LIMITS: &[&str] = &[];
/// A failure of the network or of the system, about which no standard says more than the message.
const FAILURE: &[&str] = &[];
const PROTOCOL: &[&str] = &["", "RFC 9112 section 8", "", "Fetch Standard, HTTP-network fetch"];
const CODING: &[&str] = &["", "RFC 9110 section 8.4", "", "Fetch Standard, bodies"];
const RANGES: &[&str] = &["", "RFC 9110 section 14", "", "Fetch Standard, HTTP-network fetch"];
const ESCAPES: &[&str] = &[
    "draft-fielding-url-syntax-05 section 2.4",
    "RFC 3986 section 2.1",
    "RFC 3987 section 3.1",
    "URL Standard section 1.3",
];

napkin::rules! {
    /// The examples are those of a policy of the public web that also names
    /// `gopher` and `file`.
    pub RETRIEVAL_RULES of "retrieval";

    STANDARDS_DISAGREE = Record {
        code: "standards-disagree",
        severity: Error,
        sentence: "the standards do not read the same host in this URL",
        why: "The code that checks a URL and the code that connects may read it by different standards. Attackers use \
              that gap to bypass allow lists. A URL is retrieved only if RFC 3986, RFC 3987 and the URL Standard see \
              the same host, and the 1997 draft sees it in the same place.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://pub.example\\@evil.example/")),
        ..Record::EMPTY
    };

    SCHEME_NOT_PERMITTED = Record {
        code: "scheme-not-permitted",
        severity: Error,
        sentence: "the policy does not name this scheme",
        why: "A scheme is an action on the user's behalf, such as reading a disk or speaking to a mail server. Only \
              the intended schemes are admitted for others.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu")),
        ..Record::EMPTY
    };

    SCHEME_NOT_RETRIEVABLE = Record {
        code: "scheme-not-retrievable",
        severity: Error,
        sentence: "nothing can be retrieved by this scheme here",
        why: "Some schemes identify no data (`mailto`, `telnet`), some identify data that only the program that made \
              it can see (`blob`), and some have no built-in retriever; then the message says what to add.",
        see: OPERATIONS,
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example")),
        ..Record::EMPTY
    };

    CREDENTIALS_NOT_PERMITTED = Record {
        code: "credentials-not-permitted",
        severity: Error,
        sentence: "the URL carries a user or a password, which the policy does not admit",
        why: "Passwords in URLs end up in logs and histories, and a user before the host makes a host look like \
              another one. RFC 3986 deprecates them.",
        see: USER,
        example: Some(Example::new(Rfc3986, "http://sam:secret@pub.example/")),
        ..Record::EMPTY
    };

    PORT_NOT_PERMITTED = Record {
        code: "port-not-permitted",
        severity: Error,
        sentence: "the port is not the scheme's own, and the policy does not name it",
        why: "Section 7 of the draft asks for caution with URLs that name a port other than the default: the port may \
              belong to a service that was never meant to be reached by this protocol.",
        see: PORTS,
        example: Some(Example::new(Rfc3986, "http://pub.example:8080/")),
        ..Record::EMPTY
    };

    HOST_NOT_PERMITTED = Record {
        code: "host-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this host",
        why: "Some names mean the machine itself (`localhost`), its network (`.internal`, `.local`), or the service \
              that serves a cloud machine's credentials, whatever their addresses are.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://localhost/")),
        ..Record::EMPTY
    };

    URL_NOT_PERMITTED = Record {
        code: "url-not-permitted",
        severity: Error,
        sentence: "the patterns of the policy do not admit this URL",
        why: "The policy admits only URLs that match a URL pattern, or refuses those that match one, at each hop.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "https://pub.example/till")),
        ..Record::EMPTY
    };

    ADDRESS_SPECIAL = Record {
        code: "address-special",
        severity: Error,
        sentence: "the address is not one of the public internet",
        why: "Requests to loopback, private and other special-purpose addresses reach services behind the firewall \
              with the rights of the machine that sends them. All addresses of a name are checked after it has been \
              resolved, and so is an IPv4 address inside an IPv6 address.",
        see: ADDRESSES,
        example: Some(Example::new(Rfc3986, "http://127.0.0.1/")),
        ..Record::EMPTY
    };

    HOST_NOT_FOUND = Record {
        code: "host-not-found",
        severity: Error,
        sentence: "the name has no address",
        why: "The resolver knows no address for this name, or did not answer.",
        see: FAILURE,
        example: Some(Example::new(Rfc3986, "http://gone.invalid/")),
        ..Record::EMPTY
    };

    FILE_NOT_PERMITTED = Record {
        code: "file-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this file",
        why: "A `file` URL with a host is on another machine, an escaped slash is not part of a file name, and files \
              outside of the named folders, also behind a link, are not admitted.",
        see: FILES,
        example: Some(Example::new(Rfc3986, "file://server.example/menu")),
        ..Record::EMPTY
    };

    CONSENT_MISSING = Record {
        code: "consent-missing",
        severity: Error,
        sentence: "the user has not agreed to this retrieval",
        why: "A document that causes a retrieval acts with its reader's rights, and tells its sender that it is being \
              read. RFC 2046 requires the user's consent.",
        see: CONSENT,
        ..Record::EMPTY
    };

    REDIRECT_DOWNGRADE = Record {
        code: "redirect-downgrade",
        severity: Error,
        sentence: "a redirect leads from a protected connection to an open one",
        why: "The answer to a request over TLS would come over a connection that others can read and change.",
        see: REDIRECTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu").against("https://pub.example/")),
        ..Record::EMPTY
    };

    REDIRECT_SCHEME = Record {
        code: "redirect-scheme",
        severity: Error,
        sentence: "a redirect leads to a scheme to which servers do not lead",
        why: "A server that could redirect to `file` would read its visitor's disk. Redirects from `http` and `https` \
              lead only to these two, unless the policy names more.",
        see: REDIRECTS,
        example: Some(Example::new(Rfc3986, "file:///etc/passwd").against("http://pub.example/")),
        ..Record::EMPTY
    };

    REDIRECT_OPERATION = Record {
        code: "redirect-operation",
        severity: Error,
        sentence: "a redirect would repeat a request with consequences at another server",
        why: "The user has sent the data to one server. It must not reach another one that the first server chooses.",
        see: REDIRECTS,
        ..Record::EMPTY
    };

    TOO_MANY_REDIRECTS = Record {
        code: "too-many-redirects",
        severity: Error,
        sentence: "there are more redirects than the limit",
        why: "Redirects can form a circle. Each is checked by the policy, so their number is the only reason to stop.",
        see: REDIRECTS,
        ..Record::EMPTY
    };

    ADDRESS_MISMATCH = Record {
        code: "address-mismatch",
        severity: Error,
        sentence: "the connection would lead elsewhere than to the address that was permitted",
        why: "An FTP server names the address of the data connection, and can name any. Only the checked address is \
              connected to.",
        see: ADDRESSES,
        ..Record::EMPTY
    };

    MEDIA_TYPE_NOT_PERMITTED = Record {
        code: "media-type-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this media type",
        why: "A media type that must not be interpreted is better not retrieved. This applies to `data:` URLs, too.",
        see: TYPES,
        ..Record::EMPTY
    };

    OPERATION_NOT_OFFERED = Record {
        code: "operation-not-offered",
        severity: Error,
        sentence: "the scheme does not offer this operation",
        why: "The operations of a scheme are part of its definition; no others are tried.",
        see: OPERATIONS,
        ..Record::EMPTY
    };

    BODY_TOO_LARGE = Record {
        code: "body-too-large",
        severity: Error,
        sentence: "the body is larger than the limit",
        why: "A server can send forever. The bytes so far are never treated as the complete object.",
        see: LIMITS,
        ..Record::EMPTY
    };

    DECODED_TOO_LARGE = Record {
        code: "decoded-too-large",
        severity: Error,
        sentence: "the body is larger than the limit once it is decompressed",
        why: "A few kilobytes can expand to gigabytes.",
        see: LIMITS,
        ..Record::EMPTY
    };

    FIELDS_TOO_LARGE = Record {
        code: "fields-too-large",
        severity: Error,
        sentence: "the header fields are larger than the limit",
        why: "Header fields are held in memory.",
        see: LIMITS,
        ..Record::EMPTY
    };

    TOO_MANY_RANGES = Record {
        code: "too-many-ranges",
        severity: Error,
        sentence: "the object comes in more answers than the limit",
        why: "A server may send less than requested, and then the rest is requested. A server that sends one byte at a \
              time would be asked forever.",
        see: LIMITS,
        ..Record::EMPTY
    };

    CONNECT_TIMEOUT = Record {
        code: "connect-timeout",
        severity: Error,
        sentence: "no connection within the time limit",
        why: "The address does not answer, or a device on the way drops the packets.",
        see: LIMITS,
        ..Record::EMPTY
    };

    FIRST_BYTE_TIMEOUT = Record {
        code: "first-byte-timeout",
        severity: Error,
        sentence: "no answer within the time limit",
        why: "The server accepts the connection and does not answer.",
        see: LIMITS,
        ..Record::EMPTY
    };

    READ_TIMEOUT = Record {
        code: "read-timeout",
        severity: Error,
        sentence: "nothing more has come within the time limit",
        why: "The server stopped in the middle of the body. If the protocol has ranges, the retrieval can be resumed.",
        see: LIMITS,
        ..Record::EMPTY
    };

    TOTAL_TIMEOUT = Record {
        code: "total-timeout",
        severity: Error,
        sentence: "the retrieval takes longer than the time limit",
        why: "A server that sends one byte at a time stays within every other time limit.",
        see: LIMITS,
        ..Record::EMPTY
    };

    CONNECTION_FAILED = Record {
        code: "connection-failed",
        severity: Error,
        sentence: "the connection failed",
        why: "The address refused the connection, or could not be reached.",
        see: FAILURE,
        ..Record::EMPTY
    };

    TLS_FAILED = Record {
        code: "tls-failed",
        severity: Error,
        sentence: "the connection could not be protected",
        why: "The certificate is for another host, not valid now, or not from a trusted authority, or there is no \
              common version of TLS. Nothing has been sent.",
        see: FAILURE,
        ..Record::EMPTY
    };

    PROTOCOL_ERROR = Record {
        code: "protocol-error",
        severity: Error,
        sentence: "the answer is not one of the protocol",
        why: "The server speaks another protocol, or violates the rules of this one. Clients that guess can be made to \
              take one answer for two.",
        see: PROTOCOL,
        ..Record::EMPTY
    };

    BODY_INCOMPLETE = Record {
        code: "body-incomplete",
        severity: Error,
        sentence: "the body ends before its end",
        why: "The connection was closed before the announced end. The bytes so far are never treated as the complete \
              object.",
        see: PROTOCOL,
        ..Record::EMPTY
    };

    CONTENT_CODING = Record {
        code: "content-coding",
        severity: Error,
        sentence: "the body cannot be decompressed",
        why: "The compressed data is damaged, cut off, or in a coding that was not requested.",
        see: CODING,
        ..Record::EMPTY
    };

    STATUS_NOT_SUCCESS = Record {
        code: "status-not-success",
        severity: Error,
        sentence: "the server answers with an error",
        why: "The answer is a page about the error, and not the requested object.",
        see: FAILURE,
        ..Record::EMPTY
    };

    RANGE_MISMATCH = Record {
        code: "range-mismatch",
        severity: Error,
        sentence: "the server sent another part than the requested one",
        why: "A part is appended only if it begins at the end of the existing one and belongs to the same version.",
        see: RANGES,
        ..Record::EMPTY
    };

    OBJECT_UNREADABLE = Record {
        code: "object-unreadable",
        severity: Error,
        sentence: "the object cannot be read",
        why: "The file, message or page does not exist, cannot be read, or is a device instead of a file.",
        see: FAILURE,
        ..Record::EMPTY
    };

    STORAGE_FAILED = Record {
        code: "storage-failed",
        severity: Error,
        sentence: "what was retrieved cannot be stored",
        why: "The disk is full, or the place is not writable. No incomplete file is left under the final name.",
        see: FAILURE,
        ..Record::EMPTY
    };

    FILE_EXISTS = Record {
        code: "file-exists",
        severity: Error,
        sentence: "a file of this name is there already",
        why: "The file may be the only copy of its content, so it is overwritten only on request.",
        see: FAILURE,
        ..Record::EMPTY
    };

    REQUEST_ESCAPED = Record {
        code: "request-escaped",
        severity: Remark,
        sentence: "characters that no URL has were escaped for the request",
        why: "Servers send redirects with spaces and letters outside of ASCII. Browsers escape them in a path and a \
              query, and so does the retrieval. In a host they are refused.",
        see: ESCAPES,
        example: Some(Example::new(Rfc3986, "http://pub.example/beer list")),
        ..Record::EMPTY
    };

    BODY_UNFRAMED = Record {
        code: "body-unframed",
        severity: Remark,
        sentence: "only the end of the connection says that the body is whole",
        why: "The answer has neither a length nor chunks, as in HTTP/1.0. If the connection was closed too early, the \
              loss cannot be detected.",
        see: PROTOCOL,
        ..Record::EMPTY
    };
}

/// Returns every rule of this crate, of `napkin`, `napkin-audit` and `napkin-scheme`.
///
/// ```
/// assert!(napkin_retrieve::rules::all().any(|rule| rule.code() == "tls-failed"));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [AUDIT_RULES, RETRIEVAL_RULES];
    napkin_scheme::rules::all().chain(own.into_iter().flatten().copied())
}

/// Returns the rule of these crates with this code.
///
/// ```
/// assert_eq!(napkin_retrieve::rules::find("tls-failed"), Some(napkin_retrieve::rules::TLS_FAILED));
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}
