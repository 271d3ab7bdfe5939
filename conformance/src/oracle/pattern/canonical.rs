//! "Encoding callbacks".

use super::TypeError;
use crate::oracle::whatwg::code_points::PercentEncodeSet;
use crate::oracle::whatwg::machine::{State, parse_over};
use crate::oracle::whatwg::percent::utf8_percent_encode;
use crate::oracle::whatwg::serialize::serialize_path;
use crate::oracle::whatwg::{Errors, Path, Record, parse};

/// "encoding callback".
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum EncodingCallback {
    Protocol,
    Username,
    Password,
    Hostname,
    Ipv6Hostname,
    Port,
    Pathname,
    OpaquePathname,
    Search,
    Hash,
}

impl EncodingCallback {
    /// Runs the callback.
    pub fn run(self, value: &str) -> Result<String, TypeError> {
        match self {
            Self::Protocol => protocol(value),
            Self::Username | Self::Password => Ok(user(value)),
            Self::Hostname => hostname(value),
            Self::Ipv6Hostname => ipv6_hostname(value),
            Self::Port => port(value, None),
            Self::Pathname => Ok(pathname(value)),
            Self::OpaquePathname => opaque_pathname(value),
            Self::Search => Ok(search(value)),
            Self::Hash => Ok(hash(value)),
        }
    }
}

/// "create a dummy URL".
fn dummy_url() -> Record {
    parse("https://dummy.invalid/", None, &mut Errors::new()).expect("the dummy URL is valid")
}

/// "canonicalize a protocol".
pub fn protocol(value: &str) -> Result<String, TypeError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let url = parse(&format!("{value}://dummy.invalid/"), None, &mut Errors::new());
    url.map(|url| url.scheme).ok_or(TypeError)
}

/// "canonicalize a username" and "canonicalize a password".
#[must_use]
pub fn user(value: &str) -> String {
    // "set the username", "set the password".
    utf8_percent_encode(value, PercentEncodeSet::Userinfo)
}

/// "canonicalize a hostname".
pub fn hostname(value: &str) -> Result<String, TypeError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut url = dummy_url();
    if !parse_over(value, &mut url, State::Hostname) {
        return Err(TypeError);
    }
    Ok(url.host.map(|host| host.to_string()).unwrap_or_default())
}

/// "canonicalize an IPv6 hostname".
pub fn ipv6_hostname(value: &str) -> Result<String, TypeError> {
    let mut result = String::new();
    for c in value.chars() {
        if !c.is_ascii_hexdigit() && c != '[' && c != ']' && c != ':' {
            return Err(TypeError);
        }
        result.push(c.to_ascii_lowercase());
    }
    Ok(result)
}

/// "canonicalize a port".
///
/// A deviation: without a protocol, the text leaves the dummy URL's `https`, so that `443*` would be the same as `*`. The Web
/// Platform Tests expect `443` to stay, so the scheme here has no default port.
pub fn port(port_value: &str, protocol_value: Option<&str>) -> Result<String, TypeError> {
    if port_value.is_empty() {
        return Ok(String::new());
    }
    let mut url = dummy_url();
    url.scheme = protocol_value.unwrap_or("dummy").to_owned();
    if !parse_over(port_value, &mut url, State::Port) {
        return Err(TypeError);
    }
    Ok(url.port.map(|port| port.to_string()).unwrap_or_default())
}

/// "canonicalize a pathname".
#[must_use]
pub fn pathname(value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let leading_slash = value.starts_with('/');
    let modified_value = format!("{}{value}", if leading_slash { "" } else { "/-" });
    let mut url = dummy_url();
    url.path = Path::List(Vec::new());
    parse_over(&modified_value, &mut url, State::PathStart);
    let result = serialize_path(&url);
    // `..` may have removed the two code points; the text does not say what the substring is then.
    if leading_slash { result } else { result.chars().skip(2).collect() }
}

/// "canonicalize an opaque pathname".
pub fn opaque_pathname(value: &str) -> Result<String, TypeError> {
    if value.is_empty() {
        return Ok(String::new());
    }
    let mut url = dummy_url();
    url.path = Path::Opaque(String::new());
    if !parse_over(value, &mut url, State::OpaquePath) {
        return Err(TypeError);
    }
    Ok(serialize_path(&url))
}

/// "canonicalize a search".
#[must_use]
pub fn search(value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let mut url = dummy_url();
    url.query = Some(String::new());
    parse_over(value, &mut url, State::Query);
    url.query.unwrap_or_default()
}

/// "canonicalize a hash".
#[must_use]
pub fn hash(value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let mut url = dummy_url();
    url.fragment = Some(String::new());
    parse_over(value, &mut url, State::Fragment);
    url.fragment.unwrap_or_default()
}
