//! Derives the name of the file for a URL.
//!
//! A name cannot leave its folder, is unique per URL and is the same in every run, so that a list can be resumed
//! without stored state. Most of a name is therefore a digest. The readable part of the last segment precedes it and
//! the extension follows it, both limited to ASCII letters, digits, `-` and `_`. So no name is a path, an option, a
//! hidden file or a device.

use napkin::{Reference, Standard, password_span, percent};
use sha2::{Digest, Sha256};

/// The number of bytes of the digest in a name.
const DIGEST: usize = 8;
/// The maximum number of characters before the digest.
const STEM: usize = 40;
/// The maximum number of characters of an extension.
const ENDING: usize = 8;

/// Returns the name: the object of `http://pub.example/menu/beer.html` is in `beer-3f0c....html`. The fragment and the
/// password are ignored.
pub(super) fn of(url: &str) -> String {
    let password = password_span(url).map_or(0..0, |span| span.range());
    let url = [&url[..password.start], &url[password.end..]].concat();
    let url = url.split('#').next().unwrap_or_default();
    let (stem, ending) = words(url);
    let mut name = if stem.is_empty() { "object-".to_owned() } else { format!("{stem}-") };
    name.push_str(&format!("{:.1$x}", Sha256::digest(url), 2 * DIGEST));
    if !ending.is_empty() {
        name.extend([".", &*ending]);
    }
    name
}

/// Returns the readable parts of the last segment before and after its last period.
fn words(url: &str) -> (String, String) {
    let reference = Reference::parse(url, Standard::Rfc3986).ok();
    // Without an authority, as in `data:`, the path has no segments to name a file by.
    let path = reference.filter(|reference| reference.authority().is_some()).map(|reference| reference.path().as_str());
    let segment = path.unwrap_or_default().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let segment = segment.split(';').next().unwrap_or_default();
    let mut bytes = Vec::new();
    percent::decode_into(segment.as_bytes(), &mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let is_ending =
        |ending: &str| (1..=ENDING).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match text.rsplit_once('.').filter(|(_, ending)| is_ending(ending)) {
        Some((stem, ending)) => (word(stem), ending.to_owned()),
        None => (word(&text), String::new()),
    }
}

fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let word: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).take(STEM).collect();
    word.trim_matches(['-', '_']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere() {
        for (url, front, ending) in [
            ("http://pub.example/menu/beer.html", "beer", ".html"),
            ("http://pub.example/menu/", "menu", ""),
            ("http://pub.example", "object", ""),
            ("http://pub.example/a.tar.gz?x#y", "a_tar", ".gz"),
            ("http://pub.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "etc_passwd", ""),
            ("http://pub.example/..%5c..%5cboot.ini", "boot", ".ini"),
            ("http://pub.example/.bashrc", "object", ".bashrc"),
            ("http://pub.example/--help", "help", ""),
            ("http://pub.example/CON", "CON", ""),
            ("http://pub.example/a%00b%0a.txt", "a_b", ".txt"),
            ("http://pub.example/%e8%8f%9c.html", "object", ".html"),
            ("ftp://pub.example/menu;type=i", "menu", ""),
            ("data:text/plain,../x.sh", "object", ""),
            ("cid:logo@pub.example", "object", ""),
            ("", "object", ""),
            ("/etc/passwd", "object", ""),
        ] {
            let name = of(url);
            let rest = name.strip_prefix(front).and_then(|rest| rest.strip_prefix('-'));
            let digest = rest.and_then(|rest| rest.strip_suffix(ending)).unwrap_or_else(|| panic!("{url} {name}"));
            assert!(digest.len() == 2 * DIGEST && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{url} {name}");
        }
        assert!(of(&format!("http://pub.example/{}.{}", "x".repeat(999), "y".repeat(999))).len() < 80);
    }

    /// The digest is that of `printf http://pub.example/beer.txt | sha256sum`.
    #[test]
    fn names_are_those_of_their_urls() {
        assert_eq!(of("http://pub.example/beer.txt"), "beer-87a8450d0e68faa6.txt");
        assert_eq!(of("http://pub.example/beer.txt#x"), of("http://pub.example/beer.txt"));
        assert_ne!(of("http://pub.example/beer.txt?"), of("http://pub.example/beer.txt"));
        assert_eq!(of("http://sam:secret@pub.example/"), of("http://sam:guess@pub.example/"));
    }
}
