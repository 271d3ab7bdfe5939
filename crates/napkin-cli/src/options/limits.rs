//! Limits of the readers of documents.

use clap::{ArgAction, Args};
use napkin_document::Limits;

use super::LIMITS;

/// Limits of the readers of documents, as far as they differ from the defaults.
#[derive(Args)]
pub(crate) struct ReaderLimits {
    /// Set a limit of the readers, such as documents=20
    ///
    /// NAME is documents, noscript, look-back, elements, names, entities, entity-depth, bases, reference, wrapped or hyphens
    #[arg(long = "limit", value_name = "NAME=N", value_parser = limit, action = ArgAction::Append, help_heading = LIMITS, hide_short_help = true)]
    limits: Vec<(String, usize)>,
}

impl ReaderLimits {
    /// Returns all limits for the library.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for (name, value) in &self.limits {
            // The parser of the option has set each of them before.
            let _ = limits.set(name, *value);
        }
        limits
    }
}

fn limit(text: &str) -> Result<(String, usize), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=N, such as documents=20")?;
    let value = value.parse().map_err(|_| format!("expected a number, found `{value}`"))?;
    Limits::default().set(name, value).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        readers: ReaderLimits,
    }

    #[test]
    fn limit_option_sets_every_limit_by_its_name() {
        use clap::CommandFactory;
        let help = Options::command().render_long_help().to_string();
        for (name, default, most) in Limits::all() {
            assert!(help.split([' ', ',', '\n']).any(|word| word == name), "--help does not name {name}");
            let parsed = |value: usize| {
                let text = format!("{name}={value}");
                Options::try_parse_from(["napkin", "--limit", &text]).map(|options| options.readers.limits())
            };
            assert_eq!(parsed(default).expect("the default"), Limits::default(), "{name}");
            assert_ne!(parsed(default + 1).expect("one more"), Limits::default(), "{name}");
            assert_eq!(most.checked_add(1).map(|more| parsed(more).is_err()), (most < usize::MAX).then_some(true));
        }
        for wrong in ["documents", "documents=", "documents=-1", "menus=3", "=3"] {
            assert!(Options::try_parse_from(["napkin", "--limit", wrong]).is_err(), "{wrong}");
        }
    }
}
