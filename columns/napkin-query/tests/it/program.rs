//! Tests the program: its output for several kinds of files and forms, and its errors.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns a new folder with the name of a test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program_{test}"));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns status, standard output and standard error of a run in a folder.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_napkin-query"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn prints(folder: &Path, arguments: &[&str], input: &str) -> String {
    let (status, out, err) = run(folder, arguments, input);
    assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
    out
}

const SEEN: &str = "http://pub.example/menu?\n\nhttp://pub.example:8o/\nmailto:sam@pub.example\r\n";

#[test]
fn text_in_every_form() {
    let folder = folder("text_in_every_form");
    fs::write(folder.join("Seen-1.txt"), SEEN).unwrap();
    let sql = "SELECT line, url_extract_host(url) AS host, url_extract_query(url) AS query FROM seen_1 ORDER BY line";
    let query = |form| prints(&folder, &["query", sql, "Seen-1.txt", "--to", form], "");
    // RFC 3986 section 3.4: an empty query counts as a query; appendix A: `8o` is not a port, and an empty text is the
    // empty reference.
    assert_eq!(query("csv"), "line,host,query\n1,pub.example,\"\"\n2,,\n3,,\n4,,\n");
    let row = |line, host, query| format!("{{\"line\":{line},\"host\":{host},\"query\":{query}}}\n");
    let json = [("1", "\"pub.example\"", "\"\""), ("2", "null", "null"), ("3", "null", "null"), ("4", "null", "null")];
    assert_eq!(query("json"), json.map(|(line, host, query)| row(line, host, query)).concat());
    let table = "line  host         query\n----  -----------  -----\n1     pub.example\n2     NULL         NULL\n\
                 3     NULL         NULL\n4     NULL         NULL\n";
    assert_eq!(query("table"), table);
}

/// Data that goes to Parquet and back is the same, including lists and structures.
#[test]
fn parquet_there_and_back() {
    let folder = folder("parquet_there_and_back");
    let sql = "SELECT line, url, url_parts(url) AS parts, url_findings(url) AS wrong FROM stdin";
    assert_eq!(prints(&folder, &["query", sql, "-", "-o", "made.parquet"], SEEN), "");
    let sql =
        "SELECT line, parts['host'] AS host, parts['path'] AS path, wrong[1]['rule'] AS rule FROM made ORDER BY line";
    assert_eq!(
        prints(&folder, &["query", sql, "made.parquet"], ""),
        "line,host,path,rule\n1,pub.example,/menu,\n2,,\"\",\n3,,,port\n4,,sam@pub.example,\n"
    );
}

#[test]
fn columns_of_every_row_in_its_order() {
    let folder = folder("columns_of_every_row_in_its_order");
    let lines: String = (0..1000).map(|number| format!("http://h{number}.example:{number}/?q#f\n")).collect();
    fs::write(folder.join("seen.txt"), lines).unwrap();
    for (made, more) in [("one.parquet", ["-j", "1"]), ("many.parquet", ["-j", "4"])] {
        let arguments = ["columns", "seen.txt", "-o", made, "--batch", "7", more[0], more[1]];
        assert_eq!(prints(&folder, &arguments, ""), "");
        let sql = "SELECT count(*), sum(url_port), min(url_host = 'h' || (line - 1) || '.example'), min(url_ok), max(url_rule) FROM made";
        let table = format!("made={made}");
        let found = prints(&folder, &["query", sql, &table, "--to", "json"], "");
        assert!(found.contains(":1000,") && found.contains(":499500,"), "{found}");
        let wrong =
            "SELECT line FROM made WHERE url_host <> 'h' || (line - 1) || '.example' OR NOT url_ok OR url_query <> 'q'";
        assert_eq!(prints(&folder, &["query", wrong, &table], ""), "line\n");
    }
    let arguments = ["columns", "seen.txt", "-o", "crawl.parquet", "--common-crawl"];
    assert_eq!(prints(&folder, &arguments, ""), "");
    let sql = "SELECT url_host_name, url_protocol, url_path FROM crawl WHERE line = 1";
    assert_eq!(
        prints(&folder, &["query", sql, "crawl.parquet"], ""),
        "url_host_name,url_protocol,url_path\nh0.example,http,/\n"
    );
}

