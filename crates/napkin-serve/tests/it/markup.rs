//! Texts that would act if they were markup, and the tags of pages that contain such texts.

use std::ops::ControlFlow;

use napkin_html::{Sink, Tag, scan};

const PAYLOADS: &str = include_str!("../../../../data/markup.txt");

/// Returns the texts; each has `xss9` after what would begin markup.
pub(crate) fn payloads() -> Vec<String> {
    PAYLOADS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The start tags of a page: their names, and the names and values of their attributes.
#[derive(Default)]
struct Tags(Vec<(String, Vec<(String, String)>)>);

impl Sink for Tags {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        let name = |span| String::from_utf8_lossy(tag.bytes(span)).to_ascii_lowercase();
        let attributes = tag.attributes.iter().map(|one| (name(one.name), tag.value(one).into_owned()));
        self.0.push((name(tag.name), attributes.collect()));
        ControlFlow::Continue(())
    }
}

fn tags(html: &str) -> impl Iterator<Item = (String, Vec<(String, String)>)> {
    let mut tags = Tags::default();
    let _ = scan(html.as_bytes(), &mut tags);
    tags.0.into_iter()
}

/// Returns the names of all start tags.
pub(crate) fn names(html: &str) -> impl Iterator<Item = String> {
    tags(html).map(|(name, _)| name)
}

/// Returns all values of an attribute.
pub(crate) fn values(html: &str, attribute: &str) -> impl Iterator<Item = String> {
    tags(html).flat_map(|(_, attributes)| attributes).filter(move |(name, _)| name == attribute).map(|(_, value)| value)
}

/// Asserts that no text became a tag, an attribute, a script, or a link that acts.
#[track_caller]
pub(crate) fn assert_inert(html: &str, of: &str) {
    assert!(!html.contains("<script>xss9"), "{of}: a script in {html}");
    for (name, attributes) in tags(html) {
        assert!(!name.contains("xss9"), "{of}: the tag {name} in {html}");
        for (name, value) in attributes {
            assert!(!name.contains("xss9"), "{of}: the attribute {name} in {html}");
            let value = value.to_ascii_lowercase();
            let acts = ["javascript:", "vbscript:", "data:text"].iter().any(|scheme| value.starts_with(scheme));
            assert!(!acts || name != "href", "{of}: a link to {value} in {html}");
            assert!(!name.starts_with("on") || !value.contains("xss9"), "{of}: a handler {value} in {html}");
        }
    }
}
