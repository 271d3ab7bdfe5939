//! Checks what the links of documents point at. Start with [`Checker`].
//!
//! A checker reads documents, finds their links with [`napkin_document`], and judges each link: whether the file exists, whether
//! the fragment names a place in it, and whether URLs of other schemes follow their definition. Each target is looked at once,
//! however many documents link to it. Verdicts arrive in the order of the documents and of their links.
//!
//! ```
//! use napkin_check::{Checker, Document, Options, Verdict};
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("menu.html"), "<h1 id=beer>Beer</h1> <a href=#wine>wine</a> <a href=#beer>beer</a>")?;
//!
//! let mut checker = Checker::new(Options::default());
//! let menu = Document::file("menu.html", folder.path().join("menu.html"))?.in_folder(folder.path());
//! let mut verdicts = Vec::new();
//! checker.check(&menu, &mut (), &mut |checked| verdicts.push((checked.raw.clone(), checked.verdict)));
//! assert_eq!(verdicts, [("#wine".to_owned(), Verdict::FragmentMissing), ("#beer".to_owned(), Verdict::Ok)]);
//! # Ok::<(), std::io::Error>(())
//! ```

#![deny(unsafe_code, missing_docs)]

mod ages;
mod checked;
mod checker;
mod document;
mod end;
mod folder;
mod fragment;
mod hosts;
mod lines;
mod moves;
mod names;
mod nearest;
mod options;
mod page_text;
mod pdf;
mod schemes;
#[cfg(feature = "retrieve")]
mod servers;
mod site;
mod slugs;
mod verdict;

pub use ages::Ages;
pub use checked::{Checked, Summary};
pub use checker::Checker;
#[cfg(feature = "retrieve")]
pub use checker::Stopper;
pub use document::Document;
pub use hosts::{HostPattern, HostRules};
pub use options::Options;
pub use slugs::Slugs;
pub use verdict::Verdict;

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
