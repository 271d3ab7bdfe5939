//! The options, as their users read them.

mod audit;
mod bundle;
mod data;
#[cfg(feature = "retrieve")]
mod get;
mod kind;
mod limits;
mod mail;
mod mailbox;
mod max_output;
mod records;
mod rewrite;
mod scheme;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod unbundle;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueHint};
use napkin_answer::base;
use napkin_answer::names::{AUTO, Standards};
use napkin_document::Kind;
use napkin_mail::Profile;

pub(crate) use crate::output::{FormOptions, Global};

pub(crate) use self::audit::Audit;
pub(crate) use self::bundle::Bundle;
pub(crate) use self::data::{Data, DataCommand, DataDecode, DataEncode, DataInspect, DataReading};
#[cfg(feature = "retrieve")]
pub(crate) use self::get::{Get, Retrieval};
pub(crate) use self::kind::kinds;
pub(crate) use self::limits::ReaderLimits;
pub(crate) use self::mail::{
    Mail, MailAttach, MailCommand, MailDetach, MailList, MailOutput, MailRelink, MessageLimits,
};
pub(crate) use self::mailbox::Mailboxes;
pub(crate) use self::max_output::{MaxOutput, default_output};
pub(crate) use self::records::Records;
pub(crate) use self::rewrite::Rewrite;
pub(crate) use self::scheme::{
    Definitions, Scheme, SchemeCheck, SchemeCommand, SchemeLint, SchemeList, SchemeShow, SchemeTemplate,
};
pub(crate) use self::screen::Screen;
#[cfg(feature = "serve")]
pub(crate) use self::serve::Serve;
pub(crate) use self::unbundle::Unbundle;

/// Reads any URL reference under the standard of your choice, says exactly what is wrong with it, completes it,
/// compares it, changes it, and finds it in documents.
#[derive(Parser)]
#[command(
    name = "napkin",
    bin_name = "napkin",
    version,
    max_term_width = 100,
    after_help = "\
Exit status: 0 all good; 1 the answer is no (an input was not valid, two URLs differ); 2 usage or I/O error.

Examples:
  napkin parse 'http://sam@pub.example:8080/napkins;size=2?ink=blue#url'
  napkin links page.html --base https://pub.example/
  napkin resolve --base https://pub.example/menu/ < references.txt
  napkin normalize --json < urls.txt"
)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Parse(Parse),
    Resolve(Resolve),
    Relativize(Relativize),
    Normalize(Normalize),
    Compare(Compare),
    Edit(Edit),
    Links(Links),
    Rewrite(Rewrite),
    Bundle(Bundle),
    Unbundle(Unbundle),
    Data(Data),
    Mail(Mail),
    Audit(Audit),
    Screen(Screen),
    #[cfg(feature = "retrieve")]
    Get(Get),
    Scheme(Scheme),
    Explain(Explain),
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// The answer to an SQL statement over files with URLs; needs the separate program `napkin-query`
    ///
    /// Build the program in the folder `columns/napkin-query` of the sources with `cargo build --release --features program`, and put
    /// `columns/target/release/napkin-query` beside `napkin` or on the PATH. `napkin query --help` then prints its options.
    Query(NapkinQuery),
    /// The components of a column of URLs, beside the columns of its file; needs the separate program `napkin-query`
    ///
    /// Build the program in the folder `columns/napkin-query` of the sources with `cargo build --release --features program`, and put
    /// `columns/target/release/napkin-query` beside `napkin` or on the PATH. `napkin columns --help` then prints its options.
    Columns(NapkinQuery),
    Completions(Completions),
    Man(Man),
}

