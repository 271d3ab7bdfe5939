//! Where redirects may lead.

use napkin::{Base, Reference, Resolution, Standard};

use super::Policy;
use crate::rules;
use crate::target::without_odd_characters;
use crate::{Error, Target};

/// The schemes to which servers may lead, which is to themselves: whatever speaks the same language.
const WEB: [&str; 2] = ["http", "https"];

/// The schemes from which a redirect may lead to those. In gopher it is no word of the server: the URL itself names where it
/// leads (`gopher://pub.example/hURL:http://pub.example/`).
const LEADING_TO_WEB: [&str; 3] = ["gopher", "http", "https"];

impl Policy {
    /// The URL that a redirect from `from` leads to, resolved against it, and judged as a redirect. It is not yet permitted.
    pub(crate) fn follow(&self, from: &Target, reference: &str) -> Result<String, Error> {
        let text = resolve(from, reference)?;
        let to = Reference::parse(&text, Standard::Rfc3986).map_err(|error| Error::unread(&text, &error))?;
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

/// By RFC 3986 section 5.2; the fragment is that of the request where the reference has none (RFC 9110 section 10.2.2).
fn resolve(from: &Target, reference: &str) -> Result<String, Error> {
    let reference = without_odd_characters(reference.trim_matches([' ', '\t']));
    let read = Reference::parse(&reference, Standard::Rfc3986).map_err(|error| disagree(&reference, &error))?;
    let base = Reference::parse(from.url().as_str(), Standard::Rfc3986).and_then(Base::new);
    let resolved = base.and_then(|base| base.resolve(read)).map_err(|error| Error::unread(&reference, &error))?;
    let Resolution::Absolute(url) = resolved else { return Ok(from.url().as_str().to_owned()) };
    let mut text = url.into_string();
    if let (None, Some(fragment)) = (read.fragment(), from.reference().fragment()) {
        text.push('#');
        text.push_str(fragment.as_str());
    }
    Ok(text)
}

/// A reference with a `\`, a tab or the like: browsers go somewhere, and other programs elsewhere.
fn disagree(reference: &str, error: &napkin::Error) -> Error {
    let message = format!("expected a redirect that every program reads alike: {}", error.finding());
    Error::new(rules::STANDARDS_DISAGREE, reference, message).at(error.span())
}
