//! What the targets under the URL Standard share: what to do, out of bytes; and the API by its attributes' names.
//!
//! Holds no property itself.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

/// Divides an input into its texts. No byte of a text is this one, so that whatever stands between two of them, tabs,
/// newlines and NUL too, reaches the engine, and seeds and dictionary stand in an input as they are.
pub const SEPARATOR: u8 = 0xFF;

/// The longest text, in bytes. Unicode ToASCII is a crate's that fails a label of more than 1000 code points, which the
/// standard does not; and one of three bytes, such as U+3316, becomes six of them.
pub const LONGEST: usize = 480;

/// The attributes of the standard's URL class, section 6.1.
pub const ATTRIBUTES: [&str; 11] =
    ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/// Those that can be set, in the order of the letters that name them in an input: `a` is `href`.
pub const SETTERS: [&str; 10] =
    ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/// A text to be parsed, what against, and what to set of the result.
#[derive(Debug)]
pub struct Plan<'a> {
    /// What is parsed.
    pub text: &'a str,
    /// What it is parsed against.
    pub base: Option<&'a str>,
    /// An attribute of [`SETTERS`], and the value.
    pub steps: Vec<(&'static str, &'a str)>,
}

/// `TEXT [SEPARATOR BASE [SEPARATOR (LETTER VALUE)]...]`; an empty base is none.
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
