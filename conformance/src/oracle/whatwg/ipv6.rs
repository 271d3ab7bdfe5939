//! The IPv6 parser of "Host parsing" and the IPv6 serializer of "Host serializing".

use super::Errors;

/// "IPv6 parser".
pub(super) fn ipv6_parse(input: &str, errors: &mut Errors) -> Option<[u16; 8]> {
    let input = input.chars().collect();
    let mut parser = Parser { input, pointer: 0, address: [0; 8], piece_index: 0, compress: None, errors };
    parser.run()?;
    parser.compress()?;
    Some(parser.address)
}

/// The variables of the algorithm.
struct Parser<'errors> {
    input: Vec<char>,
    pointer: usize,
    address: [u16; 8],
    piece_index: usize,
    compress: Option<usize>,
    errors: &'errors mut Errors,
}

impl Parser<'_> {
    /// "c", where `None` is the EOF code point.
    fn c(&self) -> Option<char> {
        self.input.get(self.pointer).copied()
    }

    /// "validation error, return failure".
    fn fail<T>(&mut self, error: &'static str) -> Option<T> {
        self.errors.push(error);
        None
    }

    /// Up to the end of the loop over the pieces.
    fn run(&mut self) -> Option<()> {
        if self.c() == Some(':') {
            if self.input.get(self.pointer + 1) != Some(&':') {
                return self.fail("IPv6-invalid-compression");
            }
            self.pointer += 2;
            self.piece_index += 1;
            self.compress = Some(self.piece_index);
        }
        while let Some(c) = self.c() {
            if self.piece_index == 8 {
                return self.fail("IPv6-too-many-pieces");
            }
            if c == ':' {
                if self.compress.is_some() {
                    return self.fail("IPv6-multiple-compression");
                }
                self.pointer += 1;
                self.piece_index += 1;
                self.compress = Some(self.piece_index);
                continue;
            }
            let (mut value, mut length) = (0, 0);
            while length < 4
                && let Some(digit) = self.c().and_then(|c| c.to_digit(16))
            {
                value = value * 0x10 + digit;
                self.pointer += 1;
                length += 1;
            }
            match self.c() {
                Some('.') => {
                    self.embedded_ipv4(length)?;
                    break;
                }
                Some(':') => {
                    self.pointer += 1;
                    if self.c().is_none() {
                        return self.fail("IPv6-invalid-code-point");
                    }
                }
                Some(_) => return self.fail("IPv6-invalid-code-point"),
                None => {}
            }
            if length > 1 && value < 0x10_u32.pow(length - 1) {
                self.errors.push("IPv6-piece-leading-zero");
            }
            self.address[self.piece_index] = u16::try_from(value).expect("four hexadecimal digits are 16 bits");
            self.piece_index += 1;
        }
        Some(())
    }

    /// The steps for U+002E (.), after as many digits of the piece as `length` says.
    fn embedded_ipv4(&mut self, length: u32) -> Option<()> {
        if length == 0 {
            return self.fail("IPv4-in-IPv6-invalid-code-point");
        }
        self.pointer -= length as usize;
        if self.piece_index > 6 {
            return self.fail("IPv4-in-IPv6-too-many-pieces");
        }
        let mut numbers_seen = 0;
        while self.c().is_some() {
            let mut ipv4_piece: Option<u16> = None;
            if numbers_seen > 0 {
                if self.c() == Some('.') && numbers_seen < 4 {
                    self.pointer += 1;
                } else {
                    return self.fail("IPv4-in-IPv6-invalid-code-point");
                }
            }
            if !self.c().is_some_and(|c| c.is_ascii_digit()) {
                return self.fail("IPv4-in-IPv6-invalid-code-point");
            }
            while let Some(number) = self.c().and_then(|c| c.to_digit(10)) {
                let number = u16::try_from(number).expect("one decimal digit");
                let piece = match ipv4_piece {
                    None => number,
                    Some(0) => return self.fail("IPv4-in-IPv6-invalid-code-point"),
                    Some(piece) => piece * 10 + number,
                };
                ipv4_piece = Some(piece);
                if piece > 255 {
                    return self.fail("IPv4-in-IPv6-out-of-range-part");
                }
                self.pointer += 1;
            }
            let piece = ipv4_piece.expect("there was an ASCII digit");
            self.address[self.piece_index] = self.address[self.piece_index] * 0x100 + piece;
            numbers_seen += 1;
            if numbers_seen == 2 || numbers_seen == 4 {
                self.piece_index += 1;
            }
        }
        if numbers_seen != 4 {
            return self.fail("IPv4-in-IPv6-too-few-parts");
        }
        Some(())
    }

    /// The steps after the loop: moves the pieces after the compression to the end.
    fn compress(&mut self) -> Option<()> {
        if let Some(compress) = self.compress {
            let mut swaps = self.piece_index - compress;
            self.piece_index = 7;
            while self.piece_index != 0 && swaps > 0 {
                self.address.swap(self.piece_index, compress + swaps - 1);
                self.piece_index -= 1;
                swaps -= 1;
            }
        } else if self.piece_index != 8 {
            return self.fail("IPv6-too-few-pieces");
        }
        Some(())
    }
}

/// "IPv6 serializer".
pub(super) fn ipv6_serialize(address: &[u16; 8]) -> String {
    let mut output = String::new();
    let compress = find_compressed_piece_index(address);
    let mut ignore0 = false;
    for (piece_index, &piece) in address.iter().enumerate() {
        if ignore0 && piece == 0 {
            continue;
        } else if ignore0 {
            ignore0 = false;
        }
        if compress == Some(piece_index) {
            output.push_str(if piece_index == 0 { "::" } else { ":" });
            ignore0 = true;
            continue;
        }
        output.push_str(&format!("{piece:x}"));
        if piece_index != 7 {
            output.push(':');
        }
    }
    output
}

/// "find the IPv6 address compressed piece index".
fn find_compressed_piece_index(address: &[u16; 8]) -> Option<usize> {
    let mut longest_index = None;
    let mut longest_size = 1;
    let mut found_index = None;
    let mut found_size = 0;
    for (piece_index, &piece) in address.iter().enumerate() {
        if piece != 0 {
            if found_size > longest_size {
                longest_index = found_index;
                longest_size = found_size;
            }
            found_index = None;
            found_size = 0;
        } else {
            if found_index.is_none() {
                found_index = Some(piece_index);
            }
            found_size += 1;
        }
    }
    if found_size > longest_size {
        return found_index;
    }
    longest_index
}
