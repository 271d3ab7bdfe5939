//! MHTML: the messages of `data/mhtml`, and what a page becomes on the way there and back.

use napkin::data::{DataUrl, Reading};
use napkin_document::bundle::{BundleOptions, Bundled, Fetched, NotFetched, Request};
use napkin_document::mhtml::Archive;
use napkin_mail::Message;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mhtml");

fn nowhere(_: &Request<'_>) -> Result<Fetched, NotFetched> {
    Err(NotFetched::new("nothing is retrieved"))
}

fn bundled(message: &Message<'_>) -> Bundled {
    Archive::new(message, None).expect("a page").bundle(&BundleOptions::default(), &mut nowhere)
}

/// Returns the data in the `data:` URLs of images, in their order.
fn images(page: &str) -> Vec<String> {
    let urls = page.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let read = |url: &str| DataUrl::parse(url, Reading::Whatwg).and_then(|url| url.decode());
    urls.map(|url| read(url).map_or_else(|_| url.to_owned(), |data| String::from_utf8(data).expect("text"))).collect()
}

#[test]
fn nineteen_references_of_fourteen_messages() {
    let table = std::fs::read_to_string(format!("{DATA}/references.tsv")).expect("the table");
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    let mut names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    names.dedup();
    let mut resolved = 0;
    for name in &names {
        let bytes = std::fs::read(format!("{DATA}/{name}.mht")).expect(name);
        let message = Message::parse(&bytes);
        let done = bundled(&message);
        let found = images(&String::from_utf8_lossy(&done.bytes));
        let expected: Vec<String> = rows
            .iter()
            .filter(|row| row[0] == *name)
            .map(|row| String::from_utf8_lossy(&message.part(row[2]).expect("a part").decoded().bytes).into_owned())
            .collect();
        assert_eq!(found, expected, "{name}");
        assert!(done.is_complete(), "{name}: {:?}", done.failures);
        resolved += found.len();
    }
    assert_eq!((names.len(), resolved, rows.len()), (14, 19, 19));
}

/// The sites of `data/bundle.toml`: pages, where they are, and what can be retrieved.
mod sites {
    use super::{Fetched, NotFetched, Request};
    use std::collections::HashMap;
    use toml::{Table, Value};

    pub(super) struct Site {
        pub(super) name: String,
        pub(super) at: String,
        pub(super) page: Vec<u8>,
        files: HashMap<String, (Vec<u8>, Option<String>)>,
    }

    pub(super) fn all() -> Vec<Site> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/bundle.toml");
        let data: Table = std::fs::read_to_string(path).expect("the cases").parse().expect("a table");
        data["case"].as_array().expect("cases").iter().map(|case| site(case.as_table().expect("a case"))).collect()
    }

    fn site(case: &Table) -> Site {
        let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let latin1 = case.get("latin1").and_then(Value::as_array).cloned().unwrap_or_default();
        let bytes = |name: &str, text: &str| match latin1.iter().any(|one| one.as_str() == Some(name)) {
            true => text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect(),
            false => text.as_bytes().to_vec(),
        };
        let file = |(name, text): (&String, &Value)| {
            let (end, media_type) = match name.strip_suffix(')').and_then(|name| name.split_once(" (")) {
                Some((end, media_type)) => (end, Some(media_type.to_owned())),
                None => (name.as_str(), None),
            };
            (format!("http://pub.example/{end}"), (bytes(end, text.as_str().expect("a text")), media_type))
        };
        let files = case.get("files").and_then(Value::as_table).into_iter().flatten().map(file).collect();
        let at = case.get("at").map_or("http://pub.example/menu/page.html", |at| at.as_str().expect("a URL"));
        Site { name: text("name"), at: at.to_owned(), page: bytes("page", &text("page")), files }
    }

    impl Site {
        pub(super) fn fetch(&self, request: &Request<'_>) -> Result<Fetched, NotFetched> {
            let (bytes, media_type) = self.files.get(request.url).ok_or_else(|| NotFetched::new("there is none"))?;
            let fetched = Fetched::new(bytes.clone());
            Ok(match media_type {
                Some(media_type) => fetched.of_type(media_type),
                None => fetched,
            })
        }

        /// Everything that can be retrieved.
        pub(super) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
            self.files.iter().map(|(url, (bytes, _))| (url.as_str(), bytes.as_slice()))
        }
    }
}

use napkin_document::bundle::bundle;
use napkin_document::mhtml::{WriteOptions, write};
use napkin_document::{Entity, Kind};

