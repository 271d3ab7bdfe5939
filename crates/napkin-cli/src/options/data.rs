//! The options of `napkin data`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::FormOptions;

/// `data:` URLs: written, read, looked into
#[derive(Args)]
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

/// A file as a `data:` URL, the shortest that is valid
///
/// The URL holds nothing that needs an escape in attributes of HTML, in `url()` of CSS, or in mail. Text states its
/// charset, if it is UTF-8 and the type does not say otherwise.
#[derive(Args)]
pub(crate) struct DataEncode {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The media type, as in Content-Type [default: by content and name]
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) media_type: Option<String>,
    /// Write base64, even if it is longer
    #[arg(long, conflicts_with = "percent")]
    pub(crate) base64: bool,
    /// Write percent-escapes, even if it is longer
    #[arg(long)]
    pub(crate) percent: bool,
    /// The longest URL, in bytes; a longer one is an error
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<usize>,
    /// The file; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

/// How a `data:` URL is read.
#[derive(Args)]
pub(crate) struct DataReading {
    /// Read by RFC 2397 and draft-masinter-url-data-02, not as browsers do
    #[arg(long)]
    pub(crate) strict: bool,
    /// The longest media type, in bytes; a longer one is an error
    #[arg(long, value_name = "BYTES", default_value_t = napkin::data::MediaLimits::STREAM.media_type)]
    pub(crate) max_type_length: usize,
    /// The most parameters of a media type; more are an error
    #[arg(long, value_name = "NUMBER", default_value_t = napkin::data::MediaLimits::STREAM.parameters)]
    pub(crate) max_parameters: usize,
}

/// The data of a `data:` URL, byte by byte
///
/// Standard input is one URL, all of it, of any length: memory does not grow with it. What stands before an error may have
/// been written when it is found.
#[derive(Args)]
pub(crate) struct DataDecode {
    #[command(flatten)]
    pub(crate) reading: DataReading,
    /// The URL; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: Option<OsString>,
}

/// What a `data:` URL says about its data, and everything that is wrong with it
///
/// In a pipe the columns are the media type, `base64` or `percent`, and the length of the data in bytes.
#[derive(Args)]
pub(crate) struct DataInspect {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) reading: DataReading,
    /// The URL; none or `-`: standard input, all of it
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) url: Option<OsString>,
}
