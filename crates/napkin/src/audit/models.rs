//! What widely used parsers read, where they follow no standard.
//!
//! Decides: which scheme, host, port and path a program takes out of a reference. Each model is a short reading of its own,
//! written from what the real program answers, and held against it on thousands of references by
//! `conformance/tests/it/engine_models.rs`, which also has what is known to differ. A model reads the reference by itself, as the
//! program does that gets no base. It does not decide what Unicode makes of a name: hosts beyond ASCII are left as they stand.
//!
//! Every model looks at each byte a fixed number of times and copies a part only to change it.

mod curl;
mod go;
mod java_uri;
mod java_url;
mod node_legacy;
mod perl;
mod php;
mod python;
mod ruby;

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::net::Ipv6Addr;

use crate::Encoded;

/// A parser that is modelled: what it is, and the version whose answers were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Model {
    /// The URL API of libcurl 7.88, with the options of the command `curl`, which guesses missing schemes.
    Curl,
    /// `urllib.parse.urlsplit` of Python 3.11, with `hostname` and `port` of its result.
    Python,
    /// `net/url` of Go 1.19: `Parse`, `Hostname`, `Port`, `EscapedPath`.
    Go,
    /// `java.net.URI` of Java 17.
    JavaUri,
    /// `java.net.URL` of Java 17, which reads otherwise than `URI` does.
    JavaUrl,
    /// `parse_url` of PHP 8.2.
    Php,
    /// `url.parse` of Node 20, the API before `URL`.
    NodeLegacy,
    /// The module `URI` 5.17 of Perl.
    Perl,
    /// `URI.parse` of Ruby 3.1.
    Ruby,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Curl,
        Self::Python,
        Self::Go,
        Self::JavaUri,
        Self::JavaUrl,
        Self::Php,
        Self::NodeLegacy,
        Self::Perl,
        Self::Ruby,
    ];

    /// The name by which it is shown: `curl`, `java-url`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::Python => "python",
            Self::Go => "go",
            Self::JavaUri => "java-uri",
            Self::JavaUrl => "java-url",
            Self::Php => "php",
            Self::NodeLegacy => "node-legacy",
            Self::Perl => "perl",
            Self::Ruby => "ruby",
        }
    }

    /// What the program reads of a reference that it gets without a base.
    ///
    /// ```
    /// use napkin::audit::Model;
    /// let text = r"http://evil.example\@pub.example/";
    /// assert_eq!(Model::Curl.read(text)?.host.as_deref(), Some("pub.example"));
    /// assert_eq!(Model::NodeLegacy.read(text)?.host.as_deref(), Some("evil.example"));
    /// assert!(Model::Go.read(text).is_err());
    /// # Ok::<(), napkin::audit::Refused>(())
    /// ```
    ///
    /// # Errors
    /// That the program reads nothing, and why.
    pub fn read(self, text: &str) -> Result<Seen<'_>, Refused> {
        match self {
            Self::Curl => curl::read(text),
            Self::Python => python::read(text),
            Self::Go => go::read(text),
            Self::JavaUri => java_uri::read(text),
            Self::JavaUrl => java_url::read(text),
            Self::Php => php::read(text),
            Self::NodeLegacy => node_legacy::read(text),
            Self::Perl => perl::read(text),
            Self::Ruby => ruby::read(text),
        }
    }
}

