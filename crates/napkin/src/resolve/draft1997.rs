//! Resolution by the steps of draft-fielding-url-syntax-05 section 5.2.

use alloc::string::String;

use super::base::{Base, push_base_head, push_network_path, push_tail};
use crate::path::push_merged_1997;
use crate::syntax::Hints;
use crate::{Error, Parts, Reference, ReferenceKind, Sink, Standard, check, rules};

/// Writes the absolute form of `r` to `out`; returns `None` for the current document.
pub(super) fn write<S: Sink + ?Sized>(
    base: &Base<'_>,
    r: Reference<'_>,
    out: &mut String,
    sink: &mut S,
) -> Result<Option<Parts>, Error> {
    let from = r.parts();
    // 2) "a reference to the current document and we are done"
    if r.kind() == ReferenceKind::SameDocument {
        return current_document(base, r, out);
    }
    // 3) "the reference is interpreted as an absolute URL and we are done"
    if from.scheme_end > 0 {
        out.push_str(r.as_str());
        return Ok(Some(from));
    }
    // 4) "the reference is a network-path and we skip to step 7"
    if from.has_authority() {
        let parts = push_network_path(out, base, r);
        out.push_str(r.path().as_str());
        return Ok(Some(push_tail(out, r, parts)));
    }
    let parts = push_base_head(out, base);
    // 5) "the reference is an absolute-path and we skip to step 7"
    if r.path().as_str().starts_with('/') {
        out.push_str(r.path().as_str());
        return Ok(Some(push_tail(out, r, parts)));
    }
    // 6) "we are resolving a relative-path reference"
    Ok(Some(merge(base, r, parts, out, sink)))
}

/// Resolves a reference to the current document (section 3): `None`, or the document's URL if a new request is made.
fn current_document(base: &Base<'_>, r: Reference<'_>, out: &mut String) -> Result<Option<Parts>, Error> {
    if !base.new_request {
        return Ok(None);
    }
    let Some(document) = base.document else {
        return Err(base.finding(rules::DOCUMENT_UNKNOWN, r, "").into());
    };
    let parts = check(document, Standard::Draft1997, &mut ());
    out.push_str(&document[..parts.query_end() as usize]);
    let query_start = parts.query_start;
    let mut parts = push_tail(out, r, parts);
    parts.query_start = query_start;
    Ok(Some(parts))
}

/// Merges the paths (step 6). The query is part of the merged text: `g?y/../x` is `x`.
fn merge<S: Sink + ?Sized>(base: &Base<'_>, r: Reference<'_>, parts: Parts, out: &mut String, sink: &mut S) -> Parts {
    let from = r.parts();
    let query_dots = r.query().is_some_and(|query| query.as_str().contains("/."));
    let start = parts.path_start as usize;
    let swallowed = parts.has_authority() && base.directory().is_empty() && !r.path().is_empty();
    if !base.url.parts().hints.and(from.hints).has(Hints::DOTS) && !query_dots && !swallowed {
        out.push_str(base.directory());
        out.push_str(r.path().as_str());
        return push_tail(out, r, parts);
    }
    let (merged, fragment) = r.as_str().split_at(from.query_end() as usize);
    let mut buffer = String::with_capacity(base.directory().len() + merged.len());
    buffer.push_str(base.directory());
    buffer.push_str(merged);
    if push_merged_1997(out, &buffer) > 0 {
        sink.report(base.finding(rules::ABOVE_ROOT, r, ""));
    }
    out.push_str(fragment);
    let reads_differently = swallowed || (!parts.has_authority() && out[start..].starts_with("//"));
    if reads_differently {
        sink.report(base.finding(rules::READS_BACK_DIFFERENTLY, r, ""));
    }
    // The `?` may be gone, and the path may have become a site, so section 4.4 splits the result again.
    let mut parts = check(out, Standard::Draft1997, &mut ());
    parts.hints = parts.hints.and(Hints::DOTS);
    parts
}
