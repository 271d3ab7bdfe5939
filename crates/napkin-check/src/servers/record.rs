//! Answers as a text that a later run reads: one line per target, with the time at which it was asked.
//!
//! A line that is damaged, too old or from the future is left out, so the target is asked again. Pieces are percent-encoded, so that no
//! text of a server ends a field or a line.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use napkin::percent::{self, Encoded, Set};

use super::answer::Answer;
use crate::{Ages, Verdict};

/// The first line; what follows it are options on which answers depend.
const HEAD: &str = "napkin check 1 ";

/// Returns the seconds since 1970.
pub(super) fn seconds(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Writes the answers that may be used again.
pub(super) fn write(answers: &HashMap<String, Answer>, ages: &Ages, options: &str) -> String {
    let mut text = format!("{HEAD}{}\n", encoded(options));
    let is_kept = |(url, answer): &(&String, &Answer)| {
        !answer.is_unseen && !ages.of(answer.verdict).is_zero() && napkin::password_span(url).is_none()
    };
    let mut kept: Vec<_> = answers.iter().filter(is_kept).collect();
    kept.sort_unstable_by_key(|(url, _)| *url);
    for (url, answer) in kept {
        let status = answer.status.map(|status| status.to_string()).unwrap_or_default();
        let final_url = answer.final_url.as_deref().map(|url| format!("={}", encoded(url))).unwrap_or_default();
        let redirects = answer.redirects.iter().map(|(url, status)| format!("{status}={}", encoded(url)));
        let redirects = redirects.collect::<Vec<_>>().join(" ");
        let fragments = answer.fragments.iter().map(|(fragment, missing)| match missing {
            None => format!("={}", encoded(fragment)),
            Some(why) => format!("{}={}", encoded(why), encoded(fragment)),
        });
        let fragments = fragments.collect::<Vec<_>>().join(" ");
        let (url, verdict, reason) = (encoded(url), answer.verdict, encoded(&answer.reason));
        // Writing to memory does not fail.
        let _ = writeln!(
            text,
            "{}\t{verdict}\t{status}\t{url}\t{final_url}\t{redirects}\t{reason}\t{fragments}",
            answer.asked
        );
    }
    text
}

/// Reads the answers that are young enough. A text for other options has none.
pub(super) fn read(text: &[u8], ages: &Ages, options: &str, now: u64) -> HashMap<String, Answer> {
    let text = String::from_utf8_lossy(text);
    // A line that was not written to its end is no line.
    let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    if lines.next() != Some(&format!("{HEAD}{}", encoded(options))) {
        return HashMap::new();
    }
    lines.filter_map(|line| read_line(line, ages, now)).collect()
}

fn read_line(line: &str, ages: &Ages, now: u64) -> Option<(String, Answer)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [asked, verdict, status, url, final_url, redirects, reason, fragments] = fields[..].try_into().ok()?;
    let (asked, verdict): (u64, Verdict) = (asked.parse().ok()?, verdict.parse().ok()?);
    // `None` for a time in the future: the clock was set back, so ages are unknown.
    let age = now.checked_sub(asked)?;
    let is_young = |verdict| age < ages.of(verdict).as_secs();
    let mut answer = Answer::new(verdict, decoded(reason)?);
    answer.asked = asked;
    answer.status = if status.is_empty() { None } else { Some(status.parse().ok()?) };
    answer.final_url = match final_url.strip_prefix('=') {
        Some(url) => Some(decoded(url)?),
        None if final_url.is_empty() => None,
        None => return None,
    };
    for redirect in redirects.split(' ').filter(|redirect| !redirect.is_empty()) {
        let (status, url) = redirect.split_once('=')?;
        answer.redirects.push((decoded(url)?, status.parse().ok()?));
    }
    let mut found = BTreeMap::new();
    for fragment in fragments.split(' ').filter(|fragment| !fragment.is_empty()) {
        let (why, fragment) = fragment.split_once('=')?;
        let why = if why.is_empty() { None } else { Some(decoded(why)?) };
        if why.is_none() || is_young(Verdict::FragmentMissing) {
            found.insert(decoded(fragment)?, why);
        }
    }
    answer.fragments = found;
    is_young(verdict).then_some((decoded(url)?, answer))
}

