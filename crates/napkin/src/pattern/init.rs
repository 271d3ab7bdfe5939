//! Components given one by one, with a base URL for the missing ones (URL Pattern Standard section 3.2). Start at `Init`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::canonical::{Encoding, port_for};
use super::names::Component;
use super::write::escaped;
use crate::syntax::whatwg::{Class, is_opaque};
use crate::whatwg::Url;
use crate::{Finding, Span};

/// Components of a pattern or of an input, given one by one: the standard's `URLPatternInit`.
///
/// A component that is not given is that of the base if no component before it is given. Without a base, it is `*` in a pattern
/// and empty in an input.
///
/// ```
/// use napkin::pattern::{Component, Init};
/// let init = Init::default().with(Component::Pathname, "/menu/:drink");
/// assert_eq!(init.get(Component::Pathname), Some("/menu/:drink"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Init<'a> {
    given: [Option<&'a str>; 8],
    base: Option<&'a Url>,
}

impl<'a> Init<'a> {
    /// Gives a component.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, Pattern};
    /// let pattern = Pattern::from_init(&Init::default().with(Component::Hostname, "*.pub.example"))?;
    /// assert_eq!(pattern.text(Component::Protocol), "*");
    /// # Ok::<(), napkin::pattern::InitError>(())
    /// ```
    #[must_use]
    pub const fn with(mut self, component: Component, text: &'a str) -> Self {
        self.given[component as usize] = Some(text);
        self
    }

    /// Gives the base.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, Pattern};
    /// let base = napkin::whatwg::Url::parse("https://pub.example/menu/today", None)?;
    /// let init = Init::default().with(Component::Pathname, ":drink").with_base(&base);
    /// assert_eq!(Pattern::from_init(&init).unwrap().text(Component::Pathname), "/menu/:drink");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub const fn with_base(mut self, base: &'a Url) -> Self {
        self.base = Some(base);
        self
    }

    /// Returns a component that is given.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init};
    /// assert_eq!(Init::default().get(Component::Hash), None);
    /// ```
    #[must_use]
    pub const fn get(&self, component: Component) -> Option<&'a str> {
        self.given[component as usize]
    }
}

/// The pattern string of a component, and its place in the text of the caller.
#[derive(Clone, Debug)]
pub(super) struct Source<'t> {
    pub(super) text: Cow<'t, str>,
    /// The offset of the text in the caller's; `None` if it is not from there.
    start: Option<usize>,
    /// The length of the text that was added in front.
    added: usize,
}

pub(super) type Sources<'t> = [Option<Source<'t>>; 8];

impl<'t> Source<'t> {
    /// Returns a source that is not from the caller.
    pub(super) fn made(text: impl Into<Cow<'t, str>>) -> Self {
        Self { text: text.into(), start: None, added: 0 }
    }

    /// Returns a piece of the caller's text.
    pub(super) fn at(text: &'t str, span: Span) -> Self {
        Self { text: span.of(text).into(), start: Some(span.start), added: 0 }
    }

    /// Returns a finding with its place in the caller's text.
    pub(super) fn shift(&self, finding: Finding) -> Finding {
        let place = |at: usize| self.start.map_or(0, |start| start + at.saturating_sub(self.added));
        finding.map_spans(|span| Span::new(place(span.start), place(span.end)))
    }

    fn strip_prefix(&mut self, c: char) {
        if self.text.starts_with(c) {
            self.start = self.start.map(|start| start + c.len_utf8());
            self.text = match &self.text {
                Cow::Borrowed(text) => text[c.len_utf8()..].into(),
                Cow::Owned(text) => String::from(&text[c.len_utf8()..]).into(),
            };
        }
    }

    fn strip_colon(&mut self) {
        match &mut self.text {
            Cow::Borrowed(text) => *text = text.strip_suffix(':').unwrap_or(text),
            Cow::Owned(text) if text.ends_with(':') => drop(text.pop()),
            Cow::Owned(_) => {}
        }
    }

    /// Resolves a path against that of the base.
    fn resolve(&mut self, base: Option<&Url>, is_pattern: bool) {
        let Some(base) = base.filter(|base| !has_opaque_path(base) && !is_absolute(&self.text, is_pattern)) else {
            return;
        };
        let Some(slash) = base.pathname().rfind('/') else { return };
        let mut path = String::from(&base.pathname()[..=slash]);
        if is_pattern {
            path = escaped(&path);
        }
        self.added = path.len();
        self.text = (path + &*self.text).into();
    }
}

