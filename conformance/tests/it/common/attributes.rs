//! Accesses the attributes of the URL class by their names, for tests, fuzz targets and benchmarks.
#![allow(dead_code, reason = "each user reads its part")]

use napkin::whatwg::{Attribute, Url};

/// Returns the value of an attribute.
///
/// # Panics
/// If the class has no such attribute.
#[must_use]
pub fn get(url: &Url, attribute: &str) -> String {
    match attribute {
        "href" => url.href(),
        "origin" => return url.origin().to_string(),
        "protocol" => url.protocol(),
        "username" => url.username(),
        "password" => url.password(),
        "host" => url.host(),
        "hostname" => url.hostname(),
        "port" => url.port(),
        "pathname" => url.pathname(),
        "search" => url.search(),
        "hash" => url.hash(),
        other => panic!("no attribute {other}"),
    }
    .into()
}

/// Sets an attribute, and returns whether the value was accepted.
///
/// # Panics
/// If the class has no such attribute, or only its getter.
pub fn set(url: &mut Url, attribute: &str, value: &str) -> bool {
    let attribute = Attribute::named(attribute).unwrap_or_else(|| panic!("no setter {attribute}"));
    url.assign(attribute, value).is_ok()
}
