//! `napkin mail list`: prints the tree of the parts of a message.
//!
//! Assigns findings to parts, orders the parts and draws the tree. The facts about a part are in `row`.

use napkin::{Finding, Severity};
use napkin_mail::{Bases, Message, Part, PartKind, Profile, Spaces};

use super::part_row::Row;
use crate::entries::{self, Answerer, Document, JobOutput, MailboxMessage, Reading};
use crate::options::MailList;
use crate::output::{Answer, Page, Session, Trouble};
use crate::parallel;
use napkin_answer::document_findings;

pub(super) fn run(options: &MailList, session: &Session) -> Result<Answer, Trouble> {
    let printing = options.form.printing_of::<Row<'_, '_, '_>>(session)?;
    let messages = options.list.with(&options.messages)?;
    let threads = parallel::threads(options.inputs.mailboxes.jobs);
    let reading = Reading::messages(&options.inputs.mailboxes, Some(&options.inputs.folders));
    Ok(entries::walk(&messages, reading, threads, &printing, options))
}

impl<'s> Answerer<'s> for MailList {
    fn document(&self, document: Document, output: &mut JobOutput<'_, 's>) {
        match document.input.read_message(self.inputs.mailboxes.max_message) {
            Ok(bytes) => message(&document.origin.name, &bytes, self, &mut output.page),
            Err(error) => output.page.trouble(&Trouble::reading(&document.origin.name, error)),
        }
    }

    fn message(&self, one: &MailboxMessage, output: &mut JobOutput<'_, 's>) {
        message(&one.name, &one.entry.content(), self, &mut output.page);
    }
}

fn message(name: &str, bytes: &[u8], options: &MailList, page: &mut Page<'_>) {
    if document_findings::is_unreadable(name, bytes, None, "", page) {
        return;
    }
    let mut findings: Vec<Finding> = Vec::new();
    let message = Message::read(bytes, &options.limits.limits(), &mut findings);
    message.check(&mut findings);
    findings.sort_by_key(|finding| finding.span);
    let bases = Bases::new(&message, options.bases.profile, options.bases.base.as_deref());
    let is_full = page.has_fields() || page.is_pretty();
    let other = if is_full { other_bases(&message, options) } else { None };
    let list = List {
        name,
        bases: &bases,
        other: other.as_ref(),
        spaces: if options.keep_spaces { Spaces::Keep } else { Spaces::Remove },
        // A plain line has no column for findings.
        findings: if is_full { by_part(&message, &findings) } else { Vec::new() },
    };
    if page.is_pretty() {
        let (heading, aside) = (page.paint().heading(), page.paint().aside());
        let profile = options.bases.profile;
        page.line(format_args!(
            "{heading}{name}{heading:#}  {aside}bases by {profile}, {}{aside:#}",
            profile.section()
        ));
    }
    for part in message.parts().filter(|part| !part.is_phantom()) {
        page.count();
        list.print(part, page);
    }
    say(name, bytes, &findings, page);
    if page.is_pretty() {
        page.line("");
    }
}

/// Returns the bases that the parts would have if a relative `Content-Location` were a base, as in the draft of 1997; or,
/// where the options ask for the draft, if it were none, as in RFC 2557. `None` if no part has this field.
fn other_bases(message: &Message<'_>, options: &MailList) -> Option<Bases> {
    message.parts().find(|part| part.field("content-location").is_some())?;
    let profile = if options.bases.profile == Profile::Draft1997 { Profile::Rfc2557 } else { Profile::Draft1997 };
    Some(Bases::new(message, profile, options.bases.base.as_deref()))
}

/// Prints the findings with their places.
fn say(name: &str, bytes: &[u8], findings: &[Finding], page: &mut Page<'_>) {
    if findings.iter().any(|finding| finding.rule.severity() == Severity::Error) {
        page.say_no();
    }
    if page.tells_errors() || page.is_silent() {
        return;
    }
    document_findings::say_of_mail(name, bytes, findings, page);
}

/// Returns the findings of each part, by part index. A finding belongs to the part in which it begins. A finding in the
/// header of an external object belongs to the external body.
fn by_part(message: &Message<'_>, findings: &[Finding]) -> Vec<Vec<Finding>> {
    let mut of = vec![Vec::new(); message.parts().map(|part| part.index() + 1).max().unwrap_or(1)];
    let mut pieces = message.pieces().peekable();
    let mut last = 0;
    for &finding in findings {
        while let Some(piece) = pieces.next_if(|piece| piece.span.start <= finding.span.start) {
            last = piece.part;
        }
        let place = match message.part_at(last) {
            Some(part) if part.is_phantom() => part.parent().map_or(last, |parent| parent.index()),
            _ => last,
        };
        of[place].push(finding);
    }
    of
}

struct List<'l> {
    name: &'l str,
    bases: &'l Bases,
    other: Option<&'l Bases>,
    spaces: Spaces,
    findings: Vec<Vec<Finding>>,
}

impl List<'_> {
    fn print(&self, part: Part<'_, '_>, page: &mut Page<'_>) {
        let findings = self.findings.get(part.index()).map_or(&[][..], Vec::as_slice);
        let Self { name: source, bases, other: other_bases, spaces, .. } = *self;
        page.row(&Row { source, part, bases, other_bases, spaces, findings });
    }
}

/// The tree lines before a part, and before the details below it.
pub(super) struct Branches {
    pub(super) before: String,
    pub(super) below: String,
}

impl Branches {
    pub(super) fn of(part: Part<'_, '_>) -> Self {
        let is_last = |part: &Part<'_, '_>| part.next_part().is_none();
        let mut bars: Vec<&str> = part
            .outwards()
            .skip(1)
            .filter(|part| part.parent().is_some())
            .map(|part| if is_last(&part) { "   " } else { "│  " })
            .collect();
        bars.reverse();
        let bars = bars.concat();
        if part.parent().is_none() {
            return Self { before: String::new(), below: Self::under(part, "") };
        }
        let (own, rest) = if is_last(&part) { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        Self { before: format!("{bars}{own}"), below: Self::under(part, &format!("{bars}{rest}")) }
    }

    /// Returns the prefix of the details. For a part with children, it includes the line to them.
    fn under(part: Part<'_, '_>, before: &str) -> String {
        let has_parts = part.kind() != PartKind::ExternalBody && part.children().next().is_some();
        format!("{before}{}", if has_parts { "│  " } else { "   " })
    }
}
