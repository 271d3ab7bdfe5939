//! Reads the data of the Web Platform Tests from published crates.
//!
//! Nothing compiles these crates, but `Cargo.toml` lists them, so that the lockfile's checksums cover their bytes.
//! `cargo metadata` returns their folders. The tests' own `url/README.md` explains the files. Strings with lone surrogates are
//! converted like Web IDL's `USVString`, because this is the form that an API receives.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The crate with most of the data, and the folder.
const WPT: (&str, &str) = ("ada-url", "tests/wpt");

/// The crate with the data for `data:` URLs, base64 and MIME types, and the folder.
const DATA: (&str, &str) = ("data-url", "tests");

/// A case of `urltestdata.json`, or of another file of its form.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UrlCase {
    /// What the case is about.
    pub comment: Option<String>,
    /// The input of the parser.
    pub input: String,
    /// The base, which is valid.
    pub base: Option<String>,
    /// Whether parsing fails. If not, every attribute below except `origin` and `search_params` is given.
    #[serde(default)]
    pub failure: bool,
    /// For a failure without a base: `non-opaque-path-base` if there is such a base that the input parses against,
    /// `any-base` if the input parses against any.
    pub relative_to: Option<String>,
    /// The attribute.
    pub href: Option<String>,
    /// The attribute, where it is tested.
    pub origin: Option<String>,
    /// The attribute.
    pub protocol: Option<String>,
    /// The attribute.
    pub username: Option<String>,
    /// The attribute.
    pub password: Option<String>,
    /// The attribute.
    pub host: Option<String>,
    /// The attribute.
    pub hostname: Option<String>,
    /// The attribute.
    pub port: Option<String>,
    /// The attribute.
    pub pathname: Option<String>,
    /// The attribute.
    pub search: Option<String>,
    /// The attribute's serialization, where it is tested.
    pub search_params: Option<String>,
    /// The attribute.
    pub hash: Option<String>,
}

impl UrlCase {
    /// Returns the attributes of the case with their values, except `searchParams`.
    #[must_use]
    pub fn attributes(&self) -> Vec<(&'static str, &str)> {
        let attributes = [
            ("href", &self.href),
            ("origin", &self.origin),
            ("protocol", &self.protocol),
            ("username", &self.username),
            ("password", &self.password),
            ("host", &self.host),
            ("hostname", &self.hostname),
            ("port", &self.port),
            ("pathname", &self.pathname),
            ("search", &self.search),
            ("hash", &self.hash),
        ];
        attributes.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).collect()
    }
}

/// A case of `setters_tests.json`, or of another file of its form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetterCase {
    /// The attribute that is set: the file's key, not the case's.
    #[serde(skip)]
    pub attribute: String,
    /// What the case is about.
    pub comment: Option<String>,
    /// The URL that is parsed first.
    pub href: String,
    /// The new value of the attribute.
    pub new_value: String,
    /// Attributes, and their expected values.
    pub expected: BTreeMap<String, String>,
}

/// A case of `toascii.json` or `IdnaTestV2.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostCase {
    /// What the case is about; in `IdnaTestV2` the rules of UTS 46 that the input breaks.
    pub comment: Option<String>,
    /// The domain.
    pub input: String,
    /// The host of `https://{input}/x`; `None` if that fails to parse.
    pub output: Option<String>,
    /// Whether the output is specific to the URL Standard and differs from UTS 46's ToASCII.
    #[serde(default)]
    pub url_standard_only: bool,
}

impl HostCase {
    /// Returns the input as the tests write it in a URL: characters that would end the host are percent-encoded.
    #[must_use]
    pub fn encoded_input(&self) -> String {
        let mut encoded = String::new();
        for c in self.input.chars() {
            match c {
                ':' | '/' | '?' | '#' | '\\' => encoded.push_str(&format!("%{:02X}", u32::from(c))),
                _ => encoded.push(c),
            }
        }
        encoded
    }
}

/// A case of `percent-encoding.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PercentEncodingCase {
    /// The text of the query and of the fragment.
    pub input: String,
    /// The query in each encoding, by label; the value for `utf-8` is the fragment in all encodings.
    pub output: BTreeMap<String, String>,
}

/// A case of `verifydnslength_tests.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DnsLengthCase {
    /// What the case is about.
    pub message: String,
    /// A URL.
    pub input: String,
    /// Whether the length of the host is invalid in DNS.
    pub failure: bool,
}

/// `urltestdata.json`.
#[must_use]
pub fn urltestdata() -> Vec<UrlCase> {
    cases("urltestdata.json")
}

/// `urltestdata-javascript-only.json`: what only an API over UTF-16 can be given.
#[must_use]
pub fn urltestdata_javascript_only() -> Vec<UrlCase> {
    cases("urltestdata-javascript-only.json")
}

/// The further cases that the crate's authors have added, short and long.
#[must_use]
pub fn extra_urltestdata() -> Vec<UrlCase> {
    let mut all = cases("ada_extra_urltestdata.json");
    all.extend(cases("ada_long_urltestdata.json"));
    all
}

