//! Remembers what was found for the names of a column, in which the same hosts come again and again.

/// The most names that are remembered.
const SLOTS: usize = 512;

/// The greatest length of a name that is remembered, in bytes.
const NAME: usize = 46;

/// The result `None` in a slot.
const NONE: u8 = u8::MAX;

/// A function from names to lengths, with its last results.
pub(super) struct Known<F> {
    find: F,
    slots: Box<[Slot]>,
}

/// A name and its result. A slot without a name has the length 0.
#[derive(Clone, Copy)]
struct Slot {
    name: [u8; NAME],
    length: u8,
    found: u8,
}

impl<F: Fn(&str) -> Option<usize>> Known<F> {
    /// Creates it for a column of so many rows. Short columns have few slots, which would cost more than they spare.
    pub(super) fn new(rows: usize, find: F) -> Self {
        let slots = rows.min(SLOTS).next_power_of_two();
        Self { find, slots: vec![Slot { name: [0; NAME], length: 0, found: NONE }; slots].into() }
    }

    /// Returns what the function returns for a name: a length of at most that of the name.
    pub(super) fn length(&mut self, name: &str) -> Option<usize> {
        let Some(hash) = hash(name.as_bytes()) else { return (self.find)(name) };
        let number = hash & (self.slots.len() - 1);
        let slot = &mut self.slots[number];
        if slot.name[..usize::from(slot.length)] != *name.as_bytes() {
            slot.found = (self.find)(name).map_or(NONE, |length| length as u8);
            slot.length = name.len() as u8;
            slot.name[..name.len()].copy_from_slice(name.as_bytes());
        }
        (slot.found != NONE).then_some(usize::from(slot.found))
    }
}

/// Returns a hash of the first and the last eight bytes of a name; `None` if it is too short or too long to be remembered.
fn hash(name: &[u8]) -> Option<usize> {
    let (first, last) = (name.first_chunk()?, name.last_chunk()?);
    let words = u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29) ^ name.len() as u64;
    // Multiplication moves all bits to the highest ones.
    let hash = words.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (name.len() <= NAME).then_some(hash as usize)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Names of all lengths, more than there are slots, each twice in a row and then once more: as the function itself.
    #[test]
    fn remembered_lengths_are_those_of_the_function() {
        let calls = Cell::new(0);
        let find = |name: &str| {
            calls.set(calls.get() + 1);
            name.rfind('.').map(|dot| name.len() - dot - 1)
        };
        let mut known = Known::new(usize::MAX, find);
        let names: Vec<_> =
            (0..4 * SLOTS).map(|n| format!("{}.h{n}.{}", "x".repeat(n % 60), "y".repeat(n % 7))).collect();
        let names: Vec<_> = names.iter().flat_map(|name| [name.as_str(), name, "name-without-dot"]).collect();
        for name in names.iter().chain(&names) {
            assert_eq!(known.length(name), find(name), "{name}");
        }
        let asked = 2 * names.len();
        assert!(calls.get() - asked < asked, "{} of {asked}", calls.get() - asked);
    }
}
