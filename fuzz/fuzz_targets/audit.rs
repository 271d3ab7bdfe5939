//! Runs the audit on any text. It never fails; spans are within the text and between characters; the same text has the
//! same findings; each fix has a span. A host on which all readers agree is a safe host that no reader misses, all
//! readers agree on a suggested form, and without a finding, no reader of a web URL sees another host.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::whatwg::HostBuf;
use napkin::{Finding, Span, Standard, whatwg};
use napkin_audit::{
    Model, Reader, Settings, Verdict, against, audit, disagreement, fix, level, safe_host, secrets, standard_host,
};

fuzz_target!(|input: &str| {
    // A base may follow the first line.
    let (text, base) = input.split_once('\n').map_or((input, None), |(text, base)| (text, Some(base)));
    let found = findings(text, base);
    assert_eq!(found, findings(text, base), "twice");
    for finding in &found {
        assert!(level(finding.rule).is_some(), "{finding:?}");
        lies_in(text, finding.span);
        if let Some((span, _)) = fix(text, finding) {
            lies_in(text, span);
        }
    }
    assert!(found.is_sorted_by_key(|finding| finding.span.start), "{found:?}");
    let mut end = 0;
    for span in secrets(text, &Settings::default()) {
        lies_in(text, span);
        assert!(span.start >= end && !span.is_empty(), "{span:?}");
        end = span.end;
    }
    readings(text, base);
    hosts(text, &findings(text, None));
});

fn findings(text: &str, base: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    audit(text, base, &Settings::all(), &mut found);
    found
}

fn lies_in(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
}

fn readings(text: &str, base: Option<&str>) {
    let found = against(text, base);
    assert_eq!(found.causes.is_empty(), found.verdict == Verdict::Agree, "{found:?}");
    found.causes.iter().for_each(|&cause| lies_in(text, cause));
    assert_eq!(found.readings.len(), Standard::ALL.len() + Model::ALL.len());
    for reading in &found.readings {
        assert!(reading.seen.as_ref().is_ok_and(|seen| seen.host.as_deref() != Some("")) || reading.seen.is_err());
    }
    if let Verdict::NormaliseFirst(form) = &found.verdict {
        assert_eq!(disagreement(form).verdict, Verdict::Agree, "{form}");
    }
}

/// Checks the readings of a text for a program that asks for its host.
fn hosts(text: &str, found: &[Finding]) {
    let all = disagreement(text);
    let browsers = all.readings.iter().find(|reading| reading.reader == Reader::Standard(Standard::Whatwg));
    let host = browsers.and_then(|reading| reading.seen.as_ref().ok()).and_then(|seen| seen.host.as_deref());
    let safe = safe_host(text);
    // Under a scheme that the URL Standard does not know, all keep a number, and resolvers read it as an address.
    let is_number = |host: &str| HostBuf::parse(host, true).map_or(true, |parsed| parsed.ip().is_some());
    if let (Verdict::Agree, Some(host)) = (&all.verdict, host.filter(|host| safe.is_ok() || !is_number(host))) {
        assert_eq!(safe.as_ref().map(|safe| safe.as_str()), Ok(&*host.to_ascii_lowercase()), "all agree");
    }
    if let Ok(safe) = &safe {
        assert_eq!(standard_host(text).as_ref(), Ok(safe));
        for reading in &all.readings {
            let has_none = reading.seen.as_ref().is_ok_and(|seen| seen.host.is_none());
            // These readers report no host for an authority that they refuse.
            let refuses = matches!(reading.reader, Reader::Model(Model::JavaUri | Model::Perl));
            assert!(!has_none || refuses, "no host: {reading:?}");
        }
        assert_eq!(safe_host(&format!("ssh://{safe}/")).as_ref().map(|again| again.as_str()), Ok(safe.as_str()));
    }
    let is_web = |url: &whatwg::Url| matches!(url.protocol(), "http:" | "https:");
    if found.is_empty() && whatwg::Url::parse(text, None).is_ok_and(|url| is_web(&url)) {
        assert_ne!(all.verdict, Verdict::Reject, "no finding: {:?}", all.readings);
    }
}
