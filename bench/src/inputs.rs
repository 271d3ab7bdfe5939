//! The inputs of each operation, made from a list of URLs by napkin's own functions, before the measurement.

use napkin::Component;

use crate::lists::Texts;
use crate::operations::Operation;
use crate::peers;

/// The input of an operation.
pub(crate) struct Input {
    /// URLs or references.
    pub(crate) texts: Texts,
    /// A base for each of them, if the operation needs one.
    pub(crate) bases: Texts,
}

/// Returns the input of `operation`, from each URL that gives one that all compared peers accept.
pub(crate) fn input(operation: Operation, urls: &[&str]) -> Input {
    let made: Vec<(String, String)> = urls.iter().filter_map(|url| item(operation, url)).collect();
    Input { texts: made.iter().map(|(text, _)| text).collect(), bases: made.iter().map(|(_, base)| base).collect() }
}

/// One text and its base.
fn item(operation: Operation, url: &str) -> Option<(String, String)> {
    match operation {
        Operation::Copy | Operation::Classify => Some((url.into(), String::new())),
        Operation::Read | Operation::Host => {
            peers::READERS.iter().all(|reader| (reader.accepts)(url)).then(|| (url.into(), String::new()))
        }
        Operation::ResolveStripped | Operation::ResolveStrippedInto => resolvable(origin_stripped(url)?),
        Operation::ResolveUpdir | Operation::ResolveUpdirInto => resolvable(updir(url)?),
        Operation::NormaliseClean | Operation::NormaliseCleanOwned => {
            let is_clean = normalisable(url) && peers::normal_by_all(url).iter().all(|normal| normal == url);
            is_clean.then(|| (url.into(), String::new()))
        }
        Operation::NormaliseDirty => {
            let dirty = dirty(url)?;
            normalisable(&dirty).then_some((dirty, String::new()))
        }
    }
}

fn resolvable((reference, base): (String, String)) -> Option<(String, String)> {
    let accepted = peers::is_base_of_all(&base) && peers::is_reference_of_all(&reference);
    accepted.then_some((reference, base))
}

fn normalisable(url: &str) -> bool {
    peers::napkin(url).is_some_and(|url| url.is_absolute() && url.authority().is_some())
        && peers::is_reference_of_all(url)
}

/// Path, query and fragment, relative to the rest of the URL.
fn origin_stripped(url: &str) -> Option<(String, String)> {
    let start = path_start(url)?;
    Some((url[start..].into(), url[..start].into()))
}

/// `../../` and the last segment, relative to the URL without its fragment, which some peers refuse in a base.
fn updir(url: &str) -> Option<(String, String)> {
    path_start(url)?;
    let path = peers::napkin(url)?.path().as_str();
    let last = path.rsplit('/').next().unwrap_or("");
    let base = url.split('#').next().unwrap_or(url);
    Some((format!("../../{last}"), base.into()))
}

/// The same URL as a careless author might write it: scheme and host in upper case, a detour at the start of the path,
/// one letter of the path percent-encoded.
fn dirty(url: &str) -> Option<String> {
    let start = path_start(url)?;
    let parts = peers::napkin(url)?;
    let host = parts.span(Component::Host)?;
    let scheme = parts.span(Component::Scheme)?;
    let mut head = url[..start].to_owned();
    for span in [host, scheme] {
        head.replace_range(span.range(), &url[span.range()].to_ascii_uppercase());
    }
    let (path, tail) = url[start..].split_at(parts.path().as_str().len());
    Some(format!("{head}/./x/..{}{tail}", one_escaped(path)))
}

/// The path, with its last letter outside an escape percent-encoded.
fn one_escaped(path: &str) -> String {
    let bytes = path.as_bytes();
    let is_free = |place: usize| !bytes[place.saturating_sub(2)..place].contains(&b'%');
    let letter = (0..bytes.len()).rev().find(|&place| bytes[place].is_ascii_alphabetic() && is_free(place));
    letter.map_or_else(
        || path.to_owned(),
        |place| format!("{}%{:02X}{}", &path[..place], bytes[place], &path[place + 1..]),
    )
}

/// Returns the start of the path in a URL with an authority.
fn path_start(url: &str) -> Option<usize> {
    let parts = peers::napkin(url)?;
    (parts.is_absolute() && parts.authority().is_some()).then_some(parts.span(Component::Path)?.start)
}
