//! "`URLPatternInit` processing".

use super::canonical;
use super::writer::escape_a_pattern_string;
use super::{Init, TypeError};
use crate::oracle::whatwg::serialize::serialize_path;
use crate::oracle::whatwg::{Errors, is_special_scheme, parse};

/// "process a URLPatternInit". `result` has the texts that are not null.
pub fn process(init: &Init, is_pattern: bool, mut result: Init) -> Result<Init, TypeError> {
    let contains_none = |names: &[&str]| names.iter().all(|name| !init.contains_key(name));
    let process_a_base_url_string =
        |input: &str| if is_pattern { escape_a_pattern_string(input) } else { input.to_owned() };
    let mut base_url = None;
    if let Some(base) = init.get("baseURL") {
        let base = parse(base, None, &mut Errors::new()).ok_or(TypeError)?;
        if contains_none(&["protocol"]) {
            result.insert("protocol", process_a_base_url_string(&base.scheme));
        }
        if !is_pattern && contains_none(&["protocol", "hostname", "port", "username"]) {
            result.insert("username", process_a_base_url_string(&base.username));
        }
        if !is_pattern && contains_none(&["protocol", "hostname", "port", "username", "password"]) {
            result.insert("password", process_a_base_url_string(&base.password));
        }
        if contains_none(&["protocol", "hostname"]) {
            let base_host = base.host.as_ref().map(ToString::to_string).unwrap_or_default();
            result.insert("hostname", process_a_base_url_string(&base_host));
        }
        if contains_none(&["protocol", "hostname", "port"]) {
            result.insert("port", base.port.map(|port| port.to_string()).unwrap_or_default());
        }
        if contains_none(&["protocol", "hostname", "port", "pathname"]) {
            result.insert("pathname", process_a_base_url_string(&serialize_path(&base)));
        }
        if contains_none(&["protocol", "hostname", "port", "pathname", "search"]) {
            result.insert("search", process_a_base_url_string(base.query.as_deref().unwrap_or_default()));
        }
        if contains_none(&["protocol", "hostname", "port", "pathname", "search", "hash"]) {
            result.insert("hash", process_a_base_url_string(base.fragment.as_deref().unwrap_or_default()));
        }
        base_url = Some(base);
    }
    if let Some(value) = init.get("protocol") {
        let stripped_value = value.strip_suffix(':').unwrap_or(value);
        result.insert("protocol", process_for_init(stripped_value, is_pattern, canonical::protocol)?);
    }
    if let Some(value) = init.get("username") {
        result.insert("username", process_for_init(value, is_pattern, |value| Ok(canonical::user(value)))?);
    }
    if let Some(value) = init.get("password") {
        result.insert("password", process_for_init(value, is_pattern, |value| Ok(canonical::user(value)))?);
    }
    if let Some(value) = init.get("hostname") {
        result.insert("hostname", process_for_init(value, is_pattern, canonical::hostname)?);
    }
    let result_protocol_string = result.get("protocol").cloned().unwrap_or_default();
    if let Some(value) = init.get("port") {
        let port = |value: &str| canonical::port(value, Some(&result_protocol_string));
        result.insert("port", process_for_init(value, is_pattern, port)?);
    }
    if let Some(value) = init.get("pathname") {
        let mut pathname = value.clone();
        if let Some(base_url) = &base_url
            && !base_url.has_opaque_path()
            && !is_an_absolute_pathname(&pathname, is_pattern)
        {
            let base_url_path = process_a_base_url_string(&serialize_path(base_url));
            if let Some(slash_index) = base_url_path.rfind('/') {
                pathname = format!("{}{pathname}", &base_url_path[..=slash_index]);
            }
        }
        let canonicalize = |value: &str| {
            if is_special_scheme(&result_protocol_string) || result_protocol_string.is_empty() {
                return Ok(canonical::pathname(value));
            }
            canonical::opaque_pathname(value)
        };
        result.insert("pathname", process_for_init(&pathname, is_pattern, canonicalize)?);
    }
    if let Some(value) = init.get("search") {
        let stripped_value = value.strip_prefix('?').unwrap_or(value);
        result.insert("search", process_for_init(stripped_value, is_pattern, |value| Ok(canonical::search(value)))?);
    }
    if let Some(value) = init.get("hash") {
        let stripped_value = value.strip_prefix('#').unwrap_or(value);
        result.insert("hash", process_for_init(stripped_value, is_pattern, |value| Ok(canonical::hash(value)))?);
    }
    Ok(result)
}

/// The last two steps of "process protocol for init" and the like.
fn process_for_init(
    value: &str,
    is_pattern: bool,
    canonicalize: impl Fn(&str) -> Result<String, TypeError>,
) -> Result<String, TypeError> {
    if is_pattern { Ok(value.to_owned()) } else { canonicalize(value) }
}

/// "is an absolute pathname".
fn is_an_absolute_pathname(input: &str, is_pattern: bool) -> bool {
    let input: Vec<char> = input.chars().collect();
    if input.is_empty() {
        return false;
    }
    if input[0] == '/' {
        return true;
    }
    if !is_pattern || input.len() < 2 {
        return false;
    }
    (input[0] == '\\' || input[0] == '{') && input[1] == '/'
}
