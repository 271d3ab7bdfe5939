//! Compares the links of real pages with the tree that html5ever builds, counted by element and attribute.
//!
//! The contents of attributes are written down here again, from the index of attributes of the HTML standard (2026),
//! its section 16, HTML 4.01, SVG 2 and MathML. Servo's CSS tokenizer reads styles. The tree has another order than
//! our scanner, so the links of each kind are compared with their texts, not their places.
//!
//! `fetch-pages.sh` gets the pages, and `NAPKIN_PAGES` names their folder.

use crate::common::pages;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use cssparser::{Parser, Token};
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use napkin_conformance::html::{self, Event};
use napkin_document::{Context, Entity, Kind, Options, collect_links};
use napkin_html::Fate;

/// The links of each attribute of each element, sorted; the text of a `style` has no attribute.
type Links = BTreeMap<(String, String), Vec<String>>;

/// Why a link may be in the source but not in the tree, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// A formatting element is opened again after the end tag that crosses it (13.2.4.3): one tag, several elements.
    OpenedAgain,
    /// A tag that becomes no element (13.2.6). Its links are reported, because the text may be a part of a page.
    NoElement,
}

const SVG: &str = "http://www.w3.org/2000/svg";
const HTML: &str = "http://www.w3.org/1999/xhtml";

#[derive(Clone, Copy)]
enum Holds {
    Url,
    Words,
    Commas,
    Candidates,
    Style,
    Page,
}

/// Returns the content of an attribute of HTML.
fn of_html(element: &str, attribute: &str) -> Option<Holds> {
    let is = |elements: &[&str]| elements.contains(&element);
    let (holds, is_it) = match attribute {
        // HTML, "Attributes".
        "href" => (Holds::Url, is(&["a", "area", "link"])),
        "src" => {
            let today = ["audio", "embed", "iframe", "img", "input", "script", "source", "track", "video"];
            (Holds::Url, is(&today) || is(&["frame", "bgsound"]))
        }
        "action" => (Holds::Url, is(&["form"])),
        "formaction" => (Holds::Url, is(&["button", "input"])),
        "cite" => (Holds::Url, is(&["blockquote", "del", "ins", "q"])),
        "data" => (Holds::Url, is(&["object"])),
        "poster" => (Holds::Url, is(&["video"])),
        "itemid" => (Holds::Url, true),
        "itemtype" => (Holds::Words, true),
        "ping" => (Holds::Words, is(&["a", "area"])),
        "srcset" => (Holds::Candidates, is(&["img", "source"])),
        "imagesrcset" => (Holds::Candidates, is(&["link"])),
        "srcdoc" => (Holds::Page, is(&["iframe"])),
        "style" => (Holds::Style, true),
        "usemap" => (Holds::Url, is(&["img", "input", "object"])),
        // HTML section 16.2, and the index of HTML 4.01.
        "longdesc" => (Holds::Url, is(&["img", "frame", "iframe"])),
        "background" => (Holds::Url, is(&["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"])),
        "codebase" => (Holds::Url, is(&["object", "applet"])),
        "classid" => (Holds::Url, is(&["object"])),
        "code" | "object" => (Holds::Url, is(&["applet"])),
        "archive" if element == "applet" => (Holds::Commas, true),
        "archive" => (Holds::Words, is(&["object"])),
        "profile" => (Holds::Words, is(&["head"])),
        "manifest" => (Holds::Url, is(&["html"])),
        "lowsrc" | "dynsrc" => (Holds::Url, is(&["img"])),
        "icon" => (Holds::Url, is(&["command", "menuitem"])),
        _ => return None,
    };
    is_it.then_some(holds)
}

/// Returns the content of an attribute of SVG: SVG 2 section 16.1.5, and `cursor` of SVG 1.1.
fn of_svg(element: &str, attribute: &str) -> Option<Holds> {
    const REFERRING: [&str; 17] = [
        "a", "animate", "animateMotion", "animateTransform", "cursor", "discard", "feImage", "filter", "image",
        "linearGradient", "mpath", "pattern", "radialGradient", "script", "set", "textPath", "use",
    ];
    match attribute {
        "href" | "xlink:href" if REFERRING.contains(&element) => Some(Holds::Url),
        "style" => Some(Holds::Style),
        // On the elements that animate, it contains a target.
        "fill" if element.starts_with("animate") || ["set", "discard"].contains(&element) => None,
        // SVG 2 section 6.6: the attributes whose properties may have a URL.
        "fill" | "stroke" | "filter" | "mask" | "clip-path" | "cursor" => Some(Holds::Style),
        "marker" | "marker-start" | "marker-mid" | "marker-end" => Some(Holds::Style),
        _ => None,
    }
}

