//! The commands: each reads, asks the library, and prints.

pub(crate) mod audit;
mod base;
pub(crate) mod beside;
pub(crate) mod bundle;
pub(crate) mod compare;
pub(crate) mod data;
mod document_findings;
pub(crate) mod edit;
pub(crate) mod explain;
#[cfg(feature = "retrieve")]
pub(crate) mod get;
pub(crate) mod links;
pub(crate) mod mail;
mod mailbox;
pub(crate) mod manual;
#[cfg(feature = "retrieve")]
mod messages;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod resolve;
#[cfg(feature = "retrieve")]
pub(crate) mod retrieval;
pub(crate) mod rewrite;
pub(crate) mod scheme;
pub(crate) mod screen;
mod side_by_side;
pub(crate) mod unbundle;

use napkin::{Error, Standard};

use crate::options::StandardName;
use crate::output::{Page, Session, Trouble, diagnostic};
use crate::record::Place;

impl StandardName {
    /// The standards that are meant.
    fn standards(&self) -> &[Standard] {
        match self {
            Self::One(standard) => std::slice::from_ref(standard),
            Self::All => Standard::ALL,
        }
    }
}

/// Puts the standard's name before an answer, where there is one for each standard.
fn put_standard(name: StandardName, standard: Standard, page: &mut Page<'_>) {
    if name == StandardName::All && !page.has_fields() {
        let style = page.paint().aside();
        page.put(format_args!("{style}{standard}{style:#}"));
        page.tab();
    }
}

/// Why a URL that an option gives cannot be used: trouble, not an answer.
fn option_trouble(name: &'static str, text: &str, error: Error, session: &Session) -> Trouble {
    let finding = error.finding().redacted(napkin::password_span(text));
    Trouble::Option { name, finding, diagnostic: diagnostic(text, Place::Option(name), error.finding(), session) }
}
