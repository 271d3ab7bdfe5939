//! Writes the skeleton of a definition.

use napkin::percent::SCHEME;
use napkin_scheme::lint;

use crate::output::Trouble;

/// The skeleton, with the placeholders `NAME` and `QUESTIONS` (the questions of the lint).
const SKELETON: &str = include_str!("skeleton.toml");

/// Returns the skeleton for a scheme of this name, with or without its colon.
///
/// # Errors
/// Returns an error for an invalid name of a scheme (RFC 3986 section 3.1).
pub fn skeleton(name: &str) -> Result<String, Trouble> {
    let name = name.strip_suffix(':').unwrap_or(name);
    let is_name = name.bytes().all(|byte| SCHEME.contains_byte(byte) && !byte.is_ascii_uppercase());
    if !is_name || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let why = "a scheme is lower-case letters, digits, `+`, `-` and `.`, and begins with a letter";
        return Err(Trouble::Usage(format!("{name}: {why} (RFC 3986 section 3.1)")));
    }
    Ok(SKELETON.replace("QUESTIONS\n", &questions()).replace("NAME", name))
}

/// Returns each question of the lint, with an empty answer below it.
fn questions() -> String {
    let asked = lint::rules().filter_map(|rule| Some((rule, lint::question(rule)?)));
    asked.map(|(rule, question)| format!("# {question}\n{} = \"\"\n", rule.code())).collect()
}
