//! Tests `napkin mail extract`: the cases of `data/mail/extract.toml`, files that exist, and hostile messages.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::common::programs::empty_folder;
use crate::common::{error, names, napkin_in, out};

/// Runs `mail extract` in an empty folder, with the options behind `-o files`.
fn extract(folder: &Path, options: &[&str], message: &[u8]) -> std::process::Output {
    napkin_in(folder, &[&["mail", "extract", "-o", "files"], options].concat(), message)
}

fn texts<'v>(table: &'v Table, key: &str) -> Vec<&'v str> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn mail_extract_saves_the_files_of_the_cases() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/extract.toml");
    let table: Table = fs::read_to_string(path).expect(path).parse().expect("TOML");
    let mut count = 0;
    for case in table["case"].as_array().expect("cases") {
        let (name, message) = (&case["name"], case["message"].as_str().expect("a message"));
        for run in case["run"].as_array().expect("runs").iter().filter_map(Value::as_table) {
            let folder = empty_folder("mail-extract");
            let options = [texts(run, "options"), vec!["--format", "{ok} {file}"]].concat();
            let plain = extract(&folder, &options[..options.len() - 2], message.as_bytes());
            let pair =
                |file: &Value| [0, 1].map(|at| file[at].as_str().expect("a text").trim_start_matches('\n').to_owned());
            let expected: Vec<_> = run["files"].as_array().expect("files").iter().map(pair).collect();
            let status = run.get("status").and_then(Value::as_integer).unwrap_or(0);
            let err = run.get("err").map_or("", |text| text.as_str().expect("a text")).trim_start_matches('\n');
            assert_eq!((plain.status.code(), &*error(&plain)), (i32::try_from(status).ok(), err), "{name} {options:?}");
            let saved: Vec<String> =
                out(&plain).lines().map(|line| line.rsplit_once('\t').expect("columns").1.to_owned()).collect();
            let files: Vec<_> = expected.iter().map(|[file, _]| format!("files/{file}")).collect();
            assert_eq!(saved, files, "{name} {options:?}");
            for [file, content] in &expected {
                let there = fs::read(folder.join("files").join(file)).expect(file);
                assert_eq!(String::from_utf8_lossy(&there), *content, "{name} {options:?} {file}");
            }
            if !expected.is_empty() {
                assert_eq!(names(&folder.join("files")).len(), expected.len(), "{name} {options:?}");
            }
            // The same mail gives the same names, and the files that are there are accepted.
            let again = extract(&folder, &options, message.as_bytes());
            let is_saved = |line: &&str| line.split_once(' ').is_some_and(|(_, file)| !file.is_empty());
            let report = out(&again);
            assert_eq!(report.lines().filter(is_saved).count(), expected.len(), "{name} {options:?}: {report}");
            assert_eq!(report.lines().any(|line| line.starts_with("false")), status == 1 && !err.contains(":1:"));
            count += 1;
        }
    }
    assert!(count >= 13, "{count}");
}

const MESSAGE: &[u8] = b"Content-Disposition: attachment; filename=../menu.txt\n\nSoup\n";

/// The digest is that of `printf 'Soup\n' | sha256sum`.
#[test]
fn mail_extract_reports_original_names_as_json() {
    let folder = empty_folder("mail-extract-json");
    let expected = "{\"ok\":true,\"source\":\"stdin\",\"part\":\"1\",\"name\":\"../menu.txt\",\"file\":\"files/menu.txt\",\
                    \"type\":\"text/plain\",\"disposition\":\"attachment\",\"size\":5,\
                    \"sha256\":\"5b237de25dc59060aad2ad718ce79985407951ac76b6ee358205d593a06a136b\",\"reason\":null,\"message\":null}\n";
    let ran = extract(&folder, &["--json"], MESSAGE);
    assert_eq!((out(&ran).as_str(), ran.status.code()), (expected, Some(0)), "{}", error(&ran));
    fs::write(folder.join("files/menu.txt"), "mine").expect("a file");
    let ran = extract(&folder, &["--json"], MESSAGE);
    let report = out(&ran);
    assert!(
        ran.status.code() == Some(1) && report.contains("\"ok\":false") && report.contains("\"reason\":\"exists\""),
        "{report}"
    );
}

#[cfg(unix)]
#[test]
fn mail_extract_replaces_nothing_without_force() {
    let folder = empty_folder("mail-extract-force");
    let place = folder.join("files/menu.txt");
    fs::create_dir(folder.join("files")).expect("a folder");
    fs::write(folder.join("target"), "mine").expect("a file");
    let err = "error: stdin: part 1 `../menu.txt` not saved: files/menu.txt is there already, with other content; --force \
               replaces it\n";
    for is_link in [false, true] {
        if is_link {
            std::os::unix::fs::symlink("../target", &place).expect("a link");
        } else {
            fs::write(&place, "mine").expect("a file");
        }
        let ran = extract(&folder, &[], MESSAGE);
        assert_eq!((ran.status.code(), error(&ran).as_str()), (Some(1), err));
        assert_eq!(fs::read(&place).expect("it is there"), b"mine");
        let ran = extract(&folder, &["--force"], MESSAGE);
        assert_eq!((ran.status.code(), error(&ran).as_str()), (Some(0), ""));
        assert_eq!(fs::read(&place).expect("it is there"), b"Soup\n");
        assert_eq!(fs::read(folder.join("target")).expect("it is there"), b"mine");
        fs::remove_file(&place).expect("it is there");
    }
    fs::create_dir(&place).expect("a folder");
    let ran = extract(&folder, &["--force"], MESSAGE);
    assert!(ran.status.code() == Some(2) && error(&ran).starts_with("error: files/menu.txt: "), "{}", error(&ran));
    assert_eq!(names(&folder.join("files")), ["menu.txt"]);
}

/// Each of 10,000 parts gets a unique name, even if all names are equal, too long, or differ only in case.
#[test]
fn mail_extract_names_ten_thousand_parts() {
    let folder = empty_folder("mail-extract-many");
    let mut message = b"Content-Type: multipart/mixed; boundary=a\n\n".to_vec();
    for number in 0..10_000 {
        let name = match number % 4 {
            0 => "x".repeat(300),
            1 => "A.TXT".to_owned(),
            2 => "a.txt".to_owned(),
            _ => format!("{}{number}.txt", "y".repeat(300)),
        };
        message.extend_from_slice(
            format!("--a\nContent-Disposition: attachment; filename={name}\n\n{number}\n").as_bytes(),
        );
    }
    message.extend_from_slice(b"--a--\n");
    let ran = extract(&folder, &["--format", "{file}"], &message);
    assert_eq!((ran.status.code(), error(&ran).as_str()), (Some(0), ""));
    let there = names(&folder.join("files"));
    assert_eq!((there.len(), out(&ran).lines().count()), (10_000, 10_000));
    let lower: std::collections::BTreeSet<_> = there.iter().map(|name| name.to_lowercase()).collect();
    assert!(lower.len() == 10_000 && there.iter().all(|name| name.len() <= 206), "{}", lower.len());
    assert!(lower.contains("a-5000.txt"));
}

#[test]
fn mail_extract_makes_no_folder_for_a_message_without_attachments() {
    let folder = empty_folder("mail-extract-none");
    let ran = extract(&folder, &[], b"Subject: Menu\n\nSoup\n");
    assert_eq!((ran.status.code(), out(&ran).as_str(), error(&ran).as_str()), (Some(0), "", ""));
    assert!(!folder.join("files").exists());
}
