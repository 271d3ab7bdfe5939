//! Tasks of the house. `cargo xtask layers --check` proves what ARCHITECTURE.md says of the order of things; `cargo xtask
//! gen` makes tables from `data/`, and `gen --check` proves that they are made.

mod addresses;
mod r#gen;
mod guide;
mod layers;
mod rust;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] | ["layers", "--check"] => layers::check(),
        ["gen"] => r#gen::run(false),
        ["gen", "--check"] => r#gen::run(true),
        _ => {
            eprintln!("usage: cargo xtask layers --check | gen [--check]");
            ExitCode::from(2)
        }
    }
}
