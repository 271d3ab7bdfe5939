//! Hostile texts at three lengths: checks that parsing takes time in proportion to the length.

use std::hint::black_box;
use std::path::Path;

use napkin::whatwg::{Url, can_parse, violations};
use napkin::{Finding, Sink};
use toml::Table;

use crate::attributes::set;
use crate::timing::{Case, fastest};

/// The length of the shortest text of each input in bytes; the others are twice and four times as long.
const LENGTH: usize = 1 << 14;

/// An input of `data/whatwg-worst.toml`.
struct Input {
    name: String,
    text: Vec<String>,
    base: Option<Vec<String>>,
    set: Option<String>,
}

/// An input of a certain length, ready to be parsed.
struct Text {
    text: String,
    base: Option<Url>,
    set: Option<String>,
    /// The length of the text and its base in bytes.
    length: usize,
}

fn inputs() -> Result<Vec<Input>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/whatwg-worst.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let table: Table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    let rows = table["input"].as_array().ok_or("a list of inputs")?;
    let text = |value: &toml::Value| value.as_str().unwrap_or_default().to_owned();
    let pieces = |value: &toml::Value| value.as_array().into_iter().flatten().map(text).collect();
    let read = |row: &toml::Value| Input {
        name: text(&row["name"]),
        text: pieces(&row["text"]),
        base: row.get("base").map(pieces),
        set: row.get("set").map(text),
    };
    Ok(rows.iter().map(read).collect())
}

/// Returns a text of about this many bytes: every second piece is repeated.
fn repeated(pieces: &[String], length: usize) -> String {
    let share = length / (pieces.len() / 2).max(1);
    let piece = |(place, piece): (usize, &String)| match place % 2 {
        0 => piece.clone(),
        _ => piece.repeat(share / piece.len()),
    };
    pieces.iter().enumerate().map(piece).collect()
}

impl Input {
    fn of_length(&self, length: usize) -> Result<Text, String> {
        let text = repeated(&self.text, length);
        let base = self.base.as_ref().map(|pieces| Url::parse(&repeated(pieces, length), None));
        let base = base.transpose().map_err(|error| format!("{}: {error}", self.name))?;
        let length = text.len() + base.as_ref().map_or(0, |base| base.href().len());
        Ok(Text { text, base, set: self.set.clone(), length })
    }
}

impl Text {
    /// Returns whether the text is a URL, or the setter accepts the value.
    fn parse(&self) -> bool {
        match (&self.set, &self.base) {
            (Some(attribute), Some(url)) => {
                let mut url = url.clone();
                let taken = set(&mut url, attribute, &self.text);
                black_box(url);
                taken
            }
            _ => black_box(Url::parse(&self.text, self.base.as_ref())).is_ok(),
        }
    }

    /// Counts the errors, if the text is not the value of an attribute.
    fn violations(&self) -> usize {
        let mut count = Count(0);
        // The fatal error is one of them.
        let _ = violations(&self.text, self.base.as_ref(), &mut count);
        count.0
    }
}

/// A sink that keeps nothing, so that the parser is measured and not the memory of its user.
struct Count(usize);

impl Sink for Count {
    fn report(&mut self, finding: Finding) {
        black_box(finding);
        self.0 += 1;
    }
}

/// The operations on a text.
const OPERATIONS: [(&str, fn(&Text) -> usize); 3] = [
    ("parse", |text| usize::from(text.parse())),
    ("can_parse", |text| usize::from(can_parse(&text.text, text.base.as_ref()))),
    ("violations", Text::violations),
];

/// Prints the table.
pub(crate) fn table() -> Result<(), String> {
    println!("## The worst inputs, under whatwg\n");
    println!("ns a byte at {LENGTH} bytes; × is how many times that at twice and at four times as many.\n");
    let heads: String = OPERATIONS.iter().map(|(name, _)| format!(" {name} | × 2 | × 4 |")).collect();
    println!("| input | is a URL | bytes |{heads}\n|---|---|--:|{}", "--:|".repeat(3 * OPERATIONS.len()));
    for input in inputs()? {
        let texts = [1, 2, 4].map(|times| input.of_length(times * LENGTH));
        let [one, two, four] = texts;
        let texts = [one?, two?, four?];
        print!("| {} | {} | {} |", input.name, if texts[0].parse() { "yes" } else { "no" }, texts[0].length);
        for (operation, run) in OPERATIONS {
            if input.set.is_some() && operation != "parse" {
                print!(" | | |");
                continue;
            }
            let mut cases: Vec<Case<'_>> = texts.iter().map(|text| Case::new(operation, || run(text))).collect();
            let a_byte: Vec<f64> =
                fastest(&mut cases).iter().zip(&texts).map(|(time, text)| 1e9 * time / text.length as f64).collect();
            print!(" {:.2} | {:.2} | {:.2} |", a_byte[0], a_byte[1] / a_byte[0], a_byte[2] / a_byte[0]);
        }
        println!();
    }
    Ok(())
}

/// Runs one input of this many bytes once, for a tool that counts the instructions of [`counted`].
pub(crate) fn once(operation: &str, name: &str, bytes: &str) -> Result<(), String> {
    let (_, run) = OPERATIONS.into_iter().find(|(known, _)| *known == operation).ok_or("no such operation")?;
    let input = inputs()?.into_iter().find(|input| input.name == name).ok_or("no such input")?;
    let text = input.of_length(bytes.parse().map_err(|_| "BYTES is a number")?)?;
    // Runs it once before, because the first use detects the machine's features.
    black_box(run(&text));
    counted(run, &text);
    println!("{}", text.length);
    Ok(())
}

#[inline(never)]
fn counted(run: fn(&Text) -> usize, text: &Text) {
    black_box(run(text));
}

/// Returns the names of the parsed inputs, one per line.
pub(crate) fn names() -> Result<(), String> {
    inputs()?.iter().filter(|input| input.set.is_none()).for_each(|input| println!("{}", input.name));
    Ok(())
}
