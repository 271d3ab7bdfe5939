//! The functions of the interface.
//!
//! # Safety
//! Of all functions: a pointer to a text has as many bytes as the length says, or is null if the length is 0. A pointer to a buffer has as
//! many bytes as the size says, and does not overlap a text. Other pointers are valid or, where the function says so, null.
#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "their safety is that of the module")]
#![allow(clippy::too_many_arguments, reason = "C has no other way to pass texts and buffers")]

use std::ffi::c_char;

use napkin::{BaseBuf, Error, Reference, Rung, Rungs, Standard, Url, normalize, whatwg};
use napkin_audit::{AllowList, safe_host};

use crate::memory::{Failed, bytes, failed, guarded, saying, text_or_error, write};
use crate::types::{napkin_allow_list, napkin_base, napkin_error, napkin_parts, standard_of};

/// Returns the version of the library: `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn napkin_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns whether a text is a valid reference of a standard; under `NAPKIN_WHATWG`, whether browsers make a URL of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_can_parse(text: *const c_char, length: usize, standard: u32) -> bool {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(text, length) };
    let can = || {
        let (text, standard) = argument(bytes, standard)?;
        Ok(match standard {
            Standard::Whatwg => whatwg::can_parse(text, None),
            _ => Reference::parse(text, standard).is_ok(),
        })
    };
    guarded(can).unwrap_or(false)
}

/// Reads a reference and sets `parts` to the places of its components. Returns whether it is valid. Allocates nothing if it is. `parts` and `error`
/// may be null. Under `NAPKIN_WHATWG`, the text must be a URL as `napkin_serialize` writes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_parse(
    text: *const c_char,
    length: usize,
    standard: u32,
    parts: *mut napkin_parts,
    error: *mut napkin_error,
) -> bool {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(text, length) };
    let read = || {
        let (text, standard) = argument(bytes, standard)?;
        let reference = Reference::parse(text, standard).map_err(|why| failed(&why, text.as_bytes()))?;
        Ok(napkin_parts::of(reference))
    };
    match guarded(read) {
        // SAFETY: the caller promises it.
        Ok(read) => unsafe { write(parts, read) },
        Err(why) => {
            // SAFETY: the caller promises it.
            unsafe { write(error, *why) };
            return false;
        }
    }
    true
}

/// Writes the URL that browsers make of a text, against a base if its length is not 0. Returns its length, or `NAPKIN_FAILED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_serialize(
    text: *const c_char,
    length: usize,
    base: *const c_char,
    base_length: usize,
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
) -> usize {
    // SAFETY: the caller promises it.
    let (bytes, base_bytes) = unsafe { (bytes(text, length), bytes(base, base_length)) };
    let serialize = || {
        let text = utf8(bytes)?;
        let base = match utf8(base_bytes)? {
            "" => None,
            base => Some(whatwg::Url::parse(base, None).map_err(|why| failed(&why, base.as_bytes()))?),
        };
        let url = whatwg::Url::parse(text, base.as_ref()).map_err(|why| failed(&why, text.as_bytes()))?;
        Ok(url.into_string())
    };
    // SAFETY: the caller promises it.
    unsafe { text_or_error(out, size, error, serialize) }
}

/// Writes the absolute URL of a reference in a document at the base. Returns its length, or `NAPKIN_FAILED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_resolve(
    base: *const c_char,
    base_length: usize,
    reference: *const c_char,
    length: usize,
    standard: u32,
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
) -> usize {
    // SAFETY: the caller promises it.
    let (bytes, base_bytes) = unsafe { (bytes(reference, length), bytes(base, base_length)) };
    let resolve = || {
        let (base, standard) = argument(base_bytes, standard)?;
        let base = Url::parse(base, standard).map_err(|why| failed(&why, base.as_bytes()))?;
        joined(utf8(bytes)?, |text| base.join(text))
    };
    // SAFETY: the caller promises it.
    unsafe { text_or_error(out, size, error, resolve) }
}

/// Writes the normal form of a reference by `NAPKIN_CASE`, `NAPKIN_PERCENT`, `NAPKIN_PATH`, `NAPKIN_SCHEME` in one number, or
/// `NAPKIN_ALL`. Returns its length, or `NAPKIN_FAILED`. Under `NAPKIN_WHATWG`, the text must be a URL as `napkin_serialize` writes it,
/// which is its normal form.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_normalize(
    text: *const c_char,
    length: usize,
    standard: u32,
    rungs: u32,
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
) -> usize {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(text, length) };
    let normal = || {
        let (text, standard) = argument(bytes, standard)?;
        let reference = Reference::parse(text, standard).map_err(|why| failed(&why, text.as_bytes()))?;
        Ok(normalize(reference, self::rungs(rungs)?).text.into_owned())
    };
    // SAFETY: the caller promises it.
    unsafe { text_or_error(out, size, error, normal) }
}

