//! The base of a document or of a part of it, prepared for many links.

use std::sync::OnceLock;

use napkin::{BaseBuf, Finding, Standard, Url, whatwg};

/// An absolute base URL under one standard.
#[derive(Clone, Debug)]
pub(crate) struct PreparedBase {
    generic: BaseBuf,
    /// The base under the URL Standard, if that is the standard.
    whatwg: Option<whatwg::BaseUrl>,
    /// The base by RFC 3987, for the inverse of resolution, which the URL Standard does not define.
    inverse: OnceLock<Option<Box<BaseBuf>>>,
}

impl PreparedBase {
    /// Reads a base URL; `None` if the text is not an absolute URL of the standard.
    pub(crate) fn parse(text: &str, standard: Standard) -> Option<Self> {
        match standard {
            Standard::Whatwg => whatwg::Url::parse(text, None).ok().map(Self::from),
            _ => Url::parse(text, standard).ok().map(Self::from),
        }
    }

    pub(crate) fn url(&self) -> &Url {
        self.generic.url()
    }

    /// Returns the base for the standards other than the URL Standard.
    pub(crate) fn generic(&self) -> &BaseBuf {
        &self.generic
    }

    pub(crate) fn whatwg(&self) -> Option<&whatwg::BaseUrl> {
        self.whatwg.as_ref()
    }

    /// Returns the base for the inverse of resolution.
    pub(crate) fn inverse(&self) -> Option<&BaseBuf> {
        if self.whatwg.is_none() {
            return Some(&self.generic);
        }
        let read = || Url::parse(self.url().as_str(), Standard::Rfc3987).ok().map(|url| Box::new(BaseBuf::new(url)));
        self.inverse.get_or_init(read).as_deref()
    }
}

impl From<Url> for PreparedBase {
    /// Creates a base from a URL under a standard other than the URL Standard.
    fn from(url: Url) -> Self {
        Self { generic: BaseBuf::new(url), whatwg: None, inverse: OnceLock::new() }
    }
}

impl From<whatwg::Url> for PreparedBase {
    fn from(url: whatwg::Url) -> Self {
        Self { whatwg: Some(whatwg::BaseUrl::new(url.clone())), ..Self::from(Url::from(url)) }
    }
}

/// Parses a text under the URL Standard, in a document with an encoding.
pub(crate) fn parse(text: &str, base: Option<&whatwg::BaseUrl>, charset: &str) -> Result<whatwg::Url, Finding> {
    let in_unicode = || base.map_or_else(|| whatwg::Url::parse(text, None), |base| base.join(text));
    if charset == "UTF-8" || text.is_ascii() {
        return Ok(in_unicode()?);
    }
    let parsed = match base {
        Some(base) => base.join_in(text, charset),
        None => whatwg::Url::parse_in(text, None, charset),
    };
    match parsed {
        Ok(url) => Ok(url),
        Err(whatwg::ParseInError::Url(error)) => Err(error.into()),
        // Not reachable: the name of an encoding is also a label of it.
        Err(whatwg::ParseInError::Encoding(_)) => Ok(in_unicode()?),
    }
}
