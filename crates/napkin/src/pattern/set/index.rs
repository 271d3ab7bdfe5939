//! Finds the patterns that may match: a tree of the labels of hosts, from the right, with trees of the segments of paths.
//!
//! The index never excludes a pattern that matches; the caller tests what it finds.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::edges::{self, Edges, Growing};
use crate::pattern::input::Input;
use crate::pattern::names::Component;
use crate::pattern::part::{Modifier, Part, PartKind};
use crate::pattern::url_pattern::Pattern;

/// No node.
const NONE: u32 = u32::MAX;

/// The tree of hosts, and those of paths.
#[derive(Clone, Debug)]
pub(super) struct Index {
    labels: Edges,
    /// By the nodes of the tree of hosts.
    hosts: Vec<Host>,
    segments: Edges,
    /// By the nodes of the trees of paths; one more ends the last of them.
    paths: Vec<Path>,
    /// The numbers of the patterns, in the order of the nodes at which they are.
    numbers: Vec<u32>,
}

/// A node of the tree of hosts: the tree of paths of this host, and that of hosts that end with these labels.
#[derive(Clone, Copy, Debug)]
struct Host {
    exact: u32,
    below: u32,
}

/// A node of a tree of paths.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The node after any segment that is not empty.
    any: u32,
    /// The place of the first pattern that ends here. Those that go on with something else follow, up to the place of the next node.
    ends: u32,
    others: u32,
}

impl Index {
    pub(super) fn new(patterns: &[Pattern]) -> Self {
        let mut builder = Builder {
            labels: Growing::default(),
            hosts: vec![Host { exact: NONE, below: NONE }],
            segments: Growing::default(),
            any: Vec::new(),
            places: Vec::with_capacity(patterns.len()),
        };
        for (number, pattern) in patterns.iter().enumerate() {
            builder.add(number as u32, pattern);
        }
        builder.finish()
    }

    /// Calls a function with the number of each pattern that may match, once.
    pub(super) fn candidates(&self, input: Input<'_>, found: &mut impl FnMut(u32)) {
        let path = input.get(Component::Pathname).as_bytes();
        let mut node = 0;
        self.paths(self.hosts[0].below, path, found);
        if self.labels.is_leaf(0) {
            return;
        }
        for label in input.get(Component::Hostname).rsplit('.') {
            let Some(next) = self.labels.find(node, label.as_bytes(), edges::key(label.as_bytes())) else { return };
            node = next;
            self.paths(self.hosts[node as usize].below, path, found);
        }
        self.paths(self.hosts[node as usize].exact, path, found);
    }

    fn paths(&self, root: u32, path: &[u8], found: &mut impl FnMut(u32)) {
        if root == NONE {
            return;
        }
        // The node, and the offset of the rest of the path; `None` after the last segment.
        let (mut number, mut rest) = (root, path.starts_with(b"/").then_some(1));
        let mut others: Option<Nodes> = None;
        loop {
            let [node, after] = [self.paths[number as usize], self.paths[number as usize + 1]];
            self.numbers[node.others as usize..after.ends as usize].iter().for_each(|&number| found(number));
            let mut next = None;
            if let Some(at) = rest {
                let (segment, key) = edges::first_segment(&path[at..]);
                let end = at + segment.len();
                rest = (end < path.len()).then_some(end + 1);
                let any = Some(node.any).filter(|&any| any != NONE && !segment.is_empty());
                next = self.segments.find(number, segment, key);
                match (next, any) {
                    (Some(_), Some(any)) => others.get_or_insert_default().push(any, rest),
                    (None, any) => next = any,
                    _ => {}
                }
            } else {
                self.numbers[node.ends as usize..node.others as usize].iter().for_each(|&number| found(number));
            }
            number = match next {
                Some(next) => next,
                None => match others.as_mut().and_then(Nodes::pop) {
                    Some((next, at)) => {
                        rest = at;
                        next
                    }
                    None => return,
                },
            };
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

struct Builder {
    labels: Growing,
    hosts: Vec<Host>,
    segments: Growing,
    /// By the nodes of paths: the node after any segment.
    any: Vec<u32>,
    /// For each pattern its node, whether it goes on with something else, and its number.
    places: Vec<(u32, bool, u32)>,
}

impl Builder {
    fn add(&mut self, number: u32, pattern: &Pattern) {
        let mut at = self.host(pattern);
        let (steps, is_whole) = steps(pattern);
        for step in steps {
            let new = self.any.len() as u32;
            let next = match &step {
                Step::Any if self.any[at as usize] != NONE => self.any[at as usize],
                Step::Any => new,
                Step::Text(text) => self.segments.find_or_add(at, text, new),
            };
            if next == new {
                self.any.push(NONE);
            }
            if matches!(step, Step::Any) {
                self.any[at as usize] = next;
            }
            at = next;
        }
        self.places.push((at, !is_whole, number));
    }

    /// Returns the tree of paths for the host of a pattern.
    fn host(&mut self, pattern: &Pattern) -> u32 {
        let (labels, is_whole) = labels(pattern);
        let mut at = 0;
        for label in labels {
            let new = self.hosts.len() as u32;
            at = self.labels.find_or_add(at, label, new);
            if at == new {
                self.hosts.push(Host { exact: NONE, below: NONE });
            }
        }
        let Host { exact, below } = &mut self.hosts[at as usize];
        let root = if is_whole { exact } else { below };
        if *root == NONE {
            *root = self.any.len() as u32;
            self.any.push(NONE);
        }
        *root
    }

    fn finish(mut self) -> Index {
        self.places.sort_unstable();
        let before =
            |node: u32, is_other| self.places.partition_point(|&(of, other, _)| (of, other) < (node, is_other));
        let place = |(node, &any): (usize, &u32)| {
            let node = node as u32;
            Path { any, ends: before(node, false) as u32, others: before(node, true) as u32 }
        };
        let end = Path { any: NONE, ends: self.places.len() as u32, others: self.places.len() as u32 };
        let paths: Vec<_> = self.any.iter().enumerate().map(place).chain([end]).collect();
        let numbers = self.places.iter().map(|&(.., number)| number).collect();
        let (labels, segments) = (self.labels.finish(self.hosts.len()), self.segments.finish(self.any.len()));
        Index { labels, hosts: self.hosts, segments, paths, numbers }
    }
}

/// Returns the labels at the end of a host, from the right, and whether they are the whole host.
fn labels(pattern: &Pattern) -> (Vec<&str>, bool) {
    let compiled = pattern.component(Component::Hostname);
    if let Some(host) = compiled.literal() {
        return (host.rsplit('.').collect(), true);
    }
    match compiled.parts().last() {
        Some(part) if part.kind == PartKind::Fixed && part.modifier == Modifier::None => {
            // The text before the first dot may be a part of a label.
            (part.value().split_once('.').map_or_else(Vec::new, |(_, rest)| rest.rsplit('.').collect()), false)
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
        if !(if part.is_group() { part.prefix() } else { part.value() }).starts_with('/') {
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
            (PartKind::Fixed, Modifier::None) => text.push_str(part.value()),
            (PartKind::Segment, Modifier::None) => text.extend([part.prefix(), "\0", part.suffix()]),
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
