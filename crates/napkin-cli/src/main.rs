//! The command-line program `napkin`.
//!
//! Chooses the command and the exit status. Every command reads input, calls the library per record, and prints; the
//! crates `napkin` and `napkin-document` compute the answers. Start at `main`.

#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod arguments;
mod commands;
mod config;
mod date;
mod entries;
// Retrieval uses most of this module.
#[cfg_attr(not(feature = "retrieve"), allow(dead_code))]
mod files;
mod folders;
mod input;
mod options;
mod output;
mod panic_report;
mod parallel;
mod records;

use std::process::ExitCode;

use crate::options::Command;

fn main() -> ExitCode {
    panic_report::end_process();
    let arguments::Read { options, matches, config } = match arguments::read() {
        Ok(read) => read,
        Err(answered) => return answered,
    };
    let session = options.global.session();
    let done = match &options.command {
        Command::Parse(parse) => commands::references::parse(parse, &session),
        Command::Resolve(resolve) => commands::references::resolve(resolve, &session),
        Command::Relativize(relativize) => commands::references::relativize(relativize, &session),
        Command::Normalize(normalize) => commands::references::normalize(normalize, &session),
        Command::Compare(compare) => commands::compare::run(compare, &session),
        Command::Edit(edit) => commands::edit::run(edit, matches.subcommand_matches("edit"), &session),
        Command::Links(links) => commands::links::run(links, &session),
        Command::Rewrite(rewrite) => commands::rewrite::run(rewrite, &session),
        Command::Bundle(bundle) => commands::bundle::run(bundle, &session),
        Command::Unbundle(unbundle) => commands::unbundle::run(unbundle, &session),
        Command::Data(data) => commands::data::run(data, &session),
        Command::Mail(mail) => commands::mail::run(mail, &session),
        Command::Archive(archive) => commands::archive::run(archive, &session),
        Command::Audit(audit) => commands::audit::run(audit, &session),
        Command::Check(check) => commands::check::run(check, &session),
        Command::Unwrap(unwrap) => commands::references::unwrap(unwrap, &session),
        Command::Screen(screen) => commands::screen::run(screen, &session),
        #[cfg(feature = "retrieve")]
        Command::Get(get) => commands::get::run(get, &session),
        Command::Scheme(scheme) => commands::scheme::run(scheme, &session),
        Command::Template(template) => commands::template::run(template, &session),
        Command::Pattern(pattern) => commands::pattern::run(pattern, &session),
        Command::Explain(explain) => commands::explain::run(explain, &session),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => commands::serve::run(serve),
        Command::Query(query) => commands::napkin_query::run("query", query),
        Command::Columns(columns) => commands::napkin_query::run("columns", columns),
        Command::Config(options) => commands::config::run(options, &config, &session),
        Command::Completions(completions) => commands::manual::completions(completions, &session),
        Command::Man(man) => commands::manual::man(man, &session),
    };
    match done {
        Ok(answer) => ExitCode::from(answer as u8),
        Err(trouble) => trouble.exit(&session),
    }
}
