//! Documents of every format but plain text, and their links, as the formats' specifications have them.

use encoding_rs::Encoding;
use napkin::Span;
use napkin_document::rewrite::{Found, rewrite};
use napkin_document::{Entity, Kind, Link, Options, charset, collect_links};

/// A document of the data files, in its encoding.
struct Case {
    name: String,
    kind: Kind,
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    entry: toml::Value,
}

fn text<'e>(entry: &'e toml::Value, key: &str) -> Option<&'e str> {
    entry.get(key).map(|value| value.as_str().expect("a string"))
}

fn cases() -> Vec<Case> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/documents");
    let mut cases = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let data: toml::Table = std::fs::read_to_string(&path).unwrap().parse().expect("TOML");
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for entry in data["case"].as_array().unwrap() {
            let name = format!("{file}: {}", text(entry, "id").expect("an id"));
            assert!(text(entry, "clause").is_some(), "{name} says where the format says so");
            let label = text(entry, "encoding").unwrap_or("utf-8");
            let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
            let bytes = encoded(text(entry, "document").unwrap(), encoding, entry.get("mark").is_some());
            let kind = match text(entry, "kind") {
                Some(name) => Kind::ALL.into_iter().find(|kind| kind.name() == name).expect("a kind"),
                None => Kind::of_content(&bytes),
            };
            cases.push(Case { name, kind, bytes, encoding, entry: entry.clone() });
        }
    }
    cases
}

pub(crate) fn encoded(text: &str, encoding: &'static Encoding, mark: bool) -> Vec<u8> {
    let text = if mark { format!("\u{feff}{text}") } else { text.to_owned() };
    match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(&text).0.into_owned(),
    }
}

impl Case {
    fn entity(&self) -> Entity<'_> {
        let entity = Entity::new(&self.bytes).with_kind(self.kind);
        text(&self.entry, "charset").map_or(entity, |label| entity.in_charset(label))
    }

    fn expected(&self) -> Vec<Expected> {
        let links = self.entry.get("links").map_or(&[][..], |links| links.as_array().expect("links"));
        links.iter().map(Expected::of_data).collect()
    }
}

#[derive(Debug, PartialEq)]
struct Expected {
    context: String,
    text: String,
    raw: String,
    rel: Option<String>,
    bases: Vec<String>,
}

impl Expected {
    fn of_data(entry: &toml::Value) -> Self {
        let own = text(entry, "text").expect("a text");
        let bases = entry.get("bases").map_or(&[][..], |bases| bases.as_array().expect("bases"));
        Self {
            context: text(entry, "context").expect("a context").to_owned(),
            text: own.to_owned(),
            raw: text(entry, "raw").unwrap_or(own).to_owned(),
            rel: text(entry, "rel").map(str::to_owned),
            bases: bases.iter().map(|base| base.as_str().expect("a string").to_owned()).collect(),
        }
    }

    fn of_link(link: &Link<'_>, encoding: &'static Encoding) -> Self {
        let bases = link.base.iter().flat_map(|base| base.outwards()).map(|base| base.text().to_owned());
        Self {
            context: link.context.to_string(),
            text: link.text.clone().into_owned(),
            raw: encoding.decode_without_bom_handling(link.raw).0.into_owned(),
            rel: link.rel.as_deref().map(str::to_owned),
            bases: bases.collect(),
        }
    }
}

#[test]
fn links_of_documents() {
    let cases = cases();
    assert!(cases.len() > 100, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let links = collect_links(&case.entity(), &Options::default());
        let found: Vec<Expected> = links.iter().map(|link| Expected::of_link(link, case.encoding)).collect();
        if found != case.expected() {
            wrong.push(format!("{}\n  found {found:#?}\n  expected {:#?}", case.name, case.expected()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every character of a link, and every base, maps to bytes that can encode it.
#[test]
fn links_lead_back() {
    for case in cases() {
        for link in collect_links(&case.entity(), &Options::default()) {
            assert_eq!(link.raw, &case.bytes[link.span.range()], "{}", case.name);
            let whole = link.source_span(Span::new(0, link.text.len()));
            assert_eq!(whole, link.span, "{}: {link:?}", case.name);
            for (at, character) in link.text.char_indices() {
                let place = link.source_span(Span::new(at, at + character.len_utf8()));
                let source = case.encoding.decode_without_bom_handling(&case.bytes[place.range()]).0.into_owned();
                let may_be = source == character.to_string()
                    || source.len() > 1
                        && ["&", "\\", "''", "\"\"", "<![CDATA[", "{", ":"].iter().any(|start| source.contains(start))
                    || character == ' ' && source.trim().is_empty()
                    || source.is_empty() && (link.assumed.is_some() || link.context.to_string() == "org link");
                assert!(may_be, "{}: {character:?} leads to {source:?}", case.name);
            }
            for base in link.base.iter().flat_map(|base| base.outwards()) {
                assert!(base.span().end <= case.bytes.len(), "{}", case.name);
            }
        }
    }
}

/// A link that is rewritten to its own text keeps its bytes. A link that is rewritten to another text has that text afterwards, or is reported
/// as unchanged.
#[test]
fn documents_rewritten() {
    let mut written = 0;
    for case in cases() {
        let (entity, options) = (case.entity(), Options::default());
        let same = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| Some(found.link.text.to_string()));
        assert_eq!((same.bytes, same.left.len()), (case.bytes.clone(), 0), "{}", case.name);
        let new = "http://h.example/?a&b=c";
        let done = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| Some(new.to_owned()));
        assert_eq!(done.verify(&entity, &options), Ok(()), "{}", case.name);
        assert_eq!(done.changes.len() + done.left.len(), done.links, "{}: {done:?}", case.name);
        let again = Entity::new(&done.bytes).with_kind(case.kind);
        let again = text(&case.entry, "charset").map_or(again, |label| again.in_charset(label));
        let found = collect_links(&again, &options);
        let as_asked = found.iter().filter(|link| link.text == new).count();
        // Of a page and of XHTML the base, and documents in attributes, are rewritten too, which are no links.
        assert!(done.left.len() + as_asked >= found.len(), "{}: {found:?}", case.name);
        written += done.changes.len();
    }
    assert!(written > 250, "{written}");
}

#[test]
fn encodings_of_documents() {
    let mut tried = 0;
    for case in cases() {
        let Some(expected) = case.entry.get("found") else { continue };
        let found = charset(&case.entity());
        let (name, from) = (text(expected, "name").unwrap(), text(expected, "from").unwrap());
        assert_eq!((found.name(), found.from.name()), (name, from), "{}", case.name);
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
