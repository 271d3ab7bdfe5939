//! The options of `napkin check` for servers: which targets, how often, and what is remembered.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::{ArgAction, Args};
use napkin::{Mapping, Standard};
#[cfg(feature = "retrieve")]
use napkin_check::{Ages, Verdict};
use napkin_check::{HostPattern, Options};

use super::super::LIMITS;

const SERVERS: &str = "Retrieval";

/// How servers are asked.
#[derive(Args)]
#[cfg_attr(feature = "retrieve", command(mut_arg("cache", cache), mut_arg("max_cache", |arg| arg.help("Limit this file to BYTES"))))]
pub(crate) struct Asking {
    /// Ask servers at loopback and private addresses and on any port, too
    #[arg(long, help_heading = SERVERS)]
    pub(crate) allow_private: bool,
    /// Ask for another URL: FROM=TO replaces the prefix FROM
    ///
    /// TO may be in a folder that is checked: https://pub.example/=file:///srv/site/
    #[arg(long, value_name = "FROM=TO", value_parser = remap, action = ArgAction::Append, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) remap: Vec<Mapping>,
    /// Accept these statuses of a host: .pub.example=403,999
    ///
    /// A host that begins with a dot includes all hosts below it, and `*` is any host.
    #[arg(long, value_name = "HOST=CODES", value_parser = accepted, action = ArgAction::Append, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) accept: Vec<(HostPattern, Vec<RangeInclusive<u16>>)>,
    /// Send this header field to a host: pub.example=X-Token: secret
    ///
    /// It is sent by https alone, unless HOST begins with http://, and never to another host or port, also after redirects.
    #[arg(long, value_name = "HOST=FIELD", value_parser = host_value, action = ArgAction::Append, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) host_header: Vec<(HostPattern, String)>,
    /// Send the user and the password in this file to a host: pub.example=FILE
    ///
    /// The file has one line, USER:PASSWORD. They are sent like --host-header.
    #[arg(long, value_name = "HOST=FILE", value_parser = host_value, action = ArgAction::Append, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) host_login: Vec<(HostPattern, String)>,
    /// Ask by HEAD where no body is needed, and by GET if a server refuses
    ///
    /// By default servers are asked by GET, which finds short and damaged bodies.
    #[arg(long, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) prefer_head: bool,
    /// Find pages for missing targets: ask each web server for a path that cannot exist
    #[arg(long, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) soft_404: bool,
    /// Suggest an archived copy of a broken target: https://web.archive.org/web/{+url}
    #[arg(long, value_name = "TEMPLATE", value_parser = archive, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) archive: Option<String>,
    /// Use kept answers for AGE at most: 30m, 12h, 7d, or broken=1h for one verdict
    ///
    /// By default 1d for targets that exist, have moved or are gone, 1h for missing ones, and 0 for failures that may pass.
    #[cfg(feature = "retrieve")]
    #[arg(long, value_name = "AGE", value_parser = age, value_delimiter = ',', action = ArgAction::Append, requires = "cache", help_heading = SERVERS, hide_short_help = true)]
    pub(crate) max_age: Vec<(Option<Verdict>, Duration)>,
    /// Send at most N requests at a time
    #[arg(long, value_name = "N", default_value_t = 128, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) concurrency: usize,
    /// Send at most N requests at a time to a host
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) host_concurrency: usize,
    /// Wait SECONDS between two requests to a host
    #[arg(long, value_name = "SECONDS", default_value = "0.02", value_parser = seconds, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) host_interval: Duration,
    /// Ask at most N times while a server fails or wants fewer requests
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) tries: u32,
    /// Wait at most SECONDS if a server asks for a pause
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = SERVERS, hide_short_help = true)]
    pub(crate) max_wait: Duration,
    #[cfg(feature = "retrieve")]
    #[command(flatten)]
    pub(crate) retrieval: super::super::Retrieval,
    /// Limit the tries of all targets after their first to N
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_retries: u32,
    /// Limit a body that is read to its end though nothing is looked up in it to BYTES
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_unread: u64,
    /// Limit the links that wait for servers to N
    #[arg(long, value_name = "N", default_value_t = 1 << 16, help_heading = LIMITS, hide_short_help = true)]
    pub(crate) max_held: usize,
}

