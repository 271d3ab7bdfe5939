//! Finds the patterns that may match: a tree of the labels of hosts, from the right, with trees of the segments of paths.
//!
//! The index never excludes a pattern that matches; the caller tests what it finds.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::pattern::input::Input;
use crate::pattern::names::Component;
use crate::pattern::part::{Modifier, Part, PartKind};
use crate::pattern::url_pattern::Pattern;

/// The tree of hosts, and those of paths.
#[derive(Clone, Debug)]
pub(super) struct Index {
    hosts: Vec<Host>,
    paths: Vec<Path>,
}

/// A node of the tree of hosts.
#[derive(Clone, Debug, Default)]
struct Host {
    labels: Children,
    /// The tree of paths of this host.
    exact: Option<u32>,
    /// The tree of paths of hosts that end with these labels.
    below: Option<u32>,
}

/// A node of a tree of paths.
#[derive(Clone, Debug, Default)]
struct Path {
    segments: Children,
    /// After any segment that is not empty.
    any: Option<u32>,
    /// The patterns that end here.
    ends: Vec<u32>,
    /// The patterns that go on with something else.
    others: Vec<u32>,
}

/// The children of a node, sorted by their texts.
type Children = Vec<(Box<str>, u32)>;

fn child(children: &Children, text: &str) -> Option<u32> {
    let at = children.binary_search_by(|(of, _)| (**of).cmp(text)).ok()?;
    Some(children[at].1)
}

impl Index {
    pub(super) fn new(patterns: &[Pattern]) -> Self {
        let mut builder = Builder::default();
        builder.hosts.push(HostNode::default());
        for (number, pattern) in patterns.iter().enumerate() {
            builder.add(number as u32, pattern);
        }
        builder.finish()
    }

    /// Calls a function with the number of each pattern that may match, once.
    pub(super) fn candidates(&self, input: Input<'_>, found: &mut impl FnMut(u32)) {
        let path = input.get(Component::Pathname);
        let mut visit = |root: Option<u32>| {
            if let Some(root) = root {
                self.paths(root, path, found);
            }
        };
        let mut host = &self.hosts[0];
        visit(host.below);
        for label in input.get(Component::Hostname).rsplit('.') {
            let Some(next) = child(&host.labels, label) else { return };
            host = &self.hosts[next as usize];
            visit(host.below);
        }
        visit(host.exact);
    }

    fn paths(&self, root: u32, path: &str, found: &mut impl FnMut(u32)) {
        // Nodes, and the offsets of the rest of the path; `None` after the last segment.
        let mut open = Nodes::default();
        open.push(root, path.strip_prefix('/').map(|rest| path.len() - rest.len()));
        while let Some((node, at)) = open.pop() {
            let node = &self.paths[node as usize];
            node.others.iter().for_each(|&number| found(number));
            let Some(at) = at else {
                node.ends.iter().for_each(|&number| found(number));
                continue;
            };
            let rest = &path[at..];
            let length = rest.find('/');
            let segment = &rest[..length.unwrap_or(rest.len())];
            let next = length.map(|length| at + length + 1);
            if let Some(any) = node.any.filter(|_| !segment.is_empty()) {
                open.push(any, next);
            }
            if let Some(child) = child(&node.segments, segment) {
                open.push(child, next);
            }
        }
    }
}

/// Nodes that are still to be visited; few of them are kept without allocation.
#[derive(Default)]
struct Nodes {
    first: [(u32, Option<usize>); 8],
    count: usize,
    others: Vec<(u32, Option<usize>)>,
}

impl Nodes {
    fn push(&mut self, node: u32, at: Option<usize>) {
        match self.first.get_mut(self.count) {
            Some(slot) => {
                *slot = (node, at);
                self.count += 1;
            }
            None => self.others.push((node, at)),
        }
    }

    fn pop(&mut self) -> Option<(u32, Option<usize>)> {
        if let Some(node) = self.others.pop() {
            return Some(node);
        }
        self.count = self.count.checked_sub(1)?;
        Some(self.first[self.count])
    }
}

#[derive(Default)]
struct Builder {
    hosts: Vec<HostNode>,
    paths: Vec<PathNode>,
}

#[derive(Default)]
struct HostNode {
    labels: BTreeMap<Box<str>, u32>,
    exact: Option<u32>,
    below: Option<u32>,
}

#[derive(Default)]
struct PathNode {
    segments: BTreeMap<Box<str>, u32>,
    node: Path,
}

