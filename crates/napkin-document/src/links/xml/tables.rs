//! The meaning of attributes and texts in XML vocabularies.
//!
//! Lists by namespace the attributes and texts that contain URLs or documents. HTML and SVG use the table of
//! [`links::attributes`](crate::attributes). URLs that only name are not links: namespaces, `atom:id`, a `guid` that is
//! not a permanent link, `xlink:role`, `rdf:about` of RSS, the scheme of a category. The IRIs of other RDF are links, as those of Turtle are. In unknown vocabularies `href` and `src`
//! are taken as references, as they are in all known ones.

use super::instruction::Language;
use crate::attributes::{self, NewRequest, Type};
use crate::usage::Use;

/// A namespace whose vocabulary contains URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Namespace {
    Html,
    Svg,
    MathMl,
    XLink,
    Xml,
    Atom,
    /// The Atom Publishing Protocol.
    AtomPub,
    /// RSS 0.9x and 2.0, which have no namespace, and RSS 1.0.
    Rss,
    /// `content:encoded` of RSS.
    RssContent,
    MediaRss,
    Itunes,
    /// `wfw:commentRss` of RSS.
    CommentApi,
    Opml,
    Sitemap,
    SitemapImage,
    SitemapVideo,
    XInclude,
    Xslt,
    Schema,
    SchemaInstance,
    Kml,
    /// Relationships of Office Open XML.
    Relationships,
    /// Attributes that name a relationship of Office Open XML.
    Relationship,
    /// Word processing of Office Open XML.
    Word,
    /// Spreadsheets of Office Open XML.
    Spreadsheet,
    /// Tables of OpenDocument.
    OdfTable,
    /// RDF/XML.
    Rdf,
    /// Media presentation descriptions of DASH.
    Dash,
    /// Any other namespace.
    Other,
    /// No namespace.
    None,
}

/// The namespaces with their command-line names.
const SPACES: [(&str, Namespace, &str); 37] = [
    ("http://www.w3.org/1999/xhtml", Namespace::Html, "html"),
    ("http://www.w3.org/2000/svg", Namespace::Svg, "svg"),
    ("http://www.w3.org/1998/Math/MathML", Namespace::MathMl, "mathml"),
    ("http://www.w3.org/1999/xlink", Namespace::XLink, "xlink"),
    ("http://www.w3.org/XML/1998/namespace", Namespace::Xml, "xml"),
    ("http://www.w3.org/2005/Atom", Namespace::Atom, "atom"),
    ("http://purl.org/atom/ns#", Namespace::Atom, "atom"),
    ("http://www.w3.org/2007/app", Namespace::AtomPub, "atompub"),
    ("http://purl.org/rss/1.0/", Namespace::Rss, "rss"),
    ("http://my.netscape.com/rdf/simple/0.9/", Namespace::Rss, "rss"),
    ("http://backend.userland.com/rss2", Namespace::Rss, "rss"),
    ("http://purl.org/rss/1.0/modules/content/", Namespace::RssContent, "content"),
    ("http://search.yahoo.com/mrss/", Namespace::MediaRss, "media"),
    ("http://search.yahoo.com/mrss", Namespace::MediaRss, "media"),
    ("http://www.itunes.com/dtds/podcast-1.0.dtd", Namespace::Itunes, "itunes"),
    ("http://wellformedweb.org/CommentAPI/", Namespace::CommentApi, "wfw"),
    ("http://www.sitemaps.org/schemas/sitemap/0.9", Namespace::Sitemap, "sitemap"),
    ("http://www.google.com/schemas/sitemap/0.84", Namespace::Sitemap, "sitemap"),
    ("http://www.google.com/schemas/sitemap-image/1.1", Namespace::SitemapImage, "image"),
    ("http://www.google.com/schemas/sitemap-video/1.1", Namespace::SitemapVideo, "video"),
    ("http://www.w3.org/2001/XInclude", Namespace::XInclude, "xinclude"),
    ("http://www.w3.org/1999/XSL/Transform", Namespace::Xslt, "xslt"),
    ("http://www.w3.org/2001/XMLSchema", Namespace::Schema, "schema"),
    ("http://www.w3.org/2001/XMLSchema-instance", Namespace::SchemaInstance, "schema-instance"),
    ("http://www.opengis.net/kml/2.2", Namespace::Kml, "kml"),
    ("http://earth.google.com/kml/2.2", Namespace::Kml, "kml"),
    ("http://schemas.openxmlformats.org/package/2006/relationships", Namespace::Relationships, "ooxml"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/relationships", Namespace::Relationship, "ooxml"),
    ("http://purl.oclc.org/ooxml/officeDocument/relationships", Namespace::Relationship, "ooxml"),
    ("http://schemas.openxmlformats.org/wordprocessingml/2006/main", Namespace::Word, "ooxml"),
    ("http://purl.oclc.org/ooxml/wordprocessingml/main", Namespace::Word, "ooxml"),
    ("http://schemas.openxmlformats.org/spreadsheetml/2006/main", Namespace::Spreadsheet, "ooxml"),
    ("http://purl.oclc.org/ooxml/spreadsheetml/main", Namespace::Spreadsheet, "ooxml"),
    ("urn:oasis:names:tc:opendocument:xmlns:table:1.0", Namespace::OdfTable, "odf"),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", Namespace::Rdf, "rdf"),
    ("urn:mpeg:dash:schema:mpd:2011", Namespace::Dash, "dash"),
    ("urn:mpeg:DASH:schema:MPD:2011", Namespace::Dash, "dash"),
];

impl Namespace {
    pub(crate) fn of(uri: &str) -> Self {
        match SPACES.iter().find(|(name, ..)| *name == uri) {
            Some(&(_, namespace, _)) => namespace,
            None if uri.is_empty() => Self::None,
            None => Self::Other,
        }
    }

    /// Returns the command-line name.
    pub(crate) fn name(self) -> &'static str {
        match SPACES.iter().find(|(_, namespace, _)| *namespace == self) {
            Some(&(.., name)) => name,
            None if self == Self::Opml => "opml",
            None => "xml",
        }
    }

    /// Returns the vocabulary of elements without a namespace, by the name of the root.
    pub(crate) fn of_root(name: &str) -> Self {
        match name {
            "rss" => Self::Rss,
            "opml" => Self::Opml,
            _ => Self::None,
        }
    }
}

