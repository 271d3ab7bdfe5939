//! The setters of the standard's API (section 6.1), which run the basic URL parser with a state override.
//!
//! Each setter splits the URL, changes one component, serialises the URL and parses it again. Where the standard ignores a
//! value, the URL stays unchanged and the setter returns an error. Where the standard ignores the end of a value,
//! [`Url::assign`] does so too; the other setters refuse such a value.

use alloc::string::String;

use super::Url;
use super::record::Record;
use crate::host::{violations, whatwg as host};
use crate::percent::{EncodeSet, SCHEME};
use crate::syntax::whatwg::{Class, authority_end, default_port, host_end, port, push_path};
use crate::{Error, Finding, Rule, Span, Standard, rules};

/// Removes tabs and newlines from a value, as every setter does.
fn clean(value: &str) -> String {
    value.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

fn refuse(rule: Rule, value: &str, expected: &'static str) -> Error {
    let found = value.chars().next();
    Error::new(Finding::new(rule, Standard::Whatwg, Span::new(0, value.len()), expected, found))
}

/// An attribute of the standard's `URL` class that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Attribute {
    /// `href`: the whole URL.
    Href,
    /// `protocol`: the scheme.
    Protocol,
    /// `username`.
    Username,
    /// `password`.
    Password,
    /// `host`: the host and the port.
    Host,
    /// `hostname`: the host alone.
    Hostname,
    /// `port`.
    Port,
    /// `pathname`: the path.
    Pathname,
    /// `search`: the query.
    Search,
    /// `hash`: the fragment.
    Hash,
}

impl Attribute {
    /// Returns the attribute with this name in the standard's API, such as `pathname`.
    ///
    /// ```
    /// use napkin::whatwg::Attribute;
    /// assert_eq!(Attribute::named("hash"), Some(Attribute::Hash));
    /// assert_eq!(Attribute::named("origin"), None); // It cannot be set.
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "href" => Self::Href,
            "protocol" => Self::Protocol,
            "username" => Self::Username,
            "password" => Self::Password,
            "host" => Self::Host,
            "hostname" => Self::Hostname,
            "port" => Self::Port,
            "pathname" => Self::Pathname,
            "search" => Self::Search,
            "hash" => Self::Hash,
            _ => return None,
        })
    }

    /// Sets the attribute in a record, by the standard's steps.
    fn set(self, record: &mut Record, value: &str) -> Result<(), Error> {
        match self {
            Self::Href => {
                *record = Record::of(&Url::parse(value, None)?);
                Ok(())
            }
            Self::Protocol => set_protocol(record, value),
            Self::Username => set_user(record, value, |record| &mut record.username),
            Self::Password => set_user(record, value, |record| &mut record.password),
            Self::Host => set_host(record, value, true),
            Self::Hostname => set_host(record, value, false),
            Self::Port => set_port(record, value),
            Self::Pathname => set_pathname(record, value),
            Self::Search => {
                let special = record.class().is_special();
                let set = if special { EncodeSet::SPECIAL_QUERY } else { EncodeSet::QUERY };
                record.query = tail(value, '?', set);
                Ok(())
            }
            Self::Hash => {
                record.fragment = tail(value, '#', EncodeSet::FRAGMENT);
                Ok(())
            }
        }
    }

    /// Returns an error at the first character of the part that the standard's steps would ignore, if there is one.
    fn whole(self, value: &str) -> Result<(), Error> {
        let (rule, expected, at) = match self {
            Self::Protocol => (rules::SCHEME, "a scheme", wrong_in_scheme(value.strip_suffix(':').unwrap_or(value))),
            Self::Host | Self::Hostname => match value.find(['/', '\\', '?', '#']) {
                None if self == Self::Host => (rules::PORT_INVALID, "a digit", wrong_digit_behind_host(value)),
                found => (rules::HOST_INVALID_CODE_POINT, "a host", found),
            },
            Self::Port => (rules::PORT_INVALID, "a digit", value.find(|c: char| !c.is_ascii_digit())),
            _ => return Ok(()),
        };
        let Some(at) = at else { return Ok(()) };
        let found = value[at..].chars().next();
        let span = Span::new(at, at + found.map_or(0, char::len_utf8));
        Err(Error::new(Finding::new(rule, Standard::Whatwg, span, expected, found)))
    }
}

/// Returns the offset of the first character that is invalid in a scheme.
fn wrong_in_scheme(text: &str) -> Option<usize> {
    let is_begun = text.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_begun { text.bytes().position(|byte| !SCHEME.contains_byte(byte)) } else { Some(0) }
}

