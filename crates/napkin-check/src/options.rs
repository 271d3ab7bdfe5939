//! The options of a check.

use std::path::PathBuf;
use std::time::Duration;

use napkin::Mapping;
use napkin::pattern::UrlFilter;

use crate::{HostRules, Slugs};

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
    /// The longest body that is read to its end though nothing is looked up in it, in bytes. Default: 1 MiB.
    pub max_unread: u64,
    /// Whether servers are asked by HEAD where no body is needed, and by GET where they refuse HEAD. By default they are asked by GET,
    /// which finds short and damaged bodies and needs no second request. Default: no.
    pub head: bool,
    /// Whether each web server is asked for a path that cannot exist, so that pages for missing targets get a remark. Default: no.
    pub soft_404: bool,
    /// The URLs that are checked; links to others are skipped.
    pub filter: UrlFilter,
    /// What is different at some hosts.
    pub hosts: HostRules,
    /// Prefixes of URLs that are replaced before a target is looked up; of several, the longest counts.
    pub remap: Vec<Mapping>,
    /// The template of the URL of an archived copy (RFC 6570), with the variable `url`. If it answers for a target that is broken or
    /// gone, or whose host is, it is the suggestion.
    pub archive: Option<String>,
    /// The most requests at a time, to all hosts. Default: 128.
    pub concurrency: usize,
    /// The most requests to one host at a time. Default: 4.
    pub host_concurrency: usize,
    /// The time between two requests to one host. Default: 20 ms.
    pub host_interval: Duration,
    /// How often a target is asked for while its server fails or wants fewer requests. Default: 3.
    pub tries: u32,
    /// The most retries of a run. Default: 1,000.
    pub max_retries: u32,
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
    /// The most links that wait for servers in [`check_all`](crate::Checker::check_all). Default: 65,536.
    pub max_held: usize,
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
            max_unread: 1 << 20,
            head: false,
            soft_404: false,
            filter: UrlFilter::default(),
            hosts: HostRules::default(),
            remap: Vec::new(),
            archive: None,
            concurrency: 128,
            host_concurrency: 4,
            host_interval: Duration::from_millis(20),
            tries: 3,
            max_retries: 1000,
            max_wait: Duration::from_secs(30),
            max_redirects: 10,
            cookies: true,
            recurse: false,
            max_pages: 10_000,
            max_held: 1 << 16,
            reading: napkin_document::Options::default(),
        }
    }
}

impl Options {
    /// Returns the options with this filter for the URLs that are checked. Files of folders are matched by the URLs in
    /// [`Checked::absolute`](crate::Checked::absolute).
    ///
    /// ```
    /// use napkin::pattern::{Pattern, UrlFilter};
    /// use napkin_check::{Checker, Document, Options, Verdict};
    /// let filter = UrlFilter::default().except([Pattern::parse("tel:*", None)?]);
    /// let mut checker = Checker::new(Options::default().with_filter(filter));
    /// let _ = checker.check(&Document::new("menu.html", "<a href=tel:beer>"), &mut (), &mut |checked| {
    ///     assert_eq!(checked.verdict, Verdict::Skipped);
    /// });
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn with_filter(self, filter: UrlFilter) -> Self {
        Self { filter, ..self }
    }

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

    /// Returns the options with the longest body that is read to its end though nothing is looked up in it, in bytes.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_unread(1 << 10).max_unread, 1 << 10);
    /// ```
    #[must_use]
    pub fn with_max_unread(self, bytes: u64) -> Self {
        Self { max_unread: bytes, ..self }
    }

    /// Returns the options that ask by HEAD where no body is needed, or by GET alone.
    ///
    /// ```
    /// assert!(napkin_check::Options::default().with_head(true).head);
    /// ```
    #[must_use]
    pub fn with_head(self, head: bool) -> Self {
        Self { head, ..self }
    }

    /// Returns the options that recognise pages for missing targets by one more request to each web server, or do not.
    ///
    /// ```
    /// assert!(napkin_check::Options::default().with_soft_404(true).soft_404);
    /// ```
    #[must_use]
    pub fn with_soft_404(self, soft_404: bool) -> Self {
        Self { soft_404, ..self }
    }

    /// Returns the options with what is different at some hosts.
    ///
    /// ```
    /// use napkin_check::{HostRules, Options};
    /// let options = Options::default().with_hosts(HostRules::default().accept("pub.example".parse()?, 403..=403));
    /// assert!(options.hosts.accepts("https://pub.example/", 403));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn with_hosts(self, hosts: HostRules) -> Self {
        Self { hosts, ..self }
    }

    /// Returns the options with prefixes of URLs that are replaced before a target is looked up.
    ///
    /// ```
    /// use napkin::{Mapping, Standard};
    /// let mapping = Mapping::parse("https://pub.example/=http://localhost:8000/", Standard::Rfc3986)?;
    /// assert_eq!(napkin_check::Options::default().with_remap([mapping]).remap.len(), 1);
    /// # Ok::<(), napkin::MappingError>(())
    /// ```
    #[must_use]
    pub fn with_remap(self, remap: impl IntoIterator<Item = Mapping>) -> Self {
        Self { remap: remap.into_iter().collect(), ..self }
    }

    /// Returns the options with the template of the URL of an archived copy.
    ///
    /// ```
    /// let options = napkin_check::Options::default().with_archive("https://web.archive.org/web/{+url}");
    /// assert!(options.archive.is_some());
    /// ```
    #[must_use]
    pub fn with_archive(self, template: impl Into<String>) -> Self {
        Self { archive: Some(template.into()), ..self }
    }

    /// Returns the options with the most requests at a time, to all hosts.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_concurrency(8).concurrency, 8);
    /// ```
    #[must_use]
    pub fn with_concurrency(self, requests: usize) -> Self {
        Self { concurrency: requests, ..self }
    }

    /// Returns the options with the most retries of a run.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_retries(0).max_retries, 0);
    /// ```
    #[must_use]
    pub fn with_max_retries(self, retries: u32) -> Self {
        Self { max_retries: retries, ..self }
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

    /// Returns the options with the most links that wait for servers.
    ///
    /// ```
    /// assert_eq!(napkin_check::Options::default().with_max_held(100).max_held, 100);
    /// ```
    #[must_use]
    pub fn with_max_held(self, links: usize) -> Self {
        Self { max_held: links, ..self }
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
