//! Pages of any length in bounded memory.
//!
//! Decides: how large a window is. It grows to hold a token, up to a limit, beyond which the token is cut.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::problem::Problem;
use crate::scanner::Scanner;
use crate::sink::Sink;

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

/// Reads a page from a reader to its end, and returns what stands open there: see [`Scanner::unfinished`]. It breaks if the sink does.
///
/// # Errors
///
/// Those of the reader.
pub fn read<S: Sink + ?Sized>(
    reader: &mut dyn Read,
    windows: Windows,
    sink: &mut S,
) -> io::Result<ControlFlow<(), Option<Problem>>> {
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
        let mut flow = scanner.scan(&window[..filled], is_last, sink);
        if flow == ControlFlow::Continue(0) && !is_last && window.len() >= limit {
            flow = scanner.cut(&window[..filled], sink);
        }
        let ControlFlow::Continue(done) = flow else { return Ok(ControlFlow::Break(())) };
        if is_last {
            return Ok(ControlFlow::Continue(scanner.unfinished()));
        }
        if done == 0 {
            let size = (window.len() * 2).min(limit);
            window.resize(size, 0);
        }
        window.copy_within(done..filled, 0);
        filled -= done;
    }
}
