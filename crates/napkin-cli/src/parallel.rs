//! Runs work in parallel and returns the results in order, in constant memory.
//!
//! The queue of pending results is bounded, so that a slow reader of the output holds back the reader of the input.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of pending results per worker. Two keep a worker busy while the first result is printed.
const AHEAD: usize = 2;

/// Returns the number of threads for the value of `-j`.
pub(crate) fn threads(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Applies `work` to every job on `threads` threads, and passes the results to `sink` in the order of the jobs.
///
/// `jobs` runs on a separate thread, since it may wait for input. If `work` panics, the process must end, as
/// [`panic_report`](crate::panic_report) does: nothing else stops a thread that waits for input.
pub(crate) fn run<J: Send, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    work: impl Fn(J) -> R + Sync,
    mut sink: impl FnMut(R),
) {
    let (job_in, job_out) = sync_channel::<(J, SyncSender<R>)>(threads);
    let (promise_in, promise_out) = sync_channel::<Receiver<R>>(threads * AHEAD);
    let job_out = Mutex::new(job_out);
    let (work, job_out) = (&work, &job_out);
    thread::scope(|scope| {
        scope.spawn(move || {
            for job in jobs {
                let (result_in, result_out) = sync_channel(1);
                if promise_in.send(result_out).is_err() || job_in.send((job, result_in)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..threads {
            scope.spawn(move || {
                while let Some((job, result)) = next(job_out) {
                    // The receiver is gone only when the process ends.
                    let _ = result.send(work(job));
                }
            });
        }
        for promise in promise_out {
            promise.iter().for_each(&mut sink);
        }
    });
}

fn next<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().ok()?.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panic_report;
    use std::io::{Read, stdin};
    use std::process::{Command, Stdio};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    #[test]
    fn results_come_in_order_and_few_are_under_way() {
        let (begun, mut ended, mut most) = (AtomicUsize::new(0), 0, 0);
        let jobs = (0..1000).inspect(|_| {
            begun.fetch_add(1, Ordering::SeqCst);
        });
        run(
            jobs,
            3,
            |job: u64| {
                // Early jobs take longest.
                thread::sleep(std::time::Duration::from_micros(200 - job.min(1000) % 200));
                job * 2
            },
            |result| {
                assert_eq!(result, ended * 2);
                ended += 1;
                most = most.max(begun.load(Ordering::SeqCst) - ended as usize);
            },
        );
        assert_eq!(ended, 1000);
        assert!(most <= 3 * AHEAD + 3 + 3 + 2, "{most} were under way");
    }

    /// The environment variable that makes the test below run as its child process.
    const IS_CHILD: &str = "NAPKIN_TEST_OF_A_PANIC";

    /// The panic happens in a child process. Its standard input stays open, so that its reader of jobs waits forever.
    #[test]
    fn a_panic_ends_the_run_with_an_error() {
        if let Some(threads) = std::env::var_os(IS_CHILD) {
            panic_report::end_process();
            let threads = threads.to_string_lossy().parse().expect("a number");
            let waits = std::iter::from_fn(|| stdin().read(&mut [0]).ok().map(|_| 100));
            run(
                (0..100).chain(waits),
                threads,
                |job| assert_ne!(job, 3, "ftp://sam:secret@pub.example/"),
                |()| println!("one"),
            );
            unreachable!("the run has been ended");
        }
        for threads in ["1", "2", "8"] {
            let name = "parallel::tests::a_panic_ends_the_run_with_an_error";
            let mut child = Command::new(std::env::current_exe().expect("this program"))
                .args([name, "--exact", "--nocapture"])
                .env(IS_CHILD, threads)
                .env_remove("RUST_BACKTRACE")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("a process");
            let open = child.stdin.take();
            let begun = Instant::now();
            while child.try_wait().expect("its status").is_none() {
                if begun.elapsed() > Duration::from_secs(60) {
                    child.kill().expect("to end it");
                    panic!("with {threads} threads it hangs");
                }
                thread::sleep(Duration::from_millis(10));
            }
            drop(open);
            let output = child.wait_with_output().expect("its output");
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert_eq!(output.status.code(), Some(2), "{err}");
            // Later results never take the place of the missing one.
            assert!(out.matches("one\n").count() <= 3, "{out}");
            // Only the place is printed: the panic message may quote the input.
            let place = format!("error: a fault of napkin itself at {}:", file!());
            assert!(err.starts_with(&place), "{err}");
            assert!(err.lines().count() == 1 && !err.contains("secret"), "{err}");
        }
    }
}
