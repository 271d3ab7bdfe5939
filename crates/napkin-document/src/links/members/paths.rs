//! The members of vocabularies that contain references. The table equals `data/member-links.toml`, as a test checks.

use crate::usage::Use;

/// The base against which a reference is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// The base of the document at this place.
    Document,
    /// The origin of the manifest's `start_url`.
    Origin,
    /// The URL of the document, whatever base it declares.
    Retrieval,
    /// The URL of the first server of an API.
    Server,
    /// The same in OpenAPI before 3.1.1, and the document since.
    ServerOfOld,
    /// The `sourceRoot` of the same object.
    SourceRoot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) vocabulary: &'static str,
    /// The names on the way to the string; `[]` is every item of an array, `*` one name, and `**.` any names before the others.
    pub(super) path: &'static str,
    pub(super) used: Use,
    pub(super) against: Against,
}

/// Returns the paths of a vocabulary.
pub(super) fn of(vocabulary: &str) -> &'static [Path] {
    let start = PATHS.partition_point(|row| row.vocabulary < vocabulary);
    let end = PATHS.partition_point(|row| row.vocabulary <= vocabulary);
    &PATHS[start..end]
}

/// Returns the first path among `paths` that a string has.
pub(super) fn find(paths: &'static [Path], path: &str) -> Option<&'static Path> {
    paths.iter().find(|row| matches(row.path, path))
}

/// Returns whether a path is of the form of a pattern.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_open) = pattern.strip_prefix("**.").map_or((pattern, false), |end| (end, true));
    let mut names = path.rsplit('.');
    for wanted in pattern.rsplit('.') {
        let Some(name) = names.next() else { return false };
        let is_same = match wanted {
            "*" => !name.ends_with(']'),
            "*[]" => name.ends_with("[]"),
            _ => name == wanted,
        };
        if !is_same {
            return false;
        }
    }
    is_open || names.next().is_none()
}

const fn row(vocabulary: &'static str, path: &'static str, used: Use, against: Against) -> Path {
    Path { vocabulary, path, used, against }
}

/// A member of JSON-LD whose string is the `@id` of a node, by the context of the document.
pub(super) const IRI: Path = row("jsonld", "@id", Use::Other, Against::Document);

