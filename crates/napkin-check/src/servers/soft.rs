//! Recognises pages that say "not found" with a good status, by comparison with a path that cannot exist.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

use super::answer::Answer;
use super::target::{Wanted, host};
use crate::Verdict;

/// Adds a target that cannot exist to the queue of each web server that has none yet.
pub(super) fn add_impossible(
    queues: &mut BTreeMap<String, VecDeque<(String, Wanted)>>,
    impossible: &mut HashMap<String, String>,
) {
    for (host, queue) in queues.iter_mut().filter(|(host, _)| host.starts_with("http")) {
        impossible.entry(host.clone()).or_insert_with(|| {
            let url = format!("{host}/napkin-{:016x}", RandomState::new().hash_one(host));
            let fragments = [String::new()].into();
            queue.push_front((url.clone(), Wanted { fragments, keeps: false }));
            url
        });
    }
}

/// Adds a remark to the good answers that are like the answer of their host for a target that cannot exist.
pub(super) fn remark(asked: &[String], impossible: &HashMap<String, String>, answers: &mut HashMap<String, Answer>) {
    for url in asked {
        let Some(missing) = impossible.get(host(url)).and_then(|missing| answers.get(missing)) else { continue };
        if missing.verdict.is_failure() || missing.likeness.is_none() {
            continue;
        }
        let (likeness, end) = (missing.likeness, missing.final_url.clone());
        let Some(answer) = answers.get_mut(url).filter(|answer| !answer.verdict.is_failure()) else { continue };
        let has_same_end = end.is_some() && end == answer.final_url;
        if answer.verdict != Verdict::Skipped && (answer.likeness == likeness || has_same_end) {
            let moved = if answer.reason.is_empty() { "" } else { "; " };
            answer.reason =
                format!("{}{moved}the server answers in the same way for a path that cannot exist", answer.reason)
                    .into();
        }
    }
}

/// Returns a digest of a page, without the last segment of its own path, which many such pages show.
pub(super) fn likeness(url: &str, bytes: &[u8]) -> u64 {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    if name.len() < 4 {
        bytes.hash(&mut hasher);
    } else {
        let text = String::from_utf8_lossy(bytes);
        text.split(name).for_each(|piece| piece.hash(&mut hasher));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_alike_but_for_their_own_name() {
        let page = |name: &str| likeness(&format!("http://h/{name}"), format!("<p>no {name} here").as_bytes());
        assert_eq!(page("beer"), page("gingerale"));
        assert_ne!(page("beer"), likeness("http://h/beer", b"<p>some beer here"));
    }
}
