//! Asks about the targets of one host: when, how often, and whether again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

use super::answer::{Answer, Asked};
use super::asking::{Asking, LONGEST};
use super::chain;
use super::pace::{self, Pace, Turn};
use super::target::Wanted;

/// A host that is asked.
pub(super) struct Host {
    pub(super) pace: Mutex<Pace>,
    /// Wakes a worker when a request has ended.
    pub(super) finished: Notify,
}

/// The targets of one host that are still to be asked.
type Queue = Arc<Mutex<VecDeque<(String, Wanted)>>>;

/// Asks about the targets of a queue.
pub(super) async fn work(
    asking: Arc<Asking>,
    queue: Queue,
    host: Arc<Host>,
    answers: mpsc::UnboundedSender<(String, Answer)>,
) {
    loop {
        let next = locked(&queue).pop_front();
        let Some((url, wanted)) = next else { return };
        let answer = tries(&asking, &url, &wanted, &host).await;
        if answers.send((url, answer)).is_err() {
            return;
        }
    }
}

/// Asks about a target until it answers, or the tries are used up.
async fn tries(asking: &Asking, url: &str, wanted: &Wanted, host: &Host) -> Answer {
    let mut number = 1;
    loop {
        let asked = match in_turn(asking, url, wanted, host).await {
            Ok(asked) => asked,
            Err(answer) => return answer,
        };
        let Asked::Again { answer, after, is_limit } = asked else { return asked.into_answer() };
        let wait = after.unwrap_or_else(|| pace::back_off(number));
        let options = &asking.options;
        if number >= options.tries.max(1) || wait > options.max_wait.min(LONGEST) || !asking.may_retry() {
            if is_limit {
                locked(&host.pace).give_up();
                host.finished.notify_waiters();
            }
            return answer;
        }
        if is_limit {
            locked(&host.pace).slow_down(wait);
        } else {
            asking.sleep_until(Instant::now() + wait).await;
        }
        number += 1;
    }
}

/// Waits for a turn and asks once. The error is the answer for a target that is not asked.
async fn in_turn(asking: &Asking, url: &str, wanted: &Wanted, host: &Host) -> Result<Asked, Answer> {
    let _permit = loop {
        let permit = asking.free.acquire().await;
        if asking.is_stopped() {
            return Err(Answer::stopped());
        }
        // The turn is taken last, so that nothing delays the request behind it.
        let finished = host.finished.notified();
        let turn = locked(&host.pace).turn();
        match turn {
            Turn::Now => break permit,
            Turn::Never => return Err(Answer::not_asked()),
            Turn::At(next) => {
                drop(permit);
                asking.sleep_until(next).await;
            }
            Turn::Full => {
                drop(permit);
                finished.await;
            }
        }
    };
    let asked = chain::ask(asking, url, wanted).await;
    locked(&host.pace).done(!matches!(asked, Asked::Again { .. }));
    host.finished.notify_one();
    Ok(asked)
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