fn page(site: &sites::Site) -> Entity<'_> {
    let page = Entity::new(&site.page).with_kind(Kind::Html);
    if site.at.is_empty() { page } else { page.retrieved_from(&site.at) }
}

#[test]
fn by_way_of_mhtml_a_page_becomes_the_same_bundle() {
    let mut differ = Vec::new();
    for site in sites::all() {
        let direct = bundle(&page(&site), &BundleOptions::default(), &mut |request: &Request<'_>| site.fetch(request));
        let fetch = &mut |request: &Request<'_>| site.fetch(request);
        let written = write(&page(&site), &WriteOptions::default(), fetch);
        let back = bundled(&Message::parse(&written.bytes));
        if back.bytes != direct.bytes {
            differ.push(format!(
                "{}\n  directly {}\n  by MHTML {}\n",
                site.name,
                String::from_utf8_lossy(&direct.bytes),
                String::from_utf8_lossy(&back.bytes)
            ));
        }
    }
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
}

#[test]
fn archives_have_the_page_and_its_objects_as_they_are() {
    let mut parts = 0;
    for site in sites::all() {
        let fetch = &mut |request: &Request<'_>| site.fetch(request);
        let written = write(&page(&site), &WriteOptions::default(), fetch);
        let again = write(&page(&site), &WriteOptions::default(), fetch);
        assert_eq!(written.bytes, again.bytes, "{}", site.name);
        let message = Message::parse(&written.bytes);
        let mut findings: Vec<napkin::Finding> = Vec::new();
        Message::read(&written.bytes, &napkin_mail::Limits::default(), &mut findings);
        message.check(&mut findings);
        assert!(findings.is_empty(), "{}: {findings:?}", site.name);
        assert!(written.bytes.is_ascii() && !written.bytes.windows(2).any(|two| two[1] == b'\n' && two[0] != b'\r'));
        for part in message.parts().skip(2) {
            let label = part.field("content-location").expect("a label").value().trim_ascii();
            let body = part.decoded().bytes;
            let is_there = site.files().any(|(url, bytes)| url.as_bytes() == label && *bytes == *body);
            assert!(is_there, "{}: {}", site.name, String::from_utf8_lossy(label));
            parts += 1;
        }
    }
    assert!(parts > 60, "{parts}");
}

/// Chromium looks up an object with its fragment unless the URL is an HTTP URL (`MemoryCache::RemoveFragmentIdentifierIfNeeded`). So the
/// message has such an object once for each fragment, as in messages that Chromium writes.
#[test]
fn objects_of_files_stand_with_their_fragments_too() {
    let of_file = ["thismessage:/a.svg", "thismessage:/b.svg", "thismessage:/b.svg#x", "thismessage:/b.svg#y"];
    let of_server = ["http://pub.example/a.svg", "http://pub.example/b.svg"];
    for (url, labels) in [("file:///d/page.html", &of_file[..]), ("http://pub.example/", &of_server)] {
        let text = b"<img src=a.svg><img src=b.svg#y><img src=b.svg#x><img src=b.svg#y>";
        let page = Entity::new(text).with_kind(Kind::Html).retrieved_from(url);
        let mut fetch = |request: &Request<'_>| Ok(Fetched::new(format!("<svg id='{}'/>", request.url).into_bytes()));
        let written = write(&page, &WriteOptions::default(), &mut fetch);
        let mut findings: Vec<napkin::Finding> = Vec::new();
        let message = Message::read(&written.bytes, &napkin_mail::Limits::default(), &mut findings);
        message.check(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        let label = |part: napkin_mail::Part<'_, '_>| {
            String::from_utf8_lossy(part.field("content-location").expect("a label").value()).trim().to_owned()
        };
        assert_eq!(message.parts().skip(2).map(label).collect::<Vec<_>>(), labels);
        let direct = bundle(&page, &BundleOptions::default(), &mut fetch);
        assert_eq!(String::from_utf8_lossy(&bundled(&message).bytes), String::from_utf8_lossy(&direct.bytes));
    }
}

/// Nothing tells what is above the folder that the page and all that it loads are in; a reference finds what it found before, and else nothing.
#[test]
fn files_are_named_below_the_folder_that_all_of_them_are_in() {
    let all = ["/srv/me/site/b/a.png", "/srv/me/site/a.png", "/srv/me/a.png", "/srv/me/site/b/s.css"];
    for (text, labels, written) in [
        // All of it is below the page.
        ("<img src=a.png>", &["page.html", "a.png"][..], "<img src=a.png>"),
        ("<link rel=stylesheet href=s.css>", &["page.html", "a.png", "s.css"], "<link rel=stylesheet href=s.css>"),
        // Something is beside the page's folder.
        (
            "<img src=../a.png><img src=a.png>",
            &["b/page.html", "a.png", "b/a.png"],
            "<img src=../a.png><img src=a.png>",
        ),
        // A reference from the root names another place.
        ("<img src=/srv/me/site/b/a.png>", &["page.html", "a.png"], "<img src=thismessage:/a.png>"),
        ("<img src=file:///srv/me/site/a.png>", &["b/page.html", "a.png"], "<img src=thismessage:/a.png>"),
        // A missing object is not replaced by an object of the same name below the page.
        ("<img src=../x.png><img src=a.png>", &["page.html", "a.png"], "<img src=../x.png><img src=a.png>"),
        (
            "<img src=../../../a.png><img src=a.png>",
            &["me/site/b/page.html", "me/site/b/a.png"],
            "<img src=../../../a.png><img src=a.png>",
        ),
        (
            "<img src=../../../a.png><img src=../a.png>",
            &["me/site/b/page.html", "me/site/a.png"],
            "<img src=../../../a.png><img src=../a.png>",
        ),
    ] {
        let page = Entity::new(text.as_bytes()).with_kind(Kind::Html).retrieved_from("file:///srv/me/site/b/page.html");
        let fetch = |request: &Request<'_>| {
            let path = request.url.strip_prefix("file://").filter(|path| all.contains(path));
            let path = path.ok_or_else(|| NotFetched::new("not there"))?;
            Ok(Fetched::new(if path.ends_with("css") { "p{background:url(a.png)}" } else { path }.into()))
        };
        let mut asked = Vec::new();
        let done = write(&page, &WriteOptions::default(), &mut |request: &Request<'_>| {
            asked.push(request.url.to_owned());
            fetch(request)
        });
        let message = Message::parse(&done.bytes);
        let label = |part: napkin_mail::Part<'_, '_>| {
            String::from_utf8_lossy(part.field("content-location").expect("a label").value()).trim().to_owned()
        };
        let found: Vec<String> = message.parts().skip(1).map(label).collect();
        assert_eq!(found, labels.iter().map(|label| format!("thismessage:/{label}")).collect::<Vec<_>>(), "{text}");
        assert_eq!(message.part("1").expect("the page").decoded_text(), written);
        // Each is asked for once, and what comes out again is what was there.
        asked.sort();
        assert!(asked.windows(2).all(|two| two[0] != two[1]), "{asked:?}");
        let shown = |bundled: &napkin_document::bundle::Bundled| {
            let text = String::from_utf8_lossy(&bundled.bytes).into_owned();
            text.split_inclusive('>').filter(|tag| tag.contains("data:") || tag.contains("<style")).collect::<String>()
        };
        assert_eq!(
            shown(&bundled(&message)),
            shown(&bundle(&page, &BundleOptions::default(), &mut { fetch })),
            "{text}"
        );
    }
}

