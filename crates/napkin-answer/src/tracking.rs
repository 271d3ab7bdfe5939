//! Parameters of URLs that track people and campaigns, from `data/tracking.tsv`.

use crate::glob;

const LIST: &str = include_str!("../data/tracking.tsv");

/// A parameter, or a family of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracker {
    /// The name, in which `*` matches any bytes.
    pub name: &'static str,
    /// The vendor that adds or reads the parameter.
    pub vendor: &'static str,
    /// A public page that documents the parameter.
    pub source: &'static str,
}

/// Returns all entries of the list.
///
/// ```
/// assert!(napkin_answer::tracking::trackers().any(|tracker| tracker.name == "fbclid" && tracker.vendor == "Meta"));
/// ```
pub fn trackers() -> impl Iterator<Item = Tracker> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Tracker { name: columns.next()?, vendor: columns.next()?, source: columns.next()? })
    })
}

/// Returns the tracker with this decoded name. Names are compared byte for byte.
///
/// ```
/// use napkin_answer::tracking::tracker;
/// assert!(tracker(b"utm_source").is_some() && tracker(b"source").is_none());
/// ```
#[must_use]
pub fn tracker(name: &[u8]) -> Option<Tracker> {
    trackers().find(|tracker| glob::matches(tracker.name.as_bytes(), name))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_tracker_has_a_vendor_and_a_source() {
        let mut names = HashSet::new();
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<_> = line.split('\t').collect();
            let [name, vendor, source] = columns[..] else { panic!("{line}") };
            assert!(!vendor.is_empty() && source.starts_with("https://"), "{line}");
            assert!(napkin::Reference::parse(source, napkin::Standard::Rfc3986).is_ok(), "{line}");
            assert!(names.insert(name), "{name} is listed twice");
            // A pattern without a distinctive beginning would remove parameters that a page needs.
            assert!(name.bytes().take_while(|&byte| byte != b'*').count() >= 3, "{name}");
        }
        assert_eq!(names.len(), trackers().count());
    }

    #[test]
    fn trackers_are_found_by_their_exact_names() {
        for name in ["utm_source", "utm_", "gclid", "fbclid", "mc_eid", "_hsenc", "mtm_campaign"] {
            assert!(tracker(name.as_bytes()).is_some(), "{name}");
        }
        for name in ["", "utm", "UTM_SOURCE", "Fbclid", "xgclid", "gclid2", "id", "q", "ref", "source", "s"] {
            assert!(tracker(name.as_bytes()).is_none(), "{name}");
        }
    }
}
