//! How well a finder finds what the writers of the labelled texts meant: `data/cases/text.toml`.

use std::collections::BTreeMap;

/// A text, and the links that its writer meant.
pub(crate) struct Passage {
    #[allow(dead_code, reason = "the example prints it")]
    pub(crate) class: String,
    pub(crate) text: String,
    /// URLs, as they are to be read.
    pub(crate) links: Vec<String>,
    /// Links without a scheme, with the scheme that is to be assumed.
    pub(crate) guessed: Vec<String>,
    /// Other readings of the one link that has some: name and text.
    pub(crate) others: Option<Vec<(String, String)>>,
}

/// The number of expected links, of links that a finder has found, and of correct ones among these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) expected: usize,
    pub(crate) found: usize,
    pub(crate) right: usize,
}

impl Score {
    pub(crate) fn add(&mut self, expected: &[String], found: &[String]) {
        let mut left: BTreeMap<&str, usize> = BTreeMap::new();
        for link in expected {
            *left.entry(link).or_default() += 1;
        }
        for link in found {
            if let Some(count) = left.get_mut(link.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                self.right += 1;
            }
        }
        self.expected += expected.len();
        self.found += found.len();
    }

    pub(crate) fn precision(self) -> f64 {
        self.right as f64 / self.found as f64
    }

    pub(crate) fn recall(self) -> f64 {
        self.right as f64 / self.expected as f64
    }
}

/// All passages, in the order of the classes' names.
pub(crate) fn passages() -> Vec<Passage> {
    let data: toml::Table = include_str!("../../../../data/cases/text.toml").parse().unwrap();
    data.iter().flat_map(|(class, passages)| of_class(class, passages.as_array().unwrap())).collect()
}

fn of_class<'a>(class: &'a str, passages: &'a [toml::Value]) -> impl Iterator<Item = Passage> + 'a {
    let strings = |value: Option<&toml::Value>| -> Vec<String> {
        let list = value.map_or(&[][..], |value| value.as_array().unwrap());
        list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    passages.iter().map(move |passage| Passage {
        class: class.to_owned(),
        text: passage["text"].as_str().unwrap().to_owned(),
        links: strings(passage.get("links")),
        guessed: strings(passage.get("guessed")),
        others: passage.get("others").map(|others| {
            let pairs = others.as_array().unwrap().iter().map(|pair| strings(Some(pair)));
            pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect()
        }),
    })
}

/// Ours.
pub(crate) fn napkin(text: &str, bare: bool) -> Vec<String> {
    use napkin_document::{Entity, Kind, Options, collect_links};
    let options = Options::default().with_bare(bare);
    let links = collect_links(&Entity::new(text.as_bytes()).with_kind(Kind::Text), &options);
    links.into_iter().map(|link| link.text.into_owned()).collect()
}

/// Ways to ask `linkify`: with hosts that have no scheme, with mail addresses, with IRIs.
pub(crate) fn ways_to_ask_linkify() -> Vec<[bool; 3]> {
    (0..8).map(|bits| [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0]).collect()
}

/// Returns the links that `linkify` finds. A link without a scheme gets the scheme that it implies.
pub(crate) fn linkify(text: &str, [hosts, addresses, international]: [bool; 3]) -> Vec<String> {
    use linkify::{LinkFinder, LinkKind};
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(!hosts).url_can_be_iri(international);
    finder.kinds(if addresses { &[LinkKind::Url, LinkKind::Email] } else { &[LinkKind::Url] });
    let links = finder.links(text).map(|link| match (link.kind(), link.as_str()) {
        (LinkKind::Email, address) if address.starts_with("mailto:") => address.to_owned(),
        (LinkKind::Email, address) => format!("mailto:{address}"),
        (_, url) if url.contains("://") => url.to_owned(),
        (_, host) if host.starts_with("ftp.") => format!("ftp://{host}"),
        (_, host) => format!("http://{host}"),
    });
    links.collect()
}
