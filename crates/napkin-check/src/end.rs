//! When a check ends early.

use std::fmt;
use std::sync::Arc;

/// Says whether documents are to be read, and servers to be asked, no further.
#[derive(Clone, Default)]
pub(crate) struct End(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl End {
    pub(crate) fn new(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_over)))
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("End")
    }
}
