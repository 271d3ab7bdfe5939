//! Builds the URL of an external body from the parameters of its access type, or finds the reason why it has none.

use super::{AccessType, ExternalBody, NoUrl};
use crate::content_id::cid_url;
use crate::url_parameter::{self, Spaces};
use napkin::percent::{self, Set};
use napkin::{Finding, Sink, Span, Standard};
use napkin_scheme::{self as scheme, Definition};

use crate::rules;

impl ExternalBody<'_> {
    pub(super) fn find_url(&mut self, text: &[u8], place: Span, spaces: Spaces, findings: &mut dyn Sink) {
        let Some(access) = self.access else { return };
        let missing = access.needs().iter().any(|name| self.parameters.parameter(name).is_none());
        // Section 5.4 of RFC 4483 calls the parameter `URI` in its prose.
        let is_by_uri = access == AccessType::Url && self.parameters.parameter("uri").is_some();
        if missing {
            findings.report(Finding::new(rules::MAIL_ACCESS_PARAMETER, Standard::Rfc3986, place, "", None));
            if !is_by_uri {
                self.url = Err(NoUrl::Missing);
                return;
            }
        }
        self.url_span = Some(place);
        self.url = match access {
            AccessType::Url => self.by_url(text, spaces, findings),
            AccessType::Ftp | AccessType::AnonFtp => self.by_ftp(),
            AccessType::Tftp => self.by_tftp(),
            AccessType::LocalFile | AccessType::Afs => self.by_file(),
            AccessType::MailServer => Err(NoUrl::ByMail),
            AccessType::ContentId => self.content_id.as_deref().map(cid_url).ok_or(NoUrl::NoContentId),
        };
    }

    fn by_url(&mut self, text: &[u8], spaces: Spaces, findings: &mut dyn Sink) -> Result<String, NoUrl> {
        let parameter = self.parameters.parameter_with("url", findings).or_else(|| self.parameters.parameter("uri"));
        let parameter = parameter.ok_or(NoUrl::Missing)?;
        let url = url_parameter::read(&parameter, text, spaces, findings);
        self.url_span = Some(url.cover);
        let mut say = |rule| findings.report(Finding::new(rule, Standard::Rfc3986, url.cover, "", None));
        let text = url.text();
        match text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase()) {
            Some(scheme) if retrieves_nothing(&scheme) => {
                say(rules::MAIL_ACCESS_SCHEME);
                return Err(NoUrl::RetrievesNothing);
            }
            Some(scheme) if is_scheme(&scheme) => {}
            _ => say(rules::MAIL_URL_RELATIVE),
        }
        Ok(text)
    }

    /// Builds an FTP URL (RFC 1738 section 3.2).
    fn by_ftp(&self) -> Result<String, NoUrl> {
        let mode = self.text("mode").unwrap_or_default().to_ascii_lowercase();
        let kind = match mode.as_str() {
            "" | "ascii" => "a",
            "image" => "i",
            // An image consists of groups of eight bits too.
            "local8" => "i",
            _ => return Err(NoUrl::Mode),
        };
        Ok(format!("ftp://{}/{};type={kind}", self.site(), self.path()?))
    }

    /// Builds a TFTP URL (RFC 3617).
    fn by_tftp(&self) -> Result<String, NoUrl> {
        let mode = self.text("mode").unwrap_or_default().to_ascii_lowercase();
        match mode.as_str() {
            "" | "netascii" | "octet" => {}
            _ => return Err(NoUrl::Mode),
        }
        let mode = if mode.is_empty() { "netascii" } else { &mode };
        Ok(format!("tftp://{}/{};mode={mode}", self.site(), self.path()?))
    }

    /// Builds a file URL (RFC 8089).
    fn by_file(&self) -> Result<String, NoUrl> {
        let name = self.text("name").unwrap_or_default();
        let site = self.text("site").unwrap_or_default();
        if site.contains('*') {
            return Err(NoUrl::ManySites);
        }
        if !name.starts_with('/') {
            return Err(NoUrl::RelativeName);
        }
        let site = if self.access == Some(AccessType::Afs) { String::new() } else { encoded(&site, SITE) };
        Ok(format!("file://{site}{}", encoded(&name, FILE)))
    }

    fn site(&self) -> String {
        encoded(&self.text("site").unwrap_or_default(), SITE)
    }

    /// Returns the path from directory and name, each of one or more segments. A URL expresses an absolute directory by an
    /// escaped slash (RFC 1738 section 3.2.2). Rejects `.` and `..`: they are names for the server, but a URL removes them
    /// even in escaped form (RFC 3986 section 5.2.4).
    fn path(&self) -> Result<String, NoUrl> {
        let (name, directory) = (self.text("name").unwrap_or_default(), self.text("directory").unwrap_or_default());
        if name.split('/').chain(directory.split('/')).any(|segment| matches!(segment, "." | "..")) {
            return Err(NoUrl::DotSegment);
        }
        let name = encoded(&name, FILE);
        let root = if directory.starts_with('/') { "%2F" } else { "" };
        let directory = encoded(directory.trim_matches('/'), FILE);
        let is_alone = directory.is_empty() && root.is_empty();
        Ok(if is_alone { name } else { format!("{root}{directory}/{name}") })
    }
}

/// The characters allowed in the path of a file, without `;`, which begins parameters of the path.
const FILE: Set = percent::PATH.without(Set::of(b";"));

/// The characters of a host and an optional port.
const SITE: Set = percent::REG_NAME.or(Set::of(b":[]"));

fn encoded(text: &str, keep: Set) -> String {
    percent::encode(text, keep).as_str().to_owned()
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Returns whether URLs of a scheme retrieve nothing (RFC 2017 section 2), by the scheme registry or the list below.
pub(crate) fn retrieves_nothing(scheme: &str) -> bool {
    let by_definition = scheme::find(scheme).is_some_and(Definition::retrieves_nothing);
    by_definition || RETRIEVES_NOTHING.contains(&scheme.to_ascii_lowercase().as_str())
}

/// Schemes without a definition in the registry whose URLs retrieve nothing: they send messages, call, run code or log in.
/// `about` is included because each program gives it another meaning.
const RETRIEVES_NOTHING: [&str; 12] =
    ["vbscript", "about", "sms", "sip", "sips", "xmpp", "im", "pres", "rlogin", "tn3270", "ssh", "thismessage"];
