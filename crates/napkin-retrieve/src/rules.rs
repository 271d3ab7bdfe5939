//! The rules of retrieval: what a policy refuses, which limits there are, and what goes wrong on the way.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Rfc3986;
use napkin::{Example, Record, Rule};
pub use napkin_audit::rules::*;
pub use napkin_scheme::rules::*;

const SEC: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7", "RFC 3987 section 8", "URL Standard section 2"];
const USER: [&str; 4] = [
    "draft-fielding-url-syntax-05 section 4.3",
    "RFC 3986 section 7.5",
    "RFC 3987 section 8",
    "URL Standard section 4.3",
];
const PORTS: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "", "Fetch Standard, port blocking"];
const ADDRESSES: [&str; 4] = [
    "draft-fielding-url-syntax-05 section 7",
    "RFC 6890, and the registries of IANA",
    "",
    "RFC 6890, and the registries of IANA",
];
const OPERATIONS: [&str; 4] = ["", "RFC 2718 section 2.2.6", "", "Fetch Standard, scheme fetch"];
const FILES: [&str; 4] = ["", "RFC 8089 section 2", "", "URL Standard section 4.1"];
const CONSENT: [&str; 4] = ["", "RFC 2046 section 5.2.3.6", "", ""];
const REDIRECTS: [&str; 4] = ["", "RFC 9110 section 15.4", "", "Fetch Standard, HTTP-redirect fetch"];
const TYPES: [&str; 4] =
    ["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "Fetch Standard, MIME type blocking"];
const LIMITS: [&str; 4] = ["the caller's limit", "the caller's limit", "the caller's limit", "the caller's limit"];
const TLS: [&str; 4] = ["", "RFC 9110 section 4.3.4", "", "Fetch Standard, connections"];
const PROTOCOL: [&str; 4] = ["", "RFC 9112 section 8", "", "Fetch Standard, HTTP-network fetch"];
const CODING: [&str; 4] = ["", "RFC 9110 section 8.4", "", "Fetch Standard, bodies"];
const STATUS: [&str; 4] = ["", "RFC 9110 section 15", "", "Fetch Standard, statuses"];
const RANGES: [&str; 4] = ["", "RFC 9110 section 14", "", "Fetch Standard, HTTP-network fetch"];
const NAMES: [&str; 4] = ["", "RFC 2183 section 2.3", "", ""];
const STORAGE: [&str; 4] = ["", "RFC 9111 section 3", "", ""];
const ESCAPES: [&str; 4] = [
    "draft-fielding-url-syntax-05 section 2.4",
    "RFC 3986 section 2.1",
    "RFC 3987 section 3.1",
    "URL Standard section 1.3",
];

napkin::rules! {
    /// The examples are those of a policy of the public web that also names
    /// `gopher` and `file`.
    pub RETRIEVAL_RULES of "retrieval";

    /// The standards do not read one and the same host.
    STANDARDS_DISAGREE = Record {
        code: "standards-disagree",
        severity: Error,
        sentence: "the standards do not read the same host in this URL",
        why: "What checks a URL and what opens the connection may read it by different standards, and that gap is \
              how a request is led past an allow list. A URL is retrieved only when RFC 3986, RFC 3987 and the URL \
              Standard see the same host, and the 1997 draft sees it in the same place.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://pub.example\\@evil.example/")),
        ..Record::EMPTY
    };

    /// The policy does not name the scheme.
    SCHEME_NOT_PERMITTED = Record {
        code: "scheme-not-permitted",
        severity: Error,
        sentence: "the policy does not name this scheme",
        why: "A scheme is an action on somebody's behalf: reading a disk, speaking to a mail server. What is \
              retrieved for others is limited to the schemes that were meant.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu")),
        ..Record::EMPTY
    };

    /// The scheme names nothing that could be retrieved, or nothing here retrieves it.
    SCHEME_NOT_RETRIEVABLE = Record {
        code: "scheme-not-retrievable",
        severity: Error,
        sentence: "nothing can be retrieved by this scheme here",
        why: "Some schemes name no data (`mailto`, `telnet`), some name what only the program that made it can see \
              (`blob`), and some are defined but not built in, in which case the message says what to add.",
        see: OPERATIONS,
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example")),
        ..Record::EMPTY
    };

    /// A user or a password in a URL that is to be retrieved.
    CREDENTIALS_NOT_PERMITTED = Record {
        code: "credentials-not-permitted",
        severity: Error,
        sentence: "the URL carries a user or a password, which the policy does not admit",
        why: "Passwords in URLs end up in logs and histories, and a user in front of a host is the oldest way to \
              make a host look like another. RFC 3986 deprecates them.",
        see: USER,
        example: Some(Example::new(Rfc3986, "http://sam:secret@pub.example/")),
        ..Record::EMPTY
    };

    /// A port that is neither the scheme's own nor named by the policy.
    PORT_NOT_PERMITTED = Record {
        code: "port-not-permitted",
        severity: Error,
        sentence: "the port is not the scheme's own, and the policy does not name it",
        why: "Section 7 of the draft asks for caution with URLs that name a port other than the default: it may \
              lead to a service that was never meant to be reached by this protocol.",
        see: PORTS,
        example: Some(Example::new(Rfc3986, "http://pub.example:8080/")),
        ..Record::EMPTY
    };

    /// A name that means the machine itself, its network, or its cloud.
    HOST_NOT_PERMITTED = Record {
        code: "host-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this host",
        why: "Some names mean the machine itself (`localhost`), the network that it stands in (`.internal`, \
              `.local`) or the service that hands out a cloud machine's credentials, whatever address they are \
              given.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://localhost/")),
        ..Record::EMPTY
    };

    /// An address that is not one of the public Internet.
    ADDRESS_SPECIAL = Record {
        code: "address-special",
        severity: Error,
        sentence: "the address is not one of the public internet",
        why: "Requests to loopback, private and other special-purpose addresses reach what stands behind the \
              firewall with the rights of the machine that makes them. Addresses are judged after the name has \
              been resolved, all of them, and an IPv4 address inside an IPv6 address counts as itself.",
        see: ADDRESSES,
        example: Some(Example::new(Rfc3986, "http://127.0.0.1/")),
        ..Record::EMPTY
    };

    /// A name without an address.
    HOST_NOT_FOUND = Record {
        code: "host-not-found",
        severity: Error,
        sentence: "the name has no address",
        why: "The resolver knows no address for this name, or did not answer.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://gone.invalid/")),
        ..Record::EMPTY
    };

    /// A file that the policy does not admit.
    FILE_NOT_PERMITTED = Record {
        code: "file-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this file",
        why: "A `file` URL with a host is on another machine, an escaped slash is no part of a name, and what lies \
              outside the folders that were named, also by way of a link, was not meant.",
        see: FILES,
        example: Some(Example::new(Rfc3986, "file://server.example/menu")),
        ..Record::EMPTY
    };

    /// Nobody has agreed to a retrieval that somebody else asks for.
    CONSENT_MISSING = Record {
        code: "consent-missing",
        severity: Error,
        sentence: "the user has not agreed to this retrieval",
        why: "A document that makes its reader's program retrieve something acts with the reader's rights, and \
              tells the sender that it is being read. RFC 2046 asks that users be asked.",
        see: CONSENT,
        ..Record::EMPTY
    };

    /// A redirect from a protected to an open connection.
    REDIRECT_DOWNGRADE = Record {
        code: "redirect-downgrade",
        severity: Error,
        sentence: "a redirect leads from a protected connection to an open one",
        why: "What was asked for over TLS would be answered by whoever stands in between.",
        see: REDIRECTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu").against("https://pub.example/")),
        ..Record::EMPTY
    };

    /// A redirect to a scheme to which no server may lead.
    REDIRECT_SCHEME = Record {
        code: "redirect-scheme",
        severity: Error,
        sentence: "a redirect leads to a scheme to which servers do not lead",
        why: "A server that could redirect to `file` would read its visitor's disk. Redirects lead from `http` and \
              `https` to these two alone, unless the policy names more.",
        see: REDIRECTS,
        example: Some(Example::new(Rfc3986, "file:///etc/passwd").against("http://pub.example/")),
        ..Record::EMPTY
    };

    /// More redirects than the limit.
    TOO_MANY_REDIRECTS = Record {
        code: "too-many-redirects",
        severity: Error,
        sentence: "there are more redirects than the limit",
        why: "Redirects may lead in a circle. Each is judged by the policy anew, so that their number is the only \
              reason to stop.",
        see: REDIRECTS,
        ..Record::EMPTY
    };

    /// A connection that would lead, or has led, elsewhere than was permitted.
    ADDRESS_MISMATCH = Record {
        code: "address-mismatch",
        severity: Error,
        sentence: "the connection would lead elsewhere than to the address that was permitted",
        why: "A server of FTP names the address for the data, and can name any. The address that has been judged \
              is the only one that is connected to.",
        see: ADDRESSES,
        ..Record::EMPTY
    };

    /// A media type that the policy does not admit.
    MEDIA_TYPE_NOT_PERMITTED = Record {
        code: "media-type-not-permitted",
        severity: Error,
        sentence: "the policy does not admit this media type",
        why: "What may not be interpreted is better not retrieved. It holds for `data:` URLs as for anything else.",
        see: TYPES,
        ..Record::EMPTY
    };

    /// An operation that the scheme does not have.
    OPERATION_NOT_OFFERED = Record {
        code: "operation-not-offered",
        severity: Error,
        sentence: "the scheme does not offer this operation",
        why: "The operations of a scheme are part of its definition; nothing else is tried.",
        see: OPERATIONS,
        ..Record::EMPTY
    };

    /// More bytes than the limit.
    BODY_TOO_LARGE = Record {
        code: "body-too-large",
        severity: Error,
        sentence: "the body is larger than the limit",
        why: "A server can send forever. What has come so far is not the whole and is never taken for it.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// More bytes than the limit once decompressed.
    DECODED_TOO_LARGE = Record {
        code: "decoded-too-large",
        severity: Error,
        sentence: "the body is larger than the limit once it is decompressed",
        why: "A few kilobytes can stand for gigabytes.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// Header fields beyond the limit.
    FIELDS_TOO_LARGE = Record {
        code: "fields-too-large",
        severity: Error,
        sentence: "the header fields are larger than the limit",
        why: "Header fields have to be held as a whole.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// Too many answers for one object.
    TOO_MANY_RANGES = Record {
        code: "too-many-ranges",
        severity: Error,
        sentence: "the object comes in more answers than the limit",
        why: "A server may send less than was asked for, and the rest is asked for then. One that sends a byte at a \
              time would be asked forever.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// No connection within the limit.
    CONNECT_TIMEOUT = Record {
        code: "connect-timeout",
        severity: Error,
        sentence: "no connection within the time limit",
        why: "The address does not answer, or something on the way drops what is sent.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// No answer within the limit.
    FIRST_BYTE_TIMEOUT = Record {
        code: "first-byte-timeout",
        severity: Error,
        sentence: "no answer within the time limit",
        why: "The server has been reached and says nothing.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// A pause in the body beyond the limit.
    READ_TIMEOUT = Record {
        code: "read-timeout",
        severity: Error,
        sentence: "nothing more has come within the time limit",
        why: "The server has stopped in the middle of the body. What has come can be resumed where the protocol \
              has ranges.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// A retrieval beyond its time.
    TOTAL_TIMEOUT = Record {
        code: "total-timeout",
        severity: Error,
        sentence: "the retrieval takes longer than the time limit",
        why: "A server that sends one byte at a time keeps every other limit.",
        see: LIMITS,
        ..Record::EMPTY
    };

    /// A connection that cannot be made, or breaks.
    CONNECTION_FAILED = Record {
        code: "connection-failed",
        severity: Error,
        sentence: "the connection failed",
        why: "The address was reached and refused, or could not be reached.",
        see: SEC,
        ..Record::EMPTY
    };

    /// A connection that cannot be protected.
    TLS_FAILED = Record {
        code: "tls-failed",
        severity: Error,
        sentence: "the connection could not be protected",
        why: "The certificate is not this host's, not valid now, or not by an authority that is trusted, or the \
              two sides have no version in common. Nothing has been sent.",
        see: TLS,
        ..Record::EMPTY
    };

    /// An answer that is none of the protocol.
    PROTOCOL_ERROR = Record {
        code: "protocol-error",
        severity: Error,
        sentence: "the answer is not one of the protocol",
        why: "The server speaks another protocol, or breaks the rules of this one. Readers that guess have been \
              led to take one answer for two.",
        see: PROTOCOL,
        ..Record::EMPTY
    };

    /// A body that ends before its end.
    BODY_INCOMPLETE = Record {
        code: "body-incomplete",
        severity: Error,
        sentence: "the body ends before its end",
        why: "The connection was closed before all had come that was announced. What has come is not the whole and \
              is never taken for it.",
        see: PROTOCOL,
        ..Record::EMPTY
    };

    /// A compressed body that cannot be decompressed.
    CONTENT_CODING = Record {
        code: "content-coding",
        severity: Error,
        sentence: "the body cannot be decompressed",
        why: "The compressed data is damaged, cut off, or in a coding that was not asked for.",
        see: CODING,
        ..Record::EMPTY
    };

    /// An answer that is not the object.
    STATUS_NOT_SUCCESS = Record {
        code: "status-not-success",
        severity: Error,
        sentence: "the server answers with an error",
        why: "What came is a page about the error and not the object that was asked for.",
        see: STATUS,
        ..Record::EMPTY
    };

    /// A part that does not belong to what is there.
    RANGE_MISMATCH = Record {
        code: "range-mismatch",
        severity: Error,
        sentence: "the part that came is not the one that was asked for",
        why: "A part is put behind what is there only if it begins where that ends, and is of the same version.",
        see: RANGES,
        ..Record::EMPTY
    };

    /// An object that is not there or cannot be read.
    OBJECT_UNREADABLE = Record {
        code: "object-unreadable",
        severity: Error,
        sentence: "the object cannot be read",
        why: "There is no such file, message or page, or it may not be read, or it is a device rather than a file.",
        see: OPERATIONS,
        ..Record::EMPTY
    };

    /// What has been retrieved cannot be kept.
    STORAGE_FAILED = Record {
        code: "storage-failed",
        severity: Error,
        sentence: "what was retrieved cannot be stored",
        why: "The disk is full, or the place may not be written to. Nothing is left that looks whole and is not.",
        see: STORAGE,
        ..Record::EMPTY
    };

    /// A file that is there already.
    FILE_EXISTS = Record {
        code: "file-exists",
        severity: Error,
        sentence: "a file of this name is there already",
        why: "What it holds may be nowhere else, so that nothing is written over it unless that is asked for.",
        see: NAMES,
        ..Record::EMPTY
    };

    /// Characters that were escaped for the request.
    REQUEST_ESCAPED = Record {
        code: "request-escaped",
        severity: Remark,
        sentence: "characters that no URL has were escaped for the request",
        why: "Servers write references with spaces and letters beyond ASCII into their redirects. In a path and a \
              query browsers escape them, and so does the retrieval; in a host it refuses them.",
        see: ESCAPES,
        example: Some(Example::new(Rfc3986, "http://pub.example/beer list")),
        ..Record::EMPTY
    };

    /// A body of which only the end of the connection says that it is whole.
    BODY_UNFRAMED = Record {
        code: "body-unframed",
        severity: Remark,
        sentence: "only the end of the connection says that the body is whole",
        why: "The answer has neither a length nor chunks, as in HTTP/1.0. If the connection was closed too early nobody can \
              tell.",
        see: PROTOCOL,
        ..Record::EMPTY
    };
}

/// Every rule of this crate, of `napkin`, `napkin-audit` and `napkin-scheme`.
pub fn all() -> impl Iterator<Item = Rule> {
    let own = [AUDIT_RULES, RETRIEVAL_RULES];
    napkin_scheme::rules::all().chain(own.into_iter().flatten().copied())
}

/// The rule of these crates with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}
