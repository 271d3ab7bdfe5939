//! Serves a tree of documents by `file`, `http` and `ftp`: the links are the same except for the base
//! (draft-fielding-url-syntax-05 section 5).
#![cfg(all(feature = "retrieve", unix))]

use std::fs;
use std::path::Path;

use crate::common::http::{Nginx, ftp};
use crate::common::napkin_with;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Writes the tree: the guide, the examples, and every document of the test tables. Returns the names of its files.
fn tree(at: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut put = |name: String, bytes: &[u8]| {
        let path = at.join(&name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
        names.push(name);
    };
    for folder in ["guide", "examples"] {
        for entry in fs::read_dir(format!("{ROOT}/{folder}")).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.contains('.') {
                // Deep enough that no reference leads above the root, where only `file` has folders.
                put(format!("a/b/c/d/{folder}/{name}"), &fs::read(entry.path()).expect("a file"));
            }
        }
    }
    let kinds =
        [("html", "html"), ("css", "css"), ("svg", "svg"), ("markdown", "md"), ("json", "json"), ("xml", "xml")];
    for (table, ending) in kinds {
        let text = fs::read_to_string(format!("{ROOT}/data/documents/{table}.toml")).expect("a table");
        let cases = text.parse::<toml::Table>().expect("TOML");
        for (number, case) in cases["case"].as_array().expect("cases").iter().enumerate() {
            if let Some(document) = case.get("document").and_then(toml::Value::as_str) {
                put(format!("a/b/c/d/{table}/{number}.{ending}"), document.as_bytes());
            }
        }
    }
    names.sort();
    names
}

/// Returns every link of every document below a root: its place, its text and its target, without the root and the
/// scheme.
fn links(root: &str, names: &[String], options: &[&str]) -> Vec<String> {
    let urls: Vec<String> = names.iter().map(|name| format!("{root}{name}")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let ran = napkin_with(&[&["links", "--json", "-q"], options, &urls].concat(), "");
    assert_eq!(ran.err, "", "{root}");
    let scheme = root.split_inclusive(':').next().expect("a scheme");
    let host = root[scheme.len()..].split('/').nth(2).expect("an authority");
    let folder = root[scheme.len() + 2 + host.len()..].trim_end_matches('/');
    let records = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    records
        .map(|record| {
            let text = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
            let raw = text("raw");
            let absolute = text("absolute");
            // An absolute reference, or a base inside the document, fixes the target. Other targets have the scheme,
            // the host and the folder of the base.
            let is_scheme =
                |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
            let is_absolute = raw.split_once(':').is_some_and(|(front, _)| is_scheme(front));
            let rest = absolute.strip_prefix(scheme).filter(|_| !is_absolute);
            let below = rest.and_then(|rest| rest.strip_prefix(&format!("//{host}/"))).map(|path| format!("/{path}"));
            let below = below.map(|path| path.strip_prefix(folder).map_or(path.clone(), str::to_owned));
            let network = absolute.split_once(':').filter(|_| raw.starts_with("//")).map(|(_, rest)| rest.to_owned());
            let relative = below.or(network);
            let source = text("source").replacen(root, "", 1);
            let to = relative.unwrap_or(absolute);
            format!("{source} {} {} {raw} {to} {}", record["start"], text("context"), record["ok"])
        })
        .collect()
}

#[test]
fn one_tree_by_file_and_http_and_ftp() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = tree(folder.path());
    assert!(names.len() > 120, "{}", names.len());
    let by_file = links(&format!("file://{}/", folder.path().display()), &names, &["--policy", "local-files"]);
    assert!(by_file.len() > 250, "{}", by_file.len());
    let same = |links: &[String], scheme: &str| {
        let differ: Vec<_> = links.iter().zip(&by_file).filter(|(found, expected)| found != expected).collect();
        assert!(differ.is_empty(), "{scheme}: {differ:#?}");
        assert_eq!(links.len(), by_file.len(), "{scheme}");
    };
    if let Some(server) = Nginx::start(folder.path(), "") {
        let port = server.port.to_string();
        let options = ["--allow-host", "127.0.0.1", "--allow-port", &port];
        same(&links(&server.url("/"), &names, &options), "http");
    }
    if let Some((_running, port)) = ftp(folder.path()) {
        let (root, port) = (format!("ftp://127.0.0.1:{port}/"), port.to_string());
        let options = ["--allow-scheme", "ftp", "--allow-host", "127.0.0.1", "--allow-port", &port];
        same(&links(&root, &names, &options), "ftp");
    }
}
