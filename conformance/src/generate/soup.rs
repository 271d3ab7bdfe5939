//! Generates tag soup: random sequences of pieces of pages, which reach every rule of tree construction.

use super::Random;

const NAMES: &[&str] = &[
    "a", "b", "i", "nobr", "font", "p", "div", "span", "li", "ul", "dd", "dl", "h1", "h2", "table", "tr", "td", "th",
    "tbody", "thead", "caption", "col", "colgroup", "select", "option", "optgroup", "input", "button", "form",
    "textarea", "title", "style", "script", "noscript", "xmp", "iframe", "noembed", "noframes", "svg", "math", "mi",
    "mtext", "annotation-xml", "desc", "foreignObject", "g", "mglyph", "template", "frameset", "frame", "body", "html",
    "head", "base", "link", "meta", "br", "img", "image", "hr", "object", "marquee", "ruby", "rt", "rtc", "pre",
    "listing", "address", "search", "x-y", "center", "area", "wbr", "keygen", "u", "em", "strong", "menu", "details",
    "dialog", "main", "plaintext", "applet", "param", "source",
];

const ATTRIBUTES: &[&str] = &[
    "", "", "", "", " a", " a=b", " A='b' a=c", " href=\"x?a&amp;b&copy=1\"", " color=red", " type=hidden",
    " type=HIDDEN", " encoding=text/html", " encoding='application/xhtml+xml'", " id=1", " id=2", " =", " a==",
    " a=\"", " a='>'", "/", " /", " a=/", "\n\tb\r\nc", " a = b", " a=\0", " \0", " a='\r\n\r'", " \"", " <", " a=<",
    " a=\"b\"c",
];

const OTHERS: &[&str] = &[
    " ", "x", "&amp;", "&#32;", "&#x9", "&Tab;", "\0", "\n", "<", "</", "</>", "<?", "<!", "<!>", "<!-->", "<!--->",
    "<!--", "-->", "--!>", "--", "-", ">", "<![CDATA[", "]]>", "]]", "<!doctype html>", "<!DOCTYPE", "</ ", "<1",
    "<!--<script>", "</script", "\"", "'", "=", "/", "\u{e9}", "\u{feff}", "\r",
];

/// Generates a page of that many pieces.
#[must_use]
pub fn page(random: &mut Random, pieces: usize) -> String {
    let mut page = String::new();
    // Few names that recur interact more than many names that occur once.
    let few: Vec<&str> = (0..6).map(|_| random.pick(NAMES)).collect();
    for _ in 0..pieces {
        let name = if random.below(4) == 0 { random.pick(NAMES) } else { random.pick(&few) };
        let upper = name.to_uppercase();
        let name = if random.below(16) == 0 { upper.as_str() } else { name };
        match random.below(8) {
            0..=3 => page.extend(["<", name, random.pick(ATTRIBUTES), ">"]),
            4..=5 => page.extend(["</", name, ">"]),
            6 if random.below(8) == 0 => page.extend(["<", name, random.pick(ATTRIBUTES), random.pick(ATTRIBUTES)]),
            6 => page.push('x'),
            _ => page.push_str(random.pick(OTHERS)),
        }
    }
    page
}
