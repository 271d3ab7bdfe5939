//! Counts of a message's body in its header: `Content-Length` and `Lines`, which mailboxes have.
//!
//! Decides: that a count that was true is true of what the message becomes, and that one that was not is left alone. So what undoes a
//! change undoes this too.

use super::Message;
use super::splice::splice;
use napkin::Span;

/// What a message has become, with its counts.
pub(super) fn counted(before: &Message<'_>, after: Vec<u8>) -> Vec<u8> {
    let old = counts(before);
    if old.is_empty() {
        return after;
    }
    let message = before.like(&after);
    let edits = fields(&message).filter_map(|(name, span, count)| {
        let was_true = old.contains(&name);
        was_true.then(|| (span, count.to_string().into_bytes()))
    });
    splice(&after, edits.collect())
}

/// The names of the counts of a message that are true.
fn counts(message: &Message<'_>) -> Vec<&'static str> {
    let text = message.bytes();
    let is_true = |span: Span, count: usize| text[span.range()] == *count.to_string().as_bytes();
    fields(message).filter(|&(_, span, count)| is_true(span, count)).map(|(name, ..)| name).collect()
}

/// The counts of a message: names, places of the digits, and what they should be.
fn fields(message: &Message<'_>) -> impl Iterator<Item = (&'static str, Span, usize)> {
    let root = message.root();
    let count = move |name: &str| match name {
        "content-length" => root.body().len(),
        _ => memchr::memchr_iter(b'\n', root.raw_body()).count(),
    };
    ["content-length", "lines"].into_iter().filter_map(move |name| {
        let field = root.field(name)?;
        let (value, at) = (field.value(), field.value_span().start);
        let start = value.iter().position(u8::is_ascii_digit)?;
        let is_alone = value[start..].trim_ascii_end().iter().all(u8::is_ascii_digit)
            && value[..start].iter().all(u8::is_ascii_whitespace);
        let end = start + value[start..].trim_ascii_end().len();
        is_alone.then(|| (name, Span::new(at + start, at + end), count(name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_true_stays_true() {
        for (before, after, expected) in [
            (
                "Content-Length: 5\n\nsoup\n",
                "Content-Length: 5\n\nsoup of the day\n",
                "Content-Length: 16\n\nsoup of the day\n",
            ),
            ("Lines: 1\r\n\r\na\r\n", "Lines: 1\r\n\r\na\r\nb\r\n", "Lines: 2\r\n\r\na\r\nb\r\n"),
            (
                "Lines: 1\nContent-Length: 2\n\na\n",
                "Lines: 1\nContent-Length: 2\n\n",
                "Lines: 0\nContent-Length: 0\n\n",
            ),
            ("Lines: 7\n\na\n", "Lines: 7\n\na\nb\n", "Lines: 7\n\na\nb\n"),
            ("Lines: 01\n\na\n", "Lines: 01\n\na\nb\n", "Lines: 01\n\na\nb\n"),
            ("Lines: a few\n\na\n", "Lines: a few\n\n", "Lines: a few\n\n"),
            ("Subject: a\n\na\n", "Subject: a\n\n", "Subject: a\n\n"),
        ] {
            let counted = counted(&Message::parse(before.as_bytes()), after.as_bytes().to_vec());
            assert_eq!(String::from_utf8_lossy(&counted), expected);
        }
    }
}
