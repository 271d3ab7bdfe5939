//! Measures time in rounds in which each peer runs once, and takes the fastest round of each.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The shortest round, so that the cost of the clock does not matter.
const ROUND: Duration = Duration::from_millis(4);
/// The shortest time per peer over all rounds.
const TOTAL: Duration = Duration::from_millis(450);
/// The fewest rounds.
const ROUNDS: usize = 5;

/// One peer at one task.
pub(crate) struct Case<'a> {
    /// The name of the peer.
    pub(crate) peer: &'static str,
    /// One pass over the list; its result depends on each result, so that no work can be optimised away.
    pub(crate) run: Box<dyn FnMut() -> usize + 'a>,
    /// The result for one item, if peers should agree on it.
    pub(crate) result: Option<Box<dyn Fn(usize) -> String + 'a>>,
}

impl<'a> Case<'a> {
    /// Creates a case whose results are not compared.
    pub(crate) fn new(peer: &'static str, run: impl FnMut() -> usize + 'a) -> Self {
        Self { peer, run: Box::new(run), result: None }
    }
}

/// Returns the seconds per pass for each of `cases`: the minimum of its rounds.
///
/// The rounds of the peers alternate, so that other load affects them alike. Noise only adds time, so the minimum is
/// closest to the time of the work itself.
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

/// Returns the number of passes per round; the first pass, which warms caches and the allocator, is not counted.
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
