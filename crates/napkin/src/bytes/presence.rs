//! Remembers whether the CPU has the instructions of a back end. The standard library would look up each of them at every
//! question.

use core::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const ABSENT: u8 = 1;
const PRESENT: u8 = 2;

/// The answer to one question about the CPU.
pub(super) struct Presence(AtomicU8);

impl Presence {
    pub(super) const fn new() -> Self {
        Self(AtomicU8::new(UNKNOWN))
    }

    /// Returns the answer. Asks if it is not known; two threads may both ask, and get the same answer.
    #[inline]
    pub(super) fn is(&self, ask: fn() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            PRESENT => true,
            UNKNOWN => self.learn(ask),
            _ => false,
        }
    }

    #[cold]
    #[inline(never)]
    fn learn(&self, ask: fn() -> bool) -> bool {
        let answer = ask();
        self.0.store(if answer { PRESENT } else { ABSENT }, Ordering::Relaxed);
        answer
    }
}
