//! Parses any bytes as a message: the pieces together are the message, spans are within it, decoding in pieces equals
//! decoding at once, limits hold, and a URL that was written to a parameter reads back.
#![no_main]

use std::hint::black_box;

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use napkin::{Finding, Span};
use napkin_document::{Entity, Kind, Options, collect_links};
use napkin_mail::{Bases, Limits, Message, Part, PieceKind, Profile, Related, Wrap, write_url};

fuzz_target!(|bytes: &[u8]| {
    for limits in [Limits::default(), Limits::default().with_depth(2).with_parts(3).with_header(80).with_decoded(100)] {
        let mut findings: Vec<Finding> = Vec::new();
        let message = Message::read(bytes, &limits, &mut findings);
        whole(&message, bytes);
        message.check(&mut findings);
        for finding in &findings {
            assert!(finding.span.start <= finding.span.end && finding.span.end <= bytes.len(), "{finding:?}");
        }
        assert!(message.parts().count() <= limits.parts.max(1));
        message.parts().for_each(|part| bodies(part, bytes, &limits));
        references(&message);
    }
    hides_nothing(bytes);
    for link in collect_links(&Entity::new(bytes).with_kind(Kind::Mail), &Options::default()) {
        assert_eq!(link.raw, &bytes[link.span.range()]);
        let place = link.source_span(Span::new(0, link.text.len()));
        assert!(place.end <= bytes.len(), "{link:?}");
    }
    if let Ok(url) = std::str::from_utf8(bytes) {
        written(url);
    }
});

/// A line that is not a field hides no field and no part, wherever it is in a header. A message whose lines end with
/// CR alone has the same parts and links as with LF.
fn hides_nothing(bytes: &[u8]) {
    let unix: Vec<u8> = bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect();
    // A header follows each MIME field.
    let unix = [b"MIME-Version: 1.0\n", &unix[..]].concat();
    let message = Message::parse(&unix);
    let before = seen(&message);
    let starts = message.pieces().filter(|piece| piece.kind == PieceKind::Field && piece.part == 0);
    let starts: Vec<usize> = starts.map(|piece| piece.span.start).take(4).collect();
    for at in starts {
        let with = [&unix[..at], b"soup\n", &unix[at..]].concat();
        assert!(seen(&Message::parse(&with)) == before, "a line at {at}");
    }
    let mac: Vec<u8> = unix.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    assert!(seen(&Message::parse(&mac)) == before);
    let links = |bytes| -> Vec<(Span, String)> {
        let entity = Entity::new(bytes).with_kind(Kind::Mail);
        collect_links(&entity, &Options::default())
            .into_iter()
            .map(|link| (link.span, link.text.into_owned()))
            .collect()
    };
    assert!(links(&mac) == links(&unix));
}

/// Returns the number, the media type and the fields of each part.
fn seen(message: &Message<'_>) -> Vec<(String, String, Vec<(String, Vec<u8>)>)> {
    let fields = |part: Part<'_, '_>| part.fields().map(|it| (it.name().into_owned(), it.value().to_vec())).collect();
    message.parts().map(|part| (part.number(), part.essence().into_owned(), fields(part))).collect()
}

fn whole(message: &Message<'_>, bytes: &[u8]) {
    let mut at = 0;
    for piece in message.pieces() {
        assert!(piece.span.start == at && piece.span.end > at, "{piece:?} behind {at}");
        at = piece.span.end;
    }
    assert_eq!(at, bytes.len());
}

fn bodies(part: Part<'_, '_>, bytes: &[u8], limits: &Limits) {
    assert!(part.depth() <= limits.depth.saturating_add(1));
    let decoded = part.decoded();
    let mut read = Vec::new();
    part.reader().read_to_end(&mut read).expect("memory");
    assert!(read == *decoded.bytes);
    for at in 0..decoded.bytes.len().min(100) {
        assert!(decoded.source_span(Span::new(at, at + 1)).end <= bytes.len());
    }
    if let Some(external) = part.external_body() {
        assert!(external.url_span.is_none_or(|span| span.end <= bytes.len()));
    }
    assert!(part.outwards().last().is_some_and(|root| root.parent().is_none()));
}

fn references(message: &Message<'_>) {
    for &profile in Profile::ALL {
        let bases = Bases::new(message, profile, Some("http://pub.example/menu/"));
        let related = Related::new(message, &bases);
        for part in message.parts() {
            if let Some(label) = bases.label(part) {
                black_box(related.find(part, &label));
            }
            black_box(part.related_root());
        }
    }
}

/// A parameter reads back as written, and its value adds no field.
fn written(url: &str) {
    for wrap in [Wrap::Words, Wrap::Rfc2231, Wrap::None] {
        let parameter = write_url(url, wrap);
        let text = format!("Content-Type: message/external-body; access-type=URL;\r\n {parameter}\r\n\r\n");
        let message = Message::parse(text.as_bytes());
        assert_eq!(message.root().fields().count(), 1, "{text}");
        if let Ok(read) = message.root().external_body().expect("an external body").url {
            assert_eq!(write_url(&read, wrap), parameter);
        }
    }
}
