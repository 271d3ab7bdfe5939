//! Rewrites thousands of real documents of each kind.
//!
//! The documents are not part of this repository: `fetch-pages.sh` gets them, and `NAPKIN_PAGES` names their folder.
//! Without changes, no byte may differ. Each link gets another text and then its own again, through all escaping, and
//! must read as before. If pages, style sheets and images move, the targets of their links must stay.

use crate::common::pages;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use napkin::{Standard, Url, whatwg};
use napkin_document::rewrite::{Form, Found, Plan, Rewritten, rewrite};
use napkin_document::{BaseLayer, Entity, Kind, Options, base, collect_links};

/// The assumed old and new URLs of every page.
const OLD: &str = "http://pub.example/old/place/page.html";
const NEW: &str = "http://pub.example/new/page.html";

/// Returns the kind of a file.
fn kind(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    match name.rsplit_once('.')?.1 {
        "js" => Some(Kind::JavaScript),
        "mdwn" => Some(Kind::Markdown),
        _ if pages::is_page(path) => Some(Kind::Html),
        _ => Kind::of_name(&name),
    }
}

/// Counts of the tested documents and links.
#[derive(Default)]
struct Count {
    files: AtomicUsize,
    bytes: AtomicUsize,
    links: AtomicUsize,
    written: AtomicUsize,
    left: AtomicUsize,
    respelled: AtomicUsize,
    absolute: AtomicUsize,
    relative: AtomicUsize,
}

fn add(count: &AtomicUsize, number: usize) {
    count.fetch_add(number, Ordering::Relaxed);
}

#[test]
fn rewriting_of_real_pages() {
    let Some(folder) = pages::folder() else { return };
    let all = pages::files(&folder, |path| kind(path).is_some());
    assert!(all.len() > 8_000, "only {} files in {}", all.len(), folder.display());
    let counts: Vec<Count> = Kind::ALL.iter().map(|_| Count::default()).collect();
    pages::each(&all, |path| {
        let kind = kind(path).expect("a kind");
        let count = &counts[Kind::ALL.iter().position(|one| *one == kind).expect("a kind")];
        let bytes = fs::read(path).expect("a file");
        assert_identity(path, &bytes, kind, count);
        assert_there_and_back(path, &bytes, kind, count);
        if matches!(kind, Kind::Html | Kind::Css | Kind::Svg) {
            assert_absolute(path, &bytes, kind, count);
            assert_moved(path, &bytes, kind, count);
        }
    });
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    for (kind, count) in Kind::ALL.iter().zip(&counts) {
        println!("{kind:?}: {} files, {} bytes, {} links", of(&count.files), of(&count.bytes), of(&count.links));
        println!(
            "  given another text and then their own {}, left as they are {}, files that are then otherwise than before {}",
            of(&count.written),
            of(&count.left),
            of(&count.respelled)
        );
        println!("  made absolute {}, made relative to another place {}", of(&count.absolute), of(&count.relative));
        // The packages contain no manifest, no messages, in which links are not rewritten, and none of these sources.
        let is_missing = matches!(kind, Kind::Manifest | Kind::Mail | Kind::Mhtml)
            || matches!(
                kind,
                Kind::AsciiDoc
                    | Kind::Http
                    | Kind::Latex
                    | Kind::Org
                    | Kind::Pdf
                    | Kind::Playlist
                    | Kind::Rst
                    | Kind::Toml
                    | Kind::Turtle
                    | Kind::Yaml
            );
        assert!(of(&count.files) > 0 || is_missing, "no file of {kind:?}");
    }
}

fn texts(entity: &Entity<'_>) -> Vec<String> {
    collect_links(entity, &Options::default()).into_iter().map(|link| link.text.into_owned()).collect()
}

/// Asserts that without changes the output equals the input.
fn assert_identity(path: &Path, bytes: &[u8], kind: Kind, count: &Count) {
    let options = Options::default();
    let entity = Entity::new(bytes).with_kind(kind).retrieved_from(OLD);
    let same = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| None);
    assert!(same.bytes == bytes, "{}: bytes have changed", path.display());
    let own = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| Some(found.link.text.to_string()));
    assert!(own.bytes == bytes, "{}: bytes have changed", path.display());
    assert_eq!((own.left, own.changes, own.links), (vec![], vec![], same.links), "{}", path.display());
    add(&count.files, 1);
    add(&count.bytes, bytes.len());
    add(&count.links, same.links);
}