fn has_opaque_path(url: &Url) -> bool {
    is_opaque(url.href(), &url.reference().parts())
}

/// *Is an absolute pathname*
fn is_absolute(path: &str, is_pattern: bool) -> bool {
    path.starts_with('/') || (is_pattern && (path.starts_with("\\/") || path.starts_with("{/")))
}

/// Returns the components that must not be given if a component is to be that of the base.
fn blocking(component: Component, is_pattern: bool) -> Option<&'static [Component]> {
    use Component::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
    static PATH: [Component; 6] = [Protocol, Hostname, Port, Pathname, Search, Hash];
    static USER: [Component; 5] = [Protocol, Hostname, Port, Username, Password];
    match component {
        Username | Password if is_pattern => None,
        Username => Some(&USER[..4]),
        Password => Some(&USER),
        _ => Some(&PATH[..=PATH.iter().position(|&of| of == component)?]),
    }
}

/// Returns a component of a URL.
pub(super) fn component_of(url: &Url, component: Component) -> &str {
    match component {
        Component::Protocol => url.scheme(),
        Component::Username => url.username(),
        Component::Password => url.password(),
        Component::Hostname => url.hostname(),
        Component::Port => url.port(),
        Component::Pathname => url.pathname(),
        // Without the delimiter.
        Component::Search => url.search().get(1..).unwrap_or_default(),
        Component::Hash => url.hash().get(1..).unwrap_or_default(),
    }
}

/// *Process a URLPatternInit*, up to the canonical forms.
pub(super) fn complete<'t>(mut given: Sources<'t>, base: Option<&'t Url>, is_pattern: bool) -> Sources<'t> {
    let was_given = Component::ALL.map(|component| given[component as usize].is_some());
    for component in Component::ALL {
        let source = &mut given[component as usize];
        if let Some(source) = source {
            match component {
                Component::Protocol => source.strip_colon(),
                Component::Pathname => source.resolve(base, is_pattern),
                Component::Search => source.strip_prefix('?'),
                Component::Hash => source.strip_prefix('#'),
                _ => {}
            }
            continue;
        }
        let Some(base) = base else { continue };
        let blocking = blocking(component, is_pattern);
        if blocking.is_some_and(|components| !components.iter().any(|&of| was_given[of as usize])) {
            let text = component_of(base, component);
            *source = Some(Source::made(if is_pattern { Cow::from(escaped(text)) } else { text.into() }));
        }
    }
    given
}

/// Returns the sources of components that are given one by one.
pub(super) fn sources<'t>(init: &Init<'t>) -> Sources<'t> {
    init.given.map(|text| text.map(|text| Source::at(text, Span::new(0, text.len()))))
}

/// The components of an input, in canonical form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Texts(pub(super) [String; 8]);

/// Returns the canonical form of an input that is given by components.
pub(super) fn texts(init: &Init<'_>) -> Result<Texts, (Component, Finding)> {
    let sources = complete(sources(init), init.base, false);
    let mut texts = Texts::default();
    for component in Component::ALL {
        let Some(source) = &sources[component as usize] else { continue };
        let is_given = init.get(component).is_some();
        let text = &*source.text;
        let protocol = &*texts.0[0];
        let is_special = protocol.is_empty() || Class::of(protocol.as_bytes()).is_special();
        let encoding = match component {
            Component::Protocol => Encoding::Protocol,
            Component::Username | Component::Password => Encoding::User,
            Component::Hostname => Encoding::Hostname,
            Component::Port => Encoding::Port,
            Component::Pathname if is_special => Encoding::Pathname,
            Component::Pathname => Encoding::OpaquePathname,
            Component::Search => Encoding::Search,
            Component::Hash => Encoding::Hash,
        };
        let encoded = match component {
            // The components of the base are canonical.
            _ if !is_given => Ok(text.into()),
            Component::Port => port_for(text, protocol),
            _ => encoding.encode(text),
        };
        texts.0[component as usize] = encoded.map_err(|finding| (component, source.shift(finding)))?.into_owned();
    }
    Ok(texts)
}

impl<'a> Init<'a> {
    pub(super) const fn base(&self) -> Option<&'a Url> {
        self.base
    }
}
