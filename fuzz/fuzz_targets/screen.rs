//! Screens any document: the spans of a chain are within the document and within the data of the URLs before them,
//! counts agree with reports, and limits hold. A document in a page's `data:` URL has the same result as by itself.
#![no_main]

use std::collections::HashMap;

use libfuzzer_sys::fuzz_target;
use napkin::Span;
use napkin_document::Use;
use napkin_document::screen::{Find, Format, Policy, ScreenLimits, Screened, TypePattern, screen, screen_url};

fuzz_target!(|input: &[u8]| {
    // The first byte is the format, the second the policy and how the document is embedded.
    let [format, choice, document @ ..] = input else { return };
    let policy = policy(*choice);
    let format = match Format::ALL.get(usize::from(*format) % 8) {
        Some(&format) => format,
        None if *format & 1 == 0 => Format::of_content(document),
        None => {
            let Ok(text) = str::from_utf8(document) else { return };
            holds(text.len(), &policy, |sink| screen_url(text, &policy, sink));
            return;
        }
    };
    let (found, screened) = holds(document.len(), &policy, |sink| screen(document, format, &policy, sink));
    if choice & 1 == 0 {
        embedded(document, format, *choice, &found, &screened);
    }
});

/// Even choices use the default limits, which no input of a fuzzer reaches.
fn policy(choice: u8) -> Policy {
    let limits = ScreenLimits::default().with_depth(2).with_count(3).with_size(60).with_total(100);
    Policy::default()
        .with_deny(if choice & 2 == 0 { Vec::new() } else { vec![TypePattern::active()] })
        .with_allow_in(if choice & 4 == 0 {
            Vec::new()
        } else {
            vec![(Use::Image, vec!["image/*".parse().expect("a type")])]
        })
        .with_sniff(choice & 8 != 0)
        .with_limits(if choice & 1 == 0 { ScreenLimits::default() } else { limits })
}

/// A finding in a form that can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    chain: Vec<Span>,
    context: String,
    text: String,
    essence: String,
    sniffed: Option<&'static str>,
    findings: Vec<(&'static str, Span)>,
    is_url: bool,
}

type Sink<'s> = &'s mut dyn FnMut(&Find<'_>);

/// Compares a report with the document's length and with earlier reports.
fn holds(length: usize, policy: &Policy, run: impl FnOnce(Sink<'_>) -> Screened) -> (Vec<Found>, Screened) {
    let (mut found, mut counted, mut total) = (Vec::new(), Screened::default(), 0);
    // The length of the data at the end of a chain.
    let mut lengths = HashMap::from([(Vec::new(), length)]);
    let screened = run(&mut |find| {
        let (last, before) = find.chain.split_last().expect("a URL stands somewhere");
        let length = lengths.get(before).unwrap_or_else(|| panic!("nothing was there: {find:?}"));
        assert!(last.start <= last.end && last.end <= *length, "{find:?} in {length} bytes");
        for finding in find.findings {
            assert!(find.text.get(finding.span.range()).is_some(), "{find:?}");
        }
        if let Some(data) = find.data {
            lengths.insert(find.chain.to_vec(), data.len());
            total += data.len();
            assert!(data.len() <= policy.limits.size, "{find:?}");
            assert!(find.error.is_none() && find.media_type.is_some(), "{find:?}");
        }
        assert!(find.depth() <= policy.limits.depth || !find.is_read(), "{find:?}");
        // Beyond the limit, it is unknown whether browsers load them.
        let is_counted = !find.findings.iter().any(|finding| finding.rule.code() == "data-too-many");
        counted.found += usize::from(find.is_url && find.error.is_none() && is_counted);
        counted.denied += usize::from(find.is_denied());
        counted.unread += usize::from(!find.is_read());
        assert!(find.shortened(20).len() <= find.text.len().max(20) + '…'.len_utf8());
        found.push(Found {
            chain: find.chain.to_vec(),
            context: find.context.to_owned(),
            text: find.text.to_owned(),
            essence: find.essence().to_owned(),
            sniffed: find.sniffed,
            findings: find.findings.iter().map(|finding| (finding.rule.code(), finding.span)).collect(),
            is_url: find.is_url,
        });
    });
    assert_eq!((screened.denied, screened.unread), (counted.denied, counted.unread), "{found:?}");
    assert_eq!(screened.found, counted.found, "{found:?}");
    assert!(total <= policy.limits.total, "{total}");
    let read = found.iter().filter(|one| one.is_url && !one.findings.iter().any(|(code, _)| *code == "data-too-many"));
    assert!(read.count() <= policy.limits.count, "{found:?}");
    (found, screened)
}

/// Embeds a document in a page, as `data:TYPE;base64,` or with escapes.
fn embedded(document: &[u8], format: Format, choice: u8, alone: &[Found], screened: &Screened) {
    let essence = match format {
        Format::Html => "text/html",
        Format::Css => "text/css",
        Format::Xml => "image/svg+xml",
        Format::Json => "application/json",
        Format::Mail => "message/rfc822",
        // Text is parsed as the kind that it looks like.
        _ => return,
    };
    let body = if choice & 16 == 0 {
        format!(";base64,{}", napkin::base64::encode(document))
    } else {
        format!(",{}", document.iter().map(|byte| format!("%{byte:02x}")).collect::<String>())
    };
    let page = format!("<iframe src='data:{essence}{body}'></iframe>");
    let limits = ScreenLimits::default().with_depth(ScreenLimits::default().depth + 1);
    let policy = policy(choice).with_limits(limits);
    let (found, outer) = holds(page.len(), &policy, |sink| screen(page.as_bytes(), Format::Html, &policy, sink));
    let (first, rest) = found.split_first().expect("the document itself");
    assert_eq!(first.chain, [Span::new(13, page.len() - "'></iframe>".len())], "{page}");
    let inner: Vec<Found> = rest.iter().map(within).collect();
    assert_eq!(inner, alone, "{page}");
    assert_eq!(outer.unread, screened.unread, "{page}");
    assert_eq!(outer.found, screened.found + 1, "{page}");
}

/// Returns a finding without the first span of its chain.
fn within(found: &Found) -> Found {
    Found { chain: found.chain[1..].to_vec(), ..found.clone() }
}
