//! Reading links and screening do not hold a large object of a message twice, and memory does not grow with its lines. The allocator counts the
//! bytes that a thread holds besides the message.

use crate::counting::peak;
use crate::encoded_message::{SMALL, message};
use napkin_document::screen::{Format, Policy, screen};
use napkin_document::{Entity, Kind, Options, collect_links};

/// The map of a message has no entry per line, for every length of lines and every line break.
#[test]
fn mail_link_memory_does_not_grow_with_lines() {
    for line in [76, 72, 75, 10] {
        for line_break in ["\n", "\r\n"] {
            let about = format!("{line} {line_break:?}");
            let message = message("application/octet-stream", line, line_break);
            let policy = Policy::default();
            let (_, used) = peak(|| screen(&message, Format::Mail, &policy, &mut |_| {}));
            assert!(used < SMALL, "screen {about}: {used}");
            let entity = Entity::new(&message).with_kind(Kind::Mail);
            let (_, used) = peak(|| collect_links(&entity, &Options::default()).len());
            assert!(used < SMALL, "links {about}: {used}");
        }
    }
}

/// A text is decoded to be screened: the decoded text is all that is held.
#[test]
fn mail_memory_of_screening_is_one_decoded_text() {
    let message = message("text/plain", 76, "\r\n");
    let (_, used) = peak(|| screen(&message, Format::Mail, &Policy::default(), &mut |_| {}));
    assert!(used < message.len() / 4 * 3 + SMALL, "{used} of {}", message.len());
}
