//! Maps names of another name space to URLs and back, by the template in a definition.
//!
//! The template `cid:{content-id}` needs no code, so definitions of users have the mapping too. Start with
//! [`Definition::map`].

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Component, Definition, Octets};
use napkin::percent::{escape_at, push_escape};

/// The error for a value without a URL, or a URL without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unmapped {
    /// The definition has no template with one component.
    NoTemplate,
    /// The component cannot hold this octet, not even as an escape.
    Octet(u8),
    /// The URL is not of the template's form.
    OtherForm,
}

impl fmt::Display for Unmapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTemplate => f.write_str("expected a definition with a template of one component"),
            Self::Octet(octet) => write!(f, "expected an octet that the scheme can represent, but found %{octet:02X}"),
            Self::OtherForm => f.write_str("expected a URL of the form of the template"),
        }
    }
}

impl core::error::Error for Unmapped {}

impl Definition {
    /// Returns the text before the component of the template, the component, and the text after it.
    fn template(&self) -> Result<(&str, &Component, &str), Unmapped> {
        let (before, rest) = self.mapping.template.split_once('{').ok_or(Unmapped::NoTemplate)?;
        let (name, behind) = rest.split_once('}').ok_or(Unmapped::NoTemplate)?;
        let component = self.components.iter().find(|component| component.name == name);
        let component = component.filter(|_| !behind.contains('{')).ok_or(Unmapped::NoTemplate)?;
        Ok((before, component, behind))
    }

    /// Returns the URL of a value of the other name space (RFC 2718 section 2.2.1).
    ///
    /// # Errors
    /// Returns an error if the definition has no template with one component, or if the scheme cannot represent an
    /// octet of the value.
    ///
    /// ```
    /// let cid = napkin_scheme::find("cid").unwrap();
    /// // The example of RFC 2392 section 2, for `Content-ID: <foo4%foo1@bar.net>`.
    /// assert_eq!(cid.map(b"foo4%foo1@bar.net").unwrap(), "cid:foo4%25foo1@bar.net");
    /// assert_eq!(cid.unmap("cid:foo4%25foo1@bar.net").unwrap(), b"foo4%foo1@bar.net");
    /// ```
    pub fn map(&self, value: &[u8]) -> Result<String, Unmapped> {
        let (before, component, behind) = self.template()?;
        let octets = Held::of(component);
        let mut url = String::from(before);
        for &octet in value {
            if octets.plain.contains(octet) {
                url.push(octet as char);
            } else if octets.all.contains(octet) {
                push_escape(&mut url, octet);
            } else {
                return Err(Unmapped::Octet(octet));
            }
        }
        url.push_str(behind);
        Ok(url)
    }

    /// Returns the value of a URL: the inverse of [`map`](Self::map).
    ///
    /// ```
    /// let cid = napkin_scheme::find("cid").unwrap();
    /// assert_eq!(cid.unmap("cid:foo4%25foo1@bar.net").unwrap(), b"foo4%foo1@bar.net");
    /// ```
    ///
    /// # Errors
    /// Returns an error if the definition has no such template, if the URL does not have its form, or if it contains
    /// an octet that the scheme cannot represent.
    pub fn unmap(&self, url: &str) -> Result<Vec<u8>, Unmapped> {
        let (before, component, behind) = self.template()?;
        let is_before = url.get(..before.len()).is_some_and(|start| start.eq_ignore_ascii_case(before));
        let value = url.get(before.len()..).filter(|_| is_before).and_then(|rest| rest.strip_suffix(behind));
        let value = value.ok_or(Unmapped::OtherForm)?;
        let octets = Held::of(component);
        let mut out = Vec::new();
        let mut at = 0;
        while at < value.len() {
            let escaped = escape_at(value.as_bytes(), at);
            let octet = escaped.unwrap_or(value.as_bytes()[at]);
            let is_held = if escaped.is_some() { octets.all } else { octets.plain };
            if !is_held.contains(octet) {
                return Err(Unmapped::Octet(octet));
            }
            out.push(octet);
            at += if escaped.is_some() { 3 } else { 1 };
        }
        Ok(out)
    }
}

/// The octets that a component can contain.
pub(super) struct Held {
    /// The octets without an escape.
    pub(super) plain: Octets,
    /// The octets without or with an escape.
    pub(super) all: Octets,
}

impl Held {
    pub(super) fn of(component: &Component) -> Self {
        let read = |text: &str| Octets::parse(text).unwrap_or_default();
        // `%` always begins an escape.
        let plain = read(&component.allow).without(read("%25"));
        let escaped = if component.escapes { Octets::ALL.without(read(&component.never)) } else { Octets::NONE };
        Self { plain, all: plain.or(escaped) }
    }
}
