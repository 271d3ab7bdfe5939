//! The rules of the audit, as data, beside those of `napkin`.
//!
//! What finds them is [`audit`](crate::audit()); those of links in documents are found by the crate `napkin-document`. How much each weighs is
//! [`level`](crate::level()).

use napkin::Severity::{Error, Remark};
use napkin::Standard::{Rfc3986, Rfc3987, Whatwg};
pub use napkin::rules::*;
use napkin::{Example, Record, Rule};

const SEC: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7", "RFC 3987 section 8", "URL Standard section 2"];
const MALICIOUS: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "RFC 3987 section 8", "URL Standard section 2"];
const BACK_END: [&str; 4] = ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.3", "", ""];
const RARE_IP: [&str; 4] = ["", "RFC 3986 section 7.4", "", "URL Standard section 3.5"];
const SENSITIVE: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.5", "RFC 3987 section 8", "URL Standard section 2"];
const SEMANTIC: [&str; 4] = ["", "RFC 3986 section 7.6", "RFC 3987 section 8", "URL Standard section 4.8.1"];
const SPOOFING: [&str; 4] = ["", "Unicode Technical Standard 39", "RFC 3987 section 8", "URL Standard section 4.8.3"];
const BIDI: [&str; 4] =
    ["", "Unicode Technical Report 36 section 2.5", "RFC 3987 section 4.1", "URL Standard section 4.8.3"];
