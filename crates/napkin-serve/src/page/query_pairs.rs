//! Shows the query as pairs, in fields that edit it.
//!
//! The query changes only if a pair was changed. Unchanged pairs keep their bytes; changed pairs write spaces as the standard
//! does. A pair that no field can represent can be removed, but not changed.

use std::borrow::Cow;
use std::collections::HashSet;

use maud::{Markup, html};
use napkin::query::{Pairs, Spaces};
use napkin::{Component, Edit, Reference, Standard, whatwg};

use super::form::Form;
use crate::answer::Problem;
use crate::markup::{LIST, TABLE, Typed, clipped, fold, row, sentence, table};
use crate::parameters::Parameters;

/// The most pairs of a query that are shown.
const MOST: usize = 200;

/// The number of pairs that are not folded.
const FEW: usize = 12;

/// The longest query that can be changed, in bytes; the page repeats it twice.
const LONGEST: usize = 8 << 10;

const LONG: usize = 400;

/// The sent fields: each pair as it was in the query, and its new name and value; the last pair is new.
pub(super) struct Sent {
    stood: Vec<String>,
    names: Vec<String>,
    values: Vec<String>,
    /// The numbers of the pairs to remove.
    removed: HashSet<String>,
}

impl Sent {
    pub(super) fn of(parameters: &mut Parameters) -> Result<Self, Problem> {
        let (stood, names) = (parameters.all("pair")?, parameters.all("pair-name")?);
        let (values, removed) = (parameters.all("pair-value")?, parameters.all("pair-removed")?);
        Ok(Self { stood, names, values, removed: removed.into_iter().collect() })
    }

    /// Returns the new query, with `None` inside if it has no pairs; `None` if nothing was changed.
    fn query(&self, spaces: Spaces) -> Option<Option<String>> {
        let mut is_changed = false;
        let mut query = Vec::new();
        for (number, (name, value)) in self.names.iter().zip(&self.values).enumerate() {
            let stood = self.stood.get(number);
            if stood.is_some() && self.removed.contains(&number.to_string()) {
                is_changed = true;
                continue;
            }
            if stood.is_none() && name.is_empty() && value.is_empty() {
                continue;
            }
            if let Some(stood) = stood.filter(|stood| Field::of(stood).is(name, value)) {
                query.push(Cow::Borrowed(&**stood));
                continue;
            }
            is_changed = true;
            let mut pairs = Pairs::default();
            pairs.spaces(spaces).add(name, value);
            query.extend(pairs.into_query().map(Cow::Owned));
        }
        is_changed.then(|| (!query.is_empty()).then(|| query.join("&")))
    }

    /// Returns a URL with the new query; `None` if nothing was changed.
    ///
    /// # Errors
    /// The text is not a valid URL under the standard.
    pub(super) fn set(&self, text: &str, base: &str, standard: Standard) -> Option<Result<String, String>> {
        let spaces = if standard == Standard::Whatwg { Spaces::Plus } else { Spaces::Percent };
        let query = self.query(spaces)?;
        Some(if standard == Standard::Whatwg {
            in_browsers(text, base, query.as_deref())
        } else {
            in_references(text, standard, query.as_deref())
        })
    }
}

fn in_browsers(text: &str, base: &str, query: Option<&str>) -> Result<String, String> {
    let base = whatwg::Url::parse(base, None).ok();
    let mut url = whatwg::Url::parse(text, base.as_ref()).map_err(|error| error.finding().to_string())?;
    url.set_search(query.unwrap_or_default());
    Ok(url.href().to_owned())
}

fn in_references(text: &str, standard: Standard, query: Option<&str>) -> Result<String, String> {
    let edit = Edit::of(Reference::parse(text, standard).map_err(|error| error.finding().to_string())?);
    let edited = match query {
        Some(query) => edit.set(Component::Query, query),
        None => edit.clear(Component::Query),
    };
    edited.finish().map(|url| url.as_str().to_owned()).map_err(|error| error.finding().to_string())
}

/// A pair as a form field represents it.
struct Field {
    name: String,
    value: String,
    /// Whether the field represents the whole pair: fields have no line ends, HTML has no NUL, and neither has raw bytes.
    is_whole: bool,
}

