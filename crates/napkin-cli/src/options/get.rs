//! The options of `napkin get`, and those by which every command retrieves.

mod http;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgAction, Args, ValueHint};
use napkin::Network;
use napkin_retrieve::Limits;

pub(crate) use self::http::HttpOptions;
use super::{FormOptions, INPUT, OutputPath};

/// Retrieve URLs under a policy
///
/// The object of one URL goes to standard output, or to a file that is complete or absent. The objects of several URLs, from arguments
/// or from standard input with one URL per line, go to files in a folder (--to), or to standard output in order. A failed URL does not
/// stop the run: a diagnostic names the rule. -v prints every hop. Exits with 1 if the policy refuses or the server has no such object,
/// and with 2 for other failures; for a list, the highest status counts.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin get -O https://pub.example/files/menu.pdf
  napkin get --to objects --continue < urls.txt
  napkin get --head --allow-host localhost http://localhost:8999/")]
pub(crate) struct Get {
    /// Retrieve these URLs, or the URLs on standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<OsString>,
    /// Write the object of a single URL to this file once it is complete; `-` is standard output
    ///
    /// Until then its bytes are in a file whose name ends in .part.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "to")]
    pub(crate) output: Option<OutputPath>,
    /// Write each object to a file in this folder, with a name made from its URL
    ///
    /// The folder is created if it is missing. Existing files are replaced only with --force.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) to: Option<PathBuf>,
    /// Name each file as the server does, in the folder of --to [default: .]
    ///
    /// The name is that of the field Content-Disposition, or the end of the last URL, without a path and without characters that are
    /// dangerous in names. A name that is taken gets a number.
    #[arg(short = 'O', long, conflicts_with_all = ["output", "head"])]
    pub(crate) remote_name: bool,
    /// Replace existing files in the folder
    #[arg(short, long, conflicts_with_all = ["resume", "output", "head"])]
    pub(crate) force: bool,
    /// Resume an earlier run; keep complete files of --to
    #[arg(long = "continue")]
    pub(crate) resume: bool,
    /// Print the media type, the length and the last URL instead of the object
    #[arg(long, conflicts_with_all = ["output", "to", "range"])]
    pub(crate) head: bool,
    /// Write each request and its answer to this new web archive (WARC), those of redirects and errors, too
    ///
    /// Records are packed by gzip if the name ends in .gz. Cookies and credentials of requests are left out. Objects of other schemes than
    /// http and https are not recorded.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["resume", "cache"])]
    pub(crate) warc: Option<PathBuf>,
    /// Retrieve only these bytes, counted from 0: 0-99, or 100- for all bytes from there
    #[arg(long, value_name = "FIRST-LAST", value_parser = range, conflicts_with = "resume")]
    pub(crate) range: Option<(u64, Option<u64>)>,
    /// Accept these media types, as the field Accept: 'text/html, */*;q=0.5'
    #[arg(long, value_name = "TYPES", hide_short_help = true)]
    pub(crate) accept: Option<String>,
    /// Accept these languages, as the field Accept-Language: 'de, en;q=0.5'
    #[arg(long, value_name = "LANGUAGES", hide_short_help = true)]
    pub(crate) accept_language: Option<String>,
    /// Log in as this user at the server of the first URL
    #[arg(long, value_name = "NAME", requires = "password_file")]
    pub(crate) user: Option<String>,
    /// Read the password from the first line of this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "user")]
    pub(crate) password_file: Option<PathBuf>,
    /// Accept the body of an error response as the object
    #[arg(long, hide_short_help = true)]
    pub(crate) any_status: bool,
    /// Read the URLs from this file instead of standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "urls", help_heading = INPUT)]
    pub(crate) from: Option<PathBuf>,
    /// End URLs with NUL instead of a line end
    #[arg(short = '0', long, help_heading = INPUT)]
    pub(crate) null: bool,
    /// Retrieve N URLs at a time [default: 6; 1 to standard output]
    ///
    /// Objects go to standard output in order; some 256 KiB of each waiting object are read ahead.
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = jobs, help_heading = INPUT)]
    pub(crate) jobs: Option<usize>,
    /// Limit a URL of a list to BYTES; a longer URL is an error in its place
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20, help_heading = INPUT, hide_short_help = true)]
    pub(crate) max_length: usize,
    #[command(flatten)]
    pub(crate) http: HttpOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
}

impl Get {
    /// Returns the folder for files, if objects go to one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.to.as_deref().or(self.remote_name.then_some(Path::new(".")))
    }
}

