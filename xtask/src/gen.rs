//! Generates tables from `data/`: for `napkin` the default ports, the special addresses ([`crate::addresses`]) and the characters of
//! names ([`crate::identifiers`]); for
//! `napkin-scheme` the registry, from `data/schemes.toml` and `data/iana-schemes.tsv`; for `napkin-audit` its names
//! ([`crate::words`]).
//!
//! `napkin-scheme` itself parses the definitions, so it must compile before its tables can be generated: empty the tables of
//! `generated.rs` before you change the type of a definition.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use napkin::Finding;
use napkin_scheme::source::{Limits, Node, read};
use napkin_scheme::{Definition, Statement, Status};

use crate::{addresses, guide, identifiers, rust, words};

/// A row of the registry, from IANA's list or from a full definition.
struct Row {
    name: String,
    status: Status,
    description: String,
    reference: String,
    port: Option<u16>,
    empty_path_is_root: bool,
}

pub(crate) fn run(root: &Path, only_check: bool) -> Result<String, String> {
    let definitions = definitions(root)?;
    let rows = rows(root, &definitions)?;
    let (addresses, blocks) = addresses::table(root)?;
    let tables = [
        ("crates/napkin-scheme/src/generated.rs", rust::schemes(&definitions, &registered(&rows))),
        ("crates/napkin/src/port/table.rs", ports(&rows)),
        (addresses::TABLE, addresses),
        ("crates/napkin-audit/src/families/words.rs", words::module(root)?),
        (identifiers::TABLE, identifiers::table()),
        ("guide/audit-rules.md", guide::rules()),
    ];
    for (name, text) in tables {
        put(&root.join(name), name, &text, only_check)?;
    }
    let (definitions, rows) = (definitions.len(), rows.len());
    Ok(format!("gen: {definitions} definitions, {rows} names of schemes, {blocks} blocks of special addresses"))
}

fn put(file: &Path, name: &str, text: &str, only_check: bool) -> Result<(), String> {
    let there = fs::read_to_string(file).unwrap_or_default();
    if there == text {
        return Ok(());
    }
    if only_check {
        return Err(format!("{name} is not what `cargo xtask gen` makes of data/"));
    }
    fs::write(file, text).map_err(|error| format!("{name}: {error}"))
}

/// Returns the full definitions, sorted by name.
fn definitions(root: &Path) -> Result<Vec<Definition>, String> {
    let name = "data/schemes.toml";
    let text = fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
    let line = |at: usize| text[..at].lines().count().max(1);
    let complaint = |finding: Finding| format!("{name}:{}: {finding}", line(finding.span.start));
    let file = Node::parse_toml(&text, &Limits::default()).map_err(complaint)?;
    let mut findings = Vec::new();
    let mut definitions: Vec<_> =
        read(&file, &Limits::default(), &mut findings).into_iter().map(|(_, definition)| definition).collect();
    if let Some(&first) = findings.first() {
        return Err(complaint(first));
    }
    definitions.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(definitions)
}

/// Returns the rows of all schemes, sorted by name. A full definition replaces IANA's row.
fn rows(root: &Path, definitions: &[Definition]) -> Result<Vec<Row>, String> {
    let name = "data/iana-schemes.tsv";
    let text = fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
    let mut rows = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).skip(1) {
        let row = row(line).ok_or_else(|| format!("{name}:{}: expected six columns and a known status", number + 1))?;
        rows.push(row);
    }
    rows.retain(|row| !definitions.iter().any(|definition| definition.name == row.name));
    rows.extend(definitions.iter().map(|definition| Row {
        name: definition.name.to_string(),
        status: definition.status,
        description: definition.text(Statement::Description).to_owned(),
        reference: definition.reference.join(", "),
        port: definition.port,
        empty_path_is_root: definition.empty_path_is_root,
    }));
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rows)
}

fn row(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [name, status, description, reference, port, root] = columns[..] else { return None };
    Some(Row {
        name: name.to_owned(),
        status: Status::from_name(status)?,
        description: description.to_owned(),
        reference: Some(reference).filter(|reference| *reference != "-").unwrap_or_default().to_owned(),
        port: if port.is_empty() { None } else { Some(port.parse().ok()?) },
        empty_path_is_root: root == "yes",
    })
}

fn registered(rows: &[Row]) -> Vec<String> {
    let row = |row: &Row| {
        format!(
            "row({:?}, Status::{:?}, {:?}, {:?}, {:?})",
            row.name, row.status, row.description, row.reference, row.port
        )
    };
    rows.iter().map(row).collect()
}

/// Returns the table of default ports, grouped by the length of the name, so that few names are compared.
fn ports(rows: &[Row]) -> String {
    let with_port: Vec<_> = rows.iter().filter_map(|row| Some((row, row.port?))).collect();
    let longest = with_port.iter().map(|(row, _)| row.name.len()).max().unwrap_or(0);
    let mut out = rust::head("The default ports of the registry of schemes, by the length of the scheme's name.");
    out += "use super::Row;\n\n";
    let _ = writeln!(out, "/// Rows in the order of the names; at each index those whose name has so many bytes.");
    let _ = writeln!(out, "pub(super) static BY_LENGTH: [&[Row]; {}] = [", longest + 1);
    for length in 0..=longest {
        let of_length = with_port.iter().filter(|(row, _)| row.name.len() == length);
        let cells: Vec<_> =
            of_length.map(|(row, port)| format!("({:?}, {port}, {})", row.name, row.empty_path_is_root)).collect();
        let _ = writeln!(out, "    &[{}],", cells.join(", "));
    }
    out + "];\n"
}
