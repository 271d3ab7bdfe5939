//! Reuses the memory of dropped columns for new columns.
//!
//! A column of 8192 views has 128 KiB. From this length on, glibc's allocator maps pages from the system and returns them. The
//! system then clears each page at the first access, which costs as much as all work of the kernels. Columns without values
//! share a read-only buffer of zeros.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use arrow_buffer::{Buffer, ToByteSlice};
use bytes::Bytes;

/// The bytes of a view.
const VIEW: usize = size_of::<u128>();

/// The least length of kept memory, in bytes; allocators themselves keep shorter buffers.
const SHORTEST: usize = 32 << 10;

/// The number of views in the shared zeros: a batch of DataFusion.
const ZEROS: usize = 8192;

static LIMIT: AtomicUsize = AtomicUsize::new(16 << 20);

static POOL: Mutex<Pool> = Mutex::new(Pool { free: Vec::new(), bytes: 0 });

/// The kept memory of dropped columns.
struct Pool {
    free: Vec<Vec<u128>>,
    bytes: usize,
}

/// Limits the memory of dropped columns that is kept for new columns, in bytes. The default of 16 MiB is enough for two batches
/// of all components in each of about eight threads. Memory above the new limit is freed; 0 frees all of it.
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

/// Returns an empty vector with capacity for that many views.
pub(crate) fn room(views: usize) -> Vec<u128> {
    if views * VIEW < SHORTEST {
        return Vec::with_capacity(views);
    }
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    // The latest buffer first, because it is still in the caches. Buffers that would be half empty are skipped.
    let fits = |free: &Vec<u128>| free.capacity() >= views && free.capacity() / 2 <= views;
    let Some(place) = pool.free.iter().rposition(fits) else {
        drop(pool);
        return Vec::with_capacity(views);
    };
    let found = pool.free.swap_remove(place);
    pool.bytes -= found.capacity() * VIEW;
    found
}

/// Converts views to a buffer, whose memory is kept after the last reference is dropped.
pub(crate) fn buffer(views: Vec<u128>) -> Buffer {
    if views.capacity() * VIEW < SHORTEST {
        return Buffer::from_vec(views);
    }
    Buffer::from(Bytes::from_owner(Kept(views)))
}

/// Returns a buffer of zero views.
pub(crate) fn zeros(views: usize) -> Buffer {
    static SHARED: OnceLock<Buffer> = OnceLock::new();
    if views > ZEROS {
        return Buffer::from_vec(vec![0_u128; views]);
    }
    SHARED.get_or_init(|| Buffer::from_vec(vec![0_u128; ZEROS])).slice_with_length(0, views * VIEW)
}

/// Memory that returns to the pool when dropped.
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

    /// A single test, because the pool is global.
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
