//! Where the URL Standard's grammar of what may be written and its parser's validation errors part.

use napkin_conformance::oracle::whatwg::{self, Errors, Host, Record};

/// Why the one calls valid what the other does not, and how such a text is known. By the standard ("URLs") they are
/// to agree: "A valid URL string defines what input would not trigger a validation error or failure".
pub type Gap = (&'static str, fn(&str, Option<&Record>) -> bool);

/// All that are known. The engine's verdict is that of the validation errors.
pub const GAPS: [Gap; 1] = [(
    "\"Host writing\": a valid IPv4-address string is of ASCII digits, and a valid domain is none whose ToASCII ends in \
     a number; but the host parser takes the ToASCII of other digits and dots to its IPv4 parser without an error",
    is_ipv4_address_beyond_ascii,
)];

/// An IPv4 address as it is to be written, but for digits or dots that Unicode ToASCII maps to those of ASCII. With
/// them mapped the text is valid.
fn is_ipv4_address_beyond_ascii(text: &str, base: Option<&Record>) -> bool {
    let Some(start) = text.find("//").map(|at| at + 2) else { return false };
    let end = text[start..].find(['/', ':', '?', '#']).map_or(text.len(), |at| start + at);
    let host = &text[start..end];
    let Some(mapped) = whatwg::domain_parse(host, true, &mut Errors::new()) else { return false };
    let is_address = whatwg::host_parse(host, false, &mut Errors::new()).is_some_and(|host| match host {
        Host::Ipv4(_) => host.to_string() == mapped,
        _ => false,
    });
    let rewritten = format!("{}{mapped}{}", &text[..start], &text[end..]);
    !host.is_ascii() && is_address && whatwg::is_valid_url_string(&rewritten, base)
}

/// How often each gap was met.
#[derive(Default)]
pub struct Met([usize; GAPS.len()]);

impl Met {
    /// Whether `verdict` is the grammar's, or else that of the errors for a known reason.
    pub fn settles(&mut self, text: &str, base: Option<&Record>, verdict: bool) -> bool {
        if verdict == whatwg::is_valid_url_string(text, base) {
            return true;
        }
        let gap = GAPS.iter().position(|(_, is_met)| verdict && is_met(text, base));
        gap.into_iter().for_each(|gap| self.0[gap] += 1);
        gap.is_some()
    }

    /// Fails if there is a gap that was not met.
    pub fn assert_none_stale(&self) {
        for ((reason, _), count) in GAPS.iter().zip(self.0) {
            assert!(count > 0, "stale: {reason}");
        }
    }
}
