//! The API: the records of the commands, over HTTP.
//!
//! Decides: which parameters a route has, which are the options and arguments of its command; and that the answer is the
//! record that the command prints with `--json`, or a list of such records. It does not decide what stands in a record.

use std::ffi::OsString;

use bytes::Bytes;
use clap::ValueEnum;
use hyper::StatusCode;
use napkin::Rule;
use napkin::media::MediaType;
use napkin_audit::Level;
use napkin_document::screen::{Format, TypePattern};
use napkin_scheme::Status;

use super::answer::{Answer, Problem};
use super::parameters::{Parameters, value_problem};
use crate::bounds::check;
use crate::commands::{audit, compare, data, explain, links, normalize, parse, relativize, resolve, scheme, screen};
use crate::options::{
    Audit, BaseOptions, Compare, DataReading, Definitions, Explain, FormOptions, FormatName, KindName, Links,
    Normalize, Parse, Records, Relativize, Resolve, SchemeList, SchemeShow, Screen, StandardName,
};
use crate::output::{Form, Page, Printing, Session, Trouble};

static SESSION: Session = Session::silent();
pub(super) static JSON: Printing<'static> = Printing { form: Form::Json, session: &SESSION };

/// A route of the API.
pub(super) struct Endpoint {
    /// What stands behind `/api/`.
    pub(super) name: &'static str,
    pub(super) takes: Takes,
    answer: fn(&mut Call) -> Result<Printed, Problem>,
}

/// What a route takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Parameters, by GET and by POST.
    Parameters,
    /// A document too, by POST alone.
    Document,
    /// Parameters, or a document by POST.
    Either,
    /// Nothing but what stands in its address.
    Nothing,
}

/// What is asked.
pub(super) struct Call {
    pub(super) parameters: Parameters,
    /// A document that was sent as it is, and its media type.
    pub(super) document: Option<(Bytes, Option<MediaType<'static>>)>,
    /// Whether a parameter was a list, which a list answers.
    pub(super) is_list: bool,
    /// The most bytes of a definition that is linted.
    pub(super) definition: usize,
    /// Whether JSON Lines are wanted.
    pub(super) lines: bool,
}

/// Records, one a line; and whether there may be several.
struct Printed {
    lines: Vec<u8>,
    is_list: bool,
}

pub(super) const ENDPOINTS: [Endpoint; 14] = [
    Endpoint { name: "parse", takes: Takes::Parameters, answer: |call| call.parse() },
    Endpoint { name: "resolve", takes: Takes::Parameters, answer: |call| call.resolve() },
    Endpoint { name: "relativize", takes: Takes::Parameters, answer: |call| call.relativize() },
    Endpoint { name: "normalize", takes: Takes::Parameters, answer: |call| call.normalize() },
    Endpoint { name: "compare", takes: Takes::Parameters, answer: |call| call.compare() },
    Endpoint { name: "data/inspect", takes: Takes::Parameters, answer: |call| call.inspect() },
    Endpoint { name: "links", takes: Takes::Document, answer: |call| call.links() },
    Endpoint { name: "screen", takes: Takes::Document, answer: |call| call.screen() },
    Endpoint { name: "explain", takes: Takes::Parameters, answer: |call| call.explain() },
    Endpoint { name: "rules", takes: Takes::Nothing, answer: |call| call.rules() },
    Endpoint { name: "audit", takes: Takes::Either, answer: |call| call.audit() },
    Endpoint { name: "schemes", takes: Takes::Parameters, answer: |call| call.schemes() },
    Endpoint { name: "scheme", takes: Takes::Parameters, answer: |call| call.scheme() },
    Endpoint { name: "lint", takes: Takes::Document, answer: |call| call.lint() },
];

impl Endpoint {
    /// The answer of this route.
    ///
    /// # Errors
    /// Why the request has none.
    pub(super) fn answer(&self, mut call: Call) -> Result<Answer, Problem> {
        let records = (self.answer)(&mut call)?;
        check(records.lines.len());
        if call.lines {
            return Ok(Answer::new("application/jsonl", records.lines));
        }
        let body = if records.is_list { list(&records.lines) } else { records.lines };
        Ok(Answer::new("application/json", body))
    }
}

/// JSON Lines as one list. No line end stands inside of a record, where it would be escaped.
fn list(lines: &[u8]) -> Vec<u8> {
    let mut list = Vec::with_capacity(lines.len() + lines.len() / 64 + 4);
    list.push(b'[');
    for (number, line) in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).enumerate() {
        if number > 0 {
            list.extend_from_slice(b",\n");
        }
        list.extend_from_slice(line);
    }
    list.extend_from_slice(b"]\n");
    list
}

