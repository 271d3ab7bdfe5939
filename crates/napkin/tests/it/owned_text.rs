//! Types that own the text of a URL compare and convert as their text does.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use napkin::{Error, ReferenceBuf, Url, whatwg};

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
