//! Limits on the memory and time of tree construction.

/// Limits the depth and the memory of tree construction. The defaults exceed what pages of the web need.
///
/// ```
/// use napkin_html::{Limits, Problem, ProblemKind, Sink, scan_within};
/// use std::ops::ControlFlow;
///
/// struct Problems(Vec<ProblemKind>);
/// impl Sink for Problems {
///     fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
///         self.0.push(problem.kind);
///         ControlFlow::Continue(())
///     }
/// }
/// let mut problems = Problems(Vec::new());
/// let _ = scan_within(b"<p><p><g><g><g>", &Limits::default().with_open_elements(3), &mut problems);
/// assert_eq!(problems.0, [ProblemKind::ElementsTooDeep]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of open elements that are searched for the element of a tag. Default: 512.
    pub look_back: usize,
    /// The number of open elements. Default: 1,048,576.
    pub open_elements: usize,
    /// The bytes kept for open elements: long names, and attributes of formatting elements. Default: 64 MiB.
    pub element_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { look_back: 512, open_elements: 1 << 20, element_bytes: 64 << 20 }
    }
}

impl Limits {
    /// Returns the limits with this number of open elements that are searched for the element of a tag.
    ///
    /// ```
    /// assert_eq!(napkin_html::Limits::default().with_look_back(64).look_back, 64);
    /// ```
    #[must_use]
    pub const fn with_look_back(self, look_back: usize) -> Self {
        Self { look_back, ..self }
    }

    /// Returns the limits with this number of open elements.
    ///
    /// ```
    /// assert_eq!(napkin_html::Limits::default().with_open_elements(4096).open_elements, 4096);
    /// ```
    #[must_use]
    pub const fn with_open_elements(self, open_elements: usize) -> Self {
        Self { open_elements, ..self }
    }

    /// Returns the limits with this number of bytes kept for open elements.
    ///
    /// ```
    /// assert_eq!(napkin_html::Limits::default().with_element_bytes(1 << 20).element_bytes, 1 << 20);
    /// ```
    #[must_use]
    pub const fn with_element_bytes(self, element_bytes: usize) -> Self {
        Self { element_bytes, ..self }
    }
}
