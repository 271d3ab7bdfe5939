//! Settings of an audit: enabled rules, their levels, and exceptions for ports, hosts and names of parameters.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::allow::AllowList;
use super::level::{self, Level};
use crate::rules::{self, AUDIT_RULES};
use napkin::pattern::UrlFilter;
use napkin::{Rule, whatwg};

/// The rules whose setting `allow` takes hosts.
const ALLOW_HOSTS: [Rule; 5] =
    [rules::INWARD_HOST, rules::DOTLESS_HOST, rules::HOST_IN_HOST, rules::REDIRECT_PARAMETER, rules::URL_PARAMETER];

/// The rules that have the setting `names`.
const HAVE_NAMES: [Rule; 3] = [rules::SECRET_PARAMETER, rules::REDIRECT_PARAMETER, rules::URL_PARAMETER];

/// Returns the bit of a rule; 0 for a rule that is not part of the audit.
fn bit(rule: Rule) -> u64 {
    const { assert!(AUDIT_RULES.len() <= 64) };
    rule.place_in(AUDIT_RULES).map_or(0, |place| 1 << place)
}

/// The settings of an audit. By default, all rules except [`rules::HARD_TO_TRANSCRIBE`] are enabled.
///
/// ```
/// use napkin_audit::{Level, Settings, rules};
/// let mut settings = Settings::default();
/// settings.disable(rules::DOTLESS_HOST);
/// settings.set(rules::PORT_NOT_DEFAULT, "allow", "8080,8443")?;
/// settings.set(rules::TRAILING_DOT, "level", "high")?;
/// assert!(!settings.is_enabled(rules::DOTLESS_HOST));
/// assert_eq!(settings.level(rules::TRAILING_DOT), Level::High);
/// # Ok::<(), napkin_audit::UnknownSetting>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// A bit for each rule, in the order of [`AUDIT_RULES`].
    enabled: u64,
    levels: Vec<Level>,
    pub(super) ports: Vec<u16>,
    pub(super) hosts: Vec<(Rule, String)>,
    pub(super) names: Vec<(Rule, String)>,
    pub(super) max_findings: usize,
    /// Hosts that other hosts must not imitate, in lower case.
    pub(super) protected: Vec<String>,
    /// The hosts that alone are allowed.
    pub(super) allowed: Option<AllowList>,
    /// The references that are judged.
    chosen: UrlFilter,
}

impl Default for Settings {
    fn default() -> Self {
        let levels = AUDIT_RULES.iter().map(|&rule| level::level(rule).unwrap_or(Level::Low)).collect();
        let (ports, hosts, names, protected, allowed, chosen) = Default::default();
        let mut settings = Self {
            enabled: u64::MAX,
            levels,
            ports,
            hosts,
            names,
            max_findings: usize::MAX,
            protected,
            allowed,
            chosen,
        };
        settings.disable(rules::HARD_TO_TRANSCRIBE);
        settings
    }
}

impl Settings {
    /// Returns settings with every rule enabled.
    ///
    /// ```
    /// use napkin_audit::{Settings, rules};
    /// assert!(Settings::all().is_enabled(rules::HARD_TO_TRANSCRIBE));
    /// assert!(!Settings::default().is_enabled(rules::HARD_TO_TRANSCRIBE));
    /// ```
    #[must_use]
    pub fn all() -> Self {
        Self { enabled: u64::MAX, ..Self::default() }
    }

    /// Returns settings with no rule enabled, so that single rules can be enabled.
    ///
    /// ```
    /// use napkin_audit::{Settings, audit, rules};
    /// let (text, mut found) = ("http://sam:beer@127.1/", Vec::new());
    /// audit(text, None, Settings::none().enable(rules::PASSWORD_IN_URL), &mut found);
    /// assert!(found.iter().all(|finding| finding.rule == rules::PASSWORD_IN_URL) && found.len() == 1);
    /// ```
    #[must_use]
    pub fn none() -> Self {
        Self { enabled: 0, ..Self::default() }
    }

    /// Returns settings with only the rules about secrets, and with the names from these settings.
    pub(super) fn of_secrets(&self) -> Self {
        let mut only = Self { names: self.names.clone(), ..Self::none() };
        only.enable(rules::SECRET_PARAMETER)
            .enable(rules::IDENTIFIER_PARAMETER)
            .enable(rules::TOKEN_IN_URL)
            .enable(rules::PASSWORD_IN_URL);
        only
    }