impl Call {
    fn parse(&mut self) -> Result<Printed, Problem> {
        let records = self.records()?;
        let base = self.parameters.one("base")?;
        self.finish()?;
        let mut options = Parse { records, base, references: Vec::new() };
        self.each(options.records.standard, &mut |references| {
            options.references = references;
            parse::page(&options, &JSON)
        })
    }

    fn resolve(&mut self) -> Result<Printed, Problem> {
        let records = self.records()?;
        let base = BaseOptions {
            base: self.parameters.required("base")?,
            document: self.parameters.one("document")?,
            new_request: self.parameters.flag("new_request")?,
            loose: self.parameters.flag("loose")?,
        };
        self.finish()?;
        let mut options = Resolve { records, base, references: Vec::new() };
        self.each(options.records.standard, &mut |references| {
            options.references = references;
            resolve::page(&options, &JSON)
        })
    }

    fn relativize(&mut self) -> Result<Printed, Problem> {
        let records = self.records()?;
        let base = self.parameters.required("base")?;
        self.finish()?;
        let mut options = Relativize { records, base, references: Vec::new() };
        self.each(options.records.standard, &mut |references| {
            options.references = references;
            relativize::page(&options, &JSON)
        })
    }

    fn normalize(&mut self) -> Result<Printed, Problem> {
        let records = self.records()?;
        let levels = self.parameters.all("level")?;
        let names = levels.iter().flat_map(|names| names.split(','));
        let rung = |name| crate::options::rung(name).map_err(|why| value_problem("level", why));
        let level = names.map(rung).collect::<Result<_, _>>()?;
        self.finish()?;
        let mut options = Normalize { records, level, references: Vec::new() };
        self.each(options.records.standard, &mut |references| {
            options.references = references;
            normalize::page(&options, &JSON)
        })
    }

    fn compare(&mut self) -> Result<Printed, Problem> {
        let standard = self.standard()?;
        let mut text = |name| self.parameters.required(name).map(OsString::from);
        let (a, b) = (text("a")?, text("b")?);
        self.finish()?;
        let options = Compare { form: form(), standard, a, b };
        let lines = compare::page(&options, &JSON).into_out();
        Ok(Printed { lines, is_list: standard == StandardName::All })
    }

    fn inspect(&mut self) -> Result<Printed, Problem> {
        let url = self.parameters.required("url")?;
        let limits = napkin::data::MediaLimits::STREAM;
        let reading = DataReading {
            strict: self.parameters.flag("strict")?,
            max_type_length: limits.media_type,
            max_parameters: limits.parameters,
        };
        self.finish()?;
        Ok(Printed { lines: data::inspect::page(&url, &reading, &JSON).into_out(), is_list: false })
    }