/// The policy of retrieval, and its limits.
#[derive(Args)]
#[command(next_help_heading = "Retrieval")]
pub(crate) struct Retrieval {
    /// Use this policy: public-web (http and https at public addresses), local-files or everything
    #[arg(long, value_name = "PRESET", default_value = "public-web", value_parser = ["public-web", "local-files", "everything"], hide_possible_values = true)]
    pub(crate) policy: String,
    /// Allow this scheme, too
    #[arg(long, value_name = "SCHEME", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_scheme: Vec<String>,
    /// Allow this host, whatever its addresses are
    #[arg(long, value_name = "HOST", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_host: Vec<String>,
    /// Allow only this host, also after redirects; `.pub.example` allows all hosts below it
    #[arg(long, value_name = "HOST", action = ArgAction::Append)]
    pub(crate) only_host: Vec<String>,
    /// Allow only URLs that this URL pattern matches, also after redirects: 'https://*.pub.example/*'
    #[arg(long, value_name = "PATTERN", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) only_url: Vec<String>,
    /// Refuse URLs that this URL pattern matches
    #[arg(long, value_name = "PATTERN", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) deny_url: Vec<String>,
    /// Allow this port, unless another protocol uses it
    #[arg(long, value_name = "PORT", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_port: Vec<u16>,
    /// Allow this port, even if another protocol uses it
    #[arg(long, value_name = "PORT", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_reserved_port: Vec<u16>,
    /// Allow these addresses: 10.0.0.0/8
    #[arg(long, value_name = "ADDRESSES", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_network: Vec<Network>,
    /// Allow URLs with a user and a password
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_credentials: bool,
    /// Allow redirects from https to http
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_downgrade: bool,
    /// Refuse this host and all hosts below it
    #[arg(long, value_name = "HOST", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) deny_host: Vec<String>,
    /// Refuse these addresses for every host
    #[arg(long, value_name = "ADDRESSES", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) deny_network: Vec<Network>,
    /// Allow only these media types: image/png, image/*
    #[arg(long, value_name = "TYPE", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) allow_type: Vec<String>,
    /// Refuse these media types
    #[arg(long, value_name = "TYPE", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) deny_type: Vec<String>,
    /// Allow only files in this folder and below
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, action = ArgAction::Append, hide_short_help = true)]
    pub(crate) only_below: Vec<PathBuf>,
    /// Trust the certificate authorities in this file (PEM), too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(crate) authorities: Option<PathBuf>,
    /// Use HTTP/1.1 only; a server of an https URL is otherwise offered HTTP/2, too
    #[arg(long = "http1.1", overrides_with = "http2", hide_short_help = true)]
    pub(crate) http1: bool,
    /// Use HTTP/2 if the server of an https URL offers it, as by default
    #[arg(long = "http2", overrides_with = "http1", hide_short_help = true)]
    pub(crate) http2: bool,
    /// Start TLS on connections of ftp URLs (AUTH TLS); a server without it is an error
    ///
    /// ftps URLs are TLS from the first byte, at port 990.
    #[arg(long, alias = "ssl-reqd", hide_short_help = true)]
    pub(crate) ftp_tls: bool,
    /// Use this proxy for everything: http://proxy.example:3128; the environment is ignored
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, hide_short_help = true)]
    pub(crate) proxy: Option<String>,
    /// Use the proxies of the environment: http_proxy, https_proxy, all_proxy and no_proxy
    #[arg(long, conflicts_with = "proxy", hide_short_help = true)]
    pub(crate) proxy_from_env: bool,
    /// Use this server for news: URLs without one: news.pub.example, or with a port
    #[arg(long, value_name = "HOST", value_parser = news_server, hide_short_help = true)]
    pub(crate) news_server: Option<(String, u16)>,
    /// Resolve `mid:` and `cid:` URLs in this message or mailbox, and allow both schemes
    #[arg(long = "message", value_name = "FILE", value_hint = ValueHint::FilePath, action = ArgAction::Append, hide_short_help = true)]
    pub(crate) messages: Vec<PathBuf>,
    /// Cache HTTP responses in this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, hide_short_help = true)]
    pub(crate) cache: Option<PathBuf>,
    /// Limit the cache to BYTES; remove the oldest entries first
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, requires = "cache", hide_short_help = true)]
    pub(crate) max_cache: u64,
    /// Limit an object to BYTES, as sent
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 30, hide_short_help = true)]
    pub(crate) max_bytes: u64,
    /// Limit a decompressed object to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 30, hide_short_help = true)]
    pub(crate) max_decoded: u64,
    /// Request an object at most N times, if a server sends less than requested
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_ranges, hide_short_help = true)]
    pub(crate) max_ranges: u32,
    /// Follow at most N redirects
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_redirects, hide_short_help = true)]
    pub(crate) max_redirects: u32,
    /// Limit all header fields of a response to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_fields, hide_short_help = true)]
    pub(crate) max_fields: usize,
    /// Wait at most SECONDS for a connection
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds, hide_short_help = true)]
    pub(crate) connect_timeout: Duration,
    /// Wait at most SECONDS for the beginning of a response
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, hide_short_help = true)]
    pub(crate) first_byte_timeout: Duration,
    /// Wait at most SECONDS for the next piece of an object
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, hide_short_help = true)]
    pub(crate) read_timeout: Duration,
    /// Limit each retrieval to SECONDS
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds, hide_short_help = true)]
    pub(crate) timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.filter(|duration| !duration.is_zero()).ok_or_else(|| "expected a number of seconds above 0".into())
}

/// Parses a number of retrievals at a time; each needs an open file.
fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=256).contains(jobs));
    jobs.ok_or_else(|| "expected a number from 1 to 256".into())
}

/// Parses a host with an optional port.
fn news_server(text: &str) -> Result<(String, u16), String> {
    let url = format!("news://{text}/");
    let read = napkin::Reference::parse(&url, napkin::Standard::Rfc3986).ok();
    let host = read.and_then(|read| read.host_text()).filter(|host| !host.is_empty() && text.starts_with(host));
    let port = read.and_then(|read| read.port()).or_else(|| napkin::default_port("news"));
    let server = host.map(str::to_owned).zip(port);
    server.ok_or_else(|| "expected a host, and perhaps a port behind a colon".into())
}

fn range(text: &str) -> Result<(u64, Option<u64>), String> {
    let expected = || "expected FIRST-LAST or FIRST-, such as 0-99".to_owned();
    let (first, last) = text.split_once('-').ok_or_else(expected)?;
    let first = first.parse().map_err(|_| expected())?;
    if last.is_empty() {
        return Ok((first, None));
    }
    let last = last.parse().map_err(|_| expected())?;
    if first <= last { Ok((first, Some(last))) } else { Err(expected()) }
}
