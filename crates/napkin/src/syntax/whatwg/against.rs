//! The base against which a text is parsed.

use crate::Parts;
use crate::path::Levels;

/// A base URL in serialised form, with the list of its directories if the list was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Against<'a> {
    pub(crate) text: &'a str,
    pub(crate) parts: &'a Parts,
    pub(crate) levels: Option<&'a Levels>,
}

impl<'a> Against<'a> {
    pub(super) fn scheme(self) -> &'a str {
        &self.text[..self.parts.scheme_end as usize]
    }

    pub(super) fn path(self) -> &'a str {
        &self.text[self.parts.path_start as usize..self.parts.path_end() as usize]
    }

    pub(super) fn query(self) -> Option<&'a str> {
        let start = self.parts.query_start as usize;
        (start > 0).then(|| &self.text[start..self.parts.query_end() as usize])
    }
}
