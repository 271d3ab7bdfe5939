//! The totals of a list: objects and bytes that have arrived, and those that are to come.
//!
//! Retrievals add to shared counters while they run. The length of an object is known when its retrieval has begun, so the bytes
//! of the whole list are an estimate until the last one has.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::output::{in_bytes, speed};

/// Counters that all retrievals of a list share.
#[derive(Default)]
pub(super) struct Totals {
    /// Objects whose retrieval has begun to bring bytes.
    begun: AtomicU64,
    /// The lengths of these objects; the bytes of those without a length.
    announced: AtomicU64,
    /// Objects of these without a length, until they end.
    unknown: AtomicU64,
    received: AtomicU64,
    /// Retrievals that ended without bytes: refused ones, and those of files that were there already.
    empty: AtomicU64,
    complete: AtomicU64,
    failed: AtomicU64,
}

/// The object of one retrieval.
#[derive(Clone, Copy, Default)]
pub(super) struct ObjectTotal {
    received: u64,
    length: Option<u64>,
    has_begun: bool,
}

impl Totals {
    /// Notes how far an object has come: its bytes so far, and its length if that is known.
    pub(super) fn at(&self, object: &mut ObjectTotal, received: u64, length: Option<u64>) {
        if !object.has_begun {
            (object.has_begun, object.length) = (true, length);
            self.begun.fetch_add(1, Ordering::Relaxed);
            self.announced.fetch_add(length.unwrap_or(0), Ordering::Relaxed);
            self.unknown.fetch_add(u64::from(length.is_none()), Ordering::Relaxed);
        }
        // A repeated attempt begins again.
        let more = received.saturating_sub(object.received);
        object.received = object.received.max(received);
        self.received.fetch_add(more, Ordering::Relaxed);
        if object.length.is_none() {
            self.announced.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Notes the end of a retrieval.
    pub(super) fn end(&self, object: &ObjectTotal, has_failed: bool) {
        self.empty.fetch_add(u64::from(!object.has_begun), Ordering::Relaxed);
        self.unknown.fetch_sub(u64::from(object.has_begun && object.length.is_none()), Ordering::Relaxed);
        let counter = if has_failed { &self.failed } else { &self.complete };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the counts for a list of `total` URLs, if their number is known.
    pub(super) fn now(&self, total: Option<u64>) -> Counts {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (complete, failed) = (get(&self.complete), get(&self.failed));
        Counts {
            complete,
            failed,
            total,
            started: get(&self.begun) + get(&self.empty),
            begun: get(&self.begun),
            announced: get(&self.announced),
            is_exact: get(&self.unknown) == 0,
            received: get(&self.received),
        }
    }
}

/// The counts of a list at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    complete: u64,
    pub(super) failed: u64,
    total: Option<u64>,
    /// Objects whose retrieval has begun to bring bytes, or has ended.
    started: u64,
    begun: u64,
    announced: u64,
    /// Whether the length of every object that has begun is known.
    is_exact: bool,
    received: u64,
}

impl Counts {
    pub(super) const fn ended(&self) -> u64 {
        self.complete + self.failed
    }

    /// Returns the bytes of the whole list, and whether they are known: objects to come count as those that have begun.
    fn expected(&self) -> Option<(u64, bool)> {
        let to_come = self.total?.saturating_sub(self.started);
        let average = self.announced.checked_div(self.begun)?;
        Some((self.announced.saturating_add(average.saturating_mul(to_come)), to_come == 0 && self.is_exact))
    }

    /// Returns the text of the progress line: `12 of 40, 3.20 MiB of about 10.67 MiB, 1.60 MiB/s, 5s to go`.
    pub(super) fn line(&self, elapsed: Duration) -> String {
        let mut line = self.ended().to_string();
        if let Some(total) = self.total {
            line.push_str(&format!(" of {total}"));
        }
        line.push_str(&format!(" objects, {}", in_bytes(self.received)));
        let expected = self.expected().filter(|(bytes, _)| *bytes > 0);
        if let Some((bytes, is_known)) = expected {
            let about = if is_known { "" } else { "about " };
            line.push_str(&format!(" of {about}{}", in_bytes(bytes.max(self.received))));
        }
        let left = expected.map(|(bytes, _)| bytes.saturating_sub(self.received));
        line.push_str(&format!(", {}", speed(self.received, left, elapsed)));
        line
    }

    /// Returns the summary at the end of a list. A short run has no speed.
    pub(super) fn summary(&self, elapsed: Duration) -> String {
        let all = self.ended();
        let objects = if all == 1 { "object" } else { "objects" };
        let mut text = format!("retrieved {} of {all} {objects}, {}", self.complete, in_bytes(self.received));
        if elapsed >= Duration::from_secs(1) {
            let (seconds, pace) = (elapsed.as_secs(), speed(self.received, None, elapsed));
            text.push_str(&format!(" in {seconds}s, {pace}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_of_a_list_are_estimated_until_all_have_begun() {
        let totals = Totals::default();
        let line = |total| totals.now(total).line(Duration::from_secs(2));
        assert_eq!(line(Some(4)), "0 of 4 objects, 0 B, 0 B/s");
        let [mut first, mut second, mut third] = [(); 3].map(|()| ObjectTotal::default());
        totals.at(&mut first, 1024, Some(4096));
        assert_eq!(line(Some(4)), "0 of 4 objects, 1.00 KiB of about 16.00 KiB, 512 B/s, 30s to go");
        totals.at(&mut first, 4096, Some(4096));
        totals.end(&first, false);
        totals.end(&ObjectTotal::default(), true);
        assert_eq!(line(Some(4)), "2 of 4 objects, 4.00 KiB of about 12.00 KiB, 2.00 KiB/s, 4s to go");
        totals.at(&mut second, 1024, Some(2048));
        totals.at(&mut third, 1024, Some(2048));
        assert_eq!(line(Some(4)), "2 of 4 objects, 6.00 KiB of 8.00 KiB, 3.00 KiB/s, 1s to go");
        assert_eq!(line(None), "2 objects, 6.00 KiB, 3.00 KiB/s");
        // A repeated attempt does not count twice.
        totals.at(&mut second, 10, Some(2048));
        totals.at(&mut second, 2048, Some(2048));
        totals.at(&mut third, 2048, Some(2048));
        totals.end(&second, false);
        totals.end(&third, false);
        let counts = totals.now(Some(4));
        assert_eq!(counts.summary(Duration::from_millis(999)), "retrieved 3 of 4 objects, 8.00 KiB");
        assert_eq!(counts.summary(Duration::from_secs(2)), "retrieved 3 of 4 objects, 8.00 KiB in 2s, 4.00 KiB/s");
    }

    #[test]
    fn totals_count_bytes_of_objects_without_a_length() {
        let (totals, mut object) = (Totals::default(), ObjectTotal::default());
        totals.at(&mut object, 1024, None);
        totals.at(&mut object, 2048, None);
        let line = totals.now(Some(2)).line(Duration::from_secs(1));
        assert_eq!(line, "0 of 2 objects, 2.00 KiB of about 4.00 KiB, 2.00 KiB/s, 1s to go");
    }
}
