//! Limits the number of bytes of messages that are held at a time.
//!
//! The reader waits until enough bytes are free. A message that is larger than the limit is held alone.

use std::sync::{Condvar, Mutex, PoisonError};

/// A limit on the number of held bytes.
pub(crate) struct ReadAhead {
    room: usize,
    held: Mutex<usize>,
    freed: Condvar,
}

/// Counts bytes as held until it is dropped.
pub(crate) struct HeldBytes<'a> {
    ahead: &'a ReadAhead,
    bytes: usize,
}

impl ReadAhead {
    pub(crate) const fn new(room: usize) -> Self {
        Self { room, held: Mutex::new(0), freed: Condvar::new() }
    }

    /// Waits until the bytes fit the limit, or nothing else is held.
    pub(super) fn permit(&self, bytes: usize) -> HeldBytes<'_> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held > 0 && bytes > 0 && held.saturating_add(bytes) > self.room {
            held = self.freed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        *held += bytes;
        HeldBytes { ahead: self, bytes }
    }
}

impl Drop for HeldBytes<'_> {
    fn drop(&mut self) {
        *self.ahead.held.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.ahead.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_is_held_than_there_is_room() {
        let (ahead, held) = (ReadAhead::new(100), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (ahead, held) = (&ahead, &held);
                scope.spawn(move || {
                    for bytes in (0..500).map(|number| (number * 7 + thread) % 130) {
                        let permit = ahead.permit(bytes);
                        let now = held.fetch_add(bytes, Ordering::SeqCst) + bytes;
                        assert!(now <= 100 || now == bytes, "{now}");
                        held.fetch_sub(bytes, Ordering::SeqCst);
                        drop(permit);
                    }
                });
            }
        });
        assert_eq!(*ahead.held.lock().unwrap(), 0);
    }
}
