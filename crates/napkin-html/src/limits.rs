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
/// let _ = scan_within(b"<p><p><g><g><g>", &Limits { elements: 3, ..Limits::default() }, &mut problems);
/// assert_eq!(problems.0, [ProblemKind::ElementsTooDeep]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of open elements that are searched for the element of a tag. Default: 512.
    pub look_back: usize,
    /// The number of open elements. Default: 1,048,576.
    pub elements: usize,
    /// The bytes kept for open elements: long names, and attributes of formatting elements. Default: 64 MiB.
    pub names: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { look_back: 512, elements: 1 << 20, names: 64 << 20 }
    }
}
