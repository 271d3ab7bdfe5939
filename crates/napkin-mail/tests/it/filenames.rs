//! File names of parts: `data/mail/filenames.toml`.

use crate::cases::{cases, name, text};
use napkin_mail::Message;

#[test]
fn filenames_are_those_of_the_cases() {
    let cases = cases("filenames");
    for case in &cases {
        let (name, text) = (name(case), |key: &str| text(case, key));
        assert!(text("see").is_some(), "{name}: no section and no reason");
        for message in [text("message").expect(name).to_owned(), text("message").expect(name).replace('\n', "\r\n")] {
            let message = Message::parse(message.as_bytes());
            let part = message.root();
            assert_eq!(part.filename().as_deref(), text("filename"), "{name}");
            assert_eq!(part.disposition().as_deref(), text("disposition"), "{name}");
            assert_eq!(Some(part.is_attachment()), case["attachment"].as_bool(), "{name}");
        }
    }
    assert_eq!(cases.len(), 32);
}

/// A name without a charset that is not UTF-8 is read as windows-1252, as bodies are.
#[test]
fn filename_in_latin1_is_read_as_windows_1252() {
    let message = b"Content-Disposition: attachment; filename=\"caf\xe9.pdf\"\n\n";
    assert_eq!(Message::parse(message).root().filename().as_deref(), Some("caf\u{e9}.pdf"));
}
