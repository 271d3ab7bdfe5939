//! The options of `napkin unbundle`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use napkin_mail::Profile;

use super::{ArchiveOptions, FormOptions, MessageLimits, ObjectLimits};

/// Split a bundled page into a page and separate files
///
/// Objects in `data:` URLs become files in the folder, each object once, and so do the parts of MHTML. References to the files are
/// relative; all other bytes stay as they are. A `data:` URL that cannot be decoded stays and is listed on standard error; the exit
/// status is then 1. In MHTML, a resource without a part stays an absolute link and is listed; the page is `NAME.html`. Either all
/// files are written or none. Of a web archive, the first page is split, with the objects that the archive has. Prints the names of the files, one per line.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin unbundle page.one.html -o site
  napkin unbundle saved.mhtml -o site --force
  napkin unbundle --json -o site - < page.one.html")]
pub(crate) struct Unbundle {
    /// Split this page, style sheet, SVG image, MHTML file or web archive (WARC, WACZ); `-` is standard input, which becomes `index.html`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) document: PathBuf,
    /// Write all files to this folder, which is created if it is missing
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Replace existing files
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Choose how parts of MHTML inherit base URLs: draft1997, rfc2110, rfc2557 or lenient
    ///
    /// `lenient` is rfc2557 with Content-Base.
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[command(flatten)]
    pub(crate) objects: ObjectLimits,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) archives: ArchiveOptions,
}
