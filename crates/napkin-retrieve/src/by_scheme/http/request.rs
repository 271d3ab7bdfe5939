//! HTTP requests: the target and the header fields, from the parts of the checked URL.

use std::time::SystemTime;

use bytes::Bytes;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST, HeaderName,
    HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE, PROXY_AUTHORIZATION, RANGE, SET_COOKIE, USER_AGENT,
};
use http::uri::PathAndQuery;
use http::{HeaderMap, Method, Uri};
use http_body_util::Full;
use napkin::base64;

use super::{Exchange, Sent};
use crate::cookies::CookieTarget;
use crate::proxy::Proxy;
use crate::rules;
use crate::{Credentials, Error, Operation};

impl Exchange<'_> {
    pub(super) fn request(&self) -> Result<Sent, Error> {
        let body = self.request.body.as_ref().map(|body| Full::new(body.0.clone()));
        let mut request = http::Request::new(body.unwrap_or_default());
        *request.method_mut() = match self.target.operation() {
            Operation::Get => Method::GET,
            Operation::Head => Method::HEAD,
            Operation::Post => Method::POST,
            Operation::Put => Method::PUT,
            Operation::Patch => Method::PATCH,
            Operation::Delete => Method::DELETE,
            Operation::Options => Method::OPTIONS,
        };
        *request.uri_mut() = self.request_target()?;
        self.fields(request.headers_mut())?;
        Ok(request)
    }

    /// Returns the origin form (RFC 9112 section 3.2.1): the path as written, and the query. It is checked but not
    /// parsed again, because it has neither a scheme nor a host. A proxy gets the absolute form (section 3.2.2), except
    /// for tunnels.
    fn request_target(&self) -> Result<Uri, Error> {
        let reference = self.target.reference();
        let path = reference.path().as_str();
        let mut text = String::from(if path.is_empty() { "/" } else { path });
        if let Some(query) = reference.query() {
            text.push('?');
            text.push_str(query.as_str());
        }
        let uri = match self.proxy {
            Some(_) if self.target.scheme() == "http" => {
                Uri::try_from(format!("http://{}{text}", self.target.authority()))
            }
            _ => PathAndQuery::from_maybe_shared(Bytes::from(text)).map(Uri::from),
        };
        uri.map_err(|_| {
            self.error(rules::PROTOCOL_ERROR, "expected a path and a query that a request can carry, but found others")
        })
    }

    /// Returns the request in the form of HTTP/2: the scheme and the authority are fields of their own and replace `Host`
    /// (RFC 9113 section 8.3.1).
    pub(super) fn in_http2(&self, mut request: Sent) -> Result<Sent, Error> {
        let mut uri = std::mem::take(request.uri_mut()).into_parts();
        uri.scheme = self.target.scheme().try_into().ok();
        uri.authority = self.target.authority().try_into().ok();
        *request.uri_mut() = Uri::from_parts(uri).map_err(|_| {
            self.error(rules::PROTOCOL_ERROR, "expected an authority that HTTP/2 can carry, but found another")
        })?;
        request.headers_mut().remove(HOST);
        Ok(request)
    }

    fn fields(&self, fields: &mut HeaderMap) -> Result<(), Error> {
        let request = self.request;
        self.put(fields, HOST, &self.target.authority())?;
        let agent = request.user_agent.as_deref().unwrap_or(concat!("napkin/", env!("CARGO_PKG_VERSION")));
        self.put(fields, USER_AGENT, agent)?;
        self.put(fields, ACCEPT, request.accept.as_deref().unwrap_or("*/*"))?;
        // A range counts bytes as they are sent, so it excludes compression.
        let is_plain = request.range.is_some() || request.uncompressed || self.target.operation() == Operation::Head;
        self.put(fields, ACCEPT_ENCODING, if is_plain { "identity" } else { "gzip, deflate, br" })?;
        let range = request.range.map(|(first, last)| match last {
            Some(last) => format!("bytes={first}-{last}"),
            None => format!("bytes={first}-"),
        });
        let optional = [
            (ACCEPT_LANGUAGE, &request.accept_language),
            (RANGE, &range),
            (IF_RANGE, &request.if_range),
            (IF_NONE_MATCH, &request.if_none_match),
            (IF_MODIFIED_SINCE, &request.if_modified_since),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                self.put(fields, name, value)?;
            }
        }
        if let Some(value) =
            self.proxy.as_ref().filter(|_| self.target.scheme() == "http").and_then(Proxy::authorization)
        {
            self.put(fields, PROXY_AUTHORIZATION, &value)?;
            fields.get_mut(PROXY_AUTHORIZATION).into_iter().for_each(|value| value.set_sensitive(true));
        }
        self.target.credentials().map_or(Ok(()), |credentials| self.authorize(fields, credentials))?;
        if let Some(value) =
            request.cookies.as_ref().and_then(|cookies| cookies.header(&self.cookie_target(), SystemTime::now()))
        {
            self.put(fields, COOKIE, &value)?;
            fields.get_mut(COOKIE).into_iter().for_each(|value| value.set_sensitive(true));
        }
        self.body_fields(fields);
        self.own_fields(fields);
        Ok(())
    }

    /// A body has a type and a length, and so has the missing body of an operation that should have one (RFC 9110 section
    /// 8.6).
    fn body_fields(&self, fields: &mut HeaderMap) {
        let length = self.request.body.as_ref().map(|body| body.0.len());
        if length.is_some() {
            fields.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        }
        let has_length = matches!(self.target.operation(), Operation::Post | Operation::Put | Operation::Patch);
        if length.is_some() || has_length {
            fields.insert(CONTENT_LENGTH, HeaderValue::from(length.unwrap_or_default()));
        }
    }

    /// Adds the fields of the caller, which may be secrets: only for the first origin.
    fn own_fields(&self, fields: &mut HeaderMap) {
        let own = &self.request.fields[..];
        for (place, (name, value)) in own.iter().enumerate().filter(|_| self.target.is_first_origin) {
            if own[..place].iter().any(|(before, _)| before == name) {
                fields.append(name, value.clone());
            } else {
                fields.insert(name, value.clone());
            }
        }
    }

    /// RFC 7617: a colon ends the user.
    fn authorize(&self, fields: &mut HeaderMap, credentials: &Credentials) -> Result<(), Error> {
        if credentials.user().contains(':') {
            let message = "expected a user without a colon, but found one, which HTTP cannot carry";
            return Err(self.error(rules::CREDENTIALS_NOT_PERMITTED, message));
        }
        let pair = base64::encode(format!("{}:{}", credentials.user(), credentials.password()).as_bytes());
        self.put(fields, AUTHORIZATION, &format!("Basic {pair}"))?;
        fields.get_mut(AUTHORIZATION).into_iter().for_each(|value| value.set_sensitive(true));
        Ok(())
    }

    /// Keeps the cookies of an answer, if the request keeps cookies.
    pub(super) fn keep_cookies(&self, fields: &HeaderMap) {
        let Some(cookies) = &self.request.cookies else { return };
        for value in fields.get_all(SET_COOKIE).iter().filter_map(|value| std::str::from_utf8(value.as_bytes()).ok()) {
            cookies.store(&self.cookie_target(), value, SystemTime::now());
        }
    }

    fn cookie_target(&self) -> CookieTarget<'_> {
        let host = self.target.host().unwrap_or_default();
        CookieTarget { is_https: self.target.scheme() == "https", host, path: self.target.reference().path().as_str() }
    }

    /// Refuses a value with a line break.
    fn put(&self, fields: &mut HeaderMap, name: HeaderName, value: &str) -> Result<(), Error> {
        let checked = HeaderValue::from_str(value).map_err(|_| {
            let message = format!("expected a value of the field {name}, but found a control character");
            self.error(rules::ESCAPED_CONTROL, message)
        })?;
        fields.insert(name, checked);
        Ok(())
    }
}
