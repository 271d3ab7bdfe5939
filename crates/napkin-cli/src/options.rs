//! The options, as their users read them.

mod archive;
mod archives;
mod audit;
mod bundle;
mod check;
mod command;
mod data;
mod document_list;
mod documents;
mod folders;
#[cfg(feature = "retrieve")]
mod get;
mod kind;
mod limits;
mod link_filter;
mod mail;
mod mailbox;
mod max_output;
mod object_limits;
mod output_path;
mod pattern;
mod program;
mod records;
mod report;
mod rewrite;
mod scheme;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod template;
mod unbundle;
mod url_patterns;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, ValueHint};
use napkin_answer::base;
use napkin_answer::names::Standards;
use napkin_mail::Profile;

pub(crate) use crate::output::{FormOptions, Global, INPUT, LIMITS, OUTPUT};

pub(crate) use self::archive::{Archive, ArchiveCommand, ArchiveList};
pub(crate) use self::archives::ArchiveOptions;
pub(crate) use self::audit::Audit;
pub(crate) use self::bundle::{Bundle, BundleWithout, Made};
#[cfg(feature = "retrieve")]
pub(crate) use self::check::Asking;
pub(crate) use self::check::{By, Check};
pub(crate) use self::command::Command;
pub(crate) use self::data::{Data, DataCommand, DataDecode, DataEncode, DataInspect, DataReading};
pub(crate) use self::document_list::DocumentList;
pub(crate) use self::documents::{DocumentOptions, InputOptions};
pub(crate) use self::folders::FolderOptions;
#[cfg(feature = "retrieve")]
pub(crate) use self::get::{Get, HttpOptions, Retrieval};
pub(crate) use self::kind::kinds;
pub(crate) use self::limits::ReaderLimits;
pub(crate) use self::link_filter::LinkFilter;
pub(crate) use self::mail::{
    Mail, MailAttach, MailCommand, MailDetach, MailExtract, MailList, MailOutput, MailRelink, MessageLimits,
};
pub(crate) use self::mailbox::Mailboxes;
pub(crate) use self::max_output::{MaxOutput, default_output};
pub(crate) use self::object_limits::ObjectLimits;
pub(crate) use self::output_path::OutputPath;
pub(crate) use self::pattern::{Pattern, PatternCheck, PatternCommand, PatternMatching, PatternReading};
pub(crate) use self::program::{Completions, Config, Explain, Man, NapkinQuery};
pub(crate) use self::records::Records;
pub(crate) use self::report::{Report, ReportOptions};
pub(crate) use self::rewrite::Rewrite;
pub(crate) use self::scheme::{Definitions, Scheme, SchemeCheck, SchemeCommand, SchemeLint, SchemeList, SchemeShow};
pub(crate) use self::screen::Screen;
#[cfg(feature = "serve")]
pub(crate) use self::serve::Serve;
pub(crate) use self::template::{Template, TemplateCheck, TemplateCommand, TemplateExpand, TemplateMatch};
pub(crate) use self::unbundle::Unbundle;
pub(crate) use self::url_patterns::UrlPatterns;
#[cfg(feature = "retrieve")]
pub(crate) use self::url_patterns::patterns;

/// Parse, check, resolve, compare and edit URLs, and find them in documents
///
/// References are read under the standard of your choice: rfc3986, rfc3987, whatwg or draft1997.
#[derive(Parser)]
#[command(
    name = "napkin",
    bin_name = "napkin",
    version,
    max_term_width = 100,
    after_help = "\
Exit status: 0 if all is good; 1 if the answer is no, as for an invalid input; 2 for an error.

Examples:
  napkin parse 'http://sam@pub.example:8080/napkins;size=2?ink=blue#url'
  napkin links page.html --base https://pub.example/
  napkin normalize --json < urls.txt"
)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Options {
    /// Returns the parser for a command line that calls the command `name`, without those of the other commands; `None` if there is no such
    /// command. Most of the start of a short command would be spent on the others.
    ///
    /// Its errors and its help are not those of the whole parser.
    pub(crate) fn command_of(name: &str) -> Option<clap::Command> {
        Command::parser_of(name).map(|called| Global::augment_args(clap::Command::new("napkin")).subcommand(called))
    }
}

/// Split each reference into its components
///
/// On a terminal, a ruler under the reference names its components. In a pipe, each reference is a line of five columns, separated by
/// tabs: `scheme:`, `//authority`, path, `?query` and `#fragment`. A missing component is an empty column; an empty component is its
/// delimiter alone. Under `whatwg` the components are those of the URL that the standard makes of the text. `--standard all` compares
/// the standards.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin parse 'http://sam@pub.example:8080/napkins?ink=blue'
  napkin parse --standard all --pretty 'http:\\\\pub.example/café'
  napkin parse --format '{host} {port}' < urls.txt")]
