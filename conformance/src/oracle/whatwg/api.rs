//! "URL class": the API URL parser, the getters and the setters.

use super::code_points::PercentEncodeSet;
use super::machine::{State, parse, parse_into};
use super::percent::utf8_percent_encode;
use super::serialize::{origin, serialize, serialize_path};
use super::{Errors, Path, Record};

/// "API URL parser".
pub fn parse_api(url: &str, base: Option<&str>, errors: &mut Errors) -> Option<Record> {
    let mut parsed_base = None;
    if let Some(base) = base {
        parsed_base = Some(parse(base, None, errors)?);
    }
    parse(url, parsed_base.as_ref(), errors)
}

/// The `canParse(url, base)` method.
#[must_use]
pub fn can_parse(url: &str, base: Option<&str>) -> bool {
    parse_api(url, base, &mut Errors::new()).is_some()
}

/// The getters.
impl Record {
    /// The `href` getter.
    #[must_use]
    pub fn href(&self) -> String {
        serialize(self, false)
    }

    /// The `origin` getter.
    #[must_use]
    pub fn origin(&self) -> String {
        origin(self)
    }

    /// The `protocol` getter.
    #[must_use]
    pub fn protocol(&self) -> String {
        format!("{}:", self.scheme)
    }

    /// The `username` getter.
    #[must_use]
    pub fn username(&self) -> String {
        self.username.clone()
    }

    /// The `password` getter.
    #[must_use]
    pub fn password(&self) -> String {
        self.password.clone()
    }

    /// The `host` getter.
    #[must_use]
    pub fn host(&self) -> String {
        match (&self.host, self.port) {
            (None, _) => String::new(),
            (Some(host), None) => host.to_string(),
            (Some(host), Some(port)) => format!("{host}:{port}"),
        }
    }

    /// The `hostname` getter.
    #[must_use]
    pub fn hostname(&self) -> String {
        self.host.as_ref().map_or(String::new(), ToString::to_string)
    }

    /// The `port` getter.
    #[must_use]
    pub fn port(&self) -> String {
        self.port.map_or(String::new(), |port| port.to_string())
    }

    /// The `pathname` getter.
    #[must_use]
    pub fn pathname(&self) -> String {
        serialize_path(self)
    }

    /// The `search` getter.
    #[must_use]
    pub fn search(&self) -> String {
        match self.query.as_deref() {
            None | Some("") => String::new(),
            Some(query) => format!("?{query}"),
        }
    }

    /// The `hash` getter.
    #[must_use]
    pub fn hash(&self) -> String {
        match self.fragment.as_deref() {
            None | Some("") => String::new(),
            Some(fragment) => format!("#{fragment}"),
        }
    }

    /// The getter of this name.
    ///
    /// # Panics
    ///
    /// If the class has no such attribute.
    #[must_use]
    pub fn get(&self, attribute: &str) -> String {
        match attribute {
            "href" => self.href(),
            "origin" => self.origin(),
            "protocol" => self.protocol(),
            "username" => self.username(),
            "password" => self.password(),
            "host" => self.host(),
            "hostname" => self.hostname(),
            "port" => self.port(),
            "pathname" => self.pathname(),
            "search" => self.search(),
            "hash" => self.hash(),
            _ => panic!("no attribute {attribute:?}"),
        }
    }
}

/// The setter of this name. False where the standard throws a `TypeError`: from `href` alone, and then nothing has
/// changed.
///
/// # Panics
///
/// If the class has no such attribute, or only its getter.
pub fn set(url: &mut Record, attribute: &str, value: &str) -> bool {
    set_reporting(url, attribute, value, &mut Errors::new())
}

/// As [`set`], with the validation errors.
///
/// # Panics
///
/// As [`set`].
pub fn set_reporting(url: &mut Record, attribute: &str, value: &str, errors: &mut Errors) -> bool {
    match attribute {
        "href" => {
            let Some(parsed_url) = parse(value, None, errors) else { return false };
            *url = parsed_url;
        }
        "protocol" => parse_into(&format!("{value}:"), url, State::SchemeStart, errors),
        "username" if url.cannot_have_username_password_port() => {}
        // "set the username".
        "username" => url.username = utf8_percent_encode(value, PercentEncodeSet::Userinfo),
        "password" if url.cannot_have_username_password_port() => {}
        // "set the password".
        "password" => url.password = utf8_percent_encode(value, PercentEncodeSet::Userinfo),
        "host" | "hostname" | "pathname" if url.has_opaque_path() => {}
        "host" => parse_into(value, url, State::Host, errors),
        "hostname" => parse_into(value, url, State::Hostname, errors),
        "port" if url.cannot_have_username_password_port() => {}
        "port" if value.is_empty() => url.port = None,
        "port" => parse_into(value, url, State::Port, errors),
        "pathname" => {
            url.path = Path::List(Vec::new());
            parse_into(value, url, State::PathStart, errors);
        }
        "search" if value.is_empty() => url.query = None,
        "search" => {
            let input = value.strip_prefix('?').unwrap_or(value);
            url.query = Some(String::new());
            parse_into(input, url, State::Query, errors);
        }
        "hash" if value.is_empty() => url.fragment = None,
        "hash" => {
            let input = value.strip_prefix('#').unwrap_or(value);
            url.fragment = Some(String::new());
            parse_into(input, url, State::Fragment, errors);
        }
        _ => panic!("no setter {attribute:?}"),
    }
    true
}
