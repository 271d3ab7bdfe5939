//! The options of a check.

use std::path::PathBuf;
use std::time::Duration;

use crate::Slugs;

/// The options of a check.
///
/// ```
/// use napkin_check::{Options, Slugs};
/// let options = Options::default().with_slugs(Slugs::GitLab).with_index_files(["index.html"]);
/// assert_eq!(options.slugs, Slugs::GitLab);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The folder for links that begin with `/`. No link may lead out of the folder.
    pub root: Option<PathBuf>,
    /// The URL at which the folder will be published; it ends with a slash.
    pub base: Option<String>,
    /// The files that answer for a folder; `.` admits a folder without them. By default, pages need an `index.html` or
    /// `index.htm`, and a folder is enough for Markdown.
    pub index_files: Option<Vec<String>>,
    /// Endings that are tried for files that do not exist, without the dot: `html` finds `menu.html` for `menu`.
    pub fallback_extensions: Vec<String>,
    /// The program that derives the names of headings from Markdown.
    pub slugs: Slugs,
    /// Whether servers are not asked.
    pub offline: bool,
    /// Whether the nearest name is looked for if a file or a fragment does not exist.
    pub suggest: bool,
    /// Whether good links are reported, too.
    pub report_good: bool,
    /// The longest file in which fragments are looked up, in bytes. Default: 64 MiB.
    pub max_document: u64,
    /// The most requests to one host at a time. Default: 4.
    pub host_concurrency: usize,
    /// The time between two requests to one host. Default: 20 ms.
    pub host_interval: Duration,
    /// How often a target is asked for while its server fails or wants fewer requests. Default: 3.
    pub tries: u32,
    /// The longest pause that a server may ask for. Default: 30 s.
    pub max_wait: Duration,
    /// The most redirects of a target. Default: 10.
    pub max_redirects: usize,
    /// Whether cookies that a server sets are sent in the rest of a chain of redirects. Answers with cookies are not cached. Default:
    /// yes.
    pub cookies: bool,
    /// Whether pages of the same origin as a retrieved document are checked, too.
    pub recurse: bool,
    /// The most pages of a search. Default: 10,000.
    pub max_pages: usize,
    /// How documents are read.
    pub reading: napkin_document::Options,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            root: None,
            base: None,
            index_files: None,
            fallback_extensions: Vec::new(),
            slugs: Slugs::default(),
            offline: false,
            suggest: false,
            report_good: true,
            max_document: 64 << 20,
            host_concurrency: 4,
            host_interval: Duration::from_millis(20),
            tries: 3,
            max_wait: Duration::from_secs(30),
            max_redirects: 10,
            cookies: true,
            recurse: false,
            max_pages: 10_000,
            reading: napkin_document::Options::default(),
        }
    }
}

impl Options {
    /// Returns the options with this folder for links that begin with `/`.
    ///
    /// ```
    /// let options = napkin_check::Options::default().with_root("site");
    /// assert_eq!(options.root.as_deref(), Some("site".as_ref()));
    /// ```
    #[must_use]
    pub fn with_root(self, root: impl Into<PathBuf>) -> Self {
        Self { root: Some(root.into()), ..self }
    }

    /// Returns the options with the URL at which the folder will be published. A last segment without a slash is the name of
    /// a folder, too.
    ///
    /// ```
    /// let options = napkin_check::Options::default().with_base("https://pub.example/menu");
    /// assert_eq!(options.base.as_deref(), Some("https://pub.example/menu/"));
    /// ```
    #[must_use]
    pub fn with_base(self, url: &str) -> Self {
        let slash = if url.ends_with('/') { "" } else { "/" };
        Self { base: Some(format!("{url}{slash}")), ..self }
    }

