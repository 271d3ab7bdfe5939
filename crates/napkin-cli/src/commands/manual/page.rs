//! Writes the manual page of a command, in the language of man(7).
//!
//! The crate `clap_mangen` leaves out the help of options that are only in the long help, and its pages do not pass `mandoc -T lint`.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use roff::{Inline, Roff, bold, italic, roman};

/// The date of the pages, which mandoc asks for: the day on which this layout was last changed.
const DATE: &str = "2026-11-25";

/// The most bytes of a line.
const LINE: usize = 78;

/// Returns the page of a command. `built` is the program's command, built; `command` is one of its commands.
pub(super) fn page(built: &Command, command: &mut Command) -> String {
    let mut roff = Roff::new();
    let name = title(command);
    let version = format!("napkin {}", built.get_version().unwrap_or_default());
    roff.control("TH", [&*name.to_uppercase(), "1", DATE, &version, "napkin manual"]);
    roff.control("SH", ["NAME"]);
    lines(&mut roff, &format!("{name} - {}", text(command.get_about())));
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(command.get_bin_name().unwrap_or(&name).to_owned()), roman(usage(command))]);
    roff.control("SH", ["DESCRIPTION"]);
    let about = text(command.get_long_about().or_else(|| command.get_about()));
    // The first paragraph is the name's.
    paragraphs(&mut roff, about.split_once("\n\n").map_or(&about, |(_, rest)| rest), "PP");
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    section(&mut roff, "ARGUMENTS", shown.iter().filter(|arg| arg.is_positional()));
    for heading in headings(&shown) {
        let is_here = |arg: &&&Arg| !arg.is_positional() && arg.get_help_heading() == heading;
        section(&mut roff, &heading.unwrap_or("Options").to_uppercase(), shown.iter().filter(is_here));
    }
    subcommands(&mut roff, command);
    after(&mut roff, &text(command.get_after_long_help().or_else(|| command.get_after_help())));
    see_also(&mut roff, built, command);
    roff.render()
}

/// Returns the name of the page of a command: `napkin-mail-list`.
pub(super) fn title(command: &Command) -> String {
    command.get_bin_name().unwrap_or_else(|| command.get_name()).replace(' ', "-")
}

fn text(styled: Option<&StyledStr>) -> String {
    styled.map(ToString::to_string).unwrap_or_default()
}

/// Returns the usage after the name of the command.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.lines().next().unwrap_or_default().trim_start_matches("Usage: ").to_owned();
    usage.strip_prefix(command.get_bin_name().unwrap_or_default()).unwrap_or_default().to_owned()
}

/// Returns the headings of options in their order; those of the command itself have none.
fn headings<'a>(shown: &[&'a Arg]) -> Vec<Option<&'a str>> {
    let mut headings = vec![None];
    for heading in shown.iter().map(|arg| arg.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings
}

/// Writes paragraphs, with a macro between them.
fn paragraphs(roff: &mut Roff, text: &str, between: &str) {
    for (number, paragraph) in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()).enumerate() {
        if number > 0 {
            roff.control(between, []);
        }
        lines(roff, paragraph);
    }
}

/// Writes a paragraph in lines that are short with their escapes, too, as mandoc asks for.
fn lines(roff: &mut Roff, text: &str) {
    let mut line = String::new();
    let width = |text: &str| text.len() + text.matches(['-', '\\', '\'']).count() * 3;
    for word in text.split_whitespace() {
        if !line.is_empty() && width(&line) + width(word) >= LINE {
            roff.text([roman(std::mem::take(&mut line))]);
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    roff.text([roman(line)]);
}

fn section<'a>(roff: &mut Roff, heading: &str, args: impl Iterator<Item = &'a &'a Arg>) {
    for (number, arg) in args.enumerate() {
        if number == 0 {
            roff.control("SH", [heading]);
        }
        roff.control("TP", []);
        roff.text(names(arg));
        paragraphs(roff, &text(arg.get_long_help().or_else(|| arg.get_help())), "IP");
        details(roff, arg);
    }
}

/// Returns the names of an option and its value, or the name of an argument.
fn names(arg: &Arg) -> Vec<Inline> {
    let values = arg.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    if arg.is_positional() {
        return vec![italic(values)];
    }
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let names = short.into_iter().chain(long).collect::<Vec<_>>().join(", ");
    let is_optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    match arg.get_action().takes_values() {
        true if is_optional => vec![bold(names), roman("[="), italic(values), roman("]")],
        true => vec![bold(names), roman(" "), italic(values)],
        false => vec![bold(names)],
    }
}

/// Writes the possible values and the default of an option.
fn details(roff: &mut Roff, arg: &Arg) {
    let possible = arg.get_possible_values();
    let possible: Vec<_> = possible.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name()).collect();
    let takes_value = arg.get_action().takes_values();
    if takes_value && !arg.is_hide_possible_values_set() && !possible.is_empty() {
        lines(roff, &format!("[possible values: {}]", possible.join(", ")));
    }
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if takes_value && !arg.is_hide_default_value_set() && !default.is_empty() {
        lines(roff, &format!("[default: {}]", default.join(",")));
    }
}

fn subcommands(roff: &mut Roff, command: &Command) {
    for (number, below) in command.get_subcommands().filter(|below| below.get_name() != "help").enumerate() {
        if number == 0 {
            roff.control("SH", ["COMMANDS"]);
        }
        roff.control("TP", []);
        roff.text([bold(title(below)), roman("(1)")]);
        lines(roff, &text(below.get_about()));
    }
}

/// Writes the text after the options: paragraphs that begin with their headings, and examples.
fn after(roff: &mut Roff, text: &str) {
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let (heading, rest) = part.split_once(':').unwrap_or(("Notes", part));
        roff.control("SH", [&*heading.to_uppercase()]);
        if heading == "Examples" {
            roff.control("nf", []);
            for line in rest.trim_start_matches('\n').lines() {
                roff.text([roman(line.trim())]);
            }
            roff.control("fi", []);
        } else {
            paragraphs(roff, rest, "PP");
        }
    }
}

/// Refers to the page above this one, and for a command of a group to those beside it.
fn see_also(roff: &mut Roff, built: &Command, command: &Command) {
    let own = title(command);
    let Some((parent, _)) = own.rsplit_once('-') else { return };
    let is_beside = |title: &str| parent.contains('-') && title.rsplit_once('-').is_some_and(|(of, _)| of == parent);
    let titles = super::all(built).into_iter().map(title);
    let near = titles.filter(|title| *title != own && (title == parent || is_beside(title)));
    roff.control("SH", ["SEE ALSO"]);
    lines(roff, &near.map(|title| format!("{title}(1)")).collect::<Vec<_>>().join(", "));
}
