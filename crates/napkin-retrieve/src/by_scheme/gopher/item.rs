//! The items of a menu (RFC 1436 section 3.9), and their URLs (RFC 4266).

use std::fmt;

use napkin::percent::{self, Set};
use napkin::{Standard, Url};

use crate::by_scheme::listing::{escaped, text};

/// The HTML around the lines of a menu.
pub(super) const LINKS: [&str; 2] = ["<pre>\n", "</pre>\n"];

/// Schemes of links out of gopher that become links in a page: those that execute nothing in it.
const OUTER: [&str; 15] = [
    "cso", "finger", "ftp", "gemini", "gopher", "gophers", "http", "https", "irc", "ircs", "mailto", "news", "nntp",
    "telnet", "tftp",
];

/// A menu item: its text and its location.
///
/// ```
/// use napkin_retrieve::by_scheme::gopher::Item;
/// let item = Item::parse(b"0Today's menu\t/menu.txt\tpub.example\t70")?;
/// assert_eq!(item.display(), b"Today's menu");
/// assert_eq!(item.url().as_deref(), Some("gopher://pub.example/0/menu.txt"));
/// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    kind: u8,
    display: &'a [u8],
    selector: &'a [u8],
    host: &'a [u8],
    port: u16,
}

/// The error for a line that is not a menu item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemError;

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a type, a text, a selector, a host and a port between tabs")
    }
}

impl std::error::Error for ItemError {}

impl<'a> Item<'a> {
    /// Parses a line without its end. Ignores what follows the port, such as the fields of Gopher+.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert!(Item::parse(b"0Menu\t/menu.txt\tpub.example\t70").is_ok());
    /// assert!(Item::parse(b"0Menu\t/menu.txt").is_err());
    /// ```
    ///
    /// # Errors
    /// The line has no type, fewer than four fields, or a port that is not a 16-bit number.
    pub fn parse(line: &'a [u8]) -> Result<Self, ItemError> {
        let (&kind, rest) = line.split_first().ok_or(ItemError)?;
        let mut fields = rest.split(|&octet| octet == b'\t');
        let mut field = || fields.next().ok_or(ItemError);
        let (display, selector, host, port) = (field()?, field()?, field()?, field()?);
        let port = std::str::from_utf8(port).ok().and_then(|port| port.trim().parse().ok()).ok_or(ItemError)?;
        Ok(Self { kind, display, selector, host, port })
    }

    /// Returns the item type.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert_eq!(Item::parse(b"1Bars\t/bars\tpub.example\t70")?.kind(), b'1');
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> u8 {
        self.kind
    }

    /// Returns the text, in any encoding.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert_eq!(Item::parse(b"1Bars\t/bars\tpub.example\t70")?.display(), b"Bars");
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn display(&self) -> &'a [u8] {
        self.display
    }

    /// Returns the selector, which is sent to the server.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert_eq!(Item::parse(b"1Bars\t/bars\tpub.example\t70")?.selector(), b"/bars");
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn selector(&self) -> &'a [u8] {
        self.selector
    }

    /// Returns the server, as written in the menu.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert_eq!(Item::parse(b"1Bars\t/bars\tpub.example\t70")?.host(), b"pub.example");
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> &'a [u8] {
        self.host
    }

    /// Returns the port.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// assert_eq!(Item::parse(b"1Bars\t/bars\tpub.example\t7070")?.port(), 7070);
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the URL of the item. Sessions get the scheme `telnet` or `tn3270`, links out of gopher the URL in their
    /// selector. `None` for items that are not links (`i`, `3`, `2`, `+`), for items without a host, and for links that
    /// could execute something in a page (`URL:javascript:`).
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::gopher::Item;
    /// let bars = Item::parse(b"1Bars\t/our bars\tpub.example\t70")?;
    /// assert_eq!(bars.url().as_deref(), Some("gopher://pub.example/1/our%20bars"));
    /// assert_eq!(Item::parse(b"iWelcome\t\tnull.host\t1")?.url(), None);
    /// # Ok::<(), napkin_retrieve::by_scheme::gopher::ItemError>(())
    /// ```
    #[must_use]
    pub fn url(&self) -> Option<String> {
        if matches!(self.kind, b'i' | b'3' | b'2' | b'+') {
            return None;
        }
        if let Some(url) = elsewhere(self.kind, self.selector) {
            return outer(std::str::from_utf8(url).ok()?);
        }
        let host = std::str::from_utf8(self.host).ok()?;
        let (scheme, own) = match self.kind {
            b'8' => ("telnet", 23),
            b'T' => ("tn3270", 23),
            _ => ("gopher", 70),
        };
        let port = if self.port == own { String::new() } else { format!(":{}", self.port) };
        let user = percent::encode(self.selector, percent::UNRESERVED);
        let url = match self.kind {
            b'8' | b'T' if self.selector.is_empty() => format!("{scheme}://{host}{port}/"),
            b'8' | b'T' => format!("{scheme}://{}@{host}{port}/", user.as_str()),
            kind => {
                let kind = percent::encode(&[kind], SELECTOR);
                let selector = percent::encode(self.selector, SELECTOR);
                format!("{scheme}://{host}{port}/{}{}", kind.as_str(), selector.as_str())
            }
        };
        let has_host = Url::parse(&*url, Standard::Rfc3986).ok()?.reference().host_text() == Some(host);
        (has_host && !host.is_empty()).then_some(url)
    }
}

