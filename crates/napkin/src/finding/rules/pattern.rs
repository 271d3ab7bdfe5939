//! The rules of URL patterns.

use super::Record;
use crate::Severity::Error;

const CREATE: &[&str] = &["URL Pattern Standard section 1.4"];
const COMPILE: &[&str] = &["URL Pattern Standard section 1.5"];
const TOKENIZE: &[&str] = &["URL Pattern Standard section 2.1.2"];
const PARSE: &[&str] = &["URL Pattern Standard section 2.1.5"];
const CANONICAL: &[&str] = &["URL Pattern Standard section 3.1"];

crate::rules! {
    /// The rules of URL patterns.
    pub PATTERN_RULES of "pattern";

    PATTERN_BASE = Record {
        code: "pattern-base",
        severity: Error,
        sentence: "a pattern without a protocol needs a base URL",
        why: "The missing components are those of the base. `:` after a protocol may be read as the start of a name: write `https\\:` for a protocol before a letter.",
        see: CREATE,
        ..Record::EMPTY
    };

    PATTERN_ESCAPE = Record {
        code: "pattern-escape",
        severity: Error,
        sentence: "`\\` in a pattern is followed by the character that it escapes",
        why: "There is no character at the end of the text. Write `\\\\` for a backslash.",
        see: TOKENIZE,
        ..Record::EMPTY
    };

    PATTERN_NAME = Record {
        code: "pattern-name",
        severity: Error,
        sentence: "`:` in a pattern is followed by the name of a group",
        why: "A name begins with a letter, `$` or `_`. Write `\\:` for a colon.",
        see: TOKENIZE,
        ..Record::EMPTY
    };

    PATTERN_GROUP = Record {
        code: "pattern-group",
        severity: Error,
        sentence: "the parentheses of a pattern enclose a regular expression of ASCII characters, without inner groups that capture",
        why: "An inner group is written `(?:...)`. Parentheses count in brackets, too. Write `\\(` for a parenthesis.",
        see: TOKENIZE,
        ..Record::EMPTY
    };

    PATTERN_BRACE = Record {
        code: "pattern-brace",
        severity: Error,
        sentence: "each `{` of a component has its `}`, with at most one group in between",
        why: "Braces cannot contain braces, and no component can begin within braces. Write `\\{` for a brace.",
        see: PARSE,
        ..Record::EMPTY
    };

    PATTERN_MODIFIER = Record {
        code: "pattern-modifier",
        severity: Error,
        sentence: "`?` and `+` stand after a group",
        why: "They repeat a name, a regular expression or the content of braces. Write `\\?` for a question mark, and `{a}+` for a repeated text.",
        see: PARSE,
        ..Record::EMPTY
    };

    PATTERN_NAME_TWICE = Record {
        code: "pattern-name-twice",
        severity: Error,
        sentence: "a component has each name once",
        why: "The groups of a component are found by their names.",
        see: PARSE,
        names_found: false,
        ..Record::EMPTY
    };

    PATTERN_IPV6 = Record {
        code: "pattern-ipv6",
        severity: Error,
        sentence: "a hostname that begins with `[` has only hexadecimal digits, `:`, `[` and `]`",
        why: "It is the pattern of an IPv6 address.",
        see: CANONICAL,
        ..Record::EMPTY
    };

    PATTERN_REGEXP = Record {
        code: "pattern-regexp",
        severity: Error,
        sentence: "a group has a regular expression in the syntax of ECMAScript with the flag `v`, which the engine supports",
        why: "With the flag `v`, brackets need escapes for `(`, `)`, `[`, `{`, `}`, `/`, `-` and `|`, and no unknown escapes are allowed.",
        see: COMPILE,
        ..Record::EMPTY
    };

    PATTERN_REGEXP_ENGINE = Record {
        code: "pattern-regexp-engine",
        severity: Error,
        sentence: "a pattern with regular expressions needs an engine for them",
        why: "A program chooses the engine. Names and `*` need none.",
        see: COMPILE,
        ..Record::EMPTY
    };

    PATTERN_LONG = Record {
        code: "pattern-long",
        severity: Error,
        sentence: "a component of the pattern is longer than the limit",
        why: "The time of a match grows with the length of the pattern.",
        see: COMPILE,
        ..Record::EMPTY
    };
}
