//! URL columns: Arrow kernels over the engine of `napkin`.
//!
//! Each kernel takes columns of texts (`Utf8`, `LargeUtf8`, `Utf8View`, or dictionaries of them; slices and nulls as they are) and a
//! [`Standard`](napkin::Standard), and gives a column of as many rows. A row that is null stays null, and one that is wrong is null
//! too, never an error of the whole column; a column of rules says why.

mod column;
mod dictionary;
mod names;
mod parts;
mod read;
mod texts;

pub use self::parts::{Field, data_type, parts};
