//! The options of commands that read documents and mailboxes.

use clap::Args;
use napkin_answer::names::AUTO;
use napkin_document::Kind;

use super::{ArchiveOptions, FolderOptions, INPUT, Mailboxes, MessageLimits, ReaderLimits, kinds};

/// How the inputs of a command are found: in files, folders and mailboxes.
#[derive(Args)]
pub(crate) struct InputOptions {
    #[command(flatten)]
    pub(crate) mailboxes: Mailboxes,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    #[command(flatten)]
    pub(crate) archives: ArchiveOptions,
}

/// How documents of all types are found and read.
#[derive(Args)]
pub(crate) struct DocumentOptions {
    /// Set the type of the documents; `auto` uses the name, then the content
    ///
    /// TYPE is html, css, svg, xml (feeds, site maps and others), text, markdown, json, manifest (of a web application), sourcemap,
    /// javascript (the address of its source map), mail, mhtml (a page saved as a message), asciidoc, http (heads of responses), latex, org,
    /// pdf, playlist, rst, toml, turtle (and SPARQL), or yaml.
    #[arg(long = "type", value_name = "TYPE", default_value = AUTO, value_parser = kinds(), hide_possible_values = true, help_heading = INPUT)]
    pub(crate) kind: ::std::option::Option<Kind>,
    #[command(flatten)]
    pub(crate) inputs: InputOptions,
    #[command(flatten)]
    pub(crate) limits: MessageLimits,
    #[command(flatten)]
    pub(crate) readers: ReaderLimits,
}
