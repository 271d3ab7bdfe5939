//! The API: the rows of [`napkin_answer`], over HTTP.
//!
//! The parameters of a route are the options of its question. The answer is the row as JSON, or a list of rows. Start reading
//! at `ENDPOINTS`.

use bytes::Bytes;
use hyper::StatusCode;
use napkin::data::MediaLimits as DataLimits;
use napkin::media::{MediaType, Reading as DataReading};
use napkin::{Rule, Standard};
use napkin_answer::answers::{Answers, Reading, answer_all};
use napkin_answer::audit::{self, Auditor};
use napkin_answer::base::BaseOptions;
use napkin_answer::bounds::Bounds;
use napkin_answer::compare;
use napkin_answer::links::{self, Lister};
use napkin_answer::names::{self, Standards};
use napkin_answer::normalize::{Normalizer, rung};
use napkin_answer::output::{Form, Page, Printing, Session};
use napkin_answer::parse::{self, Parser};
use napkin_answer::record::{Place, Record};
use napkin_answer::relativize::Relativizer;
use napkin_answer::resolve::Resolver;
use napkin_answer::scheme::book::{Book, Source};
use napkin_answer::scheme::{lint, list, show};
use napkin_answer::{data, explain, rules, screen};
use napkin_audit::Level;
use napkin_document::Kind;
use napkin_document::screen::{Format, Policy, TypePattern};
use napkin_scheme::Status;
use napkin_scheme::source::Limits as DefinitionLimits;

use crate::answer::{Answer, Problem};
use crate::parameters::{Parameters, value_problem};

static SESSION: Session = Session::silent();

/// Returns the settings to print records as JSON within limits.
pub(crate) fn json(bounds: &Bounds) -> Printing<'static> {
    Printing::new(Form::Json, &SESSION).within(bounds.clone())
}

/// A route of the API.
pub(crate) struct Endpoint {
    pub(crate) path: &'static str,
    pub(crate) takes: Takes,
    /// Prints the records onto the page, and returns whether there may be several.
    answer: fn(&mut Call, &mut Page<'_>) -> Result<bool, Problem>,
}

/// The input of a route.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Parameters, by GET and by POST.
    Parameters,
    /// Parameters and a document, by POST alone.
    Document,
    /// Parameters, or a document by POST.
    Either,
    /// Only the path.
    Nothing,
}

/// A request to the API.
pub(crate) struct Call {
    pub(crate) parameters: Parameters,
    /// A document that was sent as the body, and its media type.
    pub(crate) document: Option<(Bytes, Option<MediaType<'static>>)>,
    /// Whether a parameter was a list; the answer is then a list too.
    pub(crate) is_list: bool,
    /// The most bytes of a definition that is linted.
    pub(crate) definition: usize,
    /// Whether JSON Lines are wanted.
    pub(crate) lines: bool,
}

pub(crate) const ENDPOINTS: [Endpoint; 14] = [
    Endpoint { path: "/api/parse", takes: Takes::Parameters, answer: Call::parse },
    Endpoint { path: "/api/resolve", takes: Takes::Parameters, answer: Call::resolve },
    Endpoint { path: "/api/relativize", takes: Takes::Parameters, answer: Call::relativize },
    Endpoint { path: "/api/normalize", takes: Takes::Parameters, answer: Call::normalize },
    Endpoint { path: "/api/compare", takes: Takes::Parameters, answer: Call::compare },
    Endpoint { path: "/api/data/inspect", takes: Takes::Parameters, answer: Call::inspect },
    Endpoint { path: "/api/links", takes: Takes::Document, answer: Call::links },
    Endpoint { path: "/api/screen", takes: Takes::Document, answer: Call::screen },
    Endpoint { path: "/api/explain", takes: Takes::Parameters, answer: Call::explain },
    Endpoint { path: "/api/rules", takes: Takes::Nothing, answer: Call::rules },
    Endpoint { path: "/api/audit", takes: Takes::Either, answer: Call::audit },
    Endpoint { path: "/api/schemes", takes: Takes::Parameters, answer: Call::schemes },
    Endpoint { path: "/api/scheme", takes: Takes::Parameters, answer: Call::scheme },
    Endpoint { path: "/api/lint", takes: Takes::Document, answer: Call::lint },
];

impl Endpoint {
    /// Returns the answer of this route.
    ///
    /// # Errors
    /// Returns the problem with the request.
    pub(crate) fn answer(&self, mut call: Call, bounds: &Bounds) -> Result<Answer, Problem> {
        let printing = json(bounds);
        let mut page = Page::new(&printing);
        let is_list = (self.answer)(&mut call, &mut page)?;
        let lines = page.into_out()?;
        bounds.check(lines.len())?;
        if call.lines {
            return Ok(Answer::new("application/jsonl", lines));
        }
        let body = if is_list { self::list(&lines) } else { lines };
        Ok(Answer::new("application/json", body))
    }
}

/// Converts JSON Lines to one list. Line ends inside of records are escaped, so each line is a record.
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
    fn parse(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (standard, reading) = self.references()?;
        let base = self.parameters.one("base")?;
        self.finish()?;
        self.each(&Parser::new(&parse::Options { standard, base }, &SESSION)?, standard, reading, page)
    }

