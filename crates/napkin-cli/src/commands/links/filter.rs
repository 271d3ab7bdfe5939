//! Chooses which links `napkin links` lists.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use napkin::pattern::UrlFilter;
use napkin::{Rungs, Url, normalize, whatwg};
use napkin_answer::glob;
use napkin_answer::links::Row;

use crate::options::LinkFilter;
use crate::output::{Page, Trouble};

/// The conditions of the options, and the URLs that have been listed.
pub(super) struct Filter<'o> {
    options: &'o LinkFilter,
    patterns: UrlFilter,
    listed: Mutex<Listed>,
}

/// The normal forms of the URLs that have been listed. Equality is decided by their bytes.
#[derive(Default)]
struct Listed {
    texts: HashSet<Box<str>>,
    is_full: bool,
}

impl<'o> Filter<'o> {
    pub(super) fn new(options: &'o LinkFilter) -> Result<Self, Trouble> {
        Ok(Self { options, patterns: options.patterns.filter()?, listed: Mutex::default() })
    }

    /// Returns whether a link is listed.
    pub(super) fn admits(&self, row: &Row<'_, '_, '_>, page: &mut Page<'_>) -> bool {
        let LinkFilter { schemes, hosts, contexts, internal, external, unique, .. } = self.options;
        let url = row.done.absolute.as_ref().ok().and_then(Option::as_ref);
        let is_scheme = |url: &Url| schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(url.scheme()));
        let is_context =
            |context: String| contexts.iter().any(|glob| glob::matches(glob.as_bytes(), context.as_bytes()));
        (schemes.is_empty() || url.is_some_and(is_scheme))
            && (hosts.is_empty() || url.is_some_and(|url| is_host(hosts, url)))
            && self.patterns.admits_text(url.map_or(&*row.link.text, Url::as_str), None)
            && (contexts.is_empty() || is_context(row.context()))
            && ((!internal && !external) || is_internal(row, url) == *internal)
            && (!unique || self.is_new(url, row, page))
    }

    /// Returns whether no URL with the same normal form has been listed.
    fn is_new(&self, url: Option<&Url>, row: &Row<'_, '_, '_>, page: &mut Page<'_>) -> bool {
        let text = url.map_or(&*row.link.text, Url::as_str);
        let normal = url.map_or(text.into(), |url| normalize(url.reference(), Rungs::ALL).text);
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if listed.texts.contains(&*normal) {
            return false;
        }
        if listed.texts.len() < self.options.max_unique {
            listed.texts.insert(normal.into_owned().into());
        } else if !std::mem::replace(&mut listed.is_full, true) {
            let most = self.options.max_unique;
            page.trouble(&Trouble::Usage(format!(
                "--unique: more than {most} different URLs; later ones may be listed twice; raise --max-unique"
            )));
        }
        true
    }
}

/// Returns whether the host of a URL matches one of the patterns. Hosts are compared in lower case.
fn is_host(globs: &[String], url: &Url) -> bool {
    let Some(host) = url.host_text() else { return false };
    let host = host.to_ascii_lowercase();
    globs.iter().any(|glob| glob::matches(glob.to_ascii_lowercase().as_bytes(), host.as_bytes()))
}

/// Returns whether a link leads to the origin of its base URL. A reference to the same document, and a relative reference
/// without a base, does; of two files, each does.
fn is_internal(row: &Row<'_, '_, '_>, url: Option<&Url>) -> bool {
    let Some(url) = url else {
        return row.done.absolute.is_ok() || row.lacks_base;
    };
    let read = |text: &str| whatwg::Url::parse(text, None).ok();
    match (read(url.as_str()), row.base().0.and_then(read)) {
        (Some(url), Some(base)) => url.same_origin(&base) || (url.scheme() == "file" && base.scheme() == "file"),
        _ => false,
    }
}
