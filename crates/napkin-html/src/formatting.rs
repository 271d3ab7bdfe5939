//! Maintains the list of active formatting elements (HTML standard 13.2.4.3) and runs the adoption agency algorithm
//! (13.2.6.4.7).
//!
//! Decides which formatting elements are reopened, and which an end tag closes. Since there are no nodes, the clone of
//! an element replaces it. Attributes are stored and compared in a form that is equal only for equal attributes.

use crate::names::{Name, SCOPE, SPECIAL};
use crate::span::Span;
use crate::stack::{Limit, NONE, Open, Stack};
use crate::tag::Attributes;

/// An entry of the list; one without a slot is a marker.
#[derive(Debug)]
struct Entry {
    slot: u32,
    name: Name,
    /// The range of the attributes in [`Formatting::texts`], as [`Attributes::write`] wrote them. `None` if they
    /// exceeded the limit; then no element equals this one. Empty for `a`, which is compared with none.
    attributes: Option<Span>,
}

impl Entry {
    fn is_marker(&self) -> bool {
        self.slot == NONE
    }
}

/// The list of active formatting elements.
#[derive(Debug, Default)]
pub(super) struct Formatting {
    list: Vec<Entry>,
    /// The total bytes of all attributes in the list.
    held: usize,
    /// The attributes of the elements in the list, and of some that have been removed from it.
    texts: Vec<u8>,
}

/// The bytes of removed elements that are always tolerated, so that compaction is rare.
const LEFT: usize = 4096;

impl Formatting {
    /// Returns the entries from the last one to the last marker, with their indexes.
    fn since_marker(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.list.iter().enumerate().rev().take_while(|(_, entry)| !entry.is_marker())
    }

    pub(super) fn mark(&mut self, stack: &Stack) {
        if self.list.len() < stack.depth {
            self.list.push(Entry { slot: NONE, name: Name::Other, attributes: None });
        } else {
            stack.meet(Limit::Depth);
        }
    }

    pub(super) fn clear_to_marker(&mut self, stack: &mut Stack) {
        while let Some(entry) = self.list.pop() {
            if entry.is_marker() {
                return;
            }
            self.let_go(stack, &entry);
        }
    }

    fn let_go(&mut self, stack: &mut Stack, entry: &Entry) {
        self.held -= entry.attributes.map_or(0, |attributes| attributes.len());
        stack.let_go(entry.slot);
    }

    /// Opens a formatting element. Removes the first of four equal elements from the list, and the first element of all
    /// if the list exceeds the number of elements that are searched.
    pub(super) fn open(&mut self, stack: &mut Stack, name: Name, attributes: &dyn Attributes) {
        self.make_room();
        let start = self.texts.len();
        // No `a` is compared with another: the start of one removes the one before it (`close_a`).
        if name != Name::A {
            attributes.write(&mut self.texts);
        }
        let own = &self.texts[start..];
        let (mut alike, mut all) = (0, 0);
        let (mut first_alike, mut first) = (None, None);
        for (at, entry) in self.since_marker() {
            all += 1;
            first = Some(at);
            if entry.name == name && entry.attributes.is_some_and(|attributes| self.texts[attributes.range()] == *own) {
                alike += 1;
                first_alike = Some(at);
            }
        }
        let excess = if alike >= 3 { first_alike } else { first.filter(|_| all >= stack.look_back) };
        if alike < 3 && excess.is_some() {
            stack.meet(Limit::LookBack);
        }
        if let Some(excess) = excess {
            self.remove(stack, excess);
        }
        let slot = if self.list.len() < stack.depth { stack.new_slot() } else { NONE };
        if slot == NONE {
            stack.meet(Limit::Depth);
        } else {
            let attributes = self.hold(stack, start);
            self.list.push(Entry { slot, name, attributes });
        }
        stack.push(Open::html(name, slot));
    }

    /// Keeps the attributes of the element being opened, which begin at `start`, unless they exceed the limit.
    fn hold(&mut self, stack: &Stack, start: usize) -> Option<Span> {
        let attributes = Span::new(start, self.texts.len());
        let held = self.held + attributes.len();
        if held > stack.held() {
            stack.meet(Limit::Held);
            self.texts.truncate(start);
            return None;
        }
        self.held = held;
        Some(attributes)
    }

    /// Discards the attributes of removed elements once they are most of the text.
    fn make_room(&mut self) {
        if self.list.is_empty() {
            self.texts.clear();
        } else if self.texts.len() > 2 * self.held + LEFT {
            let mut texts = Vec::with_capacity(self.held);
            for attributes in self.list.iter_mut().filter_map(|entry| entry.attributes.as_mut()) {
                let start = texts.len();
                texts.extend_from_slice(&self.texts[attributes.range()]);
                *attributes = Span::new(start, texts.len());
            }
            self.texts = texts;
        }
    }

    fn remove(&mut self, stack: &mut Stack, at: usize) {
        let entry = self.list.remove(at);
        self.let_go(stack, &entry);
    }

