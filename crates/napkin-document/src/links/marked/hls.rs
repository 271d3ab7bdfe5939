//! Playlists of HTTP Live Streaming (RFC 8216), and the simpler M3U that they extend.
//!
//! Each reference is resolved against the URL of the playlist (section 4.1). A line that does not begin with `#` is a reference; tags have
//! others in attributes, whose values are quoted and have no escapes (section 4.2).

use super::lines::Lines;
use super::mark::{Format, Found, Mark, Source};

/// The attributes that hold references, and the contexts of those in tags (RFC 8216 section 4.3, and its second edition).
const ATTRIBUTES: [(&str, &str); 4] = [
    ("URI", "tag[URI]"),
    ("SERVER-URI", "tag[SERVER-URI]"),
    ("X-ASSET-URI", "tag[X-ASSET-URI]"),
    ("X-ASSET-LIST", "tag[X-ASSET-LIST]"),
];

/// A playlist.
pub(super) struct Playlist<'t> {
    lines: Lines<'t>,
}

impl<'t> Playlist<'t> {
    pub(super) const fn new(source: Source<'t>) -> Self {
        Self { lines: Lines::new(source.text) }
    }
}

impl Format for Playlist<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let Some(line) = self.lines.next() else { return false };
        let text = line.text.trim_ascii().trim_start_matches('\u{feff}');
        if !text.starts_with('#') {
            if !text.is_empty() {
                found.push(Mark::new(line.place(text), "line").requested());
            }
            return true;
        }
        let Some((_, mut attributes)) = text.strip_prefix("#EXT").and_then(|tag| tag.split_once(':')) else {
            return true;
        };
        while let Some((name, value)) = attributes.split_once('=') {
            let name = name.trim_start_matches(|character: char| character == ',' || character.is_ascii_whitespace());
            let (value, rest) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => ("", value.split_once(',').map_or("", |(_, rest)| rest)),
            };
            if let Some((_, place)) = ATTRIBUTES.iter().find(|(attribute, _)| *attribute == name)
                && !value.is_empty()
            {
                found.push(Mark::new(line.place(value), place).requested());
            }
            attributes = rest;
        }
        true
    }
}
