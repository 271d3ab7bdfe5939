//! Helpers for the targets under the URL Standard: reads the steps from bytes, and calls the API by the names of its
//! attributes.
//!
//! This file checks no property.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

/// Separates the texts of an input. No text contains this byte, so that all other characters, such as tabs, newlines
/// and NUL, reach the engine, and seeds and dictionary entries are unchanged in an input.
pub const SEPARATOR: u8 = 0xFF;

/// The longest text in bytes. The crate for Unicode ToASCII refuses a label of more than 1000 code points, which the
/// standard does not; one character of three bytes, such as U+3316, becomes six code points.
pub const LONGEST: usize = 480;

/// The attributes of the standard's URL class, section 6.1.
pub const ATTRIBUTES: [&str; 11] =
    ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/// The attributes with a setter, in the order of the letters that select them in an input: `a` is `href`.
pub const SETTERS: [&str; 10] =
    ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/// A text to parse, its base, and the setter to call on the result.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The text.
    pub text: &'a str,
    /// The base.
    pub base: Option<&'a str>,
    /// An attribute of [`SETTERS`], and its value.
    pub steps: Vec<(&'static str, &'a str)>,
}

/// `TEXT [SEPARATOR BASE [SEPARATOR (LETTER VALUE)]...]`; an empty base counts as missing.
impl<'a> Arbitrary<'a> for Plan<'a> {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
        let mut texts = input.bytes(input.len())?.split(|&byte| byte == SEPARATOR).map(text);
        let text = texts.next().ok_or(Error::NotEnoughData)??;
        let base = texts.next().transpose()?.filter(|base| !base.is_empty());
        let steps = texts.map(|step| Ok(self::step(step?))).filter_map(Result::transpose).collect::<Result<_>>()?;
        Ok(Self { text, base, steps })
    }
}

fn text(bytes: &[u8]) -> Result<&str> {
    str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST).ok_or(Error::IncorrectFormat)
}

fn step(step: &str) -> Option<(&'static str, &str)> {
    let letter = step.chars().next().filter(char::is_ascii)?;
    let number = usize::from(u8::try_from(letter).ok()?.wrapping_sub(b'a'));
    Some((SETTERS[number % SETTERS.len()], &step[1..]))
}