#[test]
fn pages_are_put_together_with_care() {
    let data = std::fs::read_to_string(format!("{DATA}/edges.toml")).expect("the cases");
    let data: toml::Table = data.parse().expect("a table");
    let mut differ = Vec::new();
    for case in data["case"].as_array().expect("cases") {
        let text = |key: &str| case.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let list = case.get("failures").and_then(toml::Value::as_array).into_iter().flatten();
        let failures: Vec<&str> = list.map(|one| one.as_str().expect("a text")).collect();
        let is_latin1 = case.get("latin1").is_some();
        for message in [text("message").to_owned(), text("message").replace('\n', "\r\n")] {
            let done = bundled(&Message::parse(message.as_bytes()));
            let shown = match is_latin1 {
                true => done.bytes.iter().map(|&byte| char::from(byte)).collect(),
                false => String::from_utf8_lossy(&done.bytes).into_owned(),
            };
            let of = |failure: &napkin_document::bundle::Failure| {
                format!("{} {} {}", failure.reason.code(), failure.place.context, failure.text)
            };
            let left: Vec<String> = done.failures.iter().map(of).collect();
            if shown != text("bundle") || left != failures {
                differ.push(format!("{}\n  {shown}\n  {}\n  {left:?}", text("name"), text("bundle")));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

mod any {
    use super::{Archive, BundleOptions, DATA, Fetched, Message, NotFetched, Request, WriteOptions, nowhere, write};
    use napkin_document::bundle::BundleLimits;
    use napkin_document::{Entity, Kind};
    use proptest::prelude::*;

    /// Pieces of messages, chosen so that random messages have bodies, too.
    const PIECES: [&str; 22] = [
        "Content-Type: multipart/related; boundary=b\n",
        "Content-Type: multipart/related; boundary=c; start=\"<a@b>\"\n",
        "Content-Type: multipart/alternative; boundary=d\n",
        "Content-Type: text/html\n",
        "Content-Type: text/css; charset=utf-16\n",
        "Content-Type: image/png\n",
        "Content-Type: message/rfc822\n",
        "Content-Type: message/external-body; access-type=url; url=\"http://h/\"\n",
        "Content-Location: http://h/a\n",
        "Content-Location: a\n",
        "Content-Location: cid:a@b\n",
        "Content-Base: http://h/d/\n",
        "Content-ID: <a@b>\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "\n",
        "\n--b\n",
        "\n--c\n",
        "\n--d\n",
        "\n--b--\n",
        "<img src=a><link rel=stylesheet href=http://h/a><iframe src=cid:a@b></iframe><script type=module src=a></script>",
        "@import 'a';p{x:url(cid:a@b)}",
    ];

    fn message() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            8 => proptest::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
            1 => proptest::collection::vec(any::<u8>(), 0..20),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn bytes_make_no_panic_and_what_is_written_is_read(bytes in message()) {
            let message = Message::parse(&bytes);
            let limits = BundleLimits::default().with_total(1 << 16).with_count(100);
            if let Some(mut archive) = Archive::new(&message, None) {
                archive.bundle(&BundleOptions::default().with_limits(limits), &mut nowhere);
                let written = archive.write(&WriteOptions::default().with_limits(limits), &mut nowhere);
                let mut files = 0;
                archive.unbundle(&BundleOptions::default().with_limits(limits), &mut nowhere, &mut |_| files += 1);
                let again = Message::parse(&written.bytes);
                // A page that refers to itself is there already.
                let others = written.objects.iter().filter(|object| Some(object.url.as_str()) != archive.url());
                prop_assert_eq!(again.parts().count(), 2 + others.count());
                prop_assert!(again.page().is_some());
            }
        }

        #[test]
        fn any_object_is_read_back(
            objects in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..300), 0..6),
            text in "[ -~\r\n\t]{0,400}",
        ) {
            let all: Vec<Vec<u8>> = objects.into_iter().chain([text.into_bytes()]).collect();
            let page: String = (0..all.len()).map(|number| format!("<img src={number}>\n")).collect();
            let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).retrieved_from("http://pub.example/");
            let written = write(&entity, &WriteOptions::default(), &mut |request: &Request<'_>| {
                let number: Option<usize> = request.url.rsplit('/').next().and_then(|number| number.parse().ok());
                number.and_then(|number| all.get(number)).map(|bytes| Fetched::new(bytes.clone())).ok_or(NotFetched::new("none"))
            });
            let message = Message::parse(&written.bytes);
            let parts: Vec<Vec<u8>> = message.parts().skip(2).map(|part| part.decoded().bytes.into_owned()).collect();
            prop_assert_eq!(&parts, &all);
            prop_assert_eq!(message.part("1").map(|part| part.decoded().bytes.into_owned()), Some(page.into_bytes()));
        }
    }

    #[test]
    fn every_beginning_of_a_message_is_read() {
        let bytes = std::fs::read(format!("{DATA}/u6-in-mixed.mht")).expect("the message");
        let pages = (0..bytes.len()).filter(|&end| {
            let message = Message::parse(&bytes[..end]);
            let archive = Archive::new(&message, None);
            archive.is_some_and(|mut archive| !archive.bundle(&BundleOptions::default(), &mut nowhere).bytes.is_empty())
        });
        // The page begins at 392 of 827 bytes.
        assert!(pages.count() > 400);
    }
}

/// Found by fuzzing: a multipart without a boundary was written as the object of a picture, and could not be read.
#[test]
fn objects_with_unreadable_parts_are_refused() {
    let message = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src=cid:x@h>\n\
        --b\nContent-Type: multipart/mixed\nContent-ID: <x@h>\n\nsoup\n--b--\n";
    let message = Message::parse(message.as_bytes());
    let mut archive = Archive::new(&message, None).expect("a page");
    let mut nowhere = |_: &Request<'_>| Err(NotFetched::new("not retrieved"));
    let written = archive.write(&WriteOptions::default(), &mut nowhere);
    assert_eq!(written.failures.len(), 1);
    assert!(!String::from_utf8_lossy(&written.bytes).contains("multipart/mixed"));
}
