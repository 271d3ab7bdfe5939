//! What is found in the examples of the rules of mail.
//!
//! Decides: within which limits, and on what day, they are read. The tests and `napkin explain` ask here.

use super::{AttachOptions, DetachOptions, Limits, Message, Outcome, RelinkOptions, Wanted};
use crate::bundle::NotFetched;
use napkin::Finding;

/// Two levels, four entities, headers of 256 bytes, 64 bytes to decode.
const LIMITS: Limits = Limits { depth: 2, parts: 4, header: 256, decoded: 64 };

/// The first of January 2026.
const TODAY: i64 = 1_767_225_600;

/// The most bytes of an object.
const OBJECT: u64 = 64;

/// Everything that is said of a message as an example of a rule: read within small limits; then attached in January 2026, where nothing can be
/// retrieved, detached with and without small parts, and pointed elsewhere without being told where.
///
/// ```
/// let example = napkin::Rule::MailExpired.example().unwrap().text;
/// let findings = napkin_document::mail::example_findings(example.as_bytes());
/// assert!(findings.iter().any(|finding| finding.rule == napkin::Rule::MailExpired));
/// ```
#[must_use]
pub fn example_findings(bytes: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let message = Message::read(bytes, &LIMITS, &mut findings);
    message.check(&mut findings);
    // What takes the place of a part is larger than those limits.
    let message = Message::parse(bytes);
    let options = AttachOptions { now: Some(TODAY), max_object: OBJECT, ..AttachOptions::default() };
    let nowhere = &mut |_: &Wanted| Err(NotFetched::new("nothing is retrieved"));
    findings.extend(message.attach(&options, nowhere).bodies.iter().filter_map(|body| match &body.outcome {
        Outcome::Failed(why) => Some(why.finding(body.span)),
        _ => None,
    }));
    for min_size in [0, 1] {
        let options = DetachOptions { min_size, ..DetachOptions::new("https://pub.example/") };
        let Ok(detached) = message.detach(&options) else { continue };
        findings.extend(detached.left.iter().map(|left| left.why.finding(left.span)));
        findings.extend(detached.dkim_finding());
    }
    findings.extend(message.relink(&RelinkOptions::default()).left.iter().map(|left| left.why.finding(left.span)));
    findings
}
