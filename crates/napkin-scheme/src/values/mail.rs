//! Conversions between URLs and email: addresses and header fields (`mailto`), messages (`mid`) and their parts (`cid`).

use alloc::string::String;
use alloc::vec::Vec;

use super::{characters, of_scheme, push, unrepresentable, url_of};
use napkin::percent::{Set, UNRESERVED};
use napkin::{Error, Reference, Url};

/// `qchar` of RFC 6068 section 2, without the characters that separate addresses.
const ADDRESS: Set = UNRESERVED.or(Set::of(b"!$'()*+:"));
/// `qchar` of RFC 6068 section 2.
const FIELD: Set = UNRESERVED.or(Set::of(b"!$'()*+,;:@"));
/// The characters that identifiers contain without escapes (RFC 2392 section 2): all of `pchar`.
const IDENTIFIER: Set = napkin::percent::PCHAR;
const LINE: &[u8] = b"\0\r\n";

/// A message to compose: its addresses and its fields (RFC 6068 section 2).
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Mailto {
    /// The addresses, each as `local@domain`.
    pub to: Vec<String>,
    /// The header fields and the `body`, in order.
    pub fields: Vec<(String, String)>,
}

impl Mailto {
    /// Returns the URL.
    ///
    /// ```
    /// use napkin_scheme::values::Mailto;
    /// let mail = Mailto { to: vec!["sam&kim@pub.example".into()], fields: vec![("subject".into(), "a pint?".into())] };
    /// assert_eq!(mail.map()?, "mailto:sam%26kim@pub.example?subject=a%20pint%3F");
    /// assert_eq!(Mailto::unmap(mail.map()?.reference())?, mail);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an address or the name of a field is not valid, if a value contains NUL, if a field other
    /// than `body` contains a line end, or if the message is empty.
    pub fn map(&self) -> Result<Url, Error> {
        let mut text = String::from("mailto:");
        for (number, address) in self.to.iter().enumerate() {
            let Some((local, domain)) = address.rsplit_once('@') else {
                return Err(unrepresentable("addresses with `@`"));
            };
            if number > 0 {
                text.push(',');
            }
            push(&mut text, local.as_bytes(), ADDRESS, LINE)?;
            text.push('@');
            push(&mut text, domain.as_bytes(), ADDRESS, LINE)?;
        }
        for (number, (name, value)) in self.fields.iter().enumerate() {
            text.push(if number == 0 { '?' } else { '&' });
            push(&mut text, name.as_bytes(), FIELD, LINE)?;
            text.push('=');
            let is_body = name.eq_ignore_ascii_case("body");
            push(&mut text, value.as_bytes(), FIELD, if is_body { b"\0" } else { LINE })?;
        }
        url_of(text, "mailto")
    }

    /// Returns the message that a URL describes. A field `to` stays in the fields.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::Mailto;
    /// let url = Reference::parse("mailto:sam@pub.example?subject=a%20pint", Standard::Rfc3986)?;
    /// assert_eq!(Mailto::unmap(url)?.to, ["sam@pub.example"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `mailto`, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["mailto"])?;
        let to = url.path().as_str().split(',').filter(|address| !address.is_empty()).map(characters);
        let query = url.query().map(|query| query.as_str());
        let pairs = query.into_iter().flat_map(|query| query.split('&')).filter_map(|pair| pair.split_once('='));
        let fields = pairs.map(|(name, value)| (characters(name), characters(value)));
        Ok(Self { to: to.collect(), fields: fields.collect() })
    }
}

/// Returns the identifier between the angle brackets of a header field, or the whole field if it has no brackets.
fn inner(field: &str) -> &str {
    let field = field.trim_matches([' ', '\t', '\r', '\n']);
    field.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(field)
}

/// A part of the current message (RFC 2392 section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cid {
    /// The identifier, without angle brackets.
    pub id: String,
}

