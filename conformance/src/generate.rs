//! Generates references from pieces that the grammars name, and damages some of them.
//!
//! The same seed generates the same references on every machine.

pub mod collide;
pub mod confusion;
pub mod data;
pub mod data_urls;
pub mod patterns;
#[cfg(feature = "html")]
pub mod soup;
pub mod urls;

/// A small random number generator: SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// Returns true with probability 1 / `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const SCHEMES: [&str; 14] =
    ["http", "https", "HTTP", "ftp", "a", "urn", "mailto", "a+b-c.1", "1http", "-a", "a_b", "", "file", "%41"];
const USERS: [&str; 12] = ["", "u", "user", "u%40", "a;b&c=d+e", "U%7e", "u,$!", "~", "u@v", "u[", "%4", "é"];
const NAMES: [&str; 28] = [
    "h", "HOST.example", "a.b.c", "a-b", "-a", "a-", "a..b", "a.", ".", "", "a_b", "4kids", "3com.ex", "1.2.3.4",
    "256.1.1.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "0.0.0.0", "255.255.255.255", "ex%41mple", "h%2", "h%c3%A9", "a!$b",
    "a;b", "xn--pokxncvks", "localhost", "ß",
];
const LITERALS: [&str; 24] = [
    "[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[1::8]", "[1:2:3:4:5:6:7::]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]",
    "[ABCD::ef]", "[v1.a:b]", "[VF.~]", "[v.x]", "[v1.]", "[]", "[:]", "[:::]", "[1::2::3]", "[12345::]", "[::g]",
    "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[::1.2.3.256]", "[::1", "[::1]x", "::1]",
];
const GROUPS: [&str; 8] = ["0", "1", "ab", "FFFF", "00f", "", "1.2.3.4", "12345"];
const PORTS: [&str; 9] = ["", "80", "8080", "443", "21", "999999", "8o", "-1", "8:1"];
const SEGMENTS: [&str; 26] = [
    "",
    "",
    ".",
    ".",
    "..",
    "..",
    "...",
    "a",
    "b",
    "g;x=1",
    "a:b",
    "a@b",
    "%2e",
    "%2E%2e",
    "%7E",
    "%41",
    "%2F",
    "%zz",
    "a b",
    "~!$&'()*+,;=",
    "[",
    "a%C3%A9",
    "é",
    "..a",
    "long-segment-that-crosses-a-block-of-thirty-two-bytes",
    "%3a",
];
const QUERIES: [&str; 16] = [
    "", "q", "a=b&c=d", "/../x", "/./y", "?", "%26%7e", "%", "a b", "[]", "\u{e000}", "é", "\"", "y/..", "%3d%3B",
    "./z",
];
const FRAGMENTS: [&str; 10] = ["", "s", "s/./x", "?", "%7e%2f", "#", "%f", "ü", "\u{e000}", "a|b"];
const ODD: [&str; 44] = [
    ":", "/", "//", "?", "#", "[", "]", "@", "%", "%4", "%41", "%zz", ".", "..", "./", "../", " ", "\t", "\n", "\0",
    "\u{7f}", "\\", "^", "`", "{", "|", "}", "<", ">", "\"", "é", "\u{80}", "\u{a0}", "\u{d7ff}", "\u{e000}",
    "\u{f900}", "\u{fdd0}", "\u{ffff}", "\u{10000}", "\u{1fffe}", "\u{e0001}", "\u{f0000}", "-", "1",
];

/// Generates a reference, valid about half of the time.
pub fn reference(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(2) {
        text += if random.once_in(4) { random.pick(&SCHEMES) } else { random.pick(&SCHEMES[..8]) };
        text += ":";
    }
    rest(random, &mut text);
    if random.once_in(4) {
        damage(random, &mut text);
    }
    text
}

/// Generates a text that begins like a URL; most are valid bases.
pub fn base(random: &mut Random) -> String {
    let mut text = format!("{}:", random.pick(&SCHEMES[..8]));
    rest(random, &mut text);
    text
}

/// Adds everything after the scheme.
fn rest(random: &mut Random, text: &mut String) {
    let authority = random.once_in(2);
    if authority {
        *text += "//";
        site(random, text);
    }
    path(random, text, authority);
    if random.once_in(3) {
        *text += "?";
        *text += mostly_first(random, &QUERIES, 7);
    }
    if random.once_in(4) {
        *text += "#";
        *text += mostly_first(random, &FRAGMENTS, 5);
    }
}

/// Picks mostly from the first `first` items, which are well-formed, and sometimes any item.
fn mostly_first<'a>(random: &mut Random, from: &[&'a str], first: usize) -> &'a str {
    if random.once_in(4) { random.pick(from) } else { random.pick(&from[..first]) }
}

fn site(random: &mut Random, text: &mut String) {
    if random.once_in(4) {
        *text += mostly_first(random, &USERS, 8);
        if random.once_in(2) {
            *text += ":";
            *text += mostly_first(random, &USERS, 8);
        }
        *text += "@";
    }
    match random.below(6) {
        0 => *text += random.pick(&LITERALS),
        1 if random.once_in(3) => address(random, text),
        _ => *text += mostly_first(random, &NAMES, 4),
    }
    if random.once_in(4) {
        *text += ":";
        *text += mostly_first(random, &PORTS, 5);
    }
}

/// Adds a text similar to an IPv6 address.
fn address(random: &mut Random, text: &mut String) {
    *text += "[";
    let groups = 1 + random.below(9);
    for group in 0..groups {
        if group > 0 {
            *text += ":";
        }
        *text += if random.once_in(5) { random.pick(&GROUPS) } else { random.pick(&GROUPS[..5]) };
    }
    *text += "]";
}

fn path(random: &mut Random, text: &mut String, rooted: bool) {
    let segments = random.below(6);
    for segment in 0..segments {
        if segment > 0 || rooted || random.once_in(2) {
            *text += "/";
        }
        let first = if random.once_in(6) { SEGMENTS.len() } else { 12 };
        *text += random.pick(&SEGMENTS[..first]);
    }
}

/// Inserts, removes or replaces characters.
fn damage(random: &mut Random, text: &mut String) {
    for _ in 0..=random.below(2) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let from = random.below(places.len());
        let to = (from + random.below(3)).min(places.len() - 1);
        let odd = if random.once_in(4) { "" } else { random.pick(&ODD) };
        text.replace_range(places[from]..places[to], odd);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_references_again() {
        let made = |seed| {
            let mut random = Random::new(seed);
            (0..100).map(|_| reference(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
    }
}
