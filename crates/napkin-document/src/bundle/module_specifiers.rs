//! Finds the imports of a JavaScript module. Start at `specifiers`.
//!
//! Finds the strings of `import` and `export ... from`, and of `import()` with a single string. The reader knows only
//! enough of the language to tell strings, templates, comments and regular expressions from the rest. Adjacent tokens
//! alone cannot tell what a slash begins; if the reader meets text that no script can contain, it returns nothing
//! rather than a wrong result.
//!
//! `oxc_parser` was tried instead: 10,000 opening brackets overflow its stack, which ends the process, and it adds 75
//! crates.

use memchr::memmem;
use napkin::Span;
use napkin::whatwg::Url;

/// A module specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Specifier {
    /// The span, with the quotes.
    pub(super) span: Span,
    /// The text between the quotes, which contains no escape.
    pub(super) text: String,
}

/// The imports of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Specifiers {
    pub(super) list: Vec<Specifier>,
    /// The calls of `import()` whose argument is not a plain string.
    pub(super) computed: Vec<Span>,
}

/// Returns the imports of a script; `None` if they cannot be determined for sure.
pub(super) fn specifiers(script: &[u8]) -> Option<Specifiers> {
    // Most scripts import nothing.
    if memmem::find(script, b"import").is_none() && memmem::find(script, b"export").is_none() {
        return Some(Specifiers::default());
    }
    let start = if script.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let (before, clause) = (Before::Operator, Clause::None);
    let mut reader = Reader { script, at: start, before, clause, open: Vec::new(), found: Specifiers::default() };
    while reader.at < script.len() {
        reader.token()?;
    }
    Some(reader.found)
}

/// The kind of the previous token, which decides what a slash begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The end of an operand: a slash divides.
    Operand,
    /// An operator or the start: a slash begins a regular expression.
    Operator,
    /// A dot: the next word is a property name.
    Dot,
}

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `(`; `heads` if it belongs to `if`, `while` and the like, so that a statement follows the `)`.
    Round {
        heads: bool,
    },
    Other,
    /// `${` in a template.
    Template,
}

/// The state of reading an import.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    None,
    /// After `import`, which began at this offset.
    Import(usize),
    Export,
    /// The names that are imported or exported.
    Names {
        behind_brace: bool,
    },
    /// After `from`.
    From,
    /// After `import(`, which began at this offset.
    Call(usize),
    /// After the string argument of `import(`.
    Argument(Span),
}

/// A token, as far as imports need it.
enum Token<'t> {
    Word(&'t [u8]),
    String(Span),
    Sign(u8),
    Other,
}

struct Reader<'s> {
    script: &'s [u8],
    at: usize,
    before: Before,
    clause: Clause,
    open: Vec<Open>,
    found: Specifiers,
}

