//! Asks servers about targets: each target once, several at a time. Start with `Servers::ask`.
//!
//! A host gets a few requests at a time, and an interval between them. A server that wants fewer gets a pause for the whole host: its
//! `Retry-After`, or longer from try to try. A target is asked by GET, whose body is read to its end up to a limit, so that short
//! bodies are found; HEAD would need a second request wherever a server answers it differently.

mod answer;
mod pace;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use napkin_retrieve::Client;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

pub(crate) use self::answer::Answer;
use self::answer::Asked;
use self::pace::Pace;
use crate::{Options, Slugs};

/// How servers are asked.
#[derive(Clone, Copy, Debug)]
struct Limits {
    tries: u32,
    max_wait: Duration,
    max_body: u64,
    max_redirects: usize,
    slugs: Slugs,
    reading: napkin_document::Options,
}

/// Servers, and what they have answered.
pub(crate) struct Servers {
    client: Client,
    runtime: Runtime,
    answers: HashMap<String, Answer>,
    paces: HashMap<String, Arc<Mutex<Pace>>>,
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Servers").field("answers", &self.answers.len()).finish_non_exhaustive()
    }
}

/// The targets of a run: URLs without fragments, and the fragments that links add.
pub(crate) type Targets = BTreeMap<String, BTreeSet<String>>;

/// The targets of one host that are still to be asked.
type Queue = Arc<Mutex<VecDeque<(String, BTreeSet<String>)>>>;

/// The requests at a time, to all hosts.
const AT_A_TIME: usize = 128;

impl Servers {
    pub(crate) fn new(client: Client) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { client, runtime, answers: HashMap::new(), paces: HashMap::new() })
    }

    /// Returns whether the policy admits a URL of a scheme with servers, as far as that is known without a request.
    pub(crate) fn admits(&self, url: &str) -> bool {
        self.client.policy().precheck(&napkin_retrieve::Request::get(url)).is_ok()
    }

    /// Returns the answer about a target.
    pub(crate) fn answer(&self, url: &str) -> Option<&Answer> {
        self.answers.get(url)
    }

    /// Returns whether a target and one of its fragments have been asked about.
    pub(crate) fn knows(&self, url: &str, fragment: &str) -> bool {
        self.answers.get(url).is_some_and(|answer| answer.knows(fragment))
    }

    /// Asks about targets.
    pub(crate) fn ask(&mut self, targets: Targets, options: &Options) {
        let mut hosts: BTreeMap<String, VecDeque<(String, BTreeSet<String>)>> = BTreeMap::new();
        for (url, fragments) in targets {
            hosts.entry(host(&url).to_owned()).or_default().push_back((url, fragments));
        }
        let limits = Limits {
            tries: options.tries.max(1),
            max_wait: options.max_wait,
            max_body: options.max_document,
            max_redirects: options.max_redirects,
            slugs: options.slugs,
            reading: options.reading,
        };
        let Self { client, runtime, answers, paces } = self;
        let found = runtime.block_on(async {
            let (mut workers, free) = (JoinSet::new(), Arc::new(Semaphore::new(AT_A_TIME)));
            for (host, queue) in hosts {
                let pace = paces.entry(host).or_insert_with(|| Arc::new(Mutex::new(Pace::new(options.host_interval))));
                let count = options.host_concurrency.clamp(1, queue.len().max(1));
                let queue: Queue = Arc::new(Mutex::new(queue));
                for _ in 0..count {
                    let (client, queue, pace) = (client.clone(), Arc::clone(&queue), Arc::clone(pace));
                    workers.spawn(work(client, queue, pace, Arc::clone(&free), limits));
                }
            }
            let mut found = Vec::new();
            while let Some(worker) = workers.join_next().await {
                found.extend(worker.into_iter().flatten());
            }
            found
        });
        answers.extend(found);
    }
}

/// Asks about the targets of a queue.
async fn work(
    client: Client,
    queue: Queue,
    pace: Arc<Mutex<Pace>>,
    free: Arc<Semaphore>,
    limits: Limits,
) -> Vec<(String, Answer)> {
    let mut found = Vec::new();
    loop {
        let next = locked(&queue).pop_front();
        let Some((url, fragments)) = next else { return found };
        let answer = tries(&client, &url, &fragments, &pace, &free, &limits).await;
        found.push((url, answer));
    }
}

/// Asks about a target until it answers, or the tries are used up.
async fn tries(
    client: &Client,
    url: &str,
    fragments: &BTreeSet<String>,
    pace: &Mutex<Pace>,
    free: &Semaphore,
    limits: &Limits,
) -> Answer {
    let mut number = 1;
    loop {
        // The guard ends before the pause.
        let turn = locked(pace).turn();
        let Some(turn) = turn else { return Answer::not_asked() };
        tokio::time::sleep_until(turn).await;
        let asked = {
            let _permit = free.acquire().await;
            answer::ask(client, url, fragments, limits).await
        };
        match asked {
            Asked::Done(answer) => return answer,
            Asked::Again { answer, after, is_limit } => {
                let wait = after.unwrap_or_else(|| pace::back_off(number));
                if number >= limits.tries || wait > limits.max_wait {
                    if is_limit {
                        locked(pace).give_up();
                    }
                    return answer;
                }
                if is_limit {
                    locked(pace).slow_down(wait);
                } else {
                    tokio::time::sleep(wait).await;
                }
                number += 1;
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the scheme and the authority of a URL.
fn host(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    &url[..end]
}
