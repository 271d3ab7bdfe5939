//! The options of `napkin serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};
use napkin_document::screen::TypePattern;

use super::Retrieval;

/// A page on which one sees what a URL is, the answers of the other commands over HTTP, and a gateway: any scheme over HTTP
///
/// Open the address that is printed in a browser. The API is described at /api/openapi.json. What a URL names is at /get/URL, and
/// clients may use the address as their HTTP proxy. Only programs of this machine are served: whoever listens at another address
/// needs a token, which then everybody must give who asks. Schemes beside http, https, data and about need --allow-scheme.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8640")]
    pub(crate) listen: SocketAddr,
    /// A further name, with its port if that is not the one listened at, by which the server may be asked
    #[arg(long, value_name = "HOST[:PORT]", action = ArgAction::Append)]
    pub(crate) own_host: Vec<String>,
    /// A file with the token that requests must carry, as bearer token or as the password of any user; 16 characters at least
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) token_file: Option<PathBuf>,
    /// One JSON object on standard error for each request; what was asked about is not in it
    #[arg(long)]
    pub(crate) log: bool,
    /// The most bytes of a request's line and header fields; more is an error 431
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10, value_parser = clap::value_parser!(u32).range(8192..))]
    pub(crate) max_header: u32,
    /// The most bytes of a request's body; more is an error 413
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 20)]
    pub(crate) max_body: usize,
    /// The most bytes of an answer; more is an error 413, or 502 for a document that the gateway rewrites
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub(crate) max_answer: usize,
    /// The most bytes of a definition of a scheme that is linted, whose tree takes many times its bytes; more is an error 413
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub(crate) max_definition: usize,
    /// The most connections at the same time; further ones get an error 503
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub(crate) max_connections: usize,
    /// The most requests with large bodies that are read or answered at the same time; others wait, or get an error 503
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) max_large: usize,
    /// How long a connection may be idle, or take to send the header of a request
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    pub(crate) header_timeout: u64,
    /// How long a request's body may take; then it is an error 408
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) body_timeout: u64,
    /// How long an answer may be worked at; then it is an error 503
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) answer_timeout: u64,
    /// How long a client may take no byte of its answer; beside that it must take 16 KiB a second
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) write_timeout: u64,
    /// How long requests that are under way may take after SIGINT or SIGTERM
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) grace: u64,
    /// Media types that the gateway does not hand out, nor what holds data: URLs of them at any depth: text/html, image/*, active
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append, help_heading = "Gateway")]
    pub(crate) deny: Vec<TypePattern>,
    /// Media types that it alone hands out, and that alone may stand in data: URLs
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append, help_heading = "Gateway")]
    pub(crate) allow: Vec<TypePattern>,
    /// The most bytes of a document that is rewritten or screened. Longer ones keep their links, and are refused by --deny and --allow
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 20, help_heading = "Gateway")]
    pub(crate) max_document: usize,
    /// The most objects that are retrieved at the same time; others wait, or get an error 503
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Gateway")]
    pub(crate) max_retrievals: usize,
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
}
