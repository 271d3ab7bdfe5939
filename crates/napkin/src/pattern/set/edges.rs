//! The edges of a tree of texts, in one table. Start at `Edges::find`.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::portable::equal;

/// Up to this number of edges of a node, a loop without branches is faster than a search by halves.
const FEW: usize = 16;

/// The edges of all nodes, by node and then by text.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    /// By node: the place of its first edge; one more ends the last node.
    firsts: Vec<u32>,
    /// The first eight bytes of the texts.
    keys: Vec<u64>,
    edges: Vec<Edge>,
    texts: String,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    start: usize,
    length: u32,
    to: u32,
}

impl Edges {
    /// Returns the node to which the edge of a node with this text leads.
    #[inline]
    pub(super) fn find(&self, node: u32, text: &[u8], key: u64) -> Option<u32> {
        let (first, end) = (self.firsts[node as usize] as usize, self.firsts[node as usize + 1] as usize);
        let keys = &self.keys[first..end];
        let at = match keys.len() {
            0 => return None,
            1 => 0,
            count if count <= FEW => keys.iter().map(|&of| usize::from(of < key)).sum(),
            _ => keys.partition_point(|&of| of < key),
        };
        if *keys.get(at)? != key {
            return None;
        }
        let edges = &self.edges[first + at..end];
        if keys.get(at + 1) != Some(&key) {
            let edge = edges[0];
            // Of texts of up to eight bytes, the key and the length say everything.
            let is_same = edge.length as usize == text.len() && (text.len() <= 8 || self.text(edge).as_bytes() == text);
            return is_same.then_some(edge.to);
        }
        let edges = &edges[..keys[at..].partition_point(|&of| of == key)];
        let at = edges.binary_search_by(|edge| self.text(*edge).as_bytes().cmp(text)).ok()?;
        Some(edges[at].to)
    }

    /// Returns whether no edge leaves a node.
    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.firsts[node as usize] == self.firsts[node as usize + 1]
    }

    fn text(&self, edge: Edge) -> &str {
        &self.texts[edge.start..edge.start + edge.length as usize]
    }
}

/// Returns the first segment of a path, and its key.
#[inline]
pub(super) fn first_segment(path: &[u8]) -> (&[u8], u64) {
    let end_after =
        |start: usize| path[start..].iter().position(|&byte| byte == b'/').map_or(path.len(), |at| start + at);
    let Some(first) = path.first_chunk() else {
        let segment = &path[..end_after(0)];
        return (segment, key(segment));
    };
    let word = u64::from_be_bytes(*first);
    let slashes = equal(word, b'/');
    if slashes == 0 {
        return (&path[..end_after(8)], word);
    }
    let length = slashes.leading_zeros() / 8;
    (&path[..length as usize], word & !(u64::MAX >> (8 * length)))
}

/// Returns the first eight bytes of a text as a number. The order of numbers is that of the texts.
pub(super) fn key(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    // Two overlapping halves, or three overlapping bytes.
    let (shift, count) = (|at: usize| 56 - 8 * at as u32, bytes.len());
    if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_be_bytes(half)));
        return first << 32 | last << (shift(count - 4) - 24);
    }
    [0, count / 2, count.saturating_sub(1)].into_iter().fold(0, |key, at| {
        let byte = bytes.get(at).copied().unwrap_or_default();
        key | u64::from(byte) << shift(at)
    })
}

/// The edges of a tree that grows.
#[derive(Default)]
pub(super) struct Growing(BTreeMap<(u32, Box<str>), u32>);

impl Growing {
    /// Returns the node to which the edge of a node with this text leads. If there is none, adds one that leads to `new`.
    pub(super) fn find_or_add(&mut self, node: u32, text: &str, new: u32) -> u32 {
        *self.0.entry((node, text.into())).or_insert(new)
    }

    /// Returns the edges, which leave `count` nodes.
    pub(super) fn finish(self, count: usize) -> Edges {
        let mut edges = Edges {
            firsts: Vec::with_capacity(count + 1),
            keys: Vec::with_capacity(self.0.len()),
            edges: Vec::with_capacity(self.0.len()),
            texts: String::with_capacity(self.0.keys().map(|(_, text)| text.len()).sum()),
        };
        for ((node, text), to) in self.0 {
            while edges.firsts.len() <= node as usize {
                edges.firsts.push(edges.edges.len() as u32);
            }
            edges.keys.push(key(text.as_bytes()));
            edges.edges.push(Edge { start: edges.texts.len(), length: text.len() as u32, to });
            edges.texts.push_str(&text);
        }
        edges.firsts.resize(count + 1, edges.edges.len() as u32);
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn first_segments_end_at_the_first_slash() {
        let text = b"./a/.../bcdefgh/0000000/ijklmnopqr/stuvwxyz0123/.//x";
        for path in (0..=text.len()).flat_map(|end| (0..=end).map(move |start| &text[start..end])) {
            let length = path.iter().position(|&byte| byte == b'/').unwrap_or(path.len());
            assert_eq!(first_segment(path), (&path[..length], key(&path[..length])), "{path:?}");
        }
    }

    #[test]
    fn edges_are_found_by_their_whole_texts() {
        let mut texts: Vec<String> = (0..200).map(|number| format!("{}{number}", "a".repeat(number % 12))).collect();
        texts.extend(["", "a", "a\0", "\0", "aaaaaaaa", "aaaaaaaaa"].map(String::from));
        let mut growing = Growing::default();
        // The nodes 0, 2 and 3 have edges; the last node has few.
        for (number, text) in texts.iter().enumerate() {
            growing.find_or_add([0, 2][number % 2], text, number as u32);
        }
        growing.find_or_add(3, "a", 7);
        assert_eq!(growing.find_or_add(3, "a", 8), 7);
        let edges = growing.finish(5);
        for (number, text) in texts.iter().enumerate() {
            let nodes = [0, 1, 2, 4].map(|node| edges.find(node, text.as_bytes(), key(text.as_bytes())));
            let expected = [0, 1, 2, 4].map(|node| (node == [0, 2][number % 2]).then_some(number as u32));
            assert_eq!(nodes, expected, "{text}");
        }
        assert_eq!(
            ["a", "", "b", "aa"].map(|text| edges.find(3, text.as_bytes(), key(text.as_bytes()))),
            [Some(7), None, None, None]
        );
    }
}
