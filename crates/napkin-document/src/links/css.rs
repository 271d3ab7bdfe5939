//! Finds references in CSS: strings and `url()`s in style sheets and `style` attributes. Start with `references`.
//!
//! Follows CSS Syntax Level 3 section 4. The module has its own tokenizer, because underlining an error inside
//! `url(a\.b)` needs the position of every escape, which `cssparser` does not report. `@namespace` only names, and
//! `@document` selects pages by their URLs, so neither contains links. The module `style` makes links of the results.

use crate::context::CssPlace;
use crate::usage::Use;
use memchr::memmem;
use napkin::Span;
use napkin::map::Builder;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Passes the span and the use of every reference in `css` to `found`, without quotes and surrounding white space.
pub(crate) fn urls(css: &[u8], found: &mut dyn FnMut(Span, Use) -> ControlFlow<()>) -> ControlFlow<()> {
    references(css, &mut |span, used, _| found(span, used))?;
    ControlFlow::Continue(())
}

/// Passes every reference to `found` as `urls` does, with its place. Returns the address of a source map if a comment
/// at the end has one.
pub(crate) fn references(
    css: &[u8],
    found: &mut dyn FnMut(Span, Use, CssPlace) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Span>> {
    let (statement, fonts) = (Statement::Other, Fonts::Outside);
    let mut reader = Reader { css, at: 0, statement, open: Vec::new(), fonts, source_map: None, found };
    while reader.at < css.len() {
        let until = reader.next_that_matters();
        while reader.at < until {
            reader.token()?;
        }
    }
    ControlFlow::Continue(reader.source_map)
}

/// The bytes that a reader outside of statements must see: they begin strings, comments, functions, blocks, escapes and statements, and end
/// functions and blocks.
const MATTERS: [bool; 256] = {
    let (mut table, mut at) = ([false; 256], 0);
    while at < MATTERING.len() {
        table[MATTERING[at] as usize] = true;
        at += 1;
    }
    table
};

const MATTERING: &[u8] = b"\"'/()[]{}@\\";

/// The construct that an open parenthesis belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `url("x")` and `src("x")`, before their string.
    One(CssPlace),
    /// `image-set("x" 1x, "y" 2x)` and `image("x", red)`: each string directly inside.
    Each(CssPlace),
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    /// After `@import`, where the next string is a URL.
    Import,
    /// After `@namespace`, up to the semicolon, and after `@document`, up to its block.
    NoLink,
    Other,
}

/// Whether a block describes a font.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fonts {
    Outside,
    /// After `@font-face`, before its block.
    Before,
    /// In the block, until fewer brackets than this are open.
    Inside(usize),
}

struct Reader<'r> {
    css: &'r [u8],
    at: usize,
    statement: Statement,
    open: Vec<Open>,
    fonts: Fonts,
    /// The address in the last comment, if only white space has followed it.
    source_map: Option<Span>,
    found: &'r mut dyn FnMut(Span, Use, CssPlace) -> ControlFlow<()>,
}