/// What a command that is a program of its own is called with.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct NapkinQuery {
    /// The program's own; `--help` has them
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// The components of each reference
///
/// On a terminal the reference is drawn with a ruler under it. In a pipe it is one line of five tab-separated columns
/// with their delimiters, `scheme:`, `//authority`, path, `?query` and `#fragment`, so that what is undefined is
/// an empty column and what is empty is a delimiter alone. Under `whatwg` the components are those of the URL that the
/// text makes. `--standard all` shows every standard's reading, and where they differ.
#[derive(Args)]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) records: Records,
    /// The URL against which `whatwg` parses; the other standards take a reference apart as it stands, without one
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// References; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// The absolute form of each reference
///
/// Under `whatwg` each is parsed against the base; --document and --loose play no part there.
#[derive(Args)]
pub(crate) struct Resolve {
    #[command(flatten)]
    pub(crate) records: Records,
    #[command(flatten)]
    pub(crate) base: BaseOptions,
    /// References; none or `-`: standard input
    #[arg(value_name = "REF", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// The base, and what belongs to it.
#[derive(Args)]
pub(crate) struct BaseOptions {
    /// The base URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: String,
    /// The URL of the document that the references stand in, which under draft1997 is what an empty reference means
    /// where a new request is made
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) document: Option<String>,
    /// The references stand where a new request is always made, like a form's action
    #[arg(long)]
    pub(crate) new_request: bool,
    /// Ignore a scheme that is the base's own, as old programs do (RFC 3986 section 5.2.2)
    #[arg(long)]
    pub(crate) loose: bool,
}

impl BaseOptions {
    /// The same for the library.
    pub(crate) fn base(&self) -> base::BaseOptions {
        let Self { base, document, new_request, loose } = self;
        let (new_request, loose) = (*new_request, *loose);
        base::BaseOptions { base: base.clone(), document: document.clone(), new_request, loose }
    }
}

/// The shortest reference that resolves back to each URL
///
/// Not under `whatwg`, whose algorithms go from references to URLs only; `--standard all` means the others.
#[derive(Args)]
pub(crate) struct Relativize {
    #[command(flatten)]
    pub(crate) records: Records,
    /// The base URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: String,
    /// URLs; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// The normal form of each reference
///
/// Under `whatwg` that is the URL as the URL serializer writes it: one form, without rungs.
#[derive(Args)]
pub(crate) struct Normalize {
    #[command(flatten)]
    pub(crate) records: Records,
    /// Rungs of RFC 3986 section 6.2: case, percent, path, scheme [default: all, which cannot change the resource]
    #[arg(long, value_name = "RUNGS", value_delimiter = ',', value_parser = napkin_answer::normalize::rung)]
    pub(crate) level: Vec<napkin::Rung>,
    /// References; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// Whether two URLs are equivalent, and at which rung of normalisation they become so
///
/// Prints `identical`, `case`, `percent`, `path`, `scheme` or `none`; exits with 1 on `none`. Under `whatwg` there is one
/// rung, `serialize`: two URLs are equivalent when they are written alike once they are parsed.
#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: Standards,
    /// One URL
    #[arg(value_name = "A", value_hint = ValueHint::Url)]
    pub(crate) a: OsString,
    /// The other
    #[arg(value_name = "B", value_hint = ValueHint::Url)]
    pub(crate) b: OsString,
}

/// Components changed, safely: the result reads back as exactly what was set, or it is an error
///
/// The changes are made in the order in which they are given. Components: scheme, authority, user, password, host,
/// port, path, query, fragment.
///
/// Under `whatwg` a change is what the setters of the standard's API make of it; what a setter ignores is an error.
#[derive(Args)]
pub(crate) struct Edit {
    #[command(flatten)]
    pub(crate) records: Records,
    /// Set a component to data, which is encoded as needed; `C:=V` sets it to text that is encoded already
    #[arg(long, value_name = "C=V", action = ArgAction::Append)]
    pub(crate) set: Vec<String>,
    /// Append data: to the path one segment, to the query one pair (`query=name=value`), to others text
    #[arg(long, value_name = "C=V", action = ArgAction::Append)]
    pub(crate) append: Vec<String>,
    /// Make a component undefined
    #[arg(long, value_name = "C", action = ArgAction::Append)]
    pub(crate) delete: Vec<String>,
    /// Give the pair of this name the value; a second pair of the name goes, a missing one is added
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append)]
    pub(crate) query_set: Vec<String>,
    /// Remove the pairs whose name matches; `*` and `?` are wild: 'utm_*'
    #[arg(long, value_name = "GLOB", action = ArgAction::Append)]
    pub(crate) query_trim: Vec<String>,
    /// Sort the pairs by name
    #[arg(long)]
    pub(crate) query_sort: bool,
    /// Write spaces in names and values of the query as `+`
    #[arg(long)]
    pub(crate) plus: bool,
    /// Print components of the result in place of the URL: '{host} {path}'
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "format"])]
    pub(crate) get: Option<String>,
    /// URLs; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

