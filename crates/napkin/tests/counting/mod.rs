//! An allocator that counts, for tests of what takes how much.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// How often something was allocated, and how many bytes in all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allocated {
    pub(crate) times: usize,
    pub(crate) bytes: usize,
}

thread_local! {
    /// What this thread has allocated: tests run beside each other.
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { times: 0, bytes: 0 }) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: `System` does all of the work; a counter without a destructor is all that is added, which does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.with(|allocated| {
            let Allocated { times, bytes } = allocated.get();
            allocated.set(Allocated { times: times + 1, bytes: bytes + layout.size() });
        });
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What `work` gives, and what it allocated.
pub(crate) fn allocated<T>(work: impl FnOnce() -> T) -> (T, Allocated) {
    let before = ALLOCATED.with(Cell::get);
    let result = black_box(work());
    let after = ALLOCATED.with(Cell::get);
    (result, Allocated { times: after.times - before.times, bytes: after.bytes - before.bytes })
}
