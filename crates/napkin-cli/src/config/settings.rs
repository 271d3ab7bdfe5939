//! Reads settings from TOML, with the program's command as the schema. Start at `read`.

use std::any::TypeId;

use clap::builder::Resettable;
use clap::{Arg, ArgAction, Command, ValueHint};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::Source;
use super::found;
use super::setting::{Given, Origin, Setting, Wrong, commands, options};

/// The similarity from which a name is suggested, as in clap.
const SIMILAR: f64 = 0.7;

/// Returns the settings of a file.
pub(super) fn read(root: &Command, source: &Source) -> Result<Vec<Setting>, Wrong> {
    let reader = Reader { root, source };
    let table = DeTable::parse(&source.text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        reader.wrong(at, format_args!("expected TOML: {}", error.message()), None)
    })?;
    let mut settings = Vec::new();
    reader.table(root, "", table.get_ref(), &mut settings)?;
    Ok(settings)
}

struct Reader<'r> {
    root: &'r Command,
    source: &'r Source,
}

impl Reader<'_> {
    /// Reads the settings of a command, and those of its subcommands.
    fn table(
        &self,
        command: &Command,
        name: &str,
        table: &DeTable<'_>,
        settings: &mut Vec<Setting>,
    ) -> Result<(), Wrong> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let (at, key) = (key.span().start, &**key.get_ref());
            let below = command.get_subcommands().find(|below| below.get_name() == key);
            match (below, value.get_ref()) {
                (Some(below), DeValue::Table(table)) => {
                    self.table(below, &joined(name, key), table, settings)?;
                }
                (Some(_), _) => {
                    let section = joined(name, key).replace(' ', ".");
                    return Err(self.wrong(
                        at,
                        format_args!("expected a section, found a value; write `[{section}]`"),
                        None,
                    ));
                }
                (None, value_of) => {
                    let found = options(command).find(|arg| arg.get_long() == Some(key));
                    let is_section = matches!(value_of, DeValue::Table(_));
                    let arg = found.ok_or_else(|| self.unknown(command, name, key, at, is_section))?;
                    settings.push(self.setting(arg, name, at, value)?);
                }
            }
        }
        Ok(())
    }

    fn setting(&self, arg: &Arg, command: &str, at: usize, value: &Spanned<DeValue<'_>>) -> Result<Setting, Wrong> {
        let option = arg.get_long().unwrap_or_default().to_owned();
        if self.source.is_found && !found::may_set(command, &option) {
            let file = &self.source.name;
            let help = format!(
                "pass `--config {file}` if you trust the file, or move the setting to a file that NAPKIN_CONFIG names"
            );
            let text = format_args!("`{option}` can be set only in a file that --config or NAPKIN_CONFIG names");
            return Err(self.wrong(at, text, Some(help)));
        }
        let given = self.given(arg, value)?;
        let setting = Setting { command: command.to_owned(), option, given, origin: self.origin(value.span().start) };
        check(arg, &setting)?;
        Ok(setting)
    }

    /// Returns the value of an option, of the type that the option has.
    fn given(&self, arg: &Arg, value: &Spanned<DeValue<'_>>) -> Result<Given, Wrong> {
        let is_optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
        let is_list = matches!(arg.get_action(), ArgAction::Append) || arg.get_value_delimiter().is_some();
        match value.get_ref() {
            DeValue::Boolean(flag) if !arg.get_action().takes_values() || is_optional => Ok(Given::Flag(*flag)),
            _ if !arg.get_action().takes_values() => Err(self.expected(arg, "true or false", value)),
            DeValue::Array(items) if is_list => {
                items.iter().map(|item| self.text(arg, item)).collect::<Result<_, _>>().map(Given::List)
            }
            _ => self.text(arg, value).map(Given::Value),
        }
    }

    /// Returns a value as the command line has it.
    fn text(&self, arg: &Arg, value: &Spanned<DeValue<'_>>) -> Result<String, Wrong> {
        match value.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map(|number| number.to_string())
                .map_err(|_| self.expected(arg, "a smaller number", value)),
            _ if is_number(arg) => Err(self.expected(arg, "a number", value)),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::String(text) => Ok(self.path(arg, text)),
            _ => Err(self.expected(arg, "a text", value)),
        }
    }

    /// Returns a path relative to the folder of the file, if the option takes one; otherwise the text as it is.
    fn path(&self, arg: &Arg, text: &str) -> String {
        match arg.get_value_hint() {
            ValueHint::FilePath | ValueHint::DirPath | ValueHint::AnyPath if text != "-" => {
                self.source.folder.join(text).to_string_lossy().into_owned()
            }
            _ => text.to_owned(),
        }
    }

    fn expected(&self, arg: &Arg, expected: &str, value: &Spanned<DeValue<'_>>) -> Wrong {
        let option = arg.get_long().unwrap_or_default();
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a section",
        };
        self.wrong(value.span().start, format_args!("`{option}`: expected {expected}, found {found}"), None)
    }

    /// Returns the message for a name that is neither an option nor a command here.
    fn unknown(&self, command: &Command, name: &str, key: &str, at: usize, is_section: bool) -> Wrong {
        let section = name.replace(' ', ".");
        let below = command.get_subcommands().map(Command::get_name);
        let names = options(command).filter_map(Arg::get_long).filter(|_| !is_section).chain(below);
        let similar = similar(key, names).map(|similar| format!("a similar name is `{similar}`"));
        let elsewhere = || match holders(self.root, key) {
            _ if super::setting::NEVER.contains(&key) => {
                Some(format!("`--{key}` is an option of the command line only"))
            }
            holders if holders.is_empty() => None,
            holders if holders[0].is_empty() => {
                Some(format!("`{key}` is an option of all commands: write it above the first section"))
            }
            holders => {
                let first = holders[0].replace(' ', ".");
                Some(format!("`{key}` is an option of {}: write it below `[{first}]`", listed(&holders)))
            }
        };
        let what = if is_section { "section" } else { "setting" };
        let place = if section.is_empty() { String::new() } else { format!(" in `[{section}]`") };
        self.wrong(at, format_args!("unknown {what} `{key}`{place}"), elsewhere().filter(|_| !is_section).or(similar))
    }

    fn wrong(&self, at: usize, text: impl std::fmt::Display, help: Option<String>) -> Wrong {
        Wrong::new(format!("{}: {text}", self.origin(at)), help)
    }

    /// Returns a place in the file. Columns count characters.
    fn origin(&self, at: usize) -> Origin {
        let before = self.source.text.get(..at).unwrap_or(&self.source.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Origin::File { name: self.source.name.clone(), line, column }
    }
}

