//! Compares the same rows on one process and on several, also when one of these is killed.
//!
//! `NAPKIN_ROWS` sets the number of rows of the query that loses an executor, whose cost is printed. A file has a
//! million rows, or a twentieth of all.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use datafusion::prelude::{ParquetReadOptions, SessionContext};
use napkin_query::Links;

use crate::common::{PROGRAM, Process, SUMS, has_files, sums, table, text, wait, write};

/// A function of each kind: texts, numbers, lists, structures.
const QUERIES: [&str; 4] = [
    "SELECT url_extract_host(url) AS host, count(*) AS n, sum(url_extract_port(url)) AS ports FROM seen GROUP BY 1 ORDER BY 1",
    "SELECT url_registrable_domain(url, 'whatwg') AS domain, min(url_normalize(url)) AS least FROM seen GROUP BY 1 ORDER BY 1",
    "SELECT url_parts(url)['path'] AS path, url_is_valid(url) AS good, cardinality(url_findings(url)) AS findings \
     FROM seen WHERE NOT url_is_valid(url) ORDER BY url LIMIT 50",
    "SELECT a.host, count(*) AS n FROM (SELECT DISTINCT url_extract_host(url) AS host FROM seen) a \
     JOIN (SELECT url_extract_host(url_resolve('../x', url)) AS host FROM seen) b ON a.host = b.host GROUP BY 1 ORDER BY 1",
];

/// Returns the result of one process as CSV.
fn alone(sql: &str, table: Option<&Path>) -> String {
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(32 << 20).enable_all().build().unwrap();
    runtime.block_on(async {
        let session = SessionContext::new();
        napkin_query::functions().into_iter().for_each(|function| session.register_udf(function));
        session.register_udtf(Links::NAME, Arc::new(Links));
        if let Some(table) = table {
            session.register_parquet("seen", table.to_str().unwrap(), ParquetReadOptions::default()).await.unwrap();
        }
        let batches = session.sql(sql).await.unwrap().collect().await.unwrap();
        let mut csv = datafusion::arrow::csv::Writer::new(Vec::new());
        batches.iter().for_each(|batch| csv.write(batch).unwrap());
        String::from_utf8(csv.into_inner()).unwrap()
    })
}

#[test]
fn one_command_answers_as_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seen.parquet");
    write(&file, 0..20_000);
    for sql in QUERIES {
        let output = Command::new(PROGRAM).args(["query", sql]).arg(&file).output().unwrap();
        let expected = alone(sql, Some(&file));
        assert!(expected.lines().count() > 1, "{sql}");
        assert_eq!(text(&output), expected, "{sql}");
    }
    let output = Command::new(PROGRAM).args(["query", SUMS]).arg(&file).output().unwrap();
    assert_eq!(text(&output), sums(20_000));
}

/// The pages of each archive, and the archives.
const PAGES: usize = 300;
const ARCHIVES: usize = 5;

/// Writes web archives whose pages link to themselves and to the hosts of the next archive, half of them into an inner folder.
fn crawl(folder: &Path) {
    fs::create_dir(folder.join("inner")).unwrap();
    for archive in 0..ARCHIVES {
        let mut records = String::new();
        for page in 0..PAGES {
            let next = (archive + 1) % ARCHIVES;
            let body = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='?{page}'>page {page}</a> <a href='http://h{page}.d{next}.com/'>"
            );
            write!(
                records,
                "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h{page}.d{archive}.com/\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
                body.len()
            )
            .unwrap();
        }
        let inner = if archive % 2 == 0 { "." } else { "inner" };
        fs::write(folder.join(inner).join(format!("{archive}.warc")), records).unwrap();
    }
}