    /// Returns the options with the files that answer for a folder.
    ///
    /// ```
    /// let options = napkin_check::Options::default().with_index_files(["index.html", "."]);
    /// assert_eq!(options.index_files.unwrap().len(), 2);
    /// ```
    #[must_use]
    pub fn with_index_files<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self { index_files: Some(names.into_iter().map(Into::into).collect()), ..self }
    }

    /// Returns the options with endings that are tried for files that do not exist.
    ///
    /// ```
    /// let options = napkin_check::Options::default().with_fallback_extensions(["html"]);
    /// assert_eq!(options.fallback_extensions, ["html"]);
    /// ```
    #[must_use]
    pub fn with_fallback_extensions<N: Into<String>>(self, endings: impl IntoIterator<Item = N>) -> Self {
        let endings = endings.into_iter().map(|ending| ending.into().trim_start_matches('.').to_owned()).collect();
        Self { fallback_extensions: endings, ..self }
    }

    /// Returns the options with the program that derives the names of headings.
    ///
    /// ```
    /// use napkin_check::{Options, Slugs};
    /// assert_eq!(Options::default().with_slugs(Slugs::MdBook).slugs, Slugs::MdBook);
    /// ```
    #[must_use]
    pub fn with_slugs(self, slugs: Slugs) -> Self {
        Self { slugs, ..self }
    }

    /// Returns the options that send no requests, or send them.
    ///
    /// ```
    /// assert!(napkin_check::Options::default().with_offline(true).offline);
    /// ```
    #[must_use]
    pub fn with_offline(self, offline: bool) -> Self {
        Self { offline, ..self }
    }

    /// Returns the options that look for the nearest name of a missing file or fragment, or do not.
    ///
    /// ```
    /// assert!(napkin_check::Options::default().with_suggest(true).suggest);
    /// ```
    #[must_use]
    pub fn with_suggest(self, suggest: bool) -> Self {
        Self { suggest, ..self }
    }

    /// Returns the options that report good links, or only count them.
    ///
    /// ```
    /// assert!(!napkin_check::Options::default().with_report_good(false).report_good);
    /// ```
    #[must_use]
    pub fn with_report_good(self, report_good: bool) -> Self {
        Self { report_good, ..self }
    }

    /// Returns the options with the length of the longest file in which fragments are looked up, in bytes.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_document(1 << 20).max_document, 1 << 20);
    /// ```
    #[must_use]
    pub fn with_max_document(self, bytes: u64) -> Self {
        Self { max_document: bytes, ..self }
    }

    /// Returns the options with the most requests to one host at a time.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_host_concurrency(1).host_concurrency, 1);
    /// ```
    #[must_use]
    pub fn with_host_concurrency(self, requests: usize) -> Self {
        Self { host_concurrency: requests, ..self }
    }

    /// Returns the options with the time between two requests to one host.
    ///
    /// ```
    /// use std::time::Duration;
    /// let options = napkin_check::Options::default().with_host_interval(Duration::from_secs(1));
    /// assert_eq!(options.host_interval.as_secs(), 1);
    /// ```
    #[must_use]
    pub fn with_host_interval(self, interval: Duration) -> Self {
        Self { host_interval: interval, ..self }
    }

    /// Returns the options with the number of tries per target.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_tries(1).tries, 1);
    /// ```
    #[must_use]
    pub fn with_tries(self, tries: u32) -> Self {
        Self { tries, ..self }
    }

    /// Returns the options with the longest pause that a server may ask for.
    ///
    /// ```
    /// use std::time::Duration;
    /// assert!(napkin_check::Options::default().with_max_wait(Duration::ZERO).max_wait.is_zero());
    /// ```
    #[must_use]
    pub fn with_max_wait(self, wait: Duration) -> Self {
        Self { max_wait: wait, ..self }
    }

    /// Returns the options with the most redirects of a target.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_redirects(5).max_redirects, 5);
    /// ```
    #[must_use]
    pub fn with_max_redirects(self, redirects: usize) -> Self {
        Self { max_redirects: redirects, ..self }
    }

    /// Returns the options that keep cookies within a chain of redirects, or do not.
    ///
    /// ```
    /// assert!(!napkin_check::Options::default().with_cookies(false).cookies);
    /// ```
    #[must_use]
    pub fn with_cookies(self, cookies: bool) -> Self {
        Self { cookies, ..self }
    }

    /// Returns the options that also check the pages of the same origin, or do not.
    ///
    /// ```
    /// assert!(napkin_check::Options::default().with_recurse(true).recurse);
    /// ```
    #[must_use]
    pub fn with_recurse(self, recurse: bool) -> Self {
        Self { recurse, ..self }
    }

    /// Returns the options with the most pages of a search.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_pages(10).max_pages, 10);
    /// ```
    #[must_use]
    pub fn with_max_pages(self, pages: usize) -> Self {
        Self { max_pages: pages, ..self }
    }

    /// Returns the options with this way of reading documents.
    ///
    /// ```
    /// let reading = napkin_document::Options::default().with_bare(true);
    /// assert!(napkin_check::Options::default().with_reading(reading).reading.bare);
    /// ```
    #[must_use]
    pub fn with_reading(self, reading: napkin_document::Options) -> Self {
        Self { reading, ..self }
    }
}
