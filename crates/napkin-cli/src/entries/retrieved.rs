//! A document that was retrieved, with the fields of the response.

use napkin::media::{MediaType, Reading};
use napkin::{Base, ReferenceBuf, Resolution, Standard};
use napkin_document::{Kind, http_head};

/// A document that was retrieved, now or when an archive was made.
pub(crate) struct Retrieved {
    pub(crate) bytes: Vec<u8>,
    /// The last URL, after redirects (section 5.1.3).
    pub(crate) url: String,
    pub(crate) media_type: Option<String>,
    pub(crate) fields: Vec<(String, String)>,
}

impl Retrieved {
    /// Returns the header fields that have references, as a document of their own, unless the document is to be read as of one kind.
    pub(crate) fn head(&self, asked: Option<Kind>) -> Option<Self> {
        if asked.is_some() {
            return None;
        }
        let (media_type, fields) = (Some("message/http".to_owned()), Vec::new());
        Some(Self { bytes: http_head(&self.fields)?, url: self.url.clone(), media_type, fields })
    }

    /// The base URL that the header fields state, by section 5.1.1 of draft-fielding-url-syntax-05: `Content-Base`, else
    /// `Content-Location` against the URL of the retrieval. White space inside of them is ignored. Later standards have
    /// dropped both (RFC 9110 section 8.7).
    pub(crate) fn stated_base(&self) -> Option<String> {
        let field = |name: &str| {
            let value = self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
            value.map(|value| value.split_ascii_whitespace().collect::<String>())
        };
        let read = |text: &str| ReferenceBuf::parse(text, Standard::Draft1997).ok();
        if let Some(base) =
            field("content-base").filter(|base| read(base).is_some_and(|base| base.reference().is_absolute()))
        {
            return Some(base);
        }
        let (retrieval, location) = (read(&self.url)?, read(&field("content-location")?)?);
        match Base::new(retrieval.reference()).ok()?.resolve(location.reference()).ok()? {
            Resolution::Absolute(url) => Some(url.into_string()),
            Resolution::SameDocument => None,
        }
    }

    /// Returns the path with what is before it, which may end in the name of a file.
    pub(crate) fn path(&self) -> &str {
        self.url.split(['?', '#']).next().unwrap_or_default()
    }

    /// Returns the kind that the media type indicates.
    pub(crate) fn kind(&self) -> Option<Kind> {
        Kind::of_media_type(self.media_type.as_deref()?)
    }

    /// Returns the charset in the header fields.
    pub(crate) fn charset(&self) -> Option<String> {
        self.parsed()?.parameter("charset").map(str::to_owned)
    }

    /// Returns the type and the subtype in lower case.
    pub(crate) fn essence(&self) -> Option<String> {
        Some(self.parsed()?.essence().to_owned())
    }

    fn parsed(&self) -> Option<MediaType<'_>> {
        MediaType::parse(self.media_type.as_deref()?, Reading::Whatwg).ok()
    }
}
