//! `data:` URLs by the Fetch Standard, section 6, with what it calls: "forgiving-base64 decode" of the Infra Standard,
//! section 7, and "parse a MIME type" and "serialize a MIME type" of the MIME Sniffing Standard, sections 4.4 and 4.5.
//!
//! Steps stand in the standards' order, and variables have their names. Failure is `None`.

use super::whatwg::percent::percent_decode;
use super::whatwg::{Errors, parse_api};

/// A MIME type: its type, subtype and parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MimeType {
    /// In ASCII lowercase.
    pub type_: String,
    /// In ASCII lowercase.
    pub subtype: String,
    /// An ordered map.
    pub parameters: Vec<(String, String)>,
}

impl MimeType {
    /// "Essence".
    #[must_use]
    pub fn essence(&self) -> String {
        format!("{}/{}", self.type_, self.subtype)
    }
}

/// What a `data:` URL stands for: a "data: URL struct".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Its MIME type.
    pub mime_type: MimeType,
    /// Its body.
    pub body: Vec<u8>,
}

/// The "`data:` URL processor" on what the URL parser makes of a text; `None` also for a text that makes no such URL.
#[must_use]
pub fn process(text: &str) -> Option<Data> {
    // 1. Assert: dataURL's scheme is "data".
    let mut data_url = parse_api(text, None, &mut Errors::new()).filter(|url| url.scheme == "data")?;
    // 2. The URL serializer with exclude fragment set to true.
    data_url.fragment = None;
    let input = data_url.href();
    // 3. Remove the leading "data:".
    let input: Vec<char> = input.strip_prefix("data:")?.chars().collect();
    // 4. to 6.
    let mut position = 0;
    let mut mime_type = collect(&input, &mut position, |c| c != ',');
    mime_type = mime_type.trim_matches(is_ascii_whitespace).to_owned();
    // 7. and 8.
    if position >= input.len() {
        return None;
    }
    position += 1;
    // 9. and 10.
    let encoded_body: String = input[position..].iter().collect();
    let mut body = percent_decode(encoded_body.as_bytes());
    // 11. ";", zero or more U+0020, and an ASCII case-insensitive match for "base64".
    if let Some(front) = without_marker(&mime_type) {
        let string_body: String = body.iter().map(|&byte| char::from(byte)).collect();
        body = forgiving_base64_decode(&string_body)?;
        mime_type = front;
    }
    // 12.
    if mime_type.starts_with(';') {
        mime_type.insert_str(0, "text/plain");
    }
    // 13. and 14.
    let mime_type = parse_mime_type(&mime_type).unwrap_or_else(|| MimeType {
        type_: "text".into(),
        subtype: "plain".into(),
        parameters: vec![("charset".into(), "US-ASCII".into())],
    });
    Some(Data { mime_type, body })
}

fn without_marker(mime_type: &str) -> Option<String> {
    // Removing six code points, then U+0020s, then the ";".
    let characters: Vec<char> = mime_type.chars().collect();
    let (front, word) = characters.split_at(characters.len().checked_sub(6)?);
    let is_word = word.iter().collect::<String>().eq_ignore_ascii_case("base64");
    let front: String = front.iter().collect();
    let front = front.trim_end_matches(' ').strip_suffix(';')?;
    is_word.then(|| front.to_owned())
}

fn is_ascii_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

fn is_http_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

fn is_http_token(text: &str) -> bool {
    text.chars().all(|c| "!#$%&'*+-.^_`|~".contains(c) || c.is_ascii_alphanumeric())
}

fn is_http_quoted_string_token(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '\t' | '\u{20}'..='\u{7e}' | '\u{80}'..='\u{ff}'))
}

/// "Collect a sequence of code points".
fn collect(input: &[char], position: &mut usize, condition: impl Fn(char) -> bool) -> String {
    let mut result = String::new();
    while *position < input.len() && condition(input[*position]) {
        result.push(input[*position]);
        *position += 1;
    }
    result
}

