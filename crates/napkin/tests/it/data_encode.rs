//! Tests encoded `data:` URLs: they read back, are as short as possible, and need no escape in documents.

use napkin::data::{DataUrl, Encoder, Form, MediaLimits, Reading, check, encode, with_charset};
use napkin::media::MediaType;
use napkin::{Base, Finding, Reference, Resolution, Rungs, Standard, normalize, rules, whatwg};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Returns bytes of all values, or mostly of values that a URL may contain.
    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(40);
        let plain = b"abc/../.?:@,;=&'()!*$+-_~%\"<> \\";
        let is_plain = self.below(2) == 0;
        let mut byte = |_| if is_plain { plain[self.below(plain.len())] } else { self.below(256) as u8 };
        (0..length).map(&mut byte).collect()
    }
}

/// Media types; the last ones contain characters that need an escape.
fn media_types() -> Vec<MediaType<'static>> {
    let of = |text: &'static str| MediaType::parse(text, Reading::Whatwg).unwrap();
    [
        "text/plain;charset=US-ASCII", "text/plain;charset=us-ascii", "text/plain;charset=utf-8",
        "text/plain;charset=utf-8;format=flowed", "text/plain;format=flowed;charset=utf-8", "text/plain",
        "text/plain;format=flowed", "image/svg+xml", "application/vnd.a-b_c!d$e+f", "text/x;base64=1",
        "x/y;a=\"b,c;d\"", "x/y;a=\"\\\"b c\\\\\"", "x/y;a=\"\u{e9}\"", "x/y;a='b&c'", "x^y/a%20b`",
    ]
    .map(of)
    .to_vec()
}

#[test]
fn encoded_data_reads_back() {
    let mut random = Random(1);
    for _ in 0..4000 {
        let data = random.bytes();
        for media_type in media_types() {
            for form in [None, Some(Form::Percent), Some(Form::Base64)] {
                let encoder = Encoder::new(&media_type);
                let encoder = form.map_or(encoder.clone(), |form| encoder.with_form(form));
                let url = encoder.encode(&data).unwrap();
                assert_eq!(encoder.length(&data).1, url.len());
                assert_url_stands_for(&url, &data, &media_type, encoder.has_escapes());
            }
        }
    }
}

/// Both readings, unless the media type has escapes: only the strict reading decodes these.
fn assert_url_stands_for(url: &str, data: &[u8], media_type: &MediaType<'_>, has_escapes: bool) {
    for &reading in Reading::ALL {
        let read = DataUrl::parse(url, reading).unwrap();
        assert_eq!(read.decode().as_deref(), Ok(data), "{url} {reading:?}");
        assert_eq!(read.media_type() == media_type, reading == Reading::Strict || !has_escapes, "{url} {reading:?}");
        let mut findings: Vec<Finding> = Vec::new();
        assert_eq!(check(url, reading, &MediaLimits::NONE, &mut findings), Ok(()), "{url}");
        let expected = |finding: &Finding| {
            finding.rule == rules::DATA_QUERY || (has_escapes && finding.rule == rules::MEDIA_TYPE_ESCAPE)
        };
        assert!(findings.iter().all(expected), "{url} {findings:?}");
    }
}

