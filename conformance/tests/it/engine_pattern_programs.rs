//! Compares URL patterns with Node, on 50,000 pairs of a random pattern and an input.

use std::collections::BTreeMap;

use napkin::pattern::{Component, Match, Regress};
use napkin_conformance::generate::Random;
use napkin_conformance::oracle::pattern::Input;
use serde_json::{Value, json};

use crate::common::programs::{not_installed, output_of};
use crate::differences::assert_none;
use crate::engine_pattern::{Given, engine_input, given, is_long};
use crate::engine_standard_programs::script;

/// Inputs for each pattern.
const INPUTS: usize = 5;
const PATTERNS: usize = 10_000;

fn json_of(input: &Input) -> Value {
    match input {
        Input::Text(text) => json!(text),
        Input::Init(init) => json!(init),
    }
}

/// What a pattern makes of its inputs, as `pattern.mjs` writes it.
fn ours(given: &Given, inputs: &[Input]) -> Value {
    let Ok(pattern) = given.engine(&Regress) else { return json!("error") };
    let matched = |input: &Input| {
        let input = engine_input(input, given.base.as_deref());
        let found = input.as_ref().and_then(|input| pattern.exec(input));
        found.map(|found| Component::ALL.map(|component| component_of(&found, component)))
    };
    let texts = Component::ALL.map(|component| pattern.text(component));
    json!([texts, inputs.iter().map(matched).collect::<Vec<_>>()])
}

fn component_of(found: &Match<'_, '_>, component: Component) -> Value {
    // Objects of ECMAScript have another order.
    let groups: BTreeMap<_, _> = found.groups(component).collect();
    json!([found.input().get(component), groups])
}

#[test]
fn node_matches_patterns_as_we_do() {
    if std::env::var_os("NAPKIN_READERS").is_none() {
        eprintln!("not run: patterns in Node, because NAPKIN_READERS is not set: readers.sh installs it");
        return;
    }
    let mut random = Random::new(26);
    let mut asked = Vec::new();
    while asked.len() < PATTERNS {
        let given = given(&mut random);
        let inputs: Vec<_> = (0..INPUTS).map(|_| given.input(&mut random)).collect();
        // Node goes back and tries again.
        let is_short = |input: &Input| engine_input(input, given.base.as_deref()).is_none_or(|input| !is_long(&input));
        if inputs.iter().all(is_short) {
            asked.push((given, inputs));
        }
    }
    let line_of = |given: &Given, inputs: &[Input]| {
        let inputs: Vec<_> = inputs.iter().map(json_of).collect();
        json!([json_of(&given.input), given.base, given.ignore_case, inputs]).to_string()
    };
    let input = asked.iter().map(|(given, inputs)| line_of(given, inputs)).collect::<Vec<_>>().join("\n");
    let Some(output) = output_of(&mut script(&["node"], "pattern.mjs"), input) else {
        return not_installed("node", "NAPKIN_READERS");
    };
    let (version, answers) = output.split_once('\n').expect("its version");
    println!("patterns: Node {version}");
    assert_eq!(answers.lines().count(), asked.len(), "an answer to each");
    let (mut wrong, mut known) = (Vec::new(), [0; DEPARTURES.len()]);
    for ((given, inputs), answer) in asked.iter().zip(answers.lines()) {
        let (node, own) = (serde_json::from_str::<Value>(answer).expect(answer), ours(given, inputs));
        let Some(differing) = differing((given, inputs), &node, &own) else { continue };
        match DEPARTURES.iter().position(|(_, explains)| explains(&differing)) {
            Some(departure) => known[departure] += 1,
            None => wrong.push(format!("{}\n  node {node}\n  ours {own}", line_of(given, inputs))),
        }
    }
    assert_none(&wrong, asked.len());
    for ((clause, _), count) in DEPARTURES.iter().zip(known) {
        println!("{count} patterns: {clause}");
        assert!(count > 0, "a known departure that is none any more: {clause}");
    }
}

/// The first thing in which Node and napkin differ: a pattern string, or the match of an input.
struct Differing<'d> {
    /// The components whose pattern strings differ, with those of Node and ours.
    texts: Vec<(Component, &'d str, &'d str)>,
    protocol: &'d str,
    input: Option<&'d Input>,
    /// The pattern, as it is given.
    pattern: String,
    is_refused: [bool; 2],
}

/// Who refuses the pattern.
const BY_NODE: [bool; 2] = [true, false];
const BY_US: [bool; 2] = [false, true];

fn differing<'d>((given, inputs): (&Given, &'d [Input]), node: &'d Value, own: &'d Value) -> Option<Differing<'d>> {
    if node == own {
        return None;
    }
    let text = |of: &'d Value, component: Component| of[0][component as usize].as_str().unwrap_or_default();
    let texts = Component::ALL.map(|component| (component, text(node, component), text(own, component)));
    let texts = texts.into_iter().filter(|(_, node, own)| node != own).collect();
    let input = inputs.iter().enumerate().find(|&(at, _)| node[1][at] != own[1][at]).map(|(_, input)| input);
    let is_refused = [node, own].map(|of| of == "error");
    let pattern = json_of(&given.input).to_string();
    Some(Differing { texts, protocol: text(own, Component::Protocol), input, pattern, is_refused })
}

/// Returns whether a difference is one that a clause explains.
type Explains = fn(&Differing<'_>) -> bool;

/// Where Node departs from the URL Pattern Standard: the algorithm that decides, and how.
const DEPARTURES: [(&str, Explains); 7] = [
    ("canonicalize a protocol: the basic URL parser removes a space at the start", |found| {
        found.is_refused == BY_NODE && found.pattern.contains(":a b")
    }),
    ("canonicalize a port: without a digit, the port state with a state override fails", |found| {
        found.is_refused == BY_US && found.pattern.contains("\\t")
    }),
    ("canonicalize a pathname: of a path that becomes shorter than `/-`, nothing is left", |found| {
        found.is_refused == BY_NODE && found.pattern.contains("../")
    }),
    ("canonicalize a pathname: the dummy URL has a special scheme, so that `\\` is `/`", |found| {
        let is_backslash = |(component, node, own): &(Component, &str, &str)| {
            *component == Component::Pathname && node.replace("\\\\", "/") == *own
        };
        found.texts.iter().all(is_backslash) && !found.texts.is_empty()
    }),
    ("canonicalize a search: the dummy URL has a special scheme, so that `'` is encoded", |found| {
        let is_quote = |(component, node, own): &(Component, &str, &str)| {
            *component == Component::Search && node.contains('\'') && node.replace('\'', "%27") == *own
        };
        // The path may depart too.
        found.texts.iter().any(is_quote)
    }),
    ("canonicalize an opaque pathname: the opaque path state keeps `//`, `.`, `..` and `{`", |found| {
        let is_path = |(component, ..): &(Component, &str, &str)| *component == Component::Pathname;
        if !found.texts.is_empty() {
            return !is_special(found.protocol) && found.texts.iter().all(is_path);
        }
        let Some(Input::Init(init)) = found.input else { return false };
        let protocol = init.get("protocol").or_else(|| init.get("baseURL"));
        init.contains_key("pathname") && protocol.is_some_and(|protocol| !is_special(protocol))
    }),
    ("process search for init: one leading `?` is removed", |found| {
        let Some(Input::Init(init)) = found.input else { return false };
        found.texts.is_empty() && init.get("search").is_some_and(|search| search.starts_with("??"))
    }),
];

fn is_special(protocol: &str) -> bool {
    matches!(protocol.split(':').next(), Some("http" | "https" | "ws" | "wss" | "ftp" | "file"))
}