/// Replaces each link by another text and back, through all escaping, and asserts that it reads as before.
fn assert_there_and_back(path: &Path, bytes: &[u8], kind: Kind, count: &Count) {
    let options = Options::default();
    let entity = Entity::new(bytes).with_kind(kind).retrieved_from(OLD);
    let there = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| Some("http://new.example/?a&b=c'd".to_owned()));
    assert_eq!(there.verify(&entity, &options), Ok(()), "{}", path.display());
    assert_all_are_written(path, kind, &there);
    let mut old: HashMap<usize, &str> =
        there.changes.iter().map(|change| (change.number, change.old.as_str())).collect();
    let new = Entity::new(&there.bytes).with_kind(kind).retrieved_from(OLD);
    let mut number = 0;
    let back = rewrite(&new, &options, &mut |_: &Found<'_, '_>| {
        number += 1;
        old.remove(&(number - 1)).map(ToOwned::to_owned)
    });
    assert_eq!(back.verify(&new, &options), Ok(()), "{}", path.display());
    assert_all_are_written(path, kind, &back);
    if back.left.is_empty() {
        assert_eq!(texts(&Entity::new(&back.bytes).with_kind(kind)), texts(&entity), "{}", path.display());
        add(&count.respelled, usize::from(back.bytes != bytes));
    }
    add(&count.written, there.changes.len());
    add(&count.left, there.left.len() + back.left.len());
}

/// Only a format without escapes may be unable to hold a reference.
fn assert_all_are_written(path: &Path, kind: Kind, done: &Rewritten) {
    let may_be_left = matches!(kind, Kind::Text | Kind::Markdown);
    assert!(may_be_left || done.left.is_empty(), "{}: {:?}", path.display(), done.left);
}

/// Returns the base of a page as in browsers, by the URL Standard's parser alone.
fn frozen(entity: &Entity<'_>) -> whatwg::Url {
    let page = whatwg::Url::parse(entity.retrieval.expect("a URL"), None).expect("a URL");
    let found = base(entity);
    match found.href.filter(|_| found.layer == BaseLayer::Content) {
        Some(href) => page.join(&href).expect("a base"),
        None => page,
    }
}

fn is_here(text: &str) -> bool {
    text.is_empty() || text.starts_with('#')
}

/// Asserts that each link's text becomes its absolute form, or stays.
fn assert_absolute(path: &Path, bytes: &[u8], kind: Kind, count: &Count) {
    let old = Entity::new(bytes).with_kind(kind).retrieved_from(OLD);
    let (done, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&old, &Options::default());
    let new = Entity::new(&done.bytes).with_kind(kind).retrieved_from(OLD);
    let at = frozen(&old);
    let (before, after) = (texts(&old), texts(&new));
    assert_eq!(before.len(), after.len(), "{}", path.display());
    for (before, after) in before.iter().zip(&after) {
        let absolute = whatwg::Url::parse(before, Some(&at));
        let is_it = match &absolute {
            Ok(url) if !is_here(before) && before != after => url.href() == after,
            Ok(url) if !is_here(before) => whatwg::Url::parse(after, None).is_ok_and(|same| same.href() == url.href()),
            _ => before == after,
        };
        assert!(is_it, "{}: {before:?} is {absolute:?} and became {after:?}", path.display());
    }
    add(&count.absolute, done.changes.len());
}

/// Asserts that the targets of links stay when the page moves.
fn assert_moved(path: &Path, bytes: &[u8], kind: Kind, count: &Count) {
    let old = Entity::new(bytes).with_kind(kind).retrieved_from(OLD);
    let form = Form::RelativeTo(Url::parse(NEW, Standard::Whatwg).expect("a URL"));
    let (done, _) = Plan::new(form, Standard::Whatwg).rewrite(&old, &Options::default());
    let new = Entity::new(&done.bytes).with_kind(kind).retrieved_from(NEW);
    let (from, to) = (frozen(&old), frozen(&new));
    assert_eq!(to.href(), NEW, "{}", path.display());
    let has_base = from.href() != OLD;
    let (before, after) = (texts(&old), texts(&new));
    assert_eq!(before.len(), after.len(), "{}", path.display());
    for (before, after) in before.iter().zip(&after) {
        let named = |text: &str, at: &whatwg::Url| at.join(text).map(|url| url.href().to_owned()).ok();
        let is_it = match is_here(before) && (!has_base || before == after) {
            true => before == after,
            false => named(before, &from) == named(after, &to) || named(before, &from).is_none() && before == after,
        };
        assert!(is_it, "{}: {before:?} became {after:?}", path.display());
    }
    add(&count.relative, done.changes.len());
}
