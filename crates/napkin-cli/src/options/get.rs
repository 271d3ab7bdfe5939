//! The options of `napkin get`, and those by which every command retrieves.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, ValueHint};
use napkin::Network;
use napkin_retrieve::Limits;

use super::FormOptions;

/// The objects that URLs name, under a policy
///
/// One URL: the bytes go to standard output, or into a file that is there whole or not at all. Several, as arguments or one a
/// line on standard input: into a folder (--to), several at once, or one after the other to standard output. What the policy
/// refuses, what a limit ends and what goes wrong is said with the rule that it is by, and ends no list. -v shows every hop.
/// Exits with 1 where the policy refuses or the server has no such object, and with 2 where something else fails; for a
/// list the highest of these counts.
#[derive(Args)]
pub(crate) struct Get {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
    /// The file for the object of a single URL; a file of that name is replaced once the object is whole. Until then its bytes are in
    /// a file whose name ends in .part. `-` is standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "to")]
    pub(crate) output: Option<PathBuf>,
    /// The folder for the objects. Each becomes a file with a name made from its URL. The folder is created where it is missing. Files in it
    /// are replaced only with --force
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) to: Option<PathBuf>,
    /// Write over files that are in that folder
    #[arg(short, long, requires = "to", conflicts_with = "resume")]
    pub(crate) force: bool,
    /// Go on where an earlier run stopped, if the object has not changed since; files of --to that are whole stay
    #[arg(long = "continue")]
    pub(crate) resume: bool,
    /// Not the object but its media type, its length and its last URL
    #[arg(long, conflicts_with_all = ["output", "to", "range"])]
    pub(crate) head: bool,
    /// These bytes of the object, counted from 0, the last one included: 0-99, or 100- for all from there
    #[arg(long, value_name = "FIRST-LAST", value_parser = range, conflicts_with = "resume")]
    pub(crate) range: Option<(u64, Option<u64>)>,
    /// The media types that are wanted, as the field Accept has them: 'text/html, */*;q=0.5'
    #[arg(long, value_name = "TYPES")]
    pub(crate) accept: Option<String>,
    /// The languages that are wanted, as the field Accept-Language has them: 'de, en;q=0.5'
    #[arg(long, value_name = "LANGUAGES")]
    pub(crate) accept_language: Option<String>,
    /// The user for the server of the URL, of a list the first one's; the password is read from --password-file
    #[arg(long, value_name = "NAME", requires = "password_file")]
    pub(crate) user: Option<String>,
    /// A file of which the first line is the password
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "user")]
    pub(crate) password_file: Option<PathBuf>,
    /// Take what comes, though the server says that it is an error
    #[arg(long)]
    pub(crate) any_status: bool,
    /// The file with the URLs, in the place of standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "urls")]
    pub(crate) from: Option<PathBuf>,
    /// URLs end with NUL instead of a line end
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    /// How many are retrieved at once; to standard output they go in their order, and of those that wait some 256 KiB are read
    /// [default: 6, to standard output 1]
    #[arg(short = 'j', long = "jobs", value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// The longest URL of a list, in bytes; a longer one is an error in its place
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub(crate) max_length: usize,
    /// The URLs; `-`, or none, is standard input, one a line
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<OsString>,
}

