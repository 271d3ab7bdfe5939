//! The result of a callback: whether the reader continues.

use std::ops::ControlFlow;

/// The result of a callback: `()` to continue, or a [`ControlFlow`], whose `Break` stops the reader at once.
///
/// ```
/// use std::ops::ControlFlow;
/// use napkin_document::{Entity, Options, links};
///
/// let page = Entity::new(b"<a href=beer><a href=cider><a href=wine>");
/// let mut first = Vec::new();
/// links(&page, &Options::default(), &mut |link| {
///     first.push(link.text);
///     if first.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert_eq!(first, ["beer", "cider"]);
/// ```
pub trait Flow {
    /// Returns whether to continue.
    fn flow(self) -> ControlFlow<()>;
}

impl Flow for () {
    #[inline]
    fn flow(self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Flow for ControlFlow<()> {
    #[inline]
    fn flow(self) -> Self {
        self
    }
}
