//! Checks that a cluster leaves nothing behind, however it ends, and that a query ends if nobody can answer it.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{PROGRAM, Process, SUMS, has_files, is_alive, kill, servers, sums, table, text, wait};

/// The number of rows that keeps a cluster busy for some time.
const ROWS: usize = 3_000_000;

/// The seconds within which a query must fail if nobody can answer it.
const SOON: Duration = Duration::from_secs(5);

/// A query on a cluster of its own, with a folder for all temporary files.
struct Query {
    client: Option<Process>,
    temporary: TempDir,
    _rows: TempDir,
}

impl Query {
    fn start(rows: usize, options: &[&str]) -> Self {
        let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut command = Command::new(PROGRAM);
        command.args(["query", SUMS]).arg(table(folder.path(), rows, 100_000)).args(options);
        command.env("TMPDIR", temporary.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { client: Some(Process(command.spawn().unwrap())), temporary, _rows: folder }
    }

    fn id(&self) -> u32 {
        self.client.as_ref().unwrap().0.id()
    }

    fn executors(&self) -> Vec<u32> {
        wait("there are two executors", 60, || servers(self.id(), "executor").len() == 2);
        servers(self.id(), "executor")
    }

    /// Waits until executors have done some of the work.
    fn midway(&mut self) {
        let (temporary, child) = (self.temporary.path().to_owned(), self.client());
        wait("executors have done something", 60, || has_files(&temporary) || child.try_wait().unwrap().is_some());
        assert!(child.try_wait().unwrap().is_none(), "the query ended too early to be disturbed");
    }

    fn client(&mut self) -> &mut Child {
        &mut self.client.as_mut().unwrap().0
    }

    /// Returns the result, and checks that nothing is left.
    fn end(mut self) -> Output {
        let processes = [servers(self.id(), "scheduler"), servers(self.id(), "executor")].concat();
        let mut client = self.client.take().unwrap();
        let (stdout, stderr) = (client.0.stdout.take().unwrap(), client.0.stderr.take().unwrap());
        let stdout = std::io::read_to_string(stdout).unwrap().into_bytes();
        let stderr = std::io::read_to_string(stderr).unwrap().into_bytes();
        let output = Output { status: client.0.wait().unwrap(), stdout, stderr };
        assert!(!processes.iter().any(|process| is_alive(*process)));
        assert_eq!(fs::read_dir(self.temporary.path()).unwrap().count(), 0);
        output
    }

    /// Checks that the query fails soon, and returns its error.
    fn fails(self) -> String {
        let begun = Instant::now();
        let output = self.end();
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn an_executor_that_is_killed_leaves_no_folder() {
    let mut query = Query::start(ROWS, &[]);
    let executors = query.executors();
    query.midway();
    kill(executors[0]);
    assert_eq!(text(&query.end()), sums(ROWS));
}

#[test]
fn a_client_that_is_killed_leaves_nothing() {
    let mut query = Query::start(ROWS, &[]);
    let executors = query.executors();
    let processes = [servers(query.id(), "scheduler"), executors].concat();
    assert_eq!(processes.len(), 3);
    query.midway();
    kill(query.id());
    query.client().wait().unwrap();
    wait("no process is left", 10, || !processes.iter().any(|process| is_alive(*process)));
    let left = || fs::read_dir(query.temporary.path()).unwrap().count();
    wait("no file is left", 10, || left() == 0);
}

/// Also if its folder cannot be removed and nobody reads the error.
#[test]
fn a_scheduler_ends_with_its_client() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("alive"), "").unwrap();
    let mut command = Command::new(PROGRAM);
    // The system does not remove a folder whose name ends in a dot.
    command.args(["scheduler", "--listen", "127.0.0.1:0", "--client"]).arg(format!("{}/.", folder.path().display()));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut scheduler = Process(command.spawn().unwrap());
    drop((scheduler.0.stderr.take(), scheduler.0.stdin.take()));
    wait("the scheduler ends", 10, || scheduler.0.try_wait().unwrap().is_some());
    assert!(!folder.path().join("alive").exists() && folder.path().exists());
}

#[test]
fn reason_is_the_output_of_executors_that_end_at_once() {
    // Two limits of one byte leave each executor none.
    let said = Query::start(1000, &["--memory", "1"]).fails();
    assert!(
        said.starts_with("napkin-ballista: expected an executor to work, but none is left: executor 1 ended ("),
        "{said}"
    );
    assert!(said.contains("invalid value '0' for '--memory <BYTES>'"), "{said}");
}

#[test]
fn a_query_whose_executors_are_killed_fails() {
    let query = Query::start(1000, &[]);
    query.executors().into_iter().for_each(kill);
    let reason = "expected an executor to work, but none is left: executor 1 ended (signal: 9 (SIGKILL)); executor 2 ended (signal: 9 (SIGKILL))";
    assert_eq!(query.fails(), format!("napkin-ballista: {reason}\n"));

    let mut query = Query::start(ROWS, &[]);
    let executors = query.executors();
    query.midway();
    executors.into_iter().for_each(kill);
    assert_eq!(query.fails(), format!("napkin-ballista: {reason}\n"));
}

#[test]
fn a_query_whose_scheduler_is_killed_fails() {
    let mut query = Query::start(ROWS, &[]);
    query.executors();
    query.midway();
    servers(query.id(), "scheduler").into_iter().for_each(kill);
    assert_eq!(query.fails(), "napkin-ballista: the scheduler ended (signal: 9 (SIGKILL))\n");
}

/// The same for a cluster that serves many queries: after its patience, and after twice that for an executor that
/// returns.
#[test]
fn a_query_on_a_cluster_whose_executors_are_killed_fails() {
    let folder = tempfile::tempdir().unwrap();
    let rows = table(folder.path(), ROWS, 100_000);
    let (_scheduler, address) = Process::scheduler();
    let work = folder.path().join("work");
    let executors = [Process::executor(&address, &work), Process::executor(&address, &work)];
    let mut command = Command::new(PROGRAM);
    command.args(["query", SUMS, "--scheduler", &address]).arg(rows).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut client = Process(command.spawn().unwrap());
    wait("an executor has done something", 60, || has_files(&work) || client.0.try_wait().unwrap().is_some());
    drop(executors);
    let begun = Instant::now();
    let said = std::io::read_to_string(client.0.stderr.take().unwrap()).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
    assert_eq!(client.0.wait().unwrap().code(), Some(2));
    assert!(said.contains("no executors remain to run the tasks"), "{said}");
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let (_scheduler, address) = Process::scheduler();
    let said = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let expected = format!("napkin-ballista: {address}: Address already in use (os error 98)\n");
    assert_eq!(said(&["scheduler", "--listen", &address]), expected);
    assert_eq!(said(&["executor", "--scheduler", &address, "--listen", &address]), expected);
    let port = address.rsplit(':').next().unwrap();
    let free = ["--listen", "127.0.0.1:0", "--tasks", port];
    assert_eq!(said(&[&["executor", "--scheduler", &address][..], &free].concat()), expected);
}

/// Each chooses two ports while the others do the same.
#[test]
fn many_executors_begin_at_once() {
    let query = Query::start(100_000, &["--executors", "16"]);
    let found = query.end();
    assert_eq!(String::from_utf8_lossy(&found.stderr), "");
    assert_eq!(text(&found), sums(100_000));
}
