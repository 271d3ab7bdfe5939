//! Edits leave alone what they do not change.

use napkin::query::{Pairs, pairs};
use napkin::{Component, Edit, Reference, Standard};
use proptest::prelude::*;

/// Returns the pairs of a query, as they are written.
fn written(query: &str) -> Vec<String> {
    let url = format!("?{query}");
    let reference = Reference::parse(&url, Standard::Rfc3986).expect("a query");
    pairs(reference.query().expect("a query")).map(|pair| pair.text().as_str().to_owned()).collect()
}

proptest! {
    /// A signature over a path and a query stays valid if something else changes.
    #[test]
    fn edits_keep_every_byte_of_other_components(
        path in "(/([a-zA-Z0-9._~!$&'()*+,;=:@-]|%[0-9a-fA-F]{2}){0,5}){1,4}",
        query in "([a-zA-Z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-fA-F]{2}){0,30}",
        port in 1_u16..,
    ) {
        let text = format!("http://h{path}?{query}#old");
        let url = Edit::of(Reference::parse(&text, Standard::Rfc3986).expect("a URL"));
        let edited = url.clone().set(Component::Host, "x").set(Component::Port, &port.to_string());
        let edited = edited.set(Component::Scheme, "https").set_data(Component::Fragment, "new").finish();
        prop_assert_eq!(edited.expect("a URL"), format!("https://x:{port}{path}?{query}#new"));
        // Neither does a change of pairs that changes none.
        let same = url.pairs(|pairs| { pairs.remove("no such name").rename("no such name", "x"); });
        prop_assert_eq!(same.finish().expect("a URL"), text);
    }

    #[test]
    fn edits_of_pairs_keep_every_byte_of_other_pairs(
        query in "([a-c]=([a-zA-Z+]|%[0-9a-fA-F]{2}){0,5}&{0,2}){0,6}",
        value in ".{0,5}",
    ) {
        let others = |query: &str| {
            let kept = written(query).into_iter().filter(|pair| !pair.starts_with("a=") && !pair.starts_with("z="));
            kept.collect::<Vec<_>>()
        };
        let mut pairs = Pairs::parse(&query);
        pairs.set("a", &value).rename("a", "z");
        prop_assert_eq!(others(&pairs.into_query().expect("a pair")), others(&query));
        // A new pair, and one that is removed, change no other byte.
        let mut pairs = Pairs::parse(&query);
        let added = pairs.add("new", "1").clone().into_query().expect("a pair");
        prop_assert_eq!(added.strip_prefix(&query).map(|end| end.trim_start_matches('&')), Some("new=1"));
        let kept = query.split('&').filter(|pair| !pair.starts_with("a=")).collect::<Vec<_>>().join("&");
        let removed = Pairs::parse(&query).remove("a").clone().into_query();
        prop_assert_eq!(removed, Some(kept).filter(|kept| !kept.trim_matches('&').is_empty()));
    }
}
