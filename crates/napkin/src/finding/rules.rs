//! The rules, as data: a code, a sentence, the reason, the section of each standard, an example.
//!
//! `napkin explain RULE` prints these, and the tests of the command read every example.

mod data;
mod document;
mod generic;
mod retrieve;
mod screen;
mod whatwg;

use crate::Standard;

/// A rule that a text can break, or a thing worth knowing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is longer than the limit.
    TooLong,
    /// A scheme begins with or contains what no scheme may.
    Scheme,
    /// A colon in the first segment of a relative reference.
    FirstSegmentColon,
    /// A character that no user or password may contain.
    Userinfo,
    /// A character that no host name may contain.
    Host,
    /// A label of a 1997 host name is malformed.
    Label,
    /// A user or a port without a host, under the 1997 grammar.
    HostMissing,
    /// A host in brackets that is not closed, or something after it.
    IpLiteral,
    /// A malformed IPv6 address.
    Ipv6,
    /// A malformed address of a future version of IP.
    IpvFuture,
    /// A port that is not made of digits.
    Port,
    /// A character that no path may contain.
    Path,
    /// A character that no query may contain.
    Query,
    /// A character that no fragment may contain.
    Fragment,
    /// A `%` without two hexadecimal digits.
    PctEncoded,
    /// A base that is itself relative.
    BaseNotAbsolute,
    /// A relative reference where there is no base.
    BaseMissing,
    /// A relative reference against a base without hierarchy.
    BaseOpaque,
    /// The URL of the current document is needed and not known.
    DocumentUnknown,
    /// More `..` than there are levels.
    AboveRoot,
    /// The result reads back as something else than it was made of.
    ReadsBackDifferently,
    /// The parts that were set cannot be written as one URL.
    Unrepresentable,
    /// Delimiters or white space were taken off what a person typed.
    Typed,
    /// A domain that strict Unicode ToASCII does not take.
    DomainToAscii,
    /// A domain that contains an escape.
    DomainPercentEncoded,
    /// A forbidden character in an opaque host.
    HostInvalidCodePoint,
    /// An IPv4 address with a dot at its end.
    Ipv4EmptyPart,
    /// An IPv4 address of fewer than four parts.
    Ipv4TooFewParts,
    /// An IPv4 address of more than four parts.
    Ipv4TooManyParts,
    /// A part of an IPv4 address that is no number.
    Ipv4NonNumericPart,
    /// A part of an IPv4 address in hexadecimal or octal.
    Ipv4NonDecimalPart,
    /// A part of an IPv4 address beyond 255.
    Ipv4OutOfRangePart,
    /// An IPv6 address without its `]`.
    Ipv6Unclosed,
    /// An IPv6 address that begins with one colon.
    Ipv6InvalidCompression,
    /// An IPv6 address of more than eight pieces.
    Ipv6TooManyPieces,
    /// A second `::`.
    Ipv6MultipleCompression,
    /// What does not belong into an IPv6 address.
    Ipv6InvalidCodePoint,
    /// An IPv6 address of fewer than eight pieces.
    Ipv6TooFewPieces,
    /// A leading zero in an IPv6 address.
    Ipv6PieceLeadingZero,
    /// Too many pieces before an IPv4 address.
    Ipv4InIpv6TooManyPieces,
    /// A malformed IPv4 address in an IPv6 address.
    Ipv4InIpv6InvalidCodePoint,
    /// A part beyond 255 of an IPv4 address in an IPv6 address.
    Ipv4InIpv6OutOfRangePart,
    /// Too few parts of an IPv4 address in an IPv6 address.
    Ipv4InIpv6TooFewParts,
    /// What is neither a URL code point nor an escape.
    InvalidUrlUnit,
    /// A special scheme without `//`, or with more.
    SpecialSchemeMissingFollowingSolidus,
    /// A relative URL without a base that fits.
    MissingSchemeNonRelativeUrl,
    /// A `\` for a `/`.
    InvalidReverseSolidus,
    /// A user or a password.
    InvalidCredentials,
    /// A port beyond 65535.
    PortOutOfRange,
    /// A port that is no number.
    PortInvalid,
    /// A drive letter at the start of a relative URL.
    FileInvalidWindowsDriveLetter,
    /// A drive letter where a host would be.
    FileInvalidWindowsDriveLetterHost,
    /// A URL that is not in its serialised form.
    NotSerialized,
    /// A domain beyond ASCII in a build without its tables.
    IdnaMissing,
    /// The text is no `data:` URL.
    DataScheme,
    /// A `data:` URL without its comma.
    DataComma,
    /// A comma between quotes that ends the media type.
    DataCommaInQuotes,
    /// A `;base64` that is not where it must be, or is escaped.
    DataBase64Marker,
    /// White space in a `data:` URL.
    DataWhiteSpace,
    /// A character that must be escaped in a `data:` URL.
    DataCharacter,
    /// A `?` in a `data:` URL.
    DataQuery,
    /// A `#` in a `data:` URL.
    DataFragment,
    /// A `data:` URL that begins with a slash.
    DataHierarchy,
    /// A `data:` URL beyond the length that is asked for.
    DataLong,
    /// A malformed media type.
    MediaType,
    /// A malformed parameter of a media type.
    MediaTypeParameter,
    /// An escape in the media type of a `data:` URL.
    MediaTypeEscape,
    /// A second parameter of the same name.
    MediaTypeRepeated,
    /// A media type beyond the limit.
    MediaTypeTooLong,
    /// More parameters than the limit.
    MediaTypeTooManyParameters,
    /// A byte that is none of base64.
    Base64Alphabet,
    /// A character of the other alphabet of base64.
    Base64UrlAlphabet,
    /// Too little or too much padding.
    Base64Padding,
    /// A character that is left over.
    Base64Length,
    /// Bits that are dropped.
    Base64TrailingBits,
    /// Data that looks like something else than its `data:` URL says.
    DataTypeMismatch,
    /// A `data:` URL on whose media type its readers disagree.
    DataTypeAmbiguous,
    /// A `data:` URL on whose data its readers disagree.
    DataBytesAmbiguous,
    /// Data of a type that a policy does not admit.
    DataTypeDenied,
    /// `data:` URLs inside each other beyond the limit.
    DataTooDeep,
    /// More `data:` URLs than the limit.
    DataTooMany,
    /// The data of one URL is larger than the limit.
    DataTooLarge,
    /// The data of all URLs together is larger than the limit.
    DataTotal,
    /// A page that ends inside a tag.
    EofInTag,
    /// A page that ends inside a comment.
    EofInComment,
    /// A page that ends inside its document type.
    EofInDoctype,
    /// A page that ends inside a CDATA section.
    EofInCdata,
    /// A page that ends inside what looks like a comment in a script.
    EofInScriptHtmlCommentLikeText,
    /// A page that ends inside a text that only its end tag ends.
    EofInRawText,
    /// A tag or a text of a page beyond the limit.
    TokenTooLong,
    /// A document beyond the limit on what is held.
    DocumentTooLarge,
    /// The standards do not read one and the same host.
    StandardsDisagree,
    /// The policy does not name the scheme.
    SchemeNotPermitted,
    /// The scheme names nothing that could be retrieved, or nothing here retrieves it.
    SchemeNotRetrievable,
    /// A user or a password in a URL that is to be retrieved.
    CredentialsNotPermitted,
    /// A port on which another protocol listens.
    PortReserved,
    /// A port that is neither the scheme's own nor named by the policy.
    PortNotPermitted,
    /// A name that means the machine itself, its network, or its cloud.
    HostNotPermitted,
    /// An address that is not one of the public Internet.
    AddressSpecial,
    /// A name without an address.
    HostNotFound,
    /// An escape for a control character that would reach a line of a text protocol.
    EscapedControl,
    /// A file that the policy does not admit.
    FileNotPermitted,
    /// Nobody has agreed to a retrieval that somebody else asks for.
    ConsentMissing,
    /// A redirect from a protected to an open connection.
    RedirectDowngrade,
    /// A redirect to a scheme to which no server may lead.
    RedirectScheme,
    /// More redirects than the limit.
    TooManyRedirects,
    /// A connection that would lead, or has led, elsewhere than was permitted.
    AddressMismatch,
    /// A media type that the policy does not admit.
    MediaTypeNotPermitted,
    /// An operation that the scheme does not have.
    OperationNotOffered,
    /// More bytes than the limit.
    BodyTooLarge,
    /// More bytes than the limit once decompressed.
    DecodedTooLarge,
    /// Header fields beyond the limit.
    FieldsTooLarge,
    /// No connection within the limit.
    ConnectTimeout,
    /// No answer within the limit.
    FirstByteTimeout,
    /// A pause in the body beyond the limit.
    ReadTimeout,
    /// A retrieval beyond its time.
    TotalTimeout,
    /// A connection that cannot be made, or breaks.
    ConnectionFailed,
    /// A connection that cannot be protected.
    TlsFailed,
    /// An answer that is none of the protocol.
    ProtocolError,
    /// A body that ends before its end.
    BodyIncomplete,
    /// A compressed body that cannot be decompressed.
    ContentCoding,
    /// An answer that is not the object.
    StatusNotSuccess,
    /// A part that does not belong to what is there.
    RangeMismatch,
    /// An object that is not there or cannot be read.
    ObjectUnreadable,
    /// What has been retrieved cannot be kept.
    StorageFailed,
    /// Characters that were escaped for the request.
    RequestEscaped,
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; the text is valid.
    Remark,
    /// The text is not valid, or the question has no answer.
    Error,
}