impl Asking {
    /// Adds these options to those for the library; without header fields and logins.
    pub(super) fn options(&self, options: Options) -> Options {
        let options = options
            .with_remap(self.remap.iter().cloned())
            .with_head(self.prefer_head)
            .with_soft_404(self.soft_404)
            .with_max_unread(self.max_unread)
            .with_concurrency(self.concurrency)
            .with_host_concurrency(self.host_concurrency)
            .with_host_interval(self.host_interval)
            .with_tries(self.tries)
            .with_max_retries(self.max_retries)
            .with_max_wait(self.max_wait);
        #[cfg(feature = "retrieve")]
        let options = options.with_max_redirects(usize::try_from(self.retrieval.max_redirects).unwrap_or(usize::MAX));
        match &self.archive {
            Some(template) => options.with_archive(template),
            None => options,
        }
    }

    /// Returns how long answers are used again.
    #[cfg(feature = "retrieve")]
    pub(crate) fn ages(&self) -> Ages {
        let longest = self.max_age.iter().filter(|(verdict, _)| verdict.is_none());
        let ages = longest.fold(Ages::default(), |ages, (_, age)| ages.with_longest(*age));
        self.max_age.iter().fold(ages, |ages, (verdict, age)| match verdict {
            Some(verdict) => ages.with(*verdict, *age),
            None => ages,
        })
    }
}

/// Changes the option for responses to one for answers.
#[cfg(feature = "retrieve")]
fn cache(option: clap::Arg) -> clap::Arg {
    let option = option.value_name("FILE").value_hint(clap::ValueHint::FilePath).hide_short_help(false);
    option.help("Keep the answers of servers in this file, and use them again")
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds".into())
}

fn remap(text: &str) -> Result<Mapping, String> {
    Mapping::parse(text, Standard::Rfc3986).map_err(|error| error.to_string())
}

fn host_value(text: &str) -> Result<(HostPattern, String), String> {
    let (host, value) = text.split_once('=').ok_or("expected a host, `=` and a value")?;
    Ok((host.parse()?, value.to_owned()))
}

fn accepted(text: &str) -> Result<(HostPattern, Vec<RangeInclusive<u16>>), String> {
    let (host, codes) = host_value(text)?;
    let code = |text: &str| -> Result<u16, String> {
        let code = text.trim().parse().ok().filter(|code| (100..1000).contains(code));
        code.ok_or_else(|| format!("expected a status from 100 to 999, found `{text}`"))
    };
    let range = |text: &str| match text.split_once("..") {
        Some((first, last)) => Ok(code(first)?..=code(last)?),
        None => code(text).map(|code| code..=code),
    };
    Ok((host, codes.split(',').map(range).collect::<Result<_, String>>()?))
}

#[cfg(feature = "retrieve")]
fn age(text: &str) -> Result<(Option<Verdict>, Duration), String> {
    let (verdict, age) = match text.split_once('=') {
        Some((verdict, age)) => (Some(verdict.parse()?), age),
        None => (None, text),
    };
    let expected = || format!("expected an age such as 30m, 12h or 7d, found `{age}`");
    let unit = match age.trim_start_matches(|character: char| character.is_ascii_digit()) {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        "w" => 7 * 86_400,
        "" if age == "0" => 1,
        _ => return Err(expected()),
    };
    let count: u64 =
        age.trim_end_matches(|character: char| character.is_ascii_lowercase()).parse().map_err(|_| expected())?;
    Ok((verdict, Duration::from_secs(count.checked_mul(unit).ok_or_else(expected)?)))
}

fn archive(text: &str) -> Result<String, String> {
    let template = napkin::template::Template::parse(text).map_err(|error| error.to_string())?;
    let is_needed = template.variables().any(|variable| variable.name == "url");
    if is_needed { Ok(text.to_owned()) } else { Err("expected a template with the variable `url`".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "retrieve")]
    #[test]
    fn ages_have_units_and_verdicts() {
        assert_eq!(age("90s"), Ok((None, Duration::from_secs(90))));
        assert_eq!(age("broken=2h"), Ok((Some(Verdict::Broken), Duration::from_secs(7200))));
        assert_eq!(age("1w").map(|(_, age)| age.as_secs()), Ok(604_800));
        assert_eq!(age("0").map(|(_, age)| age.as_secs()), Ok(0));
        for wrong in ["", "1", "d", "1y", "-1d", "99999999999999999999d", "18446744073709551615w", "fine=1d"] {
            assert!(age(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn accepted_statuses_are_codes_and_ranges() {
        assert_eq!(accepted("*=403,500..599").unwrap().1, [403..=403, 500..=599]);
        for wrong in ["403", "*=", "*=4xx", "*=99", "=403"] {
            assert!(accepted(wrong).is_err(), "{wrong}");
        }
    }
}
