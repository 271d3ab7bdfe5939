//! Bases with a stored list of directories give the same results as bases that are searched.

use napkin::{Base, BaseBuf, Finding, Reference, Standard, Url, whatwg};

/// Returns each text of up to `most` of the segments, with slashes between them.
fn paths(segments: &[&str], most: usize) -> Vec<String> {
    let mut all: Vec<String> = segments.iter().map(|&segment| segment.to_owned()).collect();
    let mut last = all.clone();
    for _ in 1..most {
        last = last.iter().flat_map(|path| segments.iter().map(move |segment| format!("{path}/{segment}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn prepared_bases_resolve_as_searched_bases_do() {
    let long = "b".repeat(300);
    let bases = paths(&["a", "", "..", ".", &long], 4);
    let mut references = paths(&["x", "", "..", ".", "%2e%2e"], 4);
    references.extend(["?q", "#f", "", "..?q", "../#f", "http:..", "//h/..", "..//..//x", "./a:b"].map(str::to_owned));
    for head in ["http://h/", "s:/", "s:", "s://h"] {
        for base in bases.iter().filter(|base| base.contains(&long)) {
            let text = format!("{head}{base}");
            let Ok(url) = Url::parse(text.as_str(), Standard::Rfc3986) else { continue };
            let prepared = BaseBuf::new(url.clone());
            for reference in &references {
                let Ok(reference) = Reference::parse(reference, Standard::Rfc3986) else { continue };
                for strict in [true, false] {
                    let (mut found, mut expected): (Vec<Finding>, Vec<Finding>) = (Vec::new(), Vec::new());
                    let result = prepared.base().with_strict(strict).resolve_with(reference, &mut found);
                    let searched = Base::new(url.reference()).unwrap().with_strict(strict);
                    assert_eq!(result, searched.resolve_with(reference, &mut expected), "{reference} against {text}");
                    assert_eq!(found, expected, "{reference} against {text}");
                    let (mut out, mut other) = (String::new(), String::new());
                    let outcome = prepared.base().with_strict(strict).resolve_into(reference, &mut out);
                    assert_eq!(outcome, searched.resolve_into(reference, &mut other), "{reference} against {text}");
                    assert_eq!(out, other, "{reference} against {text}");
                }
            }
        }
    }
}

#[test]
fn prepared_bases_relativize_as_searched_bases_do() {
    let long = "b".repeat(300);
    let paths = paths(&["a", "", "..", &long], 3);
    for head in ["http://h/", "s:/", "s:", "s://h"] {
        let read = |path: &String| Url::parse(format!("{head}{path}"), Standard::Rfc3986).ok();
        for base in paths.iter().filter_map(read) {
            let prepared = BaseBuf::new(base.clone());
            for url in paths.iter().filter_map(read) {
                let expected = Base::new(base.reference()).unwrap().relativize(url.reference());
                assert_eq!(prepared.base().relativize(url.reference()), expected, "{url} against {base}");
            }
        }
    }
}

#[test]
fn prepared_bases_join_as_urls_do() {
    let long = "b".repeat(300);
    let bases = paths(&["a", "", "C|", &long], 3);
    let mut texts = paths(&["x", "", "..", ".", "%2E%2e", "C|", "\\.."], 4);
    texts.extend(
        ["?q", "#f", "", "..?q", "..\\#f", "http:..", "file:..", " .. ", ".\t.", "\u{e9}/../..?\u{e9}"]
            .map(str::to_owned),
    );
    for head in ["http://h/", "file:///", "file://h/", "s:/", "s://h/"] {
        for base in bases.iter().filter(|base| base.contains(&long)) {
            let Ok(url) = whatwg::Url::parse(&format!("{head}{base}"), None) else { continue };
            let prepared = whatwg::BaseUrl::new(url.clone());
            for text in &texts {
                assert_eq!(prepared.join(text), url.join(text), "{text:?} against {url}");
            }
        }
    }
}

#[cfg(feature = "encoding")]
#[test]
fn prepared_bases_join_in_encodings() {
    let url = whatwg::Url::parse(&format!("http://h/{}/c", "b".repeat(300)), None).unwrap();
    let joined = whatwg::BaseUrl::new(url).join_in("../x?\u{e9}", "latin1").unwrap();
    assert_eq!(joined.href(), "http://h/x?%E9");
}
