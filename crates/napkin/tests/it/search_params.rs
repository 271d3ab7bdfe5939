//! `URLSearchParams`, by the tables of the Web Platform Tests (`url/urlsearchparams-*.any.js` and
//! `url/resources/urlencoded-parser-data.json`) and the examples of the URL Standard, section 6.2.

use napkin::whatwg::{SearchParams, Url};

type Pairs = &'static [(&'static str, &'static str)];

/// (text, its pairs), all of `urlencoded-parser-data.json`
const READ: [(&str, Pairs); 35] = [
    ("test", &[("test", "")]),
    ("\u{feff}test=\u{feff}", &[("\u{feff}test", "\u{feff}")]),
    ("%EF%BB%BFtest=%EF%BB%BF", &[("\u{feff}test", "\u{feff}")]),
    ("%EF%BF%BF=%EF%BF%BF", &[("\u{ffff}", "\u{ffff}")]),
    ("%FE%FF", &[("\u{fffd}\u{fffd}", "")]),
    ("%FF%FE", &[("\u{fffd}\u{fffd}", "")]),
    ("\u{2020}&\u{2020}=x", &[("\u{2020}", ""), ("\u{2020}", "x")]),
    ("%C2", &[("\u{fffd}", "")]),
    ("%C2x", &[("\u{fffd}x", "")]),
    ("_charset_=windows-1252&test=%C2x", &[("_charset_", "windows-1252"), ("test", "\u{fffd}x")]),
    ("", &[]),
    ("a", &[("a", "")]),
    ("a=b", &[("a", "b")]),
    ("a=", &[("a", "")]),
    ("=b", &[("", "b")]),
    ("&", &[]),
    ("&a", &[("a", "")]),
    ("a&", &[("a", "")]),
    ("a&a", &[("a", ""), ("a", "")]),
    ("a&b&c", &[("a", ""), ("b", ""), ("c", "")]),
    ("a=b&c=d", &[("a", "b"), ("c", "d")]),
    ("a=b&c=d&", &[("a", "b"), ("c", "d")]),
    ("&&&a=b&&&&c=d&", &[("a", "b"), ("c", "d")]),
    ("a=a&a=b&a=c", &[("a", "a"), ("a", "b"), ("a", "c")]),
    ("a==a", &[("a", "=a")]),
    ("a=a+b+c+d", &[("a", "a b c d")]),
    ("%=a", &[("%", "a")]),
    ("%a=a", &[("%a", "a")]),
    ("%a_=a", &[("%a_", "a")]),
    ("%61=a", &[("a", "a")]),
    ("%61+%4d%4D=", &[("a MM", "")]),
    ("id=0&value=%", &[("id", "0"), ("value", "%")]),
    ("b=%2sf%2a", &[("b", "%2sf*")]),
    ("b=%2%2af%2a", &[("b", "%2*f*")]),
    ("b=%%2a", &[("b", "%*")]),
];

#[test]
fn a_text_is_read_as_its_pairs() {
    for (text, pairs) in READ {
        let params = SearchParams::parse(text);
        assert!(params.iter().eq(pairs.iter().copied()), "{text}: {params:?}");
        assert_eq!((params.len(), params.is_empty()), (pairs.len(), pairs.is_empty()), "{text}");
        assert_eq!(params, pairs.iter().copied().collect(), "{text}");
        assert_eq!(SearchParams::parse(&format!("?{text}")), params, "{text}");
        assert_eq!(SearchParams::parse(&params.to_string()), params, "what is written reads back: {text}");
    }
    // urlsearchparams-constructor: one leading `?` is removed, a second one is data; the query of a URL keeps it
    assert_eq!(SearchParams::parse("??a=b").to_string(), "%3Fa=b");
    assert_eq!(Url::parse("http://h/??a=b", None).unwrap().search_params().to_string(), "%3Fa=b");
}

/// (pairs, their serialisation), from urlsearchparams-stringifier
const WRITTEN: [(Pairs, &str); 14] = [
    (&[], ""),
    (&[("a", "b c"), ("a b", "c")], "a=b+c&a+b=c"),
    (&[("a", ""), ("a", ""), ("", "b"), ("", ""), ("", "")], "a=&a=&=b&=&="),
    (&[("", "")], "="),
    (&[("a", "b+c"), ("a+b", "c")], "a=b%2Bc&a%2Bb=c"),
    (&[("=", "a"), ("b", "=")], "%3D=a&b=%3D"),
    (&[("&", "a"), ("b", "&")], "%26=a&b=%26"),
    (&[("a", "*-._"), ("*-._", "c")], "a=*-._&*-._=c"),
    (&[("a", "b%c"), ("a%b", "c")], "a=b%25c&a%25b=c"),
    (&[("a", "b\0c"), ("a\0b", "c")], "a=b%00c&a%00b=c"),
    (&[("a", "b\u{1f4a9}c"), ("a\u{1f4a9}b", "c")], "a=b%F0%9F%92%A9c&a%F0%9F%92%A9b=c"),
    (&[("a\nb", "c\rd"), ("e\n\rf", "g\r\nh")], "a%0Ab=c%0Dd&e%0A%0Df=g%0D%0Ah"),
    // Section 1.3: the characters that the form's set has beyond the query's.
    (&[("a", "~"), ("b", "!'()")], "a=%7E&b=%21%27%28%29"),
    (&[("\u{e9}", "\u{e9}t\u{e9}")], "%C3%A9=%C3%A9t%C3%A9"),
];

