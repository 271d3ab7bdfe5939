//! Prints answers for people, for programs, by a template, or as JSON.
//!
//! A [`Page`] collects the output of one piece of work in the form that its [`Printing`] sets. Diagnostics never contain a
//! password, and no external text acts on a terminal.

mod diagnostic;
mod message;
mod page;
mod row;
mod ruler;
mod session;
mod shown;
mod style;
mod template;
mod value;

pub use self::diagnostic::{diagnostic, option_trouble, underlined, window, worded};
pub use self::message::Message;
pub use self::page::{Cleared, Lacking, Mark, Page, Tally, joined};
pub use self::row::Row;
pub use self::ruler::ruler;
pub use self::session::{Answer, DIAGNOSTICS, Form, Printing, Session, Trouble, WIDTH};
pub use self::shown::{columns, shown};
pub use self::style::{Paint, Style};
pub use self::template::Template;
pub use self::value::{Computed, Value, object};
pub use napkin_document::{Cursor, CursorPosition};
