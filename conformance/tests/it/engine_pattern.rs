//! Compares patterns with the Web Platform Tests, and with the oracle on random patterns and inputs.
//!
//! `NAPKIN_SEED` and `NAPKIN_COUNT` choose other patterns and more.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::common::{count, random};
use crate::differences::assert_none;
use napkin::pattern::{Component, Init, InputBuf, Match, Pattern, PatternOptions, Regex, RegexpEngine, Regress};
use napkin::whatwg::Url;
use napkin_conformance::generate::{Random, patterns};
use napkin_conformance::oracle::pattern as oracle;
use napkin_conformance::wpt::{self, PatternCase};
use serde_json::Value;

/// Creates a pattern from the arguments of the constructor.
fn create(arguments: &[Value], engine: &dyn RegexpEngine) -> Option<Pattern> {
    let ignore_case = arguments.last().is_some_and(|last| last["ignoreCase"] == true);
    let options = PatternOptions::default().with_engine(engine).with_ignore_case(ignore_case);
    let base = match arguments.get(1).and_then(Value::as_str) {
        Some(base) => Some(Url::parse(base, None).ok()?),
        None => None,
    };
    match arguments.first() {
        Some(Value::String(text)) => Pattern::parse_with(text, base.as_ref(), options).ok(),
        Some(_) if base.is_some() => None,
        Some(Value::Object(object)) => {
            let base = base_of(object)?;
            Pattern::from_init_with(&init(object, base.as_ref()), options).ok()
        }
        _ => Pattern::from_init_with(&Init::default(), options).ok(),
    }
}

/// Returns the base of a dictionary, if it is right.
fn base_of(object: &PatternCase) -> Option<Option<Url>> {
    let Some(base) = object.get("baseURL") else { return Some(None) };
    Url::parse(base.as_str()?, None).ok().map(Some)
}

fn init<'a>(object: &'a PatternCase, base: Option<&'a Url>) -> Init<'a> {
    let mut init = Init::default();
    for component in Component::ALL {
        if let Some(text) = object.get(component.name()).and_then(Value::as_str) {
            init = init.with(component, text);
        }
    }
    if let Some(base) = base { init.with_base(base) } else { init }
}

/// Returns the input from the arguments of `exec`; `None` if it does not match for its own sake.
fn input(arguments: &[Value]) -> Option<InputBuf> {
    let base = match arguments.get(1).and_then(Value::as_str) {
        Some(base) => Some(Url::parse(base, None).ok()?),
        None => None,
    };
    match arguments.first() {
        Some(Value::String(text)) => InputBuf::parse(text, base.as_ref()).ok(),
        Some(Value::Object(object)) => {
            let base = base_of(object)?;
            InputBuf::from_init(&init(object, base.as_ref())).ok()
        }
        _ => InputBuf::from_init(&Init::default()).ok(),
    }
}

fn list<'c>(case: &'c PatternCase, name: &str) -> &'c [Value] {
    case.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_listed(case: &PatternCase, component: Component) -> bool {
    list(case, "exactly_empty_components").iter().any(|name| name == component.name())
}

/// The pattern string that the test's own script expects.
fn expected_text(case: &PatternCase, component: Component) -> String {
    use Component::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
    let name = component.name();
    if let Some(text) = case.get("expected_obj").and_then(|expected| expected.get(name)) {
        return text.as_str().unwrap().to_owned();
    }
    if is_listed(case, component) {
        return String::new();
    }
    let arguments = list(case, "pattern");
    let given = arguments.first().and_then(Value::as_object);
    if let Some(text) = given.and_then(|given| given.get(name)) {
        return text.as_str().unwrap().to_owned();
    }
    let earlier: &[Component] = match component {
        Protocol | Username | Password => &[],
        Hostname => &[Protocol],
        Port => &[Protocol, Hostname],
        Pathname => &[Protocol, Hostname, Port],
        Search => &[Protocol, Hostname, Port, Pathname],
        Hash => &[Protocol, Hostname, Port, Pathname, Search],
    };
    if given.is_some_and(|given| earlier.iter().any(|component| given.contains_key(component.name()))) {
        return "*".to_owned();
    }
    let base = given.and_then(|given| given.get("baseURL")).or_else(|| arguments.get(1)).and_then(Value::as_str);
    match base.and_then(|base| Url::parse(base, None).ok()) {
        Some(base) if !matches!(component, Username | Password) => {
            napkin::pattern::Input::from(&base).get(component).to_owned()
        }
        _ => "*".to_owned(),
    }
}

