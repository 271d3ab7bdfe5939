//! Texts that would act if they were markup, and pages that hold them.

const PAYLOADS: &str = include_str!("../../../../data/markup.txt");

/// Each has `xss9` behind what would begin markup.
pub(crate) fn payloads() -> Vec<String> {
    PAYLOADS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The names of all tags, of those that end an element too.
pub(crate) fn names(html: &str) -> impl Iterator<Item = &str> {
    let tags = html.split('<').skip(1).map(|tag| tag.strip_prefix('/').unwrap_or(tag));
    tags.map(|tag| tag.split(['>', ' ']).next().unwrap_or_default())
}

/// The values of an attribute as they are written between quotes.
pub(crate) fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let begun = format!("{attribute}=");
    let ends = html.match_indices(&begun).map(|(at, begun)| at + begun.len()).collect::<Vec<_>>();
    ends.into_iter().filter_map(|at| {
        let quote = html[at..].chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        html[at + 1..].split(quote).next()
    })
}

/// Nothing in a page is made of a payload: none begins a tag or an attribute, and no link is one that acts.
#[track_caller]
pub(crate) fn assert_inert(html: &str, of: &str) {
    for act in ["<xss9", "<script>xss9", "<svg xss9", "<img xss9", "\" xss9", "</textarea>xss9"] {
        assert!(!html.contains(act), "{of}: {act} in {html}");
    }
    for (at, _) in html.match_indices("xss9") {
        let before = &html[..at];
        let tag = before.rfind('<').filter(|&open| before.rfind('>').is_none_or(|close| close < open));
        let quotes = tag.map_or(0, |open| before[open..].matches('"').count());
        assert!(tag.is_none() || quotes % 2 == 1, "{of}: a name in a tag in {html}");
    }
    for link in values(html, "href") {
        let link = link.to_ascii_lowercase();
        let acts = ["javascript:", "vbscript:", "data:text"].iter().any(|scheme| link.starts_with(scheme));
        assert!(!acts, "{of}: a link to {link} in {html}");
    }
}
