//! Maintains the stack of open elements (HTML standard 13.2.4.2), without nodes. Start with `Stack`.
//!
//! Names suffice, because the place of an element in the tree does not change its kind. An element in the list of
//! active formatting elements, and the open form, have a *slot* that records whether the element is still open.
//!
//! Searches visit at most `look_back` elements, and at most `elements` are kept ([`Limits`]), so the work per tag is
//! bounded. Within the limits the result is the standard's; beyond them, [`Stack::reached`] reports the limit.

use crate::limits::Limits;
use crate::long_names::LongNames;
use crate::names::{COUNT, HOME, HTML_POINT, Key, Label, Name, SCOPE, SPECIAL, TEXT_POINT};
use crate::tag::Namespace;
use std::cell::Cell;

/// The absence of a slot.
pub(super) const NONE: u32 = u32::MAX;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// The key of the name; `None` if there was no space to hold the name.
    key: Option<Key>,
    pub(super) slot: u32,
    pub(super) flags: u16,
    pub(super) name: Name,
    pub(super) namespace: Namespace,
}

impl Open {
    /// Creates an HTML element with a known name.
    pub(super) fn html(name: Name, slot: u32) -> Self {
        Self { key: Some(name.key()), slot, flags: name.flags(), name, namespace: Namespace::Html }
    }

    /// Creates an element of SVG or MathML. `encoding` is whether an `annotation-xml` declares HTML content.
    fn foreign(name: Name, key: Option<Key>, namespace: Namespace, encoding: bool) -> Self {
        let flags = match (namespace, name) {
            (Namespace::MathMl, Name::Mi | Name::Mo | Name::Mn | Name::Ms | Name::Mtext) => {
                SPECIAL | SCOPE | TEXT_POINT | HOME
            }
            (Namespace::MathMl, Name::AnnotationXml) if encoding => SPECIAL | SCOPE | HTML_POINT | HOME,
            (Namespace::MathMl, Name::AnnotationXml) => SPECIAL | SCOPE,
            (Namespace::Svg, Name::ForeignObject | Name::Desc | Name::Title) => SPECIAL | SCOPE | HTML_POINT | HOME,
            _ => 0,
        };
        Self { key, slot: NONE, flags, name, namespace }
    }

    #[inline]
    pub(super) fn is_html(&self, name: Name) -> bool {
        self.name == name && self.namespace == Namespace::Html
    }

    pub(super) fn has_key(&self, key: Key) -> bool {
        self.key == Some(key)
    }

    pub(super) fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    is_open: bool,
    is_held: bool,
}

/// A limit of tree construction. Beyond it, an answer may differ from a browser's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// [`Limits::look_back`].
    LookBack,
    /// [`Limits::elements`].
    Depth,
    /// [`Limits::names`].
    Held,
}

impl Limit {
    /// Returns the expectation that the page violates, for a message.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::LookBack => "the element that a tag depends on within the limit `look-back`",
            Self::Depth => "open elements within the limit `elements`",
            Self::Held => "names and attributes of open elements within the limit `names`",
        }
    }
}

/// The stack of open elements.
#[derive(Debug)]
pub(super) struct Stack {
    open: Vec<Open>,
    /// The number of elements that are searched for the element of a tag, from the last one down; an element further
    /// down counts as not open. Browsers also have a limit of 512, but theirs limits only the depth of the tree: they
    /// still search all open elements.
    pub(super) look_back: usize,
    /// The number of open elements to keep. Elements beyond it are only counted; the next end tags, whatever their
    /// names, close them.
    pub(super) depth: usize,
    /// How many HTML elements of each name are open.
    counts: [u32; COUNT],
    beyond: usize,
    names: LongNames,
    /// The first limit that was reached.
    reached: Cell<Option<Limit>>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// A slot that must not be reused for the moment.
    pub(super) pinned: u32,
}