impl<'r> Reader<'r> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.css.get(self.at + ahead).copied()
    }

    /// Passes over what has no effect, up to the token with the next byte that has one. Returns the end of that byte.
    fn next_that_matters(&mut self) -> usize {
        if self.statement != Statement::Other || self.fonts == Fonts::Before {
            return self.at + 1;
        }
        let rest = &self.css[self.at..];
        let skipped = rest.iter().position(|&byte| MATTERS[usize::from(byte)]).unwrap_or(rest.len());
        let mut start = skipped;
        // A function has a name, and what is escaped may be part of one.
        if matches!(rest.get(skipped), Some(b'(' | b'\\')) {
            start -= rest[..skipped].iter().rev().take_while(|&&byte| is_name(byte)).count();
            start -= usize::from(rest[..start].ends_with(b"#"));
        }
        if self.source_map.is_some() && !rest[..start].iter().all(|&byte| is_space(byte)) {
            self.source_map = None;
        }
        self.at += start;
        self.at + (skipped - start) + usize::from(skipped < rest.len())
    }

    fn token(&mut self) -> ControlFlow<()> {
        let byte = self.css[self.at];
        match byte {
            b'/' if self.peek(1) == Some(b'*') => {
                self.comment();
                return ControlFlow::Continue(());
            }
            _ if is_space(byte) => {
                self.at += 1;
                return ControlFlow::Continue(());
            }
            _ => self.source_map = None,
        }
        match byte {
            b'"' | b'\'' => return self.string(byte),
            b'@' => self.at_keyword(),
            b'#' => {
                self.at += 1;
                self.name();
            }
            b'0'..=b'9' => self.number(),
            _ if starts_name(&self.css[self.at..]) => return self.name_or_function(),
            _ => self.punctuation(byte),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self) {
        let start = self.at + 2;
        let rest = &self.css[start..];
        let end = memmem::find(rest, b"*/");
        let text = &rest[..end.unwrap_or(rest.len())];
        self.source_map = source_map(text).map(|span| span.shift(start)).or(self.source_map);
        self.at = end.map_or(self.css.len(), |end| start + end + 2);
    }

    /// Skips a number with its unit, which looks like a name but is never a function.
    fn number(&mut self) {
        let digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        while digit(self.peek(0)) || self.peek(0) == Some(b'.') && digit(self.peek(1)) {
            self.at += 1;
        }
        if starts_name(&self.css[self.at..]) {
            self.name();
        }
        self.statement = Statement::Other;
    }

    fn punctuation(&mut self, byte: u8) {
        self.at += 1;
        match byte {
            b'(' | b'[' | b'{' => self.open.push(Open::Other),
            b')' | b']' | b'}' => drop(self.open.pop()),
            _ => {}
        }
        self.fonts = match (self.fonts, byte) {
            (Fonts::Before, b'{') => Fonts::Inside(self.open.len()),
            (Fonts::Before, b';') => Fonts::Outside,
            (Fonts::Inside(depth), _) if self.open.len() < depth => Fonts::Outside,
            (fonts, _) => fonts,
        };
        if self.statement == Statement::Import || matches!(byte, b';' | b'{' | b'}') {
            self.statement = Statement::Other;
        }
    }

    fn at_keyword(&mut self) {
        self.at += 1;
        let name = Name::of(self.name());
        self.statement = match () {
            () if name.is("import") => Statement::Import,
            () if ["namespace", "document", "-moz-document"].iter().any(|known| name.is(known)) => Statement::NoLink,
            () => Statement::Other,
        };
        if name.is("font-face") {
            self.fonts = Fonts::Before;
        }
    }

    fn name_or_function(&mut self) -> ControlFlow<()> {
        let name = self.name();
        if self.peek(0) != Some(b'(') {
            if self.statement == Statement::Import {
                self.statement = Statement::Other;
            }
            return ControlFlow::Continue(());
        }
        let name = Name::of(name);
        self.at += 1;
        self.open.push(match () {
            () if name.is("url") => return self.url(),
            () if name.is("src") => Open::One(CssPlace::Src),
            () if name.is("image-set") || name.is("-webkit-image-set") => Open::Each(CssPlace::ImageSet),
            () if name.is("image") => Open::Each(CssPlace::Image),
            () => Open::Other,
        });
        ControlFlow::Continue(())
    }

    /// Reads after `url(`: with a quote it is a function, otherwise one token up to `)`.
    fn url(&mut self) -> ControlFlow<()> {
        while self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        match self.peek(0) {
            Some(b'"' | b'\'') => self.open.push(Open::One(CssPlace::Url)),
            _ => return self.unquoted_url(),
        }
        ControlFlow::Continue(())
    }

    fn unquoted_url(&mut self) -> ControlFlow<()> {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            match byte {
                b')' => break,
                b'\\' if is_escape(&self.css[self.at..]) => self.at += escape_length(&self.css[self.at..]),
                b'"' | b'\'' | b'(' | b'\\' | 0..=8 | 0x0b | 0x0e..=0x1f | 0x7f => {
                    self.rest_of_bad_url();
                    return ControlFlow::Continue(());
                }
                _ if is_space(byte) => break,
                _ => self.at += 1,
            }
        }
        let end = self.at;
        while self.peek(0).is_some_and(is_space) {
            self.at += 1;
        }
        match self.peek(0) {
            None | Some(b')') => {
                self.at = (self.at + 1).min(self.css.len());
                return self.report(Span::new(start, end), CssPlace::Url);
            }
            Some(_) => self.rest_of_bad_url(),
        }
        ControlFlow::Continue(())
    }

    fn rest_of_bad_url(&mut self) {
        while let Some(byte) = self.peek(0) {
            self.at += if is_escape(&self.css[self.at..]) { escape_length(&self.css[self.at..]) } else { 1 };
            if byte == b')' {
                break;
            }
        }
        self.statement = Statement::Other;
    }

    /// Reads a string, which is a reference after `@import` and in the functions that take URLs. A string ended by its
    /// line end is invalid and not a reference.
    fn string(&mut self, quote: u8) -> ControlFlow<()> {
        let start = self.at + 1;
        self.at = start;
        let end = loop {
            match self.peek(0) {
                None => break self.at,
                Some(byte) if byte == quote => {
                    self.at += 1;
                    break self.at - 1;
                }
                Some(b'\n' | b'\r' | b'\x0c') => return ControlFlow::Continue(()),
                Some(b'\\') => self.at += string_escape_length(&self.css[self.at..]),
                Some(_) => self.at += 1,
            }
        };
        let place = match self.open.last_mut() {
            Some(open @ &mut Open::One(place)) => {
                *open = Open::Other;
                place
            }
            Some(Open::Each(place)) => *place,
            _ if self.statement == Statement::Import => CssPlace::Import,
            _ => return ControlFlow::Continue(()),
        };
        let inside = crate::values::trimmed(&self.css[start..end]).shift(start);
        self.report(inside, place)
    }

    fn report(&mut self, span: Span, place: CssPlace) -> ControlFlow<()> {
        let (used, place) = match (self.statement, self.fonts) {
            (Statement::Import, _) => (Use::Style, CssPlace::Import),
            (_, Fonts::Inside(_)) => (Use::Font, CssPlace::FontFace),
            _ => (Use::Image, place),
        };
        let statement = self.statement;
        if statement == Statement::Import {
            self.statement = Statement::Other;
        }
        if statement == Statement::NoLink { ControlFlow::Continue(()) } else { (self.found)(span, used, place) }
    }

    /// Passes over the name that begins here, and returns it, or an empty text.
    fn name(&mut self) -> &'r [u8] {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' if is_escape(&self.css[self.at..]) => self.at += escape_length(&self.css[self.at..]),
                _ if is_name(byte) => self.at += 1,
                _ => break,
            }
        }
        &self.css[start..self.at]
    }
}

