//! Tests URL patterns: the cases of `data/cases/pattern.toml`, and what holds for all patterns.

use std::time::{Duration, Instant};

use napkin::pattern::{Component, Init, InputBuf, Pattern, PatternOptions, PatternSet};
use napkin::whatwg::Url;
use napkin::{Finding, rules};
use toml::Value as Toml;

use crate::cases::{data, grouped_rows};

fn text(value: &Toml) -> &str {
    value.as_str().unwrap()
}

fn path_pattern(path: &str) -> Pattern {
    Pattern::from_init(&Init::default().with(Component::Pathname, path)).unwrap()
}

fn path_input(path: &str) -> InputBuf {
    InputBuf::from_init(&Init::default().with(Component::Pathname, path)).unwrap()
}

/// The groups of a path that a pattern matches.
fn path_groups(pattern: &str, path: &str) -> Option<Vec<Option<String>>> {
    let (pattern, input) = (path_pattern(pattern), path_input(path));
    let found = pattern.exec(&input);
    assert_eq!(pattern.test(&input), found.is_some());
    let own = |text: Option<&str>| text.map(str::to_owned);
    found.map(|found| found.groups(Component::Pathname).map(|(_, text)| own(text)).collect())
}

#[test]
fn wrong_patterns_have_findings_with_places() {
    let data = data("pattern");
    for (table, row) in grouped_rows(&data, "wrong") {
        let pattern = text(&row[0]);
        let error = Pattern::parse(pattern, None).unwrap_err();
        let place = |index: usize| row[index].as_integer().unwrap() as usize;
        let found = (error.rule().code(), error.span().start, error.span().end);
        assert_eq!(found, (text(&table["rule"]), place(1), place(2)), "{pattern}");
        let section = text(&table["section"]);
        if !section.is_empty() {
            assert_eq!(error.finding().see(), format!("URL Pattern Standard section {section}"), "{pattern}");
        }
        let mut findings: Vec<Finding> = Vec::new();
        Pattern::check(pattern, None, PatternOptions::default(), &mut findings);
        assert_eq!(findings.first(), Some(error.finding()));
    }
}

#[test]
fn patterns_match_paths_with_these_groups() {
    let data = data("pattern");
    for (_, row) in grouped_rows(&data, "match") {
        let expected =
            row[2].as_array().map(|groups| groups.iter().map(|group| group.as_str().map(str::to_owned)).collect());
        assert_eq!(path_groups(text(&row[0]), text(&row[1])), expected, "{row}");
    }
}

/// A character of each kind that a pattern gives a meaning, and the places of all findings of a component.
#[test]
fn a_check_reports_every_invalid_character() {
    let mut findings: Vec<Finding> = Vec::new();
    Pattern::check("https://h/:/()#:1:2", None, PatternOptions::default(), &mut findings);
    let places: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.span.start)).collect();
    let expected =
        [(rules::PATTERN_NAME, 11), (rules::PATTERN_GROUP, 13), (rules::PATTERN_NAME, 16), (rules::PATTERN_NAME, 18)];
    assert_eq!(places, expected);
}

#[test]
fn findings_of_a_relative_path_are_in_the_text_of_the_caller() {
    let base = Url::parse("https://pub.example/menu/today", None).unwrap();
    let error = Pattern::parse("{stout", Some(&base)).unwrap_err();
    assert_eq!((error.rule(), error.span().start), (rules::PATTERN_BRACE, 6));
    let error = Pattern::parse("x/()", Some(&base)).unwrap_err();
    assert_eq!((error.rule(), error.span().start), (rules::PATTERN_GROUP, 3));
}

#[test]
fn regular_expressions_need_an_engine() {
    let text = r"https://pub.example/menu/:day(\d+)";
    let error = Pattern::parse(text, None).unwrap_err();
    assert_eq!((error.rule(), error.span().of(text)), (rules::PATTERN_REGEXP_ENGINE, r"\d+"));
}

