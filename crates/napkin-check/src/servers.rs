//! Asks servers about targets: each target once, several at a time. Start with `Servers::ask`.
//!
//! A host gets a few requests at a time, and an interval between them. A server that wants fewer gets a pause for the whole host: its
//! `Retry-After`, or longer from try to try. A target is asked by GET, whose body is read to its end up to a limit, so that short
//! bodies are found; HEAD would need a second request wherever a server answers it differently.

mod answer;
mod pace;
mod robots;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use napkin_retrieve::Client;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::answer::Asked;
pub(crate) use self::answer::{Answer, Page};
use self::pace::Pace;
use self::robots::Robots;
use crate::{Options, Slugs};

/// How servers are asked.
#[derive(Clone, Copy, Debug)]
struct Limits {
    tries: u32,
    max_wait: Duration,
    max_body: u64,
    max_redirects: usize,
    cookies: bool,
    slugs: Slugs,
    reading: napkin_document::Options,
}

/// Servers, and what they have answered.
pub(crate) struct Servers {
    client: Client,
    runtime: Runtime,
    answers: HashMap<String, Answer>,
    paces: HashMap<String, Arc<Mutex<Pace>>>,
    /// The rules of the hosts that are searched for pages.
    robots: HashMap<String, Robots>,
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Servers").field("answers", &self.answers.len()).finish_non_exhaustive()
    }
}

/// The targets of a run: URLs without fragments.
pub(crate) type Targets = BTreeMap<String, Wanted>;

/// What is wanted of a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// The fragments that links add.
    pub(crate) fragments: BTreeSet<String>,
    /// Whether its own links will be checked.
    pub(crate) keeps: bool,
}

/// The targets of one host that are still to be asked.
type Queue = Arc<Mutex<VecDeque<(String, Wanted)>>>;

/// The requests at a time, to all hosts.
const AT_A_TIME: usize = 128;

impl Servers {
    pub(crate) fn new(client: Client) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { client, runtime, answers: HashMap::new(), paces: HashMap::new(), robots: HashMap::new() })
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

    /// Reads the rules of a host, and returns the site maps that it names. Does nothing the second time.
    pub(crate) fn read_rules(&mut self, host: &str) -> Vec<String> {
        if self.robots.contains_key(host) {
            return Vec::new();
        }
        let url = format!("{host}/robots.txt");
        let robots = self.runtime.block_on(answer::robots(&self.client, &url));
        let sitemaps = robots.sitemaps.clone();
        self.robots.insert(host.to_owned(), robots);
        sitemaps
    }

    /// Returns whether the rules of a host admit a URL.
    fn is_allowed(&self, url: &str) -> bool {
        let host = host(url);
        let path = if url.len() == host.len() { "/" } else { &url[host.len()..] };
        self.robots.get(host).is_none_or(|robots| robots.allows(path))
    }

    /// Asks about targets. Returns the pages that were to be kept, by their first URL.
    pub(crate) fn ask(&mut self, targets: Targets, options: &Options) -> Vec<(String, Page)> {
        let mut hosts: BTreeMap<String, VecDeque<(String, Wanted)>> = BTreeMap::new();
        for (url, wanted) in targets {
            if !self.is_allowed(&url) {
                self.answers.insert(url, Answer::disallowed());
                continue;
            }
            hosts.entry(host(&url).to_owned()).or_default().push_back((url, wanted));
        }
        let limits = Limits {
            tries: options.tries.max(1),
            max_wait: options.max_wait,
            max_body: options.max_document,
            max_redirects: options.max_redirects,
            cookies: options.cookies,
            slugs: options.slugs,
            reading: options.reading,
        };
        let Self { client, runtime, answers, paces, .. } = self;
        let mut found = runtime.block_on(async {
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
        let mut pages: Vec<_> =
            found.iter_mut().filter_map(|(url, answer)| Some((url.clone(), answer.page.take()?))).collect();
        pages.sort_by(|(one, _), (other, _)| one.cmp(other));
        answers.extend(found);
        pages
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
        let Some((url, wanted)) = next else { return found };
        let answer = tries(&client, &url, &wanted, &pace, &free, &limits).await;
        found.push((url, answer));
    }
}

/// Asks about a target until it answers, or the tries are used up.
async fn tries(
    client: &Client,
    url: &str,
    wanted: &Wanted,
    pace: &Mutex<Pace>,
    free: &Semaphore,
    limits: &Limits,
) -> Answer {
    let mut number = 1;
    loop {
        // Another request may have got the host a pause while this one waited for its turn.
        loop {
            let turn = locked(pace).turn();
            let Some(turn) = turn else { return Answer::not_asked() };
            tokio::time::sleep_until(turn).await;
            let is_paused = locked(pace).is_paused();
            if !is_paused {
                break;
            }
        }
        let asked = {
            let _permit = free.acquire().await;
            answer::ask(client, url, wanted, limits).await
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
pub(crate) fn host(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |at| start + at);
    &url[..end]
}