/// A name whose escapes are decoded, and its case is ignored.
struct Name<'n>(Cow<'n, [u8]>);

impl<'n> Name<'n> {
    fn of(name: &'n [u8]) -> Self {
        Self(match name.contains(&b'\\') {
            // All relevant names are short; decoding a long one would waste time.
            true if name.len() > 128 => Cow::Borrowed(b""),
            true => Cow::Owned(decode(name, 0).text.into_bytes()),
            false => Cow::Borrowed(name),
        })
    }

    fn is(&self, known: &str) -> bool {
        self.0.eq_ignore_ascii_case(known.as_bytes())
    }
}

/// Returns the address in the text of a comment: `# sourceMappingURL=x` (ECMA-426, MatchSourceMapURL).
pub(crate) fn source_map(comment: &[u8]) -> Option<Span> {
    // Non-ASCII white space of ECMAScript is ignored: no program writes it here.
    let is_white = |byte: u8| is_space(byte) || byte == 0x0b;
    let rest = comment.strip_prefix(b"#").or_else(|| comment.strip_prefix(b"@"))?;
    let spaces = rest.iter().take_while(|&&byte| is_white(byte)).count();
    let url = rest[spaces..].strip_prefix(b"sourceMappingURL=")?;
    let length = url.iter().position(|&byte| is_white(byte)).unwrap_or(url.len());
    let start = comment.len() - url.len();
    url[length..].iter().all(|&byte| is_white(byte)).then(|| Span::new(start, start + length))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || byte >= 0x80
}

/// Implements section 4.3.9, "would start an identifier".
fn starts_name(css: &[u8]) -> bool {
    let starts = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80;
    match css {
        [b'-', b'-', ..] => true,
        [b'-', rest @ ..] => rest.first().is_some_and(|&byte| starts(byte)) || is_escape(rest),
        [first, ..] => starts(*first) || is_escape(css),
        [] => false,
    }
}

