//! The commands: each reads, asks the library, and prints.

pub(crate) mod compare;
pub(crate) mod edit;
pub(crate) mod explain;
pub(crate) mod links;
pub(crate) mod manual;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod resolve;
mod side_by_side;

use napkin::{Base, Error, Reference, Standard};

use crate::options::{BaseOptions, StandardName};
use crate::output::{Page, Session, Trouble, diagnostic};
use crate::stream::Place;

impl StandardName {
    /// The standards that are meant.
    fn standards(&self) -> &[Standard] {
        match self {
            Self::One(standard) => std::slice::from_ref(standard),
            Self::All => &Standard::GENERIC,
        }
    }
}

/// Puts the standard's name before an answer, where there is one for each standard.
fn put_standard(name: StandardName, standard: Standard, page: &mut Page<'_>) {
    if name == StandardName::All && !page.has_fields() {
        let style = page.paint().aside();
        page.put(format_args!("{style}{standard}{style:#}\t"));
    }
}

/// Why a URL that an option gives cannot be used: trouble, not an answer.
fn option_trouble(name: &'static str, text: &str, error: Error, session: &Session) -> Trouble {
    Trouble::Diagnostic(diagnostic(text, Place::Option(name), error.finding(), session))
}

/// A base URL from the option `--base`.
fn base<'a>(text: &'a str, standard: Standard, session: &Session) -> Result<Base<'a>, Trouble> {
    let base = Reference::parse(text, standard).and_then(Base::new);
    base.map_err(|error| option_trouble("base", text, error, session))
}

/// The bases that the options describe, one for each standard.
fn bases<'a>(options: &'a BaseOptions, standards: &[Standard], session: &Session) -> Result<Vec<Base<'a>>, Trouble> {
    let one = |&standard: &Standard| {
        let base = base(&options.base, standard, session)?.strict(!options.loose).new_request(options.new_request);
        let Some(document) = &options.document else { return Ok(base) };
        // The document's URL has to be one, just as the base.
        let document_url = Reference::parse(document, standard).and_then(Base::new);
        let document_url = document_url.map_err(|error| option_trouble("document", document, error, session))?;
        Ok(base.document(document_url.url()))
    };
    standards.iter().map(one).collect()
}
