//! The names that programs derive from the headings of Markdown.

use std::collections::HashMap;
use std::str::FromStr;

use unicode_general_category::{GeneralCategory, get_general_category};

/// The program that makes pages of Markdown, and so derives the names of headings.
///
/// ```
/// use napkin_check::Slugs;
/// assert_eq!(Slugs::GitHub.slug("What's on tap? 2 & 3"), "whats-on-tap-2--3");
/// assert_eq!(Slugs::GitLab.slug("What's on tap? 2 & 3"), "whats-on-tap-2-3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slugs {
    /// GitHub.
    #[default]
    GitHub,
    /// GitLab: several hyphens become one.
    GitLab,
    /// mdBook.
    MdBook,
    /// Docusaurus: GitHub's names, or the explicit ones.
    Docusaurus,
}

impl FromStr for Slugs {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "github" => Ok(Self::GitHub),
            "gitlab" => Ok(Self::GitLab),
            "mdbook" => Ok(Self::MdBook),
            "docusaurus" => Ok(Self::Docusaurus),
            _ => Err("expected github, gitlab, mdbook or docusaurus"),
        }
    }
}

impl Slugs {
    /// Returns the name of the first heading with this text.
    ///
    /// ```
    /// use napkin_check::Slugs;
    /// assert_eq!(Slugs::GitHub.slug("Café ❤ 日本語"), "café--日本語");
    /// assert_eq!(Slugs::MdBook.slug("a  b"), "a--b");
    /// ```
    #[must_use]
    pub fn slug(self, heading: &str) -> String {
        let mut slug = String::with_capacity(heading.len());
        for character in heading.trim().to_lowercase().chars() {
            match character {
                '-' | ' ' => slug.push('-'),
                _ if self == Self::MdBook && character.is_whitespace() => slug.push('-'),
                _ if self.keeps(character) => slug.push(character),
                _ => {}
            }
        }
        match self {
            Self::GitLab => squeezed(&slug),
            _ => slug,
        }
    }

    fn keeps(self, character: char) -> bool {
        match self {
            Self::MdBook => character.is_alphanumeric() || character == '_',
            _ => is_word(character),
        }
    }

    /// Returns the slug of a heading whose hyphens mdBook has made dashes, as it does by default and outside of code.
    pub(crate) fn smart(self, heading: &str) -> Option<String> {
        let is_smart = self == Self::MdBook && heading.contains("--");
        is_smart.then(|| self.slug(&heading.replace("---", "\u{2014}").replace("--", "\u{2013}")))
    }

    /// Returns the name in a comment at the end of a heading of Docusaurus: `{/* #name */}`.
    pub(crate) fn comment(self, heading: &str) -> Option<&str> {
        let (_, comment) =
            heading.trim_end().strip_suffix("*/}").filter(|_| self == Self::Docusaurus)?.rsplit_once("{/*")?;
        comment.trim().split(' ').next()?.strip_prefix('#').filter(|name| !name.is_empty())
    }

    /// Returns the name of a footnote. GitLab adds random digits to its own.
    pub(crate) fn footnote(self, label: &str) -> Option<String> {
        match self {
            Self::GitHub | Self::Docusaurus => Some(format!("user-content-fn-{label}")),
            Self::MdBook => Some(format!("footnote-{label}")),
            Self::GitLab => None,
        }
    }
}

/// Returns a slug in which each run of hyphens is one hyphen. A slug of digits alone would be the number of an issue.
fn squeezed(slug: &str) -> String {
    let mut squeezed = String::with_capacity(slug.len());
    for character in slug.chars() {
        if character != '-' || !squeezed.ends_with('-') {
            squeezed.push(character);
        }
    }
    let is_number = !squeezed.is_empty() && squeezed.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("anchor-{squeezed}") } else { squeezed }
}

/// Returns whether a character is of `\p{Word}`, as Ruby's regular expressions define it: GitHub and GitLab keep those.
fn is_word(character: char) -> bool {
    use GeneralCategory as C;
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    let kept = [C::NonspacingMark, C::SpacingMark, C::EnclosingMark, C::DecimalNumber, C::ConnectorPunctuation];
    character.is_alphabetic() || kept.contains(&get_general_category(character))
}

/// Names the headings of one document, in their order: a second heading of a name gets a number.
#[derive(Debug, Default)]
pub(crate) struct Slugger {
    /// How often each name was used.
    used: HashMap<String, usize>,
}

impl Slugger {
    /// Returns the name of the next heading.
    pub(crate) fn next(&mut self, slug: String) -> String {
        let Some(&count) = self.used.get(&slug) else {
            self.used.insert(slug.clone(), 0);
            return slug;
        };
        let mut count = count + 1;
        let mut name = format!("{slug}-{count}");
        // The numbers of a name go on, so no number is tried twice.
        while self.used.contains_key(&name) {
            count += 1;
            name = format!("{slug}-{count}");
        }
        self.used.insert(slug, count);
        self.used.insert(name.clone(), 0);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the tests of github-slugger 2.0 and GitLab's documentation of heading IDs.
    #[test]
    fn slugs_follow_each_program() {
        let cases = [
            (Slugs::GitHub, "foo bar", "foo-bar"),
            (Slugs::GitHub, "ascii: a_b-c", "ascii-a_b-c"),
            (Slugs::GitHub, "  padded  ", "padded"),
            (Slugs::GitHub, "I ♥ unicode", "i--unicode"),
            (Slugs::GitHub, "Dash—dash", "dashdash"),
            (Slugs::GitHub, "en–dash", "endash"),
            (Slugs::GitHub, "😄 emoji", "-emoji"),
            (Slugs::GitHub, "Профили пользователей", "профили-пользователей"),
            (Slugs::GitHub, "中文 标题", "中文-标题"),
            (Slugs::GitHub, "C++ & C#", "c--c"),
            (Slugs::GitHub, "नमस्ते", "नमस्ते"),
            (Slugs::GitLab, "This heading has spaces in it", "this-heading-has-spaces-in-it"),
            (Slugs::GitLab, "This heading has a :thumbsup: in it", "this-heading-has-a-thumbsup-in-it"),
            (
                Slugs::GitLab,
                "This heading has 3.5 in it (and parentheses)",
                "this-heading-has-35-in-it-and-parentheses",
            ),
            (
                Slugs::GitLab,
                "This heading has  multiple spaces and --- hyphens",
                "this-heading-has-multiple-spaces-and-hyphens",
            ),
            (Slugs::GitLab, "2026", "anchor-2026"),
            (Slugs::MdBook, "`--passes`: add more rustdoc passes", "--passes-add-more-rustdoc-passes"),
            (Slugs::MdBook, "Method-call 🐙 expressions \u{1f47c}", "method-call--expressions-"),
            (Slugs::MdBook, "한국어", "한국어"),
        ];
        for (slugs, heading, slug) in cases {
            assert_eq!(slugs.slug(heading), slug, "{slugs:?} {heading}");
        }
    }

    /// github-slugger: `occurrences`.
    #[test]
    fn repeated_headings_get_numbers() {
        let mut slugger = Slugger::default();
        let names = ["a", "a", "a-1", "a", "a-1"].map(|slug| slugger.next(slug.to_owned()));
        assert_eq!(names, ["a", "a-1", "a-1-1", "a-2", "a-1-2"]);
    }
}
