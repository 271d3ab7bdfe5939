//! Finds modules or files that use each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::modules::Graph;

/// Returns groups of top-level modules in an order in which each group uses only earlier groups. A group of several modules is a
/// circle. The crate's root is left out, because it re-exports from all modules.
pub(crate) fn modules(graph: &Graph) -> Vec<Vec<String>> {
    groups(graph, |file| graph.top_level(file))
}

/// Returns the circles of more than `most` files.
pub(crate) fn files(graph: &Graph, most: usize) -> Vec<Vec<String>> {
    groups(graph, |file| Some(&graph.files[file])).into_iter().filter(|group| group.len() > most).collect()
}

/// Returns the strongly connected groups of the names that `name` gives to files; used groups come before their users, and names
/// are sorted within a group. Files without a name are ignored.
fn groups<'g>(of: &'g Graph, name: impl Fn(usize) -> Option<&'g str>) -> Vec<Vec<String>> {
    let mut graph = DiGraph::<&str, ()>::new();
    let names: BTreeSet<&str> = (0..of.files.len()).filter_map(&name).collect();
    let nodes: BTreeMap<&str, _> = names.into_iter().map(|name| (name, graph.add_node(name))).collect();
    for &(from, to) in &of.uses {
        if let (Some(from), Some(to)) = (name(from), name(to)) {
            graph.add_edge(nodes[from], nodes[to], ());
        }
    }
    let mut groups: Vec<Vec<String>> = tarjan_scc(&graph)
        .into_iter()
        .map(|group| group.into_iter().map(|node| graph[node].to_owned()).collect())
        .collect();
    groups.iter_mut().for_each(|group| group.sort());
    groups
}
