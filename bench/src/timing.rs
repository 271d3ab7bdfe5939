//! The clock: rounds in which every rival runs once, and the fastest round of each.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// No round is shorter, so that the clock's own cost does not count.
const ROUND: Duration = Duration::from_millis(4);
/// Every rival runs for at least so long, all rounds together.
const TOTAL: Duration = Duration::from_millis(450);
/// And in at least so many rounds.
const ROUNDS: usize = 5;

/// One rival at one task.
pub(crate) struct Case<'a> {
    /// Who it is.
    pub(crate) peer: &'static str,
    /// One pass over the whole list; what it returns depends on every result, so that no work can be left out.
    pub(crate) run: Box<dyn FnMut() -> usize + 'a>,
    /// The result for one item, where rivals ought to agree on it.
    pub(crate) result: Option<Box<dyn Fn(usize) -> String + 'a>>,
}

impl<'a> Case<'a> {
    /// A rival whose results are not compared.
    pub(crate) fn new(peer: &'static str, run: impl FnMut() -> usize + 'a) -> Self {
        Self { peer, run: Box::new(run), result: None }
    }
}

/// Seconds a pass for each of `cases`: the minimum of its rounds.
///
/// The rounds of the rivals alternate, so that whatever else the machine does hits them alike; and noise only ever
/// adds time, so the minimum is the nearest thing to the time that the work itself takes.
pub(crate) fn fastest(cases: &mut [Case<'_>]) -> Vec<f64> {
    let passes: Vec<u32> = cases.iter_mut().map(passes_a_round).collect();
    let mut best = vec![f64::INFINITY; cases.len()];
    let mut spent = vec![Duration::ZERO; cases.len()];
    let mut round = 0;
    while round < ROUNDS || spent.iter().any(|&spent| spent < TOTAL) {
        for (place, case) in cases.iter_mut().enumerate() {
            if round >= ROUNDS && spent[place] >= TOTAL {
                continue;
            }
            let took = time(case, passes[place]);
            spent[place] += took;
            best[place] = best[place].min(took.as_secs_f64() / f64::from(passes[place]));
        }
        round += 1;
    }
    best
}

/// How many passes fill a round; the first pass, which warms caches and allocator, does not count.
fn passes_a_round(case: &mut Case<'_>) -> u32 {
    time(case, 1);
    let once = time(case, 1).as_secs_f64();
    (ROUND.as_secs_f64() / once.max(1e-9)).ceil().clamp(1.0, 1e6) as u32
}

fn time(case: &mut Case<'_>, passes: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        black_box((case.run)());
    }
    start.elapsed()
}
