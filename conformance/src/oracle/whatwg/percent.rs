//! "Percent-encoded bytes".

use encoding_rs::{EncoderResult, Encoding, UTF_8};

use super::code_points::PercentEncodeSet;

/// "percent-encode" a byte.
#[must_use]
pub fn percent_encode_byte(byte: u8) -> String {
    format!("%{byte:02X}")
}

/// "percent-decode" a byte sequence.
#[must_use]
pub fn percent_decode(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut at = 0;
    while let Some(&byte) = input.get(at) {
        if byte != b'%' {
            output.push(byte);
        } else {
            let hex = |offset: usize| input.get(at + offset).and_then(|&digit| char::from(digit).to_digit(16));
            match (hex(1), hex(2)) {
                (Some(high), Some(low)) => {
                    output.push(u8::try_from(high * 16 + low).expect("two hexadecimal digits are a byte"));
                    at += 2;
                }
                _ => output.push(byte),
            }
        }
        at += 1;
    }
    output
}

/// "UTF-8 decode without BOM": what is no UTF-8 becomes U+FFFD, a byte order mark stays.
#[must_use]
pub fn utf8_decode_without_bom(bytes: &[u8]) -> String {
    UTF_8.decode_without_bom_handling(bytes).0.into_owned()
}

/// Whether the text has a "percent-encoded byte".
#[must_use]
pub fn contains_percent_encoded_byte(text: &str) -> bool {
    text.as_bytes().windows(3).any(|bytes| bytes[0] == b'%' && is_hex(bytes[1]) && is_hex(bytes[2]))
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// "percent-encode after encoding".
#[must_use]
pub fn percent_encode_after_encoding(encoding: &'static Encoding, input: &str, set: PercentEncodeSet) -> String {
    let space_as_plus = set == PercentEncodeSet::FormUrlencoded;
    let mut encoder = encoding.new_encoder();
    let mut input_queue = input;
    let mut output = String::new();
    loop {
        let (potential_error, encode_output) = encode_or_fail(&mut encoder, &mut input_queue);
        for byte in encode_output {
            let isomorph = char::from(byte);
            if space_as_plus && byte == b' ' {
                output.push('+');
            } else if !set.contains(isomorph) {
                output.push(isomorph);
            } else {
                output.push_str(&percent_encode_byte(byte));
            }
        }
        let Some(unmappable) = potential_error else { return output };
        output.push_str(&format!("%26%23{}%3B", u32::from(unmappable)));
    }
}

/// The Encoding Standard's "encode or fail": encodes up to the first code point that the encoding lacks, and takes
/// what it has read off the queue.
fn encode_or_fail(encoder: &mut encoding_rs::Encoder, input_queue: &mut &str) -> (Option<char>, Vec<u8>) {
    let mut encode_output = Vec::new();
    loop {
        let mut bytes = [0; 64];
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(input_queue, &mut bytes, true);
        encode_output.extend_from_slice(&bytes[..written]);
        *input_queue = &input_queue[read..];
        match result {
            EncoderResult::InputEmpty => return (None, encode_output),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(c) => return (Some(c), encode_output),
        }
    }
}

/// "UTF-8 percent-encode" a string.
#[must_use]
pub fn utf8_percent_encode(input: &str, set: PercentEncodeSet) -> String {
    percent_encode_after_encoding(UTF_8, input, set)
}

/// "UTF-8 percent-encode" a scalar value.
#[must_use]
pub fn utf8_percent_encode_char(scalar_value: char, set: PercentEncodeSet) -> String {
    utf8_percent_encode(scalar_value.encode_utf8(&mut [0; 4]), set)
}
