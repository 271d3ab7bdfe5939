//! Reads the tables in `data/cases/`, which list the expected results of all standards side by side.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The three standards of the generic syntax, by their names in the tables. Results of the URL Standard differ in kind, and
/// have their own fields.
pub const STANDARDS: [&str; 3] = ["draft1997", "rfc3986", "rfc3987"];

/// The result of each standard; RFC 3987 is given only where it differs from RFC 3986.
#[derive(Clone, Debug, Deserialize)]
pub struct Sides<T> {
    /// draft-fielding-url-syntax-05.
    pub draft1997: Option<T>,
    /// RFC 3986.
    pub rfc3986: Option<T>,
    /// RFC 3987.
    pub rfc3987: Option<T>,
}

impl<T> Sides<T> {
    /// Returns the result of the standard with this name, if any.
    ///
    /// # Panics
    /// If there is no such standard.
    #[must_use]
    pub fn of(&self, standard: &str) -> Option<&T> {
        match standard {
            "draft1997" => self.draft1997.as_ref(),
            "rfc3986" => self.rfc3986.as_ref(),
            "rfc3987" => self.rfc3987.as_ref().or(self.rfc3986.as_ref()),
            other => panic!("no standard {other}"),
        }
    }
}

/// `resolve.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// References against one base.
    pub group: Vec<Group>,
    /// References in a context that makes a new request.
    pub request: Vec<Request>,
}

/// References against one base.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The base.
    pub base: String,
    /// Where the results come from.
    pub cite: String,
    /// The references.
    pub case: Vec<ResolveCase>,
}

/// One reference.
#[derive(Clone, Debug, Deserialize)]
pub struct ResolveCase {
    /// The reference.
    pub reference: String,
    /// The results.
    #[serde(flatten)]
    pub sides: Sides<String>,
    /// RFC 3986 with "strict" false.
    pub rfc3986_loose: Option<String>,
    /// The URL Standard's result, or `error: ` and the validation error that ends the parser.
    pub whatwg: String,
}

/// One reference whose document is known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Where the result comes from.
    pub cite: String,
    /// The base.
    pub base: String,
    /// The URL of the current document.
    pub document: String,
    /// The reference.
    pub reference: String,
    /// The draft's result; no other standard has the notion.
    pub draft1997: String,
}

/// `parse.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parse {
    /// The texts.
    pub case: Vec<ParseCase>,
}

/// One text.
#[derive(Clone, Debug, Deserialize)]
pub struct ParseCase {
    /// The text.
    pub input: String,
    /// Where the results come from.
    pub cite: String,
    /// The verdict of the whole 1997 grammar.
    pub verdict: String,
    /// The results.
    #[serde(flatten)]
    pub sides: Sides<Reading>,
    /// The URL Standard's result.
    pub whatwg: Parsed,
}

/// The result of the URL Standard for a text without a base: a URL, or the error that ends its parser.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parsed {
    /// The URL, as it is serialized.
    pub href: Option<String>,
    /// The error that ends the parser.
    pub error: Option<Fault>,
    /// The names of all reported errors, unless it is `error` alone.
    #[serde(default)]
    pub violations: Vec<String>,
}

impl Parsed {
    /// Returns the name of the error that ends the parser.
    #[must_use]
    pub fn fatal(&self) -> Option<&str> {
        self.error.as_ref().and_then(|fault| fault.rule.as_deref())
    }

    /// Returns the names of all reported errors, each once, in the order of the steps.
    #[must_use]
    pub fn reported(&self) -> Vec<&str> {
        let all = self.violations.iter().map(String::as_str);
        all.chain(self.fatal().filter(|_| self.violations.is_empty())).collect()
    }
}

/// Components, or the first error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reading {
    /// The first error.
    pub error: Option<Fault>,
    /// The form: `absolute`, `relative-path`, ...
    pub kind: Option<String>,
    /// Without its colon.
    pub scheme: Option<String>,
    /// The user.
    pub user: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// The host, with brackets.
    pub host: Option<String>,
    /// `name`, `ipv4`, `ipv6` or `ipvfuture`.
    pub host_kind: Option<String>,
    /// The port as it is written.
    pub port_text: Option<String>,
    /// The path.
    pub path: String,
    /// The query.
    pub query: Option<String>,
    /// The fragment.
    pub fragment: Option<String>,
}

/// A broken rule, and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fault {
    /// The rule's code; left out if a text has several errors.
    pub rule: Option<String>,
    /// The first byte; left out where the standards do not define it.
    pub start: Option<usize>,
    /// The end, after the last byte.
    pub end: Option<usize>,
}

/// `normalize.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normalize {
    /// Normal forms.
    pub case: Vec<NormalizeCase>,
    /// Pairs.
    pub compare: Vec<Compare>,
}

/// One normal form.
#[derive(Clone, Debug, Deserialize)]
pub struct NormalizeCase {
    /// The text.
    pub input: String,
    /// Where the results come from.
    pub cite: String,
    /// The results.
    #[serde(flatten)]
    pub sides: Sides<Forms>,
    /// The URL Standard's only form, where the text makes a URL.
    pub whatwg: Option<Forms>,
}

/// A normal form, and what single rungs do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forms {
    /// With every rung.
    pub full: String,
    /// With the rung of case alone.
    pub case: Option<String>,
    /// With the rung of escapes alone.
    pub percent: Option<String>,
    /// With the rung of dot segments alone.
    pub path: Option<String>,
    /// With the rung of the scheme alone.
    pub scheme: Option<String>,
}

/// Two texts.
#[derive(Clone, Debug, Deserialize)]
pub struct Compare {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// Where the results come from.
    pub cite: String,
    /// The lowest rung on which they agree.
    #[serde(flatten)]
    pub sides: Sides<String>,
    /// The comparison by the URL Standard: `equal` or `none`; `None` if a text is no URL there.
    pub whatwg: Option<String>,
}

/// Reads `data/cases/{name}.toml`.
///
/// # Panics
/// If the file is missing or does not match the types.
#[must_use]
pub fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../data/cases/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}