pub(crate) struct Parse {
    /// Read these references, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Parse against this URL under `whatwg`; the other standards need no base
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Print the absolute form of each reference
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin resolve --base https://pub.example/menu/ ../beer
  napkin resolve --base https://pub.example/menu/ < references.txt
  napkin resolve --base http://a/b/c/d --standard all --json 'g;x=1/../y'")]
pub(crate) struct Resolve {
    /// Read these references, or standard input if there are none or `-`
    #[arg(value_name = "REF", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    #[command(flatten)]
    pub(crate) base: BaseOptions,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// The base, and how references are resolved against it.
#[derive(Args)]
pub(crate) struct BaseOptions {
    /// Resolve against this URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: String,
    /// Set the URL of the document that contains the references
    ///
    /// Under draft1997, an empty reference for which a new request is made means this document. `whatwg` ignores this option.
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) document: Option<String>,
    /// Assume that each reference makes a new request, as a form's action does
    #[arg(long)]
    pub(crate) new_request: bool,
    /// Ignore a scheme that equals the base's scheme, as old programs do
    ///
    /// See RFC 3986 section 5.2.2. `whatwg` ignores this option.
    #[arg(long)]
    pub(crate) loose: bool,
}

impl BaseOptions {
    /// Returns the options of the library.
    pub(crate) fn base(&self) -> base::BaseOptions {
        let Self { base, document, new_request, loose } = self;
        let (new_request, loose) = (*new_request, *loose);
        base::BaseOptions { base: base.clone(), document: document.clone(), new_request, loose }
    }
}

/// Print the shortest reference that resolves back to each URL
///
/// The URL Standard has no such algorithm, so `--standard all` means the other standards.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin relativize --base https://pub.example/menu/ https://pub.example/beer
  napkin relativize --base https://pub.example/menu/ < urls.txt
  napkin relativize --base http://a/b/c --json http://a/b/d")]
pub(crate) struct Relativize {
    /// Read these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Make URLs relative to this URL
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: String,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Print the normal form of each reference
///
/// Under `whatwg` the normal form is the serialized URL; there are no rungs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin normalize 'HTTP://Pub.Example:80/%7esam/./menu'
  napkin normalize --level case,percent < urls.txt
  napkin normalize --standard whatwg --json < urls.txt")]
pub(crate) struct Normalize {
    /// Read these references, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Apply only these rungs of RFC 3986 section 6.2: case, percent, path, scheme [default: all]
    #[arg(long, value_name = "RUNGS", value_delimiter = ',', value_parser = napkin_answer::normalize::rung)]
    pub(crate) level: Vec<napkin::Rung>,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Print the URL inside of each link that a mail gateway or a redirector made
///
/// Known are Microsoft SafeLinks, Proofpoint URL Defense, the gateways of Barracuda, Cisco, Trend Micro, Symantec, Trellix and Sophos,
/// the redirectors of Google, Facebook, Slack, LinkedIn, YouTube and others, web archives and AMP caches. Links within each other are
/// opened up to --max-wrappers. Any other URL is printed as it is. No request is sent: if only the service knows the target, the link
/// is printed, and the exit status is 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin unwrap 'https://www.google.com/url?q=https://pub.example/menu'
  napkin unwrap < links.txt
  napkin links --format '{absolute}' message.eml | napkin unwrap --json")]
pub(crate) struct Unwrap {
    /// Unwrap these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) links: Vec<OsString>,
    /// Open at most N links within each other
    #[arg(long, value_name = "N", default_value_t = napkin_audit::MAX_WRAPPERS, help_heading = LIMITS)]
    pub(crate) max_wrappers: usize,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// Test whether two URLs are equivalent
///
/// Prints the rung of normalization at which the URLs become equal: `identical`, `case`, `percent`, `path`, `scheme`, or `none`. Under
/// `whatwg` there is one rung, `serialize`: the parsed URLs are written alike. Exits with 1 for `none`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin compare 'HTTP://pub.example:80/%7esam' 'http://pub.example/~sam'
  napkin compare --standard all 'http://h/a/../b' 'http://h/b'
  napkin compare --quiet http://a/ http://b/")]
pub(crate) struct Compare {
    /// Compare this URL
    #[arg(value_name = "A", value_hint = ValueHint::Url)]
    pub(crate) a: OsString,
    /// Compare it with this URL
    #[arg(value_name = "B", value_hint = ValueHint::Url)]
    pub(crate) b: OsString,
    /// Use this standard: draft1997, rfc3986, rfc3987, whatwg, or all for each in turn
    #[arg(long, value_name = "NAME", default_value = "rfc3986")]
    pub(crate) standard: Standards,
    #[command(flatten)]
    pub(crate) form: FormOptions,
}

/// Change components of URLs
///
/// Changes are made in the order of the options. Components are scheme, authority, user, password, host, port, path, query and
/// fragment. The result parses as the components that were set; otherwise the change is an error. Under `whatwg` the setters of the
/// standard's API make the changes, and text that a setter would ignore is an error.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin edit --set host=pub.example --delete fragment http://h/menu#beer
  napkin edit --strip-tracking --query-sort < urls.txt
  napkin edit --guess-scheme=https --append path=menu --get '{host} {query:day}' 'pub.example?day=1'")]
pub(crate) struct Edit {
    /// Read these URLs, or standard input if there are none or `-`
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) references: Vec<OsString>,
    /// Set a component to data; `C:=V`: to encoded text; `C?=V`: if absent
    ///
    /// Data is encoded. With `C?=V` and `C?:=V`, a component that is defined and not empty stays.
    #[arg(long, value_name = "C=V", action = ArgAction::Append)]
    pub(crate) set: Vec<String>,
    /// Append a segment, a pair (`query=name=value`), else text
    ///
    /// The text is data, which is encoded. `C:=V` appends encoded text: `path:=a/b` adds two segments.
    #[arg(long, value_name = "C=V", action = ArgAction::Append)]
    pub(crate) append: Vec<String>,
    /// Remove a component
    #[arg(long, value_name = "C", action = ArgAction::Append)]
    pub(crate) delete: Vec<String>,
    /// Print the URL once for each of the values: 'port=80 81'
    ///
    /// Several iterations print each combination; the last one changes fastest. Values are data, separated by spaces.
    #[arg(long, value_name = "C=VALUES", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) iterate: Vec<String>,
    /// Set the pair of this name; remove others of this name
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append)]
    pub(crate) query_set: Vec<String>,
    /// Set the pair of this name if there is one
    #[arg(long, value_name = "NAME=VALUE", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) query_replace: Vec<String>,
    /// Give the pairs of this name another name
    #[arg(long, value_name = "NAME=NEW", action = ArgAction::Append, hide_short_help = true)]
    pub(crate) query_rename: Vec<String>,
    /// Remove the pairs of this name
    #[arg(long, value_name = "NAME", action = ArgAction::Append)]
    pub(crate) query_delete: Vec<String>,
    /// Remove the pairs whose names match a pattern: 'utm_*'
    ///
    /// `*` matches any bytes, and `?` a single byte.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append)]
    pub(crate) query_trim: Vec<String>,
    /// Keep only the pairs whose names match one of these patterns
    #[arg(long, value_name = "GLOB", action = ArgAction::Append)]
    pub(crate) query_keep: Vec<String>,
    /// Sort the pairs of the query by name
    #[arg(long)]
    pub(crate) query_sort: bool,
    /// Remove pairs that track people, such as fbclid and utm_source
    ///
    /// The list has a public source for each parameter. Names are compared byte for byte.
    #[arg(long)]
    pub(crate) strip_tracking: bool,
    /// Write spaces in the query as `+`
    #[arg(long, hide_short_help = true)]
    pub(crate) plus: bool,
    /// Write the host in ASCII; implies --standard rfc3987
    #[arg(long, conflicts_with = "unicode")]
    pub(crate) punycode: bool,
    /// Write the host in Unicode; implies --standard rfc3987
    ///
    /// A label that has no exact form in Unicode stays.
    #[arg(long)]
    pub(crate) unicode: bool,
    /// Write the scheme's default port if there is no port
    #[arg(long, hide_short_help = true)]
    pub(crate) default_port: bool,
    /// Put a scheme before URLs without one [default: http]
    ///
    /// A first label such as `ftp` suggests its scheme. A text with a scheme, such as `mailto:`, stays.
    #[arg(long, value_name = "SCHEME", num_args = 0..=1, require_equals = true, default_missing_value = "http")]
    pub(crate) guess_scheme: Option<String>,
    /// Print parts of the result: '{url} {host} {query:NAME}'
    ///
    /// The names are those of `parse --format`, and `url`.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "format"])]
    pub(crate) get: Option<String>,
    #[command(flatten)]
    pub(crate) records: Records,
}

/// List every reference in documents, with its place and its absolute form
///
/// The base URL is found by draft-fielding-url-syntax-05 section 5.1: in the content, else from --base, else from the place where the
/// document was read, which is a file or the last URL after redirects. In a pipe the columns are the place, the absolute form and the
/// context.
#[derive(Args)]
#[command(after_help = "\
Examples:
  napkin links page.html --base https://pub.example/
  napkin links --explain message.eml
  curl -s https://pub.example/ | napkin links --base https://pub.example/ --json")]
pub(crate) struct Links {
    /// Read these files, folders, mailboxes or URLs, or standard input if there are none or `-`
    ///
    /// URLs are retrieved under the policy.
    #[arg(value_name = "FILE|URL", value_hint = ValueHint::FilePath)]
    pub(crate) documents: Vec<PathBuf>,
    /// Use draft1997, rfc3986, rfc3987, whatwg or all of them [default: by the type]
    ///
    /// The default is rfc3986 for plain text, mail and JSON, rfc3987 for XML, and whatwg for documents of browsers.
    #[arg(long, value_name = "NAME")]
    pub(crate) standard: Option<Standards>,
    /// Set the URL of the documents [default: the file's URL; messages have none]
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) filter: LinkFilter,
    /// Draw the layers of base URLs, the innermost first
    #[arg(long)]
    pub(crate) explain: bool,
    /// List www. and ftp. hosts and mail addresses in plain text, too
    #[arg(long)]
    pub(crate) bare: bool,
    /// Choose how parts of messages inherit base URLs: draft1997, rfc2110, rfc2557 or lenient
    ///
    /// `lenient` is rfc2557 with Content-Base.
    #[arg(long, value_name = "NAME", default_value = "lenient")]
    pub(crate) profile: Profile,
    /// Set the encoding of the documents; a byte order mark has priority
    #[arg(long, value_name = "LABEL", value_parser = napkin_answer::links::charset, help_heading = INPUT)]
    pub(crate) charset: Option<String>,
    #[command(flatten)]
    pub(crate) list: DocumentList,
    #[command(flatten)]
    pub(crate) reading: DocumentOptions,
    #[command(flatten)]
    pub(crate) form: FormOptions,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: Retrieval,
    /// Limit a document that is held in memory to BYTES
    ///
    /// Large HTML pages and plain texts in UTF-8 are read in pieces instead, unless several standards are asked for.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_document: u64,
    /// Limit a tag, or the text of a style or noscript, to BYTES in a page that is read in pieces; cut longer ones
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_token: usize,
    #[command(flatten)]
    pub(crate) output: MaxOutput,
    /// Hold no document, and windows of so many bytes: for tests of large documents
    #[arg(long, hide = true, value_name = "BYTES")]
    pub(crate) window: Option<usize>,
}

