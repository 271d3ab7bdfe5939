//! Moves objects out of a message and back: attaching undoes detaching byte for byte, and no attached object and no
//! written URL changes another part. The same holds for mailboxes of every format. Only the content distinguishes
//! messages from mailboxes, as in the commands, because no file name is known here.
#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use napkin_document::bundle::{Fetched, NotFetched};
use napkin_mail::{
    AttachOptions, AttachOutcome, DetachOptions, Detached, Mailbox, MailboxFormat, Message, Part, PartKind,
    RelinkOptions, WantedObject, Wrap, is_mailbox,
};

const FORMATS: [MailboxFormat; 5] =
    [MailboxFormat::Auto, MailboxFormat::Mboxo, MailboxFormat::Mboxrd, MailboxFormat::Mboxcl, MailboxFormat::Mboxcl2];

/// Beginnings of messages, of mailboxes, and of similar texts.
const STARTS: [&[u8]; 8] = [
    b"",
    b"\n",
    b"From sam@pub.example Mon Nov 23 00:00:00 2026\n",
    b"\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\n",
    b"\r\n\r\nFrom sam@pub.example Mon Nov 23 00:00:00 2026\r\n",
    b"From \n",
    b"From  : sam@pub.example\n",
    b">From sam\n",
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    // An object follows the last 0xFF.
    let at = data.iter().rposition(|&byte| byte == 0xff);
    let (bytes, object) = at.map_or((data, &b"soup\n"[..]), |at| (&data[..at], &data[at + 1..]));
    let message = Message::parse(bytes);
    comes_back(&message, bytes, choice);
    any_form_comes_back(bytes, choice);
    attached(&message, object);
    let options = RelinkOptions::default().with_deleted("https://pub.example/kept");
    let relinked = message.relink(&options);
    assert!(relinked.bytes == bytes || !relinked.bodies.is_empty());
    others_stay(&message, &relinked.bytes, &|part| relinked.bodies.iter().any(|body| body.part == part.number()));
});

fn comes_back(message: &Message<'_>, bytes: &[u8], choice: u8) {
    let wrap = [Wrap::Words, Wrap::Rfc2231, Wrap::None][usize::from(choice) % 3];
    let min_size = u64::from(choice) / 3 % 2 * 40;
    let options = DetachOptions::new("https://pub.example/kept")
        .with_min_size(min_size)
        .with_related(choice > 127)
        .with_wrap(wrap);
    let detached = message.detach(&options).expect("a folder");
    let count = detached.objects.len();
    let back = back(&detached);
    assert!(back.bytes == bytes, "{:?}", String::from_utf8_lossy(&back.bytes));
    assert_eq!(back.bodies.iter().filter(|body| matches!(body.outcome, AttachOutcome::Attached(_))).count(), count);
    for left in &detached.left {
        assert!(left.span.end <= bytes.len());
    }
    others_stay(message, &detached.bytes, &|part| detached.objects.iter().any(|object| object.part == part.number()));
}

/// Detaches and attaches a message or a mailbox; only the content distinguishes them.
fn any_form_comes_back(bytes: &[u8], choice: u8) {
    let bytes = [STARTS[usize::from(choice) / 6 % STARTS.len()], bytes].concat();
    // Earlier detached objects return too.
    if bytes.to_ascii_lowercase().windows(FIELD.len()).any(|window| window == FIELD.as_bytes()) {
        return;
    }
    let format = FORMATS[usize::from(choice) % FORMATS.len()];
    let options = DetachOptions::new("https://pub.example/kept").with_min_size(0).with_related(true);
    let mut objects: HashMap<String, Vec<u8>> = HashMap::new();
    let there = changed(&bytes, format, true, &mut |content| {
        let message = Message::parse(content);
        let detached = message.detach(&options).expect("a folder");
        objects.extend(detached.objects.iter().map(|object| (object.url.clone(), object.bytes().into_owned())));
        detached.bytes.into_owned()
    });
    assert_eq!(is_mailbox(&there), is_mailbox(&bytes), "{:?}", String::from_utf8_lossy(&there));
    let back = changed(&there, format, false, &mut |content| {
        let message = Message::parse(content);
        let is_detached = |part: &Part<'_, '_>| part.children().next().is_some_and(|it| it.field(FIELD).is_some());
        let parts = message.parts().filter(is_detached).map(|part| part.number());
        let options = AttachOptions::default().with_parts(parts);
        let attached = message.attach(&options, &mut |wanted: &WantedObject| {
            objects.get(&wanted.url).map(|it| Fetched::new(it.clone())).ok_or(NotFetched::new("not on the table"))
        });
        attached.bytes
    });
    assert!(back == bytes, "{:?} by way of {:?}", String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&there));
}

/// The field that records the form of a part before it was detached.
const FIELD: &str = "x-detached";

/// Changes a message, or each message of a mailbox, if its form allows the change and, for a change that is undone,
/// allows the reverse.
fn changed(bytes: &[u8], format: MailboxFormat, is_undone: bool, change: &mut dyn FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    if !is_mailbox(bytes) {
        let done = change(bytes);
        return if is_undone && is_mailbox(&done) { bytes.to_vec() } else { done };
    }
    let mut one = |entry: napkin_mail::MailboxEntry| {
        let content = change(&entry.content());
        let done = if is_undone { entry.with_reversible_content(&content) } else { entry.with_content(&content) };
        done.unwrap_or_else(|_| entry.bytes())
    };
    Mailbox::new(bytes).with_format(format).flat_map(|entry| one(entry.expect("memory is read"))).collect()
}

fn back(detached: &Detached<'_>) -> napkin_mail::Attached {
    let numbers = detached.objects.iter().map(|object| object.part.clone());
    let options = AttachOptions::default().with_parts(numbers);
    Message::parse(&detached.bytes).attach(&options, &mut |wanted: &WantedObject| {
        let object = detached.objects.iter().find(|object| object.url == wanted.url);
        object.map(|object| Fetched::new(object.bytes().into_owned())).ok_or(NotFetched::new("not on the table"))
    })
}

/// Each attached object is in its place.
fn attached(message: &Message<'_>, object: &[u8]) {
    let options = AttachOptions::default().with_label(true);
    let done = message.attach(&options, &mut |_: &WantedObject| Ok(Fetched::new(object.to_vec())));
    let is_attached = |outcome: &AttachOutcome| matches!(outcome, AttachOutcome::Attached(_));
    if !done.bodies.iter().any(|body| is_attached(&body.outcome)) {
        assert!(done.bytes == message.bytes());
    }
    for body in &done.bodies {
        assert!(body.span.start <= body.span.end && body.span.end <= message.bytes().len(), "{body:?}");
    }
    others_stay(message, &done.bytes, &|part| done.bodies.iter().any(|body| body.part == part.number()));
}

/// Unchanged parts next to a changed one keep their places and bytes.
fn others_stay(message: &Message<'_>, after: &[u8], has_changed: &dyn Fn(&Part<'_, '_>) -> bool) {
    let changed = Message::parse(after);
    let is_other = |part: &Part<'_, '_>| {
        part.kind() == PartKind::Leaf
            && part.is_verbatim()
            && !part.is_phantom()
            && !part.outwards().any(|part| has_changed(&part))
    };
    for part in message.parts().filter(is_other) {
        let number = part.number();
        let found = changed.parts().find(|part| part.number() == number && part.kind() == PartKind::Leaf);
        let found = found.unwrap_or_else(|| panic!("{number} is gone: {:?}", String::from_utf8_lossy(after)));
        assert_eq!(found.raw_body(), part.raw_body(), "{number} of {:?}", String::from_utf8_lossy(after));
    }
}
