//! The options of `napkin serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};
use napkin_document::screen::TypePattern;

use super::{LIMITS, Retrieval};

/// Serve a page that explains URLs, an API and a gateway over HTTP
///
/// Open the printed address in a browser. /api/openapi.json describes the API. /get/URL retrieves a URL of any scheme over HTTP, and
/// clients may use the address as their HTTP proxy. By default, only programs of this machine are served: to listen at another
/// address, give a token, which every request must carry. Schemes besides http, https, data and about need --allow-scheme.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin serve
  napkin serve --allow-scheme gopher --deny active
  napkin serve --listen 0.0.0.0:8640 --own-host pub.example:8640 --token-file token.txt")]
pub(crate) struct Serve {
    /// Listen at this address; port 0 is any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8640")]
    pub(crate) listen: SocketAddr,
    /// Accept requests for this host name, too, with its port if that differs
    #[arg(long, value_name = "HOST[:PORT]", action = ArgAction::Append)]
    pub(crate) own_host: Vec<String>,
    /// Require the token in this file, of at least 16 characters
    ///
    /// Requests carry it as a bearer token, or as the password of any user.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) token_file: Option<PathBuf>,
    /// Log each request as a JSON object on standard error, without the URLs that it is about
    #[arg(long)]
    pub(crate) log: bool,
    /// Refuse these media types, and documents that embed them in `data:` URLs at any depth
    ///
    /// A type is such as text/html, image/*, or active.
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append, help_heading = "Gateway")]
    pub(crate) deny: Vec<TypePattern>,
    /// Allow only these media types, also in `data:` URLs
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append, help_heading = "Gateway")]
    pub(crate) allow: Vec<TypePattern>,
    /// Rewrite and screen documents up to BYTES
    ///
    /// Larger documents keep their links, and --deny and --allow refuse them.
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20, help_heading = "Gateway")]
    pub(crate) max_document: usize,
    /// Retrieve at most N objects at a time; others wait, or get an error 503
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Gateway", hide_short_help = true)]
    pub(crate) max_retrievals: usize,
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
    /// Limit the line and the header fields of a request to BYTES; more is an error 431
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10, value_parser = clap::value_parser!(u32).range(8192..), help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_header: u32,
    /// Limit the body of a request to BYTES; more is an error 413
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_body: usize,
    /// Limit an answer to BYTES; more is an error 413, or 502 for a document that the gateway rewrites
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_answer: usize,
    /// Limit the definition of a scheme that is linted to BYTES; more is an error 413
    ///
    /// Its tree takes many times its bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_definition: usize,
    /// Serve at most N connections at a time; further ones get an error 503
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_connections: usize,
    /// Work on at most N large requests at a time; others wait, or get an error 503
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_large: usize,
    /// Let a request wait SECONDS while --max-large or --max-retrievals is reached; then it is an error 503
    #[arg(long, value_name = "SECONDS", default_value_t = 5, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) queue_timeout: u64,
    /// Close a connection that is idle, or sends no header, for SECONDS
    #[arg(long, value_name = "SECONDS", default_value_t = 15, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) header_timeout: u64,
    /// Limit the body of a request to SECONDS; then it is an error 408
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) body_timeout: u64,
    /// Limit the work for an answer to SECONDS; then it is an error 503
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) answer_timeout: u64,
    /// Close a connection whose client reads nothing for SECONDS, or less than 16 KiB per second
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) write_timeout: u64,
    /// Wait SECONDS for open requests after SIGINT or SIGTERM
    #[arg(long, value_name = "SECONDS", default_value_t = 10, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) grace: u64,
}