/// The type of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Url,
    /// A URL whose use is determined by `rel`.
    Link,
    /// A URL by its attribute name alone, which no browser requests; the screen ignores it.
    Convention,
    Urls,
    Commas,
    Srcset,
    Css,
    Refresh,
    Document,
    /// Pairs of a namespace and a URL.
    Pairs,
    /// The base: of the subtree for `xml:base`, otherwise of the document.
    Base,
    /// An animated value, or a list of them: a URL if a link is animated. Not a link of the document, but relevant to
    /// the screen.
    Animation,
    Animations,
    /// A URL, unless it has a `$`: then it is a template for many.
    Template,
    /// A name in the document: the reference is the fragment.
    Name,
    /// The target of a relationship. Only external ones are references; the others name parts of the package.
    Target,
    /// A field or a formula, which may contain references.
    Instruction(Language),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) value: Value,
    pub(crate) used: Use,
    /// `None` if `rel` determines it.
    pub(crate) new_request: Option<bool>,
    pub(crate) codebase: bool,
}

impl Meaning {
    const fn new(value: Value, used: Use) -> Self {
        let new_request = Some(!matches!(used, Use::Navigation));
        Self { value, used, new_request, codebase: false }
    }

    const fn url(used: Use) -> Option<Self> {
        Some(Self::new(Value::Url, used))
    }
}

