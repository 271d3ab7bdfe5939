//! File names of parts: `data/mail/filenames.toml`.

use napkin_mail::Message;
use toml::{Table, Value};

#[test]
fn filenames_are_those_of_the_cases() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mail/filenames.toml");
    let table: Table = std::fs::read_to_string(path).expect(path).parse().expect("TOML");
    let cases = table["case"].as_array().expect("a list");
    for case in cases {
        let text = |key: &str| case.get(key).and_then(Value::as_str);
        let name = text("name").expect("a name");
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
