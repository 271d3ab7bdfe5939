//! References against a base, as the programs have it.
//!
//! Decides: what in a reference each program takes for a scheme and what for an authority. Held against the programs by
//! `conformance/tests/engine_models.rs`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Model, Read, Refused, Seen, before, scheme, without};
use crate::path::push_without_dots;

/// Schemes that browsers, and Node, know to have hosts.
const SPECIAL: [&str; 7] = ["http", "https", "ftp", "ws", "wss", "gopher", "file"];

pub(super) fn read<'a>(model: Model, text: &'a str, base: &'a str) -> Read<'a> {
    let text = seen_by(model, text);
    if has_scheme(model, &text, base) {
        return alone(model, &text);
    }
    let of_base = model.read(base)?;
    let base_scheme = scheme(base).map_or("", |(name, _)| name);
    // What follows the base's scheme in the reference, where that is written once more and does not count.
    let behind = scheme(&text).filter(|(name, _)| is_loose(model, name, base)).map_or(&*text, |(_, behind)| behind);
    if begins_with_authority(model, behind, base_scheme) {
        return owned(model, &[base_scheme, ":", behind].concat());
    }
    if let Some(why) = refuses(model, behind, base_scheme) {
        return Err(why);
    }
    let (path, _) = before(behind, &['?', '#']);
    let merged = if path.is_empty() { of_base.path.clone().into_owned() } else { merge(path, &of_base.path) };
    Ok(Seen { path: Cow::Owned(merged), ..of_base })
}

fn owned<'a>(model: Model, text: &str) -> Read<'a> {
    model.read(text).map(Seen::into_owned)
}

/// The text as the program begins to read it.
fn seen_by(model: Model, text: &str) -> Cow<'_, str> {
    let is_low = |c: char| c <= ' ';
    match model {
        // `urlsplit`: controls and spaces before it, and tabs and line ends in it, are dropped.
        Model::Python => match without(text, &['\t', '\n', '\r']) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(is_low)),
            Cow::Owned(text) => Cow::Owned(text.trim_start_matches(is_low).into()),
        },
        Model::JavaUrl => Cow::Borrowed(text.trim_matches(is_low)),
        Model::NodeLegacy => {
            let trimmed = text.trim().trim_start_matches(is_low);
            // Up to the query, a backslash is a slash.
            let (start, rest) = before(trimmed, &['?', '#']);
            match start.contains('\\') {
                true => Cow::Owned([&start.replace('\\', "/"), rest].concat()),
                false => Cow::Borrowed(trimmed),
            }
        }
        _ => Cow::Borrowed(text),
    }
}

/// Whether the reference stands for itself.
fn has_scheme(model: Model, text: &str, base: &str) -> bool {
    let scheme = if matches!(model, Model::Curl | Model::NodeLegacy) { lenient(text) } else { scheme(text) };
    match scheme {
        None => false,
        // Its `:` counts only with a slash.
        Some((_, behind)) if model == Model::Curl => behind.starts_with('/'),
        Some((name, _)) => !is_loose(model, name, base),
    }
}

/// A scheme that may begin with a digit.
fn lenient(text: &str) -> Option<(&str, &str)> {
    let (name, behind) = text.split_once(':')?;
    (!name.is_empty() && name.bytes().all(super::is_scheme_byte)).then_some((name, behind))
}

/// A reference with a scheme, as it is read by itself; Node takes the first piece of its path for a host where there is none.
fn alone<'a>(model: Model, text: &str) -> Read<'a> {
    let special = |name: &str| SPECIAL.iter().any(|known| known.eq_ignore_ascii_case(name) && *known != "file");
    match lenient(text).filter(|(name, _)| model == Model::NodeLegacy && special(name)) {
        Some((name, behind)) => owned(model, &[name, "://", behind.trim_start_matches('/')].concat()),
        None => owned(model, text),
    }
}

/// Whether a scheme that is the base's own does not count.
fn is_loose(model: Model, name: &str, base: &str) -> bool {
    let is_same = scheme(base).is_some_and(|(of_base, _)| of_base.eq_ignore_ascii_case(name));
    is_same && matches!(model, Model::Python | Model::JavaUrl | Model::NodeLegacy)
}

fn begins_with_authority(model: Model, behind: &str, base_scheme: &str) -> bool {
    let is_known = model != Model::NodeLegacy || SPECIAL.contains(&base_scheme);
    is_known && behind.starts_with("//")
}

/// Characters that a program does not admit in a path.
fn refuses(model: Model, path: &str, base_scheme: &str) -> Option<Refused> {
    // As it would be read behind a host.
    let probe = [base_scheme, "://a/", path.trim_start_matches('/')].concat();
    match model {
        Model::Go | Model::JavaUri | Model::Ruby | Model::Curl => model.read(&probe).err(),
        _ => None,
    }
}

fn merge(path: &str, base: &str) -> String {
    let directory = base.rfind('/').map_or("/", |at| &base[..=at]);
    let joined = if path.starts_with('/') { Cow::Borrowed(path) } else { Cow::Owned([directory, path].concat()) };
    let mut out = String::with_capacity(joined.len());
    push_without_dots(&mut out, 0, &joined);
    out
}
