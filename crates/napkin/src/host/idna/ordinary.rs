//! Unicode ToASCII without tables, for domains of letters that it does not change.

use alloc::string::String;

use idna::punycode;

/// The letters of the languages with most domains beyond ASCII that UTS 46 neither maps nor refuses. Each is in Normalisation
/// Form C, begins a character, and is written from left to right. So is each sequence of them.
const LETTERS: [(char, char); 9] = [
    ('\u{df}', '\u{f6}'),
    ('\u{f8}', '\u{ff}'),
    ('\u{3ac}', '\u{3ce}'),
    ('\u{430}', '\u{45f}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{30a1}', '\u{30fa}'),
    ('\u{4e00}', '\u{9fa5}'),
    ('\u{ac00}', '\u{d7a3}'),
    // The prolonged sound mark of Katakana.
    ('\u{30fc}', '\u{30fc}'),
];

/// The longest label that is converted here, in bytes, because encoding takes time by the square of the length.
const LONGEST: usize = 128;

/// Returns the ASCII form of a domain whose labels consist of ASCII letters, digits, `-`, `_`, and [`LETTERS`]; `None` for other
/// domains.
pub(in crate::host) fn to_ascii(domain: &str) -> Option<String> {
    let mut out = String::with_capacity(domain.len() + "xn--xn--".len());
    for label in domain.split('.') {
        push_label(label, &mut out)?;
        out.push('.');
    }
    out.pop();
    out.make_ascii_lowercase();
    Some(out)
}

fn push_label(label: &str, out: &mut String) -> Option<()> {
    // A label that is encoded already must be decoded for its checks, and no other label may begin like that.
    if label.as_bytes().get(2..4) == Some(b"--") {
        return None;
    }
    let mut is_ascii = true;
    for c in label.chars() {
        let is_usual = c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if !is_usual && !LETTERS.iter().any(|&(first, last)| (first..=last).contains(&c)) {
            return None;
        }
        is_ascii &= c.is_ascii();
    }
    if is_ascii {
        out.push_str(label);
    } else if label.len() <= LONGEST {
        out.push_str("xn--");
        out.push_str(&punycode::encode_str(label)?);
    } else {
        return None;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

    use super::*;

    #[track_caller]
    fn assert_as_the_crate(domain: &str) {
        let expected =
            Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
        if let Some(ascii) = to_ascii(domain) {
            assert_eq!(Some(&*ascii), expected.ok().as_deref(), "{domain}");
        }
    }

    #[test]
    fn every_letter_is_converted_as_by_the_crate() {
        let stride = if cfg!(miri) { 4001 } else { 1 };
        for letter in LETTERS.iter().flat_map(|&(first, last)| first..=last).step_by(stride) {
            assert!(to_ascii(&format!("{letter}.example")).is_some());
            for domain in [format!("{letter}"), format!("Pub-{letter}1.{letter}{letter}_"), format!("a{letter}\u{301}")]
            {
                assert_as_the_crate(&domain);
            }
        }
    }

    #[test]
    fn every_pair_of_labels_is_converted_as_by_the_crate() {
        let pieces = [
            "", "-", "--", "_", "a", "Z", "0", "xn--", "XN--a", "b\u{fc}", "\u{e9}", "\u{f7}", "\u{df}", "\u{3c2}",
            "\u{430}", "\u{3042}", "\u{3099}", "\u{30fc}", "\u{4e2d}", "\u{ac00}", "\u{11a8}", "\u{301}", "\u{5d0}",
            "\u{200d}", "\u{ff0e}",
        ];
        let pairs: Vec<_> = pieces.iter().flat_map(|a| pieces.iter().map(move |b| format!("{a}{b}"))).collect();
        for pair in pairs.iter().step_by(if cfg!(miri) { 97 } else { 1 }) {
            for domain in
                [pair.clone(), format!("{pair}.example"), format!("1.{pair}."), format!("{pair}.\u{e9}{pair}")]
            {
                assert_as_the_crate(&domain);
            }
        }
    }
}