    /// Enables a rule. A rule that is not part of the audit has no effect.
    ///
    /// ```
    /// use napkin_audit::{Settings, rules};
    /// assert!(Settings::none().enable(rules::TRAILING_DOT).is_enabled(rules::TRAILING_DOT));
    /// ```
    pub fn enable(&mut self, rule: Rule) -> &mut Self {
        self.enabled |= bit(rule);
        self
    }

    /// Disables a rule.
    ///
    /// ```
    /// use napkin_audit::{Settings, rules};
    /// assert!(!Settings::all().disable(rules::TRAILING_DOT).is_enabled(rules::TRAILING_DOT));
    /// ```
    pub fn disable(&mut self, rule: Rule) -> &mut Self {
        self.enabled &= !bit(rule);
        self
    }

    /// Returns whether a rule is enabled.
    ///
    /// ```
    /// use napkin_audit::{Settings, rules};
    /// assert!(Settings::default().is_enabled(rules::TRAILING_DOT));
    /// assert!(!Settings::none().is_enabled(rules::TRAILING_DOT));
    /// ```
    #[must_use]
    pub fn is_enabled(&self, rule: Rule) -> bool {
        self.enabled & bit(rule) != 0
    }

    /// Limits the findings of each rule in one reference; further findings are only counted
    /// ([`Omitted`](super::Omitted)). Default: no limit.
    ///
    /// ```
    /// use napkin_audit::{Settings, audit};
    /// let (text, mut findings) = (format!("http://pub.example/{}", "../".repeat(50)), Vec::new());
    /// let omitted = audit(&text, None, Settings::default().limit_findings(20), &mut findings);
    /// assert_eq!((omitted.len(), omitted[0].rule.code(), omitted[0].count), (1, "path-traversal", 30));
    /// ```
    pub const fn limit_findings(&mut self, most: usize) -> &mut Self {
        self.max_findings = most;
        self
    }