impl Cid {
    /// Creates it from the value of a `Content-ID` field.
    ///
    /// ```
    /// use napkin_scheme::values::Cid;
    /// // The example of RFC 2392 section 2.
    /// let part = Cid::of_field("<foo4%foo1@bar.net>");
    /// assert_eq!(part.map()?, "cid:foo4%25foo1@bar.net");
    /// assert_eq!(Cid::unmap(part.map()?.reference())?.field(), "<foo4%foo1@bar.net>");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn of_field(field: &str) -> Self {
        Self { id: inner(field).into() }
    }

    /// Returns the value of the `Content-ID` field.
    ///
    /// ```
    /// use napkin_scheme::values::Cid;
    /// assert_eq!(Cid { id: "a@pub.example".into() }.field(), "<a@pub.example>");
    /// ```
    #[must_use]
    pub fn field(&self) -> String {
        alloc::format!("<{}>", self.id)
    }

    /// Returns the URL.
    ///
    /// ```
    /// use napkin_scheme::values::Cid;
    /// assert_eq!(Cid { id: "foo4%foo1@bar.net".into() }.map()?, "cid:foo4%25foo1@bar.net");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the identifier has no `@`, or contains angle brackets, white space or controls.
    pub fn map(&self) -> Result<Url, Error> {
        let mut text = String::from("cid:");
        push(&mut text, self.id.as_bytes(), IDENTIFIER, LINE)?;
        url_of(text, "cid")
    }

    /// Returns the identifiers in a URL.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::Cid;
    /// let url = Reference::parse("cid:foo4%25foo1@bar.net", Standard::Rfc3986)?;
    /// assert_eq!(Cid::unmap(url)?.id, "foo4%foo1@bar.net");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `cid`, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["cid"])?;
        Ok(Self { id: characters(url.path().as_str()) })
    }
}

/// A message, or a part of one (RFC 2392 section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mid {
    /// The identifier of the message, without angle brackets.
    pub message: String,
    /// The identifier of the part.
    pub part: Option<String>,
}

impl Mid {
    /// Creates it from the values of a `Message-ID` field and an optional `Content-ID` field.
    ///
    /// ```
    /// use napkin_scheme::values::Mid;
    /// // The example of RFC 2392 section 2.
    /// let part = Mid::of_fields("<960830.1639@XIson.com>", Some("<partA.960830.1639@XIson.com>"));
    /// assert_eq!(part.map()?, "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn of_fields(message: &str, part: Option<&str>) -> Self {
        Self { message: inner(message).into(), part: part.map(|part| inner(part).into()) }
    }

    /// Returns the URL.
    ///
    /// ```
    /// use napkin_scheme::values::Mid;
    /// assert_eq!(Mid { message: "a@pub.example".into(), part: None }.map()?, "mid:a@pub.example");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an identifier is not valid.
    pub fn map(&self) -> Result<Url, Error> {
        let mut text = String::from("mid:");
        push(&mut text, self.message.as_bytes(), IDENTIFIER, LINE)?;
        if let Some(part) = &self.part {
            text.push('/');
            push(&mut text, part.as_bytes(), IDENTIFIER, LINE)?;
        }
        url_of(text, "mid")
    }

    /// Returns the identifiers in a URL.
    ///
    /// ```
    /// use napkin::{Reference, Standard};
    /// use napkin_scheme::values::Mid;
    /// let url = Reference::parse("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", Standard::Rfc3986)?;
    /// assert_eq!(Mid::unmap(url)?.message, "960830.1639@XIson.com");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the scheme is not `mid`, or if [`check`](crate::check) finds an error.
    pub fn unmap(url: Reference<'_>) -> Result<Self, Error> {
        of_scheme(url, &["mid"])?;
        let path = url.path().as_str();
        let (message, part) = path.split_once('/').map_or((path, None), |(message, part)| (message, Some(part)));
        Ok(Self { message: characters(message), part: part.map(characters) })
    }
}
