//! Limits on the memory and time of tree construction.

/// How far tree construction looks, and how much it holds. The defaults are beyond the pages of the web.
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
    /// The most open elements that are searched for the element of a tag. Default: 512.
    pub look_back: usize,
    /// The most open elements. Default: 1,048,576.
    pub elements: usize,
    /// The most bytes of long names, and of attributes of formatting elements, that are held for open elements. Default: 64 MiB.
    pub names: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { look_back: 512, elements: 1 << 20, names: 64 << 20 }
    }
}
