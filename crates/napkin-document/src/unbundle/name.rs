//! Names the extracted files. Start at `Names::of`.
//!
//! A name tells the kind of the file, has the matching extension, and is the same for the same bytes. No part of it
//! comes from the document, so a name can never lead to another folder. It begins with a letter that is no
//! hexadecimal digit, so that a preceding escape cannot absorb it.

use crate::bundle::media_type;
use crate::javascript::is_javascript;
use crate::usage::Use;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The assigned names and the digests of their objects.
#[derive(Default)]
pub(super) struct Names {
    given: HashMap<String, Digest256>,
}

type Digest256 = sha2::digest::Output<Sha256>;

/// The number of hexadecimal digits in a name, unless two objects share them.
const SHORT: usize = 16;

impl Names {
    /// Returns the name of an object, and whether it is new.
    pub(super) fn of(&mut self, bytes: &[u8], essence: &str, used: Use) -> (String, bool) {
        let digest = Sha256::digest(bytes);
        let (word, ending) = (word(essence), ending(bytes, essence, used));
        let short = name(word, &digest, SHORT, ending);
        match self.given.entry(short) {
            Entry::Vacant(free) => {
                let name = free.key().clone();
                free.insert(digest);
                (name, true)
            }
            Entry::Occupied(taken) if *taken.get() == digest => (taken.key().clone(), false),
            // Two objects share the short digest, which only happens on purpose.
            Entry::Occupied(_) => {
                let long = name(word, &digest, 64, ending);
                let is_new = self.given.insert(long.clone(), digest).is_none();
                (long, is_new)
            }
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }
}

fn name(word: &str, digest: &Digest256, digits: usize, ending: &str) -> String {
    format!("{word}-{digest:.digits$x}.{ending}")
}

fn word(essence: &str) -> &'static str {
    match essence {
        "text/css" => "style",
        "text/html" | "application/xhtml+xml" => "page",
        _ if is_javascript(essence) => "script",
        _ => match essence.split('/').next() {
            Some("image") => "image",
            Some("audio") => "sound",
            Some("video") => "video",
            // Fonts have had many media types.
            _ if essence.contains("font") => "typeface",
            _ => "object",
        },
    }
}

/// Returns the file extension: that of the media type; for images, media and fonts that of the bytes, by which
/// browsers decide.
fn ending(bytes: &[u8], essence: &str, used: Use) -> &'static str {
    let is_told_by_bytes = matches!(used, Use::Image | Use::Media | Use::Font) && !essence.ends_with("xml");
    let sniffed = infer::get(bytes).filter(|_| is_told_by_bytes).map(|found| found.mime_type());
    let is_shown = |found: &&str| matches!(found.split('/').next(), Some("image" | "audio" | "video" | "font"));
    let of_bytes = sniffed.filter(is_shown).or_else(|| sniffed.filter(|found| found.contains("font")));
    // A video container with audio only is recognizable by its media type alone.
    let of_bytes = of_bytes.filter(|_| !matches!(essence.split('/').next(), Some("audio" | "video")));
    of_bytes.and_then(media_type::ending).or_else(|| media_type::ending(essence)).unwrap_or("bin")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_is_there() {
        let mut names = Names::default();
        let empty = "e3b0c44298fc1c14";
        for (bytes, essence, used, expected) in [
            (&b""[..], "text/css", Use::Style, format!("style-{empty}.css")),
            (b"", "text/javascript", Use::Script, format!("script-{empty}.js")),
            (b"", "application/xhtml+xml", Use::Frame, format!("page-{empty}.xhtml")),
            (b"", "font/woff2", Use::Font, format!("typeface-{empty}.woff2")),
            (b"", "../../etc/passwd", Use::Image, format!("object-{empty}.bin")),
            (b"GIF89a\x01", "image/png", Use::Image, "image-f3ab0b9a17c0ae1b.gif".into()),
        ] {
            let (name, is_new) = names.of(bytes, essence, used);
            let digest_is_hex = |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let (front, ending) = name.rsplit_once('.').unwrap();
            let (word, digest) = front.split_once('-').unwrap();
            assert!(is_new && digest_is_hex(digest), "{name}");
            let (expected_front, expected_ending) = expected.rsplit_once('.').unwrap();
            assert_eq!((word, ending), (expected_front.split_once('-').unwrap().0, expected_ending), "{essence}");
            assert!(bytes.len() > 1 || name == expected, "{name}");
            assert_eq!(names.of(bytes, essence, used), (name, false));
        }
    }

    #[test]
    fn half_a_digest_in_common_makes_no_one_object_of_two() {
        let mut names = Names::default();
        let (short, _) = names.of(b"", "text/css", Use::Style);
        *names.given.get_mut(&short).unwrap() = [0; 32].into();
        let (long, is_new) = names.of(b"", "text/css", Use::Style);
        let expected = "style-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.css";
        assert_eq!((long.as_str(), is_new), (expected, true));
        assert_eq!(names.of(b"", "text/css", Use::Style), (long, false));
    }
}