impl Field {
    fn of(pair: &str) -> Self {
        let (name, value) = whatwg::SearchParams::parse(pair)
            .iter()
            .next()
            .map_or_else(Default::default, |(name, value)| (name.to_owned(), value.to_owned()));
        let is_bytes = |text: &str| text.contains('\u{fffd}');
        let is_whole = ![&name, &value].into_iter().any(|text| text.contains(['\n', '\r', '\0']) || is_bytes(text));
        Self { name, value, is_whole }
    }

    /// Returns the input for the name or the value of a pair; read-only if it cannot represent the pair.
    fn input(&self, of: &str, number: usize, hint: Option<&str>) -> Markup {
        let title = (!self.is_whole).then_some("no field can hold all of it");
        html! {
            input form="reading" name={ "pair-" (of) } autocomplete="off" autocapitalize="off" spellcheck="false"
                readonly[!self.is_whole] title=[title] placeholder=[hint] aria-label={ (of) " of pair " (number) }
                value=(Typed(if of == "name" { &self.name } else { &self.value }));
        }
    }

    /// Returns whether the pair is unchanged; a pair that cannot be represented always is.
    fn is(&self, name: &str, value: &str) -> bool {
        !self.is_whole || (self.name == name && self.value == value)
    }
}

pub(super) fn show(form: &Form, query: Option<&str>, can_be_set: bool) -> Markup {
    let query = query.filter(|query| !query.is_empty());
    if query.is_none() && form.unset.is_none() {
        return html! {};
    }
    let pairs: Vec<_> = query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()).collect();
    let is_short = pairs.len() <= MOST && query.is_none_or(|query| query.len() <= LONGEST);
    let content = html! {
        @if let Some(why) = &form.unset { p class="problem" { "The query was not set: " (sentence(why)) } }
        @if query.is_some() { @if can_be_set && is_short { (fields(&pairs)) } @else { (rows(&pairs)) } }
    };
    fold("pairs", "The query as pairs", pairs.len() <= FEW, content)
}

/// Shows pairs that cannot be changed here.
fn rows(pairs: &[&str]) -> Markup {
    let rows = html! {
        @for pair in pairs.iter().take(MOST) {
            @let Field { name, value, .. } = Field::of(pair);
            (row(&clipped(&name, LONG), &[&clipped(&value, LONG)]))
        }
    };
    html! {
        (table(TABLE, "The query as pairs", &["name", "value"], rows))
        @if let Some(more @ 1..) = pairs.len().checked_sub(MOST) { p { (more) " more" } }
    }
}

