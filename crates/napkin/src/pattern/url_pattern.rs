//! The type of patterns. Start at `Pattern`.

use super::canonical::Encoding;
use super::component::{Compiled, Settings};
use super::constructor;
use super::init::{self, Init, Source, Sources};
use super::init_error::InitError;
use super::input::Input;
use super::matched::{Match, Slots};
use super::names::Component;
use super::options::PatternOptions;
use super::part::Syntax;
use crate::syntax::whatwg::{Class, default_port};
use crate::whatwg::Url;
use crate::{Error, Finding, Sink, Span, Standard, rules};

/// A URL pattern: the standard's `URLPattern`.
#[derive(Clone, Debug)]
pub struct Pattern {
    components: [Compiled; 8],
    /// The components that are not `*`: bits by [`SEARCH_ORDER`].
    checked: u8,
    slot_count: u32,
}

impl Pattern {
    /// Compiles a pattern that is written like a URL: the standard's constructor string. A relative one needs a base.
    ///
    /// Components before the first given one are those of the base; components after the last given one match anything. A
    /// hostname without a port means the default port.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern};
    /// use napkin::whatwg::Url;
    /// let base = Url::parse("https://pub.example/menu/today", None)?;
    /// let pattern = Pattern::parse(":drink", Some(&base))?;
    /// assert_eq!(pattern.text(Component::Pathname), "/menu/:drink");
    /// assert!(pattern.test(&Url::parse("https://pub.example/menu/stout?size=pint", None)?));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first finding.
    pub fn parse(text: &str, base: Option<&Url>) -> Result<Self, Error> {
        Self::parse_with(text, base, PatternOptions::default())
    }

    /// Does the same with options.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternOptions};
    /// let options = PatternOptions::default().with_ignore_case(true);
    /// assert!(Pattern::parse_with("https://pub.example/menu", None, options).is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns the first finding.
    pub fn parse_with(text: &str, base: Option<&Url>, options: PatternOptions<'_>) -> Result<Self, Error> {
        let mut first: Option<Finding> = None;
        let pattern = Self::read(text, base, options, &mut first);
        first.map_or_else(|| Ok(pattern.expect("without findings there is a pattern")), |finding| Err(finding.into()))
    }

    /// Reports what is wrong with a pattern that is written like a URL: for each component, all characters that are not allowed,
    /// or else the first other error.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, PatternOptions};
    /// let mut findings: Vec<napkin::Finding> = Vec::new();
    /// Pattern::check("https://*.pub.example/:.?x=()", None, PatternOptions::default(), &mut findings);
    /// let codes: Vec<_> = findings.iter().map(|finding| finding.rule.code()).collect();
    /// assert_eq!(codes, ["pattern-name", "pattern-group"]);
    /// ```
    pub fn check<S: Sink + ?Sized>(text: &str, base: Option<&Url>, options: PatternOptions<'_>, sink: &mut S) {
        Self::read(text, base, options, sink);
    }

    fn read<S: Sink + ?Sized>(
        text: &str,
        base: Option<&Url>,
        options: PatternOptions<'_>,
        sink: &mut S,
    ) -> Option<Self> {
        let sources = constructor::split(text, |protocol| is_special(protocol, options));
        if base.is_none() && sources[Component::Protocol as usize].is_none() {
            let found = text.chars().next();
            sink.report(Finding::new(rules::PATTERN_BASE, Standard::Whatwg, Span::new(0, 0), "", found));
            return None;
        }
        Self::compile(init::complete(sources, base, true), options, &mut |_, finding| sink.report(finding))
    }

    /// Compiles a pattern of components.
    ///
    /// ```
    /// use napkin::pattern::{Component, Init, Pattern};
    /// let pattern = Pattern::from_init(&Init::default().with(Component::Pathname, "/menu/*"))?;
    /// assert!(pattern.test(&napkin::whatwg::Url::parse("ftp://h/menu/today", None).unwrap()));
    /// # Ok::<(), napkin::pattern::InitError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first finding, and its component.
    pub fn from_init(init: &Init<'_>) -> Result<Self, InitError> {
        Self::from_init_with(init, PatternOptions::default())
    }

