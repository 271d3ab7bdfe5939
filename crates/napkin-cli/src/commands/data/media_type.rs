//! Guesses the media type of a file.

use std::path::Path;

use infer::MatcherType;
use napkin::data::Reading;
use napkin::media::MediaType;

/// Returns the media type of a file, by its content and its name.
///
/// Images, audio, video and fonts begin with unique bytes, so their content has priority. For text and for containers
/// of other files, the name is more reliable: an SVG image begins like any XML file. If both are unknown, the file is
/// plain text if it is UTF-8.
pub(in crate::commands) fn media_type(content: &[u8], path: Option<&Path>) -> MediaType<'static> {
    let by_content = infer::get(content);
    let is_sure = |kind: &infer::Type| {
        matches!(kind.matcher_type(), MatcherType::Image | MatcherType::Audio | MatcherType::Video | MatcherType::Font)
    };
    let sure = by_content.filter(is_sure).map(|kind| kind.mime_type());
    let by_name = || path.and_then(|path| mime_guess::from_path(path).first_raw());
    let name = sure.or_else(by_name).or(by_content.map(|kind| kind.mime_type()));
    let read = name.and_then(|name| MediaType::parse(name, Reading::Whatwg).ok());
    read.unwrap_or_else(|| {
        let is_text = std::str::from_utf8(content).is_ok() && !content.contains(&0);
        let (top_level, subtype) = if is_text { ("text", "plain") } else { ("application", "octet-stream") };
        MediaType::new(top_level, subtype).unwrap_or(MediaType::default_of_data())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_content_and_by_name() {
        let cases: [(&[u8], Option<&str>, &str); 9] = [
            (b"GIF89a\x01\x00\x01\x00\x80", None, "image/gif"),
            (b"GIF89a\x01\x00\x01\x00\x80", Some("menu.png"), "image/gif"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Some("coaster.svg"), "image/svg+xml"),
            (b"<!DOCTYPE html><title>Menu</title>", None, "text/html"),
            (b"PK\x03\x04", Some("menu.epub"), "application/epub+zip"),
            (b"p { color: red }", Some("house.css"), "text/css"),
            (b"two pints", None, "text/plain"),
            (b"two pints", Some("note.unheard-of"), "text/plain"),
            (b"\xff\x00\x01", None, "application/octet-stream"),
        ];
        for (content, name, expected) in cases {
            assert_eq!(media_type(content, name.map(Path::new)).to_string(), expected, "{name:?}");
        }
    }
}
