//! The labelled folders of `data/check/folder.toml`.

use std::fs;
use std::path::Path;

use napkin_check::{Checker, Document, Options};
use toml::{Table, Value};

fn text<'t>(case: &'t Table, key: &str, default: &'t str) -> &'t str {
    case.get(key).map_or(default, |value| value.as_str().unwrap())
}

fn list(case: &Table, key: &str) -> Option<Vec<String>> {
    Some(case.get(key)?.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect())
}

/// Writes a file, a folder or a symbolic link.
fn put(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name.trim_end_matches('/'));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if let Some(target) = content.strip_prefix("-> ") {
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, path).unwrap();
        #[cfg(not(unix))]
        let _ = target;
    } else if name.ends_with('/') {
        fs::create_dir_all(path).unwrap();
    } else if let Some(bytes) = content.strip_prefix("base64:") {
        fs::write(path, decoded(bytes)).unwrap();
    } else if let Some(text) = content.strip_prefix("utf-16:") {
        let wide = format!("\u{feff}{text}");
        fs::write(path, wide.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()).unwrap();
    } else if let Some((before, behind)) = content.split_once("\\xe9") {
        fs::write(path, [before.as_bytes(), b"\xe9", behind.as_bytes()].concat()).unwrap();
    } else {
        fs::write(path, content).unwrap();
    }
}

/// Returns the bytes of a text in base64.
pub(crate) fn decoded(base64: &str) -> Vec<u8> {
    let url = format!("data:;base64,{base64}");
    napkin::data::DataUrl::parse(&url, napkin::media::Reading::Whatwg).unwrap().decode().unwrap()
}

/// Checks a case, and returns each difference between the expected and the found verdicts.
fn differences(case: &Table) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("site");
    for (name, content) in case.get("files").map(|files| files.as_table().unwrap()).into_iter().flatten() {
        put(&root, name, content.as_str().unwrap());
    }
    let links = list(case, "links").unwrap();
    let (name, write) = (text(case, "in", "page.html"), text(case, "write", "<a href=\"{}\"></a>"));
    let written = links.iter().map(|link| write.replace("{}", link.split_once(' ').unwrap().1));
    let document = text(case, "head", "").to_owned() + &written.collect::<String>();
    put(&root, name, &document);
    let mut options = Options::default().with_offline(true).with_slugs(text(case, "slugs", "github").parse().unwrap());
    options.index_files = list(case, "index_files");
    options = options.with_fallback_extensions(list(case, "fallback_extensions").unwrap_or_default());
    if let Some(base) = case.get("base") {
        options = options.with_base(base.as_str().unwrap());
    }
    let document = Document::file(name, root.join(name)).unwrap().in_folder(&root);
    let mut found = Vec::new();
    let _ = Checker::new(options).check(&document, &mut (), &mut |checked| {
        found.push((format!("{} {}", checked.verdict, checked.raw), checked.reason.into_owned()));
    });
    let expected = list(case, "expect").unwrap_or_else(|| links.clone());
    let mut wrong: Vec<String> = expected
        .iter()
        .zip(&found)
        .filter(|(expected, (found, _))| !is_same(expected, found))
        .map(|(expected, (found, reason))| format!("expected {expected}, found {found}: {reason}"))
        .collect();
    if expected.len() != found.len() {
        wrong.push(format!("expected {} links, found {}: {found:?}", expected.len(), found.len()));
    }
    wrong
}

/// Returns whether the verdicts are equal, and the references, too, apart from quotation marks and titles around them.
fn is_same(expected: &str, found: &str) -> bool {
    let ((verdict, written), (other, raw)) = (expected.split_once(' ').unwrap(), found.split_once(' ').unwrap());
    verdict == other && (written == raw || written.contains(raw))
}

fn cases() -> Vec<Table> {
    let cases: Table = include_str!("../../../../data/check/folder.toml").parse().unwrap();
    cases["case"].as_array().unwrap().iter().map(|case| Value::as_table(case).unwrap().clone()).collect()
}

#[test]
fn links_in_folders_have_their_labelled_verdicts() {
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| cfg!(unix) || case["category"].as_str() != Some("way out")) {
        let of = text(case, "category", "");
        wrong.extend(differences(case).into_iter().map(|difference| format!("{of}: {difference}")));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
