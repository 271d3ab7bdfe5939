//! The options of `napkin get` that decide what HTTP servers receive, and when a request is repeated.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args};
use napkin_answer::domain::public_suffix;
use napkin_retrieve::{Cookies, Operation, Request};

use super::seconds;
use crate::output::Trouble;

/// The heading of these options.
const HTTP: &str = "HTTP";

#[derive(Args)]
pub(crate) struct HttpOptions {
    /// Send this header field to the server of the first URL, and to no other: 'Accept: text/html'
    #[arg(short = 'H', long, value_name = "NAME:VALUE", action = ArgAction::Append, help_heading = HTTP, hide_short_help = true)]
    pub(crate) header: Vec<String>,
    /// Call this program AGENT, as the field User-Agent
    #[arg(short = 'A', long, value_name = "AGENT", help_heading = HTTP, hide_short_help = true)]
    pub(crate) user_agent: Option<String>,
    /// Use this method: GET, POST, PUT, PATCH, DELETE or OPTIONS [default: GET; POST with --data]
    #[arg(short = 'X', long, value_name = "METHOD", value_parser = operation, conflicts_with_all = ["head", "range", "resume", "cache"], help_heading = HTTP, hide_short_help = true)]
    pub(crate) request: Option<Operation>,
    /// Send this text as the body, or the content of FILE for `@FILE`
    ///
    /// The type of the body is application/x-www-form-urlencoded, unless -H 'Content-Type: TYPE' is given. A redirect to another
    /// server is then refused (`redirect-operation`), unless it turns the request into a GET.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["head", "range", "resume", "cache"], help_heading = HTTP, hide_short_help = true)]
    pub(crate) data: Option<String>,
    /// Keep the cookies that servers set during this run, and send them back (RFC 6265)
    #[arg(long, conflicts_with = "cache", help_heading = HTTP, hide_short_help = true)]
    pub(crate) cookies: bool,
    /// Repeat a request N times after a timeout, a lost connection, or status 408, 429, 500, 502, 503 or 504
    ///
    /// Waits 1, 2, 4 seconds and so on, or as long as the server asks (Retry-After). Requests with consequences, such as POST, are
    /// never repeated.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = HTTP, hide_short_help = true)]
    pub(crate) retry: u32,
    /// Wait at most SECONDS before a request is repeated; give up if the server asks for more
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds, help_heading = HTTP, hide_short_help = true)]
    pub(crate) max_retry_delay: Duration,
    /// Retrieve each object with at most BYTES per second: 500k, 2M
    #[arg(long, value_name = "BYTES", value_parser = rate, help_heading = HTTP, hide_short_help = true)]
    pub(crate) limit_rate: Option<u64>,
}

impl HttpOptions {
    /// Returns the request with the user's fields, method and body. The fields are only added `for_user`.
    pub(crate) fn applied(&self, mut request: Request) -> Result<Request, Trouble> {
        request = self.user_agent.iter().fold(request, Request::with_user_agent);
        if self.cookies {
            request = request.with_cookies(&Cookies::new(|name| public_suffix(name).as_deref() == Some(name)));
        }
        let operation = self.request.unwrap_or(if self.data.is_some() { Operation::Post } else { Operation::Get });
        match &self.data {
            Some(data) => request = request.sending(operation, body(data)?),
            None if self.request.is_some() => request = request.with_operation(operation),
            None => {}
        }
        Ok(request)
    }

    /// Adds the header fields of the user.
    pub(crate) fn with_fields(&self, request: Request) -> Result<Request, Trouble> {
        self.header.iter().try_fold(request, |request, field| {
            let wrong = |why: &str| Trouble::Usage(format!("--header: {why}"));
            let (name, value) =
                field.split_once(':').ok_or_else(|| wrong("expected NAME:VALUE, but found no colon"))?;
            request.with_field(name, value).map_err(|error| wrong(error.message()))
        })
    }
}

fn body(data: &str) -> Result<Vec<u8>, Trouble> {
    match data.strip_prefix('@').map(PathBuf::from) {
        None => Ok(data.as_bytes().to_vec()),
        Some(path) => fs::read(&path).map_err(|error| Trouble::io(path.to_string_lossy(), error)),
    }
}

fn operation(text: &str) -> Result<Operation, String> {
    use Operation::{Delete, Get, Options, Patch, Post, Put};
    let known = [Get, Post, Put, Patch, Delete, Options].into_iter().find(|operation| operation.name() == text);
    known.ok_or_else(|| "expected GET, POST, PUT, PATCH, DELETE or OPTIONS; --head is HEAD".to_owned())
}

/// Parses a number of bytes with `k`, `M` or `G` for powers of 1024, as curl does.
fn rate(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.trim_end_matches(|c: char| c.is_ascii_alphabetic()) {
        digits if digits.len() == text.len() => (digits, 0),
        digits => match &text[digits.len()..] {
            "k" | "K" => (digits, 10),
            "m" | "M" => (digits, 20),
            "g" | "G" => (digits, 30),
            _ => (text, 0),
        },
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes > 0).ok_or_else(|| "expected a number of bytes, such as 500k or 2M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rates_have_units() {
        for (text, bytes) in [("100", 100), ("500k", 512_000), ("2M", 2 << 20), ("1G", 1 << 30)] {
            assert_eq!(rate(text), Ok(bytes));
        }
        for text in ["", "0", "k", "2x", "-1", "99999999999999999999", "99999999999G"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
