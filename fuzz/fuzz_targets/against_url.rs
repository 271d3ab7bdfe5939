//! Under the URL Standard the engine and `url` read alike, with and without a base: whether a text parses, the URL
//! and every attribute of it; but for the departures that stand in `src/peers/url.rs`, each with the clause of the
//! standard that decides it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_fuzz::peers::url::{DEPARTURES, panics_against, values};
use napkin_fuzz::peers::{assert_alike, assert_not_stale};
use napkin_fuzz::whatwg::Plan;

fuzz_target!(init: assert_not_stale(&DEPARTURES, values), |plan: Plan<'_>| {
    let base = plan.base.filter(|base| !panics_against(base));
    assert_alike(plan.text, base, &DEPARTURES, values);
});