/// Returns the meaning of an attribute of an element. `own` is the attribute's own namespace, if it has one.
pub(crate) fn meaning(namespace: Namespace, element: &str, own: Option<Namespace>, name: &str) -> Option<Meaning> {
    match own {
        None => {}
        Some(Namespace::XLink) if name == "href" && namespace == Namespace::Svg => {
            let element = element.to_ascii_lowercase();
            return of_table(attributes::Namespace::Svg, &element, "xlink:href")
                .or_else(|| Meaning::url(Use::of_attribute(&element, "xlink:href")));
        }
        Some(Namespace::XLink) if name == "href" => return Meaning::url(Use::Navigation),
        Some(Namespace::Xml) if name == "base" => return Some(Meaning::new(Value::Base, Use::Other)),
        Some(Namespace::SchemaInstance) => {
            return match name {
                "schemaLocation" => Some(Meaning::new(Value::Pairs, Use::Other)),
                "noNamespaceSchemaLocation" => Meaning::url(Use::Other),
                _ => None,
            };
        }
        // RDF/XML section 2.14: `rdf:ID` is the fragment of a reference.
        Some(Namespace::Rdf) if name == "ID" && namespace != Namespace::Rss => {
            return Some(Meaning::new(Value::Name, Use::Navigation));
        }
        // RDF/XML section 2.14: the attributes whose values are resolved against the base. RSS 1.0 repeats its links in them.
        Some(Namespace::Rdf) if matches!(name, "about" | "resource" | "datatype") && namespace != Namespace::Rss => {
            return Meaning::url(Use::Navigation);
        }
        // ISO/IEC 29500-1 section 17.16.19.
        Some(Namespace::Word) if (namespace, element, name) == (Namespace::Word, "fldSimple", "instr") => {
            return Some(Meaning::new(Value::Instruction(Language::Field), Use::Navigation));
        }
        // ODF 1.2 part 1 section 19.642.
        Some(Namespace::OdfTable) if name == "formula" => {
            return Some(Meaning::new(Value::Instruction(Language::Formula), Use::Navigation));
        }
        Some(_) => return None,
    }
    match namespace {
        Namespace::Html => of_table(attributes::Namespace::Html, element, name),
        Namespace::Svg => of_table(attributes::Namespace::Svg, &element.to_ascii_lowercase(), name)
            .or_else(|| attributes::foreign(false, element, name).map(|foreign| of_foreign(foreign.kind))),
        _ => of_vocabulary(namespace, element, name),
    }
}

fn of_vocabulary(namespace: Namespace, element: &str, name: &str) -> Option<Meaning> {
    match (namespace, element, name) {
        (Namespace::MathMl, "mglyph", "src") | (Namespace::MathMl, "math", "altimg") => Meaning::url(Use::Image),
        (Namespace::Atom, "content", "src") => Meaning::url(Use::Frame),
        (Namespace::Atom, "generator", "uri" | "url") => Meaning::url(Use::Navigation),
        (Namespace::XInclude, "include", "href") => Meaning::url(Use::Other),
        (Namespace::Xslt, "import" | "include", "href") => Meaning::url(Use::Style),
        (Namespace::Xslt, "import-schema", "schema-location") => Meaning::url(Use::Other),
        (Namespace::Schema, "import" | "include" | "redefine" | "override", "schemaLocation") => {
            Meaning::url(Use::Other)
        }
        (Namespace::Rss | Namespace::None, "enclosure", "url") => Meaning::url(Use::Media),
        (Namespace::Rss, "source", "url") => Meaning::url(Use::Navigation),
        (Namespace::MediaRss, "content" | "player", "url") => Meaning::url(Use::Media),
        (Namespace::MediaRss, "thumbnail", "url") | (Namespace::Itunes, "image", "href") => Meaning::url(Use::Image),
        (Namespace::Opml, "outline", "xmlUrl" | "htmlUrl" | "url") => Meaning::url(Use::Navigation),
        // Feed extensions whose namespaces are not known.
        (Namespace::Other | Namespace::None, "content" | "thumbnail" | "source", "url") => Meaning::url(Use::Media),
        (_, "link", "href") if namespace == Namespace::Atom => Some(Meaning::new(Value::Link, Use::Navigation)),
        (Namespace::Relationships, "Relationship", "Target") => Some(Meaning::new(Value::Target, Use::Navigation)),
        // ISO/IEC 23009-1 section 5.3.9.
        (Namespace::Dash, "Initialization" | "RepresentationIndex" | "BitstreamSwitching", "sourceURL")
        | (Namespace::Dash, "SegmentURL", "media" | "index") => Meaning::url(Use::Media),
        (Namespace::Dash, "SegmentTemplate", "media" | "index" | "initialization" | "bitstreamSwitching") => {
            Some(Meaning::new(Value::Template, Use::Media))
        }
        (_, _, "href") => Some(Meaning::new(Value::Convention, Use::Navigation)),
        (_, _, "src") => Some(Meaning::new(Value::Convention, Use::Other)),
        _ => None,
    }
}

