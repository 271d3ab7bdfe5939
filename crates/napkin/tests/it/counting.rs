//! A counting allocator, for tests of memory.
#![allow(unsafe_code)]
#![allow(dead_code, reason = "every test file uses its part of this")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The number of allocations, and their total bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allocated {
    pub(crate) times: usize,
    pub(crate) bytes: usize,
}

thread_local! {
    /// The allocations of this thread: tests run in parallel.
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { times: 0, bytes: 0 }) };
    /// The bytes that this thread holds, and the most that it has held. Memory that another thread frees still counts.
    static HELD: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

fn count(freed: usize, made: usize) {
    if made > 0 {
        ALLOCATED.with(|allocated| {
            let Allocated { times, bytes } = allocated.get();
            allocated.set(Allocated { times: times + 1, bytes: bytes + made });
        });
    }
    HELD.with(|held| {
        let (now, most) = held.get();
        let now = (now + made).saturating_sub(freed);
        held.set((now, most.max(now)));
    });
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: `System` does all the work; this type only adds counters without a destructor, which do not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), size);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the result of `work`, and its allocations.
pub(crate) fn allocated<T>(work: impl FnOnce() -> T) -> (T, Allocated) {
    let before = ALLOCATED.with(Cell::get);
    let result = black_box(work());
    let after = ALLOCATED.with(Cell::get);
    (result, Allocated { times: after.times - before.times, bytes: after.bytes - before.bytes })
}

/// Returns the result of `work`, and the most bytes that it held at one time besides those held before.
pub(crate) fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (before, _) = HELD.with(Cell::get);
    HELD.with(|held| held.set((before, before)));
    let result = black_box(work());
    (result, HELD.with(Cell::get).1 - before)
}

/// Returns the result of `work`, and the bytes that the result holds.
pub(crate) fn held<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (before, _) = HELD.with(Cell::get);
    let result = black_box(work());
    (result, HELD.with(Cell::get).0 - before)
}
