//! Limits on the work for one answer: its length, its time, and whether a client still waits for it.
//!
//! A server computes an answer on one thread, through code that knows nothing of servers. [`Bounds::keep`] sets the
//! limits of the thread; all code that writes a piece of an answer calls [`check`]; work beyond a limit unwinds to
//! `keep`. Commands run without limits, where a check costs one look at a thread-local variable.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    /// The limits of the work that this thread is doing.
    static KEPT: RefCell<Option<Bounds>> = const { RefCell::new(None) };
}

/// The limits of one piece of work.
#[derive(Clone)]
pub(crate) struct Bounds {
    /// In bytes.
    length: usize,
    until: Instant,
    is_left: Arc<AtomicBool>,
}

/// Why work was stopped before it finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The answer exceeds its length limit.
    TooLong,
    /// The work took too long, or no client waits for it any more.
    TooLate,
    /// The work panicked; the panic hook has reported where.
    Fault,
}

/// Stops the associated work when dropped; the task that waits for the answer holds this guard.
pub(crate) struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Removes the limits of the thread when dropped.
struct Kept;

impl Drop for Kept {
    fn drop(&mut self) {
        KEPT.set(None);
    }
}

impl Bounds {
    /// Limits an answer to `length` bytes and to `time` from now.
    pub(crate) fn new(length: usize, time: Duration) -> Self {
        Self { length, until: Instant::now() + time, is_left: Arc::default() }
    }

    /// Returns a guard that stops the work when it is dropped.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting(Arc::clone(&self.is_left))
    }

    /// Runs the work on this thread, within the limits.
    ///
    /// # Errors
    /// Returns why the work was stopped, or that it panicked.
    pub(crate) fn keep<T>(self, work: impl FnOnce() -> T) -> Result<T, Stop> {
        self.judge(0)?;
        KEPT.set(Some(self));
        let _kept = Kept;
        // State that the work has changed is dropped with the work.
        catch_unwind(AssertUnwindSafe(work)).map_err(|why| why.downcast::<Stop>().map_or(Stop::Fault, |stop| *stop))
    }

    fn judge(&self, length: usize) -> Result<(), Stop> {
        if length > self.length {
            return Err(Stop::TooLong);
        }
        if self.is_left.load(Ordering::Relaxed) || Instant::now() > self.until {
            return Err(Stop::TooLate);
        }
        Ok(())
    }
}

/// Stops the work of this thread if an answer that is `length` bytes long so far exceeds its limits.
pub(crate) fn check(length: usize) {
    let judged = KEPT.with_borrow(|kept| kept.as_ref().map_or(Ok(()), |bounds| bounds.judge(length)));
    if let Err(stop) = judged {
        // `resume_unwind` skips the panic hook, so nothing is reported.
        resume_unwind(Box::new(stop));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn work_ends_at_each_of_its_limits() {
        let bounds = Bounds::new(10, LONG);
        assert_eq!(bounds.clone().keep(|| (0..=10).for_each(check)), Ok(()));
        assert_eq!(bounds.clone().keep(|| (0..=11).for_each(check)), Err(Stop::TooLong));
        assert_eq!(Bounds::new(10, Duration::ZERO).keep(|| ()), Err(Stop::TooLate));
        let soon = Bounds::new(10, Duration::from_millis(20));
        assert_eq!(
            soon.keep(|| loop {
                check(0)
            }),
            Err(Stop::TooLate)
        );
        let waiting = bounds.waiting();
        assert_eq!(bounds.clone().keep(|| check(0)), Ok(()));
        drop(waiting);
        assert_eq!(bounds.keep(|| ()), Err(Stop::TooLate));
    }

    #[test]
    fn panic_in_bounded_work_is_a_fault_and_frees_the_thread() {
        assert_eq!(Bounds::new(1, LONG).keep(|| panic!("a test of panics")), Err::<(), _>(Stop::Fault));
        // The limits of the thread have been removed.
        check(usize::MAX);
    }
}
