//! `napkin edit`: changes components of URLs, in the order of the options.

mod setters;

use clap::ArgMatches;
use clap::parser::ValueSource;
use napkin::query::{Pairs, Spaces};
use napkin::{Component, Error, Finding, Reference, ReferenceBuf, Span, Standard, whatwg};

use crate::options;
use crate::output::{Answer, Page, Row, Session, Trouble};
use crate::records;
use napkin_answer::answers::Answers;
use napkin_answer::fields;
use napkin_answer::names::Standards;
use napkin_answer::parse;
use napkin_answer::record::Record;

pub(crate) fn run(options: &options::Edit, matches: Option<&ArgMatches>, session: &Session) -> Result<Answer, Trouble> {
    let printing = match &options.get {
        Some(get) => session.printing(false, Some(get), <parse::Row<'_> as Row>::FIELDS)?,
        None => options.records.form.printing_of::<Edit<'_>>(session)?,
    };
    let editor = Editor {
        name: options.records.standard,
        steps: steps(options, matches).map_err(Trouble::Usage)?,
        gets: options.get.is_some(),
    };
    records::run(&editor, &options.references, &options.records, &printing)
}

/// A change to a URL.
enum Step {
    /// Sets a component to text that is already encoded.
    Set(Component, String),
    SetData(Component, String),
    Append(Component, String),
    Delete(Component),
    QuerySet(String, String, Spaces),
    QueryAdd(String, Option<String>, Spaces),
    QueryTrim(String),
    QuerySort,
}

/// Returns the changes in their order on the command line.
fn steps(options: &options::Edit, matches: Option<&ArgMatches>) -> Result<Vec<Step>, String> {
    let spaces = if options.plus { Spaces::Plus } else { Spaces::Percent };
    let mut steps = Vec::new();
    let mut gather = |name: &str, texts: &[String], read: &dyn Fn(&str) -> Result<Step, String>| {
        let places = matches.and_then(|matches| matches.indices_of(name)).into_iter().flatten();
        for (place, text) in places.zip(texts) {
            // The text is not quoted: it may contain a password.
            let step = read(text).map_err(|message| format!("--{}: {message}", name.replace('_', "-")))?;
            steps.push((place, step));
        }
        Ok::<(), String>(())
    };
    gather("set", &options.set, &set)?;
    gather("append", &options.append, &|text| append(text, spaces))?;
    gather("delete", &options.delete, &|text| component(text).map(Step::Delete))?;
    gather("query_set", &options.query_set, &|text| {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        Ok(Step::QuerySet(name.into(), value.into(), spaces))
    })?;
    gather("query_trim", &options.query_trim, &|text| Ok(Step::QueryTrim(text.into())))?;
    let given = |matches: &&ArgMatches| matches.value_source("query_sort") == Some(ValueSource::CommandLine);
    if let Some(place) = matches.filter(given).and_then(|matches| matches.index_of("query_sort")) {
        steps.push((place, Step::QuerySort));
    }
    steps.sort_by_key(|&(place, _)| place);
    Ok(steps.into_iter().map(|(_, step)| step).collect())
}

fn component(name: &str) -> Result<Component, String> {
    name.parse().map_err(|_| {
        // Only the name is shown, even for `password:secret=`.
        let name = name.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let names: Vec<&str> = Component::ALL.iter().map(|component| component.name()).collect();
        format!("no component `{name}`; there are {}", names.join(", "))
    })
}

fn set(text: &str) -> Result<Step, String> {
    let (name, value) = text.split_once('=').ok_or("expected COMPONENT=VALUE or COMPONENT:=VALUE")?;
    Ok(match name.strip_suffix(':') {
        Some(name) => Step::Set(component(name)?, value.into()),
        None => Step::SetData(component(name)?, value.into()),
    })
}

fn append(text: &str, spaces: Spaces) -> Result<Step, String> {
    let (name, value) = text.split_once('=').ok_or("expected COMPONENT=VALUE")?;
    Ok(match component(name)? {
        Component::Query => {
            let (name, value) = value.split_once('=').map_or((value, None), |(name, value)| (name, Some(value)));
            Step::QueryAdd(name.into(), value.map(Into::into), spaces)
        }
        component => Step::Append(component, value.into()),
    })
}

struct Editor {
    name: Standards,
    steps: Vec<Step>,
    /// Whether to print the components of the result instead of the result.
    gets: bool,
}

/// The result of the changes.
enum Edited {
    Generic(ReferenceBuf),
    Whatwg(whatwg::Url),
}

impl Step {
    /// Applies a change of the query's pairs. Other changes have no effect.
    fn change_pairs(&self, pairs: &mut Pairs) {
        match self {
            Self::QuerySet(name, value, spaces) => {
                pairs.spaces(*spaces).set(name, value);
            }
            Self::QueryAdd(name, Some(value), spaces) => {
                pairs.spaces(*spaces).add(name, value);
            }
            Self::QueryAdd(name, None, spaces) => {
                pairs.spaces(*spaces).add_name(name);
            }
            Self::QueryTrim(glob) => {
                pairs.remove_if(|name| matches_glob(glob.as_bytes(), name));
            }
            Self::QuerySort => {
                pairs.sort();
            }
            Self::Set(..) | Self::SetData(..) | Self::Append(..) | Self::Delete(_) => {}
        }
    }
}

impl Editor {
    fn edited(&self, record: &Record<'_>, standard: Standard) -> Result<Edited, Vec<Finding>> {
        // An error is in the composed text or in a value, not in the input, so the finding covers the whole input.
        let meant = |finding: Finding| vec![finding.with_span(Span::new(0, record.text().len()))];
        if standard == Standard::Whatwg {
            let mut url = record.url(None)?;
            self.steps.iter().try_for_each(|step| setters::change(&mut url, step)).map_err(meant)?;
            return Ok(Edited::Whatwg(url));
        }
        let edited = self.composed(record.read(standard)?);
        edited.map(Edited::Generic).map_err(|error| meant(error.into()))
    }

    fn composed(&self, reference: Reference<'_>) -> Result<ReferenceBuf, Error> {
        let mut edit = napkin::Edit::of(reference);
        for step in &self.steps {
            edit = match step {
                Step::Set(component, text) => edit.set(*component, text),
                Step::SetData(component, data) => edit.set_data(*component, data),
                Step::Append(component, data) => edit.append(*component, data),
                Step::Delete(component) => edit.clear(*component),
                of_pairs => edit.pairs(|pairs| of_pairs.change_pairs(pairs)),
            };
        }
        edit.finish()
    }
}

/// The changed URL, or the error.
struct Edit<'r> {
    record: &'r Record<'r>,
    standard: Standard,
    url: Result<Reference<'r>, Option<&'r Finding>>,
}

