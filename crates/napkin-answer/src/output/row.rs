//! Rows: the typed answers that every form of output prints.

use napkin::Finding;

use super::{Page, Value};

/// An answer with named fields.
///
/// [`Page::row`] prints it as JSON or by a template from its fields, as a line for programs, or for people. [`fields!`](crate::fields)
/// writes the table of its fields.
pub trait Row {
    /// The names of all fields, in their order.
    const FIELDS: &'static [&'static str];

    /// Passes the fields and their values to `print`.
    fn fields(&self, print: impl FnOnce(&[(&'static str, Value<'_>)]));

    /// Prints the line for programs.
    fn plain(&self, page: &mut Page<'_>);

    /// Prints the row for people.
    fn pretty(&self, page: &mut Page<'_>) {
        self.plain(page);
    }
}

/// Writes [`Row::FIELDS`] and [`Row::fields`] from one table of names and values. Values are converted by [`Value::from`].
///
/// ```
/// use napkin_answer::output::{Form, Page, Printing, Row, Session, Value};
/// struct Drink { name: &'static str, ounces: usize }
/// impl Row for Drink {
///     napkin_answer::fields! { self;
///         let size = format!("{} oz", self.ounces);
///         "name" => self.name,
///         "size" => &size,
///     }
///     fn plain(&self, page: &mut Page<'_>) {
///         page.line(self.name);
///     }
/// }
/// let session = Session::silent();
/// let printing = Printing::new(Form::Json, &session);
/// let mut page = Page::new(&printing);
/// page.row(&Drink { name: "stout", ounces: 20 });
/// assert_eq!(Drink::FIELDS, ["name", "size"]);
/// assert_eq!(page.into_out().unwrap(), b"{\"name\":\"stout\",\"size\":\"20 oz\"}\n");
/// ```
#[macro_export]
macro_rules! fields {
    ($row:ident; $(let $variable:pat = $init:expr;)* $($name:literal => $value:expr),* $(,)?) => {
        const FIELDS: &'static [&'static str] = &[$($name),*];

        fn fields(&$row, print: impl FnOnce(&[(&'static str, $crate::output::Value<'_>)])) {
            $(let $variable = $init;)*
            print(&[$(($name, $crate::output::Value::from($value))),*]);
        }
    };
}

/// A record about what could not be read.
pub(super) struct Unread<'r> {
    pub(super) source: &'r str,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) finding: &'r Finding,
    pub(super) message: &'r str,
}

impl Row for Unread<'_> {
    fields! { self;
        "source" => self.source,
        "line" => self.line,
        "column" => self.column,
        "ok" => false,
        "rule" => self.finding.rule.code(),
        "message" => self.message,
        "see" => self.finding.see(),
    }

    /// The diagnostic is printed instead.
    fn plain(&self, _: &mut Page<'_>) {}
}
