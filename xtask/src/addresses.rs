//! Generates the table of special addresses for `napkin` from `data/addresses/`: IANA's two registries as published, and further
//! blocks.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::net::IpAddr;
use std::path::Path;

/// The path of the table.
pub(crate) const TABLE: &str = "crates/napkin/src/host/address/table.rs";

const REGISTRIES: [&str; 2] =
    ["data/addresses/iana-ipv4-special-registry-1.csv", "data/addresses/iana-ipv6-special-registry-1.csv"];
const OTHERS: &str = "data/addresses/others.tsv";

/// The only block of the registries that is not special by itself: its addresses are judged by their embedded IPv4 address
/// (RFC 6052).
const JUDGED_BY_ITS_IPV4: &str = "64:ff9b::/96";

/// A block of addresses, its class, and the source.
struct Row {
    address: IpAddr,
    length: u8,
    class: String,
    source: String,
}

/// Returns the text of the table, and the number of blocks.
pub(crate) fn table(root: &Path) -> Result<(String, usize), String> {
    let read = |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"));
    let mut rows = Vec::new();
    for name in REGISTRIES {
        for record in records(&read(name)?).iter().skip(1) {
            registered(record, &mut rows).map_err(|why| format!("{name}: {}: {why}", record.join(",")))?;
        }
    }
    for line in read(OTHERS)?.lines().filter(|line| !line.starts_with('#')) {
        rows.push(other(line).ok_or_else(|| format!("{OTHERS}: {line}: expected a block, a class and a source"))?);
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = rows.iter().find(|row| !seen.insert((row.address, row.length))) {
        return Err(format!("{}/{} is there twice", twice.address, twice.length));
    }
    // The narrowest block first, so that the first match is the most specific.
    rows.sort_by_key(|row| (row.address.is_ipv6(), u8::MAX - row.length, row.address));
    Ok((written(&rows), rows.len()))
}

/// Adds the blocks of an IANA record, whose first three columns are the blocks, the name and the references.
fn registered(record: &[String], rows: &mut Vec<Row>) -> Result<(), &'static str> {
    let [blocks, name, references, ..] = record else { return Err("expected the columns of the registry") };
    for text in blocks.split(',').map(without_notes).filter(|text| text != JUDGED_BY_ITS_IPV4) {
        let (address, length) = block(&text).ok_or("expected blocks of addresses")?;
        rows.push(Row { address, length, class: class(name), source: source(references) });
    }
    Ok(())
}

fn other(line: &str) -> Option<Row> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [prefix, class, source] = columns[..] else { return None };
    let (address, length) = block(prefix)?;
    Some(Row { address, length, class: class.to_owned(), source: source.to_owned() })
}

fn block(text: &str) -> Option<(IpAddr, u8)> {
    let (address, length) = text.split_once('/')?;
    Some((address.parse().ok()?, length.parse().ok()?))
}

/// Removes IANA's footnotes: `192.0.0.0/24 [2]`.
fn without_notes(text: &str) -> String {
    text.split('[').next().unwrap_or_default().trim().to_owned()
}

/// Converts IANA's name for use within a sentence: `Private-Use` becomes `private-use`, and `Documentation (TEST-NET-1)` becomes
/// `documentation, TEST-NET-1`.
fn class(name: &str) -> String {
    let name = name.replace('"', "").replace(" (", ", ").replace(')', "");
    name.split_inclusive([' ', '-']).map(uncapitalised).collect()
}

/// Converts a capitalised word to lower case; abbreviations stay.
fn uncapitalised(word: &str) -> String {
    let is_capitalised =
        word.chars().skip(1).all(|c| !c.is_ascii_uppercase() && !c.is_ascii_digit()) && word.trim().len() > 1;
    if is_capitalised { word.to_ascii_lowercase() } else { word.to_owned() }
}

/// Converts references: `[RFC8190]` and `[RFC919], Section 7` become `RFC 8190, RFC 919 section 7`.
fn source(references: &str) -> String {
    let words: Vec<&str> = references.split_whitespace().collect();
    let text = words.join(" ").replace(", Section", " section").replace("] [", "][").replace("][", ", ");
    text.replace(['[', ']'], "").replace("RFC Errata", "errata").replace("RFC", "RFC ")
}

/// Parses CSV (RFC 4180): quoted cells may contain commas, line breaks, and doubled quotes.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut rest = text.trim_end().chars().filter(|&c| c != '\r').peekable();
    while let Some(c) = rest.next() {
        let record = records.last_mut().expect("one at least");
        match c {
            '"' if is_quoted && rest.next_if_eq(&'"').is_some() => record.last_mut().expect("a cell").push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            _ => record.last_mut().expect("a cell").push(c),
        }
    }
    records
}

fn written(rows: &[Row]) -> String {
    let mut out = String::from(
        "//! Special addresses, the narrowest blocks first.\n//!\n\
         //! Made by `cargo xtask gen` from `data/addresses/`.\n\n\
         use core::net::{Ipv4Addr, Ipv6Addr};\n\nuse super::{Network, Special, v4, v6};\n\n",
    );
    let _ = writeln!(out, "pub(super) static TABLE: [(Network, Special); {}] = [", rows.len());
    for Row { address, length, class, source } in rows {
        let address = match address {
            IpAddr::V4(address) => format!("v4(Ipv4Addr::new({})", list(&address.octets(), |part| part.to_string())),
            IpAddr::V6(address) => {
                format!("v6(Ipv6Addr::new({})", list(&address.segments(), |part| format!("{part:#x}")))
            }
        };
        let _ = writeln!(out, "    {address}, {length}, {class:?}, {source:?}),");
    }
    out + "];\n"
}

fn list<T>(parts: &[T], write: impl Fn(&T) -> String) -> String {
    parts.iter().map(write).collect::<Vec<_>>().join(", ")
}
