//! Writes an image that a style sheet uses several times only once, as a custom property of `:root`. Start at
//! `Repeated`.
//!
//! A declaration with `var()` is always valid when parsed; if its value turns out invalid, it unsets the property,
//! whereas without `var()` the declaration would have been ignored. So only declarations that are certainly valid are
//! changed: those with the properties and words below, outside rules in which `var()` or `:root` means something
//! else. HTML has no equivalent: an image in two `img` elements is embedded twice, because no element can refer to
//! the data of another without a script, and CSS `content` would lose the image's size, its alternative text and its
//! context menu.

use super::edit::Edit;
use super::style_sheet::Found;
use napkin::Span;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;

/// The images that a style sheet uses more than once.
#[derive(Default)]
pub(super) struct Repeated {
    /// For each reference, the span of the whole `url()` and the number of its image.
    places: Vec<Option<(Span, usize)>>,
    /// The property of each image, once it is known.
    values: Vec<Option<Image>>,
    /// The offset at which the definitions are inserted.
    at: usize,
}

impl Repeated {
    pub(super) fn of(css: &[u8], found: &[Found]) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in found.iter().filter_map(|found| found.names.as_deref()) {
            *counts.entry(name).or_default() += 1;
        }
        let Some(at) = room(css).filter(|_| counts.values().any(|&count| count > 1)) else { return Self::default() };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut places: Vec<Option<(Span, usize)>> = Vec::with_capacity(found.len());
        for found in found {
            let name = found.names.as_deref().filter(|name| counts[name] > 1);
            let place = name.and_then(|name| Some((name, place(css, found.span)?)));
            places.push(place.map(|(name, span)| {
                let next = numbers.len();
                (span, *numbers.entry(name).or_insert(next))
            }));
        }
        // An image with only one replaceable use is better embedded there.
        let mut times = vec![0; numbers.len()];
        for &(_, number) in places.iter().flatten() {
            times[number] += 1;
        }
        for place in &mut places {
            *place = place.filter(|&(_, number)| times[number] > 1);
        }
        Self { places, values: vec![None; numbers.len()], at }
    }

    /// Returns the replacement of a `url()` whose image has been embedded before.
    pub(super) fn again(&self, number: usize) -> Option<(Span, Vec<u8>)> {
        let (span, image) = self.places.get(number).copied().flatten()?;
        self.values[image].as_ref().map(|image| (span, image.used()))
    }

    /// Returns the replacement of the first `url()` of an image, given its new URL. A reference that is still a link
    /// stays a link.
    pub(super) fn first(&mut self, number: usize, url: &str) -> Option<(Span, Vec<u8>)> {
        let (span, image) = self.places.get(number).copied().flatten()?;
        if !url.starts_with("data:") {
            return None;
        }
        let image = self.values[image].insert(Image::new(url));
        Some((span, image.used()))
    }

    /// Returns the rule that defines the properties.
    pub(super) fn definitions(&self) -> Option<Edit> {
        let mut rule = String::new();
        for Image { name, url } in self.values.iter().flatten() {
            let _ = write!(rule, "{name}:url({url});");
        }
        let span = Span::new(self.at, self.at);
        (!rule.is_empty()).then(|| Edit { span, bytes: format!(":root{{{rule}}}").into_bytes() })
    }
}

/// A property that holds an image. Its name is derived from the URL, because all style sheets of a page share one
/// root.
#[derive(Clone)]
struct Image {
    name: String,
    url: String,
}

impl Image {
    fn new(url: &str) -> Self {
        Self { name: format!("--napkin-{:.16x}", Sha256::digest(url)), url: url.to_owned() }
    }

    fn used(&self) -> Vec<u8> {
        format!("var({})", self.name).into_bytes()
    }
}

