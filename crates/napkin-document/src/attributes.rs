//! The table of attributes that contain references. It equals `data/link-attributes.toml`, as a test checks.

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Namespace {
    Html,
    Svg,
}

/// The type of a value; the data file explains each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Url,
    Urls,
    CommaUrls,
    Srcset,
    Refresh,
    Css,
    Base,
    Document,
}

/// Whether the place always makes a new request (draft-fielding-url-syntax-05 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewRequest {
    Never,
    Always,
    ByRel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) namespace: Namespace,
    pub(crate) element: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) kind: Type,
    pub(crate) new_request: NewRequest,
    pub(crate) obsolete: bool,
    pub(crate) codebase: bool,
}

const fn row(
    namespace: Namespace,
    element: &'static str,
    attribute: &'static str,
    kind: Type,
    new_request: NewRequest,
) -> Row {
    Row { namespace, element, attribute, kind, new_request, obsolete: false, codebase: false }
}

impl Row {
    const fn obsolete(self) -> Self {
        Self { obsolete: true, ..self }
    }

    const fn codebase(self) -> Self {
        Self { codebase: true, ..self }
    }

    /// Returns whether the element's `rel` describes this attribute's URL (HTML standard 4.6.7; SVG 2 section 16.2). It
    /// does not describe `ping`.
    pub(crate) fn has_rel(&self) -> bool {
        let is_link = matches!(self.attribute, "href" | "xlink:href" | "action" | "imagesrcset");
        is_link && matches!(self.element, "a" | "area" | "form" | "link")
    }
}

/// Returns the row for an attribute of an element, by their case-sensitive XML names.
pub(crate) fn find(namespace: Namespace, element: &str, attribute: &str) -> Option<&'static Row> {
    let (_, row) = find_in_any_case(namespace, element.as_bytes(), attribute.as_bytes())?;
    (row.attribute == attribute && (row.element == element || row.element == "*")).then_some(row)
}

/// Returns the row for an attribute of an element, and its index; names in upper or lower case.
#[inline]
pub(crate) fn find_in_any_case(
    namespace: Namespace,
    element: &[u8],
    attribute: &[u8],
) -> Option<(usize, &'static Row)> {
    let letter = Letter::of(attribute)?;
    let is_same = |name: &str, own: &[u8]| name.len() == own.len() && own.eq_ignore_ascii_case(name.as_bytes());
    let is_it = |row: &Row| {
        row.namespace == namespace
            && is_same(row.attribute, attribute)
            && (row.element == "*" || is_same(row.element, element))
    };
    let at = letter.start + ROWS[letter.start..letter.end].iter().position(is_it)?;
    Some((at, &ROWS[at]))
}

/// The attributes of an element that have been seen: rows of the table, and others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    rows: u128,
    foreign: u32,
}

impl Seen {
    /// Returns whether this is the first attribute for the row with this index.
    pub(crate) fn is_first(&mut self, row: usize) -> bool {
        const { assert!(ROWS.len() <= u128::BITS as usize) };
        let before = self.rows;
        self.rows |= 1 << row;
        self.rows != before
    }

    /// Returns whether this is the first attribute with this name.
    pub(crate) fn is_first_foreign(&mut self, foreign: &Foreign) -> bool {
        let before = self.foreign;
        let at = FOREIGN.iter().flat_map(|names| names.iter()).position(|&name| name == foreign.attribute);
        self.foreign |= 1 << at.unwrap_or(0);
        self.foreign != before
    }
}

/// Returns the type of an attribute's values, for an element in any namespace; names in lower case.
pub(crate) fn kind(element: &str, attribute: &str) -> Type {
    let row = find(Namespace::Html, element, attribute).or_else(|| find(Namespace::Svg, element, attribute));
    let of_svg = || foreign(false, element, attribute).map(|foreign| foreign.kind);
    row.map(|row| row.kind).or_else(of_svg).unwrap_or(Type::Url)
}

/// An attribute of SVG or MathML that is not in the table: its name and the type of its value.
pub(crate) struct Foreign {
    pub(crate) attribute: &'static str,
    pub(crate) kind: Type,
    /// Whether the attribute is not a link itself, and counts only if `attributeName` names a link.
    pub(crate) is_animation: bool,
}

/// Attributes of SVG that are CSS (SVG 2, *presentation attributes*) and may contain URLs.
pub(crate) const PRESENTATION: [&str; 10] =
    ["fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker", "marker-start", "marker-mid", "marker-end"];

/// Attributes of SVG animations with a new value; it is a link if `attributeName` names one.
const ANIMATION: [&str; 3] = ["to", "from", "by"];

/// Attributes of SVG animations with a list of new values.
const VALUES: [&str; 1] = ["values"];

/// Links of MathML.
const MATH: [&str; 2] = ["href", "xlink:href"];