impl Reader<'_> {
    fn token(&mut self) -> Option<()> {
        let rest = &self.script[self.at..];
        match *rest {
            [b'/', b'/', ..] | [b'#', b'!', ..] => {
                self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            }
            [b'/', b'*', ..] => self.at += memmem::find(rest, b"*/")? + 2,
            [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => self.at += 1,
            [quote @ (b'"' | b'\''), ..] => self.string(quote)?,
            [b'`', ..] => {
                self.at += 1;
                self.template()?;
            }
            [b'/', ..] if self.before == Before::Operator => self.regular_expression()?,
            [byte, ..] if is_word(byte) => self.word(),
            [byte, ..] => self.sign(byte)?,
            [] => {}
        }
        Some(())
    }

    fn string(&mut self, quote: u8) -> Option<()> {
        let start = self.at;
        self.at += 1;
        loop {
            match *self.script.get(self.at)? {
                b'\\' => self.at += 2,
                b'\n' | b'\r' => return None,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        break;
                    }
                }
            }
        }
        self.seen(&Token::String(Span::new(start, self.at)));
        self.before = Before::Operand;
        Some(())
    }

    /// Reads the text of a template, up to its end or to an expression in it.
    fn template(&mut self) -> Option<()> {
        loop {
            match *self.script.get(self.at)? {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    self.seen(&Token::Other);
                    self.before = Before::Operand;
                    return Some(());
                }
                b'$' if self.script.get(self.at + 1) == Some(&b'{') => {
                    self.at += 2;
                    self.open.push(Open::Template);
                    self.seen(&Token::Other);
                    self.before = Before::Operator;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }

    fn regular_expression(&mut self) -> Option<()> {
        let mut in_class = false;
        self.at += 1;
        loop {
            match *self.script.get(self.at)? {
                b'\\' => self.at += 1,
                b'\n' | b'\r' => return None,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        while self.script.get(self.at).copied().is_some_and(is_word) {
            self.at += 1;
        }
        self.seen(&Token::Other);
        self.before = Before::Operand;
        Some(())
    }

    fn word(&mut self) {
        /// Words after which an expression begins.
        const OPERATORS: [&[u8]; 16] = [
            b"return", b"typeof", b"case", b"in", b"of", b"delete", b"void", b"throw", b"new", b"else", b"do",
            b"instanceof", b"yield", b"await", b"extends", b"default",
        ];
        let start = self.at;
        while self.script.get(self.at).copied().is_some_and(is_word) {
            self.at += 1;
        }
        let word = &self.script[start..self.at];
        let is_property = self.before == Before::Dot;
        self.at = start;
        match (word, is_property) {
            (_, true) => self.seen(&Token::Other),
            _ => self.seen(&Token::Word(word)),
        }
        self.at = start + word.len();
        let is_operator = !is_property && OPERATORS.contains(&word);
        self.before = if is_operator { Before::Operator } else { Before::Operand };
    }

    fn sign(&mut self, byte: u8) -> Option<()> {
        match byte {
            b'(' => self.open.push(Open::Round { heads: self.heads() }),
            b'[' | b'{' => self.open.push(Open::Other),
            _ => {}
        }
        let closed = if matches!(byte, b')' | b']' | b'}') { Some(self.open.pop()?) } else { None };
        if closed == Some(Open::Template) {
            self.at += 1;
            return self.template();
        }
        self.seen(&Token::Sign(byte));
        let is_spread = byte == b'.' && self.script[self.at..].starts_with(b"...");
        let doubled = matches!(byte, b'+' | b'-') && self.script.get(self.at + 1) == Some(&byte);
        self.before = match byte {
            b')' if closed == Some(Open::Round { heads: true }) => Before::Operator,
            b')' | b']' => Before::Operand,
            // The end of a block or an object. After a block, a slash hardly ever begins an expression.
            b'}' => Before::Operand,
            b'.' if !is_spread => Before::Dot,
            // After an operand, `++` or `--` ends it; otherwise it precedes one. Either way the state stays the same.
            _ if doubled => self.before,
            _ => Before::Operator,
        };
        self.at += if is_spread {
            3
        } else if doubled {
            2
        } else {
            1
        };
        Some(())
    }

    /// Returns whether `if`, `while`, `for` or `with` is directly before the current position.
    fn heads(&self) -> bool {
        let front = self.script[..self.at].trim_ascii_end();
        let start = front.iter().rposition(|&byte| !is_word(byte)).map_or(0, |at| at + 1);
        let is_property = front[..start].last() == Some(&b'.');
        !is_property && matches!(&front[start..], b"if" | b"while" | b"for" | b"with")
    }

    /// Advances the state of the current import.
    fn seen(&mut self, token: &Token<'_>) {
        self.clause = match (self.clause, token) {
            (Clause::None, Token::Word(b"import")) => Clause::Import(self.at),
            (Clause::None, Token::Word(b"export")) => Clause::Export,
            (Clause::None, _) => Clause::None,
            (Clause::Import(_), Token::String(span)) | (Clause::From, Token::String(span)) => {
                self.specifier(*span);
                Clause::None
            }
            (Clause::Import(start), Token::Sign(b'(')) => Clause::Call(start),
            (Clause::Import(_), Token::Word(_) | Token::Sign(b'{' | b'*')) => Clause::Names { behind_brace: false },
            (Clause::Export, Token::Sign(b'{' | b'*')) => Clause::Names { behind_brace: false },
            (Clause::Import(_) | Clause::Export, _) => Clause::None,
            (Clause::Names { .. } | Clause::From, Token::Word(b"from")) => Clause::From,
            (Clause::Names { behind_brace: true }, Token::Word(_)) => Clause::again(token, self.at),
            (Clause::Names { .. } | Clause::From, Token::Sign(b'}')) => Clause::Names { behind_brace: true },
            (
                Clause::Names { .. } | Clause::From,
                Token::Word(_) | Token::String(_) | Token::Sign(b',' | b'*' | b'{'),
            ) => Clause::Names { behind_brace: false },
            (Clause::Names { .. } | Clause::From, _) => Clause::None,
            (Clause::Call(_), Token::String(span)) => Clause::Argument(*span),
            (Clause::Call(start), _) => self.computed(start),
            (Clause::Argument(span), Token::Sign(b')' | b',')) => {
                self.specifier(span);
                Clause::None
            }
            (Clause::Argument(span), _) => self.computed(span.start),
        };
    }

    fn computed(&mut self, start: usize) -> Clause {
        self.found.computed.push(Span::new(start, self.at));
        Clause::None
    }

    fn specifier(&mut self, span: Span) {
        let inner = Span::new(span.start + 1, span.end - 1);
        match std::str::from_utf8(&self.script[inner.range()]) {
            Ok(text) if !text.contains('\\') => self.found.list.push(Specifier { span, text: text.to_owned() }),
            _ => self.found.computed.push(span),
        }
    }
}

impl Clause {
    /// Begins a new statement after one without semicolon.
    fn again(token: &Token<'_>, at: usize) -> Self {
        match token {
            Token::Word(b"import") => Self::Import(at),
            Token::Word(b"export") => Self::Export,
            _ => Self::None,
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'\\') || byte >= 0x80
}

/// Returns whether a specifier names a URL. Any other text is a bare specifier, which only an import map resolves (HTML
/// standard 8.1.3.2.2).
pub(super) fn is_url(specifier: &str) -> bool {
    ["/", "./", "../"].iter().any(|start| specifier.starts_with(start)) || Url::parse(specifier, None).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_modules_are_found() {
        for (script, expected) in [
            ("import './a.js'", &["./a.js"][..]),
            ("import a from './a.js';import b from\"./b.js\"", &["./a.js", "./b.js"]),
            ("import*as a from'./a.js'\nexport*from'./b.js'", &["./a.js", "./b.js"]),
            ("import{a as b,c}from'./a.js'", &["./a.js"]),
            ("import d, { a } from './a.js'", &["./a.js"]),
            ("import from from './a.js'", &["./a.js"]),
            ("import { from } from './a.js'", &["./a.js"]),
            ("import { 'x y' as z } from './a.js'", &["./a.js"]),
            ("export { a, b as default } from './a.js'", &["./a.js"]),
            ("export * as n from './a.js'", &["./a.js"]),
            ("export { a }\nimport b from './b.js'", &["./b.js"]),
            ("export { a }; const from = 'no'", &[]),
            ("export const a = 'no'; export default 'no'", &[]),
            ("import a from './a.json' with { type: 'json' }", &["./a.json"]),
            ("// import './no.js'\n/* import './no.js' */", &[]),
            ("'import \"./no.js\"'; `import './no.js' ${ import('./a.js') } import`", &["./a.js"]),
            ("const r = /import '.\\/no.js'/; a / import('./a.js') / 2", &["./a.js"]),
            ("if (x) /[/'\"]/.test(y); import('./a.js')", &["./a.js"]),
            ("x.import('./no.js'); import.meta.url", &[]),
            ("a++ / 2; 'x'; import('./a.js')", &["./a.js"]),
            ("await import('./a.js').then(x)", &["./a.js"]),
            ("import('./a.js', { with: {} })", &["./a.js"]),
            ("#!/usr/bin/env node '\nimport './a.js'", &["./a.js"]),
            ("class A { #p = 1; import() {} }", &[]),
            ("", &[]),
        ] {
            let found = specifiers(script.as_bytes()).map(|found| found.list);
            let texts = found.map(|list| list.into_iter().map(|one| one.text).collect::<Vec<_>>());
            assert_eq!(
                texts.as_deref(),
                Some(&expected.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
                "{script}"
            );
        }
    }

    #[test]
    fn computed_specifiers_are_counted() {
        for (script, computed) in [
            ("import(a)", 1),
            ("import('./' + a)", 1),
            ("import(`./a.js`)", 1),
            ("import('./\\x61.js')", 1),
            ("import('./a.js')", 0),
        ] {
            assert_eq!(specifiers(script.as_bytes()).map(|found| found.computed.len()), Some(computed), "{script}");
        }
    }

    #[test]
    fn scripts_that_cannot_be_read_have_no_specifiers() {
        for script in ["import 'a", "import 'a\n'", "import `a", "import /* a", "import x from 'a' )", "import /[/ "] {
            assert_eq!(specifiers(script.as_bytes()), None, "{script}");
        }
    }
}