/// "Forgiving-base64 decode".
#[must_use]
pub fn forgiving_base64_decode(data: &str) -> Option<Vec<u8>> {
    // 1. Remove all ASCII whitespace.
    let mut data: Vec<char> = data.chars().filter(|&c| !is_ascii_whitespace(c)).collect();
    // 2. One or two U+003D at the end, if the length divides by 4.
    if data.len().is_multiple_of(4) {
        for _ in 0..2 {
            if data.last() == Some(&'=') {
                data.pop();
            }
        }
    }
    // 3.
    if data.len() % 4 == 1 {
        return None;
    }
    // 4. to 10., with the buffer as text.
    let mut buffer = String::new();
    for c in data {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        buffer += &format!("{:06b}", alphabet.find(c)?);
    }
    let bytes = buffer.as_bytes().chunks_exact(8);
    Some(bytes.map(|bits| bits.iter().fold(0, |byte, &bit| byte << 1 | (bit - b'0'))).collect())
}

/// "Parse a MIME type".
#[must_use]
pub fn parse_mime_type(input: &str) -> Option<MimeType> {
    // 1. and 2.
    let input: Vec<char> = input.trim_matches(is_http_whitespace).chars().collect();
    let mut position = 0;
    // 3. and 4.
    let type_ = collect(&input, &mut position, |c| c != '/');
    if type_.is_empty() || !is_http_token(&type_) {
        return None;
    }
    // 5. and 6.
    if position >= input.len() {
        return None;
    }
    position += 1;
    // 7. to 9.
    let subtype = collect(&input, &mut position, |c| c != ';');
    let subtype = subtype.trim_end_matches(is_http_whitespace);
    if subtype.is_empty() || !is_http_token(subtype) {
        return None;
    }
    // 10.
    let mut mime_type =
        MimeType { type_: type_.to_ascii_lowercase(), subtype: subtype.to_ascii_lowercase(), parameters: Vec::new() };
    // 11.
    while position < input.len() {
        parse_parameter(&input, &mut position, &mut mime_type);
    }
    Some(mime_type)
}

/// The steps under 11.
fn parse_parameter(input: &[char], position: &mut usize, mime_type: &mut MimeType) {
    // 1. to 4.
    *position += 1;
    collect(input, position, is_http_whitespace);
    let parameter_name = collect(input, position, |c| c != ';' && c != '=').to_ascii_lowercase();
    // 5. and 6.
    if *position < input.len() {
        if input[*position] == ';' {
            return;
        }
        *position += 1;
    }
    if *position >= input.len() {
        return;
    }
    // 7. to 9.
    let parameter_value = if input[*position] == '"' {
        let value = collect_http_quoted_string(input, position);
        collect(input, position, |c| c != ';');
        value
    } else {
        let value = collect(input, position, |c| c != ';');
        let value = value.trim_end_matches(is_http_whitespace).to_owned();
        if value.is_empty() {
            return;
        }
        value
    };
    // 10.
    let is_new = !mime_type.parameters.iter().any(|(name, _)| *name == parameter_name);
    if !parameter_name.is_empty()
        && is_http_token(&parameter_name)
        && is_http_quoted_string_token(&parameter_value)
        && is_new
    {
        mime_type.parameters.push((parameter_name, parameter_value));
    }
}

/// "Collect an HTTP quoted string" of the Fetch Standard, with extract-value set to true.
fn collect_http_quoted_string(input: &[char], position: &mut usize) -> String {
    let mut value = String::new();
    *position += 1;
    loop {
        value += &collect(input, position, |c| c != '"' && c != '\\');
        if *position >= input.len() {
            return value;
        }
        let quote_or_backslash = input[*position];
        *position += 1;
        if quote_or_backslash != '\\' {
            return value;
        }
        if *position >= input.len() {
            value.push('\\');
            return value;
        }
        value.push(input[*position]);
        *position += 1;
    }
}

/// "Serialize a MIME type".
#[must_use]
pub fn serialize_mime_type(mime_type: &MimeType) -> String {
    let mut serialization = format!("{}/{}", mime_type.type_, mime_type.subtype);
    for (name, value) in &mime_type.parameters {
        let mut value = value.clone();
        if !is_http_token(&value) || value.is_empty() {
            value = value.replace('\\', "\\\\").replace('"', "\\\"");
            value = format!("\"{value}\"");
        }
        serialization += &format!(";{name}={value}");
    }
    serialization
}