/// Returns the content of an attribute of MathML: MathML 3 section 2.1.6, and MathML Core section 2.1.3.
fn of_mathml(attribute: &str) -> Option<Holds> {
    match attribute {
        "href" | "xlink:href" => Some(Holds::Url),
        "style" => Some(Holds::Style),
        _ => None,
    }
}

fn put(links: &mut Links, element: &str, attribute: &str, text: &str) {
    let key = (element.to_ascii_lowercase(), attribute.to_owned());
    links.entry(key).or_default().push(text.to_owned());
}

fn sorted(mut links: Links) -> Links {
    links.values_mut().for_each(|texts| texts.sort_unstable());
    links
}

/// ASCII white space of the Infra standard.
const SPACES: [char; 5] = ['\t', '\n', '\u{c}', '\r', ' '];

/// Returns the links of a page by its tree.
fn by_html5ever(page: &str) -> Links {
    let mut links = Links::new();
    read_page(page, 4, &mut links);
    sorted(links)
}

fn read_page(page: &str, deeper: usize, links: &mut Links) {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page);
    let mut open: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, template_contents, .. } = &node.data {
            open.extend(template_contents.borrow().clone());
            element(&node, deeper, links);
            let text = || node.children.borrow().iter().map(text).collect::<String>();
            match (&*name.ns, &*name.local) {
                (HTML, "noscript") if deeper > 0 => read_page(&text(), deeper - 1, links),
                (HTML | SVG, "style") => style(&text(), &mut |url| put(links, "style", "", url)),
                _ => {}
            }
        }
        open.extend(node.children.borrow().iter().cloned());
    }
}

fn text(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    }
}

fn element(node: &Handle, deeper: usize, links: &mut Links) {
    let NodeData::Element { name, attrs, .. } = &node.data else { return };
    let attrs = attrs.borrow();
    let local = &*name.local;
    for attr in attrs.iter() {
        let prefix = attr.name.prefix.as_ref().map(|prefix| format!("{prefix}:")).unwrap_or_default();
        let attribute = format!("{prefix}{}", attr.name.local);
        let holds = match &*name.ns {
            HTML => of_html(local, &attribute),
            SVG => of_svg(local, &attribute),
            _ => of_mathml(&attribute),
        };
        if let Some(holds) = holds {
            value(local, &attribute, holds, &attr.value, deeper, links);
        }
    }
    let of = |wanted: &str| attrs.iter().find(|attr| &*attr.name.local == wanted).map(|attr| attr.value.to_string());
    let is_refresh = of("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh"));
    if &*name.ns == HTML && local == "meta" && is_refresh {
        let content = of("content").unwrap_or_default();
        refresh(&content).into_iter().for_each(|url| put(links, "meta", "refresh", url));
    }
}

fn value(element: &str, attribute: &str, holds: Holds, value: &str, deeper: usize, links: &mut Links) {
    let mut report = |text: &str| put(links, element, attribute, text);
    match holds {
        Holds::Url => report(value.trim_matches(SPACES)),
        Holds::Words => value.split(SPACES).filter(|word| !word.is_empty()).for_each(report),
        Holds::Commas => value.split(',').map(|word| word.trim_matches(SPACES)).for_each(report),
        Holds::Candidates => candidates(value).into_iter().for_each(report),
        Holds::Style => style(value, &mut report),
        Holds::Page if deeper > 0 => read_page(value, deeper - 1, links),
        Holds::Page => {}
    }
}

/// HTML 4.8.4.3.10, "parsing a srcset attribute": its URLs.
fn candidates(value: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches(|at| at == ',' || SPACES.contains(&at));
        if rest.is_empty() {
            return found;
        }
        let end = rest.find(SPACES).unwrap_or(rest.len());
        let url = &rest[..end];
        rest = &rest[end..];
        found.push(url.trim_end_matches(','));
        if !url.ends_with(',') {
            let mut depth = 0;
            let is_end = |at: char| {
                depth += i32::from(at == '(' && depth == 0) - i32::from(at == ')' && depth == 1);
                at == ',' && depth == 0
            };
            let end = rest.find(is_end).unwrap_or(rest.len());
            rest = &rest[end..];
        }
    }
}

/// HTML 4.2.5.3, "shared declarative refresh steps": its URL.
fn refresh(content: &str) -> Option<&str> {
    let rest = content.trim_start_matches(SPACES);
    let after = rest.trim_start_matches(|at: char| at.is_ascii_digit());
    if after.len() == rest.len() && !after.starts_with('.') {
        return None;
    }
    let after = after.trim_start_matches(|at: char| at.is_ascii_digit() || at == '.');
    if !after.starts_with(|at| at == ';' || at == ',' || SPACES.contains(&at)) {
        return None;
    }
    let after = after.trim_start_matches(SPACES);
    let after = after.strip_prefix([';', ',']).unwrap_or(after).trim_start_matches(SPACES);
    let named = after.get(..3).filter(|name| name.eq_ignore_ascii_case("url")).and_then(|_| {
        after[3..].trim_start_matches(SPACES).strip_prefix('=').map(|rest| rest.trim_start_matches(SPACES))
    });
    let url = named.unwrap_or(after);
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    (!url.is_empty()).then(|| url.trim_end_matches(SPACES))
}