    fn resolve(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (standard, reading) = self.references()?;
        let base = BaseOptions {
            base: self.parameters.required("base")?,
            document: self.parameters.one("document")?,
            new_request: self.parameters.flag("new_request")?,
            loose: self.parameters.flag("loose")?,
        };
        self.finish()?;
        self.each(&Resolver::new(standard, &base, &SESSION)?, standard, reading, page)
    }

    fn relativize(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (standard, reading) = self.references()?;
        let base = self.parameters.required("base")?;
        self.finish()?;
        self.each(&Relativizer::new(standard, &base, &SESSION)?, standard, reading, page)
    }

    fn normalize(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (standard, reading) = self.references()?;
        let levels = self.parameters.all("level")?;
        let names = levels.iter().flat_map(|names| names.split(','));
        let rung = |name| rung(name).map_err(|why| value_problem("level", why));
        let level = names.map(rung).collect::<Result<Vec<_>, _>>()?;
        self.finish()?;
        self.each(&Normalizer::new(standard, &level)?, standard, reading, page)
    }

    fn compare(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let standard = self.standard()?;
        let (a, b) = (self.parameters.required("a")?, self.parameters.required("b")?);
        self.finish()?;
        compare::answer(a.as_bytes(), b.as_bytes(), standard, page);
        Ok(standard == Standards::All)
    }

    fn inspect(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let url = self.parameters.required("url")?;
        let strict = self.parameters.flag("strict")?;
        self.finish()?;
        let reading = if strict { DataReading::Strict } else { DataReading::Whatwg };
        data::answer(&Record::new(url.as_bytes(), Place::Argument(1)), reading, &DataLimits::STREAM, page);
        Ok(false)
    }

    fn links(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (bytes, media_type) = self.document()?;
        let kind = self.kind(media_type.as_ref())?;
        let charset = self.parameters.one("charset")?;
        let given = charset.map(|label| links::charset(&label).map_err(|why| value_problem("charset", why)));
        let charset = media_type.as_ref().and_then(|media_type| media_type.parameter("charset"));
        let options = links::Options {
            standard: self.parameters.read("standard")?,
            base: self.parameters.one("base")?,
            kind,
            charset: given.transpose()?.or(charset.and_then(|label| links::charset(label).ok())),
            bare: self.parameters.flag("bare")?,
            ..links::Options::default()
        };
        let name = self.name()?;
        self.finish()?;
        let lister = Lister::new(&options);
        let entity = lister.entity(&bytes, &name, options.base.as_deref());
        lister.check_base(lister.standards(&entity), &SESSION)?;
        lister.document(&entity, &name, page, &mut |row, page| {
            row.print(page);
            page.flow()
        });
        Ok(true)
    }

