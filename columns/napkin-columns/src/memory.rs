//! Memory of columns that are gone, for those that are made next.
//!
//! Decides: that the views of a batch are written where those of an earlier one stood. A column of 8192 views has 128 KiB, from which length on
//! the allocator of glibc asks the system for pages and gives them back; the system then clears each page at the first touch, which costs as
//! much as all that the kernels do. Columns without a value share zeros, which nobody writes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use arrow_buffer::{Buffer, ToByteSlice};
use bytes::Bytes;

/// The bytes of a view.
const VIEW: usize = size_of::<u128>();

/// The length in bytes from which on memory is kept: what is shorter, allocators keep themselves.
const SHORTEST: usize = 32 << 10;

/// How many views the shared zeros have: those of a batch of DataFusion's.
const ZEROS: usize = 8192;

static LIMIT: AtomicUsize = AtomicUsize::new(16 << 20);

static POOL: Mutex<Pool> = Mutex::new(Pool { free: Vec::new(), bytes: 0 });

/// What is kept of columns that were dropped.
struct Pool {
    free: Vec<Vec<u128>>,
    bytes: usize,
}

/// Says how many bytes of dropped columns are kept at most for the columns that are made next; 16 MiB if it is not called, which is two
/// batches of all components for each of some eight threads. With 0 none are kept, and those that are kept are freed.
///
/// ```
/// napkin_columns::keep_memory(64 << 20);
/// ```
pub fn keep_memory(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    while pool.bytes > bytes {
        let Some(freed) = pool.free.pop() else { break };
        pool.bytes -= freed.capacity() * VIEW;
    }
}

/// Room for that many views.
pub(crate) fn room(views: usize) -> Vec<u128> {
    if views * VIEW < SHORTEST {
        return Vec::with_capacity(views);
    }
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    // The latest first: it is still in the caches. None that would be half empty.
    let fits = |free: &Vec<u128>| free.capacity() >= views && free.capacity() / 2 <= views;
    let Some(place) = pool.free.iter().rposition(fits) else {
        drop(pool);
        return Vec::with_capacity(views);
    };
    let found = pool.free.swap_remove(place);
    pool.bytes -= found.capacity() * VIEW;
    found
}

/// The buffer of views, of which the memory is kept once nobody has it any more.
pub(crate) fn buffer(views: Vec<u128>) -> Buffer {
    if views.capacity() * VIEW < SHORTEST {
        return Buffer::from_vec(views);
    }
    Buffer::from(Bytes::from_owner(Kept(views)))
}

/// Views that are all zero.
pub(crate) fn zeros(views: usize) -> Buffer {
    static SHARED: OnceLock<Buffer> = OnceLock::new();
    if views > ZEROS {
        return Buffer::from_vec(vec![0_u128; views]);
    }
    SHARED.get_or_init(|| Buffer::from_vec(vec![0_u128; ZEROS])).slice_with_length(0, views * VIEW)
}

/// Memory that goes to the pool when it is dropped.
struct Kept(Vec<u128>);

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        self.0.to_byte_slice()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut views = std::mem::take(&mut self.0);
        let bytes = views.capacity() * VIEW;
        views.clear();
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.bytes + bytes <= LIMIT.load(Ordering::Relaxed) {
            pool.bytes += bytes;
            pool.free.push(views);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, since the pool is one.
    #[test]
    fn memory_goes_to_the_next_column() {
        let kept = || POOL.lock().unwrap().bytes;
        keep_memory(0);
        keep_memory(1 << 20);
        let mut views = room(8192);
        views.resize(8192, 7);
        let first = buffer(views);
        let second = first.slice(16);
        let place = first.as_ptr();
        drop(first);
        assert_eq!((kept(), second.len()), (0, 8191 * VIEW), "a slice has it still");
        drop(second);
        assert_eq!(kept(), 8192 * VIEW);
        let again = room(8000);
        assert_eq!((again.as_ptr().cast(), again.len(), kept()), (place, 0, 0));
        drop(buffer(again));
        assert_eq!(room(100).capacity(), 100, "short ones are not of it");
        assert!(room(4000).capacity() < 8192, "nor is one that would be half empty");
        // Not above the limit.
        let many: Vec<Buffer> = (0..20).map(|_| buffer(room(8192))).collect();
        drop(many);
        assert_eq!(kept(), 1 << 20);
        keep_memory(300 << 10);
        assert!(kept() <= 300 << 10);
        keep_memory(0);
        assert_eq!(kept(), 0);
        assert!([0, 5, ZEROS, ZEROS + 1].iter().all(|&n| zeros(n).as_slice() == vec![0; n * VIEW]));
        keep_memory(16 << 20);
    }
}
