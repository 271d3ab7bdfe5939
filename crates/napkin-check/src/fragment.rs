//! Which fragments name a place in a document.

use napkin::percent::{self, Encoded};
use napkin_document::{Anchor, Kind, Reader};

use crate::Slugs;
use crate::names::Names;
use crate::nearest::Nearest;
use crate::page_text;
use crate::slugs::Slugger;

/// The places of a document that fragments name.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// All names.
    Names(Names, Kind),
    /// Fragments of this kind of document are not understood.
    Unknown,
}

/// The mark of the names of image maps, which no attribute can contain.
const MAP: char = '\0';

impl Places {
    /// Reads the places of a document.
    pub(crate) fn of(reader: &Reader<'_>, kind: Kind, slugs: Slugs) -> Self {
        let (mut names, mut slugger) = (Vec::new(), Slugger::default());
        let is_known = reader.anchors(&mut |anchor| match anchor {
            Anchor::Map(name) => names.push(format!("{MAP}{name}")),
            Anchor::Id(name) => names.push(name),
            Anchor::Heading { text, id } => heading(&text, id, slugs, &mut slugger, &mut names),
            Anchor::Term(text) if slugs == Slugs::MdBook => names.push(slugger.next(slugs.slug(&text))),
            Anchor::Footnote(label) => names.extend(slugs.footnote(&label)),
            _ => {}
        });
        // A page that only leads elsewhere, and whose script takes the fragment along, as rustdoc and other programs write for pages
        // that have moved: 24,841 links of the documentation of Rust 1.63 lead to one.
        let leads_on = kind == Kind::Html && names.is_empty() && reader.text().contains("location.hash");
        if is_known && !leads_on { Self::Names(Names::new(names), kind) } else { Self::Unknown }
    }

    /// Returns why a fragment names nothing. `text` reads the document for text fragments.
    pub(crate) fn missing(
        &self,
        fragment: &str,
        name: &str,
        text: &mut dyn FnMut() -> Option<String>,
    ) -> Option<String> {
        let Self::Names(names, kind) = self else { return None };
        let (fragment, directive) = fragment.split_once(":~:").unwrap_or((fragment, ""));
        if !is_there(names, *kind, fragment) {
            let decoded = Encoded::unchecked(fragment).decode_lossy();
            let other = names.iter().find(|name| name.eq_ignore_ascii_case(&decoded));
            let other = other.map(|other| format!("; the real name is `{other}`")).unwrap_or_default();
            return Some(format!("no place named `{decoded}` in {name}{other}"));
        }
        let wanted = directive.split('&').filter_map(|part| part.strip_prefix("text="));
        let wanted: Vec<_> = wanted.collect();
        if wanted.is_empty() || *kind != Kind::Html {
            return None;
        }
        let shown = page_text::visible(&text()?);
        let absent = wanted.into_iter().find(|wanted| !page_text::has(&shown, wanted))?;
        Some(format!("no text `{}` in {name}", Encoded::unchecked(absent).decode_lossy()))
    }

    /// Returns the name that is nearest to a fragment, encoded for a URL.
    pub(crate) fn nearest(&self, fragment: &str, nearest: &mut Nearest) -> Option<String> {
        let Self::Names(names, _) = self else { return None };
        let fragment = fragment.split(":~:").next().unwrap_or_default();
        let wanted = Encoded::unchecked(fragment).decode_lossy();
        let found = nearest.of(&wanted, names.iter().filter(|name| !name.starts_with(MAP)))?;
        Some(percent::encode(found, percent::iri::UNRESERVED.or(percent::FRAGMENT)).as_str().to_owned())
    }

    /// Returns whether the document has an image map of this name (HTML standard 4.8.16).
    pub(crate) fn has_map(&self, name: &str) -> bool {
        match self {
            Self::Names(names, _) => names.contains(&format!("{MAP}{name}")),
            Self::Unknown => true,
        }
    }
}

/// Adds the names of a heading of Markdown.
fn heading(text: &str, id: Option<String>, slugs: Slugs, slugger: &mut Slugger, names: &mut Vec<String>) {
    match id.or_else(|| slugs.comment(text).map(str::to_owned)) {
        None => {
            let slug = slugs.slug(text);
            let smart = slugs.smart(text).filter(|smart| *smart != slug);
            // Hyphens in code stay, so either may be the name.
            names.extend(smart.is_some().then(|| slug.clone()));
            names.push(slugger.next(smart.unwrap_or(slug)));
        }
        Some(id) => {
            if slugs == Slugs::GitHub {
                // GitHub shows `{#id}` as text; most other programs make it the name.
                names.push(slugger.next(slugs.slug(&format!("{text} {{#{id}}}"))));
            }
            names.push(id);
        }
    }
}

/// Returns whether a fragment names a place: as written, else decoded, else as the top (HTML standard 7.4.6.4).
fn is_there(names: &Names, kind: Kind, fragment: &str) -> bool {
    let decoded = Encoded::unchecked(fragment).decode_lossy();
    if fragment.is_empty() || names.contains(fragment) || names.contains(&decoded) {
        return true;
    }
    match kind {
        Kind::Html if is_range(names, &decoded) => true,
        Kind::Html | Kind::Markdown => decoded.eq_ignore_ascii_case("top") || is_lines(fragment, kind),
        // SVG 2 section 16.5.
        Kind::Svg => ["svgView(", "xywh=", "t="].iter().any(|start| fragment.starts_with(start)),
        // XHTML is XML, and has the top of HTML.
        _ => decoded.eq_ignore_ascii_case("top") || decoded.starts_with("xpointer(") || decoded.starts_with("element("),
    }
}

/// Returns whether a fragment names a range of numbered lines that are places of the page: `10-20`, `L10-L20`. Scripts of pages
/// of source code mark such lines: 82,922 links of the documentation of Rust 1.63 have this form.
fn is_range(names: &Names, fragment: &str) -> bool {
    let is_line = |name: &str| {
        let digits = name.strip_prefix('L').unwrap_or(name);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && names.contains(name)
    };
    fragment.split_once('-').is_some_and(|(first, last)| is_line(first) && is_line(last))
}

/// Returns whether a fragment names lines of a source, as hosts of code show Markdown: `L10`, `L10-L20`.
fn is_lines(fragment: &str, kind: Kind) -> bool {
    let is_line = |text: &str| {
        text.strip_prefix('L')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    kind == Kind::Markdown && fragment.split('-').count() <= 2 && fragment.split('-').all(is_line)
}
