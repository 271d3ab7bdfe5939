//! Pointers of C: the only reads and writes of foreign memory.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use napkin::Error;

use crate::types::{NAPKIN_FAILED, napkin_error};

/// Why a function failed, in a box since it is long.
pub(crate) type Failed = Box<napkin_error>;

/// Makes the error about a text.
pub(crate) fn failed(error: &Error, text: &[u8]) -> Failed {
    Box::new(napkin_error::of(error, text))
}

/// Makes an error of a sentence.
pub(crate) fn saying(rule: &str, message: &str, start: usize, end: usize) -> Failed {
    Box::new(napkin_error::saying(rule, message, start, end))
}

/// Returns the bytes of a text; `None` for a null pointer with a length, and for a length that no memory has.
///
/// # Safety
/// `data` points at `length` bytes that stay as they are for `'a`, or is null.
pub(crate) unsafe fn bytes<'a>(data: *const c_char, length: usize) -> Option<&'a [u8]> {
    if length == 0 {
        return Some(&[]);
    }
    if data.is_null() || length > isize::MAX as usize {
        return None;
    }
    // SAFETY: the caller promises it.
    Some(unsafe { std::slice::from_raw_parts(data.cast(), length) })
}

/// Writes a value, unless the pointer is null.
///
/// # Safety
/// `to` points at memory for a `T`, or is null.
pub(crate) unsafe fn write<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: the caller promises it.
        unsafe { to.write(value) };
    }
}

/// Writes a text and a NUL to a buffer, if both fit. Returns the length of the text.
///
/// # Safety
/// `out` points at memory of `size` bytes, or is null.
pub(crate) unsafe fn answer(text: &str, out: *mut c_char, size: usize) -> usize {
    if !out.is_null() && text.len() < size {
        // SAFETY: `text.len() + 1` bytes fit. The buffer is not the text, which Rust holds.
        unsafe {
            out.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
            out.add(text.len()).write(0);
        }
    }
    text.len()
}

/// Runs a function that returns a text, and gives C its text or its error.
///
/// # Safety
/// As for [`answer`] and [`write`].
pub(crate) unsafe fn text_or_error(
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
    run: impl FnOnce() -> Result<String, Failed>,
) -> usize {
    match guarded(run) {
        // SAFETY: the caller promises it.
        Ok(text) => unsafe { answer(&text, out, size) },
        Err(why) => {
            // SAFETY: the caller promises it.
            unsafe { write(error, *why) };
            NAPKIN_FAILED
        }
    }
}

/// Runs a function. A panic, which is a fault of napkin, becomes an error: it must not cross to C.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, Failed>) -> Result<T, Failed> {
    let panicked = |_| Err(saying("internal", "a fault of napkin: please report it", 0, 0));
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(panicked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors() {
        let error = guarded(|| -> Result<(), Failed> { panic!("as a test") }).unwrap_err();
        assert_eq!(error.rule[..9].iter().map(|&c| c as u8).collect::<Vec<_>>(), b"internal\0");
    }
}
