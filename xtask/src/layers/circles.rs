//! Finds modules or files that use each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::modules::Graph;

/// Top-level modules in an order in which each group uses only groups before it. A group of more than one is a circle. The root of the
/// crate, which re-exports from all modules, is left out.
pub(crate) fn modules(graph: &Graph) -> Vec<Vec<String>> {
    groups(graph, |file| graph.top_level(file))
}

/// The circles of more than `most` files.
pub(crate) fn files(graph: &Graph, most: usize) -> Vec<Vec<String>> {
    groups(graph, |file| Some(&graph.files[file])).into_iter().filter(|group| group.len() > most).collect()
}

/// The strongly connected groups of the names that `name` gives to files, those that are used before those that use them; sorted
/// within a group. Files without a name do not count.
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
