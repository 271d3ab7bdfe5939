//! The attributes of the URL class of the standard's API, by their names.
//!
//! Used by whatever reads the names as data: tests, fuzz targets and the bench.
#![allow(dead_code, reason = "each user reads its part")]

use napkin::whatwg::Url;

/// The value of an attribute.
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

/// Sets an attribute, and says whether the value was taken.
///
/// # Panics
/// If the class has no such attribute, or only its getter.
pub fn set(url: &mut Url, attribute: &str, value: &str) -> bool {
    match attribute {
        "href" => url.set_href(value),
        "protocol" => url.set_protocol(value),
        "username" => url.set_username(value),
        "password" => url.set_password(value),
        "host" => url.set_host(value),
        "hostname" => url.set_hostname(value),
        "port" => url.set_port(value),
        "pathname" => url.set_pathname(value),
        "search" => {
            url.set_search(value);
            Ok(())
        }
        "hash" => {
            url.set_hash(value);
            Ok(())
        }
        other => panic!("no setter {other}"),
    }
    .is_ok()
}
