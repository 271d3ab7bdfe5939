//! Tasks of the house. `cargo xtask layers --check` proves what ARCHITECTURE.md says of the order of things.

mod layers;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] | ["layers", "--check"] => layers::check(),
        _ => {
            eprintln!("usage: cargo xtask layers --check");
            ExitCode::from(2)
        }
    }
}
