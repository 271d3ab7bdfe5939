//! Types that own the text of a URL compare and convert as their text does; error types work with `Box<dyn Error>`.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use napkin::{Component, Error, Mapping, Network, ReferenceBuf, Standard, Url, base64, whatwg};

fn assert_is_text<T>()
where
    T: FromStr<Err = Error> + Display + Debug + Ord + std::borrow::Borrow<str> + Into<String> + AsRef<str>,
    T: for<'a> TryFrom<&'a str, Error = Error> + TryFrom<String, Error = Error>,
    T: PartialEq<str> + for<'a> PartialEq<&'a str> + PartialEq<String>,
    str: PartialEq<T>,
    String: PartialEq<T>,
    for<'a> &'a str: PartialEq<T>,
{
    let text = "http://h/a";
    let value: T = text.parse().unwrap();
    let string = String::from(text);
    assert_eq!([value == *text, value == text, value == string], [true; 3]);
    assert_eq!([*text == value, text == value, string == value], [true; 3]);
    assert_eq!((value.to_string(), value.as_ref()), (text.into(), text));
    let set = BTreeSet::from([value]);
    assert!(set.contains(text));
    assert_eq!(set.into_iter().map(Into::<String>::into).next().as_deref(), Some(text));
    assert!(T::try_from(String::from(text)).unwrap() == T::try_from(text).unwrap());
}

#[test]
fn types_that_own_a_url_compare_and_convert_as_text() {
    assert_is_text::<ReferenceBuf>();
    assert_is_text::<Url>();
    assert_is_text::<whatwg::Url>();
}

#[test]
fn error_types_are_errors_of_the_standard_library() {
    let error = Url::parse("http://h:8o/", Standard::Rfc3986).unwrap_err();
    let errors: [Box<dyn std::error::Error>; 7] = [
        Box::new(error),
        Box::new(*error.finding()),
        Box::new("rfc1".parse::<Standard>().unwrap_err()),
        Box::new("site".parse::<Component>().unwrap_err()),
        Box::new("10/8".parse::<Network>().unwrap_err()),
        Box::new(Mapping::parse("http://h/", Standard::Rfc3986).unwrap_err()),
        Box::new(base64::decode_forgiving(b"!", &mut Vec::new()).unwrap_err()),
    ];
    assert!(errors.iter().all(|error| error.to_string().starts_with("expected ")), "{errors:?}");
}
