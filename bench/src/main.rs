//! Compares napkin's speed with peers: `napkin-bench [--text FILE] URLS...` prints Markdown tables for each list of
//! URLs. `napkin-bench --once OPERATION PEER PASSES URLS` repeats one operation, for a tool that counts instructions.

mod inputs;
mod lists;
mod operations;
mod peers;
mod report;
#[cfg(feature = "documents")]
mod text;
mod timing;

use std::path::Path;
use std::process::ExitCode;

use operations::{Operation, View};

/// `--once` takes every n-th URL: counting instructions is slow, and the counts vary little.
const SAMPLE: usize = 20;

fn main() -> ExitCode {
    // A peer panics on some URLs, which are left out; the messages of the panics are suppressed.
    std::panic::set_hook(Box::new(|_| {}));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [] => {
            Err("usage: napkin-bench [--text FILE] URLS...\n       napkin-bench --once OPERATION PEER PASSES URLS"
                .into())
        }
        ["--once", operation, peer, passes, file] => once(operation, peer, passes, Path::new(file)),
        ["--text", text, ref files @ ..] => tables(files, Some(text)),
        ref files => tables(files, None),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn load(file: &Path) -> Result<lists::Texts, String> {
    lists::load(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn tables(files: &[&str], documentation: Option<&str>) -> Result<(), String> {
    #[cfg_attr(not(feature = "documents"), expect(unused_variables, reason = "the tables of texts are a feature"))]
    let documentation = documentation.map(std::fs::read).transpose().map_err(|error| format!("--text: {error}"))?;
    for file in files.iter().map(Path::new) {
        let (name, texts) = (lists::name(file), load(file)?);
        report::urls(&name, &texts);
        #[cfg(feature = "documents")]
        text::dense(&name, &texts);
    }
    #[cfg(feature = "documents")]
    text::prose(documentation.as_deref().map(String::from_utf8_lossy).as_deref());
    Ok(())
}

/// Prints the number of URLs per pass: the difference of two runs divided by it is the cost per URL.
fn once(operation: &str, peer: &str, passes: &str, file: &Path) -> Result<(), String> {
    let operation = Operation::ALL.into_iter().find(|known| known.name() == operation).ok_or("no such operation")?;
    let passes: usize = passes.parse().map_err(|_| "PASSES is a number")?;
    let texts = load(file)?;
    let sample: Vec<&str> = texts.views().into_iter().step_by(SAMPLE).collect();
    let input = inputs::input(operation, &sample);
    let view = View::new(&input);
    let mut case = operation.cases(&view).into_iter().find(|case| case.peer == peer).ok_or("no such peer there")?;
    for _ in 0..passes {
        std::hint::black_box((case.run)());
    }
    println!("{}", input.texts.count());
    Ok(())
}
