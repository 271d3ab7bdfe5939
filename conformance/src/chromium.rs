//! What a Chromium made of odd `data:` URLs: `data/chromium-data-urls.tsv`, and the page that asks it.
//!
//! The page calls `fetch()` on every URL and shows what came of it, a line of JSON each; that is made into the file's
//! rows, of which each is the URL as a JSON string, the type, and the bytes, between tabs. The file's head says more.

use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Not compiled in, because what makes the file is compiled with it.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/chromium-data-urls.tsv");

/// Longer bodies are stored as their length and their digest.
const LONGEST_BODY: usize = 64;

/// A URL, and what `fetch()` made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What `fetch()` was given.
    pub url: String,
    /// `None` where its promise was rejected.
    pub response: Option<Response>,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The value of its `Content-Type`, as `response.headers.get()` has it.
    pub media_type: String,
    /// The body, as [`digest`] writes it.
    pub body: String,
}

/// Hexadecimal digits, or for more than 64 bytes `sha256:LENGTH:DIGEST`.
#[must_use]
pub fn digest(body: &[u8]) -> String {
    let mut text = String::new();
    let mut hexadecimal = |bytes: &[u8]| {
        for byte in bytes {
            write!(text, "{byte:02x}").expect("a string takes all that is written");
        }
        std::mem::take(&mut text)
    };
    if body.len() <= LONGEST_BODY {
        hexadecimal(body)
    } else {
        format!("sha256:{}:{}", body.len(), hexadecimal(&Sha256::digest(body)))
    }
}

/// The rows of the file that is kept.
///
/// # Panics
///
/// If one does not read, or the first line does not say which browser made them.
#[must_use]
pub fn corpus() -> Vec<Row> {
    let text = fs::read_to_string(CORPUS).unwrap_or_else(|error| panic!("{CORPUS}: {error}"));
    assert!(text.starts_with("# Chromium "), "the first line names the browser");
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Row {
    let columns: Vec<&str> = line.split('\t').collect();
    let url = serde_json::from_str(columns[0]).unwrap_or_else(|error| panic!("{line}: {error}"));
    let response = match columns[1..] {
        ["error"] => None,
        [media_type, body] => {
            let media_type = serde_json::from_str(media_type).unwrap_or_else(|error| panic!("{line}: {error}"));
            Some(Response { media_type, body: body.to_owned() })
        }
        _ => panic!("two columns or three: {line}"),
    };
    Row { url, response }
}

impl Row {
    /// The row as the file has it.
    #[must_use]
    pub fn line(&self) -> String {
        match &self.response {
            Some(response) => {
                format!("{}\t{}\t{}", json_in_ascii(&self.url), json_in_ascii(&response.media_type), response.body)
            }
            None => format!("{}\terror", json_in_ascii(&self.url)),
        }
    }
}

/// A JSON string of ASCII, in which nothing has a meaning in HTML.
#[must_use]
pub fn json_in_ascii(text: &str) -> String {
    let mut json = String::from('"');
    for unit in text.encode_utf16() {
        match u8::try_from(unit).map(char::from) {
            Ok(c @ ('"' | '\\')) => json.extend(['\\', c]),
            Ok(c @ ' '..='~') if !matches!(c, '<' | '>' | '&') => json.push(c),
            _ => write!(json, "\\u{unit:04x}").expect("a string takes all that is written"),
        }
    }
    json.push('"');
    json
}

/// The page that asks: its text is a line for each URL, or the count of those that have an answer so far.
#[must_use]
pub fn page(urls: &[String]) -> String {
    let list: Vec<String> = urls.iter().map(|url| json_in_ascii(url)).collect();
    format!(
        "<!DOCTYPE html><meta charset=utf-8><pre></pre><iframe></iframe><script>\nconst urls = [\n{}\n];{SCRIPT}",
        list.join(",\n")
    )
}

/// Nothing that it shows may be written with a character reference, or the dump would have to be read as HTML.
const SCRIPT: &str = r#"
// A document that is open has not loaded, and the page's own load event, which `--dump-dom` waits for, waits for it.
const waiting = document.querySelector('iframe').contentDocument;
waiting.open();
const hexadecimal = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
const ascii = value => JSON.stringify(value).replace(/[<>&]|[^ -~]/g,
    c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
async function ask(url) {
    try {
        const response = await fetch(url);
        const type = response.headers.get('content-type');
        const blob = await response.blob();
        const body = hexadecimal(new Uint8Array(await blob.arrayBuffer()));
        return {status: response.status, type, blob: blob.type, body};
    } catch (error) {
        return {error: error.name};
    }
}
(async () => {
    const lines = [];
    for (const url of urls) lines.push(ascii(await ask(url)));
    document.querySelector('script').remove();
    document.querySelector('pre').textContent = '\nbegin\n' + lines.join('\n') + '\nend\n';
    waiting.close();
})();
</script>
"#;

/// A line of the page.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Answer {
    Response { status: u16, r#type: String, blob: String, body: String },
    Error { error: String },
}

/// The rows that the page's text, as `--dump-dom` prints it, has for these URLs.
///
/// # Errors
///
/// What is missing in it, or is not as the head of the file says.
pub fn rows(urls: Vec<String>, dump: &str) -> Result<Vec<Row>, String> {
    let lines = dump.split_once("\nbegin\n").and_then(|(_, rest)| rest.split_once("\nend\n"));
    let lines: Vec<&str> = lines.ok_or("the page did not finish")?.0.lines().collect();
    if lines.len() != urls.len() {
        return Err(format!("{} answers to {} URLs", lines.len(), urls.len()));
    }
    urls.into_iter().zip(lines).map(|(url, line)| answered(url, line)).collect()
}

/// The row of one answer. What the file leaves out because it never varies is checked here.
fn answered(url: String, line: &str) -> Result<Row, String> {
    let answer = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
    let response = match answer {
        Answer::Error { error } if error == "TypeError" => None,
        Answer::Error { error } => return Err(format!("{url:?}: {error}")),
        Answer::Response { status, r#type, blob, body } => {
            if status != 200 {
                return Err(format!("{url:?}: status {status}"));
            }
            // What stands before the parameters, or since some release between 148 and 156 the whole; in lower case, as every
            // `Blob` has its type.
            let essence = r#type.split(';').next().unwrap_or("");
            if blob != essence && blob != r#type.to_ascii_lowercase() {
                return Err(format!("{url:?}: the blob has the type {blob:?}, the header {:?}", r#type));
            }
            let byte = |at| u8::from_str_radix(&body[at..at + 2], 16).map_err(|error| format!("{body}: {error}"));
            let bytes: Result<Vec<u8>, String> = (0..body.len()).step_by(2).map(byte).collect();
            Some(Response { media_type: r#type, body: digest(&bytes?) })
        }
    };
    Ok(Row { url, response })
}