impl Links {
    /// Returns the question for the library.
    pub(crate) fn question(&self) -> napkin_answer::links::Options {
        napkin_answer::links::Options {
            standard: self.standard,
            base: self.base.clone(),
            profile: self.profile,
            kind: self.reading.kind,
            charset: self.charset.clone(),
            explain: self.explain,
            bare: self.bare,
            relative: self.filter.relative,
            mail: self.reading.limits.limits(),
            readers: self.reading.readers.limits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Splits an example into words as a shell does, without its redirections and other programs.
    fn words(example: &str) -> Vec<&str> {
        let command = example.split(" | ").find(|command| command.trim().starts_with("napkin ")).unwrap_or_default();
        let command = command.split(" < ").flat_map(|piece| piece.split(" > ")).next().unwrap_or_default();
        let quoted = command.split('\'').enumerate().flat_map(|(number, piece)| match number % 2 {
            0 => piece.split_whitespace().collect(),
            _ => vec![piece],
        });
        quoted.collect()
    }

    fn check_help(command: &mut clap::Command) {
        let name = command.get_name().to_owned();
        if !command.is_disable_help_flag_set() && name != "help" {
            let help = command.render_help().to_string();
            assert!(help.lines().count() <= 50, "{name}: {} lines: {help}", help.lines().count());
            let examples = help.rsplit("Examples:\n").next().unwrap_or_default();
            assert_eq!(examples.trim_end().lines().count(), 3, "{name}: {examples}");
            for example in examples.lines() {
                let parsed = Options::command().try_get_matches_from(words(example));
                assert!(parsed.is_ok(), "{example}: {:?}", parsed.err());
            }
        }
        command.get_subcommands_mut().for_each(check_help);
    }

    #[test]
    fn parser_of_one_command_has_the_same_options_as_the_whole() {
        let arguments =
            |command: &clap::Command| command.get_arguments().map(|arg| format!("{arg:?}")).collect::<Vec<_>>();
        let whole = Options::command();
        for command in whole.get_subcommands() {
            let one = Options::command_of(command.get_name()).expect("a command");
            assert_eq!(arguments(&one), arguments(&whole));
            assert_eq!(one.get_subcommands().map(arguments).collect::<Vec<_>>(), [arguments(command)]);
        }
        assert!(Options::command_of("help").is_none());
    }

    #[test]
    fn short_help_fits_a_screen_and_has_three_valid_examples() {
        let mut command = Options::command();
        command.build();
        check_help(&mut command);
    }
}