/// All of these attributes.
const FOREIGN: [&[&str]; 4] = [&PRESENTATION, &ANIMATION, &VALUES, &MATH];

/// Returns the attribute of MathML or SVG with this name; names in lower case.
pub(crate) fn foreign(is_math: bool, element: &str, attribute: &str) -> Option<Foreign> {
    let one_of = |names: &[&'static str]| names.iter().find(|&&name| name == attribute).copied();
    let animates = matches!(element, "set" | "animate");
    let (attribute, kind, is_animation) = if is_math {
        // MathML 3 allows links on every element; MathML Core, and thus some browsers, on none.
        (one_of(&MATH)?, Type::Url, false)
    } else if let Some(values) = one_of(&VALUES).filter(|_| animates) {
        (values, Type::Urls, true)
    } else if let Some(value) = one_of(&ANIMATION).filter(|_| animates) {
        (value, Type::Url, true)
    } else if attribute == "fill" && (animates || matches!(element, "animatemotion" | "animatetransform" | "discard")) {
        // There `fill` controls the state after the end of the animation (SVG 2 section 6.6).
        return None;
    } else {
        (one_of(&PRESENTATION)?, Type::Css, false)
    };
    Some(Foreign { attribute, kind, is_animation })
}

/// Returns whether the animated attribute is a link.
pub(crate) fn is_href(name: &str) -> bool {
    let name = name.trim();
    name.eq_ignore_ascii_case("href") || name.eq_ignore_ascii_case("xlink:href")
}

/// The rows whose attributes begin with the same letter, and the set of their lengths. The lengths quickly exclude most
/// attributes of a page, such as `class`.
#[derive(Clone, Copy)]
struct Letter {
    start: usize,
    end: usize,
    lengths: u16,
}

impl Letter {
    #[inline]
    fn of(attribute: &[u8]) -> Option<Self> {
        const LETTERS: [Letter; 26] = letters();
        let first = attribute.first()?.to_ascii_lowercase().wrapping_sub(b'a');
        let letter = *LETTERS.get(usize::from(first))?;
        (attribute.len() < 16 && letter.lengths >> attribute.len() & 1 == 1).then_some(letter)
    }
}

const fn letters() -> [Letter; 26] {
    let mut letters = [Letter { start: 0, end: 0, lengths: 0 }; 26];
    let mut at = 0;
    while at < ROWS.len() {
        let name = ROWS[at].attribute.as_bytes();
        let letter = &mut letters[(name[0] - b'a') as usize];
        if letter.lengths == 0 {
            letter.start = at;
        }
        at += 1;
        letter.end = at;
        letter.lengths |= 1 << name.len();
    }
    letters
}

/// Sorted by attribute, namespace, element.
pub(crate) const ROWS: &[Row] = &[
    row(Namespace::Html, "form", "action", Type::Url, NewRequest::Always),
    row(Namespace::Html, "applet", "archive", Type::CommaUrls, NewRequest::Always).obsolete().codebase(),
    row(Namespace::Html, "object", "archive", Type::Urls, NewRequest::Always).obsolete().codebase(),
    row(Namespace::Html, "body", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "table", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "tbody", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "td", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "tfoot", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "th", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "thead", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "tr", "background", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "blockquote", "cite", Type::Url, NewRequest::Never),
    row(Namespace::Html, "del", "cite", Type::Url, NewRequest::Never),
    row(Namespace::Html, "ins", "cite", Type::Url, NewRequest::Never),
    row(Namespace::Html, "q", "cite", Type::Url, NewRequest::Never),
    row(Namespace::Html, "object", "classid", Type::Url, NewRequest::Always).obsolete().codebase(),
    row(Namespace::Html, "applet", "code", Type::Url, NewRequest::Always).obsolete().codebase(),
    row(Namespace::Html, "applet", "codebase", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "object", "codebase", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "meta", "content", Type::Refresh, NewRequest::Always),
    row(Namespace::Html, "object", "data", Type::Url, NewRequest::Always).codebase(),
    row(Namespace::Html, "img", "dynsrc", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "button", "formaction", Type::Url, NewRequest::Always),
    row(Namespace::Html, "input", "formaction", Type::Url, NewRequest::Always),
    row(Namespace::Html, "a", "href", Type::Url, NewRequest::Never),
    row(Namespace::Html, "area", "href", Type::Url, NewRequest::Never),
    row(Namespace::Html, "base", "href", Type::Base, NewRequest::Never),
    row(Namespace::Html, "link", "href", Type::Url, NewRequest::ByRel),
    row(Namespace::Svg, "a", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "animate", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "animatemotion", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "animatetransform", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "cursor", "href", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Svg, "discard", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "feimage", "href", Type::Url, NewRequest::Always),
    row(Namespace::Svg, "filter", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "image", "href", Type::Url, NewRequest::Always),
    row(Namespace::Svg, "lineargradient", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "mpath", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "pattern", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "radialgradient", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "script", "href", Type::Url, NewRequest::Always),
    row(Namespace::Svg, "set", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "textpath", "href", Type::Url, NewRequest::Never),
    row(Namespace::Svg, "use", "href", Type::Url, NewRequest::Always),
    row(Namespace::Html, "command", "icon", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "menuitem", "icon", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "link", "imagesrcset", Type::Srcset, NewRequest::Always),
    row(Namespace::Html, "*", "itemid", Type::Url, NewRequest::Never),
    row(Namespace::Html, "*", "itemtype", Type::Urls, NewRequest::Never),
    row(Namespace::Html, "frame", "longdesc", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "iframe", "longdesc", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "img", "longdesc", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "img", "lowsrc", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "html", "manifest", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "applet", "object", Type::Url, NewRequest::Always).obsolete().codebase(),
    row(Namespace::Html, "a", "ping", Type::Urls, NewRequest::Always),
    row(Namespace::Html, "area", "ping", Type::Urls, NewRequest::Always),
    row(Namespace::Html, "video", "poster", Type::Url, NewRequest::Always),
    row(Namespace::Html, "head", "profile", Type::Urls, NewRequest::Never).obsolete(),
    row(Namespace::Html, "audio", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "bgsound", "src", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "embed", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "frame", "src", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "iframe", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "image", "src", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Html, "img", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "input", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "script", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "source", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "track", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "video", "src", Type::Url, NewRequest::Always),
    row(Namespace::Html, "iframe", "srcdoc", Type::Document, NewRequest::Never),
    row(Namespace::Html, "image", "srcset", Type::Srcset, NewRequest::Always).obsolete(),
    row(Namespace::Html, "img", "srcset", Type::Srcset, NewRequest::Always),
    row(Namespace::Html, "source", "srcset", Type::Srcset, NewRequest::Always),
    row(Namespace::Html, "*", "style", Type::Css, NewRequest::Always),
    row(Namespace::Svg, "*", "style", Type::Css, NewRequest::Always),
    row(Namespace::Html, "img", "usemap", Type::Url, NewRequest::Never),
    row(Namespace::Html, "input", "usemap", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Html, "object", "usemap", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "a", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "animate", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "animatemotion", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "animatetransform", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "cursor", "xlink:href", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Svg, "discard", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "feimage", "xlink:href", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Svg, "filter", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "image", "xlink:href", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Svg, "lineargradient", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "mpath", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "pattern", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "radialgradient", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "script", "xlink:href", Type::Url, NewRequest::Always).obsolete(),
    row(Namespace::Svg, "set", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "textpath", "xlink:href", Type::Url, NewRequest::Never).obsolete(),
    row(Namespace::Svg, "use", "xlink:href", Type::Url, NewRequest::Always).obsolete(),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of_data(entry: &toml::Value) -> Row {
        let text = |key: &str| entry[key].as_str().expect("a string").to_owned().leak() as &'static str;
        Row {
            namespace: [Namespace::Html, Namespace::Svg]
                [["html", "svg"].iter().position(|name| *name == text("space")).unwrap()],
            element: text("element"),
            attribute: text("attribute"),
            kind: match text("type") {
                "url" => Type::Url,
                "urls" => Type::Urls,
                "comma-urls" => Type::CommaUrls,
                "srcset" => Type::Srcset,
                "refresh" => Type::Refresh,
                "css" => Type::Css,
                "base" => Type::Base,
                "document" => Type::Document,
                other => panic!("unknown type {other}"),
            },
            new_request: match text("new_request") {
                "never" => NewRequest::Never,
                "always" => NewRequest::Always,
                "by-rel" => NewRequest::ByRel,
                other => panic!("unknown new_request {other}"),
            },
            obsolete: entry["obsolete"].as_bool().unwrap(),
            codebase: entry["codebase"].as_bool().unwrap(),
        }
    }

    #[test]
    fn attribute_table_is_the_data_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/link-attributes.toml");
        let data: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        let rows: Vec<Row> = data["attribute"].as_array().unwrap().iter().map(of_data).collect();
        assert_eq!(rows, ROWS);
        assert!(ROWS.is_sorted_by_key(|row| (row.attribute, row.namespace, row.element)));
    }

    #[test]
    fn every_row_is_found() {
        for row in ROWS {
            let element = if row.element == "*" { "b" } else { row.element };
            assert_eq!(find(row.namespace, element, row.attribute), Some(row));
            let (element, attribute) = (element.to_uppercase(), row.attribute.to_uppercase());
            let found = find_in_any_case(row.namespace, element.as_bytes(), attribute.as_bytes());
            assert_eq!(found.map(|(_, row)| row), Some(row));
            assert_eq!(find(row.namespace, &element, &attribute), None);
        }
        assert_eq!(find(Namespace::Html, "p", "href"), None);
        assert_eq!(find(Namespace::Html, "a", "class"), None);
    }
}