/// A sort beyond the memory limit uses temporary files, and has the same result.
#[test]
fn a_sort_beyond_memory() {
    let folder = folder("a_sort_beyond_memory");
    let mut lines: Vec<String> =
        (0..300_000).map(|number| format!("http://pub.example/a/long/path/to/{number}")).collect();
    fs::write(folder.join("seen.txt"), lines.join("\n")).unwrap();
    lines.sort_by_key(|line| line.chars().rev().collect::<String>());
    let sql = "SELECT url FROM seen ORDER BY reverse(url)";
    let limits = ["--memory", "16000000", "-j", "1"];
    let found = prints(&folder, &[&["query", sql, "seen.txt"][..], &limits].concat(), "");
    assert!(found == format!("url\n{}\n", lines.join("\n")), "{} octets", found.len());
    let sql = format!("EXPLAIN ANALYZE {sql}");
    let found = prints(&folder, &[&["query", &sql, "seen.txt"][..], &limits].concat(), "");
    assert!(found.contains("spill_count=") && !found.contains("spill_count=0"), "{found}");
}

#[test]
fn csv_by_its_header() {
    let folder = folder("csv_by_its_header");
    fs::write(folder.join("a b*.csv"), "id,link\n1,../g\n2,\"?x=1,2\"\n").unwrap();
    let sql = "SELECT id, url_resolve(link, 'http://a/b/c/d;p?q') AS url FROM links ORDER BY id";
    assert_eq!(
        prints(&folder, &["query", sql, "links=a b*.csv"], ""),
        "id,url\n1,http://a/b/g\n2,\"http://a/b/c/d;p?x=1,2\"\n"
    );
}

#[test]
fn links_of_a_folder() {
    let folder = folder("links_of_a_folder");
    fs::write(folder.join("note.txt"), "see http://pub.example/menu").unwrap();
    let sql = "SELECT source, absolute FROM napkin_links('.')";
    assert_eq!(prints(&folder, &["query", sql], ""), "source,absolute\n./note.txt,http://pub.example/menu\n");
}

#[test]
fn an_answer_without_rows_has_its_columns() {
    let folder = folder("an_answer_without_rows_has_its_columns");
    let sql = "SELECT url FROM stdin WHERE false";
    assert_eq!(prints(&folder, &["query", sql, "-"], SEEN), "url\n");
    assert_eq!(prints(&folder, &["query", sql, "-", "--to", "json"], SEEN), "");
    assert_eq!(prints(&folder, &["query", sql, "-", "--to", "table"], SEEN), "url\n---\n");
}

#[test]
fn failed_queries_are_reported_and_leave_no_file() {
    let folder = folder("what_cannot_be_done");
    fs::write(folder.join("seen.txt"), SEEN).unwrap();
    fs::write(folder.join("long.txt"), format!("{SEEN}{}\n", "x".repeat(300))).unwrap();
    let fails = |arguments: &[&str], said: &str| {
        let (status, out, err) = run(&folder, arguments, "");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.starts_with("napkin-query: ") && err.contains(said), "{arguments:?}: {err}");
    };
    fails(&["query", "SELEC url FROM seen", "seen.txt"], "Line: 1, Column: 1");
    fails(&["query", "SELECT uri FROM seen", "seen.txt"], "uri");
    fails(&["query", "SELECT 1", "nowhere.txt"], "nowhere.txt: ");
    fails(&["query", "SELECT 1", "seen.txt", "./seen.txt"], "two tables are called `seen`");
    fails(&["query", "SELECT * FROM seen", "seen.txt", "-o", "out.xls"], "--to does");
    fails(&["query", "SELECT parse_url(url, 'HOST') FROM seen", "seen.txt", "-o", "out.csv"], "in row 2");
    fails(
        &["query", "SELECT * FROM long", "long.txt", "--max-length", "256"],
        "long.txt:5: expected at most 256 bytes",
    );
    fails(&["query", "CREATE TABLE t AS SELECT 1"], "DDL not supported");
    fails(&["query", "COPY (SELECT 1) TO 'out.csv'"], "DML not supported");
    fails(
        &["columns", "seen.txt", "-o", "out.parquet", "--column", "uri"],
        "expected a column `uri`, but found `line`, `url`",
    );
    fails(
        &["columns", "seen.txt", "-o", "out.parquet", "--column", "line"],
        "expected texts in `line`, but found UInt64",
    );
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// A reader of only the beginning closes the pipe.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = folder("a_closed_pipe_is_no_error");
    fs::write(folder.join("seen.txt"), "http://pub.example/\n".repeat(200_000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_napkin-query"))
        .args(["query", "SELECT url FROM seen", "seen.txt", "--to", "csv"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{:?}", String::from_utf8(output.stderr));
}
