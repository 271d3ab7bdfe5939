//! Messages, read within the limits of the command line.
//!
//! Decides: that what lies beyond a limit is said, since the command knows nothing of it; and how a part is told of that stays as it is.

use napkin::{Finding, Rule, Severity, Sink};
use napkin_document::mail::Message;

use crate::commands::links::wrong::Wrongs;
use crate::options::MessageLimits;
use crate::output::{Cursor, Page, shown};
use crate::stream::Place;

/// Takes a message apart. What a limit keeps from being read makes the answer "no".
pub(in crate::commands) fn message<'a>(
    bytes: &'a [u8],
    name: &str,
    limits: MessageLimits,
    page: &mut Page<'_>,
) -> Message<'a> {
    let mut beyond = Beyond::default();
    let message = Message::read(bytes, &limits.limits(), &mut beyond);
    beyond.0.place(bytes);
    beyond.0.print(name, Severity::Error, page);
    message
}

/// Keeps what lies beyond a limit.
#[derive(Default)]
struct Beyond(Wrongs);

impl Sink for Beyond {
    fn report(&mut self, finding: Finding) {
        let is_limit = matches!(
            finding.rule,
            Rule::MailHeaderTooLarge | Rule::MailTooDeep | Rule::MailTooManyParts | Rule::MailDecodedTooLarge
        );
        if is_limit {
            self.0.report(finding);
        }
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }
}

/// Says that a part stays as it is, and why, where it says so in the message: that is an error.
pub(super) fn part_stays(source: (&str, &[u8]), part: &str, finding: &Finding, why: &str, page: &mut Page<'_>) {
    let (source, bytes) = source;
    let at = Cursor::new(bytes).advance(finding.span.start.min(bytes.len()));
    let place = Place::At { source, line: at.line, column: at.column };
    let text = String::from_utf8_lossy(bytes.get(finding.span.range()).unwrap_or_default());
    let here = Finding { span: napkin::Span::new(0, text.len()), ..*finding };
    page.refuse_in_words(&text, place, &here, &format!("part {part} stays: {why}"));
}

/// Says that a part stays, where that is as it should be.
pub(super) fn part_stays_rightly(source: &str, part: &str, rule: Rule, why: &str, page: &mut Page<'_>) {
    page.note(&format!("{source}: part {part} stays: {} ({})", shown(why), rule.code()));
}
