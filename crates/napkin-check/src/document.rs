//! The documents whose links are checked.

use std::io;
use std::path::{Path, PathBuf};

use napkin_document::{Kind, TargetFragments};

/// A document: its bytes, the name by which it is reported, and where it comes from.
///
/// ```
/// use napkin_check::Document;
/// let menu = Document::new("menu.html", "<a href=beer>");
/// assert_eq!(menu.name, "menu.html");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Document {
    /// The name in reports.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The kind; by default it follows from the name, else from the content.
    pub kind: Option<Kind>,
    /// The label of the encoding, if a header field or the user gives it.
    pub charset: Option<String>,
    /// The file.
    pub path: Option<PathBuf>,
    /// The folder with which the document was found. Links that begin with `/` are looked up in it, and no link may lead out
    /// of it, unless the options have a root.
    pub folder: Option<PathBuf>,
    /// The URL from which it was retrieved, after redirects.
    pub url: Option<String>,
    /// The archive that contains it, and its path there.
    pub archive: Option<(PathBuf, String)>,
    /// What hyperlinks in another member of the same archive add to the targets in this one.
    pub fragments: Option<TargetFragments>,
}

impl Document {
    /// Creates a document from its bytes.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert_eq!(Document::new("stdin", "<a href=beer>").bytes, b"<a href=beer>");
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
            kind: None,
            charset: None,
            path: None,
            folder: None,
            url: None,
            archive: None,
            fragments: None,
        }
    }

    /// Creates a document whose only link is a URL, by which it is reported. So a list of targets is a stream of documents.
    ///
    /// ```
    /// use napkin_check::{Checker, Document, Options};
    /// let target = Document::target("mailto:sam@pub.example");
    /// let _ = Checker::new(Options::default()).check(&target, &mut (), &mut |checked| {
    ///     assert_eq!((&*checked.source, checked.verdict.name()), ("mailto:sam@pub.example", "ok"));
    /// });
    /// ```
    #[must_use]
    pub fn target(url: impl AsRef<str>) -> Self {
        let url = url.as_ref();
        // A link in running text would be found only if it is valid.
        let escaped = url.replace('&', "&amp;").replace('"', "&quot;");
        Self { kind: Some(Kind::Html), ..Self::new(napkin::mask_passwords(url), format!("<a href=\"{escaped}\">")) }
    }

    /// Reads a file.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert!(Document::file("menu.html", "no such folder/menu.html").is_err());
    /// ```
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn file(name: impl Into<String>, path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        Ok(Self { path: Some(path.clone()), ..Self::new(name, std::fs::read(path)?) })
    }

    /// Returns the document with the path of its file.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert!(Document::new("menu.html", "").at_path("site/menu.html").path.is_some());
    /// ```
    #[must_use]
    pub fn at_path(self, path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Returns the document with the folder with which it was found.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert!(Document::new("site/menu.html", "").in_folder("site").folder.is_some());
    /// ```
    #[must_use]
    pub fn in_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// Returns the document with the URL from which it was retrieved.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert!(Document::new("page", "").retrieved_from("http://pub.example/").url.is_some());
    /// ```
    #[must_use]
    pub fn retrieved_from(self, url: impl Into<String>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// Returns the document as a member of an archive: its links to other members are looked up there.
    ///
    /// ```
    /// use napkin_check::Document;
    /// assert!(Document::new("book.epub/one.xhtml", "").in_archive("book.epub", "one.xhtml").archive.is_some());
    /// ```
    #[must_use]
    pub fn in_archive(self, archive: impl Into<PathBuf>, path: impl Into<String>) -> Self {
        Self { archive: Some((archive.into(), path.into())), ..self }
    }

    /// Returns the document with this kind.
    ///
    /// ```
    /// use napkin_check::Document;
    /// use napkin_document::Kind;
    /// assert_eq!(Document::new("notes", "").with_kind(Kind::Markdown).kind, Some(Kind::Markdown));
    /// ```
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind: Some(kind), ..self }
    }

    pub(crate) fn kind(&self) -> Kind {
        let by_name = |path: &Path| kind_of(&path.to_string_lossy());
        let named = || self.path.as_deref().and_then(by_name).or_else(|| kind_of(&self.name));
        self.kind.or_else(named).unwrap_or_else(|| Kind::of_content(&self.bytes))
    }
}

/// Returns the kind that the name of a file indicates. XHTML is XML, in which any element may be empty: `<script src="menu.js"/>`.
pub(crate) fn kind_of(name: &str) -> Option<Kind> {
    let is_xhtml =
        name.rsplit_once('.').is_some_and(|(_, ending)| ["xhtml", "xht"].contains(&&*ending.to_ascii_lowercase()));
    if is_xhtml { Some(Kind::Xml) } else { Kind::of_name(name) }
}
