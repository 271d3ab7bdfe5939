//! Reads pages of any length in bounded memory. Start with `read`.
//!
//! A window grows until it contains a whole token. At the limit, the token is cut.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::problem::Problem;
use crate::scanner::Scanner;
use crate::sink::Sink;

/// The sizes of the windows in which a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// The initial size in bytes. Default: 256 KiB.
    pub size: usize,
    /// The largest size in bytes. A tag or the text of a `style` up to this size is read whole. Default: 64 MiB.
    pub limit: usize,
}

impl Default for Windows {
    fn default() -> Self {
        Self { size: 256 << 10, limit: 64 << 20 }
    }
}

/// The smallest limit. Tokens that are never cut fit: the start of a declaration, of a character reference, of an end
/// tag.
const LEAST: usize = 256;

/// Reads a page to its end and returns the markup that is still open there: see [`Scanner::unfinished`]. Breaks if the
/// sink does.
///
/// # Errors
///
/// Returns the errors of the reader.
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