impl Model {
    /// What the program reads of a reference once its own function has resolved it against a base: `urljoin` of Python, `ResolveReference` of Go,
    /// `URI.resolve` and a `URL` with a context in Java, `url.resolve` of Node, `new_abs` of Perl, `URI.join` of Ruby, and the URL API of
    /// libcurl, set twice. PHP has none, so that it reads only what has a scheme or an authority.
    ///
    /// ```
    /// use napkin::audit::Model;
    /// let base = "https://pub.example/menu";
    /// assert_eq!(Model::NodeLegacy.read_against(r"/\evil.example", base)?.host.as_deref(), Some("evil.example"));
    /// assert_eq!(Model::Perl.read_against(r"/\evil.example", base)?.host.as_deref(), Some("pub.example"));
    /// assert_eq!(Model::Perl.read_against("../beer", base)?.path, "/../beer");
    /// # Ok::<(), napkin::audit::Refused>(())
    /// ```
    ///
    /// # Errors
    /// That the program reads nothing, and why; also where it is the base that it does not admit.
    pub fn read_against(self, text: &str, base: &str) -> Result<Seen<'static>, Refused> {
        match self {
            Self::Curl => curl::read_against(text, base),
            Self::Python => python::read_against(text, base),
            Self::Go => go::read_against(text, base),
            Self::JavaUri => java_uri::read_against(text, base),
            Self::JavaUrl => java_url::read_against(text, base),
            Self::Php => php::read_against(text, base),
            Self::NodeLegacy => node_legacy::read_against(text, base),
            Self::Perl => perl::read_against(text, base),
            Self::Ruby => ruby::read_against(text, base),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a program takes out of a reference, as it says it: nothing is made alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen<'a> {
    /// The scheme, if it sees one.
    pub scheme: Option<Cow<'a, str>>,
    /// The host, if it sees one; never empty.
    pub host: Option<Cow<'a, str>>,
    /// The port that is written, if there is one; some programs admit numbers beyond 65535.
    pub port: Option<u32>,
    /// The path, which may be empty.
    pub path: Cow<'a, str>,
}

impl Seen<'_> {
    /// The same with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Seen<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Seen { scheme: self.scheme.map(own), host: self.host.map(own), port: self.port, path: own(self.path) }
    }
}

/// That a program reads nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It takes the text for wrong: what it does not admit.
    Wrong(&'static str),
    /// It knows no such scheme, or wants one.
    Scheme,
    /// It has no function that resolves references.
    Relative,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(why) => f.write_str(why),
            Self::Scheme => f.write_str("a scheme that it does not know, or none"),
            Self::Relative => f.write_str("a relative reference, for which it has no function"),
        }
    }
}

impl core::error::Error for Refused {}

type Read<'a> = Result<Seen<'a>, Refused>;

const BAD_PORT: Refused = Refused::Wrong("a port that is none");
const BAD_HOST: Refused = Refused::Wrong("a host with characters that it does not admit");
const BAD_ADDRESS: Refused = Refused::Wrong("brackets without an address");
const BAD_ESCAPE: Refused = Refused::Wrong("an escape without two digits");
const BAD_CHARACTER: Refused = Refused::Wrong("a character that it does not admit");

/// A text cut before the first of some characters; the second half begins with it.
fn before<'a>(text: &'a str, ends: &[char]) -> (&'a str, &'a str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// A scheme of RFC 3986 and what is behind its colon.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    is_scheme(scheme).then_some((scheme, rest))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_scheme_byte)
}

const fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits as a number; none is no port, and one that is too large for any program the largest.
fn number(digits: &str) -> Option<u32> {
    (!digits.is_empty()).then(|| {
        digits
            .bytes()
            .fold(0, |sum: u32, digit| sum.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0'))))
    })
}

/// A part that is there only if it is not empty.
fn some(text: &str) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

fn lower(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        true => Cow::Owned(text.to_lowercase()),
        false => Cow::Borrowed(text),
    }
}

/// A text without some characters.
fn without<'a>(text: &'a str, unwanted: &[char]) -> Cow<'a, str> {
    match text.contains(unwanted) {
        true => Cow::Owned(text.split(unwanted).collect::<String>()),
        false => Cow::Borrowed(text),
    }
}

/// What is in brackets, if a host is so.
fn unbracketed(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

/// An address in brackets, with or without a zone behind `%`.
fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Whether behind each `%` there are two hexadecimal digits.
fn has_whole_escapes(text: &str) -> bool {
    text.split('%')
        .skip(1)
        .all(|behind| matches!(behind.as_bytes(), [one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit()))
}

/// Escapes undone; those that are none stay, and what is not UTF-8 becomes U+FFFD.
fn decoded(text: &str) -> Cow<'_, str> {
    match text.contains('%') {
        true => Cow::Owned(String::from_utf8_lossy(&bytes_of(text)).into_owned()),
        false => Cow::Borrowed(text),
    }
}

/// The bytes that a text with escapes writes.
fn bytes_of(text: &str) -> Cow<'_, [u8]> {
    Encoded::checked(text).decode_bytes()
}

