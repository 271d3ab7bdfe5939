//! Questions about URLs and documents, and their answers as rows of named fields.
//!
//! The command, the server and the web page ask the same questions and print the same rows. Each module answers one question:
//! it has the options as a plain struct, a function or a type that answers, and the names of the fields. [`output::Page`]
//! prints a row as a line for people or for programs, by a template, or as JSON. Start reading at [`answers`] for references,
//! and at [`links`] for documents.
//!
//! ```
//! use napkin_answer::links::{Lister, Options};
//! use napkin_answer::output::{Form, Page, Printing, Session};
//! let options = Options { base: Some("http://pub.example/menu/".into()), ..Options::default() };
//! let session = Session::silent();
//! let printing = Printing::new(Form::Plain, &session);
//! let mut page = Page::new(&printing);
//! let lister = Lister::new(&options);
//! let entity = lister.entity(b"<a href=beer>", "page.html", options.base.as_deref());
//! lister.document(&entity, "page.html", &mut page, &mut |row, page| {
//!     assert_eq!(row.link.text, "beer");
//!     row.print(page);
//!     page.flow()
//! });
//! assert_eq!(page.into_out().unwrap(), b"page.html:1:9\thttp://pub.example/menu/beer\thtml a[href]\n");
//! ```

pub mod answers;
pub mod audit;
pub mod base;
pub mod bounds;
pub mod check;
pub mod compare;
pub mod data;
pub mod document_findings;
pub mod domain;
pub mod explain;
pub mod glob;
pub mod links;
pub mod names;
pub mod normalize;
pub mod output;
pub mod parse;
pub mod pattern;
pub mod record;
pub mod relativize;
pub mod report;
pub mod resolve;
#[cfg(feature = "retrieve")]
pub mod retrieval;
pub mod rules;
pub mod scheme;
pub mod screen;
mod side_by_side;
pub mod template;
pub mod tracking;
pub mod unwrap;
