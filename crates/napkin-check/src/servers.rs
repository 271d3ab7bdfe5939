//! Asks servers about targets: each target once, several at a time. Start with `Servers::ask`.
//!
//! A host gets a few requests at a time, and an interval between them. A server that wants fewer gets a pause for the whole host: its
//! `Retry-After`, or longer from try to try. A target is asked by GET, so that short and damaged bodies are found; a body that nothing
//! is looked up in is read up to a limit. Where the options prefer HEAD, a target whose body is not needed is asked by HEAD, and by GET
//! if the server refuses.

mod answer;
mod asking;
mod body;
mod chain;
mod kept;
mod pace;
mod record;
mod robots;
mod soft;
mod target;
mod way;
mod work;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use napkin_retrieve::Client;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinSet;

pub(crate) use self::answer::{Answer, Page};
use self::asking::{Asking, SLICE};
use self::kept::Known;
use self::pace::Pace;
use self::robots::Robots;
use self::target::Wanted;
pub(crate) use self::target::{Targets, host};
use self::work::{Host, work};
use crate::end::End;
use crate::{Ages, Options};

/// Receives the record while servers are asked.
type Saver = Box<dyn FnMut(&str) + Send>;

/// Servers, and what they have answered.
pub(crate) struct Servers {
    client: Client,
    runtime: Runtime,
    answers: HashMap<String, Answer>,
    hosts: HashMap<String, Arc<Host>>,
    /// The rules of the hosts that are searched for pages.
    robots: HashMap<String, Robots>,
    /// What is left of the budget of retries.
    retries: Arc<AtomicU32>,
    is_stopped: Arc<AtomicBool>,
    known: Known,
    ages: Ages,
    saver: Option<Saver>,
    /// The URL of each host that cannot exist.
    impossible: HashMap<String, String>,
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Servers").field("answers", &self.answers.len()).finish_non_exhaustive()
    }
}

/// The time between two records while servers are asked.
const SAVING: Duration = Duration::from_secs(2);