/// The groups that the test's own script expects.
fn expected_groups(case: &PatternCase, component: Component) -> (String, BTreeMap<String, Option<String>>) {
    let own = |text: &Value| text.as_str().map(str::to_owned);
    if let Some(expected) = case["expected_match"].get(component.name()) {
        let groups = expected["groups"].as_object().unwrap().iter();
        return (own(&expected["input"]).unwrap(), groups.map(|(name, text)| (name.clone(), own(text))).collect());
    }
    let wildcard = [("0".to_owned(), Some(String::new()))];
    let groups = if is_listed(case, component) { BTreeMap::new() } else { wildcard.into() };
    (String::new(), groups)
}

fn groups(found: &Match<'_, '_>, component: Component) -> BTreeMap<String, Option<String>> {
    found.groups(component).map(|(name, text)| (name.to_owned(), text.map(str::to_owned))).collect()
}

fn differs(case: &PatternCase, engine: &dyn RegexpEngine) -> Option<String> {
    let named = format!("{} on {}", case["pattern"], case.get("inputs").unwrap_or(&Value::Null));
    let pattern = create(list(case, "pattern"), engine);
    let is_wrong = case.get("expected_obj").is_some_and(|expected| expected == "error");
    let Some(pattern) = pattern else { return (!is_wrong).then(|| format!("{named}: an error")) };
    if is_wrong {
        return Some(format!("{named}: no error"));
    }
    for component in Component::ALL {
        let expected = expected_text(case, component);
        if pattern.text(component) != expected {
            let found = pattern.text(component);
            return Some(format!("{named}: {} {found:?}, but expected {expected:?}", component.name()));
        }
    }
    let inputs = list(case, "inputs");
    if case.get("expected_match").is_some_and(|expected| expected == "error") {
        // A base beside a dictionary, which the types of the engine exclude.
        return (!(inputs[0].is_object() && inputs.len() == 2)).then(|| format!("{named}: no error"));
    }
    let input = input(inputs);
    let found = input.as_ref().and_then(|input| pattern.exec(input));
    let is_expected = case.get("expected_match").is_some_and(Value::is_object);
    if found.is_some() != is_expected || input.as_ref().is_some_and(|input| pattern.test(input)) != is_expected {
        return Some(format!("{named}: matches: {}", found.is_some()));
    }
    let found = found?;
    Component::ALL.into_iter().find_map(|component| {
        let result = (found.input().get(component).to_owned(), groups(&found, component));
        let expected = expected_groups(case, component);
        (result != expected).then(|| format!("{named}: {} {result:?}, but expected {expected:?}", component.name()))
    })
}

#[test]
fn web_platform_tests_of_patterns() {
    let cases = wpt::url_patterns();
    assert_eq!(cases.len(), 369);
    for engine in [&Regress as &dyn RegexpEngine, &Regex] {
        assert_none(&cases.iter().filter_map(|case| differs(case, engine)).collect::<Vec<_>>(), cases.len());
    }
}

#[test]
fn web_platform_tests_of_comparing_patterns() {
    let cases = wpt::url_pattern_compare();
    assert_eq!(cases.len(), 25);
    for case in cases {
        let component = Component::named(case["component"].as_str().unwrap()).unwrap();
        let pattern = |side: &str| create(&[case[side].clone()], &Regress).unwrap();
        let (left, right) = (pattern("left"), pattern("right"));
        let expected = case["expected"].as_i64().unwrap().cmp(&0);
        assert_eq!(Pattern::compare_component(component, &left, &right), expected, "{case:?}");
        assert_eq!(Pattern::compare_component(component, &right, &left), expected.reverse(), "{case:?}");
        assert_eq!(Pattern::compare_component(component, &left, &left), Ordering::Equal, "{case:?}");
    }
}

