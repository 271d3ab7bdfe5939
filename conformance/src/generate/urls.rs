//! Generates texts for the URL Standard: pieces for its parser in any order, and pieces of its writing grammar.

use super::Random;

/// Pieces of URLs whose products reach every state.
const PIECES: [&str; 64] = [
    "http:", "https:", "HTTP:", "file:", "FILE:", "ftp:", "ws:", "foo:", "mailto:", "blob:", "//", "/", "\\", "///",
    "?", "#", "@", ":", "::", "[", "]", "[::1]", "[1:2::3:04]", "[::127.0.0.1]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]",
    "127.0.0.1", "127.1", "0x7f.1", "256", "1.2.3.4.5", "09", "0x", ".", "..", "%2e", "%2E%2e", "%", "%4", "%41",
    "%00", "a", "C:", "C|", "c:/", "localhost", "80", "443", ":80", "65536", " ", "\t", "\n", "\u{0}", "\u{7f}",
    "\u{e9}", "\u{fffe}", "xn--", "A.B", "'", "^|`{}", "<>\"", "+$,;=&!*()~_-", "user:pass@",
];

/// Generates a text that exercises most states of the URL parser.
pub fn text(random: &mut Random) -> String {
    let front = ["", "", "http://h", "https://u@h/", "file://", "foo://", "foo:/"][random.below(7)];
    front.to_owned() + &(0..random.below(6)).map(|_| PIECES[random.below(PIECES.len())]).collect::<String>()
}

/// Beginnings before a host, by "URL writing".
const WRITTEN_FRONTS: [&str; 22] = [
    "", "", "", "//", "//", "http://", "https://", "HTTPS://", "ws:", "http:", "ftp:///", "file://", "file:///",
    "file:", "FILE:///", "foo://", "foo:/", "foo:", "foo:///", "blob:", "a+b-1.c://", "1a:",
];

/// Hosts that are valid by one of the grammars, and some that are just invalid.
const WRITTEN_HOSTS: [&str; 52] = [
    "h", "pub.example", "PUB.example", "a-b", "-a", "ab--c", "a_b", "xn--mgba3gch31f060k", "xn--", "xn--a", "\u{fc}",
    "stra\u{df}e.example", "\u{ad}", "a\u{3002}b", "a.", "\u{2460}.2.3.4", "1.2.3.4", "\u{ff11}.2.3.4",
    "1\u{3002}2\u{ff0e}3\u{ff61}4", "1.2.3", "01.2.3.4", "1.2.3.4.", "0x1.2.3.4", "256.1.1.1", "\u{ff10}x7f.1", "9",
    "a.9", "9.a", "[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1::3:4:5:6:7:8]",
    "[::1:2:3:4:5:1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[1.2.3.4]", "[1::1.2.3.4:5]", "[0:00::]", "[::ABCD]",
    "[::abcde]", "[::01.2.3.4]", "[::%31]", "[1:2:3:4:5:6::1.2.3.4]", "[]", "[:]", "%41", "h%", "a!$b", "u@h", "a\\b",
    "a|b",
];

/// Endings after a host, by "URL writing", some of which are also valid without a host.
const WRITTEN_TAILS: [&str; 46] = [
    ":", ":80", ":00080", ":65535", ":65536", ":8o", "/", "//", "/.", "/..", "a", "b.c", ".", "..", "%2e", ".%2E",
    "%2e%2e%2e", "C:", "c|", "c:/", "/C|/", "localhost", "%41", "%4", "%zz", ":a", "a:b", "@", "?", "??", "?/", "#",
    "#/?", "##", "!$&'()*+,-.;=_~", "\u{e9}", "\u{a0}", "\u{9f}", "\u{fdd0}", "\u{10fffd}", "\u{1fffe}", " ", "\t",
    "\\", "[", "|",
];

/// Generates a text in the form of "URL writing"; about a third are valid URL strings.
pub fn written(random: &mut Random) -> String {
    let mut text = random.pick(&WRITTEN_FRONTS).to_owned();
    if random.once_in(2) {
        text += random.pick(&WRITTEN_HOSTS);
    }
    for _ in 0..random.below(4) {
        text += random.pick(&WRITTEN_TAILS);
    }
    text
}

/// Serialized bases of every kind that "URL writing" distinguishes.
pub const BASES: [&str; 7] =
    ["http://h/p/q?r", "wss://u:p@h:1/", "file:///C:/d", "file://h/p", "foo://h/p", "foo:/p/q", "mailto:x?y"];
