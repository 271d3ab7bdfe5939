//! Conversions between URLs and articles and groups of Usenet news.

use alloc::format;
use alloc::string::String;

use super::{characters, of_scheme, push, unrepresentable, url_of};
use napkin::percent::{PCHAR, Set, UNRESERVED};
use napkin::{Error, Reference, Url};

/// The characters that are not escaped in the name of a group (RFC 5538 section 3).
const GROUP: Set = UNRESERVED.or(Set::of(b"+")).without(Set::of(b"~"));
const LINE: &[u8] = b"\0\r\n";

/// The resource that a `news:` URL names (RFC 5538 section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// An article, by its identifier without angle brackets.
    Article(String),
    /// A group.
    Group(String),
    /// All groups.
    All,
}

impl News {
    /// Returns the URL, with or without a server.
    ///
    /// ```
    /// use napkin_scheme::values::News;
    /// assert_eq!(News::Article("a/b@pub.example".into()).map(None)?, "news:a%2Fb@pub.example");
    /// assert_eq!(News::Group("alt.pubs".into()).map(Some("news.pub.example"))?, "news://news.pub.example/alt.pubs");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the identifier or the name is not valid.
    pub fn map(&self, server: Option<&str>) -> Result<Url, Error> {
        let mut text = server.map_or_else(|| String::from("news:"), |server| format!("news://{server}/"));
        match self {
            Self::Article(id) if id.contains('@') => push(&mut text, id.as_bytes(), PCHAR, LINE)?,
            Self::Article(_) => return Err(unrepresentable("an identifier with `@`")),
            Self::Group(name) if name.contains('@') || name.is_empty() => {
                return Err(unrepresentable("the name of a group"));
            }
            Self::Group(name) => push(&mut text, name.as_bytes(), GROUP, LINE)?,
            Self::All => text.push('*'),
        }
        url_of(text, "news")
    }

    /// Returns the resource that a URL names; a server without a group means all of its groups.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::News;
    /// let url = Reference::parse("news:alt.pubs", Standard::Rfc3986)?;
    /// assert_eq!(News::unmap(url)?, News::Group("alt.pubs".into()));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `news`, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["news"])?;
        let path = url.path().as_str();
        let path = if url.authority().is_some() { path.strip_prefix('/').unwrap_or(path) } else { path };
        let text = characters(path);
        Ok(match path {
            "" | "*" => Self::All,
            _ if text.contains('@') => Self::Article(text),
            _ => Self::Group(text),
        })
    }
}

/// The resource that an `nntp:` URL names (RFC 5538 section 3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nntp {
    /// The group.
    pub group: String,
    /// The number of an article in the group.
    pub article: Option<u64>,
}

impl Nntp {
    /// Returns the URL on a server.
    ///
    /// ```
    /// use napkin_scheme::values::Nntp;
    /// let article = Nntp { group: "alt.pubs".into(), article: Some(17) };
    /// assert_eq!(article.map("news.pub.example")?, "nntp://news.pub.example/alt.pubs/17");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the name is not valid for a group, or if the number has more than 16 digits.
    pub fn map(&self, server: &str) -> Result<Url, Error> {
        let mut text = format!("nntp://{server}/");
        push(&mut text, self.group.as_bytes(), GROUP, LINE)?;
        if let Some(article) = self.article {
            text += &format!("/{article}");
        }
        url_of(text, "nntp")
    }

    /// Returns the group or article that a URL names.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::Nntp;
    /// let url = Reference::parse("nntp://news.pub.example/alt.pubs/17", Standard::Rfc3986)?;
    /// assert_eq!(Nntp::unmap(url)?.article, Some(17));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `nntp`, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["nntp"])?;
        let path = url.path().as_str().strip_prefix('/').unwrap_or_default();
        let (group, article) = path.split_once('/').map_or((path, None), |(group, article)| (group, Some(article)));
        Ok(Self { group: characters(group), article: article.and_then(|digits| digits.parse().ok()) })
    }
}
