//! Generates texts that are `data:` URLs, or nearly.

use super::Random;

const STARTS: [&str; 8] = ["data:", "data:", "data:", "DaTa:", " \t data:", "d\na\tta:", "\u{1}data:", "dat:"];
const HEADERS: [&str; 46] = [
    "", "text/html", "Text/HTML", "image/svg+xml", "text", "text/", "/x", "x/y", ";", ";", "; ", " ", "  ", "\t", "\n",
    "\x0c", "charset=utf-8", "Charset=GBK", "charset", "charset=", "a=1", "a=\"b", "a=\"b;c\"", "a=\"\\\"", "\"", "\\",
    "=", "%2C", "%3B", ";base64", ";base64", ";BASE64", "; base64", ";base64 ", ";base 64", ";%62ase64", "base64", "?",
    " ?", "#", "//h", "//a:b@h:1", "é", "\u{0}", "\u{7f}", "[",
];
const BODIES: [&str; 44] = [
    "A",
    "QUJD",
    "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODkrLw",
    "WA",
    "WA==",
    "WFk=",
    "=",
    "==",
    "-",
    "_",
    "+",
    "/",
    "%2B",
    "%2f",
    "%3D",
    "%20",
    "%0A",
    "%",
    "%4",
    "%4\n1",
    "%%",
    "%zz",
    "%FF",
    "%00",
    " ",
    "  ",
    "\t",
    "\r\n",
    "\x0c",
    "\u{0}",
    "\u{1f}",
    ",",
    ";",
    "?",
    "#",
    "é",
    "\u{1f4a9}",
    "<",
    "\"",
    "'",
    "..",
    "/../",
    "/./",
    "!",
];

/// Generates a text, mostly with a comma.
pub fn text(random: &mut Random) -> String {
    let mut text = random.pick(&STARTS).to_owned();
    for _ in 0..random.below(6) {
        text += random.pick(&HEADERS);
    }
    if !random.once_in(12) {
        text.push(',');
    }
    // Half of the bodies are those of base64.
    let end = if random.once_in(2) { 12 } else { BODIES.len() };
    for _ in 0..random.below(10) {
        text += random.pick(&BODIES[..end]);
    }
    text
}

/// Repeated pieces of long bodies: pieces that decoders process in bulk, and pieces that interrupt this.
const STRETCHES: [&[&str]; 10] = [
    &["QUJD"],
    &["QUJD", "A%2bC%2F", "%41BCD"],
    &["QUJD", "QUJDREVGR0hJSktM\r\n", "Q U J D"],
    &["QUJD", "%0A", "R%0D\nEVG", " %20"],
    &["%51%55%4A%44", "QUJD"],
    &["%5\n1UJD", "%\t51UJD", "QUJD"],
    &["Q", "%2B", " "],
    &["\n", " "],
    &["QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODkrLw"],
    &["QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODkr"],
];

/// Generates a `data:` URL of many kilobytes; half of the URLs are in base64.
pub fn long_text(random: &mut Random) -> String {
    let mut text = String::from(if random.once_in(2) { "data:," } else { "data:;base64," });
    for _ in 0..random.below(8) {
        let pieces = STRETCHES[random.below(STRETCHES.len())];
        for _ in 0..random.below(1500) {
            text += random.pick(pieces);
        }
        if random.once_in(8) {
            text += random.pick(&BODIES);
        }
    }
    text
}

/// Generates a media type, or nearly.
pub fn media_type(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(9) {
        text += random.pick(&HEADERS);
    }
    text
}