/// The places of errors in regular expressions, and what each engine refuses.
#[cfg(all(feature = "regex", feature = "regress"))]
#[test]
fn wrong_regular_expressions_have_findings_with_places() {
    use napkin::pattern::{Regex, RegexpEngine, Regress};
    let place = |engine: &dyn RegexpEngine, group: &str| {
        let text = format!("https://pub.example/menu/({group})");
        let options = PatternOptions::default().with_engine(engine);
        let error = Pattern::parse_with(&text, None, options).err()?;
        assert_eq!(error.rule(), rules::PATTERN_REGEXP, "{group}");
        Some((error.span().start - 26, error.span().end - 26))
    };
    // The flag `v` needs these escapes, and knows no others.
    for (group, at) in [
        ("[^/]+", (2, 3)),
        ("a[b-]", (4, 5)),
        ("\\m", (0, 2)),
        ("[a\\m]", (2, 4)),
        ("a{2,1}", (1, 6)),
        ("a]", (1, 2)),
        ("a{", (2, 2)),
        ("*", (0, 1)),
        ("\\2", (0, 2)),
        ("\\k<x>", (3, 4)),
        ("[a&&&]", (4, 5)),
        ("[b-a]", (2, 4)),
        ("[^\\q{ab}]", (2, 8)),
    ] {
        assert_eq!((place(&Regress, group), place(&Regex, group)), (Some(at), Some(at)), "{group}");
    }
    for (group, at) in [
        ("a(?=b)b", (1, 6)),
        ("(?<!a)b", (0, 6)),
        ("(?<x>a)\\k<x>", (7, 12)),
        ("[\\q{ab}]", (1, 7)),
        ("(?:a|)*", (0, 7)),
        ("(?:(?<x>a))+", (0, 12)),
    ] {
        assert_eq!((place(&Regress, group), place(&Regex, group)), (None, Some(at)), "{group}");
    }
    for group in [
        "\\d+", "[a-z]*", "a|b", "(?:a|b)+", "a{2,3}?", "[[a-z]--a]", "[\\d&&[0-1]]", "[^\\/]+", "\\u{61}", "(?<x>a)",
        "^a$", "\\bx", "[]", "[^]", "\\cA", "\\x41\\u0042",
    ] {
        assert_eq!((place(&Regress, group), place(&Regex, group)), (None, None), "{group}");
    }
}

#[test]
fn a_pattern_beyond_the_limit_is_a_finding() {
    let text = format!("https://pub.example/{}", "a".repeat(napkin::pattern::MAX_LENGTH));
    let error = Pattern::parse(&text, None).unwrap_err();
    assert_eq!(error.rule(), rules::PATTERN_LONG);
    let options = PatternOptions::default().with_max_length(napkin::pattern::MAX_LENGTH + 1);
    assert!(Pattern::parse_with(&text, None, options).is_ok());
}