impl Servers {
    pub(crate) fn new(client: Client, options: &Options) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self {
            client,
            runtime,
            answers: HashMap::new(),
            hosts: HashMap::new(),
            robots: HashMap::new(),
            retries: Arc::new(AtomicU32::new(options.max_retries)),
            is_stopped: Arc::default(),
            known: Known::default(),
            ages: Ages::default(),
            saver: None,
            impossible: HashMap::new(),
        })
    }

    /// Returns whether the policy admits a URL of a scheme with servers, as far as that is known without a request.
    pub(crate) fn admits(&self, url: &str) -> bool {
        self.client.policy().precheck(&napkin_retrieve::Request::get(url)).is_ok()
    }

    /// Returns the answer about a target.
    pub(crate) fn answer(&self, url: &str) -> Option<&Answer> {
        self.answers.get(url)
    }

    /// Returns whether a target and one of its fragments have been asked about. A recorded answer has no page.
    pub(crate) fn knows(&self, url: &str, fragment: &str, keeps: bool) -> bool {
        self.answers.get(url).is_some_and(|answer| answer.knows(fragment) && !(keeps && answer.is_recorded))
    }

    /// Returns the flag that stops the requests of this and later calls.
    pub(crate) fn stop(&self) -> &Arc<AtomicBool> {
        &self.is_stopped
    }

    /// Uses the answers of a record again, if they are young enough and the options are the same.
    pub(crate) fn read_record(&mut self, record: &[u8], ages: Ages, options: &Options) {
        self.ages = ages;
        let now = record::seconds(SystemTime::now());
        let mut known = record::read(record, &ages, &signature(options), now);
        known.values_mut().for_each(|answer| answer.is_recorded = true);
        self.answers.extend(known);
    }

    /// Returns the answers that a later run may use again.
    pub(crate) fn record(&self, options: &Options) -> String {
        record::write(&self.answers, &self.ages, &signature(options))
    }

    pub(crate) fn save_with(&mut self, saver: impl FnMut(&str) + Send + 'static) {
        self.saver = Some(Box::new(saver));
    }

    /// Reads the rules of a host, and returns the site maps that it names. Does nothing the second time.
    pub(crate) fn read_rules(&mut self, host: &str) -> Vec<String> {
        if self.robots.contains_key(host) {
            return Vec::new();
        }
        let url = format!("{host}/robots.txt");
        let robots = self.runtime.block_on(chain::robots(&self.client, &url));
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
    pub(crate) fn ask(&mut self, targets: Targets, options: &Options, end: &End) -> Vec<(String, Page)> {
        let mut queues: BTreeMap<String, VecDeque<(String, Wanted)>> = BTreeMap::new();
        let asked: Vec<String> = targets.keys().cloned().collect();
        for (url, wanted) in &targets {
            if !self.is_allowed(url) {
                self.answers.insert(url.clone(), Answer::disallowed());
                continue;
            }
            queues.entry(host(url).to_owned()).or_default().push_back((url.clone(), wanted.clone()));
        }
        if options.soft_404 {
            soft::add_impossible(&mut queues, &mut self.impossible);
        }
        let asking = Arc::new(Asking {
            client: self.client.clone(),
            free: Semaphore::new(options.concurrency.max(1)),
            retries: Arc::clone(&self.retries),
            is_stopped: Arc::clone(&self.is_stopped),
            end: end.clone(),
            known: Arc::clone(&self.known),
            targets,
            options: options.clone(),
        });
        let mut pages = self.work_off(queues, &asking);
        if options.soft_404 {
            soft::remark(&asked, &self.impossible, &mut self.answers);
        }
        pages.sort_by(|(one, _), (other, _)| one.cmp(other));
        pages
    }

    /// Asks about the targets of each host, and records the answers as they arrive. After a stop, answers on their way are not
    /// waited for.
    fn work_off(
        &mut self,
        queues: BTreeMap<String, VecDeque<(String, Wanted)>>,
        asking: &Arc<Asking>,
    ) -> Vec<(String, Page)> {
        let Self { runtime, answers, hosts, saver, ages, .. } = self;
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let (mut pages, mut saved) = (Vec::new(), Instant::now());
        let (options, signature) = (&asking.options, signature(&asking.options));
        runtime.block_on(async {
            let mut workers = JoinSet::new();
            for (name, queue) in queues {
                let count = options.host_concurrency.clamp(1, queue.len().max(1));
                let host = hosts.entry(name).or_insert_with(|| {
                    let pace = Mutex::new(Pace::new(options.host_interval, options.host_concurrency));
                    Arc::new(Host { pace, finished: Notify::new() })
                });
                let queue = Arc::new(Mutex::new(queue));
                for _ in 0..count {
                    workers.spawn(work(Arc::clone(asking), Arc::clone(&queue), Arc::clone(host), sender.clone()));
                }
            }
            drop(sender);
            loop {
                let (url, mut answer) = match tokio::time::timeout(SLICE, receiver.recv()).await {
                    Ok(Some(answered)) => answered,
                    Err(_) if !asking.is_stopped() => continue,
                    Ok(None) | Err(_) => break,
                };
                pages.extend(answer.page.take().map(|page| (url.clone(), page)));
                answer.asked = record::seconds(SystemTime::now());
                answers.insert(url, answer);
                if let Some(saver) = saver.as_mut().filter(|_| saved.elapsed() >= SAVING) {
                    saver(&record::write(answers, ages, &signature));
                    saved = Instant::now();
                }
            }
        });
        for url in asking.targets.keys() {
            answers.entry(url.clone()).or_insert_with(Answer::stopped);
        }
        pages
    }
}

/// Returns the options on which answers depend.
fn signature(options: &Options) -> String {
    let Options { slugs, head, soft_404, max_redirects, cookies, hosts, .. } = options;
    format!("{slugs:?} {head} {soft_404} {max_redirects} {cookies} {}", hosts.accepted())
}
