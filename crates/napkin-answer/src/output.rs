//! How answers are printed.
//!
//! A [`Page`] collects what one piece of work prints, in the form that its [`Printing`] says: a line for people, a line for
//! programs, a template, or JSON. Diagnostics never contain a password, and no external text acts on a terminal.

mod diagnostic;
mod message;
mod page;
mod ruler;
mod session;
mod shown;
mod style;
mod template;
mod value;

pub use self::diagnostic::{diagnostic, option_trouble, underlined, window, worded};
pub use self::message::Message;
pub use self::page::{Cleared, Lacking, Mark, Page, joined};
pub use self::ruler::ruler;
pub use self::session::{Answer, DIAGNOSTICS, Form, Printing, Session, Trouble, WIDTH};
pub use self::shown::{columns, shown};
pub use self::style::{Paint, Style};
pub use self::template::Template;
pub use self::value::{Value, object};
pub use napkin_document::{Cursor, Spot};
