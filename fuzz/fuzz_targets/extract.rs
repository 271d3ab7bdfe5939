//! Extracts links from any document: spans are within the document and in order, `raw` is the text at its span, in
//! plain text `text` is `raw` without the ignored white space, and the output of `write` reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Span, Standard};
use napkin_document::{
    Context, Delimiter, Entity, Kind, Limits, Link, Options, Reading, base, charset, collect_links, write_delimited,
};
use napkin_fuzz::valid;

fuzz_target!(|data: &[u8]| {
    // The first byte has the options: the kinds of links, the limits, and the width of `write`.
    let Some((&choice, document)) = data.split_first() else { return };
    let limits = if choice & 2 == 0 {
        Limits::default()
    } else {
        Limits::default().with_wrapped(40).with_hyphens(1).with_noscript(1)
    };
    let options = Options::default().with_bare(choice & 1 == 1).with_limits(limits);
    for kind in Kind::ALL {
        let entity = Entity::new(document).with_kind(kind).retrieved_from("http://pub.example/a/b");
        let links = collect_links(&entity, &options);
        in_order(&links, document);
        // In UTF-16, `raw` is UTF-16 too.
        if kind == Kind::Text && charset(&entity).name() == "UTF-8" {
            links.iter().for_each(is_plain);
        }
        based(&entity);
    }
    if let Ok(text) = str::from_utf8(document) {
        reads_back(text, usize::from(choice >> 2));
    }
});

fn in_order(links: &[Link<'_>], document: &[u8]) {
    let mut last = 0;
    for link in links {
        assert!(last <= link.span.start, "{link:?}");
        last = link.span.start;
        assert_eq!(document.get(link.span.range()), Some(link.raw), "{link:?}");
        for (at, character) in link.text.char_indices() {
            let place = link.source_span(Span::new(at, at + character.len_utf8()));
            assert!(link.span.start <= place.start && place.end <= link.span.end, "{link:?} {at} {place:?}");
        }
        let whole = link.source_span(Span::new(0, link.text.len()));
        assert!(whole == link.span || link.text.is_empty(), "{link:?} {whole:?}");
        for other in &link.alternatives {
            let whole = other.source_span(Span::new(0, other.text.len()));
            assert_eq!(whole, other.span, "{link:?}");
            // Only non-ASCII characters after a URL make a reading longer than the link.
            let end = if other.reading == Reading::International { document.len() } else { link.span.end };
            assert!(link.span.start <= other.span.start && other.span.end <= end, "{link:?}");
        }
    }
}

/// `Link::text`: "ignored white space left out, ill-formed UTF-8 replaced by U+FFFD". The marks of quoted mail are
/// removed with the white space, and `Link::assumed` is inserted before the text.
fn is_plain(link: &Link<'_>) {
    assert!(matches!(link.context, Context::Text(_)));
    // In a paragraph that hyphenates words, the reading with all hyphens is the other one.
    let kept = link.alternatives.iter().find(|other| other.reading == Reading::HyphenKept);
    let text = kept.map_or(&link.text, |other| &other.text);
    let expected = |raw: &str| {
        let plain = raw.replace(|c: char| c == '>' || c.is_ascii_whitespace(), "");
        format!("{}{plain}", link.assumed.unwrap_or_default())
    };
    let raw = link.raw_lossy();
    // A bar at the start of a line may be a mark of quoted mail, too.
    let is_mark = |c: char| matches!(c, '>' | '|') || c.is_ascii_whitespace();
    let unmarked: Vec<&str> = raw
        .split('\n')
        .enumerate()
        .map(|(at, line)| if at == 0 { line } else { line.trim_start_matches(is_mark) })
        .collect();
    assert!(**text == expected(&raw) || **text == expected(&unmarked.concat()), "{link:?}");
}

fn based(entity: &Entity<'_>) {
    let found = base(entity);
    assert_eq!(found.element.is_some(), found.span.is_some());
    for span in [found.element, found.span, found.rejected.map(|rejected| rejected.span)].into_iter().flatten() {
        assert!(entity.bytes.get(span.range()).is_some(), "{span:?}");
    }
}

/// Checks a URL with `://` and text after it; for others, their schemes decide which ones plain text contains.
fn reads_back(url: &str, width: usize) {
    let Some(reference) = valid(url, Standard::Rfc3987).filter(|reference| reference.is_absolute()) else { return };
    let scheme = reference.scheme().unwrap_or_default();
    let is_hierarchical = url[scheme.len()..].strip_prefix("://").is_some_and(|rest| !rest.is_empty());
    if !is_hierarchical {
        return;
    }
    let text = format!("Kim, it is in {}, bye.", write_delimited(url, width));
    let links = collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &Options::default());
    assert_eq!(links.len(), 1, "{text:?}: {links:?}");
    assert_eq!(links[0].text, url, "{text:?}");
    let is_named_url = scheme.eq_ignore_ascii_case("url");
    let delimiter = if is_named_url { Delimiter::AngleUrl } else { Delimiter::Angle };
    assert_eq!(links[0].context, Context::Text(delimiter), "{text:?}");
    assert!(!text.contains("-\n"), "{text:?}");
}
