//! The commands of the program.

use clap::{Args, Subcommand};

#[cfg(feature = "retrieve")]
use super::Get;
#[cfg(feature = "serve")]
use super::Serve;
use super::{
    Archive, Audit, Bundle, Check, Compare, Completions, Config, Data, Edit, Explain, Links, Mail, Man, NapkinQuery,
    Normalize, Parse, Pattern, Relativize, Resolve, Rewrite, Scheme, Screen, Template, Unbundle, Unwrap,
};

/// Declares the commands and their names.
macro_rules! commands {
    ($($(#[cfg($feature:meta)])? $(#[doc = $doc:literal])* $name:literal $command:ident($options:ty),)*) => {
        /// A command with its options.
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($(#[cfg($feature)])? $(#[doc = $doc])* #[command(name = $name)] $command($options),)*
        }

        impl Command {
            /// Returns the parser of the command of this name.
            pub(super) fn parser_of(name: &str) -> Option<clap::Command> {
                $(
                    $(#[cfg($feature)])?
                    if name == $name {
                        return Some(<$options>::augment_args(clap::Command::new($name)));
                    }
                )*
                None
            }
        }
    };
}

commands! {
    "parse" Parse(Parse),
    "resolve" Resolve(Resolve),
    "relativize" Relativize(Relativize),
    "normalize" Normalize(Normalize),
    "compare" Compare(Compare),
    "edit" Edit(Edit),
    "links" Links(Links),
    "rewrite" Rewrite(Rewrite),
    "bundle" Bundle(Bundle),
    "unbundle" Unbundle(Unbundle),
    "data" Data(Data),
    "mail" Mail(Mail),
    "archive" Archive(Archive),
    "audit" Audit(Audit),
    "check" Check(Box<Check>),
    "unwrap" Unwrap(Unwrap),
    "screen" Screen(Screen),
    #[cfg(feature = "retrieve")]
    "get" Get(Get),
    "scheme" Scheme(Scheme),
    "template" Template(Template),
    "pattern" Pattern(Pattern),
    "explain" Explain(Explain),
    #[cfg(feature = "serve")]
    "serve" Serve(Serve),
    /// Run an SQL statement over files with URLs; needs the separate program `napkin-query`
    ///
    /// Build the program in the folder `columns/napkin-query` of the sources with `cargo build --release --features program`, and put
    /// `columns/target/release/napkin-query` beside `napkin` or on the PATH. `napkin query --help` then prints its options.
    "query" Query(NapkinQuery),
    /// Split a column of URLs into components; needs the separate program `napkin-query`
    ///
    /// Build the program in the folder `columns/napkin-query` of the sources with `cargo build --release --features program`, and put
    /// `columns/target/release/napkin-query` beside `napkin` or on the PATH. `napkin columns --help` then prints its options.
    "columns" Columns(NapkinQuery),
    "config" Config(Config),
    "completions" Completions(Completions),
    "man" Man(Man),
}
