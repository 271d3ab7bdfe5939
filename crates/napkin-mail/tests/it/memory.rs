//! A large object is never held twice, and memory does not grow with the lines of a message. The allocator counts the
//! bytes that a thread holds besides the message.

use crate::counting::peak;
use crate::encoded_message::{SMALL, message};
use napkin_mail::{AttachOptions, DetachOptions, Fetched, Message};

/// For every length of lines, and every line break: there is no entry per line.
#[test]
fn mail_memory_does_not_grow_with_lines() {
    for line in [76, 72, 75, 10] {
        for line_break in ["\n", "\r\n"] {
            let about = format!("{line} {line_break:?}");
            let message = message("application/octet-stream", line, line_break);
            let decoded = message.len() / 4 * 3;
            let (_, used) = peak(|| Message::parse(&message).parts().count());
            assert!(used < SMALL, "parse {about}: {used}");
            let (_, used) = peak(|| Message::parse(&message).root().decoded().bytes.len());
            assert!(used < decoded + SMALL, "decode {about}: {used} of {decoded}");
        }
    }
}

/// Detaching holds no copy; attaching holds the message that it returns, which takes the memory of the object.
#[test]
fn mail_memory_of_detach_and_attach_is_one_message() {
    for media_type in ["image/gif", "text/html"] {
        let message = message(media_type, 76, "\n");
        let parsed = Message::parse(&message);
        let options = DetachOptions::new("http://pub.example/").with_min_size(0);
        let (detached, used) = peak(|| parsed.detach(&options).expect("a base"));
        assert!(used < SMALL, "{media_type}: {used}");
        let object = detached.objects[0].bytes().into_owned();
        let small = Message::parse(&detached.bytes);
        // The object is moved into the closure, so it is freed or reused within.
        let mut object = Some(object);
        let options = AttachOptions::default().with_max_object(u64::MAX);
        let (attached, used) = peak(|| {
            small.attach(&options, &mut |_| Ok(Fetched::new(object.take().expect("one object")).of_type(media_type)))
        });
        assert!(attached.bytes == message);
        assert!(used < message.len() / 4 + SMALL, "{media_type}: {used} of {}", message.len());
    }
}

/// Without a record of how it looked, an object is encoded anew, in the memory of the object.
#[test]
fn mail_memory_of_attaching_a_plain_external_body_is_one_message() {
    let message = b"Content-Type: message/external-body; access-type=URL; URL=\"http://h/a\"\n\n\
        Content-Type: image/gif\nContent-ID: <a@b>\n\n";
    let parsed = Message::parse(message);
    let options = AttachOptions::default().with_max_object(u64::MAX);
    let length = 3 << 20;
    let mut object = Some(vec![0xff; length]);
    let (attached, used) = peak(|| {
        parsed.attach(&options, &mut |_| Ok(Fetched::new(object.take().expect("one object")).of_type("image/gif")))
    });
    // In base64, with a line break per 76 characters.
    assert!(attached.bytes.len() > length / 3 * 4 * 77 / 76);
    assert!(used < attached.bytes.len() - length + SMALL, "{used}");
}
