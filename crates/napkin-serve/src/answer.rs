//! Builds HTTP messages from answers, and JSON from refusals.
//!
//! This module sets the header fields of all answers, and sends bodies in pieces, so that a slow reader occupies little
//! memory. Start reading at `Answer` and `Problem`.

use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use maud::Render;
use napkin::Finding;
use napkin_retrieve::Error;
use tokio::sync::OwnedSemaphorePermit;

use napkin_answer::bounds::Stop;
use napkin_answer::output::{Trouble, Value, object};

use crate::layout::{self, HTML, policy};

/// The most bytes of a body that are passed to the connection at a time.
const PIECE: usize = 64 << 10;

/// Header fields of every answer. They forbid framing, and reading or embedding by other origins. The policy of each page
/// limits what the page may load.
const FIELDS: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The body of an answer. It may hold a permit until it has been sent.
pub(crate) enum Pieces {
    Whole { rest: Bytes, _permit: Option<OwnedSemaphorePermit> },
    Stream(Pin<Box<dyn Body<Data = Bytes, Error = Error> + Send>>),
}

impl From<Bytes> for Pieces {
    fn from(rest: Bytes) -> Self {
        Self::Whole { rest, _permit: None }
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        match self.get_mut() {
            Self::Whole { rest, .. } if rest.is_empty() => Poll::Ready(None),
            Self::Whole { rest, .. } => {
                let length = rest.len().min(PIECE);
                Poll::Ready(Some(Ok(Frame::data(rest.split_to(length)))))
            }
            Self::Stream(stream) => stream.as_mut().poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole { rest, .. } if rest.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole { rest, .. } => SizeHint::with_exact(rest.len() as u64),
            Self::Stream(stream) => stream.size_hint(),
        }
    }
}

/// An answer that is not yet an HTTP message.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    pub(crate) permit: Option<OwnedSemaphorePermit>,
    /// The allowed methods, if the method is wrong.
    pub(crate) allow: Option<&'static str>,
    /// Whether the connection closes after this answer.
    pub(crate) closes: bool,
    /// The only URL that the page's script may request.
    pub(crate) script_source: Option<String>,
}

impl Answer {
    pub(crate) fn new(content_type: &'static str, body: impl Into<Bytes>) -> Self {
        let (status, body) = (StatusCode::OK, body.into());
        Self { status, content_type, body, permit: None, allow: None, closes: false, script_source: None }
    }

    /// Creates an answer with an HTML page.
    pub(crate) fn page(title: &str, content: impl Render) -> Self {
        Self::new(HTML, layout::page(title, content))
    }

    pub(crate) fn into_message(mut self) -> Response<Pieces> {
        let body = std::mem::take(&mut self.body);
        let mut message = Response::new(Pieces::Whole { rest: body, _permit: self.permit.take() });
        *message.status_mut() = self.status;
        let headers = message.headers_mut();
        *headers = protected();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        self.further(headers);
        message
    }

    fn further(&self, headers: &mut HeaderMap) {
        if let Some(methods) = self.allow {
            headers.insert(header::ALLOW, HeaderValue::from_static(methods));
        }
        if let Some(url) = &self.script_source {
            let policy = format!("{}; connect-src {url}", policy());
            let policy = HeaderValue::try_from(policy).expect("a policy is ASCII");
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if self.closes {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Basic realm=\"napkin\", charset=\"UTF-8\"");
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if self.status == StatusCode::PROXY_AUTHENTICATION_REQUIRED {
            let challenge = HeaderValue::from_static("Basic realm=\"napkin\", charset=\"UTF-8\"");
            headers.insert(header::PROXY_AUTHENTICATE, challenge);
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
    }
}

/// Returns the header fields of all answers that this server creates, with an empty media type.
pub(crate) fn protected() -> HeaderMap {
    /// Built once, because building validates each character of each value.
    static MADE: LazyLock<HeaderMap> = LazyLock::new(|| {
        let made = FIELDS.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value)));
        let policy = HeaderValue::try_from(policy()).expect("a policy is ASCII");
        let more = [(header::CONTENT_SECURITY_POLICY, policy), (header::CONTENT_TYPE, HeaderValue::from_static(""))];
        made.chain(more).collect()
    });
    MADE.clone()
}

/// The reason why a request has no answer: a rule of this server, or a finding in a parameter.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    rule: &'static str,
    message: String,
    /// The parameter at fault.
    parameter: Option<String>,
    finding: Option<Box<Finding>>,
    pub(crate) allow: Option<&'static str>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, rule: &'static str, message: impl Into<String>) -> Self {
        Self { status, rule, message: message.into(), parameter: None, finding: None, allow: None }
    }

    /// Creates a problem with a parameter: a bad request.
    pub(crate) fn of(parameter: &str, rule: &'static str, message: impl Into<String>) -> Self {
        let parameter = Some(parameter.to_owned());
        Self { parameter, ..Self::new(StatusCode::BAD_REQUEST, rule, message) }
    }

    /// Creates a problem from a finding in a parameter's value.
    pub(crate) fn finding(parameter: &str, finding: Finding) -> Self {
        Self { finding: Some(Box::new(finding)), ..Self::of(parameter, finding.rule.code(), finding.to_string()) }
    }

    /// Creates a problem from a failed retrieval; the finding is in the URL.
    pub(crate) fn retrieval(status: StatusCode, error: &Error) -> Self {
        let finding = Some(Box::new(*error.finding()));
        Self { finding, ..Self::new(status, error.rule().code(), error.message()) }
    }

    /// Creates the problem of an internal error.
    pub(crate) fn fault() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", "the server has made an error")
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) const fn rule(&self) -> &'static str {
        self.rule
    }

    /// Returns JSON in the shape of a bad record: `ok`, and `error` with the fields of a finding.
    pub(crate) fn into_answer(self) -> Answer {
        let mut body = Vec::from(b"{\"ok\":false,\"error\":");
        let place = |at: fn(&Finding) -> usize| self.finding.as_deref().map_or(Value::Null, |f| Value::Number(at(f)));
        let fields = [
            ("rule", Value::Text(self.rule)),
            ("start", place(|finding| finding.span.start)),
            ("end", place(|finding| finding.span.end)),
            ("message", Value::Text(&self.message)),
            ("see", Value::from(self.finding.as_deref().map(Finding::see))),
            ("parameter", Value::from(self.parameter.as_deref())),
        ];
        object(&fields, &mut body);
        body.extend_from_slice(b"}\n");
        Answer { status: self.status, allow: self.allow, ..Answer::new("application/json", body) }
    }
}

/// Converts the limit that stopped the work on an answer.
impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::TooLong => {
                let why = "the answer is longer than --max-answer admits; the command has no such limit";
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "answer-too-long", why)
            }
            Stop::TooLate => {
                let why = "the answer took longer than --answer-timeout";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "answer-too-late", why)
            }
        }
    }
}

/// Converts an error in the options; the message is the command's.
impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Option { name, finding, .. } => Self::finding(name, finding),
            Trouble::Usage(message) => Self::new(StatusCode::BAD_REQUEST, "usage", message),
            _ => Self::fault(),
        }
    }
}
