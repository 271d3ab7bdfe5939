//! "`application/x-www-form-urlencoded`".

use encoding_rs::{Encoding, UTF_8};

use super::code_points::PercentEncodeSet;
use super::percent::{percent_decode, percent_encode_after_encoding, utf8_decode_without_bom};

/// "`application/x-www-form-urlencoded` parser": names with their values.
#[must_use]
pub fn parse(input: &[u8]) -> Vec<(String, String)> {
    let mut output = Vec::new();
    for bytes in input.split(|&byte| byte == b'&') {
        if bytes.is_empty() {
            continue;
        }
        let (name, value) = match bytes.iter().position(|&byte| byte == b'=') {
            Some(equals) => (&bytes[..equals], &bytes[equals + 1..]),
            None => (bytes, &b""[..]),
        };
        output.push((decode(name), decode(value)));
    }
    output
}

/// The steps for a name or a value.
fn decode(bytes: &[u8]) -> String {
    let bytes: Vec<u8> = bytes.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    utf8_decode_without_bom(&percent_decode(&bytes))
}

/// "`application/x-www-form-urlencoded` string parser".
#[must_use]
pub fn parse_string(input: &str) -> Vec<(String, String)> {
    parse(input.as_bytes())
}

/// "`application/x-www-form-urlencoded` serializer", in UTF-8.
#[must_use]
pub fn serialize(tuples: &[(String, String)]) -> String {
    serialize_encoded(tuples, UTF_8)
}

/// "`application/x-www-form-urlencoded` serializer".
#[must_use]
pub fn serialize_encoded(tuples: &[(String, String)], encoding: &'static Encoding) -> String {
    let encoding = encoding.output_encoding();
    let encode = |text: &str| percent_encode_after_encoding(encoding, text, PercentEncodeSet::FormUrlencoded);
    let mut output = String::new();
    for (name, value) in tuples {
        let (name, value) = (encode(name), encode(value));
        if !output.is_empty() {
            output.push('&');
        }
        output.push_str(&format!("{name}={value}"));
    }
    output
}