/// What may be retrieved, and within which limits.
#[derive(Args)]
#[command(next_help_heading = "Retrieval")]
pub(crate) struct Retrieval {
    /// What may be retrieved: public-web (http and https at public addresses), local-files, or everything
    #[arg(long, value_name = "PRESET", default_value = "public-web", value_parser = ["public-web", "local-files", "everything"])]
    pub(crate) policy: String,
    /// Also this scheme
    #[arg(long, value_name = "SCHEME", action = ArgAction::Append)]
    pub(crate) allow_scheme: Vec<String>,
    /// Also this host, whatever addresses it has
    #[arg(long, value_name = "HOST", action = ArgAction::Append)]
    pub(crate) allow_host: Vec<String>,
    /// No other host than this, also after a redirect; `.pub.example` admits all hosts below it
    #[arg(long, value_name = "HOST", action = ArgAction::Append)]
    pub(crate) only_host: Vec<String>,
    /// Also this port, unless it belongs to another protocol
    #[arg(long, value_name = "PORT", action = ArgAction::Append)]
    pub(crate) allow_port: Vec<u16>,
    /// Also this port, though it belongs to another protocol
    #[arg(long, value_name = "PORT", action = ArgAction::Append)]
    pub(crate) allow_reserved_port: Vec<u16>,
    /// Also these addresses: 10.0.0.0/8
    #[arg(long, value_name = "ADDRESSES", action = ArgAction::Append)]
    pub(crate) allow_network: Vec<Network>,
    /// Also URLs with a user and a password
    #[arg(long)]
    pub(crate) allow_credentials: bool,
    /// Also redirects from https to http
    #[arg(long)]
    pub(crate) allow_downgrade: bool,
    /// Not this host, nor what is below it
    #[arg(long, value_name = "HOST", action = ArgAction::Append)]
    pub(crate) deny_host: Vec<String>,
    /// Not these addresses, whatever host has them
    #[arg(long, value_name = "ADDRESSES", action = ArgAction::Append)]
    pub(crate) deny_network: Vec<Network>,
    /// Only these media types: image/png, image/*
    #[arg(long, value_name = "TYPE", action = ArgAction::Append)]
    pub(crate) allow_type: Vec<String>,
    /// Not these media types
    #[arg(long, value_name = "TYPE", action = ArgAction::Append)]
    pub(crate) deny_type: Vec<String>,
    /// Of files only those in this folder and below
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, action = ArgAction::Append)]
    pub(crate) only_below: Vec<PathBuf>,
    /// A file of certificates (PEM) of further authorities that may vouch for servers
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) authorities: Option<PathBuf>,
    /// Everything by way of this proxy: http://proxy.example:3128. What the environment says plays no part
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) proxy: Option<String>,
    /// The server of news: URLs that name none: news.pub.example, or with a port behind a colon
    #[arg(long, value_name = "HOST", value_parser = news_server)]
    pub(crate) news_server: Option<(String, u16)>,
    /// A message or a mailbox in which are the messages and parts that `mid:` and `cid:` URLs name; they are permitted then
    #[arg(long = "message", value_name = "FILE", value_hint = ValueHint::FilePath, action = ArgAction::Append)]
    pub(crate) messages: Vec<PathBuf>,
    /// A folder in which is kept what came by HTTP and may be used again
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<PathBuf>,
    /// The most bytes of that folder; what was kept first goes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, requires = "cache")]
    pub(crate) max_cache: u64,
    /// The most bytes of an object, as it is sent
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 30)]
    pub(crate) max_bytes: u64,
    /// The most bytes of an object once it is decompressed
    #[arg(long, value_name = "BYTES", default_value_t = 16 << 30)]
    pub(crate) max_decoded: u64,
    /// The most answers for one object, where a server sends less than was asked for
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_ranges)]
    pub(crate) max_ranges: u32,
    /// The most redirects
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_redirects)]
    pub(crate) max_redirects: u32,
    /// The most bytes of all header fields together
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_fields)]
    pub(crate) max_fields: usize,
    /// Seconds to a connection
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub(crate) connect_timeout: Duration,
    /// Seconds to the beginning of an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) first_byte_timeout: Duration,
    /// Seconds between two pieces of an object
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) read_timeout: Duration,
    /// Seconds for everything
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.filter(|duration| !duration.is_zero()).ok_or_else(|| "expected a number of seconds above 0".into())
}

/// As many as a process may have files open for.
fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=256).contains(jobs));
    jobs.ok_or_else(|| "expected a number from 1 to 256".into())
}

/// A host and perhaps a port, as an authority has them.
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
