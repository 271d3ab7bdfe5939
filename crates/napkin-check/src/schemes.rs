//! URLs whose targets are not looked at, but whose form a definition fixes.

use std::borrow::Cow;

use napkin::data::DataUrl;
use napkin::media::Reading;
use napkin::{Finding, Reference, Severity, Standard};

use crate::Verdict;

/// Judges the URL of a scheme by its definition.
pub(crate) fn judge(scheme: &str, url: &str) -> (Verdict, Cow<'static, str>) {
    match scheme {
        "data" => data(url),
        "javascript" | "vbscript" => (Verdict::Skipped, "a script, not a reference".into()),
        "geo" => geo(url),
        "about" | "blob" => (Verdict::Skipped, "exists only in a browser".into()),
        _ => by_definition(scheme, url),
    }
}

fn data(url: &str) -> (Verdict, Cow<'static, str>) {
    match DataUrl::parse(url, Reading::Whatwg).and_then(|data| data.decode().map(drop)) {
        Ok(()) => (Verdict::Ok, "".into()),
        Err(error) => (Verdict::Malformed, error.to_string().into()),
    }
}

/// Judges a place on Earth (RFC 5870 section 3.3): two or three numbers, then parameters.
fn geo(url: &str) -> (Verdict, Cow<'static, str>) {
    let path = url.split_once(':').map_or("", |(_, path)| path);
    let numbers: Vec<&str> = path.split(['?', ';']).next().unwrap_or_default().split(',').collect();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |text: &&str| {
        let text = text.strip_prefix('-').unwrap_or(text);
        text.split_once('.').map_or_else(|| is_digits(text), |(whole, rest)| is_digits(whole) && is_digits(rest))
    };
    match (2..=3).contains(&numbers.len()) && numbers.iter().all(is_number) {
        true => (Verdict::Ok, "".into()),
        false => (Verdict::Malformed, "expected `latitude,longitude` in numbers (RFC 5870 section 3.3)".into()),
    }
}

fn by_definition(scheme: &str, url: &str) -> (Verdict, Cow<'static, str>) {
    let reference = match Reference::parse(url, Standard::Rfc3986) {
        Ok(reference) => reference,
        Err(error) => return (Verdict::Malformed, error.to_string().into()),
    };
    let mut findings: Vec<Finding> = Vec::new();
    let is_defined = napkin_scheme::check(reference, &mut findings);
    let wrong = findings.iter().find(|finding| finding.rule.severity() == Severity::Error);
    match wrong {
        Some(wrong) => (Verdict::Malformed, format!("{wrong} ({})", wrong.see()).into()),
        // Schemes with servers, which are not asked.
        None if napkin_scheme::find(scheme).is_some_and(|definition| definition.port.is_some()) => {
            (Verdict::Skipped, format!("a server of `{scheme}`, which is not asked").into())
        }
        None if is_defined || napkin_scheme::registered(scheme).is_some() => (Verdict::Ok, "".into()),
        None => (Verdict::Skipped, format!("no definition of the scheme `{scheme}`").into()),
    }
}
