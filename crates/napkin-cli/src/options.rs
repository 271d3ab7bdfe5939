//! The options, as their users read them.

mod bundle;
mod rewrite;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use napkin::percent::EncodeSet;
use napkin::whatwg::{UnknownEncoding, percent_encode_after_encoding};
use napkin_document::Use;
use napkin_document::screen::{Format, Limits, TypePattern};

pub(crate) use self::bundle::Bundle;
pub(crate) use self::rewrite::Rewrite;

/// Reads any URL reference under the standard of your choice, says exactly what is wrong with it, completes it,
/// compares it, changes it, and finds it in documents.
#[derive(Parser)]
#[command(
    name = "napkin",
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

/// Options that every command has.
#[derive(Args)]
pub(crate) struct Global {
    /// When to use colours; `auto` obeys NO_COLOR and asks the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub(crate) color: Colors,
    /// The form for people, even into a pipe
    #[arg(long, global = true)]
    pub(crate) pretty: bool,
    /// No diagnostics: the exit status says it
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Every diagnostic, not only the first twenty, and what is only worth a remark
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// No progress line
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colors {
    Auto,
    Always,
    Never,
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
    Data(Data),
    Screen(Screen),
    Explain(Explain),
    Completions(Completions),
    Man(Man),
}

/// Options of the commands that read references, one a record.
#[derive(Args)]
pub(crate) struct Records {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: StandardName,
    /// Records end with NUL instead of a line end; an empty one is the empty reference
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    /// Worker threads [default: one a core]
    #[arg(short = 'j', long = "jobs", value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Read arguments as people type them: quotes, <>, URL: and white space are taken off, with a remark
    #[arg(long)]
    pub(crate) typed: bool,
    /// The longest record of standard input, in bytes; a longer one is an error in its place
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub(crate) max_length: usize,
}

/// How records are printed.
#[derive(Args)]
pub(crate) struct FormOptions {
    /// JSON Lines: one object a record
    #[arg(long)]
    pub(crate) json: bool,
    /// One line a record, from the names of the JSON fields: '{scheme} {host}'; \t and \n are known
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "json")]
    pub(crate) format: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StandardName {
    One(napkin::Standard),
    All,
}

impl std::str::FromStr for StandardName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "all" => Ok(Self::All),
            _ => name.parse().map(Self::One).map_err(|_| "expected draft1997, rfc3986, rfc3987, whatwg or all".into()),
        }
    }
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
    #[arg(long, value_name = "RUNGS", value_delimiter = ',', value_parser = rung)]
    pub(crate) level: Vec<napkin::Rung>,
    /// References; none or `-`: standard input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
}

