//! The bases that apply to parts of a document, resolved from the outside in.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use napkin::{Base, Reference, Resolution, Standard, Url, whatwg};
use napkin_document::InnerBase;

use super::document::Document;

/// A base inside a document, in its absolute form.
pub(super) struct Applies {
    pub(super) url: Url,
    /// The same under `whatwg`.
    pub(super) whatwg: Option<whatwg::Url>,
    /// What gives it.
    pub(super) given: Arc<InnerBase>,
}

/// Those that have been resolved. They are kept, so that their addresses stay theirs.
#[derive(Default)]
pub(super) struct Bases {
    known: HashMap<*const InnerBase, (Arc<InnerBase>, Option<Rc<Applies>>)>,
}

/// A document with more bases than this is not likely to come back to the first.
const KEPT: usize = 1024;

impl Bases {
    /// What a base comes to; `None` where nothing makes it absolute. One that is no reference does not count, as a `base`
    /// element that is none does not: the one around it applies.
    pub(super) fn resolve(&mut self, base: &Arc<InnerBase>, document: &Document<'_>) -> Option<Rc<Applies>> {
        let mut fresh = Vec::new();
        let mut at = Some(base);
        let mut applies = None;
        while let Some(base) = at {
            if let Some((_, known)) = self.known.get(&Arc::as_ptr(base)) {
                applies.clone_from(known);
                break;
            }
            fresh.push(base);
            at = base.outer();
        }
        if self.known.len() > KEPT {
            self.known.clear();
        }
        for base in fresh.into_iter().rev() {
            let own = match document.standard {
                Standard::Whatwg => under_whatwg(base, applies.as_deref(), document),
                _ => generic(base, applies.as_deref(), document),
            };
            applies = own.map(Rc::new).or(applies);
            self.known.insert(Arc::as_ptr(base), (Arc::clone(base), applies.clone()));
        }
        applies
    }
}

fn under_whatwg(base: &Arc<InnerBase>, outer: Option<&Applies>, document: &Document<'_>) -> Option<Applies> {
    let outer = outer.map_or(document.url.as_ref(), |outer| outer.whatwg.as_ref());
    let url = whatwg::Url::parse(base.text(), outer).ok()?;
    Some(Applies { url: url.clone().into(), whatwg: Some(url), given: Arc::clone(base) })
}

fn generic(inner: &Arc<InnerBase>, outer: Option<&Applies>, document: &Document<'_>) -> Option<Applies> {
    let reference = Reference::parse(inner.text(), document.standard).ok()?;
    let base = match outer {
        Some(outer) => Base::new(outer.url.reference()).ok(),
        None => document.base(),
    };
    let url = match base {
        // A base is asked for itself: an empty one is that around it.
        Some(base) => match base.new_request(true).resolve(reference).ok()? {
            Resolution::Absolute(url) => url,
            Resolution::SameDocument => return None,
        },
        None => reference.to_buf().try_into().ok()?,
    };
    Some(Applies { url, whatwg: None, given: Arc::clone(inner) })
}