#[test]
fn pairs_are_written_as_a_form() {
    for (pairs, expected) in WRITTEN {
        let params: SearchParams = pairs.iter().copied().collect();
        assert_eq!(params.to_string(), expected);
        let mut appended = SearchParams::new();
        pairs.iter().for_each(|(name, value)| appended.append(name, value));
        assert_eq!(appended, params);
        assert_eq!(SearchParams::parse(expected), params);
    }
}

/// (text, its sorted pairs), all of urlsearchparams-sort
const SORTED: [(&str, &str); 9] = [
    ("z=b&a=b&z=a&a=a", "a=b&a=a&z=b&z=a"),
    ("\u{fffd}=x&\u{fffc}&\u{fffd}=a", "\u{fffc}=&\u{fffd}=x&\u{fffd}=a"),
    // U+1F308 is two code units, the first of which is below U+FB03.
    ("\u{fb03}&\u{1f308}", "\u{1f308}=&\u{fb03}="),
    ("\u{e9}&e\u{fffd}&e\u{301}", "e\u{301}=&e\u{fffd}=&\u{e9}="),
    (
        "z=z&a=a&z=y&a=b&z=x&a=c&z=w&a=d&z=v&a=e&z=u&a=f&z=t&a=g",
        "a=a&a=b&a=c&a=d&a=e&a=f&a=g&z=z&z=y&z=x&z=w&z=v&z=u&z=t",
    ),
    ("bbb&bb&aaa&aa=x&aa=y", "aa=x&aa=y&aaa=&bb=&bbb="),
    ("z=z&=f&=t&=x", "=f&=t&=x&z=z"),
    ("a\u{1f308}&a\u{1f4a9}", "a\u{1f308}=&a\u{1f4a9}="),
    ("q=\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}&key=e1f7bc78", "key=e1f7bc78&q=\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}"),
];

#[test]
fn pairs_are_sorted_by_code_units() {
    for (text, expected) in SORTED {
        let expected = SearchParams::parse(expected);
        let mut params = SearchParams::parse(text);
        params.sort();
        assert_eq!(params, expected, "{text}");
        let mut url = Url::parse(&format!("https://example/?{text}"), None).unwrap();
        url.edit_search_params(SearchParams::sort).unwrap();
        assert_eq!(url.search_params(), expected, "{text}");
    }
}

#[test]
fn the_order_is_that_of_utf_16() {
    // Each boundary between lengths in UTF-8, and around the surrogates.
    let chars = [
        '\0', 'a', '\u{7f}', '\u{80}', '\u{7ff}', '\u{800}', '\u{d7ff}', '\u{e000}', '\u{efff}', '\u{f000}',
        '\u{ffff}', '\u{10000}', '\u{1f308}', '\u{3ffff}', '\u{40000}', '\u{10ffff}',
    ];
    let mut texts = vec![String::new()];
    for first in chars {
        texts.push(first.into());
        texts.extend(chars.map(|second| String::from_iter([first, second])));
    }
    let mut expected = texts.clone();
    expected.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    let mut params: SearchParams = texts.iter().map(|text| (text.as_str(), "")).collect();
    params.sort();
    assert!(params.iter().map(|(name, _)| name).eq(expected.iter().map(String::as_str)));
    assert_ne!(expected.iter().max(), expected.last(), "the order of code points is another one");
}

type Change = fn(&mut SearchParams);