/// A text that shows a rule at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The standard under which to read it.
    pub standard: Standard,
    /// The base against which to resolve it, where the rule is one of resolution.
    pub base: Option<&'static str>,
    /// The reference, in Rust's escapes where it is not text.
    pub text: &'static str,
}

/// What stands in the table for each rule.
struct Entry {
    code: &'static str,
    severity: Severity,
    sentence: &'static str,
    why: &'static str,
    /// Of draft1997, RFC 3986, RFC 3987 and the URL Standard, in that order; empty where it has no such rule.
    see: [&'static str; 4],
    example: Option<Example>,
}

const fn reads(standard: Standard, text: &'static str) -> Option<Example> {
    Some(Example { standard, base: None, text })
}

const fn resolves(standard: Standard, base: &'static str, text: &'static str) -> Option<Example> {
    Some(Example { standard, base: Some(base), text })
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 127] = [
        Self::Utf8,
        Self::TooLong,
        Self::Scheme,
        Self::FirstSegmentColon,
        Self::Userinfo,
        Self::Host,
        Self::Label,
        Self::HostMissing,
        Self::IpLiteral,
        Self::Ipv6,
        Self::IpvFuture,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::PctEncoded,
        Self::BaseNotAbsolute,
        Self::BaseMissing,
        Self::BaseOpaque,
        Self::DocumentUnknown,
        Self::AboveRoot,
        Self::ReadsBackDifferently,
        Self::Unrepresentable,
        Self::Typed,
        Self::DomainToAscii,
        Self::DomainPercentEncoded,
        Self::HostInvalidCodePoint,
        Self::Ipv4EmptyPart,
        Self::Ipv4TooFewParts,
        Self::Ipv4TooManyParts,
        Self::Ipv4NonNumericPart,
        Self::Ipv4NonDecimalPart,
        Self::Ipv4OutOfRangePart,
        Self::Ipv6Unclosed,
        Self::Ipv6InvalidCompression,
        Self::Ipv6TooManyPieces,
        Self::Ipv6MultipleCompression,
        Self::Ipv6InvalidCodePoint,
        Self::Ipv6TooFewPieces,
        Self::Ipv6PieceLeadingZero,
        Self::Ipv4InIpv6TooManyPieces,
        Self::Ipv4InIpv6InvalidCodePoint,
        Self::Ipv4InIpv6OutOfRangePart,
        Self::Ipv4InIpv6TooFewParts,
        Self::InvalidUrlUnit,
        Self::SpecialSchemeMissingFollowingSolidus,
        Self::MissingSchemeNonRelativeUrl,
        Self::InvalidReverseSolidus,
        Self::InvalidCredentials,
        Self::PortOutOfRange,
        Self::PortInvalid,
        Self::FileInvalidWindowsDriveLetter,
        Self::FileInvalidWindowsDriveLetterHost,
        Self::NotSerialized,
        Self::IdnaMissing,
        Self::DataScheme,
        Self::DataComma,
        Self::DataCommaInQuotes,
        Self::DataBase64Marker,
        Self::DataWhiteSpace,
        Self::DataCharacter,
        Self::DataQuery,
        Self::DataFragment,
        Self::DataHierarchy,
        Self::DataLong,
        Self::MediaType,
        Self::MediaTypeParameter,
        Self::MediaTypeEscape,
        Self::MediaTypeRepeated,
        Self::MediaTypeTooLong,
        Self::MediaTypeTooManyParameters,
        Self::Base64Alphabet,
        Self::Base64UrlAlphabet,
        Self::Base64Padding,
        Self::Base64Length,
        Self::Base64TrailingBits,
        Self::DataTypeMismatch,
        Self::DataTypeAmbiguous,
        Self::DataBytesAmbiguous,
        Self::DataTypeDenied,
        Self::DataTooDeep,
        Self::DataTooMany,
        Self::DataTooLarge,
        Self::DataTotal,
        Self::EofInTag,
        Self::EofInComment,
        Self::EofInDoctype,
        Self::EofInCdata,
        Self::EofInScriptHtmlCommentLikeText,
        Self::EofInRawText,
        Self::TokenTooLong,
        Self::DocumentTooLarge,
        Self::StandardsDisagree,
        Self::SchemeNotPermitted,
        Self::SchemeNotRetrievable,
        Self::CredentialsNotPermitted,
        Self::PortReserved,
        Self::PortNotPermitted,
        Self::HostNotPermitted,
        Self::AddressSpecial,
        Self::HostNotFound,
        Self::EscapedControl,
        Self::FileNotPermitted,
        Self::ConsentMissing,
        Self::RedirectDowngrade,
        Self::RedirectScheme,
        Self::TooManyRedirects,
        Self::AddressMismatch,
        Self::MediaTypeNotPermitted,
        Self::OperationNotOffered,
        Self::BodyTooLarge,
        Self::DecodedTooLarge,
        Self::FieldsTooLarge,
        Self::ConnectTimeout,
        Self::FirstByteTimeout,
        Self::ReadTimeout,
        Self::TotalTimeout,
        Self::ConnectionFailed,
        Self::TlsFailed,
        Self::ProtocolError,
        Self::BodyIncomplete,
        Self::ContentCoding,
        Self::StatusNotSuccess,
        Self::RangeMismatch,
        Self::ObjectUnreadable,
        Self::StorageFailed,
        Self::RequestEscaped,
    ];