/// Returns the URLs of a style sheet, or of declarations.
fn style(css: &str, report: &mut dyn FnMut(&str)) {
    walk(&mut Parser::new(css), false, report);
}

fn walk(css: &mut Parser<'_>, are_urls: bool, report: &mut dyn FnMut(&str)) {
    let mut at_rule = String::new();
    while let Ok(token) = css.next().cloned() {
        let own = std::mem::take(&mut at_rule);
        let nested = match &token {
            Token::AtKeyword(name) => {
                at_rule = name.to_ascii_lowercase();
                None
            }
            Token::UnquotedUrl(url) => {
                if own != "namespace" {
                    report(url);
                }
                None
            }
            Token::QuotedString(url) => {
                if are_urls || own == "import" {
                    report(url);
                }
                None
            }
            Token::Function(name) if own == "namespace" && name.eq_ignore_ascii_case("url") => Some(false),
            Token::Function(name) => {
                let referring = ["url", "src", "image-set", "-webkit-image-set"];
                Some(referring.iter().any(|known| name.eq_ignore_ascii_case(known)))
            }
            Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => Some(false),
            // A namespace may have a prefix before its URL.
            Token::Ident(_) if own == "namespace" => {
                at_rule = own;
                None
            }
            _ => None,
        };
        if let Some(are_urls) = nested {
            let inside = css.parse_nested_block(|block| {
                walk(block, are_urls, report);
                Ok::<(), cssparser::ParseError<()>>(())
            });
            inside.expect("it is walked to its end");
        }
    }
}

/// Returns the links of a page by napkin.
fn by_napkin(page: &str) -> Links {
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html).in_charset("utf-8");
    let mut links = Links::new();
    for link in collect_links(&entity, &Options::default()) {
        match &link.context {
            Context::HtmlAttribute { element, attribute } => put(&mut links, element, attribute, &link.text),
            Context::HtmlRefresh => put(&mut links, "meta", "refresh", &link.text),
            Context::HtmlStyle => put(&mut links, "style", "", &link.text),
            other => panic!("no place in a page: {other}"),
        }
    }
    sorted(links)
}

/// Returns the entries that are in one list only.
fn without(left: &[String], right: &[String]) -> Vec<String> {
    let mut right = right.to_vec();
    let mut rest = left.to_vec();
    rest.retain(|text| match right.iter().position(|other| other == text) {
        Some(at) => {
            right.swap_remove(at);
            false
        }
        None => true,
    });
    rest
}

/// Returns the reasons for all differences, or else the first difference without one.
fn reasons(page: &str, ours: &Links, theirs: &Links) -> Result<BTreeSet<Why>, String> {
    let mut reasons = BTreeSet::new();
    let lost: Vec<String> = html::oracle(page)
        .into_iter()
        .filter_map(|event| match event {
            Event::Tag(fate, _, _, attributes) if fate != Fate::Element => Some(attributes),
            _ => None,
        })
        .flatten()
        .map(|(_, value)| value)
        .collect();
    let keys: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    for key in keys {
        let of = |links: &Links| links.get(key).cloned().unwrap_or_default();
        let (left, right) = (of(ours), of(theirs));
        for text in without(&left, &right) {
            if !lost.iter().any(|value| value.contains(&text)) {
                return Err(format!("{key:?}: only napkin has {text:?}"));
            }
            reasons.insert(Why::NoElement);
        }
        for text in without(&right, &left) {
            let is_formatting =
                ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
                    .contains(&&*key.0);
            if !is_formatting || !left.contains(&text) {
                return Err(format!("{key:?}: only html5ever has {text:?}"));
            }
            reasons.insert(Why::OpenedAgain);
        }
    }
    Ok(reasons)
}

/// Counts of the compared items.
#[derive(Default)]
struct Compared {
    pages: usize,
    exact: usize,
    reasons: BTreeMap<Why, usize>,
    counts: BTreeMap<(String, String), usize>,
    wrong: Vec<String>,
}

fn compare(path: &Path, all: &Mutex<Compared>) {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
    // Few pages have URLs in their own styles, so the linked style sheets are read as styles of one page.
    let page = if is_style_sheet(path) { format!("<style>{text}</style>") } else { text };
    let (ours, theirs) = (by_napkin(&page), by_html5ever(&page));
    let why = if ours == theirs { Ok(BTreeSet::new()) } else { reasons(&page, &ours, &theirs) };
    let mut all = all.lock().expect("no other has failed");
    all.pages += 1;
    all.exact += usize::from(ours == theirs);
    ours.into_iter().for_each(|(key, texts)| *all.counts.entry(key).or_default() += texts.len());
    match why {
        Ok(why) => why.into_iter().for_each(|why| *all.reasons.entry(why).or_default() += 1),
        Err(wrong) => all.wrong.push(format!("{}: {wrong}", path.display())),
    }
}