/// Every reference in a document, where it stands, and its absolute form
///
/// The base URL is found as section 5.1 of draft-fielding-url-syntax-05 says: in the content, else --base, else from
/// where the document was read: a file, or the last URL after redirects. In a pipe the columns are the place, the absolute form and the context.
#[derive(Args)]
pub(crate) struct Links {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn [default: rfc3986 for
    /// plain text, mail and JSON, rfc3987 for XML, and whatwg for what browsers read]
    #[arg(long, value_name = "NAME")]
    pub(crate) standard: Option<Standards>,
    /// The URL that the documents come from; without it, files are at their `file:` URL, but messages nowhere, other than by draft1997
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// In messages, by which standard base URLs go through parts: draft1997, rfc2110, rfc2557, or lenient, which is rfc2557 and
    /// Content-Base
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// What the documents are; auto looks at the name, then at the content
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = kinds())]
    pub(crate) kind: ::std::option::Option<Kind>,
    /// The encoding of the documents, as a header field would name it; a byte order mark is stronger
    #[arg(long, value_name = "LABEL", value_parser = napkin_answer::links::charset)]
    pub(crate) charset: Option<String>,
    /// Draw the layers of base URLs that apply, innermost first
    #[arg(long)]
    pub(crate) explain: bool,
    /// In plain text, also hosts that begin with www. or ftp., and mail addresses
    #[arg(long)]
    pub(crate) bare: bool,
    /// The most bytes of a document that has to be held: of any kind but HTML and plain text in UTF-8, which are read piece
    /// by piece where they are large, and of these under several standards; a larger one is an error
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    pub(crate) max_document: u64,
    /// The most bytes of one tag, or of the text of one style or noscript, in a page that is read piece by piece; a longer
    /// one is cut
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    pub(crate) max_token: usize,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
    #[command(flatten)]
    pub(crate) output: MaxOutput,
    /// Hold no document, and windows of so many bytes: for tests of what happens to large ones
    #[arg(long, hide = true, value_name = "BYTES")]
    pub(crate) window: Option<usize>,
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
    /// Documents: files, mailboxes, or URLs, which are retrieved; none or `-`: standard input
    #[arg(value_name = "FILE|URL", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
}

impl Links {
    /// The question for the library.
    pub(crate) fn question(&self) -> napkin_answer::links::Options {
        napkin_answer::links::Options {
            standard: self.standard,
            base: self.base.clone(),
            profile: self.profile,
            kind: self.kind,
            charset: self.charset.clone(),
            explain: self.explain,
            bare: self.bare,
            mail: self.limits.limits(),
            readers: self.readers.limits(),
        }
    }
}

/// What a rule finds, why it matters, an example, and the section of each standard
#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The rule's code, as diagnostics name it; none: all rules
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
}

/// Completions for a shell
#[derive(Args)]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// The manual page: `napkin man | man -l -`
///
/// Each command has a page: `napkin man mail list | man -l -`. --list prints the names of all pages.
#[derive(Args)]
pub(crate) struct Man {
    /// Print the name of each page, one a line
    #[arg(long, conflicts_with = "command")]
    pub(crate) list: bool,
    /// The page of one command: mail list
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