    fn links(&mut self) -> Result<Printed, Problem> {
        let (bytes, media_type) = self.document()?;
        let kind = self.kind(media_type.as_ref())?;
        let charset = self.parameters.one("charset")?;
        let given = charset.map(|label| crate::options::charset(&label).map_err(|why| value_problem("charset", why)));
        let charset = media_type.as_ref().and_then(|media_type| media_type.parameter("charset"));
        let options = Links {
            standard: self.parameters.read("standard")?,
            base: self.parameters.one("base")?,
            kind,
            charset: given.transpose()?.or(charset.and_then(|label| crate::options::charset(label).ok())),
            bare: self.parameters.flag("bare")?,
            ..defaults()
        };
        let name = self.parameters.one("name")?.unwrap_or_else(|| "document".to_owned());
        self.finish()?;
        let page = links::page(&options, &name, &bytes, &JSON, &mut watch);
        Ok(Printed { lines: page.map_err(problem)?.into_out(), is_list: true })
    }

    fn screen(&mut self) -> Result<Printed, Problem> {
        let (bytes, media_type) = self.document()?;
        let format = self.parameters.one("type")?;
        let format = format.map(|name| crate::options::format(&name).map_err(|why| value_problem("type", why)));
        let declared = media_type.and_then(|media_type| Format::of_essence(media_type.essence())).map(FormatName::One);
        let in_use = |names: Vec<String>, name| {
            let read = |text: &String| crate::options::in_use(text).map_err(|why| value_problem(name, why));
            names.iter().map(read).collect::<Result<Vec<_>, _>>()
        };
        let options = Screen {
            deny: self.types("deny")?,
            allow: self.types("allow")?,
            deny_in: in_use(self.parameters.all("deny_in")?, "deny_in")?,
            allow_in: in_use(self.parameters.all("allow_in")?, "allow_in")?,
            sniff: self.parameters.flag("sniff")?,
            kind: format.transpose()?.or(declared).unwrap_or(FormatName::Auto),
            ..defaults()
        };
        let name = self.parameters.one("name")?.unwrap_or_else(|| "document".to_owned());
        self.finish()?;
        let page = screen::page(&options, &name, &bytes, &JSON, &mut watch);
        Ok(Printed { lines: page.into_out(), is_list: true })
    }

    fn explain(&mut self) -> Result<Printed, Problem> {
        let code = self.parameters.required("rule")?;
        self.finish()?;
        let unknown = |_| Problem::of("rule", "parameter-value", "rule: expected one that /api/rules lists");
        let page = explain::page(&Explain { form: form(), rule: Some(code) }, &JSON).map_err(unknown)?;
        Ok(Printed { lines: page.into_out(), is_list: false })
    }

    fn rules(&mut self) -> Result<Printed, Problem> {
        self.finish()?;
        let page = explain::page(&Explain { form: form(), rule: None }, &JSON).map_err(problem)?;
        Ok(Printed { lines: page.into_out(), is_list: true })
    }

    /// URLs, or a document.
    fn audit(&mut self) -> Result<Printed, Problem> {
        self.parameters.take("url");
        let has_urls = self.parameters.values("url").next().is_some();
        let document = match (self.document.take(), self.parameters.one("document")?) {
            (Some((bytes, media_type)), None) => Some((bytes, media_type)),
            (None, text) => text.map(|text| (Bytes::from(text), None)),
            (Some(_), Some(_)) => return Err(Problem::of("document", "parameter-repeated", "expected one document")),
        };
        let kind = self.kind(document.as_ref().and_then(|(_, media_type)| media_type.as_ref()))?;
        let name = self.parameters.one("name")?.unwrap_or_else(|| "document".to_owned());
        let mut options = Audit {
            verdict: self.parameters.flag("verdict")?,
            base: self.parameters.one("base")?,
            min_level: self.parameters.read("min_level")?.unwrap_or(Level::Low),
            only: self.audited("only")?,
            enable: self.audited("enable")?,
            disable: self.audited("disable")?,
            set: self.parameters.all("set")?,
            suppressions: self.parameters.flag("suppressions")?,
            kind,
            ..defaults()
        };
        self.finish()?;
        let (lines, count) = match document {
            Some(_) if options.verdict || has_urls => {
                let why = "expected URLs or a document; a verdict is one of a URL";
                return Err(Problem::of("document", "parameter-unknown", why));
            }
            Some((bytes, _)) => {
                let page = audit::page_of_document(&options, &name, &bytes, &JSON, &mut watch).map_err(problem)?;
                (page.into_out(), 0)
            }
            None if !has_urls && !self.is_list => {
                return Err(Problem::of("url", "parameter-missing", "expected the parameter `url`, or a document"));
            }
            None => self.some(&mut |inputs, first| {
                options.inputs = inputs;
                audit::page(&options, first, &JSON, &mut watch)
            })?,
        };
        Ok(Printed { lines, is_list: !options.verdict || self.is_list || count > 1 })
    }

