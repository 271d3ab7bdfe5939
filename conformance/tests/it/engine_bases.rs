//! Tests pages with a `base` element: the help of LibreOffice, 2,560 pages whose links are valid only with their bases.
//!
//! Two Debian packages share the folder `/usr/share/libreoffice/help`. `fetch-pages.sh` downloads them with the names of all
//! their files, and `NAPKIN_PAGES` is the folder. napkin's links and bases are compared with html5ever and the oracle of the
//! URL Standard: each relative reference in an `href` or a `src` must have the same absolute form by both.

use crate::common::pages;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use napkin::{Standard, whatwg};
use napkin_conformance::html::{self, Event};
use napkin_conformance::oracle::whatwg as oracle;
use napkin_conformance::oracle::whatwg::percent::percent_decode;
use napkin_document::{BaseLayer, Context, Entity, Kind, Options, base_under, collect_links};
use napkin_html::{Fate, Namespace};

const PACKAGES: [&str; 2] = ["libreoffice-help-en-us", "libreoffice-help-common"];

/// The version of the packages for which the counts are known.
const VERSION: &str = "4:7.4.7-1";

/// Counts of the pages' references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    /// Pages with a `base` element.
    pages: usize,
    /// Relative references in an attribute `href` or `src`, except in `base` itself.
    relative: usize,
    /// Relative references that name a file.
    files: usize,
    /// Relative references that would name a file without the `base`.
    without_base: usize,
}

/// A reference as written, and the file that it names with the base and without.
type Named = (String, Option<String>, Option<String>);

#[test]
fn references_name_files_by_the_bases_of_their_pages() {
    let Some(folder) = pages::folder() else { return };
    let names: HashSet<String> = PACKAGES.iter().flat_map(|package| lines(&folder, package, "names")).collect();
    assert!(names.len() > 7_000, "expected the files of {PACKAGES:?}, but found {}", names.len());
    let (mut ours, mut theirs, mut dead) = (Count::default(), Count::default(), BTreeMap::new());
    for package in PACKAGES {
        let root = folder.join(package);
        for path in pages::files(&root, pages::is_page) {
            let page = String::from_utf8(fs::read(&path).expect("a file")).expect("UTF-8");
            let at = format!("file:///{}", path.strip_prefix(&root).expect("below it").display());
            let (found, expected) = (by_napkin(&page, &at), by_html5ever(&page, &at));
            assert_eq!(found, expected, "{at}");
            if let Some(found) = found {
                add(&mut ours, &found, &names, &mut |name| *dead.entry(name.to_owned()).or_insert(0) += 1);
                add(&mut theirs, &expected.expect("as ours"), &names, &mut |_| {});
            }
        }
    }
    let version = lines(&folder, PACKAGES[0], "version").concat();
    println!("{version}: {ours:?}; by html5ever {theirs:?}");
    assert_eq!(ours, theirs);
    if version.starts_with(VERSION) {
        let known = Count { pages: 2_560, relative: 57_668, files: 49_947, without_base: 0 };
        assert_eq!(ours, known);
        assert_known_dead(&dead);
    }
}

/// Three files that every page asks for are links to those of other packages, and 41 references are dead.
fn assert_known_dead(dead: &BTreeMap<String, usize>) {
    let elsewhere = ["normalize.css", "prism.css", "prism.js"].map(|name| format!("usr/share/libreoffice/help/{name}"));
    assert_eq!(elsewhere.each_ref().map(|name| dead.get(name)), [Some(&2_560); 3]);
    assert_eq!(dead.values().sum::<usize>(), 3 * 2_560 + 41);
}

/// The lines of a file beside a package.
fn lines(folder: &Path, package: &str, ending: &str) -> Vec<String> {
    let path = folder.join(format!("{package}.{ending}"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is not there: ./fetch-pages.sh", path.display()));
    text.lines().map(str::to_owned).collect()
}

fn add(count: &mut Count, named: &[Named], files: &HashSet<String>, dead: &mut dyn FnMut(&str)) {
    let is_file = |name: &Option<String>| name.as_ref().is_some_and(|name| files.contains(name));
    count.pages += 1;
    for (_, name, without_base) in named {
        count.relative += 1;
        count.without_base += usize::from(is_file(without_base));
        match is_file(name) {
            true => count.files += 1,
            false => dead(name.as_deref().unwrap_or("no file")),
        }
    }
}

/// Returns the file of a URL below the root of the packages. Four references have two slashes in a row, which a file system
/// treats as one (POSIX, 4.13 "pathname resolution").
fn file(href: &str) -> Option<String> {
    let path = href.strip_prefix("file:///")?.split(['?', '#']).next()?;
    let path = String::from_utf8(percent_decode(path.as_bytes())).ok()?;
    Some(path.split('/').filter(|segment| !segment.is_empty()).collect::<Vec<_>>().join("/"))
}

/// Returns the references of a page with a base, by napkin.
fn by_napkin(page: &str, at: &str) -> Option<Vec<Named>> {
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).retrieved_from(at);
    let base = base_under(&entity, Standard::Whatwg);
    if base.layer != BaseLayer::Content {
        return None;
    }
    let url = |text: &str| whatwg::Url::parse(text, None).expect("a URL");
    let (base, at) = (url(&base.url.expect("a base")), url(at));
    let mut named = Vec::new();
    for link in collect_links(&entity, &Options::default()) {
        let is_asked = matches!(link.context, Context::HtmlAttribute { attribute: "href" | "src", .. });
        if is_asked && whatwg::Url::parse(&link.text, None).is_err() {
            let name = |base: &whatwg::Url| base.join(&link.text).ok().and_then(|url| file(url.href()));
            named.push((link.text.to_string(), name(&base), name(&at)));
        }
    }
    Some(named)
}

/// Returns the references of a page with a base, by html5ever and the steps of the URL Standard.
fn by_html5ever(page: &str, at: &str) -> Option<Vec<Named>> {
    let events = html::oracle(page);
    let attributes = |event: &Event| match event {
        Event::Tag(Fate::Element, Namespace::Html, element, attributes) => Some((element.clone(), attributes.clone())),
        _ => None,
    };
    let tags: Vec<_> = events.iter().filter_map(attributes).collect();
    let parse = |text: &str, base: Option<&oracle::Record>| oracle::parse(text, base, &mut oracle::Errors::new());
    let at = parse(at, None).expect("a URL");
    let is_base = |element: &str| element == "base";
    let href = tags.iter().filter(|(element, _)| is_base(element)).flat_map(|(_, attributes)| attributes);
    let base = parse(&href.clone().find(|(name, _)| name == "href")?.1, Some(&at)).expect("a base");
    let mut named = Vec::new();
    for (_, attributes) in tags.iter().filter(|(element, _)| !is_base(element)) {
        for (_, value) in attributes.iter().filter(|(name, _)| name == "href" || name == "src") {
            if parse(value, None).is_none() {
                let name = |base| parse(value, Some(base)).and_then(|url| file(&url.href()));
                named.push((value.clone(), name(&base), name(&at)));
            }
        }
    }
    Some(named)
}