/// The characters that stay as they are: letters, digits and signs that separate nothing.
const PLAIN: Set = percent::UNRESERVED.or(Set::of(b"/:?&;,@!$()*+"));

fn encoded(text: &str) -> String {
    percent::encode(text, PLAIN).as_str().to_owned()
}

fn decoded(text: &str) -> Option<String> {
    String::from_utf8(Encoded::new(text, PLAIN).ok()?.decode_bytes().into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answers() -> HashMap<String, Answer> {
        let mut moved = Answer::new(Verdict::RedirectPermanent, "the target\thas moved\nfor good");
        moved.asked = 1000;
        moved.status = Some(200);
        moved.final_url = Some("http://h/b c=d%".into());
        moved.redirects = vec![("http://h/a".into(), 301)];
        moved.fragments = [(String::new(), None), ("x= %".into(), Some("no place\t=".into()))].into();
        let mut gone = Answer::new(Verdict::Broken, "gone");
        gone.asked = 1000;
        let mut slow = Answer::new(Verdict::Timeout, "slow");
        slow.asked = 1000;
        [("http://h/a".into(), moved), ("http://h/gone\n".into(), gone), ("http://h/slow".into(), slow)].into()
    }

    fn read_at(text: &[u8], now: u64) -> Vec<String> {
        let mut urls: Vec<_> = read(text, &Ages::default(), "o", now).into_keys().collect();
        urls.sort_unstable();
        urls
    }

    #[test]
    fn answers_are_read_as_they_were_written() {
        let text = write(&answers(), &Ages::default(), "o");
        let read = read(text.as_bytes(), &Ages::default(), "o", 1001);
        let (old, new) = (&answers()["http://h/a"], &read["http://h/a"]);
        assert_eq!(format!("{old:?}"), format!("{new:?}"));
        assert_eq!(read_at(text.as_bytes(), 1001), ["http://h/a", "http://h/gone\n"]);
        assert_eq!(write(&read, &Ages::default(), "o"), text);
    }

    #[test]
    fn ages_depend_on_the_verdict_and_the_clock_may_step() {
        let text = write(&answers(), &Ages::default(), "o");
        assert_eq!(read_at(text.as_bytes(), 1000 + 3600), ["http://h/a"]);
        assert_eq!(read_at(text.as_bytes(), 1000 + 86_400), [""; 0]);
        assert_eq!(read_at(text.as_bytes(), 999), [""; 0]);
        let ages = Ages::default().with(Verdict::Ok, Duration::ZERO).with(Verdict::FragmentMissing, Duration::ZERO);
        let read = read(text.as_bytes(), &ages, "o", 1001);
        assert_eq!(read["http://h/a"].fragments.len(), 1);
    }

    #[test]
    fn damaged_records_are_left_out() {
        let text = write(&answers(), &Ages::default(), "o");
        assert_eq!(read(text.as_bytes(), &Ages::default(), "other", 1001).len(), 0);
        for end in 0..text.len() {
            let known = read_at(&text.as_bytes()[..end], 1001);
            assert!(known.iter().all(|url| answers().contains_key(url)), "{end}");
        }
        for (line, is_read) in [
            ("1000\tok\t200\thttp://h/\t\t\t\t=", true),
            ("x\tok\t200\thttp://h/\t\t\t\t=", false),
            ("1000\tfine\t200\thttp://h/\t\t\t\t=", false),
            ("1000\tok\t99999\thttp://h/\t\t\t\t=", false),
            ("1000\tok\t200\thttp://h/%zz\t\t\t\t=", false),
            ("1000\tok\t200\thttp://h/%ff\t\t\t\t=", false),
            ("1000\tok\t200\thttp://h/\tx\t\t\t=", false),
            ("1000\tok\t200\thttp://h/\t\t301\t\t=", false),
            ("1000\tok\t200\thttp://h/\t\t\t\t=\t", false),
            ("1000\tok\t200\thttp://h/", false),
            ("18446744073709551615\tok\t200\thttp://h/\t\t\t\t=", false),
        ] {
            let text = format!("{HEAD}o\n{line}\n");
            assert_eq!(read(text.as_bytes(), &Ages::default(), "o", 1001).len(), usize::from(is_read), "{line}");
        }
    }
}
