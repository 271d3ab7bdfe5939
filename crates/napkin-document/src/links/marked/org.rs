//! Links of Org files (Org manual, chapter 4, and Org syntax, "Regular links").
//!
//! A link is relative to the file. A target without a scheme, `/`, `./`, `../` or `~` names a heading or a place in the same file, and is
//! no reference. Abbreviations (`#+LINK:`) are replaced.

use super::lines::{Line, Lines};
use super::mark::{Format, Found, Mark, Source, without};
use napkin::Span;
use napkin::map::Builder;
use std::collections::HashMap;

/// An Org file.
pub(super) struct Org<'t> {
    lines: Lines<'t>,
    has_code: bool,
    abbreviations: HashMap<&'t str, &'t str>,
}

impl<'t> Org<'t> {
    pub(super) fn new(source: Source<'t>) -> Self {
        let mut abbreviations = HashMap::new();
        for line in Lines::new(source.text) {
            if let Some((name, url)) = keyword(line, "LINK").and_then(|rest| rest.split_once([' ', '\t'])) {
                abbreviations.entry(name.trim_matches('"')).or_insert(url.trim());
            }
        }
        Self { lines: Lines::new(source.text), has_code: source.options.code, abbreviations }
    }

    /// Finds the links of a line.
    fn links(&self, line: Line<'t>, found: &mut Found) {
        let mut rest = line.text;
        while let Some(start) = rest.find("[[") {
            let target = &rest[start + 2..];
            let Some(end) = target_end(target) else { return };
            rest = &target[end..];
            if rest.starts_with("]]") || rest.starts_with("][") {
                found.marks.extend(self.link(line, &target[..end]));
            }
        }
    }

    fn link(&self, line: Line<'t>, target: &'t str) -> Option<Mark> {
        let span = line.place(target);
        let built = without(target, span.start, |_| false, |c| matches!(c, '\\' | '[' | ']'));
        let is_path = ["/", "./", "../", "~/"].iter().any(|start| target.starts_with(start));
        if is_path {
            return Some(file(line, target));
        }
        if target.starts_with('#') {
            return Some(Mark::new(span, "link").decoded(built));
        }
        let (scheme, rest) = target.split_once(':')?;
        if let Some(url) = self.abbreviations.get(scheme) {
            let (before, after) = url.split_once("%s").or_else(|| url.split_once("%h")).unwrap_or((url, ""));
            let mut built = Builder::default();
            let place = line.place(rest);
            built.unit(before, Span::new(span.start, place.start));
            built.text.push_str(rest);
            if !after.is_empty() {
                built.unit(after, Span::new(place.end, place.end));
            }
            return Some(Mark::new(span, "link").decoded(built));
        }
        match scheme {
            "file" | "file+sys" | "file+emacs" | "docview" | "attachment" if !rest.starts_with("//") => {
                Some(file(line, rest)).filter(|_| scheme != "attachment")
            }
            // Commands and places inside Emacs.
            "id" | "elisp" | "shell" | "info" | "help" | "man" => None,
            _ => {
                let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                    && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
                is_scheme.then(|| Mark::new(span, "link").decoded(built))
            }
        }
    }
}

/// Returns the end of a target: the first closing bracket without a backslash.
fn target_end(target: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = memchr::memchr3(b'\\', b']', b'[', target.as_bytes().get(at..)?) {
        match target.as_bytes()[at + found] {
            b'\\' => at += found + 2,
            b']' => return Some(at + found),
            _ => return Some(at + found).filter(|_| false),
        }
    }
    None
}

/// Returns the link to a file; `::` begins a place in it.
fn file<'t>(line: Line<'t>, path: &'t str) -> Mark {
    let path = path.split_once("::").map_or(path, |(path, _)| path);
    let span = line.place(path);
    Mark::new(span, "file").decoded(without(path, span.start, |_| false, |c| matches!(c, '\\' | '[' | ']')))
}

/// Returns the value of a keyword line such as `#+INCLUDE: "menu.org" :lines "1-5"`.
fn keyword<'t>(line: Line<'t>, name: &str) -> Option<&'t str> {
    let rest = line.text.trim_ascii_start().strip_prefix("#+")?;
    let (found, value) = rest.split_once(':')?;
    found.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
}

/// Returns the name after `#+begin_`, in lower case.
fn block(line: Line<'_>) -> Option<String> {
    let rest = line.text.trim_ascii_start().strip_prefix("#+")?;
    let name = rest.get(..6).filter(|begin| begin.eq_ignore_ascii_case("begin_")).map(|_| &rest[6..])?;
    Some(name.split_ascii_whitespace().next()?.to_ascii_lowercase())
}

impl Format for Org<'_> {
    fn step(&mut self, found: &mut Found) -> bool {
        let Some(line) = self.lines.next() else { return false };
        let text = line.text.trim_ascii_start();
        if let Some(name) = block(line).filter(|name| matches!(&**name, "src" | "example" | "export" | "comment")) {
            let start = self.lines.at();
            let end = format!("#+end_{name}");
            self.lines.skip_past(|line| {
                line.text.trim_ascii_start().get(..end.len()).is_some_and(|text| text.eq_ignore_ascii_case(&end))
            });
            if !self.has_code || name == "comment" {
                found.push(Mark::without_links(Span::new(start, self.lines.at())));
            }
        } else if text == "#" || text.starts_with("# ") {
            found.push(Mark::without_links(Span::new(line.at, line.end())));
        } else if text == ":" || text.starts_with(": ") {
            if !self.has_code {
                found.push(Mark::without_links(Span::new(line.at, line.end())));
            }
        } else if let Some(value) = ["INCLUDE", "SETUPFILE", "BIBLIOGRAPHY"].iter().find_map(|name| keyword(line, name))
        {
            let path = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').map_or(quoted, |(path, _)| path),
                None => value.split_ascii_whitespace().next().unwrap_or_default(),
            };
            if !path.is_empty() {
                found.push(file(line, path).requested());
            }
        } else if keyword(line, "LINK").is_some() {
            // The URL of an abbreviation is no whole URL.
            found.push(Mark::without_links(Span::new(line.at, line.end())));
        } else {
            self.links(line, found);
        }
        true
    }
}
