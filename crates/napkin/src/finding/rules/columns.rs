//! The tables of the rules, column by column.
//!
//! The tables themselves are constants, which are in no program; of the columns a program has those that it asks for: one
//! that prints messages has no reasons and no examples, which are most of the text.

use super::{
    Entry, Example, Rule, Severity, audit, data, document, generic, lint_definition, lint_use, mail, mail_objects,
    mailbox, retrieve, scheme, screen, whatwg,
};

const COUNT: usize = Rule::ALL.len();

const fn entry(rule: usize) -> Entry {
    const WHATWG: usize = generic::TABLE.len();
    const DATA: usize = WHATWG + whatwg::TABLE.len();
    const SCREEN: usize = DATA + data::TABLE.len();
    const DOCUMENT: usize = SCREEN + screen::TABLE.len();
    const MAIL: usize = DOCUMENT + document::TABLE.len();
    const OBJECTS: usize = MAIL + mail::TABLE.len();
    const MAILBOX: usize = OBJECTS + mail_objects::TABLE.len();
    const RETRIEVE: usize = MAILBOX + mailbox::TABLE.len();
    const AUDIT: usize = RETRIEVE + retrieve::TABLE.len();
    const SCHEME: usize = AUDIT + audit::TABLE.len();
    const LINT: usize = SCHEME + scheme::TABLE.len();
    const USE: usize = LINT + lint_definition::TABLE.len();
    match rule {
        place @ 0..WHATWG => generic::TABLE[place],
        place @ WHATWG..DATA => whatwg::TABLE[place - WHATWG],
        place @ DATA..SCREEN => data::TABLE[place - DATA],
        place @ SCREEN..DOCUMENT => screen::TABLE[place - SCREEN],
        place @ DOCUMENT..MAIL => document::TABLE[place - DOCUMENT],
        place @ MAIL..OBJECTS => mail::TABLE[place - MAIL],
        place @ OBJECTS..MAILBOX => mail_objects::TABLE[place - OBJECTS],
        place @ MAILBOX..RETRIEVE => mailbox::TABLE[place - MAILBOX],
        place @ RETRIEVE..AUDIT => retrieve::TABLE[place - RETRIEVE],
        place @ AUDIT..SCHEME => audit::TABLE[place - AUDIT],
        place @ SCHEME..LINT => scheme::TABLE[place - SCHEME],
        place @ LINT..USE => lint_definition::TABLE[place - LINT],
        place => lint_use::TABLE[place - USE],
    }
}

/// One column of all tables.
macro_rules! column {
    ($($name:ident: $type:ty = $field:ident or $none:expr;)*) => {$(
        pub(super) static $name: [$type; COUNT] = {
            let mut column = [$none; COUNT];
            let mut rule = 0;
            while rule < COUNT {
                column[rule] = entry(rule).$field;
                rule += 1;
            }
            column
        };
    )*};
}

column! {
    CODES: &'static str = code or "";
    SEVERITIES: Severity = severity or Severity::Error;
    SENTENCES: &'static str = sentence or "";
    WHYS: &'static str = why or "";
    SECTIONS: [&'static str; 4] = see or [""; 4];
    EXAMPLES: Option<Example> = example or None;
}
