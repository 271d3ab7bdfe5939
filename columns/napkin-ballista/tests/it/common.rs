//! Servers, processes, and rows with distinct URLs, for the tests of clusters.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_napkin-ballista");

/// The rows of a written batch.
const BATCH: usize = 50_000;

/// The hosts of the rows.
pub(crate) const HOSTS: usize = 997;

/// Returns the host and the port of a row; one row in eleven has no port.
pub(crate) fn host_and_port(row: usize) -> Option<(usize, usize)> {
    (!row.is_multiple_of(11)).then_some((row % HOSTS, 8000 + row % 3))
}

/// Returns the URL of a row, which is unique.
pub(crate) fn url(row: usize) -> String {
    let wrong = if host_and_port(row).is_none() { "o" } else { "" };
    format!("HTTP://h{}.pub.example:{}{wrong}/a/%7e{}?row={row}#f", row % HOSTS, 8000 + row % 3, row % 7)
}

/// Writes rows to a file.
pub(crate) fn write(path: &Path, rows: Range<usize>) {
    let batch = |rows: Range<usize>| {
        let urls: StringArray = rows.map(|row| Some(url(row))).collect();
        RecordBatch::try_from_iter([("url", Arc::new(urls) as _)]).unwrap()
    };
    let compression = Compression::ZSTD(ZstdLevel::try_new(1).unwrap());
    let properties = WriterProperties::builder().set_compression(compression).set_dictionary_enabled(false).build();
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch(0..0).schema(), Some(properties)).unwrap();
    for start in rows.clone().step_by(BATCH) {
        writer.write(&batch(start..rows.end.min(start + BATCH))).unwrap();
    }
    writer.close().unwrap();
}

/// Returns a folder with rows in files of this many.
pub(crate) fn table(folder: &Path, rows: usize, file: usize) -> PathBuf {
    let table = folder.join("seen");
    fs::create_dir(&table).unwrap();
    for start in (0..rows).step_by(file) {
        write(&table.join(format!("{start}.parquet")), start..rows.min(start + file));
    }
    table
}

/// For each host, the values for its rows by the arithmetic of `EXPECTED`.
pub(crate) const SUMS: &str = "SELECT url_extract_host(url) AS host, count(*) AS n, sum(url_extract_port(url)) AS ports, \
    sum(CAST(url_extract_parameter(url, 'row') AS BIGINT)) AS rows, \
    bit_xor(CAST(url_extract_parameter(url, 'row') AS BIGINT)) AS bits \
    FROM seen WHERE url_is_valid(url) GROUP BY 1 ORDER BY 1";

/// Returns the expected result of `SUMS`, by the arithmetic of the rows.
pub(crate) fn sums(rows: usize) -> String {
    let mut sums = [(0, 0, 0, 0); HOSTS];
    for row in 0..rows {
        if let Some((host, port)) = host_and_port(row) {
            let (n, ports, sum, bits) = &mut sums[host];
            (*n, *ports, *sum, *bits) = (*n + 1, *ports + port, *sum + row, *bits ^ row);
        }
    }
    let line = |(host, (n, ports, sum, bits))| format!("h{host}.pub.example,{n},{ports},{sum},{bits}\n");
    let mut lines: Vec<String> = sums.into_iter().enumerate().map(line).collect();
    lines.sort_by(|a, b| a.split(',').next().cmp(&b.split(',').next()));
    format!("host,n,ports,rows,bits\n{}", lines.concat())
}

pub(crate) fn text(output: &Output) -> String {
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{trouble}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A process that ends with the test.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    /// Starts a server; returns its address too.
    pub(crate) fn server(arguments: &[&str]) -> (Self, SocketAddr) {
        let mut process = Self(Command::new(PROGRAM).args(arguments).stdout(Stdio::piped()).spawn().unwrap());
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (process, line.trim().parse().unwrap())
    }

    pub(crate) fn scheduler() -> (Self, String) {
        let (process, address) = Self::server(&["scheduler", "--listen", "127.0.0.1:0", "--patience", "2"]);
        (process, address.to_string())
    }

    /// Starts an executor that runs one task at a time.
    pub(crate) fn executor(scheduler: &str, folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let folder = folder.to_str().unwrap();
        let places = ["--scheduler", scheduler, "--listen", "127.0.0.1:0", "--folder", folder];
        Self::server(&[&["executor", "--jobs", "1"][..], &places].concat()).0
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Waits until a condition holds.
pub(crate) fn wait(what: &str, seconds: u64, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(seconds), "expected that {what}");
        sleep(Duration::from_millis(2));
    }
}

/// Returns whether there is a file of some length in a folder or its subfolders.
pub(crate) fn has_files(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => has_files(&entry.path()),
        Ok(found) => found.len() > 0,
        Err(_) => false,
    })
}

/// Returns the state of a process and its parent, as the system reports them.
fn state(process: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The program name before them may contain any character.
    let mut fields = text[text.rfind(')')? + 2..].split(' ');
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// Returns whether a process is running, and not merely waiting for its exit status to be read.
pub(crate) fn is_alive(process: u32) -> bool {
    state(process).is_some_and(|(state, _)| !"ZX".contains(state))
}

/// Returns the servers of one kind that a client has started.
pub(crate) fn servers(client: u32, kind: &str) -> Vec<u32> {
    let is_one = |process: &u32| {
        let arguments = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        state(*process).is_some_and(|(_, parent)| parent == client)
            && arguments.split(|byte| *byte == 0).nth(1) == Some(kind.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_one).collect()
}

/// Kills a process.
pub(crate) fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}