/// Implements section 4.3.8: a backslash that is not followed by a line end.
fn is_escape(css: &[u8]) -> bool {
    matches!(css, [b'\\', next, ..] if !matches!(next, b'\n' | b'\r' | b'\x0c'))
}

/// Returns the length of the escape at the start of `css`: up to six hex digits and one white space, or one character.
fn escape_length(css: &[u8]) -> usize {
    let digits = css[1..].iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let end = 1 + digits;
    match css.get(end) {
        Some(b'\r') if digits > 0 && css.get(end + 1) == Some(&b'\n') => end + 2,
        Some(&byte) if digits > 0 && is_space(byte) => end + 1,
        Some(&byte) if digits == 0 => end + utf8_length(byte).min(css.len() - end),
        _ => end,
    }
}

/// Returns the length of an escape in a string, where a backslash may also precede a line end, or be the last byte.
fn string_escape_length(css: &[u8]) -> usize {
    match css {
        [_, b'\r', b'\n', ..] => 3,
        [_, b'\n' | b'\r' | b'\x0c', ..] => 2,
        [_] => 1,
        _ => escape_length(css),
    }
}

fn utf8_length(first: u8) -> usize {
    match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
        _ => 1,
    }
}

/// Decodes the escapes of a name, a URL or a string that begins at `start` of the style sheet.
pub(crate) fn decode(css: &[u8], start: usize) -> Builder {
    let mut built = Builder::default();
    let (mut done, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &css[at..]) {
        at += found;
        let length = string_escape_length(&css[at..]);
        built.bytes(&css[done..at], start + done);
        built.unit(&escaped(&css[at..at + length]), Span::new(start + at, start + at + length));
        at += length;
        done = at;
    }
    built.bytes(&css[done..], start + done);
    built
}

