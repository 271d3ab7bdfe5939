//! Compares the reference pages of the guide with the program: its help, rules, schemes and JSON fields, and a recording of a
//! session.
//!
//! `NAPKIN_WRITE_REFERENCE=1 cargo test -p napkin-cli --all-features --test it -- reference::` writes the pages.
#![cfg(all(unix, feature = "serve", feature = "retrieve"))]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide");

/// Commands whose help another program prints, and `help` itself.
const WITHOUT_PAGE: [&str; 3] = ["help", "query", "columns"];

fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(common::napkin_path());
    let output = command.args(arguments).env("COLUMNS", "100").output().expect("napkin runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn records(arguments: &[&str]) -> Vec<Value> {
    printed(arguments).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the names below the heading `Commands:` of a help text.
fn commands(help: &str) -> Vec<String> {
    let listed = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(""));
    // A continued line has more spaces.
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| !WITHOUT_PAGE.contains(&name.as_str())).collect()
}

/// Returns the page of a command, with those of its subcommands as sections.
fn command_page(name: &str) -> String {
    let help = printed(&[name, "--help"]);
    let mut page = format!("# napkin {name}\n\n{NOTE}\n");
    markdown(&help, "##", &mut page);
    for sub in commands(&help) {
        let _ = write!(page, "\n## napkin {name} {sub}\n\n");
        markdown(&printed(&[name, &sub, "--help"]), "###", &mut page);
    }
    page.trim_end().to_owned() + "\n"
}

const NOTE: &str = "<!-- Made from the program by the test `reference`. -->\n";

/// Writes a help text as Markdown: headings, options as a list, examples as code.
fn markdown(help: &str, level: &str, page: &mut String) {
    let mut in_examples = false;
    let mut is_heading_next = true;
    for line in help.lines() {
        let text = line.trim();
        let is_heading = is_heading_next && text == line && text.ends_with(':') && !text.contains('`');
        is_heading_next = text.is_empty();
        let indent = line.len() - line.trim_start().len();
        if is_heading {
            let _ = writeln!(page, "{level} {}\n", text.trim_end_matches(':'));
            in_examples = text.starts_with("Example");
            if in_examples {
                page.push_str("```sh\n");
            }
        } else if in_examples && text.is_empty() {
            page.push_str("```\n\n");
            in_examples = false;
        } else if in_examples {
            let _ = writeln!(page, "{text}");
        } else if let Some(usage) = text.strip_prefix("Usage: ") {
            let _ = writeln!(page, "```text\n{usage}\n```");
        } else if text.is_empty() {
            page.push('\n');
        } else if indent == 0 {
            let _ = writeln!(page, "{}", escaped(text));
        } else if indent <= 6 && text.starts_with(['-', '[', '<']) {
            let _ = writeln!(page, "- `{text}`  ");
        } else if indent <= 6 {
            let (name, says) = text.split_once("  ").unwrap_or((text, ""));
            let item = if indent == 2 { format!("- `{name}`: {}", escaped(says.trim())) } else { escaped(text) };
            let _ = writeln!(page, "{item}");
        } else {
            let _ = writeln!(page, "  {}", escaped(text));
        }
    }
    if in_examples {
        page.push_str("```\n");
    }
}

/// Escapes what Markdown would read as HTML, outside of code.
fn escaped(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(number, piece)| match number % 2 {
        0 => piece.replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_"),
        _ => piece.to_owned(),
    });
    pieces.collect::<Vec<_>>().join("`")
}

/// Returns a cell of a table; code with a bar needs an escape.
fn cell(text: &str) -> String {
    escaped(text).replace('|', "\\|").replace('\n', " ")
}

fn text<'v>(record: &'v Value, name: &str) -> &'v str {
    record[name].as_str().unwrap_or_default()
}

fn rules_page() -> String {
    let mut page = format!(
        "# Rules\n\n{NOTE}\nTo understand a diagnostic, look up the rule that it names. `napkin explain RULE` shows a rule with its \
         reason and an example.\n\n| rule | meaning | sections |\n|---|---|---|\n"
    );
    for record in records(&["explain", "--json"]) {
        let mut sections: Vec<_> =
            ["draft1997", "rfc3986", "rfc3987", "whatwg"].map(|standard| text(&record, standard)).to_vec();
        sections.retain(|section| !section.is_empty());
        sections.dedup();
        let (rule, sentence) = (text(&record, "rule"), cell(text(&record, "sentence")));
        let _ = writeln!(page, "| `{rule}` | {sentence} | {} |", cell(&sections.join("; ")));
    }
    page
}