#[test]
fn web_platform_tests_of_generating_components() {
    let cases = wpt::url_pattern_generate();
    assert_eq!(cases.len(), 19);
    for case in cases {
        let pattern = create(&[case["pattern"].clone()], &Regress).unwrap();
        let component = Component::named(case["component"].as_str().unwrap());
        let value = |name: &str| case["groups"].get(name).and_then(Value::as_str);
        let found = component.and_then(|component| pattern.generate(component, value).ok());
        assert_eq!(found.as_deref(), case["expected"].as_str(), "{case:?}");
    }
}

/// Regular expressions that the grammar with the flag `v` refuses. The crate `regress` accepts them; the engine checks the grammar itself.
const ACCEPTED: [&str; 2] = [r#"[{"pathname":"/(\\m)"}] on null: no error"#, r#"["(\\H):"] on null: no error"#];

/// The oracle passes the same tests.
#[test]
fn web_platform_tests_of_patterns_by_the_oracle() {
    let cases = wpt::url_patterns();
    let differs = |case: &PatternCase| {
        let named = format!("{} on {}", case["pattern"], case.get("inputs").unwrap_or(&Value::Null));
        let arguments = list(case, "pattern");
        let ignore_case = arguments.last().is_some_and(|last| last["ignoreCase"] == true);
        let base = |arguments: &[Value]| arguments.get(1).and_then(Value::as_str).map(str::to_owned);
        let is_wrong = case.get("expected_obj").is_some_and(|expected| expected == "error");
        let Ok(pattern) = oracle::create(&oracle_input(arguments), base(arguments).as_deref(), ignore_case) else {
            return (!is_wrong).then(|| format!("{named}: an error"));
        };
        if is_wrong {
            return Some(format!("{named}: no error"));
        }
        for (component, found) in Component::ALL.into_iter().zip(&pattern.components) {
            if found.pattern_string != expected_text(case, component) {
                return Some(format!("{named}: {} {:?}", component.name(), found.pattern_string));
            }
        }
        let inputs = list(case, "inputs");
        let found = pattern.matches(&oracle_input(inputs), base(inputs).as_deref());
        let Some(expected) = case.get("expected_match").filter(|expected| *expected != "error") else {
            return found.is_ok_and(|found| found.is_some()).then(|| format!("{named}: matches"));
        };
        let found = found.unwrap_or(None);
        if found.is_some() != expected.is_object() {
            return Some(format!("{named}: matches: {}", found.is_some()));
        }
        Component::ALL.into_iter().zip(found?).find_map(|(component, result)| {
            let groups: BTreeMap<_, _> = result.groups.into_iter().collect();
            ((result.input, groups) != expected_groups(case, component))
                .then(|| format!("{named}: {}", component.name()))
        })
    };
    let found: Vec<_> = cases.iter().filter_map(differs).collect();
    assert_eq!(found, ACCEPTED);
}

fn oracle_input(arguments: &[Value]) -> oracle::Input {
    match arguments.first() {
        Some(Value::String(text)) => oracle::Input::Text(text.clone()),
        Some(Value::Object(object)) => {
            let names = oracle::NAMES.into_iter().chain(["baseURL"]);
            oracle::Input::Init(names.filter_map(|name| Some((name, object.get(name)?.as_str()?.to_owned()))).collect())
        }
        _ => oracle::Input::Init(oracle::Init::new()),
    }
}

/// Letters of Unicode 18: the engine has its tables, and the crate `regress`, by which the oracle reads names, those of Unicode 17.
#[rustfmt::skip]
const NEWER: [(u32, u32); 38] = [
    (0x558, 0x558), (0x58b, 0x58c), (0x5c8, 0x5c9), (0xb53, 0xb54), (0x1ade, 0x1adf),
    (0x1aec, 0x1af0), (0x208f, 0x208f), (0x209d, 0x209f), (0xa7dd, 0xa7dd), (0xa7e2, 0xa7e2),
    (0xab6c, 0xab6d), (0x107bb, 0x107bf), (0x10ecb, 0x10ecf), (0x10ed9, 0x10eee), (0x10ef0, 0x10ef9),
    (0x11b0a, 0x11b0a), (0x11df0, 0x11df1), (0x1246f, 0x1246f), (0x12475, 0x1247f), (0x12550, 0x12686),
    (0x18cd6, 0x18cda), (0x18d1f, 0x18d20), (0x18e00, 0x19191), (0x191a0, 0x191d2), (0x1b123, 0x1b128),
    (0x1b168, 0x1b168), (0x1d127, 0x1d128), (0x1d250, 0x1d252), (0x1d25b, 0x1d25c), (0x1d25f, 0x1d25f),
    (0x1d280, 0x1d281), (0x1d6a6, 0x1d6a6), (0x1df1f, 0x1df24), (0x1df2b, 0x1df81), (0x1df90, 0x1df96),
    (0x1dfcd, 0x1dfff), (0x2b81e, 0x2b81e), (0x3d000, 0x3fc3f),
];

/// *Is a valid name code point* (URL Pattern Standard section 2.1.2), for every character beyond ASCII.
#[test]
fn names_have_the_characters_of_ecmascript() {
    use napkin_conformance::oracle::pattern::tokenizer::is_a_valid_name_code_point;
    let names = |text: String| {
        let init = Init::default().with(Component::Hash, &text);
        Pattern::from_init(&init).ok().map(|pattern| pattern.group_names(Component::Hash).next().map(str::to_owned))
    };
    let mut differing: Vec<(u32, u32)> = Vec::new();
    for c in '\u{80}'..=char::MAX {
        let (is_start, is_part) =
            (names(format!(":{c}")).is_some(), names(format!(":a{c}")) == Some(Some(format!("a{c}"))));
        if [is_start, is_part] == [true, false].map(|first| is_a_valid_name_code_point(c, first)) {
            continue;
        }
        match differing.last_mut() {
            Some((_, last)) if *last + 1 == u32::from(c) => *last += 1,
            _ => differing.push((u32::from(c), u32::from(c))),
        }
    }
    assert_eq!(differing, NEWER);
}

/// A pattern, and how it was given.
pub(crate) struct Given {
    pub(crate) input: oracle::Input,
    pub(crate) base: Option<String>,
    pub(crate) ignore_case: bool,
}

const BASES: [&str; 6] =
    ["https://h/a/b?q#f", "http://u:p@a.b:8080/", "data:text,x", "file:///a/b", "foo://h", "https://[::1]/x/*"];

pub(crate) fn given(random: &mut Random) -> Given {
    let ignore_case = random.once_in(5);
    let base = random.once_in(4).then(|| BASES[random.below(BASES.len())].to_owned());
    if !random.once_in(3) {
        return Given { input: oracle::Input::Text(patterns::constructor_string(random)), base, ignore_case };
    }
    let mut init = oracle::Init::new();
    for name in oracle::NAMES {
        if random.once_in(3) {
            init.insert(name, patterns::component(random, name));
        }
    }
    if let Some(base) = base {
        init.insert("baseURL", base);
    }
    Given { input: oracle::Input::Init(init), base: None, ignore_case }
}

impl Given {
    pub(crate) fn engine(&self, engine: &dyn RegexpEngine) -> Result<Pattern, String> {
        let options = PatternOptions::default().with_engine(engine).with_ignore_case(self.ignore_case);
        match &self.input {
            oracle::Input::Text(text) => {
                let base = self.base.as_deref().map(|base| Url::parse(base, None).unwrap());
                Pattern::parse_with(text, base.as_ref(), options).map_err(|error| error.to_string())
            }
            oracle::Input::Init(given) => {
                let base = given.get("baseURL").map(|base| Url::parse(base, None).unwrap());
                let init = engine_init(given, base.as_ref());
                Pattern::from_init_with(&init, options).map_err(|error| error.to_string())
            }
        }
    }

    /// Makes an input that the pattern may match.
    pub(crate) fn input(&self, random: &mut Random) -> oracle::Input {
        match &self.input {
            oracle::Input::Text(text) => oracle::Input::Text(patterns::filled(random, text)),
            oracle::Input::Init(init) => {
                let is_base = |name: &str| name == "baseURL";
                let fill = |(name, text): (&&'static str, &String), random: &mut Random| {
                    (*name, if is_base(name) { text.clone() } else { patterns::filled(random, text) })
                };
                oracle::Input::Init(init.iter().map(|pair| fill(pair, random)).collect())
            }
        }
    }
}

fn engine_init<'a>(given: &'a oracle::Init, base: Option<&'a Url>) -> Init<'a> {
    let mut init = Init::default();
    for component in Component::ALL {
        if let Some(text) = given.get(component.name()) {
            init = init.with(component, text);
        }
    }
    if let Some(base) = base { init.with_base(base) } else { init }
}

pub(crate) fn engine_input(input: &oracle::Input, base: Option<&str>) -> Option<InputBuf> {
    match input {
        oracle::Input::Text(text) => {
            let base = base.map(|base| Url::parse(base, None).unwrap());
            InputBuf::parse(text, base.as_ref()).ok()
        }
        oracle::Input::Init(given) => {
            let base = given.get("baseURL").map(|base| Url::parse(base, None).unwrap());
            InputBuf::from_init(&engine_init(given, base.as_ref())).ok()
        }
    }
}

/// Returns whether the oracle, which goes back and tries again, may take minutes: `((?:.*)*)` doubles its time with each character.
pub(crate) fn is_long(input: &InputBuf) -> bool {
    Component::ALL.iter().any(|&component| input.as_input().get(component).len() > 10)
}

/// Compares a pattern and some inputs. Returns the number of matches, or the difference.
fn compare(given: &Given, random: &mut Random) -> Result<usize, String> {
    let named = format!("{:?} against {:?}, {}", given.input, given.base, given.ignore_case);
    let expected = oracle::create(&given.input, given.base.as_deref(), given.ignore_case);
    let found = given.engine(&Regress);
    let (expected, found) = match (expected, found) {
        (Err(_), Err(_)) => return Ok(0),
        (Ok(_), Err(error)) => return Err(format!("{named}: {error}")),
        (Err(_), Ok(_)) => return Err(format!("{named}: no error")),
        (Ok(expected), Ok(found)) => (expected, found),
    };
    for (component, expected) in Component::ALL.into_iter().zip(&expected.components) {
        if found.text(component) != expected.pattern_string {
            let (name, text) = (component.name(), found.text(component));
            return Err(format!("{named}: {name} {text:?}, but {:?}", expected.pattern_string));
        }
    }
    if found.has_regexp_groups() != expected.has_regexp_groups() {
        return Err(format!("{named}: has_regexp_groups"));
    }
    // Refuses some regular expressions; otherwise the results are the same.
    let linear = given.engine(&Regex).ok();
    let mut matches = 0;
    for _ in 0..4 {
        let input = given.input(random);
        let engine_input = engine_input(&input, given.base.as_deref());
        if engine_input.as_ref().is_some_and(is_long) {
            continue;
        }
        let expected = expected.matches(&input, given.base.as_deref()).unwrap();
        let texts = |pattern: &Pattern| -> Option<Vec<oracle::ComponentResult>> {
            let input = engine_input.as_ref()?;
            let found = pattern.exec(input);
            assert_eq!(pattern.test(input), found.is_some(), "{named} on {input:?}");
            let found = found?;
            let own = |(name, text): (&str, Option<&str>)| (name.to_owned(), text.map(str::to_owned));
            let result = |component| oracle::ComponentResult {
                input: found.input().get(component).to_owned(),
                groups: found.groups(component).map(own).collect(),
            };
            Some(Component::ALL.map(result).into())
        };
        for pattern in [Some(&found), linear.as_ref()].into_iter().flatten() {
            let found = texts(pattern);
            if found != expected {
                return Err(format!("{named} on {input:?}: {found:?}, but expected {expected:?}"));
            }
        }
        matches += usize::from(expected.is_some());
    }
    Ok(matches)
}

/// 200,000 pairs of a pattern and an input, or as many as a minute allows: the oracle goes back and tries again.
#[test]
fn random_patterns_match_as_the_oracle_does() {
    let (mut random, start) = (random(27), Instant::now());
    let (mut wrong, mut matches, mut tried) = (Vec::new(), 0, 0);
    while tried < count() && start.elapsed() < Duration::from_secs(60) {
        tried += 4;
        match compare(&given(&mut random), &mut random) {
            Ok(count) => matches += count,
            Err(difference) => wrong.push(difference),
        }
    }
    assert_none(&wrong, tried);
    assert!(matches > tried / 10, "{matches} matches of {tried} are too few to compare");
}