fn of_foreign(kind: Type) -> Meaning {
    let value = match kind {
        Type::Css => Value::Css,
        Type::Urls => Value::Animations,
        _ => Value::Animation,
    };
    Meaning::new(value, if value == Value::Css { Use::Image } else { Use::Navigation })
}

/// Element names are in lower case in the table. Attribute names are compared case-sensitively, because XML is.
fn of_table(namespace: attributes::Namespace, element: &str, name: &str) -> Option<Meaning> {
    let row = attributes::find(namespace, element, name)?;
    let value = match row.kind {
        Type::Url if (element, name) == ("link", "href") => Value::Link,
        Type::Url => Value::Url,
        Type::Base => Value::Base,
        Type::Urls => Value::Urls,
        Type::CommaUrls => Value::Commas,
        Type::Srcset => Value::Srcset,
        Type::Refresh => Value::Refresh,
        Type::Css => Value::Css,
        Type::Document => Value::Document,
    };
    let new_request = match row.new_request {
        NewRequest::Always => Some(true),
        NewRequest::Never => Some(false),
        NewRequest::ByRel => None,
    };
    Some(Meaning { value, used: Use::of_attribute(element, row.attribute), new_request, codebase: row.codebase })
}

/// The type of an element's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    Url(Use),
    /// A URL that is the base of what follows in the element around it.
    Base(Use),
    /// A URL that is relative to the URL of the document, whatever base it declares.
    OfRetrieval(Use),
    /// A document in HTML.
    Html,
    Css,
    /// A formula.
    Formula,
    /// A piece of a field, which ends where its result begins.
    Field,
}

/// Returns the meaning of an element's text. `kind` is its attribute `type`, `permalink` is `isPermaLink`.
pub(crate) fn text(namespace: Namespace, element: &str, kind: &str, permalink: &str) -> Option<Text> {
    let is_html = || kind.trim() == "html" || kind.trim().eq_ignore_ascii_case("text/html");
    Some(match (namespace, element) {
        (Namespace::Html | Namespace::Svg, "style") => Text::Css,
        (Namespace::Rss, "link" | "comments" | "docs") => Text::Url(Use::Navigation),
        // RSS 2.0: a `guid` is a permanent link unless declared otherwise.
        (Namespace::Rss, "guid") if permalink.trim() != "false" => Text::Url(Use::Navigation),
        (Namespace::Rss, "url") => Text::Url(Use::Image),
        (Namespace::Rss, "description") | (Namespace::RssContent, "encoded") => Text::Html,
        (Namespace::CommentApi, "comment" | "commentRss" | "commentRSS") => Text::Url(Use::Navigation),
        // RFC 4287 section 4.1.3, and "text constructs" in section 3.1.
        (Namespace::Atom, "content" | "summary" | "title" | "subtitle" | "rights") if is_html() => Text::Html,
        (Namespace::Atom, "icon" | "logo") => Text::Url(Use::Image),
        (Namespace::Atom, "uri") => Text::Url(Use::Navigation),
        (Namespace::Opml, "docs" | "ownerId") => Text::Url(Use::Navigation),
        (Namespace::Sitemap, "loc") => Text::Url(Use::Navigation),
        (Namespace::SitemapImage, "loc" | "license") | (Namespace::SitemapVideo, "thumbnail_loc") => {
            Text::Url(Use::Image)
        }
        (Namespace::SitemapVideo, "content_loc" | "player_loc") => Text::Url(Use::Media),
        (Namespace::Kml, "href") => Text::Url(Use::Other),
        // ISO/IEC 29500-1 sections 17.16.23 and 18.3.1.40.
        (Namespace::Word, "instrText") => Text::Field,
        (Namespace::Spreadsheet, "f") => Text::Formula,
        // ISO/IEC 23009-1 section 5.6: bases, which may name media, too.
        (Namespace::Dash, "BaseURL") => Text::Base(Use::Media),
        (Namespace::Dash, "Location" | "PatchLocation" | "moreInformationURL") => Text::OfRetrieval(Use::Other),
        _ => return None,
    })
}
