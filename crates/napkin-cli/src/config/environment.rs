//! Settings from environment variables: `NAPKIN_COLOR` sets `--color`. Only the options of all commands have variables.

use std::env;

use clap::Command;

use super::setting::{Given, Origin, Setting, Wrong, options};
use super::settings::check;

/// Returns the settings of all variables that are set and not empty.
pub(super) fn settings(root: &Command) -> Result<Vec<Setting>, Wrong> {
    let mut settings = Vec::new();
    for arg in options(root) {
        let Some(option) = arg.get_long() else { continue };
        let Some(text) = variable(option)? else { continue };
        let given =
            if arg.get_action().takes_values() { Given::Value(text) } else { Given::Flag(flag(option, &text)?) };
        let origin = Origin::Environment(name(option));
        let setting = Setting { command: String::new(), option: option.to_owned(), given, origin };
        check(arg, &setting)?;
        settings.push(setting);
    }
    Ok(settings)
}

/// Returns the value of the variable of an option; empty is not set.
pub(super) fn variable(option: &str) -> Result<Option<String>, Wrong> {
    let name = name(option);
    match env::var_os(&name).map(|value| value.into_string()) {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
        Some(Err(text)) => Err(Wrong::new(format!("{name}: expected UTF-8, found `{}`", text.display()), None)),
    }
}

/// Parses the value of a flag's variable.
pub(super) fn flag(option: &str, text: &str) -> Result<bool, Wrong> {
    match text {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(Wrong::new(format!("{}: expected 1, true, 0 or false, found `{text}`", name(option)), None)),
    }
}

/// Returns the name of the variable of an option.
fn name(option: &str) -> String {
    format!("NAPKIN_{}", option.to_uppercase().replace('-', "_"))
}