/// Returns the offset of the first character after the host and its `:` that is not a digit.
fn wrong_digit_behind_host(value: &str) -> Option<usize> {
    let port = host_end(value.as_bytes(), 0, value.len()) + 1;
    value.get(port..)?.find(|c: char| !c.is_ascii_digit()).map(|at| port + at)
}

/// The setters refuse a value that the standard's API would use only in part, such as `set_port("80x")`. To set a value
/// as browsers do, use [`assign`](Self::assign).
impl Url {
    /// Sets an attribute as a script in a browser does (section 6.1). Some attributes use the start of a value and ignore the
    /// rest: the port `8080abc` is 8080, the host `pub.example/menu` is `pub.example`.
    ///
    /// ```
    /// use napkin::whatwg::{Attribute, Url};
    /// let mut url = Url::parse("http://pub.example/", None)?;
    /// url.assign(Attribute::Port, "8080abc")?;
    /// assert_eq!(url.href(), "http://pub.example:8080/");
    /// assert!(url.set_port("8080abc").is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason why a browser ignores the value. The URL stays unchanged, with one exception: for a host with an
    /// invalid port, the host is set.
    pub fn assign(&mut self, attribute: Attribute, value: &str) -> Result<(), Error> {
        let mut record = Record::of(self);
        let result = attribute.set(&mut record, value);
        self.replace(&record)?;
        result
    }

    /// Sets an attribute if browsers would use the whole value. `set_port(value)` equals `set(Attribute::Port, value)`.
    ///
    /// ```
    /// use napkin::whatwg::{Attribute, Url};
    /// let mut url = Url::parse("http://pub.example/", None)?;
    /// url.set(Attribute::Pathname, "/a pint")?;
    /// assert_eq!(url, "http://pub.example/a%20pint");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`assign`](Self::assign), and an error if `assign` would ignore the end of the value. The URL
    /// stays unchanged.
    pub fn set(&mut self, attribute: Attribute, value: &str) -> Result<(), Error> {
        attribute.whole(value)?;
        let mut record = Record::of(self);
        attribute.set(&mut record, value)?;
        self.replace(&record)
    }

    fn replace(&mut self, record: &Record) -> Result<(), Error> {
        let Some((text, parts)) = record.compose() else {
            return Err(refuse(rules::TOO_LONG, "", "a result within the limit"));
        };
        (self.text, self.parts) = (text, parts);
        Ok(())
    }

    /// Replaces the URL.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/", None)?;
    /// assert!(url.set_href("/relative").is_err());
    /// url.set_href("ftp://h")?;
    /// assert_eq!(url, "ftp://h/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`parse`](Self::parse), and leaves the URL unchanged.
    pub fn set_href(&mut self, value: &str) -> Result<(), Error> {
        *self = Self::parse(value, None)?;
        Ok(())
    }

    /// Sets the scheme. The value may end with `:`.
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
    /// Returns an error if the value is not a scheme, or if only one of the old and the new scheme is special.
    pub fn set_protocol(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Protocol, value)
    }

    /// Sets the user name. The value is encoded.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/", None)?;
    /// url.set_username("sam@h")?;
    /// assert_eq!(url, "http://sam%40h@h/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL has no host or is a `file` URL, and so cannot have a user.
    pub fn set_username(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Username, value)
    }

    /// Sets the password. The value is encoded.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://sam@h/", None)?;
    /// url.set_password("a:b")?;
    /// assert_eq!(url, "http://sam:a%3Ab@h/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`set_username`](Self::set_username).
    pub fn set_password(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Password, value)
    }

    /// Sets the host, and the port if the value has one.
    ///
    /// ```
    /// use napkin::whatwg::Url;
    /// let mut url = Url::parse("http://pub.example/", None)?;
    /// url.set_host("bar.example:8080")?;
    /// assert_eq!(url.href(), "http://bar.example:8080/");
    /// let error = url.set_host("pub.example:8o").unwrap_err();
    /// assert_eq!((error.rule().code(), error.span().start), ("port-invalid", 13));
    /// assert_eq!(url.host(), "bar.example:8080");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the value is not a host or has an invalid port, or if the URL has an opaque path and so cannot
    /// have a host.
    pub fn set_host(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Host, value)
    }

    /// Sets the host and leaves the port.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h:8080/", None)?;
    /// url.set_hostname("pub.example")?;
    /// assert_eq!(url, "http://pub.example:8080/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`set_host`](Self::set_host), and an error if the value has a port.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Hostname, value)
    }

    /// Sets the port. The empty value and the scheme's default port remove it.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/", None)?;
    /// url.set_port("8080")?;
    /// assert_eq!(url, "http://h:8080/");
    /// assert!(url.set_port("8080abc").is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the value is not a number up to 65535, or if the URL cannot have a port.
    pub fn set_port(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Port, value)
    }

    /// Sets the path. `?` and `#` in the value are encoded.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/?day=1", None)?;
    /// url.set_pathname("/why?")?;
    /// assert_eq!(url, "http://h/why%3F?day=1");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the URL has an opaque path, which no setter changes.
    pub fn set_pathname(&mut self, value: &str) -> Result<(), Error> {
        self.set(Attribute::Pathname, value)
    }

    /// Sets the query. The value may begin with `?`; the empty value removes the query.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/", None)?;
    /// url.set_search("ink=dark blue");
    /// assert_eq!(url, "http://h/?ink=dark%20blue");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn set_search(&mut self, value: &str) {
        // Setting a query fails only if the URL would be too long.
        let _ = self.set(Attribute::Search, value);
    }

    /// Sets the fragment. The value may begin with `#`; the empty value removes the fragment.
    ///
    /// ```
    /// let mut url = napkin::whatwg::Url::parse("http://h/#x", None)?;
    /// url.set_hash("");
    /// assert_eq!(url, "http://h/");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn set_hash(&mut self, value: &str) {
        let _ = self.set(Attribute::Hash, value);
    }
}