/// Returns the offset at which a rule can precede all others; `None` if the style sheet may have imports or
/// namespaces, which must come first.
fn room(css: &[u8]) -> Option<usize> {
    let refuses = memchr::memchr_iter(b'@', css).any(|at| {
        let begins = |word: &[u8]| css[at + 1..].get(..word.len()).is_some_and(|name| name.eq_ignore_ascii_case(word));
        css.get(at + 1) == Some(&b'\\') || begins(b"import") || begins(b"namespace")
    });
    let start = if css.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    match css[start..].starts_with(b"@charset") {
        _ if refuses => None,
        true => memchr::memchr(b';', css).map(|end| end + 1),
        false => Some(start),
    }
}

/// The number of bytes examined before and after a reference. Declarations and selectors are shorter.
const NEAR: usize = 2048;

/// Returns the span of the whole `url()` around a reference, if its declaration may use `var()` instead.
fn place(css: &[u8], inner: Span) -> Option<Span> {
    let front = css[inner.start.saturating_sub(NEAR)..inner.start].trim_ascii_end();
    let (front, quote) = match front.last()? {
        &quote @ (b'"' | b'\'') => (front[..front.len() - 1].trim_ascii_end(), Some(quote)),
        _ => (front, None),
    };
    let is_url = front.len() >= 4 && front[front.len() - 4..].eq_ignore_ascii_case(b"url(");
    let front = front.get(..front.len().checked_sub(4)?).filter(|_| is_url)?;
    let start = inner.start.saturating_sub(NEAR) + front.len();
    let mut end = inner.end;
    let skip = |end: usize| end + css[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if let Some(quote) = quote {
        end = skip(end);
        end = if css.get(end) == Some(&quote) { end + 1 } else { return None };
    }
    end = skip(end);
    if css.get(end) != Some(&b')') {
        return None;
    }
    let begins = front.iter().rposition(|byte| b";{}".contains(byte))?;
    let behind = &css[end + 1..css.len().min(end + 1 + NEAR)];
    let ends = behind.iter().position(|byte| b";}".contains(byte))?;
    let declaration = std::str::from_utf8(&front[begins + 1..]).ok()?;
    let (property, before) = declaration.split_once(':')?;
    let property = property.trim();
    let rest = std::str::from_utf8(&behind[..ends]).ok()?;
    let is_valid = match property.to_ascii_lowercase().as_str() {
        "background-image" | "list-style-image" => before.trim().is_empty() && is_important(rest.trim()),
        "background" => is_background(before, rest),
        _ => false,
    };
    (is_valid && is_ordinary_rule(front, begins)).then_some(Span::new(start, end + 1))
}

fn is_important(text: &str) -> bool {
    let text = text.strip_prefix('!').map_or(text, str::trim_start);
    text.is_empty() || text.eq_ignore_ascii_case("important")
}

/// Returns whether the rest of a `background` with one image is certainly valid: colour, repetition and attachment at
/// most once each, and at most two words of a position.
fn is_background(before: &str, rest: &str) -> bool {
    let (rest, important) = rest.split_at(rest.find('!').unwrap_or(rest.len()));
    let (mut colours, mut repeats, mut attached) = (0, 0, 0);
    let mut position: Vec<&str> = Vec::new();
    for (at, word) in
        before.split_ascii_whitespace().map(|word| (0, word)).chain(rest.split_ascii_whitespace().map(|word| (1, word)))
    {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "repeat" | "no-repeat" | "repeat-x" | "repeat-y" => repeats += 1,
            "scroll" | "fixed" => attached += 1,
            "transparent" | "white" | "black" => colours += 1,
            _ if is_hex_colour(&lower) => colours += 1,
            // The two words of a position must be adjacent.
            "left" | "right" | "top" | "bottom" | "center" if at == 1 || position.is_empty() => position.push(word),
            _ if is_length(&lower) && (at == 1 || position.is_empty()) => position.push(word),
            _ => return false,
        }
    }
    let is_position = match position[..] {
        [] | [_] => true,
        [x, y] => is_horizontal(x) && is_vertical(y) && stand_together(before, rest, x, y),
        _ => false,
    };
    colours < 2 && repeats < 2 && attached < 2 && is_position && is_important(important.trim())
}