/// `setters_tests.json`.
#[must_use]
pub fn setters() -> Vec<SetterCase> {
    setter_cases("setters_tests.json")
}

/// The further cases that the crate's authors have added.
#[must_use]
pub fn extra_setters() -> Vec<SetterCase> {
    setter_cases("ada_extra_setters_tests.json")
}

/// `toascii.json`.
#[must_use]
pub fn toascii() -> Vec<HostCase> {
    cases("toascii.json")
}

/// `IdnaTestV2.json`.
#[must_use]
pub fn idna_test_v2() -> Vec<HostCase> {
    cases("IdnaTestV2.json")
}

/// `IdnaTestV2-removed.json`: cases of older versions of that file.
#[must_use]
pub fn idna_test_v2_removed() -> Vec<HostCase> {
    cases("IdnaTestV2-removed.json")
}

/// `percent-encoding.json`.
#[must_use]
pub fn percent_encoding() -> Vec<PercentEncodingCase> {
    cases("percent-encoding.json")
}

/// `verifydnslength_tests.json`, by the crate's authors.
#[must_use]
pub fn verify_dns_length() -> Vec<DnsLengthCase> {
    cases("verifydnslength_tests.json")
}

/// A row of `data-urls.json`.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Vec<Value>")]
pub struct DataUrlCase {
    /// The fetched URL.
    pub input: String,
    /// The MIME type of the response; `None` if fetching fails.
    pub mime_type: Option<String>,
    /// The body of the response.
    pub body: Vec<u8>,
}

impl From<Vec<Value>> for DataUrlCase {
    fn from(row: Vec<Value>) -> Self {
        let text = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
        let body = row.get(2).map(bytes).unwrap_or_default();
        Self { input: text(0).expect("an input"), mime_type: text(1), body }
    }
}

/// A row of `base64.json`: a text, and the decoded bytes, unless `atob` fails.
pub type Base64Case = (String, Option<Vec<u8>>);

/// A case of `mime-types.json` or `generated-mime-types.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct MimeTypeCase {
    /// The value of a `Content-Type` field.
    pub input: String,
    /// The serialized MIME type, unless parsing fails.
    pub output: Option<String>,
}

fn bytes(list: &Value) -> Vec<u8> {
    let byte = |byte: &Value| byte.as_u64().and_then(|byte| byte.try_into().ok()).expect("a byte");
    list.as_array().expect("a list of bytes").iter().map(byte).collect()
}

/// `data-urls.json`.
#[must_use]
pub fn data_urls() -> Vec<DataUrlCase> {
    read_from(DATA, "data-urls.json")
}

/// `base64.json`.
#[must_use]
pub fn base64() -> Vec<Base64Case> {
    read_from(DATA, "base64.json")
}

/// `mime-types.json`.
#[must_use]
pub fn mime_types() -> Vec<MimeTypeCase> {
    mime_type_cases("mime-types.json")
}

/// `generated-mime-types.json`.
#[must_use]
pub fn generated_mime_types() -> Vec<MimeTypeCase> {
    mime_type_cases("generated-mime-types.json")
}

fn mime_type_cases(name: &str) -> Vec<MimeTypeCase> {
    let rows: Vec<Value> = read_from(DATA, name);
    let rows = rows.into_iter().filter(|row| !row.is_string());
    rows.map(|row| serde_json::from_value(row).unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

/// A row of Unicode's own `IdnaTestV2.txt`, in which every flag of UTS 46 is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdnaRow {
    /// The domain.
    pub source: String,
    /// The result of ToUnicode, if valid.
    pub to_unicode: Option<String>,
    /// The result of nontransitional ToASCII, if valid.
    pub to_ascii: Option<String>,
    /// The rules that make ToASCII fail.
    pub status: String,
}

/// Unicode's `IdnaTestV2.txt`, of which the JSON file is a part, from the crate that does the processing.
///
/// # Panics
///
/// If a row does not match the file's own header.
#[must_use]
pub fn idna_rows() -> Vec<IdnaRow> {
    let path = package_root("idna").join("tests/IdnaTestV2.txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    lines.filter(|line| !line.is_empty()).map(idna_row).collect()
}

/// Parses a line without its comment. A blank column repeats the column named in the header; `""` is empty.
fn idna_row(line: &str) -> IdnaRow {
    let columns: Vec<&str> = line.split(';').map(str::trim).collect();
    let [source, to_unicode, unicode_status, to_ascii, ascii_status, ..] = columns[..] else {
        panic!("seven columns: {line}");
    };
    let or = |column: &str, blank: &str| if column.is_empty() { blank.to_owned() } else { column.to_owned() };
    let to_unicode = or(to_unicode, source);
    let to_ascii = or(to_ascii, &to_unicode);
    let status = or(ascii_status, unicode_status);
    let is_valid = |status: &str| matches!(status, "" | "[]");
    IdnaRow {
        source: unescape(source),
        to_unicode: is_valid(unicode_status).then(|| unescape(&to_unicode)),
        to_ascii: is_valid(&status).then(|| unescape(&to_ascii)),
        status,
    }
}

/// Decodes a column's text: `\uXXXX` and `\x{XXXX}` are code points; a surrogate becomes U+FFFD.
fn unescape(column: &str) -> String {
    if column == "\"\"" {
        return String::new();
    }
    let mut parts = column.split('\\');
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (digits, rest) = match part.strip_prefix("x{") {
            Some(part) => part.split_once('}').expect("a brace that opens also closes"),
            None => part.strip_prefix('u').expect("an escape is a u or an x").split_at(4),
        };
        let code_point = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
        text.push(char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER));
        text.push_str(rest);
    }
    text
}