/// The links of web archives, as a graph of domains, as rows with texts, and by a name relative to the current folder.
#[test]
fn links_of_documents_are_found_on_each_executor() {
    let folder = tempfile::tempdir().unwrap();
    crawl(folder.path());
    let run = |sql: &str| Command::new(PROGRAM).args(["query", sql]).current_dir(folder.path()).output().unwrap();
    let place = folder.path().display().to_string();
    let edges = format!(
        "SELECT url_registrable_domain(page, 'whatwg') AS origin, domain, count(*) AS n, max(text) AS text FROM napkin_links('{place}') \
         GROUP BY 1, 2 ORDER BY 1, 2"
    );
    let found = text(&run(&edges));
    let mut expected: Vec<_> = (0..ARCHIVES)
        .flat_map(|archive| [archive, (archive + 1) % ARCHIVES].map(|to| format!("d{archive}.com,d{to}.com,{PAGES},")))
        .collect();
    expected.sort();
    let lines: Vec<_> = found.lines().skip(1).collect();
    assert!(
        lines.len() == expected.len() && lines.iter().zip(&expected).all(|(line, edge)| line.starts_with(edge)),
        "{found}"
    );
    assert_eq!(found, alone(&edges, None));

    let rows = format!(
        "SELECT page, raw, absolute, \"start\", standard, text FROM napkin_links('{place}', 'rfc3986', 1000000) \
         ORDER BY page, \"start\" LIMIT 40"
    );
    let found = text(&run(&rows));
    assert_eq!(found.lines().count(), 41);
    assert_eq!(found, alone(&rows, None));

    // The name is relative to the current folder.
    let count = "SELECT count(*) AS n, count(DISTINCT page) AS pages FROM napkin_links('inner')";
    let pages = PAGES * (ARCHIVES / 2);
    assert_eq!(text(&run(count)), format!("n,pages\n{},{pages}\n", 2 * pages));
}

/// A document that is too long, and a place without documents, fail the query with the reason.
#[test]
fn a_document_that_cannot_be_read_fails_the_query() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("long.html"), "<a href=beer>".repeat(100)).unwrap();
    for (call, reason) in [
        (format!("'{}', 'usual', 10", folder.path().display()), "long.html: expected at most 10 bytes"),
        (format!("'{}'", folder.path().join("none").display()), "No such file"),
        ("'s3://bucket/crawl/'".to_owned(), "napkin_links: s3://bucket/crawl/"),
    ] {
        let output =
            Command::new(PROGRAM).args(["query", &format!("SELECT raw FROM napkin_links({call})")]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(reason), "{call}: {said}");
    }
}

/// Returns the peak memory of a running process, as the system reports it.
fn most_held(process: u32) -> String {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".into(), |line| line.trim().to_owned())
}

#[test]
fn an_executor_killed_midway_changes_nothing() {
    let rows: usize = std::env::var("NAPKIN_ROWS").map_or(3_000_000, |rows| rows.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let table = table(folder.path(), rows, rows.div_ceil(20).min(1_000_000));
    let works = ["first", "second"].map(|name| folder.path().join(name));
    let size: u64 = fs::read_dir(&table).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    println!("{rows} rows of {size} octets made in {:?}", begun.elapsed());

    let (scheduler, address) = Process::scheduler();
    let [first, second] = works.each_ref().map(|work| Process::executor(&address, work));
    let begun = Instant::now();
    let query = thread::spawn(move || {
        Command::new(PROGRAM).args(["query", "--scheduler", &address, SUMS]).arg(&table).output().unwrap()
    });
    // The work of the first executor is lost with it.
    wait("the first executor has done something", 600, || has_files(&works[0]) || query.is_finished());
    // Most of the query is left, but not all.
    thread::sleep(begun.elapsed());
    assert!(!query.is_finished(), "the query ended too early to be disturbed: NAPKIN_ROWS is too small");
    println!("the first executor, which held {} at most, killed after {:?}", most_held(first.0.id()), begun.elapsed());
    drop(first);
    // Its results are lost with it, like the disk of a machine.
    fs::remove_dir_all(&works[0]).unwrap();

    let found = text(&query.join().unwrap());
    let [scheduler, second] = [scheduler, second].map(|process| most_held(process.0.id()));
    println!("answered after {:?}; the second held {second} at most, the scheduler {scheduler}", begun.elapsed());
    assert_eq!(found, sums(rows));
}