fn stand_together(before: &str, rest: &str, x: &str, y: &str) -> bool {
    let adjacent = |text: &str| {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        words.windows(2).any(|pair| pair == [x, y])
    };
    adjacent(before) || adjacent(rest)
}

fn is_horizontal(word: &str) -> bool {
    !matches!(word.to_ascii_lowercase().as_str(), "top" | "bottom")
}

fn is_vertical(word: &str) -> bool {
    !matches!(word.to_ascii_lowercase().as_str(), "left" | "right")
}

fn is_hex_colour(word: &str) -> bool {
    let digits = word.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_length(word: &str) -> bool {
    let number = word.strip_suffix("px").or_else(|| word.strip_suffix("em")).or_else(|| word.strip_suffix('%'));
    let is_number = |text: &str| {
        let text = text.strip_prefix('-').unwrap_or(text);
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    word == "0" || number.is_some_and(is_number)
}

/// Returns whether a declaration is, as far as visible, in the block of a selector whose elements inherit from the
/// root.
fn is_ordinary_rule(front: &[u8], declaration: usize) -> bool {
    let Some(open) = front[..=declaration].iter().rposition(|&byte| byte == b'{') else { return false };
    // A block closed before the declaration is nested in the rule.
    if memchr::memchr(b'}', &front[open..=declaration]).is_some() {
        return false;
    }
    let prelude = front[..open].iter().rposition(|byte| b";{}".contains(byte)).map_or(0, |at| at + 1);
    let prelude = &front[prelude..open];
    let odd = [&b"@"[..], b"::backdrop", b"::selection", b"::cue", b"\\", b"\"", b"'"];
    prelude.len() < NEAR / 2 && odd.iter().all(|odd| memchr::memmem::find(prelude, odd).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_an_image_may_be_named() {
        for (css, expected) in [
            ("a{background:url(X)}", Some("url(X)")),
            ("a{background:#fff url( 'X' ) no-repeat left top;b:c}", Some("url( 'X' )")),
            ("a{background : url(X) no-repeat 0 -20px !important}", Some("url(X)")),
            ("a{background-image:URL(\"X\")}", Some("URL(\"X\")")),
            ("@media print{a{background-image:url(X)}}", Some("url(X)")),
            ("a{list-style-image:url(X)}", Some("url(X)")),
            // Not surely valid, so that it may be ignored.
            ("a{background:url(X) top left top}", None),
            ("a{background:url(X) left left}", None),
            ("a{background:left url(X) top}", None),
            ("a{background:url(X) frob}", None),
            ("a{background:url(X),url(Y)}", None),
            ("a{background:-webkit-linear-gradient(top,url(X))}", None),
            ("a{background-image:url(X),none}", None),
            ("a{cursor:url(X),auto}", None),
            ("a{content:url(X)}", None),
            // Not a rule of elements.
            ("@page{background:url(X)}", None),
            ("a::backdrop{background:url(X)}", None),
            ("@font-face{src:url(X)}", None),
            // Not what it looks like.
            ("a{b:';background:' url(X)}", None),
            ("a{background:/*;*/url(X)}", None),
            ("a{b{c:d}background:url(X)}", None),
            ("background:url(X)", None),
            ("a{background:url(X", None),
        ] {
            let at = css.find('X').unwrap();
            let found = place(css.as_bytes(), Span::new(at, at + 1)).map(|span| span.of(css));
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn where_definitions_may_stand() {
        for (css, expected) in [
            ("a{}", Some(0)),
            ("@charset \"utf-8\";a{}", Some(17)),
            ("\u{feff}a{}", Some(3)),
            ("@IMPORT 'x';", None),
            ("@namespace url(x);", None),
            ("@\\69mport 'x';", None),
        ] {
            assert_eq!(room(css.as_bytes()), expected, "{css}");
        }
    }
}
