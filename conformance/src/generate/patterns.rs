//! Generates URL patterns, and inputs that they may match.

use super::Random;

const PROTOCOLS: [&str; 14] = [
    "http", "https", "http{s}?", "*", ":p", "data", "ws{s}?", "(http|https)", "foo", "HTTP", "file", "h*", "{http}",
    "a:b",
];
const HOSTS: [&str; 22] = [
    "h", "a.b", "*.b", ":sub.b", "{:sub.}?b", "{*.}?a.b", "*", ":h", "[::1]", "[:x]", "A.B", "a*", "{a.}*b", "{:x.}+b",
    "(a|b).b", "ex%41mple", "b\u{fc}cher.de", "a b", "a-:x", "*.*.b", "\\[\\:\\:1\\]", "{[\\:\\:}1]",
];
const PORTS: [&str; 12] = ["", "80", "443", "*", ":p", "8{0}?", "(\\d+)", "8080", "8*", "{80}+", "99999", "8o"];
const USERS: [&str; 5] = ["u@", "u\\:p@", ":u@", "*:*@", "u:p@"];
const PIECES: [&str; 76] = [
    "a", "b", "ab", "/", "/", "/", "/a", "/b", ".", "-", ":x", ":y", ":x", "/:x", "/:y", "*", "/*", "*", "(a|b)",
    "(\\d+)", "(.*)", "([^\\/]+?)", "{/:z}?", "{/:z}*", "{/:z}+", "{a}?", "{a}*", "{ab}+", "{/a}?", "{/*}?", "{/*}*",
    "{*}?", "{b:z}*", "{:z.}+", "{x:z y}*", ":w?", "/:w?", "/:w*", "/:w+", ":w*", "*?", "*+", "**", "(.*)?", "(a*)?",
    "(a+)*", "\\:", "\\*", "%2f", " ", "\u{e9}", "..", "/../", "./", "\t", "{/}?", ":x(a|b)", ":y(.*)", "{/:v(\\d+)}*",
    "(a(?<n>b)?)", "{:z}", "?", "(a|bc|)", "([a-c]+)", "([^a]*?)", "(a{2,3}?)", "(\\w{2,})", "((?:a|b)+c?)",
    "(a?b|ab?)", "((?:ab?){0,2})", "([\\w--[4]])", "([\\d&&[^1]]+?)", "(\\S\\W?)", "((?:a?b)+)", "((?:a|ab)(?:b|))",
    "(.?)",
];
const WRONG: [&str; 14] =
    ["{", "}", "(", ")", "+", "?", ":", "\\", "()", "(?a)", "(a(b))", "(\u{e9})", "{{a}}", "{a*b*}"];
const TAILS: [&str; 14] =
    ["", "", "", "?a", "?*", "?a=:x", "\\?a", "#a", "#*", "#:x", "?a#b", "{?a}?", "?(\\w+)", "?a'\u{e9}"];

/// Generates a pattern that is written like a URL.
pub fn constructor_string(random: &mut Random) -> String {
    let mut text = String::new();
    if !random.once_in(6) {
        text += random.pick(&PROTOCOLS);
        text += if random.once_in(12) { ":" } else { "://" };
        if random.once_in(5) {
            text += random.pick(&USERS);
        }
        text += random.pick(&HOSTS);
        if random.once_in(4) {
            text += ":";
            text += random.pick(&PORTS);
        }
    }
    text += &pathname(random);
    text += random.pick(&TAILS);
    text
}

fn pathname(random: &mut Random) -> String {
    let mut text = String::from(if random.once_in(5) { "" } else { "/" });
    for _ in 0..random.below(5) {
        text += random.pick(&PIECES);
    }
    if random.once_in(40) {
        text += random.pick(&WRONG);
    }
    text
}

/// Generates the text of a component of a pattern.
pub fn component(random: &mut Random, name: &str) -> String {
    match name {
        "protocol" => random.pick(&PROTOCOLS).to_owned(),
        "hostname" => random.pick(&HOSTS).to_owned(),
        "port" => random.pick(&PORTS).to_owned(),
        "search" | "hash" if random.once_in(3) => random.pick(&TAILS).to_owned(),
        _ => pathname(random),
    }
}

/// Generates a text that a pattern may match: its groups are replaced by short texts.
pub fn filled(random: &mut Random, pattern: &str) -> String {
    const TEXTS: [&str; 14] = ["a", "b", "ab", "", "1", "42", "a/b", "ba", "aab", "x", "b/", "a.b", "/a/b", "a-b"];
    let mut text = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ':' if chars.peek().is_some_and(char::is_ascii_alphabetic) && !random.once_in(12) => {
                while chars.next_if(char::is_ascii_alphabetic).is_some() {}
                text += random.pick(&TEXTS);
            }
            '(' => {
                while chars.next_if(|&c| c != ')').is_some() {}
                chars.next();
                text += random.pick(&TEXTS);
            }
            '*' => text += random.pick(&TEXTS),
            '{' | '}' | '+' if !random.once_in(10) => {}
            '?' if random.once_in(2) => {}
            '\\' => text.extend(chars.next()),
            c if random.once_in(40) => text.extend([c, c]),
            c => text.push(c),
        }
    }
    text
}
