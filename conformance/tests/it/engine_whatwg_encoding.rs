//! Compares the engine under the URL Standard in documents in legacy encodings with the Web Platform Tests and the
//! oracle.

use encoding_rs::Encoding;
use napkin::percent::EncodeSet;
use napkin::whatwg::{Url, percent_encode_after_encoding};
use napkin_conformance::generate::Random;
use napkin_conformance::generate::urls::{BASES, text};
use napkin_conformance::oracle::whatwg::code_points::PercentEncodeSet;
use napkin_conformance::oracle::whatwg::{self, Errors, percent};
use napkin_conformance::wpt;

#[test]
fn web_platform_tests_of_percent_encoding() {
    let cases = wpt::percent_encoding();
    assert_eq!(cases.len(), 7);
    let mut results = 0;
    for case in &cases {
        for (label, query) in &case.output {
            let input = format!("https://doesnotmatter.invalid/?{0}#{0}", case.input);
            let url = Url::parse_in(&input, None, label).unwrap();
            assert_eq!(url.search(), format!("?{query}"), "{:?} in {label}", case.input);
            assert_eq!(url.hash(), format!("#{}", case.output["utf-8"]), "{:?} in {label}", case.input);
            results += 1;
        }
    }
    assert_eq!(results, 16);
}

/// A label for each of the Encoding Standard's encodings.
const LABELS: [&str; 40] = [
    "utf-8", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7",
    "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r",
    "koi8-u", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
    "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030",
    "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "replacement", "utf-16be", "utf-16le", "x-user-defined",
];

/// Characters that only some encodings have, and characters that encoders treat specially: those that switch states in
/// ISO-2022-JP, and those that differ between standards of Shift_JIS, GB 18030 and Big5.
const CHARACTERS: [char; 20] = [
    'a', ' ', '\'', '+', '&', '\u{e}', '\u{1b}', '\u{a5}', '\u{e1}', '\u{203e}', '\u{20ac}', '\u{2212}', '\u{2261}',
    '\u{203d}', '\u{3042}', '\u{4e00}', '\u{e5e5}', '\u{f780}', '\u{ff61}', '\u{20021}',
];

fn characters(random: &mut Random) -> String {
    (0..random.below(8)).map(|_| CHARACTERS[random.below(CHARACTERS.len())]).collect()
}

#[test]
fn engine_and_oracle_encode_random_texts_alike() {
    let mut random = Random::new(173_205);
    let mut unlike_utf_8 = 0;
    for _ in 0..100_000 {
        let label = LABELS[random.below(LABELS.len())];
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
        let input = format!("{}{}?{}", text(&mut random), characters(&mut random), characters(&mut random));
        let against = BASES[random.below(BASES.len())];
        let oracle_base = whatwg::parse(against, None, &mut Errors::new());
        let expected = whatwg::parse_encoded(&input, oracle_base.as_ref(), encoding, &mut Errors::new());
        let expected = expected.map(|record| record.href());
        let base = Url::parse(against, None).unwrap();
        let found = Url::parse_in(&input, Some(&base), label).ok().map(|url| url.href().to_owned());
        assert_eq!(found, expected, "{input:?} against {against} in {label}");
        unlike_utf_8 += usize::from(found != base.join(&input).ok().map(|url| url.href().to_owned()));
    }
    assert!(unlike_utf_8 > 20_000, "{unlike_utf_8} differ by their encoding");
}

#[test]
fn the_oracle_on_percent_encode_after_encoding() {
    let sets = [
        (EncodeSet::SPECIAL_QUERY, PercentEncodeSet::SpecialQuery),
        (EncodeSet::FORM_URLENCODED, PercentEncodeSet::FormUrlencoded),
    ];
    let mut random = Random::new(223_606);
    for count in 0..100_000 {
        let label = LABELS[random.below(LABELS.len())];
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the Encoding Standard");
        let (set, oracle_set) = sets[count % 2];
        let text = characters(&mut random);
        let expected = percent::percent_encode_after_encoding(encoding.output_encoding(), &text, oracle_set);
        assert_eq!(percent_encode_after_encoding(&text, label, set), Ok(expected), "{text:?} in {label}");
    }
}
