//! Resolves redirects and decides where they may lead.

use napkin::{Base, Reference, Resolution, Standard};

use super::Policy;
use crate::rules;
use crate::target::without_odd_characters;
use crate::{Error, Target};

/// The schemes that a redirect may lead to from any scheme of [`LEADING_TO_WEB`].
const WEB: [&str; 2] = ["http", "https"];

/// The schemes from which a redirect may lead to the web. A gopher redirect does not come from the server: the URL itself
/// contains its target (`gopher://pub.example/hURL:http://pub.example/`).
const LEADING_TO_WEB: [&str; 3] = ["gopher", "http", "https"];

impl Policy {
    /// Returns the URL that a redirect from `from` leads to, resolved against it and checked as a redirect. The URL still needs
    /// a permit.
    pub(crate) fn follow(&self, from: &Target, reference: &str) -> Result<String, Error> {
        let text = resolve(from, reference)?;
        let to = Reference::parse(&text, Standard::Rfc3986).map_err(|error| Error::invalid_url(&text, &error))?;
        let scheme = to.scheme().unwrap_or_default().to_ascii_lowercase();
        let is_web = LEADING_TO_WEB.contains(&from.scheme()) && WEB.contains(&scheme.as_str());
        if from.scheme() == "https" && scheme == "http" && !self.downgrade {
            let message = "expected a redirect that stays protected, but found one from https to http";
            return Err(Error::new(rules::REDIRECT_DOWNGRADE, &text, message));
        }
        if !is_web && scheme != from.scheme() {
            let message =
                format!("expected a redirect to http or https, but found one from {} to {scheme}", from.scheme());
            return Err(Error::new(rules::REDIRECT_SCHEME, &text, message));
        }
        Ok(text)
    }
}

/// Resolves by RFC 3986 section 5.2. A reference without a fragment inherits the fragment of the request (RFC 9110
/// section 10.2.2).
fn resolve(from: &Target, reference: &str) -> Result<String, Error> {
    let reference = without_odd_characters(reference.trim_matches([' ', '\t']));
    let read = Reference::parse(&reference, Standard::Rfc3986).map_err(|error| disagree(&reference, &error))?;
    let base = Reference::parse(from.url().as_str(), Standard::Rfc3986).and_then(Base::new);
    let resolved = base.and_then(|base| base.resolve(read)).map_err(|error| Error::invalid_url(&reference, &error))?;
    let Resolution::Absolute(url) = resolved else { return Ok(from.url().as_str().to_owned()) };
    let mut text = url.into_string();
    if let (None, Some(fragment)) = (read.fragment(), from.reference().fragment()) {
        text.push('#');
        text.push_str(fragment.as_str());
    }
    Ok(text)
}

/// The error for a reference with `\`, a tab or the like, which browsers and other programs resolve differently.
fn disagree(reference: &str, error: &napkin::Error) -> Error {
    let message = format!("expected a redirect that every program reads alike: {}", error.finding());
    Error::new(rules::STANDARDS_DISAGREE, reference, message).at(error.span())
}
