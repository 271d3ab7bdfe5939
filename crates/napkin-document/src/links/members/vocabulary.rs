//! Recognizes the vocabulary of data by the members of its first object. Start with `of`.

use super::{Syntax, string_end};
use crate::entity::Kind;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The members of an object, with the beginnings of their values.
type Members<'t> = HashMap<Cow<'t, str>, Cow<'t, str>>;

/// Returns the vocabulary of a document, as its contexts name it; the name of the syntax if it is unknown.
pub(super) fn of(text: &str, kind: Kind, syntax: Syntax) -> &'static str {
    match (kind, syntax) {
        (Kind::Manifest, _) => "manifest",
        (Kind::SourceMap, _) => "sourcemap",
        (_, Syntax::Json) => by_members(&members(text)),
        (_, Syntax::Toml) => of_toml(&read_members(text, syntax)),
        (_, Syntax::Yaml) => match by_members(&read_members(text, syntax)) {
            vocabulary @ ("openapi" | "asyncapi" | "jsonschema" | "stac") => vocabulary,
            // In YAML, the names of the others are those of settings.
            _ => "yaml",
        },
    }
}

fn of_toml(members: &Members<'_>) -> &'static str {
    let any = |names: &[&str]| names.iter().any(|name| members.contains_key(*name));
    match () {
        () if any(&["package", "workspace"]) && any(&["package", "dependencies", "workspace", "lib"]) => "cargo",
        () if any(&["project", "build-system", "tool"]) => "pyproject",
        () => "toml",
    }
}

fn by_members(members: &Members<'_>) -> &'static str {
    let has = |name: &str| members.contains_key(name);
    let any = |names: &[&str]| names.iter().any(|name| has(name));
    let says = |name: &str, text: &str| members.get(name).is_some_and(|value| value.contains(text));
    match () {
        () if any(&["openapi", "swagger"]) => "openapi",
        () if has("asyncapi") => "asyncapi",
        () if has("nbformat") && any(&["cells", "worksheets"]) => "notebook",
        () if has("jsonapi") || (has("data") && any(&["links", "included"]) && !has("@context")) => "jsonapi",
        () if says("version", "https://jsonfeed.org/version/") => "jsonfeed",
        () if has("stac_version") => "stac",
        () if any(&["_links", "_embedded"]) => "hal",
        () if has("asset") && any(&["buffers", "images", "scenes", "meshes", "nodes"]) => "gltf",
        () if says("@context", "https://www.w3.org/ns/activitystreams") => "activitystreams",
        () if says("@context", "://schema.org") => "schemaorg",
        () if any(&["@context", "@id", "@graph"]) => "jsonld",
        () if says("$schema", "json-schema.org") || any(&["$id", "$ref", "$defs", "$anchor", "$vocabulary"]) => {
            "jsonschema"
        }
        () if says("type", "Feature") && any(&["features", "geometry", "links"]) => "geojson",
        () if has("links") && any(&["class", "entities", "actions"]) => "siren",
        () if has("name") && any(&["dependencies", "devDependencies", "peerDependencies", "scripts", "exports"]) => {
            "package"
        }
        () if any(&["require", "require-dev"]) && any(&["autoload", "autoload-dev", "type", "name"]) => "composer",
        () => "json",
    }
}

/// The most bytes of a value that are kept.
const VALUE: usize = 256;

/// The most members that are looked at.
const MEMBERS: usize = 4096;

/// Returns the members of the first object, which may be the first item of an array, with the beginnings of their values. A member that
/// occurs twice has its first value.
fn members(text: &str) -> Members<'_> {
    let bytes = text.as_bytes();
    let mut members = HashMap::new();
    let (mut at, mut depth, mut object) = (0, 0_usize, None);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                if byte == b'{' && object.is_none() {
                    object = Some(depth);
                }
            }
            b'}' | b']' => {
                if object == Some(depth) {
                    break;
                }
                depth = depth.saturating_sub(1);
            }
            b'"' => {
                let (start, end) = (at + 1, string_end(bytes, at + 1));
                at = (end + 1).min(bytes.len());
                let rest = &text[at..];
                let is_name = object == Some(depth) && rest.trim_ascii_start().starts_with(':');
                if is_name {
                    let most = (0..=rest.len().min(VALUE)).rev().find(|&most| rest.is_char_boundary(most)).unwrap_or(0);
                    members.entry(text[start..end].into()).or_insert(rest[..most].into());
                    if members.len() >= MEMBERS {
                        break;
                    }
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    members
}

/// Returns the members of the outermost object of a document whose syntax has a parser.
fn read_members(text: &str, syntax: Syntax) -> Members<'static> {
    let mut members = Members::new();
    let _ = syntax.walk(text, &mut |string| {
        let name = string.path.split(['.', '[']).next().unwrap_or_default();
        if !name.is_empty() && !members.contains_key(name) {
            let value = if string.open.len() == 1 { string.raw(text) } else { "" };
            members.insert(name.to_owned().into(), value.chars().take(VALUE).collect::<String>().into());
        }
        if members.len() < MEMBERS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    members
}