    /// Does the same with options.
    ///
    /// ```
    /// use napkin::pattern::{Init, Pattern, PatternOptions};
    /// assert!(Pattern::from_init_with(&Init::default(), PatternOptions::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns the first finding, and its component.
    pub fn from_init_with(init: &Init<'_>, options: PatternOptions<'_>) -> Result<Self, InitError> {
        let mut first = None;
        let sources = init::complete(init::sources(init), init.base(), true);
        let pattern = Self::compile(sources, options, &mut |component, finding| {
            first.get_or_insert(InitError::new(component, finding));
        });
        first.map_or_else(|| Ok(pattern.expect("without findings there is a pattern")), Err)
    }

    fn compile(
        mut sources: Sources<'_>,
        options: PatternOptions<'_>,
        report: &mut dyn FnMut(Component, Finding),
    ) -> Option<Self> {
        remove_default_port(&mut sources);
        let text = |component: Component| sources[component as usize].as_ref().map_or("*", |source| &*source.text);
        let is_ipv6 = ["[", "{[", "\\["].iter().any(|start| text(Component::Hostname).starts_with(*start));
        let is_ipv6 = is_ipv6 && text(Component::Hostname).len() > 1;
        let has_special_scheme = is_special(text(Component::Protocol), options);
        let compiled = Component::ALL.map(|component| {
            let settings = settings(component, is_ipv6, has_special_scheme, options);
            let mut sink =
                ComponentSink { component, source: sources[component as usize].as_ref(), report: &mut *report };
            Compiled::new(text(component), settings, &mut sink)
        });
        let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h)] = compiled else { return None };
        let mut components = [a, b, c, d, e, f, g, h];
        let mut slot_count = 0;
        for component in &mut components {
            component.set_first_slot(slot_count);
            slot_count += component.slot_count();
        }
        let is_checked = |&component: &Component| u8::from(!components[component as usize].is_any());
        let checked = SEARCH_ORDER.iter().rev().fold(0, |bits, component| bits << 1 | is_checked(component));
        Some(Self { components, checked, slot_count: slot_count as u32 })
    }

    /// Returns the normalised pattern string of a component: the standard's attributes `protocol` to `hash`.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://PUB.example/a pint", None)?;
    /// assert_eq!(pattern.text(Component::Hostname), "pub.example");
    /// assert_eq!(pattern.text(Component::Pathname), "/a%20pint");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, component: Component) -> &str {
        self.component(component).text()
    }

    /// Returns the names of the groups of a component, in order. A group without a name has its number.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/:a/*", None)?;
    /// assert_eq!(pattern.group_names(Component::Pathname).collect::<Vec<_>>(), ["a", "0"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn group_names(&self, component: Component) -> impl Iterator<Item = &str> {
        self.component(component).names()
    }

    /// Returns whether a component needs a regular expression: the standard's `hasRegExpGroups`.
    ///
    /// ```
    /// use napkin::pattern::Pattern;
    /// // The regular expression of a wildcard is a wildcard.
    /// assert!(!Pattern::parse("https://pub.example/(.*)", None)?.has_regexp_groups());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn has_regexp_groups(&self) -> bool {
        self.components.iter().any(Compiled::has_regexp_groups)
    }

    /// Returns whether the pattern matches a URL.
    ///
    /// Takes no memory, except for components with more than 64 states or with regular expressions.
    ///
    /// ```
    /// use napkin::pattern::Pattern;
    /// use napkin::whatwg::Url;
    /// let pattern = Pattern::parse("https://pub.example/menu/*", None)?;
    /// assert!(pattern.test(&Url::parse("https://pub.example/menu/stout", None)?));
    /// assert!(!pattern.test(&Url::parse("https://pub.example:8443/menu/stout", None)?));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn test<'u>(&self, input: impl Into<Input<'u>>) -> bool {
        let input = input.into();
        self.checked().all(|component| self.component(component).run(input.get(component), None))
    }

    /// Returns the texts of the groups, if the pattern matches a URL.
    ///
    /// ```
    /// use napkin::pattern::{Component, Pattern};
    /// let pattern = Pattern::parse("https://pub.example/menu/:drink", None)?;
    /// let url = napkin::whatwg::Url::parse("https://pub.example/menu/stout", None)?;
    /// assert_eq!(pattern.exec(&url).unwrap().get(Component::Pathname, "drink"), Some("stout"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn exec<'u>(&self, input: impl Into<Input<'u>>) -> Option<Match<'_, 'u>> {
        let input = input.into();
        // The places are set where they are returned, and not moved.
        let slots = Slots::new(self.slot_count as usize);
        let mut result = Some(Match { pattern: self, input, slots });
        let places = result.as_mut()?.slots.places_mut();
        for component in self.checked() {
            let compiled = self.component(component);
            if !compiled.run(input.get(component), Some(&mut places[compiled.slots()])) {
                return None;
            }
        }
        result
    }

    /// Returns whether the case of letters in the path, the query and the fragment does not matter.
    ///
    /// ```
    /// # use napkin::pattern::Pattern;
    /// assert!(!Pattern::parse("https://pub.example/", None)?.ignores_case());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn ignores_case(&self) -> bool {
        self.component(Component::Hash).ignore_case()
    }

    pub(super) fn component_mut(&mut self, component: Component) -> &mut Compiled {
        &mut self.components[component as usize]
    }

    pub(super) fn component(&self, component: Component) -> &Compiled {
        &self.components[component as usize]
    }

    /// Returns the components that are not `*`, in the order in which they are matched.
    fn checked(&self) -> impl Iterator<Item = Component> {
        let mut left = self.checked;
        core::iter::from_fn(move || {
            let component = *SEARCH_ORDER.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(component)
        })
    }
}

