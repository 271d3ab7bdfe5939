//! Base URLs from options, parsed under each standard.
//!
//! Start reading at `AnyBase`, which holds the base of one standard.

use napkin::{Base, Reference, Standard, whatwg};

use crate::output::{Session, Trouble, option_trouble};

/// The base URL that options give, and how references are resolved against it.
#[derive(Clone, Debug, Default)]
pub struct BaseOptions {
    /// The base URL.
    pub base: String,
    /// The URL of the document that contains the references. Under draft1997, an empty reference for which a new request is
    /// made means this document.
    pub document: Option<String>,
    /// Whether following a reference always makes a new request, as for a form's action.
    pub new_request: bool,
    /// Whether to ignore a scheme equal to the base's scheme, as old programs do (RFC 3986 section 5.2.2).
    pub loose: bool,
}

/// A base URL, parsed once for all references.
#[derive(Debug)]
pub enum AnyBase<'a> {
    /// A base under the generic syntax: a reference is parsed by itself and then resolved.
    Generic(Base<'a>),
    /// A base under the URL Standard: a text is parsed against it.
    Whatwg(whatwg::Url),
}

/// Parses the base URL of an option under a standard of the generic syntax.
pub fn generic<'a>(
    option: &'static str,
    text: &'a str,
    standard: Standard,
    session: &Session,
) -> Result<Base<'a>, Trouble> {
    let base = Reference::parse(text, standard).and_then(Base::new);
    base.map_err(|error| option_trouble(option, text, error, session))
}

/// Parses the base URL of the option `--base` under the URL Standard.
pub fn whatwg(text: &str, session: &Session) -> Result<whatwg::Url, Trouble> {
    whatwg::Url::parse(text, None).map_err(|error| option_trouble("base", text, error, session))
}

/// Returns the base of the options under each standard.
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
        let base = base.with_strict(!options.loose).with_new_request(options.new_request);
        let Some(document) = &options.document else { return Ok(AnyBase::Generic(base)) };
        // The document's URL must be valid, like the base.
        let document = generic("document", document, standard, session)?;
        Ok(AnyBase::Generic(base.with_document(document.url())))
    };
    standards.iter().map(one).collect()
}

/// Checks the option `--base` under a standard.
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
