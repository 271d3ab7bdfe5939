//! Regular expressions of ECMAScript, by the crate `regress`.

use alloc::sync::Arc;

use super::engine::{Regexp, RegexpEngine, RegexpError};
use super::program::Program;
use super::syntax::parse;
use crate::Span;

/// Regular expressions of ECMAScript, by the crate `regress`: the feature `regress`.
///
/// All syntax works as in browsers. Characters, classes, alternatives and repetitions in few steps are matched in linear time. For
/// other expressions, the engine goes back and tries again, so the time of a match can grow without bounds: use it only for patterns
/// that you trust, or use [`Regex`](crate::pattern::Regex).
///
/// ```
/// use napkin::pattern::{Component, Pattern, PatternOptions, Regress};
/// let options = PatternOptions::default().with_engine(&Regress);
/// let pattern = Pattern::parse_with(r"https://pub.example/menu/:day(\d+)", None, options)?;
/// assert!(pattern.has_regexp_groups());
/// let url = napkin::whatwg::Url::parse("https://pub.example/menu/24", None)?;
/// assert_eq!(pattern.exec(&url).unwrap().get(Component::Pathname, "day"), Some("24"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Regress;

#[derive(Debug)]
struct Compiled(regress::Regex);

impl RegexpEngine for Regress {
    fn compile(&self, regexp: &str, ignore_case: bool) -> Result<Arc<dyn Regexp>, RegexpError> {
        let node = parse(regexp)?;
        if let Some(program) = Program::of_regexp(&node, regexp, ignore_case) {
            return Ok(Arc::new(program));
        }
        let flags = regress::Flags { icase: ignore_case, unicode_sets: true, ..regress::Flags::default() };
        match regress::Regex::with_flags(regexp, flags) {
            Ok(compiled) => Ok(Arc::new(Compiled(compiled))),
            Err(_) => Err(RegexpError::new(Span::new(0, regexp.len()), "a regular expression with the flag `v`")),
        }
    }
}

impl Regexp for Compiled {
    fn captures(&self, text: &str, groups: &mut [Option<Span>]) -> bool {
        let Some(found) = self.0.find(text) else { return false };
        for (index, group) in groups.iter_mut().enumerate() {
            *group = found.group(index + 1).map(Span::from);
        }
        true
    }
}
