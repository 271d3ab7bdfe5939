//! The rules, as data: a code, a sentence, the reason, the section of each standard, an example.
//!
//! `napkin explain RULE` prints these; the test below reads every example.

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
    /// Of draft1997, RFC 3986 and RFC 3987, in that order.
    see: [&'static str; 3],
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
    pub const ALL: [Self; 24] = [
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

    /// The section of `standard` that states it.
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
        &TABLE[self as usize]
    }
}

use Severity::{Error, Remark};
use Standard::{Draft1997, Rfc3986};

/// One entry a rule, in the order of [`Rule::ALL`].
static TABLE: [Entry; 24] = [
    Entry {
        code: "utf-8",
        severity: Error,
        sentence: "the bytes are not UTF-8",
        why: "A URL is a sequence of characters, not of octets. Octets that no character stands for belong into \
              percent-escapes.",
        see: ["draft-fielding-url-syntax-05 section 2.1", "RFC 3986 section 2", "RFC 3987 section 1.2"],
        example: None,
    },
    Entry {
        code: "too-long",
        severity: Error,
        sentence: "the text is longer than the limit",
        why: "No standard limits the length of a URL, but a program must. The limit is the caller's to set; the \
              engine's own is four gibibytes, because places are kept in 32 bits.",
        see: ["draft-fielding-url-syntax-05 section 2", "RFC 3986 section 2", "RFC 3987 section 2"],
        example: None,
    },
    Entry {
        code: "scheme",
        severity: Error,
        sentence: "a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter",
        why: "The scheme decides how the rest is read. The 1997 grammar also lets it begin with a digit.",
        see: ["draft-fielding-url-syntax-05 section 4.1", "RFC 3986 section 3.1", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "1http://example.com/"),
    },
    Entry {
        code: "first-segment-colon",
        severity: Error,
        sentence: "the first segment of a relative reference must not contain a colon",
        why: "What stands before the colon would be mistaken for a scheme. Write `./this:that`.",
        see: ["draft-fielding-url-syntax-05 section 5", "RFC 3986 section 4.2", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, ":23"),
    },
    Entry {
        code: "userinfo",
        severity: Error,
        sentence: "a user or password contains a character that must be escaped there",
        why: "`@`, `/`, `?` and `#` end the user information, so that data that contains them must be escaped; the \
              1997 grammar reserves `:` for the one that comes before the password.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.1", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "ftp://sam@kim@pub.example/"),
    },
    Entry {
        code: "host",
        severity: Error,
        sentence: "a host name contains a character that it must not",
        why: "A host that two programs read differently is how requests are sent to the wrong machine.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "http://a|b/"),
    },
    Entry {
        code: "label",
        severity: Error,
        sentence: "a label of a host name is empty, begins or ends with `-`, or the last begins with a digit",
        why: "The 1997 grammar takes host names from RFC 1034 and RFC 1123; the last label tells names from numbers.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Draft1997, "http://pub-.example/"),
    },
    Entry {
        code: "host-missing",
        severity: Error,
        sentence: "a user or a port needs a host",
        why: "The 1997 grammar allows an empty site, but no user or port of nobody.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Draft1997, "http://sam@/"),
    },
    Entry {
        code: "ip-literal",
        severity: Error,
        sentence: "a host that begins with `[` ends with `]`, and only a port may follow",
        why: "Something between the bracket and the port is read as part of the host by some and dropped by others.",
        see: ["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "http://[::1]x/"),
    },
    Entry {
        code: "ipv6",
        severity: Error,
        sentence: "an IPv6 address is eight groups of one to four hexadecimal digits, one run of zeros as `::`",
        why: "An address that is not well-formed names no machine.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "http://[1::2::3]/"),
    },
    Entry {
        code: "ipvfuture",
        severity: Error,
        sentence: "an address of a future version is `v`, a hexadecimal number, a dot and an address",
        why: "The form is kept free so that old readers can tell a new kind of address from a broken one.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.2", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "http://[v.x]/"),
    },
    Entry {
        code: "port",
        severity: Error,
        sentence: "a port is decimal digits, or nothing",
        why: "A port that is not a number is often a password or a path in the wrong place.",
        see: ["draft-fielding-url-syntax-05 section 4.3.1", "RFC 3986 section 3.2.3", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "http://h:8o/"),
    },
    Entry {
        code: "path",
        severity: Error,
        sentence: "a path contains a character that must be escaped there",
        why: "Spaces vanish and brackets delimit where URLs stand in text; escaped, they are safe.",
        see: ["draft-fielding-url-syntax-05 section 4.3.2", "RFC 3986 section 3.3", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "/a pint"),
    },
    Entry {
        code: "query",
        severity: Error,
        sentence: "a query contains a character that must be escaped there",
        why: "Browsers send such characters all the same, but other programs refuse them.",
        see: ["draft-fielding-url-syntax-05 section 4.3.3", "RFC 3986 section 3.4", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "?q=[1]"),
    },
    Entry {
        code: "fragment",
        severity: Error,
        sentence: "a fragment contains a character that must be escaped there",
        why: "A second `#` in particular is read as part of the fragment by some and as an error by others.",
        see: ["draft-fielding-url-syntax-05 section 3", "RFC 3986 section 3.5", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "#one#two"),
    },
    Entry {
        code: "pct-encoded",
        severity: Error,
        sentence: "a `%` is followed by two hexadecimal digits",
        why: "`%` always announces an escape; as data it is written `%25`.",
        see: ["draft-fielding-url-syntax-05 section 2.4.1", "RFC 3986 section 2.1", "RFC 3987 section 2.2"],
        example: reads(Rfc3986, "/100%"),
    },
    Entry {
        code: "base-not-absolute",
        severity: Error,
        sentence: "a base needs a scheme",
        why: "A relative base leaves every reference relative, so that nothing is resolved.",
        see: ["draft-fielding-url-syntax-05 section 5.2", "RFC 3986 section 5.1", "RFC 3987 section 6.5"],
        example: resolves(Rfc3986, "/pub/", "napkin"),
    },
    Entry {
        code: "base-missing",
        severity: Error,
        sentence: "a relative reference has no meaning without a base",
        why: "No base stands in the document, around it, or in how it was retrieved, so that its references are \
              taken to be absolute.",
        see: ["draft-fielding-url-syntax-05 section 5.1.4", "RFC 3986 section 5.1.4", "RFC 3987 section 6.5"],
        example: None,
    },
    Entry {
        code: "base-opaque",
        severity: Remark,
        sentence: "a relative reference stands against a base without hierarchy",
        why: "Relative URLs cannot be used where the base does not fit the generic syntax: the result is made by \
              the letter of the algorithm and probably means nothing.",
        see: ["draft-fielding-url-syntax-05 section 5", "RFC 3986 section 5.2.3", "RFC 3987 section 6.5"],
        example: resolves(Draft1997, "mailto:sam@pub.example", "napkin"),
    },
    Entry {
        code: "document-unknown",
        severity: Error,
        sentence: "the URL of the current document is needed, and not known",
        why: "An empty reference that makes a new request stands for the document's own URL, which is not its base.",
        see: ["draft-fielding-url-syntax-05 section 3", "RFC 3986 section 4.4", "RFC 3987 section 6.5"],
        example: None,
    },
    Entry {
        code: "above-root",
        severity: Remark,
        sentence: "there are more `..` segments than levels to leave",
        why: "The 1997 algorithm keeps them in the result and RFC 3986 drops them; such a reference is often wrong.",
        see: ["draft-fielding-url-syntax-05 appendix C.2", "RFC 3986 section 5.4.2", "RFC 3987 section 6.5"],
        example: resolves(Rfc3986, "http://a/b", "../../g"),
    },
    Entry {
        code: "reads-back-differently",
        severity: Remark,
        sentence: "the result reads back as something else than it was made of",
        why: "A path that begins with `//` reads as an authority when none stands before it. RFC 3986's readings \
              put `/.` before it; the 1997 one returns the literal result.",
        see: ["draft-fielding-url-syntax-05 section 5.2", "RFC 3986 section 5.3", "RFC 3987 section 6.5"],
        example: resolves(Draft1997, "sc:/p/q", "..//x"),
    },
    Entry {
        code: "unrepresentable",
        severity: Error,
        sentence: "the parts cannot be written as one URL that reads back as them",
        why: "A path that begins with `//` needs an authority before it, a user needs a host, and so on: to write \
              them all the same would make a different URL.",
        see: ["draft-fielding-url-syntax-05 section 5.2", "RFC 3986 section 3", "RFC 3987 section 2.2"],
        example: None,
    },
    Entry {
        code: "typed",
        severity: Remark,
        sentence: "delimiters or white space were taken off what was typed",
        why: "Software that accepts URLs from people should recognise and strip both.",
        see: ["draft-fielding-url-syntax-05 appendix E", "RFC 3986 appendix C", "RFC 3987 section 3.2"],
        example: None,
    },
];