    /// Rules of the audit, by their codes.
    fn audited(&mut self, name: &str) -> Result<Vec<Rule>, Problem> {
        let values = self.parameters.all(name)?;
        let codes = values.iter().flat_map(|value| value.split(',')).filter(|code| !code.is_empty());
        codes.map(|code| crate::options::audited(code).map_err(|why| value_problem(name, why))).collect()
    }

    fn schemes(&mut self) -> Result<Printed, Problem> {
        let status = self.parameters.all("status")?;
        let read = |name: &String| Status::from_name(name).ok_or_else(|| value_problem("status", "expected a status"));
        let options = SchemeList {
            defined: self.parameters.flag("defined")?,
            status: status.iter().map(read).collect::<Result<_, _>>()?,
            retrievable: self.parameters.flag("retrievable")?,
            words: self.parameters.all("word")?,
            ..defaults()
        };
        self.finish()?;
        Ok(Printed { lines: scheme::list::page(&options, &JSON).map_err(problem)?.into_out(), is_list: true })
    }

    fn scheme(&mut self) -> Result<Printed, Problem> {
        let name = self.parameters.required("name")?;
        self.finish()?;
        let definitions = Definitions { files: Vec::new(), limits: defaults() };
        let options = SchemeShow { form: form(), definitions, name };
        let unknown = |_| Problem::of("name", "parameter-value", "name: expected a scheme that /api/schemes lists");
        Ok(Printed { lines: scheme::show::page(&options, &JSON).map_err(unknown)?.into_out(), is_list: false })
    }

    fn lint(&mut self) -> Result<Printed, Problem> {
        let (bytes, _) = self.document()?;
        let name = self.parameters.one("name")?.unwrap_or_else(|| "document".to_owned());
        self.finish()?;
        judge_definition(bytes.len(), self.definition)?;
        let page = scheme::lint::page(&defaults(), &name, &bytes, &JSON, &mut watch);
        Ok(Printed { lines: page.map_err(problem)?.into_out(), is_list: true })
    }

    /// What the commands that read references have in common.
    fn records(&mut self) -> Result<Records, Problem> {
        self.parameters.take("url");
        if self.parameters.values("url").next().is_none() && !self.is_list {
            return Err(Problem::of("url", "parameter-missing", "expected the parameter `url`"));
        }
        Ok(Records {
            form: form(),
            standard: self.standard()?,
            null: false,
            jobs: Some(1),
            typed: self.parameters.flag("typed")?,
            // The body of a request has its own limit.
            max_length: usize::MAX,
        })
    }

    fn standard(&mut self) -> Result<StandardName, Problem> {
        Ok(self.parameters.read("standard")?.unwrap_or(StandardName::One(napkin::Standard::Rfc3986)))
    }

    fn types(&mut self, name: &str) -> Result<Vec<TypePattern>, Problem> {
        let values = self.parameters.all(name)?;
        let types = values.iter().flat_map(|value| value.split(','));
        types.map(|text| text.parse().map_err(|why: &str| value_problem(name, why))).collect()
    }

    /// The document that was sent as it is, or as a parameter.
    fn document(&mut self) -> Result<(Bytes, Option<MediaType<'static>>), Problem> {
        match self.document.take() {
            Some(document) => Ok(document),
            None => Ok((self.parameters.required("document")?.into(), None)),
        }
    }

