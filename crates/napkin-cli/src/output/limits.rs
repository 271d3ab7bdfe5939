//! Stops the work on a document whose output exceeds its limit.
//!
//! The readers of documents pass what they find to a callback and cannot be told to stop, so the work unwinds to the
//! caller that has set the limit.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The output exceeds its limit.
pub(super) struct TooLong;

impl TooLong {
    /// Unwinds the work. Nothing is printed, because the panic hook is skipped.
    pub(super) fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Runs work whose output may exceed the limit.
    pub(super) fn caught(work: impl FnOnce()) -> Result<(), Self> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|why| match why.downcast() {
            Ok(too_long) => *too_long,
            Err(why) => resume_unwind(why),
        })
    }
}