fn set_protocol(record: &mut Record, value: &str) -> Result<(), Error> {
    let value = clean(value);
    let scheme = value.split(':').next().unwrap_or_default();
    if wrong_in_scheme(scheme).is_some() {
        return Err(refuse(rules::SCHEME, &value, "a scheme"));
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
        return Err(refuse(rules::UNREPRESENTABLE, &value, expected));
    }
    record.scheme = scheme.to_ascii_lowercase();
    record.port = record.port.filter(|&port| default_port(&record.scheme) != Some(port));
    Ok(())
}

fn set_user(record: &mut Record, value: &str, part: impl FnOnce(&mut Record) -> &mut String) -> Result<(), Error> {
    may_have_user(record, value)?;
    *part(record) = EncodeSet::USERINFO.encode(value).into_owned();
    Ok(())
}

fn set_pathname(record: &mut Record, value: &str) -> Result<(), Error> {
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
}

fn tail(value: &str, mark: char, set: EncodeSet) -> Option<String> {
    let text = value.strip_prefix(mark).unwrap_or(value);
    (!value.is_empty()).then(|| set.encode(&clean(text)).into_owned())
}

fn may_have_user(record: &Record, value: &str) -> Result<(), Error> {
    if record.is_without_user() {
        return Err(refuse(rules::UNREPRESENTABLE, value, "a URL with a host that is not a file's"));
    }
    Ok(())
}

fn has_segments(record: &Record, value: &str) -> Result<(), Error> {
    if record.has_opaque_path {
        return Err(refuse(rules::UNREPRESENTABLE, value, "a URL whose path is not opaque"));
    }
    Ok(())
}

/// Sets the host (host state or hostname state with a state override).
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
        return Err(refuse(rules::HOST_MISSING, &value, ""));
    }
    if has_port && !with_port {
        return Err(refuse(rules::HOST_INVALID_CODE_POINT, &value, "a host without a port"));
    }
    let Ok(host) = host::parse(text, class.is_special()) else {
        let fatal = violations::report(text, class.is_special(), false, &mut |_| ()).err();
        return Err(fatal.map_or_else(|| refuse(rules::DOMAIN_TO_ASCII, text, ""), Error::new));
    };
    let mut written = String::new();
    host::push(&host, &mut written);
    if is_file && written == "localhost" {
        written.clear();
    }
    record.host = Some(written);
    let rest = &authority[end..];
    match rest.strip_prefix(':') {
        // The value ends after the host or its colon, so the port stays unchanged.
        Some("") | None => Ok(()),
        Some(digits) => set_digits(record, digits),
    }
}

fn set_port(record: &mut Record, value: &str) -> Result<(), Error> {
    may_have_user(record, value)?;
    if value.is_empty() {
        record.port = None;
        return Ok(());
    }
    set_digits(record, &clean(value))
}

/// Sets the port from the leading digits of a value (port state with a state override).
fn set_digits(record: &mut Record, value: &str) -> Result<(), Error> {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 {
        return Err(refuse(rules::PORT_INVALID, value, "a digit"));
    }
    let Some(Some(number)) = port(&value[..digits]) else {
        return Err(refuse(rules::PORT_OUT_OF_RANGE, value, ""));
    };
    record.port = Some(number).filter(|&number| default_port(&record.scheme) != Some(number));
    Ok(())
}
