//! The setters of the standard's API, section 6.1: the basic URL parser with a state override.
//!
//! Each takes the URL apart, changes one component, puts it together and reads it back. Where the standard ignores a
//! value, the URL stays as it is and the error says why.

use alloc::string::String;

use super::Url;
use super::record::Record;
use crate::host::{violations, whatwg as host};
use crate::percent::{EncodeSet, SCHEME};
use crate::syntax::whatwg::{Class, authority_end, default_port, host_end, port, push_path};
use crate::{Error, Finding, Rule, Span, Standard};

/// A value without tabs and newlines, as every setter reads it.
fn clean(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

fn refuse(rule: Rule, value: &str, expected: &'static str) -> Error {
    let found = value.chars().next();
    Error::new(Finding::new(rule, Standard::Whatwg, Span::new(0, value.len()), expected, found))
}

impl Url {
    fn change(&mut self, set: impl FnOnce(&mut Record) -> Result<(), Error>) -> Result<(), Error> {
        let mut record = Record::of(self);
        let result = set(&mut record);
        // A host may have been set although the port behind it is wrong.
        let Some((text, parts)) = record.compose() else {
            return Err(refuse(Rule::TooLong, "", "a result within the limit"));
        };
        (self.text, self.parts) = (text, parts);
        result
    }

    /// Becomes another URL.
    ///
    /// # Errors
    /// As [`parse`](Self::parse); then it stays as it is.
    pub fn set_href(&mut self, value: &str) -> Result<(), Error> {
        *self = Self::parse(value, None)?;
        Ok(())
    }

    /// Sets the scheme, up to the first `:` if there is one.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let mut url = Url::parse("http://pub.example:443/", None)?;
    /// url.set_protocol("https")?;
    /// assert_eq!(url.href(), "https://pub.example/");
    /// assert!(url.set_protocol("gopher").is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// It is no scheme, or one of the other kind: a special scheme stays special, any other stays other.
    pub fn set_protocol(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| {
            let value = clean(value);
            let scheme = value.split(':').next().unwrap_or_default();
            let proper = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
            if !proper || !scheme.bytes().all(|byte| SCHEME.contains_byte(byte)) {
                return Err(refuse(Rule::Scheme, &value, "a scheme"));
            }
            let class = Class::of(scheme.as_bytes());
            let was_empty_file = record.class() == Class::File && record.host.as_deref() == Some("");
            let takes_user = record.has_credentials() || record.port.is_some();
            let expected = match (record.class().is_special(), class.is_special()) {
                (true, false) => "a special scheme, as the URL's is",
                (false, true) => "a scheme that is not special, as the URL's is not",
                _ if class == Class::File && takes_user => "a scheme whose URLs can have a user and a port",
                _ if was_empty_file => "the scheme `file`, as the URL has no host",
                _ => "",
            };
            if !expected.is_empty() {
                return Err(refuse(Rule::Unrepresentable, &value, expected));
            }
            record.scheme = scheme.to_ascii_lowercase();
            record.port = record.port.filter(|&port| default_port(&record.scheme) != Some(port));
            Ok(())
        })
    }

    /// Sets the user name, which is encoded.
    ///
    /// # Errors
    /// The URL cannot have one: it has no host, or is a `file` URL.
    pub fn set_username(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| {
            may_have_user(record, value)?;
            record.username = EncodeSet::USERINFO.encode(value).into_owned();
            Ok(())
        })
    }

    /// Sets the password, which is encoded.
    ///
    /// # Errors
    /// As [`set_username`](Self::set_username).
    pub fn set_password(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| {
            may_have_user(record, value)?;
            record.password = EncodeSet::USERINFO.encode(value).into_owned();
            Ok(())
        })
    }

    /// Sets the host, and the port if the value has one.
    ///
    /// # Errors
    /// It is no host, or the URL has an opaque path and so can have none. When only the port is wrong, the host is
    /// set all the same, as the standard has it.
    pub fn set_host(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| set_host(record, value, true))
    }

    /// Sets the host alone.
    ///
    /// # Errors
    /// As [`set_host`](Self::set_host), and for a value with a port.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| set_host(record, value, false))
    }

    /// Sets the port to the digits that the value begins with; the empty value, and the scheme's default, is none.
    ///
    /// # Errors
    /// There are no digits, the number is beyond 65535, or the URL cannot have a port.
    pub fn set_port(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| {
            may_have_user(record, value)?;
            if value.is_empty() {
                record.port = None;
                return Ok(());
            }
            set_port(record, &clean(value))
        })
    }

    /// Sets the path; `?` and `#` in it are encoded.
    ///
    /// # Errors
    /// The URL has an opaque path, which no setter changes.
    pub fn set_pathname(&mut self, value: &str) -> Result<(), Error> {
        self.change(|record| {
            has_segments(record, value)?;
            let value = clean(value);
            let mut path = String::new();
            if !value.is_empty() {
                push_path(&mut path, 0, record.class(), &value);
            } else if record.class().is_special() || record.host.is_none() {
                path.push('/');
            }
            record.path = path;
            Ok(())
        })
    }

    /// Sets the query; a `?` before it is left out, and the empty value is no query.
    pub fn set_search(&mut self, value: &str) {
        // Nothing about a query is refused but its length.
        let _ = self.change(|record| {
            let special = record.class().is_special();
            let set = if special { EncodeSet::SPECIAL_QUERY } else { EncodeSet::QUERY };
            record.query = tail(value, '?', set);
            Ok(())
        });
    }

    /// Sets the fragment; a `#` before it is left out, and the empty value is no fragment.
    pub fn set_hash(&mut self, value: &str) {
        let _ = self.change(|record| {
            record.fragment = tail(value, '#', EncodeSet::FRAGMENT);
            Ok(())
        });
    }
}