/// Characters of a selector that need no escape.
const SELECTOR: Set = percent::PATH;

/// Returns the URL after `URL:` in the selector of an HTML item, a convention of servers.
pub(super) fn elsewhere(kind: u8, selector: &[u8]) -> Option<&[u8]> {
    let selector = selector.strip_prefix(b"/").unwrap_or(selector);
    selector.strip_prefix(b"URL:").filter(|_| kind == b'h')
}

fn outer(url: &str) -> Option<String> {
    let read = Url::parse(url, Standard::Rfc3986).ok()?;
    let scheme = read.scheme().to_ascii_lowercase();
    OUTER.contains(&scheme.as_str()).then(|| url.to_owned())
}

/// Writes the HTML of a menu line. A line that is not an item becomes text.
pub(super) fn render(line: &[u8], page: &mut String) {
    let Ok(item) = Item::parse(line) else {
        page.push_str(&escaped(&text(line)));
        page.push('\n');
        return;
    };
    let shown = escaped(&text(item.display()));
    match item.url() {
        Some(url) => page.push_str(&format!("<a href=\"{}\">{shown}</a>\n", escaped(&url))),
        None => page.push_str(&format!("{shown}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 1436 section 3.9 and RFC 4266 section 2.
    #[test]
    fn gopher_items_have_urls() {
        for (line, url) in [
            (&b"1Menu\t\tpub.example\t70"[..], Some("gopher://pub.example/1")),
            (b"0A b\t/a b?c#d%\tpub.example\t7070", Some("gopher://pub.example:7070/0/a%20b%3Fc%23d%25")),
            (b"7Search\t/find\tpub.example\t70\t+", Some("gopher://pub.example/7/find")),
            (b"8Bar\tsam\tpub.example\t23", Some("telnet://sam@pub.example/")),
            (b"TBar\t\tpub.example\t992", Some("tn3270://pub.example:992/")),
            (b"hWeb\tURL:http://x.example/?a=b&c\tpub.example\t70", Some("http://x.example/?a=b&c")),
            (b"hRun\tURL:javascript:alert(1)\tpub.example\t70", None),
            (b"hData\tURL:data:text/html,x\tpub.example\t70", None),
            (b"0Odd\t/x\tpub.example/@evil.example\t70", None),
            (b"0Odd\t/x\tsam@pub.example\t70", None),
            (b"0Odd\t/x\t\t70", None),
            (b"iHello\t\tnull.host\t1", None),
        ] {
            assert_eq!(Item::parse(line).unwrap().url().as_deref(), url, "{}", text(line));
        }
    }

    #[test]
    fn gopher_lines_that_are_not_items_are_rejected() {
        for line in [&b""[..], b"0", b"0a\tb\tc", b"0a\tb\tc\t65536", b"0a\tb\tc\tx", b"0a\tb\tc\t"] {
            assert_eq!(Item::parse(line), Err(ItemError), "{}", text(line));
        }
    }

    /// Text of a menu never becomes markup.
    #[test]
    fn gopher_menu_text_is_escaped() {
        for (line, html) in [
            (&b"i<script>\t\tnull.host\t1"[..], "&lt;script&gt;\n"),
            (b"<b>no item", "&lt;b&gt;no item\n"),
            (b"0<\">\t\"><x>\tpub.example\t70", "<a href=\"gopher://pub.example/0%22%3E%3Cx%3E\">&lt;&quot;&gt;</a>\n"),
            (b"hx\tURL:http://x.example/\"><script>\tpub.example\t70", "x\n"),
            (b"hx\tURL:http://x.example/?a&b\tpub.example\t70", "<a href=\"http://x.example/?a&amp;b\">x</a>\n"),
        ] {
            let mut page = String::new();
            render(line, &mut page);
            assert_eq!(page, html);
        }
    }
}
