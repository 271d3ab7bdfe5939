//! The peers. All but the encoders write into memory that they have used before.

use base64::prelude::{BASE64_STANDARD, Engine};
use data_url::DataUrl;
use data_url::forgiving_base64::Decoder;
use napkin::data::Reading;

use super::kinds::Body;
use crate::timing::Case;

/// A body in each form that a peer takes.
pub(crate) struct Input {
    body: Body,
    pub(crate) text: Vec<u8>,
    url: String,
}

impl Input {
    pub(crate) fn new(body: Body, length: usize) -> Self {
        let text = body.text(length);
        let is_base64 = matches!(body, Body::Clean | Body::Lines | Body::Escaped);
        let scheme = if is_base64 { "data:;base64," } else { "data:," };
        let url =
            if body == Body::Bytes { String::new() } else { format!("{scheme}{}", String::from_utf8_lossy(&text)) };
        Self { body, text, url }
    }
}

/// Napkin is first; a copy of the text is last.
pub(crate) fn cases(input: &Input) -> Vec<Case<'_>> {
    let mut cases = match input.body {
        Body::Clean => forgiving(input).into_iter().chain(strict(input)).collect(),
        Body::Lines => forgiving(input),
        Body::Escaped => escaped(input),
        Body::NoEscapes | Body::SomeEscapes | Body::OnlyEscapes => percent(input),
        Body::Bytes => encode(input),
    };
    if input.body != Body::Bytes {
        cases.extend([our_url(input), their_url(input)]);
    }
    let mut out = vec![0; input.text.len()];
    cases.push(Case::new("memcpy", move || {
        out.copy_from_slice(&input.text);
        std::hint::black_box(&out).len()
    }));
    cases
}

/// Decoders that follow the Infra Standard.
fn forgiving(input: &Input) -> Vec<Case<'_>> {
    let text = &input.text;
    let (mut ours, mut theirs, mut third) = (Vec::new(), Vec::new(), vec![0; text.len()]);
    vec![
        Case::new("napkin", move || {
            ours.clear();
            napkin::base64::decode_forgiving(text, &mut ours).expect("it is base64");
            ours.len()
        }),
        simdutf(text),
        Case::new("base64-simd", move || {
            let out = base64_simd::Out::from_slice(&mut third);
            base64_simd::forgiving_decode(text, out).expect("it is base64").len()
        }),
        Case::new("data-url", move || {
            theirs.clear();
            let mut decoder = Decoder::new(|bytes: &[u8]| {
                theirs.extend_from_slice(bytes);
                Ok::<(), ()>(())
            });
            decoder.feed(text).and_then(|()| decoder.finish()).expect("it is base64");
            theirs.len()
        }),
    ]
}

#[allow(unsafe_code)]
fn simdutf(text: &[u8]) -> Case<'_> {
    // Three bytes for each four, including white space.
    let mut out = vec![0; text.len().div_ceil(4) * 3];
    Case::new("simdutf", move || {
        // SAFETY: `out` has as many bytes as `maximal_binary_length_from_base64` requires: three for each four of
        // `text`.
        let result = unsafe {
            simdutf::base64_to_binary(
                text.as_ptr(),
                text.len(),
                out.as_mut_ptr(),
                simdutf::Base64Options::Default,
                simdutf::LastChunkHandlingOptions::Loose,
            )
        };
        assert!(result.error == simdutf::ErrorCode::Success, "it is base64");
        result.count
    })
}

/// Decoders that do not accept white space.
fn strict(input: &Input) -> Vec<Case<'_>> {
    let text = &input.text;
    let (mut first, mut second) = (vec![0; text.len()], vec![0; text.len()]);
    vec![
        Case::new("base64-turbo, strict", move || {
            base64_turbo::STANDARD.decode_slice(text, &mut second).expect("it is base64")
        }),
        Case::new("base64, strict", move || BASE64_STANDARD.decode_slice(text, &mut first).expect("it is base64")),
    ]
}

/// Both encodings.
fn escaped(input: &Input) -> Vec<Case<'_>> {
    let (mut between, mut out) = (Vec::new(), Vec::new());
    vec![Case::new("napkin", move || {
        between.clear();
        out.clear();
        napkin::percent::decode_into(&input.text, &mut between);
        napkin::base64::decode_forgiving(&between, &mut out).expect("it is base64");
        out.len()
    })]
}

fn percent(input: &Input) -> Vec<Case<'_>> {
    let (mut out, mut theirs) = (Vec::new(), Vec::new());
    vec![
        Case::new("napkin", move || {
            out.clear();
            napkin::percent::decode_into(&input.text, &mut out);
            out.len()
        }),
        Case::new("percent-encoding", move || {
            theirs.clear();
            theirs.extend(percent_encoding::percent_decode(&input.text));
            theirs.len()
        }),
    ]
}

/// Decodes the URL from its scheme on, into the caller's buffer.
fn our_url(input: &Input) -> Case<'_> {
    let mut out = vec![0; input.url.len()];
    Case::new("napkin, whole URL", move || {
        let url = napkin::data::DataUrl::parse(&input.url, Reading::Whatwg).expect("it is a data: URL");
        url.decode_into(&mut out).expect("it is base64")
    })
}

/// Decodes the URL from its scheme on; `data-url` has no separate percent-decoder.
fn their_url(input: &Input) -> Case<'_> {
    let mut out = Vec::new();
    Case::new("data-url, whole URL", move || {
        out.clear();
        let url = DataUrl::process(&input.url).expect("it is a data: URL");
        let write = |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok::<(), ()>(())
        };
        url.decode(write).expect("it is base64");
        out.len()
    })
}

fn encode(input: &Input) -> Vec<Case<'_>> {
    let data = &input.text;
    vec![
        Case::new("napkin", move || napkin::base64::encode(data).len()),
        Case::new("base64-turbo", move || base64_turbo::STANDARD.encode(data).len()),
        Case::new("base64-simd", move || base64_simd::STANDARD.encode_to_string(data).len()),
        Case::new("base64", move || BASE64_STANDARD.encode(data).len()),
    ]
}
