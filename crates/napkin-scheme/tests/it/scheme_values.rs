//! Values of other name spaces survive the conversion to URLs and back.

use napkin::{Reference, Rungs, Standard, Url, normalize};
use napkin_scheme::values::{Cid, Ftp, FtpType, Gopher, Mailto, Mid, News, Nntp, Tftp, TftpMode};
use napkin_scheme::{self as scheme, definitions};

/// Numbers that look random but are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    /// Returns some octets, without the given ones.
    fn octets(&mut self, without: &[u8]) -> Vec<u8> {
        let length = self.below(8);
        let octets = (0..length).map(|_| self.next() as u8);
        octets.filter(|octet| !without.contains(octet)).collect()
    }

    /// Returns some characters, half of them visible ASCII characters.
    fn text(&mut self, without: &str) -> String {
        let length = 1 + self.below(8);
        let characters = (0..length).map(|_| match self.below(4) {
            0 => char::from_u32(self.below(0x3000) as u32 + 0xA0).unwrap_or('x'),
            1 => 'x',
            _ => char::from(b'!' + self.below(94) as u8),
        });
        let text: String =
            characters.filter(|c| !without.contains(*c) && !c.is_whitespace() && !c.is_control()).collect();
        if text.is_empty() { "x".into() } else { text }
    }
}

/// The number of values per kind.
const TRIES: usize = 20_000;

/// Returns whether all readers agree on the URL, it keeps its meaning when normalised, and it follows the definition
/// of its scheme.
fn normal(url: &Url) -> Url {
    let read = Reference::parse(url.as_str(), Standard::Rfc3986).expect("a URL");
    Url::parse(normalize(read, Rungs::ALL).text.into_owned(), Standard::Rfc3986).expect("a URL")
}

fn dots(name: &[u8]) -> bool {
    name.split(|&octet| octet == b'/').any(|part| matches!(part, b"." | b".."))
}

#[test]
fn names_of_ftp() {
    let mut random = Random(1);
    for _ in 0..TRIES {
        let count = random.below(4);
        let mut name = || random.octets(b"\0\r\n");
        let directories: Vec<_> = (0..count).map(|_| name()).collect();
        let file = name();
        let kind = [None, Some(FtpType::Ascii), Some(FtpType::Image), Some(FtpType::Directory)][random.below(4)];
        if directories.iter().chain([&file]).any(|name| matches!(&name[..], b"." | b"..")) {
            continue;
        }
        let value = Ftp { directories, file, kind };
        let url = value.map("sam@pub.example:2121").expect("a URL");
        assert_eq!(Ftp::unmap(url.reference()).as_ref(), Ok(&value), "{url}");
        assert_eq!(Ftp::unmap(normal(&url).reference()), Ok(value), "{url}");
    }
}

#[test]
fn every_octet_that_ends_no_line_is_in_names_of_ftp() {
    for octet in 0..=255 {
        let mapped = Ftp { directories: vec![vec![b'a', octet]], file: vec![octet, b'b'], kind: None }.map("h");
        assert_eq!(mapped.is_err(), matches!(octet, 0 | b'\r' | b'\n'), "{octet}");
    }
}

#[test]
fn items_of_gopher() {
    let mut random = Random(2);
    for _ in 0..TRIES {
        let kind = char::from(b'!' + random.below(94) as u8);
        let selector = random.octets(b"\0\t\r\n");
        let search = random.maybe(|random| random.octets(b"\0\t\r\n"));
        let plus = search.is_some().then(|| random.maybe(|random| random.octets(b"\0\t\r\n"))).flatten();
        let value = Gopher { kind, selector, search, plus };
        let all: Vec<u8> = [&[kind as u8][..], &value.selector].concat();
        if matches!(kind, '/' | '.') || dots(&all) {
            continue;
        }
        let Ok(url) = value.map("pub.example") else {
            // The dots of a search may be between slashes too.
            assert!(
                value.search.iter().chain(&value.plus).any(|piece| dots(piece) || piece.contains(&b'.')),
                "{value:?}"
            );
            continue;
        };
        assert_eq!(Gopher::unmap(url.reference()).as_ref(), Ok(&value), "{url}");
        assert_eq!(Gopher::unmap(normal(&url).reference()), Ok(value), "{url}");
    }
}

#[test]
fn files_of_tftp() {
    let mut random = Random(3);
    for _ in 0..TRIES {
        let file = random.octets(b"\0");
        let mode = [None, Some(TftpMode::NetAscii), Some(TftpMode::Octet)][random.below(3)];
        if file.is_empty() || dots(&file) {
            continue;
        }
        let value = Tftp { file, mode };
        let url = value.map("pub.example").expect("a URL");
        assert_eq!(Tftp::unmap(url.reference()).as_ref(), Ok(&value), "{url}");
        assert_eq!(Tftp::unmap(normal(&url).reference()), Ok(value), "{url}");
    }
}

#[test]
fn addresses_and_fields_of_mail() {
    let mut random = Random(4);
    let atext = "\"(),.:;<>@[\\]";
    for _ in 0..TRIES {
        let address = |random: &mut Random| format!("{}@{}.example", random.text(atext), random.text(atext));
        let count = random.below(3);
        let to: Vec<String> = (0..count).map(|_| address(&mut random)).collect();
        let count = random.below(3) + usize::from(to.is_empty());
        let field = |random: &mut Random| match random.below(3) {
            0 => ("body".to_owned(), random.text("") + "\r\n " + &random.text("")),
            1 => ("to".to_owned(), address(random)),
            _ => ("subject".to_owned(), random.text("") + " " + &random.text("")),
        };
        let fields: Vec<_> = (0..count).map(|_| field(&mut random)).collect();
        let value = Mailto { to, fields };
        // A comma in an address of a field is escaped like other characters; only a written comma separates addresses.
        let url = value.map().unwrap_or_else(|error| panic!("{value:?} {error}"));
        assert_eq!(Mailto::unmap(url.reference()).as_ref(), Ok(&value), "{url}");
        let normal = Mailto::unmap(normal(&url).reference()).expect("a value of the normal form");
        assert_eq!(delivery(&normal), delivery(&value), "{url}");
    }
}

