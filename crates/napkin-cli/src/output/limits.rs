//! Where work at a document ends that has more output than its limit.
//!
//! A reader of documents hands out what it finds, and asks nobody whether to go on: so the work unwinds to who has set the limit.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The output is longer than its limit.
pub(super) struct TooLong;

impl TooLong {
    /// Leaves the work. Nothing is printed, as this is no panic.
    pub(super) fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Runs work that may have too much output.
    pub(super) fn caught(work: impl FnOnce()) -> Result<(), Self> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|why| match why.downcast() {
            Ok(too_long) => *too_long,
            Err(why) => resume_unwind(why),
        })
    }
}
