//! Objects that leave a message and come back: attaching undoes detaching byte for byte; no object that is attached, and no URL that is written,
//! changes any other part of the message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_document::bundle::{Fetched, NotFetched};
use napkin_document::mail::{
    AttachOptions, DetachOptions, Detached, Message, Outcome, Part, PartKind, RelinkOptions, Wanted, Wrap,
};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    // Behind the last 0xFF stands an object.
    let at = data.iter().rposition(|&byte| byte == 0xff);
    let (bytes, object) = at.map_or((data, &b"soup\n"[..]), |at| (&data[..at], &data[at + 1..]));
    let message = Message::parse(bytes);
    comes_back(&message, bytes, choice);
    attached(&message, object);
    let options = RelinkOptions { deleted: Some("https://pub.example/kept".to_owned()), ..RelinkOptions::default() };
    let relinked = message.relink(&options);
    assert!(relinked.bytes == bytes || !relinked.bodies.is_empty());
    others_stay(&message, &relinked.bytes, &|part| relinked.bodies.iter().any(|body| body.part == part.number()));
});

fn comes_back(message: &Message<'_>, bytes: &[u8], choice: u8) {
    let wrap = [Wrap::Words, Wrap::Rfc2231, Wrap::None][usize::from(choice) % 3];
    let min_size = u64::from(choice) / 3 % 2 * 40;
    let options =
        DetachOptions { min_size, related: choice > 127, wrap, ..DetachOptions::new("https://pub.example/kept") };
    let detached = message.detach(&options).expect("a folder");
    let count = detached.objects.len();
    let back = back(&detached);
    assert!(back.bytes == bytes, "{:?}", String::from_utf8_lossy(&back.bytes));
    assert_eq!(back.bodies.iter().filter(|body| matches!(body.outcome, Outcome::Attached(_))).count(), count);
    for left in &detached.left {
        assert!(left.span.end <= bytes.len());
    }
    others_stay(message, &detached.bytes, &|part| detached.objects.iter().any(|object| object.part == part.number()));
}

fn back(detached: &Detached<'_>) -> napkin_document::mail::Attached {
    let numbers = detached.objects.iter().map(|object| object.part.clone()).collect();
    let options = AttachOptions { parts: Some(numbers), ..AttachOptions::default() };
    Message::parse(&detached.bytes).attach(&options, &mut |wanted: &Wanted| {
        let object = detached.objects.iter().find(|object| object.url == wanted.url);
        object.map(|object| Fetched::new(object.bytes().into_owned())).ok_or(NotFetched::new("not on the table"))
    })
}

/// Whatever is attached, it is in its place.
fn attached(message: &Message<'_>, object: &[u8]) {
    let options = AttachOptions { label: true, ..AttachOptions::default() };
    let done = message.attach(&options, &mut |_: &Wanted| Ok(Fetched::new(object.to_vec())));
    let is_attached = |outcome: &Outcome| matches!(outcome, Outcome::Attached(_));
    if !done.bodies.iter().any(|body| is_attached(&body.outcome)) {
        assert!(done.bytes == message.bytes());
    }
    for body in &done.bodies {
        assert!(body.span.start <= body.span.end && body.span.end <= message.bytes().len(), "{body:?}");
    }
    others_stay(message, &done.bytes, &|part| done.bodies.iter().any(|body| body.part == part.number()));
}

/// Parts that stand beside what has changed are in their places, with their bytes.
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