/// A byte as it stands or as its escape.
pub(super) fn push_escaped(out: &mut String, byte: u8, is_kept: bool) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    if is_kept {
        out.push(char::from(byte));
        return;
    }
    out.push('%');
    out.push(char::from(DIGITS[usize::from(byte >> 4)]));
    out.push(char::from(DIGITS[usize::from(byte & 15)]));
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// The hosts that the models read, in the order of `Model::ALL`; `-` where one is refused or there is none.
    fn hosts(text: &str) -> Vec<String> {
        let host = |model: Model| model.read(text).ok()?.host.map(Cow::into_owned);
        Model::ALL.into_iter().map(|model| host(model).unwrap_or_else(|| "-".into())).collect()
    }

    #[test]
    fn hosts_of_the_telling_rows() {
        // As the programs answered. In the order curl, Python, Go, URI and URL of Java, PHP, Node, Perl, Ruby.
        let cases = [
            (
                r"http://evil.example\@good.example/",
                "good.example good.example - - good.example good.example evil.example good.example -",
            ),
            (
                "http://a@evil.example:80@good.example/",
                "- good.example good.example - - good.example good.example good.example -",
            ),
            ("http:/good.example/", "good.example - - - - - - - -"),
            ("http://127.1/", "127.0.0.1 127.1 127.1 - 127.1 127.1 127.1 127.1 127.1"),
            ("http://[::1]evil.example/", "- ::1 - - - - - [::1]evil.example -"),
            ("http://good.example:80:90/", "- - good.example:80 - - good.example:80 good.example good.example:80 -"),
            (
                "http://a_b.example/",
                "a_b.example a_b.example a_b.example - a_b.example a_b.example a_b.example a_b.example a_b.example",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(hosts(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn models_resolve_as_the_programs_do() {
        const BASE: &str = "https://pub.example/menu/today?a#b";
        // As the programs answered, host and path; `?` for no host, `-` for a refusal. The order is as above.
        let cases = [
            (
                "../../beer",
                [
                    "pub.example/beer pub.example/beer pub.example/beer pub.example/../beer pub.example/../beer",
                    "- pub.example/beer pub.example/../beer pub.example/beer",
                ],
            ),
            (
                "#f",
                [
                    "pub.example/menu/ pub.example/menu/today pub.example/menu/today pub.example/menu/today pub.example/menu/today",
                    "- pub.example/menu/today pub.example/menu/today pub.example/menu/today",
                ],
            ),
            (
                "?q",
                [
                    "pub.example/menu/today pub.example/menu/today pub.example/menu/today pub.example/menu/ pub.example/menu/",
                    "- pub.example/menu/today pub.example/menu/today pub.example/menu/today",
                ],
            ),
            (
                r"/\evil.example/x",
                [
                    r"pub.example/\evil.example/x pub.example/\evil.example/x pub.example/%5Cevil.example/x - pub.example/\evil.example/x",
                    r"- evil.example/x pub.example/%5Cevil.example/x -",
                ],
            ),
            (
                "https:/evil.example",
                [
                    "evil.example/ pub.example/evil.example ?/evil.example ?/evil.example pub.example/evil.example",
                    "?/evil.example pub.example/evil.example ?/evil.example ?/evil.example",
                ],
            ),
        ];
        for (text, expected) in cases {
            for (model, expected) in Model::ALL.into_iter().zip(expected.iter().flat_map(|half| half.split(' '))) {
                let found = model.read_against(text, BASE);
                let found = found.map(|seen| [seen.host.as_deref().unwrap_or("?"), &seen.path].concat());
                assert_eq!(found.as_deref().unwrap_or("-"), expected, "{model}: {text}");
            }
        }
    }

    #[test]
    fn models_read_every_text() {
        let pieces = [
            "", "a", ":", "/", "//", "@", "[", "]", "%", "%2", "\0", "\u{e9}", "?", "#", "\\", "<", ">", "file:", "0x",
            ".",
        ];
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    let text = [one, two, three, one].concat();
                    for model in Model::ALL {
                        assert!(
                            model.read(&text).is_ok_and(|seen| seen.host.as_deref() != Some(""))
                                || model.read(&text).is_err(),
                            "{model}: {text}"
                        );
                        for (reference, base) in
                            [(&*text, "http://a/b/c"), (one, &*text), (two, "foo:b"), (&*text, &*text)]
                        {
                            let read = model.read_against(reference, base);
                            let is_empty = read.is_ok_and(|seen| seen.host.as_deref() == Some(""));
                            assert!(!is_empty, "{model}: {reference} against {base}");
                        }
                    }
                }
            }
        }
    }
}
