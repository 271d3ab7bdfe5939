//! Rewriting, held against thousands of real pages.
//!
//! They are not part of this repository: `fetch-pages.sh` gets them, and `NAPKIN_PAGES` names their folder. Every link of every
//! page, text and style sheet is written anew with its own text, through all escaping, and must read as it did; where nothing
//! is to change, not a byte may; and where pages move, what their links name may not.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use napkin::{Standard, Url, whatwg};
use napkin_document::rewrite::{Form, Found, Plan, rewrite};
use napkin_document::{BaseLayer, Entity, Kind, Options, base, collect};

/// Where every page is said to come from, and to go to.
const OLD: &str = "http://pub.example/old/place/page.html";
const NEW: &str = "http://pub.example/new/page.html";

/// The folder of the pages, or why there is none.
fn pages() -> Option<PathBuf> {
    let found = std::env::var_os("NAPKIN_PAGES").map(PathBuf::from);
    if found.is_none() {
        assert!(
            std::env::var_os("NAPKIN_REQUIRE_ALL").is_none_or(|all| all != "1"),
            "NAPKIN_PAGES does not name the folder of fetch-pages.sh"
        );
        eprintln!("not run: ./fetch-pages.sh, then NAPKIN_PAGES=target/pages");
    }
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if kind(&path).is_some() {
            found.push(path);
        }
    }
}

/// What a file is read as. A style sheet is a page with nothing but that, as long as no kind of document is CSS.
fn kind(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let is = |ending: &str| name.ends_with(ending);
    match () {
        () if is(".html") || is(".htm") || is(".css") || name.contains(".html.") => Some(Kind::Html),
        () if is(".txt") => Some(Kind::Text),
        () => None,
    }
}

fn read(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("a file");
    match path.extension().is_some_and(|extension| extension == "css") {
        true => [b"<style>".as_slice(), &bytes, b"</style>"].concat(),
        false => bytes,
    }
}

/// What was looked at.
#[derive(Default)]
struct Count {
    files: AtomicUsize,
    bytes: AtomicUsize,
    links: AtomicUsize,
    respelled: AtomicUsize,
    absolute: AtomicUsize,
    relative: AtomicUsize,
}

fn add(count: &AtomicUsize, number: usize) {
    count.fetch_add(number, Ordering::Relaxed);
}

#[test]
fn rewriting_of_real_pages() {
    let Some(folder) = pages() else { return };
    let mut all = Vec::new();
    files(&folder, &mut all);
    assert!(all.len() > 8_000, "only {} files in {}", all.len(), folder.display());
    let count = Count::default();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let kind = kind(path).expect("a kind");
                    let bytes = read(path);
                    assert_identities(path, &bytes, kind, &count);
                    if kind == Kind::Html {
                        assert_absolute(path, &bytes, &count);
                        assert_moved(path, &bytes, &count);
                    }
                }
            });
        }
    });
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    println!("{} files, {} bytes, {} links", of(&count.files), of(&count.bytes), of(&count.links));
    println!(
        "written anew with their own text {}, of these otherwise than before {}",
        of(&count.links),
        of(&count.respelled)
    );
    println!("made absolute {}, made relative to another place {}", of(&count.absolute), of(&count.relative));
}

fn texts(entity: &Entity<'_>) -> Vec<String> {
    collect(entity, &Options::default()).into_iter().map(|link| link.text.into_owned()).collect()
}

/// Nothing to change: not a byte does. Each link its own text, through all escaping: it reads as it did.
fn assert_identities(path: &Path, bytes: &[u8], kind: Kind, count: &Count) {
    let options = Options::default();
    let entity = Entity::new(bytes).with_kind(kind).retrieved_from(OLD);
    let same = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| None);
    assert!(same.bytes == bytes, "{}: bytes have changed", path.display());
    let forced = rewrite(&entity, &options, &mut |found: &Found<'_, '_>| Some(found.link.text.to_string()));
    assert_eq!(forced.left, [], "{}", path.display());
    assert_eq!(forced.verify(&entity, &options), Ok(()), "{}", path.display());
    assert!(forced.changes.iter().all(|change| change.old == change.new), "{}", path.display());
    assert_eq!(texts(&Entity::new(&forced.bytes).with_kind(kind)), texts(&entity), "{}", path.display());
    add(&count.files, 1);
    add(&count.bytes, bytes.len());
    add(&count.links, forced.links);
    add(&count.respelled, forced.changes.len());
}

/// The base of a page as browsers have it, by the URL Standard's parser alone.
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

/// Every absolute form before is the text after, or was the text before.
fn assert_absolute(path: &Path, bytes: &[u8], count: &Count) {
    let old = Entity::new(bytes).with_kind(Kind::Html).retrieved_from(OLD);
    let (done, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&old, &Options::default());
    let new = Entity::new(&done.bytes).with_kind(Kind::Html).retrieved_from(OLD);
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

/// What links name stays when the page moves.
fn assert_moved(path: &Path, bytes: &[u8], count: &Count) {
    let old = Entity::new(bytes).with_kind(Kind::Html).retrieved_from(OLD);
    let form = Form::RelativeTo(Url::parse(NEW, Standard::Whatwg).expect("a URL"));
    let (done, _) = Plan::new(form, Standard::Whatwg).rewrite(&old, &Options::default());
    let new = Entity::new(&done.bytes).with_kind(Kind::Html).retrieved_from(NEW);
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
