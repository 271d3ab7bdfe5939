//! The members of JSON vocabularies that contain references. The table equals `data/json-links.toml`, as a test checks.

use crate::entity::Kind;
use crate::usage::Use;

/// The base against which a reference is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    Document,
    /// The origin of the manifest's `start_url`.
    Origin,
    /// The `sourceRoot` of the same object.
    SourceRoot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) vocabulary: &'static str,
    pub(super) path: &'static str,
    pub(super) used: Use,
    pub(super) against: Against,
}

/// Returns the command-line name of the vocabulary of a kind of document.
pub(super) fn vocabulary(kind: Kind) -> &'static str {
    match kind {
        Kind::Manifest => "manifest",
        Kind::SourceMap => "sourcemap",
        _ => "json",
    }
}

pub(super) fn find(vocabulary: &str, path: &str) -> Option<&'static Path> {
    let at = PATHS.binary_search_by_key(&(vocabulary, path), |row| (row.vocabulary, row.path)).ok()?;
    Some(&PATHS[at])
}

const fn app(path: &'static str, used: Use) -> Path {
    Path { vocabulary: "manifest", path, used, against: Against::Document }
}

const fn map(path: &'static str, against: Against) -> Path {
    Path { vocabulary: "sourcemap", path, used: Use::Other, against }
}

/// Sorted by vocabulary and path.
const PATHS: &[Path] = &[
    app("file_handlers[].action", Use::Navigation),
    app("file_handlers[].icons[].src", Use::Image),
    app("icons[].src", Use::Image),
    Path { against: Against::Origin, ..app("id", Use::Other) },
    app("note_taking.new_note_url", Use::Navigation),
    app("protocol_handlers[].url", Use::Navigation),
    app("related_applications[].url", Use::Navigation),
    app("scope", Use::Other),
    app("scope_extensions[].origin", Use::Other),
    app("screenshots[].src", Use::Image),
    app("serviceworker.scope", Use::Other),
    app("serviceworker.src", Use::Script),
    app("share_target.action", Use::Navigation),
    app("shortcuts[].icons[].src", Use::Image),
    app("shortcuts[].url", Use::Navigation),
    app("start_url", Use::Navigation),
    app("tab_strip.home_tab.icons[].src", Use::Image),
    app("tab_strip.new_tab_button.url", Use::Navigation),
    map("file", Against::Document),
    map("sections[].map.file", Against::Document),
    map("sections[].map.sources[]", Against::SourceRoot),
    map("sections[].url", Against::Document),
    map("sources[]", Against::SourceRoot),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_table_is_the_data_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/json-links.toml");
        let data: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        let rows: Vec<Path> = data["member"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| {
                let text = |key: &str| entry[key].as_str().expect("a string").to_owned().leak() as &'static str;
                let against = match text("against") {
                    "document" => Against::Document,
                    "origin" => Against::Origin,
                    "source-root" => Against::SourceRoot,
                    other => panic!("unknown against {other}"),
                };
                let used = text("use").parse().expect("a use");
                Path { vocabulary: text("vocabulary"), path: text("path"), used, against }
            })
            .collect();
        assert_eq!(rows, PATHS);
        assert!(PATHS.is_sorted_by_key(|row| (row.vocabulary, row.path)));
    }
}
