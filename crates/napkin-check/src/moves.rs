//! Files that have moved.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Gets the path of a missing file, and says where it is now.
type Moved = dyn Fn(&Path) -> Option<PathBuf> + Send + Sync;

/// Says where a missing file is now.
#[derive(Clone, Default)]
pub(crate) struct Moves(Option<Arc<Moved>>);

impl Moves {
    pub(crate) fn new(moved: impl Fn(&Path) -> Option<PathBuf> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(moved)))
    }

    pub(crate) fn of(&self, missing: &Path) -> Option<PathBuf> {
        self.0.as_ref()?(missing)
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moves")
    }
}
