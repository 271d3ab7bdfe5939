//! Treats any message as a page: file names are safe everywhere and unique, the MHTML output is a message without
//! errors that contains the page, and a reference with a meaning inside only is never requested from outside.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use napkin::{Finding, Severity};
use napkin_document::bundle::{BundleOptions, NotFetched, Request};
use napkin_document::mhtml::{Archive, WriteOptions};
use napkin_mail::{Limits, Message, Profile};

fn nowhere(request: &Request<'_>) -> Result<napkin_document::bundle::Fetched, NotFetched> {
    let is_inside = ["cid:", "mid:", "thismessage:"].iter().any(|scheme| request.url.starts_with(scheme));
    assert!(!is_inside, "{}", request.url);
    Err(NotFetched::new("not retrieved"))
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let profile = Profile::ALL[usize::from(choice) % Profile::ALL.len()];
    let retrieval = (choice > 127).then_some("http://pub.example/archive/message");
    let message = Message::parse(bytes);
    let archive = || Archive::with_profile(&message, profile, retrieval);
    let Some(mut first) = archive() else { return };
    let mut names = BTreeSet::new();
    let parted = first.unbundle(&BundleOptions::default(), &mut nowhere, &mut |file| {
        let is_safe = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
        assert!(file.name.bytes().all(is_safe) && !file.name.starts_with('.'), "{}", file.name);
        assert!(names.insert(file.name.to_owned()), "{} comes twice", file.name);
    });
    assert!(parted.page.bytes.len() <= 1 << 24);
    let Some(mut second) = archive() else { return };
    second.bundle(&BundleOptions::default(), &mut nowhere);
    let Some(mut third) = archive() else { return };
    let written = third.write(&WriteOptions::default(), &mut nowhere);
    let mut findings: Vec<Finding> = Vec::new();
    let again = Message::read(&written.bytes, &Limits::default(), &mut findings);
    again.check(&mut findings);
    let is_error = |finding: &&Finding| finding.rule.severity() == Severity::Error;
    assert_eq!(findings.iter().find(is_error), None, "{:?}", String::from_utf8_lossy(&written.bytes));
    let page = Archive::new(&again, None).map(|archive| archive.page().number());
    assert_eq!(page.as_deref(), Some("1"), "{:?}", String::from_utf8_lossy(&written.bytes));
});
