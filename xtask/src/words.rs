//! Generates the names that the audit knows from `data/audit/words.toml`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use napkin_scheme::source::{Limits, Node, Value};

/// The tables that are searched by bisection, and therefore sorted.
const SORTED: [&str; 4] = ["secrets", "identifiers", "redirects", "urls"];

/// The tables about scripts, which only the feature `tables` of the crate reads.
const OF_UNICODE: [&str; 4] = ["imitating_scripts", "digit_likes", "letters_of_tops", "known_names"];

/// Returns the module `families/words.rs` of `napkin-audit`.
pub(crate) fn module(root: &Path) -> Result<String, String> {
    let name = "data/audit/words.toml";
    let text = fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
    let file = Node::parse_toml(&text, &Limits::default()).map_err(|finding| format!("{name}: {finding}"))?;
    let Value::Table(tables) = &file.value else { return Err(format!("{name}: no tables")) };
    let mut out = String::from(
        "//! The names that the rules know.\n//!\n//! Made by `cargo xtask gen` from `data/audit/words.toml`, which says where they are from.\n",
    );
    for table in tables {
        out += &one(&table.key, &table.node).ok_or_else(|| format!("{name}: `{}` lacks something", table.key))?;
    }
    Ok(out)
}

fn one(key: &str, table: &Node) -> Option<String> {
    let text = |node: &Node| match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let Value::List(names) = &table.get("names")?.value else { return None };
    let mut names: Vec<String> = names.iter().map(text).collect::<Option<_>>()?;
    if SORTED.contains(&key) {
        names.sort();
        names.dedup();
    }
    let (kind, rows): (_, Vec<String>) = match key {
        "tokens" => ("(&str, usize)", names.iter().map(|name| pair(name)).collect::<Option<_>>()?),
        "secret_paths" => ("(&str, &str, usize)", names.iter().map(|name| triple(name)).collect::<Option<_>>()?),
        "imitating_scripts" => ("(&str, &str, &str)", names.iter().map(|name| parts(name)).collect::<Option<_>>()?),
        "letters_of_tops" => ("(char, &str)", names.iter().map(|name| letter(name)).collect::<Option<_>>()?),
        _ => ("&str", names.iter().map(|name| format!("{name:?}")).collect()),
    };
    let mut out = format!("\n/// {}\n", text(table.get("doc")?)?);
    if OF_UNICODE.contains(&key) {
        out += "#[cfg(feature = \"tables\")]\n";
    }
    let _ = writeln!(out, "pub(crate) static {}: [{kind}; {}] = [", key.to_uppercase(), rows.len());
    rows.iter().for_each(|row| out += &format!("    {row},\n"));
    Some(out + "];\n")
}

/// Converts a prefix and a length.
fn pair(text: &str) -> Option<String> {
    let (prefix, length) = text.rsplit_once(':')?;
    Some(format!("({prefix:?}, {})", length.parse::<usize>().ok()?))
}

/// Converts a host, the beginning of a path, and a length.
fn triple(text: &str) -> Option<String> {
    let (start, length) = text.rsplit_once(':')?;
    let (host, path) = start.split_once(':')?;
    Some(format!("({host:?}, {path:?}, {})", length.parse::<usize>().ok()?))
}

/// Converts three texts.
fn parts(text: &str) -> Option<String> {
    let (one, rest) = text.split_once(':')?;
    let (two, three) = rest.split_once(':')?;
    Some(format!("({one:?}, {two:?}, {three:?})"))
}

/// Converts a character and a text.
fn letter(text: &str) -> Option<String> {
    let (letter, rest) = text.split_once(':')?;
    let mut letters = letter.chars();
    letters.next().filter(|_| letters.next().is_none()).map(|letter| format!("({letter:?}, {rest:?})"))
}
