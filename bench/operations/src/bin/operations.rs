//! Repeats one operation on every URL of standard input: `operations NAME PASSES < URLS`.
//!
//! `bench/instructions.py` counts the instructions. The difference between two numbers of passes is the cost of the operation alone.

use std::hint::black_box;
use std::io::{Read, stdin};

use napkin::data::{DataUrl, Reading};
use napkin::{Base, Reference, Rungs, Standard, normalize, whatwg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let urls: Vec<&str> = text.lines().collect();
    let mut arguments = std::env::args().skip(1);
    let (name, passes) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let operation = operation(&name).ok_or("expected the name of an operation")?;
    for _ in 0..passes.parse()? {
        for url in &urls {
            if !black_box(operation(black_box(url))) {
                return Err(format!("{name}: expected a URL, but found `{url}`").into());
            }
        }
    }
    Ok(())
}

/// Works on a text, and returns whether it is valid.
type Operation = Box<dyn Fn(&str) -> bool>;

fn read(text: &str) -> Result<Reference<'_>, napkin::Error> {
    Reference::parse(text, Standard::Rfc3986)
}

/// Returns the operation of this name.
fn operation(name: &str) -> Option<Operation> {
    let base = read("https://www.pub.example/menu/today/index.html?size=pint").and_then(Base::new).ok()?;
    let page = whatwg::Url::parse("https://www.pub.example/menu/today/index.html", None).ok()?;
    Some(match name {
        "read" => Box::new(|text| black_box(read(text)).is_ok()),
        "resolve" => Box::new(move |text| read(text).is_ok_and(|url| black_box(base.resolve(url)).is_ok())),
        "normalize" => {
            Box::new(|text| read(text).is_ok_and(|url| !black_box(normalize(url, Rungs::ALL)).text.is_empty()))
        }
        "whatwg-parse" => Box::new(|text| black_box(whatwg::Url::parse(text, None)).is_ok()),
        "whatwg-borrowed" => Box::new(|text| black_box(whatwg::parse_borrowed(text, None)).is_ok()),
        "whatwg-join" => Box::new(move |text| black_box(page.join(text)).is_ok()),
        "can-parse" => Box::new(|text| black_box(whatwg::can_parse(text, None))),
        "data-decode" => {
            Box::new(|text| DataUrl::parse(text, Reading::Whatwg).is_ok_and(|url| black_box(url.decode()).is_ok()))
        }
        _ => return None,
    })
}
