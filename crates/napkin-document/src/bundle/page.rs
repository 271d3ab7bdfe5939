//! A page while it is changed, and the finished page. Start at `Page`.

use super::charset;
use super::edit::Edit;
use super::object::Made;
use super::options::Form;
use super::source::Source;
use super::tags::Tags;
use crate::usage::Use;
use napkin::Span;
use napkin::whatwg::Url;
use std::collections::HashMap;

/// A rewritten page.
pub(super) struct MadePage {
    pub(super) bytes: Vec<u8>,
    /// The declared charset.
    pub(super) charset: Option<String>,
    /// Whether the declaration is still where browsers look for it.
    pub(super) is_declared: bool,
    /// The offset at which a charset declaration can be inserted.
    pub(super) room: usize,
}

impl MadePage {
    /// Returns the page as a file of its own, with its charset declared early enough for browsers. For UTF-8, a byte
    /// order mark declares it without another element.
    pub(super) fn standing_alone(self) -> Vec<u8> {
        let Some(label) = self.charset.filter(|_| !self.is_declared && !self.bytes.is_ascii()) else {
            return self.bytes;
        };
        if charset::is_utf8(&label) {
            return [charset::MARK, &self.bytes].concat();
        }
        let (before, behind) = self.bytes.split_at(self.room);
        let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
        let meta = if is_plain { format!("<meta charset={label}>") } else { String::new() };
        [before, meta.as_bytes(), behind].concat()
    }

    /// Returns the charset to state before the page in a `data:` URL. A page that declares none is read in the
    /// charset of the page around it.
    pub(super) fn charset_for_data(&self, around: Option<&str>) -> Option<String> {
        if self.is_declared { None } else { self.charset.clone().or_else(|| around.map(str::to_owned)) }
    }
}

/// A page that is being changed.
pub(super) struct Page<'p, 'd> {
    pub(super) source: &'p Source<'d>,
    pub(super) tags: &'p Tags,
    pub(super) edits: Vec<Edit>,
    pub(super) modules: Modules,
    /// The digest of the bundle's import map, for the Content Security Policy.
    pub(super) map: Option<String>,
    pub(super) sprites: Sprites,
    pub(super) depth: usize,
    pub(super) form: Form,
    /// Whether only ASCII may be written, because the encoding is not known to be UTF-8.
    pub(super) is_ascii: bool,
}

impl Page<'_, '_> {
    /// Returns the absolute form of a reference, if it differs.
    pub(super) fn absolute(&self, text: &str) -> Option<String> {
        if self.form == Form::Parts {
            // Objects beside the page are stored under their own URLs.
            return None;
        }
        self.source.staying(text, &self.source.target(text)?)
    }
}

/// The modules of a page so far.
#[derive(Default)]
pub(super) struct Modules {
    pub(super) numbers: HashMap<String, usize>,
    pub(super) list: Vec<Module>,
    /// Scripts whose `src` is written at the end: the reference, and the number of the module.
    pub(super) entries: Vec<(Span, usize)>,
    /// The offset of the first module script.
    pub(super) first: Option<usize>,
}

pub(super) struct Module {
    pub(super) url: Url,
    pub(super) made: Option<Made>,
    pub(super) used: Use,
    /// Whether another module or a script of the page imports it.
    pub(super) is_imported: bool,
}

/// The drawings copied so far.
#[derive(Default)]
pub(super) struct Sprites {
    /// The number of each drawing by its URL with fragment; `None` if it cannot be copied.
    pub(super) numbers: HashMap<String, Option<usize>>,
    pub(super) copies: Vec<u8>,
    pub(super) count: usize,
}