impl Stack {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            open: Vec::new(),
            look_back: limits.look_back,
            depth: limits.open_elements,
            counts: [0; COUNT],
            beyond: 0,
            names: LongNames::new(limits.element_bytes),
            reached: Cell::new(None),
            slots: Vec::new(),
            free: Vec::new(),
            pinned: NONE,
        }
    }

    /// Returns the limit on the bytes of names, and of attributes, to keep.
    pub(super) const fn held(&self) -> usize {
        self.names.most
    }

    #[inline]
    pub(super) fn last(&self) -> Option<&Open> {
        self.open.last()
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Open> {
        self.open.get(at)
    }

    /// Returns whether the last open element is an HTML element with this name.
    #[inline]
    pub(super) fn last_is(&self, name: Name) -> bool {
        self.last().is_some_and(|open| open.is_html(name))
    }

    /// Returns whether an HTML element with this name is open.
    #[inline]
    pub(super) fn has(&self, name: Name) -> bool {
        self.counts[name as usize] > 0
    }

    /// Notes that a limit was reached.
    #[cold]
    pub(super) fn meet(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
    }

    /// Returns the first limit that was reached.
    #[inline]
    pub(super) fn reached(&self) -> Option<Limit> {
        self.reached.get()
    }

    /// Returns the key of a name, or `None` if no element of that name is open.
    #[inline]
    pub(super) fn key(&mut self, label: &Label<'_>) -> Option<Key> {
        label.key().map_or_else(|text| self.names.find(text), Some)
    }

    #[cold]
    fn hold(&mut self, name: &[u8]) -> Option<Key> {
        if self.open.len() >= self.depth {
            return None;
        }
        let key = self.names.hold(name);
        if key.is_none() {
            self.meet(Limit::Held);
        }
        key
    }

    /// Opens an HTML element.
    #[inline]
    pub(super) fn push_html(&mut self, label: &Label<'_>) {
        let key = label.key().map_or_else(|text| self.hold(text), Some);
        self.push(Open { key, slot: NONE, flags: label.name.flags(), name: label.name, namespace: Namespace::Html });
    }

    /// Opens an element of SVG or MathML; see [`Open::foreign`].
    pub(super) fn push_foreign(&mut self, label: &Label<'_>, namespace: Namespace, encoding: bool) {
        let key = label.key().map_or_else(|text| self.hold(text), Some);
        self.push(Open::foreign(label.name, key, namespace, encoding));
    }

    #[inline]
    pub(super) fn push(&mut self, open: Open) {
        if self.open.len() >= self.depth {
            self.beyond += 1;
            self.meet(Limit::Depth);
            return;
        }
        self.count(&open);
        self.open.push(open);
    }

    #[inline]
    fn count(&mut self, open: &Open) {
        if open.namespace == Namespace::Html {
            self.counts[open.name as usize] += 1;
        }
        if let Some(slot) = self.slots.get_mut(open.slot as usize) {
            slot.is_open = true;
        }
    }

    #[inline]
    fn discount(&mut self, open: &Open) {
        if open.namespace == Namespace::Html {
            self.counts[open.name as usize] -= 1;
        }
        if open.slot != NONE {
            self.slots[open.slot as usize].is_open = false;
            self.free_if_unused(open.slot);
        }
        if let Some(number) = open.key.and_then(Key::long) {
            self.names.release(number);
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(open) = self.open.pop() {
            self.discount(&open);
        }
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.beyond = 0;
        while self.open.len() > length {
            self.pop();
        }
    }

    pub(super) fn remove(&mut self, at: usize) {
        let open = self.open.remove(at);
        self.discount(&open);
    }

    /// Moves the element at `from` to immediately above the element at `to`.
    pub(super) fn raise(&mut self, from: usize, to: usize) {
        self.open[from..=to].rotate_left(1);
    }

    /// Pops elements up to and including the first `wanted` element, from the last one down. The caller has checked
    /// that there is one; the first element of the stack is never popped.
    pub(super) fn pop_through(&mut self, wanted: impl Fn(&Open) -> bool) {
        while self.open.len() > 1 {
            let is_wanted = self.beyond == 0 && self.last().is_some_and(&wanted);
            self.pop();
            if is_wanted {
                return;
            }
        }
    }

    /// Pops while the last open element is `unwanted`.
    pub(super) fn pop_while(&mut self, unwanted: impl Fn(&Open) -> bool) {
        while self.open.len() > 1 && self.last().is_some_and(&unwanted) {
            self.pop();
        }
    }

    /// Returns the elements from the last one down, up to `look_back`, with their indexes.
    #[inline]
    pub(super) fn down(&self) -> impl Iterator<Item = (usize, &Open)> {
        let least = self.open.len().saturating_sub(self.look_back);
        self.open.iter().enumerate().rev().take_while(move |(at, _)| {
            let is_near = *at >= least;
            if !is_near {
                self.meet(Limit::LookBack);
            }
            is_near
        })
    }

    /// Returns the index of the first `wanted` element, unless an element above it has one of the flags in `stop`.
    #[inline]
    pub(super) fn find(&self, stop: u16, wanted: impl Fn(&Open) -> bool) -> Option<usize> {
        for (at, open) in self.down() {
            if wanted(open) {
                return Some(at);
            }
            if open.is(stop) {
                return None;
            }
        }
        None
    }

    /// Returns the index of the element with this slot.
    pub(super) fn place(&self, slot: u32) -> Option<usize> {
        self.find(0, |open| open.slot == slot)
    }

    /// Returns whether the stack *has an element in scope*; `stop` has the flags that end the scope.
    #[inline]
    pub(super) fn in_scope(&self, name: Name, stop: u16) -> bool {
        self.has(name) && self.find(stop, |open| open.is_html(name)).is_some()
    }

    /// Returns a slot for an element that is about to be opened and referenced.
    pub(super) fn new_slot(&mut self) -> u32 {
        let slot = Slot { is_open: false, is_held: true };
        if let Some(free) = self.free.pop() {
            self.slots[free as usize] = slot;
            return free;
        }
        self.slots.push(slot);
        self.slots.len() as u32 - 1
    }

    pub(super) fn is_open(&self, slot: u32) -> bool {
        self.slots[slot as usize].is_open
    }

    pub(super) fn is_held(&self, slot: u32) -> bool {
        slot != NONE && self.slots[slot as usize].is_held
    }

    /// Releases the reference to an element.
    pub(super) fn let_go(&mut self, slot: u32) {
        self.slots[slot as usize].is_held = false;
        self.free_if_unused(slot);
    }

    /// Allows the reuse of the pinned slot.
    pub(super) fn unpin(&mut self) {
        let slot = std::mem::replace(&mut self.pinned, NONE);
        if slot != NONE {
            self.free_if_unused(slot);
        }
    }

    /// Replaces an element by its clone, which gets a new slot.
    pub(super) fn replace(&mut self, at: usize) -> u32 {
        let slot = self.new_slot();
        self.slots[slot as usize].is_open = true;
        let old = std::mem::replace(&mut self.open[at].slot, slot);
        self.slots[old as usize].is_open = false;
        self.let_go(old);
        slot
    }

    fn free_if_unused(&mut self, slot: u32) {
        let Slot { is_open, is_held } = self.slots[slot as usize];
        if !is_open && !is_held && slot != self.pinned {
            self.free.push(slot);
        }
    }
}
