//! Several URLs at once, in their order.
//!
//! Decides: how many are under way, and how far those behind a slow one may get ahead of it. All of them share one client on one
//! thread, so that each connection serves whoever asks next.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::Receiver;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinHandle;

use super::done::Done;
use super::plan::Plan;
use super::urls::{Asked, Turn};

/// What has been done and waits for its turn, since one before it takes longer.
const WAITING: usize = 1024;

/// Retrieves what is asked for, `at_once` at a time, and hands what comes of it to `sink` in the order in which it was asked
/// for, and whether the next is there already.
pub(super) async fn in_order(
    plan: &Arc<Plan>,
    urls: Receiver<Vec<Asked>>,
    at_once: usize,
    sink: &mut dyn FnMut(Done, bool),
) {
    let mut urls = Queue { batches: urls, batch: Vec::new().into_iter() };
    let permits = Arc::new(Semaphore::new(at_once));
    let mut list = List { plan, begun: VecDeque::new(), busy: Busy::default(), held: None, turn: None };
    let mut is_open = true;
    while is_open || !list.begun.is_empty() {
        let is_full = list.held.is_some() || list.begun.len() >= WAITING;
        tokio::select! {
            biased;
            done = first(&mut list.begun), if !list.begun.is_empty() => {
                list.begun.pop_front();
                sink(done, list.begun.front().is_some_and(JoinHandle::is_finished));
                list.begin_held();
            }
            next = next(&mut urls, &permits), if is_open && !is_full => match next {
                Some((asked, permit)) => list.begin(asked, permit),
                None => is_open = false,
            },
        }
    }
}

/// What is under way, and what is not yet.
struct List<'p> {
    plan: &'p Arc<Plan>,
    begun: VecDeque<JoinHandle<Done>>,
    busy: Busy,
    /// Not begun before another that goes into the same file has ended, so that of two the first one has it.
    held: Option<(Asked, OwnedSemaphorePermit)>,
    /// When the last of what is under way has been written.
    turn: Option<Turn>,
}

/// The files that are being written.
type Busy = Arc<Mutex<HashSet<PathBuf>>>;

impl List<'_> {
    fn begin(&mut self, mut asked: Asked, permit: OwnedSemaphorePermit) {
        // In order, since the user is for the server of the first.
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
            // Nobody waits behind the last one.
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

/// The first of what is under way, when it has been done.
async fn first(begun: &mut VecDeque<JoinHandle<Done>>) -> Done {
    match begun.front_mut() {
        Some(first) => match first.await {
            Ok(done) => done,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        },
        None => std::future::pending().await,
    }
}

/// What is to be retrieved, as it comes in.
struct Queue {
    batches: Receiver<Vec<Asked>>,
    batch: std::vec::IntoIter<Asked>,
}

/// The next one, when there is room for it.
async fn next(urls: &mut Queue, permits: &Arc<Semaphore>) -> Option<(Asked, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.ok()?;
    loop {
        if let Some(asked) = urls.batch.next() {
            return Some((asked, permit));
        }
        urls.batch = urls.batches.recv().await?.into_iter();
    }
}
