//! The rules of single schemes: their requirements beyond the generic syntax. [`crate::check`] reports them.

use napkin::Severity::{Error, Remark};
use napkin::Standard::Rfc3986;
use napkin::rules::{Example, Record};

napkin::rules! {
    /// The rules of single schemes.
    pub SCHEME_RULES of "scheme";

    HOST_REQUIRED = Record {
        code: "host-required",
        severity: Error,
        sentence: "the scheme needs a host",
        why: "The resource of such a URL is on a host. Without one, programs guess: browsers take the first segment of \
              the path as the host.",
        see: ["RFC 1738 section 3.1", "RFC 7595 section 3.2", "", ""],
        example: Some(Example::new(Rfc3986, "gopher:///1menu")),
        ..Record::EMPTY
    };

    AUTHORITY_FORBIDDEN = Record {
        code: "authority-forbidden",
        severity: Error,
        sentence: "the scheme has no authority, and so no `//`",
        why: "Two slashes announce a naming authority. If the scheme has none, programs with the generic syntax take \
              the text after the slashes for a host, and programs that know the scheme take it for a part of the name.",
        see: ["RFC 2718 section 2.1.2", "RFC 7595 section 3.2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto://sam@pub.example")),
        ..Record::EMPTY
    };

    COMPONENT_UNDEFINED = Record {
        code: "component-undefined",
        severity: Error,
        sentence: "the scheme does not define this component",
        why: "A program that knows the scheme ignores it, but another may use it: nothing receives the user of a \
              `gopher:` URL, but it misleads people who look for the host.",
        see: ["RFC 1738 section 3.1", "RFC 3986 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://sam@pub.example/1menu")),
        ..Record::EMPTY
    };

    FRAGMENT_FORBIDDEN = Record {
        code: "fragment-forbidden",
        severity: Error,
        sentence: "the scheme does not allow a fragment",
        why: "A fragment applies to a retrieved object, and this scheme retrieves none. Escape a `#` that belongs to \
              the name.",
        see: ["", "RFC 6455 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "ws://pub.example/orders#3")),
        ..Record::EMPTY
    };

    ESCAPE_FORBIDDEN = Record {
        code: "escape-forbidden",
        severity: Error,
        sentence: "the scheme forbids this octet, even as an escape",
        why: "The octet ends a line or a value in the scheme's protocol. The text after it would be another command: \
              `%0D%0ADELE` deletes files over FTP, and email has been sent through gopher.",
        see: ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.3", "", ""],
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu%0D%0ADELE%20menu")),
        ..Record::EMPTY
    };

    COMPONENT_CHARACTER = Record {
        code: "component-character",
        severity: Error,
        sentence: "this character must be escaped in this component of the scheme, or is not allowed in it at all",
        why: "The generic syntax allows it, but the definition of the scheme does not.",
        see: ["RFC 1738 section 2.2", "RFC 3986 section 2.2", "", ""],
        example: Some(Example::new(Rfc3986, "news:comp/lang")),
        ..Record::EMPTY
    };

    ESCAPE_NOT_UTF8 = Record {
        code: "escape-not-utf-8",
        severity: Error,
        sentence: "the escapes of this text are not UTF-8",
        why: "The scheme requires UTF-8. A program that decodes these escapes must refuse them or guess.",
        see: ["RFC 2718 section 2.2.5", "RFC 7595 section 3.6", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?subject=caf%E9")),
        ..Record::EMPTY
    };

    RELATIVE_UNSUITABLE = Record {
        code: "relative-unsuitable",
        severity: Remark,
        sentence: "relative references make no sense against this scheme",
        why: "The syntax of the base determines whether a reference can be resolved; the scheme determines whether the \
              result names anything. This scheme has no relative forms.",
        see: ["RFC 2718 section 2.1.3", "RFC 3986 section 1.2.3", "", ""],
        ..Record::EMPTY
    };

    USERINFO_DEPRECATED = Record {
        code: "userinfo-deprecated",
        severity: Remark,
        sentence: "a user in a URL of this scheme is deprecated",
        why: "A password in a URL travels wherever the URL goes, and a user that looks like a host misleads people. \
              Browsers drop the user or ask.",
        see: ["", "RFC 9110 section 4.2.4", "", ""],
        example: Some(Example::new(Rfc3986, "http://bank.example@pub.example/")),
        ..Record::EMPTY
    };

    FTP_TYPE = Record {
        code: "ftp-type",
        severity: Error,
        sentence: "the type of an `ftp:` URL is `a`, `i` or `d`",
        why: "The letter selects a transfer as text or as bytes, or a list of names. Programs differ on other letters; \
              some take them for a part of the name.",
        see: ["RFC 1738 section 3.2.2", "RFC 1738 section 3.2.2", "", ""],
        example: Some(Example::new(Rfc3986, "ftp://pub.example/menu.txt;type=x")),
        ..Record::EMPTY
    };

    GOPHER_TYPE = Record {
        code: "gopher-type",
        severity: Remark,
        sentence: "this is not a known item type of gopher",
        why: "The first character of the path is the type of the item, which tells a program how to treat it. A common \
              mistake is to write the path as for HTTP, so that the first letter of its name becomes the type.",
        see: ["RFC 1738 section 3.4", "RFC 4266 section 2.1", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://pub.example/menu")),
        ..Record::EMPTY
    };

    GOPHER_SEARCH = Record {
        code: "gopher-search",
        severity: Error,
        sentence: "a gopher selector is followed by at most a search and a Gopher+ string",
        why: "Tabs separate the three on the one line that is sent to the server.",
        see: ["RFC 1738 section 3.4", "RFC 4266 section 2.1", "", ""],
        example: Some(Example::new(Rfc3986, "gopher://pub.example/7menu%09beer%09+%09more")),
        ..Record::EMPTY
    };

    MESSAGE_ID = Record {
        code: "message-id",
        severity: Error,
        sentence: "a message identifier is `local@domain`, without angle brackets",
        why: "The brackets of the header field do not belong to the URL. The URL contains exactly the text between \
              them.",
        see: ["RFC 1738 section 3.6", "RFC 5538 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "news:@pub.example")),
        ..Record::EMPTY
    };

    NEWS_GROUP = Record {
        code: "newsgroup",
        severity: Error,
        sentence: "the name of a newsgroup consists of words with dots between them",
        why: "No other text can be the name of a group, so that no server has it. `*` alone means all groups.",
        see: ["RFC 1738 section 3.6", "RFC 5538 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "news:comp..lang")),
        ..Record::EMPTY
    };

    NNTP_ARTICLE = Record {
        code: "nntp-article",
        severity: Error,
        sentence: "the article of an `nntp:` URL is its number in the group",
        why: "`news:` names articles in other ways. Numbers differ between servers, so the host is a part of the URL.",
        see: ["RFC 1738 section 3.7", "RFC 5538 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "nntp://news.pub.example/alt.pubs/one")),
        ..Record::EMPTY
    };

    MAIL_ADDRESS = Record {
        code: "mail-address",
        severity: Error,
        sentence: "the address of a `mailto:` URL is not of the form `local@domain`",
        why: "A program that composes email would accept the address, and a server would later refuse the message or \
              deliver it elsewhere.",
        see: ["RFC 1738 section 3.5", "RFC 6068 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@")),
        ..Record::EMPTY
    };

    MAIL_FIELD = Record {
        code: "mail-field",
        severity: Error,
        sentence: "a header field in a `mailto:` URL is `name=value`",
        why: "Fields begin after the `?`, with `&` between them. The scheme of 1994 had none.",
        see: ["RFC 1738 section 3.5", "RFC 6068 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?subject")),
        ..Record::EMPTY
    };

    MAIL_FIELD_UNSAFE = Record {
        code: "mail-field-unsafe",
        severity: Remark,
        sentence: "programs should not set this header field from a URL",
        why: "Fields such as `From`, `Received` or `Bcc` determine the sender, the route, or hidden recipients of a \
              message. Only `subject`, `body`, `keywords` and similar fields are safe in a stranger's link; programs \
              ignore the others.",
        see: ["", "RFC 6068 section 4", "", ""],
        example: Some(Example::new(Rfc3986, "mailto:sam@pub.example?bcc=spy@pub.example")),
        ..Record::EMPTY
    };

    CONTENT_ID = Record {
        code: "content-id",
        severity: Error,
        sentence: "a content identifier is `local@domain`, without angle brackets",
        why: "Programs compare it with the `Content-ID` of the parts of a message, which has this form between its \
              brackets.",
        see: ["RFC 2111 section 2", "RFC 2392 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "cid:logo")),
        ..Record::EMPTY
    };

    TFTP_FILE = Record {
        code: "tftp-file",
        severity: Error,
        sentence: "a `tftp:` URL names a file, and then at most `;mode=` with `netascii` or `octet`",
        why: "TFTP cannot list files, and a mode that the server does not know ends the transfer. The scheme excludes \
              the mode `mail` of RFC 1350.",
        see: ["", "RFC 3617 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "tftp://pub.example/menu;mode=text")),
        ..Record::EMPTY
    };

    FILE_HOST = Record {
        code: "file-host",
        severity: Remark,
        sentence: "the file is on another host",
        why: "No protocol is defined for such a file. Windows takes the host for a file server and sends the user's \
              name to it; other systems refuse the URL or look at local files.",
        see: ["RFC 1738 section 3.10", "RFC 8089 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "file://pub.example/menu")),
        ..Record::EMPTY
    };

    TEL_NUMBER = Record {
        code: "tel-number",
        severity: Error,
        sentence: "a telephone number is digits, and begins with `+` unless it has a `phone-context`",
        why: "A number without its country names another telephone elsewhere. For readability, `-`, `.`, `(` and `)` \
              may separate the digits.",
        see: ["", "RFC 3966 section 3", "", ""],
        example: Some(Example::new(Rfc3986, "tel:+44-CALL")),
        ..Record::EMPTY
    };

    TEL_CONTEXT = Record {
        code: "tel-context",
        severity: Error,
        sentence: "a local number needs a `phone-context`",
        why: "The context names the network in which the number is dialled.",
        see: ["", "RFC 3966 section 5.1.5", "", ""],
        example: Some(Example::new(Rfc3986, "tel:7042")),
        ..Record::EMPTY
    };

    URN_NID = Record {
        code: "urn-nid",
        severity: Error,
        sentence: "a namespace identifier is 2 to 32 letters, digits and hyphens, and neither begins nor ends with a \
                    hyphen",
        why: "It names the authority that assigns the name after it, and is compared without regard to case.",
        see: ["RFC 2141 section 2.1", "RFC 8141 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "urn:x-:menu")),
        ..Record::EMPTY
    };

    URN_NSS = Record {
        code: "urn-nss",
        severity: Error,
        sentence: "a URN needs a name after its namespace, which does not begin with a slash",
        why: "Without it, the URN names nothing.",
        see: ["RFC 2141 section 2.2", "RFC 8141 section 2", "", ""],
        example: Some(Example::new(Rfc3986, "urn:isbn:")),
        ..Record::EMPTY
    };

    URN_COMPONENT = Record {
        code: "urn-component",
        severity: Error,
        sentence: "after a URN, `?+` begins a resolution component and `?=` a query, and neither is empty",
        why: "A bare `?` is reserved for the future, so readers differ on whether it belongs to the name.",
        see: ["", "RFC 8141 section 2.3", "", ""],
        example: Some(Example::new(Rfc3986, "urn:example:menu?page=1")),
        ..Record::EMPTY
    };

    BLOB_ORIGIN = Record {
        code: "blob-origin",
        severity: Error,
        sentence: "a `blob:` URL is an origin, a slash and an identifier",
        why: "The origin in the URL determines who may read the object.",
        see: ["", "File API section 8.2", "", "URL Standard section 4.7"],
        example: Some(Example::new(Rfc3986, "blob:menu")),
        ..Record::EMPTY
    };
}
