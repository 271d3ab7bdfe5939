//! Mailboxes: `data/mail/mailbox.toml`, that nothing is lost, whatever comes, and that what is too large is let through.

use std::io::{self, Read};

use crate::cases::{self, cases, list, name};
use napkin::{Finding, Span};
use napkin_mail::rules;
use napkin_mail::{EntryKind, Mailbox, MailboxEntry, MailboxFormat, example_mailbox_findings};
use proptest::prelude::*;

pub(crate) const FORMATS: [MailboxFormat; 5] =
    [MailboxFormat::Auto, MailboxFormat::Mboxo, MailboxFormat::Mboxrd, MailboxFormat::Mboxcl, MailboxFormat::Mboxcl2];

/// Gives one byte a read.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

fn entries(text: &[u8], format: MailboxFormat, limit: usize) -> Vec<MailboxEntry> {
    let mailbox = |source| Mailbox::<Box<dyn Read + '_>>::new(source).with_format(format).with_limit(limit);
    let entries: Vec<_> = mailbox(Box::new(text)).collect::<Result<_, _>>().expect("memory is read");
    let slowly: Vec<_> = mailbox(Box::new(Slow(text))).collect::<Result<_, _>>().expect("memory is read");
    assert_eq!(entries, slowly);
    let together: Vec<u8> = entries.iter().flat_map(MailboxEntry::bytes).collect();
    assert_eq!(together.escape_ascii().to_string(), text.escape_ascii().to_string());
    entries
}

fn findings(entries: &[MailboxEntry]) -> Vec<Finding> {
    let mut findings = Vec::new();
    entries.iter().for_each(|entry| entry.check(&mut findings));
    findings
}

#[test]
fn messages_of_mailboxes_are_those_of_the_cases() {
    let cases = cases("mailbox");
    assert!(cases.len() > 20);
    for case in &cases {
        let text = |key: &str| cases::text(case, key).unwrap_or_default();
        let list = |key: &str| list(case, key).unwrap_or_default();
        let name = name(case);
        let format = text("format").parse().expect(name);
        let entries = entries(text("text").as_bytes(), format, usize::MAX);
        let contents: Vec<_> = entries.iter().map(|it| String::from_utf8(it.content().into()).expect(name)).collect();
        assert_eq!(contents, list("messages"), "{name}");
        let rules: Vec<_> = findings(&entries).iter().map(|finding| finding.rule.code()).collect();
        assert_eq!(rules, list("rules"), "{name}");
    }
}

/// Every rule of mailboxes is found in its example.
#[test]
fn each_rule_of_mailboxes_is_found_in_its_example() {
    for &rule in rules::MAILBOX_RULES {
        let example = rule.example().expect("an example").text;
        let findings = example_mailbox_findings(example.as_bytes());
        let found = findings.iter().find(|finding| finding.rule == rule);
        let found = found.unwrap_or_else(|| panic!("{}: {findings:?}", rule.code()));
        assert!(found.span.end <= example.len() && !found.see().is_empty(), "{}", rule.code());
    }
}

#[test]
fn a_message_that_is_too_large_comes_in_pieces_and_the_next_is_whole() {
    let soup = "soup\n".repeat(200_000);
    let text = format!("From a\nS: 1\n\n{soup}From here on\n\nFrom b\nS: 2\n\nx\n\n");
    for limit in [0, 1, 6, 7, 100, 500_000, 1_000_000] {
        let entries: Vec<_> = Mailbox::new(text.as_bytes()).with_limit(limit).collect::<Result<_, _>>().unwrap();
        let kinds: Vec<_> = entries.iter().map(|entry| entry.kind).collect();
        let pieces = kinds.iter().filter(|&&kind| kind == EntryKind::Continued).count();
        assert_eq!(kinds[0], EntryKind::TooLarge, "{limit}");
        assert!(entries.iter().all(|entry| entry.message.len() <= 256 << 10) && pieces >= 3, "{limit}");
        let together: Vec<u8> = entries.iter().flat_map(MailboxEntry::bytes).collect();
        assert!(together == text.as_bytes(), "{limit}");
        let last = entries.last().unwrap();
        if limit >= 100 {
            assert_eq!((last.kind, &last.message[..]), (EntryKind::Message, &b"S: 2\n\nx\n"[..]), "{limit}");
        }
    }
    let limit = text.find("\n\nFrom b").unwrap() + 1;
    assert_eq!(Mailbox::new(text.as_bytes()).with_limit(limit).count(), 2);
    assert_eq!(Mailbox::new(text.as_bytes()).with_limit(limit - 1).next().unwrap().unwrap().kind, EntryKind::TooLarge);
}

/// A length that says how long a message is that is too large is believed where the user says so.
#[test]
fn a_large_message_is_passed_over_by_its_length() {
    let soup = "soup\n\nFrom sam Mon Nov 23 00:00:00 2026\n".repeat(20_000);
    let text = format!("From a\nContent-Length: {}\n\n{soup}\nFrom b\nS: 2\n\nx\n\n", soup.len());
    let mailbox = Mailbox::new(text.as_bytes()).with_limit(1000).with_format(MailboxFormat::Mboxcl2);
    let entries: Vec<_> = mailbox.collect::<Result<_, _>>().unwrap();
    let whole: Vec<_> = entries.iter().filter(|entry| entry.kind == EntryKind::Message).collect();
    assert_eq!(whole.len(), 1);
    assert_eq!(whole[0].message, b"S: 2\n\nx\n");
    assert!(entries.iter().flat_map(MailboxEntry::bytes).eq(text.bytes()));
}

#[test]
fn changed_messages_are_quoted_and_counted() {
    for case in &cases("mailbox-content") {
        let name = name(case);
        let [format, text, content] = ["format", "text", "content"].map(|key| cases::text(case, key).expect(name));
        let format = format.parse().expect(name);
        let entry = Mailbox::new(text.as_bytes()).with_format(format).next().unwrap().unwrap();
        let written = entry.with_content(content.as_bytes()).map(|it| String::from_utf8(it).unwrap());
        let place = |span: Span| std::str::from_utf8(&entry.message[span.range()]).unwrap();
        match written {
            Ok(written) => assert_eq!(Some(&*written), cases::text(case, "written"), "{name}"),
            Err(not) => {
                let rule = not.finding().rule.code();
                assert_eq!(Some(vec![rule, &not.line, place(not.span)]), list(case, "refused"), "{name}");
            }
        }
        assert_eq!(entry.with_content(&entry.content()).unwrap(), text.as_bytes(), "{name}");
    }
    assert_eq!(
        MailboxEntry::outside_mailbox(b"a".to_vec()).with_content(b"From b\n\nFrom c\n").unwrap(),
        b"From b\n\nFrom c\n"
    );
}

proptest! {
    #[test]
    fn pieces_put_together_are_the_mailbox(pieces in prop::collection::vec(
        prop::sample::select(vec![
            "From a\n", "From a Mon Nov 23 00:00:00 2026\n", ">From b\n", "\n", "\r\n", "x\n", "S: 1\n", "Content-Length: 4\n",
            "Content-Length: 9\r\n", "x", "From ",
        ]), 0..20), limit in prop::sample::select(vec![usize::MAX, 40, 9, 0])) {
        for format in FORMATS {
            for entry in entries(pieces.concat().as_bytes(), format, limit) {
                // A message that was read is written back unchanged.
                let content = entry.content();
                prop_assert_eq!(entry.quoting.redo(&content), &entry.message[..]);
            }
        }
    }
}
