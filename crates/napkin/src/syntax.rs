//! Splits references into components and checks them against the grammar of a standard, without allocation.
//!
//! **Only this module decides where a component begins.** Other modules build, resolve and normalise, and parse their
//! results through this one. Each standard has a file, with a `split` that never fails and a `next` that finds the next
//! violation of the grammar; no function in those files branches on the standard. Start with `check`.

mod buf;
mod draft1997;
mod generic;
pub(crate) mod parts;
mod read;
mod redact;
mod reference;
mod rfc3986;
mod rfc3987;
mod scan;
mod segments;
pub(crate) mod whatwg;

pub use self::buf::ReferenceBuf;
pub use self::draft1997::{Draft1997Verdict, verdict as draft1997_verdict};
pub use self::parts::{Component, MAX_LENGTH, Parts, UnknownComponent};
pub(crate) use self::parts::{Hints, shifted};
pub use self::read::check;
pub(crate) use self::read::read_scalar;
pub use self::redact::{Redacted, mask_passwords, password_span};
pub use self::reference::{Reference, ReferenceKind};
pub use self::segments::{Segment, Segments};

#[cfg(test)]
mod tests;
