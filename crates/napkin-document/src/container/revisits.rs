//! Records that say that their document is in another record (ISO 28500:2017 section 6.7).
//!
//! The document has the URL of the record that refers to it, so that one payload may have several bases.

use std::collections::{HashMap, VecDeque};

use crate::warc::WarcRecord;

/// What a record refers to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// `WARC-Record-ID`.
    Id(String),
    /// `WARC-Target-URI` and `WARC-Date`.
    Url(String, String),
}

/// The revisits of a web archive.
#[derive(Debug, Default)]
pub(super) struct Revisits {
    /// Those whose document has not been found, without blocks.
    wanted: HashMap<Key, Vec<WarcRecord>>,
    /// The number of those.
    count: usize,
    /// Those that name no record, or are more than the limit.
    lost: u64,
    /// Those whose document has been found.
    found: VecDeque<WarcRecord>,
}

/// Returns whether a record is a revisit.
fn is_revisit(record: &WarcRecord) -> bool {
    record.field("WARC-Type").is_some_and(|kind| kind.eq_ignore_ascii_case("revisit"))
}

impl Revisits {
    /// Keeps a revisit for later, as long as there are fewer than `most`. Returns whether the record is one.
    pub(super) fn keep(&mut self, record: &WarcRecord, most: usize) -> bool {
        if !is_revisit(record) {
            return false;
        }
        match refers_to(record).filter(|_| self.count < most) {
            Some(key) => {
                self.count += 1;
                let revisit = WarcRecord { fields: record.fields.clone(), block: Vec::new(), ..*record };
                self.wanted.entry(key).or_default().push(revisit);
            }
            None => self.lost += 1,
        }
        true
    }

    /// Returns whether there are documents to be found.
    pub(super) fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Returns the number of revisits whose document has not been found.
    pub(super) fn unresolved(&self) -> u64 {
        self.lost + self.count as u64
    }

    /// Finds the revisits of a record.
    pub(super) fn find(&mut self, record: &WarcRecord) {
        let id = record.field("WARC-Record-ID").map(|id| Key::Id(id.to_owned()));
        for key in id.into_iter().chain(url(record, "WARC-Target-URI", "WARC-Date")) {
            let revisits = if is_revisit(record) { None } else { self.wanted.remove(&key) };
            self.count -= revisits.as_ref().map_or(0, Vec::len);
            self.found.extend(revisits.into_iter().flatten().map(|revisit| joined(&revisit, record)));
        }
    }

    /// Returns the next record whose document has been found.
    pub(super) fn next(&mut self) -> Option<WarcRecord> {
        self.found.pop_front()
    }
}

fn refers_to(record: &WarcRecord) -> Option<Key> {
    let id = record.field("WARC-Refers-To").map(|id| Key::Id(id.to_owned()));
    id.or_else(|| url(record, "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date"))
}

fn url(record: &WarcRecord, url: &str, date: &str) -> Option<Key> {
    Some(Key::Url(record.field(url)?.to_owned(), record.field(date)?.to_owned()))
}

/// Returns the revisit with the block of the record that it refers to.
fn joined(revisit: &WarcRecord, record: &WarcRecord) -> WarcRecord {
    let is_of_block = |name: &str| {
        ["WARC-Type", "Content-Type", "Content-Length", "WARC-Truncated"]
            .iter()
            .any(|field| name.eq_ignore_ascii_case(field))
    };
    let own = revisit.fields.iter().filter(|(name, _)| !is_of_block(name));
    let of_block = record.fields.iter().filter(|(name, _)| is_of_block(name));
    let fields = of_block.chain(own).cloned().collect();
    WarcRecord { offset: revisit.offset, fields, length: record.length, block: record.block.clone() }
}
