//! Reads grammars in the standards' own notation, and matches texts.
//!
//! The grammars are therefore the standards' own lines. All ways to match are followed at once, as a set of positions, so
//! that neither the order of alternatives nor greediness matters.

use std::collections::BTreeMap;

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// RFC 822 with `|` for alternatives, as in the draft (its section 1.4). Literals are exact: the draft spells out
    /// both cases wherever it means both.
    Draft,
    /// RFC 5234: `/` for alternatives, and literals in either case.
    Abnf,
}

/// An expression of the notation.
#[derive(Clone, Debug)]
enum Node {
    /// One character of these ranges, both ends included.
    Class(Vec<(char, char)>),
    /// These characters, exactly, or in either case of ASCII.
    Literal(Vec<char>, bool),
    Sequence(Vec<Node>),
    Alternatives(Vec<Node>),
    /// The least and the greatest number of repetitions.
    Repeat(usize, usize, Box<Node>),
    Rule(String),
}

/// A parsed grammar.
#[derive(Clone, Debug)]
pub struct Grammar {
    rules: BTreeMap<String, Node>,
}

impl Grammar {
    /// Reads rules. A rule ends before the next name with an `=`; `;` begins a comment.
    ///
    /// # Panics
    /// If the text is not in the notation or names a rule that it does not define: a slip of transcription.
    #[must_use]
    pub fn read(text: &str, notation: Notation) -> Self {
        let tokens = tokens(text, notation);
        let mut rules = BTreeMap::new();
        let mut reader = Reader { tokens: &tokens, at: 0, notation };
        while let Some(Token::Name(name)) = reader.next() {
            assert_eq!(reader.next(), Some(&Token::Is), "`=` after {name}");
            let node = reader.alternatives();
            assert!(rules.insert(name.clone(), node).is_none(), "{name} is defined twice");
        }
        assert_eq!(reader.at, tokens.len() + 1, "all of the grammar is read");
        let mut grammar = Self { rules };
        grammar.fold_classes();
        grammar
    }

    /// Returns whether the whole of `text` matches `rule`.
    #[must_use]
    pub fn matches(&self, rule: &str, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        self.step(&self.rules[rule], &text, &[0]).last() == Some(&text.len())
    }

    /// Returns the names of the rules.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// Returns the possible ends of matches of `node` that start at one of `from`; sorted, without duplicates.
    fn step(&self, node: &Node, text: &[char], from: &[usize]) -> Vec<usize> {
        match node {
            Node::Class(ranges) => from
                .iter()
                .filter(|at| text.get(**at).is_some_and(|c| ranges.iter().any(|(low, high)| low <= c && c <= high)))
                .map(|at| at + 1)
                .collect(),
            Node::Literal(literal, exact) => {
                let stands = |at: usize| {
                    text.len() >= at + literal.len()
                        && literal.iter().zip(&text[at..]).all(|(l, t)| l == t || !exact && l.eq_ignore_ascii_case(t))
                };
                from.iter().filter(|at| stands(**at)).map(|at| at + literal.len()).collect()
            }
            Node::Sequence(nodes) => nodes
                .iter()
                .fold(from.to_vec(), |from, node| if from.is_empty() { from } else { self.step(node, text, &from) }),
            Node::Alternatives(nodes) => {
                union(nodes.iter().flat_map(|node| self.step(node, text, from)).collect::<Vec<_>>())
            }
            Node::Repeat(least, most, node) => self.repeat(*least, *most, node, text, from),
            Node::Rule(name) => self.step(&self.rules[name], text, from),
        }
    }

    fn repeat(&self, least: usize, most: usize, node: &Node, text: &[char], from: &[usize]) -> Vec<usize> {
        let mut front = from.to_vec();
        for _ in 0..least {
            front = self.step(node, text, &front);
        }
        let mut ends = front.clone();
        for _ in least..most {
            front = self.step(node, text, &front);
            front.retain(|at| ends.binary_search(at).is_err());
            if front.is_empty() {
                break;
            }
            ends = union([ends, front.clone()].concat());
        }
        ends
    }

    /// Replaces every rule that matches one character of a set by that set. This affects only the speed.
    fn fold_classes(&mut self) {
        loop {
            let known: BTreeMap<String, Vec<(char, char)>> = self
                .rules
                .iter()
                .filter_map(|(name, node)| match node {
                    Node::Class(ranges) => Some((name.clone(), ranges.clone())),
                    _ => None,
                })
                .collect();
            for node in self.rules.values_mut() {
                fold(node, &known);
            }
            let after = self.rules.values().filter(|node| matches!(node, Node::Class(_))).count();
            if after == known.len() {
                return;
            }
        }
    }
}

fn fold(node: &mut Node, known: &BTreeMap<String, Vec<(char, char)>>) {
    match node {
        Node::Class(_) => {}
        Node::Rule(name) => {
            if let Some(ranges) = known.get(name) {
                *node = Node::Class(ranges.clone());
            }
        }
        Node::Literal(literal, exact) => {
            if let [c] = literal[..] {
                let both = [
                    (c, c),
                    (c.to_ascii_lowercase(), c.to_ascii_lowercase()),
                    (c.to_ascii_uppercase(), c.to_ascii_uppercase()),
                ];
                *node = Node::Class(if *exact { vec![(c, c)] } else { both.to_vec() });
            }
        }
        Node::Sequence(nodes) => nodes.iter_mut().for_each(|node| fold(node, known)),
        Node::Repeat(_, _, inner) => fold(inner, known),
        Node::Alternatives(nodes) => {
            nodes.iter_mut().for_each(|node| fold(node, known));
            let ranges: Option<Vec<_>> = nodes
                .iter()
                .map(|node| if let Node::Class(ranges) = node { Some(ranges.clone()) } else { None })
                .collect();
            if let Some(ranges) = ranges {
                *node = Node::Class(ranges.concat());
            }
        }
    }
}