fn is_style_sheet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "css")
}

#[test]
fn real_pages_have_the_links_of_html5evers_tree() {
    let Some(folder) = pages::folder() else { return };
    let paths = pages::files(&folder, |path| pages::is_page(path) || is_style_sheet(path));
    let all = Mutex::default();
    pages::each(&paths, |path| compare(path, &all));
    let all = all.into_inner().expect("none has failed");
    for ((element, attribute), count) in &all.counts {
        println!("{count:>9} {element}[{attribute}]");
    }
    println!("{} pages, {} of them exactly the same; else {:?}", all.pages, all.exact, all.reasons);
    assert_eq!(all.wrong, Vec::<String>::new());
    assert!(all.exact >= 1_000 && all.exact * 100 >= all.pages * 99, "only {} of {}", all.exact, all.pages);
}

/// Elements of HTML, current and old ones, and one that does not exist.
const ELEMENTS: &str = "a abbr address applet area article aside audio b base bgsound blockquote body br button canvas caption \
    center cite code col colgroup command data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure \
    font footer form frame frameset h1 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark \
    marquee menu menuitem meta meter nav object ol optgroup option output p param picture pre progress q rp rt ruby s samp \
    script search section select slot small source span strong style sub summary sup table tbody td template textarea tfoot th \
    thead time title tr track u ul var video wbr x-none";

const ATTRIBUTES: &str = "action archive background cite classid code codebase data dynsrc formaction href icon imagesrcset itemid \
    itemtype longdesc lowsrc manifest object ping poster profile src srcset style usemap content name value title xlink:href \
    fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end";

const OF_SVG: &str = "a animate animateMotion animateTransform circle cursor discard feImage filter image linearGradient mpath \
    pattern radialGradient script set textPath use g rect";

/// Returns the text that must precede a tag so that it becomes an element.
fn before(element: &str) -> &'static str {
    match element {
        "html" | "head" | "body" | "frameset" => "",
        "frame" => "<frameset>",
        "col" => "<table><colgroup>",
        "caption" | "colgroup" | "tbody" | "tfoot" | "thead" => "<table>",
        "tr" => "<table><tbody>",
        "td" | "th" => "<table><tr>",
        _ => "<p>",
    }
}

#[test]
fn every_attribute_of_every_element() {
    let mut count = 0;
    let mut assert_same = |page: String| {
        let (ours, theirs) = (by_napkin(&page), by_html5ever(&page));
        // `<svg><head>` ends the SVG, and is not an element of it.
        if reasons(&page, &ours, &theirs) != Ok(BTreeSet::from([Why::NoElement])) {
            assert_eq!(ours, theirs, "{page}");
        }
        count += ours.values().map(Vec::len).sum::<usize>();
    };
    for attribute in ATTRIBUTES.split_whitespace() {
        let is_style = matches!(of_svg("g", attribute), Some(Holds::Style));
        let value = if is_style { "url(b)" } else { " b, c " };
        for element in ELEMENTS.split_whitespace() {
            assert_same(format!("{}<{element} {attribute}='{value}'>", before(element)));
            assert_same(format!("<svg><{element} {attribute}='{value}'>"));
        }
        for element in OF_SVG.split_whitespace() {
            assert_same(format!("<svg><{element} {attribute}='{value}'>"));
            assert_same(format!("<math><{element} {attribute}='{value}'>"));
        }
    }
    assert!(count > 500, "{count}");
}

/// `data/html5lib/inputs.json`: the inputs of the tests of tree construction and of the tokenizer (MIT licence).
#[test]
fn inputs_of_html5lib_have_the_links_of_html5evers_tree() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/html5lib/inputs.json");
    let text = std::fs::read_to_string(path).expect("the inputs");
    let inputs: Vec<String> = serde_json::from_str(&text).expect("a list of texts");
    let (mut links, mut why) = (0, BTreeMap::new());
    for input in inputs {
        let (ours, theirs) = (by_napkin(&input), by_html5ever(&input));
        links += ours.values().map(Vec::len).sum::<usize>();
        if ours != theirs {
            let reasons = reasons(&input, &ours, &theirs).unwrap_or_else(|wrong| panic!("{input:?}: {wrong}"));
            reasons.into_iter().for_each(|reason| *why.entry(reason).or_insert(0) += 1);
        }
    }
    println!("{links} links; not of the tree alone in {why:?} inputs");
    // As many as the tree has, except for elements that are opened again.
    assert!(links > 10, "{links} links");
}