/// Shows the pairs as fields of the URL's form, with one more empty pair.
fn fields(pairs: &[&str]) -> Markup {
    let new = pairs.len() + 1;
    let rows = html! {
        @for (number, pair) in pairs.iter().enumerate() {
            @let field = Field::of(pair);
            tr {
                td {
                    input type="hidden" form="reading" name="pair" value=(Typed(pair));
                    (field.input("name", number + 1, None))
                }
                td { (field.input("value", number + 1, None)) }
                td {
                    input type="checkbox" form="reading" name="pair-removed" value=(number)
                        aria-label={ "remove pair " (number + 1) };
                }
            }
        }
        tr {
            @for (of, hint) in [("name", "a new name"), ("value", "its value")] {
                td { (Field::of("").input(of, new, Some(hint))) }
            }
            td {}
        }
    };
    html! {
        (table(LIST, "The query as pairs", &["name", "value", "remove"], rows))
        div class="line" { button form="reading" { "Set the query" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the fields of a query as a form sends them, after `change`.
    fn sent(query: &str, change: impl FnOnce(&mut Vec<String>, &mut Vec<String>)) -> Sent {
        let stood: Vec<_> = query.split('&').filter(|pair| !pair.is_empty()).map(String::from).collect();
        let fields: Vec<_> = stood.iter().map(|pair| Field::of(pair)).collect();
        let last = || [String::new()];
        let mut names: Vec<_> = fields.iter().map(|field| field.name.clone()).chain(last()).collect();
        let mut values: Vec<_> = fields.iter().map(|field| field.value.clone()).chain(last()).collect();
        change(&mut names, &mut values);
        Sent { stood, names, values, removed: HashSet::new() }
    }

    /// RFC 3986 section 3.4 admits the characters; URL Standard section 5.2 writes spaces as `+`.
    #[test]
    fn a_value_is_set_and_others_keep_their_bytes() {
        // (query, number of the value, new value, result by RFC 3986, result by the URL Standard)
        let cases = [
            ("a=1&b=2", 0, "x", "a=x&b=2", "a=x&b=2"),
            ("a=%7e&b=%41&&c", 1, "y z", "a=%7e&b=y%20z&c", "a=%7e&b=y+z&c"),
            ("a=1+2&a=1", 1, "1+2", "a=1+2&a=1%2B2", "a=1+2&a=1%2B2"),
            ("__proto__=1&constructor", 0, "&=#", "__proto__=%26%3D%23&constructor", "__proto__=%26%3D%23&constructor"),
            ("a=1&a=2&a=3", 1, "%", "a=1&a=%25&a=3", "a=1&a=%25&a=3"),
            ("a", 0, "\u{e4}", "a=%C3%A4", "a=%C3%A4"),
            ("a=1", 0, "", "a=", "a="),
            ("a=1", 1, "2", "a=1&=2", "a=1&=2"),
            ("%FF=1&b=%0A&c=3", 2, "4", "%FF=1&b=%0A&c=4", "%FF=1&b=%0A&c=4"),
        ];
        for (query, place, value, generic, browsers) in cases {
            let sent = sent(query, |_, values| values[place] = value.to_owned());
            for (standard, expected) in [(Standard::Rfc3986, generic), (Standard::Whatwg, browsers)] {
                let url = sent.set(&format!("http://pub.example/?{query}#f"), "", standard);
                assert_eq!(url, Some(Ok(format!("http://pub.example/?{expected}#f"))), "{query}");
            }
        }
    }

    #[test]
    fn names_change_and_pairs_go() {
        let mut changed = sent("a=1&b=%20", |names, _| names[0] = "c d".to_owned());
        assert_eq!(changed.query(Spaces::Percent), Some(Some("c%20d=1&b=%20".to_owned())));
        changed.removed.insert("0".to_owned());
        assert_eq!(changed.query(Spaces::Percent), Some(Some("b=%20".to_owned())));
        changed.removed.insert("1".to_owned());
        assert_eq!(changed.query(Spaces::Percent), Some(None));
        let url = changed.set("../a?a=1&b=%20#f", "", Standard::Rfc3986);
        assert_eq!(url, Some(Ok("../a#f".to_owned())));
    }

    #[test]
    fn nothing_changed_is_nothing_set() {
        for query in ["", "a", "a=1&a=1", "%0d=%00&%ff", "a=b=c&&=", "a=+%20+"] {
            assert_eq!(sent(query, |_, _| ()).query(Spaces::Plus), None, "{query}");
        }
    }

    #[test]
    fn pairs_that_no_field_can_hold_stay() {
        for query in ["a=%0A&b=1", "a=%0D&b=1", "a=%00&b=1", "a=%FF&b=1"] {
            let sent = sent(query, |names, values| {
                // A field without line ends sends this.
                (names[0], values[0]) = ("a".to_owned(), String::new());
                values[1] = "2".to_owned();
            });
            assert_eq!(sent.query(Spaces::Percent), Some(Some(query.replace("b=1", "b=2"))));
        }
    }

    #[test]
    fn texts_that_are_no_urls_have_no_query_to_set() {
        let sent = sent("a=1", |_, values| values[0] = "2".to_owned());
        assert!(sent.set("http://h:8o/?a=1", "", Standard::Rfc3986).is_some_and(|url| url.is_err()));
        assert!(sent.set("/relative?a=1", "", Standard::Whatwg).is_some_and(|url| url.is_err()));
        let resolved = sent.set("?a=1", "http://pub.example/menu", Standard::Whatwg);
        assert_eq!(resolved, Some(Ok("http://pub.example/menu?a=2".to_owned())));
    }
}