/// Sorted by vocabulary and path.
const PATHS: &[Path] = &[
    row("activitystreams", "**.actor", Use::Other, Against::Document),
    row("activitystreams", "**.attachment", Use::Other, Against::Document),
    row("activitystreams", "**.attributedTo", Use::Other, Against::Document),
    row("activitystreams", "**.first", Use::Navigation, Against::Document),
    row("activitystreams", "**.followers", Use::Other, Against::Document),
    row("activitystreams", "**.following", Use::Other, Against::Document),
    row("activitystreams", "**.href", Use::Navigation, Against::Document),
    row("activitystreams", "**.icon", Use::Image, Against::Document),
    row("activitystreams", "**.id", Use::Other, Against::Document),
    row("activitystreams", "**.image", Use::Image, Against::Document),
    row("activitystreams", "**.inReplyTo", Use::Other, Against::Document),
    row("activitystreams", "**.inbox", Use::Other, Against::Document),
    row("activitystreams", "**.last", Use::Navigation, Against::Document),
    row("activitystreams", "**.next", Use::Navigation, Against::Document),
    row("activitystreams", "**.object", Use::Other, Against::Document),
    row("activitystreams", "**.outbox", Use::Other, Against::Document),
    row("activitystreams", "**.partOf", Use::Other, Against::Document),
    row("activitystreams", "**.prev", Use::Navigation, Against::Document),
    row("activitystreams", "**.target", Use::Other, Against::Document),
    row("activitystreams", "**.url", Use::Navigation, Against::Document),
    row("activitystreams", "**.url[]", Use::Navigation, Against::Document),
    row("activitystreams", "@context", Use::Other, Against::Document),
    row("activitystreams", "@context[]", Use::Other, Against::Document),
    row("asyncapi", "**.$ref", Use::Other, Against::Document),
    row("asyncapi", "**.externalDocs.url", Use::Navigation, Against::Document),
    row("asyncapi", "info.contact.url", Use::Navigation, Against::Document),
    row("asyncapi", "info.license.url", Use::Navigation, Against::Document),
    row("asyncapi", "info.termsOfService", Use::Navigation, Against::Document),
    row("cargo", "**.build-dependencies.*.path", Use::Other, Against::Document),
    row("cargo", "**.dependencies.*.path", Use::Other, Against::Document),
    row("cargo", "**.dev-dependencies.*.path", Use::Other, Against::Document),
    row("cargo", "bench[].path", Use::Other, Against::Document),
    row("cargo", "bin[].path", Use::Other, Against::Document),
    row("cargo", "example[].path", Use::Other, Against::Document),
    row("cargo", "lib.path", Use::Other, Against::Document),
    row("cargo", "package.build", Use::Other, Against::Document),
    row("cargo", "package.license-file", Use::Other, Against::Document),
    row("cargo", "package.readme", Use::Navigation, Against::Document),
    row("cargo", "patch.*.*.path", Use::Other, Against::Document),
    row("cargo", "test[].path", Use::Other, Against::Document),
    row("cargo", "workspace.default-members[]", Use::Other, Against::Document),
    row("cargo", "workspace.members[]", Use::Other, Against::Document),
    row("cargo", "workspace.package.license-file", Use::Other, Against::Document),
    row("cargo", "workspace.package.readme", Use::Navigation, Against::Document),
    row("composer", "bin[]", Use::Other, Against::Document),
    row("geojson", "**.links[].href", Use::Navigation, Against::Document),
    row("gltf", "buffers[].uri", Use::Other, Against::Document),
    row("gltf", "images[].uri", Use::Image, Against::Document),
    row("hal", "**._links.*.href", Use::Navigation, Against::Document),
    row("hal", "**._links.*[].href", Use::Navigation, Against::Document),
    row("json", "$schema", Use::Other, Against::Document),
    row("jsonapi", "**.links.*", Use::Navigation, Against::Document),
    row("jsonapi", "**.links.*.describedby", Use::Other, Against::Document),
    row("jsonapi", "**.links.*.href", Use::Navigation, Against::Document),
    row("jsonfeed", "**.author.avatar", Use::Image, Against::Document),
    row("jsonfeed", "**.author.url", Use::Navigation, Against::Document),
    row("jsonfeed", "**.authors[].avatar", Use::Image, Against::Document),
    row("jsonfeed", "**.authors[].url", Use::Navigation, Against::Document),
    row("jsonfeed", "favicon", Use::Image, Against::Document),
    row("jsonfeed", "feed_url", Use::Other, Against::Document),
    row("jsonfeed", "home_page_url", Use::Navigation, Against::Document),
    row("jsonfeed", "hubs[].url", Use::Other, Against::Document),
    row("jsonfeed", "icon", Use::Image, Against::Document),
    row("jsonfeed", "items[].attachments[].url", Use::Media, Against::Document),
    row("jsonfeed", "items[].banner_image", Use::Image, Against::Document),
    row("jsonfeed", "items[].external_url", Use::Navigation, Against::Document),
    row("jsonfeed", "items[].image", Use::Image, Against::Document),
    row("jsonfeed", "items[].url", Use::Navigation, Against::Document),
    row("jsonfeed", "next_url", Use::Navigation, Against::Document),
    row("jsonld", "**.@context", Use::Other, Against::Document),
    row("jsonld", "**.@context[]", Use::Other, Against::Document),
    row("jsonld", "**.@id", Use::Other, Against::Document),
    row("jsonld", "**.@import", Use::Other, Against::Document),
    row("jsonschema", "**.$dynamicRef", Use::Other, Against::Document),
    row("jsonschema", "**.$recursiveRef", Use::Other, Against::Document),
    row("jsonschema", "**.$ref", Use::Other, Against::Document),
    row("jsonschema", "**.$schema", Use::Other, Against::Document),
    row("jsonschema", "**.links[].href", Use::Navigation, Against::Document),
    row("manifest", "file_handlers[].action", Use::Navigation, Against::Document),
    row("manifest", "file_handlers[].icons[].src", Use::Image, Against::Document),
    row("manifest", "icons[].src", Use::Image, Against::Document),
    row("manifest", "id", Use::Other, Against::Origin),
    row("manifest", "note_taking.new_note_url", Use::Navigation, Against::Document),
    row("manifest", "protocol_handlers[].url", Use::Navigation, Against::Document),
    row("manifest", "related_applications[].url", Use::Navigation, Against::Document),
    row("manifest", "scope", Use::Other, Against::Document),
    row("manifest", "scope_extensions[].origin", Use::Other, Against::Document),
    row("manifest", "screenshots[].src", Use::Image, Against::Document),
    row("manifest", "serviceworker.scope", Use::Other, Against::Document),
    row("manifest", "serviceworker.src", Use::Script, Against::Document),
    row("manifest", "share_target.action", Use::Navigation, Against::Document),
    row("manifest", "shortcuts[].icons[].src", Use::Image, Against::Document),
    row("manifest", "shortcuts[].url", Use::Navigation, Against::Document),
    row("manifest", "start_url", Use::Navigation, Against::Document),
    row("manifest", "tab_strip.home_tab.icons[].src", Use::Image, Against::Document),
    row("manifest", "tab_strip.new_tab_button.url", Use::Navigation, Against::Document),
    row("openapi", "**.$ref", Use::Other, Against::Document),
    row("openapi", "**.authorizationUrl", Use::Navigation, Against::Server),
    row("openapi", "**.deviceAuthorizationUrl", Use::Other, Against::Server),
    row("openapi", "**.discriminator.defaultMapping", Use::Other, Against::Document),
    row("openapi", "**.discriminator.mapping.*", Use::Other, Against::Document),
    row("openapi", "**.externalDocs.url", Use::Navigation, Against::ServerOfOld),
    row("openapi", "**.externalValue", Use::Other, Against::ServerOfOld),
    row("openapi", "**.oauth2MetadataUrl", Use::Other, Against::Server),
    row("openapi", "**.openIdConnectUrl", Use::Other, Against::Server),
    row("openapi", "**.operationRef", Use::Other, Against::Document),
    row("openapi", "**.refreshUrl", Use::Other, Against::Server),
    row("openapi", "**.servers[].url", Use::Other, Against::Retrieval),
    row("openapi", "**.tokenUrl", Use::Other, Against::Server),
    row("openapi", "info.contact.url", Use::Navigation, Against::ServerOfOld),
    row("openapi", "info.license.url", Use::Navigation, Against::ServerOfOld),
    row("openapi", "info.termsOfService", Use::Navigation, Against::ServerOfOld),
    row("openapi", "jsonSchemaDialect", Use::Other, Against::Document),
    row("package", "bin", Use::Other, Against::Document),
    row("package", "bin.*", Use::Other, Against::Document),
    row("package", "browser", Use::Other, Against::Document),
    row("package", "bugs", Use::Navigation, Against::Document),
    row("package", "bugs.url", Use::Navigation, Against::Document),
    row("package", "exports", Use::Other, Against::Document),
    row("package", "exports.*", Use::Other, Against::Document),
    row("package", "exports.*.*", Use::Other, Against::Document),
    row("package", "exports.*.*.*", Use::Other, Against::Document),
    row("package", "homepage", Use::Navigation, Against::Document),
    row("package", "main", Use::Other, Against::Document),
    row("package", "man", Use::Other, Against::Document),
    row("package", "man[]", Use::Other, Against::Document),
    row("package", "module", Use::Other, Against::Document),
    row("package", "types", Use::Other, Against::Document),
    row("package", "typings", Use::Other, Against::Document),
    row("pyproject", "project.license-files[]", Use::Other, Against::Document),
    row("pyproject", "project.license.file", Use::Other, Against::Document),
    row("pyproject", "project.readme", Use::Navigation, Against::Document),
    row("pyproject", "project.readme.file", Use::Navigation, Against::Document),
    row("pyproject", "tool.poetry.dependencies.*.path", Use::Other, Against::Document),
    row("pyproject", "tool.poetry.readme", Use::Navigation, Against::Document),
    row("pyproject", "tool.uv.sources.*.path", Use::Other, Against::Document),
    row("schemaorg", "**.@id", Use::Other, Against::Document),
    row("schemaorg", "**.codeRepository", Use::Navigation, Against::Document),
    row("schemaorg", "**.codeRepository[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.contentUrl", Use::Media, Against::Document),
    row("schemaorg", "**.contentUrl[]", Use::Media, Against::Document),
    row("schemaorg", "**.discussionUrl", Use::Navigation, Against::Document),
    row("schemaorg", "**.discussionUrl[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.downloadUrl", Use::Navigation, Against::Document),
    row("schemaorg", "**.downloadUrl[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.embedUrl", Use::Frame, Against::Document),
    row("schemaorg", "**.embedUrl[]", Use::Frame, Against::Document),
    row("schemaorg", "**.hasMap", Use::Navigation, Against::Document),
    row("schemaorg", "**.hasMap[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.image", Use::Image, Against::Document),
    row("schemaorg", "**.image[]", Use::Image, Against::Document),
    row("schemaorg", "**.installUrl", Use::Navigation, Against::Document),
    row("schemaorg", "**.installUrl[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.isBasedOn", Use::Navigation, Against::Document),
    row("schemaorg", "**.isBasedOn[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.isPartOf", Use::Navigation, Against::Document),
    row("schemaorg", "**.isPartOf[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.license", Use::Navigation, Against::Document),
    row("schemaorg", "**.license[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.logo", Use::Image, Against::Document),
    row("schemaorg", "**.logo[]", Use::Image, Against::Document),
    row("schemaorg", "**.mainEntityOfPage", Use::Navigation, Against::Document),
    row("schemaorg", "**.mainEntityOfPage[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.relatedLink", Use::Navigation, Against::Document),
    row("schemaorg", "**.relatedLink[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.sameAs", Use::Navigation, Against::Document),
    row("schemaorg", "**.sameAs[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.significantLink", Use::Navigation, Against::Document),
    row("schemaorg", "**.significantLink[]", Use::Navigation, Against::Document),
    row("schemaorg", "**.thumbnailUrl", Use::Image, Against::Document),
    row("schemaorg", "**.thumbnailUrl[]", Use::Image, Against::Document),
    row("schemaorg", "**.url", Use::Navigation, Against::Document),
    row("schemaorg", "**.url[]", Use::Navigation, Against::Document),
    row("siren", "**.actions[].href", Use::Navigation, Against::Document),
    row("siren", "**.entities[].href", Use::Navigation, Against::Document),
    row("siren", "**.links[].href", Use::Navigation, Against::Document),
    row("sourcemap", "file", Use::Other, Against::Document),
    row("sourcemap", "sections[].map.file", Use::Other, Against::Document),
    row("sourcemap", "sections[].map.sources[]", Use::Other, Against::SourceRoot),
    row("sourcemap", "sections[].url", Use::Other, Against::Document),
    row("sourcemap", "sources[]", Use::Other, Against::SourceRoot),
    row("stac", "**.assets.*.href", Use::Other, Against::Document),
    row("stac", "**.links[].href", Use::Navigation, Against::Document),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, path, expected) in [
            ("a.b[].c", "a.b[].c", true),
            ("a.b[].c", "x.a.b[].c", false),
            ("**.c", "c", true),
            ("**.c", "a.b[].c", true),
            ("**.c", "a.xc", false),
            ("**._links.*.href", "a._links.self.href", true),
            ("**._links.*.href", "a._links.self[].href", false),
            ("**._links.*[].href", "_links.self[].href", true),
            ("**._links.*.href", "_links.href", false),
        ] {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn path_table_is_the_data_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/member-links.toml");
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
                    "retrieval" => Against::Retrieval,
                    "server" => Against::Server,
                    "server-of-old" => Against::ServerOfOld,
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