#[test]
fn it_is_the_shorter_of_two() {
    let mut random = Random(2);
    let media_type = MediaType::new("image", "png").unwrap();
    let mut seen = [0; 2];
    for _ in 0..4000 {
        let data = random.bytes();
        let of = |form| Encoder::new(&media_type).with_form(form).encode(&data).unwrap();
        let (percent, base64) = (of(Form::Percent), of(Form::Base64));
        let shortest = encode(&data, &media_type).unwrap();
        assert_eq!(shortest.len(), percent.len().min(base64.len()));
        seen[usize::from(shortest == base64)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// Attributes of HTML with single, double or no quotes, `url()` of CSS, `<...>` in mail.
#[test]
fn it_stands_as_it_is_where_urls_do() {
    let mut random = Random(3);
    for _ in 0..4000 {
        let data = random.bytes();
        for media_type in media_types() {
            let url = Encoder::new(&media_type).with_form(Form::Percent).encode(&data).unwrap();
            let wrong = |c: char| !c.is_ascii_graphic() || "\"'`<>()[]{}\\^|&#".contains(c);
            assert!(!url.contains(wrong), "{url}");
        }
    }
}

/// Neither resolution nor normalisation changes it, even if it looks like a path with dot segments.
#[test]
fn it_is_in_its_normal_form() {
    let mut random = Random(4);
    let mut texts = vec![b"a/../b".to_vec(), b"/./".to_vec(), b"/..".to_vec(), b"/.?/..".to_vec(), b"/.../".to_vec()];
    texts.extend((0..4000).map(|_| random.bytes()));
    let media_type = MediaType::default_of_data();
    for data in texts {
        let url = Encoder::new(&media_type).with_form(Form::Percent).encode(&data).unwrap();
        for &standard in Standard::GENERIC {
            let reference = Reference::parse(&url, standard).unwrap();
            // The draft decodes the parentheses, which are unreserved there (2.3), but special in CSS.
            if standard != Standard::Draft1997 {
                assert_eq!(normalize(reference, Rungs::ALL).text, url);
            }
            let base = Base::new(Reference::parse("http://pub.example/a/b", standard).unwrap()).unwrap();
            let Ok(Resolution::Absolute(resolved)) = base.resolve(reference) else { panic!("{url}") };
            assert_eq!(resolved, *url);
        }
        assert_eq!(whatwg::Url::parse(&url, None).unwrap().href(), url);
    }
}

#[test]
fn examples() {
    // (data, media type, URL); the first two are from RFC 2397 section 4
    let cases: [(&[u8], &str, &str); 9] = [
        (b"A brief note", "text/plain;charset=US-ASCII", "data:,A%20brief%20note"),
        (
            b"select_vcount,fcol_from_fieldtable/local",
            "application/vnd.xxx-query",
            "data:application/vnd.xxx-query,select_vcount,fcol_from_fieldtable/local",
        ),
        (b"", "text/plain;charset=US-ASCII", "data:,"),
        (b"", "text/plain", "data:text/plain,"),
        (b"X", "text/plain;charset=utf-8", "data:;charset=utf-8,X"),
        (b"X", "text/plain;a=\"b,c\";charset=utf-8", "data:;a=b%2Cc;charset=utf-8,X"),
        (b"a/../b/./c/..", "text/plain;charset=US-ASCII", "data:,a%2F../b%2F./c%2F.."),
        (b"a/.b/...", "text/plain;charset=US-ASCII", "data:,a/.b/..."),
        (b"\xff\xfe\xfd\xfc\xfb\xfa", "x/y", "data:x/y;base64,//79/Pv6"),
    ];
    for (data, media_type, expected) in cases {
        let media_type = MediaType::parse(media_type, Reading::Strict).unwrap();
        assert_eq!(encode(data, &media_type).as_deref(), Ok(expected));
    }
}

#[test]
fn types_that_cannot_be_written_are_refused() {
    let short = Encoder::new(&MediaType::default_of_data()).with_max_length(10);
    let error = short.encode(b"napkin").unwrap_err();
    assert_eq!(error.finding().to_string(), "the `data:` URL is longer than the limit");
    assert_eq!(
        (error.rule(), error.span(), error.finding().see()),
        (rules::DATA_LONG, (10..12).into(), "RFC 2397 section 2")
    );
    let empty = MediaType::parse("x/y;a=\"\"", Reading::Strict).unwrap();
    assert_eq!(encode(b"", &empty).map_err(|error| error.rule()), Err(rules::MEDIA_TYPE_PARAMETER));
}

#[test]
fn text_states_its_charset() {
    let cases: [(&str, &[u8], &str); 6] = [
        ("text/plain", b"X", "text/plain;charset=US-ASCII"),
        ("text/plain", "é".as_bytes(), "text/plain;charset=utf-8"),
        ("text/html", b"X", "text/html;charset=utf-8"),
        ("text/html;charset=gbk", b"X", "text/html;charset=gbk"),
        ("text/html", b"\xff", "text/html"),
        ("image/png", b"X", "image/png"),
    ];
    for (media_type, data, expected) in cases {
        let media_type = MediaType::parse(media_type, Reading::Strict).unwrap();
        assert_eq!(with_charset(media_type, data).to_string(), expected);
    }
}
