//! The changes that the options ask for, in the order of the command line.

use clap::ArgMatches;
use clap::parser::ValueSource;
use napkin::Component;
use napkin::query::{Pairs, Spaces};
use napkin_answer::{glob, tracking};

use crate::options;

/// A change to a URL.
pub(super) enum Step {
    /// Sets a component; with `if_absent`, only if it is undefined or empty.
    Set {
        component: Component,
        text: Text,
        if_absent: bool,
    },
    Append(Component, Text),
    Delete(Component),
    /// Sets a component to each of the values in turn.
    Iterate(Component, Vec<String>),
    Pairs(PairStep, Spaces),
    /// Writes the host in ASCII.
    Punycode,
    /// Writes the host with the decoded characters of `xn--` labels.
    Unicode,
    DefaultPort,
}

/// A text for a component.
pub(super) enum Text {
    /// Data, which is encoded.
    Data(String),
    /// Text that is already encoded.
    Encoded(String),
}

/// A change to the pairs of the query.
pub(super) enum PairStep {
    Add(String, Option<String>),
    Set(String, String),
    Replace(String, String),
    Rename(String, String),
    Delete(String),
    Trim(String),
    /// Keeps only the pairs whose names match one of the patterns.
    Keep(Vec<String>),
    StripTracking,
    Sort,
}

impl PairStep {
    pub(super) fn change(&self, spaces: Spaces, pairs: &mut Pairs) {
        pairs.spaces(spaces);
        let is_match = |pattern: &String, name: &[u8]| glob::matches(pattern.as_bytes(), name);
        match self {
            Self::Add(name, Some(value)) => pairs.add(name, value),
            Self::Add(name, None) => pairs.add_name(name),
            Self::Set(name, value) => pairs.set(name, value),
            Self::Replace(name, value) => {
                pairs.replace(name, value);
                pairs
            }
            Self::Rename(name, to) => pairs.rename(name, to),
            Self::Delete(name) => pairs.remove(name),
            Self::Trim(pattern) => pairs.remove_if(|name| is_match(pattern, name)),
            Self::Keep(patterns) => pairs.remove_if(|name| !patterns.iter().any(|pattern| is_match(pattern, name))),
            Self::StripTracking => pairs.remove_if(|name| tracking::tracker(name).is_some()),
            Self::Sort => pairs.sort(),
        };
    }
}

/// Returns the changes in their order on the command line.
pub(super) fn steps(options: &options::Edit, matches: Option<&ArgMatches>) -> Result<Vec<Step>, String> {
    let spaces = if options.plus { Spaces::Plus } else { Spaces::Percent };
    let mut steps = Vec::new();
    let mut gather = |name: &str, texts: &[String], read: &dyn Fn(&str) -> Result<Step, String>| {
        let places = matches.and_then(|matches| matches.indices_of(name)).into_iter().flatten();
        for (place, text) in places.zip(texts) {
            // The text is not quoted: it may contain a password.
            let step = read(text).map_err(|message| format!("--{}: {message}", name.replace('_', "-")))?;
            steps.push((place, step));
        }
        Ok::<(), String>(())
    };
    let pairs = |step| Ok(Step::Pairs(step, spaces));
    let keep = || PairStep::Keep(options.query_keep.clone());
    gather("set", &options.set, &set)?;
    gather("append", &options.append, &|text| append(text, spaces))?;
    gather("delete", &options.delete, &|text| component(text).map(Step::Delete))?;
    gather("iterate", &options.iterate, &iterate)?;
    let mut iterated = options.iterate.iter().filter_map(|text| text.split_once('=')).map(|(name, _)| name);
    while let Some(name) = iterated.next() {
        if iterated.clone().any(|other| other == name) {
            return Err("--iterate: expected each component once".to_owned());
        }
    }
    gather("query_set", &options.query_set, &|text| {
        pair(text).and_then(|(name, value)| pairs(PairStep::Set(name, value)))
    })?;
    gather("query_replace", &options.query_replace, &|text| {
        pair(text).and_then(|(name, value)| pairs(PairStep::Replace(name, value)))
    })?;
    gather("query_rename", &options.query_rename, &|text| {
        pair(text).and_then(|(name, to)| pairs(PairStep::Rename(name, to)))
    })?;
    gather("query_delete", &options.query_delete, &|text| pairs(PairStep::Delete(text.into())))?;
    gather("query_trim", &options.query_trim, &|text| pairs(PairStep::Trim(text.into())))?;
    // All patterns together say what is kept.
    gather("query_keep", options.query_keep.get(..1).unwrap_or_default(), &|_| pairs(keep()))?;
    let flags = [
        ("query_sort", Step::Pairs(PairStep::Sort, spaces)),
        ("strip_tracking", Step::Pairs(PairStep::StripTracking, spaces)),
        ("punycode", Step::Punycode),
        ("unicode", Step::Unicode),
        ("default_port", Step::DefaultPort),
    ];
    for (name, step) in flags {
        let given = |matches: &&ArgMatches| matches.value_source(name) == Some(ValueSource::CommandLine);
        if let Some(place) = matches.filter(given).and_then(|matches| matches.index_of(name)) {
            steps.push((place, step));
        }
    }
    steps.sort_by_key(|&(place, _)| place);
    Ok(steps.into_iter().map(|(_, step)| step).collect())
}

fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|_| {
        // Only the name is shown, even for `password:secret=`.
        let name = name.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let names: Vec<&str> = Component::ALL.iter().map(|component| component.name()).collect();
        format!("no component `{name}`; there are {}", names.join(", "))
    })
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

/// Splits `C=data` and `C:=encoded text`.
fn value(text: &str) -> Result<(&str, Text), String> {
    let (name, value) = text.split_once('=').ok_or("expected COMPONENT=VALUE or COMPONENT:=VALUE")?;
    Ok(match name.strip_suffix(':') {
        Some(name) => (name, Text::Encoded(value.into())),
        None => (name, Text::Data(value.into())),
    })
}

fn set(text: &str) -> Result<Step, String> {
    let (name, text) = value(text)?;
    let (name, if_absent) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
    Ok(Step::Set { component: component(name)?, text, if_absent })
}

fn append(text: &str, spaces: Spaces) -> Result<Step, String> {
    let (name, text) = value(text)?;
    Ok(match (component(name)?, text) {
        (Component::Query, Text::Data(data)) => {
            let (name, value) = data.split_once('=').map_or((&*data, None), |(name, value)| (name, Some(value)));
            Step::Pairs(PairStep::Add(name.into(), value.map(Into::into)), spaces)
        }
        (component, text) => Step::Append(component, text),
    })
}

fn iterate(text: &str) -> Result<Step, String> {
    let (name, values) = text.split_once('=').ok_or("expected COMPONENT=VALUES, with spaces between the values")?;
    let values: Vec<_> = values.split(' ').filter(|value| !value.is_empty()).map(String::from).collect();
    if values.is_empty() {
        return Err("expected at least one value".to_owned());
    }
    Ok(Step::Iterate(component(name)?, values))
}
