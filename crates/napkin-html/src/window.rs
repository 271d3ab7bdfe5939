//! Reads pages of any length in bounded memory. Start with `scan_reader`.
//!
//! A window grows until it contains a whole token. At the limit, the token is cut.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::problem::Problem;
use crate::scanner::Scanner;
use crate::sink::Sink;

/// The sizes of the windows in which a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WindowSizes {
    /// The initial size in bytes. Default: 256 KiB.
    pub size: usize,
    /// The largest size in bytes. A tag or the text of a `style` up to this size is read whole. Default: 64 MiB.
    pub limit: usize,
}

impl Default for WindowSizes {
    fn default() -> Self {
        Self { size: 256 << 10, limit: 64 << 20 }
    }
}

impl WindowSizes {
    /// Returns the windows with this initial size in bytes.
    ///
    /// ```
    /// assert_eq!(napkin_html::WindowSizes::default().with_size(4096).size, 4096);
    /// ```
    #[must_use]
    pub const fn with_size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Returns the windows with this largest size in bytes.
    ///
    /// ```
    /// assert_eq!(napkin_html::WindowSizes::default().with_limit(1 << 20).limit, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }
}

/// The smallest limit. Tokens that are never cut fit: the start of a declaration, of a character reference, of an end
/// tag.
const LEAST: usize = 256;

/// Reads a page to its end and returns the markup that is still open there: see [`Scanner::unfinished`]. Breaks if the
/// sink does.
///
/// ```
/// use napkin_html::{WindowSizes, scan_reader};
/// # use napkin_html::{Sink, Tag};
/// # struct Count(usize);
/// # impl Sink for Count {
/// #     fn tag(&mut self, _: &Tag<'_>) -> std::ops::ControlFlow<()> {
/// #         self.0 += 1;
/// #         std::ops::ControlFlow::Continue(())
/// #     }
/// # }
/// let mut tags = Count(0);
/// let page: &[u8] = b"<p><a href=x>beer</a><!-- open";
/// let flow = scan_reader(&mut &page[..], WindowSizes::default(), &mut tags)?;
/// assert_eq!(tags.0, 2);
/// assert_eq!(flow.continue_value().flatten().map(|problem| problem.expected), Some("`-->`"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the errors of the reader.
pub fn scan_reader<S: Sink + ?Sized>(
    reader: &mut dyn Read,
    windows: WindowSizes,
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
