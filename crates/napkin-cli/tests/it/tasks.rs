//! Runs the everyday tasks of `conformance/tasks.toml`: one command each, with its files and its whole output.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use toml::{Table, Value};

use crate::common::programs::empty_folder;
use crate::common::{error, napkin_path, out};

/// Returns the files of a task with their contents.
fn files<'t>(task: &'t Table, key: &str) -> Vec<(&'t String, &'t str)> {
    let files = task.get(key).and_then(Value::as_table).into_iter().flatten();
    files.map(|(name, text)| (name, text.as_str().expect("a text"))).collect()
}

/// Runs a task in a folder, and returns what differs from the expected result.
fn difference(task: &Table, folder: &Path) -> Option<String> {
    let text = |key: &str| task.get(key).map_or("", |value| value.as_str().expect("a text"));
    for (name, content) in files(task, "files") {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
    let program = Path::new(napkin_path()).parent().expect("a folder").display();
    let mut shell = Command::new("sh");
    shell.args(["-c", text("command")]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", format!("{program}:{}", std::env::var("PATH").unwrap_or_default())).env_remove("NO_COLOR");
    let output = shell.output().expect("a shell");
    let status = task.get("status").map_or(0, |status| status.as_integer().expect("a number"));
    let found = (output.status.code().map(i64::from), out(&output), error(&output));
    let expected = (Some(status), text("out").to_owned(), text("err").to_owned());
    let differing = files(task, "written").into_iter().filter_map(|(name, expected)| {
        let found = fs::read_to_string(folder.join(name)).unwrap_or_default();
        (found != expected).then(|| format!("{name}: {found:?}, expected {expected:?}"))
    });
    let ran = (found != expected).then(|| format!("{found:#?}, expected {expected:#?}"));
    let all: Vec<String> = ran.into_iter().chain(differing).collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

#[test]
fn everyday_tasks_take_one_command() {
    let tasks: Table = include_str!("../../../../conformance/tasks.toml").parse().expect("TOML");
    let (mut count, mut wrong) = (0, Vec::new());
    for task in tasks["task"].as_array().expect("tasks").iter().filter_map(Value::as_table) {
        if task.get("needs").is_some() && cfg!(not(feature = "retrieve")) {
            continue;
        }
        count += 1;
        let folder = empty_folder(&format!("task-{count}"));
        wrong.extend(difference(task, &folder).map(|why| format!("{}: {}\n{why}", task["name"], task["command"])));
    }
    assert!(wrong.is_empty(), "{} tasks: {}", wrong.len(), wrong.join("\n\n"));
    assert!(count >= 30, "only {count} tasks were found");
}