/// Backtracking takes 24 s for 800 bytes.
#[test]
fn many_wildcards_take_linear_time() {
    let start = Instant::now();
    // Each path shows only at its start that it does not match.
    for (pattern, start, piece, end) in [
        ("/*a*b*c*d*e", "/", "bcde", ""),
        ("/*aaaaaaaaaaaaaaaab*", "/", "a", "c"),
        ("/*baaaa*", "/", "a", "c"),
        ("/:a-:b-:c-:d/x", "/", "a", "/x"),
        ("/{a}?{a}?{a}?{a}?{a}*b", "/c", "a", "b"),
        ("/:a*/:b*/:c*x", "/", "/a", "x"),
    ] {
        let path = [start, &piece.repeat((1 << 20) / piece.len()), end].concat();
        assert_eq!(path_groups(pattern, &path), None);
    }
    let path = format!("/{}e", "abcd".repeat(1 << 18));
    assert_eq!(path_groups("/*a*b*c*d*e", &path).map(|groups| groups[4].clone()), Some(Some(String::new())));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// The engine would go back and try again.
#[cfg(feature = "regress")]
#[test]
fn small_regular_expressions_take_linear_time() {
    let start = Instant::now();
    let options = PatternOptions::default().with_engine(&napkin::pattern::Regress);
    for regexp in ["(?:a+)+b", "(?:a|aa?)+b", "(?:a?a)+b", "(?:a{1,3}){2,}b"] {
        let pattern = Pattern::parse_with(&format!("https://h/({regexp})"), None, options).unwrap();
        let url = |end: &str| Url::parse(&format!("https://h/{}{end}", "a".repeat(1 << 18)), None).unwrap();
        assert!(pattern.exec(&url("")).is_none());
        let (url, length) = (url("b"), (1 << 18) + 1);
        assert_eq!(pattern.exec(&url).unwrap().get(Component::Pathname, "0").map(str::len), Some(length));
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// The states of long texts are kept in blocks.
#[test]
fn long_paths_have_the_groups_of_short_ones() {
    for length in [4093, 4094, 4095, 4096, 8190, 8191, 8192, 8193, 20_000] {
        let middle = "a-".repeat(length / 2 - 2);
        let path = format!("/x-{middle}y");
        let expected = [format!("x-{}", &middle[..middle.len() - 3]), "a".into(), "y".into()];
        assert_eq!(path_groups("/*-:b-:c", &path), Some(expected.map(Some).into()), "{length}");
        let expected = ["x".into(), "a".into(), format!("{}y", &middle[2..])];
        assert_eq!(path_groups("/:a-:b-:c", &path), Some(expected.map(Some).into()), "{length}");
    }
}

/// More than 64 states take several words.
#[test]
fn long_patterns_match_as_short_ones() {
    for length in [50, 60, 61, 62, 63, 64, 65, 126, 127, 128, 129, 300] {
        let text = "a".repeat(length);
        let pattern = format!("/{{{text}}}?:x{{{text}}}+b");
        let groups = |middle: &str, times| path_groups(&pattern, &format!("/{middle}{}b", text.repeat(times)));
        assert_eq!(groups("x", 1), Some(vec![Some("x".into())]), "{length}");
        assert_eq!(groups("x", 2), Some(vec![Some("x".into())]), "{length}");
        assert_eq!(groups("", 1), None, "{length}");
        assert_eq!(groups(&format!("{text}y"), 1), Some(vec![Some("y".into())]), "{length}");
    }
}

#[test]
fn no_text_makes_patterns_panic() {
    let pieces = ["(", ")", "{", "}", "\\", ":", "*", "?", "+", "a", "/", "[", "]", "é", "#", "@", "|", "^", "-", "."];
    let base = Url::parse("https://pub.example/a", None).unwrap();
    let mut state = 27_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        if let Ok(pattern) = Pattern::parse(&text, Some(&base)) {
            let _ = pattern.exec(&base);
        }
        let mut findings: Vec<Finding> = Vec::new();
        Pattern::check(&text, None, PatternOptions::default(), &mut findings);
        assert!(findings.iter().all(|finding| text.get(finding.span.range()).is_some()), "{text} {findings:?}");
    }
}

/// A small random number generator.
struct Random(u64);

impl Random {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        texts[(self.0 >> 33) as usize % texts.len()]
    }
}

const SET_HOSTS: [&str; 14] =
    ["a.b", "*.b", "c.a.b", ":x.b", "*", "b", "a", "*b", "{:x.}?b", "*.a.b", "a.*", "c.*.b", "{c.}?a.b", "[\\:\\:1]"];
const SET_PIECES: [&str; 19] = [
    "/a", "/b", "/:x", "/:y", "/*", "/a-:z", "/:w?", "/:v*", "{/a}?", "{/b}*", "a", "/", "/c.:q", "*", "{a}?", "/:u+",
    "{/:t}?", "/a/b", "(.*)",
];

fn set_pattern(random: &mut Random) -> Pattern {
    let mut text = [random.pick(&["https", "http{s}?", "*"]), "://", random.pick(&SET_HOSTS)].concat();
    text += random.pick(&["", ":*", ":8080"]);
    for _ in 0..random.pick(&["1", "2", "3"]).parse().unwrap() {
        text += random.pick(&SET_PIECES);
    }
    text += random.pick(&["", "", "?*", "?x=:x", "#a"]);
    let options = PatternOptions::default().with_ignore_case(random.pick(&["y", "n", "n", "n"]) == "y");
    // Names that are there twice are errors.
    Pattern::parse_with(&text, None, options).unwrap_or_else(|_| Pattern::from_init(&Init::default()).unwrap())
}

fn set_url(random: &mut Random) -> Url {
    let hosts = ["a.b", "b", "c.a.b", "a", "c.d.b", "[::1]", "x"];
    let mut text =
        [random.pick(&["https", "http"]), "://", random.pick(&hosts), random.pick(&["", "", ":8080"])].concat();
    for _ in 0..random.pick(&["0", "1", "2", "3"]).parse().unwrap() {
        text += random.pick(&["/a", "/b", "/A", "/c.d", "/", "/a-b", "/x"]);
    }
    Url::parse(&(text + random.pick(&["", "?x=1", "#a"])), None).unwrap()
}

/// A set finds what a loop over its patterns finds.
#[test]
fn sets_of_patterns_match_as_their_patterns() {
    let mut random = Random(27);
    let mut matches = 0;
    for _ in 0..200 {
        let patterns: Vec<_> = (0..60).map(|_| set_pattern(&mut random)).collect();
        let set = PatternSet::new(patterns.clone());
        for _ in 0..60 {
            let url = set_url(&mut random);
            let expected: Vec<_> = (0..patterns.len()).filter(|&number| patterns[number].test(&url)).collect();
            assert_eq!(set.matches(&url), expected, "{url}");
            matches += expected.len();
            let order = [
                Component::Hostname,
                Component::Pathname,
                Component::Search,
                Component::Hash,
                Component::Protocol,
                Component::Port,
                Component::Username,
                Component::Password,
            ];
            let best = expected.into_iter().reduce(|best, other| {
                let compare = |&component: &_| Pattern::compare_component(component, &patterns[other], &patterns[best]);
                let order = order.iter().map(compare).find(|order| order.is_ne());
                if order.is_some_and(std::cmp::Ordering::is_gt) { other } else { best }
            });
            assert_eq!(set.find(&url), best, "{url}");
            assert_eq!(set.exec(&url).map(|(number, _)| number), best);
        }
    }
    assert!(matches > 10_000, "{matches} matches are too few");
}

#[test]
fn patterns_and_sets_can_be_sent_to_other_threads() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&PatternSet::new([path_pattern("/a")]));
}

#[cfg(feature = "serde")]
#[test]
fn sets_of_patterns_serialize_as_their_pattern_strings() {
    let mut random = Random(28);
    let set: PatternSet = (0..500).map(|_| set_pattern(&mut random)).collect();
    let json = serde_json::to_string(&set).unwrap();
    let again: PatternSet = serde_json::from_str(&json).unwrap();
    for (a, b) in set.patterns().iter().zip(again.patterns()) {
        assert!(Component::ALL.iter().all(|&component| a.text(component) == b.text(component)));
        assert_eq!(a.ignores_case(), b.ignores_case());
    }
    let one: Pattern = serde_json::from_str(r#""https://pub.example/:drink""#).unwrap();
    assert_eq!(
        serde_json::to_string(&one).unwrap(),
        r#"{"protocol":"https","hostname":"pub.example","port":"","pathname":"/:drink"}"#
    );
    let error = serde_json::from_str::<Pattern>(r#"{"path":"/"}"#).unwrap_err();
    assert!(error.to_string().starts_with("a URL pattern has no component `path`"), "{error}");
    assert!(serde_json::from_str::<Pattern>(r#"{"baseURL":"https://h/a/","pathname":"b"}"#).is_ok());
}
