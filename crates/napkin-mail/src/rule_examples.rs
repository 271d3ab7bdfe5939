//! Checks the examples of the mail rules, for the tests and for `napkin explain`.
//!
//! The module fixes small limits and the date, so that short examples can show each rule.

use crate::attach::{AttachOptions, Attached, AttachedBody, WantedObject};
use crate::detach::{DetachOptions, LeftPart};
use crate::fetched::NotFetched;
use crate::limits::Limits;
use crate::mailbox::Mailbox;
use crate::message::Message;
use crate::relink::{LeftBody, RelinkOptions};
use napkin::Finding;
use std::collections::HashSet;

/// Small limits, so that short examples can exceed them.
const LIMITS: Limits = Limits { depth: 2, parts: 4, header: 256, decoded: 64 };

/// The first of January 2026.
const TODAY: i64 = 1_767_225_600;

/// The largest object in bytes.
const OBJECT: u64 = 64;

/// The largest message of a mailbox in bytes.
const MESSAGE: usize = 256;

/// Returns all findings for a message that is an example of a rule. Parses it within small limits. Then attaches, as of
/// January 2026 and with every retrieval refused, all external bodies and part 1 alone. Then detaches it with two minimum
/// sizes, 0 and 1, and relinks it without mappings.
///
/// ```
/// let example = napkin_mail::rules::MAIL_EXPIRED.example().unwrap().text;
/// let findings = napkin_mail::example_findings(example.as_bytes());
/// assert!(findings.iter().any(|finding| finding.rule == napkin_mail::rules::MAIL_EXPIRED));
/// ```
#[must_use]
pub fn example_findings(bytes: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let message = Message::read(bytes, &LIMITS, &mut findings);
    message.check(&mut findings);
    // The external body that replaces a part exceeds the small limits.
    let message = Message::parse(bytes);
    for parts in [None, Some(HashSet::from(["1".to_owned()]))] {
        findings.extend(attached(&message, parts).bodies.iter().filter_map(AttachedBody::finding));
    }
    for min_size in [0, 1] {
        let options = DetachOptions { min_size, ..DetachOptions::new("https://pub.example/") };
        let Ok(detached) = message.detach(&options) else { continue };
        findings.extend(detached.left.iter().map(LeftPart::finding));
        findings.extend(detached.dkim_finding());
    }
    findings.extend(message.relink(&RelinkOptions::default()).left.iter().map(LeftBody::finding));
    findings
}

fn attached(message: &Message<'_>, parts: Option<HashSet<String>>) -> Attached {
    let options = AttachOptions { now: Some(TODAY), max_object: OBJECT, parts, ..AttachOptions::default() };
    message.attach(&options, &mut |_: &WantedObject| Err(NotFetched::new("nothing is retrieved")))
}

/// Returns all findings for a mailbox that is an example of a rule. Limits its messages to 256 bytes, and attaches objects in
/// `data:` URLs.
///
/// ```
/// let example = napkin_mail::rules::MAILBOX_NO_EMPTY_LINE.example().unwrap().text;
/// let findings = napkin_mail::example_mailbox_findings(example.as_bytes());
/// assert_eq!(findings[0].rule, napkin_mail::rules::MAILBOX_NO_EMPTY_LINE);
/// ```
#[must_use]
pub fn example_mailbox_findings(bytes: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut start = 0;
    // Reading from memory does not fail.
    for entry in Mailbox::new(bytes).with_limit(MESSAGE).flatten() {
        let mut found: Vec<Finding> = Vec::new();
        entry.check(&mut found);
        let changed = attached(&Message::parse(&entry.content()), None).bytes;
        found.extend(entry.with_content(&changed).err().map(|not_held| not_held.finding()));
        let message = start + entry.envelope.len();
        findings.extend(found.into_iter().map(|finding| finding.with_span(finding.span.shift(message))));
        start += entry.bytes().len();
    }
    findings
}