/// Reads a file with an array of cases and of comments, which are strings.
fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let rows: Vec<Value> = read(name);
    let rows = rows.into_iter().filter(|row| !row.is_string());
    rows.map(|row| serde_json::from_value(row).unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

/// Reads a file with an object of arrays, keyed by the attribute that they set.
fn setter_cases(name: &str) -> Vec<SetterCase> {
    let mut all = Vec::new();
    let attributes: BTreeMap<String, Value> = read(name);
    for (attribute, rows) in attributes.into_iter().filter(|(attribute, _)| attribute != "comment") {
        let rows: Vec<SetterCase> =
            serde_json::from_value(rows).unwrap_or_else(|error| panic!("{name}, {attribute}: {error}"));
        all.extend(rows.into_iter().map(|row| SetterCase { attribute: attribute.clone(), ..row }));
    }
    all
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    read_from(WPT, name)
}

fn read_from<T: DeserializeOwned>((package, folder): (&str, &str), name: &str) -> T {
    let path = package_root(package).join(folder).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&scalar_values(&text)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Replaces escapes of lone surrogates in a JSON text by U+FFFD, like Infra's "convert into a scalar value string".
#[must_use]
pub fn scalar_values(json: &str) -> Cow<'_, str> {
    let mut converted = String::new();
    let mut kept_to = 0;
    let mut at = 0;
    while let Some(backslash) = json[at..].find('\\').map(|offset| at + offset) {
        // A backslash escapes one byte, unless that byte is the `u` of a code unit.
        let (length, lone) = match code_unit(json, backslash) {
            Some(0xD800..=0xDBFF) => match code_unit(json, backslash + 6) {
                Some(0xDC00..=0xDFFF) => (12, false),
                _ => (6, true),
            },
            Some(unit) => (6, (0xDC00..=0xDFFF).contains(&unit)),
            None => (2, false),
        };
        at = backslash + length;
        if lone {
            converted.push_str(&json[kept_to..backslash]);
            converted.push_str("\\uFFFD");
            kept_to = at;
        }
    }
    if kept_to == 0 {
        return Cow::Borrowed(json);
    }
    converted.push_str(&json[kept_to..]);
    Cow::Owned(converted)
}

/// Returns the code unit whose escape starts here.
fn code_unit(json: &str, at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
    u16::from_str_radix(digits, 16).ok()
}

/// Returns the folder of a package in this crate's lockfile.
///
/// # Panics
///
/// If there is no such package, or it cannot be fetched.
#[must_use]
pub fn package_root(name: &str) -> PathBuf {
    static ROOTS: LazyLock<HashMap<String, PathBuf>> = LazyLock::new(package_roots);
    ROOTS.get(name).unwrap_or_else(|| panic!("no package {name} in the lockfile")).clone()
}

/// Returns the folders of all packages. `cargo test` fetches only compiled packages, `cargo metadata` all.
fn package_roots() -> HashMap<String, PathBuf> {
    let metadata = metadata(&["--offline"]).or_else(|| metadata(&[]));
    let metadata = metadata.expect("cargo metadata fetches the packages of the lockfile");
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    let root = |package: &Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str()?);
        Some((package["name"].as_str()?.to_owned(), manifest.parent()?.to_owned()))
    };
    packages.iter().map(|package| root(package).expect("a package has a name and a manifest")).collect()
}

/// Returns the output of `cargo metadata`, if it succeeds.
fn metadata(arguments: &[&str]) -> Option<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .args(arguments)
        .output()
        .expect("cargo runs");
    output.status.success().then(|| serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON"))
}

/// A case of `urlpatterntestdata.json`, `urlpattern-compare-test-data.json` or `urlpattern-generate-test-data.json`, as its
/// object.
pub type PatternCase = serde_json::Map<String, Value>;

/// `urlpatterntestdata.json`.
#[must_use]
pub fn url_patterns() -> Vec<PatternCase> {
    cases("urlpatterntestdata.json")
}

/// `urlpattern-compare-test-data.json`: a proposal.
#[must_use]
pub fn url_pattern_compare() -> Vec<PatternCase> {
    cases("urlpattern-compare-test-data.json")
}

/// `urlpattern-generate-test-data.json`: a proposal.
#[must_use]
pub fn url_pattern_generate() -> Vec<PatternCase> {
    cases("urlpattern-generate-test-data.json")
}
