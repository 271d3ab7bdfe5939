//! Compares the engine's verdict on valid URL strings with the URL Standard's own grammar, which does not depend on a
//! parser.

use napkin::whatwg::{Url, is_valid_url_string};
use napkin_conformance::generate::Random;
use napkin_conformance::generate::urls::{BASES, text, written};
use napkin_conformance::oracle::whatwg::{self, Errors, Record};
use napkin_conformance::wpt;

/// A base, in the engine's and in the oracle's form.
type Base = (Url, Record);

fn base(text: &str) -> Option<Base> {
    Url::parse(text, None).ok().zip(whatwg::parse(text, None, &mut Errors::new()))
}

/// Returns whether the engine calls the text valid; panics if the grammar disagrees.
fn assert_same(text: &str, base: Option<&Base>) -> bool {
    let verdict = is_valid_url_string(text, base.map(|(url, _)| url));
    let by_grammar = whatwg::is_valid_url_string(text, base.map(|(_, record)| record));
    assert_eq!(verdict, by_grammar, "{text:?} against {:?}", base.map(|(url, _)| url.href()));
    verdict
}

#[test]
fn engine_passes_the_web_platform_tests_of_writing() {
    let urls = [wpt::urltestdata(), wpt::extra_urltestdata()].concat();
    let urls = urls.into_iter().map(|case| (case.input, case.base.as_deref().and_then(base)));
    let hosts = [wpt::toascii(), wpt::idna_test_v2(), wpt::idna_test_v2_removed()].concat();
    let hosts = hosts.iter().flat_map(|case| [format!("https://{}/x", case.input), format!("foo://{}/x", case.input)]);
    let all = urls.chain(hosts.map(|text| (text, None)));
    let valid = all.filter(|(text, base)| assert_same(text, base.as_ref())).count();
    assert!(valid > 500, "{valid} are valid");
}

#[test]
fn engine_and_oracle_agree_on_writing_random_texts() {
    let mut random = Random::new(141_421);
    let mut valid = 0;
    let bases = BASES.map(|text| base(text).expect("a URL"));
    for count in 0..400_000 {
        let text = if count % 4 == 0 { text(&mut random) } else { written(&mut random) };
        let made = (count % 8 == 0).then(|| base(&written(&mut random))).flatten();
        let base = made.as_ref().or(bases.get(random.below(bases.len() + 2)));
        valid += usize::from(assert_same(&text, base));
    }
    assert!(valid > 50_000, "{valid} are valid");
}
