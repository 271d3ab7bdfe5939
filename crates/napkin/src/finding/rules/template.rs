//! The rules of URI templates.

use super::Record;
use crate::Severity::Error;

const LITERAL: &[&str] = &["RFC 6570 section 2.1"];
const EXPRESSION: &[&str] = &["RFC 6570 section 2.2"];
const VARIABLE: &[&str] = &["RFC 6570 section 2.3"];
const MODIFIER: &[&str] = &["RFC 6570 section 2.4"];
const PREFIX: &[&str] = &["RFC 6570 section 2.4.1"];

crate::rules! {
    /// The rules of URI templates.
    pub TEMPLATE_RULES of "template";

    TEMPLATE_LITERAL = Record {
        code: "template-literal",
        severity: Error,
        sentence: "a literal of a template has no white space, control characters, quotes, `<`, `>`, `\\`, `^`, `|`, or `%` without two hex digits",
        why: "These characters are not allowed in a URL. Write them percent-encoded.",
        see: LITERAL,
        ..Record::EMPTY
    };

    TEMPLATE_BRACE = Record {
        code: "template-brace",
        severity: Error,
        sentence: "each `{` of a template has its `}`, without braces in between",
        why: "Without the end, it is unknown which text is an expression.",
        see: EXPRESSION,
        ..Record::EMPTY
    };

    TEMPLATE_OPERATOR = Record {
        code: "template-operator",
        severity: Error,
        sentence: "the operators `=`, `,`, `!`, `@` and `|` are reserved for extensions",
        why: "No implementation knows what they mean.",
        see: EXPRESSION,
        ..Record::EMPTY
    };

    TEMPLATE_VARIABLE = Record {
        code: "template-variable",
        severity: Error,
        sentence: "the name of a variable has letters, digits, `_`, escapes, and single dots in between",
        why: "Other characters have, or may get, a meaning in expressions. Write them percent-encoded; the escapes are part of the name.",
        see: VARIABLE,
        ..Record::EMPTY
    };

    TEMPLATE_MODIFIER = Record {
        code: "template-modifier",
        severity: Error,
        sentence: "a variable has one modifier at most: `*`, or `:` and a number from 1 to 9999",
        why: "Anything else after a name has no meaning.",
        see: MODIFIER,
        ..Record::EMPTY
    };

    TEMPLATE_PREFIX_OF_LIST = Record {
        code: "template-prefix-of-list",
        severity: Error,
        sentence: "a prefix is taken only of a text, not of a list or of pairs",
        why: "Which characters of which item would be kept is undefined.",
        see: PREFIX,
        ..Record::EMPTY
    };
}
