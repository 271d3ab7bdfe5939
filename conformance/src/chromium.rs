//! Chromium's results for odd `data:` URLs: `data/chromium-data-urls.tsv`, and the page that collects them.
//!
//! The page calls `fetch()` on every URL and shows each result as a line of JSON. These lines become the file's rows: the URL
//! as a JSON string, the type, and the bytes, separated by tabs. The file's head says more.

use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Read at run time, because the program that generates the file contains this module.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/chromium-data-urls.tsv");

/// Longer bodies are stored as their length and their digest.
const LONGEST_BODY: usize = 64;

/// A URL, and the result of `fetch()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The argument of `fetch()`.
    pub url: String,
    /// The response; `None` if the promise was rejected.
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

/// Returns hexadecimal digits, or for more than 64 bytes `sha256:LENGTH:DIGEST`.
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

/// Returns the rows of the stored file.
///
/// # Panics
///
/// If a row is invalid, or the first line does not name the browser.
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
    /// Returns the row as written in the file.
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

/// Returns a JSON string in ASCII, without characters that are special in HTML.
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

/// Returns the page: its text has a line for each URL, or the number of results so far.
#[must_use]
pub fn page(urls: &[String]) -> String {
    let list: Vec<String> = urls.iter().map(|url| json_in_ascii(url)).collect();
    format!(
        "<!DOCTYPE html><meta charset=utf-8><pre></pre><iframe></iframe><script>\nconst urls = [\n{}\n];{SCRIPT}",
        list.join(",\n")
    )
}

/// The shown text must not need character references; otherwise the dump would have to be parsed as HTML.
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

/// Parses the rows for these URLs from the page's text, as printed by `--dump-dom`.
///
/// # Errors
///
/// Returns what is missing, or contradicts the head of the file.
pub fn rows(urls: Vec<String>, dump: &str) -> Result<Vec<Row>, String> {
    let lines = dump.split_once("\nbegin\n").and_then(|(_, rest)| rest.split_once("\nend\n"));
    let lines: Vec<&str> = lines.ok_or("the page did not finish")?.0.lines().collect();
    if lines.len() != urls.len() {
        return Err(format!("{} answers to {} URLs", lines.len(), urls.len()));
    }
    urls.into_iter().zip(lines).map(|(url, line)| answered(url, line)).collect()
}

/// Parses the row of one result, and checks the constant values that the file leaves out.
fn answered(url: String, line: &str) -> Result<Row, String> {
    let answer = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
    let response = match answer {
        Answer::Error { error } if error == "TypeError" => None,
        Answer::Error { error } => return Err(format!("{url:?}: {error}")),
        Answer::Response { status, r#type, blob, body } => {
            if status != 200 {
                return Err(format!("{url:?}: status {status}"));
            }
            // The essence, or since some release between 148 and 156 the whole type; in lower case, like every `Blob`'s type.
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