    fn screen(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (bytes, media_type) = self.document()?;
        let format = self.parameters.one("type")?;
        let format = format.map(|name| screen::format(&name).map_err(|why| value_problem("type", why)));
        let declared = media_type.and_then(|media_type| Format::of_essence(media_type.essence()));
        let in_use = |names: Vec<String>, name| {
            let read = |text: &String| screen::in_use(text).map_err(|why| value_problem(name, why));
            names.iter().map(read).collect::<Result<Vec<_>, _>>()
        };
        let policy = Policy::default()
            .with_deny(self.types("deny")?)
            .with_allow(self.types("allow")?)
            .with_deny_in(in_use(self.parameters.all("deny_in")?, "deny_in")?)
            .with_allow_in(in_use(self.parameters.all("allow_in")?, "allow_in")?)
            .with_sniff(self.parameters.flag("sniff")?);
        let name = self.name()?;
        self.finish()?;
        let format = format.transpose()?.unwrap_or(declared);
        screen::document(&name, &bytes, format, &policy, page, &mut |row, page| {
            row.print(page);
            page.flow()
        });
        Ok(true)
    }

    fn explain(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let code = self.parameters.required("rule")?;
        self.finish()?;
        let unknown = || Problem::of("rule", "parameter-value", "rule: expected one that /api/rules lists");
        explain::answer(Some(rules::find(&code).ok_or_else(unknown)?), page);
        Ok(false)
    }

    fn rules(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        self.finish()?;
        explain::answer(None, page);
        Ok(true)
    }