fn joined(name: &str, below: &str) -> String {
    if name.is_empty() { below.to_owned() } else { format!("{name} {below}") }
}

/// Returns the commands that have an option, which is written `--base`, `base` or `-j`; an empty name means all of them.
pub(crate) fn holders(root: &Command, option: &str) -> Vec<String> {
    let is_short = option.starts_with('-') && !option.starts_with("--");
    let name = option.trim_start_matches('-');
    let is_named = |arg: &Arg| match is_short {
        true => arg.get_short().is_some_and(|short| name.chars().eq([short])),
        false => arg.get_long() == Some(name),
    };
    let has = |command: &Command| options(command).any(is_named);
    commands(root).into_iter().filter(|(_, command)| has(command)).map(|(name, _)| name).collect()
}

/// Writes names of commands: "`links`, `audit` and `mail list`".
pub(crate) fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Returns the most similar name, if there is one.
pub(crate) fn similar<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let scored = names.map(|other| (strsim::jaro(name, other), other)).filter(|(score, _)| *score > SIMILAR);
    scored.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, name)| name)
}

/// Returns whether an option takes an integer.
fn is_number(arg: &Arg) -> bool {
    let types = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
    types.iter().any(|one| arg.get_value_parser().type_id() == *one)
}

/// Checks a setting by itself, as its option reads it.
pub(super) fn check(arg: &Arg, setting: &Setting) -> Result<(), Wrong> {
    // The options to which this one refers are not there.
    let arg = arg.clone().required(false).global(false).requires(Resettable::Reset).conflicts_with(Resettable::Reset);
    let command = Command::new("napkin").no_binary_name(true).disable_help_flag(true).arg(arg);
    command.try_get_matches_from(setting.arguments()).map(drop).map_err(|error| {
        let text = error.render().to_string();
        let lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more information"));
        let (tips, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("tip: "));
        let text = lines.join("; ");
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let help = tips.first().map(|tip| tip.trim_start_matches("tip: ").to_owned());
        Wrong::new(format!("{}: {text}", setting.origin), help)
    })
}
