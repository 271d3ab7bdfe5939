//! The options of `napkin data`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use napkin::data::MediaLimits;

use super::{FormOptions, LIMITS};

/// Encode, decode and inspect `data:` URLs
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin data encode logo.png
  napkin data decode 'data:,two%20pints'
  napkin data inspect --strict 'data:image/gif;base64,R0lGODlh'")]
pub(crate) struct Data {
    #[command(subcommand)]
    pub(crate) command: DataCommand,
}

#[derive(Subcommand)]
pub(crate) enum DataCommand {
    Encode(DataEncode),
    Decode(DataDecode),
    Inspect(DataInspect),
}

/// Encode a file as the shortest valid `data:` URL
///
/// The URL needs no further escapes in HTML attributes, in `url()` of CSS, or in mail. Text in UTF-8 states its charset, unless the
/// type has a charset.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin data encode logo.png
  napkin data encode --type text/css --percent style.css
  echo 'two pints' | napkin data encode --json")]
pub(crate) struct DataEncode {
    /// Encode this file, or standard input if there is none or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Set the media type, as in Content-Type [default: by content and name]
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) media_type: Option<String>,
    /// Use base64, even if it is longer
    #[arg(long, conflicts_with = "percent")]
    pub(crate) base64: bool,
    /// Use percent-escapes, even if they are longer
    #[arg(long)]
    pub(crate) percent: bool,
    /// Limit the URL to BYTES; a longer URL is an error
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<usize>,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// How a `data:` URL is read.
#[derive(Args)]
pub(crate) struct DataReading {
    /// Read by RFC 2397 and draft-masinter-url-data-02, instead of as browsers do
    #[arg(long)]
    pub(crate) strict: bool,
    /// Limit the media type to BYTES; a longer one is an error
    #[arg(long, value_name = "BYTES", default_value_t = MediaLimits::STREAM.media_type, help_heading = LIMITS)]
    pub(crate) max_type_length: usize,
    /// Limit the parameters of the media type to NUMBER; more are an error
    #[arg(long, value_name = "NUMBER", default_value_t = MediaLimits::STREAM.parameters, help_heading = LIMITS)]
    pub(crate) max_parameters: usize,
}

/// Write the data of a `data:` URL
///
/// Standard input is one URL of any length, in constant memory. Data before an error may be written before the error is found.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin data decode 'data:,two%20pints'
  napkin data decode < url.txt > logo.png
  napkin data decode --strict 'data:;base64,dHdvIHBpbnRz'")]
pub(crate) struct DataDecode {
    /// Decode this URL, or standard input if there is none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: Option<OsString>,
    #[command(flatten)]
    pub(crate) reading: DataReading,
}

/// Describe and check a `data:` URL
///
/// In a pipe the columns are the media type, `base64` or `percent`, and the length of the data in bytes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin data inspect 'data:text/html;charset=utf-8,<p>soup'
  napkin data inspect --strict --json 'data:image/gif;base64,R0lGODlh'
  napkin data inspect < url.txt")]
pub(crate) struct DataInspect {
    /// Inspect this URL, or all of standard input if there is none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: Option<OsString>,
    #[command(flatten)]
    pub(crate) reading: DataReading,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}
