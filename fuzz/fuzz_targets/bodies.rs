//! Compares the decoding of `data:` bodies with `data-url` and `percent-encoding`, and decodes encoded bytes back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    // Unchanged, and repeated until the widest kernels are used.
    check(text);
    let times = 1 + 700 / text.len().max(1);
    check(&text.repeat(times));
    check(&[text.repeat(times).as_slice(), b"="].concat());
});

fn check(text: &[u8]) {
    let mut out = b"before".to_vec();
    let ours = napkin::base64::decode_forgiving(text, &mut out).is_ok();
    let theirs = data_url::forgiving_base64::decode_to_vec(text).ok();
    assert_eq!(ours, theirs.is_some());
    assert_eq!(out, [b"before", theirs.as_deref().unwrap_or_default()].concat());

    let mut out = Vec::new();
    napkin::percent::decode_into(text, &mut out);
    assert_eq!(out, percent_encoding::percent_decode(text).collect::<Vec<u8>>());

    let mut back = Vec::new();
    napkin::base64::decode_forgiving(napkin::base64::encode(text).as_bytes(), &mut back).expect("it is base64");
    assert_eq!(back, text);
}