    /// The rule with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The name that scripts see, in kebab case: `port`, `pct-encoded`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.entry().code
    }

    /// How much it weighs.
    #[must_use]
    pub const fn severity(self) -> Severity {
        self.entry().severity
    }

    /// What it finds, in a sentence without a full stop.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.entry().sentence
    }

    /// Why it matters.
    #[must_use]
    pub const fn why(self) -> &'static str {
        self.entry().why
    }

    /// The section of `standard` that states it; empty where that standard has no such rule.
    #[must_use]
    pub const fn see(self, standard: Standard) -> &'static str {
        self.entry().see[standard as usize]
    }

    /// A text that breaks it, where a text alone can.
    #[must_use]
    pub const fn example(self) -> Option<Example> {
        self.entry().example
    }

    const fn entry(self) -> &'static Entry {
        const WHATWG: usize = generic::TABLE.len();
        const DATA: usize = WHATWG + whatwg::TABLE.len();
        const SCREEN: usize = DATA + data::TABLE.len();
        const DOCUMENT: usize = SCREEN + screen::TABLE.len();
        const RETRIEVE: usize = DOCUMENT + document::TABLE.len();
        match self as usize {
            place @ 0..WHATWG => &generic::TABLE[place],
            place @ WHATWG..DATA => &whatwg::TABLE[place - WHATWG],
            place @ DATA..SCREEN => &data::TABLE[place - DATA],
            place @ SCREEN..DOCUMENT => &screen::TABLE[place - SCREEN],
            place @ DOCUMENT..RETRIEVE => &document::TABLE[place - DOCUMENT],
            place => &retrieve::TABLE[place - RETRIEVE],
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Finding, whatwg};

    #[test]
    fn each_rule_has_its_own_code() {
        for (place, rule) in Rule::ALL.into_iter().enumerate() {
            assert_eq!(rule as usize, place);
            assert_eq!(Rule::from_code(rule.code()), Some(rule));
        }
    }

    /// Every error of the standard's table is found in the standard's own example of it, and ends the parser or not as
    /// the table says. (Two do so only sometimes; their examples here are those that do.)
    #[test]
    fn the_validation_errors_are_found_in_their_examples() {
        let mut checked = 0;
        let rules = Rule::ALL.into_iter().filter(|&rule| rule < Rule::DataScheme);
        for rule in rules.filter(|rule| rule.see(Standard::Rfc3986).is_empty()) {
            let Some(example) = rule.example() else { continue };
            let base = example.base.map(|base| whatwg::Url::parse(base, None).unwrap());
            let mut findings: Vec<Finding> = Vec::new();
            let read = whatwg::violations(example.text, base.as_ref(), &mut findings);
            if rule == Rule::NotSerialized {
                continue;
            }
            checked += 1;
            assert!(findings.iter().any(|finding| finding.rule == rule), "{} {findings:?}", rule.code());
            let ends = read.err().map(|error| error.rule());
            assert_eq!(ends, (rule.severity() == Severity::Error).then_some(rule), "{}", rule.code());
        }
        assert_eq!(checked, 29);
    }
    /// Every rule by which a setter of section 6.1 refuses a value is stated by the URL Standard: scheme state, host
    /// state and port state, what a URL cannot have, and the host parser.
    #[test]
    fn what_the_setters_refuse_has_a_section() {
        type Set = fn(&mut whatwg::Url) -> Result<(), crate::Error>;
        let cases: [(&str, Set, Rule, &str); 9] = [
            ("http://h/", |url| url.set_protocol("1http"), Rule::Scheme, "4.4"),
            ("http://h/", |url| url.set_protocol(""), Rule::Scheme, "4.4"),
            ("http://h/", |url| url.set_protocol("gopher"), Rule::Unrepresentable, "4.5"),
            ("http://h/", |url| url.set_host(""), Rule::HostMissing, "4.4"),
            ("http://h/", |url| url.set_host("a^b"), Rule::DomainToAscii, "3.3"),
            ("http://h/", |url| url.set_port("x"), Rule::PortInvalid, "4.4"),
            ("http://h/", |url| url.set_port("65536"), Rule::PortOutOfRange, "4.4"),
            ("file:///x", |url| url.set_username("sam"), Rule::Unrepresentable, "4.5"),
            ("mailto:sam", |url| url.set_pathname("x"), Rule::Unrepresentable, "4.5"),
        ];
        for (text, set, rule, section) in cases {
            let mut url = whatwg::Url::parse(text, None).unwrap();
            let error = set(&mut url).unwrap_err();
            let see = alloc::format!("URL Standard section {section}");
            assert_eq!((error.rule(), error.finding().see()), (rule, see.as_str()), "{text}");
            assert_eq!(url.href(), text);
        }
    }
}
