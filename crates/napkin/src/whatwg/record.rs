//! The standard's *URL record*: the components of a URL as separate values, for the setters.

use alloc::string::{String, ToString};

use super::Url;
use crate::syntax::whatwg::{Class, is_opaque, write};
use crate::{Component, Parts};

/// The components of a URL, each as written in the URL.
pub(super) struct Record {
    pub(super) scheme: String,
    pub(super) username: String,
    pub(super) password: String,
    /// `None` is the null host, which differs from the empty host.
    pub(super) host: Option<String>,
    pub(super) port: Option<u16>,
    pub(super) path: String,
    pub(super) has_opaque_path: bool,
    pub(super) query: Option<String>,
    pub(super) fragment: Option<String>,
}

impl Record {
    pub(super) fn of(url: &Url) -> Self {
        let reference = url.reference();
        let text = |component| reference.component(component).map(ToString::to_string);
        Self {
            scheme: url.scheme().into(),
            username: text(Component::User).unwrap_or_default(),
            password: text(Component::Password).unwrap_or_default(),
            host: text(Component::Host),
            port: reference.port(),
            path: text(Component::Path).unwrap_or_default(),
            has_opaque_path: is_opaque(&url.text, &url.parts),
            query: text(Component::Query),
            fragment: text(Component::Fragment),
        }
    }

    pub(super) fn class(&self) -> Class {
        Class::of(self.scheme.as_bytes())
    }

    pub(super) fn has_credentials(&self) -> bool {
        !(self.username.is_empty() && self.password.is_empty())
    }

    /// Returns whether the URL *cannot have a username/password/port*.
    pub(super) fn is_without_user(&self) -> bool {
        self.host.as_deref().unwrap_or_default().is_empty() || self.class() == Class::File
    }

    /// Returns the text of the URL, by the URL serializer (section 4.5).
    fn serialize(&self) -> String {
        let mut out = self.scheme.clone() + ":";
        if let Some(host) = &self.host {
            out += "//";
            if self.has_credentials() {
                out += &self.username;
                if !self.password.is_empty() {
                    out += ":";
                    out += &self.password;
                }
                out += "@";
            }
            out += host;
            if let Some(port) = self.port {
                out += ":";
                out += &port.to_string();
            }
        } else if self.path.starts_with("//") {
            out += "/.";
        }
        out += &self.path;
        for (mark, component) in [("?", &self.query), ("#", &self.fragment)] {
            if let Some(text) = component {
                out += mark;
                out += text;
            }
        }
        out
    }

    /// Serialises the components and parses the text again, to find the offsets. Returns `None` if the URL would be too
    /// long.
    pub(super) fn compose(&self) -> Option<(String, Parts)> {
        let text = self.serialize();
        let mut out = String::new();
        let parts = write(&text, None, None, &mut out).ok()?;
        debug_assert_eq!(out, text, "what is set reads back as it was set");
        Some((out, parts))
    }
}