    /// Judges only the references that a filter admits, by the URLs to which they resolve. Default: all.
    ///
    /// ```
    /// use napkin::pattern::{Pattern, UrlFilter};
    /// use napkin_audit::{Settings, audit};
    /// let filter = UrlFilter::default().except([Pattern::parse("http://127.0.0.1/*", None)?]);
    /// let (mut settings, mut findings) = (Settings::default(), Vec::new());
    /// audit("http://127.1/menu", None, settings.choose(filter), &mut findings);
    /// assert!(findings.is_empty());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn choose(&mut self, filter: UrlFilter) -> &mut Self {
        self.chosen = filter;
        self
    }

    /// Returns whether the filter admits a reference, which may be relative to a base.
    ///
    /// ```
    /// assert!(napkin_audit::Settings::default().is_chosen("/menu", None));
    /// ```
    #[must_use]
    pub fn is_chosen(&self, text: &str, base: Option<&str>) -> bool {
        let base = || base.and_then(|base| whatwg::Url::parse(base, None).ok());
        self.chosen.is_open() || self.chosen.admits_text(text, base().as_ref())
    }

    /// Allows only the hosts of a list: [`rules::HOST_NOT_ALLOWED`] reports each URL that a reader takes elsewhere.
    ///
    /// ```
    /// use napkin_audit::{AllowList, Settings, audit, rules};
    /// let mut settings = Settings::default();
    /// settings.allow_only(AllowList::parse("pub.example").unwrap());
    /// let mut found = Vec::new();
    /// audit("https://evil.example/", None, &settings, &mut found);
    /// assert_eq!(found[0].rule, rules::HOST_NOT_ALLOWED);
    /// ```
    pub fn allow_only(&mut self, list: AllowList) -> &mut Self {
        self.allowed = Some(list);
        self
    }

    /// Adds a host that other hosts must not imitate: [`rules::LOOKALIKE_HOST`] reports names that look like its registered name.
    ///
    /// ```
    /// use napkin_audit::{Settings, audit, rules};
    /// let mut found = Vec::new();
    /// audit("https://paypaI.com/", None, Settings::default().protect("paypal.com"), &mut found);
    /// assert!(found.iter().any(|finding| finding.rule == rules::LOOKALIKE_HOST));
    /// ```
    pub fn protect(&mut self, host: &str) -> &mut Self {
        self.protected.push(host.trim_end_matches('.').to_lowercase());
        self
    }

    /// Returns the level of a rule; low for a rule that is not part of the audit.
    ///
    /// ```
    /// use napkin_audit::{Level, Settings, rules};
    /// assert_eq!(Settings::default().level(rules::OPTION_HOST), Level::High);
    /// ```
    #[must_use]
    pub fn level(&self, rule: Rule) -> Level {
        rule.place_in(AUDIT_RULES).map_or(Level::Low, |place| self.levels[place])
    }

    /// Configures a rule. Values of lists are separated by commas and added to the existing values.
    ///
    /// - `level`, of every rule: `low`, `medium`, `high`.
    /// - `allow` of `port-not-default`: ports to ignore.
    /// - `allow` of `inward-host`, `dotless-host`, `host-in-host`, `redirect-parameter` and `url-parameter`: hosts to ignore,
    ///   with their subdomains.
    /// - `names` of `secret-parameter`, `redirect-parameter` and `url-parameter`: further names of parameters; case,
    ///   `-`, `_` and `.` are ignored.
    ///
    /// ```
    /// use napkin_audit::{Level, Settings, rules};
    /// let mut settings = Settings::default();
    /// settings.set(rules::TRAILING_DOT, "level", "high")?.set(rules::PORT_NOT_DEFAULT, "allow", "8080,8443")?;
    /// assert_eq!(settings.level(rules::TRAILING_DOT), Level::High);
    /// assert!(settings.set(rules::TRAILING_DOT, "allow", "pub.example").is_err());
    /// # Ok::<(), napkin_audit::UnknownSetting>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the rule has no such setting, or if the value is not valid for it.
    pub fn set(&mut self, rule: Rule, name: &str, value: &str) -> Result<&mut Self, UnknownSetting> {
        let place = rule.place_in(AUDIT_RULES).ok_or(UnknownSetting)?;
        let values = || value.split(',').filter(|value| !value.is_empty());
        match name {
            "level" => self.levels[place] = value.parse().map_err(|_| UnknownSetting)?,
            "allow" if rule == rules::PORT_NOT_DEFAULT => {
                for port in values() {
                    self.ports.push(port.parse().map_err(|_| UnknownSetting)?);
                }
            }
            "allow" if ALLOW_HOSTS.contains(&rule) => {
                self.hosts.extend(values().map(|host| (rule, host.to_ascii_lowercase())));
            }
            "names" if HAVE_NAMES.contains(&rule) => {
                let plain = |name: &str| {
                    let kept = name.chars().filter(|c| !matches!(c, '-' | '_' | '.'));
                    kept.collect::<String>().to_ascii_lowercase()
                };
                self.names.extend(values().map(|name| (rule, plain(name))));
            }
            _ => return Err(UnknownSetting),
        }
        Ok(self)
    }

    /// Returns whether a rule ignores a host or one of its parent domains.
    pub(super) fn knows_host(&self, rule: Rule, host: &str) -> bool {
        let is_below = |known: &str| {
            let cut = host.len().checked_sub(known.len());
            cut.is_some_and(|cut| {
                host.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(known))
                    && (cut == 0 || host.as_bytes()[cut - 1] == b'.')
            })
        };
        self.hosts.iter().any(|(of, known)| *of == rule && is_below(known))
    }

    /// Whether a name of a parameter, in its plain form, was added to those of a rule.
    pub(super) fn adds_name(&self, rule: Rule, plain: &[u8]) -> bool {
        self.names.iter().any(|(of, name)| *of == rule && name.as_bytes() == plain)
    }
}

/// The error if a rule has no such setting, or if the value is not valid for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSetting;

impl fmt::Display for UnknownSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a setting that this rule has, and a value for it")
    }
}

impl core::error::Error for UnknownSetting {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_a_rule_does_not_have_are_refused() {
        let cases = [
            (rules::PORT, "level", "high"),
            (rules::TRAILING_DOT, "level", "dire"),
            (rules::TRAILING_DOT, "allow", "pub.example"),
            (rules::PORT_NOT_DEFAULT, "allow", "many"),
            (rules::PORT_NOT_DEFAULT, "names", "a"),
        ];
        for (rule, name, value) in cases {
            assert_eq!(Settings::default().set(rule, name, value).err(), Some(UnknownSetting), "{name}={value}");
        }
        let mut settings = Settings::none();
        settings.enable(rules::PORT).enable(rules::BACKSLASH);
        assert!(settings.is_enabled(rules::BACKSLASH) && !settings.is_enabled(rules::PORT));
        settings.set(rules::INWARD_HOST, "allow", "Corp.example").unwrap();
        assert!(settings.knows_host(rules::INWARD_HOST, "a.corp.example"));
        assert!(settings.knows_host(rules::INWARD_HOST, "CORP.example"));
        assert!(!settings.knows_host(rules::INWARD_HOST, "notcorp.example"));
        assert!(!settings.knows_host(rules::DOTLESS_HOST, "corp.example"));
    }
}