    /// Audits URLs, or a document.
    fn audit(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        self.parameters.take("url");
        let has_urls = self.parameters.values("url").next().is_some();
        let document = match (self.document.take(), self.parameters.one("document")?) {
            (Some((bytes, media_type)), None) => Some((bytes, media_type)),
            (None, text) => text.map(|text| (Bytes::from(text), None)),
            (Some(_), Some(_)) => return Err(Problem::of("document", "parameter-repeated", "expected one document")),
        };
        let kind = self.kind(document.as_ref().and_then(|(_, media_type)| media_type.as_ref()))?;
        let name = self.name()?;
        let options = audit::Options {
            verdict: self.parameters.flag("verdict")?,
            base: self.parameters.one("base")?,
            min_level: self.parameters.read("min_level")?.unwrap_or(Level::Low),
            only: self.audited("only")?,
            enable: self.audited("enable")?,
            disable: self.audited("disable")?,
            set: self.parameters.all("set")?,
            suppressions: self.parameters.flag("suppressions")?,
            kind,
            ..audit::Options::default()
        };
        self.finish()?;
        let auditor = || Auditor::new(&options, &SESSION);
        let print = &mut |row: &audit::Row<'_, '_>, page: &mut Page<'_>| {
            page.row(row);
            page.flow()
        };
        match document {
            Some(_) if options.verdict || has_urls => {
                let why = "expected URLs or a document; a verdict is one of a URL";
                Err(Problem::of("document", "parameter-unknown", why))
            }
            Some((bytes, _)) => {
                let auditor = auditor()?;
                let entity = auditor.entity(&name, &bytes, options.base.as_deref());
                auditor.document(&name, &entity, None, page, print);
                Ok(!options.verdict || self.is_list)
            }
            None if !has_urls && !self.is_list => {
                Err(Problem::of("url", "parameter-missing", "expected the parameter `url`, or a document"))
            }
            None => {
                let auditor = auditor()?;
                let mut count = 0;
                for url in self.parameters.values("url") {
                    count += 1;
                    auditor.url(&Record::new(url.as_bytes(), Place::Argument(count)), page, print);
                    if page.flow().is_break() {
                        break;
                    }
                }
                Ok(!options.verdict || self.is_list || count > 1)
            }
        }
    }

    /// Returns the rules of the audit in a parameter.
    fn audited(&mut self, name: &str) -> Result<Vec<Rule>, Problem> {
        let values = self.parameters.all(name)?;
        let codes = values.iter().flat_map(|value| value.split(',')).filter(|code| !code.is_empty());
        codes.map(|code| audit::rule(code).map_err(|why| value_problem(name, why))).collect()
    }

    fn schemes(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let status = self.parameters.all("status")?;
        let read = |name: &String| Status::from_name(name).ok_or_else(|| value_problem("status", "expected a status"));
        let options = list::Options {
            defined: self.parameters.flag("defined")?,
            status: status.iter().map(read).collect::<Result<_, _>>()?,
            retrievable: self.parameters.flag("retrievable")?,
            words: self.parameters.all("word")?,
        };
        self.finish()?;
        list::answer(&Book::default(), &options, page);
        Ok(true)
    }

    fn scheme(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let name = self.parameters.required("name")?;
        self.finish()?;
        let unknown = |_| Problem::of("name", "parameter-value", "name: expected a scheme that /api/schemes lists");
        show::answer(&Book::default(), &name, page).map_err(unknown)?;
        Ok(false)
    }

    fn lint(&mut self, page: &mut Page<'_>) -> Result<bool, Problem> {
        let (bytes, _) = self.document()?;
        let name = self.name()?;
        self.finish()?;
        check_definition(bytes.len(), self.definition)?;
        lint::answer(&Source::held(name, bytes.to_vec())?, &DefinitionLimits::default(), page);
        Ok(true)
    }

    /// Returns the standards, and how to read the references.
    fn references(&mut self) -> Result<(Standards, Reading), Problem> {
        self.parameters.take("url");
        if self.parameters.values("url").next().is_none() && !self.is_list {
            return Err(Problem::of("url", "parameter-missing", "expected the parameter `url`"));
        }
        let standard = self.standard()?;
        // The body of a request has its own limit.
        Ok((standard, Reading { typed: self.parameters.flag("typed")?, ..Reading::default() }))
    }

    fn standard(&mut self) -> Result<Standards, Problem> {
        Ok(self.parameters.read("standard")?.unwrap_or(Standards::One(Standard::Rfc3986)))
    }

    fn types(&mut self, name: &str) -> Result<Vec<TypePattern>, Problem> {
        let values = self.parameters.all(name)?;
        let types = values.iter().flat_map(|value| value.split(','));
        types.map(|text| text.parse::<TypePattern>().map_err(|why| value_problem(name, why))).collect()
    }

    /// Returns the document from the body or from a parameter.
    fn document(&mut self) -> Result<(Bytes, Option<MediaType<'static>>), Problem> {
        match self.document.take() {
            Some(document) => Ok(document),
            None => Ok((self.parameters.required("document")?.into(), None)),
        }
    }

    /// Returns the name of the document.
    fn name(&mut self) -> Result<String, Problem> {
        Ok(self.parameters.one("name")?.unwrap_or_else(|| "document".to_owned()))
    }

    /// Returns the kind of a document from a parameter, else from its media type.
    fn kind(&mut self, media_type: Option<&MediaType<'_>>) -> Result<Option<Kind>, Problem> {
        let kind = self.parameters.one("type")?;
        let kind = kind.map(|name| names::kind(&name).map_err(|why| value_problem("type", why)));
        let declared = media_type.and_then(|media_type| Kind::of_media_type(media_type.essence()));
        Ok(kind.transpose()?.unwrap_or(declared))
    }

    fn finish(&self) -> Result<(), Problem> {
        self.parameters.finish()
    }

    /// Answers the references. Returns whether there may be several records.
    fn each(
        &self,
        question: &impl Answers,
        standard: Standards,
        reading: Reading,
        page: &mut Page<'_>,
    ) -> Result<bool, Problem> {
        answer_all(question, self.parameters.values("url"), reading, page);
        let has_several = self.parameters.values("url").nth(1).is_some();
        Ok(self.is_list || has_several || standard == Standards::All)
    }
}

/// Checks the length of a definition.
///
/// # Errors
/// The definition is longer than `most` bytes.
pub(crate) fn check_definition(length: usize, most: usize) -> Result<(), Problem> {
    let why = "the definition is longer than --max-definition";
    if length <= most { Ok(()) } else { Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-long", why)) }
}
