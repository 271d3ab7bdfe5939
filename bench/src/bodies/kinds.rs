//! Generates bodies of `data:` URLs: random, but the same in each run.

use base64::prelude::{BASE64_STANDARD, Engine};

/// A kind of body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Clean,
    Lines,
    Escaped,
    NoEscapes,
    SomeEscapes,
    OnlyEscapes,
    Bytes,
}

impl Body {
    pub(crate) const ALL: [Self; 7] =
        [Self::Clean, Self::Lines, Self::Escaped, Self::NoEscapes, Self::SomeEscapes, Self::OnlyEscapes, Self::Bytes];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Lines => "lines",
            Self::Escaped => "escaped",
            Self::NoEscapes => "no-escapes",
            Self::SomeEscapes => "some-escapes",
            Self::OnlyEscapes => "only-escapes",
            Self::Bytes => "encode",
        }
    }

    /// The name in the table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Clean => "base64, clean",
            Self::Lines => "base64, a line break each 76 symbols",
            Self::Escaped => "base64, `+`, `/` and `=` percent-encoded",
            Self::NoEscapes => "percent, no escapes",
            Self::SomeEscapes => "percent, one byte in 20 an escape",
            Self::OnlyEscapes => "percent, only escapes",
            Self::Bytes => "encode into a new `String`",
        }
    }

    /// Returns this many bytes of text; one or two less if base64 has no text of this length.
    pub(crate) fn text(self, length: usize) -> Vec<u8> {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let base64 = |length: usize| BASE64_STANDARD.encode(Random(42).bytes(length / 4 * 3)).into_bytes();
        match self {
            Self::Clean => base64(length),
            Self::Lines => {
                let lines: Vec<u8> =
                    base64(length / 77 * 76).chunks(76).flat_map(|line| [line, b"\n"].concat()).collect();
                lines
            }
            Self::Escaped => {
                // One byte becomes three, of two base64 symbols.
                let escape = |byte| match byte {
                    b'+' => b"%2B".to_vec(),
                    b'/' => b"%2F".to_vec(),
                    byte => vec![byte],
                };
                let mut text: Vec<u8> =
                    base64(length / 17 * 16).into_iter().take(length / 17 * 16 - 1).flat_map(escape).collect();
                text.extend(b"%3D");
                text
            }
            Self::NoEscapes => (0..length).map(|_| b'a' + random.below(26)).collect(),
            Self::SomeEscapes => random.escapes(length, 20),
            Self::OnlyEscapes => random.escapes(length, 1),
            Self::Bytes => random.bytes(length),
        }
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u8 {
        ((self.next() >> 20) % limit) as u8
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(256)).collect()
    }

    /// Returns this many bytes of text, with an escape for one byte in `one_in`.
    fn escapes(&mut self, length: usize, one_in: u64) -> Vec<u8> {
        let mut text = Vec::with_capacity(length + 3);
        while text.len() + 3 <= length {
            if self.below(one_in) == 0 {
                text.extend(format!("%{:02X}", self.below(256)).bytes());
            } else {
                text.push(b'a' + self.below(26));
            }
        }
        text
    }
}