fn union(mut positions: Vec<usize>) -> Vec<usize> {
    positions.sort_unstable();
    positions.dedup();
    positions
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Is,
    Or,
    Open,
    Close,
    OpenOption,
    CloseOption,
    Times(usize, usize),
    Text(String),
    /// `%x41` or `%x41-5A`.
    Range(char, char),
}

fn tokens(text: &str, notation: Notation) -> Vec<Token> {
    let or = if notation == Notation::Draft { '|' } else { '/' };
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let (token, length) = match first {
                ';' => break,
                '=' => (Token::Is, 1),
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                '[' => (Token::OpenOption, 1),
                ']' => (Token::CloseOption, 1),
                '"' => quoted(rest, '"', Token::Text),
                // `0<pchar>`, RFC 3986's way to write nothing: a rule's name in angle brackets.
                '<' => quoted(rest, '>', Token::Name),
                '%' => range(rest),
                '*' | '0'..='9' => times(rest),
                c if c == or => (Token::Or, 1),
                c if c.is_ascii_alphabetic() => {
                    let length = run(rest, |c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
                    (Token::Name(rest[..length].to_owned()), length)
                }
                other => panic!("`{other}` in the grammar line {line}"),
            };
            tokens.push(token);
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

fn run(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

fn quoted(text: &str, close: char, token: impl Fn(String) -> Token) -> (Token, usize) {
    let end = text[1..].find(close).expect("a closing mark") + 1;
    (token(text[1..end].to_owned()), end + 1)
}

fn range(text: &str) -> (Token, usize) {
    let digits = text.strip_prefix("%x").expect("hexadecimal");
    let length = run(digits, |c| c.is_ascii_hexdigit() || c == '-');
    let (low, high) = digits[..length].split_once('-').unwrap_or((&digits[..length], &digits[..length]));
    let character = |digits| char::from_u32(u32::from_str_radix(digits, 16).unwrap()).expect("a character");
    (Token::Range(character(low), character(high)), length + 2)
}

fn times(text: &str) -> (Token, usize) {
    let length = run(text, |c| c.is_ascii_digit() || c == '*');
    let number = |digits: &str, otherwise| if digits.is_empty() { otherwise } else { digits.parse().unwrap() };
    let (least, most) = match text[..length].split_once('*') {
        Some((least, most)) => (number(least, 0), number(most, usize::MAX)),
        None => (number(&text[..length], 0), number(&text[..length], 0)),
    };
    (Token::Times(least, most), length)
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    notation: Notation,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a Token> {
        self.at += 1;
        self.tokens.get(self.at - 1)
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn alternatives(&mut self) -> Node {
        let mut nodes = vec![self.sequence()];
        while self.peek() == Some(&Token::Or) {
            self.at += 1;
            nodes.push(self.sequence());
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Alternatives(nodes) }
    }

    fn sequence(&mut self) -> Node {
        let mut nodes = Vec::new();
        loop {
            let begins_next_rule = self.tokens.get(self.at + 1) == Some(&Token::Is);
            match self.peek() {
                None | Some(Token::Or | Token::Close | Token::CloseOption) => break,
                Some(Token::Name(_)) if begins_next_rule => break,
                Some(_) => nodes.push(self.element()),
            }
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Sequence(nodes) }
    }

    fn element(&mut self) -> Node {
        match self.next().expect("an element") {
            Token::Name(name) => Node::Rule(name.clone()),
            Token::Text(text) => Node::Literal(text.chars().collect(), self.notation == Notation::Draft),
            Token::Range(low, high) => Node::Class(vec![(*low, *high)]),
            Token::Times(least, most) => Node::Repeat(*least, *most, Box::new(self.element())),
            Token::Open => self.closed_by(&Token::Close),
            Token::OpenOption => Node::Repeat(0, 1, Box::new(self.closed_by(&Token::CloseOption))),
            other => panic!("{other:?} where an element begins"),
        }
    }

    fn closed_by(&mut self, close: &Token) -> Node {
        let node = self.alternatives();
        assert_eq!(self.next(), Some(close));
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_mean_what_they_say() {
        let abnf = Grammar::read(
            "a = 1*2\"x\" [ \"y\" ] ; comment\n b = 0<c> / %x41-43\n c = ( \"0\" / b ) 2\"-\"",
            Notation::Abnf,
        );
        let yes = [("a", "x"), ("a", "xXy"), ("b", ""), ("b", "B"), ("c", "0--"), ("c", "--")];
        let no = [("a", ""), ("a", "xxx"), ("b", "D"), ("c", "0-"), ("c", "0---")];
        assert!(yes.iter().all(|(rule, text)| abnf.matches(rule, text)));
        assert!(!no.iter().any(|(rule, text)| abnf.matches(rule, text)));
        let draft = Grammar::read("a = *( \"ab\" | \"a\" ) \"b\"", Notation::Draft);
        assert!(draft.matches("a", "ab") && draft.matches("a", "abb") && !draft.matches("a", "AB"));
    }
}
