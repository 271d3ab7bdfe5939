//! Edits and builds references. `Edit` changes the parts, composes them to one text and parses this text again.

use alloc::string::{String, ToString};

use crate::percent::{self, Set, encode_into, iri};
use crate::query::Pairs;
use crate::{Component, Error, Finding, Reference, ReferenceBuf, Span, Standard, password_span, rules};

/// An editor for the parts of a reference.
///
/// Nothing is checked until [`finish`](Self::finish), which composes the parts to one text, parses it and compares:
/// the result has exactly the components that were set, or `finish` returns an error. A path that would become a host, or
/// a user without a host, is an error and never a different URL.
///
/// ```
/// use napkin::{Component, Edit, Reference, Standard};
/// let menu = Reference::parse("http://pub.example/menu", Standard::Rfc3986)?;
/// let url = Edit::of(menu)
///     .append_segment("pie & mash")
///     .pairs(|pairs| { pairs.add("size", "7\""); })
///     .set(Component::Fragment, "price")
///     .finish()?;
/// assert_eq!(url, "http://pub.example/menu/pie%20&%20mash?size=7%22#price");
///
/// let error = Edit::new(Standard::Rfc3986).set(Component::Path, "//not/a/host").finish().unwrap_err();
/// assert_eq!(error.rule().code(), "unrepresentable");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is changed until `finish`"]
pub struct Edit {
    standard: Standard,
    scheme: Option<String>,
    user: Option<Secret>,
    password: Option<Secret>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// What `finish` expects instead of a change that no URL can express.
    refused: Option<&'static str>,
}

/// A text that `Debug` masks.
#[derive(Clone)]
struct Secret(String);

impl core::fmt::Debug for Secret {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        "*".repeat(self.0.len()).fmt(f)
    }
}