const NAMES: [&str; 4] = ["", "RFC 3986 section 3.2.2", "", "URL Standard section 3.1"];
const PARAMETERS: [&str; 4] = ["", "CWE-601; RFC 3986 section 7.6", "", ""];
const DOTS: [&str; 4] = ["", "CWE-22; RFC 3986 section 6.2.2.3", "", "URL Standard section 4.1"];
const ENCODING: [&str; 4] = ["", "RFC 3629 section 10", "RFC 3987 section 3.1", "Encoding Standard section 4.1"];
const SCHEMES: [&str; 4] = ["", "RFC 7595 section 3.7", "", "URL Standard section 4.4"];
const OPTIONS: [&str; 4] = ["", "CWE-88; RFC 3986 section 7.3", "", ""];
const PORTS: [&str; 4] =
    ["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "", "Fetch Standard, port blocking"];
const MIXED: [&str; 4] = ["", "Mixed Content section 3", "", "Mixed Content section 3"];

/// Every rule of this crate and of `napkin`.
pub fn all() -> impl Iterator<Item = Rule> {
    napkin::rules::all().chain(AUDIT_RULES.iter().copied())
}

/// The rule of this crate or of `napkin` with this code.
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

napkin::rules! {
    /// The rules of the audit: what is dangerous in a URL that may be valid. What finds them is [`audit`](crate::audit()).
    pub AUDIT_RULES of "audit";

    /// Programs do not use the same host or port of this URL.
    READERS_DISAGREE = Record {
        code: "readers-disagree",
        severity: Remark,
        sentence: "programs do not use the same host or port of this URL",
        why: "What checks a URL and what opens the connection may read it differently, and that gap is how a request is led past \
              an allow list. The readings are those of four standards, and of models of nine parsers that are in use.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://pub.example\\@evil.example/")),
        ..Record::EMPTY
    };

    /// Programs read this differently, but for a form of it that all read alike.
    NORMALISE_FIRST = Record {
        code: "normalise-first",
        severity: Remark,
        sentence: "programs read this differently, but for a form of it that all read alike",
        why: "Nobody goes to another host, but paths or spellings differ. Who checks the URL for another program hands on the form \
              that all read alike.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu|today")),
        ..Record::EMPTY
    };

    /// The port is not the default of the scheme.
    PORT_NOT_DEFAULT = Record {
        code: "port-not-default",
        severity: Remark,
        sentence: "the port is not the default of the scheme",
        why: "Another service may listen there, which takes the request for one of its own. The draft asks for caution with every \
              URL that names another port than the default for its protocol.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://pub.example:9200/")),
        ..Record::EMPTY
    };

    /// An escape encodes a line break, after which another command or field can begin.
    ESCAPED_LINE_BREAK = Record {
        code: "escaped-line-break",
        severity: Remark,
        sentence: "an escape stands for a line break, behind which another command or field can begin",
        why: "A program that undoes the escape before it sends the request sends two lines: in HTTP a field or a second request, in \
              FTP, SMTP and gopher another command. The draft names CR and LF as the escaped delimiters to take care of. In `mailto:` the \
              body alone has lines (RFC 6068 section 2).",
        see: BACK_END,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu%0d%0aSet-Cookie:tab=1")),
        ..Record::EMPTY
    };

    /// An escape in the authority, or at the end of a path, encodes a delimiter.
    ESCAPED_DELIMITER = Record {
        code: "escaped-delimiter",
        severity: Remark,
        sentence: "an escape in the authority stands for a delimiter",
        why: "Who undoes the escape too early takes the URL apart at another place: `%2F`, `%5C`, `%23`, `%3F`, `%40` and `%3A` in a \
              user or a host move the end of the host.",
        see: BACK_END,
        example: Some(Example::new(Rfc3986, "http://pub.example%2f@evil.example/")),
        ..Record::EMPTY
    };

    /// The URL carries a password.
    PASSWORD_IN_URL = Record {
        code: "password-in-url",
        severity: Remark,
        sentence: "the URL carries a password",
        why: "URLs end up in logs, histories, `Referer` fields and on the screen. The draft calls the password in the site component \
              strongly disrecommended, RFC 3986 deprecates it.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "ftp://sam:secret@pub.example/")),
        ..Record::EMPTY
    };

    /// A web URL has a user before its host.
    USER_IN_URL = Record {
        code: "user-in-url",
        severity: Remark,
        sentence: "a user stands before the host of a web URL",
        why: "On the web it has no use but to send a name along, and it makes the beginning of the URL look like a host.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "https://sam@pub.example/")),
        ..Record::EMPTY
    };

    /// A gopher URL that speaks another protocol.
    GOPHER_IMPERSONATION = Record {
        code: "gopher-impersonation",
        severity: Remark,
        sentence: "a gopher URL that speaks another protocol",
        why: "The selector is sent as it is: with another port than 70, or with line breaks, it becomes commands for a mail server, a \
              data base or a cache. The draft tells of gopher URLs that have sent mail in somebody's name.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "gopher://pub.example:25/_HELO%20pub%0d%0aMAIL%20FROM")),
        ..Record::EMPTY
    };

    /// A label of the host mixes scripts that no language writes together.
    MIXED_SCRIPTS = Record {
        code: "mixed-scripts",
        severity: Remark,
        sentence: "a label of the host mixes scripts that no language writes together",
        why: "Letters of another script that look like those of the first make a name that reads like a known one. Labels are \
              held against the highly restrictive level of UTS 39: one script, or Latin with those of Chinese, Japanese or Korean.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3987, "http://p\u{430}ypal.example/")),
        ..Record::EMPTY
    };

    /// A label of the host looks like one in plain Latin letters.
    CONFUSABLE_HOST = Record {
        code: "confusable-host",
        severity: Remark,
        sentence: "a label of the host looks like one in plain Latin letters",
        why: "All of its letters are of another script and look like Latin ones: the skeleton of UTS 39 is ASCII. Nobody can tell it \
              from that name by eye.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3987, "http://\u{430}\u{440}\u{440}\u{4cf}\u{435}.example/")),
        ..Record::EMPTY
    };

    /// A label of the host is in Punycode, and so cannot be read.
    PUNYCODE_HOST = Record {
        code: "punycode-host",
        severity: Remark,
        sentence: "a label of the host is in Punycode, and so cannot be read",
        why: "What it stands for is only seen once it is decoded, and some programs show one form and some the other. A label that \
              decodes to nothing is refused by some programs and looked up by others.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3986, "http://xn--bcher-kva.example/")),
        ..Record::EMPTY
    };

    /// A control character turns the direction of what follows.
    BIDI_CONTROL = Record {
        code: "bidi-control",
        severity: Remark,
        sentence: "a control character turns the direction of what follows",
        why: "It makes the text look like another: the end of a URL can be shown as its host, and a file name can seem to end \
              otherwise. RFC 3987 forbids these characters, raw or escaped.",
        see: BIDI,
        example: Some(Example::new(Whatwg, "http://pub.example/%E2%80%AEgpj.exe")),
        ..Record::EMPTY
    };

    /// A character that shows nothing.
    INVISIBLE_CHARACTER = Record {
        code: "invisible-character",
        severity: Remark,
        sentence: "a character that shows nothing",
        why: "Two URLs that look the same differ in it, and some programs drop it from hosts and others do not: soft hyphens, zero-width \
              spaces and joiners, fillers, variation selectors.",
        see: SPOOFING,
        example: Some(Example::new(Whatwg, "http://pub.example/me\u{200b}nu")),
        ..Record::EMPTY
    };

    /// The user before the `@` looks like a host.
    BRAND_BEFORE_AT = Record {
        code: "brand-before-at",
        severity: Remark,
        sentence: "what stands before an `@` looks like the host, and is not",
        why: "People read a URL from the left. In `http://bank.example@evil.example/` they \
              read the user for the host. `http://bank.example#@evil.example/` has deceived programs in the same way.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://www.pub.example@evil.example/")),
        ..Record::EMPTY
    };

    /// The host begins like another host.
    HOST_IN_HOST = Record {
        code: "host-in-host",
        severity: Remark,
        sentence: "the host begins like another host",
        why: "The beginning of a long host, up to `.com` or the like, is read for all of it, above all where the end is cut off in \
              a narrow window. Who it belongs to is said by its end.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://www.pub.com.login.evil.example/")),
        ..Record::EMPTY
    };

    /// What stands right behind the host reads like another host.
    HOST_BEHIND_HOST = Record {
        code: "host-behind-host",
        severity: Remark,
        sentence: "what stands right behind the host reads like another host",
        why: "In `http://evil.example?pub.example` and `http://evil.example#pub.example` a program that looks for a name finds it, and people who \
              know that a host ends at the next slash read it for the end of the host. \
              A `?@pub.example/` has been taken for an address by servers, and behind two slashes at the start of a path stands a host \
              where a server redirects to that path (CVE-2018-14574).",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://evil.example?pub.example")),
        ..Record::EMPTY
    };

    /// The host or the user begins like an option of a command.
    OPTION_HOST = Record {
        code: "option-host",
        severity: Remark,
        sentence: "the host or the user begins like an option of a command",
        why: "A program that hands the host to another one as an argument hands over an option, and some options run commands: \
              `ssh://-oProxyCommand=...` was one for Git, Mercurial and Subversion.",
        see: OPTIONS,
        example: Some(Example::new(Rfc3986, "ssh://-oProxyCommand=menu/beer")),
        ..Record::EMPTY
    };

    /// An address is not written in its usual form.
    IP_SPELLING = Record {
        code: "ip-spelling",
        severity: Remark,
        sentence: "an address is not written in its usual form",
        why: "Browsers, curl and the C library read `127.1`, `0x7f000001`, `2130706433` and `0177.0.0.1` as addresses, others as \
              names, and zeros are octal for some and not for others. An allow list sees a name where the connection goes to an \
              address. The same is true of IPv4 inside of IPv6, of escapes and of digits that are not ASCII.",
        see: RARE_IP,
        example: Some(Example::new(Rfc3986, "http://0x7f.1/")),
        ..Record::EMPTY
    };

    /// The host is in the network of whoever uses the URL.
    INWARD_HOST = Record {
        code: "inward-host",
        severity: Remark,
        sentence: "the host is in the network of whoever uses the URL",
        why: "Loopback, private and link-local addresses, names such as `localhost` and those of services that map any name to such an \
              address lead a server that follows the URL to itself, or to what stands behind its firewall. What retrieves should \
              judge the address to which it connects; this rule judges what is written.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://169.254.169.254/latest/meta-data/")),
        ..Record::EMPTY
    };

    /// The host ends with a dot.
    TRAILING_DOT = Record {
        code: "trailing-dot",
        severity: Remark,
        sentence: "the host ends with a dot",
        why: "DNS finds the same host, but cookies, certificates, HSTS and lists of hosts compare texts, so that the dot leads past them.",
        see: NAMES,
        example: Some(Example::new(Rfc3986, "https://pub.example./")),
        ..Record::EMPTY
    };

    /// The host has no dot.
    DOTLESS_HOST = Record {
        code: "dotless-host",
        severity: Remark,
        sentence: "the host has no dot",
        why: "Such a name is completed by the search list of whoever looks it up, and so is another host on every network.",
        see: NAMES,
        example: Some(Example::new(Rfc3986, "http://wiki/")),
        ..Record::EMPTY
    };

    /// The host is a suffix under which anybody can register names.
    PUBLIC_SUFFIX_HOST = Record {
        code: "public-suffix-host",
        severity: Remark,
        sentence: "the host is a suffix under which anybody can register names",
        why: "What is allowed or set for it, such as a cookie or an entry of a list, would hold for all who register below it.",
        see: ["", "Public Suffix List", "", "URL Standard section 3.2"],
        example: Some(Example::new(Rfc3986, "http://co.uk/")),
        ..Record::EMPTY
    };

    /// A parameter whose name says that its value is secret.
    SECRET_PARAMETER = Record {
        code: "secret-parameter",
        severity: Remark,
        sentence: "a parameter whose name says that its value is secret",
        why: "Queries are kept in logs and histories, and are sent to other sites as `Referer`; fragments are kept in histories and can be \
              read by every script of the page. Tokens belong into fields of the header.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "https://pub.example/menu?access_token=6b1f8e20c4")),
        ..Record::EMPTY
    };

    /// A text with the form of a well-known kind of credentials.
    TOKEN_IN_URL = Record {
        code: "token-in-url",
        severity: Remark,
        sentence: "a text with the form of a well-known kind of credentials",
        why: "Keys of clouds and code hosts, and signed tokens, have prefixes by which they are found, also by those who should not \
              have them. One that has been in a URL should be replaced.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "https://pub.example/?k=AKIAIOSFODNN7EXAMPLE")),
        ..Record::EMPTY
    };

    /// A parameter that says where to go next names another host.
    REDIRECT_PARAMETER = Record {
        code: "redirect-parameter",
        severity: Remark,
        sentence: "a parameter that says where to go next names another host",
        why: "If the site follows it unchecked, a URL that begins with a good name leads to any other: an open redirect. It serves \
              phishing, and it leads servers past lists of hosts, as they follow redirects.",
        see: PARAMETERS,
        example: Some(Example::new(Rfc3986, "https://pub.example/login?next=https://evil.example/")),
        ..Record::EMPTY
    };

    /// A parameter holds a URL of another host.
    URL_PARAMETER = Record {
        code: "url-parameter",
        severity: Remark,
        sentence: "a parameter holds a URL of another host",
        why: "If the site retrieves it, it does so from inside of its own network. Most such parameters are harmless: they say what is \
              shared or where a visitor has come from.",
        see: ["draft-fielding-url-syntax-05 section 7", "CWE-918; RFC 3986 section 7.3", "", ""],
        example: Some(Example::new(Rfc3986, "https://pub.example/fetch?image=http://evil.example/x.png")),
        ..Record::EMPTY
    };

    /// A parameter holds a URL in a form that leads past checks.
    REDIRECT_DISGUISED = Record {
        code: "redirect-disguised",
        severity: Remark,
        sentence: "a parameter holds a URL in a form that leads past checks",
        why: "`//host`, `/\\host`, `https:host` and white space before a scheme look like paths of the same site to a simple check, and \
              lead a browser away; `javascript:` in a parameter becomes a script where the site makes a link of it. `file:`, `gopher:` and \
              `php:` have a server read or reach what a check of hosts does not see.",
        see: PARAMETERS,
        example: Some(Example::new(Rfc3986, "https://pub.example/login?next=//evil.example/")),
        ..Record::EMPTY
    };

    /// An escape is escaped once more.
    DOUBLE_ENCODING = Record {
        code: "double-encoding",
        severity: Remark,
        sentence: "an escape is escaped once more",
        why: "A check that undoes escapes once sees an escape, and what undoes them once more sees a slash, a dot or a line break.",
        see: ["draft-fielding-url-syntax-05 section 2.4.2", "RFC 3986 section 2.4", "", ""],
        example: Some(Example::new(Rfc3986, "http://pub.example/%252e%252e/menu")),
        ..Record::EMPTY
    };

    /// A `..` of the path is escaped, or hidden behind an escaped slash.
    ENCODED_DOT_SEGMENT = Record {
        code: "encoded-dot-segment",
        severity: Remark,
        sentence: "a `..` of the path is escaped, or hidden behind an escaped slash",
        why: "By RFC 3986 `%2e` is a dot, browsers fold `%2e%2e`, and many other programs do not: the path that is checked and the \
              path that is opened differ.",
        see: DOTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu/%2e%2e/cellar")),
        ..Record::EMPTY
    };

    /// A path or a parameter leads upwards past its beginning.
    PATH_TRAVERSAL = Record {
        code: "path-traversal",
        severity: Remark,
        sentence: "a path or a parameter leads upwards past its beginning",
        why: "`..` that has nothing left to leave is dropped by the standards, but a program that joins the text to a folder leaves the \
              folder by it.",
        see: DOTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/open?file=../../etc/passwd")),
        ..Record::EMPTY
    };

    /// A backslash, which is a slash for browsers and a character for others.
    BACKSLASH = Record {
        code: "backslash",
        severity: Remark,
        sentence: "a backslash, which is a slash for browsers and a character for others",
        why: "By the URL Standard it ends the host of a web URL and separates segments; by the RFCs it has no right to be there. \
              Escaped, it separates segments for servers on Windows.",
        see: ["", "RFC 3986 section 7.3", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example\\menu")),
        ..Record::EMPTY
    };

    /// A control character, or white space around or within the URL.
    CONTROL_CHARACTER = Record {
        code: "control-character",
        severity: Remark,
        sentence: "a control character, or white space around or within the URL",
        why: "Browsers drop tabs and line ends wherever they stand, and controls and spaces at the ends; others keep them, end the URL \
              there, or refuse it. `java<tab>script:` is a script for the first.",
        see: ["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 2", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example/\tmenu")),
        ..Record::EMPTY
    };

    /// Escapes write a character in more bytes of UTF-8 than it has.
    OVERLONG_UTF8 = Record {
        code: "overlong-utf8",
        severity: Remark,
        sentence: "escapes write a character in more bytes of UTF-8 than it has",
        why: "A decoder that does not check takes `%c0%ae` for a dot and `%c0%af` for a slash, behind the back of whoever looked for \
              those. UTF-8 forbids such forms. `%u002e` is a form of one vendor, with the same effect.",
        see: ENCODING,
        example: Some(Example::new(Rfc3986, "http://pub.example/%c0%ae%c0%ae/menu")),
        ..Record::EMPTY
    };

    /// The URL is a script.
    SCRIPT_URL = Record {
        code: "script-url",
        severity: Remark,
        sentence: "the URL is a script",
        why: "Whoever follows it, or puts it into a page, runs it with the rights of that page. Case, controls before it, and tabs and \
              line ends in the scheme do not change that for browsers.",
        see: SCHEMES,
        example: Some(Example::new(Whatwg, "java\tscript:alert(document.cookie)")),
        ..Record::EMPTY
    };

    /// A `data:` URL of a type that can run scripts.
    ACTIVE_DATA = Record {
        code: "active-data",
        severity: Remark,
        sentence: "a `data:` URL of a type that can run scripts",
        why: "HTML, SVG and XML in a `data:` URL run what they hold wherever it is opened as a document, and no filter of addresses \
              sees them.",
        see: ["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "Fetch Standard section 6"],
        example: Some(Example::new(Whatwg, "data:text/html,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    /// A URL stands inside a URL of a scheme that unwraps it, or a `data:` URL inside another.
    NESTED_SCHEME = Record {
        code: "nested-scheme",
        severity: Remark,
        sentence: "a URL stands inside a URL of a scheme that unwraps it, or a `data:` URL inside another",
        why: "What looks at the first scheme alone lets through what the inner one does: `view-source:`, `feed:`, `jar:`, `blob:` and \
              `filesystem:` before a URL, and data within data.",
        see: SCHEMES,
        example: Some(Example::new(Whatwg, "view-source:http://pub.example/")),
        ..Record::EMPTY
    };

    /// It is not clear what of this is the scheme.
    SCHEME_CONFUSION = Record {
        code: "scheme-confusion",
        severity: Remark,
        sentence: "it is not clear what of this is the scheme",
        why: "`localhost:8080/` and `pub.example:80` have a scheme with that name by every standard, and a host and a port for curl and \
              for people; `http:/host`, `http:host` and `http//host` are URLs for some programs and paths for others.",
        see: ["draft-fielding-url-syntax-05 section 4.1", "RFC 3986 section 4.5", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "pub.example:8080/menu")),
        ..Record::EMPTY
    };

    /// A character that is hard to type, or to read aloud.
    HARD_TO_TRANSCRIBE = Record {
        code: "hard-to-transcribe",
        severity: Remark,
        sentence: "a character that is hard to type, or to read aloud",
        why: "A URL may be written on a napkin. The draft puts characters that everybody can type before names that are meaningful.",
        see: ["draft-fielding-url-syntax-05 section 1.4", "RFC 3986 section 1.2.1", "", ""],
        example: Some(Example::new(Rfc3986, "http://pub.example/%E2%82%AC{1}")),
        ..Record::EMPTY
    };

    /// A page that came encrypted loads something that does not.
    MIXED_CONTENT = Record {
        code: "mixed-content",
        severity: Remark,
        sentence: "a page that came encrypted loads something that does not",
        why: "Whoever is on the way can change what is loaded, and with a script or a style sheet all of the page. Browsers block it, or \
              load it by `https:` instead.",
        see: MIXED,
        example: Some(Example::new(Whatwg, "<script src=http://pub.example/menu.js></script>").against("https://pub.example/")),
        ..Record::EMPTY
    };

    /// A link by a protocol that sends everything in the clear.
    INSECURE_SCHEME = Record {
        code: "insecure-scheme",
        severity: Remark,
        sentence: "a link by a protocol that sends everything in the clear",
        why: "Whoever is on the way can read and change what `http:`, `ftp:`, `telnet:`, `ws:` and their like carry.",
        see: ["", "RFC 7258", "", "Mixed Content section 3"],
        example: Some(Example::new(Whatwg, "<a href=http://pub.example/>the pub</a>")),
        ..Record::EMPTY
    };

    /// The text of the link names another host than it goes to.
    MISLEADING_LINK_TEXT = Record {
        code: "misleading-link-text",
        severity: Remark,
        sentence: "the text of the link names another host than it goes to",
        why: "People go by what they read. Text that is a URL or the name of a host, over a link to another, is how most phishing mail \
              works.",
        see: SEMANTIC,
        example: Some(Example::new(Whatwg, "<a href=https://evil.example/>www.pub.example</a>")),
        ..Record::EMPTY
    };

    /// A suppression that suppresses nothing.
    SUPPRESSION_UNUSED = Record {
        code: "suppression-unused",
        severity: Remark,
        sentence: "a suppression that suppresses nothing",
        why: "What it was written for is gone, or its rule's name is wrong. Left to stand it would hide the next finding.",
        see: ["the caller's settings, section suppression", "the caller's settings, section suppression", "", ""],
        ..Record::EMPTY
    };

    /// A port on which another protocol listens.
    PORT_RESERVED = Record {
        code: "port-reserved",
        severity: Error,
        sentence: "the port belongs to another protocol",
        why: "What is sent to such a port may be read as commands of that protocol: a request that carries text of \
              the attacker's choice becomes a mail, or a command to a data base. The list is that of the Fetch \
              Standard.",
        see: PORTS,
        example: Some(Example::new(Rfc3986, "http://pub.example:25/")),
        ..Record::EMPTY
    };

    /// An escape for a control character that would reach a line of a text protocol.
    ESCAPED_CONTROL = Record {
        code: "escaped-control",
        severity: Error,
        sentence: "an escape stands for a control character, which a line of this protocol cannot carry",
        why: "In protocols of lines an escaped line break ends the command, and what follows is the next: `gopher` \
              URLs have sent mail and written to data bases in this way. Octets below 20 and 7F are refused before \
              anything is sent.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "gopher://pub.example/0menu%0D%0AQUIT")),
        ..Record::EMPTY
    };
}
