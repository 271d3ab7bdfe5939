//! Pages of any length in bounded memory.
//!
//! Decides: how large a window is. It grows to hold a token, up to a limit, beyond which the token is cut.

use super::{Scanner, Sink};
use napkin::Finding;
use std::io::{self, Read};

/// How windows are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// How many bytes a window has at first. Default: 256 KiB.
    pub size: usize,
    /// How many it may come to have, so that a tag, or the text of a `style`, is read as a whole. Default: 64 MiB.
    pub limit: usize,
}

impl Default for Windows {
    fn default() -> Self {
        Self { size: 256 << 10, limit: 64 << 20 }
    }
}

/// A window of this size holds what is never cut: the beginning of a declaration, of a character reference, of an end tag.
const LEAST: usize = 256;

/// Reads a page from a reader to its end, and says what stands open there: see [`Scanner::unfinished`].
///
/// # Errors
///
/// Those of the reader.
pub fn read<S: Sink + ?Sized>(reader: &mut dyn Read, windows: Windows, sink: &mut S) -> io::Result<Option<Finding>> {
    let mut scanner = Scanner::new();
    let limit = windows.limit.max(LEAST);
    let mut window = vec![0; windows.size.clamp(1, limit)];
    let mut filled = 0;
    loop {
        let count = match reader.read(&mut window[filled..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        filled += count;
        let is_last = count == 0;
        if !is_last && filled < window.len() {
            continue;
        }
        let mut done = scanner.scan(&window[..filled], is_last, sink);
        if is_last {
            return Ok(scanner.unfinished());
        }
        if done == 0 && window.len() >= limit {
            done = scanner.cut(&window[..filled], sink);
        }
        if done == 0 {
            let size = (window.len() * 2).min(limit);
            window.resize(size, 0);
        }
        window.copy_within(done..filled, 0);
        filled -= done;
    }
}
