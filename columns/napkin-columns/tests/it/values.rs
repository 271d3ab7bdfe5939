//! Tests kernels with single values as results: pairs, escapes, domains, `data:` URLs, Common Crawl's columns,
//! threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{all, at, layouts, rows, text};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, StringArray};
use napkin::Standard;
use napkin_columns::{
    Decoding, Escapes, Section, common_crawl, in_order, percent_decode, percent_encode, public_suffix, query_get,
    query_pairs, query_remove, query_set, registrable_domain,
};
use toml::{Table, Value};

fn table() -> Table {
    include_str!("values.toml").parse().unwrap()
}

fn scalar(text: &str) -> arrow_array::Scalar<StringArray> {
    StringArray::new_scalar(text)
}

#[test]
fn pairs_of_queries() {
    let table = table();
    let cases: Vec<&Table> = rows(&table, "pairs").collect();
    let urls: Vec<String> = cases.iter().map(|case| format!("http://h/?{}", text(case, "query"))).collect();
    let texts: Vec<Option<&str>> = urls.iter().map(|url| Some(&**url)).collect();
    for (layout, array) in layouts(&texts) {
        let lists = query_pairs(&array, Standard::Rfc3986).unwrap();
        for (row, case) in cases.iter().enumerate() {
            let expected: Vec<Vec<&str>> = case["pairs"].as_array().unwrap().iter().map(strings).collect();
            let lists =
                arrow_select::take::take(&lists, &arrow_array::UInt32Array::from(vec![row as u32]), None).unwrap();
            let lists = unpacked(&lists);
            let list = lists.as_list::<i32>().value(0);
            let found: Vec<Vec<String>> = (0..list.len()).map(|pair| pair_at(list.as_struct(), pair)).collect();
            assert_eq!(found, expected, "{layout} {case}");
            for pair in &expected {
                let first = expected.iter().find(|other| other[0] == pair[0]).unwrap();
                let value = query_get(&array, &scalar(pair[0]), Standard::Rfc3986).unwrap();
                assert_eq!(at(&value, row).as_deref(), Some(first.get(1).copied().unwrap_or("")), "{layout} {case}");
            }
        }
        let none = all(&query_get(&array, &scalar("no such name"), Standard::Whatwg).unwrap());
        assert!(none.iter().all(Option::is_none), "{layout}");
    }
}

