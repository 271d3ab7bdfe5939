//! Decides which lines of a header are fields, for all readers of headers.

/// Returns the length of the text before the colon of a field: a name of visible ASCII (RFC 5322 section 3.6.8),
/// optionally followed by white space (section 4.5). `None` if the line is no field.
pub(crate) fn name_and_white(line: &[u8]) -> Option<usize> {
    let name = line.iter().position(|&byte| byte == b':' || !byte.is_ascii_graphic()).filter(|&name| name > 0)?;
    let white = line[name..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    (line.get(name + white) == Some(&b':')).then_some(name + white)
}

/// Returns whether a line is a field rather than text with a colon: a typical field of messages, or, unless
/// `is_well_known` is set, a name of letters, digits and hyphens with white space after the colon.
pub(crate) fn is_telling_field(line: &[u8], is_well_known: bool) -> bool {
    let Some(colon) = name_and_white(line) else { return false };
    let name = line[..colon].trim_ascii_end();
    let is_plain = || name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_apart = || line.get(colon + 1).is_none_or(u8::is_ascii_whitespace);
    is_of_mail(name) || !is_well_known && is_plain() && is_apart()
}

/// Returns whether a name is that of a MIME field, which affects how the body is read.
pub(crate) fn is_of_mime(name: &[u8]) -> bool {
    let starts = |start: &[u8]| name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start));
    starts(b"content-") || name.eq_ignore_ascii_case(b"mime-version")
}

/// Returns whether a name is that of a field that distinguishes a message from other texts.
pub(crate) fn is_of_mail(name: &[u8]) -> bool {
    is_of_mime(name) || MAIL_FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field.as_bytes()))
}

/// Field names, besides those of MIME: a text that begins with a header is a message if it has two of them.
const MAIL_FIELDS: [&str; 9] =
    ["from", "to", "cc", "received", "return-path", "delivered-to", "message-id", "date", "subject"];

/// Returns where the body of a message begins: after its first empty line.
pub(crate) fn body_start(message: &[u8]) -> usize {
    for (empty, length) in [(&b"\n"[..], 1), (b"\r\n", 2)] {
        if message.starts_with(empty) {
            return length;
        }
    }
    memchr::memchr_iter(b'\n', message)
        .find_map(|at| match message.get(at + 1..) {
            Some([b'\n', ..]) => Some(at + 2),
            Some([b'\r', b'\n', ..]) => Some(at + 3),
            _ => None,
        })
        .unwrap_or(message.len())
}
