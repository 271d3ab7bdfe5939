//! The Fetch Standard's "data: URL processor", with what it calls: "forgiving-base64 decode" of the Infra Standard, and
//! "parse a MIME type" and "serialize a MIME type" of MIME Sniffing.
//!
//! The steps stand in the standards' order and under their numbers. The URL is parsed by [`whatwg`](super::whatwg);
//! failure is `None`. A MIME type's type, subtype and values are texts, whose code points above U+00FF no value has.

use super::whatwg::percent::percent_decode;
use super::whatwg::serialize::serialize;
use super::whatwg::{Errors, parse};

/// What a response to a `data:` URL is made of: `fetch()` of this text ends with a network error, or with this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataUrl {
    /// The MIME type.
    pub mime_type: MimeType,
    /// The bytes.
    pub body: Vec<u8>,
}

/// "MIME type representation".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MimeType {
    /// In lower case.
    pub r#type: String,
    /// In lower case.
    pub subtype: String,
    /// In their order; the names are in lower case, and each is there once.
    pub parameters: Vec<(String, String)>,
}

/// Scheme fetch, `data`: the text is parsed as a URL first. `None` too for a URL of another scheme.
#[must_use]
pub fn fetch(text: &str) -> Option<DataUrl> {
    let record = parse(text, None, &mut Errors::new())?;
    if record.scheme != "data" {
        return None;
    }
    // 2: the fragment is excluded. 3: "data:" is removed.
    process(serialize(&record, true).strip_prefix("data:").expect("a URL begins with its scheme"))
}

/// "data: URL processor", from step 4.
fn process(input: &str) -> Option<DataUrl> {
    // 5 to 9. Without a comma, position is past the end.
    let (mime_type, encoded_body) = input.split_once(',')?;
    let mut mime_type = mime_type.trim_matches(is_ascii_whitespace).to_owned();
    // 10.
    let mut body = percent_decode(encoded_body.as_bytes());
    // 11. What is compared is ASCII, so that bytes and code points are the same.
    if let Some(length) = length_without_base64(&mime_type) {
        body = forgiving_base64_decode(&body)?;
        mime_type.truncate(length);
    }
    // 12.
    if mime_type.starts_with(';') {
        mime_type.insert_str(0, "text/plain");
    }
    // 13 and 14.
    let mime_type = MimeType::parse(&mime_type).unwrap_or_else(|| MimeType {
        r#type: "text".into(),
        subtype: "plain".into(),
        parameters: vec![("charset".into(), "US-ASCII".into())],
    });
    Some(DataUrl { mime_type, body })
}

/// What steps 11.4 to 11.6 leave, if the text ends with a semicolon, any number of spaces, and "base64" in any case.
fn length_without_base64(mime_type: &str) -> Option<usize> {
    let at = mime_type.len().checked_sub("base64".len())?;
    let base64 = mime_type.get(at..)?;
    let before = mime_type[..at].trim_end_matches(' ').strip_suffix(';')?;
    base64.eq_ignore_ascii_case("base64").then_some(before.len())
}

/// "forgiving-base64 decode" of the Infra Standard, of bytes that were isomorphically decoded.
#[must_use]
pub fn forgiving_base64_decode(data: &[u8]) -> Option<Vec<u8>> {
    // 1.
    let mut data: Vec<u8> = data.iter().copied().filter(|&byte| !is_ascii_whitespace(char::from(byte))).collect();
    // 2.
    if data.len().is_multiple_of(4) {
        let padding = data.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
        data.truncate(data.len() - padding);
    }
    // 3.
    if data.len() % 4 == 1 {
        return None;
    }
    // 4 to 8, and 10: whole bytes are taken, and the bits that are left are discarded.
    let (mut output, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in data {
        buffer = buffer << 6 | value(byte)?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            output.push(u8::try_from(buffer >> bits).expect("what was taken before is masked away"));
            buffer &= (1 << bits) - 1;
        }
    }
    Some(output)
}

/// RFC 4648, table 1.
fn value(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

impl MimeType {
    /// "parse a MIME type".
    #[must_use]
    pub fn parse(input: &str) -> Option<Self> {
        // 1 to 6. A type that is followed by nothing is position past the end.
        let (r#type, rest) = input.trim_matches(is_http_whitespace).split_once('/')?;
        // 7 and 8.
        let (subtype, mut rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
        let subtype = subtype.trim_end_matches(is_http_whitespace);
        // 4 and 9.
        if !is_http_token(r#type) || !is_http_token(subtype) {
            return None;
        }
        // 10.
        let mut mime_type =
            Self { r#type: r#type.to_ascii_lowercase(), subtype: subtype.to_ascii_lowercase(), parameters: Vec::new() };
        // 11; what is left begins with its semicolon.
        while !rest.is_empty() {
            rest = mime_type.parse_parameter(&rest[1..]);
        }
        Some(mime_type)
    }

    /// Steps 11.2 to 11.10, and what is left.
    fn parse_parameter<'a>(&mut self, input: &'a str) -> &'a str {
        let input = input.trim_start_matches(is_http_whitespace);
        let (name, rest) = input.split_at(input.find([';', '=']).unwrap_or(input.len()));
        let name = name.to_ascii_lowercase();
        let Some(rest) = rest.strip_prefix('=') else { return rest };
        let (value, rest) = if rest.starts_with('"') {
            let (value, rest) = collect_http_quoted_string(rest);
            (value, &rest[rest.find(';').unwrap_or(rest.len())..])
        } else {
            let (value, rest) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
            let value = value.trim_end_matches(is_http_whitespace);
            if value.is_empty() {
                return rest;
            }
            (value.to_owned(), rest)
        };
        let is_new = self.parameters.iter().all(|(other, _)| *other != name);
        if is_http_token(&name) && value.chars().all(is_quoted_string_token) && is_new {
            self.parameters.push((name, value));
        }
        rest
    }

    /// "serialize a MIME type".
    #[must_use]
    pub fn serialize(&self) -> String {
        let mut serialization = self.essence();
        for (name, value) in &self.parameters {
            serialization.push_str(&format!(";{name}="));
            if is_http_token(value) {
                serialization.push_str(value);
            } else {
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                serialization.push_str(&format!("\"{escaped}\""));
            }
        }
        serialization
    }

    /// "essence".
    #[must_use]
    pub fn essence(&self) -> String {
        format!("{}/{}", self.r#type, self.subtype)
    }
}

/// "collect an HTTP quoted string" with extract-value true: the value, and what is behind the string.
fn collect_http_quoted_string(input: &str) -> (String, &str) {
    let mut value = String::new();
    let mut characters = input[1..].chars();
    loop {
        match characters.next() {
            None | Some('"') => return (value, characters.as_str()),
            Some('\\') => value.push(characters.next().unwrap_or('\\')),
            Some(c) => value.push(c),
        }
    }
}

/// "ASCII whitespace" of the Infra Standard, with the form feed.
fn is_ascii_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{C}' | '\r' | ' ')
}

/// "HTTP whitespace", without it.
fn is_http_whitespace(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

/// Not empty, and solely of "HTTP token code points".
fn is_http_token(text: &str) -> bool {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !text.is_empty() && text.chars().all(is_token)
}

/// "HTTP quoted-string token code point".
fn is_quoted_string_token(c: char) -> bool {
    matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{FF}')
}