fn tail(value: &str, mark: char, set: EncodeSet) -> Option<String> {
    let text = value.strip_prefix(mark).unwrap_or(value);
    (!value.is_empty()).then(|| set.encode(&clean(text)).into_owned())
}

fn may_have_user(record: &Record, value: &str) -> Result<(), Error> {
    if record.is_without_user() {
        return Err(refuse(Rule::Unrepresentable, value, "a URL with a host that is not a file's"));
    }
    Ok(())
}

fn has_segments(record: &Record, value: &str) -> Result<(), Error> {
    if record.has_opaque_path {
        return Err(refuse(Rule::Unrepresentable, value, "a URL whose path is not opaque"));
    }
    Ok(())
}

/// Host state or hostname state with a state override.
fn set_host(record: &mut Record, value: &str, with_port: bool) -> Result<(), Error> {
    has_segments(record, value)?;
    let value = clean(value);
    let class = record.class();
    let authority = &value[..authority_end(value.as_bytes(), 0, class)];
    let is_file = class == Class::File;
    let end = if is_file { authority.len() } else { host_end(authority.as_bytes(), 0, authority.len()) };
    let has_port = end < authority.len();
    let text = &authority[..end];
    let needed = class == Class::Special || has_port || record.has_credentials() || record.port.is_some();
    if text.is_empty() && needed {
        return Err(refuse(Rule::HostMissing, &value, ""));
    }
    if has_port && !with_port {
        return Err(refuse(Rule::HostInvalidCodePoint, &value, "a host without a port"));
    }
    let Ok(host) = host::parse(text, class.is_special()) else {
        let fatal = violations::report(text, class.is_special(), false, &mut |_| ()).err();
        return Err(fatal.map_or_else(|| refuse(Rule::DomainToAscii, text, ""), Error::new));
    };
    let mut written = String::new();
    host::push(&host, &mut written);
    if is_file && written == "localhost" {
        written.clear();
    }
    record.host = Some(written);
    let rest = &authority[end..];
    match rest.strip_prefix(':') {
        // The value ends with the colon: the port stays as it is.
        Some("") | None => Ok(()),
        Some(digits) => set_port(record, digits),
    }
}

/// Port state with a state override.
fn set_port(record: &mut Record, value: &str) -> Result<(), Error> {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return Err(refuse(Rule::PortInvalid, value, "a digit"));
    }
    let Some(Some(number)) = port(&value[..digits]) else {
        return Err(refuse(Rule::PortOutOfRange, value, ""));
    };
    record.port = Some(number).filter(|&number| default_port(&record.scheme) != Some(number));
    Ok(())
}