/// Implements section 4.3.7, "consume an escaped code point".
fn escaped(escape: &[u8]) -> String {
    let body = &escape[1..];
    match body.first() {
        None | Some(b'\n' | b'\r' | b'\x0c') => String::new(),
        Some(byte) if byte.is_ascii_hexdigit() => {
            let digits = body.iter().take_while(|byte| byte.is_ascii_hexdigit());
            let code = digits.fold(0, |code, &digit| code * 16 + char::from(digit).to_digit(16).unwrap_or(0));
            let character = char::from_u32(code).filter(|&character| character != '\0');
            character.unwrap_or(char::REPLACEMENT_CHARACTER).to_string()
        }
        Some(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_in_css() {
        for (css, expected) in [
            ("a{background:url(b.png)}", &["b.png"][..]),
            ("a{background:url( 'b c.png' )}", &["b c.png"]),
            ("a{background:URL(\"b.png\")}", &["b.png"]),
            ("a{background:\\75rl(b.png)}", &["b.png"]),
            ("a{background:url(q\\22 uote.png)}", &["q\"uote.png"]),
            ("a{background:url(a\\)b)}", &["a)b"]),
            ("a{background:url('a\\\nb')}", &["ab"]),
            ("@import 'x.css'; @import url(y.css) screen; @import url(\"z.css\");", &["x.css", "y.css", "z.css"]),
            ("@import/**/\"x.css\";", &["x.css"]),
            ("@IMPORT 'x.css'", &["x.css"]),
            ("@import foo 'x.css'", &[]),
            ("@namespace url(http://www.w3.org/1999/xhtml); a{b:url(c)}", &["c"]),
            ("@namespace svg 'http://www.w3.org/2000/svg';", &[]),
            ("@-moz-document url(http://h/), url-prefix('x'){a{b:url(c)}}", &["c"]),
            ("a{b:image('a.png#xywh=0,0,1,1', red)}", &["a.png#xywh=0,0,1,1"]),
            ("@font-face{src:url(a.woff2) format('woff2'),url(b.woff)}", &["a.woff2", "b.woff"]),
            ("a{b:image-set('a.png' 1x, 'b.png' type('image/png') 2x)}", &["a.png", "b.png"]),
            ("a{b:src('a.png')}", &["a.png"]),
            ("a{content:'url(no.png)'}/* url(no.png) */", &[]),
            ("a{b:url(bad url.png) c:url(good)}", &["good"]),
            ("a{b:url(bad'x) c:url(good)}", &["good"]),
            ("a{b:url(data:image/png;base64,AA==)}", &["data:image/png;base64,AA=="]),
            ("#url(x) 1url(y) my-url(z)", &[]),
            ("url()", &[""]),
            ("url('')", &[""]),
            ("url(open", &["open"]),
            ("url(\"open", &["open"]),
            ("url(", &[""]),
            ("\\", &[]),
            ("url(\\", &[]),
            ("'\n url(x)", &["x"]),
            ("background:url( x )", &["x"]),
        ] {
            let mut found = Vec::new();
            let _ = urls(css.as_bytes(), &mut |span, _| {
                found.push(decode(&css.as_bytes()[span.range()], 0).text);
                ControlFlow::Continue(())
            });
            assert_eq!(found, expected, "{css:?}");
        }
    }

    /// What is passed over has no effect on what is found.
    #[test]
    fn the_bytes_that_matter_suffice() {
        let every_token = |css: &[u8]| {
            let (mut found, statement, fonts) = (Vec::new(), Statement::Other, Fonts::Outside);
            let mut report = |span, used, place| {
                found.push((span, used, place));
                ControlFlow::Continue(())
            };
            let open = Vec::new();
            let mut reader = Reader { css, at: 0, statement, open, fonts, source_map: None, found: &mut report };
            while reader.at < css.len() {
                let _ = reader.token();
            }
            let source_map = reader.source_map;
            (found, source_map)
        };
        let pieces = "# @ url( URL( src( image-set( image( \\75rl( @import @font-face @document a -b --c #d 1 2.5e 1. . -1 \\ \\; \" ' / /* */ \
            /*#\u{20}sourceMappingURL=m*/ ( ) [ ] { } ; : , ! < -- \n \u{e9} \r";
        let pieces: Vec<&str> = pieces.split(' ').chain([" "]).collect();
        let mut runner = proptest::test_runner::TestRunner::new(proptest::test_runner::Config {
            failure_persistence: None,
            cases: 20_000,
            ..Default::default()
        });
        let texts = proptest::collection::vec(proptest::sample::select(pieces), 0..24);
        runner
            .run(&texts, |pieces| {
                let css = pieces.concat();
                let mut found = Vec::new();
                let source_map = references(css.as_bytes(), &mut |span, used, place| {
                    found.push((span, used, place));
                    ControlFlow::Continue(())
                });
                let expected = every_token(css.as_bytes());
                proptest::prop_assert_eq!((found, source_map.continue_value().flatten()), expected, "{:?}", css);
                Ok(())
            })
            .unwrap();
    }

    #[test]
    fn source_maps_of_comments() {
        for (css, expected) in [
            ("a{}/*# sourceMappingURL=a.css.map */\n", Some("a.css.map")),
            ("a{}/*@ \t sourceMappingURL=b*/ /* bye */", Some("b")),
            ("/*# sourceMappingURL=a*/ /*# sourceMappingURL=b*/", Some("b")),
            ("/*# sourceMappingURL=a*/ a{}", None),
            ("/*# sourceMappingURL=a b*/", None),
            ("/* sourceMappingURL=a*/", None),
            ("/*# sourceMappingURL=*/", Some("")),
            ("/*# sourceMappingURL=open", Some("open")),
        ] {
            let found = references(css.as_bytes(), &mut |_, _, _| ControlFlow::Continue(())).continue_value().flatten();
            assert_eq!(found.map(|span| span.of(css)), expected, "{css}");
        }
    }

    #[test]
    fn references_of_style_sheets_have_their_use() {
        let css = "@import 'a' screen;@font-face{src:url(b) format(\"c\")}d{e:url(f)}@font-face;g{h:url(i)}";
        let mut found = Vec::new();
        let _ = urls(css.as_bytes(), &mut |span, used| {
            found.push((span.of(css), used));
            ControlFlow::Continue(())
        });
        assert_eq!(found, [("a", Use::Style), ("b", Use::Font), ("f", Use::Image), ("i", Use::Image)]);
    }
}
