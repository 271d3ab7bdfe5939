//! The rules of single schemes: their requirements beyond the generic syntax. [`crate::check`] reports them.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Rfc3986;
use napkin::{Example, Record};

napkin::rules! {
    /// The rules of single schemes.
    pub SCHEME_RULES of "scheme";

    /// The scheme needs a host.
    HOST_REQUIRED = Record {
        code: "host-required",
        severity: Error,
        sentence: "the scheme needs a host",
        why: "What such a URL locates is reached by asking a host. Without one, programs guess: browsers take the first \
              segment of the path for it.",
        see: ["RFC 1738 section 3.1", "RFC 7595 section 3.2", "", ""],
        example: Some(Example::new(Rfc3986, "gopher:///1menu")),
        ..Record::EMPTY
    };

    /// The scheme has no authority, and so no `//`.
    AUTHORITY_FORBIDDEN = Record {
        code: "authority-forbidden",
        severity: Error,
        sentence: "the scheme has no authority, and so no `//`",
        why: "Double slashes say that a naming authority follows. Where the scheme has none, what stands behind them is \
              taken for a host by who reads by the generic syntax, and for part of the name by who reads by the \
              scheme.",
        see: ["RFC 2718 section 2.1.2", "RFC 7595 section 3.2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto://sam@pub.example")),
        ..Record::EMPTY
    };

    /// The scheme does not define this component.
    COMPONENT_UNDEFINED = Record {
        code: "component-undefined",
        severity: Error,
        sentence: "the scheme does not define this component",
        why: "A program that knows the scheme has no use for it, and another may act on it: the user of a `gopher:` URL \
              is sent to nobody, but misleads who looks for the host.",
        see: ["RFC 1738 section 3.1", "RFC 3986 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://sam@pub.example/1menu")),
        ..Record::EMPTY
    };

    /// The scheme admits no fragment.
    FRAGMENT_FORBIDDEN = Record {
        code: "fragment-forbidden",
        severity: Error,
        sentence: "the scheme admits no fragment",
        why: "A fragment is evaluated in what has been retrieved, and here nothing is. A `#` that belongs to the name \
              must be escaped.",
        see: ["", "RFC 6455 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "ws://pub.example/orders#3")),
        ..Record::EMPTY
    };

    /// The scheme forbids this octet, even as an escape.
    ESCAPE_FORBIDDEN = Record {
        code: "escape-forbidden",
        severity: Error,
        sentence: "the scheme forbids this octet, even as an escape",
        why: "The octet ends a line, or a value, in the protocol behind the scheme. What follows it would be a command \
              of its own: `%0D%0ADELE` deletes files over FTP, and mail has been sent through gopher.",
        see: ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.3", "", ""],
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu%0D%0ADELE%20menu")),
        ..Record::EMPTY
    };

    /// A character must be escaped in this component of the scheme, or is not allowed in it at all.
    COMPONENT_CHARACTER = Record {
        code: "component-character",
        severity: Error,
        sentence: "this character must be escaped in this component of the scheme, or cannot stand in it at all",
        why: "The generic syntax admits it, but the definition of the scheme does not.",
        see: ["RFC 1738 section 2.2", "RFC 3986 section 2.2", "", ""],
        example: Some(Example::new(Rfc3986, "news:comp/lang")),
        ..Record::EMPTY
    };

    /// The escapes of this text are not UTF-8.
    ESCAPE_NOT_UTF8 = Record {
        code: "escape-not-utf-8",
        severity: Error,
        sentence: "the escapes of this text are not UTF-8",
        why: "The scheme says that its characters are encoded in UTF-8. Who decodes it must refuse it or guess.",
        see: ["RFC 2718 section 2.2.5", "RFC 7595 section 3.6", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?subject=caf%E9")),
        ..Record::EMPTY
    };

    /// Relative references make no sense against this scheme.
    RELATIVE_UNSUITABLE = Record {
        code: "relative-unsuitable",
        severity: Remark,
        sentence: "relative references make no sense against this scheme",
        why: "Whether a reference can be resolved is decided by the syntax of the base; whether the result names \
              anything, by its scheme. This one says that it has no relative forms.",
        see: ["RFC 2718 section 2.1.3", "RFC 3986 section 1.2.3", "", ""],
        ..Record::EMPTY
    };

    /// A user in a URL of this scheme is deprecated.
    USERINFO_DEPRECATED = Record {
        code: "userinfo-deprecated",
        severity: Remark,
        sentence: "a user in a URL of this scheme is deprecated",
        why: "A password in a URL is passed on wherever the URL goes, and a user that looks like a host misleads who \
              reads it. Browsers drop it or ask.",
        see: ["", "RFC 9110 section 4.2.4", "", ""],
        example: Some(Example::new(Rfc3986, "http://bank.example@pub.example/")),
        ..Record::EMPTY
    };

    /// The type of an `ftp:` URL is `a`, `i` or `d`.
    FTP_TYPE = Record {
        code: "ftp-type",
        severity: Error,
        sentence: "the type of an `ftp:` URL is `a`, `i` or `d`",
        why: "The letter says whether a file is sent as text or as it is, or that a list of names is meant. What \
              programs do with others differs, down to taking it for part of the name.",
        see: ["RFC 1738 section 3.2.2", "RFC 1738 section 3.2.2", "", ""],
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu.txt;type=x")),
        ..Record::EMPTY
    };

    /// This is no item type of gopher that is known.
    GOPHER_TYPE = Record {
        code: "gopher-type",
        severity: Remark,
        sentence: "this is no item type of gopher that is known",
        why: "The first character of the path says what kind of item it is, and so what a program does with it. A \
              common slip is to write the path as for HTTP, so that the first letter of its name is taken for a type.",
        see: ["RFC 1738 section 3.4", "RFC 4266 section 2.1", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://pub.example/menu")),
        ..Record::EMPTY
    };

    /// A selector of gopher is followed by at most a search and a Gopher+ string.
    GOPHER_SEARCH = Record {
        code: "gopher-search",
        severity: Error,
        sentence: "a selector of gopher is followed by at most a search and a Gopher+ string",
        why: "The three are separated by tabs on one line that is sent to the server.",
        see: ["RFC 1738 section 3.4", "RFC 4266 section 2.1", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://pub.example/7menu%09beer%09+%09more")),
        ..Record::EMPTY
    };

    /// A message identifier is `local@domain`, without angle brackets.
    MESSAGE_ID = Record {
        code: "message-id",
        severity: Error,
        sentence: "a message identifier is `local@domain`, without angle brackets",
        why: "The brackets of the header field do not belong to the URL, and what stands in it must be exactly what \
              stands between them.",
        see: ["RFC 1738 section 3.6", "RFC 5538 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "news:@pub.example")),
        ..Record::EMPTY
    };

    /// The name of a newsgroup is made of words with dots between them.
    NEWS_GROUP = Record {
        code: "newsgroup",
        severity: Error,
        sentence: "the name of a newsgroup is made of words with dots between them",
        why: "Nothing else can be the name of a group, so that no server has it. `*` alone stands for all groups.",
        see: ["RFC 1738 section 3.6", "RFC 5538 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "news:comp..lang")),
        ..Record::EMPTY
    };

    /// The article of an `nntp:` URL is its number in the group.
    NNTP_ARTICLE = Record {
        code: "nntp-article",
        severity: Error,
        sentence: "the article of an `nntp:` URL is its number in the group",
        why: "Articles of other kinds are named by `news:`. Numbers differ between servers, which is why the host is \
              part of the URL.",
        see: ["RFC 1738 section 3.7", "RFC 5538 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "nntp://news.pub.example/alt.pubs/one")),
        ..Record::EMPTY
    };

    /// The address of a `mailto:` URL is not of the form `local@domain`.
    MAIL_ADDRESS = Record {
        code: "mail-address",
        severity: Error,
        sentence: "the address of a `mailto:` URL is not of the form `local@domain`",
        why: "A program that composes mail would hand it on, and the message would be refused later, or go elsewhere.",
        see: ["RFC 1738 section 3.5", "RFC 6068 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@")),
        ..Record::EMPTY
    };

    /// A header field in a `mailto:` URL is `name=value`.
    MAIL_FIELD = Record {
        code: "mail-field",
        severity: Error,
        sentence: "a header field in a `mailto:` URL is `name=value`",
        why: "Fields begin behind the `?` and are separated by `&`. In 1994 the scheme had none.",
        see: ["RFC 1738 section 3.5", "RFC 6068 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?subject")),
        ..Record::EMPTY
    };

    /// Programs should not set this header field from a URL.
    MAIL_FIELD_UNSAFE = Record {
        code: "mail-field-unsafe",
        severity: Remark,
        sentence: "programs should not set this header field from a URL",
        why: "Fields such as `From`, `Received` or `Bcc` say who sends the message, what way it takes, or who gets \
              copies unseen. Only `subject`, `body`, `keywords` and the like are safe from a stranger's link; \
              programs ignore the others.",
        see: ["", "RFC 6068 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?bcc=spy@pub.example")),
        ..Record::EMPTY
    };

    /// A content identifier is `local@domain`, without angle brackets.
    CONTENT_ID = Record {
        code: "content-id",
        severity: Error,
        sentence: "a content identifier is `local@domain`, without angle brackets",
        why: "It is compared with the `Content-ID` of the parts of a message, which has that form between its brackets.",
        see: ["RFC 2111 section 2", "RFC 2392 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "cid:logo")),
        ..Record::EMPTY
    };

    /// A `tftp:` URL names a file, and then at most `;mode=` with `netascii` or `octet`.
    TFTP_FILE = Record {
        code: "tftp-file",
        severity: Error,
        sentence: "a `tftp:` URL names a file, and then at most `;mode=` with `netascii` or `octet`",
        why: "There are no lists of files in TFTP, and a mode that a server does not know ends the transfer. The mode \
              `mail` of RFC 1350 is none of the scheme.",
        see: ["", "RFC 3617 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "tftp://pub.example/menu;mode=text")),
        ..Record::EMPTY
    };

    /// The file is on another host.
    FILE_HOST = Record {
        code: "file-host",
        severity: Remark,
        sentence: "the file is on another host",
        why: "No protocol says how such a file is had: Windows takes the host for a file server and sends it the name \
              of the user, other systems refuse it or look at their own files.",
        see: ["RFC 1738 section 3.10", "RFC 8089 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "file://pub.example/menu")),
        ..Record::EMPTY
    };

    /// A telephone number is digits, and begins with `+` unless it has a `phone-context`.
    TEL_NUMBER = Record {
        code: "tel-number",
        severity: Error,
        sentence: "a telephone number is digits, and begins with `+` unless it has a `phone-context`",
        why: "A number without its country is another one elsewhere. Between the digits `-`, `.`, `(` and `)` may \
              stand, for people.",
        see: ["", "RFC 3966 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "tel:+44-CALL")),
        ..Record::EMPTY
    };

    /// A local number needs a `phone-context`.
    TEL_CONTEXT = Record {
        code: "tel-context",
        severity: Error,
        sentence: "a local number needs a `phone-context`",
        why: "It says in which network the number is to be dialled.",
        see: ["", "RFC 3966 section 5.1.5", "", ""],
        example: Some(Example::new(Rfc3986, "tel:7042")),
        ..Record::EMPTY
    };

    /// A namespace identifier is 2 to 32 letters, digits and hyphens, and neither begins nor ends with a hyphen.
    URN_NID = Record {
        code: "urn-nid",
        severity: Error,
        sentence: "a namespace identifier is 2 to 32 letters, digits and hyphens, and neither begins nor ends with a \
                    hyphen",
        why: "It says who assigns the name that follows, and is compared without regard to case.",
        see: ["RFC 2141 section 2.1", "RFC 8141 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "urn:x-:menu")),
        ..Record::EMPTY
    };

    /// A URN needs a name behind its namespace, which does not begin with a slash.
    URN_NSS = Record {
        code: "urn-nss",
        severity: Error,
        sentence: "a URN needs a name behind its namespace, which does not begin with a slash",
        why: "Without it nothing is named.",
        see: ["RFC 2141 section 2.2", "RFC 8141 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "urn:isbn:")),
        ..Record::EMPTY
    };

    /// Behind a URN stands `?+` and a resolution component, or `?=` and a query, and neither is empty.
    URN_COMPONENT = Record {
        code: "urn-component",
        severity: Error,
        sentence: "behind a URN stands `?+` and a resolution component, or `?=` and a query, and neither is empty",
        why: "A bare `?` is left for the future, so that readers differ on whether it belongs to the name.",
        see: ["", "RFC 8141 section 2.3", "", ""],
        example: Some(Example::new(Rfc3986, "urn:example:menu?page=1")),
        ..Record::EMPTY
    };

    /// A `blob:` URL is an origin, a slash and an identifier.
    BLOB_ORIGIN = Record {
        code: "blob-origin",
        severity: Error,
        sentence: "a `blob:` URL is an origin, a slash and an identifier",
        why: "Who may read the object is decided by the origin in its URL.",
        see: ["", "File API section 8.2", "", "URL Standard section 4.7"],
        example: Some(Example::new(Rfc3986, "blob:menu")),
        ..Record::EMPTY
    };
}
