//! The characters of names: `IdentifierStart` and `IdentifierPart` of ECMAScript.

mod table;

/// Returns whether a name may begin with the character.
pub(super) fn is_start(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '$' | '_' => true,
        _ => !c.is_ascii() && has(&table::START, c),
    }
}

/// Returns whether a name may have the character after its first one.
pub(super) fn is_part(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '$' | '_' => true,
        '\u{200c}' | '\u{200d}' => true,
        _ => !c.is_ascii() && (has(&table::START, c) || has(&table::CONTINUE, c)),
    }
}

/// Returns whether a list of the first characters of ranges, and of those after the ranges, contains a character.
fn has(boundaries: &[u32], c: char) -> bool {
    boundaries.partition_point(|&boundary| boundary <= u32::from(c)) % 2 == 1
}
