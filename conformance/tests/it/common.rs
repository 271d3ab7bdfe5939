//! Adapts the engine for comparison with cases and oracles.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod attributes;
pub mod pages;
pub mod programs;

use crate::differences::assert_none;
use napkin::{Base, Reference, Resolution, Standard};
use napkin_conformance::generate::Random;
use napkin_conformance::oracle::resolve_rfc3986::resolve_guarded;
use napkin_conformance::oracle::{Components, draft1997, resolve_draft1997, rfc3986, rfc3987};

/// Returns a number from the environment, or a default.
pub fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Returns the number of random texts.
pub fn count() -> usize {
    number("NAPKIN_COUNT", 200_000)
}

/// Returns the random generator of one test.
pub fn random(own: u64) -> Random {
    Random::new(number("NAPKIN_SEED", 1997) as u64 ^ own << 32)
}

/// Returns the components by the engine.
pub fn components(reference: Reference<'_>) -> Components {
    let own = |text: Option<&str>| text.map(str::to_owned);
    Components {
        scheme: own(reference.scheme()),
        user: own(reference.user().map(|user| user.as_str())),
        password: own(reference.password().map(|password| password.as_str())),
        host: own(reference.host_text()),
        host_kind: own(reference.host_kind().map(|kind| kind.name())),
        port_text: own(reference.port_text()),
        path: reference.path().as_str().to_owned(),
        query: own(reference.query().map(|query| query.as_str())),
        fragment: own(reference.fragment().map(|fragment| fragment.as_str())),
    }
}

/// Returns the components by the oracle.
pub fn read(standard: Standard, text: &str) -> Option<Components> {
    match standard {
        Standard::Draft1997 => draft1997::read(text),
        Standard::Rfc3986 => rfc3986::read(text),
        Standard::Rfc3987 => rfc3987::read(text),
        other => panic!("no oracle for {other}"),
    }
}

/// Returns the oracle's result, with the one documented departure.
pub fn oracle_resolves(standard: Standard, base: &str, reference: &str, strict: bool) -> String {
    match standard {
        Standard::Draft1997 => resolve_draft1997::resolve(base, reference).to_string(),
        _ => resolve_guarded(base, reference, strict),
    }
}

/// Returns the engine's result, as the draft prints it.
pub fn engine_resolves(base: &Base<'_>, reference: Reference<'_>) -> String {
    match base.resolve(reference) {
        Ok(Resolution::Absolute(url)) => url.into_string(),
        Ok(Resolution::SameDocument) => {
            let fragment = reference.fragment().map_or(String::new(), |fragment| format!("#{}", fragment.as_str()));
            format!("(current document){fragment}")
        }
        Err(error) => format!("(error: {error})"),
    }
}

/// Collects differences, and prints the first few; known differences have a reason.
#[derive(Default)]
pub struct Wrong {
    lines: Vec<String>,
    known: Vec<(&'static str, usize)>,
}

impl Wrong {
    /// Creates a collection with known differences. A known difference that no longer occurs fails the test.
    pub fn knowing(reasons: &[&'static str]) -> Self {
        Self { lines: Vec::new(), known: reasons.iter().map(|reason| (*reason, 0)).collect() }
    }

    /// Adds a difference.
    pub fn note(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Adds a difference that is known for this reason.
    pub fn note_known(&mut self, reason: &str) {
        self.known.iter_mut().find(|(known, _)| *known == reason).expect("a reason from the list").1 += 1;
    }

    /// Fails if there are differences, or if a known difference is stale.
    #[track_caller]
    pub fn assert_none(&self, of: usize) {
        assert_none(&self.lines, of);
        for (reason, count) in &self.known {
            assert!(*count > 0, "stale: {reason}");
            println!("known, {count} of {of}: {reason}");
        }
    }
}
