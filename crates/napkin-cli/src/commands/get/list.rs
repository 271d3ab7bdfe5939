//! Retrieves several URLs concurrently and reports them in order.
//!
//! Limits how many retrievals run at a time, and how many finished results may wait for a slow one before them. All
//! retrievals share one client on one thread, so that any of them can reuse a connection.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::mpsc::Receiver;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinHandle;

use super::outcome::Outcome;
use super::plan::Plan;
use super::urls::{Asked, Turn};

/// The maximum number of retrievals that have been started and not yet reported.
const WAITING: usize = 1024;

/// The time between two looks at the progress.
const TICK: Duration = Duration::from_millis(200);

/// What happens while a list is retrieved.
pub(super) enum Event {
    /// A result, and whether the next one is ready.
    Done(Box<Outcome>, bool),
    /// Some time has passed.
    Tick,
}

/// Retrieves `urls`, at most `at_once` at a time. Passes each result to `sink` in the order of the URLs.
pub(super) async fn in_order(
    plan: &Arc<Plan>,
    urls: Receiver<Vec<Asked>>,
    at_once: usize,
    sink: &mut dyn FnMut(Event),
) {
    let mut urls = Queue { batches: urls, batch: Vec::new().into_iter() };
    let permits = Arc::new(Semaphore::new(at_once));
    let mut list = List { plan, begun: VecDeque::new(), busy: Busy::default(), held: None, turn: None };
    let mut is_open = true;
    let mut ticks = tokio::time::interval(TICK);
    while is_open || !list.begun.is_empty() {
        let is_full = list.held.is_some() || list.begun.len() >= WAITING;
        tokio::select! {
            biased;
            done = first(&mut list.begun), if !list.begun.is_empty() => {
                list.begun.pop_front();
                sink(Event::Done(Box::new(done), list.begun.front().is_some_and(JoinHandle::is_finished)));
                list.begin_held();
            }
            _ = ticks.tick() => sink(Event::Tick),
            next = next(&mut urls, &permits), if is_open && !is_full => match next {
                Some((asked, permit)) => list.begin(asked, permit),
                None => is_open = false,
            },
        }
    }
}

/// The retrievals in progress, and the URL that waits for one of them.
struct List<'p> {
    plan: &'p Arc<Plan>,
    begun: VecDeque<JoinHandle<Outcome>>,
    busy: Busy,
    /// A URL that waits for a retrieval into the same file, so that the first of two URLs gets the file.
    held: Option<(Asked, OwnedSemaphorePermit)>,
    /// Resolves when the output of the most recent retrieval has been written.
    turn: Option<Turn>,
}

/// The files that are being written.
type Busy = Arc<Mutex<HashSet<PathBuf>>>;

impl List<'_> {
    fn begin(&mut self, mut asked: Asked, permit: OwnedSemaphorePermit) {
        // Called in order, since the credentials belong to the server of the first URL.
        self.plan.is_for_user(&asked.url);
        let file = self.plan.file(&asked.url);
        let is_free = |file: &PathBuf| self.busy.lock().is_ok_and(|mut busy| busy.insert(file.clone()));
        if !file.as_ref().is_none_or(is_free) {
            self.held = Some((asked, permit));
            return;
        }
        let (plan, busy) = (Arc::clone(self.plan), Arc::clone(&self.busy));
        let (written, turn) = oneshot::channel();
        if plan.takes_turns() {
            asked.turn = self.turn.replace(turn);
        }
        self.begun.push_back(tokio::spawn(async move {
            let done = plan.retrieved(asked, file.as_deref()).await;
            // After the last URL, nothing waits for this signal.
            let _ = written.send(());
            file.iter().for_each(|file| drop(busy.lock().map(|mut busy| busy.remove(file))));
            drop(permit);
            done
        }));
    }

    fn begin_held(&mut self) {
        if let Some((asked, permit)) = self.held.take() {
            self.begin(asked, permit);
        }
    }
}

/// Waits for the first retrieval in progress and returns its result.
async fn first(begun: &mut VecDeque<JoinHandle<Outcome>>) -> Outcome {
    match begun.front_mut() {
        Some(first) => first.await.expect("a panic ends the process, and nothing cancels the task"),
        None => std::future::pending().await,
    }
}

/// The URLs to retrieve, as they arrive.
struct Queue {
    batches: Receiver<Vec<Asked>>,
    batch: std::vec::IntoIter<Asked>,
}

/// Returns the next URL, once a permit for it is free.
async fn next(urls: &mut Queue, permits: &Arc<Semaphore>) -> Option<(Asked, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.ok()?;
    loop {
        if let Some(asked) = urls.batch.next() {
            return Some((asked, permit));
        }
        urls.batch = urls.batches.recv().await?.into_iter();
    }
}