fn rung(name: &str) -> Result<napkin::Rung, String> {
    let found = napkin::Rung::ALL.into_iter().find(|rung| rung.name() == name);
    found.ok_or_else(|| "expected case, percent, path or scheme".into())
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
    pub(crate) standard: StandardName,
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
/// where the document was read. In a pipe the columns are the place, the absolute form and the context.
#[derive(Args)]
pub(crate) struct Links {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// The standard to read under: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn [default: rfc3986 for
    /// plain text and JSON, rfc3987 for XML, and whatwg for what browsers read]
    #[arg(long, value_name = "NAME")]
    pub(crate) standard: Option<StandardName>,
    /// The URL that the documents come from; without it, files are at their `file:` URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    /// What the documents are; auto looks at the name, then at the content
    #[arg(long = "type", value_name = "TYPE", default_value = "auto")]
    pub(crate) kind: KindName,
    /// The encoding of the documents, as a header field would name it; a byte order mark is stronger
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub(crate) charset: Option<String>,
    /// Draw the layers of base URLs that apply, innermost first
    #[arg(long)]
    pub(crate) explain: bool,
    /// In plain text, also hosts that begin with www. or ftp., and mail addresses
    #[arg(long)]
    pub(crate) bare: bool,
    /// Hold no document, and windows of so many bytes: for tests of what happens to large ones
    #[arg(long, hide = true, value_name = "BYTES")]
    pub(crate) window: Option<usize>,
    /// Worker threads [default: one a core]
    #[arg(short = 'j', long = "jobs", value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Documents; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
}

/// A label of the Encoding standard.
fn charset(label: &str) -> Result<String, UnknownEncoding> {
    percent_encode_after_encoding("", label, EncodeSet::QUERY).map(|_| label.to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindName {
    Auto,
    Html,
    Css,
    Svg,
    /// Feeds, site maps and other XML
    Xml,
    Text,
    Markdown,
    Json,
    /// The manifest of a web application
    Manifest,
    #[value(name = "sourcemap")]
    SourceMap,
    /// The address of its source map
    #[value(name = "javascript", alias = "js")]
    JavaScript,
}

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
    #[arg(long, value_name = "BYTES", default_value_t = napkin::data::Limits::STREAM.media_type)]
    pub(crate) max_type_length: usize,
    /// The most parameters of a media type; more are an error
    #[arg(long, value_name = "NUMBER", default_value_t = napkin::data::Limits::STREAM.parameters)]
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

/// Every `data:` URL in a document, at any depth, with its true media type, and whether a policy admits it
///
/// Exits with 1 when one is not admitted, or when something has not been looked at because of a limit. Without --deny and
/// --allow everything is admitted. A TYPE is a media type, `image/*`, `*/*`, `*/*+xml`, or `active`: what can run scripts,
/// which is HTML, XML of any kind and so SVG, JavaScript, PDF, Flash and mail. Types are those by which browsers go. In a
/// pipe the columns are the place, the depth, the type, the size in bytes, the context, and findings.
#[derive(Args)]
pub(crate) struct Screen {
    #[command(flatten)]
    pub(crate) form: FormOptions,
    /// What may not stand anywhere; this goes before what is allowed
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) deny: Vec<TypePattern>,
    /// What alone may stand
    #[arg(long, value_name = "TYPE", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) allow: Vec<TypePattern>,
    /// What may not stand where it is used so: image, style, script, navigation, frame, font, media or other
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) deny_in: Vec<InUse>,
    /// What alone may stand where it is used so, in place of --allow: image=image/png,image/gif
    #[arg(long, value_name = "USE=TYPES", value_parser = in_use, action = ArgAction::Append)]
    pub(crate) allow_in: Vec<InUse>,
    /// What the data looks like counts like its type, and data that contradicts its type is not admitted
    #[arg(long)]
    pub(crate) sniff: bool,
    /// What the documents are: auto, html, css, xml, json, text, mail; auto looks at the name, then at the content
    #[arg(long = "type", value_name = "TYPE", default_value = "auto", value_parser = format)]
    pub(crate) kind: FormatName,
    /// How many URLs may stand inside each other
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    pub(crate) max_depth: usize,
    /// How many URLs a document may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().count)]
    pub(crate) max_count: usize,
    /// How many bytes of data one may have
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().size)]
    pub(crate) max_size: usize,
    /// How many bytes of data all of a document may have
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().total)]
    pub(crate) max_total: usize,
    /// Documents; none or `-`: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
}

/// Types where something is used so.
pub(crate) type InUse = (Use, Vec<TypePattern>);

fn in_use(text: &str) -> Result<InUse, String> {
    let (used, types) = text.split_once('=').ok_or("expected a use, `=` and types, as in image=image/png,image/gif")?;
    let types: Result<_, &str> = types.split(',').map(str::parse).collect();
    Ok((used.parse()?, types?))
}

#[derive(Clone, Copy)]
pub(crate) enum FormatName {
    Auto,
    One(Format),
}

fn format(name: &str) -> Result<FormatName, String> {
    let one = Format::ALL.into_iter().find(|format| format.name() == name).map(FormatName::One);
    one.or((name == "auto").then_some(FormatName::Auto))
        .ok_or_else(|| "expected auto, html, css, xml, json, text or mail".into())
}

/// What a rule finds, why it matters, an example, and the section of each standard
#[derive(Args)]
pub(crate) struct Explain {
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
#[derive(Args)]
pub(crate) struct Man {
    /// The page of one command
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}
