//! Compares the engine with `url` under the URL Standard, with and without a base: whether a text parses, the URL and
//! each attribute. `src/peers/url.rs` lists the peer's deviations, each with the clause of the standard that decides
//! it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_fuzz::peers::url::{DEPARTURES, panics_against, values};
use napkin_fuzz::peers::{assert_alike, assert_not_stale};
use napkin_fuzz::whatwg::Plan;

fuzz_target!(init: assert_not_stale(&DEPARTURES, values), |plan: Plan<'_>| {
    let base = plan.base.filter(|base| !panics_against(base));
    assert_alike(plan.text, base, &DEPARTURES, values);
});
