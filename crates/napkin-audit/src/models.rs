//! Models of widely used parsers that do not follow a standard: which scheme, host, port and path they find.
//!
//! Each model is a short parser written from the observed results of the real program. The test
//! `conformance/tests/it/engine_models.rs` compares the model with the program on thousands of references, and lists the
//! known differences. Hosts beyond ASCII are left unchanged. Start with `Model::read`.
//!
//! Every model takes linear time, and copies a component only to change it.

mod curl;
mod go;
mod java_uri;
mod java_url;
mod node_legacy;
mod perl;
mod php;
mod python;
mod ruby;
mod seen;

use core::fmt;

pub(super) use self::seen::push_escaped;
pub use self::seen::{Refused, Seen};

/// A modelled parser; each variant names the version whose results were measured.
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
    /// `java.net.URL` of Java 17, which differs from `URI`.
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
    /// All models.
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

    /// Returns the name in output: `curl`, `java-url`.
    ///
    /// ```
    /// use napkin_audit::Model;
    /// assert_eq!(Model::JavaUrl.name(), "java-url");
    /// ```
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

    /// Parses a reference without a base as the program does.
    ///
    /// ```
    /// use napkin_audit::Model;
    /// let text = r"http://evil.example\@pub.example/";
    /// assert_eq!(Model::Curl.read(text)?.host.as_deref(), Some("pub.example"));
    /// assert_eq!(Model::NodeLegacy.read(text)?.host.as_deref(), Some("evil.example"));
    /// assert!(Model::Go.read(text).is_err());
    /// # Ok::<(), napkin_audit::Refused>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason why the program refuses the reference.
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
    /// Resolves a reference against a base by the program's own function, then parses the result as the program does. The
    /// functions are `urljoin` of Python, `ResolveReference` of Go, `URI.resolve` and a `URL` with a context in Java,
    /// `url.resolve` of Node, `new_abs` of Perl, `URI.join` of Ruby, and the URL API of libcurl, set twice. PHP has no such
    /// function, so only a reference with a scheme or an authority is accepted.
    ///
    /// ```
    /// use napkin_audit::Model;
    /// let base = "https://pub.example/menu";
    /// assert_eq!(Model::NodeLegacy.read_against(r"/\evil.example", base)?.host.as_deref(), Some("evil.example"));
    /// assert_eq!(Model::Perl.read_against(r"/\evil.example", base)?.host.as_deref(), Some("pub.example"));
    /// assert_eq!(Model::Perl.read_against("../beer", base)?.path, "/../beer");
    /// # Ok::<(), napkin_audit::Refused>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason why the program refuses the reference or the base.
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

#[cfg(test)]
mod tests {
    use alloc::borrow::Cow;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    /// Returns the hosts that the models find, in the order of `Model::ALL`; `-` for a refusal or no host.
    fn hosts(text: &str) -> Vec<String> {
        let host = |model: Model| model.read(text).ok()?.host.map(Cow::into_owned);
        Model::ALL.into_iter().map(|model| host(model).unwrap_or_else(|| "-".into())).collect()
    }

    #[test]
    fn hosts_of_the_telling_rows() {
        // The programs' results, in the order curl, Python, Go, `URI` and `URL` of Java, PHP, Node, Perl, Ruby.
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
        // The programs' results, host and path, in the same order; `?` for no host, `-` for a refusal.
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