    fn position(&self, slot: u32) -> Option<usize> {
        self.list.iter().rposition(|entry| entry.slot == slot)
    }

    /// Returns whether there is nothing to reconstruct.
    #[inline]
    pub(super) fn is_settled(&self, stack: &Stack) -> bool {
        self.list.last().is_none_or(|last| last.is_marker() || stack.is_open(last.slot))
    }

    /// Performs *reconstruct the active formatting elements*.
    #[inline]
    pub(super) fn reconstruct(&self, stack: &mut Stack) {
        if self.is_settled(stack) {
            return;
        }
        let closed = |entry: &&Entry| !entry.is_marker() && !stack.is_open(entry.slot);
        let count = self.list.iter().rev().take_while(closed).count();
        for entry in &self.list[self.list.len() - count..] {
            stack.push(Open::html(entry.name, entry.slot));
        }
    }

    /// Closes an `a` element after the last marker of the list, and removes it from the list and the stack (13.2.6.4.7,
    /// `a`).
    pub(super) fn close_a(&mut self, stack: &mut Stack) {
        let Some(slot) = self.since_marker().find(|(_, entry)| entry.name == Name::A).map(|(_, entry)| entry.slot)
        else {
            return;
        };
        stack.pinned = slot;
        self.adopt(stack, Name::A);
        if let Some(at) = self.position(slot) {
            self.remove(stack, at);
        }
        if stack.is_open(slot)
            && let Some(at) = stack.place(slot)
        {
            stack.remove(at);
        }
        stack.unpin();
    }

    /// Runs the adoption agency algorithm. Returns false if the end tag must be treated as *any other end tag*.
    pub(super) fn adopt(&mut self, stack: &mut Stack, name: Name) -> bool {
        if stack.last().is_some_and(|open| open.is_html(name) && !stack.is_held(open.slot)) {
            stack.pop();
            return true;
        }
        for _ in 0..8 {
            let Some((entry, slot)) =
                self.since_marker().find(|(_, entry)| entry.name == name).map(|(at, entry)| (at, entry.slot))
            else {
                return false;
            };
            if !stack.is_open(slot) {
                self.remove(stack, entry);
                return true;
            }
            let Some(place) = stack.find(SCOPE, |open| open.slot == slot) else { return true };
            let block = (place..stack.len()).find(|&at| stack.get(at).is_some_and(|open| open.is(SPECIAL)));
            let Some(block) = block else {
                stack.truncate(place);
                self.remove(stack, entry);
                return true;
            };
            self.adopt_once(stack, slot, place, block);
        }
        true
    }

    /// Performs steps 12 to 19 of the algorithm: moves the formatting element at `place` above the furthest block, and
    /// removes the elements between from the stack, except the three formatting elements nearest to the block.
    fn adopt_once(&mut self, stack: &mut Stack, slot: u32, place: usize, mut block: usize) {
        let mut bookmark = None;
        let mut at = block;
        for inner in 1.. {
            at -= 1;
            if at == place {
                break;
            }
            let node = stack.get(at).map_or(NONE, |open| open.slot);
            let is_held = stack.is_held(node);
            if is_held
                && inner > 3
                && let Some(entry) = self.position(node)
            {
                self.remove(stack, entry);
            }
            if !is_held || inner > 3 {
                stack.remove(at);
                block -= 1;
            } else if bookmark.is_none() {
                bookmark = Some(node);
            }
        }
        let Some(own) = self.position(slot) else { return };
        self.list[own].slot = stack.replace(place);
        match bookmark.and_then(|node| self.position(node)) {
            Some(behind) if own < behind => self.list[own..=behind].rotate_left(1),
            Some(behind) => self.list[behind + 1..=own].rotate_right(1),
            None => {}
        }
        stack.raise(place, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attributes whose written form is a fixed text.
    struct Written(&'static str);

    impl Attributes for Written {
        fn is_hidden(&self) -> bool {
            false
        }
        fn styles_font(&self) -> bool {
            false
        }
        fn encodes_html(&self) -> bool {
            false
        }
        fn write(&self, out: &mut Vec<u8>) {
            out.extend(self.0.as_bytes());
        }
    }

    /// Of four equal elements the first leaves the list (13.2.4.3, "Noah's Ark clause").
    #[test]
    fn formatting_elements_are_alike_by_the_bytes_of_their_attributes() {
        for (attributes, count) in [(["a"; 5], 3), (["a", "a", "a", "b", "b"], 5), (["a", "b", "a", "a", "a"], 4)] {
            let (mut list, mut stack) = (Formatting::default(), Stack::new(&crate::limits::Limits::default()));
            attributes.iter().for_each(|&text| list.open(&mut stack, Name::B, &Written(text)));
            assert_eq!(list.list.len(), count, "{attributes:?}");
            assert_eq!(list.held, count);
            list.clear_to_marker(&mut stack);
            assert_eq!(list.held, 0);
        }
    }
}