/// Returns the recipients and the other fields, which normal forms keep: recipients of `to` fields join the others, and
/// domains are in lower case (RFC 6068 section 2).
fn delivery(value: &Mailto) -> (Vec<String>, Vec<&(String, String)>) {
    let (to, others): (Vec<_>, Vec<_>) = value.fields.iter().partition(|(name, _)| name == "to");
    let domain_in_lower_case = |address: &String| {
        let (local, domain) = address.rsplit_once('@').expect("an address");
        format!("{local}@{}", domain.to_ascii_lowercase())
    };
    (value.to.iter().chain(to.iter().map(|(_, address)| address)).map(domain_in_lower_case).collect(), others)
}

#[test]
fn identifiers_of_messages_and_parts() {
    let mut random = Random(5);
    for _ in 0..TRIES {
        let mut id = || random.text("<>@") + "@" + &random.text("<>@");
        let (one, other) = (id(), id());
        let part = Cid { id: one.clone() };
        let url = part.map().expect("a URL");
        assert_eq!(Cid::unmap(url.reference()).as_ref(), Ok(&part), "{url}");
        assert_eq!(Cid::of_field(&part.field()), part);
        let message = Mid { message: one.clone(), part: Some(other) };
        let url = message.map().expect("a URL");
        assert_eq!(Mid::unmap(normal(&url).reference()).as_ref(), Ok(&message), "{url}");
        let ascii: String = one.chars().filter(char::is_ascii).collect();
        let article = News::Article(format!("a{ascii}z"));
        let url = article.map(None).expect("a URL");
        assert_eq!(News::unmap(url.reference()).as_ref(), Ok(&article), "{url}");
    }
}

#[test]
fn groups_of_news() {
    let mut random = Random(6);
    let words = ["comp", "alt", "c++", "x-1", "a_b", "42"];
    for _ in 0..1000 {
        let count = 1 + random.below(4);
        let name: Vec<_> = (0..count).map(|_| words[random.below(words.len())]).collect();
        let group = name.join(".");
        let server = random.maybe(|_| "news.pub.example:1119");
        let value = News::Group(group.clone());
        let url = value.map(server).expect("a URL");
        assert_eq!(News::unmap(url.reference()), Ok(value), "{url}");
        let value = Nntp { group, article: random.maybe(|random| random.next() % 10_000_000_000_000_000) };
        let url = value.map("news.pub.example").expect("a URL");
        assert_eq!(Nntp::unmap(url.reference()), Ok(value), "{url}");
    }
    assert_eq!(News::unmap(News::All.map(None).expect("a URL").reference()), Ok(News::All));
    for wrong in ["comp..lang", "", "a b", "x@y"] {
        assert!(News::Group(wrong.into()).map(None).is_err(), "{wrong}");
    }
}

/// A value that a URL cannot represent is refused, and so is one that would have another meaning.
#[test]
fn values_that_a_url_cannot_hold_are_refused() {
    let ftp = |name: &[u8]| Ftp { directories: vec![], file: name.to_vec(), kind: None }.map("h");
    assert!(ftp(b"..").is_err() && ftp(b"a\nb").is_err() && ftp(b"...").is_ok());
    assert!(Gopher { kind: '0', selector: b"a\tb".to_vec(), search: None, plus: None }.map("h").is_err());
    assert!(Gopher { kind: '0', selector: b"/../x".to_vec(), search: None, plus: None }.map("h").is_err());
    assert!(Gopher { kind: ' ', selector: vec![], search: None, plus: None }.map("h").is_err());
    assert!(Tftp { file: b"../x".to_vec(), mode: None }.map("h").is_err());
    assert!(Cid { id: "<a@b>".into() }.map().is_err() && Cid { id: "logo".into() }.map().is_err());
    let bcc = Mailto { to: vec![], fields: vec![("subject".into(), "a\r\nbcc: spy@pub.example".into())] };
    assert!(bcc.map().is_err());
    let other = Url::parse("http://pub.example/", Standard::Rfc3986).expect("a URL");
    assert!(Ftp::unmap(other.reference()).is_err() && Mailto::unmap(other.reference()).is_err());
}

/// Definitions with a template map all values that their lists of octets allow, and return the same values.
#[test]
fn templates_of_definitions() {
    let mut random = Random(7);
    let mut tried = 0;
    for definition in definitions().iter().filter(|definition| !definition.mapping.template.is_empty()) {
        let octets = |text: &str| scheme::Octets::parse(text).expect("octets");
        let legal = octets(&definition.mapping.legal).without(octets(&definition.mapping.excluded));
        for _ in 0..2000 {
            let value: Vec<u8> = random.octets(b"").into_iter().filter(|&octet| legal.contains(octet)).collect();
            let url = definition.map(&value).unwrap_or_else(|error| panic!("{}: {error}", definition.name));
            assert_eq!(definition.unmap(&url), Ok(value), "{url}");
        }
        tried += 1;
    }
    assert_eq!(tried, 3, "news, cid and about have templates");
}