/// The order in which components are tested: those first that exclude most URLs.
const SEARCH_ORDER: [Component; 8] = [
    Component::Hostname,
    Component::Pathname,
    Component::Protocol,
    Component::Port,
    Component::Search,
    Component::Hash,
    Component::Username,
    Component::Password,
];

const SPECIAL_SCHEMES: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "file"];

/// *Protocol component matches a special scheme*
fn is_special(protocol: &str, options: PatternOptions<'_>) -> bool {
    if protocol.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Class::of(protocol.as_bytes()).is_special();
    }
    let compiled = Compiled::new(protocol, settings(Component::Protocol, false, false, options), &mut ());
    compiled.is_some_and(|compiled| SPECIAL_SCHEMES.iter().any(|scheme| compiled.run(scheme, None)))
}

/// Makes the port empty that is the default of a special scheme.
fn remove_default_port(sources: &mut Sources<'_>) {
    let [Some(protocol), _, _, _, Some(port), ..] = sources else { return };
    let default = default_port(&protocol.text);
    if port.text.parse().ok() == default && default.is_some_and(|default| port.text == alloc::format!("{default}")) {
        *port = Source::made("");
    }
}

/// Returns how a component is compiled.
fn settings(
    component: Component,
    is_ipv6: bool,
    has_special_scheme: bool,
    options: PatternOptions<'_>,
) -> Settings<'_> {
    let (syntax, encoding) = match component {
        Component::Protocol => (Syntax::DEFAULT, Encoding::Protocol),
        Component::Username | Component::Password => (Syntax::DEFAULT, Encoding::User),
        Component::Hostname if is_ipv6 => (Syntax::HOSTNAME, Encoding::Ipv6),
        Component::Hostname => (Syntax::HOSTNAME, Encoding::Hostname),
        Component::Port => (Syntax::DEFAULT, Encoding::Port),
        Component::Pathname if has_special_scheme => (Syntax::PATHNAME, Encoding::Pathname),
        Component::Pathname => (Syntax::DEFAULT, Encoding::OpaquePathname),
        Component::Search => (Syntax::DEFAULT, Encoding::Search),
        Component::Hash => (Syntax::DEFAULT, Encoding::Hash),
    };
    let ignore_case = options.ignore_case && component >= Component::Pathname;
    Settings { syntax, encoding, ignore_case, options }
}

/// Passes on findings with their place in the caller's text.
struct ComponentSink<'s, 't> {
    component: Component,
    source: Option<&'s Source<'t>>,
    report: &'s mut dyn FnMut(Component, Finding),
}

impl Sink for ComponentSink<'_, '_> {
    fn report(&mut self, finding: Finding) {
        let finding = self.source.map_or(finding, |source| source.shift(finding));
        (self.report)(self.component, finding);
    }
}
