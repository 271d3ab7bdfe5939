//! Tests what the documentation says about allocations, with a counting allocator.

use crate::counting::{Allocated, allocated, held};
use napkin::whatwg::{self, Parsed, Url};

/// Returns the result of `work`, and the number of its allocations.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let (result, Allocated { times, .. }) = allocated(work);
    (result, times)
}

/// Texts of each kind: as browsers read them, and not as the URL serialiser writes them.
const URLS: [&str; 8] = [
    "https://pub.example/",
    "https://pub.example/menu/today?size=pint#pie",
    "HTTPS://Pub.Example",
    "http://sam:secret@pub.example:8080/a/../b c",
    "http://0x7f.1/",
    "http://[2001:db8::1]:80/",
    "file:///C|/menu",
    "mailto:sam@pub.example",
];

#[test]
fn the_allocator_counts() {
    assert_eq!(counted(|| Vec::<u8>::with_capacity(1)).1, 1);
    assert_eq!(counted(|| String::from("a") + &"b".repeat(100)).1, 3);
}

/// Patterns over all components, as in `bench/src/patterns.rs`: with two of three components of their own.
#[test]
fn a_pattern_of_a_large_set_takes_less_than_1_kilobyte() {
    use napkin::pattern::{Pattern, PatternSet};
    let text = |number: usize| match number % 4 {
        0 => format!("https://*.{}.example/users/{number}/*", number % 1000),
        1 => format!("https://{number}.pub.example/menu/:drink"),
        2 => format!("http{{s}}?://pub.example:{}/repos/{number}/:id", 1024 + number % 60_000),
        _ => format!("https://pub.example/tags/{number}?id={number}"),
    };
    const COUNT: usize = 20_000;
    let (set, bytes) = held(|| PatternSet::new((0..COUNT).map(|number| Pattern::parse(&text(number), None).unwrap())));
    assert_eq!(set.len(), COUNT);
    assert!(bytes / COUNT < 1024, "{} bytes", bytes / COUNT);
}

#[test]
fn can_parse_does_not_allocate() {
    let base = Url::parse("http://pub.example/menu/", None).unwrap();
    // (text, whether it is a URL)
    let others = [
        // Tabs and newlines are removed, and white space at the ends.
        ("  https://pub.example/  ", true),
        ("ht\ttp\n://pub.\rexample:8\t0/", true),
        ("http:\t//pub.example:8o/", false),
        ("http://pub.example/\u{e9}\t", true),
        ("/\t/pub.example:8o", false),
        ("\t", true),
        // Domains with escaped ASCII characters: section 3.5 decodes them, then looks for forbidden characters.
        ("http://pub%2Eexample/", true),
        ("http://%70%75%62:80", true),
        ("http://%31%32%37.1/", true),
        ("http://1.2.3.%32%35%36/", false),
        ("http://a%2Fb/", false),
        ("http://a%25b/", false),
        ("http://a%zzb/", false),
        ("http://a%/", false),
        ("http://a%00b/", false),
        ("http://%5B::1]/", false),
        ("http://pub%2Eexample:8o/", false),
        ("file://%6Cocalhost/", true),
        ("ht\ttp://pub%2\tEexample/", true),
        // Opaque hosts are not decoded.
        ("foo://a%2Fb%zz/", true),
        ("foo://a b/", false),
        ("../\u{e9}?%", true),
        ("//h:65536", false),
        ("http://", false),
        ("http://[::1/", false),
    ];
    for (text, expected) in URLS.into_iter().map(|url| (url, true)).chain(others) {
        assert_eq!(counted(|| whatwg::can_parse(text, Some(&base))), (expected, 0), "{text:?}");
        assert_eq!(Url::parse(text, Some(&base)).is_ok(), expected, "{text:?}");
    }
    assert_eq!(counted(|| whatwg::can_parse("/menu", None)), (false, 0));
}

#[test]
fn a_url_is_one_allocation() {
    for text in URLS {
        let (url, count) = counted(|| Url::parse(text, None));
        assert_eq!((url.is_ok(), count), (true, 1), "{text}");
    }
}

#[test]
fn an_ordinary_text_that_is_a_url_is_not_copied() {
    for text in
        ["https://pub.example/", "https://pub.example/menu/today?size=pint#pie", "http://xn--caf-dma.example/~sam/"]
    {
        let (read, count) = counted(|| whatwg::parse_borrowed(text, None));
        assert!(matches!(read, Ok(Parsed::Canonical(_))), "{text}");
        assert_eq!(count, 0, "{text}");
    }
}
