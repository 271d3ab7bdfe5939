//! How answers are printed.
//!
//! Decides: where an answer goes and in which form; that a diagnostic never contains a password; how many diagnostics
//! are shown. It does not decide what the answers are.

mod diagnostic;
mod limits;
mod message;
mod options;
mod page;
mod printer;
mod progress;
mod ruler;
mod session;
mod shown;
mod style;
mod template;
mod value;

#[cfg(feature = "retrieve")]
pub(crate) use self::diagnostic::worded;
pub(crate) use self::diagnostic::{diagnostic, underlined, window};
pub(crate) use self::message::Message;
pub(crate) use self::options::{FormOptions, Global};
pub(crate) use self::page::{Lacking, Page, joined};
pub(crate) use self::printer::{Printer, give_up, print_whole};
pub(crate) use self::progress::Progress;
pub(crate) use self::ruler::ruler;
pub(crate) use self::session::{Answer, Form, Printing, Session, Trouble};
pub(crate) use self::shown::{columns, shown};
pub(crate) use self::style::Paint;
use self::template::Template;
pub(crate) use self::value::{Value, object};
pub(crate) use napkin_document::{Cursor, Spot};
