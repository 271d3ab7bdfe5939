//! Generates references on which parsers may disagree: ordinary references with a few odd pieces.

use super::Random;

const SCHEMES: [&str; 24] = [
    "http:", "http:", "http:", "https:", "https:", "HTTP:", "ftp:", "ws:", "wss:", "ssh:", "git:", "foo:", "file:",
    "gopher:", "ldap:", "1http:", "ht_tp:", "a+b-c.1:", ":", "javascript:", "mailto:", "localhost:", "", "",
];
const SLASHES: [&str; 12] = ["", "/", "///", "////", "\\\\", "/\\", "\\/", "\\", "//\t", "/ /", "//", "//"];
const USERS: [&str; 20] = [
    "@", "u@", "u:p@", ":@", ":p@", "u:p:q@", "u@v@", "evil.example:80@", "evil.example\\@", "evil.example#@",
    "evil.example?@", "evil.example/@", "u%40v@", "u%zz@", "u;v@", "u v@", "u[@", "u<@", "evil.example%00@",
    "evil.example%2f@",
];
const HOSTS: [&str; 62] = [
    "localhost", "a", "1.2.3.4", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "1.2.3", "1.2.3.4.5", "256.1.1.1",
    "1.2.3.4.", "0x", "0x7g", "08.1.1.1", "4294967296", "[::1]", "[::1", "::1]", "[::1]x", "[0:0:0:0:0:0:0:1]",
    "[::ffff:1.2.3.4]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[v1.a]", "[1.2.3.4]", "[]", "[::g]", "x[::1]",
    "a_b.example", "-a.example", "a-.example", "a..example", ".example", "good.example.", "good.example..", ".",
    "4kids", "a.4kids", "GOOD.example", "good%2eexample", "%67ood.example", "good.example%00", "good.example%0d%0a",
    "good.example%20", "good%25.example", "good%zz.example", "good%", "good.example\t.evil.example", "good .example",
    "good.example\\.evil.example", "good'example", "good\"example", "good<b>", "a|b", "a^b", "a{b}", "a~b", "a!b",
    "a$b", "a;b", "a,b", "",
];
const PORTS: [&str; 24] = [
    ":80", ":443", ":8080", ":", ":0", ":00080", ":65535", ":65536", ":99999", ":100000", ":8o", ":o8", ":-80", ":+80",
    ": 80", ":80:90", ":0x50", ":1e2", ":80\\", ":%38", ":2147483648", ":4294967296", ":99999999999999999999", ":80@",
];
const PATHS: [&str; 40] = [
    "", "/", "/a", "/a/b", "/a/../b", "/../b", "/./a", "/a/.", "/a/..", "/a//../b", "/%2e%2e/b", "/%2E/b", "/a/..;/b",
    "/a\\..\\b", "/\\b", "//b", "/a b", "/a\tb", "/a\nb", "/a%20b", "/a%zz", "/a%", "/a%2fb", "/a:b", "/a@b", "/@b",
    "/:80", "/a|b", "/a[b]", "/a<b>", "/a\"b", "/a'b", "/a^b`", "/a{b}", "/~a", "/a;p=1", "/a!$&()*+,=", "/.a", "/...",
    "/http://evil.example/",
];
const QUERIES: [&str; 14] = [
    "?", "?a=b", "?a=b?c", "?@evil.example", "?/@evil.example", "?a b", "?\\", "?[a]", "?%zz", "?'\"<>", "?a:b", "?|",
    "?http://x/", "?\u{e9}",
];
const FRAGMENTS: [&str; 8] = ["#", "#a", "#@evil.example/", "#a#b", "#a b", "#%zz", "#\\", "#/"];
const AROUND: [&str; 8] = [" ", "\t", "\n", "\0", "\u{1}", "\u{7f}", "url:", "<"];
const BEYOND: [&str; 8] = ["\u{e9}", "\u{df}", "\u{2100}", "\u{ff0f}", "\u{3002}", "\u{202e}", "\u{200b}", "\u{feff}"];

const STARTS: [&str; 24] = [
    "", "", "", "", "/", "/", "//", "//", "///", "////", "\\", "/\\", "\\/", "/\t/", " ", "?", "#", ":", "http:",
    "http:/", "https:", "https:/", "ftp:", "foo:",
];
const SEGMENTS: [&str; 30] = [
    "a", "a", "b", "menu", ".", ".", "..", "..", "..", "...", "", "", "a;p", ";p", ";", "a:b", "1:b", "%2e", "%2E%2e",
    "..;", "a%2fb", "a b", "a\\b", "\\..", "@", "u@h", "h:80", "evil.example", "a,b=c", "~a",
];
const ENDS: [&str; 12] = ["", "", "", "", "?", "?q", "#", "#f", "?q#f", "?../x", "#../x", "?a/b?c"];
const BASES: [&str; 16] = [
    "https://pub.example/menu/today?a#b", "https://pub.example/menu/today?a#b", "http://pub.example/a/b/c/d;p?q",
    "http://pub.example/a/b/c/d;p?q", "http://pub.example", "http://pub.example/",
    "http://sam:secret@pub.example:8080/a/", "http://pub.example/a/../b/./c//d/", "http://pub.example/..//../a/.",
    "http://pub.example?q/r", "HTTP://PUB.example/A/b", "http://[::1]:80/a/b", "http://127.0.0.1/a;p/b;q",
    "ftp://pub.example/a/b", "file:///a/b", "foo://pub.example/a/b",
];

/// Generates a reference, mostly relative, and a base.
pub fn pair(random: &mut Random) -> (String, String) {
    let base = String::from(random.pick(&BASES));
    if random.once_in(4) {
        return (text(random), base);
    }
    let mut reference = String::from(random.pick(&STARTS));
    for number in 0..random.below(6) {
        reference.push_str(if number == 0 { "" } else { "/" });
        reference.push_str(random.pick(&SEGMENTS));
    }
    reference.push_str(random.pick(&ENDS));
    (reference, base)
}

/// Generates a reference of ordinary pieces, one to three of them replaced by pieces that parsers read differently.
pub fn text(random: &mut Random) -> String {
    let mut pieces =
        ["", ["http:", "https:", "ftp:"][random.below(3)], "//", "", "good.example", "", "/menu", "", "", ""];
    for _ in 0..=random.below(3) {
        match random.below(30) {
            0..5 => pieces[1] = random.pick(&SCHEMES),
            5..8 => pieces[2] = random.pick(&SLASHES),
            8..13 => pieces[3] = random.pick(&USERS),
            13..19 => pieces[4] = random.pick(&HOSTS),
            19..22 => pieces[5] = random.pick(&PORTS),
            22..26 => pieces[6] = random.pick(&PATHS),
            26 | 27 => pieces[7] = random.pick(&QUERIES),
            28 => pieces[8] = random.pick(&FRAGMENTS),
            _ => pieces[if random.once_in(2) { 0 } else { 9 }] = random.pick(&AROUND),
        }
    }
    let mut text = pieces.concat();
    if random.once_in(200) {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        text.insert_str(ends[random.below(ends.len())], random.pick(&BEYOND));
    }
    text
}