impl Row for Edit<'_> {
    fields! { self;
        "input" => self.record.bytes,
        "standard" => self.standard.name(),
        "ok" => self.url.is_ok(),
        "url" => self.url.as_ref().ok().map(|url| url.as_str()),
        "error" => self.url.err().flatten(),
    }

    fn plain(&self, page: &mut Page<'_>) {
        self.url.iter().for_each(|url| page.line(url));
    }
}

impl Edited {
    fn reference(&self) -> Reference<'_> {
        match self {
            Self::Generic(reference) => reference.reference(),
            Self::Whatwg(url) => url.reference(),
        }
    }
}

impl Answers for Editor {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for &standard in self.name.list() {
            page.put_standard(self.name, standard);
            match self.edited(record, standard) {
                // Violations in the input are not those of the result.
                Ok(Edited::Whatwg(url)) if self.gets => page.row(&parse::Row::of_url(record, &url)),
                Ok(edited) if self.gets => page.row(&parse::Row::new(record, edited.reference())),
                Ok(edited) => page.row(&Edit { record, standard, url: Ok(edited.reference()) }),
                Err(findings) => page.refuse(record, &findings, |given, page| {
                    page.row(&Edit { record, standard, url: Err(given.first()) });
                }),
            }
        }
    }
}

/// Returns whether a name matches a pattern in which `*` matches any bytes and `?` a single byte. Takes at most as many
/// steps as the product of both lengths. Crates for globs take text only, and have classes and braces too.
fn matches_glob(glob: &[u8], name: &[u8]) -> bool {
    let (mut g, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        match glob.get(g) {
            Some(b'*') => {
                star = Some((g, n));
                g += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[n] => (g, n) = (g + 1, n + 1),
            _ => {
                // Backtrack to the last star, which takes another byte.
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (g, n) = (at + 1, taken + 1);
            }
        }
    }
    glob[g..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches_glob;

    #[test]
    fn globs() {
        for (glob, name, expected) in [
            ("utm_*", "utm_source", true),
            ("utm_*", "utm_", true),
            ("utm_*", "xutm_", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*b*d", "abcabd", true),
            ("*b*d", "abcabde", false),
        ] {
            assert_eq!(matches_glob(glob.as_bytes(), name.as_bytes()), expected, "{glob} {name}");
        }
    }
}