impl Builder {
    fn add(&mut self, number: u32, pattern: &Pattern) {
        let root = self.host(pattern);
        let mut at = root;
        let (steps, is_whole) = steps(pattern);
        for step in steps {
            at = match step {
                Step::Any => match self.paths[at as usize].node.any {
                    Some(next) => next,
                    None => {
                        let next = self.path();
                        self.paths[at as usize].node.any = Some(next);
                        next
                    }
                },
                Step::Text(text) => match self.paths[at as usize].segments.get(&*text) {
                    Some(&next) => next,
                    None => {
                        let next = self.path();
                        self.paths[at as usize].segments.insert(text.into(), next);
                        next
                    }
                },
            };
        }
        let node = &mut self.paths[at as usize].node;
        if is_whole { node.ends.push(number) } else { node.others.push(number) }
    }

    /// Returns the tree of paths for the host of a pattern.
    fn host(&mut self, pattern: &Pattern) -> u32 {
        let (labels, is_whole) = labels(pattern);
        let mut at = 0;
        for label in labels {
            at = match self.hosts[at].labels.get(label) {
                Some(&next) => next as usize,
                None => {
                    let next = self.hosts.len();
                    self.hosts.push(HostNode::default());
                    self.hosts[at].labels.insert(label.into(), next as u32);
                    next
                }
            };
        }
        let node = &self.hosts[at];
        let root = if is_whole { node.exact } else { node.below };
        root.unwrap_or_else(|| {
            let root = self.path();
            let node = &mut self.hosts[at];
            *(if is_whole { &mut node.exact } else { &mut node.below }) = Some(root);
            root
        })
    }

    fn path(&mut self) -> u32 {
        self.paths.push(PathNode::default());
        self.paths.len() as u32 - 1
    }

    fn finish(self) -> Index {
        let host = |HostNode { labels, exact, below }| Host { labels: labels.into_iter().collect(), exact, below };
        let path = |PathNode { segments, node }| Path { segments: segments.into_iter().collect(), ..node };
        Index { hosts: self.hosts.into_iter().map(host).collect(), paths: self.paths.into_iter().map(path).collect() }
    }
}

/// Returns the labels at the end of a host, from the right, and whether they are the whole host.
fn labels(pattern: &Pattern) -> (Vec<&str>, bool) {
    let compiled = pattern.component(Component::Hostname);
    if let Some(host) = compiled.literal() {
        return (host.rsplit('.').collect(), true);
    }
    match compiled.parts().last() {
        Some(Part { kind: PartKind::Fixed, modifier: Modifier::None, value, .. }) => {
            // The text before the first dot may be a part of a label.
            (value.split_once('.').map_or_else(Vec::new, |(_, rest)| rest.rsplit('.').collect()), false)
        }
        _ => (Vec::new(), false),
    }
}

/// A segment of a path.
enum Step {
    Text(String),
    Any,
}

/// Returns whether the text of the parts begins with a slash or is empty.
fn begins_with_slash(parts: &[Part]) -> bool {
    for part in parts {
        if !(if part.is_group() { &part.prefix } else { &part.value }).starts_with('/') {
            return false;
        }
        if !part.modifier.may_be_absent() {
            return true;
        }
    }
    true
}

/// Returns the first segments of a path, and whether they are the whole path.
fn steps(pattern: &Pattern) -> (Vec<Step>, bool) {
    let compiled = pattern.component(Component::Pathname);
    if !compiled.has_segments() {
        return (Vec::new(), false);
    }
    // `\0`, which no path has, is a group.
    let mut text = String::new();
    let (mut is_whole, mut is_at_slash) = (true, false);
    for (at, part) in compiled.parts().iter().enumerate() {
        match (part.kind, part.modifier) {
            (PartKind::Fixed, Modifier::None) => text.push_str(&part.value),
            (PartKind::Segment, Modifier::None) => text.extend([&*part.prefix, "\0", &*part.suffix]),
            _ => {
                is_whole = false;
                is_at_slash = begins_with_slash(&compiled.parts()[at..]);
                break;
            }
        }
    }
    let Some(path) = text.strip_prefix('/') else { return (Vec::new(), false) };
    let mut segments: Vec<_> = path.split('/').collect();
    if !is_whole && !is_at_slash {
        // The segment goes on with what follows.
        segments.pop();
    }
    let mut steps = Vec::new();
    for segment in segments {
        steps.push(match segment {
            "\0" => Step::Any,
            _ if segment.contains('\0') => return (steps, false),
            _ => Step::Text(segment.into()),
        });
    }
    (steps, is_whole)
}
