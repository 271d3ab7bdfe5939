//! The same rows on one process and on many, also when one of these is killed.
//!
//! `NAPKIN_ROWS` says how many rows the query has that loses an executor.

use std::fs::{self, File};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output};
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use datafusion::arrow::array::{RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

const PROGRAM: &str = env!("CARGO_BIN_EXE_napkin-ballista");

/// Rows of a file, of which there are more than executors take at a time.
const FILE: usize = 20_000;

/// A function of each kind: texts, numbers, lists, structures.
const QUERIES: [&str; 4] = [
    "SELECT url_extract_host(url) AS host, count(*) AS n, sum(url_extract_port(url)) AS ports FROM seen GROUP BY 1 ORDER BY 1",
    "SELECT url_registrable_domain(url, 'whatwg') AS domain, min(url_normalize(url)) AS least FROM seen GROUP BY 1 ORDER BY 1",
    "SELECT url_parts(url)['path'] AS path, url_is_valid(url) AS good, cardinality(url_findings(url)) AS findings \
     FROM seen WHERE NOT url_is_valid(url) ORDER BY url LIMIT 50",
    "SELECT a.host, count(*) AS n FROM (SELECT DISTINCT url_extract_host(url) AS host FROM seen) a \
     JOIN (SELECT url_extract_host(url_resolve('../x', url)) AS host FROM seen) b ON a.host = b.host GROUP BY 1 ORDER BY 1",
];

/// The URL of a row: of seven hosts, and one in eleven has a port that is none.
fn url(row: usize) -> String {
    let wrong = if row.is_multiple_of(11) { "o" } else { "" };
    format!("HTTP://h{}.pub.example:{}{wrong}/a/%7e{row}", row % 7, 8000 + row % 3)
}

/// Writes the file of the rows.
fn write(path: &Path) {
    let urls: StringArray = (0..FILE).map(|row| Some(url(row))).collect();
    let batch = RecordBatch::try_from_iter([("url", Arc::new(urls) as _)]).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// What one process answers, as CSV.
fn alone(sql: &str, table: &Path) -> String {
    let runtime = tokio::runtime::Builder::new_multi_thread().thread_stack_size(32 << 20).enable_all().build().unwrap();
    runtime.block_on(async {
        let session = SessionContext::new();
        napkin_query::functions().into_iter().for_each(|function| session.register_udf(function));
        session.register_parquet("seen", table.to_str().unwrap(), ParquetReadOptions::default()).await.unwrap();
        let batches = session.sql(sql).await.unwrap().collect().await.unwrap();
        let mut csv = datafusion::arrow::csv::Writer::new(Vec::new());
        batches.iter().for_each(|batch| csv.write(batch).unwrap());
        String::from_utf8(csv.into_inner()).unwrap()
    })
}

fn text(output: &Output) -> String {
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{trouble}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn one_command_answers_as_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seen.parquet");
    write(&file);
    for sql in QUERIES {
        let output = Command::new(PROGRAM).args(["query", sql]).arg(&file).output().unwrap();
        let expected = alone(sql, &file);
        assert!(expected.lines().count() > 1, "{sql}");
        assert_eq!(text(&output), expected, "{sql}");
    }
}

/// A process that ends with the test.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str]) -> Self {
        Self(Command::new(PROGRAM).args(arguments).spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn free() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

/// Waits until something is so.
fn wait(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(300), "expected that {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Whether there is a file of some length in a folder or the folders in it.
fn has_files(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => has_files(&entry.path()),
        Ok(found) => found.len() > 0,
        Err(_) => false,
    })
}

#[test]
fn an_executor_killed_midway_changes_nothing() {
    let rows: usize = std::env::var("NAPKIN_ROWS").map_or(400_000, |rows| rows.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (table, works) = (folder.path().join("seen"), ["first", "second"].map(|name| folder.path().join(name)));
    fs::create_dir(&table).unwrap();
    write(&folder.path().join("file"));
    // Each is the same file under one name more.
    let files = rows.div_ceil(FILE);
    (0..files).for_each(|n| fs::hard_link(folder.path().join("file"), table.join(format!("{n}.parquet"))).unwrap());

    let scheduler = free().to_string();
    let _scheduler = Process::start(&["scheduler", "--listen", &scheduler, "--patience", "3"]);
    wait("the scheduler listens", || TcpStream::connect(&scheduler).is_ok());
    let mut executors: Vec<Process> = works
        .iter()
        .map(|work| {
            fs::create_dir(work).unwrap();
            let (listen, tasks) = (free().to_string(), free().port().to_string());
            let work = work.to_str().unwrap();
            Process::start(&[
                "executor",
                "--scheduler",
                &scheduler,
                "--listen",
                &listen,
                "--tasks",
                &tasks,
                "--jobs",
                "1",
                "--folder",
                work,
            ])
        })
        .collect();

    let sql = QUERIES[0];
    let (program, told) = (scheduler.clone(), table.clone());
    let query = thread::spawn(move || {
        Command::new(PROGRAM).args(["query", "--scheduler", &program, sql]).arg(&told).output().unwrap()
    });
    // The first has done some of the work, which is lost with it.
    wait("the first executor has done something", || has_files(&works[0]) || query.is_finished());
    assert!(!query.is_finished(), "the query ended too early to be disturbed: NAPKIN_ROWS is too small");
    // What it kept goes with it, as a machine's disk does.
    drop(executors.remove(0));
    fs::remove_dir_all(&works[0]).unwrap();

    let found = text(&query.join().unwrap());
    let mut expected = String::from("host,n,ports\n");
    let wrong = (0..FILE).filter(|row| row.is_multiple_of(11)).count();
    for host in 0..7 {
        let rows = (host..FILE).step_by(7).filter(|row| !row.is_multiple_of(11));
        let (n, ports) = rows.fold((0, 0), |(n, ports), row| (n + 1, ports + 8000 + row % 3));
        expected += &format!("h{host}.pub.example,{},{}\n", n * files, ports * files);
    }
    expected += &format!(",{},\n", wrong * files);
    assert_eq!(found, expected);
}
