//! URL columns: Arrow kernels over the engine of `napkin`.
//!
//! Each kernel takes columns of texts (`Utf8`, `LargeUtf8`, `Utf8View`, or dictionaries of them, also sliced and with nulls) and
//! a [`Standard`](napkin::Standard), and returns a column with the same number of rows. A null row stays null. An invalid row
//! becomes null too, and never fails the whole column; a column of rules gives the reason.

mod agreement;
mod batches;
mod blocks;
mod column;
mod common_crawl;
mod data;
mod dictionary;
mod domain;
mod escapes;
mod memory;
mod names;
mod normal;
mod pairs;
mod parts;
mod pattern;
mod query;
mod read;
mod resolve;
mod surt;
mod texts;
mod validity;
mod values;
mod views;

pub use self::agreement::{data_type_of_all, parts_of_all};
pub use self::batches::in_order;
pub use self::common_crawl::{common_crawl, common_crawl_type};
pub use self::data::{data_decode, data_screen};
pub use self::dictionary::rows;
pub use self::domain::{Section, public_suffix, registrable_domain};
pub use self::escapes::{Decoding, Escapes, percent_decode, percent_encode};
pub use self::memory::keep_memory;
pub use self::normal::{equivalence, equivalence_type, is_equivalent, normalize};
pub use self::parts::{Field, data_type, parts};
pub use self::pattern::{pattern_class, pattern_class_type, pattern_match, template_match, template_match_type};
pub use self::query::{query_get, query_pairs, query_remove, query_set};
pub use self::resolve::{relativize, resolve};
pub use self::surt::surt_key;
pub use self::validity::{finding_column, finding_type, findings, findings_type, valid};

/// The page of the guide, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/columns.md")]
struct Guide;

/// The front page of the crate, run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
