//! Runs the cases of `data/commands`: command lines, their input, and their whole output. A case that `needs` retrieval is left
//! out where the command is built without it.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::common::{Ran, names, napkin_with};

/// Returns the arguments of a command: a list, or a text of words.
fn arguments(run: &Table) -> Vec<&str> {
    match &run["command"] {
        Value::String(words) => words.split(' ').collect(),
        list => list.as_array().expect("a list").iter().filter_map(Value::as_str).collect(),
    }
}

#[test]
fn commands_print_what_their_cases_say() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/commands"));
    let mut wrong = Vec::new();
    for file in names(folder) {
        let cases: Table = fs::read_to_string(folder.join(&file)).expect("a file").parse().expect("TOML");
        for case in cases["case"].as_array().expect("cases") {
            if case.get("needs").is_some() && cfg!(not(feature = "retrieve")) {
                continue;
            }
            for run in case["run"].as_array().expect("runs").iter().filter_map(Value::as_table) {
                let text = |key| run.get(key).map_or("", |value| value.as_str().expect("a text"));
                let status = run.get("status").map_or(0, |value| value.as_integer().expect("a number"));
                let (out, err) = (text("out").to_owned(), text("err").to_owned());
                let expected = Ran { status: i32::try_from(status).expect("a status"), out, err };
                let ran = napkin_with(&arguments(run), text("input"));
                if ran != expected {
                    wrong.push(format!("{file}: {}: {:?}\n{ran:#?}\n{expected:#?}", case["name"], run["command"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
