//! The visible text of a page, and the texts that `#:~:text=` names in it (WICG, URL Fragment Text Directives).

use napkin::percent::Encoded;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Elements whose content is not shown.
const HIDDEN: [&str; 6] = ["script", "style", "template", "title", "noscript", "textarea"];
/// Elements that do not divide the text into blocks.
const INLINE: [&str; 36] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time",
    "tt", "u", "var", "wbr", "ruby",
];

/// The end of a block; no directive contains it.
const BLOCK: char = '\n';

/// Returns the base letters of the visible text: runs of white space are one space, and blocks end with a line feed.
pub(crate) fn visible(page: &str) -> String {
    let (mut shown, mut rest) = (String::with_capacity(page.len() / 2), page);
    while let Some(at) = rest.find('<') {
        push(&rest[..at], &mut shown);
        rest = behind_markup(&rest[at..], &mut shown);
    }
    push(rest, &mut shown);
    shown
}

/// Returns the text behind a tag, a comment or an element that is not shown.
fn behind_markup<'p>(markup: &'p str, shown: &mut String) -> &'p str {
    if let Some(comment) = markup.strip_prefix("<!--") {
        return comment.split_once("-->").map_or("", |(_, rest)| rest);
    }
    let Some((tag, rest)) = markup.split_once('>') else { return "" };
    let name = tag.trim_start_matches(['<', '/']);
    let end = name.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name[..end].to_ascii_lowercase();
    if !INLINE.contains(&&*name) || name == "br" {
        end_block(shown, name == "br");
    }
    if HIDDEN.contains(&&*name) && !tag.starts_with("</") {
        let close = format!("</{name}");
        let mut from = 0;
        while let Some(at) = rest[from..].find("</") {
            let at = from + at;
            if rest.as_bytes()[at..].len() >= close.len()
                && rest.as_bytes()[at..at + close.len()].eq_ignore_ascii_case(close.as_bytes())
            {
                return &rest[at..];
            }
            from = at + 2;
        }
        return "";
    }
    rest
}

fn end_block(shown: &mut String, is_break: bool) {
    if is_break {
        push(" ", shown);
    } else if !shown.is_empty() && !shown.ends_with(BLOCK) {
        shown.truncate(shown.trim_end_matches(' ').len());
        shown.push(BLOCK);
    }
}

fn push(text: &str, shown: &mut String) {
    let decoded = napkin_html::decode_attribute_value(text.as_bytes());
    for character in decoded.chars() {
        if !character.is_whitespace() {
            shown.extend(base(character));
        } else if !shown.is_empty() && !shown.ends_with([' ', BLOCK]) {
            shown.push(' ');
        }
    }
}

/// A directive: `[prefix-,]start[,end][,-suffix]`.
#[derive(Default)]
struct Directive {
    prefix: Option<String>,
    start: String,
    end: Option<String>,
    suffix: Option<String>,
}

impl Directive {
    /// Reads a directive; `None` for one that browsers ignore.
    fn read(text: &str) -> Option<Self> {
        let mut parts: Vec<&str> = text.split(',').collect();
        let mut directive = Self::default();
        if let Some(prefix) = parts.first().and_then(|part| part.strip_suffix('-')) {
            directive.prefix = Some(plain(prefix));
            parts.remove(0);
        }
        if let Some(suffix) = parts.last().and_then(|part| part.strip_prefix('-')) {
            directive.suffix = Some(plain(suffix));
            parts.pop();
        }
        match parts[..] {
            [start] if !start.is_empty() => directive.start = plain(start),
            [start, end] if !start.is_empty() && !end.is_empty() => {
                (directive.start, directive.end) = (plain(start), Some(plain(end)));
            }
            _ => return None,
        }
        Some(directive)
    }
}

fn plain(encoded: &str) -> String {
    let decoded: String = Encoded::unchecked(encoded).decode_lossy().chars().flat_map(base).collect();
    decoded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the base letters of a character: the search ignores case and accents (section 3.5.2, the primary level of UTS 10).
fn base(character: char) -> impl Iterator<Item = char> {
    std::iter::once(character).nfd().filter(|part| !is_combining_mark(*part)).flat_map(char::to_lowercase)
}

/// The most places of a text at which the rest of a directive is compared.
const TRIES: usize = 10_000;

/// Returns whether a visible text has the text of a directive. Browsers ignore an invalid directive.
pub(crate) fn has(shown: &str, directive: &str) -> bool {
    let Some(wanted) = Directive::read(directive) else { return true };
    let first = wanted.prefix.as_ref().unwrap_or(&wanted.start);
    let starts = shown.match_indices(&**first).map(|(at, _)| at).take(TRIES);
    starts.filter(|&at| is_edge(shown, at)).any(|at| matches(shown, at, &wanted))
}

fn matches(shown: &str, at: usize, wanted: &Directive) -> bool {
    let mut at = at;
    if let Some(prefix) = &wanted.prefix {
        at = skip(shown, at + prefix.len());
    }
    if !shown[at..].starts_with(&*wanted.start) {
        return false;
    }
    let mut end = at + wanted.start.len();
    if let Some(last) = &wanted.end {
        let found = shown[end..].match_indices(&**last).map(|(at, _)| end + at);
        let Some(found) = found.take(TRIES).find(|&at| is_edge(shown, at) && is_edge(shown, at + last.len())) else {
            return false;
        };
        end = found + last.len();
    }
    is_edge(shown, end) && wanted.suffix.as_ref().is_none_or(|suffix| shown[skip(shown, end)..].starts_with(&**suffix))
}

fn skip(shown: &str, at: usize) -> usize {
    at + (shown[at..].len() - shown[at..].trim_start_matches([' ', BLOCK]).len())
}

/// Returns whether no word goes on at a place.
fn is_edge(shown: &str, at: usize) -> bool {
    let before = shown[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let behind = shown[at..].chars().next().is_some_and(char::is_alphanumeric);
    !(before && behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_directives_name_visible_text() {
        let page = "<title>gin</title><h1>The <b>beer</b>\n menu</h1><p>Stout &amp; ale<!-- wine --><script>rum</script> of the day";
        let shown = visible(page);
        assert_eq!(shown, "the beer menu\nstout & ale\nof the day");
        for (directive, is_there) in [
            ("beer", true),
            ("The%20Beer", true),
            ("b%C3%A9%C3%A9r", true),
            ("bee", false),
            ("wine", false),
            ("rum", false),
            ("gin", false),
            ("menu%20stout", false),
            ("menu,ale", true),
            ("ale,menu", false),
            ("menu-,stout", true),
            ("beer-,stout", false),
            ("beer,-menu", true),
            ("beer,-ale", false),
            ("the-,beer,ale,-of", true),
            ("stout%20%26%20ale", true),
            ("", true),
            ("a,b,c,d", true),
        ] {
            assert_eq!(has(&shown, directive), is_there, "{directive}");
        }
    }
}