fn schemes_page() -> String {
    let mut page = format!(
        "# Schemes\n\n{NOTE}\nTo see all that napkin knows of a scheme, run `napkin scheme show NAME`. A scheme with a full \
         definition has the mark \u{2713}: napkin checks its URLs.\n\n| scheme | status | | port | description | reference |\n|---|---|---|--:|---|---|\n"
    );
    for record in records(&["scheme", "list", "--json"]) {
        let mark = if record["defined"] == true { "\u{2713}" } else { "" };
        let port = record["port"].as_u64().map(|port| port.to_string()).unwrap_or_default();
        let [name, status, description, reference] =
            ["name", "status", "description", "reference"].map(|field| cell(text(&record, field)));
        let _ = writeln!(page, "| `{name}` | {status} | {mark} | {port} | {description} | {reference} |");
    }
    page
}

/// Returns the page of the fields, from the schemas of the API. Their records are those of `--json`, as `serve_api` tests.
fn fields_page() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../napkin-serve/openapi.json");
    let description: Value = serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON");
    let mut page = format!(
        "# JSON fields\n\n{NOTE}\nTo read the output of `--json`, look up the fields of the record here. The same names are used in \
         `--format` and in the API.\n"
    );
    for (name, schema) in description["components"]["schemas"].as_object().expect("schemas") {
        let Some(properties) = schema["properties"].as_object() else { continue };
        let _ = write!(page, "\n## {name}\n\n");
        if let Some(says) = schema["description"].as_str() {
            let _ = writeln!(page, "{}\n", escaped(says));
        }
        page.push_str("| field | type | meaning |\n|---|---|---|\n");
        for (field, of) in properties {
            let _ = writeln!(page, "| `{field}` | {} | {} |", cell(&kind(of)), cell(text(of, "description")));
        }
    }
    page
}

/// Returns the type of a field in words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return name.to_owned();
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values
            .iter()
            .map(|value| format!("`{}`", value.as_str().unwrap_or("null")))
            .collect::<Vec<_>>()
            .join(", ");
    }
    for joined in ["oneOf", "anyOf"] {
        if let Some(all) = schema[joined].as_array() {
            return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => name.clone(),
        _ => "any".to_owned(),
    }
}

/// Returns the list of the commands, and the summary of the guide with a line for each.
fn lists(names: &[String]) -> [(PathBuf, String); 2] {
    let mut page = format!(
        "# Commands\n\n{NOTE}\nTo see the options of a command, follow its link, or run `napkin COMMAND --help`. \
         [Columns](columns.md) describes `query` and `columns`.\n\n| command | job |\n|---|---|\n"
    );
    let mut lines = String::from("- [Commands](commands.md)\n");
    for name in names {
        let help = printed(&[name, "--help"]);
        let about: Vec<&str> = help.lines().take_while(|line| !line.is_empty()).collect();
        let _ = writeln!(page, "| [`{name}`](commands/{name}.md) | {} |", cell(&about.join(" ")));
        let _ = writeln!(lines, "  - [{name}](commands/{name}.md)");
    }
    let summary = fs::read_to_string(Path::new(GUIDE).join("SUMMARY.md")).expect("the summary");
    let (before, rest) = summary.split_once("- [Commands](").expect("the commands");
    let (_, after) = rest.split_once("- [Rules](").expect("the rules");
    [("commands.md".into(), page), ("SUMMARY.md".into(), format!("{before}{lines}- [Rules]({after}"))]
}

/// Returns all pages by their paths in the guide.
fn pages() -> BTreeMap<PathBuf, String> {
    let names = commands(&printed(&["--help"]));
    let mut pages = BTreeMap::from(lists(&names));
    for name in names {
        pages.insert(PathBuf::from(format!("commands/{name}.md")), command_page(&name));
    }
    pages.insert("pictures/terminal.svg".into(), crate::recording::svg());
    pages.insert("rules.md".into(), rules_page());
    pages.insert("fields.md".into(), fields_page());
    pages.insert("scheme-list.md".into(), schemes_page());
    pages
}

#[test]
fn reference_pages_are_those_of_the_program() {
    let mut stale = Vec::new();
    for (name, text) in pages() {
        let file = Path::new(GUIDE).join(&name);
        if fs::read_to_string(&file).ok().as_ref() == Some(&text) {
            continue;
        }
        if std::env::var_os("NAPKIN_WRITE_REFERENCE").is_some() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, text).expect("a page");
        } else {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "run the tests with NAPKIN_WRITE_REFERENCE=1, which writes {stale:?}");
}

#[test]
fn help_becomes_headings_lists_and_code() {
    let help = "Do it\n\nUsage: napkin it [OPTIONS]\n\nArguments:\n  [URL]...\n          Read <these>\n\nOptions:\n      --set <C=V>\n          \
                Set it; `a<b`\n          \n          More\n\nExamples:\n  napkin it\n";
    let expected = "Do it\n\n```text\nnapkin it [OPTIONS]\n```\n\n## Arguments\n\n- `[URL]...`  \n  Read &lt;these>\n\n## Options\n\n\
                    - `--set <C=V>`  \n  Set it; `a<b`\n\n  More\n\n## Examples\n\n```sh\nnapkin it\n```\n";
    let mut page = String::new();
    markdown(help, "##", &mut page);
    assert_eq!(page, expected);
}
