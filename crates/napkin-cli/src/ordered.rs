//! Work in parallel, results in order, in constant memory.
//!
//! Decides: how many pieces of work may be under way. The queue of promised results is bounded, so that a slow reader
//! of the output holds back the reader of the input.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Promised results for each worker; two keep it busy while the first of them is printed.
const AHEAD: usize = 2;

/// The number of threads that is meant by an option `-j`.
pub(crate) fn threads(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Takes `work` to every job on `threads` threads, and hands the results to `sink` in the order of the jobs.
///
/// `jobs` runs on a thread of its own, as it may wait for input.
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
                    // The receiver is gone only when everything ends.
                    let _ = result.send(work(job));
                }
            });
        }
        for promise in promise_out {
            if let Ok(result) = promise.recv() {
                sink(result);
            }
        }
    });
}

fn next<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().ok()?.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

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
}
