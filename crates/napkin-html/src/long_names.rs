//! Stores the names of open elements that do not fit into a number.
//!
//! Custom, SVG and MathML elements may have names of any length, and an element may stay open after the window with its
//! name has been dropped. Each long name is copied once, reference-counted, and compared by its bytes.

use crate::names::{Key, write_canonical};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug)]
struct Held {
    text: Arc<[u8]>,
    uses: u32,
}

/// The stored names, each identified by a number.
#[derive(Debug)]
pub(super) struct LongNames {
    /// The largest number of bytes to store.
    pub(super) most: usize,
    numbers: HashMap<Arc<[u8]>, u32>,
    held: Vec<Option<Held>>,
    free: Vec<u32>,
    /// The total bytes of all stored names.
    bytes: usize,
    scratch: Vec<u8>,
}

impl LongNames {
    pub(super) fn new(most: usize) -> Self {
        Self { most, numbers: HashMap::new(), held: Vec::new(), free: Vec::new(), bytes: 0, scratch: Vec::new() }
    }

    fn canonical(&mut self, name: &[u8]) {
        self.scratch.clear();
        write_canonical(name, &mut self.scratch);
    }

    /// Returns the key of a short name, or of a longer name that an open element has.
    pub(super) fn find(&mut self, name: &[u8]) -> Option<Key> {
        self.canonical(name);
        Key::of_short(&self.scratch).or_else(|| self.numbers.get(&*self.scratch).copied().map(Key::of_long))
    }

    /// Returns the key of a name and stores the name until [`release`](Self::release). Returns `None` if it exceeds the
    /// limit.
    pub(super) fn hold(&mut self, name: &[u8]) -> Option<Key> {
        if let Some(key) = self.find(name) {
            if let Some(held) = key.long().and_then(|number| self.held[number as usize].as_mut()) {
                held.uses += 1;
            }
            return Some(key);
        }
        let bytes = self.bytes + self.scratch.len();
        if bytes > self.most {
            return None;
        }
        self.bytes = bytes;
        let text: Arc<[u8]> = self.scratch.as_slice().into();
        let held = Some(Held { text: Arc::clone(&text), uses: 1 });
        let number = match self.free.pop() {
            Some(number) => {
                self.held[number as usize] = held;
                number
            }
            None => {
                self.held.push(held);
                self.held.len() as u32 - 1
            }
        };
        self.numbers.insert(text, number);
        Some(Key::of_long(number))
    }

    /// Releases one use of the name with a number.
    pub(super) fn release(&mut self, number: u32) {
        let place = &mut self.held[number as usize];
        let Some(held) = place else { return };
        held.uses -= 1;
        if held.uses == 0
            && let Some(held) = place.take()
        {
            self.bytes -= held.text.len();
            self.numbers.remove(&held.text);
            self.free.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_held_while_they_are_used() {
        let mut names = LongNames::new(usize::MAX);
        let first = names.hold(b"x-Element").unwrap();
        assert_eq!(names.hold(b"X-ELEMENT"), Some(first));
        let second = names.hold(b"x-elemenT2").unwrap();
        assert_ne!(first, second);
        names.release(first.long().unwrap());
        assert_eq!(names.find(b"x-element"), Some(first));
        names.release(first.long().unwrap());
        assert_eq!(names.find(b"x-element"), None);
        assert_eq!(names.hold(b"another-one"), Some(first), "its number is free again");
        assert_eq!(names.find(b"a\0"), names.find("A\u{fffd}".as_bytes()));
        assert!(names.find(b"a\0").is_some());
    }

    #[test]
    fn long_names_have_a_limit_of_bytes() {
        let mut names = LongNames::new(100);
        let long = vec![b'x'; 51];
        let key = names.hold(&long).unwrap();
        let mut other = long.clone();
        other.push(b'y');
        assert_eq!(names.hold(&other), None);
        names.release(key.long().unwrap());
        assert!(names.hold(&other).is_some());
        assert_eq!(names.bytes, other.len());
    }
}