fn unpacked(array: &dyn Array) -> arrow_array::ArrayRef {
    match array.as_any_dictionary_opt() {
        Some(dictionary) => arrow_select::take::take(dictionary.values(), dictionary.keys(), None).unwrap(),
        None => arrow_array::make_array(array.to_data()),
    }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn pair_at(list: &arrow_array::StructArray, row: usize) -> Vec<String> {
    [0, 1].into_iter().filter_map(|column| at(list.column(column), row)).collect()
}

/// By the steps of URL Standard section 5.2 and the conventions of `Edit::pairs`.
#[test]
fn pairs_set_and_removed() {
    let urls = [Some("http://h/?a=1&b=2&a=3#f"), Some("http://h/"), Some("not a url"), None];
    for (layout, array) in layouts(&urls) {
        let set = |standard| all(&query_set(&array, &scalar("a"), &scalar("x y"), standard).unwrap());
        let generic = [Some("http://h/?a=x%20y&b=2#f"), Some("http://h/?a=x%20y"), None, None];
        assert!(set(Standard::Rfc3986).iter().map(Option::as_deref).eq(generic), "{layout}");
        let whatwg = [Some("http://h/?a=x+y&b=2#f"), Some("http://h/?a=x+y"), None, None];
        assert!(set(Standard::Whatwg).iter().map(Option::as_deref).eq(whatwg), "{layout}");
        for standard in [Standard::Rfc3986, Standard::Whatwg] {
            let removed = all(&query_remove(&array, &scalar("a"), standard).unwrap());
            let expected = [Some("http://h/?b=2#f"), Some("http://h/"), None, None];
            assert!(removed.iter().map(Option::as_deref).eq(expected), "{layout} {standard}: {removed:?}");
        }
    }
}

#[test]
fn registrable_domains() {
    let table = table();
    for group in rows(&table, "domain") {
        let cases: Vec<Vec<&str>> = group["case"].as_array().unwrap().iter().map(strings).collect();
        let urls: Vec<String> = cases.iter().map(|case| format!("http://{}/", case[0])).collect();
        let texts: Vec<Option<&str>> = urls.iter().map(|url| Some(&**url)).collect();
        for (layout, array) in layouts(&texts) {
            let found = all(&registrable_domain(&array, Standard::Rfc3986, Section::All).unwrap());
            for (found, case) in found.iter().zip(&cases) {
                assert_eq!(found.as_deref().unwrap_or_default(), case[1], "{layout} {case:?}");
            }
        }
    }
}

/// These examples are from the schema of Common Crawl's index, `url_host_registry_suffix` and
/// `url_host_private_suffix`. `TestURL.java` beside it has the blog's, and shows that addresses and `example.invalid`
/// have none.
#[test]
fn sections_of_the_list() {
    let cases = [
        ("http://example.com/", Some("com"), Some("com")),
        ("http://bbc.co.uk/", Some("co.uk"), Some("co.uk")),
        ("http://mypublicbucket.s3.amazonaws.com/", Some("com"), Some("s3.amazonaws.com")),
        ("http://myblog.blogspot.com./", Some("com"), Some("blogspot.com")),
        ("http://example.invalid/", None, None),
        ("http://123.123.123.123/index.html", None, None),
        ("http://[2001:db8::1]/", None, None),
        ("mailto:sam@example.com", None, None),
    ];
    let texts: Vec<Option<&str>> = cases.iter().map(|case| Some(case.0)).collect();
    for (layout, array) in layouts(&texts) {
        for standard in [Standard::Rfc3986, Standard::Whatwg] {
            let icann = all(&public_suffix(&array, standard, Section::Icann).unwrap());
            let private = all(&public_suffix(&array, standard, Section::All).unwrap());
            for ((icann, private), case) in icann.iter().zip(&private).zip(&cases) {
                assert_eq!((icann.as_deref(), private.as_deref()), (case.1, case.2), "{layout} {standard} {}", case.0);
            }
        }
    }
}

/// RFC 3986 sections 2.1 and 2.4, URL Standard sections 1.3 and 5.2.
#[test]
fn escapes() {
    let cases = [
        ("unreserved", "a b/c%~", "a%20b%2Fc%25~"),
        ("path", "a b/c%~", "a%20b/c%25~"),
        ("segment", "a b/c", "a%20b%2Fc"),
        ("query", "a&b=?/\u{e9}", "a&b=?/%C3%A9"),
        ("pair", "a&b=c+d", "a%26b%3Dc%2Bd"),
        ("component", "\u{2261}~'%", "%E2%89%A1~'%25"),
        ("form", "a b~*\u{e9}%", "a+b%7E*%C3%A9%25"),
        ("fragment", "plain", "plain"),
    ];
    for (set, raw, written) in cases {
        let set = Escapes::named(set).unwrap();
        for (layout, array) in layouts(&[Some(raw), None]) {
            assert_eq!(
                all(&percent_encode(&array, set).unwrap()),
                [Some(written.to_owned()), None],
                "{layout} {set:?}"
            );
        }
        let decoding = Decoding { plus: matches!(set, Escapes::Form), ..Decoding::default() };
        for (layout, array) in layouts(&[Some(written), None, Some("%FF")]) {
            assert_eq!(
                all(&percent_decode(&array, decoding).unwrap()),
                [Some(raw.to_owned()), None, None],
                "{layout} {set:?}"
            );
        }
    }
    let lossy =
        percent_decode(&StringArray::from(vec!["%FF%zz"]), Decoding { lossy: true, ..Decoding::default() }).unwrap();
    assert_eq!(at(&lossy, 0).as_deref(), Some("\u{fffd}%zz"));
    // RFC 3986 section 2.1: two hexadecimal digits.
    let texts = StringArray::from(vec!["%41%7e", "%zz", "%4", "%", "%4\u{e9}", "a"]);
    let strict = percent_decode(&texts, Decoding { strict: true, ..Decoding::default() }).unwrap();
    assert_eq!(all(&strict), [Some("A~".to_owned()), None, None, None, None, Some("a".to_owned())]);
}

/// The examples of `cc-index-schema-flat.json`, and the cases of `TestURL.java` and `HostNameTest.java`.
#[test]
fn columns_of_common_crawl() {
    let urls = [
        "https://www.example.com/path/index.html",
        "http://bbc.co.uk/search?q=abc&lang=en",
        "http://host1.sub2.subdomain.example.com:8443/",
        "http://123.123.123.123/index.html",
        "http://myblog.blogspot.com/",
        "http://example.invalid/",
        "http://%f0%9f%a7%a0.s.country/",
        "http://m\u{fc}nchen.de/",
        "http://WWW.Example.COM./",
        "http://127.1/",
        "http://[2001:db8::1]:80/",
    ];
    let texts: Vec<Option<&str>> = urls.iter().copied().map(Some).chain([None]).collect();
    let columns: [(&str, [&str; 11]); 11] = [
        (
            "url_host_name",
            [
                "www.example.com", "bbc.co.uk", "host1.sub2.subdomain.example.com", "123.123.123.123",
                "myblog.blogspot.com", "example.invalid", "xn--qv9h.s.country", "xn--mnchen-3ya.de", "www.example.com",
                "127.0.0.1", "[2001:db8::1]",
            ],
        ),
        ("url_host_tld", ["com", "uk", "com", "", "com", "invalid", "country", "de", "com", "", ""]),
        (
            "url_host_2nd_last_part",
            ["example", "co", "example", "", "blogspot", "example", "s", "xn--mnchen-3ya", "example", "", ""],
        ),
        ("url_host_3rd_last_part", ["www", "bbc", "subdomain", "", "myblog", "", "xn--qv9h", "", "www", "", ""]),
        ("url_host_5th_last_part", ["", "", "host1", "", "", "", "", "", "", "", ""]),
        ("url_host_registry_suffix", ["com", "co.uk", "com", "", "com", "", "country", "de", "com", "", ""]),
        (
            "url_host_registered_domain",
            [
                "example.com", "bbc.co.uk", "example.com", "", "blogspot.com", "", "s.country", "xn--mnchen-3ya.de",
                "example.com", "", "",
            ],
        ),
        (
            "url_host_private_domain",
            [
                "example.com", "bbc.co.uk", "example.com", "", "myblog.blogspot.com", "", "s.country",
                "xn--mnchen-3ya.de", "example.com", "", "",
            ],
        ),
        (
            "url_host_name_reversed",
            [
                "com.example.www", "uk.co.bbc", "com.example.subdomain.sub2.host1", "", "com.blogspot.myblog",
                "invalid.example", "country.s.xn--qv9h", "de.xn--mnchen-3ya", "com.example.www", "", "",
            ],
        ),
        ("url_protocol", ["https", "http", "http", "http", "http", "http", "http", "http", "http", "http", "http"]),
        ("url_query", ["", "q=abc&lang=en", "", "", "", "", "", "", "", "", ""]),
    ];
    for (layout, array) in layouts(&texts) {
        let made = unpacked(&common_crawl(&array).unwrap());
        let made = made.as_struct();
        assert_eq!(made.data_type(), &napkin_columns::common_crawl_type());
        assert!(made.is_null(urls.len()), "{layout}");
        for (name, expected) in &columns {
            let found = all(made.column_by_name(name).unwrap());
            for (row, expected) in expected.iter().enumerate() {
                assert_eq!(found[row].as_deref().unwrap_or_default(), *expected, "{layout} {name} of {}", urls[row]);
            }
        }
        let ports: Vec<Option<i32>> =
            made.column_by_name("url_port").unwrap().as_primitive::<Int32Type>().iter().collect();
        assert_eq!((ports[0], ports[2], ports[10]), (None, Some(8443), Some(80)), "{layout}: written, or null");
    }
}

#[test]
fn batches_in_order_and_few_at_a_time() {
    for threads in [1, 2, 5] {
        let (here, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let source = (0..500_usize).inspect(|_| {
            most.fetch_max(here.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        });
        let work = |number: usize| {
            // Some tasks take longer, so that results arrive out of order.
            (0..(number % 7) * 2000).for_each(|turn| {
                std::hint::black_box(turn);
            });
            number
        };
        let mut next = 0;
        let sink = |number| {
            here.fetch_sub(1, Ordering::SeqCst);
            assert_eq!(number, next);
            next += 1;
            Ok::<(), ()>(())
        };
        in_order(source, NonZeroUsize::new(threads).unwrap(), work, sink).unwrap();
        assert_eq!(next, 500);
        let most = most.load(Ordering::SeqCst);
        assert!(most <= 2 * threads + 1, "{threads} threads held {most}");
    }
}

#[test]
fn the_first_error_ends_it() {
    let mut seen = 0;
    let sink = |number: u32| {
        seen += 1;
        if number == 3 { Err("full") } else { Ok(()) }
    };
    let threads = NonZeroUsize::new(4).unwrap();
    assert_eq!(in_order(0.., threads, |number| number, sink), Err("full"));
    assert_eq!(seen, 4);
}
