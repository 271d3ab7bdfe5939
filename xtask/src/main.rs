//! Tasks of the project. `cargo xtask layers --check` checks the order of modules and crates in `layers.toml`. `cargo xtask gen`
//! generates tables from `data/`, and `gen --check` verifies them. `cargo xtask tests` checks the names of tests, and
//! `cargo xtask examples` the number of public functions without an example.

mod addresses;
mod examples;
mod r#gen;
mod guide;
mod identifiers;
mod layers;
mod rust;
mod tests;
mod words;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Each task returns a summary, or its complaints.
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] => layers::run(&root, false),
        ["layers", "--check"] => layers::run(&root, true),
        ["gen"] => r#gen::run(&root, false),
        ["gen", "--check"] => r#gen::run(&root, true),
        ["tests"] => tests::run(&root),
        ["examples"] => examples::run(&root),
        _ => Err("usage: cargo xtask layers [--check] | gen [--check] | tests | examples".to_owned()),
    };
    match result {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(complaints) => {
            eprintln!("{complaints}");
            ExitCode::FAILURE
        }
    }
}
