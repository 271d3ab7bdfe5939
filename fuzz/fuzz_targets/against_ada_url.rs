//! Compares the engine with `ada-url` under the URL Standard, with and without a base: whether a text parses, the URL
//! and each attribute. `src/peers/ada_url.rs` lists the peer's deviations, each with the clause of the standard that
//! decides it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_fuzz::peers::ada_url::{DEPARTURES, values};
use napkin_fuzz::peers::{assert_alike, assert_not_stale};
use napkin_fuzz::whatwg::Plan;

fuzz_target!(init: assert_not_stale(&DEPARTURES, values), |plan: Plan<'_>| {
    assert_alike(plan.text, plan.base, &DEPARTURES, values);
});
