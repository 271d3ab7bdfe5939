//! Options that people know from other programs, and what to do instead (`data/foreign.tsv`).

use std::ffi::OsString;

use clap::Command;

/// The table. Each line has a command, options, the program that has them, and the advice.
const TABLE: &str = include_str!("../../data/foreign.tsv");

/// Returns what to do instead of an option of another program.
pub(super) fn advice(command: &Command, arguments: &[OsString], option: &str) -> Option<String> {
    let called = called(command, arguments);
    let row = rows().find(|row| row.command == called && row.options.split(' ').any(|own| own == option))?;
    Some(format!("for `{option}` of {}: {}", row.program, row.advice))
}

struct Row {
    command: &'static str,
    options: &'static str,
    program: &'static str,
    advice: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        Some(Row { command: next()?, options: next()?, program: next()?, advice: next()? })
    })
}

/// Returns the name of the command that the arguments call, such as `mail extract`.
fn called(command: &Command, arguments: &[OsString]) -> String {
    let mut place = command;
    let mut names = Vec::new();
    for argument in arguments.iter().skip(1) {
        if let Some(inner) = place.find_subcommand(argument) {
            names.push(inner.get_name());
            place = inner;
        }
    }
    names.join(" ")
}

#[cfg(all(test, feature = "retrieve"))]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::options::Options;

    fn has(command: &Command, option: &str) -> bool {
        command.get_arguments().any(|arg| match option.strip_prefix("--") {
            Some(long) => arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&long)),
            None => arg.get_short().is_some_and(|short| option == format!("-{short}")),
        })
    }

    /// No advice is about an option that the command has, and every option in an advice exists.
    #[test]
    fn advice_about_foreign_options_is_current() {
        let mut whole = Options::command();
        whole.build();
        let (mut count, mut wrong) = (0, Vec::new());
        for row in rows() {
            let own = row.command.split(' ').try_fold(&whole, |place, name| place.find_subcommand(name));
            let own = own.expect(row.command);
            count += 1;
            wrong.extend(row.options.split(' ').filter(|option| has(own, option)).map(str::to_owned));
            for quoted in row.advice.split('`').skip(1).step_by(2) {
                let other =
                    quoted.strip_prefix("napkin ").and_then(|rest| whole.find_subcommand(rest.split(' ').next()?));
                let options = quoted.split(' ').filter(|word| word.starts_with('-'));
                let unknown = options.filter(|option| !has(other.unwrap_or(own), option));
                wrong.extend(unknown.map(|option| format!("{}: {option}", row.command)));
            }
        }
        assert!(wrong.is_empty() && count > 30, "{count} {wrong:?}");
    }
}