impl Edit {
    /// Starts from the parts of `reference`.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let url = Edit::of(Reference::from_static("http://h/menu#soup")).clear(Component::Fragment).finish()?;
    /// assert_eq!(url, "http://h/menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn of(reference: Reference<'_>) -> Self {
        let mut edit = Self::new(reference.standard());
        for &component in Component::SMALLEST {
            if let Some(text) = reference.component(component) {
                edit.put(component, Some(text.into()));
            }
        }
        edit
    }

    /// Starts from an empty reference.
    ///
    /// ```
    /// use napkin::{Component, Edit, Standard};
    /// let edit = Edit::new(Standard::Rfc3986).set(Component::Scheme, "mailto");
    /// assert_eq!(edit.set_data(Component::Path, "sam%x@pub.example").finish()?, "mailto:sam%25x@pub.example");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub const fn new(standard: Standard) -> Self {
        Self {
            standard,
            scheme: None,
            user: None,
            password: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            refused: None,
        }
    }

    /// Sets a component to `text`, which must already be encoded. For raw data, use [`set_data`](Self::set_data).
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/menu"));
    /// assert_eq!(edit.clone().set(Component::Query, "ink=dark%20blue").finish()?, "http://h/menu?ink=dark%20blue");
    /// assert!(edit.set(Component::Query, "ink=dark blue").finish().is_err());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn set(mut self, component: Component, text: &str) -> Self {
        if component == Component::Authority {
            return self.set_authority(text);
        }
        self.put(component, Some(text.into()));
        self
    }

    /// Sets a component to `data` and encodes it: `%` and all characters that are not valid in the component become escapes.
    ///
    /// In a path, `/` still separates segments; in a query, `&` and `=` still delimit pairs. Schemes, ports and addresses in
    /// brackets cannot be encoded and are set unchanged.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/"));
    /// assert_eq!(edit.set_data(Component::Path, "/menu/100% beer").finish()?, "http://h/menu/100%25%20beer");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn set_data(self, component: Component, data: &str) -> Self {
        let text = self.encoded(component, data);
        self.set(component, &text)
    }

    /// Makes a component undefined, or the path empty. Clearing the host removes the authority.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://sam:pw@h/menu?day=1"));
    /// assert_eq!(edit.clear(Component::User).clear(Component::Query).finish()?, "http://h/menu");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn clear(mut self, component: Component) -> Self {
        match component {
            Component::Authority => {
                for part in [Component::User, Component::Password, Component::Host, Component::Port] {
                    self.put(part, None);
                }
            }
            // A password without a user cannot be written.
            Component::User => {
                self.user = None;
                self.password = None;
            }
            _ => self.put(component, None),
        }
        self
    }

    /// Appends one segment to the path: `/menu` and `/menu/` both become `/menu/pie`. `data` is encoded, including its
    /// slashes. An empty segment makes the path end in `/`.
    ///
    /// Unlike resolving a relative reference, this never replaces the last segment. [`finish`](Self::finish) refuses the
    /// segments `.` and `..`, because parsers treat even their escaped forms as dot segments.
    ///
    /// ```
    /// use napkin::{Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/menu"));
    /// assert_eq!(edit.append_segment("fish/chips").finish()?, "http://h/menu/fish%2Fchips");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn append_segment(mut self, data: &str) -> Self {
        if matches!(data, "." | "..") {
            self.refused = Some("a segment other than `.` and `..`");
        }
        let rooted = self.host.is_some() || !self.path.is_empty();
        if rooted && !self.path.ends_with('/') {
            self.path.push('/');
        }
        let keep = if self.standard == Standard::Rfc3987 { iri::SEGMENT } else { percent::SEGMENT };
        encode_into(data.as_bytes(), keep, &mut self.path);
        self
    }

    /// Removes the last segment of the path, and the slash before it: `/a/b` becomes `/a`, and `/a/` becomes `/a`.
    ///
    /// ```
    /// use napkin::{Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/menu/today"));
    /// assert_eq!(edit.pop_segment().append_segment("napkin").finish()?, "http://h/menu/napkin");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn pop_segment(mut self) -> Self {
        let keep = self.path.rfind('/').unwrap_or(0);
        self.path.truncate(keep);
        self
    }

    /// Appends `data` to a component and encodes it: a segment to the path, a pair (`name=value` or `name`) to the query,
    /// plain text to any other component.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/menu?day=1"));
    /// let edit = edit.append(Component::Path, "pie").append(Component::Query, "ink=dark blue");
    /// assert_eq!(edit.finish()?, "http://h/menu/pie?day=1&ink=dark%20blue");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn append(self, component: Component, data: &str) -> Self {
        match component {
            Component::Path => self.append_segment(data),
            Component::Query => self.pairs(|pairs| {
                match data.split_once('=') {
                    Some((name, value)) => pairs.add(name, value),
                    None => pairs.add_name(data),
                };
            }),
            _ => {
                let text = self.component(component).unwrap_or_default().to_string() + &self.encoded(component, data);
                self.set(component, &text)
            }
        }
    }

    /// Changes the pairs of the query. Untouched pairs stay as written; a query whose pairs were all removed becomes undefined. If
    /// no pair changes, the query stays as it is.
    ///
    /// ```
    /// use napkin::{Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("http://h/?a=%7e&utm_id=7"));
    /// let edit = edit.pairs(|pairs| { pairs.remove("utm_id").add("b", "2"); });
    /// assert_eq!(edit.finish()?, "http://h/?a=%7e&b=2");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn pairs(mut self, change: impl FnOnce(&mut Pairs)) -> Self {
        let mut pairs = Pairs::parse(self.query.as_deref().unwrap_or_default());
        let before = pairs.clone();
        change(&mut pairs);
        if !pairs.has_same_pairs(&before) {
            self.query = pairs.into_query();
        }
        self
    }

    /// Composes the parts and returns them as a reference.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference, Standard};
    /// let url = Edit::of(Reference::parse("http://sam@pub.example/", Standard::Rfc3986)?);
    /// assert_eq!(url.clone().set(Component::Port, "8080").finish()?, "http://sam@pub.example:8080/");
    /// let error = url.set(Component::Password, "sec^ret").finish().unwrap_err();
    /// assert_eq!(error.to_string(), "expected a user or password character, but found a masked character at byte 14");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a component is not valid, or if the composed text would parse to other parts (rule
    /// `unrepresentable`). The span refers to the composed text; the error never shows a character of the password.
    pub fn finish(self) -> Result<ReferenceBuf, Error> {
        let text = self.compose();
        let whole = Span::new(0, text.len());
        if let Some(expected) = self.refused {
            return Err(self.unrepresentable(whole, expected));
        }
        if self.host.is_none() && (self.user.is_some() || self.password.is_some() || self.port.is_some()) {
            return Err(self.unrepresentable(whole, "a host with the user, password or port"));
        }
        if self.password.is_some() && self.user.is_none() {
            return Err(self.unrepresentable(whole, "a user with the password"));
        }
        if self.host.is_some() && !self.path.is_empty() && !self.path.starts_with('/') {
            return Err(self.unrepresentable(whole, "a path that begins with `/`, since it follows a host"));
        }
        let parts = match Reference::parse(&text, self.standard) {
            Ok(reference) => reference.parts(),
            // Mask the password here: the caller does not have the composed text and cannot locate the password in it.
            Err(error) => return Err(Error::new(error.finding().redacted(password_span(&text)))),
        };
        let reference = ReferenceBuf::from_parts(text, parts, self.standard);
        for &component in Component::SMALLEST {
            let read = reference.reference().component(component);
            if read != self.component(component) {
                let span = reference.reference().span(component).unwrap_or(whole);
                return Err(self.unrepresentable(span, "a text that reads back as the components that were set"));
            }
        }
        Ok(reference)
    }

    /// Composes the parts to one text (step 7 of section 5.2 of the draft; RFC 3986 section 5.3).
    fn compose(&self) -> String {
        let mut out = String::new();
        let mut push = |before: &str, text: Option<&str>, behind: &str| {
            if let Some(text) = text {
                out.push_str(before);
                out.push_str(text);
                out.push_str(behind);
            }
        };
        push("", self.component(Component::Scheme), ":");
        push("//", self.host.as_ref().map(|_| ""), "");
        push("", self.component(Component::User), "");
        push(":", self.component(Component::Password), "");
        push("@", self.user.as_ref().map(|_| ""), "");
        push("", self.component(Component::Host), "");
        push(":", self.component(Component::Port), "");
        push("", Some(&self.path), "");
        push("?", self.component(Component::Query), "");
        push("#", self.component(Component::Fragment), "");
        out
    }

    /// Returns the text of a component as it is so far; `None` if it is undefined, and for the authority, which has parts.
    ///
    /// ```
    /// use napkin::{Component, Edit, Reference};
    /// let edit = Edit::of(Reference::from_static("//h/menu")).set(Component::Port, "81");
    /// assert_eq!([Component::Port, Component::Query].map(|component| edit.component(component)), [Some("81"), None]);
    /// ```
    #[must_use]
    pub fn component(&self, component: Component) -> Option<&str> {
        match component {
            Component::Scheme => self.scheme.as_deref(),
            Component::Authority => None,
            Component::User => self.user.as_ref().map(|secret| secret.0.as_str()),
            Component::Password => self.password.as_ref().map(|secret| secret.0.as_str()),
            Component::Host => self.host.as_deref(),
            Component::Port => self.port.as_deref(),
            Component::Path => Some(&self.path),
            Component::Query => self.query.as_deref(),
            Component::Fragment => self.fragment.as_deref(),
        }
    }

    fn put(&mut self, component: Component, text: Option<String>) {
        match component {
            Component::Scheme => self.scheme = text,
            Component::Authority => {}
            Component::User => self.user = text.map(Secret),
            Component::Password => self.password = text.map(Secret),
            Component::Host => self.host = text,
            Component::Port => self.port = text,
            Component::Path => self.path = text.unwrap_or_default(),
            Component::Query => self.query = text,
            Component::Fragment => self.fragment = text,
        }
    }

    /// Splits an authority by parsing it as `//authority`. `finish` reports its errors.
    fn set_authority(mut self, text: &str) -> Self {
        let whole = "//".to_string() + text;
        let parts = crate::check(&whole, self.standard, &mut ());
        if parts.span(Component::Authority).map(|span| span.of(&whole)) != Some(text) {
            self.refused = Some("an authority without `/`, `?` and `#`");
        }
        for component in [Component::User, Component::Password, Component::Host, Component::Port] {
            self.put(component, parts.span(component).map(|span| span.of(&whole).into()));
        }
        self
    }

    /// Returns `data` encoded for the component.
    fn encoded(&self, component: Component, data: &str) -> String {
        let literal = component == Component::Host && data.starts_with('[') && data.ends_with(']');
        match keep(component, self.standard) {
            Some(set) if !literal => percent::encode(data, set).into_string(),
            _ => data.into(),
        }
    }

    fn unrepresentable(&self, span: Span, expected: &'static str) -> Error {
        Error::new(Finding::new(rules::UNREPRESENTABLE, self.standard, span, expected, None))
    }
}

/// Returns the characters that data keeps unescaped in a component; `None` where escapes are not allowed.
fn keep(component: Component, standard: Standard) -> Option<Set> {
    use percent::{FRAGMENT, PATH, QUERY, REG_NAME};
    let (user, path, query, fragment) = match standard {
        // Not the set for user information: a colon in a user would begin the password.
        Standard::Rfc3987 => (iri::REG_NAME, iri::PATH, iri::QUERY, iri::FRAGMENT),
        Standard::Draft1997 | Standard::Rfc3986 | Standard::Whatwg => (REG_NAME, PATH, QUERY, FRAGMENT),
    };
    match component {
        Component::Scheme | Component::Authority | Component::Port => None,
        Component::User | Component::Password | Component::Host => Some(user),
        Component::Path => Some(path),
        Component::Query => Some(query),
        Component::Fragment => Some(fragment),
    }
}
