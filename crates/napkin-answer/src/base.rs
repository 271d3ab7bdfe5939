//! The base URLs that options and documents give, by whichever standard reads them.

use napkin::{Base, Reference, Standard, whatwg};

use crate::output::{Session, Trouble, option_trouble};

/// The base URL that options give, and how references are resolved against it.
#[derive(Clone, Debug, Default)]
pub struct BaseOptions {
    /// The base URL.
    pub base: String,
    /// The URL of the document that has the references: under draft1997, an empty reference means this document where a new
    /// request is made.
    pub document: Option<String>,
    /// Whether a new request is always made for the references, as for a form's action.
    pub new_request: bool,
    /// Whether a scheme that is the base's own is ignored, as old programs do (RFC 3986 section 5.2.2).
    pub loose: bool,
}

/// A base URL, read once for all references.
#[derive(Debug)]
pub enum AnyBase<'a> {
    /// By the generic syntax: a reference is read by itself, and then resolved.
    Generic(Base<'a>),
    /// By the URL Standard: a text is parsed against it.
    Whatwg(whatwg::Url),
}

/// One of the generic syntax that an option gives.
pub fn generic<'a>(
    option: &'static str,
    text: &'a str,
    standard: Standard,
    session: &Session,
) -> Result<Base<'a>, Trouble> {
    let base = Reference::parse(text, standard).and_then(Base::new);
    base.map_err(|error| option_trouble(option, text, error, session))
}

/// One of the URL Standard that the option `--base` gives.
pub fn whatwg(text: &str, session: &Session) -> Result<whatwg::Url, Trouble> {
    whatwg::Url::parse(text, None).map_err(|error| option_trouble("base", text, error, session))
}

/// Those that the options describe, one for each standard.
pub fn bases<'a>(
    options: &'a BaseOptions,
    standards: &[Standard],
    session: &Session,
) -> Result<Vec<AnyBase<'a>>, Trouble> {
    let one = |&standard: &Standard| {
        if standard == Standard::Whatwg {
            return whatwg(&options.base, session).map(AnyBase::Whatwg);
        }
        let base = generic("base", &options.base, standard, session)?;
        let base = base.strict(!options.loose).new_request(options.new_request);
        let Some(document) = &options.document else { return Ok(AnyBase::Generic(base)) };
        // The document's URL has to be one, just as the base.
        let document = generic("document", document, standard, session)?;
        Ok(AnyBase::Generic(base.document(document.url())))
    };
    standards.iter().map(one).collect()
}

/// Says what is wrong with an option `--base` under a standard, if anything is.
pub fn check(text: &str, standard: Standard, session: &Session) -> Result<(), Trouble> {
    match standard {
        Standard::Whatwg => whatwg(text, session).map(drop),
        _ => generic("base", text, standard, session).map(drop),
    }
}

impl AnyBase<'_> {
    /// Returns the standard.
    #[must_use]
    pub fn standard(&self) -> Standard {
        match self {
            Self::Generic(base) => base.url().standard(),
            Self::Whatwg(_) => Standard::Whatwg,
        }
    }

    /// Returns the text of the URL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Generic(base) => base.url().as_str(),
            Self::Whatwg(url) => url.href(),
        }
    }
}
