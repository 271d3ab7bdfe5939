//! Applies edits. An edit is refused, or each component reads back exactly as set: as text if text was set, as data if
//! data was set, and undefined if it was cleared.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use napkin::{Component, Edit, Reference, Standard, query};
use napkin_fuzz::{recomposed, valid};

#[derive(Arbitrary, Debug)]
struct Plan<'a> {
    standard: u8,
    start: &'a str,
    steps: Vec<Step<'a>>,
}

/// A step chooses its component by number.
#[derive(Arbitrary, Debug)]
enum Step<'a> {
    Set(u8, &'a str),
    SetData(u8, &'a str),
    Clear(u8),
    Append(u8, &'a str),
    Segment(&'a str),
    Pop,
    Pair(&'a str, &'a str),
}

/// The value that a component must have.
#[derive(Clone, Debug)]
enum Expected {
    Undefined,
    Text(String),
    Data(String),
    /// The last segment of the path, decoded.
    Segment(String),
    /// The last pair of the query, decoded.
    Pair(String, String),
    /// No expectation.
    Any,
}

fuzz_target!(|plan: Plan<'_>| {
    let standard = Standard::GENERIC[usize::from(plan.standard) % Standard::GENERIC.len()];
    let start = valid(plan.start, standard).unwrap_or_else(|| valid("", standard).expect("the empty reference"));
    let mut model = Model::of(start);
    let mut edit = Edit::of(start);
    for step in &plan.steps {
        edit = taken(edit, step);
        model.take(step, standard);
    }
    let Ok(result) = edit.finish() else { return };
    let again = valid(result.as_str(), standard).unwrap_or_else(|| panic!("{plan:?}: {result:?} is not valid"));
    assert_eq!(again.parts(), result.reference().parts(), "{plan:?}");
    assert_eq!(recomposed(again), result.as_str());
    model.holds(again, &plan);
});

fn component(number: u8) -> Component {
    Component::ALL[usize::from(number) % Component::ALL.len()]
}

fn taken(edit: Edit, step: &Step<'_>) -> Edit {
    match *step {
        Step::Set(at, text) => edit.set(component(at), text),
        Step::SetData(at, data) => edit.set_data(component(at), data),
        Step::Clear(at) => edit.clear(component(at)),
        Step::Append(at, data) => edit.append(component(at), data),
        Step::Segment(data) => edit.append_segment(data),
        Step::Pop => edit.pop_segment(),
        Step::Pair(name, value) => edit.pairs(|pairs| {
            pairs.add(name, value);
        }),
    }
}

/// The expected value of each component, in the order of [`Component::ALL`].
struct Model([Expected; Component::ALL.len()]);

impl Model {
    fn of(start: Reference<'_>) -> Self {
        let text = |component| start.component(component).map(|text| Expected::Text(text.to_owned()));
        Self(std::array::from_fn(|at| text(Component::ALL[at]).unwrap_or(Expected::Undefined)))
    }

    fn put(&mut self, component: Component, expected: Expected) {
        let index = |wanted| Component::ALL.iter().position(|&component| component == wanted).expect("one of all");
        let site = [Component::User, Component::Password, Component::Host, Component::Port];
        // The authority consists of its parts: each changes with the other.
        if component == Component::Authority {
            for part in site {
                self.0[index(part)] = part_of_site(&expected);
            }
        } else if site.contains(&component) {
            self.0[index(Component::Authority)] = Expected::Any;
        }
        self.0[index(component)] = expected;
    }

    fn take(&mut self, step: &Step<'_>, standard: Standard) {
        match *step {
            Step::Set(at, text) => self.put(component(at), Expected::Text(text.to_owned())),
            Step::SetData(at, data) => self.put(component(at), set_data(component(at), data)),
            Step::Clear(at) => self.clear(component(at)),
            Step::Append(at, data) => self.append(component(at), data, standard),
            Step::Segment(data) => self.put(Component::Path, Expected::Segment(data.to_owned())),
            Step::Pop => self.put(Component::Path, Expected::Any),
            Step::Pair(name, value) => {
                self.put(Component::Query, Expected::Pair(name.to_owned(), value.to_owned()));
            }
        }
    }

    fn clear(&mut self, component: Component) {
        match component {
            Component::Path => self.put(component, Expected::Text(String::new())),
            // A password needs a user.
            Component::User => {
                self.put(Component::Password, Expected::Undefined);
                self.put(component, Expected::Undefined);
            }
            _ => self.put(component, Expected::Undefined),
        }
    }

    /// "To the path a segment, to the query a pair, to any other component text."
    fn append(&mut self, component: Component, data: &str, standard: Standard) {
        let expected = match (component, data.split_once('=')) {
            (Component::Path, _) => return self.take(&Step::Segment(data), standard),
            (Component::Query, Some((name, value))) => return self.take(&Step::Pair(name, value), standard),
            _ => Expected::Any,
        };
        self.put(component, expected);
    }

    fn holds(&self, result: Reference<'_>, plan: &Plan<'_>) {
        for (component, expected) in Component::ALL.iter().copied().zip(&self.0) {
            let found = result.component(component);
            assert!(reads_as(result, component, expected), "{plan:?}: {component:?} {found:?} {expected:?}");
        }
    }
}

/// The expectation for a part of the authority after the whole authority is set.
fn part_of_site(authority: &Expected) -> Expected {
    if matches!(authority, Expected::Undefined) { Expected::Undefined } else { Expected::Any }
}

/// `Edit::set_data`: "scheme, port and addresses in brackets cannot be encoded and are set as they are".
fn set_data(component: Component, data: &str) -> Expected {
    let in_brackets = component == Component::Host && data.starts_with('[') && data.ends_with(']');
    match component {
        Component::Scheme | Component::Port | Component::Authority => Expected::Text(data.to_owned()),
        _ if in_brackets => Expected::Text(data.to_owned()),
        _ => Expected::Data(data.to_owned()),
    }
}

fn reads_as(result: Reference<'_>, component: Component, expected: &Expected) -> bool {
    let found = result.component(component);
    match expected {
        Expected::Any => true,
        Expected::Undefined => found.is_none(),
        Expected::Text(text) => found == Some(text),
        Expected::Data(data) => found.is_some_and(|found| decoded(found) == data.as_bytes()),
        Expected::Segment(data) => {
            let last = result.segments().last().map_or("", |segment| segment.text().as_str());
            decoded(last) == data.as_bytes()
        }
        Expected::Pair(name, value) => {
            result.query().and_then(|query| query::pairs(query).last()).is_some_and(|pair| {
                *pair.name() == *name.as_bytes() && pair.value().is_some_and(|found| *found == *value.as_bytes())
            })
        }
    }
}

/// Decodes escapes without the engine's help.
fn decoded(text: &str) -> Vec<u8> {
    let mut parts = text.split('%');
    let mut octets = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        octets.push(u8::from_str_radix(&part[..2], 16).expect("a valid escape"));
        octets.extend_from_slice(&part.as_bytes()[2..]);
    }
    octets
}