/// Writes the host on which all standards and all modelled programs agree. Returns its length, or `NAPKIN_FAILED` if one differs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_safe_host(
    text: *const c_char,
    length: usize,
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
) -> usize {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(text, length) };
    let host = || {
        let text = utf8(bytes)?;
        let unsafe_host = |why: napkin_audit::UnsafeHost| {
            saying("readers-disagree", &why.to_string(), why.span().start, why.span().end)
        };
        safe_host(text).map(|host| host.as_str().to_owned()).map_err(unsafe_host)
    };
    // SAFETY: the caller promises it.
    unsafe { text_or_error(out, size, error, host) }
}

/// Makes a base for many references; null if the text is no absolute URL. Free it with `napkin_base_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_base_new(
    text: *const c_char,
    length: usize,
    standard: u32,
    error: *mut napkin_error,
) -> *mut napkin_base {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(text, length) };
    let make = || {
        let (text, standard) = argument(bytes, standard)?;
        let url = Url::parse(text, standard).map_err(|why| failed(&why, text.as_bytes()))?;
        Ok(napkin_base(BaseBuf::new(url)))
    };
    // SAFETY: the caller promises it.
    unsafe { boxed(guarded(make), error) }
}

/// Writes the absolute URL of a reference, as `napkin_resolve` does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_base_resolve(
    base: *const napkin_base,
    reference: *const c_char,
    length: usize,
    out: *mut c_char,
    size: usize,
    error: *mut napkin_error,
) -> usize {
    // SAFETY: the caller promises it.
    let (base, bytes) = unsafe { (base.as_ref(), bytes(reference, length)) };
    let resolve = || {
        let base = base.ok_or_else(null)?;
        joined(utf8(bytes)?, |text| base.0.join(text))
    };
    // SAFETY: the caller promises it.
    unsafe { text_or_error(out, size, error, resolve) }
}

/// Frees a base. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_base_free(base: *mut napkin_base) {
    // SAFETY: the caller promises that it comes from `napkin_base_new`, and is used no more.
    unsafe { unboxed(base) };
}

/// Makes a list of hosts that a program may use, one in each line: `pub.example`, `.pub.example`, `pub.example:8443`. Null if a line is no
/// host. Free it with `napkin_allow_list_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_allow_list_new(
    entries: *const c_char,
    length: usize,
    error: *mut napkin_error,
) -> *mut napkin_allow_list {
    // SAFETY: the caller promises it.
    let bytes = unsafe { bytes(entries, length) };
    let make = || {
        let text = utf8(bytes)?;
        let wrong = |why: napkin_audit::WrongEntry| saying("host", &why.to_string(), 0, 0);
        AllowList::parse(text).map(napkin_allow_list).map_err(wrong)
    };
    // SAFETY: the caller promises it.
    unsafe { boxed(guarded(make), error) }
}

/// Returns whether every program that accepts a URL goes to a host of the list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_allow_list_admits(
    list: *const napkin_allow_list,
    text: *const c_char,
    length: usize,
) -> bool {
    // SAFETY: the caller promises it.
    let (list, bytes) = unsafe { (list.as_ref(), bytes(text, length)) };
    let admits = || Ok(list.ok_or_else(null)?.0.admits(utf8(bytes)?, None).is_ok());
    guarded(admits).unwrap_or(false)
}

/// Frees a list. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn napkin_allow_list_free(list: *mut napkin_allow_list) {
    // SAFETY: the caller promises that it comes from `napkin_allow_list_new`, and is used no more.
    unsafe { unboxed(list) };
}

/// Returns the text and the standard of arguments.
fn argument(bytes: Option<&[u8]>, standard: u32) -> Result<(&str, Standard), Failed> {
    let standard = standard_of(standard).ok_or_else(|| saying("standard", "expected a standard", 0, 0))?;
    Ok((utf8(bytes)?, standard))
}

fn utf8(bytes: Option<&[u8]>) -> Result<&str, Failed> {
    let bytes = bytes.ok_or_else(null)?;
    std::str::from_utf8(bytes).map_err(|why| {
        let start = why.valid_up_to();
        saying("utf8", "expected UTF-8", start, start + why.error_len().unwrap_or(bytes.len() - start))
    })
}

fn null() -> Failed {
    saying("null", "expected a pointer, but found null", 0, 0)
}

fn joined(text: &str, join: impl FnOnce(&str) -> Result<Url, Error>) -> Result<String, Failed> {
    join(text).map(Url::into_string).map_err(|why| failed(&why, text.as_bytes()))
}

fn rungs(number: u32) -> Result<Rungs, Failed> {
    let chosen = |&(place, _): &(usize, &Rung)| number >> place & 1 == 1;
    if number >> Rung::ALL.len() != 0 {
        return Err(saying("rungs", "expected a sum of NAPKIN_CASE, _PERCENT, _PATH and _SCHEME", 0, 0));
    }
    Ok(Rung::ALL.iter().enumerate().filter(chosen).fold(Rungs::NONE, |all, (_, &rung)| all | Rungs::of(rung)))
}

unsafe fn boxed<T>(made: Result<T, Failed>, error: *mut napkin_error) -> *mut T {
    match made {
        Ok(made) => Box::into_raw(Box::new(made)),
        Err(why) => {
            // SAFETY: the caller promises it.
            unsafe { write(error, *why) };
            std::ptr::null_mut()
        }
    }
}

unsafe fn unboxed<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller promises that `boxed` made it.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
