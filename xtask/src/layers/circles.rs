//! Circles of uses: modules or files of which each uses the next, and the last the first.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::modules::Graph;

/// Top-level modules in an order in which each group uses only groups before it. A group of more than one is a circle.
pub(crate) fn modules(graph: &Graph) -> Vec<Vec<String>> {
    let name = |file: usize| graph.top_level(file).to_owned();
    let names: BTreeSet<String> = (0..graph.files.len()).map(name).filter(|name| !is_root(name)).collect();
    let uses = graph.uses.iter().map(|&(from, to)| (name(from), name(to))).collect();
    groups(&names, &uses)
}

/// The circles of more than `most` files.
pub(crate) fn files(graph: &Graph, most: usize) -> Vec<Vec<String>> {
    let name = |file: usize| graph.files[file].clone();
    let names = (0..graph.files.len()).map(name).collect();
    let uses = graph.uses.iter().map(|&(from, to)| (name(from), name(to))).collect();
    groups(&names, &uses).into_iter().filter(|group| group.len() > most).collect()
}

/// Returns whether the top-level module is the root of the crate, which re-exports from all others.
fn is_root(name: &str) -> bool {
    matches!(name, "lib" | "main")
}

/// The strongly connected groups, those that are used before those that use them; names in order within a group.
fn groups(names: &BTreeSet<String>, uses: &BTreeSet<(String, String)>) -> Vec<Vec<String>> {
    let mut graph = DiGraph::<&str, ()>::new();
    let nodes: BTreeMap<&str, _> = names.iter().map(|name| (name.as_str(), graph.add_node(name))).collect();
    for (from, to) in uses {
        if let (Some(&from), Some(&to)) = (nodes.get(from.as_str()), nodes.get(to.as_str())) {
            graph.add_edge(from, to, ());
        }
    }
    let mut groups: Vec<Vec<String>> = tarjan_scc(&graph)
        .into_iter()
        .map(|group| group.into_iter().map(|node| graph[node].to_owned()).collect())
        .collect();
    groups.iter_mut().for_each(|group: &mut Vec<String>| group.sort());
    groups
}