/// (text, operation, result), from urlsearchparams-append, -delete and -set
const CHANGED: [(&str, Change, &str); 15] = [
    ("", |params| params.append("a", "b"), "a=b"),
    ("a=b", |params| params.append("a", ""), "a=b&a="),
    ("a=b&c=d", |params| params.delete("a"), "c=d"),
    ("a=a&b=b&a=a&c=c", |params| params.delete("a"), "b=b&c=c"),
    ("a=a&=&b=b&c=c", |params| params.delete(""), "a=a&b=b&c=c"),
    ("a=a", |params| params.delete("A"), "a=a"),
    ("a=b&a=d&c&e&", |params| params.delete_pair("a", "b"), "a=d&c=&e="),
    ("a=b&a=d&c&e&", |params| params.delete_pair("c", ""), "a=b&a=d&e="),
    ("a=b&a=d&a=b", |params| params.delete_pair("a", "b"), "a=d"),
    ("a=b&c=d", |params| params.set("a", "B"), "a=B&c=d"),
    ("a=b&c=d&a=e", |params| params.set("a", "B"), "a=B&c=d"),
    ("a=b&c=d", |params| params.set("e", "f"), "a=b&c=d&e=f"),
    ("c=d&a=1&a=2&a=3&b", |params| params.set("a", "4"), "c=d&a=4&b="),
    ("a=1&a=2&a=3", |params| params.set("first", "4"), "a=1&a=2&a=3&first=4"),
    ("a=1", |params| params.extend([("b", "2"), ("c", "3")]), "a=1&b=2&c=3"),
];

#[test]
fn lists_change_by_name() {
    for (text, change, expected) in CHANGED {
        let mut params = SearchParams::parse(text);
        change(&mut params);
        assert_eq!(params.to_string(), expected, "{text}");
    }
}

#[test]
fn lists_are_asked_by_name() {
    // urlsearchparams-get, -getall and -has
    let params = SearchParams::parse("a=b&c=d&a=e&a=b&empty&=x");
    assert_eq!((params.get("a"), params.get("empty"), params.get("")), (Some("b"), Some(""), Some("x")));
    assert_eq!((params.get("e"), params.get("A")), (None, None));
    assert_eq!(params.get_all("a").collect::<Vec<_>>(), ["b", "e", "b"]);
    assert_eq!(params.get_all("e").count(), 0);
    assert!(params.has("c") && params.has("empty") && !params.has("d"));
    assert!(params.has_pair("a", "e") && params.has_pair("empty", "") && !params.has_pair("a", "d"));
    assert_eq!(params.iter().next_back(), Some(("", "x")));
    assert_eq!(params.iter().len(), 6);
    assert!((&params).into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).eq(params.clone()));
}

/// (URL, operation, result), from urlsearchparams-delete, -sort and -stringifier, url-searchparams and the notes of
/// section 6.2
const UPDATED: [(&str, Change, &str); 12] = [
    ("http://example.com/?param1&param2", |params| params.delete("param1"), "http://example.com/?param2="),
    ("http://example.com/?param1&param2", |params| *params = SearchParams::new(), "http://example.com/"),
    ("http://example.com/?", |params| params.delete("param1"), "http://example.com/"),
    ("http://example.com/?", SearchParams::sort, "http://example.com/"),
    ("http://example.com/?#f", |_| (), "http://example.com/#f"),
    ("http://www.example.com/?a=b,c", |params| params.append("x", "y"), "http://www.example.com/?a=b%2Cc&x=y"),
    ("https://example.com/?a=b ~", SearchParams::sort, "https://example.com/?a=b+%7E"),
    ("http://u:p@h:8080/p#f", |params| params.set("a", "?#"), "http://u:p@h:8080/p?a=%3F%23#f"),
    ("non-special:opaque?a=1", |params| params.delete("a"), "non-special:opaque"),
    ("non-special:opaque %20?a#f", |params| params.delete("a"), "non-special:opaque %20#f"),
    ("data:space    ?test", |params| params.delete("test"), "data:space   %20"),
    ("file:///p?a=1&a=2", |params| params.delete_pair("a", "1"), "file:///p?a=2"),
];

#[test]
fn a_url_takes_the_list_over() {
    for (text, change, expected) in UPDATED {
        let mut url = Url::parse(text, None).unwrap();
        url.edit_search_params(change).unwrap();
        assert_eq!(url.href(), expected, "{text}");
        assert_eq!(url, Url::parse(expected, None).unwrap(), "{text}");
        assert_eq!(url.reference().parts(), Url::parse(expected, None).unwrap().reference().parts(), "{text}");
    }
}

#[test]
fn long_lists_cost_no_more_than_their_length() {
    // Quadratic deletion, setting or sorting would take minutes.
    const COUNT: usize = 300_000;
    let mut params: SearchParams = (0..COUNT).map(|n| (format!("n{}", n * 7919 % COUNT), "v")).collect();
    params.sort();
    assert!(params.iter().zip(params.iter().skip(1)).all(|(a, b)| a.0 < b.0));
    params.extend((0..COUNT).map(|n| (if n % 2 == 0 { "even" } else { "odd" }, n.to_string())));
    params.delete("even");
    params.set("odd", "one");
    assert_eq!(params.len(), COUNT + 1);
    assert_eq!(params.get("odd"), Some("one"));
    assert_eq!(SearchParams::parse(&params.to_string()), params);
}