    /// What a document is said to be, or else by its media type.
    fn kind(&mut self, media_type: Option<&MediaType<'_>>) -> Result<KindName, Problem> {
        let kind = self.parameters.one("type")?;
        let kind = kind.map(|name| KindName::from_str(&name, false).map_err(|why| value_problem("type", why)));
        let declared = media_type.and_then(|media_type| kind_of(media_type.essence()));
        Ok(kind.transpose()?.or(declared).unwrap_or(KindName::Auto))
    }

    fn finish(&self) -> Result<(), Problem> {
        self.parameters.finish()
    }

    /// Answers the references some at a time, so that they are not held in another form.
    fn each(
        &self,
        standard: StandardName,
        answer: &mut dyn FnMut(Vec<OsString>) -> Result<Page<'static>, Trouble>,
    ) -> Result<Printed, Problem> {
        let (lines, count) = self.some(&mut |references, _| answer(references))?;
        Ok(Printed { lines, is_list: self.is_list || count > 1 || standard == StandardName::All })
    }

    /// Passes on some references at a time, with the number of the first one. Returns the answers and the number of references.
    fn some(
        &self,
        answer: &mut dyn FnMut(Vec<OsString>, usize) -> Result<Page<'static>, Trouble>,
    ) -> Result<(Vec<u8>, usize), Problem> {
        const TOGETHER: usize = 256;
        let mut references = self.parameters.values("url").map(OsString::from).peekable();
        let (mut lines, mut count) = (Vec::new(), 0);
        loop {
            let some: Vec<OsString> = references.by_ref().take(TOGETHER).collect();
            let first = count + 1;
            count += some.len();
            lines.append(&mut answer(some, first).map_err(problem)?.into_out());
            check(lines.len());
            if references.peek().is_none() {
                return Ok((lines, count));
            }
        }
    }
}

/// Stops the work on a document if the answer is too long or too late.
fn watch(page: &mut Page<'static>) {
    check(page.len());
}

/// # Errors
/// A definition has more bytes than are linted.
pub(super) fn judge_definition(length: usize, most: usize) -> Result<(), Problem> {
    let why = "the definition is longer than --max-definition";
    if length <= most { Ok(()) } else { Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-long", why)) }
}

/// What is wrong with the options, as the command would say it.
pub(super) fn problem(trouble: Trouble) -> Problem {
    match trouble {
        Trouble::Option { name, finding, .. } => Problem::finding(name, finding),
        Trouble::Usage(message) => Problem::new(StatusCode::BAD_REQUEST, "usage", message),
        _ => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", "the server has made an error"),
    }
}

/// Records are what is printed.
const fn form() -> FormOptions {
    FormOptions { json: true, format: None }
}

/// The options of a command as they are where none is given.
pub(super) fn defaults<T: clap::Args>() -> T {
    let command = T::augment_args(clap::Command::new("napkin").no_binary_name(true));
    let read = command.try_get_matches_from(std::iter::empty::<&str>());
    read.and_then(|matches| T::from_arg_matches(&matches)).expect("no option of a document is required")
}

/// The kind of a document by its media type; `None` where that says too little.
fn kind_of(essence: &str) -> Option<KindName> {
    match essence {
        "text/html" | "application/xhtml+xml" => Some(KindName::Html),
        "text/css" => Some(KindName::Css),
        "image/svg+xml" => Some(KindName::Svg),
        "text/markdown" => Some(KindName::Markdown),
        "application/manifest+json" => Some(KindName::Manifest),
        "text/javascript" | "application/javascript" => Some(KindName::JavaScript),
        "text/plain" => Some(KindName::Text),
        "message/rfc822" | "message/global" => Some(KindName::Mail),
        "multipart/related" | "application/x-mimearchive" => Some(KindName::Mhtml),
        "text/xml" | "application/xml" => Some(KindName::Xml),
        _ if essence.ends_with("+xml") => Some(KindName::Xml),
        _ if essence.ends_with("+json") => Some(KindName::Json),
        _ => None,
    }
}
