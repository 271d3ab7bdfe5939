//! `napkin edit`: components changed, in the order of the options.

use clap::ArgMatches;
use clap::parser::ValueSource;
use napkin::query::Spaces;
use napkin::{Component, Error, Finding, Reference, ReferenceBuf, Standard};

use super::parse;
use super::put_standard;
use crate::options::{self, StandardName};
use crate::output::{Answer, Page, Session, Template, Trouble, Value};
use crate::stream::{self, Answers, Record};

const FIELDS: [&str; 5] = ["input", "standard", "ok", "url", "error"];

pub(crate) fn run(options: &options::Edit, matches: Option<&ArgMatches>, session: &Session) -> Result<Answer, Trouble> {
    let printing = session.printing(&options.records.form, &FIELDS)?;
    let editor = Editor {
        name: options.records.standard,
        steps: steps(options, matches).map_err(Trouble::Usage)?,
        get: options.get.as_ref().map(|get| session.template(get, &parse::FIELDS)).transpose()?,
    };
    stream::run(&editor, &options.references, &options.records, &printing)
}

/// One change.
enum Step {
    /// To text that is encoded already.
    Set(Component, String),
    SetData(Component, String),
    Append(Component, String),
    Delete(Component),
    QuerySet(String, String, Spaces),
    QueryAdd(String, Option<String>, Spaces),
    QueryTrim(String),
    QuerySort,
}

/// The changes in the order in which they stand on the command line.
fn steps(options: &options::Edit, matches: Option<&ArgMatches>) -> Result<Vec<Step>, String> {
    let spaces = if options.plus { Spaces::Plus } else { Spaces::Percent };
    let mut steps = Vec::new();
    let mut gather = |name: &str, texts: &[String], read: &dyn Fn(&str) -> Result<Step, String>| {
        let places = matches.and_then(|matches| matches.indices_of(name)).into_iter().flatten();
        for (place, text) in places.zip(texts) {
            steps.push((
                place,
                read(text).map_err(|message| format!("--{} {text}: {message}", name.replace('_', "-")))?,
            ));
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
    name: StandardName,
    steps: Vec<Step>,
    get: Option<Template>,
}

impl Editor {
    fn edited(&self, reference: Reference<'_>) -> Result<ReferenceBuf, Error> {
        let mut edit = napkin::Edit::of(reference);
        for step in &self.steps {
            edit = match step {
                Step::Set(component, text) => edit.set(*component, text),
                Step::SetData(component, data) => edit.set_data(*component, data),
                Step::Append(component, data) => edit.append(*component, data),
                Step::Delete(component) => edit.clear(*component),
                Step::QuerySet(name, value, spaces) => edit.pairs(|pairs| {
                    pairs.spaces(*spaces).set(name, value);
                }),
                Step::QueryAdd(name, value, spaces) => edit.pairs(|pairs| {
                    let pairs = pairs.spaces(*spaces);
                    match value {
                        Some(value) => pairs.add(name, value),
                        None => pairs.add_name(name),
                    };
                }),
                Step::QueryTrim(glob) => edit.pairs(|pairs| {
                    pairs.remove_if(|name| matches_glob(glob.as_bytes(), name));
                }),
                Step::QuerySort => edit.pairs(|pairs| {
                    pairs.sort();
                }),
            };
        }
        edit.finish()
    }

    fn print(&self, record: &Record<'_>, standard: Standard, url: &ReferenceBuf, page: &mut Page<'_>) {
        if let Some(get) = &self.get {
            let mut line = Vec::new();
            get.print(&parse::fields(record.bytes, url.reference()), &mut line);
            page.line(String::from_utf8_lossy(&line));
        } else if !page.fields(&fields(record, standard, Some(url.as_str()), None)) {
            page.line(url);
        }
    }
}

impl Answers for Editor {
    fn answer(&self, record: &Record<'_>, page: &mut Page<'_>) {
        for &standard in self.name.standards() {
            put_standard(self.name, standard, page);
            let edited = record.read(standard).and_then(|reference| {
                // What is wrong stands in the text that was composed, not in the input: all of that is meant.
                let whole = napkin::Span::new(0, reference.as_str().len());
                self.edited(reference).map_err(|error| vec![Finding { span: whole, ..error.into() }])
            });
            match edited {
                Ok(url) => self.print(record, standard, &url, page),
                Err(findings) => page.refuse(record, &findings, |given, page| {
                    page.fields(&fields(record, standard, None, given.first()));
                }),
            }
        }
    }
}

/// Whether a name matches a pattern in which `*` stands for any bytes and `?` for one. Takes at most as many steps as
/// the lengths' product.
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
                // Back to the last star, which takes one byte more.
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (g, n) = (at + 1, taken + 1);
            }
        }
    }
    glob[g..].iter().all(|&byte| byte == b'*')
}

fn fields<'a>(
    record: &Record<'a>,
    standard: Standard,
    url: Option<&'a str>,
    error: Option<&'a Finding>,
) -> [(&'static str, Value<'a>); 5] {
    let values = [
        Value::Bytes(record.bytes),
        Value::Text(standard.name()),
        Value::Bool(error.is_none()),
        url.into(),
        error.map_or(Value::Null, Value::Finding),
    ];
    std::array::from_fn(|number| (FIELDS[number], values[number]))
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
