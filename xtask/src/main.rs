//! Tasks of the project. `cargo xtask layers --check` checks the order of modules and crates in `layers.toml`. `cargo xtask gen`
//! generates tables from `data/`, and `gen --check` verifies them. `cargo xtask tests` checks the names of tests.

mod addresses;
mod r#gen;
mod guide;
mod layers;
mod rust;
mod tests;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] => layers::run(false),
        ["layers", "--check"] => layers::run(true),
        ["gen"] => r#gen::run(false),
        ["gen", "--check"] => r#gen::run(true),
        ["tests"] => tests::run(),
        _ => {
            eprintln!("usage: cargo xtask layers [--check] | gen [--check] | tests");
            ExitCode::from(2)
        }
    }
}
